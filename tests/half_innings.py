"""A query of table `event` for plays of a half-inning that do not follow from the play before.

The state kernel carries bases, outs and score from play to play, so that this cannot come about in it; what is looked
at here is the table as it is written.
"""

from __future__ import annotations

import duckdb

BASES = {1: "first", 2: "second", 3: "third"}
_MEN_AFTER = " UNION ALL ".join(
    f"SELECT game_id, event_number + 1 AS event_number, {man}_id AS man, {man}_destination AS base FROM event "
    f"WHERE NOT is_end_of_inning AND {man}_destination BETWEEN 1 AND 3"
    for man in ("batter", *(f"runner_on_{base}" for base in BASES.values()))
)
_MEN_BEFORE = " UNION ALL ".join(
    f"SELECT game_id, event_number, runner_on_{name}_id AS man, {base} AS base, is_pinch_runner_on_{name} AS new "
    f"FROM event WHERE NOT is_new_inning AND runner_on_{name}_id IS NOT NULL"
    for base, name in BASES.items()
)
_BROKEN_FIGURES = """
    SELECT game_id, event_number FROM (
        SELECT *, lag(bases_after) OVER plays AS bases, lag(outs_before + outs_on_play) OVER plays AS outs,
            lag(batting_score_before + runs_on_event) OVER plays AS score FROM event
        WINDOW plays AS (PARTITION BY game_id, inning, half ORDER BY event_number)
    ) WHERE NOT is_new_inning
        AND (bases_before <> bases OR outs_before <> outs OR batting_score_before <> score) IS NOT FALSE
"""
_BROKEN_RUNNERS = f"""
    SELECT game_id, event_number FROM ({_MEN_AFTER}) AS gone
    FULL JOIN ({_MEN_BEFORE}) AS there USING (game_id, event_number, base)
    WHERE gone.man IS NULL OR there.man IS NULL OR (gone.man <> there.man) <> there.new
"""


def broken(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, int]]:
    """The plays before which bases, outs or score are not those after the play before, or other men are on base.

    A pinch runner is another man on the same base.
    """
    return connection.execute(f"{_BROKEN_FIGURES} UNION {_BROKEN_RUNNERS} ORDER BY ALL").fetchall()
