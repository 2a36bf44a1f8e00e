"""A lake for a walk from Terry Collins to Las Vegas: real names, and figures that are all invented.

Beside the tiny lake's leagues it has two seasons of the New York Mets under Terry Collins and, unlike the lakes of real
data that tests build, games of the Las Vegas 51s of 2016 under Wally Backman. The lake is marked as simulated.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from skipper.lake.location import Location
from tiny_lake import LOGS, SEASONS, write_lake

COLLINS, BACKMAN, CONFORTO = (
    ("collt801", "p-collins", "Terry Collins"),
    ("backw001", "p-backman", "Wally Backman"),
    ("confm001", "p-conforto", "Michael Conforto"),
)
METS = "New York Mets"
CLUBS = {"NYN": (METS, "NL", "MLB"), "LVG": ("Las Vegas 51s", "PCL", "AAA")}
# manager, season, club, wins, losses, and starts of Conforto against left- and right-handers
STINTS = [
    (COLLINS, 2015, "NYN", 2, 1, 0, 2),
    (COLLINS, 2016, "NYN", 1, 3, 0, 3),
    (BACKMAN, 2016, "LVG", 3, 0, 1, 2),
]
Rows = list[dict[str, Any]]


def write_mets_lake(lake: Location) -> Location:
    """Write the lake and publish it."""
    people = [
        {"person_id": person, "name": name, "last_name": name.split()[1], "retrosheet_id": own}
        for own, person, name in (COLLINS, BACKMAN, CONFORTO)
    ]
    aliases = [{"source": "retrosheet", "id": own, "person_id": person} for own, person, _ in (COLLINS, BACKMAN)]
    farm = {"source": "statsapi", "source_club": "LVG", "club": "LVG", "organization_name": METS}
    name, league, level = CLUBS["LVG"]
    return write_lake(
        lake,
        more={
            "person": people,
            "person_alias": [*aliases, {"source": "retrosheet", "id": CONFORTO[0], "person_id": CONFORTO[1]}],
            "affiliation": [{**farm, "season": 2016, "name": name, "league": league, "level": level}],
            **{table: [row for stint in STINTS for row in rows(*stint)] for table, rows in _OF_STINTS.items()},
            "manager_career": [row for who in (COLLINS, BACKMAN) for row in _career(who)],
        },
        seasons=sorted({*SEASONS, 2015, 2016}),
    )


def _place(season: int, club: str) -> dict[str, Any]:
    return {"season": season, "club": club, "level": CLUBS[club][2]}


def _manager(who: tuple[str, str, str]) -> dict[str, Any]:
    return dict(zip(("manager_id", "manager_person_id", "manager_name"), who, strict=True))


def _clubs(who: tuple, season: int, club: str, *_: int) -> Rows:
    name, league, level = CLUBS[club]
    return [{**_place(season, club), "name": name, "league": league, "level": level, "organization": METS}]


def _coverage(who: tuple, season: int, club: str, wins: int, losses: int, *_: int) -> Rows:
    league, games = CLUBS[club][1], wins + losses
    present = {"games_present": games, "games_expected": games, "complete": True}
    return [{"source": LOGS, "league": league, "level": CLUBS[club][2], "season": season, **present}]


def _games(who: tuple, season: int, club: str, wins: int, losses: int, *_: int) -> Rows:
    return [
        {
            **_place(season, club),
            **_manager(who),
            "game_id": f"{club}{season}040{day}0",
            "date": date(season, 4, day),
            "game_number": "0",
            "game_type": "regular",
            "league": CLUBS[club][1],
            "opponent": "PHI",
            "source": LOGS,
            "manager_source": "game_log",
            "result": "W" if day <= wins else "L",
            "decided_by": "play",
        }
        for day in range(1, wins + losses + 1)
    ]


def _figures(wins: int, losses: int) -> dict[str, Any]:
    games = wins + losses
    return {"games": games, "wins": wins, "losses": losses, "win_pct": wins / games, "play_decisions": games}


def _records(who: tuple, season: int, club: str, wins: int, losses: int, *_: int) -> Rows:
    days = {"first_game": date(season, 4, 1), "last_game": date(season, 4, wins + losses)}
    own = {**_place(season, club), **_manager(who), **_figures(wins, losses), **days, "pythagorean_wins": float(wins)}
    return [{**own, "rule": rule} for rule in ("managed", "credited")]


def _career(who: tuple[str, str, str]) -> Rows:
    own = [stint for stint in STINTS if stint[0] == who]
    figures = _figures(sum(stint[3] for stint in own), sum(stint[4] for stint in own))
    spans = {"seasons": [stint[1] for stint in own], "clubs": sorted({stint[2] for stint in own})}
    row = {**_manager(who), **figures, **spans, "seasons_missing": [], "missing_by": "lahman", "pythagorean_wins": 1.0}
    levels = ("all", CLUBS[own[0][2]][2])
    return [{**row, "level": level, "rule": rule} for level in levels for rule in ("managed", "credited")]


def _usage(who: tuple, season: int, club: str, wins: int, losses: int, left: int, right: int) -> Rows:
    player = dict(zip(("player_id", "player_person_id", "player_name"), CONFORTO, strict=True))
    games = {"club_games": wins + losses, "club_games_vs_l": 1, "club_games_vs_r": wins + losses - 1}
    window = {name.replace("club_games", "window_games"): count for name, count in games.items()}
    starts = {"lineup_starts": left + right, "lineup_starts_vs_l": left, "lineup_starts_vs_r": right, "mean_slot": 3.0}
    days = {"window_first": date(season, 4, 1), "window_last": date(season, 4, wins + losses)}
    own = {"season": season, "club": club, **_manager(who), **player}
    return [{**own, **games, **window, **starts, **days, "club_games_with_lineup": wins + losses}]


def _lineup_usage(who: tuple, season: int, club: str, wins: int, losses: int, left: int, right: int) -> Rows:
    (row,) = _usage(who, season, club, wins, losses, left, right)
    names = ("season", "club", "manager_id", "manager_person_id", "player_id", "player_person_id", "player_name")
    own = {name: row[name] for name in names}
    return [{**own, "slot": 3, "position": 7, "opposing_hand": "R", "starts": right}]


_OF_STINTS = {
    "club": _clubs,
    "coverage": _coverage,
    "club_game": _games,
    "manager_season": _records,
    "player_usage": _usage,
    "lineup_usage": _lineup_usage,
}
