"""The commands: what they print, where, and with which exit status."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pandas  # noqa: F401  # in use, so that QuickReader leaves it alone in this process
import pytest
from click.testing import CliRunner, Result

from skipper import pipeline
from skipper.cli import COMMANDS, main
from skipper.commands.options import Seasons
from skipper.lake.store import LakeInUseError
from skipper.session import JavaMissingError
from skipper.sources.parsed import SourceError
from tiny_lake import NOTICE, write_lake

QUESTIONS = {
    "records": ["records", "José Marsh"],
    "usage": ["usage", "José Marsh", "--season", "2031"],
    "player": ["player", "<script>"],
    "differences": ["differences"],
    "sql": ["sql", "SELECT 1 AS a, 2 AS a, NULL AS b"],
    "tables": ["tables"],
    "table": ["tables", "lineup"],
}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_lake(tmp_path_factory.mktemp("tiny"))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.mark.parametrize("question", QUESTIONS)
def test_for_reading_it_fits_eighty_columns_and_says_that_it_is_simulated(lake: Path, question: str):
    result = run(*QUESTIONS[question], "--lake", lake)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] == "Simulated: every league, club and person here is fictional."
    assert max(map(len, lines)) <= 80
    assert result.output.count(NOTICE) == 1
    assert "Build tiny" in result.output
    assert "\x1b" not in result.output


@pytest.mark.parametrize("question", QUESTIONS)
def test_json_and_csv_have_the_same_rows(lake: Path, question: str):
    answer = json.loads(run(*QUESTIONS[question], "--lake", lake, "--format", "json").output)
    assert {"notices", "rule", "coverage", "rows", "tables", "notes", "simulated", "build"} <= set(answer)
    assert (answer["notices"], answer["simulated"]) == ([NOTICE], True)
    flat = list(csv.DictReader(io.StringIO(run(*QUESTIONS[question], "--lake", lake, "--format", "csv").output)))
    assert len(flat) == len(answer["rows"]) > 0
    assert list(flat[0]) == list(answer["rows"][0])


def test_a_wide_result_is_printed_row_by_row_and_nothing_is_cut(lake: Path):
    printed = run("sql", "SELECT * FROM club_game ORDER BY date LIMIT 2", "--lake", lake).output
    assert "opposing_starter_throws" in printed
    assert "ALP203104010" in printed
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_every_record_has_its_rule_and_the_missing_seasons_in_every_format(lake: Path):
    asked = ["records", "José Marsh", "--lake", lake]
    printed = run(*asked).output
    assert "Missing from this lake: 2032" in printed
    assert "Incomplete: 2033 IL, 1 of 4 games." in printed
    assert "credited" in printed
    answer = json.loads(run(*asked, "--format", "json").output)
    assert answer["coverage"]["seasons_missing"] == [2032]
    assert {row["rule"] for row in answer["rows"]} == {"managed", "credited"}
    assert answer["rows"][-1]["finish"] is None
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--format", "csv").output)))
    assert {row["career_seasons_missing"] for row in rows} == {"2032"}
    assert [row["season_complete"] for row in rows] == ["true", "true", "false", "false"]


def test_a_name_is_text_and_never_markup(lake: Path):
    result = run("player", "<script>", "--lake", lake)
    assert result.output.splitlines()[2].startswith("<script>: how his managers used him")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["records", "Vale"], "Ray Vale  2031  valer801  ALP"),
        (["records", "Jos Mrash"], "Did you mean"),
        (["records", "Bo Marsh"], "managed no game"),
        (["usage", "José Marsh", "--season", "2032"], "seasons he did: 2031, 2033"),
        (["usage", "José Marsh"], "Missing option '--season'"),
        (["differences", "--category", "x"], "acting_manager"),
        (["tables", "linup"], "Did you mean lineup?"),
        (["sql", "SELECT nothing"], "Binder Error"),
        (["sql", "SELECT * FROM lineups"], "lineup"),
        (["records"], "Missing argument 'NAME'"),
    ],
)
def test_what_cannot_be_answered_is_told_on_stderr_with_status_two(lake: Path, arguments: list[str], said: str):
    result = run(*arguments, "--lake", lake)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_without_a_lake(tmp_path: Path):
    result = run("records", "x", "--lake", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "skipper build" in result.stderr
    tables = run("tables", "--lake", tmp_path)
    assert tables.exit_code == 0
    assert "manager_season" in tables.output


def test_the_lake_of_the_environment(lake: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SKIPPER_LAKE", str(lake))
    assert run("records", "marsj801").exit_code == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_text(name: str):
    result = run(name, "--help")
    assert result.exit_code == 0
    assert name in run("--help").output


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_question_starts_java_or_waits_for_pandas(lake: Path, question: str):
    script = (
        "import sys\n"
        "from skipper.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "from pyspark import SparkContext\n"
        "print('pandas' in sys.modules, SparkContext._gateway, file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", script, *QUESTIONS[question], "--lake", str(lake), "--format", "csv"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "False None"


# build


@pytest.mark.parametrize(
    ("text", "years"), [("2016", {2016}), ("2015-2016", {2015, 2016}), ("2010, 2012-2013", {2010, 2012, 2013})]
)
def test_seasons_are_read(text: str, years: set[int]):
    assert Seasons().convert(text, None, None) == years


@pytest.mark.parametrize("text", ["16", "2016-2015", "2016-", "x", "1700"])
def test_what_is_no_season_is_a_usage_error(text: str, tmp_path: Path):
    result = run("build", "--gamelogs", tmp_path, "--lake", tmp_path / "lake", "--seasons", text)
    assert result.exit_code == 2
    assert text in result.stderr


@pytest.fixture
def building(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Run `build` with a pipeline that ends as told; returns the function that does."""

    def build(outcome: pipeline.BuildReport | Exception) -> Result:
        def fake(spark: object, inputs: pipeline.Inputs, lake: Path, progress) -> pipeline.BuildReport:
            progress("checks")
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr(pipeline, "build", fake)
        monkeypatch.setattr(pipeline.Inputs, "files", lambda self: [])
        monkeypatch.setattr("skipper.session.start_session", lambda: None)
        return run("build", "--gamelogs", tmp_path, "--lake", tmp_path / "lake")

    return build


def test_a_build_ends_with_a_summary(building):
    bad = [{"file": "gl2031.txt", "line": line, "reason": "160 fields"} for line in range(1, 8)]
    bad.append({"file": "glbad.zip", "line": None, "reason": "not a zip file"})
    result = building(pipeline.BuildReport("b", [2031, 2033], {"game": 1234}, bad, 61.2))
    assert result.exit_code == 0
    assert "61 s: 2031, 2033" in result.stdout
    assert "1,234" in result.stdout
    assert "gl2031.txt: 160 fields (line 1, line 2, line 3 and 4 more)" in result.stdout
    assert "glbad.zip: not a zip file\n" in result.stdout
    assert "checks" in result.stderr


@pytest.mark.parametrize(
    "error",
    [
        SourceError("no game logs there"),
        pipeline.NothingBuiltError("no game could be read"),
        LakeInUseError("another build"),
        JavaMissingError("install it"),
    ],
)
def test_a_build_that_fails_says_why_and_exits_with_one(building, error: Exception):
    result = building(error)
    assert result.exit_code == 1
    assert f"Error: {error}" in result.stderr
    assert "Traceback" not in result.output
