"""Reject games whose plays are consistent but cannot be stored in the tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date

import numpy as np

from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.dialect import RETROSHEET, Dialect
from skipper.sources.plays.events.event_vocabulary import EventVocabulary
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import Plays, read_copies, reject, without_repeated
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.events.starting_cards import NO_PLAYER, TWICE


def read_usable(
    files: Sequence[EventFile],
    rosters: Rosters,
    vocabulary: EventVocabulary,
    seen: Collection[str],
    dialect: Dialect = RETROSHEET,
    season: int | None = None,
) -> Plays:
    """Return the first valid copy of each game that can be stored in the tables, except games in `seen`.

    `season` is the season of all games, null if their ids give it.
    """
    return without_repeated(without_unusable(read_copies(files, rosters, vocabulary, seen, dialect, season)))


def without_unusable(plays: Plays) -> Plays:
    """Return the plays without the unusable games, which move to `rejected`.

    Where event files are the only record of the result, a game with a player listed twice or without an id loses its
    plays and the lineup concerned, not its score.
    """
    usable = reject(plays, unusable(plays))
    if not plays.games.dialect.counts_scores:
        return usable
    of_plays = [found for found in _doubtful(usable) if usable.kept[usable.games.of_line[found[0]]]]
    return reject(usable, _by_game(usable, of_plays), keep_scores=True)


def unusable(plays: Plays) -> dict[int, tuple[int, str]]:
    """Map the index of each game that cannot be stored in the tables to its offending line and the reason."""
    found: dict[int, tuple[int, str]] = {}
    games = plays.games
    days = [name[-9:-1] for name in games.names]
    no_days = {day for day in set(days) if not _is_day(day)}
    on_no_day = np.array([day in no_days for day in days], bool)
    for game in np.flatnonzero(plays.listed & (on_no_day | (games.visitors == games.homes))).tolist():
        reason = "the date in the game's id is invalid" if on_no_day[game] else "a club plays itself"
        found[game] = int(games.spans[game, 0]), reason
    return (_by_game(plays, _doubtful(plays)) if not games.dialect.counts_scores else {}) | found


def _doubtful(plays: Plays) -> list[tuple[int, str]]:
    """Return records in lineups and substitutions that leave it unknown who played."""
    return [*_nobody(plays), *_twice(plays)]


def _by_game(plays: Plays, found: Iterable[tuple[int, str]]) -> dict[int, tuple[int, str]]:
    """Return each game's first line and reason."""
    of_game: dict[int, tuple[int, str]] = {}
    for line, reason in found:
        of_game.setdefault(int(plays.games.of_line[line]), (line, reason))
    return of_game


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _nobody(plays: Plays) -> list[tuple[int, str]]:
    """Return lineup records without a player id."""
    lines = plays.lines
    blank = plays.games.word_index.get(b"", -1)
    nameless = lines.of_players[lines.fields[lines.of_players, lf.PLAYER] == blank]
    return [(line, NO_PLAYER) for line in _of_kept(plays, nameless).tolist()]


def _twice(plays: Plays) -> list[tuple[int, str]]:
    """Return starters in two slots, of the same club or of both. A pitcher in slot 0 may also be designated hitter."""
    lines = plays.lines
    starts = np.flatnonzero((lines.kinds == lf.START) & (lines.fields[:, lf.PLAYER] != lf.UNKNOWN))
    starts = _of_kept(plays, starts[lines.fields[starts, lf.SLOT] > 0])
    starters = plays.games.of_line[starts].astype(np.int64) << 32 | lines.fields[starts, lf.PLAYER]
    if np.diff(np.sort(starters)).all():  # no duplicates; finding the first of each would take ten times as long
        return []
    once = np.zeros(len(starts), bool)
    once[np.unique(starters, return_index=True)[1]] = True
    return [(line, TWICE) for line in starts[~once].tolist()]


def _of_kept(plays: Plays, lines: np.ndarray) -> np.ndarray:
    of_line = plays.games.of_line[lines]
    return lines[(of_line >= 0) & plays.listed[of_line]]
