"""What is known of each text or word, gathered for the plays in which it stands: compiled, one pass over the plays."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.sources.retrosheet.events.compiled import kernel

_BITS = 8


@kernel
def take_codes(rows, code_of_row, codes, known):
    """The code of each row, and as bits in the order of Arrow whether it is one: less than 0 stands for none.

    Row -1 is the last. Returns how many have none.
    """
    absent = 0
    for first in range(0, rows.size, _BITS):
        bits = 0
        for place in range(min(_BITS, rows.size - first)):
            code = code_of_row[rows[first + place]]
            codes[first + place] = code
            bits |= int(code >= 0) << place
            absent += code < 0
        known[first // _BITS] = bits
    return absent


@kernel
def take_lists(rows, starts, values, offsets, taken):
    """One behind the other the values of each row, those from its start to the next; returns how many in all."""
    count = 0
    for play in range(rows.size):
        offsets[play] = count
        for at in range(starts[rows[play]], starts[rows[play] + 1]):
            taken[count] = values[at]
            count += 1
    offsets[rows.size] = count
    return count


def coded(rows: np.ndarray, code_of_row: np.ndarray, texts: pa.Array) -> pa.DictionaryArray:
    """Texts by the code of each row, which is less than their number; null for a negative one. Row -1 is the last."""
    codes, known = np.empty(len(rows), np.int32), np.empty((len(rows) + _BITS - 1) // _BITS, np.uint8)
    absent = take_codes(rows, code_of_row, codes, known)
    validity = pa.py_buffer(known) if absent else None
    indices = pa.Array.from_buffers(pa.int32(), len(rows), [validity, pa.py_buffer(codes)], absent)
    return pa.DictionaryArray.from_arrays(indices, texts, safe=False)


def lists(rows: np.ndarray, starts: np.ndarray, values: np.ndarray) -> tuple[pa.Array, np.ndarray]:
    """The offsets of a list per row, and what is in the lists: of `values`, those from the row's start to the next."""
    longest = int(np.diff(starts).max(initial=0))
    offsets, taken = np.empty(len(rows) + 1, np.int32), np.empty(len(rows) * longest, values.dtype)
    count = take_lists(rows, starts, values, offsets, taken)
    return pa.array(offsets), taken[:count]
