"""Gather the record sets of plays that were converted to event records: of the Stats API, and of CSV files."""

from __future__ import annotations

from dataclasses import dataclass, field

import pyarrow as pa

from skipper.sources.plays.record_sets import COMPARED, CONVERTED, OF_PLAYS, RECORD_SETS
from skipper.sources.plays.tables import PlayTables

GAMES_AT_ONCE = 500  # maximum number of games whose records are in memory at the same time


def _empty() -> dict[str, list[pa.Table]]:
    return {CONVERTED.get(name, name): [schema.empty_table()] for name, schema in RECORD_SETS.items()}


@dataclass(frozen=True)
class Gathered:
    """The record sets of a season's converted plays, added batch by batch."""

    season: int
    _tables: dict[str, list[pa.Table]] = field(default_factory=_empty)

    def add(self, made: PlayTables) -> None:
        """Add the record sets of a batch of games."""
        for name in OF_PLAYS:
            schema = RECORD_SETS[name]
            self._tables[CONVERTED.get(name, name)].append(made[name].select(schema.names).cast(schema))
        compared = {"season": self.season, "figure": "earned_runs", "compared": made.earned_runs_compared}
        self._tables["event_file_compared"].append(pa.Table.from_pylist([compared], COMPARED))

    def records(self) -> dict[str, pa.Table]:
        """Return the record sets of event files by name, three of them under the names in CONVERTED."""
        return {name: pa.concat_tables(tables) for name, tables in self._tables.items()}
