"""Directive `pitch`: limits on every game pitched, judged by play-by-play.

A broken limit is a miss, even if other limits are unknown. If no limit is known to be broken and at least one is
unknown, the game cannot be judged. SQL's OR behaves the same way: true before null before false.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from skipper.answers.answer import Row
from skipper.answers.directives.kinds.kind import Kind
from skipper.answers.directives.values import Strict, Truth, Whole, wrong
from skipper.answers.interval import Z

_LIMITS = {
    "max_pitches": "at most {} pitches",
    "max_batters": "at most {} batters",
    "max_times_through_order": "at most {} times through the order",
    "max_innings": "at most {} innings",
    "max_innings_season": "at most {} innings in the season",
    "min_rest_days": "at least {} days of rest",
    "not_consecutive_days": "not on consecutive days",
    "role": "as {}",
}
_ROLE_WORDS = {"starter": "starting pitcher", "bullpen": "reliever"}


class Pitch(Strict):
    """Use of a pitcher: one or more limits, each applied to every game pitched. Requires play-by-play."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    max_pitches: Annotated[Whole, Field(ge=1, le=300)] | None = Field(None, description="Most pitches in a game.")
    max_batters: Annotated[Whole, Field(ge=1, le=100)] | None = Field(None, description="Most batters in a game.")
    max_times_through_order: Annotated[Whole, Field(ge=1, le=10)] | None = Field(
        None, description="Maximum number of times facing one slot of the batting order in a game."
    )
    max_innings: Annotated[Whole, Field(ge=1, le=30)] | None = Field(None, description="Most innings in a game.")
    max_innings_season: Annotated[Whole, Field(ge=1, le=700)] | None = Field(
        None, description="Maximum number of innings in the season, for all clubs together."
    )
    min_rest_days: Annotated[Whole, Field(ge=0, le=60)] | None = Field(
        None, description="Minimum number of days between two appearances; 0 allows pitching on the next day."
    )
    not_consecutive_days: Truth | None = Field(None, description="No appearance on the day after an appearance.")
    role: Literal["starter", "bullpen"] | None = Field(
        None, description="Only as the starting pitcher, or only in relief."
    )

    @model_validator(mode="after")
    def _something(self) -> Pitch:
        if not self.model_dump(exclude_none=True):
            raise wrong(f"expected one or more of {', '.join(type(self).model_fields)}")
        return self


# Regular-season club-games, and whether the lake has their plays.
_PITCHED_SIDE = """
SELECT g.season, g.game_id, g.date, g.game_number, g.club, g.manager_id, g.manager_person_id, g.manager_name,
    g.manager_source, g.opposing_starter_throws AS opposing_hand, k.has_plays
FROM club_game AS g
JOIN game AS k ON k.season = g.season AND k.game_id = g.game_id
WHERE g.season IN ({seasons}) AND k.season IN ({seasons}) AND g.game_type = 'regular'
"""

