"""Checking plans: answers, JSON, what changed, managers compared, the page, and Spark against DuckDB."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from directive_lake import SEASON, MemoryLake, Play, Side, write_lake
from skipper.cli import main
from skipper.directives.check import check
from skipper.directives.compare import ranked
from skipper.directives.plan_file import PlanError, PlanFile, parse_plan
from skipper.directives.tables import TABLES
from skipper.lake.delta import open_table
from skipper.lake.reader import LakeReader
from test_directives_rules import plan_text, season

MAN = "manno001"
HEAD = f"organization: Alpha Town\nseason: {SEASON}\n"
MAY = date(SEASON, 5, 1)


def plan_of(*directives: str, before: str = "") -> PlanFile:
    return parse_plan(f"{HEAD}{before}directives:\n" + "\n".join(f"  - {{{one}}}" for one in directives))


def games(starts: str, manager: str = "mgr1", hand: str = "L", first: date = MAY) -> list[Side]:
    """A game a day: a slot where there is a digit, no start where there is a point."""
    return [
        Side("ALP", first + timedelta(at), "0", hand, manager, None if mark == "." else {MAN: Play(int(mark), 6)})
        for at, mark in enumerate(starts)
    ]


def status(sides: list[Side], words: str, **days: date) -> dict[str, Any]:
    (one,) = check(MemoryLake(sides), [plan_of(f"id: a, player: Al Mann, {words}")], **days).directed
    return one.status


# Verdicts and days


def test_at_the_end_the_count_decides_and_before_it_the_pace() -> None:
    sides = games("5555555555" + "." * 10)
    asked = "start: {against: LHP, at_least: 60%}"
    absence = "unavailable:\n  - {player: Al Mann, from: 2031-12-31, source: club}\n"
    plan = plan_of(f"id: a, player: Al Mann, {asked}", before=absence)
    verdicts = {
        day: check(MemoryLake(sides), [plan], through=MAY + timedelta(day)).directed[0].status["verdict"]
        for day in (0, 5, 9, 14, 19)
    }
    assert verdicts == {0: "too early to say", 5: "met", 9: "met", 14: "too early to say", 19: "missed"}


def test_with_every_game_asked_for_one_miss_decides() -> None:
    sides = games("55555.5555")
    asked = "rest: {max_consecutive: 4}"
    assert status(sides, asked, through=MAY + timedelta(3))["verdict"] == "too early to say"
    assert status(sides, asked, through=MAY + timedelta(4))["verdict"] == "missed"
    assert status(sides, "rest: {max_consecutive: 5}")["verdict"] == "met"


def test_a_week_is_judged_when_no_day_of_it_is_to_come() -> None:
    """2031-05-01 is a Thursday; the games go on to the 20th."""
    sides = games("5." * 10)
    asked = "start: {games_per_week: 4}, to: 2031-05-03"
    assert status(sides, asked, through=date(SEASON, 5, 2))["applicable"] == 0
    assert status(sides, asked, through=date(SEASON, 5, 3))["applicable"] == 3
    assert status(sides, asked.partition(", to")[0], through=date(SEASON, 5, 3))["applicable"] == 0
    assert status(sides, asked.partition(", to")[0], through=date(SEASON, 5, 4))["applicable"] == 3


def test_no_applicable_game_is_said() -> None:
    row = status(games("555"), "start: {against: RHP, at_least: 60%}")
    assert (row["verdict"], row["verdict_by"]) == ("too early to say", "no game was applicable")
    assert (row["club_games"], row["rate"], row["interval_low"], row["on_course"]) == (0, None, None, None)


def test_the_newest_season_of_an_incomplete_league_is_running() -> None:
    asked = [plan_of("id: a, player: Al Mann, start: {at_least: 60%}")]
    sides = games("555")
    assert check(MemoryLake(sides), asked).directed[0].status["verdict"] == "met"
    assert check(MemoryLake(sides, complete=False), asked).directed[0].status["verdict"] == "too early to say"


def test_a_plan_that_calls_a_starter_unavailable_is_told_so() -> None:
    absence = f"unavailable:\n  - {{player: Al Mann, from: {MAY}, to: {MAY + timedelta(1)}, source: the club}}\n"
    (one,) = check(
        MemoryLake(games("5.55")), [plan_of("id: a, player: Al Mann, start: {at_least: 60%}", before=absence)]
    ).directed
    assert (one.status["unavailable"], one.status["unavailable_started"], one.status["applicable"]) == (2, 1, 2)
    assert "yet he started 1 game on days that it calls him unavailable" in one.availability
    assert one.games[0]["reason"] == "unavailable: the club"


def test_costs_are_signed_and_limited_to_what_the_target_does_not_allow() -> None:
    row = status(games("99999.....5"), "start: {at_least: 60%}")
    own = (5 * 622 + 696 + 5 * 618 + 693) / (2 * 6 * 162)
    assert (row["applicable"], row["followed"], row["needed"]) == (11, 6, 7)
    assert row["lost_by_all_misses"] == pytest.approx(5 * own)
    assert row["cost"] == pytest.approx(own)
    assert row["cost_low"] < row["cost"] < row["cost_high"]
    gained = status(games("1111"), "bat: {slots: 7-9, at_least: 50%}")
    assert gained["cost"] < 0
    assert gained["cost_low"] < gained["cost"] < gained["cost_high"]
    assert status(games("1111"), "field: {position: 2B, at_least: 50%}")["cost"] is None


def test_what_changed_since_a_day() -> None:
    sides = games("5" * 12 + "." * 30 + "55")
    absence = "unavailable:\n  - {player: Al Mann, from: 2031-12-31, source: club}\n"
    wanted = (
        "start: {at_least: 60%}",
        "start: {at_least: 30%}",
        "rest: {max_consecutive: 20}",
        "pitch: {max_pitches: 9}",
    )
    plan = plan_of(*(f"id: d{n}, player: Al Mann, {words}" for n, words in enumerate(wanted)), before=absence)
    since, through = MAY + timedelta(5), MAY + timedelta(41)
    checked = check(MemoryLake([*sides, *games("5", first=date(SEASON, 9, 30))]), [plan], through, since)
    changes = [one.change["change"] for one in checked.directed]
    assert changes == ["newly missed", "no longer met: behind", "on course", "needs play-by-play"]
    assert (checked.directed[0].change["applicable_since"], checked.directed[0].change["followed_since"]) == (36, 6)


def test_a_suspected_namesake_is_who_started_for_the_club() -> None:
    sides = [*games("5"), Side("GAM", MAY, starts={"boydx001": Play(3, 4)})]
    lake = MemoryLake(sides)
    lake.connection.execute("UPDATE player_usage SET player_name = 'Al Mann'")
    checked = check(lake, [plan_of("id: a, player: al mann, rest: {max_consecutive: 5}")])
    assert checked.directed[0].asked.person_id == f"p-{MAN}"


def test_part_of_a_name_is_looked_for_in_the_club_first() -> None:
    lake = MemoryLake([*games("5"), Side("GAM", MAY, starts={"boydx001": Play(3, 4)})])
    lake.connection.execute("UPDATE player_usage SET player_name = 'Bo Mann' WHERE player_id = 'boydx001'")
    for club, person in (("ALP", f"p-{MAN}"), ("GAM", "p-boydx001")):
        plan = plan_of(f"id: a, player: mann, club: {club}, rest: {{max_consecutive: 5}}")
        assert check(lake, [plan]).directed[0].asked.person_id == person


def test_a_name_means_one_man_in_the_whole_plan() -> None:
    sides = [Side("GAM", MAY, starts={MAN: Play(3, 4)}), Side("BET", MAY, starts={"boydx001": Play(3, 4)})]
    lake = MemoryLake(sides)
    lake.connection.execute("UPDATE player_usage SET player_name = 'Al Mann'")
    absence = f"unavailable:\n  - {{player: Al Mann, from: {MAY}, source: club}}\n"
    asked = "id: a, player: Al Mann, club: GAM, start: {at_least: 5%}"
    (one,) = check(lake, [plan_of(asked, before=absence)]).directed
    assert (one.asked.person_id, one.status["unavailable"]) == (f"p-{MAN}", 1)


def test_every_unknown_is_told_with_its_place() -> None:
    plan = plan_of(
        "id: a, player: Al Monn, rest: {max_consecutive: 5}",
        "id: b, player: Al Mann, club: Gamma Cty, rest: {max_consecutive: 5}",
        "id: c, player: Al Mann, club: GAM, level: MLB, rest: {max_consecutive: 5}",
    )
    with pytest.raises(PlanError) as caught:
        check(MemoryLake(games("5")), [plan])
    first, second, third = str(caught.value).splitlines()
    assert first.startswith("plan.yaml: line 4, column 21: No player here is called 'Al Monn'")
    assert second.startswith("plan.yaml: line 5, column 36: no club of 2031")
    assert "Did you mean Gamma City?" in second
    assert third.startswith("plan.yaml: line 6, column 48: level MLB: none of its clubs (GAM)")


# Managers


def test_two_of_three_do_not_stand_above_eighty_of_a_hundred() -> None:
    first, second = games("5" * 80 + "." * 20, "mgr1"), games("55.", "mgr2", first=MAY + timedelta(100))
    end = Side("ALP", MAY + timedelta(103), hand="R", manager="mgr3", starts={MAN: Play(5, 6)})
    rows = ranked(
        check(MemoryLake([*first, *second, end]), [plan_of("id: a, player: Al Mann, start: {at_least: 50%}")])
    )
    assert [(row["rank"], row["manager_id"], row["followed"], row["applicable"]) for row in rows] == [
        (1, "mgr1", 80, 100),
        (2, "mgr2", 2, 3),
        (3, "mgr3", 1, 1),
    ]
    assert rows[0]["expected"] == 50


# The command


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


def run(lake: LakeReader, *words: object) -> Result:
    return CliRunner().invoke(main, ["directives", *map(str, words), "--lake", str(lake.lake)])


def test_json_has_every_directive_with_its_misses(lake: LakeReader, plan: Path) -> None:
    result = run(lake, "check", plan, "--format", "json")
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
        "observed": "did not start",
        "required": "a start",
    }
    assert "availability was not given" in first["availability"]
    assert (second["verdict"], second["followed"], second["applicable"]) == ("met", 4, 5)
    assert (third["verdict"], third["applicable"], third["misses"]) == ("needs play-by-play", None, [])
    assert first["cost"]["runs"] is None
    assert first["interval"]["method"] == "Wilson score interval, 95 %"


def test_the_terminal_says_what_it_rests_on(lake: LakeReader, plan: Path) -> None:
    words = " ".join(run(lake, "check", plan, "--since", "2031-05-03").stdout.split())
    for said in ("Simulated", "3 of 9", "needs play-by-play", "was not given", "published means", "A notice.", "Since"):
        assert said in words


def test_csv_has_a_row_for_each_directive(lake: LakeReader, plan: Path) -> None:
    header, *rows = run(lake, "check", plan, "--format", "csv").stdout.splitlines()
    assert header.startswith("plan,id,player,asked,directive,season,")
    assert [row.split(",")[1] for row in rows] == ["d0", "d1", "d2"]


def test_exit_statuses(lake: LakeReader, plan: Path, tmp_path: Path) -> None:
    assert run(lake, "check", plan).exit_code == 0
    assert run(lake, "check", plan, "--fail-on", "missed").exit_code == 3
    assert run(lake, "check", plan, "--since", "2031-06-01", "--through", "2031-05-01").exit_code == 2
    other = tmp_path / "other.yaml"
    other.write_text(plan.read_text().replace("2031", "2030"))
    result = run(lake, "check", other)
    assert result.exit_code == 2
    assert "2030 is not in this lake; its seasons: 2031." in result.stderr
    other.write_text(plan.read_text().replace("1-6", "0-6"))
    result = run(lake, "check", other)
    assert result.exit_code == 2
    assert re.search(r"other\.yaml: line 5, column \d+: slots 0-6: a slot is 1 to 9", result.stderr)
    assert CliRunner().invoke(main, ["directives", "check", str(plan), "--lake", str(tmp_path)]).exit_code == 1


def test_one_plan_starts_no_java(lake: LakeReader, plan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import skipper.session

    monkeypatch.setattr(skipper.session, "start_session", lambda: pytest.fail("a session was started"))
    assert run(lake, "check", plan).exit_code == 0


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


def test_the_page_has_every_game_and_escapes(lake: LakeReader, plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    result = run(lake, "check", plan, "-o", out)
    assert result.exit_code == 0
    page = out.read_text("utf-8")
    assert "<b>" not in page
    assert "&lt;b&gt;" in page
    assert page.count('aria-label="2031-05-02: missed (did not start)"') == 1
    assert page.count('aria-label="2031-05-01: followed (slot 5)"') == 2
    assert 'aria-label="2031-05-21: not applicable (against the other hand)"' in page
    assert page.count("<svg viewBox") == 2
    links = set(re.findall(r'href="#([^"]+)"', page))
    assert links <= set(re.findall(r'id="([^"]+)"', page))
    assert "http" not in re.sub(r"http://www\.w3\.org/\S+|deadcatsbounce\S+", "", page)
    assert "A notice." in page


# Spark


def spark_rows(made: dict[str, Any], name: str) -> list[tuple]:
    return sorted((rounded(tuple(row)) for row in made[name].collect()), key=repr)


def duckdb_rows(lake: LakeReader, name: str) -> list[tuple]:
    (table,) = (table for table in TABLES if table.name == name)
    columns = ", ".join(f'CAST("{column.name}" AS {column.type}) AS "{column.name}"' for column in table.columns)
    result = lake.connection.execute(f"SELECT {columns} FROM temp.{name}")
    return sorted((rounded(row) for row in result.fetchall()), key=repr)


def rounded(row: tuple) -> tuple:
    """Sums of floating numbers differ in their last bits with the order of the sum."""
    return tuple(round(value, 9) + 0.0 if isinstance(value, float) else value for value in row)


def test_spark_and_duckdb_make_the_same_rows(spark: object, tmp_path: Path) -> None:
    import random

    from skipper.directives import on_duckdb, on_spark
    from skipper.directives.resolve import resolve

    rng = random.Random(7)
    lake = write_lake(tmp_path / "lake", season(rng, 80))
    plans = [PlanFile(f"plan{n}", "plan.yaml", *_parts(parse_plan(plan_text(rng)))) for n in range(8)]
    for through in (None, date(SEASON, 5, 20)):
        question = resolve(lake, plans, through).question
        assert len(question.directives) == 8 * 6
        on_duckdb.evaluate(lake, question)
        made = on_spark.evaluate(spark, lake, question)
        for table in TABLES:
            ours = spark_rows(made, table.name)
            assert ours
            assert ours == duckdb_rows(lake, table.name)


def _parts(plan: PlanFile) -> tuple:
    return plan.plan, plan.document


def test_a_folder_of_plans_is_checked_and_written(spark: object, lake: LakeReader, plan: Path, tmp_path: Path) -> None:
    folder, out = tmp_path / "plans", tmp_path / "checked"
    for name in ("one", "two"):
        (folder / name).mkdir(parents=True)
        (folder / name / "plan.yaml").write_text(plan.read_text())
    result = run(lake, "check", folder, "--tables", out)
    assert result.exit_code == 0, result.output
    assert "6 directives: 2 met, 2 missed, 0 too early to say, 2 need play-by-play." in " ".join(result.stdout.split())
    connection = MemoryLake([]).connection
    for table in TABLES:
        connection.register(table.name, open_table(out / table.name).to_pyarrow_table())
        for rule in table.all_checks():
            if "person" not in rule.name:
                assert connection.execute(rule.violations).fetchall() == [], rule.name
    verdicts = connection.execute("SELECT verdict, count(*) FROM directive_status GROUP BY 1").fetchall()
    assert dict(verdicts) == {"met": 2, "missed": 2, "needs play-by-play": 2}
    document = json.loads(run(lake, "check", folder, "--format", "json").stdout)
    assert [one["plan"] for one in document["directives"]] == ["one/plan"] * 3 + ["two/plan"] * 3
    assert len(document["directives"][0]["misses"]) == 6


# What stands out


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 30), st.integers(1, 60), st.integers(0, 30), st.integers(0, 60)), min_size=1))
def test_the_tests_are_fishers_and_the_discoveries_controlled(counts: list[tuple[int, int, int, int]]) -> None:
    import pyarrow as pa
    from scipy.stats import fisher_exact

    from skipper.directives.discover import ranked as listed
    from skipper.directives.discover_rules import ROWS, with_p_values

    blank = dict.fromkeys(ROWS) | {"season": SEASON, "club": "ALP", "player_id": "x"}
    rows = [
        blank | {"list": name, "starts_a": min(a, m), "games_a": m, "starts_b": min(b, n), "games_b": n}
        for m, n, a, b in counts
        for name in ("platoon", "playing_time")
    ]
    tested = with_p_values(pa.Table.from_pylist(rows)).to_pylist()
    for row in tested:
        table = [
            [row["starts_a"], row["games_a"] - row["starts_a"]],
            [row["starts_b"], row["games_b"] - row["starts_b"]],
        ]
        less, greater = (fisher_exact(table, alternative=way).pvalue for way in ("less", "greater"))
        expected = min(1.0, 2 * min(less, greater)) if row["list"] == "platoon" else less
        assert row["p_value"] == pytest.approx(expected, abs=1e-9)
    for name in ("platoon", "playing_time"):
        own = [row for row in listed(pa.Table.from_pylist(tested)) if row["list"] == name]
        values = [row["p_value"] for row in own]
        assert values == sorted(values)
        expected = [
            min(len(own) * p / place for place, p in enumerate(values, 1) if place >= at)
            for at in range(1, len(own) + 1)
        ]
        assert [row["q_value"] for row in own] == pytest.approx([min(1.0, q) for q in expected])
