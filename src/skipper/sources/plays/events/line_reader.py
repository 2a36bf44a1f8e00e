"""Read one line of an event file, in compiled code, into a kind, seven integers and a defect."""

from __future__ import annotations

import numpy as np

from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.compiled import part
from skipper.sources.plays.events.record_layouts import (
    COUNT,
    FIELDS_OF,
    HAND,
    INTEGERS,
    LAYOUTS,
    NUMBER,
)
from skipper.sources.plays.events.text_index import WORD, index_of, word_at

_COMMA, _QUOTE, _NEWLINE, _SPACE, _END_OF_FILE = (ord(letter) for letter in ',"\n \x1a')
_ZERO, _NINE, _MINUS, _QUESTION = (ord(letter) for letter in "09-?")
_PRINTABLE = ord("~") - _SPACE
_EACH = np.uint64(0x0101010101010101)
_LOW_BITS, _HIGHEST_BITS = _EACH * np.uint64(0x7F), _EACH * np.uint64(0x80)
_COMMAS, _QUOTES, _SPACE_OR_MORE = (_EACH * np.uint64(byte) for byte in (_COMMA, _QUOTE, 0x80 - _SPACE))
_PLACES = np.uint64(0x0001020304050607)  # times a byte's lowest bit, gives the byte's index in the highest byte
_MOST_BALLS, _MOST_STRIKES = 4, 3  # in a count; some files give the count after the last pitch
_LONGEST_KIND = 7
_KINDS = np.array(list(lf.KIND_NAMES.values()))
_KIND_KEYS = np.array([int.from_bytes(name.encode(), "little") for name in lf.KIND_NAMES], np.uint64)


@part
def equal_bytes(word, letters):
    """Mark which of eight bytes equal those of `letters`, in their highest bits."""
    differing = word ^ letters
    return ~(((differing & _LOW_BITS) + _LOW_BITS) | differing) & _HIGHEST_BITS


@part
def odd_bytes(word):
    """Mark which of eight bytes are outside printable ASCII, in their highest bits."""
    from_space_on = (word & _LOW_BITS) + _SPACE_OR_MORE
    delete = (word & _LOW_BITS) + _EACH
    return (~from_space_on | delete | word) & _HIGHEST_BITS


@part
def first_byte(marks):
    """Return the index of the first of eight bytes whose highest bit is set."""
    alone = (marks & (~marks + np.uint64(1))) >> np.uint64(7)
    return np.int64((alone * _PLACES) >> np.uint64(56))


@part
def scan_line(content, start, bounds):
    """Find the end of a line and its fields, eight bytes at a time; return the end, commas, quotes and odd bytes.

    `bounds` receives the start and end of each field, except the end of the last field; beyond MOST_FIELDS the last
    entries are overwritten. Odd bytes are those outside printable ASCII.
    """
    at, commas, quotes, odd = start, 0, 0, 0
    bounds[0, 0] = start
    while True:
        word = word_at(content, at, WORD)
        marks = odd_bytes(word) | equal_bytes(word, _COMMAS) | equal_bytes(word, _QUOTES)
        while marks:
            here = at + first_byte(marks)
            letter = content[here]
            if letter == _COMMA:
                bounds[min(commas, lf.MOST_FIELDS), 1] = here
                commas += 1
                bounds[min(commas, lf.MOST_FIELDS), 0] = here + 1
            elif letter == _NEWLINE:
                return here, commas, quotes, odd
            else:
                quotes += letter == _QUOTE
                odd += letter != _QUOTE
            marks &= marks - np.uint64(1)
        at += WORD


@part
def read_line(content, start, end, commas, quotes, most_fields, bounds, fields, slots, entries):
    """Read one line into its fields; return its kind and its defect.

    `commas`, `quotes` and `bounds` are the results of `scan_line`; `most_fields` is the maximum number of fields for
    each
    kind of record; `slots` and `entries` belong to a TextIndex.
    """
    if end == start or (end == start + 1 and content[start] == _END_OF_FILE):
        return lf.BLANK, lf.SOUND
    bounds[min(commas, lf.MOST_FIELDS), 1] = end
    name_end = bounds[0, 1]
    kind = kind_of(content, start, name_end)
    if kind in (lf.OTHER, lf.COM, lf.VERSION):
        return kind, lf.UNKNOWN_KIND if kind == lf.OTHER else lf.SOUND
    count = commas
    if quotes or not commas:
        count = split_fields(content, min(name_end + 1, end), end, bounds)
    if kind == lf.INFO:
        bound_value(content, end, count, bounds)
        count = FIELDS_OF[lf.INFO]
    elif kind in (lf.START, lf.SUB) and FIELDS_OF[kind] < count <= most_fields[kind]:
        bound_numbers(count, bounds)
    enough = FIELDS_OF[kind] <= count <= most_fields[kind]
    if not enough and kind != lf.ID:  # the id names the game even if the line is defective
        return kind, lf.WRONG_FIELDS
    defect = read_fields(content, kind, bounds, fields, slots, entries)
    return kind, defect if enough and (kind != lf.ID or bounds[1, 1] > bounds[1, 0]) else lf.WRONG_FIELDS


