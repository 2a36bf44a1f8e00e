"""A build's inputs and how they are distributed among seasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pyarrow as pa

from skipper.build.account import Account
from skipper.lake.location import Location
from skipper.lake.manifest import Manifest, SourceFile
from skipper.sources.parsed import Parsed, SourceError, UnusableFileError
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.retrosheet.gamelogs.reading import is_simulated
from skipper.sources.source import SeasonText, game_sources, given_sources, publishers, sources

# Planning and starting a season's forty SELECTs and hundred checks costs more than the work of a season without plays.
# Preparing them once per worker saves a third of that at most (docs/benchmarks.md), so seasons share tasks. Sixteen
# tasks, if there are that many seasons, keep sixteen cores busy.
SEASONS_A_TASK, TASKS = 4, 16
SEASON = 1 << 20  # added to every season's size, because the earliest have few bytes but as many tables


@dataclass(frozen=True, init=False)
class Inputs:
    """The places of the sources, by their names: `Inputs(gamelogs=folder, lahman=folder)`. Columns that come from an
    absent source are null.

    At least one source of games is required. Nothing published by those in `without` is read, including Minor League
    Splits' list of clubs and the Stats API's teams in the affiliations folder, and the manager file that Skipper ships.
    `seasons` is null for all seasons. Raises TypeError for an unknown source.
    """

    places: Mapping[str, Path]
    seasons: frozenset[int] | None
    without: frozenset[str]

    def __init__(
        self,
        *,
        places: Mapping[str, Path] | None = None,
        seasons: frozenset[int] | None = None,
        without: frozenset[str] = frozenset(),
        **given: Path | None,
    ) -> None:
        known = given_sources()
        if unknown := sorted(given.keys() - known.keys()):
            raise TypeError(f"no source is called {', '.join(unknown)}: the sources are {', '.join(known)}")
        named = {**(places or {}), **given}
        unread = {name for publisher in without for name in publishers()[publisher]}
        found = {name: named.get(name) for name in known if name not in unread}
        # Workers may run in another folder.
        absolute = {name: place.absolute() for name, place in found.items() if place is not None}
        for name, value in (("places", absolute), ("seasons", seasons), ("without", without)):
            object.__setattr__(self, name, value)

    @property
    def games(self) -> list[Path]:
        """Return the places of games."""
        return [place for name, place in self.places.items() if name in game_sources()]

    @property
    def may_have_plays(self) -> bool:
        """Return whether a source may have plays."""
        return any(source.has_plays for name, source in game_sources().items() if name in self.places)

    def entries(self) -> Iterator[tuple[str, str]]:
        """Yield the source and the path in its place of each file. Raises SourceError for a source without files."""
        for name, place in self.places.items():
            for entry in sources()[name].entries(place, self.without):
                yield name, entry

    def require(self) -> None:
        """Raise SourceError for a folder without the expected files, before Spark spends seconds starting."""
        if not self.games:
            raise SourceError(
                "nothing to build from: give game logs, event files, Retrosheet's CSV files, the minors' plays or "
                "scores, or the Stats API"
            )
        for name, place in self.places.items():
            sources()[name].require(place)

    def sources(self) -> dict[str, str]:
        """Return the places of the given sources as text."""
        return {name: str(place) for name, place in self.places.items()}

    def notices(self) -> list[str]:
        """Return the terms of the sources used, those of games first, then those of lists made by hand; empty for
        simulated sources."""
        if self.simulated():
            return []
        used = sorted(sources().values(), key=lambda source: (not source.has_games, source.fetched is not None))
        return list(dict.fromkeys(terms for source in used for terms in source.terms(self)))

    def simulated(self) -> bool:
        """Return whether the games are fictional. Raises SourceError if only some of them are."""
        kinds = {is_simulated(path) for path in self.games}
        if len(kinds) > 1:
            raise SourceError("simulated and real games cannot share a lake: give one kind")
        return kinds == {True}


def require_same_kind(inputs: Inputs, published: Manifest | None) -> None:
    """Raise SourceError if the seasons to build, or with `--seasons` left open the lake's others, use a missing source,
    if the lake has data of an excluded one, or if simulated and real games would be mixed.

    Every season uses the books, and each its own sources of games only.
    """
    if published is None:
        return
    shown = {source.publisher: source.notice_elsewhere for source in sources().values() if source.notice_elsewhere}
    held = sorted(name for name in inputs.without if shown.get(name) in published.notices)
    if held:
        raise SourceError(f"the lake already has data from {', '.join(held)}: use another lake")
    lost = _used(published, inputs.seasons) - set(inputs.places)
    if lost:
        given = ", ".join(f"--{name}" for name in sorted(lost))
        raise SourceError(f"the lake's seasons were built with {given}: give that source again, or use another lake")
    if published.simulated != inputs.simulated():
        raise SourceError("simulated and real games cannot share a lake: use another lake")


def _used(published: Manifest, seasons: frozenset[int] | None) -> set[str]:
    """Return the sources that a build of some seasons of a lake needs: the books, and those of the seasons' games."""
    if seasons is None or not published.source_files:
        return set(published.sources)
    of_games = {file.kind for file in published.source_files if seasons.intersection(file.seasons)}
    return {kind for kind in published.sources if kind not in game_sources() or kind in of_games}


