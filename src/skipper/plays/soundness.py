"""Games that can be played through and still cannot be rows of the tables."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np

from skipper.sources.parsed import shorten
from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.events.plays import Plays, RejectedLines
from skipper.sources.retrosheet.events.state_columns import ID_COLUMNS, SUBSTITUTION_COLUMNS

_EVENT, _GAME = SUBSTITUTION_COLUMNS.index("event"), SUBSTITUTION_COLUMNS.index("game")


def without_unusable(plays: Plays) -> Plays:
    """The plays without those games, which `rejected` then has."""
    found = unusable(plays)
    if not found:
        return plays
    rejected = [_rejected(plays, game, line, reason) for game, (line, reason) in found.items()]
    return replace(without(plays, np.array(list(found))), rejected=[*plays.rejected, *rejected])


def without(plays: Plays, games: np.ndarray) -> Plays:
    """The plays without those of some games."""
    kept = plays.kept.copy()
    kept[games] = False
    leave = kept[plays.ids[ID_COLUMNS.index("game")]]
    left_out_before = np.concatenate([[0], np.cumsum(~leave)])
    changes = plays.substitutions[kept[plays.substitutions[:, _GAME]]].copy()
    changes[:, _EVENT] -= left_out_before.take(changes[:, _EVENT])
    return replace(plays, kept=kept, ids=plays.ids[:, leave], small=plays.small[:, leave], substitutions=changes)


def unusable(plays: Plays) -> dict[int, tuple[int, str]]:
    """The games that no table can hold, by number: the line and the reason."""
    found: dict[int, tuple[int, str]] = {}
    games = plays.games
    days = [name[3:11] for name in games.names]
    no_days = {day for day in set(days) if not _is_day(day)}
    on_no_day = np.array([day in no_days for day in days], bool)
    for game in np.flatnonzero(plays.kept & (on_no_day | (games.visitors == games.homes))).tolist():
        reason = "the day in the game's id is none of the calendar" if on_no_day[game] else "a club plays itself"
        found[game] = int(games.spans[game, 0]), reason
    for line, reason in (*_nobody(plays), *_twice(plays)):
        found.setdefault(int(games.of_line[line]), (line, reason))
    return found


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _nobody(plays: Plays) -> list[tuple[int, str]]:
    """Line-up records without a man's id."""
    lines = plays.lines
    blank = plays.games.word_index.get(b"", -1)
    nameless = lines.of_men[lines.fields[lines.of_men, lf.PLAYER] == blank]
    return [(line, "no player's id") for line in _of_kept(plays, nameless).tolist()]


def _twice(plays: Plays) -> list[tuple[int, str]]:
    """Starters who are in two slots, of one club or both. A pitcher may be his own designated hitter (slot 0)."""
    lines = plays.lines
    starts = np.flatnonzero(lines.kinds == lf.START)
    starts = _of_kept(plays, starts[lines.fields[starts, lf.SLOT] > 0])
    men = plays.games.of_line[starts].astype(np.int64) << 32 | lines.fields[starts, lf.PLAYER]
    if np.diff(np.sort(men)).all():  # nobody: finding the first of each takes ten times as long
        return []
    once = np.zeros(len(starts), bool)
    once[np.unique(men, return_index=True)[1]] = True
    return [(line, "a man in two places of the line-ups") for line in starts[~once].tolist()]


def _of_kept(plays: Plays, lines: np.ndarray) -> np.ndarray:
    of_line = plays.games.of_line[lines]
    return lines[(of_line >= 0) & plays.kept[of_line]]


def _rejected(plays: Plays, game: int, line: int, reason: str) -> RejectedLines:
    file, first = plays.place_of(int(plays.games.spans[game, 0]))
    _, last = plays.place_of(int(plays.games.spans[game, 1]) - 1)
    text = shorten(plays.lines.text(line)) or ""
    season = int(plays.games.seasons[game])
    return RejectedLines(file, plays.place_of(line)[1], first, last, plays.games.names[game], season, text, reason)
