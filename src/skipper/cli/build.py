"""The `skipper build` command: build the lake from the sources, show progress and print a summary."""

from __future__ import annotations

import shutil
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

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
from skipper.cli.options import Address, Seasons, lake_option
from skipper.errors import SkipperError
from skipper.lake.location import Location, source
from skipper.render.terminal import SHORTEST, folded, printable
from skipper.sources.source import game_sources, given_sources, publishers, sources

if TYPE_CHECKING:
    from skipper.build.inputs import Inputs
    from skipper.build.run import BuildReport, Comparison
    from skipper.build.withholding import Withheld

REASONS = 15  # lines of a terminal for the quarantine, and as many for what is withheld
ENTRY = 3  # lines of a terminal for one reason
SOMETHING_WITHHELD = 3  # exit status
_FOLDER = Address()
_INDENT = "  "
_Command = TypeVar("_Command", bound=Callable[..., Any])


def source_options(default: str) -> Callable[[_Command], _Command]:
    """Return a decorator that adds an option for each source to a command; `default` says what is read without it."""

    def add(command: _Command) -> _Command:
        for kind, of_kind in reversed(list(given_sources().items())):
            command = click.option(
                f"--{kind}", type=_FOLDER, multiple=True, callback=_only, help=of_kind.help, show_default=default
            )(command)
        return command

    return add


def _only(ctx: click.Context, param: click.Parameter, given: tuple[Path, ...]) -> Path | None:
    """Return an option's one value, or none. Raises UsageError for several, of which click would take the last."""
    if len(given) > 1:
        raise click.UsageError(
            f"{param.opts[0]} is given {len(given)} times: name one folder, which may have both in it", ctx
        )
    return given[0] if given else None


@click.command(
    epilog="""\b
Examples:
  skipper fetch retrosheet --seasons 2010-2018
  skipper fetch lahman
  skipper build
  skipper build --gamelogs ~/retrosheet/gamelogs --lahman ~/lahman --lake mine"""
)
@lake_option
@source_options("the lake's own, else the fetch cache")
@click.option(
    "--allow-shrink", is_flag=True, help="Build even if a season loses more than a tenth of its games or plays."
)
@click.option("--no-cache", is_flag=True, help="Read only the sources given here.")
@click.option(
    "--without",
    type=click.Choice(list(publishers())),
    multiple=True,
    metavar="SOURCE",
    help=f"Read nothing from this source; can be repeated. One of {', '.join(publishers())}.",
)
@click.option("--seasons", type=Seasons(), help="For example 2016, 2015-2016 or 2010,2012-2014.", show_default="all")
def build(
    lake: Location,
    allow_shrink: bool,
    no_cache: bool,
    without: tuple[str, ...],
    seasons: frozenset[int] | None,
    **given: Path | None,
) -> None:
    """Build the lake from source files.

    Sources not given as options are read from where the lake found them or, if it had none, from the `skipper fetch`
    cache; their folders are printed on stderr. At least one of game logs, event files, --csvs (Retrosheet's CSV files),
    --minors (minor-league play-by-play, for non-commercial use only), --statsapi (for individual, non-commercial use)
    and --scores is required. A game that is in several sources comes from the game log, otherwise from the event file,
    the CSV files or the Stats API, in this order; event files add play-by-play. Minor-league managers come from
    Skipper's hand-compiled list and from --managers. Without Lahman there is no record book for crediting and
    comparison; without the Register, people have fewer ids; without --transactions or --statsapi, availability comes
    only from the games.

    --without SOURCE builds a lake without any data from that source, such as minorleaguesplits. Every answer, page and
    export prints the terms of the sources in its lake.

    The build replaces the seasons that it reads and keeps the others; with --seasons it needs their sources of games
    and the books (Lahman, the Register and the other lists) only. Unusable records are quarantined and reported. A
    season that fails a check, cannot be processed, or would lose more than a tenth of its games is withheld: the lake
    keeps what it had of it, and the other seasons are published. A reference book's file that cannot be used is
    withheld too, and the games are published without what it would add. Readers see the last complete build until the
    new one is written and checked. Exit status: 0 if the lake was built, even if records were quarantined; 3 if it was
    built but something was withheld; 1 if nothing could be published.
    """
    unread = {name for publisher in without for name in publishers()[publisher]}
    of_lake = {} if no_cache else _sources_of(lake)
    folders = {
        name: None if name in unread else source_folder(name, given[name], of_lake.get(name), no_cache)
        for name in given_sources()
    }
    if not any(folders[name] for name in game_sources()):
        *options, last = (f"--{name}" for name in given_sources() if name in game_sources())
        raise click.ClickException(
            f"there is no source of games: give {', '.join(options)} or {last}, or run "
            "`skipper fetch retrosheet --seasons 2010-2018`, or other seasons"
        )

    from skipper.build.inputs import Inputs

    inputs = Inputs(
        places={name: place for name, place in folders.items() if place is not None},
        seasons=seasons,
        without=frozenset(without),
    )
    report = run_build(inputs, lake, allow_shrink)
    width = shutil.get_terminal_size().columns
    click.echo("\n".join(map(printable, summary(report, lake, width))))
    if report.withheld:
        click.get_current_context().exit(SOMETHING_WITHHELD)