@dataclass(frozen=True)
class SeasonFiles:
    """The texts of one season, by source. `sources` has the files that were not split, as they were before they were
    read."""

    season: int
    texts: Mapping[str, tuple[SeasonText, ...]] = field(default_factory=dict)
    sources: tuple[SourceFile, ...] = ()

    @property
    def all_texts(self) -> list[SeasonText]:
        """Return the texts of all sources, in the order in which they are read."""
        return [text for name in game_sources() for text in self.texts.get(name, ())]

    @property
    def labels(self) -> list[str]:
        """Return the names of the season's files in reports; a store of responses has none."""
        return [text.label for text in self.all_texts if text.label is not None]

    @property
    def has_plays(self) -> bool:
        """Return whether a source of the season may have plays."""
        return any(game_sources()[name].has_plays for name in self.texts)

    @property
    def size(self) -> int:
        """Return the approximate amount of work for the season, in bytes of input."""
        return SEASON + sum(text.work for text in self.all_texts)


@dataclass
class FileSplit:
    """The parts of a text by season, an account of what is in no part, and the digests of the staged parts.

    `changed` names the text's file if it changed while it was read.
    """

    source: str
    texts: Sequence[SeasonText] = ()
    account: Account = field(default_factory=Account)
    parts: dict[str, str] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()

    @property
    def seasons(self) -> list[int]:
        """Return the seasons of the parts, in order."""
        return sorted({text.season for text in self.texts if text.season is not None})


def split_text(source: str, text: SeasonText, folder: Location, seasons: frozenset[int] | None) -> FileSplit:
    """Split a text of a source into one staged file per season, in `folder`."""
    found = game_sources()[source].split(text, folder, seasons)
    account = Account()
    account.add(found.account)
    account.add_all(Account(found.quarantine, found.counts))
    return FileSplit(source, found.texts, account)


@dataclass
class Plan:
    """A build's work: each season's files, the texts to split first because their names give no single season, each
    with its source, and rosters by source. `parts` maps the staged parts of split files to their digests."""

    seasons: dict[int, SeasonFiles] = field(default_factory=dict)
    unsplit: list[tuple[str, SeasonText]] = field(default_factory=list)
    rosters: dict[str, Rosters] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def add(self, source: str, texts: Iterable[SeasonText]) -> None:
        """Assign each text of a source to its season, or mark it for splitting."""
        found: dict[int, list[SeasonText]] = defaultdict(list)
        for text in texts:
            if text.season is None:
                self.unsplit.append((source, text))
            else:
                found[text.season].append(text)
        for season, own in found.items():
            before = self.seasons.get(season, SeasonFiles(season))
            of_source = (*before.texts.get(source, ()), *own)
            self.seasons[season] = replace(before, texts={**before.texts, source: of_source})

    def add_split(self, split: FileSplit) -> None:
        """Assign the parts of a split text to their seasons."""
        self.add(split.source, split.texts)
        self.parts |= split.parts

    def tasks(self) -> list[tuple[SeasonFiles, ...]]:
        """Return the tasks, largest first. A season that may have plays has its own task; the others share tasks of
        about the same size, each with successive seasons."""
        seasons = sorted(self.seasons.values(), key=lambda files: files.season)
        alone = [(files,) for files in seasons if files.has_plays]
        small = [files for files in seasons if not files.has_plays]
        number = max(1, min(len(small), TASKS), len(small) // SEASONS_A_TASK)
        share = sum(files.size for files in small) / number
        together: dict[int, list[SeasonFiles]] = defaultdict(list)
        before = 0
        for files in small:
            together[int((before + files.size / 2) / share)].append(files)
            before += files.size
        tasks = [*alone, *map(tuple, together.values())]
        return sorted(tasks, key=lambda task: -sum(files.size for files in task))


def plan(inputs: Inputs, account: Account, books: Mapping[str, pa.Table] | None = None) -> Plan:
    """Distribute the game files among seasons. `books` has the record sets that belong to no season.

    Raises SourceError if a folder has no game files.
    """
    found = Plan()
    for name, source in game_sources().items():
        if name in inputs.places:
            listed = source.list_texts(inputs.places[name], inputs.seasons, books or {})
            found.add(name, listed.texts)
            if listed.rosters is not None:
                found.rosters[source.in_tables] = listed.rosters
            account.add(listed.account)
    return found


def shared_records(inputs: Inputs, account: Account) -> dict[str, pa.Table]:
    """Return the record sets that belong to no season: Lahman, the Register, Retrosheet's transactions and
    lists, the minors' players, affiliations, managers, leagues and more.

    A file that cannot be used is withheld in the account, and its rows are missing. Raises SourceError for a source
    that is not there or cannot be delivered.
    """
    gathered: dict[str, list[pa.Table]] = {
        name: [schema.empty_table()] for source in sources().values() for name, schema in source.record_sets().items()
    }

    def gather(source: str, files: Iterable[Parsed | UnusableFileError]) -> None:
        for parsed in files:
            account.add_book(source, parsed)
            if isinstance(parsed, Parsed):
                for name, tables in parsed.records.items():
                    gathered[name] += tables

    for source in sources().values():
        gather(source.in_tables, source.books(inputs))
    for source in sources().values():
        gather(source.in_tables, source.more_books(inputs, gathered))
    return {name: pa.concat_tables(tables) for name, tables in gathered.items()}
