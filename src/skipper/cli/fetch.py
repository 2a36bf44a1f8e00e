"""`skipper fetch`: the sources' files into the cache, with progress, and what became of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import click
from filelock import FileLock, Timeout
from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from skipper.cli.options import Seasons
from skipper.sources.fetch.cache import Shelf, cache_folder
from skipper.sources.fetch.download import Downloader, Outcome, Status, from_cache
from skipper.sources.fetch.settings import FetchSettings, SettingError
from skipper.sources.fetch.targets import (
    NOTICES,
    Target,
    lahman_targets,
    register_targets,
    retrosheet_targets,
)
from skipper.sources.fetch.transfer import Client

LOCK_FILE = ".lock"


_offline = click.option("--offline", is_flag=True, help="Ask no server: say what the cache has and what it lacks.")


@click.group(
    epilog="""\b
Examples:
  skipper fetch retrosheet --seasons 2010-2018
  skipper fetch lahman
  skipper fetch register"""
)
def fetch() -> None:
    """Fetch the sources' files into the local cache.

    `skipper build` finds them there. A second run asks only for what has changed. An interrupted one goes on
    where it stopped. The cache is $SKIPPER_CACHE, or the platform's cache folder. Exit status: 0 when every
    wanted file is there, else 1.
    """


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch retrosheet --seasons 2016
  skipper fetch retrosheet --seasons 1986,2010-2018 --events"""
)
@click.option("--seasons", type=Seasons(to_come=False), required=True, help="Such as 2016, 2010-2018 or 1986,2010.")
@click.option("--events", is_flag=True, help="Play-by-play too: the event files of the same seasons.")
@_offline
def retrosheet(seasons: frozenset[int], events: bool, offline: bool) -> None:
    """Fetch Retrosheet's game logs and event files.

    Of each season the zip of game logs, and with --events that of play-by-play.
    One request a second.
    """
    _run("retrosheet", lambda settings: retrosheet_targets(settings, sorted(seasons), events), offline)


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch lahman
  skipper fetch lahman --offline"""
)
@_offline
def lahman(offline: bool) -> None:
    """Fetch the tables of Lahman's database that Skipper reads.

    It is the record book: who was appointed at a club, final places, and the records that ours are compared with.
    """
    _run("lahman", lahman_targets, offline)


@fetch.command(
    epilog="""\b
Examples:
  skipper fetch register
  skipper fetch register --offline"""
)
@_offline
def register(offline: bool) -> None:
    """Fetch the people files of the Chadwick Register.

    It ties the ids that sources give a person to one another, so that he is found by any of them.
    """
    _run("register", register_targets, offline)


def _run(source: str, wanted: Callable[[FetchSettings], list[Target]], offline: bool) -> None:
    """Fetch what is wanted of a source, say what became of it, and exit with 1 when anything is not there."""
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
    except (SettingError, OSError) as error:
        raise click.ClickException(str(error)) from error
    _conclude(outcomes, cache / source)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the source's lock, so that its host is asked over one connection, whoever runs Skipper here."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / LOCK_FILE, timeout=0):
            yield
    except Timeout as error:
        raise click.ClickException(f"{folder}: another `skipper fetch` is at work there") from error


def _post_notice(cache: Path, source: str, targets: list[Target]) -> None:
    """Keep the source's notice beside its data, and show it the first time."""
    collections = sorted({target.collection for target in targets})
    posted = [Shelf(cache, collection).post_notice(NOTICES[source]) for collection in collections]
    if any(posted):
        click.echo(NOTICES[source] + "\n")


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
    """Fetch one after the other; the bar counts files, the one under way by the share of it that has come."""
    task = progress.add_task("", total=len(targets), received="")
    for number, target in enumerate(targets):
        progress.update(task, description=target.name, completed=number, received="")

        def report(done: int, total: int | None, number: int = number) -> None:
            share = done / total if total else 0.0
            progress.update(task, completed=number + share, received=decimal(done))

        yield downloader.fetch(target, report)
    progress.update(task, completed=len(targets))


def _told(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Print a line for each outcome as it comes."""
    told = []
    for outcome in outcomes:
        size = "" if outcome.size is None else f"{outcome.size:,} bytes"
        said = "; ".join(part for part in (size, outcome.detail) if part)
        click.echo(f"{outcome.status:<9}  {outcome.target.name}  {said}")
        told.append(outcome)
    return told


def _conclude(outcomes: list[Outcome], folder: Path) -> None:
    counts = Counter(outcome.status for outcome in outcomes)
    tally = ", ".join(f"{counts[status]} {status}" for status in Status if counts[status])
    click.echo(f"{len(outcomes)} wanted: {tally}. Cache: {folder}")
    if counts[Status.KEPT]:
        kept = f"{counts[Status.KEPT]} could not be compared with the server's"
        click.echo(f"Warning: {kept}; the cached copies stand.", err=True)
    if not all(outcome.there for outcome in outcomes):
        click.get_current_context().exit(1)
