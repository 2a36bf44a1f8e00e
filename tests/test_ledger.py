"""The career ledger: files of facts, what they add up to, the picture and the page."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from skipper.cli import main
from skipper.press.ledger.answer import answer_of
from skipper.press.ledger.career import all_stints, disputes_of, posts_undated, stated_stints
from skipper.press.ledger.drawn import drawn_up, ledger_of
from skipper.press.ledger.facts_file import FactsFileError, read_facts
from skipper.press.ledger.stint import Stint
from skipper.render.html.ledger_chart import level_chart
from skipper.render.html.ledger_page import ledger_page

BACKMAN = Path(__file__).resolve().parent.parent / "examples" / "backman.yaml"
RUN = 8  # words in a row that no fact may share with a piece

SMALL = """
person: Ned <b>Abbot</b>
pieces:
  one: {about: a piece, date: 1951-07-01}
  two: {about: its reprint, repeats: one}
facts:
  - type: stint
    role: manager
    club: Harbor Gulls
    level_resolved: AA
    from: 1949
    to: 1951
    sources: [{piece: one}, {piece: two}]
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["ledger", *words])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "facts.yaml"
    path.write_text(SMALL, "utf-8")
    return path


@pytest.fixture(scope="module")
def ledger() -> object:
    return ledger_of(read_facts(BACKMAN), None)


