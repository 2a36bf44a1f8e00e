"""The claims that the rules read in a report, for tests of what comes after reading."""

from __future__ import annotations

from skipper.press.claim import Claim, Report
from skipper.press.readers import reader_of
from skipper.press.vocabulary import Vocabulary


def claims_of(report: Report, vocabulary: Vocabulary) -> list[Claim]:
    """The claims of a report by the rules."""
    return list(reader_of("rules", vocabulary).read(report).claims)
