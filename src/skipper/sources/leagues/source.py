"""The lists of leagues as a source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from skipper.sources.source import Given, RecordSets, Source

if TYPE_CHECKING:
    from skipper.sources.parsed import Parsed, UnusableFileError


class Leagues(Source):
    """Skipper's leagues, and those of the user's file."""

    name, order = "leagues", 13
    help = "CSV file of additional leagues and their levels."
    title, in_tables = "leagues", "leagues"
    reader = "skipper.sources.leagues.reading"

    def record_sets(self) -> RecordSets:
        """Return the record set of leagues."""
        return {"league_file": self.reading.LEAGUE}

    def find_files(self, place: Path, without: frozenset[str]) -> list[Path]:
        """Return the user's file."""
        return [place]

    def books(self, given: Given) -> Iterator[Parsed | UnusableFileError]:
        """Yield the leagues of both lists, and the error for a user's file that cannot be used."""
        from skipper.sources.books import usable
        from skipper.sources.parsed import Parsed
        from skipper.sources.table_file import concatenated

        leagues = self.reading
        own = usable(leagues.read_own, given.places[self.name]) if self.name in given.places else Parsed(self.in_tables)
        if not isinstance(own, Parsed):
            yield own
            own = Parsed(self.in_tables)
        of_user = concatenated(leagues.LEAGUE, own.records.get("league_file", ()))
        own.records = {"league_file": [leagues.read_leagues(of_user, with_lahman="lahman" in given.places)]}
        yield own


SOURCE = Leagues()
