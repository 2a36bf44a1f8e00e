"""Number the distinct strings in a file's bytes, in compiled code, in the order encountered."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa

from skipper.sources.plays.events.compiled import kernel, part

PADDING = b"\0" * 8  # after the content, which is read eight bytes at a time
WORD = 8
_ONE_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
_START, _FACTOR = np.uint64(14695981039346656037), np.uint64(0x9E3779B97F4A7C15)  # odd, so that no two words collide
_LAST_ASCII, _QUESTION = (ord(letter) for letter in "~?")


WORDS, EVENTS, PITCHES = range(3)  # ids, keys and values; event texts; pitch sequences
KINDS = 3


class TextIndex(NamedTuple):
    """The distinct strings of each of KINDS, as open-addressed tables over the content's bytes.

    `slots` has one row per kind, with room for twice the possible number of strings, so that it never fills, and a last
    element with the number of strings. `entries` holds, by kind and string, the string's hash, start and length.
    """

    slots: np.ndarray
    entries: np.ndarray

    def spans(self, kind: int) -> np.ndarray:
        """Return the start and length of each string of a kind."""
        return self.entries[kind, : self.slots[kind, -1], 1:]


def empty_index(most: int) -> TextIndex:
    """Return an index for at most `most` strings of each kind."""
    slots = np.full((KINDS, (1 << (2 * most + 1).bit_length()) + 1), -1, np.int32)
    slots[:, -1] = 0
    return TextIndex(slots, np.empty((KINDS, most, 3), np.int64))


@part
def word_at(content, start, length):
    """Return up to eight bytes as one number, padded with zeros. Compiled code loads all eight at once."""
    word = np.uint64(0)
    at = np.uint64(start)
    for byte in range(WORD):
        word |= np.uint64(content[at + np.uint64(byte)]) << np.uint64(8 * byte)
    return word if length >= WORD else word & ~(_ONE_BITS << np.uint64(8 * length))


@part
def text_hash(content, start, end):
    """Return a hash of a string; strings of eight bytes or fewer never share a hash."""
    value = (_START ^ word_at(content, start, end - start)) * _FACTOR
    for at in range(start + WORD, end, WORD):
        value = ((value ^ value >> np.uint64(32)) ^ word_at(content, at, end - at)) * _FACTOR
    return np.int64(value ^ value >> np.uint64(32))


@part
def same_text(content, start, other, length):
    """Return whether two ranges of the content hold the same bytes."""
    at = 0
    while at < length and word_at(content, start + at, length - at) == word_at(content, other + at, length - at):
        at += WORD
    return at >= length


@part
def index_of(content, start, end, kind, slots, entries):
    """Return the number of a string among the strings of its kind in a TextIndex; a new string is added."""
    value, length = text_hash(content, start, end), end - start
    last = slots.shape[1] - 1
    at = value & (last - 1)
    while slots[kind, at] >= 0:
        known = slots[kind, at]
        alike = entries[kind, known, 0] == value and entries[kind, known, 2] == length
        if alike and (length <= WORD or same_text(content, start, entries[kind, known, 1], length)):
            return known
        at = (at + 1) & (last - 1)
    new = slots[kind, last]
    slots[kind, last] += 1
    slots[kind, at] = new
    entries[kind, new, 0], entries[kind, new, 1], entries[kind, new, 2] = value, start, length
    return new


@kernel
def copy_texts(content, spans, offsets, texts):
    """Copy the strings at the given spans, one after another."""
    for text in range(spans.shape[0]):
        start, to = spans[text, 0], offsets[text]
        for i in range(spans[text, 1]):
            letter = content[start + i]
            texts[to + i] = letter if letter <= _LAST_ASCII else _QUESTION


def texts_at(content: bytes, spans: np.ndarray) -> list[bytes]:
    """Return the strings at the given spans."""
    return [content[start : start + length] for start, length in spans.tolist()]


def arrow_texts(content: np.ndarray, spans: np.ndarray) -> pa.StringArray:
    """Return the strings at the given spans as one Arrow array; non-ASCII (only in games rejected for it) becomes
    `?`."""
    offsets = np.zeros(len(spans) + 1, np.int32)
    np.cumsum(spans[:, 1], out=offsets[1:])
    texts = np.empty(int(offsets[-1]), np.uint8)
    copy_texts(content, spans, offsets, texts)
    return pa.StringArray.from_buffers(len(spans), pa.py_buffer(offsets), pa.py_buffer(texts))
