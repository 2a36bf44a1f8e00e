"""The `-o` option, which writes a command's answer as an HTML page."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from skipper.cli.options import emit, failures_told, format_option, lake_option, open_lake, writing_told
from skipper.lake.location import Location

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader

page_option = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write an HTML page instead of printing.",
)


def answering_with_page(command: Callable[..., Answer]) -> Callable[..., None]:
    """Extend `options.answering` with -o, which writes the answer as a page with its charts."""

    @lake_option
    @format_option
    @page_option
    @functools.wraps(command)
    def run(lake: Location, output: str, out: Path | None, **asked: Any) -> None:
        _refuse_both(out)
        reader = open_lake(lake)
        with failures_told(lake):
            answer = command(reader, **asked)
        if out is None:
            emit(answer, reader.manifest, output)
        else:
            write_answer(reader, answer, out)

    return run


def _refuse_both(out: Path | None) -> None:
    given = click.get_current_context().get_parameter_source("output")
    if out is not None and given is ParameterSource.COMMANDLINE:
        raise click.UsageError("--format prints and -o writes a page: give only one of these options")


def write_answer(lake: LakeReader, answer: Answer, out: Path) -> None:
    """Write the answer as a page with its charts, and print where it is."""
    from skipper.render.html.answer_charts import charts_of
    from skipper.render.html.answer_page import answer_page
    from skipper.render.html.page import save

    with failures_told(lake.lake):
        page = answer_page(answer, lake.manifest, charts_of(lake, answer))
    with writing_told(out):
        click.echo(f"{answer.question}: {save(page, out)}")
