"""`skipper build`: build the lake from the sources, with progress and a summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

from skipper.answers.answer import spans
from skipper.cli.options import Seasons, lake_option

if TYPE_CHECKING:
    from skipper.build.inputs import Inputs
    from skipper.build.run import BuildReport, Comparison

EXAMPLES = 3  # quarantined records shown for each file and reason
FETCHED = {  # arguments of `skipper fetch`, by source
    "gamelogs": "retrosheet --seasons 2010-2018",
    "events": "retrosheet --events --seasons 2010-2018",
    "lahman": "lahman",
    "register": "register",
    "statsapi": "statsapi --levels AAA,AA --seasons 2016",
}
_FOLDER = click.Path(path_type=Path)


@click.command(
    epilog="""\b
Examples:
  skipper fetch retrosheet --seasons 2010-2018
  skipper fetch lahman
  skipper build
  skipper build --gamelogs ~/retrosheet/gamelogs --lahman ~/lahman --lake mine"""
)
@lake_option
@click.option(
    "--gamelogs", type=_FOLDER, help="Retrosheet game logs: a folder or a file.", show_default="the fetch cache"
)
@click.option(
    "--events", type=_FOLDER, help="Retrosheet event files: a folder or a file.", show_default="the fetch cache"
)
@click.option("--minors", type=_FOLDER, help="Play-by-play of minorleaguesplits: a folder or a file.")
@click.option(
    "--lahman", type=_FOLDER, help="Folder with the Lahman database's tables.", show_default="the fetch cache"
)
@click.option(
    "--register", type=_FOLDER, help="Folder with the Chadwick Register's files.", show_default="the fetch cache"
)
@click.option(
    "--statsapi", type=_FOLDER, help="Store of the MLB Stats API's responses.", show_default="the fetch cache"
)
@click.option("--scores", type=_FOLDER, help="Minor-league scores, 1997 to 2004: a folder or a file.")
@click.option("--managers", type=_FOLDER, help="CSV file of minor-league managers, besides Skipper's own.")
@click.option("--affiliations", type=_FOLDER, help="Folder with minor-league clubs and their organizations.")
@click.option("--leagues", type=_FOLDER, help="CSV file of leagues and levels besides the majors.")
@click.option("--no-cache", is_flag=True, help="Read only the sources given here, not the fetch cache.")
@click.option("--seasons", type=Seasons(), help="For example 2016, 2015-2016 or 2010,2012-2014.", show_default="all")
def build(
    lake: Path,
    gamelogs: Path | None,
    events: Path | None,
    minors: Path | None,
    lahman: Path | None,
    register: Path | None,
    statsapi: Path | None,
    scores: Path | None,
    managers: Path | None,
    affiliations: Path | None,
    leagues: Path | None,
    no_cache: bool,
    seasons: frozenset[int] | None,
) -> None:
    """Build the lake from the sources' files.

    A source without an option comes from the cache that `skipper fetch` fills; stderr names the folder of each. Game
    logs, event files, --minors (play-by-play of the minors, for non-commercial use only), --statsapi (for individual,
    non-commercial use) or --scores are required. A game in several comes from the game log, else the event file, else
    the Stats API; event files add every play. Minor-league managers come
    from a file kept by hand: Skipper's, and yours with --managers. Without Lahman there is no record book to credit by
    or compare with; without the Register, people have fewer ids.

    The build replaces the seasons that it reads and keeps the others. Unusable records go to quarantine and are
    reported. Readers see the last complete build until the new one is written and checked. Exit status: 0 if the
    lake was built, with or without quarantine; 1 if not.
    """
    given = {"gamelogs": gamelogs, "events": events, "lahman": lahman, "register": register}
    given["statsapi"] = statsapi
    folders = {name: source_folder(name, named, no_cache) for name, named in given.items()}
    if not any((folders["gamelogs"], folders["events"], folders["statsapi"], minors, scores)):
        raise click.ClickException(
            "no game logs and no event files: give --gamelogs, --events, --minors, --statsapi or --scores, or run "
            "`skipper fetch retrosheet --seasons 2010-2018`, or other seasons"
        )

    from skipper.build.inputs import Inputs

    own = {"minors": minors, "scores": scores, "managers": managers, "affiliations": affiliations, "leagues": leagues}
    report = run_build(Inputs(**folders, **own, seasons=seasons), lake)
    click.echo("\n".join(summary(report, lake)))


def source_folder(source: str, named: Path | None, no_cache: bool) -> Path | None:
    """Return a source's folder or file: the one given, else the fetch cache's, else null. Report it on stderr."""
    from skipper.sources.fetch.cache import cached_folder

    folder = cached_folder(source) if named is None and not no_cache else named
    if folder is None:
        click.echo(f"{source}: none; give --{source} or run `skipper fetch {FETCHED[source]}`", err=True)
    else:
        click.echo(f"{source}: {folder} ({'given' if named else 'fetch cache'})", err=True)
    return folder


def run_build(inputs: Inputs, lake: Path) -> BuildReport:
    """Build, showing the steps on stderr. Raises ClickException, with one message, on failure."""
    from skipper.build import run as pipeline
    from skipper.lake.checks import ChecksFailedError
    from skipper.lake.manifest import BrokenManifestError, OlderLakeError
    from skipper.lake.reader import NoLakeError
    from skipper.lake.store import LakeInUseError, LakeOutdatedError
    from skipper.session import BUILD_HEAP, JavaMissingError, start_session
    from skipper.sources.parsed import SourceError

    expected = (
        SourceError,
        pipeline.NothingBuiltError,
        ChecksFailedError,
        LakeInUseError,
        LakeOutdatedError,
        BrokenManifestError,
        OlderLakeError,
        NoLakeError,
        JavaMissingError,
        OSError,
    )
    try:
        inputs.require()  # report bad folders before Spark takes seconds to start
        with _steps() as step:
            step("starting Spark")
            return pipeline.build(start_session(BUILD_HEAP), inputs, lake, step)
    except expected as error:
        raise click.ClickException(str(error)) from error


def summary(report: BuildReport, lake: Path) -> list[str]:
    """Summarize a build in lines: seasons, rows of each table, time and quarantine."""
    width = max((len(name) for name in report.rows), default=0)
    return [
        f"Built {lake} in {report.seconds:.0f} s: {spans(report.seasons)}.",
        "Rows written:",
        *(f"  {name:<{width}}  {count:>12,}" for name, count in report.rows.items()),
        *([f"No games found for {spans(report.absent)}."] if report.absent else []),
        *_compared(report.compared),
        *_play_exceptions(report.exceptions),
        *_quarantine(report.quarantined),
    ]


def _compared(found: list[Comparison]) -> list[str]:
    """Summarize in lines what the figures from plays were compared with. Empty if nothing was compared."""
    if not found:
        return []
    names = {"game_log": "the game logs", "data_er": "`data,er` records"}
    lines = [
        f"  {item.figure.replace('_', ' ')}, with {names[item.source]}: {item.compared:,}, differing {item.differ:,}"
        for item in found
    ]
    return ["Figures from plays compared (differences are in table play_difference):", *lines]


def _play_exceptions(found: dict[str, int] | None) -> list[str]:
    """Count the plays that break the rules, by kind, in a line. Empty without event files."""
    from skipper.definitions.plays import EXCEPTION_KINDS

    if found is None:
        return []
    counted = [f"{count:,} {EXCEPTION_KINDS[kind][count != 1]}" for kind, count in found.items()]
    return [f"Play exceptions: {', '.join(counted)} (table play_exception)." if counted else "Play exceptions: none."]


def _quarantine(records: list[dict[str, Any]]) -> list[str]:
    if not records:
        return ["Quarantined: nothing."]
    lines = [f"Quarantined: {len(records):,} (all in table quarantine)."]

    def place(record: dict[str, Any]) -> tuple[str, str]:
        return record["file"], record["reason"]

    for (file, reason), group in groupby(sorted(records, key=place), place):
        found = list(group)
        at = [f"line {record['line']}" for record in found if record["line"] is not None][:EXAMPLES]
        more = len(found) - EXAMPLES
        where = ", ".join(at) + (f" and {more:,} more" if at and more > 0 else "")
        lines.append(f"  {file}: {reason}" + (f" ({where})" if where else ""))
    return lines


@contextmanager
def _steps() -> Iterator[Callable[[str], None]]:
    """Yield a function to call with each step's name as it begins, from any thread; it shows the steps on stderr."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda name: click.echo(name, err=True)
        return
    columns = (
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        from skipper.build.graph import graph

        # Four steps (Spark, sources, seasons, checks) and the tables that are not made by season.
        made = [node for node in (*graph().reference, *graph().lake) if node.table.published]
        task = progress.add_task("", total=len(made) + 4)

        def step(name: str) -> None:
            progress.update(task, description=name)
            progress.advance(task)

        yield step
