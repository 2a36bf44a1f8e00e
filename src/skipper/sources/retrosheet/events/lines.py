"""The lines of event files, split by one compiled kernel over the bytes.

A line becomes a kind and up to seven integers: numbers as they are, texts as indices into a vocabulary of distinct
texts, so that what follows works on integers only. Three vocabularies are kept apart: words (ids, keys, values),
event texts and pitch sequences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from skipper.sources.retrosheet.events.compiled import kernel, part

OTHER, ID, VERSION, INFO, START, SUB, PLAY, COM, DATA, BADJ, PADJ, LADJ, RADJ, PRESADJ, BLANK = range(15)
KIND_NAMES = (
    "other", "id", "version", "info", "start", "sub", "play", "com", "data", "badj", "padj", "ladj", "radj",
    "presadj", "blank",
)  # fmt: skip

# Fields of a line by kind: where each integer of `fields` stands.
INFO_KEY, INFO_VALUE = 0, 1
PLAYER, SIDE, SLOT, FIELD_POSITION = 0, 1, 2, 3  # start, sub
PLAY_INNING, PLAY_SIDE, PLAY_BATTER, PLAY_BALLS, PLAY_STRIKES, PLAY_PITCHES, PLAY_EVENT = range(7)
ADJUSTED_PLAYER, ADJUSTED_TO = 0, 1  # badj and padj: a hand as its letter; radj and presadj: a base
LADJ_SIDE, LADJ_SLOT = 0, 1
DATA_TYPE, DATA_PLAYER, DATA_VALUE = 0, 1, 2
FIELDS = 7

SOUND, WRONG_FIELDS, NOT_A_NUMBER, BAD_BYTES, UNKNOWN_KIND = range(5)
UNKNOWN = -1  # a count written as `?`

FREE_TEXT = (OTHER, VERSION, INFO, START, SUB, COM, BLANK)  # names, places and comments may hold any letter

_COMMA, _QUOTE, _NEWLINE, _RETURN, _SPACE, _END_OF_FILE = (ord(c) for c in ',"\n\r \x1a')
_ZERO, _NINE, _MINUS, _QUESTION, _TILDE = (ord(c) for c in "09-?~")
_FNV_START, _FNV_FACTOR = np.uint64(14695981039346656037), np.uint64(1099511628211)
_MAX_FIELDS = 16

_KIND_KEYS = np.array([int.from_bytes(name.encode(), "little") for name in KIND_NAMES[:-1]], np.int64)


@part
def text_hash(content, start, end):
    """FNV-1a of the bytes of a text."""
    value = _FNV_START
    for at in range(start, end):
        value = (value ^ np.uint64(content[at])) * _FNV_FACTOR
    return np.int64(value ^ (value >> np.uint64(29)))


@part
def same_text(content, start, other, length):
    """Whether two stretches of the content hold the same bytes."""
    for i in range(length):  # noqa: SIM110  Numba compiles no generators
        if content[start + i] != content[other + i]:
            return False
    return True


class Vocabulary(NamedTuple):
    """Distinct texts in the order in which they were met: an open-addressed table over the content's bytes.

    `slots` has room for twice the texts there can be, so it never fills, and a last element that counts them.
    `entries` holds a text's hash, where it starts and its length.
    """

    slots: np.ndarray
    entries: np.ndarray


def empty_vocabulary(most: int) -> Vocabulary:
    """A vocabulary for at most so many texts."""
    slots = np.full((1 << (2 * most + 1).bit_length()) + 1, -1, np.int32)
    slots[-1] = 0
    return Vocabulary(slots, np.empty((most, 3), np.int64))


@part
def index_of(content, start, end, vocabulary):
    """The index of a text in its vocabulary, where it is entered if it is new."""
    slots, entries = vocabulary
    value = text_hash(content, start, end)
    mask = slots.size - 2
    at = value & mask
    while slots[at] >= 0:
        known = slots[at]
        if (
            entries[known, 0] == value
            and entries[known, 2] == end - start
            and same_text(content, start, entries[known, 1], end - start)
        ):
            return known
        at = (at + 1) & mask
    new = slots[-1]
    slots[-1] += 1
    slots[at] = new
    entries[new, 0], entries[new, 1], entries[new, 2] = value, start, end - start
    return new


@part
def kind_of(content, start, end):
    """The kind of a line by its first field."""
    if end - start > 7:
        return OTHER
    key = np.int64(0)
    for at in range(end - 1, start - 1, -1):
        key = (key << 8) | np.int64(content[at])
    for kind in (PLAY, INFO, START, SUB, COM, DATA, ID, VERSION, BADJ, PADJ, LADJ, RADJ, PRESADJ):
        if key == _KIND_KEYS[kind]:
            return kind
    return OTHER


@part
def number(content, start, end):
    """A whole number with an optional minus sign; the second result says whether it was one."""
    sign = 1
    if start < end and content[start] == _MINUS:
        sign = -1
        start += 1
    if start >= end or end - start > 6:
        return 0, False
    value = 0
    for at in range(start, end):
        if content[at] < _ZERO or content[at] > _NINE:
            return 0, False
        value = value * 10 + int(content[at]) - _ZERO
    return sign * value, True


@part
def split_fields(content, start, end, bounds):
    """Find the fields of a line, quotes left out of a quoted one; returns how many, at most _MAX_FIELDS."""
    count = 0
    at = start
    while count < _MAX_FIELDS:
        if at < end and content[at] == _QUOTE:
            close = at + 1
            while close < end and content[close] != _QUOTE:
                close += 1
            bounds[count, 0], bounds[count, 1] = at + 1, close
            at = close
            while at < end and content[at] != _COMMA:
                at += 1
        else:
            bounds[count, 0] = at
            while at < end and content[at] != _COMMA:
                at += 1
            bounds[count, 1] = at
        count += 1
        if at >= end:
            return count
        at += 1
    return count


@part
def has_bad_bytes(content, start, end):
    """Whether a line holds bytes that no event file does: control characters, or outside ASCII."""
    for at in range(start, end):  # noqa: SIM110  Numba compiles no generators
        if content[at] < 32 or content[at] > 126:
            return True
    return False


@part
def read_numbers(content, bounds, first, count, fields, to):
    """Read `count` numbers from consecutive fields; false where one is none."""
    for i in range(count):
        value, sound = number(content, bounds[first + i, 0], bounds[first + i, 1])
        if not sound:
            return False
        fields[to + i] = value
    return True


@part
def read_count(content, start, end, fields):
    """Balls and strikes: two digits, each `?` where unknown; false for anything else."""
    if end == start:
        fields[PLAY_BALLS] = UNKNOWN
        fields[PLAY_STRIKES] = UNKNOWN
        return True
    if end - start != 2:
        return False
    for i in range(2):
        digit = content[start + i]
        if digit == _QUESTION:
            fields[PLAY_BALLS + i] = UNKNOWN
        elif _ZERO <= digit <= _NINE:
            fields[PLAY_BALLS + i] = int(digit) - _ZERO
        else:
            return False
    return True


@part
def read_play(content, bounds, count, fields, words, events, pitches):
    """`play,inning,side,batter,count,pitches,event`."""
    if count != 6:
        return WRONG_FIELDS
    sound = read_numbers(content, bounds, 0, 2, fields, PLAY_INNING)
    sound &= read_count(content, bounds[3, 0], bounds[3, 1], fields)
    fields[PLAY_BATTER] = index_of(content, bounds[2, 0], bounds[2, 1], words)
    fields[PLAY_PITCHES] = index_of(content, bounds[4, 0], bounds[4, 1], pitches)
    fields[PLAY_EVENT] = index_of(content, bounds[5, 0], bounds[5, 1], events)
    return SOUND if sound else NOT_A_NUMBER


@part
def read_player(content, bounds, count, fields, words):
    """`start,player,name,side,slot,position` and `sub` alike."""
    if count != 5:
        return WRONG_FIELDS
    if has_bad_bytes(content, bounds[0, 0], bounds[0, 1]):
        return BAD_BYTES
    fields[PLAYER] = index_of(content, bounds[0, 0], bounds[0, 1], words)
    return SOUND if read_numbers(content, bounds, 2, 3, fields, SIDE) else NOT_A_NUMBER


@part
def read_info(content, bounds, count, end, fields, words):
    """`info,key,value`; the value may be missing, and may hold commas."""
    fields[INFO_KEY] = index_of(content, bounds[0, 0], bounds[0, 1], words)
    start = bounds[1, 0] if count > 1 else end
    fields[INFO_VALUE] = index_of(content, start, end, words)
    return SOUND


@part
def read_data(content, bounds, count, fields, words):
    """`data,er,pitcher,runs`."""
    if count != 3:
        return WRONG_FIELDS
    for i in range(2):
        fields[i] = index_of(content, bounds[i, 0], bounds[i, 1], words)
    return SOUND if read_numbers(content, bounds, 2, 1, fields, DATA_VALUE) else NOT_A_NUMBER


@part
def read_adjustment(content, bounds, count, kind, fields, words):
    """`badj,batter,hand`, `padj,pitcher,hand`, `ladj,side,slot`, `radj,runner,base`, `presadj,pitcher,base`."""
    if count < 2:
        return WRONG_FIELDS
    if kind == LADJ:
        return SOUND if read_numbers(content, bounds, 0, 2, fields, LADJ_SIDE) else NOT_A_NUMBER
    fields[ADJUSTED_PLAYER] = index_of(content, bounds[0, 0], bounds[0, 1], words)
    if kind in (RADJ, PRESADJ):
        return SOUND if read_numbers(content, bounds, 1, 1, fields, ADJUSTED_TO) else NOT_A_NUMBER
    if bounds[1, 1] - bounds[1, 0] != 1:
        return WRONG_FIELDS
    fields[ADJUSTED_TO] = content[bounds[1, 0]]
    return SOUND


@part
def read_line(content, start, end, bounds, fields, words, events, pitches):
    """Read one line into its fields; returns its kind and what is wrong with it."""
    if end == start or (end == start + 1 and content[start] == _END_OF_FILE):
        return BLANK, SOUND
    name_end = start
    while name_end < end and content[name_end] != _COMMA:
        name_end += 1
    kind = kind_of(content, start, name_end)
    if kind in (OTHER, COM, VERSION):
        return kind, UNKNOWN_KIND if kind == OTHER else SOUND
    count = split_fields(content, min(name_end + 1, end), end, bounds)
    if kind == PLAY:
        defect = read_play(content, bounds, count, fields, words, events, pitches)
    elif kind in (START, SUB):
        return kind, read_player(content, bounds, count, fields, words)  # a name may hold any letter
    elif kind == INFO:
        return kind, read_info(content, bounds, count, end, fields, words)
    elif kind == DATA:
        defect = read_data(content, bounds, count, fields, words)
    elif kind == ID:
        fields[0] = index_of(content, bounds[0, 0], bounds[0, 1], words)
        defect = SOUND if count == 1 and bounds[0, 1] > bounds[0, 0] else WRONG_FIELDS
    else:
        defect = read_adjustment(content, bounds, count, kind, fields, words)
    return kind, defect


@kernel
def split_lines(content, spans, kinds, fields, defects, words, events, pitches):
    """Split event files, whose bytes end with a newline, into lines and fields, a row of each array per line.

    False where a vocabulary has no room for what another line may bring.
    """
    bounds = np.empty((_MAX_FIELDS, 2), np.int64)
    at = 0
    room = words.entries.shape[0] - 4
    for line in range(kinds.size):
        if words.slots[-1] > room or events.slots[-1] > room or pitches.slots[-1] > room:
            return False
        start, odd = at, 0
        while content[at] != _NEWLINE:
            odd |= (content[at] < _SPACE) | (content[at] > _TILDE)
            at += 1
        end = at
        at += 1
        while end > start and (content[end - 1] == _RETURN or content[end - 1] == _SPACE):
            end -= 1
        spans[line, 0], spans[line, 1] = start, end
        kind, defect = read_line(content, start, end, bounds, fields[line], words, events, pitches)
        kinds[line] = kind
        defects[line] = BAD_BYTES if odd and kind not in FREE_TEXT and has_bad_bytes(content, start, end) else defect
    return True


@kernel
def copy_texts(content, spans, offsets, texts):
    """Copy the texts at some spans one behind the other."""
    for text in range(spans.shape[0]):
        start, to = spans[text, 0], offsets[text]
        for i in range(spans[text, 1]):
            letter = content[start + i]
            texts[to + i] = letter if letter <= _TILDE else _QUESTION


@dataclass(frozen=True)
class Lines:
    """The lines of some event files, split.

    `content` holds the bytes of all the files. `starts`, `ends`, `kinds`, `fields` and `defects` have a row per
    line; the indices in `fields` count into `words`, `events` and `pitches`.
    """

    content: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    kinds: np.ndarray
    fields: np.ndarray
    defects: np.ndarray
    words: list[bytes]
    events: list[bytes]
    pitches: pa.StringArray
    pitch_spans: np.ndarray

    def text(self, line: int) -> str:
        """A line as it stands in the file, undecodable bytes escaped."""
        return bytes(self.content[self.starts[line] : self.ends[line]]).decode("ascii", "backslashreplace")


def read_lines(content: bytes) -> Lines:
    """Split the bytes of event files; the last line needs no newline."""
    if content and not content.endswith(b"\n"):
        content += b"\n"
    count = content.count(b"\n")
    spans, kinds, defects = np.empty((count, 2), np.int64), np.empty(count, np.uint8), np.empty(count, np.uint8)
    fields = np.full((count, FIELDS), UNKNOWN, np.int32)
    array = np.frombuffer(content, np.uint8)
    for room in (count // 8 + 1024, 2 * count + 1024):  # texts repeat, and small tables stay in the processor's cache
        vocabularies = empty_vocabulary(room), empty_vocabulary(room), empty_vocabulary(room)
        if split_lines(array, spans, kinds, fields, defects, *vocabularies):
            break
    words, events = (_texts(content, vocabulary) for vocabulary in vocabularies[:2])
    pitch_spans = np.ascontiguousarray(vocabularies[2].entries[: vocabularies[2].slots[-1], 1:])
    pitches = _text_array(array, pitch_spans)
    return Lines(array, spans[:, 0], spans[:, 1], kinds, fields, defects, words, events, pitches, pitch_spans)


def _texts(content: bytes, vocabulary: Vocabulary) -> list[bytes]:
    spans = vocabulary.entries[: vocabulary.slots[-1], 1:].tolist()
    return [content[start : start + length] for start, length in spans]


def _text_array(content: np.ndarray, spans: np.ndarray) -> pa.StringArray:
    """The texts at some spans as one Arrow array; what is no ASCII (only in games rejected for it) becomes `?`."""
    offsets = np.zeros(len(spans) + 1, np.int32)
    np.cumsum(spans[:, 1], out=offsets[1:])
    texts = np.empty(int(offsets[-1]), np.uint8)
    copy_texts(content, spans, offsets, texts)
    return pa.StringArray.from_buffers(len(spans), pa.py_buffer(offsets), pa.py_buffer(texts))
