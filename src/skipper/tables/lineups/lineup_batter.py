"""Table `lineup_batter`: the batters that a club could start in a game, with their rates before the game."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.calculations.batter_rates import batter_rates
from skipper.definitions.columns import PLAYER, SHARED
from skipper.definitions.lineups import LEAST_STARTS, outcome_sql
from skipper.lake.contract import Check, Column, Table, pick
from skipper.lineups.known import SEASON_WEIGHTS
from skipper.lineups.rates import OUTCOMES

RECENT = 7  # days

_RATES = f"by outcome of a plate appearance: {', '.join(OUTCOMES)}; null if unknown"
TABLE = Table(
    name="lineup_batter",
    grain="one row per batter and club-game with play-by-play: the batters in the lineup, and others who had appeared "
        "for "
    f"the club in the {RECENT} days before and had already started a game",
    key=("game_id", "club", "player_id"),
    sources="plate_appearance, lineup, club_game, game",
    notes="Everything is from plate appearances before the game's day, in its season and the two before. Those at "
    "another level count relative to what an average player of the game's level would do there. Rates are shrunk "
    "toward the line of the level's batters with as much playing time and the same usual position. See "
    "docs/lineup_model.md. A pitcher who bats has the line of the slot where starting pitchers bat, pinch hitters "
    "included. The only pitcher with a row is the game's starting pitcher, if the pitcher bats.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        "date",
        "club",
        *PLAYER,
        Column("bats", "string", "L, R or B (both); null if unknown"),
        Column("slot", "int", "slot in the game's lineup; null if not in it"),
        Column("position", "int", "position in the game's lineup, as in lineup; null if not in it"),
        Column("positions", "array<int>", "positions 2 to 9 at which the player started in this game, or "
               f"{LEAST_STARTS} times earlier in the three seasons",
               required=True),
        Column("bats_as_pitcher", "boolean", "whether the player is the starting pitcher and bats", required=True),
        Column("plate_appearances", "double", "before the game, weighted 1, 0.8 and 0.6 by season", required=True),
        Column("rates", "array<double>", f"in this game, against its starting pitcher and relievers, {_RATES}"),
        Column("rates_vs_left", "array<double>", f"the same with an average left-handed starter, {_RATES}"),
        Column("rates_vs_right", "array<double>", f"the same with an average right-handed starter, {_RATES}"),
    ),
    checks=(
        Check(
            "lineup_batter: rates sum to 1",
            "SELECT game_id, club, player_id FROM lineup_batter WHERE abs(list_sum(rates) - 1) > 1e-9 "
            "OR abs(list_sum(rates_vs_left) - 1) > 1e-9 OR abs(list_sum(rates_vs_right) - 1) > 1e-9",
            "a batter's rates do not sum to 1",
        ),
        Check(
            "lineup_batter: every batter in lineup has a row",
            "SELECT game_id, club, player_id FROM lineup JOIN game USING (game_id) WHERE has_plays "
            "AND (game_id, club, player_id, slot) NOT IN (SELECT (game_id, club, player_id, slot) FROM lineup_batter "
            "WHERE slot IS NOT NULL) AND lineup.season IN (SELECT season FROM lineup_batter)",
            "a batter in a lineup is missing",
        ),
    ),
    rows_need=("plate_appearance",),
    looks_back=len(SEASON_WEIGHTS) - 1,
    keeps="day",
)  # fmt: skip

_ESTIMATES = ("plate_appearances", "rates", "rates_vs_left", "rates_vs_right")
_STATED = tuple(name for name in TABLE.column_names if name not in _ESTIMATES)
_LEAGUE = "coalesce(h.league, '')"
# Talent is fitted iteratively, so another order of the plays changes digits after the sixth, and an object store
# returns its files' rows in another order.
INPUTS = {
    "plays": f"""
SELECT
    p.season, g.date, {_LEAGUE} AS league, coalesce(h.level, '') AS level,
    coalesce(p.batter_person_id, p.batter_id) AS batter, coalesce(p.pitcher_person_id, p.pitcher_id) AS pitcher,
    p.batter_position AS position, p.batter_hand AS side, p.pitcher_hand AS hand,
    p.batting_club = g.home_club AS at_home, g.home_club, g.visitor_club,
    coalesce(p.pitcher_id = c.opposing_starter_id, false) AS from_starter,
    coalesce(p.batter_position = 1, false) AS pitcher_bats, coalesce(l.position = 1, false) AS pitcher_slot,
    {outcome_sql("p.result", OUTCOMES)} AS outcome
FROM plate_appearance AS p
JOIN game AS g ON g.game_id = p.game_id
JOIN club_game AS h ON h.game_id = p.game_id AND h.is_home
JOIN club_game AS c ON c.game_id = p.game_id AND c.club = p.batting_club
LEFT JOIN lineup AS l ON l.game_id = p.game_id AND l.club = p.batting_club AND l.slot = p.slot
WHERE NOT p.is_sacrifice_bunt
ORDER BY g.date, p.game_id, p.number
""",
    "batters": f"""
