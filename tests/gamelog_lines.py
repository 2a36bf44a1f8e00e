"""Game log records of an invented league, written field by field."""

from __future__ import annotations

from skipper.sources.retrosheet.gamelogs.fields import FIELDS, NUMBERS


def card(prefix: str) -> list[tuple[str, str, int]]:
    """Nine men of a club: id, name, position."""
    return [(f"{prefix}{slot:03d}", f"{prefix.title()} Man{slot}", slot) for slot in range(1, 10)]


def record(**changes: object) -> dict[str, object]:
    """One game, Ayr at Bly in 2030, Bly winning 5-3; `changes` replace fields."""
    fields: dict[str, object] = {
        "date": "20300501",
        "game_number": "0",
        "day_of_week": "Wed",
        "visitor_club": "AYR",
        "visitor_league": "ZL",
        "visitor_game_number": 1,
        "home_club": "BLY",
        "home_league": "ZL",
        "home_game_number": 1,
        "visitor_score": 3,
        "home_score": 5,
        "outs_played": 51,
        "day_night": "D",
        "park_id": "BLY01",
        "attendance": 1200,
        "duration_minutes": 150,
        "visitor_line_score": "000000030",
        "home_line_score": "10010300x",
        "visitor_manager_id": "aaaaa801",
        "visitor_manager_name": "Ann Aaa",
        "home_manager_id": "bbbbb801",
        "home_manager_name": "Bob Bbb",
        "visitor_starting_pitcher_id": "ayrma009",
        "visitor_starting_pitcher_name": "Ayrma Man9",
        "home_starting_pitcher_id": "blyma009",
        "home_starting_pitcher_name": "Blyma Man9",
        "acquisition": "Y",
    }
    for side, prefix in (("visitor", "ayrma"), ("home", "blyma")):
        for slot, (player, name, position) in enumerate(card(prefix), 1):
            fields |= {
                f"{side}_{slot}_id": player,
                f"{side}_{slot}_name": name,
                f"{side}_{slot}_position": position,
            }
    return {**fields, **changes}


def line(**changes: object) -> str:
    """The record as Retrosheet writes it: text in quotes, numbers without, 161 fields."""
    fields = record(**changes)
    return ",".join(_written(name, fields.get(name, "")) for name in FIELDS)


def _written(name: str, value: object) -> str:
    return str(value) if name in NUMBERS or value == "" else f'"{value}"'
