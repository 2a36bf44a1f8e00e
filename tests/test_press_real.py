"""What reports must show on the four pieces and real tables.

Needs SKIPPER_DATA with the pieces beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from built_lake import Built
from press_claims import claims_of
from skipper.lake.reader import LakeReader
from skipper.press.answer import Judged, facts_for
from skipper.press.answer import judged as judged_by_lake
from skipper.press.claim import Claim, Report
from skipper.press.clean import passages
from skipper.press.documents import read_documents
from skipper.press.facts_of_lake import load_facts
from skipper.press.ledger.drawn import drawn_up
from skipper.press.reconcile import Verdict, judge
from skipper.press.vocabulary import Vocabulary

BACKMAN = "Wally Backman"
AGAINST = {"contradicted", "check_reading"}  # which, is for what the reader marks as explicit

# What a careful reader marks and the frames do not read; a frame that comes to read it fails here until its mark goes.
NOT_READ = pytest.mark.xfail(strict=True, reason="the frames do not read this construction")


@pytest.fixture(scope="module")
def lake(every_season: Built) -> LakeReader:
    return every_season.reader()


def judged_of(reports: list[Report], lake: LakeReader, words: Vocabulary) -> Judged:
    """The claims of reports of every type, judged together."""
    return judged_by_lake(reports, [claim for report in reports for claim in claims_of(report, words)], lake)


@pytest.fixture(scope="module")
def judged(lake: LakeReader, real_data: Path, real_words: Vocabulary) -> Judged:
    pieces = sorted((real_data.parent / "press").glob("*.txt"))
    if len(pieces) != 4:
        pytest.skip("the four pieces are not beside SKIPPER_DATA")
    found, _refused = read_documents(pieces)
    return judged_of([replace(one, group=one.name) for one in found], lake, real_words)


def about(judged: Judged, kind: str, **fields: Any) -> Iterator[tuple[Claim, Verdict]]:
    """Claims about Backman of a type, with those fields."""
    for claim, verdict in judged.pairs:
        same = all(claim.fields.get(name) == value for name, value in fields.items())
        if claim.type == kind and claim.fields.get("person") == BACKMAN and same:
            yield claim, verdict


def words(judged: Judged, kind: str, **fields: Any) -> set[str]:
    """The verdicts on them; there is at least one."""
    found = {verdict.verdict for _claim, verdict in about(judged, kind, **fields)}
    assert found, (kind, fields)
    return found


def evidence(judged: Judged, kind: str, **fields: Any) -> str:
    return " | ".join(one.text for _claim, verdict in about(judged, kind, **fields) for one in verdict.evidence)


def test_all_are_linked_to_the_one_man(judged: Judged) -> None:
    links = {link.id for claim in judged.claims for link in claim.links if link.name == BACKMAN}
    assert len(links) == 1
    assert None not in links


def test_seasons_played_are_supported_from_the_game_logs(judged: Judged) -> None:
    for value, ours in ((9, "9: 1980-1988"), (5, "5: 1989-1993")):
        verdicts = [one for _claim, one in about(judged, "tally", what="seasons_played", value=value)]
        assert {(one.verdict, one.ours, one.rule) for one in verdicts} == {("supported", ours, "from starts")}


def test_the_debut_and_the_title_are_supported(judged: Judged) -> None:
    assert words(judged, "debut", year=1980) == {"supported"}
    assert words(judged, "title", seasons=[1986]) == {"supported"}


def test_ages_are_supported_for_an_interval_in_undated_pieces(judged: Judged) -> None:
    assert [piece.date for piece in judged.reports] == [None] * 4
    [(_claim, young)] = about(judged, "age", years=53)
    assert (young.verdict, young.ours) == ("supported", "53 from 2012-09-22 to 2013-09-21")
    [(_claim, old)] = about(judged, "age", years=56)
    assert (old.verdict, old.ours) == ("supported", "56 from 2015-09-22 to 2016-09-21")


def test_the_departure_of_2016_is_disputed_with_both_sides_and_who_asserted_each(judged: Judged) -> None:
    sides = [
        (claim, verdict)
        for claim, verdict in about(judged, "departure", organization="New York Mets")
        if claim.fields.get("manner")
    ]
    manners = {tuple(claim.fields["manner"]) for claim, _verdict in sides}
    assert {("resigned",), ("fired",)} <= manners
    assert {verdict.verdict for _claim, verdict in sides} == {"disputed"}
    asserted = {name for claim, _verdict in sides for name in claim.attributed_to}
    assert {"Sandy Alderson", "sources"} <= asserted
    for _claim, verdict in sides:
        against = [one.text for one in verdict.evidence if one.text.startswith("against it")]
        assert against
        assert all(" — " in text for text in against)


def test_the_appointment_of_2004_is_corroborated(judged: Judged) -> None:
    found = list(about(judged, "appointment", club="Arizona Diamondbacks"))
    assert len({claim.report for claim, _verdict in found}) == 3
    assert {verdict.verdict for _claim, verdict in found} == {"corroborated"}


def test_two_statements_of_the_dismissal_of_2004_agree(judged: Judged) -> None:
    found = list(about(judged, "departure", club="Arizona Diamondbacks"))
    assert [claim.fields["after_days"] for claim, _verdict in found] == [[4, 4], [0, 6]]
    assert {verdict.verdict for _claim, verdict in found} == {"corroborated"}


@NOT_READ
def test_the_three_statements_of_the_dismissal_of_2004_are_consistent(judged: Judged) -> None:
    found = list(about(judged, "departure", club="Arizona Diamondbacks"))
    assert len({claim.report for claim, _verdict in found}) == 3
    assert {verdict.verdict for _claim, verdict in found} == {"corroborated"}


def test_minor_league_records_are_open_with_what_would_settle_each(judged: Judged) -> None:
    for wins in (601, 67):
        [(_claim, verdict)] = about(judged, "record", wins=wins)
        assert verdict.verdict in ("corroborated", "implied", "unverifiable")
        assert verdict.verdict != "unverifiable" or "the league's own record" in str(verdict.settles)
    rest = "601-564 less 67-76 (2012) leaves 534-488 for the 9 seasons whose records are not told"
    assert rest in evidence(judged, "record", wins=601)


def test_five_seasons_managed_are_corroborated_by_the_records_of_minor_league_managers(judged: Judged) -> None:
    found = list(about(judged, "tally", what="seasons_managed", value=5))
    assert [(verdict.verdict, verdict.ours) for _claim, verdict in found] == [("corroborated", "5: 2012-2016")] * 2


def test_a_tally_over_seasons_that_are_not_here_is_open(judged: Judged) -> None:
    found = list(about(judged, "tally", what="postseason_seasons"))
    assert [(claim.fields["clubs"], claim.fields["seasons"], verdict.verdict) for claim, verdict in found] == [
        (["Brooklyn Cyclones"], [2010], "unverifiable"),
        (["Las Vegas 51s"], [2013, 2014], "unverifiable"),
    ]


@NOT_READ
def test_seasons_above_500_are_corroborated(judged: Judged) -> None:
    assert words(judged, "tally", what="seasons_above_500") == {"corroborated"}


def test_nothing_in_the_four_pieces_is_contradicted(judged: Judged) -> None:
    assert len(judged.claims) == 47
    assert {verdict.verdict for verdict in judged.verdicts}.isdisjoint(AGAINST)


def career_of(judged: Judged, lake: LakeReader, role: str) -> list[tuple[int | None, int | None, str | None]]:
    """Return first season, last season and level of each of Backman's stints in a role, drawn up from the pieces."""
    own = [(claim, verdict) for claim, verdict in judged.pairs if claim.fields.get("person") == BACKMAN]
    person_id = next(link.id for claim, _verdict in own for link in claim.links if link.name == BACKMAN and link.id)
    about_him = Judged((), tuple(claim for claim, _verdict in own), tuple(verdict for _claim, verdict in own))
    career = drawn_up(BACKMAN, person_id, about_him, load_facts(lake, [person_id]), "b")
    return [(one.first, one.last, one.level) for one in career.stints if one.role == role]