# An outing is all of a pitcher's time on the mound in one regular-season game. rest_of_day is the rest before the
# day's first game: 0 after pitching the day before. Rest counts all games, season outs only regular-season ones. The
# day is the day the pitcher took the mound: in a suspended game possibly the resumption date, and that game then comes
# first.
_OUTING = """
SELECT r.* FROM (
    SELECT o.*, first_value(o.days_rest) OVER of_day AS rest_of_day,
        o.game_id <> first_value(o.game_id) OVER of_day AS second_of_day,
        CAST(sum(CASE WHEN s.game_id IS NOT NULL THEN o.outs END) OVER so_far AS INT) AS season_outs,
        s.game_id IS NOT NULL AS regular
    FROM (
        SELECT p.season, p.game_id, p.club, p.date, p.game_number, p.pitcher_person_id AS person_id,
            min(p.pitched_on) AS pitched_on, max(CASE WHEN p.is_starter THEN 1 ELSE 0 END) = 1 AS opened,
            CAST(sum(p.batters_faced) AS INT) AS batters, CAST(sum(p.outs) AS INT) AS outs,
            CASE WHEN count(p.pitches) = count(*) THEN CAST(sum(p.pitches) AS INT) END AS pitches,
            max(p.times_through_order_max) AS times, max(p.days_rest) AS days_rest
        FROM pitching_appearance AS p
        JOIN (SELECT DISTINCT season, person_id FROM directive WHERE kind = 'pitch') AS d
            ON d.season = p.season AND d.person_id = p.pitcher_person_id
        WHERE p.season IN ({seasons})
        GROUP BY p.season, p.game_id, p.club, p.date, p.game_number, p.pitcher_person_id
    ) AS o
    LEFT JOIN pitched_side AS s ON s.season = o.season AND s.game_id = o.game_id AND s.club = o.club
    WINDOW of_day AS (PARTITION BY o.season, o.person_id, o.pitched_on ORDER BY o.date, o.game_number, o.game_id),
        so_far AS (PARTITION BY o.season, o.person_id ORDER BY o.pitched_on, o.date, o.game_number, o.game_id)
) AS r WHERE r.regular
"""

# Every game of the directive's clubs from the start of the season. A game without play-by-play leaves the pitcher's
# rest and innings unknown for a while. A game's day is the day the pitcher took the mound, else the game's own date.
# Days are numbered within the year.
_PITCH_TIMELINE = """
SELECT t.*,
    sum(CASE WHEN t.has_plays THEN 0 ELSE 1 END) OVER (
        PARTITION BY t.plan, t.directive ORDER BY t.day, t.date, t.game_number, t.club
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS gaps,
    max(CASE WHEN NOT t.has_plays THEN t.day END) OVER (
        PARTITION BY t.plan, t.directive ORDER BY t.day, t.date, t.game_number, t.club
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS last_gap,
    max(CASE WHEN NOT t.has_plays THEN t.day END) OVER (
        PARTITION BY t.plan, t.directive ORDER BY t.day
        RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS last_gap_day
FROM (
    SELECT d.plan, d.directive, d.person_id, s.*, dayofyear(coalesce(o.pitched_on, s.date)) AS day,
        o.game_id IS NOT NULL AS pitched, o.opened, o.batters, o.outs, o.pitches, o.times, o.days_rest, o.rest_of_day,
        o.second_of_day, o.season_outs
    FROM directive AS d
    JOIN directive_club AS c ON c.plan = d.plan AND c.directive = d.directive
    JOIN pitched_side AS s ON s.season = d.season AND s.club = c.club AND s.date <= d.through
    LEFT JOIN outing AS o ON o.season = s.season AND o.game_id = s.game_id AND o.club = s.club
        AND o.person_id = d.person_id
    WHERE d.kind = 'pitch'
) AS t
"""

# For each limit, whether the outing broke it: false if the plan has no such limit, null if unknown.
_LIMITED = """
SELECT t.*, d.required, d.max_pitches, d.max_batters, d.max_times_through_order, d.max_innings, d.max_innings_season,
    d.min_rest_days, d.not_consecutive_days, d.role,
    CASE WHEN d.max_pitches IS NULL THEN FALSE ELSE t.pitches > d.max_pitches END AS over_pitches,
    coalesce(t.batters > d.max_batters, FALSE) AS over_batters,
    coalesce(t.times > d.max_times_through_order, FALSE) AS over_times,
    coalesce(t.outs > 3 * d.max_innings, FALSE) AS over_innings,
    CASE WHEN d.max_innings_season IS NULL THEN FALSE
        WHEN t.season_outs > 3 * d.max_innings_season THEN TRUE
        WHEN t.gaps = 0 THEN FALSE END AS over_season,
    CASE WHEN d.min_rest_days IS NULL THEN FALSE
        WHEN t.second_of_day OR t.days_rest < d.min_rest_days THEN TRUE
        WHEN t.day - t.last_gap - 1 < d.min_rest_days THEN NULL ELSE FALSE END AS too_soon,
    CASE WHEN d.not_consecutive_days IS NULL THEN FALSE
        WHEN t.rest_of_day = 0 THEN TRUE
        WHEN t.last_gap_day = t.day - 1 THEN NULL ELSE FALSE END AS day_after,
    CASE WHEN d.role = 'starter' THEN NOT t.opened WHEN d.role = 'bullpen' THEN t.opened ELSE FALSE END AS wrong_role,
    u.reason AS unavailable
FROM pitch_timeline AS t
JOIN directive AS d ON d.plan = t.plan AND d.directive = t.directive
LEFT JOIN unavailable AS u ON u.plan = t.plan AND u.person_id = t.person_id AND u.day = t.date
WHERE t.date >= d.first_day AND t.date <= d.last_day
"""

