"""The `skipper export` commands: write plays in other tools' formats."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from skipper.cli.options import Address
from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import source


@click.group(
    epilog="""\b
Examples:
  skipper export chadwick --events 2019eve.zip -o plays.csv"""
)
def export() -> None:
    """Write plays in other tools' formats."""


@export.command(
    epilog="""Exit status: 3 if games or lines were omitted; stderr lists each one.

\b
Examples:
  skipper export chadwick --events 2019eve.zip -o plays.csv
  skipper export chadwick --events eve --season 2019 --fields 0-6,29"""
)
@click.option(
    "--events",
    type=Address(source),
    required=True,
    help="Retrosheet event files and rosters: a folder, a file or a zip archive.",
)
@click.option(
    "--season",
    type=click.IntRange(FIRST_SEASON, LAST_SEASON),
    help="Only files for this season, according to their names.",
)
@click.option(
    "--fields", default="0-96", show_default=True, help="cwevent's standard fields, for example 0-6,29; '' for none."
)
@click.option("--extended", default="", help="cwevent's extended fields, for example 0-66.  [default: none]")
@click.option(
    "--compatible",
    type=click.Choice(["0.11", "0.10"]),
    default="0.11",
    show_default=True,
    help="Version of Chadwick whose fields and values are written.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write.  [default: standard output]"
)
@click.option("--header/--no-header", default=True, show_default=True, help="Write the field names in the first line.")
def chadwick(
    events: Path, season: int | None, fields: str, extended: str, compatible: str, output: Path | None, header: bool
) -> None:
    """Write plays as CSV with cwevent's columns, values and order.

    Fields and values are those of Chadwick's cwevent, version 0.11 or 0.10. A game with any error is omitted entirely
    and reported on stderr with the file, line and reason.
    """
    from skipper.chadwick.export import export as export_plays
    from skipper.chadwick.fields import EXTENDED, NEW_IN_0_11, STANDARD, chosen
    from skipper.render.terminal import printable
    from skipper.sources.parsed import SourceError

    try:
        known = EXTENDED[:NEW_IN_0_11] if compatible == "0.10" else EXTENDED
        wanted = chosen(fields, STANDARD) + chosen(extended, known)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if not wanted:
        raise click.UsageError("no fields were chosen")
    left_out = 0
    try:
        with _output(output) as out:
            for told in export_plays(events, season, wanted, out, header, compatible):
                click.echo(printable(told), err=True)
                left_out += 1
    except SourceError as error:
        raise click.ClickException(str(error)) from error
    if left_out:
        click.get_current_context().exit(3)


@contextmanager
def _output(path: Path | None) -> Iterator[BinaryIO]:
    """Yield standard output, or a temporary file that is renamed to `path` when complete."""
    if path is None:
        yield sys.stdout.buffer
        return
    unfinished = path.with_name(path.name + ".part")
    try:
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