def test_the_career_as_a_player_is_of_the_games(judged: Judged, lake: LakeReader) -> None:
    assert career_of(judged, lake, "player") == [
        (1980, 1988, "MLB"),
        (1989, 1989, "MLB"),
        (1990, 1990, "MLB"),
        (1991, 1992, "MLB"),
        (1993, 1993, "MLB"),
    ]


def test_the_career_as_a_manager_has_the_posts_whose_seasons_are_read(judged: Judged, lake: LakeReader) -> None:
    managed = career_of(judged, lake, "manager")
    alone = [(season, season) for season in (1998, 2002, 2004, 2007, 2010, 2012)]
    assert [(first, last) for first, last, _level in managed] == [*alone, (2013, 2014)]


@NOT_READ
def test_the_career_from_the_four_texts_has_every_post(judged: Judged, lake: LakeReader) -> None:
    assert career_of(judged, lake, "manager") == [
        (1998, 1998, "Ind"),
        (2002, 2002, "AA"),
        (2004, 2004, "A+"),
        (2007, 2007, "Ind"),
        (2009, 2009, "Ind"),
        (2010, 2010, "A-"),
        (2011, 2011, "AA"),
        (2012, 2012, "AAA"),
        (2013, 2016, "AAA"),
        (2017, 2017, "Mex"),
    ]


