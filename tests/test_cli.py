"""The commands: what they print, where, and with which exit status."""

from __future__ import annotations

import csv
import importlib
import io
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from string import ascii_lowercase

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result
from rich.cells import cell_len

import skipper
from skipper.build import run as pipeline
from skipper.build.graph import graph
from skipper.build.withholding import Withheld
from skipper.cli import main
from skipper.cli.names import beginning
from skipper.cli.options import Seasons
from skipper.definitions.reasons import kind_of
from skipper.lake.manifest import OlderLakeError
from skipper.lake.store import LakeInUseError
from skipper.session import JavaMissingError
from skipper.sources.parsed import SourceError
from tiny_lake import NOTICE

QUESTIONS = {
    "records": ["records", "José Marsh"],
    "usage": ["usage", "José Marsh", "--season", "2031"],
    "player": ["player", "<script>"],
    "leaders": ["leaders", "wins"],
    "compare": ["compare", "José Marsh", "Tom Vale"],
    "differences": ["differences"],
    "sql": ["sql", "SELECT 1 AS a, 2 AS a, NULL AS b"],
    "tables": ["tables"],
    "table": ["tables", "lineup"],
}


@pytest.fixture(scope="module", autouse=True)
def _pandas_in_use() -> None:
    """QuickReader hides pandas where nobody uses it: here the tests of this process do, and DuckDB remembers."""
    importlib.import_module("pandas")


@pytest.fixture(scope="module")
def lake(tiny: Path) -> Path:
    return tiny


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
    flat = list(csv.DictReader(io.StringIO(run(*QUESTIONS[question], "--lake", lake, "--format", "csv").stdout)))
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
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--format", "csv").stdout)))
    assert {row["career_seasons_missing"] for row in rows} == {"2032"}
    assert [row["season_complete"] for row in rows] == ["true", "true", "false", "false"]


def test_a_name_is_text_and_never_markup(lake: Path):
    result = run("player", "<script>", "--lake", lake)
    assert result.output.splitlines()[2].startswith("<script>: playing time by manager")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["records", "Vale"], "Ray Vale  2031  valer801  ALP"),
        (["records", "Jos Mrash"], "Did you mean"),
        (["records", "Bo Marsh"], "managed no regular-season game"),
        (["usage", "José Marsh", "--season", "2032"], "seasons managed: 2031, 2033"),
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


@pytest.mark.parametrize("arguments", [["records", "x"], ["sql", "SELECT * FROM club"], ["tables"]])
@pytest.mark.parametrize("broken", ["manifest", "table"])
def test_a_lake_that_cannot_be_read_is_told_without_a_traceback(own_tiny: Path, arguments: list[str], broken: str):
    damaged = own_tiny
    if broken == "manifest":
        (damaged / "manifest.json").write_text("{")
    else:
        shutil.rmtree(damaged / "club")
        shutil.rmtree(damaged / "manager_season")
    result = run(*arguments, "--lake", damaged)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: {damaged}")


