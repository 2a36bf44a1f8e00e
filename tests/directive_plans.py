"""Plans and seasons written in few words, for the tests of directives."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from pyspark.sql import DataFrame, SparkSession

from directive_lake import SEASON, MemoryLake, Play, Side
from skipper.answers.directives import on_duckdb
from skipper.answers.directives.check import check
from skipper.answers.directives.plan_file import PlanFile, parse_plan
from skipper.answers.directives.question import Question
from skipper.answers.directives.tables import TABLES
from skipper.cli import main
from skipper.lake.reader import LakeReader
from skipper.plans import on_spark

MAN = "manno001"
HEAD = f"organization: Alpha Town\nseason: {SEASON}\n"
MAY = date(SEASON, 5, 1)


def plan_of(*directives: str, before: str = "") -> PlanFile:
    """A plan of directives, each as the inside of its braces; `before` are lines of the plan's own."""
    return parse_plan(f"{HEAD}{before}directives:\n" + "\n".join(f"  - {{{one}}}" for one in directives))


def games(starts: str, manager: str = "mgr1", hand: str = "L", first: date = MAY) -> list[Side]:
    """A game a day: a slot where there is a digit, no start where there is a point."""
    return [
        Side("ALP", first + timedelta(at), "0", hand, manager, None if mark == "." else {MAN: Play(int(mark), 6)})
        for at, mark in enumerate(starts)
    ]


def status(sides: list[Side], words: str, **days: date) -> dict[str, Any]:
    """The row of directive_status of one directive of Al Mann."""
    (one,) = check(MemoryLake(sides), [plan_of(f"id: a, player: Al Mann, {words}")], **days).directed
    return one.status


def judged(sides: list[Side], words: str, **days: date) -> list[dict[str, Any]]:
    """Its rows of directive_game."""
    (one,) = check(MemoryLake(sides), [plan_of(f"id: a, player: Al Mann, {words}")], **days).directed
    return one.games


def run(lake: Path, *words: object) -> Result:
    """`skipper directives …` on a lake."""
    return CliRunner().invoke(main, ["directives", *map(str, words), "--lake", str(lake)])


def assert_engines_agree(spark: SparkSession, lake: LakeReader, question: Question) -> None:
    """DuckDB and Spark make the same rows of every table of directives, and some of each."""
    on_duckdb.evaluate(lake, question)
    made = on_spark.evaluate(spark, lake, question)
    for table in TABLES:
        ours = spark_rows(made, table.name)
        assert ours
        assert ours == duckdb_rows(lake, table.name)


def spark_rows(made: dict[str, DataFrame], name: str) -> list[tuple]:
    """Spark's rows of a table, sorted."""
    return sorted((rounded(tuple(row)) for row in made[name].collect()), key=repr)


def duckdb_rows(lake: LakeReader, name: str) -> list[tuple]:
    """DuckDB's rows of a table, sorted."""
    (table,) = (table for table in TABLES if table.name == name)
    columns = ", ".join(f'CAST("{column.name}" AS {column.type}) AS "{column.name}"' for column in table.columns)
    result = lake.connection.execute(f"SELECT {columns} FROM temp.{name}")
    return sorted((rounded(row) for row in result.fetchall()), key=repr)


def rounded(row: tuple) -> tuple:
    """Sums of floating numbers differ in their last bits with the order of the sum."""
    return tuple(round(value, 9) + 0.0 if isinstance(value, float) else value for value in row)
