"""The `skipper sql` and `skipper tables` commands: query the lake's tables, and describe them."""

from __future__ import annotations

import click

from skipper.cli.options import (
    emit,
    failures_told,
    format_option,
    lake_option,
    open_lake,
    quick_reader,
    refusal,
)
from skipper.lake.location import Location


def _with_examples(said: str, *examples: str) -> str:
    """Return an epilog with a paragraph and example commands, which click must not wrap."""
    return "\n".join([said, "", "\b", "Examples:", *(f"  skipper {example}" for example in examples)])


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
