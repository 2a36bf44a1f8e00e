"""`skipper directives`: what it prints, writes and exits with."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from directive_lake import write_lake
from directive_plans import HEAD, MAY, games, run
from skipper.answers.directives.plan_file import parse_plan
from skipper.cli import main
from skipper.lake.reader import LakeReader


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    return write_lake(
        tmp_path_factory.mktemp("directives") / "lake",
        games("5....7..3") + games("55", "mgr2", "R", MAY + timedelta(20)),
    )


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    file = tmp_path / "plan.yaml"
    asked = ("start: {against: LHP, at_least: 60%}", "bat: {slots: 1-6, at_least: 50%}", "pitch: {max_pitches: 90}")
    lines = "\n".join(f"  - {{id: d{n}, player: Al Mann, {words}, why: '<b>'}}" for n, words in enumerate(asked))
    file.write_text(f"{HEAD}directives:\n{lines}\n")
    return file


def test_json_has_every_directive_with_its_misses(lake: LakeReader, plan: Path) -> None:
    result = run(lake.lake, "check", plan, "--format", "json")
    first, second, third = json.loads(result.stdout)["directives"]
    wanted = {"id", "verdict", "club_games", "applicable", "followed", "rate", "target", "interval", "cost", "misses"}
    assert all(wanted <= set(one) for one in (first, second, third))
    assert (first["verdict"], first["club_games"], first["applicable"], first["followed"]) == ("missed", 9, 9, 3)
    assert len(first["misses"]) == 6
    assert first["misses"][0] == {
        "game_id": "ALP203105020",
        "date": "2031-05-02",
        "club": "ALP",
        "manager_id": "mgr1",
        "manager_name": "MGR1",
        "manager_source": "game_log",
        "observed": "did not start",
        "required": "a start",
    }
    assert "availability not given" in first["availability"]
    assert (second["verdict"], second["followed"], second["applicable"]) == ("met", 4, 5)
    assert (third["verdict"], third["applicable"], third["misses"]) == ("needs play-by-play", None, [])
    assert first["cost"]["runs"] is None
    assert first["interval"]["method"] == "Wilson score interval, 95 %"


def test_the_terminal_says_what_it_rests_on(lake: LakeReader, plan: Path) -> None:
    words = " ".join(run(lake.lake, "check", plan, "--since", "2031-05-03").stdout.split())
    for said in ("Simulated", "3 of 9", "needs play-by-play", "not given", "published means", "A notice.", "Since"):
        assert said in words


def test_csv_has_a_row_for_each_directive(lake: LakeReader, plan: Path) -> None:
    header, *rows = run(lake.lake, "check", plan, "--format", "csv").stdout.splitlines()
    assert header.startswith("plan,id,player,asked,directive,season,")
    assert [row.split(",")[1] for row in rows] == ["d0", "d1", "d2"]


def test_exit_statuses(lake: LakeReader, plan: Path, tmp_path: Path) -> None:
    assert run(lake.lake, "check", plan).exit_code == 0
    assert run(lake.lake, "check", plan, "--fail-on", "missed").exit_code == 3
    assert run(lake.lake, "check", plan, "--since", "2031-06-01", "--through", "2031-05-01").exit_code == 2
    other = tmp_path / "other.yaml"
    other.write_text(plan.read_text().replace("2031", "2030"))
    result = run(lake.lake, "check", other)
    assert result.exit_code == 2
    assert "2030 is not in this lake; available seasons: 2031." in result.stderr
    other.write_text(plan.read_text().replace("1-6", "0-6"))
    result = run(lake.lake, "check", other)
    assert result.exit_code == 2
    assert re.search(r"other\.yaml: line 5, column \d+: slots 0-6: a slot is 1 to 9", result.stderr)
    assert CliRunner().invoke(main, ["directives", "check", str(plan), "--lake", str(tmp_path)]).exit_code == 1


def test_one_plan_starts_no_java(lake: LakeReader, plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import skipper.session

    monkeypatch.setattr(skipper.session, "start_session", lambda: pytest.fail("a session was started"))
    assert run(lake.lake, "check", plan).exit_code == 0


def test_one_plan_waits_for_neither_spark_nor_pandas(lake: LakeReader, plan: Path) -> None:
    script = (
        "import sys\n"
        "from skipper.cli import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "print(*{'pandas', 'pyspark'} & set(sys.modules), file=sys.stderr)\n"
    )
    words = ["directives", "check", str(plan), "--lake", str(lake.lake)]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == ""


def test_new_writes_a_valid_plan_once(tmp_path: Path) -> None:
    out = tmp_path / "plan.yaml"
    words = ["directives", "new", "--season", "2031", "--organization", 'A: "B" #1', "-o", str(out)]
    assert CliRunner().invoke(main, words).exit_code == 0
    plan = parse_plan(out.read_text()).plan
    assert (plan.season, plan.organization) == (2031, 'A: "B" #1')
    assert json.loads((tmp_path / "plan.schema.json").read_text())["title"] == "Skipper development plan"
    assert CliRunner().invoke(main, words).exit_code == 2


def test_new_makes_the_folder(tmp_path: Path) -> None:
    out = tmp_path / "plans" / "2031" / "plan.yaml"
    result = CliRunner().invoke(main, ["directives", "new", "--season", "2031", "-o", str(out)])
    assert result.exit_code == 0, result.output
    assert parse_plan(out.read_text()).plan.season == 2031


def test_new_says_why_it_cannot_write(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["directives", "new", "-o", str(tmp_path / "file" / "plan.yaml")])
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr


def test_every_figure_is_told_over_available_and_over_all_club_games(lake: LakeReader, plan: Path) -> None:
    entry = json.loads(run(lake.lake, "check", plan, "--format", "json").stdout)["directives"][0]
    every = {"rate", "needed", "interval", "longest_run_of_misses", "longest_run_from", "longest_run_to", "first_miss"}
    every |= {"last_miss", "trend", "changed_after", "cost", "first_games", "first_followed", "second_games"}
    assert every <= set(entry)
    assert every <= set(entry["over_club_games"])
    words = run(lake.lake, "check", plan).stdout
    rows = [line.split() for line in words.splitlines() if line.startswith("d0 ")]
    assert [row[1:3] for row in rows if row[1] in ("available", "all")] == [
        ["available", "3"],
        ["all", "3"],
        ["available", "4"],
        ["all", "4"],
    ]
    assert "+15 points" in words  # first half 1 of 4, second 2 of 5


def test_the_page_has_every_game_and_escapes(lake: LakeReader, plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    result = run(lake.lake, "check", plan, "-o", out)
    assert result.exit_code == 0
    page = out.read_text("utf-8")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert page.count('aria-label="2031-05-02: missed (did not start)"') == 1
    assert page.count('aria-label="2031-05-01: followed (slot 5)"') == 2
    assert 'aria-label="2031-05-21: not applicable (against the other hand)"' in page
    assert page.count("<svg viewBox") == 2
    assert page.count("Over the available games, and over all club-games</caption>") == 2
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links <= set(re.findall(r'id="([^"]+)"', page))
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+|deadcatsbounce\S+", "", page)
    assert "A notice." in page