OLDER = {
    "build": "b",
    "built_at": "2026",
    "skipper_version": "0.0.9",
    "sources": {"gamelogs": "/my logs", "lahman": "/l"},
}


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A lake of a Skipper whose manifest had no format."""
    (tmp_path / "manifest.json").write_text(json.dumps(OLDER))
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["records", "x"],
        ["games", "x", "--season", "2031"],
        ["sql", "SELECT 1"],
        ["tables"],
        ["tables", "--graph"],
        ["file", "x", "-o", "x.html"],
        ["directives", "discover", "--season", "2031"],
    ],
)
def test_a_lake_of_an_older_skipper_is_refused_in_one_sentence_with_its_command(older: Path, arguments: list[str]):
    result = run(*arguments, "--lake", older)
    assert (result.exit_code, result.stdout) == (1, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {older}: built by another version of Skipper")
    assert line.endswith("skipper build --lake NEW_FOLDER --gamelogs '/my logs' --lahman /l")


def test_a_lake_of_an_older_skipper_is_refused_in_python_and_by_doctor(older: Path):
    with pytest.raises(OlderLakeError, match="build it again into a new folder: skipper build --lake NEW_FOLDER"):
        skipper.open(older)
    result = run("doctor", "--lake", older, "--format", "csv")
    assert result.exit_code == 1
    assert "lake,problem" in result.stdout
    assert "skipper build --lake NEW_FOLDER" in result.stdout


def test_the_graph_of_tables_is_told_with_and_without_a_lake(lake: Path, tmp_path: Path):
    edges = graph().published_edges
    for at in (lake, tmp_path):
        rows = json.loads(run("tables", "--graph", "--format", "json", "--lake", at).output)["rows"]
        told = {row["table"]: row for row in rows}
        assert {name: row["made_of"] for name, row in told.items()} == edges
        for name, row in told.items():
            assert set(row["makes"]) == {other for other, inputs in edges.items() if name in inputs}
            stages = [told[one]["stage"] for one in row["made_of"] if one in told]
            assert row["stage"] == 1 + max(stages, default=0)
    printed = run("tables", "--graph", "--lake", lake).output
    assert max(map(len, printed.splitlines())) <= 80
    assert re.search(r"^6 +manager_season\b.* +club$", printed, re.MULTILINE)
    assert len(printed.splitlines()) <= len(edges) + 20  # a line each, but for headings, notices and a few that wrap
    assert run("tables", "game", "--graph", "--lake", lake).exit_code == 2


def test_a_table_tells_what_it_is_made_of_and_what_of_it(lake: Path):
    printed = " ".join(run("tables", "manager_season", "--lake", lake).output.split())
    edges = graph().published_edges
    inputs = [f"`{name}`" if name in edges else name for name in edges["manager_season"]]
    assert f"Built from: {', '.join(inputs)}." in printed
    assert "Used by: `manager_career`, `stint`." in printed


def test_the_lake_of_the_environment(lake: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SKIPPER_LAKE", str(lake))
    assert run("records", "marsj801").exit_code == 0


# Help


def every_command() -> dict[str, click.Command]:
    """Each command by what one types: `records`, `fetch lahman`."""
    found: dict[str, click.Command] = {}

    def walk(group: click.Group, before: str) -> None:
        for name in group.list_commands(click.Context(group)):
            command = group.get_command(click.Context(group), name)
            found[f"{before}{name}"] = command
            if isinstance(command, click.Group):
                walk(command, f"{before}{name} ")

    walk(main, "")
    return found


EVERY_COMMAND = every_command()


@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_every_command_has_a_help_text_within_eighty_columns(name: str):
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80
    *group, last = name.split()
    listed = next(line for line in run(*group, "--help").output.splitlines() if line.split()[:1] == [last])
    assert not listed.endswith("...")


@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_every_help_text_has_examples_that_can_be_asked(name: str):
    shown = [line.strip() for line in run(*name.split(), "--help").output.split("Examples:")[1].splitlines()]
    examples = [shlex.split(line.split(">")[0])[1:] for line in shown if line.startswith("skipper ")]
    assert any(example[: len(name.split())] == name.split() for example in examples)
    for example in examples:
        parsed(main, example)


def parsed(command: click.Command, words: list[str]) -> None:
    """Parse the words as the command would, without running it; raises click.UsageError when they do not fit.

    A file of an example need not be here.
    """
    if not isinstance(command, click.Group):
        try:
            command.make_context(command.name, words)
        except click.BadParameter as error:
            if not re.search("does not exist|No such file", error.message):
                raise
        return
    _, inner, rest = command.resolve_command(click.Context(command), words)
    parsed(inner, rest)


def test_an_example_that_does_not_fit_would_be_found():
    with pytest.raises(click.UsageError):
        parsed(main, ["records", "Terry Collins", "--season", "2016"])


# Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_clicks_script_and_how_to_install_it(shell: str):
    result = run("completion", shell)
    assert result.exit_code == 0
    assert f"_SKIPPER_COMPLETE={shell}_complete" in result.output
    assert f"skipper completion {shell}" in result.output.splitlines()[-1]
    assert result.output.splitlines()[-1].startswith("# ")


def completed(lake: Path, *words: str) -> set[str]:
    """What a shell is offered for the last word."""
    complete = ShellComplete(main, {}, "skipper", "_SKIPPER_COMPLETE")
    return {item.value for item in complete.get_completions([*words[:-1], "--lake", str(lake)], words[-1])}


@pytest.mark.parametrize(
    "before", [["records"], ["usage"], ["file"], ["compare", "Tom_Vale"], ["differences", "--manager"]]
)
def test_names_of_managers_are_completed(lake: Path, before: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SKIPPER_LAKE", str(lake))
    complete = ShellComplete(main, {}, "skipper", "_SKIPPER_COMPLETE")
    offered = {item.value for item in complete.get_completions(before, "va")}
    assert offered == {"Vale_Tom", "Vale_Ray"}


def test_a_name_as_completed_is_found(lake: Path):
    (offered,) = completed(lake, "records", "Jo")
    assert run("records", offered, "--lake", lake).output == run("records", "José Marsh", "--lake", lake).output


def test_a_shell_gets_no_name_and_no_message_without_a_lake(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    assert completed(tmp_path, "records", "Va") == set()
    (tmp_path / "manifest.json").write_text("{")
    assert completed(tmp_path, "records", "Va") == set()
    assert capfd.readouterr() == ("", "")


def test_what_a_shell_would_want_quoted_is_left_out():
    names = ["Steve O'Neill", "<script>", "José Marsh", "O.P. Caylor"]
    assert beginning("O'N", names) == ["ONeill_Steve"]
    assert beginning("scr", names) == ["script"]
    assert beginning("jos", names) == ["José_Marsh"]
    assert beginning("o.p", names) == ["O.P._Caylor"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_question_waits_for_spark_or_pandas(lake: Path, question: str):
    script = (
        "import sys\n"
        "from skipper.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "main([*sys.argv[1:], '--format', 'csv'], standalone_mode=False)\n"
        "slow = {'pandas', 'pyspark', 'numpy', 'pyarrow', 'deltalake', 'rich', 'skipper.build'}\n"
        "print(*slow & set(sys.modules), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", script, *QUESTIONS[question], "--lake", str(lake)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == ""  # before it are the sources' notices


def test_the_package_runs_as_the_command():
    command = [sys.executable, "-m", "skipper", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"skipper, version {skipper.__version__}\n"


# build


@pytest.mark.parametrize(
    ("text", "years"), [("2016", {2016}), ("2015-2016", {2015, 2016}), ("2010, 2012-2013", {2010, 2012, 2013})]
)
def test_seasons_are_read(text: str, years: set[int]):
    assert Seasons().convert(text, None, None) == years


def test_years_to_come_are_none_where_they_cannot_be_fetched():
    following = str(date.today().year + 1)
    assert Seasons().convert(following, None, None) == {int(following)}
    with pytest.raises(click.BadParameter, match=f"within 1857 to {date.today().year}"):
        Seasons(to_come=False).convert(following, None, None)


@pytest.mark.parametrize("text", ["16", "2016-2015", "2016-", "x", "1700"])
def test_what_is_no_season_is_a_usage_error(text: str, tmp_path: Path):
    result = run("build", "--gamelogs", tmp_path, "--lake", tmp_path / "lake", "--seasons", text)
    assert result.exit_code == 2
    assert text in result.stderr


@pytest.fixture
def building(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Run `build` with a pipeline that ends as told; returns the function that does."""

    monkeypatch.setenv("SKIPPER_CACHE", str(tmp_path / "cache"))

    def build(outcome: pipeline.BuildReport | Exception, *arguments: str | Path) -> Result:
        def fake(
            spark: None, inputs: pipeline.Inputs, lake: Path, progress, allow_shrink: bool, only_stale: bool
        ) -> pipeline.BuildReport:
            progress("checks")
            build.inputs = inputs
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr(pipeline, "build", fake)
        monkeypatch.setattr("skipper.build.inputs.Inputs.require", lambda self: None)
        monkeypatch.setattr("skipper.session.start_session", lambda *given: None)
        return run("build", *(arguments or ("--gamelogs", tmp_path)), "--lake", tmp_path / "lake")

    return build


