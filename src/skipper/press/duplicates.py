"""Near-duplicates: which reports repeat one another, so that a wire story printed ten times is one source.

MinHash over runs of words, and buckets of bands (locality-sensitive hashing). Within a bucket every report is compared
with the bucket's first alone, so that the work grows with the number of reports and not with its square.
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from skipper.press.claim import Report
from skipper.press.text import plain

if TYPE_CHECKING:
    from datasketch import MinHash

WORDS = 4  # a shingle: long enough that two pieces on one match share few
PERMUTATIONS = 64
BANDS, ROWS = 16, 4  # a pair whose likeness is 0.5 meets in a band with probability 0.64, one of 0.8 with 0.9998
LIKE = 0.6  # estimated share of common shingles from which two are one story; different stories share a few per cent
_SEED = 20161128
_WORD = re.compile(r"[^\W_]+")  # Python's own, by whose lights letters and digits are those of `str.isalnum`


def signature(report: Report) -> np.ndarray:
    """Return the MinHash of the words of the report's body and captions: 64 numbers, the same on every machine."""
    words = [word for passage in report.passages for word in _words(report.text[passage.start : passage.end])]
    shingles = {" ".join(words[place : place + WORDS]).encode() for place in range(max(1, len(words) - WORDS + 1))}
    sketch = _nothing().copy()
    sketch.update_batch(shingles)
    return sketch.hashvalues.astype(np.int64)


@cache
def _nothing() -> MinHash:
    """Return the sketch of no words. To draw its permutations takes as long as to apply them to a report."""
    from datasketch import MinHash  # with all of SciPy, for which those who only judge have no use

    return MinHash(PERMUTATIONS, seed=_SEED, hashfunc=zlib.crc32)


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(text).lower())


def bands(values: np.ndarray) -> list[int]:
    """Return one number per band; reports that share a band's number fall into one bucket."""
    parts = values.reshape(BANDS, ROWS)
    return [zlib.crc32(bytes([number]) + part.tobytes()) | number << 32 for number, part in enumerate(parts)]


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether the two are one story."""
    return float(np.mean(one == other)) >= LIKE


def groups(reports: Iterable[Report]) -> dict[str, str]:
    """For each report's name the name of its group, which is that of its first member."""
    listed = list(reports)
    if len(listed) < 2:  # a draft, or one piece: to load the library takes as long as to read it
        return {report.name: report.name for report in listed}
    signatures = {report.name: signature(report) for report in listed}
    buckets: dict[int, list[str]] = defaultdict(list)
    for name, values in signatures.items():
        for number in bands(values):
            buckets[number].append(name)
    pairs = {(min(names), name) for names in buckets.values() if len(names) > 1 for name in names if name != min(names)}
    same = [(first, name) for first, name in sorted(pairs) if alike(signatures[first], signatures[name])]
    joined = connected(same)
    return {name: joined.get(name, name) for name in signatures}


def connected(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """For every name in a pair the first name that pairs lead to (union-find)."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    for one, other in pairs:
        first, second = sorted((root(one), root(other)))
        parent[second] = first
    return {name: root(name) for name in parent}
