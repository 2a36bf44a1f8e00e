"""Read one season's event files into tables, a few files at a time, and account for every line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from skipper.sources.parsed import Rejected
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.accounts import BOX_SCORE
from skipper.sources.plays.events.dialect import RETROSHEET, Dialect
from skipper.sources.plays.events.files import EventFile, cut
from skipper.sources.plays.events.games import is_duplicate
from skipper.sources.plays.events.listing import ListedFile, batches, read_batch
from skipper.sources.plays.events.plays import Plays, RejectedLines, lost_records, quarantined, reject
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.scoring import FileBatch, Scoring, vocabulary_of
from skipper.sources.plays.soundness import read_usable
from skipper.sources.plays.superseded import filled, superseded
from skipper.sources.retrosheet.boxes.games import read_box_games

BATCH_BYTES = 8 << 20  # bytes of event files (130,000 plays), so that memory does not grow with the number of files
LARGE_BYTES = 4 * BATCH_BYTES  # of a text, above which its games are in several batches: no club plays so many a season


@dataclass
class SeasonPlays:
    """The contents of one season's event files in one dialect.

    Iterate over `tables` first: it yields (name, rows) for the tables in WRITTEN, batch by batch, and for table
    `superseded_account`, and fills the other fields. `records` has the RECORD_SETS, `quarantine` has the rows for table
    `quarantine`, and `counts` has the number of lines of each file that were read, used and quarantined, as in
    `build_log`.
    """

    season: int
    files: list[ListedFile]
    rosters: Rosters
    person_ids: Mapping[str, str]
    dialect: Dialect = RETROSHEET
    records: dict[str, pa.Table] = field(default_factory=dict)
    quarantine: list[dict[str, Any]] = field(default_factory=list)
    counts: list[dict[str, Any]] = field(default_factory=list)
    _superseded: list[RejectedLines] = field(default_factory=list)

    def tables(self) -> Iterator[tuple[str, pa.Table]]:
        """Read the files a batch at a time, keeping one valid account of each game.

        Files with plays come first, and box scores fill in what the accounts with plays lack. In a batch, the fullest
        of several accounts of one kind is kept; of accounts in different batches, the first.
        """
        boxes = [file for file in self.files if file.account == BOX_SCORE]
        scoring = Scoring(self.season, self.dialect, self.rosters, self.person_ids)
        yield from scoring.tables(
            FileBatch(files, partial(self._accept, unreadable=unreadable))
            for files, unreadable in _batches([file for file in self.files if file.account != BOX_SCORE])
        )
        self.records = scoring.records
        if boxes:
            self._read_boxes(boxes, scoring.seen)
        self.counts = _of_whole_files(self.counts)
        yield "superseded_account", superseded(self.dialect.source, self._superseded, self.records["event_file_game"])

    def _read_boxes(self, files: list[ListedFile], with_plays: Collection[str]) -> None:
        """Read box-score files; `with_plays` has the ids of the games in files with plays."""
        known = vocabulary_of(self.dialect)
        seen: set[str] = set()
        for texts, unreadable in _batches(files):
            games = read_box_games(texts, self.rosters, known.begin(), self.season, seen)
            known.keep()
            self._account(games.plays, unreadable)
            self.counts += [{**row, "season": row["season"] and self.season} for row in games.counts()]
            for game in np.flatnonzero(games.plays.listed).tolist():
                name = games.plays.games.names[game]
                seen.add(name)
                if name in with_plays:
                    self._superseded.append(games.account_of(game))
            if games.plays.listed.any():
                self.records = filled(self.records, games.record_sets(self.rosters, self.person_ids))

    def _accept(self, plays: Plays, unreadable: list[Rejected]) -> Plays:
        """Return the plays without games of other seasons, and account for all."""
        plays = self._without_others(plays)
        self._account(plays, unreadable)
        self.counts += [{**row, "season": row["season"] and self.season} for row in line_counts(plays)]
        return plays

    def _without_others(self, plays: Plays) -> Plays:
        """Return the plays without games from seasons other than the one in the file names, which are rejected."""
        spans, seasons = plays.games.spans, plays.games.seasons
        found = {
            game: (int(spans[game, 0]), f"a {seasons[game]} game in a {self.season} file")
            for game in np.flatnonzero(plays.listed & (seasons != self.season)).tolist()
        }
        return reject(plays, found)

    def _account(self, plays: Plays, unreadable: list[Rejected]) -> None:
        """Account for every line that is not used; a game of another season is counted under this one."""
        for item in quarantined(plays):
            if is_duplicate(item.reason):
                self._superseded.append(item)
                continue
            row = quarantine_row(self.dialect, item, item.last_line - item.first_line + 1)
            self.quarantine.append({**row, "season": item.season and self.season})
        self.quarantine += [quarantine_row(self.dialect, item, None) for item in unreadable]


def _batches(files: list[ListedFile]) -> Iterator[tuple[list[EventFile], list[Rejected]]]:
    """Yield the texts of files a batch at a time, and the unreadable files; the games of a large text are in several
    batches."""
    for listed in batches(files, BATCH_BYTES):
        texts, unreadable = read_batch(listed)
        large = [text for text in texts if len(text.content) > LARGE_BYTES]
        yield [text for text in texts if len(text.content) <= LARGE_BYTES], unreadable
        for text in large:
            yield from (([part], []) for part in cut(text, BATCH_BYTES))


def _of_whole_files(counts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return line counts with one row per source, file and season: the sums of those of a file's parts."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in counts:
        key = row["source"], row["file"], row["season"]
        before = found.get(key)
        added = ("rows_in", "rows_out", "rows_quarantined")
        found[key] = row if before is None else row | {name: before[name] + row[name] for name in added}
    return list(found.values())


def without_season(texts: Sequence[EventFile]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return `quarantine` rows and line counts for texts without a season, which therefore have no usable games."""
    plays = read_usable(texts, Rosters(), vocabulary_of(RETROSHEET).begin(), frozenset())
    quarantine = [quarantine_row(RETROSHEET, item, item.last_line - item.first_line + 1) for item in quarantined(plays)]
    return quarantine, list(line_counts(plays))


