"""Count the pitches in pitch sequences by kind, in one compiled kernel over the distinct sequences.

The letters are those in Retrosheet's description of event files. A sequence repeats the pitches in earlier records of
the same plate appearance, so a record's counts cover the plate appearance so far.
"""

from __future__ import annotations

import numpy as np

from skipper.sources.plays.events.compiled import kernel

PITCH_COLUMNS = (
    "balls",
    "called_balls",
    "intentional_balls",
    "pitchout_balls",  # `P` only
    "hit_batter",
    "other_balls",
    "strikes",
    "called_strikes",
    "swinging_strikes",
    "fouls",
    "in_play",
    "other_strikes",
    "pitches",  # every pitch thrown, including unknown ones
    "runners_going",  # `>`: the runner moved with the pitch
    "pickoff_throws",  # 1, 2, 3: throws to a base
    "pitchouts",  # all pitchouts: balls, and those swung at, fouled off or put in play
)
_BALLS, _STRIKES, _ANY = 0, 6, 12
# The column for each letter's kind. An automatic ball (V) or strike (A) has a kind but is not a thrown pitch.
_BALL_KINDS = {"B": 1, "I": 2, "P": 3, "H": 4, "V": 5}
_STRIKE_KINDS = {
    "C": 7,
    "S": 8,
    "M": 8,
    "Q": 8,
    "F": 9,
    "L": 9,
    "O": 9,
    "R": 9,
    "T": 9,
    "X": 10,
    "Y": 10,
    "K": 11,
    "A": 11,
}
_COLUMN = np.full(256, -1, np.int8)
_TOTAL = np.full(256, -1, np.int8)
for _all, _kinds in ((_BALLS, _BALL_KINDS), (_STRIKES, _STRIKE_KINDS)):
    for _letter, _column in _kinds.items():
        _COLUMN[ord(_letter)], _TOTAL[ord(_letter)] = _column, -1 if _letter in "VA" else _all
_IS_PITCHOUT = np.zeros(256, np.bool_)
_IS_PITCHOUT[[ord(letter) for letter in "PQRY"]] = True
_UNKNOWN, _GOING, _FIRST_BASE, _THIRD_BASE = (ord(letter) for letter in "U>13")


@kernel
def count_pitches(content, spans, counts):
    """Count the pitches in each sequence, given by its start and length, into PITCH_COLUMNS."""
    for sequence in range(spans.shape[0]):
        start = spans[sequence, 0]
        for at in range(start, start + spans[sequence, 1]):
            letter = content[at]
            if _COLUMN[letter] >= 0:
                counts[sequence, _COLUMN[letter]] += 1
                counts[sequence, 15] += _IS_PITCHOUT[letter]
                if _TOTAL[letter] >= 0:
                    counts[sequence, _TOTAL[letter]] += 1
                    counts[sequence, _ANY] += 1
            elif letter == _UNKNOWN:
                counts[sequence, _ANY] += 1
            elif letter == _GOING:
                counts[sequence, 13] += 1
            elif _FIRST_BASE <= letter <= _THIRD_BASE:
                counts[sequence, 14] += 1
