"""The rules run by DuckDB, for a question about one plan: no JVM."""

from __future__ import annotations

from skipper.directives.pitch_rules import PITCH_TABLES
from skipper.directives.question import Question
from skipper.directives.rules import game_steps
from skipper.directives.status_rules import STATUS_STEPS
from skipper.lake.reader import LakeReader


def evaluate(lake: LakeReader, question: Question) -> None:
    """Make `directive_game`, `directive_status` and `directive_manager` as temporary tables of the reader's connection.

    Tables of an earlier question are replaced.
    """
    lake.need("club_game", "lineup", *(PITCH_TABLES if question.pitch else ()))
    connection = lake.connection
    for name, table in question.tables().items():
        connection.register(f"given_{name}", table)
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM given_{name}")
        connection.unregister(f"given_{name}")
    seasons = ", ".join(map(str, question.seasons)) or "NULL"
    for name, sql in (*game_steps(question.pitch), *STATUS_STEPS):
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS {sql.replace('{seasons}', seasons)}")
