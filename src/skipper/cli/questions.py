"""Commands that answer from the lake, without Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from skipper.cli.names import complete_manager
from skipper.cli.options import (
    answering,
    emit,
    failures_told,
    format_option,
    lake_option,
    open_lake,
    quick_reader,
    refusal,
)
from skipper.cli.page_option import answering_with_page
from skipper.lake.location import Location

if TYPE_CHECKING:
    from skipper.answers.answer import Answer
    from skipper.lake.reader import LakeReader

_NAME = "NAME is a name, part of a name, or any id (Retrosheet, Lahman, MLBAM, Baseball-Reference, FanGraphs)."


def _with_examples(said: str, *examples: str) -> str:
    """Return an epilog with a paragraph and example commands, which click must not wrap."""
    return "\n".join([said, "", "\b", "Examples:", *(f"  skipper {example}" for example in examples)])


@click.command(
    epilog=_with_examples(
        f"{_NAME} CSV and JSON have one row per season, club and rule; JSON adds the missing seasons.",
        'records "Terry Collins"',
        "records collt801 --rule credited --format csv",
    )
)
@click.argument("name", shell_complete=complete_manager)
@click.option(
    "--rule",
    type=click.Choice(["managed", "credited", "both"]),
    default="both",
    show_default=True,
    help="managed: games that the manager ran; credited: games that the record book credits to the manager; or both.",
)
@answering
def records(lake: LakeReader, name: str, rule: str) -> Answer:
    """Show a manager's record by season, level and career.

    Shows wins and losses overall, at home, on the road and in one-run games, expected (Pythagorean) wins, finish and
    postseason. Every line names its crediting rule, and the seasons missing from the lake are listed.
    """
    from skipper.answers.records import records

    return records(lake, name, rule)


@click.command(
    epilog=_with_examples(
        f"{_NAME} CSV has one row per club and player. JSON adds `orders` and `lineups` to `tables`.",
        'usage "Terry Collins" --season 2016',
        'usage "Tony La Russa" --season 1986 --club OAK --format json',
    )
)
@click.argument("name", shell_complete=complete_manager)
@click.option("--season", type=int, required=True, help="The season, for example 2016.")
@click.option("--club", help="Only this club, by its code or name.")
@answering
def usage(lake: LakeReader, name: str, season: int, club: str | None) -> Answer:
    """Show a manager's lineups and players' playing time in a season.

    Shows starts by slot and position, starts against left-handed and right-handed starters out of the games available,
    the number of distinct batting orders, and the most frequent order against each hand.
    """
    from skipper.answers.usage import usage

    return usage(lake, name, season, club)


@click.command(
    epilog=_with_examples(
        f"{_NAME} CSV and JSON have one row per season, club and manager.",
        'player "Michael Conforto"',
        'player "Kevin Plawecki" --season 2016 --format csv',
    )
)
@click.argument("name")
@click.option("--season", type=int, help="Only this season.")
@answering
def player(lake: LakeReader, name: str, season: int | None) -> Answer:
    """Show a player's playing time under each manager.

    For each season, club and manager, shows starts by slot and position, and starts against left-handed and
    right-handed starters out of the games between the player's first and last start for the club that season.
    """
    from skipper.answers.player import player

    return player(lake, name, season)


@click.command(
    epilog=_with_examples(
        f"{_NAME} CSV has one row per manager, level and rule. JSON adds `best_and_worst` and `managers` to `tables`.",
        'compare "Terry Collins" "Davey Johnson"',
        'compare "Joe Torre" "Bobby Cox" "Tony La Russa" --rule credited',
        'compare "Terry Collins" "Davey Johnson" --club NYN --from 1985',
        'compare "Terry Collins" "Davey Johnson" -o mets.html',
    )
)
@click.argument("names", nargs=-1, required=True, metavar="NAME NAME...", shell_complete=complete_manager)
@click.option(
    "--rule",
    type=click.Choice(["managed", "credited", "both"]),
    default="both",
    show_default=True,
    help="managed: games that the manager ran; credited: games that the record book credits to the manager; or both.",
)
@click.option("--club", help="Only seasons at this club, by its code or name.")
@click.option("--from", "first", type=int, metavar="YEAR", help="First season included.")
@click.option("--to", "last", type=int, metavar="YEAR", help="Last season included.")
@answering_with_page
def compare(lake: LakeReader, names: tuple[str, ...], **limits: Any) -> Answer:
    """Compare managers side by side.

    Shows each manager's career record (by level if there are several, and at home and on the road), best and worst
    seasons, and batting orders. Every line names its crediting rule, and each manager's missing seasons are listed.
    --from, --to and --club restrict all figures. -o writes a page with a chart of winning percentage by season.
    """
    from skipper.answers.compare import compare

    return compare(lake, names, **limits)


@click.command(
    epilog=_with_examples(
        "CSV and JSON have one row per differing record; JSON counts them by category in `tables.categories`.",
        "differences --season 2016",
        'differences --manager "Terry Collins"',
        "differences --category ruling --format csv",
    )
)
@click.option("--season", type=int, help="Only this season.")
@click.option(
    "--category",
    help="Only acting_manager, ruling, tie, forfeit, boundary, reference_error, postseason, missing_game, "
    "unfinished or unknown.",
)
@click.option("--club", help="Only this club, by its code or name.")
@click.option(
    "--manager", shell_complete=complete_manager, help=f"Only this manager. {_NAME.replace('NAME is a', 'A')}"
)
@answering
def differences(
    lake: LakeReader, season: int | None, category: str | None, club: str | None, manager: str | None
) -> Answer:
    """Explain differences from the record book.

    Compares the wins and losses of each club and manager in a season, under both crediting rules, with Lahman's; in the
    minors, compares them with the official records on the listed managers' pages. Each difference has a category and,
    where possible, the games whose reassignment or reversal would remove it.
    """
    from skipper.answers.differences import differences

    return differences(lake, season, category, club, manager)


@click.command(
    epilog=_with_examples(
        "Quote QUERY, so that the shell passes it as one argument.",
        'sql "SELECT season, max(attendance) FROM game GROUP BY season"',
        'sql "SHOW TABLES"',
        'sql "DESCRIBE manager_season" --format csv',
    )
)
@click.argument("query")
@click.option(
    "--unrestricted", is_flag=True, help="Allow every statement, and access to all files that you can read or write."
)
@lake_option
@format_option
def sql(query: str, unrestricted: bool, lake: Location, output: str) -> None:
    """Run a DuckDB query on the lake's tables.

    `skipper tables` lists the tables. The default format prints the first 1,000 rows; CSV and JSON contain all rows. A
    query reads only the lake's files and writes nothing: COPY, ATTACH and SET are refused. --unrestricted lifts this
    restriction for queries that you trust.
    """
    import duckdb

    from skipper.answers.sql import restricted_connection, sql

    with failures_told(lake):
        reader = open_lake(lake) if unrestricted else restricted_connection(lake)
        try:
            answer = sql(reader, query, unrestricted)
        except duckdb.Error as error:
            raise refusal(str(error)) from error
    emit(answer, reader.manifest, output)


@click.command(
    epilog=_with_examples(
        "Also works without a lake, but then omits row counts.",
        "tables",
        "tables manager_season",
        "tables --graph",
    )
)
@click.argument("name", required=False)
@click.option("--graph", "as_graph", is_flag=True, help="Show each table's inputs and the tables built from it.")
@lake_option
@format_option
def tables(name: str | None, as_graph: bool, lake: Location, output: str) -> None:
    """List the lake's tables, or describe one.

    With NAME, show the table's columns with their types and meanings, its key, sources, checks and inputs, and the
    tables built from it. With --graph, show the inputs of every table and the tables built from it.
    """
    from skipper.answers.tables import graph as graph_of
    from skipper.answers.tables import table, tables
    from skipper.lake.reader import NoLakeError

    if name is not None and as_graph:
        raise click.UsageError("--graph shows all tables: give --graph or NAME, not both")
    with failures_told(lake):
        try:
            reader = quick_reader(lake)
        except NoLakeError:
            reader = None
        if reader is not None:
            contracts, made_of = list(reader.contracts.values()), reader.manifest.made_of
        else:
            from skipper.build.graph import graph

            contracts, made_of = list(graph().published), graph().published_edges
        if as_graph:
            answer = graph_of(made_of)
        else:
            answer = tables(contracts, reader) if name is None else table(contracts, name, reader, made_of)
    emit(answer, reader.manifest if reader else None, output)
