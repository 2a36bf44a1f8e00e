"""The rules run by Spark, for the plans of whole organizations over all their seasons: one job."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.answers.directives.question import RELATIONS, Question
from skipper.answers.directives.rules import game_steps
from skipper.answers.directives.status_rules import STATUS_STEPS
from skipper.answers.directives.tables import TABLES
from skipper.lake.checks import require_sound
from skipper.lake.contract import Table, arrow_type
from skipper.lake.delta import commit, existing_table
from skipper.lake.files import WrittenFile, write_files, write_table
from skipper.lake.reader import LakeReader
from skipper.session import no_rows

# Each is read by several steps after it. What stands between them is one plan that Spark may reorder as it likes.
_KEPT = ("started", "directive_game", "judged", "figures")


def evaluate(spark: SparkSession, lake: LakeReader, question: Question) -> dict[str, DataFrame]:
    """`directive_game`, `directive_status` and `directive_manager` with their contracts' columns.

    The same rows as `on_duckdb.evaluate` makes. Makes temporary views in the session.
    """
    for name, rows in question.relations().items():
        schema = pa.schema([(column, arrow_type(kind)) for column, kind in RELATIONS[name].items()])
        # The driver holds them, so they are small, and to join them Spark need not sort millions of games. As an Arrow
        # table they are part of the plan: of none of them it joins nothing. Rows of Python would be a job of their own.
        given = spark.createDataFrame(pa.Table.from_pylist(rows, schema))
        F.broadcast(given).createOrReplaceTempView(name)
    for name in ("club_game", "lineup", *question.tables):
        lake_table(spark, lake, name, question.seasons).createOrReplaceTempView(name)
    seasons = ", ".join(map(str, question.seasons)) or "NULL"
    made: dict[str, DataFrame] = {}
    for name, sql in (*game_steps(question.pitch, question.plays), *STATUS_STEPS):
        made[name] = spark.sql(sql.replace("{seasons}", seasons))
        if name in _KEPT:
            made[name] = made[name].cache()
        made[name].createOrReplaceTempView(name)
    return {table.name: _as_promised(made[table.name], table) for table in TABLES}


def lake_table(spark: SparkSession, lake: LakeReader, name: str, seasons: Iterable[int]) -> DataFrame:
    """A table of the lake's last complete build; of one that is by season, those seasons only."""
    contract = lake.contracts[name]
    files = existing_table(lake.lake / name, lake.manifest.tables[name]).file_uris()
    if contract.by_season:
        wanted = {f"season={season}" for season in seasons}
        files = [uri for uri in files if wanted & set(Path(uri).parts)]
    if not files:
        return no_rows(spark, contract.ddl)
    return spark.read.schema(contract.ddl).option("basePath", str(lake.lake / name)).parquet(*files)


def write_tables(
    lake: LakeReader, made: dict[str, DataFrame], folder: Path, extra: pa.Table | None = None
) -> dict[str, int]:
    """Write the tables as Delta tables of `folder`, each replaced whole; returns their rows.

    Raises ChecksFailedError where what was written breaks a contract.

    `extra` are rows of `directive_status` that the driver holds: of directives that need play-by-play.
    """
    rows: dict[str, int] = {}
    for table in TABLES:
        files: list[WrittenFile] = []
        df = made.get(table.name)
        if df is not None:
            df = df.repartition("season") if table.by_season else df
            files += write_files(df, folder / table.name, table.arrow_schema, table.by_season)
        if extra is not None and table.name == "directive_status":
            files += write_table(extra, folder / table.name, table.by_season)
        commit(folder / table.name, table.arrow_schema, files, table.by_season, None)
        rows[table.name] = sum(file.rows for file in files)
    _require_sound(lake, folder)
    return rows


def _require_sound(lake: LakeReader, folder: Path) -> None:
    """Raise ChecksFailedError unless what was written keeps its contracts; people are looked for in the lake."""
    versions = {table.name: existing_table(folder / table.name).version() for table in TABLES}
    written = LakeReader(folder, TABLES, replace(lake.manifest, tables=versions))
    people = [row["person_id"] for row in lake.rows("SELECT DISTINCT person_id FROM person")]
    written.connection.execute("CREATE TABLE person AS SELECT unnest($people) AS person_id", {"people": people})
    require_sound(written)


def _as_promised(df: DataFrame, table: Table) -> DataFrame:
    types = {column.name: column.type for column in table.columns}
    return df.select(*(F.col(name).cast(kind).alias(name) for name, kind in types.items()))
