"""How a game stood: before a play, or after a game's last one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from skipper.plays.batch import HOME, Batch


@dataclass(frozen=True)
class Situation:
    """Where some games stood, a value of each array per moment asked for.

    `scores` are those of the visitor and the home club; `mid_inning` says that the half-inning had begun.
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


def before(batch: Batch, plays: np.ndarray, games: np.ndarray) -> Situation:
    """Where the games stood before the plays; after the game's last one for a play beyond it."""
    beyond = plays > batch.last_play.take(games)
    at = np.where(beyond, plays - 1, plays)
    return _at(batch, at, beyond)


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
