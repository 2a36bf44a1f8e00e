"""The situation in a game: before a play, or after the game's last play."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from skipper.sources.plays.batch import HOME, Batch
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.pitches import PITCH_COLUMNS

_PITCHES = PITCH_COLUMNS.index("pitches")


@dataclass(frozen=True)
class Situation:
    """Situations in games, with one value per requested moment in each array.

    `scores` has the visiting and the home club's scores. `mid_inning` is true if the half-inning had begun, that is, if
    an earlier play or recorded pitch belongs to it.
    """

    inning: np.ndarray
    bats_last: np.ndarray
    side: np.ndarray
    outs: np.ndarray
    bases: np.ndarray
    scores: tuple[np.ndarray, np.ndarray]
    mid_inning: np.ndarray

    def lead_of(self, sides: np.ndarray) -> np.ndarray:
        """Return a side's lead in runs."""
        home_lead = self.scores[1] - self.scores[0]
        return np.where(sides == HOME, home_lead, -home_lead)


def before(batch: Batch, plays: np.ndarray, games: np.ndarray, lines: np.ndarray) -> Situation:
    """Return the situation before the given plays, at the lines where players entered.

    For an index beyond the game's last play, return the situation after the game.
    """
    beyond = plays > batch.last_play.take(games)
    at = np.where(beyond, plays - 1, plays)
    then = _at(batch, at, beyond)
    return replace(then, mid_inning=then.mid_inning | _pitched(batch, at, lines))


def _pitched(batch: Batch, plays: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Return whether a record of no play (`NP`) before each line has pitches thrown in the play's half-inning.

    Only records after the previous play count, because a half-inning with an earlier play has begun anyway.
    """
    found, known = batch.plays.lines, batch.plays.pitch_counts[:, _PITCHES] > 0
    records = np.flatnonzero(found.kinds == lf.PLAY)
    fields = found.fields[records]
    counted = (fields[:, lf.PLAY_BALLS] > 0) | (fields[:, lf.PLAY_STRIKES] > 0)
    records = records[counted | known.take(fields[:, lf.PLAY_PITCHES])]
    if not len(records):
        return np.zeros(len(plays), bool)
    last = records.take(np.maximum(np.searchsorted(records, lines) - 1, 0))  # before the line; without one, the first
    first_line = batch.plays.games.spans[batch.game.take(plays), 0]
    behind = np.maximum(np.where(plays > 0, batch.ids("line").take(plays - 1), 0), first_line)
    fields = found.fields[last]
    here = (fields[:, lf.PLAY_INNING] == batch.small("inning").take(plays)) & (behind < last) & (last < lines)
    return here & (fields[:, lf.PLAY_SIDE] == batch.small("side").take(plays))


def after(batch: Batch, plays: np.ndarray) -> Situation:
    """Return the situation after the plays; for a play that ends its half-inning, the situation before the next one
    begins."""
    return _at(batch, plays, np.ones(len(plays), bool))


def _at(batch: Batch, at: np.ndarray, done: np.ndarray) -> Situation:
    side = batch.small("side").take(at)
    runs = np.where(done, batch.fact("runs").take(at), 0)
    visitor, home = (batch.small(f"{club}_score").take(at) for club in ("visitor", "home"))
    return Situation(
        batch.small("inning").take(at),
        batch.small("bats_last").take(at),
        side,
        batch.small("outs").take(at) + np.where(done, batch.fact("outs").take(at), 0),
        np.where(done, batch.small("bases_after").take(at), batch.small("bases").take(at)),
        (visitor + np.where(side == HOME, 0, runs), home + np.where(side == HOME, runs, 0)),
        done | (batch.small("new_half").take(at) == 0),
    )
