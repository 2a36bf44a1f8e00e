"""Plays of 2022 against retrosplits: platoon splits by batter and figures by club and game, made by others."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

from skipper.sources.plays.events.listing import list_event_files
from skipper.sources.retrosheet.event_files.season import SeasonPlays

SEASON = 2022
TABLES = ("event", "event_file_club_game")
OF_BATTERS = {
    "B_PA": "count(*)",
    "B_AB": "count(*) FILTER (is_at_bat)",
    "B_H": "count(*) FILTER (hit_bases > 0)",
    "B_TB": "sum(hit_bases)",
    "B_2B": "count(*) FILTER (hit_bases = 2)",
    "B_3B": "count(*) FILTER (hit_bases = 3)",
    "B_HR": "count(*) FILTER (hit_bases = 4)",
    "B_HR4": "count(*) FILTER (hit_bases = 4 AND bases_before = 7)",
    "B_RBI": "sum(runs_batted_in)",
    "B_BB": "count(*) FILTER (event_type IN ('walk', 'intentional_walk'))",
    "B_IBB": "count(*) FILTER (event_type = 'intentional_walk')",
    "B_SO": "count(*) FILTER (event_type = 'strikeout')",
    "B_GDP": "count(*) FILTER (regexp_matches(event_text, '/B?GDP'))",
    "B_HP": "count(*) FILTER (event_type = 'hit_by_pitch')",
    "B_SH": "count(*) FILTER (is_sacrifice_bunt)",
    "B_SF": "count(*) FILTER (is_sacrifice_fly)",
    "B_XI": "count(*) FILTER (event_type = 'interference')",
}
OF_CLUBS = {"B_R": "runs", "B_H": "hits", "B_LOB": "left_on_base", "F_OUT": "outs_pitched", "F_E": "errors"}


@pytest.fixture(scope="module")
def plays(real_data: Path) -> duckdb.DuckDBPyConnection:
    """A database with the tables of the season's plays, and retrosplits' as `batting` and `team`."""
    releases = real_data / "releases"
    archive = releases / "retrosheet" / "events" / f"{SEASON}eve.zip"
    if not archive.is_file() or not (releases / "retrosplits").is_dir():
        pytest.skip(f"SKIPPER_DATA has no event files of {SEASON} or no retrosplits")
    listed = list_event_files(archive)
    season = SeasonPlays(SEASON, listed.events, listed.rosters, {})
    read: dict[str, list[pa.Table]] = defaultdict(list)
    for name, rows in season.tables():
        read[name].append(rows)
    read["event_file_club_game"] = [season.records["event_file_club_game"]]
    assert season.quarantine == []
    db = duckdb.connect()
    for name in TABLES:
        db.register("rows", pa.concat_tables(read[name]))
        db.execute(f"CREATE TABLE {name} AS FROM rows")
        db.unregister("rows")
    for name, file in (("batting", "batting-platoon"), ("team", "teams")):
        db.execute(f"CREATE TABLE {name} AS FROM read_csv('{releases / 'retrosplits' / f'{file}-{SEASON}.csv.gz'}')")
    return db


def test_platoon_splits_equal_retrosplits(plays):
    figures = ", ".join(f"{sql}::BIGINT AS {name}" for name, sql in OF_BATTERS.items())
    plays.execute(f"""
        CREATE TABLE split AS
        SELECT responsible_batter_id AS id, coalesce(responsible_batter_hand, '?') AS bats,
            coalesce(responsible_pitcher_hand, '?') AS throws, {figures}
        FROM event WHERE ends_plate_appearance GROUP BY ALL
    """)
    assert plays.execute("SELECT count(*), sum(B_PA) FROM split").fetchall() == [(1_371, 182_052)]
    theirs = f"""
        SELECT RESP_BAT_ID, RESP_BAT_HAND_CD, RESP_PIT_HAND_CD, {", ".join(OF_BATTERS)} FROM batting WHERE PHASE = 'R'
    """
    assert plays.execute(f"(FROM split EXCEPT {theirs}) UNION ALL ({theirs} EXCEPT FROM split)").fetchall() == []


def test_club_games_equal_retrosplits(plays):
    """Only rows made from event files (`evt`) are compared: those from box scores have 39 outs in nine innings."""
    ours = f"SELECT game_id, club, {', '.join(OF_CLUBS.values())} FROM event_file_club_game"
    theirs = f"""
        SELECT "game.key", "team.key", {", ".join(OF_CLUBS)} FROM team
        WHERE "season.phase" = 'R' AND "game.source" = 'evt'
    """
    assert plays.execute(f"SELECT count(*) FROM ({theirs})").fetchall() == [(4_860,)]
    assert plays.execute(f"({ours} EXCEPT {theirs}) UNION ALL ({theirs} EXCEPT {ours})").fetchall() == []
