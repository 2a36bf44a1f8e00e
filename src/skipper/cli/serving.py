"""The `skipper serve` and `skipper mcp` commands: answer questions from other programs."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from skipper.cli.options import failures_told, lake_option
from skipper.lake.location import Location

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader
    from skipper.service.live_lake import LiveLake
    from skipper.service.question import Question

# The commands available to other programs, under the same names. A command belongs here if it only reads the lake,
# needs no file and does not start Spark.
QUESTIONS = (
    "records",
    "usage",
    "player",
    "tendencies",
    "games",
    "leaders",
    "system",
    "development",
    "compare",
    "differences",
    "list",
    "club",
    "season",
    "coverage",
    "reports",
)
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def questions() -> dict[str, Question]:
    """Return the questions by name, derived from the commands."""
    from skipper.cli import main
    from skipper.service.question import question_of

    context = click.Context(main)
    found = {}
    for name in (*QUESTIONS, "tables"):
        command = main.get_command(context, name)
        assert command is not None
        found[name] = question_of(name, command, _tables if name == "tables" else None)
    return found


def _tables(lake: LakeReader, name: str | None) -> Answer:
    from skipper.answers.tables import table, tables

    known, made_of = lake.contracts.values(), lake.manifest.made_of
    return tables(known, lake) if name is None else table(known, name, lake, made_of)


@click.command(
    epilog="""The service is read-only. A new build is served as soon as it is complete. Needs the extra `serve`:
pip install 'skipper-baseball[serve]'

\b
Examples:
  skipper serve
  skipper serve --lake lake --port 8080 --cors https://example.org"""
)
@lake_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; by default, this machine.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0 for any free one."
)
@click.option(
    "--cors", multiple=True, metavar="ORIGIN", help="Web origin whose pages may use the API; may be repeated."
)
@click.option(
    "--seconds", type=click.FloatRange(1), default=30, show_default=True, help="Time limit for a question, in seconds."
)
def serve(lake: Location, host: str, port: int, cors: tuple[str, ...], seconds: float) -> None:
    """Serve the site's pages and a JSON API over HTTP.

    Each question has a page (/records?name=…), JSON (/api/records?name=…) and CSV (/api/records.csv?name=…). /api/sql
    runs a read-only statement within limits on time, memory and rows. /api/ and /openapi.json describe the API, and
    /health names the build being served. Requests are logged on stderr as JSON, one line each.
    """
    with _needing("serve"):
        import uvicorn

        from skipper.service.app import Limits, Service, application
    from skipper.service.log import log_to_stderr

    live = _live(lake)
    log_to_stderr()
    hosts = [*_LOOPBACK, "[::1]", host] if host in _LOOPBACK else ["*"]
    app = application(Service(live, questions(), Limits(seconds)), hosts, cors)
    # Unlike httptools, h11 limits the size of a request's headers.
    config = uvicorn.Config(
        app, http="h11", access_log=False, log_config=None, limit_concurrency=1_000, server_header=False
    )
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise click.ClickException(f"{host}:{port}: cannot listen: {error.strerror or error}") from error
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"http://{shown}:{listening.getsockname()[1]}/")
    uvicorn.Server(config).run(sockets=[listening])


def _live(lake: Location) -> LiveLake:
    from skipper.service.live_lake import LiveLake

    with failures_told(lake):
        return LiveLake(lake)


@contextmanager
def _needing(extra: str) -> Iterator[None]:
    """Turn a missing optional library into a message that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "skipper":
            raise
        raise click.ClickException(
            f"this command needs {error.name}: pip install 'skipper-baseball[{extra}]'"
        ) from error


@click.command(
    epilog="""The server is read-only. Needs the extra `mcp`: pip install 'skipper-baseball[mcp]'

\b
Examples:
  skipper mcp --lake lake"""
)
@lake_option
def mcp(lake: Location) -> None:
    """Serve the questions to language models (MCP).

    The Model Context Protocol runs on standard input and output: name this command in a client's settings. Each
    question is a tool that returns its answer as text and as JSON, with crediting rule, coverage and the sources'
    notices. Each table's description is a resource, for queries with the sql tool.
    """
    with _needing("mcp"):
        from skipper.service.protocol import Protocol, run_on_stdio

    run_on_stdio(Protocol(_live(lake), questions()))