_PITCH_JUDGED = """
SELECT b.*,
    CASE WHEN NOT b.has_plays THEN 'no play-by-play for the game'
        WHEN NOT b.pitched THEN 'did not pitch'
        WHEN b.unavailable IS NOT NULL THEN concat('unavailable: ', b.unavailable)
        WHEN b.broken IS NULL AND b.over_pitches IS NULL THEN 'pitches unknown'
        WHEN b.broken IS NULL THEN 'no play-by-play for an earlier game' END AS reason
FROM (
    SELECT t.*, t.over_pitches OR t.over_batters OR t.over_times OR t.over_innings OR t.over_season OR t.too_soon
        OR t.day_after OR t.wrong_role AS broken
    FROM limited AS t
) AS b
"""

# Batters faced beyond the limits, according to the limit exceeded most: all batters of a forbidden outing; for limits
# on pitches and outs, the excess share of the outing's batters.
_BEYOND = """
SELECT t.*, CASE WHEN t.broken THEN greatest(
        CASE WHEN t.too_soon OR t.day_after OR t.wrong_role THEN CAST(t.batters AS DOUBLE) ELSE 0.0 END,
        CASE WHEN t.over_batters THEN CAST(t.batters - t.max_batters AS DOUBLE) ELSE 0.0 END,
        CASE WHEN t.over_times THEN CAST(t.batters - 9 * t.max_times_through_order AS DOUBLE) ELSE 0.0 END,
        CASE WHEN t.over_pitches
            THEN CAST(t.batters * (t.pitches - t.max_pitches) AS DOUBLE) / t.pitches ELSE 0.0 END,
        CASE WHEN t.over_innings THEN CAST(t.batters * (t.outs - 3 * t.max_innings) AS DOUBLE) / t.outs ELSE 0.0 END,
        CASE WHEN NOT coalesce(t.over_season, FALSE) THEN 0.0
            WHEN t.season_outs - 3 * t.max_innings_season >= t.outs THEN CAST(t.batters AS DOUBLE)
            ELSE CAST(t.batters * (t.season_outs - 3 * t.max_innings_season) AS DOUBLE) / t.outs END
    ) END AS beyond
FROM pitch_judged AS t
"""

_INNINGS = "concat(CAST(CAST(floor({outs} / 3) AS INT) AS STRING), '.', CAST({outs} % 3 AS STRING))"

