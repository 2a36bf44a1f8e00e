"""The option `-o`, which writes a command's answer as an HTML page."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from skipper.cli.options import emit, failures_told, format_option, lake_option, open_lake, writing_told

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.manifest import Manifest
    from skipper.lake.reader import LakeReader
    from skipper.render.html.answer_page import Chart

    Charts = Callable[[LakeReader, Answer], Sequence[Chart]]

page_option = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write an HTML page instead of printing.",
)


def answering_with_page(charts: Charts | None = None) -> Callable[[Callable[..., Answer]], Callable[..., None]]:
    """Extend `options.answering` with -o, which writes the answer as a page with the charts that `charts` returns."""

    def decorate(command: Callable[..., Answer]) -> Callable[..., None]:
        @lake_option
        @format_option
        @page_option
        @functools.wraps(command)
        def run(lake: Path, output: str, out: Path | None, **asked: Any) -> None:
            _refuse_both(out)
            reader = open_lake(lake)
            with failures_told(lake):
                answer = command(reader, **asked)
                drawn = charts(reader, answer) if charts and out else ()
            if out is None:
                emit(answer, reader.manifest, output)
            else:
                _write(answer, reader.manifest, out, drawn)

        return run

    return decorate


def _refuse_both(out: Path | None) -> None:
    given = click.get_current_context().get_parameter_source("output")
    if out is not None and given is ParameterSource.COMMANDLINE:
        raise click.UsageError("--format prints and -o writes a page: give one of them")


def _write(answer: Answer, manifest: Manifest, out: Path, charts: Sequence[Chart]) -> None:
    from skipper.render.html.answer_page import write_answer

    with writing_told(out):
        click.echo(f"{answer.question}: {write_answer(answer, manifest, out, charts)}")
