"""Game logs of games that event files have: the same games told by the other source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from gamelog_lines import line

Records = Mapping[str, pa.Table]
Fields = dict[str, object]


def games_as_logged(records: Records) -> dict[str, Fields]:
    """By game id the fields of a game-log record that says of each game what its event file says.

    The clubs' managers are Ann Aaa (visitors) and Bob Bbb (home), whom no event file names.
    """
    sides = {(row["game_id"], row["is_home"]): row for row in records["event_file_club_game"].to_pylist()}
    cards: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in records["event_file_lineup"].to_pylist():
        cards.setdefault((row["game_id"], row["club"]), []).append(row)
    logged = {}
    for game in records["event_file_game"].to_pylist():
        fields: Fields = {
            "date": f"{game['date']:%Y%m%d}",
            "game_number": game["game_number"],
            "outs_played": game["outs"],
            "park_id": game["park_id"] or "",
            "attendance": game["attendance"] or "",
            "duration_minutes": game["duration_minutes"] or "",
        }
        for name in ("visitor", "home"):
            side = sides[game["game_id"], name == "home"]
            fields |= _side(name, side, cards[game["game_id"], side["club"]])
            fields[f"{name}_line_score"] = "0" * game["innings"]
        logged[game["game_id"]] = fields
    return logged


def _side(name: str, side: dict[str, Any], card: list[dict[str, Any]]) -> Fields:
    fields: Fields = {
        f"{name}_club": side["club"],
        f"{name}_league": side["league"] or "",
        f"{name}_score": side["runs"],
        f"{name}_hits": side["hits"],
        f"{name}_errors": side["errors"],
        f"{name}_left_on_base": side["left_on_base"],
        f"{name}_putouts": side["outs_pitched"],
        f"{name}_starting_pitcher_id": side["starting_pitcher_id"],
        f"{name}_starting_pitcher_name": f"Pitcher {side['starting_pitcher_id']}",
    }
    for row in card:
        for part, value in (("id", "player_id"), ("name", "player_name"), ("position", "position")):
            fields[f"{name}_{row['slot']}_{part}"] = row[value] or f"Player {row['player_id']}"
    return fields


def write_gamelogs(folder: Path, games: Iterable[Fields], name: str = "gl2041.txt") -> Path:
    """Write the records as one file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("".join(line(**fields) + "\n" for fields in games))
    return folder