# The outing, expressed in the directive's terms.
_PITCH_GAME = """
SELECT t.plan, t.directive, t.game_id, t.season, t.date, t.game_number, t.club, t.manager_id, t.manager_person_id,
    t.manager_name, t.manager_source, t.opposing_hand, TRUE AS in_question, t.reason IS NULL AS applicable,
    CASE WHEN t.reason IS NULL THEN NOT t.broken END AS followed, {did} AS did,
    t.pitched AS started, CAST(NULL AS INT) AS slot, CASE WHEN t.opened THEN 1 END AS position,
    CAST(NULL AS INT) AS plate_appearances,
    CASE WHEN NOT t.has_plays THEN NULL WHEN NOT t.pitched THEN 'did not pitch' ELSE concat_ws(', ',
        CASE WHEN t.opened THEN 'started' ELSE 'in relief' END,
        CASE WHEN t.max_pitches IS NOT NULL THEN concat(coalesce(CAST(t.pitches AS STRING), 'unknown'), ' pitches') END,
        CASE WHEN t.max_batters IS NOT NULL THEN concat(CAST(t.batters AS STRING), ' batters') END,
        CASE WHEN t.max_times_through_order IS NOT NULL
            THEN concat(CAST(t.times AS STRING), ' times through the order') END,
        CASE WHEN t.max_innings IS NOT NULL THEN concat({innings}, ' innings') END,
        CASE WHEN t.max_innings_season IS NOT NULL THEN concat({season_innings}, ' innings of the season') END,
        CASE WHEN t.min_rest_days IS NULL AND t.not_consecutive_days IS NULL THEN NULL
            WHEN t.second_of_day THEN 'second game of the day'
            WHEN t.days_rest IS NULL THEN 'no game before'
            ELSE concat(CAST(t.days_rest AS STRING), ' days of rest') END) END AS observed,
    t.required, t.reason,
    CASE WHEN t.reason IS NULL THEN -t.beyond END AS plate_appearances_lost,
    CASE WHEN t.reason IS NULL THEN -CAST(ceil(t.beyond) AS DOUBLE) END AS plate_appearances_lost_low,
    CASE WHEN t.reason IS NULL THEN -CAST(floor(t.beyond) AS DOUBLE) END AS plate_appearances_lost_high,
    CASE WHEN t.pitched THEN -t.beyond END AS club_plate_appearances_lost,
    CASE WHEN t.pitched THEN -CAST(ceil(t.beyond) AS DOUBLE) END AS club_plate_appearances_lost_low,
    CASE WHEN t.pitched THEN -CAST(floor(t.beyond) AS DOUBLE) END AS club_plate_appearances_lost_high
FROM beyond AS t
""".format(
    innings=_INNINGS.format(outs="t.outs"),
    season_innings=_INNINGS.format(outs="t.season_outs"),
    did="CASE WHEN NOT t.has_plays THEN NULL WHEN t.pitched THEN NOT t.broken ELSE TRUE END",
)

# Projected innings under a season limit while the season runs. The projection assumes that future outings are as
# frequent, long and variable as past ones; it is null with fewer than FEWEST_OUTINGS or if a game is unknown. Innings
# for all clubs count.
FEWEST_OUTINGS = 5
_PACE = f"""
SELECT s.plan, s.directive, s.limit_outs, s.alone, s.heading, s.heading - {Z} * s.error AS heading_low,
    s.heading + {Z} * s.error AS heading_high
FROM (
    SELECT d.plan, d.directive, 3 * d.max_innings_season AS limit_outs,
        d.max_pitches IS NULL AND d.max_batters IS NULL AND d.max_times_through_order IS NULL
            AND d.max_innings IS NULL AND d.min_rest_days IS NULL AND d.not_consecutive_days IS NULL
            AND d.role IS NULL AS alone,
        sum(o.outs) * (1 + d.games_to_come / CAST(c.games AS DOUBLE)) AS heading,
        sqrt(count(*) * var_samp(o.outs) * d.games_to_come / c.games * (1 + d.games_to_come / CAST(c.games AS DOUBLE)))
            AS error
    FROM directive AS d
    JOIN (
        SELECT b.plan, b.directive, max(b.games) AS games, sum(b.unseen) AS unseen FROM (
            SELECT plan, directive, club, count(*) AS games, sum(CASE WHEN has_plays THEN 0 ELSE 1 END) AS unseen
            FROM pitch_timeline GROUP BY plan, directive, club
        ) AS b GROUP BY b.plan, b.directive
    ) AS c ON c.plan = d.plan AND c.directive = d.directive AND c.unseen = 0
    JOIN outing AS o ON o.season = d.season AND o.person_id = d.person_id AND o.date <= d.through
    WHERE d.max_innings_season IS NOT NULL AND NOT d.season_over AND d.games_to_come IS NOT NULL
    GROUP BY d.plan, d.directive, d.max_innings_season, d.max_pitches, d.max_batters, d.max_times_through_order,
        d.max_innings, d.min_rest_days, d.not_consecutive_days, d.role, d.games_to_come, c.games
    HAVING count(*) >= {FEWEST_OUTINGS}
) AS s
"""

