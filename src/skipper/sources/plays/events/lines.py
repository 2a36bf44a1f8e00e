"""Split event files into lines with one compiled kernel over the bytes.

A line becomes a kind and up to seven integers (see `line_fields`). Numbers are kept, and strings become indices into
the distinct strings, so that later steps work only on integers. There are three separate indices: words (ids, keys,
values), event texts and pitch sequences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np
import pyarrow as pa

from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.compiled import kernel
from skipper.sources.plays.events.line_reader import are_bad, read_line, scan_line
from skipper.sources.plays.events.record_layouts import MOST_FIELDS_OF
from skipper.sources.plays.events.text_index import (
    EVENTS,
    PADDING,
    PITCHES,
    WORDS,
    arrow_texts,
    empty_index,
    texts_at,
)

_NEWLINE, _RETURN, _SPACE, _TAB = (ord(letter) for letter in "\n\r \t")
_NEW_TEXTS_OF_A_LINE = 4
NO_MORE: Mapping[int, int] = MappingProxyType({})


@kernel
def split_lines(content, most_fields, starts, ends, kinds, fields, defects, bounds, slots, entries):
    """Split event files, whose bytes end with a newline and PADDING, into one row of fields per line.

    `most_fields` is the maximum number of fields for each kind of record; `bounds` is scratch space for one line;
    `slots` and `entries` belong to a TextIndex. Returns false if the index may be too full for the strings on another
    line.
    """
    at = 0
    room = entries.shape[1] - _NEW_TEXTS_OF_A_LINE
    for line in range(kinds.size):
        if max(slots[WORDS, -1], slots[EVENTS, -1], slots[PITCHES, -1]) > room:
            return False
        start = at
        end, commas, quotes, odd = scan_line(content, start, bounds)
        at = end + 1
        while end > start and content[end - 1] in (_RETURN, _SPACE, _TAB):
            end -= 1
            odd -= content[end] != _SPACE
        starts[line], ends[line] = start, end
        kind, defect = read_line(content, start, end, commas, quotes, most_fields, bounds, fields[line], slots, entries)
        kinds[line] = kind
        defects[line] = lf.BAD_BYTES if odd and are_bad(content, kind, defect, bounds) else defect
    return True


@dataclass(frozen=True)
class Lines:
    """The split lines of event files.

    `content` holds the bytes of all the files, and `first_lines` the first line of each file and the total number of
    lines. `starts`, `ends`, `kinds`, `fields` and `defects` have one row per line; the indices in `fields` point into
    `words`, `events` and `pitches`.
    """

    content: np.ndarray
    first_lines: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    kinds: np.ndarray
    fields: np.ndarray
    defects: np.ndarray
    words: list[bytes]
    events: list[bytes]
    pitches: pa.StringArray
    pitch_spans: np.ndarray

    @cached_property
    def of_info(self) -> np.ndarray:
        """Return the `info` lines."""
        return np.flatnonzero(self.kinds == lf.INFO)

    @cached_property
    def of_players(self) -> np.ndarray:
        """Return the lines that bring a known player into a game: `start` and `sub`."""
        brings = (self.kinds == lf.START) | (self.kinds == lf.SUB)
        return np.flatnonzero(brings & (self.fields[:, lf.PLAYER] != lf.UNKNOWN))

    def text(self, line: int) -> str:
        """Return a line as written in the file, with undecodable bytes escaped."""
        return bytes(self.content[self.starts[line] : self.ends[line]]).decode("ascii", "backslashreplace")


def read_lines(contents: Sequence[bytes], more_fields: Mapping[int, int] = NO_MORE) -> Lines:
    """Split the contents of event files, dropping UTF-8 byte order marks; the last line needs no newline.

    `more_fields` gives the fields that a kind of record may have beyond Retrosheet's.
    """
    most_fields = MOST_FIELDS_OF.copy()
    for kind, more in more_fields.items():
        most_fields[kind] += more
    plain = [content.removeprefix(lf.UTF8_MARK) for content in contents]
    ended = [text if text.endswith(b"\n") or not text else text + b"\n" for text in plain]
    content = b"".join([*ended, PADDING])
    array = np.frombuffer(content, np.uint8)
    count = int(np.count_nonzero(array == _NEWLINE))
    starts, ends = np.empty(count, np.int64), np.empty(count, np.int64)
    kinds, defects = np.empty(count, np.uint8), np.empty(count, np.uint8)
    fields = np.full((count, lf.FIELDS), lf.UNKNOWN, np.int32)
    bounds = np.empty((lf.MOST_FIELDS + 1, 2), np.int64)
    for room in (count // 8 + 1024, 2 * count + 1024):  # texts repeat, and small tables stay in the processor's cache
        texts = empty_index(room)
        if split_lines(array, most_fields, starts, ends, kinds, fields, defects, bounds, *texts):
            break
    words, events = texts_at(content, texts.spans(WORDS)), texts_at(content, texts.spans(EVENTS))
    pitch_spans = np.ascontiguousarray(texts.spans(PITCHES))
    pitches = arrow_texts(array, pitch_spans)
    first_lines = np.searchsorted(starts, np.cumsum([0, *(len(content) for content in ended)]))
    return Lines(array, first_lines, starts, ends, kinds, fields, defects, words, events, pitches, pitch_spans)
