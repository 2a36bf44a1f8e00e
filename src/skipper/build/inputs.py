"""A build's inputs and how they are distributed among seasons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TypeVar

import pyarrow as pa

from skipper.build.account import Account
from skipper.definitions.publishers import PUBLISHERS
from skipper.lake.location import Location, source
from skipper.lake.manifest import Manifest, SourceFile
from skipper.sources import (
    affiliations,
    lahman,
    leagues,
    managers,
    minorleaguesplits,
    register,
    scores,
    spellings,
    statsapi,
)
from skipper.sources.archive import fault_of
from skipper.sources.parsed import MLBAM_SOURCE, Parsed, Rejected, SourceError, UnusableFileError
from skipper.sources.retrosheet import gamelogs, reference, transactions
from skipper.sources.retrosheet.csvs import files as csvs
from skipper.sources.retrosheet.csvs.splitting import SOURCE as CSV_SOURCE
from skipper.sources.retrosheet.csvs.splitting import split as split_csv
from skipper.sources.retrosheet.events import listing
from skipper.sources.retrosheet.events.dialect import MINORLEAGUESPLITS, RETROSHEET
from skipper.sources.retrosheet.events.listing import ListedFile, list_event_files
from skipper.sources.retrosheet.events.listing import split as split_events
from skipper.sources.retrosheet.events.rosters import Rosters
from skipper.sources.retrosheet.gamelog_season import GamelogText, list_gamelogs
from skipper.sources.retrosheet.gamelog_season import split as split_gamelog
from skipper.sources.statsapi.reading import read_teams, stored_seasons
from skipper.sources.statsapi.store import Store
from skipper.sources.table_file import archive_of, one_of_each

# Planning and starting a season's forty SELECTs and hundred checks costs more than the work of a season without plays.
# Preparing them once per worker saves a third of that at most (docs/benchmarks.md), so seasons share tasks. Sixteen
# tasks, if there are that many seasons, keep sixteen cores busy.
SEASONS_A_TASK, TASKS = 4, 16
SEASON = 1 << 20  # added to every season's size, because the earliest have few bytes but as many tables
FEEDS = 1 << 30  # size assumed for a season's responses; adding up thousands of files would take long
GAMES = ("gamelogs", "events", "csvs", "minors", "statsapi", "scores")
SOURCES = (*GAMES, "transactions", "reference", "lahman", "register", "leagues", "managers", "affiliations")
# Terms that show that a lake has a publisher's data from another option, or from no option.
SHOWN_BY = {
    "managers": managers.NOTICE,
    "minorleaguesplits": affiliations.SPLITS_NOTICE,
    "statsapi": affiliations.TEAMS_NOTICE,
}
T = TypeVar("T")
_FINDERS: dict[str, Callable[[Path], list[Path]]] = {
    "gamelogs": gamelogs.find_files,
    "events": listing.find_files,
    "csvs": csvs.find_files,
    "transactions": transactions.find_files,
    "reference": reference.find_files,
    "lahman": lahman.find_files,
    "register": register.find_files,
    "scores": scores.find_files,
}
NO_PLAYERS = minorleaguesplits.PLAYER.empty_table()
READERS = 4  # threads that read files that belong to no season


@dataclass(frozen=True)
class Inputs:
    """The locations of the sources. Columns that come from an absent source are null.

    At least one of `gamelogs`, `events`, `csvs` (Retrosheet's CSV files), `minors` (minorleaguesplits play-by-play),
    `statsapi` (a store of responses) and `scores` is required. Nothing published by those in `without` is read,
    including Minor League Splits' list of clubs and the Stats API's teams in the affiliations folder, and the manager
    file that Skipper ships.
    """

    gamelogs: Path | None = None
    lahman: Path | None = None
    register: Path | None = None
    leagues: Path | None = None
    seasons: frozenset[int] | None = None
    events: Path | None = None
    minors: Path | None = None
    scores: Path | None = None
    managers: Path | None = None
    affiliations: Path | None = None
    statsapi: Path | None = None
    csvs: Path | None = None
    transactions: Path | None = None
    reference: Path | None = None
    without: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for publisher in self.without:
            for name in PUBLISHERS[publisher]:
                object.__setattr__(self, name, None)
        for name in SOURCES:  # workers may run in another folder
            path = getattr(self, name)
            object.__setattr__(self, name, path and path.absolute())

    @property
    def affiliation_files(self) -> list[Path]:
        """Return the affiliation files, including the list of clubs next to the play-by-play."""
        return self._own_affiliations + (affiliations.files_in(self.minors) if self.minors is not None else [])

    @property
    def _own_affiliations(self) -> list[Path]:
        files = affiliations.find_files(self.affiliations) if self.affiliations is not None else []
        return [file for file in files if affiliations.publisher(file) not in self.without]

    def files_of(self, kind: str) -> list[Path]:
        """Return the files of a source by option name, an archive as one; none for the Stats API's responses.

        Of a book whose files cannot be listed, the one at fault. Raises SourceError for a source without files.
        """
        place = getattr(self, kind)
        if kind == "statsapi":
            return []
        if kind == "minors":
            found = listing.find_files(place, MINORLEAGUESPLITS)
            found = [*found, *minorleaguesplits.find_files(place), *affiliations.files_in(place)]
        elif kind == "affiliations":
            found = self._own_affiliations
        else:
            try:
                found = _FINDERS[kind](place) if kind in _FINDERS else [place]
            except UnusableFileError as error:
                found = [error.path]
        return [archive_of(file) or file for file in found]

    @property
    def games(self) -> list[Path]:
        """Return the sources of games."""
        return [path for path in map(partial(getattr, self), GAMES) if path]

    @property
    def may_have_plays(self) -> bool:
        """Return whether a source may have plays."""
        return any((self.events, self.csvs, self.minors, self.statsapi))

    def require(self) -> None:
        """Raise SourceError for a folder without the expected files, before Spark spends seconds starting."""
        if not self.games:
            raise SourceError(
                "nothing to build from: give game logs, event files, Retrosheet's CSV files, the minors' plays or "
                "scores, or the Stats API"
            )
        if self.statsapi is not None and not stored_seasons(Store.at(self.statsapi)):
            raise SourceError(
                f"{self.statsapi}: no schedule from the Stats API. The folder that `skipper fetch statsapi` fills has "
                "folders schedule, teams, feed and others, with a file for each response (*.json.gz)"
            )
        for path in filter(None, (self.events, self.minors)):
            if not path.exists():
                raise SourceError(f"{path}: no such file or folder")
        if self.gamelogs is not None:
            gamelogs.find_files(self.gamelogs)
        for module, folder in (
            (lahman, self.lahman),
            (register, self.register),
            (scores, self.scores),
            (csvs, self.csvs),
            (transactions, self.transactions),
            (reference, self.reference),
            (affiliations, self.affiliations),
        ):
            if folder is not None:
                with suppress(UnusableFileError):  # a book that cannot be read is withheld
                    module.find_files(folder)

    def sources(self) -> dict[str, str]:
        """Return the given sources by option name."""
        paths = {name: getattr(self, name) for name in SOURCES}
        return {name: str(path) for name, path in paths.items() if path is not None}

    def notices(self) -> list[str]:
        """Return the terms of the sources used; empty for simulated sources."""
        if self.simulated():
            return []
        used = [gamelogs.NOTICE] if any(map(partial(getattr, self), PUBLISHERS["retrosheet"])) else []
        if self.minors:
            used.append(minorleaguesplits.NOTICE)
        if self.statsapi:
            used.append(statsapi.NOTICE)
        if self.scores:
            used.append(scores.NOTICE)
        if (self.minors or self.scores or self.statsapi) and "managers" not in self.without:
            used.append(managers.NOTICE)
        used += affiliations.notices(self.affiliation_files)
        for module, path in ((lahman, self.lahman), (register, self.register)):
            used += [module.NOTICE] if path else []
        return used

    def simulated(self) -> bool:
        """Return whether the games are fictional. Raises SourceError if only some of them are."""
        kinds = {gamelogs.is_simulated(path) for path in self.games}
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
    held = sorted(name for name in inputs.without if SHOWN_BY.get(name) in published.notices)
    if held:
        raise SourceError(f"the lake already has data from {', '.join(held)}: use another lake")
    lost = _used(published, inputs.seasons) - set(inputs.sources())
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
    return {kind for kind in published.sources if kind not in GAMES or kind in of_games}


@dataclass(frozen=True)
class SeasonFiles:
    """The files of one season. `sources` has those that were not split, as they were before they were read."""

    season: int
    gamelogs: tuple[GamelogText, ...] = ()
    events: tuple[ListedFile, ...] = ()
    scores: Path | None = None
    statsapi: Path | None = None
    csvs: tuple[csvs.CsvText, ...] = ()
    sources: tuple[SourceFile, ...] = ()

    @property
    def labels(self) -> list[str]:
        """Return the names of the season's files in reports; a store of responses has none."""
        texts: tuple[GamelogText | ListedFile | csvs.CsvText, ...] = (*self.gamelogs, *self.events, *self.csvs)
        return [*(text.label for text in texts), *([self.scores.name] if self.scores else [])]

    @property
    def size(self) -> int:
        """Return the approximate amount of work for the season, in bytes of input; plays take four times as long as
        game logs."""
        logs = sum(source(text.part or text.path).stat().st_size for text in self.gamelogs)
        final_scores = self.scores.stat().st_size if self.scores else 0
        responses = FEEDS if self.statsapi else 0
        plays = 4 * sum(file.size for file in self.events) + sum(text.size for text in self.csvs)
        return SEASON + 10 * logs + plays + final_scores + responses


@dataclass
class Plan:
    """A build's work: each season's files, the files to split first because their names give no single season, and
    rosters by source. `parts` maps the staged parts of split files to their digests."""

    seasons: dict[int, SeasonFiles] = field(default_factory=dict)
    unsplit: list[GamelogText | ListedFile | csvs.CsvText] = field(default_factory=list)
    rosters: dict[str, Rosters] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)

    def add_gamelogs(self, texts: list[GamelogText]) -> None:
        """Assign each file to its season, or mark it for splitting."""
        found: dict[int, list[GamelogText]] = defaultdict(list)
        for text in texts:
            if text.season is None:
                self.unsplit.append(text)
            else:
                found[text.season].append(text)
        for season, own in found.items():
            before = self.seasons.get(season, SeasonFiles(season))
            self.seasons[season] = replace(before, gamelogs=(*before.gamelogs, *own))

    def add_events(self, files: list[ListedFile]) -> None:
        """Assign each event file to its season, or mark it for splitting."""
        found: dict[int, list[ListedFile]] = defaultdict(list)
        for file in files:
            if file.season is None:
                self.unsplit.append(file)
            else:
                found[file.season].append(file)
        for season, own in found.items():
            before = self.seasons.get(season, SeasonFiles(season))
            self.seasons[season] = replace(before, events=(*before.events, *own))

    def add_csvs(self, texts: list[csvs.CsvText]) -> None:
        """Assign each text of Retrosheet's CSV files to its season, or mark it for splitting."""
        found: dict[int, list[csvs.CsvText]] = defaultdict(list)
        for text in texts:
            if text.season is None:
                self.unsplit.append(text)
            else:
                found[text.season].append(text)
        for season, own in found.items():
            before = self.seasons.get(season, SeasonFiles(season))
            self.seasons[season] = replace(before, csvs=(*before.csvs, *own))

    def add_parts(self, parts: Split) -> None:
        """Assign the parts of a split file to their seasons."""
        self.add_gamelogs(parts.gamelogs)
        self.add_events(parts.events)
        self.add_csvs(parts.csvs)
        self.parts |= parts.parts

    def add_scores(self, files: Mapping[int, Path]) -> None:
        """Assign each score file to its season."""
        for season, file in files.items():
            self.seasons[season] = replace(self.seasons.get(season, SeasonFiles(season)), scores=file)

    def add_statsapi(self, folder: Path, wanted: frozenset[int] | None) -> None:
        """Assign the response store to each season for which it has a schedule."""
        for season in stored_seasons(Store.at(folder)):
            if wanted is None or season in wanted:
                self.seasons[season] = replace(self.seasons.get(season, SeasonFiles(season)), statsapi=folder)

    def tasks(self) -> list[tuple[SeasonFiles, ...]]:
        """Return the tasks, largest first. A season with plays or responses has its own task; the others share tasks of
        about the same size, each with successive seasons."""
        seasons = sorted(self.seasons.values(), key=lambda files: files.season)
        alone = [(files,) for files in seasons if files.events or files.csvs or files.statsapi]
        small = [files for files in seasons if not (files.events or files.csvs or files.statsapi)]
        number = max(1, min(len(small), TASKS), len(small) // SEASONS_A_TASK)
        share = sum(files.size for files in small) / number
        together: dict[int, list[SeasonFiles]] = defaultdict(list)
        before = 0
        for files in small:
            together[int((before + files.size / 2) / share)].append(files)
            before += files.size
        tasks = [*alone, *map(tuple, together.values())]
        return sorted(tasks, key=lambda task: -sum(files.size for files in task))


def plan(inputs: Inputs, account: Account, minor_players: pa.Table = NO_PLAYERS) -> Plan:
    """Distribute the game files among seasons. `minor_players` is the record set `minor_player`, the minors' roster.

    Raises SourceError if a folder has no game files.
    """
    found = Plan()
    if inputs.gamelogs is not None:
        texts, unreadable = list_gamelogs(inputs.gamelogs, inputs.seasons)
        found.add_gamelogs(texts)
        account.reject(gamelogs.SOURCE, unreadable)
    if inputs.events is not None:
        listed = list_event_files(inputs.events, inputs.seasons)
        found.add_events(listed.events)
        found.rosters[RETROSHEET.source] = listed.rosters
        bad_lines = [Rejected(file, line, None, text, why) for file, line, text, why in listed.rosters.rejected]
        account.reject(RETROSHEET.source, [*listed.unreadable, *bad_lines])
        _count_rosters(listed.rosters, account)
    if inputs.minors is not None:
        listed = list_event_files(inputs.minors, inputs.seasons, MINORLEAGUESPLITS)
        found.add_events(listed.events)
        found.rosters[MINORLEAGUESPLITS.source] = minorleaguesplits.rosters_of(minor_players)
        account.reject(MINORLEAGUESPLITS.source, listed.unreadable)
    if inputs.csvs is not None:
        listed_csvs, unreadable = csvs.list_csvs(inputs.csvs, inputs.seasons)
        found.add_csvs(listed_csvs)
        account.reject(CSV_SOURCE, unreadable)
    if inputs.scores is not None:
        listed_scores, unreadable = scores.list_seasons(inputs.scores, inputs.seasons)
        found.add_scores(listed_scores)
        account.reject(scores.SOURCE, unreadable)
    if inputs.statsapi is not None:
        found.add_statsapi(inputs.statsapi, inputs.seasons)
    return found


@dataclass
class Split:
    """The staged parts of a file that has several seasons, and an account of what is in no part.

    `parts` maps the staged files to their digests. `changed` names the file if it changed while it was read.
    """

    gamelogs: list[GamelogText] = field(default_factory=list)
    events: list[ListedFile] = field(default_factory=list)
    csvs: list[csvs.CsvText] = field(default_factory=list)
    account: Account = field(default_factory=Account)
    parts: dict[str, str] = field(default_factory=dict)
    changed: frozenset[str] = frozenset()

    @property
    def seasons(self) -> list[int]:
        """Return the seasons of the parts, in order."""
        seasons = [*(one.season for one in self.gamelogs), *(one.season for one in self.events)]
        return sorted({season for season in (*seasons, *(one.season for one in self.csvs)) if season is not None})


def split(file: GamelogText | ListedFile | csvs.CsvText, folder: Location, seasons: frozenset[int] | None) -> Split:
    """Split a file whose name gives no single season into one staged file per season, in `folder`: a Spark task."""
    found = Split()
    if isinstance(file, GamelogText):
        found.gamelogs, rest = split_gamelog(file, folder, seasons)
        found.account.add(rest)
        return found
    if isinstance(file, csvs.CsvText):
        found.csvs, rest = split_csv(file, folder, seasons)
        found.account.add(rest)
        return found
    found.events, whole, unreadable = split_events(file, folder, seasons)
    found.account.reject(file.source, unreadable)
    if whole:
        from skipper.sources.retrosheet.plays.season import without_season  # compiled kernels, seldom needed here

        found.account.add_all(Account(*without_season(whole)))
    return found


def _count_rosters(rosters: Rosters, account: Account) -> None:
    bad: dict[str, int] = defaultdict(int)
    for file, *_ in rosters.rejected:
        bad[file] += 1
    for file, lines in rosters.lines.items():
        row = {
            "source": RETROSHEET.source,
            "file": file,
            "season": None,
            "rows_in": lines,
            "rows_out": lines - bad[file],
        }
        account.counts.append({**row, "rows_quarantined": bad[file]})


def shared_records(inputs: Inputs, account: Account) -> dict[str, pa.Table]:
    """Return the record sets that belong to no season: Lahman, the Register, Retrosheet's transactions and
    lists, the minors' players, affiliations, managers, leagues and more.

    A file that cannot be used is withheld in the account, and its rows are missing. Raises SourceError for a source
    that is not there or cannot be delivered.
    """
    gathered: dict[str, list[pa.Table]] = defaultdict(list)
    for module, folder in (
        (lahman, inputs.lahman),
        (register, inputs.register),
        (transactions, inputs.transactions),
        (reference, inputs.reference),
    ):
        _read_book(module, [] if folder is None else _usable(module.find_files, folder), account, gathered)
    _read_book(affiliations, inputs.affiliation_files, account, gathered)
    players = [] if inputs.minors is None else minorleaguesplits.find_files(inputs.minors)
    _read_book(minorleaguesplits, players, account, gathered)
    own: dict[str, list[pa.Table]] = {"league_file": [leagues.LEAGUE.empty_table()]}
    if inputs.leagues is not None:
        _gather(leagues.SOURCE, _usable(leagues.read_own, inputs.leagues), account, own)
    gathered["league_file"].append(leagues.read_leagues(pa.concat_tables(own["league_file"])))
    gathered["spelling"].append(spellings.read_spellings())
    by_mlbam = [name for name in ("minors", "statsapi") if getattr(inputs, name) is not None]
    gathered["mlbam_source"].append(pa.table({"source": by_mlbam}, MLBAM_SOURCE))
    if inputs.statsapi is not None:
        teams = read_teams(Store.at(inputs.statsapi))
        gathered["league_file"].append(leagues.unlisted(teams, gathered["league_file"][0]))
        gathered["affiliate"].append(affiliations.of_teams(teams, gathered["affiliate"]))
    _read_managers(inputs, account, gathered)
    return {name: pa.concat_tables(tables) for name, tables in gathered.items()}


def _read_book(
    module: ModuleType,
    files: list[Path] | UnusableFileError,
    account: Account,
    gathered: dict[str, list[pa.Table]],
) -> None:
    """Gather the record sets of a reference book's files."""
    for name, schema in module.RECORD_SETS.items():
        gathered[name].append(schema.empty_table())
    if isinstance(files, UnusableFileError):
        account.add_book(module.SOURCE, files)
        return
    files, repeated = one_of_each(files)
    for error in repeated:
        account.add_book(module.SOURCE, error)
    with ThreadPoolExecutor(READERS) as pool:  # unpacking and Arrow's reader release Python's lock
        for parsed in pool.map(partial(_usable, module.parse, is_file=True), files):
            _gather(module.SOURCE, parsed, account, gathered)


def _usable(read: Callable[[Path], T], path: Path, is_file: bool = False) -> T | UnusableFileError:
    """Return what a function reads at a path, or the error if the file cannot be used."""
    try:
        if is_file and (fault := fault_of(path)):
            raise UnusableFileError(path, fault)
        return read(path)
    except UnusableFileError as error:
        return error


def _gather(
    source: str, parsed: Parsed | UnusableFileError, account: Account, gathered: dict[str, list[pa.Table]]
) -> None:
    """Gather a file's record sets, if it can be used, and account for it."""
    account.add_book(source, parsed)
    if isinstance(parsed, Parsed):
        for name, tables in parsed.records.items():
            gathered[name] += tables


def _read_managers(inputs: Inputs, account: Account, gathered: dict[str, list[pa.Table]]) -> None:
    """Gather the manager files, whose leagues are those gathered before."""
    known = pa.concat_tables(gathered["league_file"])
    gathered["manager_file"].append(managers.MANAGER.empty_table())
    if "managers" in inputs.without:
        return
    try:
        listed = managers.read_managers(inputs.managers, known)
    except UnusableFileError as error:
        account.add_book(managers.SOURCE, error)
        listed = managers.read_managers(None, known)
    for given_by, parsed in zip(("skipper", "user"), listed, strict=False):
        if given_by == "skipper" and inputs.simulated():
            continue  # the shipped list names real people
        gathered["manager_file"] += parsed.records["manager_file"]
        if given_by == "user":
            account.add(parsed)
