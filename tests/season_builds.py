"""A season's task run without Spark, and the lake with what it reports."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pyarrow as pa

import season_tables
from skipper.build.graph import SHARED_RECORD_SETS, graph
from skipper.build.inputs import Plan
from skipper.build.season import Shared, TaskResult
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter


def ipc(rows: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as writer:
        writer.write_table(rows)
    return sink.getvalue().to_pybytes()


def shared_of(planned: Plan, lake: Path, build: str) -> Shared:
    """What every task needs, without Lahman, Register and leagues.

    A process keeps the lookup tables of its last build, so that tasks of one `build` make them once.
    """
    return Shared(build, _looked_up(), planned.rosters, lake, lake / "_staging")


@cache
def _looked_up() -> dict[str, bytes]:
    """The lookup tables of a build without Lahman, Register and leagues."""
    names = graph().looked_up
    nothing = {name: schema.empty_table() for name, schema in SHARED_RECORD_SETS.items()}
    with season_tables.season(*names, **nothing) as db:
        return {name: ipc(db.table(name).to_arrow_table()) for name in names}


def committed(writer: LakeWriter, result: TaskResult) -> LakeReader:
    """The lake with what a task's report tells of, and nothing else."""
    for table in writer.tables.values():
        if table.partitioned and table.name in result.tables:
            writer.commit(table.name, result.tables[table.name].files, result.built)
    manifest = Manifest("b", "", "", {}, sorted(result.built), {}, [])
    return LakeReader(writer.lake, writer.described(manifest))


def rows(reader: LakeReader) -> dict[str, list[str]]:
    return {name: sorted(map(repr, reader.rows(f"FROM {name}"))) for name in reader.manifest.tables}
