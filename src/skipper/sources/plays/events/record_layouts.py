"""How to read the fields of each kind of record: as an indexed string, as a number, or not at all."""

from __future__ import annotations

import numpy as np

from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.text_index import EVENTS, PITCHES, WORDS

# Ways to read a field; the texts are the kinds of a TextIndex.
NUMBER, COUNT, HAND, NOT_READ = range(3, 7)
INTEGERS = np.array([1, 1, 1, 1, 2, 1, 0])  # integers that each way of reading yields per field

_FIELDS_OF_RECORDS = {
    lf.ID: (WORDS,),
    lf.INFO: (WORDS, WORDS),  # key and value, which may contain commas
    lf.START: (WORDS, NOT_READ, NUMBER, NUMBER, NUMBER),  # player, name, side, slot, position
    lf.SUB: (WORDS, NOT_READ, NUMBER, NUMBER, NUMBER),
    lf.PLAY: (NUMBER, NUMBER, WORDS, COUNT, PITCHES, EVENTS),  # inning, side, batter, count, pitches, event
    lf.DATA: (WORDS, WORDS, NUMBER),  # er, pitcher, runs
    lf.BADJ: (WORDS, HAND),
    lf.PADJ: (WORDS, HAND),
    lf.LADJ: (NUMBER, NUMBER),  # side, slot
    lf.RADJ: (WORDS, NUMBER),  # runner, base
    lf.PRESADJ: (WORDS, NUMBER),  # pitcher, base
}
_MAY_HAVE_MORE = (lf.BADJ, lf.PADJ, lf.LADJ, lf.RADJ, lf.PRESADJ)

FIELDS_OF = np.zeros(lf.BLANK + 1, np.int64)
MOST_FIELDS_OF = np.zeros(lf.BLANK + 1, np.int64)
LAYOUTS = np.full((lf.BLANK + 1, 6), NOT_READ)
for _kind, _fields in _FIELDS_OF_RECORDS.items():
    FIELDS_OF[_kind] = len(_fields)
    MOST_FIELDS_OF[_kind] = np.iinfo(np.int64).max if _kind in _MAY_HAVE_MORE else len(_fields)
    LAYOUTS[_kind, : len(_fields)] = _fields
