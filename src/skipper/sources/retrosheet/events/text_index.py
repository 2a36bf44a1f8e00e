"""Distinct texts of a file's bytes, numbered in the order in which they are met by compiled code."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa

from skipper.sources.retrosheet.events.compiled import kernel, part

PADDING = b"\0" * 8  # behind the content, which is read eight bytes at a time
WORD = 8
_ONE_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
_START, _FACTOR = np.uint64(14695981039346656037), np.uint64(0x9E3779B97F4A7C15)  # odd, so that no two words collide
_LAST_ASCII, _QUESTION = (ord(letter) for letter in "~?")


WORDS, EVENTS, PITCHES = range(3)  # ids, keys and values; event texts; pitch sequences
KINDS = 3


class TextIndex(NamedTuple):
    """Distinct texts of each of KINDS: open-addressed tables over the content's bytes.

    `slots` has a row per kind with room for twice the texts there can be, so it never fills, and a last element that
    counts them. `entries` holds, by kind and text, its hash, where it starts and its length.
    """

    slots: np.ndarray
    entries: np.ndarray

    def spans(self, kind: int) -> np.ndarray:
        """Where each text of a kind starts and its length."""
        return self.entries[kind, : self.slots[kind, -1], 1:]


def empty_index(most: int) -> TextIndex:
    """An index for at most so many texts of each kind."""
    slots = np.full((KINDS, (1 << (2 * most + 1).bit_length()) + 1), -1, np.int32)
    slots[:, -1] = 0
    return TextIndex(slots, np.empty((KINDS, most, 3), np.int64))


@part
def word_at(content, start, length):
    """Up to eight bytes as one number, the rest noughts. Compiled, the eight are one load."""
    word = np.uint64(0)
    at = np.uint64(start)
    for byte in range(WORD):
        word |= np.uint64(content[at + np.uint64(byte)]) << np.uint64(8 * byte)
    return word if length >= WORD else word & ~(_ONE_BITS << np.uint64(8 * length))


@part
def text_hash(content, start, end):
    """A number for a text: each text of eight bytes or fewer has its own."""
    value = (_START ^ word_at(content, start, end - start)) * _FACTOR
    for at in range(start + WORD, end, WORD):
        value = ((value ^ value >> np.uint64(32)) ^ word_at(content, at, end - at)) * _FACTOR
    return np.int64(value ^ value >> np.uint64(32))


@part
def same_text(content, start, other, length):
    """Whether two stretches of the content hold the same bytes."""
    at = 0
    while at < length and word_at(content, start + at, length - at) == word_at(content, other + at, length - at):
        at += WORD
    return at >= length


@part
def index_of(content, start, end, kind, slots, entries):
    """The number of a text among those of its kind, in a TextIndex; it is entered if it is new."""
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
    """Copy the texts at some spans one behind the other."""
    for text in range(spans.shape[0]):
        start, to = spans[text, 0], offsets[text]
        for i in range(spans[text, 1]):
            letter = content[start + i]
            texts[to + i] = letter if letter <= _LAST_ASCII else _QUESTION


def texts_at(content: bytes, spans: np.ndarray) -> list[bytes]:
    """The texts at some spans."""
    return [content[start : start + length] for start, length in spans.tolist()]


def arrow_texts(content: np.ndarray, spans: np.ndarray) -> pa.StringArray:
    """The texts at some spans as one Arrow array; what is no ASCII (only in games rejected for it) becomes `?`."""
    offsets = np.zeros(len(spans) + 1, np.int32)
    np.cumsum(spans[:, 1], out=offsets[1:])
    texts = np.empty(int(offsets[-1]), np.uint8)
    copy_texts(content, spans, offsets, texts)
    return pa.StringArray.from_buffers(len(spans), pa.py_buffer(offsets), pa.py_buffer(texts))
