"""A database in a Spark task: views of a lake's tables over the files that the task was given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import duckdb

from skipper.build.graph import graph
from skipper.build.season import MEMORY
from skipper.lake import storage
from skipper.lake.location import Location, spill_folder
from skipper.lake.manifest import LakeFile
from skipper.lake.views import create_view

Files = Mapping[str, Sequence[LakeFile]]


@contextmanager
def task_database(lake: Location, staging: Location, files: Files) -> Iterator[duckdb.DuckDBPyConnection]:
    """Return a context manager for a database with one thread, a task's memory, and a view of each table in `files`.

    Raises DamagedFileError for a file whose bytes differ from those written.
    """
    spilled = str(spill_folder(staging))
    with duckdb.connect(config={"threads": 1, "memory_limit": MEMORY, "temp_directory": spilled}) as db:
        for name, listed in files.items():
            for file in listed:
                storage.intact(lake / name / file.path, file.digest)
            paths = [(file.path, file.season) for file in listed]
            create_view(db, graph().nodes[name].table, lake / name, paths, temporary=True)
        yield db