def _sources_of(lake: Location) -> dict[str, Path]:
    """Return the places, which are still there, from which a lake was built; none if its manifest cannot be read, which
    the build will report."""
    from skipper.lake.manifest import BrokenManifestError, OlderLakeError, read_manifest

    with suppress(OSError, BrokenManifestError, OlderLakeError):
        manifest = read_manifest(lake)
        places = {kind: source(place) for kind, place in manifest.sources.items()} if manifest is not None else {}
        return {kind: place for kind, place in places.items() if place.exists()}
    return {}


def source_folder(kind: str, named: Path | None, of_lake: Path | None, no_cache: bool) -> Path | None:
    """Return the path given for a source or, if no path is given, where the lake found it, or else its folder in the
    fetch cache, if any; report it on stderr."""
    from skipper.sources.fetch.cache import cached_folder

    if named is not None:
        click.echo(f"{kind}: {named} (given)", err=True)
        return named
    if of_lake is not None:
        click.echo(f"{kind}: {of_lake} (as before)", err=True)
        return of_lake
    fetched = sources()[kind].fetched
    folder = None if no_cache or fetched is None else cached_folder(kind)
    if folder is not None:
        click.echo(f"{kind}: {folder} (fetch cache)", err=True)
    elif fetched is not None and not fetched.on_request:
        click.echo(f"{kind}: none; give --{kind} or run `skipper fetch {fetched.command}`", err=True)
    return folder


def run_build(inputs: Inputs, lake: Location, allow_shrink: bool = False, only_stale: bool = False) -> BuildReport:
    """Run a build and show its steps on stderr. Raises ClickException if it fails, and UnchangedError."""
    from skipper.build import run as pipeline
    from skipper.build.inputs import require_same_kind
    from skipper.lake.manifest import read_manifest
    from skipper.session import BUILD_HEAP, start_session

    with refused():
        # Report bad folders and lakes before Spark takes seconds to start.
        inputs.require()
        require_same_kind(inputs, read_manifest(lake))
        with _steps() as step:
            step("starting Spark")
            return pipeline.build(start_session(BUILD_HEAP), inputs, lake, step, allow_shrink, only_stale)


@contextmanager
def refused() -> Iterator[None]:
    """Raise ClickException for what makes a build impossible, such as an unusable source or lake, or a failed check."""
    try:
        yield
    except SkipperError as error:
        raise click.ClickException(str(error)) from error


def summary(report: BuildReport, lake: Location, width: int) -> list[str]:
    """Return the lines of a build's summary: seasons, rows in each table, time, quarantine and what is withheld.

    `width` is that of the terminal. The quarantine and what is withheld take at most REASONS of its lines each.
    """
    longest = max((len(name) for name in report.rows), default=0)
    return [
        f"Built {lake} in {report.seconds:.0f} s: {spans(report.seasons)}.",
        "Rows written:",
        *(f"  {name:<{longest}}  {count:>12,}" for name, count in report.rows.items()),
        *([f"No games found for {spans(report.absent)}."] if report.absent else []),
        *_compared(report.compared),
        *_play_exceptions(report.exceptions),
        *_quarantine(report.quarantined, width),
        *_withheld(report.withheld, width),
    ]