DONE = pipeline.BuildReport("b", [2031], {"game": 1}, [], 1.0)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A fetch cache with game logs and Lahman's tables, as `building` sees it."""
    for folder, name in (("retrosheet/gamelogs", "gl2031.zip"), ("lahman", "People.csv")):
        (tmp_path / "cache" / folder).mkdir(parents=True)
        (tmp_path / "cache" / folder / name).write_text("x")
    return tmp_path / "cache"


@pytest.mark.parametrize("command", ["build", "update"])
def test_a_source_that_is_given_twice_is_refused(tmp_path: Path, command: str) -> None:
    given = ("--gamelogs", tmp_path, "--gamelogs", tmp_path / "more", "--lake", tmp_path / "lake")
    result = run(command, *given)
    assert result.exit_code == 2
    assert "--gamelogs is given 2 times: name one folder" in result.stderr


def test_a_build_finds_the_fetch_cache_and_says_what_comes_from_where(building, cache: Path, tmp_path: Path):
    result = building(DONE, "--lahman", tmp_path)
    assert result.exit_code == 0
    assert building.inputs.places.get("gamelogs") == cache / "retrosheet" / "gamelogs"
    assert building.inputs.places.get("lahman") == tmp_path
    assert building.inputs.places.get("register") is None
    assert f"gamelogs: {cache / 'retrosheet' / 'gamelogs'} (fetch cache)\n" in result.stderr
    assert f"lahman: {tmp_path} (given)\n" in result.stderr
    assert "register: none; give --register or run `skipper fetch register`\n" in result.stderr


