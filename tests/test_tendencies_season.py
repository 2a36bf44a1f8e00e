"""Tables manager_tendency and run_expectancy of a real season, by DuckDB straight from cwevent's output."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import cwevent_frames
import season_tables


@pytest.fixture(scope="module")
def season(real_data: Path) -> duckdb.DuckDBPyConnection:
    return cwevent_frames.connect(real_data / "chadwick", 2019)


@pytest.fixture(scope="module")
def real(season: duckdb.DuckDBPyConnection) -> dict[str, pa.Table]:
    """The tables as far as tendencies need them, in the columns of their contracts."""
    made = cwevent_frames.arrow(season)
    known = {name: season_tables.schema(name).names for name in made}
    return {name: rows.select([one for one in rows.column_names if one in known[name]]) for name, rows in made.items()}


ORACLE = """
WITH began AS (
    SELECT *, EVENT_ID::INTEGER AS number,
        sum(if(PA_NEW_FL = 'T', 1, 0)) OVER (PARTITION BY GAME_ID ORDER BY EVENT_ID::INTEGER) AS turn
    FROM cw
), turns AS (
    SELECT GAME_ID, turn, any_value(BAT_TEAM_ID) AS bats, any_value(FLD_TEAM_ID) AS fields,
        arg_min(coalesce(BASE1_RUN_ID, '') <> '', number) AS on1,
        arg_min(coalesce(BASE2_RUN_ID, '') <> '', number) AS on2,
        arg_min(coalesce(BASE3_RUN_ID, '') <> '', number) AS on3,
        arg_min(OUTS_CT::INTEGER, number) AS outs,
        arg_max(BAT_EVENT_FL = 'T', number) AS finished, arg_max(BAT_FLD_CD = '1', number) AS pitcher,
        arg_max(SH_FL = 'T', number) AS sacrifice, arg_max(SH_FL = 'T' OR BUNT_FL = 'T', number) AS bunt,
        arg_max(EVENT_CD = '15', number) AS intentional,
        count(*) FILTER (RUN1_SB_FL = 'T') AS stole2, count(*) FILTER (RUN1_CS_FL = 'T') AS caught2,
        count(*) FILTER (RUN2_SB_FL = 'T') AS stole3, count(*) FILTER (RUN2_CS_FL = 'T') AS caught3,
        bool_or(PITCH_SEQ_TX LIKE '%>%') AS going, max(PA_BALL_CT::INTEGER + PA_STRIKE_CT::INTEGER) AS pitches,
        max(length(regexp_replace(PITCH_SEQ_TX, '[^PQRY]', '', 'g'))) AS pitchouts
    FROM began GROUP BY GAME_ID, turn
)
SELECT bats AS club, 'steal_of_second' AS tendency, count(*) FILTER (on1 AND NOT on2) AS chances,
    sum(stole2 + caught2) FILTER (on1 AND NOT on2) AS attempts, sum(stole2) FILTER (on1 AND NOT on2) AS successes
FROM turns GROUP BY bats
UNION ALL SELECT bats, 'steal_of_third', count(*) FILTER (on2 AND NOT on3),
    sum(stole3 + caught3) FILTER (on2 AND NOT on3), sum(stole3) FILTER (on2 AND NOT on3) FROM turns GROUP BY bats
UNION ALL SELECT bats, 'sacrifice_bunt', count(*), count(*) FILTER (bunt), count(*) FILTER (sacrifice) FROM turns
WHERE finished AND NOT pitcher AND outs < 2 AND ((on1 AND NOT on2) OR (on2 AND NOT on3)) GROUP BY bats
UNION ALL SELECT fields, 'intentional_walk', count(*) FILTER (finished), count(*) FILTER (intentional), NULL
FROM turns GROUP BY fields
UNION ALL SELECT bats, 'runner_going', if(went, count(*), NULL), if(went, count(*) FILTER (going), NULL), NULL
FROM turns, (SELECT bool_or(PITCH_SEQ_TX LIKE '%>%') AS went FROM cw)
WHERE pitches > 0 AND ((on1 AND NOT on2) OR (on2 AND NOT on3)) GROUP BY bats, went
UNION ALL SELECT fields, 'pitchout', sum(pitches), sum(pitchouts), NULL FROM turns
WHERE (on1 AND NOT on2) OR (on2 AND NOT on3) GROUP BY fields
"""


def test_a_season_is_counted_as_duckdb_counts_it(real: dict[str, pa.Table], season: duckdb.DuckDBPyConnection):
    table = season_tables.one("manager_tendency", **real, substitution=[], ejection=[])
    found = {(row["club"], row["tendency"]): row for row in table}
    wanted = season.execute(ORACLE).fetchall()
    assert len(wanted) == 6 * 30
    for club, tendency, *numbers in wanted:
        for field, number in zip(("chances", "attempts", "successes"), numbers, strict=True):
            if number is not None:
                assert found[club, tendency][field] == number, (club, tendency, field)
    every = season.execute("SELECT count(*) FILTER (RUN1_SB_FL = 'T' OR RUN1_CS_FL = 'T') FROM cw").fetchone()[0]
    steals = [row for (_, tendency), row in found.items() if tendency == "steal_of_second"]
    assert sum(row["attempts"] + row["outside_chances"] for row in steals) == every
    used = season.execute("SELECT BAT_TEAM_ID FROM cw GROUP BY ALL").fetchall()
    assert {club for club, _ in found} == {club for (club,) in used}


def test_a_seasons_run_expectancy_is_that_of_duckdb(real: dict[str, pa.Table], season: duckdb.DuckDBPyConnection):
    made = {name: real[name] for name in ("event", "game", "club_game")}
    table = season_tables.one("run_expectancy", **made)
    found = {(row["league"], row["outs"], row["bases"]): row for row in table}
    wanted = season.execute("""
        WITH halves AS (
            SELECT GAME_ID, INN_CT, BAT_HOME_ID, sum(EVENT_OUTS_CT::INTEGER) AS outs,
                sum(EVENT_RUNS_CT::INTEGER) AS runs
            FROM cw GROUP BY ALL
        )
        SELECT HOME_TEAM_LEAGUE_ID, cw.OUTS_CT::INTEGER, START_BASES_CD::INTEGER, count(*),
            avg(runs - INN_RUNS_CT::INTEGER), stddev_samp(runs - INN_RUNS_CT::INTEGER) / sqrt(count(*))
        FROM cw JOIN halves USING (GAME_ID, INN_CT, BAT_HOME_ID) JOIN cwgame USING (GAME_ID)
        WHERE outs = 3 AND (BAT_HOME_ID = '0' OR cw.INN_CT::INTEGER < 9)
            AND (START_BASES_CD <> END_BASES_CD OR EVENT_OUTS_CT <> '0' OR EVENT_RUNS_CT <> '0')
        GROUP BY ALL
    """).fetchall()
    assert len(wanted) == len(found) == 2 * 24
    for league, outs, bases, events, mean, error in wanted:
        row = found[league, outs, bases]
        assert (row["events"], row["mean_runs"], row["standard_error"]) == (
            events,
            pytest.approx(mean),
            pytest.approx(error),
        )
