"""Kinds of lines in event files, the positions of each kind's fields after splitting, and possible defects."""

from __future__ import annotations

UTF8_MARK, UTF16_MARKS = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")  # byte order marks, which some editors write

OTHER = 0
ID = 1
VERSION = 2
INFO = 3
START = 4
SUB = 5
PLAY = 6
COM = 7
DATA = 8
BADJ = 9
PADJ = 10
LADJ = 11
RADJ = 12
PRESADJ = 13
BLANK = 14
KIND_NAMES = {  # most frequent first, since they are tried in this order
    "play": PLAY,
    "start": START,
    "info": INFO,
    "sub": SUB,
    "com": COM,
    "data": DATA,
    "id": ID,
    "version": VERSION,
    "badj": BADJ,
    "padj": PADJ,
    "ladj": LADJ,
    "radj": RADJ,
    "presadj": PRESADJ,
}
FREE_TEXT = (OTHER, VERSION, INFO, START, SUB, COM, BLANK)  # names, places and comments may contain any letter

# Position of each integer in a line's `fields`, by kind.
INFO_KEY, INFO_VALUE = 0, 1
PLAYER, SIDE, SLOT, FIELD_POSITION = 0, 1, 2, 3  # start, sub
PLAY_INNING, PLAY_SIDE, PLAY_BATTER, PLAY_BALLS, PLAY_STRIKES, PLAY_PITCHES, PLAY_EVENT = range(7)
ADJUSTED_PLAYER, ADJUSTED_TO = 0, 1  # badj, padj: a hand as its letter; radj, presadj: a base; ladj: side and slot
DATA_TYPE, DATA_PLAYER, DATA_VALUE = 0, 1, 2
FIELDS = 7
PLACES = 9  # in a batting order
MOST_FIELDS = 16  # recorded per line, after its kind
UNKNOWN = -1  # a count written as `?`
UNREADABLE = -2  # an impossible count, such as `53` or `3-2`

SOUND, WRONG_FIELDS, NOT_A_NUMBER, BAD_BYTES, UNKNOWN_KIND = range(5)

UTF8_MARK, UTF16_MARKS = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")  # byte order marks, which some editors write
