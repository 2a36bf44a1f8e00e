"""Play by play for the tiny lake: the first game of 2031, which the game logs have, and one of 2034 that they lack.

In 2034 Nia Newman is Alpha's manager all season by the record book; nobody knows Beta's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from skipper.lake.contract import Table
from skipper.tables import (
    catalogue,
    ejection,
    event,
    event_game,
    event_lineup,
    manager_tendency,
    pitching_appearance,
    plate_appearance,
    run_expectancy,
    substitution,
)
from skipper.tables.tendency.definitions import TENDENCIES
from tiny_lake import MEN, PITCHER, write_lake

PLAYS = (
    event.TABLE,
    plate_appearance.TABLE,
    pitching_appearance.TABLE,
    substitution.TABLE,
    event_game.GAME,
    event_game.CLUB_GAME,
    event_lineup.TABLE,
    ejection.TABLE,
    run_expectancy.TABLE,
    manager_tendency.TABLE,
)
LOGGED, UNLOGGED = "ALP203104010", "BET203404020"
NEWMAN, ROOKIE = "newmn801", "rooki001"


def tables() -> Sequence[Table]:
    """The catalogue's tables and those of plays."""
    known = {table.name for table in catalogue.TABLES}
    return (*catalogue.TABLES, *(table for table in PLAYS if table.name not in known))


def write_lake_with_plays(lake: Path, more: dict[str, list[dict[str, Any]]] | None = None) -> Path:
    """The tiny lake with these plays, and `more` rows."""
    rows = _rows()
    for name, added in (more or {}).items():
        rows[name] = [*rows.get(name, []), *added]
    return write_lake(lake, tables=tables(), more=rows)


def _rows() -> dict[str, list[dict[str, Any]]]:
    return {
        "person": [
            {"person_id": "p-newman", "name": "Nia Newman", "retrosheet_id": NEWMAN},
            {"person_id": "p-rookie", "name": "Rip de Rookie", "last_name": "de Rookie", "retrosheet_id": ROOKIE},
        ],
        "event_game": [
            {"game_id": LOGGED, "season": 2031, "game_type": "regular"},
            {"game_id": UNLOGGED, "season": 2034, "game_type": "regular"},
        ],
        "event_club_game": [*_sides()],
        "event_lineup": [
            {"game_id": game, "season": season, "club": "ALP", "slot": slot, "player_id": man, "player_name": name}
            | {"player_person_id": _person(man), "position": position}
            for game, season, slot, man, name, position in (
                (LOGGED, 2031, 1, "scrip001", "<script>", 4),
                (LOGGED, 2031, 2, "twina001", "Al Twin", 4),
                (UNLOGGED, 2034, 1, ROOKIE, "Rip de Rookie", 7),
                (UNLOGGED, 2034, 2, PITCHER, "Bo Marsh", 1),
            )
        ],
        "plate_appearance": [*_turns()],
        "substitution": [*_changes()],
        "manager_tendency": [
            *_tendencies(2031, "marsj801", "p-marsh", "José Marsh", "game_log", chances=40, attempts=4),
            *_tendencies(2034, "marsj801", "p-marsh", "José Marsh", "game_log", chances=10, attempts=3),
            *_tendencies(2034, NEWMAN, "p-newman", "Nia Newman", "lahman_whole_season", chances=20, attempts=2),
        ],
    }


def _sides() -> list[dict[str, Any]]:
    logged = {"game_id": LOGGED, "season": 2031, "date": date(2031, 4, 1), "game_number": "0", "league": "IL"}
    other = {"game_id": UNLOGGED, "season": 2034, "date": date(2034, 4, 2), "game_number": "0", "league": "IL"}
    marsh = {"manager_id": "marsj801", "manager_person_id": "p-marsh", "manager_name": "José Marsh"}
    newman = {"credited_manager_id": NEWMAN, "manager_person_id": "p-newman", "manager_name": "Nia Newman"}
    return [
        {**logged, **marsh, "club": "ALP", "opponent": "BET", "is_home": True, "runs": 5, "manager_source": "game_log"},
        {**logged, "club": "BET", "opponent": "ALP", "runs": 2},
        {
            **other,
            **newman,
            "club": "ALP",
            "opponent": "BET",
            "runs": 3,
            "manager_source": "lahman_whole_season",
            "starting_pitcher_id": PITCHER,
            "opposing_starter_throws": "R",
        },
        {**other, "club": "BET", "opponent": "ALP", "is_home": True, "runs": 4},
    ]


def _turns() -> list[dict[str, Any]]:
    """Who batted for Alpha: (game, season, number, man, slot, hand faced, starter, pinch hitter)."""
    turns = [
        (LOGGED, 2031, 1, "scrip001", 1, "L", True, False),
        (LOGGED, 2031, 2, "twina001", 2, "L", True, False),
        (LOGGED, 2031, 9, "scrip001", 1, "R", True, False),
        (UNLOGGED, 2034, 1, ROOKIE, 1, "R", True, False),
        (UNLOGGED, 2034, 2, PITCHER, 2, "R", True, False),
        (UNLOGGED, 2034, 5, ROOKIE, 1, None, True, False),
        (UNLOGGED, 2034, 6, "scrip001", 2, "R", False, True),
    ]
    return [
        {
            "game_id": game,
            "season": season,
            "number": number,
            "batting_club": "ALP",
            "fielding_club": "BET",
            "batter_id": man,
            "batter_person_id": _person(man),
            "pitcher_hand": hand,
            "slot": slot,
            "batter_position": 11 if pinch else (1 if man == PITCHER else 7),
            "is_starter": starter,
            "is_pinch_hitter": pinch,
        }
        for game, season, number, man, slot, hand, starter, pinch in turns
    ]


def _changes() -> list[dict[str, Any]]:
    game = {"game_id": UNLOGGED, "season": 2034, "club": "ALP", "inning": 7, "half": "top", "outs": 1, "slot": 2}
    batted = {"kind": "pinch_hitter", "position": 11, "mid_inning": True, "sequence": 1}
    stayed = {"kind": "defensive", "position": 8, "half": "bottom", "outs": 0, "sequence": 2, "slot": 1}
    return [
        {**game, **batted, **_replaced("scrip001", PITCHER)},
        {**game, **stayed, **_replaced("twina001", ROOKIE)},
    ]


def _replaced(man: str, other: str) -> dict[str, str]:
    person, replaced = _person(man), _person(other)
    return {"player_id": man, "player_person_id": person, "replaced_id": other, "replaced_person_id": replaced}


def _person(man: str) -> str:
    return "p-rookie" if man == ROOKIE else MEN[man][0]


def _tendencies(
    season: int, man: str, person: str, name: str, source: str, chances: int, attempts: int
) -> list[dict[str, Any]]:
    """A row for every tendency; pitches are not known, and the league does it in one of ten chances."""
    facts = {"season": season, "league": "IL", "club": "ALP", "manager_id": man, "manager_person_id": person}
    facts |= {"manager_name": name, "manager_source": source, "games": 1}
    rows = []
    for one in TENDENCIES:
        known = one.name not in ("runner_going", "pitchout")
        counts = {"chances": chances, "attempts": attempts, "rate": attempts / chances, "rate_low": 0.05}
        counts |= {"rate_high": 0.4, "league_chances": 100, "league_attempts": 10, "league_rate": 0.1}
        counts |= {"index": 1000 * attempts / chances, "successes": 1 if one.success else None}
        rows.append({**facts, "tendency": one.name, "unit": one.unit, **(counts if known else {})})
    return rows
