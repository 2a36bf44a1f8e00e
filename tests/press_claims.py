"""The claims that the reader finds in a report, for tests of what comes after reading."""

from __future__ import annotations

from skipper.press.claim import Claim, Report
from skipper.press.frames.reader import FrameReader
from skipper.press.vocabulary import Vocabulary

_KEPT = 4
_readers: dict[int, FrameReader] = {}  # by the identity of a vocabulary, which its reader keeps alive


def claims_of(report: Report, vocabulary: Vocabulary) -> list[Claim]:
    """The claims of a report."""
    if id(vocabulary) not in _readers:
        if len(_readers) == _KEPT:
            _readers.pop(next(iter(_readers)))
        _readers[id(vocabulary)] = FrameReader(vocabulary)
    return list(_readers[id(vocabulary)].read(report).claims)
