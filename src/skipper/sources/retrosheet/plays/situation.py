"""How a game stood: before a play, or after a game's last one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.events.pitches import PITCH_COLUMNS
from skipper.sources.retrosheet.plays.batch import HOME, Batch

_PITCHES = PITCH_COLUMNS.index("pitches")


@dataclass(frozen=True)
class Situation:
    """Where some games stood, a value of each array per moment asked for.

    `scores` are those of the visitor and the home club; `mid_inning` says that the half-inning had begun: a
    play of it, or a pitch that the files tell of, came before.
    """

    inning: np.ndarray
    bats_last: np.ndarray
    side: np.ndarray
    outs: np.ndarray
    bases: np.ndarray
    scores: tuple[np.ndarray, np.ndarray]
    mid_inning: np.ndarray

    def lead_of(self, sides: np.ndarray) -> np.ndarray:
        """The runs of a side less the other's."""
        home_lead = self.scores[1] - self.scores[0]
        return np.where(sides == HOME, home_lead, -home_lead)


def before(batch: Batch, plays: np.ndarray, games: np.ndarray, lines: np.ndarray) -> Situation:
    """Where the games stood before the plays, on these lines, of men who came in; after the game's last one for a play
    beyond it."""
    beyond = plays > batch.last_play.take(games)
    at = np.where(beyond, plays - 1, plays)
    then = _at(batch, at, beyond)
    return replace(then, mid_inning=then.mid_inning | _pitched(batch, at, lines))


def _pitched(batch: Batch, plays: np.ndarray, lines: np.ndarray) -> np.ndarray:
    """Whether a record of no play (`NP`) before the lines tells of pitches thrown in the half-inning of the plays.

    Only records behind the play before are looked at: a half-inning that had a play had begun anyway.
    """
    found, known = batch.plays.lines, batch.plays.pitch_counts[:, _PITCHES] > 0
    records = np.flatnonzero(found.kinds == lf.PLAY)
    fields = found.fields[records]
    counted = (fields[:, lf.PLAY_BALLS] > 0) | (fields[:, lf.PLAY_STRIKES] > 0)
    records = records[counted | known.take(fields[:, lf.PLAY_PITCHES])]
    if not len(records):
        return np.zeros(len(plays), bool)
    last = records.take(np.maximum(np.searchsorted(records, lines) - 1, 0))  # before the line; or the first, after it
    first_line = batch.plays.games.spans[batch.game.take(plays), 0]
    behind = np.maximum(np.where(plays > 0, batch.ids("line").take(plays - 1), 0), first_line)
    fields = found.fields[last]
    here = (fields[:, lf.PLAY_INNING] == batch.small("inning").take(plays)) & (behind < last) & (last < lines)
    return here & (fields[:, lf.PLAY_SIDE] == batch.small("side").take(plays))


def after(batch: Batch, plays: np.ndarray) -> Situation:
    """Where the games stood after the plays, before the half-inning, if that ended it, gave way to the next."""
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
