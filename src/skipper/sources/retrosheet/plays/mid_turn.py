"""Pitchers relieved in the middle of a turn at bat: who threw which of its pitches."""

from __future__ import annotations

import numpy as np

from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.plays.batch import Batch
from skipper.sources.retrosheet.plays.pitchers import Pitchers
from skipper.sources.retrosheet.plays.turns import UNKNOWN, Turns


def handed_over(batch: Batch, turns: Turns, men: Pitchers) -> np.ndarray:
    """Per man the pitches of turns that another finished, less those that were thrown before he took over.

    The play on which a turn ends has the pitches of all of it. Those before a change of pitchers are in the record of
    no play (`NP`) that stands before the substitution; without one nobody knows of them.
    """
    reliefs, record, play = _after_no_play(batch, men)
    sequence = batch.plays.lines.fields[record, lf.PLAY_PITCHES]
    thrown = turns.of_sequence.take(sequence)
    before = np.where(batch.small("new_appearance").take(play), 0, turns.thrown.take(play - 1))
    since = turns.thrown_since.take(play)  # by him and by those whom he relieved
    fits = (thrown > before) & (before != UNKNOWN) & ((thrown - before <= since) | (since == UNKNOWN))
    pitches = np.where(fits, thrown - before, 0)
    more = np.zeros(len(men.game), np.int64)
    np.add.at(more, reliefs - 1, pitches)
    np.subtract.at(more, reliefs, pitches)
    return more


def _after_no_play(batch: Batch, men: Pitchers) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The relievers who came in behind a record of no play: which, its line, and the play that follows.

    Record and play are of one half-inning, with the reliever's club in the field.
    """
    plays = batch.plays
    reliefs = np.flatnonzero((men.change >= 0) & (men.order > 1))
    change, game = men.change.take(reliefs), men.game.take(reliefs)
    line, play = (plays.substitutions_of(name).take(change).astype(np.int64) for name in ("line", "event"))
    records = np.flatnonzero(plays.lines.kinds == lf.PLAY)
    record = records.take(np.searchsorted(records, line) - 1)
    before = np.maximum(batch.ids("line").take(play - 1), plays.games.spans[game, 0])
    found = np.flatnonzero((before < record) & (record < line) & (play <= batch.last_play.take(game)))
    reliefs, record, play = reliefs.take(found), record.take(found), play.take(found)
    fields, side = plays.lines.fields[record], batch.small("side").take(play)
    here = (fields[:, lf.PLAY_INNING] == batch.small("inning").take(play)) & (fields[:, lf.PLAY_SIDE] == side)
    here &= men.side.take(reliefs) != side
    return reliefs[here], record[here], play[here]
