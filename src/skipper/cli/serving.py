"""The `skipper serve` and `skipper mcp` commands: answer questions from other programs."""

from __future__ import annotations

import inspect
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import TYPE_CHECKING

import click

from skipper.cli.failures import signal_of
from skipper.cli.options import WebAddress, failures_told, lake_option
from skipper.lake.location import Location

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader
    from skipper.service.live_lake import LiveLake
    from skipper.service.question import Question

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def questions() -> dict[str, Question]:
    """Return the questions by name, derived from the commands, with _ for a space.

    A command is a question if its function returns an Answer, because it then only reads the lake, or if `_ANSWERS` has
    a function that answers in its place.
    """
    from skipper.cli import main
    from skipper.service.question import question_of

    return {
        (name := words.replace(" ", "_").replace("-", "_")): question_of(name, command, _ANSWERS.get(words))
        for words, command in _commands(main)
        if words in _ANSWERS or inspect.unwrap(command.callback or main).__annotations__.get("return") == "Answer"
    }


def _commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group and of the groups in it, each after the words that run it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _commands(command, f"{above}{name} ")
        elif command is not None:
            yield f"{above}{name}", command


def _tables(lake: LakeReader, name: str | None) -> Answer:
    """List the lake's tables with their grain and number of rows, or the columns and checks of the table NAME."""
    from skipper.answers.tables import table, tables

    known, made_of = lake.contracts.values(), lake.manifest.made_of
    return tables(known, lake) if name is None else table(known, name, lake, made_of)


def _best(
    lake: LakeReader,
    club: str | None,
    day: datetime | None,
    game: str | None,
    season: int | None,
    versus: str | None,
    least: int,
    without: tuple[str, ...] | None,
    plan: str | None,
) -> Answer:
    """Find the likely best lineup for a club's game on a date, or for a season's usual nine.

    Give `club` and `date`, or `club` and `season`. `plan` is the YAML text of a development plan, whose directives for
    that day the lineup then follows.
    """
    from skipper.answers.best_lineup import Limits, best, usual
    from skipper.answers.directives.plan_file import parse_plan
    from skipper.service.question import BadRequestError

    limits = Limits(least, tuple(without or ()))
    if club is not None and day is not None and season is None:
        parsed = None if plan is None else parse_plan(plan, "plan")
        return best(lake, club, day.date(), game, versus, parsed, limits)
    if club is None or season is None or day is not None:
        raise BadRequestError("give club and date, or club and season")
    if game is not None or plan is not None:
        raise BadRequestError("game and plan require date")
    return usual(lake, club, season, versus, limits)


def _check(lake: LakeReader, plan: str, through: datetime | None, since: datetime | None) -> Answer:
    """Check game by game whether a season's managers followed a development plan.

    `plan` is the plan's YAML text: an organization, a season, and directives on players. The answer has the verdict on
    each directive, the games that count, and those that did not follow it, by the manager who ran them.
    """
    from skipper.answers.directives.check import check
    from skipper.answers.directives.check_answer import answer
    from skipper.answers.directives.plan_file import parse_plan

    return answer(check(lake, [parse_plan(plan, "plan")], _day(through), _day(since)))


def _compare(lake: LakeReader, plans: tuple[str, ...], through: datetime | None) -> Answer:
    """Compare how well managers followed the directives of several development plans.

    `plans` are the plans' YAML texts.
    """
    from skipper.answers.directives.compare import compare
    from skipper.answers.directives.plan_file import parse_plan

    names = [f"plan {number}" for number in range(1, len(plans) + 1)]
    return compare(lake, [parse_plan(text, name, name) for text, name in zip(plans, names, strict=True)], _day(through))


def _discover(lake: LakeReader, club: str | None, season: int | None, top: int) -> Answer:
    """Find where a season's managers used players differently from most managers; no plan is needed."""
    from skipper.answers.directives.discovery.answer import discover
    from skipper.service.question import BadRequestError

    if season is None:
        raise BadRequestError("season is missing")
    return discover(lake, club, season, None, top)


