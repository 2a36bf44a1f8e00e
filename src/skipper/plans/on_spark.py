"""Spark implementation of the directive rules, which checks many plans as one job."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.answers.directives.question import RELATIONS, Question
from skipper.answers.directives.rules import game_steps, tables_of
from skipper.answers.directives.status_rules import STATUS_STEPS
from skipper.answers.directives.tables import TABLES
from skipper.lake import storage
from skipper.lake.checks import require_sound
from skipper.lake.contract import Table, arrow_type
from skipper.lake.delta import commit
from skipper.lake.location import Location
from skipper.lake.manifest import LakeFile
from skipper.lake.reader import LakeReader
from skipper.lake.storage import WrittenFile

# Each of these is read by several later steps, so it is cached. Spark plans the steps between them as one query.
_KEPT = ("started", "appeared", "directive_game", "judged", "figures")


def evaluate(spark: SparkSession, lake: LakeReader, question: Question) -> dict[str, DataFrame]:
    """Return `directive_game`, `directive_status` and `directive_manager` with their contracts' columns.

    The rows are the same as those of `on_duckdb.evaluate`. Creates temporary views in the session.
    """
    for name, rows in question.relations().items():
        schema = pa.schema([(column, arrow_type(kind)) for column, kind in RELATIONS[name].items()])
        # The driver holds these rows, so they are small enough to broadcast, and Spark need not sort millions of games
        # to join them. An Arrow table becomes part of the plan, while Python rows would need a separate job.
        given = spark.createDataFrame(pa.Table.from_pylist(rows, schema))
        F.broadcast(given).createOrReplaceTempView(name)
    steps = (*game_steps(question.pitch, question.plays), *STATUS_STEPS)
    for name in tables_of(steps):
        lake_table(spark, lake, name, question.seasons).createOrReplaceTempView(name)
    seasons = ", ".join(map(str, question.seasons)) or "NULL"
    made: dict[str, DataFrame] = {}
    for name, sql in steps:
        made[name] = spark.sql(sql.replace("{seasons}", seasons))
        if name in _KEPT:
            made[name] = made[name].cache()
        made[name].createOrReplaceTempView(name)
    return {table.name: _as_promised(made[table.name], table) for table in TABLES}


def lake_table(spark: SparkSession, lake: LakeReader, name: str, seasons: Iterable[int]) -> DataFrame:
    """Return a table from the lake's last complete build. By-season tables are limited to the given seasons."""
    wanted = {None, *seasons}
    files = [file for file in lake.manifest.files.get(name, ()) if file.season in wanted]
    return storage.read_dataframe(spark, lake.lake / name, files, lake.contracts[name])


def write_tables(lake: LakeReader, made: Mapping[str, DataFrame | pa.Table], folder: Location) -> dict[str, int]:
    """Write the tables as Delta tables in `folder`, replacing existing ones, and return their row counts.

    Raises ChecksFailedError if a written table violates its contract.
    """
    files: dict[str, list[WrittenFile]] = {}
    for table in TABLES:
        rows, target = made[table.name], folder / table.name
        files[table.name] = (
            [storage.write_whole(rows, target)]
            if isinstance(rows, pa.Table)
            else storage.write_dataframe(rows, target, table.arrow_schema)
        )
        commit(target, table.arrow_schema, files[table.name], by_season=False, base=None, kept=())
    _require_sound(lake, folder, files)
    return {name: sum(file.rows for file in written) for name, written in files.items()}


def _require_sound(lake: LakeReader, folder: Location, files: dict[str, list[WrittenFile]]) -> None:
    """Raise ChecksFailedError if a written table violates its contract. People are looked up in the lake."""
    written = LakeReader(
        folder,
        replace(
            lake.manifest,
            tables=dict.fromkeys(files, 0),
            files={
                name: [LakeFile(file.path, None, file.rows, file.digest) for file in own] for name, own in files.items()
            },
            contracts={table.name: table.as_json() for table in TABLES},
        ),
    )
    people = [row["person_id"] for row in lake.rows("SELECT DISTINCT person_id FROM person")]
    written.connection.execute("CREATE TABLE person AS SELECT unnest($people) AS person_id", {"people": people})
    require_sound(written, [table.name for table in TABLES])


def _as_promised(df: DataFrame, table: Table) -> DataFrame:
    types = {column.name: column.type for column in table.columns}
    return df.select(*(F.col(name).cast(kind).alias(name) for name, kind in types.items()))
