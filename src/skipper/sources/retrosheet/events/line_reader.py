"""One line of an event file read into its fields, in compiled code: a kind, seven integers and what is wrong."""

from __future__ import annotations

import numpy as np

from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.events.compiled import part
from skipper.sources.retrosheet.events.record_layouts import (
    COUNT,
    FIELDS_OF,
    HAND,
    INTEGERS,
    LAYOUTS,
    MOST_FIELDS_OF,
    NUMBER,
)
from skipper.sources.retrosheet.events.text_index import index_of, word_at

_COMMA, _QUOTE, _NEWLINE, _SPACE, _END_OF_FILE = (ord(letter) for letter in ',"\n \x1a')
_ZERO, _NINE, _MINUS, _QUESTION = (ord(letter) for letter in "09-?")
_PRINTABLE = ord("~") - _SPACE
MOST_FIELDS = 16
MOST_COMMAS = 15  # that are noted of a line
_MOST_BALLS, _MOST_STRIKES = 4, 3  # of a count: some files give it as the turn ended
_LONGEST_KIND = 7
_KINDS = np.array(list(lf.KIND_NAMES.values()))
_KIND_KEYS = np.array([int.from_bytes(name.encode(), "little") for name in lf.KIND_NAMES], np.uint64)


@part
def scan_line(content, start, commas):
    """Find the end of a line and its commas; returns the end, how many commas there are, and how many odd bytes.

    Only the last places of `commas` are overwritten where there are too many, or where a quote makes it doubtful which
    of them part fields: then the number is more than MOST_COMMAS. Odd are bytes outside printable ASCII.
    """
    at, count, odd, quotes = start, 0, 0, 0
    letter = content[at]
    while letter != _NEWLINE:
        commas[min(count, MOST_COMMAS)] = at
        count += letter == _COMMA
        quotes += letter == _QUOTE
        odd += np.uint8(letter - _SPACE) > _PRINTABLE
        at += 1
        letter = content[at]
    return at, count if quotes == 0 else count + MOST_COMMAS + 1, odd


@part
def read_line(content, start, end, commas, count, bounds, fields, slots, entries):
    """Read one line into its fields; returns its kind and what is wrong with it.

    `commas` and `count` are as `scan_line` finds them; `bounds` is room for the fields, `slots` and `entries` are a
    TextIndex's.
    """
    if end == start or (end == start + 1 and content[start] == _END_OF_FILE):
        return lf.BLANK, lf.SOUND
    name_end = start
    while name_end < end and content[name_end] != _COMMA:
        name_end += 1
    kind = kind_of(content, start, name_end)
    if kind in (lf.OTHER, lf.COM, lf.VERSION):
        return kind, lf.UNKNOWN_KIND if kind == lf.OTHER else lf.SOUND
    if 0 < count <= MOST_COMMAS:
        take_fields(commas, count, end, bounds)
    else:
        count = split_fields(content, min(name_end + 1, end), end, bounds)
    if kind == lf.INFO:
        bounds[1, 0], bounds[1, 1] = bounds[1, 0] if count > 1 else end, end
        count = FIELDS_OF[lf.INFO]
    enough = FIELDS_OF[kind] <= count <= MOST_FIELDS_OF[kind]
    if not enough and kind != lf.ID:  # the id names the game, whatever is wrong
        return kind, lf.WRONG_FIELDS
    defect = read_fields(content, kind, bounds, fields, slots, entries)
    return kind, defect if enough and (kind != lf.ID or bounds[0, 1] > bounds[0, 0]) else lf.WRONG_FIELDS


@part
def read_fields(content, kind, bounds, fields, slots, entries):
    """Read the fields of a record by the layout of its kind; returns what is wrong with them."""
    defect, to = lf.SOUND, 0
    for field in range(FIELDS_OF[kind]):
        start, end, way = bounds[field, 0], bounds[field, 1], LAYOUTS[kind, field]
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
def take_fields(commas, count, end, bounds):
    """The fields of a line without quotes, each from one comma to the next."""
    for field in range(count):
        bounds[field, 0] = commas[field] + 1
        bounds[field, 1] = commas[field + 1] if field + 1 < count else end


@part
def kind_of(content, start, end):
    """The kind of a line by its first field."""
    if end - start > _LONGEST_KIND:
        return lf.OTHER
    key = word_at(content, start, end - start)
    for known in range(_KIND_KEYS.size):
        if key == _KIND_KEYS[known]:
            return _KINDS[known]
    return lf.OTHER


@part
def split_fields(content, start, end, bounds):
    """Find the fields of a line, quotes left out of a quoted one; returns how many, at most MOST_FIELDS."""
    count = 0
    at = start
    while count < MOST_FIELDS:
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
def are_bad(content, kind, defect, bounds):
    """Whether odd bytes of a line spoil it: of records of men only in the id, since a name may hold any letter."""
    if kind not in (lf.START, lf.SUB):
        return kind not in lf.FREE_TEXT
    at, end = bounds[0, 0], bounds[0, 1]
    while at < end and np.uint8(content[at] - _SPACE) <= _PRINTABLE:
        at += 1
    return at < end and defect != lf.WRONG_FIELDS


@part
def read_count(content, start, end, fields):
    """Balls and strikes: two digits, each `?` where unknown, or nothing; both UNREADABLE for anything else, since a
    play is known without them."""
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
    """A digit of a count: UNKNOWN where it is `?`, UNREADABLE where it is none or more than there can be."""
    if digit == _QUESTION:
        return lf.UNKNOWN
    return int(digit) - _ZERO if _ZERO <= digit <= _ZERO + most else lf.UNREADABLE
