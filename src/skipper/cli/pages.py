"""The `skipper file` and `skipper site` commands: write HTML pages."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click

from skipper.cli.names import complete_manager
from skipper.cli.options import Seasons, WebAddress, failures_told, lake_option, open_lake, writing_told
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

    The page works without a network connection.

    It has the record under both crediting rules, the career, lineups and playing time by season, stored press reports,
    and the differences from the record book. For a person who has no managed games in the lake, it has the biography
    and the reports.
    """
    reader = open_lake(lake)
    from skipper.render.html.page import write_file
    from skipper.render.html.reported import keeps_reports

    with failures_told(lake), writing_told(out):
        written = write_file(reader, name, out, season)
        without_reports = not keeps_reports(reader)
    if without_reports:
        adding = f"`skipper press FOLDER --lake {shlex.quote(str(lake))} --keep` adds them"
        click.echo(f"no reports are stored in this lake; {adding}", err=True)
    click.echo(f"file: {written}")


@click.command(
    epilog="""\b
Examples:
  skipper site -o site
  skipper site --lake lake -o site --workers 2
  skipper site -o mets --organization "New York Mets" --seasons 2010-2016
  skipper site -o site --url https://example.org/managers"""
)
@lake_option
@click.option("-o", "--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="Folder to write.")
@click.option("--only", help="Only these kinds of pages, separated by commas, and coverage; `skipper list` lists them.")
@click.option(
    "--seasons", type=Seasons(), help="Only the clubs, leagues and people of these seasons, for example 2016."
)
@click.option("--organization", help="Only the clubs and people of this organization.")
@click.option(
    "--url",
    type=WebAddress(),
    metavar="URL",
    help="The site's address on the web: adds sitemap.xml, which requires absolute addresses.",
)
@click.option("--workers", type=click.IntRange(1), help="Number of processes.  [default: one per core]")
def site(
    lake: Location,
    out: Path,
    only: str | None,
    seasons: frozenset[int] | None,
    organization: str | None,
    url: str | None,
    workers: int | None,
) -> None:
    """Write a site: a page for everything in the lake, with its data.

    Managers, players, clubs, leagues, seasons, organizations, leaders, differences, stored reports, ledgers, plans,
    coverage and tables have pages with readable addresses, such as managers/collt801/ and clubs/nyn/2016/. Each page
    comes with its data as JSON and a CSV file per table. Names link to their pages. The site needs neither a server nor
    a network connection, and only its search and the sorting of tables need scripts.

    With --only, --seasons or --organization, the site is smaller, and names whose pages are not in it are not links.

    A later run writes only the pages that changed, and removes those that no longer belong to the site; other files in
    the folder are not changed. After a new build, it takes as long as the first run: it computes every page to find
    those that changed, because every page depends on tables that hold all seasons in one file, such as clubs and
    coverage.
    """
    reader = open_lake(lake)
    from skipper.render.html.site import write_site

    began = monotonic()
    with failures_told(lake), writing_told(out), _bar() as progress:
        kinds = None if only is None else [kind.strip() for kind in only.split(",")]
        written = write_site(reader, out, workers, progress, kinds, seasons, organization, url)
    seconds = monotonic() - began
    removed = f", {written.removed:,} from an earlier site removed" if written.removed else ""
    changed = f"; {written.written:,} written in {seconds:.0f} s{removed}"
    click.echo(f"{written.pages:,} pages, {written.files:,} files, {written.size / 1e6:.1f} MB{changed}")
    click.echo(f"site: {written.index}")


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """Yield a function that takes the pages done and the total, and updates a progress bar if stderr is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("pages"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("pages", total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
