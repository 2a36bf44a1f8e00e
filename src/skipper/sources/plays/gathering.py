"""Build Arrow arrays without a copy: numbers, and strings looked up by the codes in plays."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.sources.plays.events.compiled import kernel

HALVES = pa.array(["top", "bottom"])
HANDS = pa.array(["L", "R"])
_HAND_CODES = np.full(128, -1, np.int32)
_HAND_CODES[[ord("L"), ord("R")]] = 0, 1


@kernel
def take_codes(rows, code_of_row, codes):
    """Write each row's code and return the lowest code, or 0. The first element of `code_of_row` is for row -1.

    Rows are indexed as unsigned, because testing each row for a negative value takes five times as long.
    """
    least = np.int32(0)
    for play in range(rows.size):
        code = code_of_row[np.uint32(rows[play] + 1)]
        codes[play] = code
        least = min(least, code)
    return least


@kernel
def take_lists(rows, starts, values, offsets, taken):
    """Write the values of each row, from its start to the next row's start, consecutively; return their total
    number."""
    count = 0
    for play in range(rows.size):
        offsets[play] = count
        for at in range(starts[rows[play]], starts[rows[play] + 1]):
            taken[count] = values[at]
            count += 1
    offsets[rows.size] = count
    return count


def coded(rows: np.ndarray, code_of_row: np.ndarray, of: pa.Array) -> pa.DictionaryArray:
    """Return the string for each row's code, null for a negative code.

    The first element of `code_of_row` is for row -1, which means nobody.
    """
    codes = np.empty(len(rows), np.int32)
    least = take_codes(rows, code_of_row, codes)
    return pa.DictionaryArray.from_arrays(int32_array(codes, codes >= 0 if least < 0 else None), of)


def texts(codes: np.ndarray, of: pa.Array) -> pa.DictionaryArray:
    """Return the string for each code, dictionary-encoded, null for a negative code. Raises IndexError for a code that
    has no string.
    """
    if len(codes) and codes.max() >= len(of):
        raise IndexError(f"code {codes.max()} of {len(of)} texts")
    return pa.DictionaryArray.from_arrays(int32_array(codes, codes >= 0), of, safe=False)  # checked above, in less time


def int32_array(values: np.ndarray, known: np.ndarray | None) -> pa.Array:
    """Return integers as an Arrow array without another copy, with nulls where `known` is false."""
    stated = None if known is None or known.all() else pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(
        pa.int32(), len(values), [stated, pa.py_buffer(np.ascontiguousarray(values, np.int32))]
    )


def lists(rows: np.ndarray, starts: np.ndarray, values: np.ndarray) -> tuple[pa.Array, np.ndarray]:
    """Return the offsets of one list per row, and the lists' items: the `values` from each row's start to the next
    row's start."""
    longest = int(np.diff(starts).max(initial=0))
    offsets, taken = np.empty(len(rows) + 1, np.int32), np.empty(len(rows) * longest, values.dtype)
    count = take_lists(rows, starts, values, offsets, taken)
    return pa.array(offsets), taken[:count]


def hands(letters: np.ndarray) -> pa.Array:
    """Return L or R from letter codes; null for any other letter."""
    return texts(_HAND_CODES.take(letters), HANDS)


def halves(bats_last: np.ndarray) -> pa.Array:
    """Return top or bottom, according to whether the club at bat bats last, which is not always the home club."""
    return texts(bats_last.astype(np.int32), HALVES)


def numbers(values: np.ndarray, absent: np.ndarray | None = None) -> pa.Array:
    """Return an int32 Arrow array, with nulls where `absent` is true."""
    return int32_array(values, None if absent is None else ~absent)


def flags(values: np.ndarray) -> pa.Array:
    """Return an Arrow array of booleans."""
    bits = np.packbits(values != 0, bitorder="little")
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, pa.py_buffer(bits)])