def test_a_build_finds_what_fetch_minors_downloaded(building, cache: Path):
    for folder, name in (("playbyplay", "2010_NYP_PlayByPlay.csv"), ("scores", "minors-scores-2004.csv")):
        (cache / "minors" / folder).mkdir(parents=True)
        (cache / "minors" / folder / name).write_text("x")
    assert building(DONE).exit_code == 0
    assert building.inputs.places.get("minors") == cache / "minors" / "playbyplay"
    assert building.inputs.places.get("scores") == cache / "minors" / "scores"


def test_a_build_finds_the_store_of_responses_in_the_cache(building, cache: Path):
    assert building(DONE, "--seasons", "2031").exit_code == 0
    assert building.inputs.places.get("statsapi") is None
    (cache / "statsapi" / "schedule").mkdir(parents=True)
    assert building(DONE, "--seasons", "2031").exit_code == 0
    assert building.inputs.places.get("statsapi") is None
    (cache / "statsapi" / "schedule" / "sportId=11.json.gz").write_text("x")
    assert building(DONE, "--seasons", "2031").exit_code == 0
    assert building.inputs.places.get("statsapi") == cache / "statsapi"


def test_a_build_without_the_cache_reads_only_what_is_given(building, cache: Path, tmp_path: Path):
    result = building(DONE, "--no-cache", "--gamelogs", tmp_path)
    assert result.exit_code == 0
    assert (building.inputs.places.get("gamelogs"), building.inputs.places.get("lahman")) == (tmp_path, None)
    assert str(cache) not in result.stderr
    assert building(DONE, "--no-cache").exit_code == 1


def test_a_build_without_game_logs_says_how_to_get_them(building):
    result = building(DONE, "--seasons", "2031")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no source of games: give --gamelogs, --events, --csvs, --minors, --statsapi or --scores" in result.stderr
    assert "or run `skipper fetch" in result.stderr


def quarantined(file: str, line: int | None, reason: str) -> dict[str, object]:
    return {"file": file, "line": line, "reason": reason, "kind": kind_of(reason)}


def test_a_build_ends_with_a_summary(building):
    bad = [quarantined("gl2031.txt", line, "160 fields") for line in range(1, 8)]
    bad.append(quarantined("glbad.zip", None, "not a zip file"))
    result = building(pipeline.BuildReport("b", [2031, 2033], {"game": 1234}, bad, 61.2))
    assert result.exit_code == 0
    assert "61 s: 2031, 2033" in result.stdout
    assert "1,234" in result.stdout
    assert "Quarantined: 8 (all in table quarantine).\n" in result.stdout
    assert "  7: 160 fields (such as gl2031.txt, line 1)\n" in result.stdout
    assert "  1: not a zip file (glbad.zip)\n" in result.stdout
    assert "checks" in result.stderr


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        (
            "an event outside Retrosheet's grammar: no advance: 'UXU(31)'",
            "an event outside Retrosheet's grammar: no advance: …",
        ),
        ("line 5: 'it''s' of SLN193604140", "line …: … of …"),
        ("code QUO is that of 'Quoin Harbor'", "code … is that of …"),
        ("lineup: 5 of nine slots are known, none in 6, 7, 8, 9", "lineup: … of nine slots are known, none in …"),
        ('no 1921 roster of SLN ("x\'y")', "no … roster of … (…)"),
    ],
)
def test_a_kind_of_reason_has_nothing_of_one_record(reason: str, kind: str) -> None:
    assert kind_of(reason).replace("……", "…") == kind


def test_a_long_quarantine_takes_fifteen_lines_by_kind_of_reason(building):
    kinds = [f"no {name} in the record" for name in "abcdefghijklmnopqrst"]
    bad = [
        quarantined("gl.txt", at, f"{kind}: '{at}' of {at + 1000}") for at, kind in enumerate([kinds[0]] * 5 + kinds, 1)
    ]
    printed = building(pipeline.BuildReport("b", [2031], {"game": 1}, bad, 1.0)).stdout
    lines = printed[printed.index("Quarantined") :].splitlines()
    assert len(lines) == 15
    assert lines[1] == "  6: no a in the record: '1' of 1001 (such as gl.txt, line 1)"
    assert lines[-1] == "  7 for 7 other reasons"


