"""Skipper's list of spellings as a source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skipper.sources.source import Given, RecordSets, Source

if TYPE_CHECKING:
    from skipper.sources.parsed import Parsed


class Spellings(Source):
    """Names that baseball writers spell differently from all sources; the list ships with Skipper."""

    name, order = "spellings", 14
    title, in_tables = "spellings", "spellings"
    reader = "skipper.sources.spellings.reading"

    def record_sets(self) -> RecordSets:
        """Return the record set of spellings."""
        return {"spelling": self.reading.SPELLING}

    def books(self, given: Given) -> Iterator[Parsed]:
        """Yield the list."""
        from skipper.sources.parsed import Parsed

        yield Parsed(self.in_tables, {"spelling": [self.reading.read_spellings()]})


SOURCE = Spellings()
