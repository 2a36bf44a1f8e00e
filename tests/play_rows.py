"""Rows of the tables of plays, written by hand, and what the tables of tactics make of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

import season_tables
from skipper.build.graph import graph

DAY = date(2031, 4, 1)
EMPTY = {"int": 0, "long": 0, "string": "", "boolean": False, "date": DAY}
PLAYS = (
    "event",
    "plate_appearance",
    "pitching_appearance",
    "substitution",
    "ejection",
    "game",
    "club_game",
    "lineup",
)

Row = dict[str, Any]
Counts = tuple[int | None, ...]


def tables(**rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The tables of plays with these rows; a required column that a row does not name is nought or empty."""
    assert set(rows) <= set(PLAYS), rows.keys()
    made: dict[str, list[Row]] = {}
    for name in PLAYS:
        columns = graph().nodes[name].table.columns
        blank = {column.name: EMPTY.get(column.type, []) for column in columns if column.required}
        made[name] = [{**blank, "season": 2031, **row} for row in rows.get(name, ())]
    return made


def tendencies(**rows: Iterable[Row]) -> dict[tuple[str, str], Row]:
    """Rows of manager_tendency by club and tendency."""
    found = season_tables.one("manager_tendency", **tables(**rows))
    return {(row["club"], row["tendency"]): row for row in found}


def in_games(club: str = "ALP", **rows: Iterable[Row]) -> dict[str, Counts]:
    """Counts per tendency, summed over the club's games: null where no game's is known."""
    found: dict[str, Counts] = {}
    for row in season_tables.one("tendency_count", **tables(**rows)):
        if row["club"] == club:
            both = zip(found.get(row["tendency"], (None,) * 4), counts(row), strict=True)
            found[row["tendency"]] = tuple(None if a is None and b is None else (a or 0) + (b or 0) for a, b in both)
    return found


def sides(games: int = 1, **more: Any) -> dict[str, list[Row]]:
    """Games of Alpha, visitor, against Beta, a day each, with a manager for Alpha alone."""
    game_rows, club_rows = [], []
    for number in range(games):
        game = {"game_id": f"g{number}", "date": DAY + timedelta(number)}
        game_rows.append({**game, "game_type": "regular", "has_plays": True, "uses_designated_hitter": True, **more})
        for club, opponent in (("ALP", "BET"), ("BET", "ALP")):
            man = {"manager_id": "m", "manager_person_id": "p-m", "manager_source": "game_log"} if club == "ALP" else {}
            starters = {"starting_pitcher_id": f"{club}-s", "opposing_starter_id": f"{opponent}-s"}
            side = {"club": club, "opponent": opponent, "league": "IL", "is_home": club == "BET", "pitchers_used": 3}
            club_rows.append({**game, **side, **starters, **man})
    return {"game": game_rows, "club_game": club_rows}


def turn(number: int, bases: int, outs: int = 0, **more: Any) -> Row:
    """One event that is a whole plate appearance of Alpha."""
    return {
        "game_id": "g0",
        "event_number": number,
        "plate_appearance_number": number,
        "batting_club": "ALP",
        "fielding_club": "BET",
        "bases_before": bases,
        "outs_before": outs,
        "starts_plate_appearance": True,
        "ends_plate_appearance": True,
        "batter_position": 7,
        "event_type": "other",
        **more,
    }


def counts(row: Row) -> Counts:
    return row["chances"], row["attempts"], row["successes"], row["outside_chances"]