def screen_lines(text: str, width: int) -> int:
    """The lines that a terminal of that width shows, which folds longer ones itself."""
    return sum(max(1, math.ceil(cell_len(line) / width)) for line in text.splitlines())


@pytest.mark.parametrize("width", [12, 20, 33, 60, 79, 80, 132, 400])
@pytest.mark.parametrize("word", ["reason", "理由の長い説明", "x" * 90])
def test_the_quarantine_and_what_is_withheld_take_fifteen_lines_of_any_terminal(
    building, monkeypatch: pytest.MonkeyPatch, width: int, word: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    kinds = [
        " ".join([word] * length + [letter])
        for length, letter in zip([30, 1, 12, 7] * 6, ascii_lowercase, strict=False)
    ]
    bad = [quarantined(f"archive{letter}.zip/gl2031.txt", 7, f"{kind}: '1'") for kind in kinds for letter in "pq"]
    withheld = [Withheld(2033, None, "lineup: nine slots", f"{kind} is wrong", 2, "X", "gl.txt", 5) for kind in kinds]
    printed = building(pipeline.BuildReport("b", [2031], {"game": 1}, bad, 1.0, withheld=withheld)).stdout
    quarantine, heading, rest = printed[printed.index("Quarantined") :].partition("Withheld")
    assert screen_lines(quarantine, width) <= 15
    assert screen_lines(heading + rest, width) <= 15
    shown = "".join(quarantine.split())
    left = int(re.search(r"^ *(\d+) for", quarantine, re.MULTILINE)[1])
    counted = re.findall(r"^ *2:", quarantine, re.MULTILINE)
    assert left + 2 * len(counted) == len(bad)
    if width >= 60:  # a cut reason still says where the record stands
        assert shown.count("(suchasarchivep.zip/gl2031.txt,line7)") == len(counted) >= 4


def test_what_is_withheld_is_said_and_exits_with_three(building):
    withheld = Withheld(2033, None, "lineup: nine slots", "a slot is missing", 2, "game_id=X", "gl2033.txt", 5)
    result = building(pipeline.BuildReport("b", [2031], {"game": 1}, [], 1.0, withheld=[withheld]))
    assert result.exit_code == 3
    said = "2033: lineup: nine slots: a slot is missing (game_id=X; 2 rows; gl2033.txt, line 5)"
    assert said in " ".join(result.stdout.split())


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


@pytest.mark.parametrize(
    ("name", "value"), [("SKIPPER_CORES", "abc"), ("SKIPPER_CORES", "0"), ("SKIPPER_MEMORY", "lots")]
)
def test_an_unusable_setting_is_one_sentence(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gl2031.txt").write_text("x\n")
    monkeypatch.setenv(name, value)
    result = run("build", "--no-cache", "--lake", tmp_path / "lake", "--gamelogs", tmp_path)
    assert result.exit_code == 1
    assert f"Error: {name} is '{value}': it must be" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("close_to", [("record", "records"), ("usge", "usage"), ("lineups", "lineup")])
def test_a_misspelt_command_gets_the_likely_ones(close_to: tuple[str, str]):
    misspelt, meant = close_to
    done = CliRunner().invoke(main, [misspelt])
    assert done.exit_code == 2
    assert f"No such command {misspelt!r}." in done.stderr
    assert repr(meant) in done.stderr.split("Did you mean", 1)[1]


@pytest.mark.parametrize(
    "command",
    [
        *(["build", f"--{name}"] for name in ("gamelogs", "events", "lahman", "managers", "leagues", "transactions")),
        *(
            ["directives", "check"],
            ["directives", "keep"],
            ["check"],
            ["press"],
            ["ledger"],
            ["lineup", "best", "--plan"],
        ),
    ],
    ids=" ".join,
)
def test_a_pipe_is_refused_and_not_waited_for(command: list[str], tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    done = CliRunner().invoke(main, [*command, str(tmp_path / "pipe")])
    assert done.exit_code == 2
    assert "pipe' is neither a file nor a folder" in done.stderr


def test_a_pipe_among_the_files_of_a_source_is_named(tmp_path: Path):
    os.mkfifo(tmp_path / "gl2041.txt")
    done = CliRunner().invoke(main, ["build", "--gamelogs", str(tmp_path), "--lake", str(tmp_path / "lake")])
    assert done.exit_code == 1
    assert "gl2041.txt: not a regular file" in done.stderr
