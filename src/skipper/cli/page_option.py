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
            page = _page(reader, answer) if out else ""
        if out is None:
            emit(answer, reader.manifest, output)
        else:
            _write(answer, page, out)

    return run


def _refuse_both(out: Path | None) -> None:
    given = click.get_current_context().get_parameter_source("output")
    if out is not None and given is ParameterSource.COMMANDLINE:
        raise click.UsageError("--format prints and -o writes a page: give only one of these options")


def _page(lake: LakeReader, answer: Answer) -> str:
    from skipper.render.html.answer_charts import charts_of
    from skipper.render.html.answer_page import answer_page

    return answer_page(answer, lake.manifest, charts_of(lake, answer))


def _write(answer: Answer, page: str, out: Path) -> None:
    from skipper.render.html.page import save

    with writing_told(out):
        click.echo(f"{answer.question}: {save(page, out)}")
