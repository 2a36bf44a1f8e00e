"""Folders of plans, checked in parts by Spark's tasks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from directive_lake import SEASON, MemoryLake, Side, write_lake
from directive_plans import HEAD, MAY, games, in_order, run
from skipper.answers.directives.kinds.kind import rules_in_a_row
from skipper.answers.directives.on_duckdb import evaluate, select
from skipper.answers.directives.on_spark import Evaluated, evaluate_in_parts, parts_of
from skipper.answers.directives.plan_file import PlanFile, parse_plan
from skipper.answers.directives.question import Question
from skipper.answers.directives.resolve import resolve
from skipper.answers.directives.tables import TABLES
from skipper.lake import storage
from skipper.lake.delta import open_table
from skipper.lake.reader import LakeReader
from test_directives_pitch import NAME as PITCHER
from test_directives_pitch import always_seen
from test_directives_pitch import plan_text as pitch_plan_text
from test_directives_pitch import season as pitching_season
from test_directives_rules import plan_text, season


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    late = games("55", "mgr2", "R", MAY + timedelta(20))
    return write_lake(tmp_path_factory.mktemp("directives") / "lake", games("5....7..3") + late)


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    """A folder with one plan twice."""
    asked = ("start: {against: LHP, at_least: 60%}", "bat: {slots: 1-6, at_least: 50%}", "pitch: {max_pitches: 90}")
    lines = "\n".join(f"  - {{id: d{n}, player: Al Mann, {words}}}" for n, words in enumerate(asked))
    for name in ("one", "two"):
        (tmp_path / "plans" / name).mkdir(parents=True)
        (tmp_path / "plans" / name / "plan.yaml").write_text(f"{HEAD}directives:\n{lines}\n")
    return tmp_path / "plans"


def lineup_plans(rng: random.Random) -> tuple[list[Side], list[str]]:
    return season(rng, 80), [plan_text(rng) for _ in range(4)]


def pitch_plans(rng: random.Random) -> tuple[list[Side], list[str]]:
    """Plans with pitch directives, one of them with another kind, too; and a plan with that kind alone."""
    rest = f"  - {{id: rest, player: {PITCHER}, rest: {{max_consecutive: 5}}}}"
    mixed = f"{pitch_plan_text(rng)}\n{rest}"
    return [*pitching_season(rng, 80), *always_seen()], [pitch_plan_text(rng), mixed, f"{HEAD}directives:\n{rest}"]


@pytest.mark.parametrize("asked", [lineup_plans, pitch_plans])
def test_plans_checked_in_parts_have_the_rows_of_all_at_once(
    asked: Callable[[random.Random], tuple[list[Side], list[str]]], spark: SparkSession, tmp_path: Path
) -> None:
    sides, texts = asked(random.Random(7))
    lake = write_lake(tmp_path / "lake", sides)
    plans = [PlanFile(f"plan{n}", "plan.yaml", *_parts(parse_plan(text))) for n, text in enumerate(texts)]
    for through in (None, date(SEASON, 5, 20)):
        question = resolve(lake, plans, through).question
        made = evaluate_in_parts(spark, lake, question, tmp_path / "tables")
        evaluate(lake, question)
        whole = {table.name: lake.connection.execute(select(table)).to_arrow_table().to_pylist() for table in TABLES}
        in_a_row = {(row["plan"], row["directive"]) for row in question.directives if row["rule"] in rules_in_a_row()}
        needed = [
            row
            for row in whole["directive_game"]
            if row["followed"] is False or (row["plan"], row["directive"]) in in_a_row
        ]
        for rows, expected in (
            (made.statuses, whole["directive_status"]),
            (made.managers, whole["directive_manager"]),
            (made.games, needed),
        ):
            assert in_order(rows.to_pylist()) == in_order(expected) != []
        written = {name: sum(file.rows for file in files) for name, files in made.files.items()}
        assert written == {name: len(whole[name]) for name in ("directive_game", "directive_manager")}


@pytest.mark.parametrize("at_least", [1, 3, 4, 50])
def test_every_row_of_a_question_is_in_one_part(at_least: int) -> None:
    asked = [(2031, "a"), (2031, "b"), (2031, "c"), (2032, "d"), (2032, "e")]
    question = Question(
        directives=[{"season": season, "plan": plan, "directive": n} for season, plan in asked for n in range(2)],
        clubs=[{"plan": plan} for _, plan in asked],
        unavailable={("c", "p", MAY): "away", ("d", "p", MAY): "away"},
        roster_status={(season, "p", "ALP", MAY): {"season": season} for season in (2031, 2032)},
        values=[{"season": 2031}, {"season": 2032}],
        plays=True,
    )
    parts = parts_of(question, at_least)
    assert len(parts) == {1: 2, 3: 4, 4: 4, 50: 5}[at_least]
    for name in ("directives", "clubs"):
        rows = [row for part in parts for row in getattr(part, name)]
        assert sorted(rows, key=repr) == sorted(getattr(question, name), key=repr)
    for part in parts:
        (season,) = part.seasons
        assert part.values == [{"season": season}]
        assert list(part.roster_status.values()) == [{"season": season}]
        assert part.plays
    assert sum(len(part.unavailable) for part in parts) == 2


def _parts(plan: PlanFile) -> tuple:
    return plan.plan, plan.document


def test_a_folder_of_plans_is_checked_and_written(
    spark: SparkSession, lake: LakeReader, plans: Path, tmp_path: Path
) -> None:
    out = tmp_path / "checked"
    result = run(lake.lake, "check", plans, "--tables", out)
    assert result.exit_code == 0, result.output
    assert "6 directives: 2 met, 2 missed, 0 too early to say, 2 need play-by-play." in " ".join(result.stdout.split())
    connection = MemoryLake([]).connection
    for table in TABLES:
        connection.register(table.name, open_table(out / table.name).to_pyarrow_table())
    for rule in (rule for table in TABLES for rule in table.all_checks() if "person" not in rule.name):
        assert connection.execute(rule.violations).fetchall() == [], rule.name
    verdicts = connection.execute("SELECT verdict, count(*) FROM directive_status GROUP BY 1").fetchall()
    assert dict(verdicts) == {"met": 2, "missed": 2, "needs play-by-play": 2}
    document = json.loads(run(lake.lake, "check", plans, "--format", "json").stdout)
    assert [one["plan"] for one in document["directives"]] == ["one/plan"] * 3 + ["two/plan"] * 3
    assert len(document["directives"][0]["misses"]) == 6


def _spoilt(monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Evaluated], Evaluated]) -> None:
    """Have the rows of the tasks spoilt."""
    from skipper.answers.directives import on_spark

    evaluated = on_spark.evaluate_in_parts
    monkeypatch.setattr(on_spark, "evaluate_in_parts", lambda *asked: spoil(evaluated(*asked)))


def test_tables_that_break_their_contracts_are_told(
    spark: SparkSession, lake: LakeReader, plans: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def twice(made: Evaluated) -> Evaluated:
        files = made.files["directive_game"]
        again = [storage.write_whole(read_table(file.path), tmp_path / "checked/directive_game") for file in files]
        return replace(made, files=made.files | {"directive_game": [*files, *again]})

    def read_table(path: str) -> pa.Table:
        return pq.read_table(tmp_path / "checked/directive_game" / path)

    _spoilt(monkeypatch, twice)
    result = run(lake.lake, "check", plans, "--tables", tmp_path / "checked")
    assert result.exit_code == 1
    assert "directive_game: one row per plan, directive, game_id and club" in result.stderr


def test_somebody_who_is_not_in_person_is_told(
    spark: SparkSession, lake: LakeReader, plans: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def renamed(made: Evaluated) -> Evaluated:
        rows = [row | {"person_id": "nobody"} for row in made.statuses.to_pylist()]
        return replace(made, statuses=pa.Table.from_pylist(rows, made.statuses.schema))

    _spoilt(monkeypatch, renamed)
    result = run(lake.lake, "check", plans, "--tables", tmp_path / "checked")
    assert result.exit_code == 1
    assert "every person_id is known" in result.stderr