def _ledger(lake: LakeReader, facts: str | None, person: str | None) -> Answer:
    """Chart a career from a file of facts, or a person's according to the reports stored in the lake.

    Give `person` (a name or id), or `facts`, the YAML text of a file of facts, each of which cites its source. Facts
    are compared with one another and with the games.
    """
    from skipper.answers.ledger import ledger
    from skipper.press.ledger.answer import answer_of
    from skipper.press.ledger.drawn import NobodyError, ledger_of
    from skipper.press.ledger.facts_file import FactsFileError, parse_facts
    from skipper.service.question import BadRequestError

    if person is not None and facts is None:
        return ledger(lake, person)
    if facts is None or person is not None:
        raise BadRequestError("give facts or person")
    try:
        return answer_of(ledger_of(parse_facts(facts), lake))
    except (FactsFileError, NobodyError) as error:
        raise BadRequestError(str(error)) from error


def _check_draft(lake: LakeReader, draft: str) -> Answer:
    """Check the claims about baseball managers in a text, such as a newspaper article or a draft of one.

    `draft` is the text itself, plain or Markdown; HTML tags are read as text. The answer has each claim with its
    verdict, the figure that the verdict comes from and its crediting rule, the sentences with figures or names in which
    no claim was found, and the figures that are in no claim of their sentence. Those are not checked.
    """
    from skipper.press.check import check_text

    return check_text(lake, draft)


def _day(value: datetime | None) -> date | None:
    return value.date() if value is not None else None


# Functions that answer in place of commands that read files, start Spark or need no lake.
_ANSWERS: dict[str, Callable[..., Answer]] = {
    "tables": _tables,
    "lineup best": _best,
    "directives check": _check,
    "directives compare": _compare,
    "directives discover": _discover,
    "ledger": _ledger,
    "check": _check_draft,
}


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
@click.option(
    "--url",
    type=WebAddress(),
    metavar="URL",
    help="The service's address on the web: adds /sitemap.xml, which requires absolute addresses.",
)
def serve(lake: Location, host: str, port: int, cors: tuple[str, ...], seconds: float, url: str | None) -> None:
    """Serve the site's pages and a JSON API over HTTP.

    Each question has a page (/records?name=…), JSON (/api/records?name=…) and CSV (/api/records.csv?name=…). A plan is
    the body of a POST request (/api/directives_check). /api/sql runs a read-only statement within limits on time,
    memory and rows. /api/ and /openapi.json describe the API, and /health names the build being served. Each
    request is logged on stderr as JSON, one line each.
    """
    with _needing("serve"):
        import uvicorn

        from skipper.service.app import Limits, Service, application
        from skipper.service.connection import HEADERS_SECONDS, TimedConnection
        from skipper.service.pages import prepare
    from skipper.service.log import log_to_stderr
    from skipper.service.sql_process import remove_spilled

    log_to_stderr()
    remove_spilled()
    live = _live(lake, prepare)
    hosts = [*_LOOPBACK, "[::1]", host] if host in _LOOPBACK else ["*"]
    app = application(Service(live, questions(), Limits(seconds), url=url), hosts, cors)
    # Unlike httptools, h11 limits the size of a request's headers.
    config = uvicorn.Config(
        app,
        http=TimedConnection,
        timeout_keep_alive=int(HEADERS_SECONDS),
        access_log=False,
        log_config=None,
        limit_concurrency=1_000,
        server_header=False,
    )
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise click.ClickException(f"{host}:{port}: cannot listen: {error.strerror or error}") from error
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"http://{shown}:{listening.getsockname()[1]}/")
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt as stop:  # by Ctrl-C or SIGTERM: uvicorn raises it after answering the open requests
        click.echo(f"Stopped by {signal_of(stop).name}, after answering the open requests.")


def _live(lake: Location, prepare: Callable[[LakeReader], None] | None = None) -> LiveLake:
    from skipper.service.live_lake import LiveLake

    with failures_told(lake):
        return LiveLake(lake, prepare=prepare)


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

    The Model Context Protocol runs on standard input and output: add this command to a client's settings. Each question
    is a tool that returns its answer as text and as JSON, with the crediting rule, coverage and the sources' notices.
    Each table's description is a resource, for queries with the sql tool.
    """
    with _needing("mcp"):
        from skipper.service.protocol import Protocol, run_on_stdio

    run_on_stdio(Protocol(_live(lake), questions()))
