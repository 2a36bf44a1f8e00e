"""The lists of affiliations as a source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from skipper.definitions import notices
from skipper.sources.source import Given, Source, sources

if TYPE_CHECKING:
    from skipper.sources.parsed import Parsed, UnusableFileError


class Affiliations(Source):
    """Minor-league clubs and their organizations, from three publications, one of which also lies beside the
    minor-league play-by-play."""

    name, order = "affiliations", 12
    help = "Folder with minor-league clubs and their organizations."
    title, in_tables = "affiliations", "affiliations"
    publisher, notice = "affiliations", notices.HISTORY
    reader = "skipper.sources.affiliations.reading"

    def find_files(self, place: Path, without: frozenset[str]) -> list[Path]:
        """Return the files in a folder, but for those of excluded publishers. Raises SourceError if there are none."""
        affiliations = self.reading
        return [file for file in affiliations.find_files(place) if affiliations.publisher(file) not in without]

    def terms(self, given: Given) -> list[str]:
        """Return the terms of each publication used."""
        terms: list[str] = self.reading.notices(self._files(given))
        return terms

    def books(self, given: Given) -> Iterator[Parsed | UnusableFileError]:
        """Yield the files in the folder, and those beside games."""
        from skipper.sources.books import read_files

        yield from read_files(self.reading, lambda: self._files(given))

    def _files(self, given: Given) -> list[Path]:
        own = self.find_files(given.places[self.name], given.without) if self.name in given.places else []
        beside = [place for name, place in given.places.items() if sources()[name].has_affiliations]
        return own + [file for place in beside for file in self.reading.files_in(place)]


SOURCE = Affiliations()
