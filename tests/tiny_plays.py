"""Play by play for the tiny lake: the first game of 2031, which the game logs have, and one of 2034 that they lack.

In 2034 Nia Newman is Alpha's manager all season by Lahman; nobody knows Beta's. The lake has one of the season's four
games.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from skipper.definitions.tendencies import TENDENCIES
from tiny_lake import MEN, PITCHER, SEASONS, write_lake

LOGGED, UNLOGGED = "ALP203104010", "BET203404020"
NEWMAN, ROOKIE = "newmn801", "rooki001"
EVENTS = "retrosheet_event"
_GAME = {"game_id": UNLOGGED, "season": 2034, "date": date(2034, 4, 2), "game_number": "0", "game_type": "regular"}
_NEWMAN = {"manager_id": NEWMAN, "manager_person_id": "p-newman", "manager_name": "Nia Newman"}
_ALPHA = {"season": 2034, "club": "ALP"}


def write_lake_with_plays(lake: Path, more: dict[str, list[dict[str, Any]]] | None = None) -> Path:
    """The tiny lake with these plays, and `more` rows."""
    rows = _rows()
    for name, added in (more or {}).items():
        rows[name] = [*rows.get(name, []), *added]
    return write_lake(lake, more=rows, played={LOGGED}, seasons=(*SEASONS, 2034))


def _rows() -> dict[str, list[dict[str, Any]]]:
    record = {**_NEWMAN, **_ALPHA, "level": "MLB", "games": 1, "losses": 1, "win_pct": 0.0}
    career = {name: record[name] for name in (*_NEWMAN, "games", "losses", "win_pct")}
    career |= {"seasons": [2034], "clubs": ["ALP"], "seasons_missing": [], "missing_by": "lahman"}
    rules = ("managed", "credited")
    starters = ((1, ROOKIE, "Rip de Rookie", 7), (2, PITCHER, "Bo Marsh", 1))
    return {
        "person": [
            {"person_id": "p-newman", "name": "Nia Newman", "retrosheet_id": NEWMAN},
            {"person_id": "p-rookie", "name": "Rip de Rookie", "last_name": "de Rookie", "retrosheet_id": ROOKIE},
        ],
        "club": [
            {"season": 2034, "club": club, "name": f"{name} Town", "league": "IL", "level": "MLB"}
            for club, name in (("ALP", "Alpha"), ("BET", "Beta"))
        ],
        "coverage": [
            {"source": EVENTS, "league": "IL", "level": "MLB", "season": 2034, "games_present": 1, "games_expected": 4}
            | {"complete": False}
        ],
        "game": [{**_GAME, "source": EVENTS, "has_plays": True}],
        "club_game": [*_sides()],
        "lineup": [
            {**_ALPHA, "game_id": UNLOGGED, "source": EVENTS, "slot": slot, "player_id": man, "player_name": name}
            | {"player_person_id": _person(man), "position": position}
            for slot, man, name, position in starters
        ],
        "manager_season": [{**record, "rule": rule, "first_game": _GAME["date"]} for rule in rules],
        "manager_career": [{**career, "level": level, "rule": rule} for level in ("all", "MLB") for rule in rules],
        "lineup_usage": [
            {**_ALPHA, "manager_id": NEWMAN, "manager_person_id": "p-newman", "player_id": man, "slot": slot}
            | {"player_person_id": _person(man), "position": position, "opposing_hand": "R", "starts": 1}
            for slot, man, _name, position in starters
        ],
        "player_usage": [
            {**_ALPHA, **_NEWMAN, "player_id": man, "player_person_id": _person(man), "player_name": name}
            | {"club_games": 1, "club_games_vs_r": 1, "club_games_with_lineup": 1, "lineup_starts": 1}
            | {"lineup_starts_vs_r": 1, "pitching_starts": int(position == 1), "mean_slot": float(slot)}
            | {"window_games": 1, "window_games_vs_r": 1, "window_first": _GAME["date"], "window_last": _GAME["date"]}
            for slot, man, name, position in starters
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
    side = {**_GAME, "league": "IL", "level": "MLB", "source": EVENTS, "decided_by": "play"}
    credited = {"credited_manager_id": NEWMAN, "credited_manager_person_id": "p-newman", "crediting": "appointed"}
    alpha = {"club": "ALP", "opponent": "BET", "runs_for": 3, "runs_against": 4, "result": "L", "has_lineup": True}
    alpha |= {"starting_pitcher_id": PITCHER, "starting_pitcher_person_id": MEN[PITCHER][0]}
    alpha |= {"opposing_starter_throws": "R"}
    return [
        {**side, **alpha, **_NEWMAN, **credited, "manager_source": "lahman_whole_season"},
        {**side, "club": "BET", "opponent": "ALP", "is_home": True, "runs_for": 4, "runs_against": 3, "result": "W"},
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
