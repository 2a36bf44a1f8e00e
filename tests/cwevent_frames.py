"""The tables of plays as far as tendencies need them, from cwevent's and cwgame's output by DuckDB: no parser of ours.

Substitutions and ejections are not in that output, nor are records of no play (`NP`): a pitcher who came in after a
pitch and before any play of a half-inning counts here as one who came in between two (`entry_mid_inning`), and no test
counts by it.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa

TABLES = ("event", "plate_appearance", "pitching_appearance", "game", "club_game", "lineup")


def reference(chadwick: Path, season: int) -> duckdb.DuckDBPyConnection:
    """A connection with tables `cw` and `cwgame`, of the reference output."""
    connection = duckdb.connect()
    for name, stem in (("cw", "cwevent"), ("cwgame", "cwgame")):
        file = chadwick / f"{stem}-{season}.csv.gz"
        connection.execute(f"CREATE TABLE {name} AS SELECT * FROM read_csv('{file}', all_varchar = true)")
    return connection


def connect(chadwick: Path, season: int) -> duckdb.DuckDBPyConnection:
    """The same with a table for each of TABLES."""
    connection = reference(chadwick, season)
    for name in TABLES:
        connection.execute(f"CREATE TABLE {name} AS {_SQL[name].format(season=season)}")
    return connection


def arrow(connection: duckdb.DuckDBPyConnection) -> dict[str, pa.Table]:
    """The tables of TABLES."""
    return {name: connection.execute(f"FROM {name}").to_arrow_table() for name in TABLES}


def _true(*pairs: tuple[str, str]) -> str:
    return ", ".join(f"coalesce({theirs} = 'T', false) AS {ours}" for theirs, ours in pairs)


_SQL = {
    "event": f"""
    SELECT GAME_ID AS game_id, {{season}} AS season, EVENT_ID::INTEGER AS event_number, INN_CT::INTEGER AS inning,
        if(BAT_HOME_ID = '1', 'bottom', 'top') AS half, BAT_TEAM_ID AS batting_club, FLD_TEAM_ID AS fielding_club,
        OUTS_CT::INTEGER AS outs_before, nullif(PITCH_SEQ_TX, '') AS pitches,
        RESP_BAT_ID AS batter_id, nullif(RESP_BAT_HAND_CD, '?') AS batter_hand,
        RESP_PIT_ID AS pitcher_id, nullif(RESP_PIT_HAND_CD, '?') AS pitcher_hand,
        CASE EVENT_CD WHEN '14' THEN 'walk' WHEN '15' THEN 'intentional_walk' ELSE 'other' END AS event_type,
        BAT_FLD_CD::INTEGER AS batter_position, BAT_LINEUP_ID::INTEGER AS slot, EVENT_OUTS_CT::INTEGER AS outs_on_play,
        {_true(("BAT_EVENT_FL", "ends_plate_appearance"), ("SH_FL", "is_sacrifice_bunt"), ("BUNT_FL", "is_bunt"))},
        {_true(("RUN1_SB_FL", "steals_second"), ("RUN2_SB_FL", "steals_third"))},
        {_true(("RUN1_CS_FL", "caught_stealing_second"), ("RUN2_CS_FL", "caught_stealing_third"))},
        {_true(("PA_NEW_FL", "starts_plate_appearance"), ("PA_TRUNC_FL", "plate_appearance_truncated"))},
        {_true(("RESP_BAT_START_FL", "batter_is_starter"), ("RESP_PIT_START_FL", "pitcher_is_starter"))},
        START_BAT_SCORE_CT::INTEGER AS batting_score_before, START_FLD_SCORE_CT::INTEGER AS fielding_score_before,
        EVENT_RUNS_CT::INTEGER AS runs_on_event, START_BASES_CD::INTEGER AS bases_before,
        END_BASES_CD::INTEGER AS bases_after,
        (sum((PA_NEW_FL = 'T')::INTEGER) OVER (PARTITION BY GAME_ID ORDER BY EVENT_ID::INTEGER))::INTEGER
            AS plate_appearance_number,
        if(pitches IS NULL, NULL, PA_BALL_CT::INTEGER + PA_STRIKE_CT::INTEGER)::INTEGER AS pitches_thrown,
        length(regexp_replace(pitches, '[^PQRY]', '', 'g'))::INTEGER AS pitchouts
    FROM cw
    """,
    "plate_appearance": """
    WITH turn AS (
        SELECT *, first_value(bases_before) OVER began AS bases, first_value(outs_before) OVER began AS outs
        FROM event WINDOW began AS (PARTITION BY game_id, plate_appearance_number ORDER BY event_number)
    )
    SELECT game_id, season, plate_appearance_number AS number, batting_club, fielding_club, batter_id, batter_hand,
        pitcher_id, pitcher_hand, slot, batter_position, batter_is_starter AS is_starter, pitcher_is_starter,
        (row_number() OVER (PARTITION BY game_id, pitcher_id, batting_club, slot ORDER BY event_number))::INTEGER
            AS times_through_order, is_sacrifice_bunt,
        coalesce(batter_position <> 1, true) AND outs < 2
            AND ((bases & 3) = 1 OR (bases & 6) = 2) AS bunt_chance
    FROM turn WHERE ends_plate_appearance
    """,
    "pitching_appearance": """
    WITH changed AS (
        SELECT *, (PIT_ID <> coalesce(lag(PIT_ID) OVER side, ''))::INTEGER AS new, EVENT_ID::INTEGER AS number
        FROM cw WINDOW side AS (PARTITION BY GAME_ID, FLD_TEAM_ID ORDER BY EVENT_ID::INTEGER)
    ), numbered AS (
        SELECT *, (sum(new) OVER (PARTITION BY GAME_ID, FLD_TEAM_ID ORDER BY number))::INTEGER AS pitcher_order
        FROM changed
    ), appeared AS (
        SELECT GAME_ID AS game_id, FLD_TEAM_ID AS club, pitcher_order, PIT_ID AS pitcher_id,
            arg_min(INN_CT, number)::INTEGER AS entry_inning, arg_min(INN_NEW_FL, number) = 'F' AS entry_mid_inning,
            arg_min(START_FLD_SCORE_CT::INTEGER - START_BAT_SCORE_CT::INTEGER, number) AS entry_score_difference,
            max(n.times) AS times_through_order_max,
            sum(if(ends, PA_BALL_CT::INTEGER + PA_STRIKE_CT::INTEGER, 0))::INTEGER AS pitches
        FROM numbered JOIN (
            SELECT game_id AS GAME_ID, plate_appearance_number AS turn, event_number AS number,
                event_number = max(event_number) OVER (PARTITION BY game_id, plate_appearance_number) AS ends,
                times_through_order AS times
            FROM event LEFT JOIN (SELECT game_id, number AS plate_appearance_number, times_through_order
                FROM plate_appearance) USING (game_id, plate_appearance_number)
        ) AS n USING (GAME_ID, number)
        GROUP BY ALL
    )
    SELECT *, {season} AS season, strptime(substr(game_id, 4, 8), '%Y%m%d')::DATE AS date,
        strptime(substr(game_id, 4, 8), '%Y%m%d')::DATE AS pitched_on,  -- cwevent knows no other day
        pitcher_order = 1 AS is_starter,
        pitcher_order = max(pitcher_order) OVER (PARTITION BY game_id, club) AS finished_game
    FROM appeared
    """,
    "game": """
    SELECT GAME_ID AS game_id, {season} AS season, DH_FL = 'T' AS uses_designated_hitter,
        NULL::INTEGER AS scheduled_innings, 'regular' AS game_type,
        true AS has_plays
    FROM cwgame
    """,
    "club_game": """
    WITH pitchers AS (SELECT game_id, club, count(*)::INTEGER AS pitchers_used FROM pitching_appearance GROUP BY ALL),
    sides AS (
        SELECT GAME_ID AS game_id, AWAY_TEAM_ID AS club, false AS is_home, AWAY_TEAM_LEAGUE_ID AS league,
            HOME_START_PIT_ID AS opposing_starter_id FROM cwgame
        UNION ALL
        SELECT GAME_ID, HOME_TEAM_ID, true, HOME_TEAM_LEAGUE_ID, AWAY_START_PIT_ID FROM cwgame
    ), hands AS (
        SELECT GAME_ID AS game_id, PIT_ID AS opposing_starter_id, any_value(PIT_HAND_CD) AS opposing_starter_throws
        FROM cw GROUP BY ALL
    )
    SELECT *, {season} AS season, NULL::VARCHAR AS manager_id, 'man-' || club AS credited_manager_id,
        'man-' || club AS manager_person_id, 'Manager of ' || club AS manager_name,
        'lahman_whole_season' AS manager_source
    FROM sides JOIN pitchers USING (game_id, club) JOIN hands USING (game_id, opposing_starter_id)
    """,
    "lineup": " UNION ALL ".join(
        f"SELECT GAME_ID AS game_id, {{season}} AS season, {side}_TEAM_ID AS club, {slot} AS slot, "
        f"{side}_LINEUP{slot}_BAT_ID AS player_id, {side}_LINEUP{slot}_FLD_CD::INTEGER AS position, "
        "NULL::VARCHAR AS bats FROM cwgame"
        for side in ("AWAY", "HOME")
        for slot in range(1, 10)
    ),
}