WITH appeared AS (
    SELECT l.club, coalesce(l.player_person_id, l.player_id) AS person, l.player_id, g.date
    FROM lineup AS l JOIN game AS g ON g.game_id = l.game_id WHERE l.position IS DISTINCT FROM 1
    UNION
    SELECT p.batting_club, coalesce(p.batter_person_id, p.batter_id), p.batter_id, g.date
    FROM plate_appearance AS p JOIN game AS g ON g.game_id = p.game_id WHERE p.batter_position IS DISTINCT FROM 1
),
placed AS (
    SELECT person, list({{position: position, known_day: known_day}} ORDER BY position) AS places
    FROM (
        SELECT coalesce(l.player_person_id, l.player_id) AS person, l.position,
            min(g.date, {LEAST_STARTS})[{LEAST_STARTS}] AS known_day
        FROM lineup AS l JOIN game AS g ON g.game_id = l.game_id WHERE l.position BETWEEN 2 AND 9 GROUP BY ALL
    ) GROUP BY person
),
person AS (
    SELECT coalesce(l.player_person_id, l.player_id) AS person, any_value(l.player_person_id) AS player_person_id,
        max(l.player_name) AS player_name, max(l.bats) AS bats,
        min(g.date) FILTER (l.position IS DISTINCT FROM 1) AS first_day
    FROM lineup AS l JOIN game AS g ON g.game_id = l.game_id GROUP BY ALL
),
card AS (
    SELECT l.game_id, l.club, coalesce(l.player_person_id, l.player_id) AS person, l.player_id, l.slot, l.position
    FROM lineup AS l JOIN game AS g ON g.game_id = l.game_id WHERE g.has_plays AND l.season = $season
),
candidate AS (
    SELECT game_id, club, person, player_id FROM card
    UNION
    SELECT c.game_id, c.club, a.person, a.player_id
    FROM club_game AS c JOIN game AS g ON g.game_id = c.game_id
    JOIN appeared AS a ON a.club = c.club AND a.date < c.date AND a.date >= c.date - {RECENT}
    JOIN person AS n ON n.person = a.person AND n.first_day < c.date
    WHERE g.has_plays AND c.season = $season
        AND NOT EXISTS (FROM card AS k WHERE k.game_id = c.game_id AND k.club = c.club AND k.person = a.person)
),
found AS (
    SELECT
        k.game_id, c.season, c.date, k.club, k.player_id, n.player_person_id, n.player_name, n.bats, d.slot, d.position,
        coalesce([p.position FOR p IN s.places
            IF coalesce(p.known_day < c.date, false) OR p.position = d.position], []) AS positions,
        coalesce(d.position = 1, false) AS bats_as_pitcher, k.person AS batter, {_LEAGUE} AS league,
        coalesce(h.level, '') AS level, c.opponent, c.is_home AS at_home, c.opposing_starter_throws AS hand,
        coalesce(o.starting_pitcher_person_id, c.opposing_starter_id) AS starter
    FROM candidate AS k
    JOIN club_game AS c ON c.game_id = k.game_id AND c.club = k.club
    JOIN club_game AS o ON o.game_id = k.game_id AND o.club <> k.club
    JOIN club_game AS h ON h.game_id = k.game_id AND h.is_home
    LEFT JOIN card AS d ON d.game_id = k.game_id AND d.club = k.club AND d.player_id = k.player_id
    LEFT JOIN person AS n ON n.person = k.person
    LEFT JOIN placed AS s ON s.person = k.person
)
SELECT f.*, k.game_id IS NOT NULL AS is_kept, {", ".join(f"k.{name}" for name in _ESTIMATES)}
FROM found AS f
LEFT JOIN kept AS k ON {" AND ".join(f"k.{name} IS NOT DISTINCT FROM f.{name}" for name in _STATED)}
ORDER BY f.game_id, f.club, f.player_id
""",
}


def lineup_batter(season: int, plays: pa.Table, batters: pa.Table) -> pa.Table:
    """Return the season's batters, from `plays` in that season and earlier seasons; some rows of `batters` are kept."""
    is_kept = batters["is_kept"].to_numpy()
    made = batters.filter(pa.array(~is_kept))
    rates = batter_rates(season, plays, batters, ~is_kept)
    unknown = np.isnan(rates.rates).any(1)
    made = made.set_column(
        made.schema.get_field_index("plate_appearances"), "plate_appearances", pa.array(rates.appearances)
    )
    for name, values in (("rates", rates.rates), ("rates_vs_left", rates.vs_left), ("rates_vs_right", rates.vs_right)):
        array = pa.array(list(values), pa.list_(pa.float64()), mask=unknown | np.isnan(values).any(1))
        made = made.set_column(made.schema.get_field_index(name), name, array)
    rows = pa.concat_tables([batters.filter(pa.array(is_kept)).cast(made.schema), made])
    return rows.select(TABLE.column_names).sort_by([(name, "ascending") for name in TABLE.key])
