"""Plans checked by Spark: the same rows as DuckDB's, and folders of plans."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from directive_lake import SEASON, MemoryLake, write_lake
from directive_plans import HEAD, MAY, assert_engines_agree, games, run
from skipper.answers.directives.plan_file import PlanFile, parse_plan
from skipper.answers.directives.resolve import resolve
from skipper.answers.directives.tables import TABLES
from skipper.lake.delta import open_table
from skipper.lake.reader import LakeReader
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


def test_spark_and_duckdb_make_the_same_rows(spark: SparkSession, tmp_path: Path) -> None:
    rng = random.Random(7)
    lake = write_lake(tmp_path / "lake", season(rng, 80))
    plans = [PlanFile(f"plan{n}", "plan.yaml", *_parts(parse_plan(plan_text(rng)))) for n in range(8)]
    for through in (None, date(SEASON, 5, 20)):
        question = resolve(lake, plans, through).question
        assert len(question.directives) == 8 * 6
        assert_engines_agree(spark, lake, question)


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


def _spoilt(monkeypatch: pytest.MonkeyPatch, name: str, spoil: Callable[[DataFrame], DataFrame]) -> None:
    """Have Spark's rows of one table spoilt on their way to the disk."""
    from skipper.plans import on_spark

    evaluate = on_spark.evaluate

    def spoilt(*asked: Any) -> dict[str, DataFrame]:
        made = evaluate(*asked)
        return made | {name: spoil(made[name])}

    monkeypatch.setattr(on_spark, "evaluate", spoilt)


def test_tables_that_break_their_contracts_are_told(
    spark: SparkSession, lake: LakeReader, plans: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _spoilt(monkeypatch, "directive_game", lambda df: df.union(df))
    result = run(lake.lake, "check", plans, "--tables", tmp_path / "checked")
    assert result.exit_code == 1
    assert "directive_game: one row per plan, directive, game_id and club" in result.stderr


def test_somebody_who_is_not_in_person_is_told(
    spark: SparkSession, lake: LakeReader, plans: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _spoilt(monkeypatch, "directive_status", lambda df: df.withColumn("person_id", F.lit("nobody")))
    result = run(lake.lake, "check", plans, "--tables", tmp_path / "checked")
    assert result.exit_code == 1
    assert "every person_id is known" in result.stderr
