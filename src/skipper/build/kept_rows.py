"""The rows of a season that an update keeps: those before the first day on which an input of the table has changed."""

from __future__ import annotations

from datetime import date

import duckdb
import pyarrow as pa

from skipper.build.graph import Node, graph
from skipper.build.task_database import Files, task_database
from skipper.lake.location import Location

Digests = dict[tuple[str, str | None], int]  # by table and game; the game is null for a table without games


def kept_rows(
    node: Node, season: int, files: Files, before: Files, lake: Location, staging: Location
) -> pa.Table | None:
    """Return the rows of a table's season that need not be made again, from the files of its inputs now and `before`.

    Null if there are none. Every table that keeps rows has table `game` among its inputs.
    """
    own = before.get(node.name)
    if not own or _earlier(node, files, season) != _earlier(node, before, season):
        return None
    of_season = [
        {name: [file for file in listed[name] if file.season == season] for name in node.inputs}
        for listed in (before, files)
    ]
    digests: list[Digests] = []
    days: dict[str, date] = {}
    for listed in of_season:
        with task_database(lake, staging, listed) as db:
            digests.append(_digests(db, node))
            days |= db.execute("SELECT game_id, date FROM game").fetchall()
    then, now = digests
    changed = {game for name, game in then.keys() | now.keys() if then.get((name, game)) != now.get((name, game))}
    if None in changed:
        return None
    first = min((days[game] for game in changed if game is not None), default=date.max)
    with task_database(lake, staging, {node.name: [file for file in own if file.season == season]}) as db:
        sql = f"FROM {node.name} WHERE date < date_trunc('{node.table.keeps}', $first)"
        return db.execute(sql, {"first": first}).to_arrow_table()


def _earlier(node: Node, files: Files, season: int) -> set[tuple[str, str]]:
    """Return the contents of the files of earlier seasons, by table and digest."""
    return {(name, file.digest) for name in node.inputs for file in files[name] if file.season != season}


def _digests(db: duckdb.DuckDBPyConnection, node: Node) -> Digests:
    """Return a digest of the rows of each game in each table; of all rows of a table that has no games."""
    found: Digests = {}
    for name in node.inputs:
        game = "game_id" if "game_id" in graph().nodes[name].table.column_names else "NULL"
        for value, digest in db.execute(f"SELECT {game}, sum(hash(t)) FROM {name} AS t GROUP BY 1").fetchall():
            found[name, value] = digest
    return found
