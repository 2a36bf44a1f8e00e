"""The tables of plays of real seasons, against Chadwick's cwevent and cwgame for the same files (SKIPPER_DATA)."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from half_innings import broken
from made_plays import TABLES
from skipper.definitions.plays import BASES, FIELDERS
from skipper.sources.plays.event import EVENT_TYPES
from skipper.sources.plays.events.listing import list_event_files, read_batch
from skipper.sources.plays.events.plays import read_plays
from skipper.sources.plays.soundness import without_unusable
from skipper.sources.plays.tables import PlayTables

SEASONS = (2019, 2020)
FLAGS = {
    "is_leadoff": "LEADOFF_FL",
    "is_pinch_hitter": "PH_FL",
    "ends_plate_appearance": "BAT_EVENT_FL",
    "is_at_bat": "AB_FL",
    "is_sacrifice_bunt": "SH_FL",
    "is_sacrifice_fly": "SF_FL",
    "is_double_play": "DP_FL",
    "is_triple_play": "TP_FL",
    "is_wild_pitch": "WP_FL",
    "is_passed_ball": "PB_FL",
    "is_bunt": "BUNT_FL",
    "is_foul": "FOUL_FL",
    "is_new_game": "GAME_NEW_FL",
    "is_last_of_game": "GAME_END_FL",
    "is_new_inning": "INN_NEW_FL",
    "is_end_of_inning": "INN_END_FL",
    "starts_plate_appearance": "PA_NEW_FL",
    "plate_appearance_truncated": "PA_TRUNC_FL",
    "batter_is_starter": "BAT_START_FL",
    "pitcher_is_starter": "PIT_START_FL",
    **{f"picked_off_{base}": f"RUN{n}_PK_FL" for n, base in enumerate(BASES, 1)},
    **{f"is_pinch_runner_on_{base}": f"PR_RUN{n}_FL" for n, base in enumerate(BASES, 1)},
    **{f"steals_{base}": f"RUN{n}_SB_FL" for n, base in enumerate(("second", "third", "home"), 1)},
    **{f"caught_stealing_{base}": f"RUN{n}_CS_FL" for n, base in enumerate(("second", "third", "home"), 1)},
}
PITCHOUTS = "length(regexp_replace(PITCH_SEQ_TX, '[^PQRY]', '', 'g'))"
NUMBERS = {  # null is their nought
    "inning": "INN_CT",
    "outs_before": "OUTS_CT",
    "balls": "BALLS_CT",
    "strikes": "STRIKES_CT",
    "visitor_score_before": "AWAY_SCORE_CT",
    "home_score_before": "HOME_SCORE_CT",
    "slot": "BAT_LINEUP_ID",
    "batter_position": "BAT_FLD_CD",
    "hit_bases": "H_CD",
    "outs_on_play": "EVENT_OUTS_CT",
    "runs_batted_in": "RBI_CT",
    "fielded_by": "FLD_CD",
    "errors": "ERR_CT",
    "batter_destination": "BAT_DEST_ID",
    "batting_score_before": "START_BAT_SCORE_CT",
    "fielding_score_before": "START_FLD_SCORE_CT",
    "runs_on_event": "EVENT_RUNS_CT",
    "bases_before": "START_BASES_CD",
    "bases_after": "END_BASES_CD",
    "pitchouts": f"coalesce({PITCHOUTS}, 0)",  # theirs has those that were balls alone
    **{f"runner_on_{base}_destination": f"RUN{n}_DEST_ID" for n, base in enumerate(BASES, 1)},
}
TEXTS = {  # null is their nothing or question mark
    "batting_club": "BAT_TEAM_ID",
    "fielding_club": "FLD_TEAM_ID",
    "batter_id": "BAT_ID",
    "batter_hand": "BAT_HAND_CD",
    "responsible_batter_id": "RESP_BAT_ID",
    "responsible_batter_hand": "RESP_BAT_HAND_CD",
    "pitcher_id": "PIT_ID",
    "pitcher_hand": "PIT_HAND_CD",
    "responsible_pitcher_id": "RESP_PIT_ID",
    "responsible_pitcher_hand": "RESP_PIT_HAND_CD",
    "event_text": "EVENT_TX",
    "pitches": "PITCH_SEQ_TX",
    "hit_location": "BATTEDBALL_LOC_TX",
    **{f"{name}_id": f"POS{n}_FLD_ID" for n, name in enumerate(FIELDERS, 2)},
    **{f"runner_on_{base}_id": f"BASE{n}_RUN_ID" for n, base in enumerate(BASES, 1)},
    **{f"runner_on_{base}_responsible_pitcher_id": f"RUN{n}_RESP_PIT_ID" for n, base in enumerate(BASES, 1)},
}
LISTS = {
    "putouts": [f"PO{n}_FLD_CD" for n in range(1, 4)],
    "assists": [f"ASS{n}_FLD_CD" for n in range(1, 11)],
    "error_positions": [f"ERR{n}_FLD_CD" for n in range(1, 4)],
}
SIDES = """
SELECT GAME_ID, {side}_TEAM_ID AS club, {side}_SCORE_CT AS runs, {side}_HITS_CT AS hits, {side}_ERR_CT AS errors,
    {side}_LOB_CT AS left_on_base, {side}_PO_CT AS outs_pitched, {side}_PITCHER_CT AS pitchers_used,
    {side}_START_PIT_ID AS starting_pitcher_id, {side}_TEAM_LEAGUE_ID || 'L' AS league FROM cwgame
