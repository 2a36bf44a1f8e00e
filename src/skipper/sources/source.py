"""What a source is, and all sources, found by walking `skipper.sources`.

A source is a folder of `sources/` with a module `source`, which declares it as `SOURCE`, and a module that reads it.
Its option of `skipper build`, its publisher and terms, its folder in the fetch cache, its files, its record sets and,
for a source of games, the way in which a season is read are stated there and nowhere else: the graph, the inputs, the
season task, the cache and the commands loop over `sources()`. Declarations import no reader, so that a command's help
does not wait for one.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Protocol

import skipper.sources

if TYPE_CHECKING:
    import pyarrow as pa

    from skipper.lake.location import Location
    from skipper.sources.match import Match
    from skipper.sources.parsed import Parsed, UnusableFileError
    from skipper.sources.plays.events.rosters import Rosters
    from skipper.sources.target import Target

RecordSets = Mapping[str, "pa.Schema"]
Records = Mapping[str, Sequence["pa.Table"]]


@dataclass(frozen=True)
class Site:
    """Where files are downloaded: a name, the environment variable with the base of their addresses, and the base
    without it; empty if there is none."""

    name: str
    variable: str
    base: str


@dataclass(frozen=True)
class Fetched:
    """How a source is downloaded: its folder in the fetch cache, the arguments of `skipper fetch`, the site, and the
    terms that are printed and written beside the files.

    `kinds` has the kinds of files that are fetched only if they are named, and `seasons` the seasons of which there
    are files, empty for all. `on_request` says that a lake has the source only on request, so that its absence is not
    reported; `is_expected` that `skipper doctor` expects it in the cache.
    """

    folder: PurePosixPath
    command: str
    site: Site
    terms: str
    kinds: tuple[str, ...] = ()
    seasons: Sequence[int] = ()
    on_request: bool = True
    is_expected: bool = False


class Given(Protocol):
    """The places given for the sources of a build, by the sources' names; `without` has the excluded publishers."""

    @property
    def places(self) -> Mapping[str, Path]:
        """Return the place of each given source."""

    @property
    def without(self) -> frozenset[str]:
        """Return the publishers of which nothing is read."""

    def simulated(self) -> bool:
        """Return whether the games are fictional."""


class Source:
    """A source of a build. This class is a book: a source that belongs to no season, such as the Register.

    `name` is its option of `skipper build` and its kind in the manifest, and `help` the option's text; null for a list
    that ships with Skipper and has no option. `order` is its place among the options. `title` names it in the graph of
    tables, and `in_tables` in columns `source` of `quarantine` and `build_log`. `publisher` is its name for
    `--without`, null if it cannot be excluded; `notice` has the terms, and `notice_elsewhere` the terms by which a lake
    shows that it has the publisher's data from another option or from none. `has_affiliations` says that lists of clubs
    and their organizations may lie beside its files. `reader` is the module that reads it, with `RECORD_SETS`,
    `find_files` and `parse`.
    """

    name: str
    order: int
    help: str | None = None
    title: str
    in_tables: str
    publisher: str | None = None
    notice: str | None = None
    notice_elsewhere: str | None = None
    fetched: Fetched | None = None
    has_games = False
    has_affiliations = False
    reader: str

    @property
    def reading(self) -> Any:
        """Return the module that reads the source."""
        return import_module(self.reader)

    def record_sets(self) -> RecordSets:
        """Return the record sets that belong to no season."""
        sets: RecordSets = self.reading.RECORD_SETS
        return sets

    def season_record_sets(self) -> RecordSets:
        """Return the record sets that a season's task fills."""
        return {}

    def require(self, place: Path) -> None:
        """Raise SourceError for a place without the expected files, before Spark spends seconds starting. A book that
        is there but cannot be read is withheld later."""
        from skipper.sources.parsed import UnusableFileError

        with suppress(UnusableFileError):
            self.find_files(place, frozenset())

    def find_files(self, place: Path, without: frozenset[str]) -> list[Path]:
        """Return the files at a place. Raises SourceError if there are none."""
        files: list[Path] = self.reading.find_files(place)
        return files

    def entries(self, place: Path, without: frozenset[str]) -> list[str]:
        """Return the source's entries in the manifest: its files by their paths in the place, an archive as one.

        Of a book whose files cannot be listed, the one at fault. Raises SourceError for a source without files.
        """
        from skipper.sources.parsed import UnusableFileError
        from skipper.sources.table_file import archive_of

        try:
            found = self.find_files(place, without)
        except UnusableFileError as error:
            found = [error.path]
        return [_path_in(place, archive_of(file) or file) for file in found]

    def members(self, place: Path, entry: str) -> Sequence[Path]:
        """Return the files behind an entry: one, or the responses of a store's season."""
        return [file_at(place, entry, entry != "" and place.is_dir())]

    def version(self, place: Path, entry: str) -> str:
        """Return the version of an entry's files, which changes with their content: time and size, or a store's tag."""
        from skipper.lake.location import version_of

        return "/".join(map(version_of, self.members(place, entry)))

    def digest(self, place: Path, entry: str) -> str:
        """Return the digest of an entry's content, for an object the store's tag; empty for a file that has a fault
        (see `fault_of`). Raises FileNotFoundError or NotADirectoryError for one that is gone."""
        from skipper.lake.location import folder_of, version_of
        from skipper.sources.archive import fault_of
        from skipper.sources.digests import size_and_sha256

        (file,) = self.members(place, entry)
        if fault_of(file):
            return ""
        here = folder_of(file)
        return version_of(file) if here is None else size_and_sha256(here)[1]

    def concerns(self, path: str, season: int) -> bool:
        """Return whether a season may be made from a file that no season's plan names: a book concerns all seasons."""
        return True

    def terms(self, given: Given) -> list[str]:
        """Return the terms of what is used of the source, which is given or ships with Skipper."""
        return [self.notice] if self.notice is not None and self.name in given.places else []

    def season_targets(self, base: str, season: int, kinds: Collection[str]) -> list[Target]:
        """Return the files to fetch of a season; `base` is the site's address."""
        return []

    def targets(self, base: str, seasons: Collection[int], kinds: Collection[str]) -> list[Target]:
        """Return the files to fetch over all seasons, where these seasons are wanted."""
        return []

    def books(self, given: Given) -> Iterator[Parsed | UnusableFileError]:
        """Yield the files that belong to no season, each read, or the error for one that cannot be used."""
        from skipper.sources.books import read_files

        place = given.places.get(self.name)
        if place is not None:
            yield from read_files(self.reading, lambda: self.find_files(place, given.without))

    def more_books(self, given: Given, known: Mapping[str, Sequence[pa.Table]]) -> Iterator[Parsed | UnusableFileError]:
        """Yield rows that depend on those `known` from all sources' `books` and from sources before this one."""
        return iter(())


