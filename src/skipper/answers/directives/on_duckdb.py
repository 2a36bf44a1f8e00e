"""Run the rules in DuckDB."""

from __future__ import annotations

import json

from skipper.answers.directives.game_rules import game_steps, tables_of
from skipper.answers.directives.question import RELATIONS, Question, Row
from skipper.answers.directives.verdicts import status_steps
from skipper.lake.contract import Table, duckdb_type
from skipper.lake.reader import LakeReader

ORDER = {
    "directive_game": "date, game_number, club",
    "directive_manager": "applicable DESC, manager_id, club",
    "directive_status": "plan, directive",
}


def evaluate(lake: LakeReader, question: Question) -> None:
    """Create `directive_game`, `directive_status` and `directive_manager` as temporary tables in the reader.

    Tables from an earlier question are replaced.
    """
    steps = (*game_steps(question.kinds, question.plays), *status_steps())
    lake.need(*tables_of(steps))
    for name, rows in question.relations().items():
        _take(lake, name, rows)
    seasons = ", ".join(map(str, question.seasons)) or "NULL"
    for name, sql in steps:
        lake.connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {sql.replace('{seasons}', seasons)}")


def select(table: Table) -> str:
    """Return the SELECT for the rows of a table that `evaluate` created, in order, with its contract's columns."""
    columns = ", ".join(f'CAST("{one.name}" AS {duckdb_type(one.type)}) AS "{one.name}"' for one in table.columns)
    return f"SELECT {columns} FROM temp.{table.name} ORDER BY {ORDER[table.name]}"


def _take(lake: LakeReader, name: str, rows: list[Row]) -> None:
    """Create a temporary table from the rows, passed as JSON because Arrow tables would import pandas."""
    types = json.dumps({column: duckdb_type(kind) for column, kind in RELATIONS[name].items()})
    sql = "SELECT unnest(row) FROM (SELECT unnest(from_json($rows, $types)) AS row)"
    given = {"rows": json.dumps(rows, default=str), "types": f"[{types}]"}
    lake.query(f"CREATE OR REPLACE TEMP TABLE {name} AS {sql}", given)
