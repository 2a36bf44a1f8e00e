"""Pitchers relieved in the middle of a turn at bat: who threw which of its pitches."""

from __future__ import annotations

import numpy as np

from skipper.plays.batch import Batch
from skipper.plays.pitchers import Pitchers
from skipper.plays.turns import UNKNOWN, Turns, thrown_by_sequence
from skipper.sources.retrosheet.events import line_fields as lf


def handed_over(batch: Batch, turns: Turns, men: Pitchers) -> np.ndarray:
    """Per man the pitches of turns that another finished, less those that were thrown before he took over.

    The play on which a turn ends has the pitches of all of it. Those before a change of pitchers are in the record of
    no play (`NP`) that stands before the substitution.
    """
    reliefs = np.flatnonzero((men.change >= 0) & (men.order > 1))
    change = men.change.take(reliefs)
    record = _records_before(batch, batch.plays.substitutions_of("line").take(change))
    play = batch.plays.substitutions_of("event").take(change).astype(np.int64)
    found = np.flatnonzero(~np.isin(record, batch.ids("line")) & (play <= batch.last_play.take(men.game.take(reliefs))))
    reliefs, record, play = reliefs.take(found), record.take(found), play.take(found)
    fields = batch.plays.lines.fields[record]
    thrown = thrown_by_sequence(batch).take(fields[:, lf.PLAY_PITCHES])
    before = np.where(batch.small("new_appearance").take(play), 0, turns.thrown.take(play - 1))
    since = turns.thrown_since.take(play)
    pitches = thrown - before
    same_half = (fields[:, lf.PLAY_INNING] == batch.small("inning").take(play)) & (
        fields[:, lf.PLAY_SIDE] == batch.small("side").take(play)
    )
    in_field = men.side.take(reliefs) != batch.small("side").take(play)
    known = (thrown > 0) & (before >= 0) & ((pitches <= since) | (since == UNKNOWN))
    taken = np.where(same_half & in_field & known, np.maximum(pitches, 0), 0)
    more = np.zeros(len(men.game), np.int64)
    np.add.at(more, reliefs - 1, taken)
    np.subtract.at(more, reliefs, taken)
    return more


def _records_before(batch: Batch, lines: np.ndarray) -> np.ndarray:
    """The last `play` record before each line, whether anything happened on it or not."""
    records = np.flatnonzero(batch.plays.lines.kinds == lf.PLAY)
    return records.take(np.maximum(np.searchsorted(records, lines) - 1, 0))