"""


def tables_of(real_data: Path, season: int) -> PlayTables:
    listed = list_event_files(real_data / "retrosheet" / "events", {season})
    files, unreadable = read_batch(listed.events)
    plays = without_unusable(read_plays(files, listed.rosters))
    assert plays.rejected == unreadable == []
    return PlayTables(plays, listed.rosters, {})


@pytest.fixture(scope="module", params=SEASONS)
def season(request: pytest.FixtureRequest, real_data: Path) -> duckdb.DuckDBPyConnection:
    """Our tables of a season, beside `cw` and, where there is one, `cwgame`."""
    connection = duckdb.connect()
    made = tables_of(real_data, request.param)
    for name in TABLES:
        connection.register(f"arrow_{name}", made[name])
        connection.execute(f"CREATE TABLE {name} AS FROM arrow_{name}")
    for name, stem in (("cw", "cwevent"), ("cwgame", "cwgame")):
        file = real_data / "chadwick" / f"{stem}-{request.param}.csv.gz"
        if file.is_file():
            connection.execute(f"CREATE TABLE {name} AS FROM read_csv('{file}', all_varchar = true)")
    return connection


def differing(connection: duckdb.DuckDBPyConnection, pairs: dict[str, str], joined: str) -> dict[str, int]:
    """By column of ours how many rows have another value than theirs: none for those that agree."""
    counts = ", ".join(f"count(*) FILTER ({ours} IS DISTINCT FROM {theirs})" for ours, theirs in pairs.items())
    values = connection.execute(f"SELECT {counts} FROM {joined}").fetchone()
    return {name: count for name, count in zip(pairs, values, strict=True) if count}


EVENTS = "event AS e JOIN cw ON cw.GAME_ID = e.game_id AND cw.EVENT_ID::INTEGER = e.event_number"


def test_every_event_of_cwevent_is_there_and_no_other(season):
    ours, theirs, both = season.execute(
        f"SELECT (SELECT count(*) FROM event), (SELECT count(*) FROM cw), (SELECT count(*) FROM {EVENTS})"
    ).fetchone()
    assert ours == theirs == both


def test_flags_numbers_and_texts_are_cwevent_s(season):
    pairs = {f"e.{ours}": f"({theirs} = 'T')" for ours, theirs in FLAGS.items()}
    pairs |= {f"coalesce(e.{ours}, 0)": f"{theirs}::INTEGER" for ours, theirs in NUMBERS.items()}
    pairs |= {f"e.{ours}": f"nullif(nullif({theirs}, ''), '?')" for ours, theirs in TEXTS.items()}
    assert differing(season, pairs, EVENTS) == {}


def test_every_play_begins_where_the_one_before_ended(season):
    assert broken(season) == []


def test_types_halves_and_fielding_credits_are_cwevent_s(season):
    words = ", ".join(f"'{word}'" for word in EVENT_TYPES)
    pairs = {"e.event_type": f"([{words}])[EVENT_CD::INTEGER + 1]", "e.half = 'bottom'": "BAT_HOME_ID = '1'"}
    for ours, theirs in LISTS.items():
        pairs[f"e.{ours}"] = f"list_filter([{', '.join(f'{name}::INTEGER' for name in theirs)}], lambda n: n > 0)"
    assert differing(season, pairs, EVENTS) == {}


def test_the_batted_ball_is_cwevent_s_where_the_text_says_it_and_else_null(season):
    letters = "CASE e.batted_ball_type WHEN 'pop_up' THEN 'P' ELSE upper(e.batted_ball_type[1]) END"
    (wrong,) = season.execute(f"SELECT count(*) FILTER ({letters} <> BATTEDBALL_CD) FROM {EVENTS}").fetchone()
    (unsaid,) = season.execute(
        f"SELECT count(*) FILTER (e.batted_ball_type IS NULL AND BATTEDBALL_CD <> '') FROM {EVENTS}"
    ).fetchone()
    assert wrong == 0
    assert unsaid <= 0.001 * season.execute("SELECT count(*) FROM event").fetchone()[0]


def test_pitches_of_a_turn_are_cwevent_s_balls_and_strikes(season):
    theirs = "PA_BALL_CT::INTEGER + PA_STRIKE_CT::INTEGER"
    assert differing(season, {"e.pitches_thrown": theirs}, f"{EVENTS} WHERE e.pitches_thrown IS NOT NULL") == {}


def test_a_plate_appearance_has_the_position_of_the_man_who_is_charged_with_it(season):
    """Where that is not who ended it, cwevent has his position as that of the man for whom the other one batted."""
    season.execute("""
        CREATE OR REPLACE TABLE charged AS SELECT GAME_ID, EVENT_ID::INTEGER AS number, RESP_BAT_ID <> BAT_ID AS gone,
            CASE WHEN NOT gone THEN BAT_FLD_CD::INTEGER
                WHEN REMOVED_FOR_PH_BAT_ID = RESP_BAT_ID THEN REMOVED_FOR_PH_BAT_FLD_CD::INTEGER END AS position,
            CASE WHEN gone THEN position = 11 ELSE PH_FL = 'T' END AS pinch_hits
        FROM cw WHERE BAT_EVENT_FL = 'T'
    """)
    pairs = {"coalesce(p.batter_position, 0)": "c.position", "p.is_pinch_hitter": "c.pinch_hits"}
    joined = "plate_appearance AS p JOIN charged AS c ON c.GAME_ID = p.game_id AND c.number = p.last_event"
    assert differing(season, pairs, joined) == {}
    gone, year = season.execute(f"SELECT count(*) FILTER (c.gone), min(p.season) FROM {joined}").fetchone()
    assert gone > 0 or year == 2020  # of which two clubs' games are at hand


def test_club_games_are_cwgame_s(season):
    if not season.execute("SELECT 1 FROM information_schema.tables WHERE table_name = 'cwgame'").fetchall():
        pytest.skip("no cwgame output of this season")
    season.execute(f"CREATE OR REPLACE TABLE side AS {SIDES.format(side='AWAY')} UNION ALL {SIDES.format(side='HOME')}")
    numbers = ("runs", "hits", "errors", "left_on_base", "outs_pitched", "pitchers_used")
    pairs = {f"c.{name}": f"side.{name}::INTEGER" for name in numbers}
    pairs |= {f"c.{name}": f"side.{name}" for name in ("starting_pitcher_id", "league")}
    joined = "event_file_club_game AS c JOIN side ON side.GAME_ID = c.game_id AND side.club = c.club"
    assert differing(season, pairs, joined) == {}
    assert (
        season.execute(f"SELECT count(*) FROM {joined}").fetchone()
        == season.execute("SELECT 2 * count(*) FROM cwgame").fetchone()
    )
    games = {
        "g.home_score": "HOME_SCORE_CT::INTEGER",
        "g.visitor_score": "AWAY_SCORE_CT::INTEGER",
        "g.outs": "OUTS_CT::INTEGER",
        "g.uses_designated_hitter": "(DH_FL = 'T')",
        "coalesce(g.duration_minutes, 0)": "MINUTES_GAME_CT::INTEGER",
        "g.winning_pitcher_id": "nullif(WIN_PIT_ID, '')",
        "g.save_pitcher_id": "nullif(SAVE_PIT_ID, '')",
    }
    assert differing(season, games, "event_file_game AS g JOIN cwgame ON cwgame.GAME_ID = g.game_id") == {}


def test_starting_lineups_are_cwgame_s(season):
    if not season.execute("SELECT 1 FROM information_schema.tables WHERE table_name = 'cwgame'").fetchall():
        pytest.skip("no cwgame output of this season")
    slots = " UNION ALL ".join(
        f"SELECT GAME_ID, {side}_TEAM_ID AS club, {slot} AS slot, {side}_LINEUP{slot}_BAT_ID AS man, "
        f"{side}_LINEUP{slot}_FLD_CD::INTEGER AS position FROM cwgame"
        for side in ("AWAY", "HOME")
        for slot in range(1, 10)
    )
    joined = (
        f"event_file_lineup AS l FULL JOIN ({slots}) AS s "
        "ON s.GAME_ID = l.game_id AND s.club = l.club AND s.slot = l.slot"
    )
    assert differing(season, {"l.player_id": "s.man", "l.position": "s.position"}, joined) == {}


def test_earned_runs_are_those_of_the_data_records(real_data: Path):
    for season in SEASONS:
        made = tables_of(real_data, season)
        assert made["event_file_earned_run"].to_pylist() == []
        assert made.earned_runs_compared > 500


def test_appearances_add_up(season):
    runs, during, turns = season.execute(
        "SELECT sum(runs), sum(runs_scored_during), sum(batters_faced) FROM event_file_pitching"
    ).fetchone()
    assert runs == during == season.execute("SELECT sum(runs) FROM event_file_club_game").fetchone()[0]
    assert turns == season.execute("SELECT count(*) FROM plate_appearance").fetchone()[0]


def test_pitching_appearances_are_the_pitchers_of_cwevent_in_order(season):
    """The pitchers of each side as its plays have them; only one who left before a play may be ours alone."""
    theirs = """
        SELECT GAME_ID AS game_id, FLD_TEAM_ID AS club, PIT_ID AS pitcher_id, sum(EVENT_OUTS_CT::INTEGER) AS outs,
            count(*) FILTER (BAT_EVENT_FL = 'T') AS turns FROM cw GROUP BY ALL
    """
    ours = """
        SELECT game_id, club, pitcher_id, sum(outs) AS outs, sum(batters_faced) AS turns FROM event_file_pitching
        WHERE NOT (batters_faced = 0 AND outs = 0) GROUP BY ALL
    """
    assert season.execute(f"({ours}) EXCEPT ({theirs})").fetchall() == []
    left = season.execute(f"({theirs}) EXCEPT ({ours})").fetchall()
    assert [row for row in left if row[3] or row[4]] == []
