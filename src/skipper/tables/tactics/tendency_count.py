"""Chances and attempts for every tendency in every club-game."""

from __future__ import annotations

from skipper.definitions.tendencies import OVER_PITCHES, TENDENCIES
from skipper.lake.contract import Table

TABLE = Table(
    name="tendency_count",
    grain="one row per game, club, tendency and source table",
    notes="A count is null if it is unknown or if the tendency does not define it.",
    published=False,
    rows_need=("event",),
)

# Per tendency: chances, attempts, successes, and attempts outside a chance; null if the tendency does not define one.
Tally = tuple[str, str, str, str]


def _share(chance: str, attempt: str) -> Tally:
    return f"count(*) FILTER ({chance})", f"count(*) FILTER (({chance}) AND {attempt})", "NULL", "NULL"


def _steals(base: str) -> Tally:
    chance, tries = f"can_steal_{base}", f"steals_{base} + caught_{base}"
    return (
        f"count(*) FILTER ({chance})",
        f"sum(if({chance}, {tries}, 0))",
        f"sum(if({chance}, steals_{base}, 0))",
        f"sum(if({chance}, 0, {tries}))",
    )


def _times(condition: str) -> Tally:
    return "0", f"count(*) FILTER ({condition})", "NULL", "NULL"


_BUNTS = "count(*) FILTER (can_bunt{})"
_AT_BAT = {
    "steal_of_second": _steals("second"),
    "steal_of_third": _steals("third"),
    "runner_going": (
        "sum(1) FILTER (can_steal AND pitches IS NOT NULL)",
        "sum(went::INTEGER) FILTER (can_steal AND pitches IS NOT NULL)",
        "NULL",
        "NULL",
    ),
    "sacrifice_bunt": (
        _BUNTS.format(""),
        _BUNTS.format(" AND bunted"),
        _BUNTS.format(" AND sacrificed"),
        "count(*) FILTER (finished AND NOT pitcher_bats AND sacrificed AND NOT can_bunt)",
    ),
}
_IN_THE_FIELD = {
    "intentional_walk": ("count(*) FILTER (finished)", "count(*) FILTER (walked)", "NULL", "NULL"),
    "pitchout": (
        "sum(pitches) FILTER (can_steal)",
        "sum(pitchouts) FILTER (can_steal)",
        "NULL",
        "sum(pitchouts) FILTER (NOT can_steal)",
    ),
}
_BOTH_HANDS = "hand IS NOT NULL AND opposing_starter_throws IS NOT NULL"
_STARTERS = {
    "platoon_advantage": (
        f"sum(1) FILTER ({_BOTH_HANDS})",
        f"sum((hand <> opposing_starter_throws)::INTEGER) FILTER ({_BOTH_HANDS})",
        "NULL",
        "NULL",
    ),
}
_PITCHERS = {
    "mid_inning_change": _share("NOT is_starter", "entry_mid_inning"),
    "third_time_through": _share("is_starter", "times_through_order_max >= 3"),
    **{
        f"over_{most}_pitches": _share("is_starter AND pitches IS NOT NULL", f"pitches > {most}")
        for most in OVER_PITCHES
    },
    "consecutive_days": _share("NOT is_starter", "pitched_day_before"),
    "three_in_four_days": _share("NOT is_starter", "days_of_four >= 3"),
    "closer_in_tie": _share("is_closer", "entry_score_difference = 0"),
    "closer_in_eighth": _share("is_closer", "entry_inning < scheduled_innings"),
}
# `substitution` has a row for each player in a double switch; count the pitchers.
_SUBSTITUTIONS = {
    "pinch_hitter": _times("kind = 'pinch_hitter'"),
    "pinch_runner": _times("kind = 'pinch_runner'"),
    "defensive_substitution": _times("kind = 'defensive'"),
    "double_switch": _times("kind = 'double_switch' AND position = 1"),
}
_EJECTIONS = {f"{role}_ejection": _times(f"role = '{role}'") for role in ("manager", "coach", "player")}
# A per-game tendency has a chance in every game, attempted or not. club_game already has the number of pitchers used.
_EVERY_GAME = {
    one.name: ("1", "any_value(pitchers_used)" if one.name == "pitchers_used" else "0", "NULL", "NULL")
    for one in TENDENCIES
    if one.measure == "count"
}


def _counted(tallies: dict[str, Tally], source: str, club: str = "club") -> str:
    rows = ", ".join(
        f"{{tendency: '{name}', chances: ({chances})::INTEGER, attempts: ({attempts})::INTEGER, "
        f"successes: ({successes})::INTEGER, outside_chances: ({outside})::INTEGER}}"
        for name, (chances, attempts, successes, outside) in tallies.items()
    )
    grouped = f"SELECT game_id, {club} AS club, [{rows}] AS tallies FROM {source} GROUP BY game_id, {club}"
    return f"SELECT game_id, club, unnest(tallies, recursive := true) FROM ({grouped})"


# Games without plays count nowhere here. Omit coaches in a season that has a coach of unknown club; otherwise only
# coaches who ran a game would remain.
_PLACED = """(
    SELECT * FROM ejection
    WHERE club IS NOT NULL AND game_id IN (SELECT game_id FROM tactics_side)
        AND NOT (role = 'coach' AND EXISTS (FROM ejection WHERE role = 'coach' AND club IS NULL))
)"""

SQL = "\nUNION ALL\n".join(
    (
        _counted(_AT_BAT, "turn_at_bat", "batting_club"),
        _counted(_IN_THE_FIELD, "turn_at_bat", "fielding_club"),
        _counted(_STARTERS, "starter_hand"),
        _counted(_PITCHERS, "reliever_rest"),
        _counted(_SUBSTITUTIONS, "substitution"),
        _counted(_EJECTIONS, _PLACED),
        _counted(_EVERY_GAME, "tactics_side"),
    )
)
