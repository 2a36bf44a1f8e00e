"""The manager files as a source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from skipper.definitions import notices
from skipper.sources.source import Given, Source, game_sources

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.sources.parsed import Parsed, UnusableFileError


class Managers(Source):
    """Hand-compiled managers of clubs whose games do not name one: Skipper's list and the user's."""

    name, order = "managers", 11
    help = "CSV file of minor-league managers, added to Skipper's own list."
    title, in_tables = "manager file", "managers"
    publisher, notice, notice_elsewhere = "managers", notices.MANAGERS, notices.MANAGERS
    reader = "skipper.sources.managers.reading"

    def find_files(self, place: Path, without: frozenset[str]) -> list[Path]:
        """Return the user's file."""
        return [place]

    def terms(self, given: Given) -> list[str]:
        """Return the terms if there are games whose managers come from the list."""
        is_used = any(not source.names_managers for name, source in game_sources().items() if name in given.places)
        return [notices.MANAGERS] if is_used and self.publisher not in given.without else []

    def books(self, given: Given) -> Iterator[Parsed | UnusableFileError]:
        """Yield nothing: managers are read once all leagues are known."""
        return iter(())

    def more_books(self, given: Given, known: Mapping[str, Sequence[pa.Table]]) -> Iterator[Parsed | UnusableFileError]:
        """Yield both files, and the error for a user's file that cannot be used."""
        from skipper.sources.parsed import Parsed, UnusableFileError
        from skipper.sources.table_file import concatenated

        if self.publisher in given.without:
            return
        leagues = concatenated(None, known["league_file"])
        try:
            shipped, *own = self.reading.read_managers(given.places.get(self.name), leagues)
        except UnusableFileError as error:
            yield error
            shipped, *own = self.reading.read_managers(None, leagues)
        if not given.simulated():  # the shipped list names real people
            yield Parsed(self.in_tables, shipped.records)
        yield from own


SOURCE = Managers()
