"""Check the plans of many organizations and seasons in one Spark job.

A task applies the rules to some plans of one season, in DuckDB, as `skipper directives check` does to a single plan.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import pyarrow as pa
import pyarrow.compute as pc

from skipper.answers.directives.kinds.kind import rules_in_a_row
from skipper.answers.directives.on_duckdb import evaluate, select
from skipper.answers.directives.question import Question
from skipper.answers.directives.tables import DIRECTIVE_GAME, DIRECTIVE_MANAGER, DIRECTIVE_STATUS, TABLES
from skipper.lake import storage
from skipper.lake.checks import require_sound
from skipper.lake.delta import commit
from skipper.lake.location import Location
from skipper.lake.manifest import LakeFile
from skipper.lake.reader import LakeReader, Settings
from skipper.lake.storage import WrittenFile

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TASKS_A_CORE = 2
# Spark gives a task one core. What does not fit into memory spills to disk.
_OF_A_TASK: Settings = {"threads": 1, "memory_limit": "512MB"}

Part = TypeVar("Part")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Evaluated:
    """The rows of directive_status and directive_manager, and `games`: those of directive_game that missed their
    directive, or all of a directive on games or days in a row, whose price depends on them.

    `files` has the files of all rows of directive_game and directive_manager, if they were to be written.
    """

    statuses: pa.Table
    managers: pa.Table
    games: pa.Table
    files: dict[str, list[WrittenFile]]


def evaluate_in_parts(
    spark: SparkSession, lake: LakeReader, question: Question, folder: Location | None = None
) -> Evaluated:
    """Apply the rules to the question in one Spark job, and write directive_game and directive_manager into `folder` if
    it is given."""
    parts = parts_of(question, TASKS_A_CORE * spark.sparkContext.defaultParallelism)
    done = in_tasks(spark, lake, parts, partial(_evaluated, folder=folder))
    files: dict[str, list[WrittenFile]] = defaultdict(list)
    for one in done:
        for name, written in one.files.items():
            files[name] += written
    return Evaluated(
        pa.concat_tables(one.statuses for one in done),
        pa.concat_tables(one.managers for one in done),
        pa.concat_tables(one.games for one in done),
        dict(files),
    )


def in_tasks(
    spark: SparkSession, lake: LakeReader, parts: Sequence[Part], work: Callable[[LakeReader, Part], Made]
) -> list[Made]:
    """Return `work(lake, part)` for each part, one Spark task per part, in the parts' order."""
    context = spark.sparkContext
    opened = context.broadcast((lake.lake, lake.manifest))

    def done(part: Part) -> Made:
        return work(LakeReader(*opened.value, settings=_OF_A_TASK), part)

    try:
        return context.parallelize(parts, len(parts)).map(done).collect()
    finally:
        opened.unpersist()


def parts_of(question: Question, at_least: int) -> list[Question]:
    """Split a question by season, and each season by plan into enough parts to have `at_least` in all, if the plans
    suffice."""
    plans: dict[int, dict[str, None]] = {season: {} for season in question.seasons}
    for row in question.directives:
        plans[row["season"]][row["plan"]] = None
    parts: list[Question] = []
    for names in map(list, plans.values()):
        number = min(len(names), -(-at_least // len(plans)))
        parts += [question.of_plans(names[first::number]) for first in range(number)]
    return parts or [question]


def _evaluated(lake: LakeReader, question: Question, folder: Location | None) -> Evaluated:
    evaluate(lake, question)
    made = {
        table.name: lake.connection.execute(select(table)).to_arrow_table().cast(table.arrow_schema) for table in TABLES
    }
    files: dict[str, list[WrittenFile]] = {}
    if folder is not None:
        for name in (DIRECTIVE_GAME.name, DIRECTIVE_MANAGER.name):
            files[name] = [storage.write_whole(made[name], folder / name)] if made[name].num_rows else []
    games = made[DIRECTIVE_GAME.name]
    in_a_row = [f"{row['plan']}\n{row['directive']}" for row in question.directives if row["rule"] in rules_in_a_row()]
    keys = pc.binary_join_element_wise(games["plan"], games["directive"], "\n")
    missed = pc.fill_null(pc.invert(games["followed"]), False)
    kept = games.filter(pc.or_(missed, pc.is_in(keys, value_set=pa.array(in_a_row, pa.string()))))
    return Evaluated(made[DIRECTIVE_STATUS.name], made[DIRECTIVE_MANAGER.name], kept, files)


def commit_tables(lake: LakeReader, made: Evaluated, statuses: pa.Table, folder: Location) -> dict[str, int]:
    """Commit the written files and `statuses` as Delta tables in `folder`, replacing existing ones, and return their
    row counts.

    Raises ChecksFailedError if a table violates its contract.
    """
    files = {**made.files, DIRECTIVE_STATUS.name: [storage.write_whole(statuses, folder / DIRECTIVE_STATUS.name)]}
    for table in TABLES:
        commit(folder / table.name, table.arrow_schema, files[table.name], by_season=False, base=None, kept=())
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
