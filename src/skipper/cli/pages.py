"""The `skipper file` and `skipper site` commands: write HTML pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click

from skipper.cli.names import complete_manager
from skipper.cli.options import failures_told, lake_option, open_lake, writing_told
from skipper.lake.location import Location


@click.command(
    epilog="""NAME is a name, part of a name, or any id (Retrosheet, Lahman, MLBAM, Baseball-Reference, FanGraphs).

\b
Examples:
  skipper file "Terry Collins" -o collins.html
  skipper file collt801 --season 2016 -o collins-2016.html"""
)
@click.argument("name", shell_complete=complete_manager)
@click.option(
    "--season", type=int, help="Limit lineups and playing time to this season; the record is always complete."
)
@lake_option
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Page to write.")
def file(name: str, season: int | None, lake: Location, out: Path) -> None:
    """Write a manager's file as one HTML page.

    The page works without a network.

    It has the record under both crediting rules, the career, lineups and playing time by season, stored press reports,
    and the differences from the record book. For a person without games managed in the lake, it has the biography and
    the reports.
    """
    reader = open_lake(lake)
    from skipper.render.html.page import write_file
    from skipper.render.html.reported import keeps_reports

    with failures_told(lake), writing_told(out):
        written = write_file(reader, name, out, season)
        without_reports = not keeps_reports(reader)
    if without_reports:
        click.echo(
            f"no reports are stored in this lake; `skipper press FOLDER --lake {lake} --keep` adds them", err=True
        )
    click.echo(f"file: {written}")


@click.command(
    epilog="""\b
Examples:
  skipper site -o site
  skipper site --lake lake -o site --workers 2"""
)
@lake_option
@click.option("-o", "--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder to write.")
@click.option("--workers", type=click.IntRange(1), help="Number of processes.  [default: one per core]")
def site(lake: Location, out: Path, workers: int | None) -> None:
    """Write a file for every manager, and a searchable index.

    People with stored reports also get a page, with or without games. The pages need neither a server nor a network.
    Pages of an earlier site in the folder are replaced, or removed if their managers are no longer in the lake; other
    files in the folder are not changed.
    """
    reader = open_lake(lake)
    from skipper.render.html.site import write_site

    began = monotonic()
    with failures_told(lake), writing_told(out), _bar() as progress:
        written = write_site(reader, out, workers, progress)
    seconds = monotonic() - began
    removed = f", {written.removed:,} of an earlier site removed" if written.removed else ""
    click.echo(f"{written.files:,} files, {written.size / 1e6:.1f} MB, {seconds:.0f} s{removed}")
    click.echo(f"site: {written.index}")


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """Yield a function of files written and total files that updates a progress bar on stderr, if it is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("files"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("files", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
