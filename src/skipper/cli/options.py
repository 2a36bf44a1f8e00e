"""Options shared by commands, and functions that print answers and report failures."""

from __future__ import annotations

import functools
import io
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skipper.answers.errors import AnswerError
from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.lake.location import Location, LocationError, folder_of, location
from skipper.settings import LAKE_VARIABLE, default_lake

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.manifest import Manifest
    from skipper.lake.reader import LakeReader

SAFE_CSV = "skipper.safe_csv"  # key of the command's context


class InputFile(click.Path):
    """Parse the name of a file or folder to read, on this machine."""

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Fails for a pipe, a socket or a device, which may have no end."""
        path = Path(value)
        if path.exists() and not (path.is_file() or path.is_dir()):
            self.fail(f"{os.fspath(value)!r} is neither a file nor a folder", param, ctx)
        return super().convert(value, param, ctx)


class Address(InputFile):
    """Parse the address of a folder or file, on this machine or in an object store (`s3://bucket/prefix`).

    `parse` turns the text into a location; `source` also takes a local name that is not UTF-8, `location` does not.
    """

    def __init__(self, parse: Callable[[str], Location] = location, **checks: Any) -> None:
        super().__init__(**checks)
        self.parse = parse

    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the location. Fails for any other address."""
        try:
            place = self.parse(os.fspath(value))
        except LocationError as error:
            self.fail(str(error), param, ctx)
        if folder_of(place) is not None:
            super().convert(value, param, ctx)
        return place


class WebAddress(click.ParamType):
    """Parse a site's address on the web: http or https, a host, and perhaps a path."""

    name = "url"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address. Fails for any other text."""
        from urllib.parse import urlsplit

        try:
            parts = urlsplit(value)
            is_address = parts.scheme in ("http", "https") and parts.hostname and not (parts.query or parts.fragment)
        except ValueError:
            is_address = False
        if not is_address or re.search(r"\s", value):
            self.fail(f"{value!r} is not an address such as https://example.org/managers", param, ctx)
        return value


lake_option = click.option(
    "--lake",
    type=Address(file_okay=False),
    default=default_lake,
    show_default=f"${LAKE_VARIABLE}, or ./lake",
    help="The lake: a folder, or s3://bucket/prefix.",
)
_format_option = click.option(
    "--format",
    "output",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    show_default=True,
    help="Print readable tables, the main table as CSV, or everything as JSON.",
)
_safe_csv_option = click.option(
    "--safe-csv",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, _, given: ctx.meta.__setitem__(SAFE_CSV, given),
    help="CSV for spreadsheets, with an apostrophe before cells that would run as formulas.",
)


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --format and --safe-csv, which `emit` obeys, to a command."""
    return _format_option(_safe_csv_option(command))


class Seasons(click.ParamType):
    """Parse seasons such as `2016`, `2015-2016` or `2010,2012-2014` into a frozenset of years.

    Future years are rejected unless `to_come` is true; simulated leagues play in future years.
    """

    name = "seasons"

    def __init__(self, to_come: bool = True) -> None:
        self.to_come = to_come

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> frozenset[int]:
        """Return the years. Fails if the value is not a list of years and ascending ranges."""
        if isinstance(value, frozenset):
            return value
        last_season = LAST_SEASON if self.to_come else date.today().year
        years: set[int] = set()
        for piece in str(value).split(","):
            match = re.fullmatch(r"\s*(\d{4})(?:\s*-\s*(\d{4}))?\s*", piece)
            if match is None:
                self.fail(f"{piece!r} is neither a season such as 2016 nor a range such as 2015-2016", param, ctx)
            first, last = int(match[1]), int(match[2] or match[1])
            if not FIRST_SEASON <= first <= last <= last_season:
                self.fail(f"{piece!r} is not a range within {FIRST_SEASON} to {last_season}", param, ctx)
            years.update(range(first, last + 1))
        return frozenset(years)


def answering(command: Callable[..., Answer]) -> Callable[..., None]:
    """Turn a function from LakeReader to Answer into a command with --lake and --format that prints the answer.

    Exit status: 2 if the question cannot be answered as asked, 1 if the lake is missing or unreadable.
    """

    @lake_option
    @format_option
    @functools.wraps(command)
    def run(lake: Location, output: str, **asked: Any) -> None:
        reader = open_lake(lake)
        with failures_told(lake):
            answer = command(reader, **asked)
        emit(answer, reader.manifest, output)

    return run


def open_lake(lake: Location) -> LakeReader:
    """Return a reader for the lake. If the lake cannot be read, report why and exit with status 1."""
    with failures_told(lake):
        return quick_reader(lake)


def quick_reader(lake: Location) -> LakeReader:
    """Return a reader for the lake. Raises NoLakeError, BrokenManifestError or OlderLakeError."""
    from skipper.lake.reader import LakeReader

    return LakeReader(lake)


@contextmanager
def failures_told(lake: Location) -> Iterator[None]:
    """Turn errors from an answer or its lake into a message on stderr and an exit status."""
    import duckdb

    from skipper.lake.manifest import BrokenManifestError, OlderLakeError
    from skipper.lake.reader import NoLakeError

    try:
        yield
    except AnswerError as error:
        raise refusal(str(error)) from error
    except (NoLakeError, OlderLakeError) as error:
        raise click.ClickException(str(error)) from error
    except BrokenManifestError as error:
        raise click.ClickException(f"{error}\nrun `skipper doctor --repair --lake {shlex.quote(str(lake))}`") from error
    except (duckdb.CatalogException, duckdb.BinderException) as error:
        missing = str(error).splitlines()[0].partition(" Error: ")[2]
        raise click.ClickException(
            f"{lake}: the lake was built before this question's tables existed; rebuild it ({missing})"
        ) from error
    except duckdb.Error as error:
        raise click.ClickException(f"{lake}: cannot be read: {error}") from error


@contextmanager
def writing_told(out: Path) -> Iterator[None]:
    """Turn a failure to write a page or site into a message on stderr and an exit status."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{out}: cannot be written: {error.strerror or error}") from error


class _Refusal(click.ClickException):
    exit_code = 2


def refusal(message: str) -> click.ClickException:
    """Return an exception for an invalid question, with exit status 2."""
    return _Refusal(message)


def emit(answer: Answer, manifest: Manifest | None, output: str) -> None:
    """Print an answer on stdout in the given format; --safe-csv means CSV."""
    context = click.get_current_context(silent=True)
    safe = context is not None and context.meta.get(SAFE_CSV, False)
    if output == "csv" or safe:
        from skipper.render.flat import notices_text, write_csv
        from skipper.render.terminal import printable_lines

        shown = io.StringIO() if sys.stdout.isatty() else sys.stdout
        write_csv(answer, shown, safe)
        if isinstance(shown, io.StringIO):
            sys.stdout.write(printable_lines(shown.getvalue()))
        if manifest is not None:
            sys.stdout.flush()  # so that the notices follow the rows where both go to one file or terminal
            click.echo(notices_text(manifest), err=True, nl=False)
    elif output == "json":
        from skipper.answers.document import write_json

        write_json(answer, manifest, sys.stdout)
    else:
        from skipper.render.terminal import print_answer

        print_answer(answer, manifest)
