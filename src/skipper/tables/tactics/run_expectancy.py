"""Table `run_expectancy`: expected runs to the end of the half-inning, from each of the 24 base-out states."""

from __future__ import annotations

import pyarrow as pa

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

_SCHEDULED = 9  # innings, if the file does not state them

TABLE = Table(
    name="run_expectancy",
    grain="one row per season, league, outs and occupied bases",
    key=("season", "league", "outs", "bases"),
    sources="event, game, club_game",
    notes=(
        "Excludes events that change neither bases, outs nor score, and half-innings with fewer than three outs, "
        "after Marchi and Albert, Analyzing Baseball Data with R, chapter 5. Bottom halves from the last scheduled "
        "inning on are excluded entirely (our choice), because a half that ends with the winning run has fewer than "
        "three "
        "outs, and excluding only such halves would bias the rest. A game counts for the home club's league, whose "
        "rules apply (our choice). Games in an unknown league are excluded. States that never occurred have no row. "
        "Only regular-season games count, according to `game.game_type`."
    ),
    columns=pick(
        SHARED,
        "season",
        Column("league", "string", "league of the home club", required=True),
        Column("outs", "int", "outs before the event, 0 to 2", required=True),
        Column("bases", "int", "occupied bases before the event: first 1, second 2, third 4, summed", required=True),
        Column("events", "int", "events that began in this state", required=True),
        Column("mean_runs", "double", "mean runs from the event to the end of the half-inning", required=True),
        Column(
            "standard_error",
            "double",
            "standard error of mean_runs, computed as if events were independent; events in one half-inning "
            "are not, so "
            "it is slightly too small; null for a single event",
        ),
    ),
    checks=(
        Check(
            "run_expectancy: states are among the 24",
            "SELECT * FROM run_expectancy WHERE outs NOT BETWEEN 0 AND 2 OR bases NOT BETWEEN 0 AND 7 "
            "OR mean_runs < 0 OR events < 1",
            "a state is not one of the 24",
        ),
        Check(
            "run_expectancy: no more events than in event",
            "SELECT season FROM run_expectancy GROUP BY season "
            "HAVING sum(events) > (SELECT count(*) FROM event WHERE event.season = run_expectancy.season)",
            "a season has more events in this table than in event",
        ),
    ),
    rows_need=("event",),
    looks_back=0,
)

INPUTS = {
    "states": f"""
WITH rules AS (
    SELECT g.game_id, c.league, coalesce(g.scheduled_innings, {_SCHEDULED}) AS scheduled
    FROM game AS g JOIN club_game AS c ON c.game_id = g.game_id AND c.is_home
    WHERE g.game_type = 'regular' AND g.has_plays AND c.league IS NOT NULL
),
counted AS (
    SELECT
        e.season, r.league, e.outs_before AS outs, e.bases_before AS bases,
        e.bases_after <> e.bases_before OR e.outs_on_play > 0 OR e.runs_on_event > 0 AS changed,
        max(e.batting_score_before + e.runs_on_event) OVER half - e.batting_score_before AS runs,
        max(e.outs_before + e.outs_on_play) OVER half AS outs_of_half
    FROM event AS e JOIN rules AS r ON r.game_id = e.game_id
    WHERE e.half = 'top' OR e.inning < r.scheduled
    WINDOW half AS (PARTITION BY e.game_id, e.inning, e.half)
)
SELECT
    season, league, outs, bases, count(*)::INTEGER AS events, avg(runs) AS mean_runs,
    stddev_samp(runs) / sqrt(count(*)) AS standard_error
FROM counted WHERE outs_of_half = 3 AND changed
GROUP BY season, league, outs, bases ORDER BY league, outs, bases
"""
}


def run_expectancy(season: int, states: pa.Table) -> pa.Table:
    """Return a season's states. Made after the season, this estimate costs only itself if it fails."""
    del season  # the states are the season's
    return states