@part
def bound_value(content, end, count, bounds):
    """Set the bounds of an `info` record's value: to the end of the line, including commas, unless it is quoted."""
    if count < 2:
        bounds[2, 0] = end
    if count < 2 or content[bounds[2, 0] - 1] != _QUOTE:
        bounds[2, 1] = end


@part
def bound_numbers(count, bounds):
    """Set the bounds of the last three fields of a `start` or `sub` record after an unquoted name with commas."""
    for field in range(3):
        bounds[3 + field, 0], bounds[3 + field, 1] = bounds[count - 2 + field, 0], bounds[count - 2 + field, 1]


@part
def read_fields(content, kind, bounds, fields, slots, entries):
    """Read the fields of a record by the layout of its kind; return their defect."""
    defect, to = lf.SOUND, 0
    for field in range(FIELDS_OF[kind]):
        start, end, way = bounds[field + 1, 0], bounds[field + 1, 1], LAYOUTS[kind, field]
        if way < NUMBER:
            fields[to] = index_of(content, start, end, way, slots, entries)
        elif way == NUMBER:
            value, sound = number(content, start, end)
            fields[to] = value
            defect = defect if sound else lf.NOT_A_NUMBER
        elif way == COUNT:
            read_count(content, start, end, fields)
        elif way == HAND:
            fields[to] = content[start]
            defect = defect if end - start == 1 else lf.WRONG_FIELDS
        to += INTEGERS[way]
    return defect


@part
def kind_of(content, start, end):
    """Return the kind of a line from its first field."""
    if end - start > _LONGEST_KIND:
        return lf.OTHER
    key = word_at(content, start, end - start)
    for known in range(_KIND_KEYS.size):
        if key == _KIND_KEYS[known]:
            return _KINDS[known]
    return lf.OTHER


@part
def split_fields(content, start, end, bounds):
    """Find the fields of a line with quotes, excluding the quotes; return their number, at most MOST_FIELDS.

    Fields begin after the line's kind and are in `bounds` from 1 on.
    """
    count = 0
    at = start
    while count < lf.MOST_FIELDS:
        if at < end and content[at] == _QUOTE:
            close = at + 1
            while close < end and content[close] != _QUOTE:
                close += 1
            bounds[count + 1, 0], bounds[count + 1, 1] = at + 1, close
            at = close
            while at < end and content[at] != _COMMA:
                at += 1
        else:
            bounds[count + 1, 0] = at
            while at < end and content[at] != _COMMA:
                at += 1
            bounds[count + 1, 1] = at
        count += 1
        if at >= end:
            return count
        at += 1
    return count


@part
def number(content, start, end):
    """Read a whole number with an optional minus sign; the second result states whether the field was a number."""
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
def are_bad(content, kind, defect, bounds):
    """Return whether odd bytes make a line defective; in `start` and `sub` records, only odd bytes in the id do."""
    if kind not in (lf.START, lf.SUB):
        return kind not in lf.FREE_TEXT
    at, end = bounds[1, 0], bounds[1, 1]
    while at < end and np.uint8(content[at] - _SPACE) <= _PRINTABLE:
        at += 1
    return at < end and defect != lf.WRONG_FIELDS


@part
def read_count(content, start, end, fields):
    """Read balls and strikes: two digits, each `?` if unknown, or nothing.

    Any other text makes both UNREADABLE; the play stays usable.
    """
    balls, strikes = lf.UNKNOWN, lf.UNKNOWN
    if end > start:
        balls = strikes = lf.UNREADABLE
        if end - start == 2:
            balls = one_of_count(content[start], _MOST_BALLS)
            strikes = one_of_count(content[start + 1], _MOST_STRIKES)
        if min(balls, strikes) == lf.UNREADABLE:
            balls = strikes = lf.UNREADABLE
    fields[lf.PLAY_BALLS], fields[lf.PLAY_STRIKES] = balls, strikes


@part
def one_of_count(digit, most):
    """Read a digit of a count: UNKNOWN for `?`, UNREADABLE for a non-digit or more than `most`."""
    if digit == _QUESTION:
        return lf.UNKNOWN
    return int(digit) - _ZERO if _ZERO <= digit <= _ZERO + most else lf.UNREADABLE