BATTERS = (
    "Batters faced beyond the limits, as a negative number, by the limit exceeded most: all batters of a forbidden "
    "outing; for pitches and innings beyond a limit, the excess share of the outing's batters, with bounds in whole "
    "batters."
)


class Pitching(Kind[Pitch]):
    """A game pitched beyond a limit is a miss, which costs the batters faced beyond it."""

    name, order, part = "pitch", 5, Pitch
    example = """\
  # pitch: limits on every game pitched; judged if the lake has play-by-play for the club
  - id: innings
    player: Fifth Player
    pitch: {max_pitches: 95, min_rest_days: 4, max_innings_season: 150}
  - id: short-relief
    player: Sixth Player
    pitch: {role: bullpen, max_batters: 6, not_consecutive_days: true}
  - id: twice-around
    player: Seventh Player
    pitch: {role: starter, max_times_through_order: 2, max_innings: 6}
"""
    example_order = 5
    columns = (
        ("max_pitches", "int"),
        ("max_batters", "int"),
        ("max_times_through_order", "int"),
        ("max_innings", "int"),
        ("max_innings_season", "int"),
        ("min_rest_days", "int"),
        ("not_consecutive_days", "boolean"),
        ("role", "string"),
    )
    steps = (
        ("pitched_side", _PITCHED_SIDE),
        ("outing", _OUTING),
        ("pitch_timeline", _PITCH_TIMELINE),
        ("limited", _LIMITED),
        ("pitch_judged", _PITCH_JUDGED),
        ("beyond", _BEYOND),
        ("pitch_game", _PITCH_GAME),
    )
    pace = _PACE
    cost_method = BATTERS
    price_method = "pitch, because the model values batting alone"
    no_price = "Pitch directives have no price in runs, because the lineup model values batting alone."
    needs_plays = True
    only_played = True
    played = "pitched in"
    note = (
        "Pitch directives are judged by play-by-play, for each game pitched. Rest and season innings are based on "
        "the games with play-by-play in the lake."
    )

    def rule(self, part: Pitch) -> str:
        """Return the only rule: the limits."""
        return "limits"

    def row(self, part: Pitch) -> Row:
        """Return the limits; null means no limit."""
        return part.model_dump()

    def words(self, part: Pitch) -> str:
        """Return `pitch: at most 95 pitches`."""
        return f"pitch: {_limit_words(part)}"

    def required(self, part: Pitch, no: str) -> str:
        """Return the limits, which apply to each game."""
        return _limit_words(part)

    def projects(self, part: Pitch) -> bool:
        """Return whether the season's innings are limited."""
        return part.max_innings_season is not None

    def cost_words(self, cost: str, low: str, high: str, gained: bool) -> str:
        """Return `7 batters faced beyond the limits (5 to 9)`."""
        return f"{cost} batter{'' if cost == '1' else 's'} faced beyond the limits ({low} to {high})"


def _limit_words(asked: Pitch) -> str:
    """Return what a pitch directive requires of a game, in words: `at most 95 pitches, at least 4 days of rest`."""
    given = asked.model_dump(exclude_none=True)
    return ", ".join(_LIMITS[name].format(_ROLE_WORDS.get(value, value)) for name, value in given.items())


KIND = Pitching()
