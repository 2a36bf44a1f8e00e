"""The claims of every type that the rules can read in a report, for tests of what comes after reading."""

from __future__ import annotations

from functools import lru_cache

from skipper.press.claim import Claim, Report
from skipper.press.reading import READ, RulesReader
from skipper.press.vocabulary import Vocabulary


@lru_cache(maxsize=4)
def _reader(vocabulary: Vocabulary) -> RulesReader:
    return RulesReader(vocabulary, tuple(READ))


def claims_of(report: Report, vocabulary: Vocabulary) -> list[Claim]:
    """The claims of a report by the rules, those of types that are off by default too."""
    return list(_reader(vocabulary).read(report).claims)