class TestFile:
    def test_a_claim_for_each_fact_and_source(self, small: Path) -> None:
        file = read_facts(small)
        claims = file.claims()
        assert [(claim.report, claim.type, dict(claim.fields)["from"]) for claim in claims] == [
            ("one", "stint", 1949),
            ("two", "stint", 1949),
        ]
        assert [report.group for report in file.reports()] == ["one", "one"]

    @pytest.mark.parametrize(
        ("old", "new", "line", "reason"),
        [
            ("level_resolved: AA", "level_resolved: Quadruple-A", 10, "Input should be 'MLB'"),
            ("from: 1949", "wins: 12", 7, "a fact of type stint has no wins"),
            ("from: 1949", "from: 1952", 7, "from 1952 is after to 1951"),
            ("from: 1949", "from: last year", 11, "valid integer"),
            ("{piece: one}", "{piece: three}", 13, "there is no piece 'three'"),
            ("    role: manager", "    roll: manager", 8, "Extra inputs"),
            ("type: stint", "type: stunt", 7, "there is no type 'stunt': record, stint"),
            ("    club: Harbor Gulls", "   club: [", 9, ""),
            ("sources: [{piece: one}, {piece: two}]", "sources: []", 13, "at least 1 item"),
        ],
    )
    def test_what_is_wrong_is_told_with_its_line(self, small: Path, old: str, new: str, line: int, reason: str) -> None:
        small.write_text(SMALL.replace(old, new), "utf-8")
        with pytest.raises(FactsFileError) as caught:
            read_facts(small)
        assert f"{small}: line {line}" in str(caught.value) or not reason
        assert reason in str(caught.value)
        assert str(small) in str(caught.value)

    @pytest.mark.parametrize("content", [b"", b"- a\n- b\n", b"\xff\xfe\x00", b"person: 3\n", b"a: &x [*x]\n"])
    def test_what_is_no_file_of_facts(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "facts.yaml"
        path.write_bytes(content)
        with pytest.raises(FactsFileError, match=re.escape(str(path))):
            read_facts(path)

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        result = run(str(tmp_path / "none.yaml"))
        assert result.exit_code == 2
        assert "none.yaml" in result.output


class TestCareer:
    def test_an_award_tells_of_a_stint_and_the_level_may_be_told_elsewhere(self) -> None:
        from press_facts import claim

        own = stated_stints(
            [
                claim("award", award="Manager of the Year", club="Lancaster JetHawks", seasons=[2004]),
                claim("stint", role="manager", club="Lancaster JetHawks", level_resolved="A+"),
                claim("tally", what="postseason_seasons", clubs=["Brooklyn", "Las Vegas"], seasons=[2010, 2013]),
                claim("record", role="pitcher", wins=1, losses=2, clubs=["Bend"], seasons=[1998]),
            ]
        )
        assert [(one.club, one.level, one.first, one.last) for one in own] == [("Lancaster JetHawks", "A+", 2004, 2004)]

    def test_posts_without_seasons_are_told_each_once(self) -> None:
        from press_facts import claim

        said = [
            claim("stint", role="manager", club="Las Vegas 51s", seasons=[2013]),
            claim("stint", role="manager", club="Las Vegas"),
            claim("appointment", outcome="promoted", role="manager", club="Buffalo"),
            claim("appointment", outcome="finalist", role="manager", club="New York Mets"),
            claim("stint", role="manager", club="Buffalo Bisons"),
        ]
        assert posts_undated(said, stated_stints(said)) == ["Buffalo (promoted)"]

    def test_seasons_that_follow_from_a_count_and_the_order_of_the_clubs(self) -> None:
        """Seven seasons with four clubs, 2010 to 2016: the second club's one, and the last club's last two."""
        from press_facts import claim

        four = ["Alba", "Bruma", "Corda", "Delva"]
        said = [
            claim("tally", what="seasons_above_500", value=4, of=7, clubs=four),
            claim("stint", "b.txt", role="manager", club="Alba", seasons=[2010]),
            claim("appointment", "b.txt", outcome="promoted", club="Corda", level_resolved="AAA", date_of_act="2012"),
            claim("stint", "c.txt", role="manager", club="Delva Dales", seasons=[2013, 2014]),
            claim("departure", "c.txt", club="Delva", manner=["fired"], seasons=[2016]),
        ]
        found = [(one.club, one.first, one.last, sorted(one.implied)) for one in stated_stints(said)]
        assert found == [
            ("Alba", 2010, 2010, []),
            ("Bruma", 2011, 2011, [2011]),
            ("Corda", 2012, 2012, []),
            ("Delva Dales", 2013, 2016, [2015]),
        ]
        assert "Bruma" not in [one.club for one in stated_stints(said[:3])]  # nothing tells the last of the seven

    def test_a_season_that_two_clubs_could_have_is_not_placed(self) -> None:
        from press_facts import claim

        said = [
            claim("tally", what="seasons_managed", value=4, clubs=["Alba", "Bruma"]),
            claim("stint", "b.txt", role="manager", club="Alba", seasons=[2010]),
            claim("stint", "b.txt", role="manager", club="Bruma", seasons=[2013]),
        ]
        assert [(one.club, one.first, one.last) for one in stated_stints(said)] == [
            ("Alba", 2010, 2010),
            ("Bruma", 2013, 2013),
        ]

    def test_a_departure_tells_the_last_season_and_who_left_within_days_had_none(self) -> None:
        from press_facts import claim

        said = [
            claim("departure", club="Joliet", manner=["fired"], seasons=[2009]),
            claim("appointment", outcome="appointed", club="Arizona", date_of_act="2004-11"),
            claim("departure", "b.txt", club="Arizona", manner=["fired"], after_days=[4, 4]),
        ]
        own = stated_stints(said)
        assert [(one.club, one.first, one.last) for one in own] == [("Joliet", 2009, 2009)]
        assert posts_undated(said, own) == ["Arizona (appointed, and gone within days)"]

    def test_a_post_that_is_the_news_after_a_departure_is_of_the_next_season(self) -> None:
        from press_facts import claim

        post = claim("appointment", outcome="appointed", club="Monclova", level_resolved="Mex")
        left = claim("departure", organization="Parent", manner=["resigned"])
        dated_elsewhere = claim("departure", "b.txt", organization="Parent", seasons=[2016])
        own = stated_stints([post, left, dated_elsewhere])
        assert [(one.club, one.first, one.level, sorted(one.implied)) for one in own] == [
            ("Monclova", 2017, "Mex", [2017])
        ]
        assert stated_stints([post, left]) == []
        later = claim("stint", role="manager", club="Bend", seasons=[2019])  # then the departure is background
        assert [one.club for one in stated_stints([post, left, dated_elsewhere, later])] == ["Bend"]

    def test_what_the_tables_contradict_is_not_drawn(self) -> None:
        from press_facts import FACTS, GULLS, MINERS, claim
        from skipper.press.answer import Judged
        from skipper.press.reconcile import judge

        said = (claim("stint", role="manager", club=MINERS, seasons=[1951]),)
        found = drawn_up("Ned Abbot", "abbot", Judged((), said, tuple(judge(said, (), FACTS))), FACTS, "b")
        ran = [(one.club, one.first, one.last) for one in found.stints if one.role == "manager"]
        assert ran == [(GULLS, 1951, 1953), (MINERS, 1955, 1955)]

    def test_stints_of_one_club_are_drawn_together(self) -> None:
        from press_facts import claim

        told = stated_stints(
            [
                claim("stint", role="manager", club="Las Vegas", seasons=[2013]),
                claim(
                    "stint", "b.txt", role="manager", club="Las Vegas 51s", level_resolved="AAA", from_=2014, to=2016
                ),
                claim("stint", "b.txt", role="manager", club="Las Vegas 51s", seasons=[2019]),
            ]
        )
        assert [(one.first, one.last, one.club, one.level) for one in told] == [
            (2013, 2016, "Las Vegas 51s", "AAA"),
            (2019, 2019, "Las Vegas 51s", None),
        ]
        assert told[0].sources == ("a.txt", "b.txt")

    def test_what_is_told_and_what_the_games_have_is_one(self) -> None:
        told = [Stint("player", None, "MLB", 1989, 1993, ("piece",))]
        played = [
            Stint("player", "Minnesota Twins", "MLB", 1989, 1989, ("games",)),
            Stint("player", "Seattle Mariners", "MLB", 1993, 1993, ("games",)),
            Stint("manager", "Alba", "MLB", 2001, 2001, ("games",)),
        ]
        merged = all_stints(told, played)
        assert [(one.club, one.sources) for one in merged] == [
            ("Minnesota Twins", ("piece", "games")),
            ("Seattle Mariners", ("piece", "games")),
            ("Alba", ("games",)),
        ]

    def test_a_season_told_within_the_games_stint_is_no_second_stint(self) -> None:
        told = [Stint("manager", "San Diego", None, 2015, 2016, ("piece",))]
        played = [Stint("manager", "San Diego Padres", "MLB", 2007, 2015, ("games",))]
        merged = all_stints(told, played)
        assert [(one.first, one.last, one.level, one.sources) for one in merged] == [
            (2007, 2016, "MLB", ("piece", "games"))
        ]

    def test_a_picture_has_a_name_and_no_code_of_its_own(self) -> None:
        stints = [
            Stint("manager", "<script>\x07$x$", None, 1990, 1991, ("a",)),
            Stint("player", "B", "AA", 1992, 1992, ("a",)),
        ]
        svg = str(level_chart(stints, 1989, [1991], "k", "a <name>"))
        root = ET.fromstring(svg)
        assert root.get("aria-label") == "a <name>"
        assert root.get("role") == "img"
        assert "<script>" not in svg
        assert {"drafted", "1989", "AA", "?"} <= {text.text for text in root.iter("text")}

    def test_a_bar_without_a_club_is_named_as_such(self) -> None:
        stints = [Stint("player", "A", "MLB", 1980, 1988, ("a",)), Stint("player", None, "MLB", 1989, 1993, ("a",))]
        root = ET.fromstring(str(level_chart(stints, None, [], "k", "x")))
        assert {"A", "club not stated"} <= {text.text for text in root.iter("text")}

    def test_nothing_to_draw(self) -> None:
        with pytest.raises(ValueError, match="no stint"):
            level_chart([], None, [], "k", "x")


class TestBackman:
    """The facts of the four pieces, on a fresh machine: no lake and no data."""

    def test_from_draft_to_monclova(self, ledger) -> None:
        assert ledger.years == (1977, 2017)
        assert ledger.drafted == 1977
        by_year = {one.first: (one.level, one.club) for one in ledger.stints}
        assert by_year[2010] == ("A-", "Brooklyn Cyclones")
        assert by_year[2013] == ("AAA", "Las Vegas 51s")
        assert by_year[2017] == ("Mex", "Acereros de Monclova")

    def test_the_sums_that_hold(self, ledger) -> None:
        sums = {row["text"]: row["holds"] for row in table(ledger, "sums")}
        seven = (
            "Brooklyn Cyclones 2010 + Binghamton Mets 2011 + Buffalo Bisons 2012 + Las Vegas 51s 2013-2016 = 7 seasons"
        )
        five = "Buffalo Bisons 2012 + Las Vegas 51s 2013-2016 = 5 seasons"
        assert [holds for text, holds in sums.items() if text.startswith(seven)] == [True]
        assert [holds for text, holds in sums.items() if text.startswith(five)] == [True]
        rest = "534-488 for the 9 seasons whose records are not told"
        assert [holds for text, holds in sums.items() if rest in text] == [None]

    def test_the_departure_of_2016_is_disputed_with_who_said_what(self, ledger) -> None:
        sides = {
            (row["says"].split(" New York")[0], row["said_by"])
            for row in table(ledger, "disputes")
            if row["matter"] == "Departure, New York Mets organization, 2016"
        }
        assert {
            ("resigned", "Sandy Alderson"),
            ("resigned", "Wally Backman"),
            ("fired", "sources, through Newsday"),
        } <= sides
        assert 2016 in {dispute.year for dispute in disputes_of(ledger.judged)}

    def test_the_three_statements_of_the_dismissal_are_consistent(self, ledger) -> None:
        found = [row for row in table(ledger, "facts") if row["fields"].get("after_days")]
        assert [row["verdict"] for row in found] == ["corroborated"] * 3

    def test_the_records_are_open_and_say_what_would_settle_them(self, ledger) -> None:
        rows = table(ledger, "records")
        assert [(row["record"], row["verdict"]) for row in rows] == [
            ("67-76", "unverifiable"),
            ("601-564", "unverifiable"),
        ]
        assert all(row["settles"] for row in rows)

    def test_nothing_is_said_to_be_checked(self, ledger) -> None:
        assert ledger.checked is None
        words = {verdict.verdict for verdict in ledger.judged.verdicts}
        assert not words & {"supported", "contradicted"}
        page = ledger_page(ledger, None)
        assert "nothing here was checked against games" in page
        assert "Checked against build" not in page

    def test_the_page_has_the_picture_its_name_and_the_table(self, ledger) -> None:
        page = ledger_page(ledger, None)
        label = re.search(r'<svg[^>]*aria-label="([^"]+)"', page)
        assert label is not None
        assert "2013-2016 AAA, Las Vegas 51s, manager" in label[1]
        assert "In dispute: " in label[1]
        assert '<th scope="row" class="t n">2013-2016</th>' in page
        assert "http" not in re.sub(r"https?://www\.w3\.org\S*", "", page)

    def test_the_command(self, tmp_path: Path) -> None:
        page = tmp_path / "page.html"
        result = run(str(BACKMAN), "-o", str(page))
        assert result.exit_code == 0, result.output
        assert result.output == f"ledger: {page}\n"
        assert page.stat().st_size > 10_000
        printed = run(str(BACKMAN))
        assert "In dispute: Departure, New York Mets organization, 2016" in printed.output
        assert run(str(BACKMAN), "--lake", str(tmp_path / "none")).exit_code == 1

    def test_every_fact_has_a_piece_and_every_piece_says_that_it_has_no_date(self) -> None:
        file = read_facts(BACKMAN)
        assert len(file.pieces) == 4
        assert all(piece.date is None and piece.file for piece in file.pieces.values())
        assert {source.piece for fact in file.facts for source in fact.sources} == set(file.pieces)

    def test_no_sentence_of_the_pieces_is_in_the_file(self) -> None:
        folder = os.environ.get("SKIPPER_DATA")
        pieces = sorted((Path(folder).parent / "press").glob("*.txt")) if folder else []
        if not pieces:
            pytest.skip("SKIPPER_DATA does not name a folder with press beside it")
        own = runs(BACKMAN.read_text("utf-8"))
        for piece in pieces:
            assert not own & runs(piece.read_text("utf-8")), piece.name


def runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[place : place + RUN]) for place in range(len(words) - RUN + 1)}


def table(ledger, name: str) -> list[dict[str, object]]:
    return next(list(one.rows) for one in answer_of(ledger).tables if one.name == name)


def test_a_name_in_the_file_is_no_markup(small: Path) -> None:
    page = ledger_page(ledger_of(read_facts(small), None), None)
    assert "<b>Abbot</b>" not in page
    assert "&lt;b&gt;Abbot" in page
