"""Read seasons' sources into the record sets from which their tables are made: part of a Spark task."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import duckdb
import pyarrow as pa

from skipper.build import identities
from skipper.build.account import Account
from skipper.build.graph import SEASON_RECORD_SETS
from skipper.build.inputs import SeasonFiles
from skipper.build.season_writing import SeasonWriter
from skipper.calculations.game_matching import FACTS
from skipper.sources.match import Match
from skipper.sources.parsed import Parsed
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.source import Records, game_sources

_KNOWN_GAMES = """
SELECT {facts} FROM (SELECT * REPLACE (strptime(date, '%Y%m%d')::DATE AS date) FROM gamelog)
UNION ALL SELECT {facts} FROM event_file_game
"""


class RecordSets:
    """The rows of a task's record sets, each registered in the task's database as rows are added.

    `empty` has the record sets without rows; the database has an empty table of each.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection) -> None:
        self._db = db
        self._rows: dict[str, list[pa.Table]] = defaultdict(list)
        self.empty = set(SEASON_RECORD_SETS)

    def __getitem__(self, name: str) -> pa.Table:
        """Return the rows of a record set."""
        return pa.concat_tables([SEASON_RECORD_SETS[name].empty_table(), *self._rows[name]])

    def add(self, name: str, rows: pa.Table) -> None:
        """Add rows to a record set."""
        if rows.num_rows:
            self.empty.discard(name)
            self._rows[name].append(rows)
            self._db.register(name, pa.concat_tables(self._rows[name]))


@dataclass(frozen=True)
class Reading:
    """What a source reads a season with, and what it adds to: see `skipper.sources.source.SeasonReading`."""

    season: int
    db: duckdb.DuckDBPyConnection
    rosters: Mapping[str, Rosters]
    records: RecordSets
    writer: SeasonWriter
    made: Account

    def account(self, parsed: Parsed) -> None:
        """Account for the records of one file."""
        self.made.add(parsed)

    def account_rows(self, quarantine: list[dict[str, Any]], counts: list[dict[str, Any]]) -> None:
        """Account for records in rows of `quarantine` and of the counts by file."""
        self.made.add_all(Account(quarantine, counts))

    def add(self, records: Records, renamed: Mapping[str, Match] | None = None) -> None:
        """Add rows to the season's record sets; `renamed` has the games that other sources have under other ids."""
        for name, tables in records.items():
            for rows in tables:
                self.records.add(name, identities.identified(rows, renamed or {}))

    def add_plays(self, records: Mapping[str, pa.Table], renamed: Mapping[str, Match] | None = None) -> None:
        """Add rows to the record sets of plays, to which several sources add."""
        self.add({name: [rows] for name, rows in records.items()}, renamed)

    def write_plays(self, tables: Iterable[tuple[str, pa.Table]], renamed: Mapping[str, Match] | None = None) -> None:
        """Write the tables of plays while their files are read."""
        self.writer.write_plays((name, identities.identified(rows, renamed or {})) for name, rows in tables)

    def rename_plays(self, renamed: Mapping[str, Match]) -> None:
        """Give the games whose plays are written the ids of the games in other sources."""
        self.writer.rename_plays(renamed)

    def identify(self, games: pa.Table) -> dict[str, Match]:
        """Return the games, by their own ids, whose id or home club a source read before has otherwise; keep what the
        files state for `game_account`."""
        if not games.num_rows:
            return {}
        known = self.db.execute(_KNOWN_GAMES.format(facts=", ".join(FACTS))).to_arrow_table()
        found = identities.renamed(games, known)
        self.records.add("file_account", identities.account_rows(games, found))
        return found

    def person_ids(self, id_source: str) -> dict[str, str]:
        """Return people's ids by those of another source."""
        known = "SELECT source_id, person_id FROM known_person WHERE id_source = $id_source"
        return dict(self.query(known, {"id_source": id_source}))

    def roster(self, source: str) -> Rosters:
        """Return the rosters that were listed with a source's files, by its name in tables."""
        return self.rosters[source]

    def converted_games(self) -> set[str]:
        """Return the ids of the games whose plays were converted to event records so far."""
        return {game_id for (game_id,) in self.query("SELECT game_id FROM converted_game")}

    def query(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Return the rows of a query over what every season looks up and the record sets of sources read before."""
        return self.db.execute(sql, parameters).fetchall()


@dataclass
class Read:
    """What was read of seasons: the seasons that have games, and what is left to read once games have ids, each with
    the table that gives the ids."""

    with_games: set[int] = field(default_factory=set)
    later: list[tuple[str, Callable[[], None]]] = field(default_factory=list)


def read_seasons(seasons: Sequence[SeasonFiles], reading_of: Callable[[int], Reading]) -> Read:
    """Read the seasons' texts, one source after another by rank.

    Raises ValueError for several seasons of which one may have plays.
    """
    found = Read()
    for name, source in game_sources().items():
        for files in seasons:
            if not (texts := files.texts.get(name)):
                continue
            if source.has_plays and len(seasons) > 1:
                raise ValueError(f"{files.season} may have plays, from {source.title}: it needs a task of its own")
            reading = reading_of(files.season)
            before = reading.records[source.game_records].num_rows
            rest = source.read_season(texts, reading)
            if reading.records[source.game_records].num_rows > before:
                found.with_games.add(files.season)
            if rest is not None and source.identified_by is not None:
                found.later.append((source.identified_by, partial(rest, reading)))
    return found
