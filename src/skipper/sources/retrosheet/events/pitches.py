"""Pitch sequences counted by kind, in one compiled kernel over the distinct sequences.

Letters as Retrosheet's description of event files gives them. A sequence repeats the pitches of the plate
appearance that earlier records held, so a record's counts are of the plate appearance so far.
"""

from __future__ import annotations

import numpy as np

from skipper.sources.retrosheet.events.compiled import kernel

PITCH_COLUMNS = (
    "balls",
    "called_balls",
    "intentional_balls",
    "pitchouts",
    "hit_batter",
    "other_balls",
    "strikes",
    "called_strikes",
    "swinging_strikes",
    "fouls",
    "in_play",
    "other_strikes",
    "pitches",  # every pitch, unknown ones too
    "runners_going",  # `>`: the runner moved with the pitch
    "pickoff_throws",  # 1, 2, 3: throws to a base
)
_BALLS, _STRIKES, _ANY = 0, 6, 12
# Letter: the column of its kind, and of the balls or strikes that it counts among.
_KINDS = {
    "B": (1, _BALLS), "I": (2, _BALLS), "P": (3, _BALLS), "H": (4, _BALLS), "V": (5, _BALLS),
    "C": (7, _STRIKES), "S": (8, _STRIKES), "M": (8, _STRIKES), "Q": (8, _STRIKES), "F": (9, _STRIKES),
    "L": (9, _STRIKES), "O": (9, _STRIKES), "R": (9, _STRIKES), "T": (9, _STRIKES), "X": (10, _STRIKES),
    "Y": (10, _STRIKES), "K": (11, _STRIKES), "A": (11, _STRIKES),
}  # fmt: skip
_COLUMN = np.full(256, -1, np.int8)
_TOTAL = np.full(256, -1, np.int8)
for _letter, (_column, _total) in _KINDS.items():
    _COLUMN[ord(_letter)], _TOTAL[ord(_letter)] = _column, _total
_UNKNOWN, _GOING, _FIRST_BASE, _THIRD_BASE, _NOT_COUNTED = ord("U"), ord(">"), ord("1"), ord("3"), ord("V")


@kernel
def count_pitches(content, spans, counts):
    """Count the pitches of each sequence, given by where it starts and its length, into PITCH_COLUMNS."""
    for sequence in range(spans.shape[0]):
        start = spans[sequence, 0]
        for at in range(start, start + spans[sequence, 1]):
            letter = content[at]
            if _COLUMN[letter] >= 0:
                counts[sequence, _COLUMN[letter]] += 1
                counts[sequence, _ANY] += 1
                if letter != _NOT_COUNTED:
                    counts[sequence, _TOTAL[letter]] += 1
            elif letter == _UNKNOWN:
                counts[sequence, _ANY] += 1
            elif letter == _GOING:
                counts[sequence, 13] += 1
            elif _FIRST_BASE <= letter <= _THIRD_BASE:
                counts[sequence, 14] += 1
