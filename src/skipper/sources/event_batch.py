"""One batch of event files, read by one of Spark's workers, which writes the tables of plays itself.

Into the lake goes what a batch alone can tell, into staging what needs the season or other sources.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from skipper.lake.contract import Table
from skipper.lake.files import WrittenFile
from skipper.lake.play_files import write_plays, write_seasons
from skipper.sources.parsed import QUARANTINE_SCHEMA, Rejected
from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.events.kept_vocabulary import KeptVocabulary
from skipper.sources.retrosheet.events.listing import ListedFile, read_batch
from skipper.sources.retrosheet.events.plays import Plays, RejectedLines, without
from skipper.sources.retrosheet.events.rosters import Rosters
from skipper.sources.retrosheet.gamelogs import NAMED
from skipper.sources.retrosheet.plays.soundness import read_usable
from skipper.sources.retrosheet.plays.tables import PARTIAL, PlayTables
from skipper.tables import ejection, event_game, pitching_appearance, play_difference
from skipper.tables.catalogue import TABLES

SOURCE = "retrosheet_event"
CONTRACTS = {table.name: table for table in TABLES}
_FILES = pa.schema(
    [
        ("file", pa.string()),
        ("season", pa.int32()),
        ("rows_in", pa.int64()),
        ("rows_out", pa.int64()),
        ("rows_quarantined", pa.int64()),
    ]
)
_COMPARED = pa.schema([("season", pa.int32()), ("figure", pa.string()), ("compared", pa.int64())])
_GAMES = pa.schema([("batch", pa.int32()), ("game_id", pa.string())])


def _part(table: Table, names: Iterable[str]) -> pa.Schema:
    return pa.schema([table.arrow_schema.field(name) for name in names])


STAGED: dict[str, pa.Schema] = {
    "pitching_appearance": _part(pitching_appearance.TABLE, pitching_appearance.OF_GAME),
    "event_club_game": _part(event_game.CLUB_GAME, event_game.OF_PLAYS),
    "ejection": ejection.TABLE.arrow_schema,
    "play_difference": play_difference.TABLE.arrow_schema,
    "people": NAMED,
    "quarantine": QUARANTINE_SCHEMA,
    "files": _FILES,
    "compared": _COMPARED,
    "games": _GAMES,
}


_KNOWN = KeptVocabulary.of_user()  # of a worker process, from batch to batch


@dataclass(frozen=True)
class EventBatch:
    """One batch of files. `without` are games that another batch has."""

    number: int
    without: set[str]
    rosters: Rosters
    person_ids: Mapping[str, str]
    seasons: Collection[int] | None
    tables: Collection[str]

    def run(self, listed: list[ListedFile], lake: Path, folder: Path) -> Iterator[tuple[str, WrittenFile]]:
        """Read the files and write the tables; yields the files written in the lake, with the name of the table."""
        files, unreadable = read_batch(listed)
        plays = read_usable(files, self.rosters, _KNOWN.begin(), self.without)
        _KNOWN.keep()
        plays = self._of_seasons(plays)
        for name, rows in self._accounts(plays, unreadable).items():
            self._stage(pa.Table.from_pylist(rows, STAGED[name]), folder / name)
        if not len(plays):
            for name in (*PARTIAL, "compared"):
                self._stage(STAGED[name].empty_table(), folder / name)
            return
        made = PlayTables(plays, self.rosters, self.person_ids)
        counted = [{"season": None, "figure": "earned_runs", "compared": made.earned_runs_compared}]
        self._stage(pa.Table.from_pylist(counted, _COMPARED), folder / "compared")
        for name in self.tables:
            table = made[name]
            if name in PARTIAL:
                self._stage(table, folder / name)
            elif table.num_rows:
                yield from ((name, file) for file in write_seasons(table, lake / name))

    def _stage(self, table: pa.Table, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        write_plays(table, folder / f"{self.number}.parquet")  # in the place of what a first reading left

    def _of_seasons(self, plays: Plays) -> Plays:
        """The plays of the seasons asked for."""
        if self.seasons is None:
            return plays
        other = np.flatnonzero(plays.kept & ~np.isin(plays.games.seasons, list(self.seasons)))
        return without(plays, other) if len(other) else plays

    def _accounts(self, plays: Plays, unreadable: list[Rejected]) -> dict[str, list[dict[str, Any]]]:
        rejected = [item for item in plays.rejected if self._asked(item.season)]
        quarantine = [quarantine_row(item, item.last_line - item.first_line + 1) for item in rejected]
        games = [plays.games.names[game] for game in np.flatnonzero(plays.kept).tolist()]
        return {
            "quarantine": [*quarantine, *(quarantine_row(item, None) for item in unreadable)],
            "files": [row for row in line_counts(plays, rejected) if self._asked(row["season"])],
            "games": [{"batch": self.number, "game_id": name} for name in games],
        }

    def _asked(self, season: int | None) -> bool:
        return self.seasons is None or season is None or season in self.seasons


def quarantine_row(item: Rejected | RejectedLines, lines: int | None) -> dict[str, Any]:
    """A row of QUARANTINE_SCHEMA that stands for so many lines; null for a file that cannot be read."""
    return {
        "source": SOURCE,
        "file": item.file,
        "line": item.line,
        "season": item.season,
        "text": item.text,
        "reason": item.reason,
        "lines": None if item.line is None else lines,
    }


def line_counts(plays: Plays, rejected: list[RejectedLines]) -> list[dict[str, Any]]:
    """Lines by file and season: all that there are, those of games that are used, those in quarantine."""
    lines, games = plays.lines, plays.games
    of_game = games.spans[:, 1] - games.spans[:, 0]
    outside = games.outside[lines.kinds[games.outside] != lf.BLANK]
    files = np.searchsorted(plays.file_first_lines, np.concatenate([games.spans[:, 0], outside]), "right") - 1
    seasons = np.concatenate([games.seasons, np.zeros(len(outside), np.int32)])
    keys, place = np.unique(files.astype(np.int64) << 32 | seasons, return_inverse=True)
    read = np.bincount(place, np.concatenate([of_game, np.ones(len(outside))])).astype(int)
    kept = np.bincount(place, np.concatenate([of_game * plays.kept, np.zeros(len(outside))])).astype(int)
    bad: Counter[tuple[str, int | None]] = Counter()
    for item in rejected:
        bad[item.file, item.season] += item.last_line - item.first_line + 1
    rows = []
    for key, lines_in, lines_out in zip(keys.tolist(), read.tolist(), kept.tolist(), strict=True):
        label, of_season = plays.files[key >> 32], (key & 0xFFFFFFFF) or None
        row = {"file": label, "season": of_season, "rows_in": lines_in, "rows_out": lines_out}
        rows.append({**row, "rows_quarantined": bad[label, of_season]})
    return rows
