"""Plate appearances: the plays in each one, and the pitches so far at each play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skipper.sources.plays.batch import Batch
from skipper.sources.plays.events.pitches import PITCH_COLUMNS

UNKNOWN = -1
_PITCHES = PITCH_COLUMNS.index("pitches")


@dataclass(frozen=True)
class PlateAppearances:
    """The plate appearances in a batch, including those cut short by the third out.

    `first_play` and `number` (in the game, from 1) have one value per plate appearance. `of_play` (the plate
    appearance), `thrown` (the pitches in it so far) and `thrown_since` (the pitches since the previous play) have one
    value per play. `of_sequence` has the pitches of each distinct sequence. Values that the file does not have are
    UNKNOWN.
    """

    first_play: np.ndarray
    number: np.ndarray
    of_play: np.ndarray
    thrown: np.ndarray
    thrown_since: np.ndarray
    of_sequence: np.ndarray


def appearances(batch: Batch) -> PlateAppearances:
    """Return the batch's plate appearances."""
    new = batch.small("new_appearance") != 0
    first_play = np.flatnonzero(new)
    of_play = np.cumsum(new) - 1
    number = np.arange(len(first_play)) - of_play.take(batch.first_play.take(batch.game.take(first_play))) + 1
    of_sequence = _thrown_by_sequence(batch)
    thrown = of_sequence.take(batch.ids("pitches"))
    before = np.where(new, 0, np.concatenate([[0], thrown[:-1]])) if len(thrown) else thrown
    known = (thrown >= 0) & (before >= 0)
    return PlateAppearances(first_play, number, of_play, thrown, np.where(known, thrown - before, UNKNOWN), of_sequence)


def _thrown_by_sequence(batch: Batch) -> np.ndarray:
    """Return the number of pitches in each distinct sequence; UNKNOWN for an empty sequence or an unrecorded pitch.

    Balls and strikes added by an umpire or a rule without a pitch (`V`, `A`) were not thrown and do not count.
    """
    sequences = batch.plays.lines.pitches
    known = pc.and_(pc.greater(pc.binary_length(sequences), 0), pc.invert(pc.match_substring(sequences, "?")))
    counted = batch.plays.pitch_counts[: len(sequences), _PITCHES]
    return np.where(_array(known), counted, UNKNOWN).astype(np.int32)


def _array(values: pa.Array) -> np.ndarray:
    return values.to_numpy(zero_copy_only=False)
