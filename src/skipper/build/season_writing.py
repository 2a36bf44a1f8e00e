"""Write the files of one or several seasons' tables: part of a Spark task."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.compute as pc

from skipper.build import identities
from skipper.build.graph import graph
from skipper.lake import storage
from skipper.lake.contract import Table
from skipper.lake.location import Location, remove
from skipper.lake.storage import WrittenFile
from skipper.sources.match import Match


@dataclass
class TableWritten:
    """A table made by one task: its files, its rows by season, when its build started, and how long it took."""

    files: list[WrittenFile] = field(default_factory=list)
    rows: Counter[int] = field(default_factory=Counter)
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    seconds: float = 0.0


class SeasonWriter:
    """Writes tables of seasons into a lake, one file per season, or into `staging` those whose seasons share a file,
    for the driver to combine.

    `incomplete` has the tables written with a null in a required column, and `plays` the tables of plays, which are
    written while their files are read.
    """

    def __init__(self, seasons: Sequence[int], lake: Location, staging: Location) -> None:
        self._seasons, self._lake, self._staging = seasons, lake, staging
        self.incomplete: set[str] = set()
        self.plays: dict[str, TableWritten] = {}

    def write(self, table: Table, rows: pa.Table, written: TableWritten, plays: bool = False) -> None:
        """Write a table's rows, if any; `plays` are typed already."""
        if not rows.num_rows:
            return
        rows = rows if plays else rows.cast(table.arrow_schema)
        if any(rows[name].null_count for name in table.required):
            self.incomplete.add(table.name)
        of_seasons = {self._seasons[0]: rows} if len(self._seasons) == 1 else by_season(rows)
        written.rows.update({season: own.num_rows for season, own in of_seasons.items()})
        if table.small:
            written.files.append(storage.write_whole(rows, self.folder(table)))
        else:
            written.files += [
                storage.write_season(own, self.folder(table), season, plays) for season, own in of_seasons.items()
            ]

    def folder(self, table: Table) -> Location:
        """Return the folder of a table's files."""
        return (self._staging if table.small else self._lake) / table.name

    def write_plays(self, tables: Iterable[tuple[str, pa.Table]]) -> None:
        """Write the tables of plays while their files are read."""
        for name, rows in tables:
            table = graph().nodes[name].table
            entry = self.plays.setdefault(name, TableWritten())
            clock = time.monotonic()
            if rows.num_rows:
                self.write(table, rows.select(table.column_names), entry, plays=True)
            entry.seconds += time.monotonic() - clock

    def rename_plays(self, renamed: Mapping[str, Match]) -> None:
        """Replace the files of plays that have a game whose id or home club was not the game's. Few games are filed
        under two ids, so few files are written again."""
        for name, entry in self.plays.items() if renamed else ():
            table = graph().nodes[name].table
            if "game_id" not in table.column_names:
                continue
            for file in list(entry.files):
                rows = storage.read_rows(self.folder(table), [file], table)
                identified = identities.identified(rows, renamed)
                if identified is not rows:
                    entry.files.remove(file)
                    remove(self.folder(table) / file.path)
                    entry.rows.subtract({self._seasons[0]: rows.num_rows})
                    self.write(table, identities.coded(identified), entry, plays=True)


def by_season(rows: pa.Table) -> dict[int, pa.Table]:
    """Return each season's rows, in the given order. Most tables have their seasons one after another, so that a slice
    of them suffices."""
    runs = pc.run_end_encode(rows["season"].combine_chunks())
    if len(runs.values) > len(pc.unique(runs.values)):
        return {season: rows.filter(pc.equal(rows["season"], season)) for season in pc.unique(runs.values).to_pylist()}
    ends = runs.run_ends.to_pylist()
    return {
        season: rows.slice(start, end - start)
        for season, start, end in zip(runs.values.to_pylist(), [0, *ends], ends, strict=False)
    }
