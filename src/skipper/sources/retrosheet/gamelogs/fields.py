"""The 161 fields of a Retrosheet game log record, in order.

Source: Retrosheet's own description of the files, www.retrosheet.org/gamelogs/glfields.txt.
"""

from __future__ import annotations

_BATTING = [
    "at_bats",
    "hits",
    "doubles",
    "triples",
    "home_runs",
    "rbi",
    "sacrifice_hits",
    "sacrifice_flies",
    "hit_by_pitch",
    "walks",
    "intentional_walks",
    "strikeouts",
    "stolen_bases",
    "caught_stealing",
    "grounded_into_double_plays",
    "catcher_interference",
    "left_on_base",
]
_PITCHING = ["pitchers_used", "individual_earned_runs", "team_earned_runs", "wild_pitches", "balks"]
_FIELDING = ["putouts", "assists", "errors", "passed_balls", "double_plays", "triple_plays"]
_SIDES = ("visitor", "home")


def _statistics(side: str) -> list[str]:
    return [f"{side}_{name}" for name in (*_BATTING, *_PITCHING, *_FIELDING)]


def _people(*roles: str) -> list[str]:
    return [f"{role}_{part}" for role in roles for part in ("id", "name")]


def _lineup(side: str) -> list[str]:
    return [f"{side}_{slot}_{part}" for slot in range(1, 10) for part in ("id", "name", "position")]


FIELDS: tuple[str, ...] = (
    "date",
    "game_number",
    "day_of_week",
    "visitor_club",
    "visitor_league",
    "visitor_game_number",
    "home_club",
    "home_league",
    "home_game_number",
    "visitor_score",
    "home_score",
    "outs_played",
    "day_night",
    "completion",
    "forfeit",
    "protest",
    "park_id",
    "attendance",
    "duration_minutes",
    "visitor_line_score",
    "home_line_score",
    *_statistics("visitor"),
    *_statistics("home"),
    *_people(*(f"umpire_{base}" for base in ("home", "1b", "2b", "3b", "lf", "rf"))),
    *_people(*(f"{side}_manager" for side in _SIDES)),
    *_people("winning_pitcher", "losing_pitcher", "saving_pitcher", "game_winning_rbi"),
    *_people(*(f"{side}_starting_pitcher" for side in _SIDES)),
    *_lineup("visitor"),
    *_lineup("home"),
    "additional_information",
    "acquisition",
)

SCORES = ("visitor_score", "home_score")
POSITIONS = tuple(f"{side}_{slot}_position" for side in _SIDES for slot in range(1, 10))
NUMBERS = frozenset(
    [
        "visitor_game_number",
        "home_game_number",
        *SCORES,
        "outs_played",
        "attendance",
        "duration_minutes",
        *_statistics("visitor"),
        *_statistics("home"),
        *POSITIONS,
    ]
)
UNKNOWN = -1  # Retrosheet's marker, before 1950, for a count that no source gives
NEVER_UNKNOWN = frozenset([*SCORES, *POSITIONS, "visitor_game_number", "home_game_number"])