def _compared(found: list[Comparison]) -> list[str]:
    """Return lines that summarize comparisons of play-by-play figures; empty if nothing was compared."""
    if not found:
        return []
    names = {"game_log": "the game logs", "data_er": "`data,er` records"}
    lines = [
        f"  {item.figure.replace('_', ' ')}, with {names[item.source]}: {item.compared:,}, differing {item.differ:,}"
        for item in found
    ]
    return ["Figures from plays compared (differences are in table play_difference):", *lines]


def _play_exceptions(found: dict[str, int] | None) -> list[str]:
    """Return a line that counts plays that break the rules, by kind; empty if there are no event files."""
    from skipper.definitions.plays import EXCEPTION_KINDS

    if found is None:
        return []
    counted = [f"{count:,} {EXCEPTION_KINDS[kind][count != 1]}" for kind, count in found.items()]
    return [f"Play exceptions: {', '.join(counted)} (table play_exception)." if counted else "Play exceptions: none."]


def _quarantine(records: list[dict[str, Any]], width: int) -> list[str]:
    """Return lines that count the quarantined records by kind of reason, each with the place of one record."""
    if not records:
        return ["Quarantined: nothing."]
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        kinds[record["kind"]].append(record)
    entries = [
        (f"{len(of_kind):,}: {of_kind[0]['reason']}", _place(of_kind), len(of_kind))
        for of_kind in sorted(kinds.values(), key=lambda of_kind: -len(of_kind))
    ]
    heading = f"Quarantined: {len(records):,} (all in table quarantine)."
    return _listed(heading, entries, lambda rest, kinds: f"{rest:,} for {kinds:,} other reasons", width)


def _place(records: list[dict[str, Any]]) -> str:
    """Return where the first of the records stands."""
    first = records[0]
    line = "" if first["line"] is None else f", line {first['line']}"
    return f" ({'such as ' if len(records) > 1 else ''}{first['file']}{line})"


def _withheld(found: list[Withheld], width: int) -> list[str]:
    """Return lines that name what was withheld and why; empty if everything was published."""
    if not found:
        return []
    entries = [(one.statement, f" ({one.evidence})" if one.evidence else "", 1) for one in found]
    heading = "Withheld (all in table withheld); everything else is published:"
    return _listed(heading, entries, lambda rest, _kinds: f"and {rest:,} more", width)


def _listed(
    heading: str, entries: list[tuple[str, str, int]], others: Callable[[int, int], str], width: int
) -> list[str]:
    """Return a heading and entries, folded to the width, in at most REASONS lines.

    An entry is a text, its end, which is kept if the text must be cut, and the number of records that it stands for.
    `others` words how many records, and entries, are left out.
    """
    lines = folded(heading, width)
    for number, (text, end, _count) in enumerate(entries):
        entry = _entry(text, end, width)
        rest = entries[number + 1 :]
        after = folded(others(sum(count for *_, count in rest), len(rest)), width, _INDENT) if rest else []
        if len(lines) + len(entry) + len(after) > REASONS:
            left = entries[number:]
            return lines + folded(others(sum(count for *_, count in left), len(left)), width, _INDENT)
        lines += entry
    return lines


def _entry(text: str, end: str, width: int) -> list[str]:
    """Return an entry folded to the width, in at most ENTRY lines: the text is cut, and its end too if it must be."""
    lines = folded(text + end, width, _INDENT)
    if len(lines) <= ENTRY:
        return lines

    def is_too_long(kept: int) -> bool:
        return len(folded(f"{text[:kept]}…{end}", width, _INDENT)) > ENTRY

    kept = max(bisect_left(range(len(text)), True, key=is_too_long) - 1, SHORTEST)  # the count is never cut
    return folded(f"{text[:kept]}…{end}", width, _INDENT)[:ENTRY]


@contextmanager
def _steps() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows a step on stderr. Call it from any thread with the step's name as it begins."""
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

        # Four steps (Spark, sources, seasons, checks) and the tables that are not built by season.
        made = [node for node in (*graph().reference, *graph().lake) if node.table.published]
        task = progress.add_task("", total=len(made) + 4)

        def step(name: str) -> None:
            progress.update(task, description=name)
            progress.advance(task)

        yield step