class SeasonText(Protocol):
    """A file of games, or a text in an archive, as a season's plan lists it."""

    @property
    def path(self) -> str:
        """The file."""

    @property
    def label(self) -> str | None:
        """Its name in reports; null if it has none there."""

    @property
    def season(self) -> int | None:
        """The only season that it can have; null for a text that must be split."""

    @property
    def parts(self) -> tuple[str, ...]:
        """The staged files with one season's lines, if it was split."""

    @property
    def work(self) -> int:
        """The approximate work of reading it, in bytes of game logs."""


@dataclass
class Listing:
    """The texts of a source of games, the rosters beside them if it has any, and an account of what is read or
    rejected meanwhile."""

    texts: Sequence[SeasonText]
    account: Parsed
    rosters: Rosters | None = None


@dataclass
class Split:
    """The parts of a text with several seasons, and an account of what is in no part: rows of `quarantine` and of the
    counts by file too, for event files."""

    texts: Sequence[SeasonText]
    account: Parsed
    quarantine: list[dict[str, Any]] = field(default_factory=list)
    counts: list[dict[str, Any]] = field(default_factory=list)


class SeasonReading(Protocol):
    """What a season's task offers to the source that it reads, and takes from it."""

    @property
    def season(self) -> int:
        """Return the season."""

    def account(self, parsed: Parsed) -> None:
        """Account for the records of one file."""

    def account_rows(self, quarantine: list[dict[str, Any]], counts: list[dict[str, Any]]) -> None:
        """Account for records in rows of `quarantine` and of the counts by file."""

    def add(self, records: Records, renamed: Mapping[str, Match] | None = None) -> None:
        """Add rows to the season's record sets; `renamed` has the games that other sources have under other ids."""

    def add_plays(self, records: Mapping[str, pa.Table], renamed: Mapping[str, Match] | None = None) -> None:
        """Add rows to the record sets of plays, to which several sources add."""

    def write_plays(self, tables: Iterable[tuple[str, pa.Table]], renamed: Mapping[str, Match] | None = None) -> None:
        """Write the tables of plays while their files are read."""

    def identify(self, games: pa.Table) -> dict[str, Match]:
        """Return the games, by their own ids, whose id or home club a source read before has otherwise."""

    def rename_plays(self, renamed: Mapping[str, Match]) -> None:
        """Give the games whose plays are written the ids of the games in other sources."""

    def person_ids(self, id_source: str) -> dict[str, str]:
        """Return people's ids by those of another source."""

    def roster(self, source: str) -> Rosters:
        """Return the rosters that were listed with a source's files, by its name in tables."""

    def converted_games(self) -> set[str]:
        """Return the ids of the games whose plays were converted to event records so far."""

    def query(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Return the rows of a query over what every season looks up and the record sets of sources read before."""


Later = Callable[[SeasonReading], None]


class GameSource(Source):
    """A source of games, which seasons are made from.

    `rank` is its place in the order in which a season's task reads the sources: a game that several have comes from
    the first. `game_records` is the record set with one row per game: a season with a row there has games. `has_plays`
    says that it may have plays; its seasons then have tasks of their own. `has_event_files` says that plays come as
    event files, whose exceptions and comparisons a build's summary counts. `names_managers` is false if its managers
    come from the hand-compiled list, and `names_by_mlbam` true if its people have MLBAM ids. `identified_by` is the
    table that gives its games their ids, if they come with none.
    """

    has_games = True
    rank: int
    game_records: str
    has_plays = False
    names_managers = True
    names_by_mlbam = False
    has_event_files = False
    identified_by: str | None = None

    def record_sets(self) -> RecordSets:
        """Return the record sets that belong to no season: none."""
        return {}

    def season_record_sets(self) -> RecordSets:
        """Return the record sets that a season's task fills."""
        sets: RecordSets = self.reading.RECORD_SETS
        return sets

    def concerns(self, path: str, season: int) -> bool:
        """Return false: the plan of a season names its files of games."""
        return False

    def books(self, given: Given) -> Iterator[Parsed | UnusableFileError]:
        """Yield the name of a source whose people have MLBAM ids; all its files are of seasons."""
        import pyarrow as pa

        from skipper.sources.books import MLBAM_SOURCE
        from skipper.sources.parsed import Parsed

        if self.names_by_mlbam and self.name in given.places:
            yield Parsed(self.in_tables, {"mlbam_source": [pa.table({"source": [self.name]}, MLBAM_SOURCE)]})

    def list_texts(self, place: Path, seasons: frozenset[int] | None, books: Mapping[str, pa.Table]) -> Listing:
        """List the texts at a place, without those that can only have other seasons. `books` has the record sets that
        belong to no season. Raises SourceError if there is no file of games."""
        raise NotImplementedError

    def split(self, text: Any, folder: Location, seasons: frozenset[int] | None) -> Split:
        """Split a text whose name gives no single season into one staged file per season, in `folder`."""
        raise NotImplementedError

    def read_season(self, texts: Sequence[Any], reading: SeasonReading) -> Later | None:
        """Read a season's texts. Return what is to be read once the games have ids, if anything is."""
        raise NotImplementedError


@cache
def sources() -> Mapping[str, Source]:
    """Return all sources by name, in order. Raises ValueError for two with the same name or place."""
    names = (found.name for found in pkgutil.walk_packages(skipper.sources.__path__, "skipper.sources."))
    found: list[Source] = [
        import_module(name).SOURCE for name in names if name != __name__ and name.endswith(".source")
    ]
    found.sort(key=lambda source: source.order)
    named = {source.name: source for source in found}
    if len(named) != len(found) or len({source.order for source in found}) != len(found):
        raise ValueError("two sources have the same name or place")
    return named


def given_sources() -> Mapping[str, Source]:
    """Return the sources that have an option of `skipper build`, by name, in order."""
    return {name: source for name, source in sources().items() if source.help is not None}


@cache
def game_sources() -> Mapping[str, GameSource]:
    """Return the sources of games by name, in the order in which a season's task reads them."""
    found = [source for source in sources().values() if isinstance(source, GameSource)]
    return {source.name: source for source in sorted(found, key=lambda source: source.rank)}


def publishers() -> Mapping[str, tuple[str, ...]]:
    """Return the publishers that a lake can omit (`skipper build --without`), with the sources that come from them."""
    found: dict[str, list[str]] = {}
    for name, source in sources().items():
        if source.publisher is not None:
            found.setdefault(source.publisher, []).append(name)
    return {publisher: tuple(names) for publisher, names in found.items()}


def file_at(place: Path, entry: str, is_folder: bool) -> Path:
    """Return the file of a manifest's entry: in the place, if it is a folder, else beside it; the place itself for the
    empty entry."""
    if not entry:
        return place
    return (place if is_folder else place.parent) / entry


def _path_in(place: Path, file: Path) -> str:
    from skipper.lake.location import text_of

    if file == place:
        return ""
    beside = place if place.is_dir() else place.parent
    return text_of(str(file)).removeprefix(f"{text_of(str(beside))}/")
