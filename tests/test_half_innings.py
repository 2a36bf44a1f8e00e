"""Table `event` as written: every play of a half-inning begins with the bases, outs and score that the last left."""

from __future__ import annotations

import duckdb
import pytest

from half_innings import broken
from simulated_reading import simulated_rosters
from skipper.sources.plays.tables import PlayTables


@pytest.fixture(scope="module")
def events(simulated_games) -> duckdb.DuckDBPyConnection:
    """Table `event` of simulated games."""
    plays, _ = simulated_games
    connection = duckdb.connect()
    connection.register("arrow_event", PlayTables(plays, simulated_rosters(), {})["event"])
    connection.execute("CREATE TABLE event AS FROM arrow_event")
    return connection


def test_every_play_begins_where_the_one_before_ended(events):
    (runners,) = events.execute("SELECT count(*) FROM event WHERE is_pinch_runner_on_first").fetchone()
    assert runners > 0
    assert broken(events) == []


@pytest.mark.parametrize(
    "change",
    [
        "bases_before = bases_before + 1",
        "outs_before = outs_before + 1",
        "batting_score_before = batting_score_before + 1",
        "runner_on_first_id = 'nobody'",
        "runner_on_first_id = NULL",
        "is_pinch_runner_on_first = true",
    ],
)
def test_a_play_that_begins_otherwise_is_found(events, change):
    events.execute("BEGIN")
    where = events.execute(
        "SELECT game_id, event_number FROM event WHERE bases_before = 1 AND NOT is_new_inning "
        "AND NOT is_pinch_runner_on_first LIMIT 1"
    ).fetchone()
    events.execute(f"UPDATE event SET {change} WHERE game_id = ? AND event_number = ?", where)
    found = broken(events)
    events.execute("ROLLBACK")
    assert where in found
