"""Count each pitcher's pitches in plate appearances during which the pitcher was relieved."""

from __future__ import annotations

import numpy as np

from skipper.sources.plays.appearances import UNKNOWN, PlateAppearances
from skipper.sources.plays.batch import Batch
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.pitchers import Pitchers


def handed_over(batch: Batch, appearances: PlateAppearances, pitchers: Pitchers) -> np.ndarray:
    """Return, per pitching appearance, the pitches in plate appearances that a reliever finished, minus the pitches in
    plate appearances taken over.

    The play that ends a plate appearance has all of its pitches. The pitches before a pitching change are in the
    no-play record (`NP`) before the substitution; without that record they are unknown.
    """
    reliefs, record, play = _after_no_play(batch, pitchers)
    sequence = batch.plays.lines.fields[record, lf.PLAY_PITCHES]
    thrown = appearances.of_sequence.take(sequence)
    before = np.where(batch.small("new_appearance").take(play), 0, appearances.thrown.take(play - 1))
    since = appearances.thrown_since.take(play)  # by this pitcher and by the pitchers relieved
    fits = (thrown > before) & (before != UNKNOWN) & ((thrown - before <= since) | (since == UNKNOWN))
    pitches = np.where(fits, thrown - before, 0)
    more = np.zeros(len(pitchers.game), np.int64)
    np.add.at(more, reliefs - 1, pitches)
    np.subtract.at(more, reliefs, pitches)
    return more


def _after_no_play(batch: Batch, pitchers: Pitchers) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the relievers who entered after a record of no play: their indices, the record's line, and the next play.

    The record and the play are in the same half-inning, with the reliever's club in the field.
    """
    plays = batch.plays
    reliefs = np.flatnonzero((pitchers.change >= 0) & (pitchers.order > 1))
    change, game = pitchers.change.take(reliefs), pitchers.game.take(reliefs)
    line, play = (plays.substitutions_of(name).take(change).astype(np.int64) for name in ("line", "event"))
    records = np.flatnonzero(plays.lines.kinds == lf.PLAY)
    record = records.take(np.searchsorted(records, line) - 1)
    before = np.maximum(batch.ids("line").take(play - 1), plays.games.spans[game, 0])
    found = np.flatnonzero((before < record) & (record < line) & (play <= batch.last_play.take(game)))
    reliefs, record, play = reliefs.take(found), record.take(found), play.take(found)
    fields, side = plays.lines.fields[record], batch.small("side").take(play)
    here = (fields[:, lf.PLAY_INNING] == batch.small("inning").take(play)) & (fields[:, lf.PLAY_SIDE] == side)
    here &= pitchers.side.take(reliefs) != side
    return reliefs[here], record[here], play[here]