DRAFT = """\
Gil Hodges was {hodges} when he led the Mets to the 1969 title. When the Yankees hired him as manager in November 1995,
Joe Torre was {torre}. Whitey Herzog won {herzog} games as a big-league manager.

Davey Johnson's Mets won {johnson} games in 1986. Dick Howser managed the {howser} for six seasons.
"""


@pytest.mark.parametrize(
    ("told", "verdict", "ours"),
    [
        (
            {"hodges": 45, "torre": 55, "herzog": "1,281", "johnson": 108, "howser": "Royals"},
            "supported",
            ["45 in 1969", "55 in 1995-11", "1281-1125-3 in 18 seasons", "108-54", "6: 1981-1986"],
        ),
        (
            {"hodges": 60, "torre": 25, "herzog": "1,381", "johnson": 118, "howser": "Red Sox"},
            "contradicted",
            ["44 or 45 in 1969", "55 in 1995-11", "1281-1125-3 in 18 seasons", "108-54", "0: none"],
        ),
    ],
)
def test_ages_wins_and_seasons_with_a_club_of_a_draft(
    lake: LakeReader, real_words: Vocabulary, told: dict[str, Any], verdict: str, ours: list[str]
) -> None:
    text = DRAFT.format(**told)
    judged = judged_of([Report("draft.md", text, passages(text))], lake, real_words)
    kept = [one for claim, one in judged.pairs if claim.type in ("age", "record", "tally")]
    assert {one.verdict for one in kept} <= ({verdict} if verdict == "supported" else AGAINST)
    assert len(kept) == 5
    assert sorted(one.ours for one in kept) == sorted(ours)


HONOURS = [
    ("Tommy Lasorda as a manager won four pennants with the Los Angeles Dodgers.", "supported"),
    ("Tommy Lasorda managed the Los Angeles Dodgers to five pennants.", "contradicted"),
    ("In 1985 Bobby Cox managed the Toronto Blue Jays. He was named Manager of the Year four times.", "supported"),
    ("Earl Weaver won pennants with the Orioles in 1969, 1970 and 1971.", "supported"),
    ("Earl Weaver won pennants with the Orioles in 1968, 1969 and 1970.", "contradicted"),
    ("Hank Bauer won the World Series in 1966 and 1970 with the Baltimore Orioles.", "contradicted"),
    ("Walter Alston's Dodgers won the World Series in 1955, 1959, 1963 and 1965.", "supported"),
    ("Walter Alston won six World Series with the Dodgers.", "contradicted"),
    ("Cito Gaston's Blue Jays won the World Series in 1992 and 1993.", "supported"),
    ("Bill Terry followed John McGraw in New York. The Giants won the World Series in 1922.", "supported"),
    # Lemon managed the Yankees from July to the end of 1978.
    ("Billy Martin won the 1978 World Series with the New York Yankees.", "unverifiable"),
    # The wire services' managers of the year are in no list.
    ("Gene Mauch was the National League Manager of the Year in 1964.", "unverifiable"),
    # The pennants of 1902 and 1904 are in no series.
    ("John McGraw won 10 pennants with the New York Giants.", "unverifiable"),
]


@pytest.fixture(scope="module")
def honours(lake: LakeReader, real_words: Vocabulary) -> dict[str, list[Verdict]]:
    """The verdicts on titles, awards and their counts by text, each judged by itself; the facts are read once."""
    reports = [Report("draft.txt", text, passages(text)) for text, _verdict in HONOURS]
    claims = [claims_of(report, real_words) for report in reports]
    facts = facts_for([claim for each in claims for claim in each], lake)
    return {
        report.text: [
            verdict
            for claim, verdict in zip(own, judge(own, [report], facts), strict=True)
            if claim.type in ("title", "award", "tally")
        ]
        for report, own in zip(reports, claims, strict=True)
    }


@pytest.mark.parametrize(("text", "verdict"), HONOURS)
def test_titles_and_awards(honours: dict[str, list[Verdict]], text: str, verdict: str) -> None:
    found = [one.verdict for one in honours[text]]
    assert len(found) == 1
    assert found[0] in (AGAINST if verdict == "contradicted" else {verdict})