def quarantine_row(dialect: Dialect, item: Rejected | RejectedLines, lines: int | None) -> dict[str, Any]:
    """Return a `quarantine` row that represents `lines` lines; null for an unreadable file."""
    return {
        "source": dialect.source,
        "file": item.file,
        "line": item.line,
        "season": item.season,
        "text": item.text,
        "reason": item.reason,
        "lines": None if item.line is None else lines,
    }


def line_counts(plays: Plays) -> Iterable[dict[str, Any]]:
    """Return line counts by file and season: all lines, those in games used or superseded, and those in quarantine."""
    lines, games = plays.lines, plays.games
    of_game = games.spans[:, 1] - games.spans[:, 0]
    outside = games.outside[lines.kinds[games.outside] != lf.BLANK]
    files = np.searchsorted(plays.file_first_lines, np.concatenate([games.spans[:, 0], outside]), "right") - 1
    seasons = np.concatenate([games.seasons, np.zeros(len(outside), np.int32)])
    keys, place = np.unique(files.astype(np.int64) << 32 | seasons, return_inverse=True)
    read = np.bincount(place, np.concatenate([of_game, np.ones(len(outside))])).astype(int)
    of_lineups = plays.first_plays - games.spans[:, 0]
    used = np.where(plays.kept, of_game, np.where(plays.scored, of_lineups, 0))
    used -= np.bincount(games.of_line[lost_records(plays)], minlength=len(used))
    kept = np.bincount(place, np.concatenate([used, np.zeros(len(outside))])).astype(int)
    bad: Counter[tuple[str, int | None]] = Counter()
    superseded_lines: Counter[tuple[str, int | None]] = Counter()
    for item in quarantined(plays):
        found = superseded_lines if is_duplicate(item.reason) else bad
        found[item.file, item.season] += item.last_line - item.first_line + 1
    for key, lines_in, lines_out in zip(keys.tolist(), read.tolist(), kept.tolist(), strict=True):
        label, of_season = plays.files[key >> 32], (key & 0xFFFFFFFF) or None
        row = {
            "source": games.dialect.source,
            "file": label,
            "season": of_season,
            "rows_in": lines_in,
            "rows_out": lines_out + superseded_lines[label, of_season],
        }
        yield {**row, "rows_quarantined": bad[label, of_season]}
