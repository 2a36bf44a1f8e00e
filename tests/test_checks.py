"""Every check of every contract, made to fail on a sound lake by one wrong row."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pyarrow as pa
import pytest

from built_lake import Built
from season_tables import records
from skipper.build.graph import SEASON_RECORD_SETS, graph

HAS_PLAYS = "UPDATE game SET has_plays = true WHERE game_id = (SELECT min(game_id) FROM game)"
# Check name to the statement that breaks exactly what it looks at.
BREAKS = {
    "club_game: each game has two sides, with opposite results": (
        "UPDATE club_game SET result = 'W' WHERE game_id = (SELECT min(game_id) FROM club_game)"
    ),
    "club_game: each game has two sides, with its score": "UPDATE club_game SET runs_for = runs_for + 1 WHERE is_home",
    # Its games have no plays either: a game is said to have them.
    "club_game: outs and errors equal the sums over event": f"{HAS_PLAYS}; UPDATE club_game SET outs_pitched = 27",
    "club_game: pitchers match pitching_appearance": f"{HAS_PLAYS}; UPDATE club_game SET pitchers_used = 1",
    "club_game: wins equal losses over all clubs of a season": (
        "UPDATE club_game SET result = 'L' WHERE is_home AND result = 'W' AND season = 2042"
    ),
    "club_game: same games as in game": "DELETE FROM game WHERE game_id = (SELECT min(game_id) FROM game)",
    "game_account: each game uses one account, under its id and clubs": "UPDATE game_account SET is_used = false",
    "lineup: every lineup has nine distinct slots and players": (
        "UPDATE lineup SET player_id = (SELECT min(player_id) FROM lineup AS o WHERE o.game_id = lineup.game_id "
        "AND o.club = lineup.club) WHERE slot = 5 AND game_id = (SELECT min(game_id) FROM lineup)"
    ),
    "lineup_usage: every start in lineup is counted": "UPDATE lineup_usage SET starts = starts + 1 WHERE slot = 3",
    "manager_season: games are wins, losses, ties and no-decisions": "UPDATE manager_season SET ties = ties + 1",
    "manager_season: records equal the sum over club_game": "UPDATE manager_season SET road_wins = road_wins + 1",
    "manager_career: careers equal the sum over manager_season": "UPDATE manager_career SET runs_for = runs_for + 1",
    "player_usage: starts fit in the window, and the window in the season": (
        "UPDATE player_usage SET window_games = lineup_starts - 1 WHERE lineup_starts > 0"
    ),
    "player_usage: starts equal those in lineup_usage and club_game": (
        "UPDATE player_usage SET pitching_starts = pitching_starts + 1 WHERE pitching_starts > 0"
    ),
    "playing_time: starts equal those in lineup": "UPDATE playing_time SET lineup_starts = lineup_starts + 1",
    "development: rows match playing_time": "UPDATE development SET lineup_starts = lineup_starts + 1",
    "development: the next level is later and higher": "UPDATE development SET next_day = first_day",
    "build_log: rows read equal rows used plus rows quarantined, per file": (
        "UPDATE build_log SET rows_in = rows_in + 1 WHERE source = 'retrosheet_gamelog'"
    ),
    # The simulated league has neither awards nor kept reports, so a wrong row is put into empty tables.
    "award: no more points than possible": "INSERT INTO award BY NAME SELECT 3 AS points, 2 AS points_possible",
    "transaction: a day, a month or neither": (
        "INSERT INTO transaction BY NAME SELECT DATE '2042-06-01' AS date, 'month' AS date_precision"
    ),
    "availability: a player's spells at a club follow one another": (
        "INSERT INTO availability BY NAME SELECT DATE '2042-06-02' AS first_day, DATE '2042-06-01' AS last_day"
    ),
    "availability: a reason if and only if unavailable": (
        "INSERT INTO availability BY NAME SELECT DATE '2042-06-01' AS first_day, DATE '2042-06-01' AS last_day, "
        "false AS is_available"
    ),
    "coach: nobody leaves a role before taking it": (
        "INSERT INTO coach BY NAME SELECT DATE '2042-06-02' AS first_day, DATE '2042-06-01' AS last_day"
    ),
    "absence: nobody is absent from a game that he started": (
        "INSERT INTO absence BY NAME SELECT season, game_id, club, player_person_id FROM lineup LIMIT 1"
    ),
    "absence: each is within a spell of availability": "INSERT INTO absence BY NAME SELECT 2042 AS season",
    "stint: no stint ends before it begins": "UPDATE stint SET first_season = last_season + 1",
    "reported_stint: no stint ends before it begins": (
        "INSERT INTO reported_stint BY NAME SELECT 2042 AS first_season, 2041 AS last_season"
    ),
    "reported_stint: every claim is stored": "INSERT INTO reported_stint BY NAME SELECT 'none' AS claim_id",
    "reported_career_event: every claim is stored": "INSERT INTO reported_career_event BY NAME SELECT 'none' AS "
    "claim_id",
    "person_name: every person is in person": (
        "DELETE FROM person WHERE person_id = (SELECT min(person_id) FROM person_name)"
    ),
    "claim: every claim's report is stored": "INSERT INTO claim BY NAME SELECT 'c' AS claim_id, 'none' AS report",
    "verdict: verdict is one of the seven values": (
        "INSERT INTO verdict BY NAME SELECT 'c' AS claim_id, 'true' AS verdict"
    ),
    "verdict: one verdict per claim": "INSERT INTO verdict BY NAME SELECT 'c' AS claim_id",
    "verdict: contradicted claims have Skipper's figure": "INSERT INTO verdict BY NAME SELECT 'contradicted' AS "
    "verdict",
    "event: events are numbered without gaps": "INSERT INTO event BY NAME SELECT 'g' AS game_id, 2 AS event_number",
    "event: no half-inning has a fourth out": "INSERT INTO event BY NAME SELECT 2 AS outs_before, 2 AS outs_on_play",
    "event: every half-inning except the last has three outs": (
        "INSERT INTO event BY NAME SELECT 'g' AS game_id, 5 AS event_number, true AS is_end_of_inning, "
        "false AS is_last_of_game, 1 AS outs_before, 1 AS outs_on_play"
    ),
    "event: every game with plays is present and matches its score": (
        "INSERT INTO event_file_game BY NAME SELECT 'g' AS game_id, true AS has_plays, 1 AS home_score, "
        "0 AS visitor_score"
    ),
    "plate_appearance: batters are in order": (
        "INSERT INTO plate_appearance BY NAME SELECT 'g' AS game_id, 'AAA' AS batting_club, unnest([1, 2]) AS number, "
        "unnest([1, 3]) AS slot, unnest([1, 2]) AS last_event"
    ),
    "plate_appearance: batters are in the game": (
        "INSERT INTO plate_appearance BY NAME SELECT 'g' AS game_id, 'AAA' AS batting_club, 'man' AS batter_id"
    ),
    "plate_appearance: one row per completed plate appearance in event": (
        "INSERT INTO plate_appearance BY NAME SELECT 'g' AS game_id, 1 AS number"
    ),
    "playing_time: plate appearances equal those of plays and box scores": (
        "INSERT INTO playing_time BY NAME SELECT 2042 AS season, 'AAA' AS club, 3 AS plate_appearances, "
        "1 AS club_games_with_plays, 0 AS club_games_with_lines"
    ),
    "player_game_line: every line belongs to a side of a game": (
        "INSERT INTO player_game_line BY NAME SELECT 'g' AS game_id, 'AAA' AS club"
    ),
    "pitching_appearance: batters faced equal plate_appearance rows": (
        "INSERT INTO pitching_appearance BY NAME SELECT 'g' AS game_id, 'AAA' AS club, 3 AS batters_faced"
    ),
    "pitching_appearance: runs equal the opponent's score": (
        "INSERT INTO pitching_appearance BY NAME SELECT 'g' AS game_id, 'AAA' AS club, 3 AS runs_scored_during; "
        "INSERT INTO converted_club_game BY NAME SELECT 'g' AS game_id, 'BBB' AS club, 'AAA' AS opponent, 4 AS runs"
    ),
    "run_expectancy: states are among the 24": (
        "INSERT INTO run_expectancy BY NAME SELECT 3 AS outs, 0 AS bases, 1 AS events, 0.5 AS mean_runs"
    ),
    "run_expectancy: no more events than in event": (
        "INSERT INTO run_expectancy BY NAME SELECT 2042 AS season, count(*) + 1 AS events FROM event"
    ),
    "manager_tendency: a share has no more attempts than chances, and no fewer than successes": (
        "INSERT INTO manager_tendency BY NAME SELECT 1 AS chances, 1 AS attempts, 2 AS successes"
    ),
    "manager_tendency: every manager has every tendency": (
        "INSERT INTO manager_tendency BY NAME SELECT 2042 AS season, 'AAA' AS club, 'man' AS manager_person_id"
    ),
    "manager_tendency: managers' games match club_game": (
        "INSERT INTO manager_tendency BY NAME SELECT 2042 AS season, 'AAA' AS club, 'man' AS manager_person_id"
    ),
    "advancement: probabilities from each state sum to 1": (
        "INSERT INTO advancement BY NAME SELECT 2042 AS season, 'out' AS kind, 0 AS state_before, 24 AS state_after, "
        "0.5 AS chance"
    ),
    "lineup_batter: rates sum to 1": "INSERT INTO lineup_batter BY NAME SELECT 'g' AS game_id, [0.5] AS rates",
    "lineup_batter: every batter in lineup has a row": (
        f"{HAS_PLAYS}; INSERT INTO lineup_batter BY NAME SELECT 'g' AS game_id, season FROM lineup"
    ),
    "lineup_value: the best is no worse than the lineup used": (
        "INSERT INTO lineup_value BY NAME SELECT 'g' AS game_id, 4.5 AS runs, -0.1 AS loss_of_order"
    ),
    "lineup_value: runs or the reason for their absence is given": (
        "INSERT INTO lineup_value BY NAME SELECT 'g' AS game_id"
    ),
    "lineup_value: every club-game with plays and a lineup has a row": (
        f"{HAS_PLAYS}; INSERT INTO lineup_value BY NAME SELECT 'g' AS game_id, season FROM game"
    ),
}
ALL_CHECKS = [(table, check) for table in graph().published for check in table.all_checks()]


@pytest.fixture(scope="module")
def sound(simulated: Built) -> duckdb.DuckDBPyConnection:
    """The simulated lake as tables that can be changed."""
    reader = simulated.reader()
    for table in graph().published:
        reader.query(f"CREATE TEMP TABLE copy_{table.name} AS SELECT * FROM {table.name}")
    connection = reader.connection
    for table in graph().published:
        kind = connection.execute(
            "SELECT table_type FROM information_schema.tables WHERE table_name = ? AND table_catalog <> 'temp'",
            [table.name],
        ).fetchone()[0]
        connection.execute(f"DROP {'VIEW' if kind == 'VIEW' else 'TABLE'} {table.name}")
        connection.execute(f"CREATE TABLE {table.name} AS FROM copy_{table.name}")
    # Each folder has event files of its own dialect.
    plays = [
        records(2042, events=simulated.inputs.places["events"]),
        records(2042, minors=simulated.inputs.places["minors"]),
    ]
    for name, schema in SEASON_RECORD_SETS.items():
        found = [read[name].cast(schema) for read in plays if name in read]
        connection.register("given", pa.concat_tables([schema.empty_table(), *found]))
        connection.execute(f"CREATE TABLE {name} AS FROM given")
    # In a season's task those whom the season's games name.
    for name in ("season_person", "known_person"):
        connection.execute(
            f"CREATE TABLE {name} AS SELECT retrosheet_id AS source_id, person_id, name, throws FROM person"
        )
    return connection


@pytest.fixture
def lake(sound: duckdb.DuckDBPyConnection) -> Iterator[duckdb.DuckDBPyConnection]:
    sound.execute("BEGIN")
    yield sound
    sound.execute("ROLLBACK")


@pytest.mark.parametrize(("table", "check"), ALL_CHECKS, ids=lambda each: getattr(each, "name", None))
def test_a_check_passes_on_a_sound_lake_and_fails_on_a_broken_one(
    lake: duckdb.DuckDBPyConnection, table: object, check: object
) -> None:
    assert lake.execute(check.violations).fetchall() == []
    if check.name in BREAKS:
        lake.execute(BREAKS[check.name])
    elif check.name.startswith(f"{table.name}: one row per "):
        lake.execute(_ensure_row(table))
        lake.execute(f"INSERT INTO {table.name} SELECT * FROM {table.name} LIMIT 1")
    elif check.name.startswith(f"{table.name}: no nulls in "):
        required = next(column.name for column in reversed(table.columns) if column.required)
        lake.execute(_ensure_row(table))
        lake.execute(f'UPDATE {table.name} SET "{required}" = NULL')
    else:
        assert check.name.endswith(" is known")
        column = check.name.split()[-3]
        lake.execute(_ensure_row(table))
        lake.execute(f"UPDATE {table.name} SET {column} = 'nobody'")
    assert lake.execute(check.violations).fetchall() != []


def _ensure_row(table: object) -> str:
    """A row of a table that a sound lake leaves empty (quarantine, exception): sevens and sunny texts."""
    values = {"string": "'x'", "int": "7", "long": "7"}
    row = ", ".join(values.get(column.type, "NULL") for column in table.columns)
    return f"INSERT INTO {table.name} SELECT {row} WHERE NOT EXISTS (FROM {table.name})"


def test_every_break_is_of_a_check_that_exists() -> None:
    assert set(BREAKS) <= {check.name for _table, check in ALL_CHECKS}


def test_eight_men_pass_only_with_their_exception(lake: duckdb.DuckDBPyConnection) -> None:
    (check,) = (
        check
        for _table, check in ALL_CHECKS
        if check.name == "lineup: every lineup has nine distinct slots and players"
    )
    game, club = lake.execute("SELECT game_id, club FROM lineup LIMIT 1").fetchone()
    lake.execute("DELETE FROM lineup WHERE game_id = ? AND club = ? AND slot = 9", [game, club])
    assert len(lake.execute(check.violations).fetchall()) == 1
    lake.execute(
        "INSERT INTO exception BY NAME SELECT 'eight_men' AS kind, ? AS game_id, ? AS club, 2042 AS season",
        [game, club],
    )
    assert lake.execute(check.violations).fetchall() == []


def test_a_share_has_no_more_attempts_than_chances_and_a_count_may(lake: duckdb.DuckDBPyConnection) -> None:
    (check,) = (check for _table, check in ALL_CHECKS if check.name.startswith("manager_tendency: a share has"))
    row = "INSERT INTO manager_tendency BY NAME SELECT '{}' AS tendency, 1 AS chances, 2 AS attempts"
    lake.execute(row.format("pinch_hitter"))
    assert lake.execute(check.violations).fetchall() == []
    lake.execute(row.format("steal_of_second"))
    assert len(lake.execute(check.violations).fetchall()) == 1
