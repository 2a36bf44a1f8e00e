"""The `skipper update` command: build the seasons whose source files have changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from skipper.answers.answer import spans
from skipper.cli.build import SOMETHING_WITHHELD, refused, run_build, source_options, summary
from skipper.cli.options import lake_option
from skipper.lake.location import Location
from skipper.render.terminal import printable

SHOWN = 8  # files and seasons named in full


@click.command(
    epilog="""\b
Examples:
  skipper update
  skipper update --fetch
  skipper update --lake mine --events /new/place/of/events"""
)
@lake_option
@click.option(
    "--fetch",
    is_flag=True,
    help="First fetch what changed of the last season and the books that are in the cache.",
)
@source_options("where the lake found it")
@click.option(
    "--allow-shrink", is_flag=True, help="Build even if a season loses more than a tenth of its games or plays."
)
def update(lake: Location, fetch: bool, allow_shrink: bool, **moved: Path | None) -> None:
    """Build the seasons whose source files have changed.

    The lake remembers the places of its sources and the digest of each file from which a season was made. A file with
    another time or size and then another digest, or a new one, makes its seasons stale; a book (Lahman, the Register,
    transactions, lists, leagues, managers, affiliations) makes all seasons stale. Only stale seasons are built, as by
    `skipper build`, with the tables over all seasons. A new season is added, unless the lake was built with --seasons
    alone. A file that several seasons share is split, and only those are stale whose part has changed.

    A season of which a file of games is gone stays as it is, and is reported; `skipper build --seasons` builds it from
    the files that are left. Give the option of a source that has moved. Exit status: 0 if the lake now has what its
    files have; 3 if something was withheld, or a file is gone; 1 if nothing could be published.
    """
    from skipper.build.run import UnchangedError
    from skipper.build.update import find_update, move
    from skipper.lake.manifest import loss, read_manifest
    from skipper.lake.reader import NoLakeError
    from skipper.sources.parsed import SourceError

    with refused():
        published = read_manifest(lake)
        if published is None:
            raise NoLakeError(loss(lake) or f"{lake}: no complete build to update; run `skipper build` first")
        if fetch:
            from skipper.cli.fetch import fetch_again

            fetch_again(published)
        given = {kind: place for kind, place in moved.items() if place is not None}
        try:
            found = find_update(published, given)
        except SourceError as error:
            raise SourceError(
                f"{error}; if a source has moved, give its option, such as --gamelogs NEW_FOLDER"
            ) from error
        if given:
            move(lake, found)
    _name_changed(found.changed)
    withheld = bool(found.gone)
    built = False
    for inputs in found.builds:
        try:
            report = run_build(inputs, lake, allow_shrink, only_stale=True)
        except UnchangedError:
            continue
        built = True
        click.echo("\n".join(map(printable, summary(report, lake, shutil.get_terminal_size().columns))))
        withheld |= bool(report.withheld)
    if not built:
        click.echo(f"Nothing to build: the seasons of {lake} are those of its {found.files:,} source files.")
    if found.gone:
        _name_gone(found.gone)
    if withheld:
        click.get_current_context().exit(SOMETHING_WITHHELD)


def _name_changed(changed: list[str]) -> None:
    for name in changed[:SHOWN]:
        click.echo(printable(f"changed: {name}"), err=True)
    if len(changed) > SHOWN:
        click.echo(f"changed: {len(changed) - SHOWN:,} more", err=True)


def _name_gone(gone: dict[int, list[str]]) -> None:
    names = sorted({name for files in gone.values() for name in files})
    more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    said = (
        f"Gone: {', '.join(names[:SHOWN])}{more}. Kept as they were: {spans(sorted(gone))}. "
        "`skipper build --seasons` builds them from what is left."
    )
    click.echo(printable(said), err=True)
