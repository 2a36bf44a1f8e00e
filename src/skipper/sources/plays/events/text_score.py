"""Whether a game's score can be counted from its event texts alone, without replaying lineups and bases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.event_columns import POSITION
from skipper.sources.plays.events.figures import REGULATION
from skipper.sources.plays.events.text_facts import OUTS, RUNS, UNDERSTOOD

if TYPE_CHECKING:
    from skipper.sources.plays.events.games import Games

_BATTER_EVENT = POSITION["batter_event"]
_OUTS_OF_HALF = 3
_MOST_ON_BASE = 3


def is_readable(games: Games, game: int) -> bool:
    """Return whether a game has plays and every record that may be a play can be read."""
    lines = games.lines
    span = np.arange(*games.spans[game])
    of_plays = span[lines.kinds[span] == lf.PLAY]
    unknown = span[lines.kinds[span] == lf.OTHER]
    may_be_plays = any(may_be_play(lines.text(line)) for line in unknown.tolist())
    return len(of_plays) > 0 and not lines.defects[of_plays].any() and not may_be_plays


def may_be_play(text: str) -> bool:
    """Return whether a record of unknown kind has the inning and the side that a play has."""
    _, inning, side, *_ = [*text.split(","), "", ""]
    return inning.strip().isdigit() and side.strip() in ("0", "1")


def in_order(games: Games, game: int) -> bool:
    """Return whether the half-innings follow one another from the first."""
    _, halves = _halves(games, game)
    return bool(len(halves) and halves[0] == 0 and np.isin(np.diff(halves), (0, 1)).all())


def is_proved(games: Games, game: int, event_rows: np.ndarray, table: np.ndarray) -> bool:
    """Return whether the event texts prove the score of a readable game.

    They do if every text is in the grammar, the half-innings are in order, each but the last has three outs, in each
    the batters and placed runners equal outs, runs and at most three left on base (Official Baseball Rules 9.03(c)),
    and the plays reach an end: `data` records follow the fifth inning, or the last play can end a game.
    """
    lines = games.lines
    plays, halves = _halves(games, game)
    facts = table[event_rows[lines.fields[plays, lf.PLAY_EVENT]]]
    if not facts[:, UNDERSTOOD].all() or not in_order(games, game):
        return False
    span = np.arange(*games.spans[game])
    placed_at = np.searchsorted(plays, span[lines.kinds[span] == lf.RADJ])
    placed = np.bincount(halves[placed_at[placed_at < len(plays)]], minlength=halves[-1] + 1)
    outs, runs, batters = (np.bincount(halves, facts[:, name]).astype(int) for name in (OUTS, RUNS, _BATTER_EVENT))
    left = batters + placed - outs - runs
    if (outs[:-1] != _OUTS_OF_HALF).any() or outs[-1] > _OUTS_OF_HALF:
        return False
    return bool(((left >= 0) & (left <= _MOST_ON_BASE)).all()) and _ends(games, game, outs, runs)


def _halves(games: Games, game: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a game's play records, and the number of each one's half-inning from 0, as the record states it."""
    lines = games.lines
    span = np.arange(*games.spans[game])
    plays = span[lines.kinds[span] == lf.PLAY]
    inning, side = lines.fields[plays, lf.PLAY_INNING], lines.fields[plays, lf.PLAY_SIDE]
    return plays, 2 * (inning - 1) + (side != side[:1]).astype(np.int64)


def _ends(games: Games, game: int, outs: np.ndarray, runs: np.ndarray) -> bool:
    """Return whether a game with these outs and runs by half-inning has reached an end."""
    lines, scheduled = games.lines, int(games.scheduled_innings()[game])
    begin, end = games.spans[game]
    innings, bats_last = (len(outs) + 1) // 2, len(outs) % 2 == 0
    if (lines.kinds[begin:end] == lf.DATA).any() and innings >= REGULATION:
        return True
    ahead = int(runs[1::2].sum() - runs[::2].sum())
    half_over = outs[-1] == _OUTS_OF_HALF
    won = ahead > 0 and (half_over or bats_last)
    return innings >= scheduled and bool(won or (ahead < 0 and half_over and bats_last))
