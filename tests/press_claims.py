"""The claims of every type that the rules can read in a report, for tests of what comes after reading."""

from __future__ import annotations

from skipper.press.claim import Claim, Report
from skipper.press.reading import READ, RulesReader
from skipper.press.vocabulary import Vocabulary

_KEPT = 4
_readers: dict[int, RulesReader] = {}  # by the identity of a vocabulary, which its reader keeps alive


def claims_of(report: Report, vocabulary: Vocabulary) -> list[Claim]:
    """The claims of a report by the rules, those of types that are off by default too."""
    if id(vocabulary) not in _readers:
        if len(_readers) == _KEPT:
            _readers.pop(next(iter(_readers)))
        _readers[id(vocabulary)] = RulesReader(vocabulary, tuple(READ))
    return list(_readers[id(vocabulary)].read(report).claims)
