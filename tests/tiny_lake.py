"""A lake of an invented league, written without Spark: two clubs, seasons 2031 and 2033, 2032 missing.

José Marsh manages Alpha (ALP). In 2031 Ray Vale stands in for him once. Tom Vale manages Beta (BET). A player is
called `<script>`, another Bo Marsh; two are called Al Twin.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from skipper.build.graph import graph
from skipper.lake import storage
from skipper.lake.contract import Table
from skipper.lake.location import Location
from skipper.lake.manifest import Manifest
from skipper.lake.store import LakeWriter

SEASONS = [2031, 2033]
LOGS = "retrosheet_gamelog"
NOTICE = "An invented notice."
MEN = {
    "marsj801": ("p-marsh", "José Marsh", "Jose Marsh"),
    "valet801": ("p-tvale", "Tom Vale", "Tom Vale"),
    "valer801": ("p-rvale", "Ray Vale", "Ray Vale"),
    "scrip001": ("p-script", "<script>", "<script>"),
    "marsb001": ("p-bmarsh", "Bo Marsh", "Bo Marsh"),
    "twina001": ("p-twin1", "Al Twin", "Al Twin"),
    "twina002": ("p-twin2", "Al Twin", "Al Twin"),
    "scout001": ("p-scout", "Sid Scout", "Sid Scout"),
}
SERIES = [("XCS", "ALP", "BET", 4, 2), ("WS", "BET", "ALP", 4, 1)]
OCTOBER = {
    "postseason": True,
    "postseason_wins": 5,
    "postseason_losses": 6,
    "postseason_ties": 0,
    "series_won": 1,
    "series_lost": 1,
}
MANAGERS = ("marsj801", "valet801", "valer801")
PITCHER, OTHERS = "marsb001", ("scrip001", "twina001")

# date, who ran Alpha, result of Alpha, runs, hand of the pitcher whom Alpha faced, Alpha's order
ALPHA = [
    (date(2031, 4, 1), "marsj801", "W", 5, 2, "L", ("scrip001", "twina001", PITCHER)),
    (date(2031, 4, 2), "valer801", "L", 1, 2, "R", ("scrip001", "twina001", PITCHER)),
    (date(2031, 4, 3), "marsj801", "W", 3, 2, "R", ("twina001", "scrip001", PITCHER)),
    (date(2031, 4, 4), "marsj801", "T", 4, 4, "R", ("twina001", PITCHER, "scrip001")),
    (date(2033, 4, 1), "marsj801", "L", 0, 9, None, ("scrip001", "twina001", PITCHER)),
]


def write_lake(
    lake: Location,
    simulated: bool = True,
    tables: Sequence[Table] = graph().published,
    more: Mapping[str, Sequence[dict[str, Any]]] | None = None,
    played: Collection[str] = (),
    seasons: Sequence[int] = SEASONS,
) -> Location:
    """Write the lake and publish it, with `more` rows of the tables named; `played` games have play by play."""

    rows = _rows(played)
    for name, added in (more or {}).items():
        rows[name] = [*rows.get(name, []), *added]
    with LakeWriter(lake, tables) as writer:
        for table in tables:
            full = [_filled(table, row) for row in rows.get(table.name, [])]
            data = pa.Table.from_pylist(full, schema=table.arrow_schema)
            if table.partitioned:
                own = {
                    year: data.filter(pc.equal(data["season"], year)) for year in pc.unique(data["season"]).to_pylist()
                }
                files = [storage.write_season(one, lake / table.name, year) for year, one in own.items()]
                writer.commit(table.name, files, list(own))
            else:
                writer.write_rows(table.name, data, None)
        writer.publish(
            Manifest(
                build="tiny",
                built_at="2034-01-01T00:00:00+00:00",
                skipper_version="0",
                tables={},
                seasons=list(seasons),
                sources={"gamelogs": "nowhere", "lahman": "nowhere"},
                notices=[NOTICE],
                simulated=simulated,
                made_of=graph().published_edges,
            )
        )
    return lake


def _filled(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    """The row with nought or an empty text in required columns that it does not name; null in the others."""
    unknown = set(row) - set(table.column_names)
    assert not unknown, f"{table.name} has no {unknown}"
    empty = {"int": 0, "long": 0, "string": "", "boolean": False, "date": date(2031, 4, 1)}
    blank = {c.name: empty.get(c.type, []) if c.required else None for c in table.columns}
    return blank | row


def _rows(played: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    ids = [("retrosheet", man, person) for man, (person, _, _) in MEN.items()]
    ids += [("mlbam", "777", "p-marsh"), ("fangraphs", "777", "p-tvale"), ("lahman", "marshjo01", "p-marsh")]
    return {
        "person": [{"person_id": person, "name": name, "retrosheet_id": man} for man, (person, name, _) in MEN.items()],
        "person_alias": [{"source": source, "id": id_, "person_id": person} for source, id_, person in ids],
        "club": [
            {"season": season, "club": club, "name": f"{name} Town", "league": "IL", "level": "MLB", "games_present": 4}
            for season in SEASONS
            for club, name in (("ALP", "Alpha"), ("BET", "Beta"))
        ],
        "coverage": [
            _league(2031, 4, 4, True),
            _league(2032, 0, 4, False),
            _league(2033, 1, 4, False),
        ],
        **_games(played),
        **_records(),
        **_usage(),
        "record_difference": _differences(),
        "postseason_series": [
            {
                "season": 2031,
                "round": round_,
                "winner": winner,
                "loser": loser,
                "wins": wins,
                "losses": losses,
                "ties": 0,
            }
            for round_, winner, loser, wins, losses in SERIES
        ],
    }


def _league(season: int, present: int, expected: int, complete: bool) -> dict[str, Any]:
    games = {"games_present": present, "games_expected": expected, "complete": complete}
    return {"source": LOGS, "league": "IL", "level": "MLB", "season": season, **games}


def _games(played: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """game, and club_game and lineup of Alpha; the others' are not asked for."""
    games, sides, cards = [], [], []
    lineup_columns = next(table for table in graph().published if table.name == "lineup").column_names
    for day, man, result, scored, allowed, hand, order in ALPHA:
        game = {"game_id": f"ALP{day:%Y%m%d}0", "season": day.year, "club": "ALP", "date": day, "game_number": "0"}
        facts = {
            "game_type": "regular",
            "level": "MLB",
            "manager_id": man,
            "manager_source": "game_log",
            "source": LOGS,
        }
        of_game = {name: game[name] for name in ("game_id", "season", "date", "game_number")}
        games.append({**of_game, "game_type": "regular", "source": LOGS, "has_plays": game["game_id"] in played})
        sides.append(
            {
                **game,
                **facts,
                "opponent": "BET",
                "manager_person_id": MEN[man][0],
                "result": result,
                "runs_for": scored,
                "runs_against": allowed,
                "decided_by": "play",
                "opposing_starter_throws": hand,
                "starting_pitcher_id": PITCHER,
                "has_lineup": True,
            }
        )
        for slot, player in enumerate(order, 1):
            card = {**game, **facts, "slot": slot, "player_id": player, "player_person_id": MEN[player][0]}
            card |= {"player_name": MEN[player][2], "position": 1 if player == PITCHER else 4, "opposing_hand": hand}
            cards.append({name: value for name, value in card.items() if name in lineup_columns})
    return {"game": games, "club_game": sides, "lineup": cards}


def _record(man: str, rule: str, season: int, club: str, wins: int, losses: int, ties: int, **more: Any) -> dict:
    decisions = wins + losses
    return {
        "manager_id": man,
        "manager_person_id": MEN[man][0],
        "manager_name": MEN[man][2],
        "season": season,
        "club": club,
        "level": "MLB",
        "rule": rule,
        "games": decisions + ties,
        "wins": wins,
        "losses": losses,
        "ties": ties,
        "win_pct": wins / decisions if decisions else None,
        "pythagorean_wins": decisions * 0.5625,
        "play_decisions": decisions,
        "first_game": date(season, 4, 1),
        **more,
    }


def _records() -> dict[str, list[dict[str, Any]]]:
    seasons = [
        _record("marsj801", "managed", 2031, "ALP", 2, 0, 1, finish=1, **OCTOBER),
        _record("marsj801", "credited", 2031, "ALP", 2, 1, 1, finish=1, **OCTOBER),
        _record("marsj801", "managed", 2033, "ALP", 0, 1, 0),
        _record("marsj801", "credited", 2033, "ALP", 0, 1, 0, inferred_games=1),
        _record("valer801", "managed", 2031, "ALP", 0, 1, 0, finish=1, postseason=False),
        _record("valet801", "managed", 2031, "BET", 1, 2, 1),
        _record("valet801", "credited", 2031, "BET", 1, 2, 1),
    ]
    careers = []
    for man in MANAGERS:
        for rule in ("managed", "credited"):
            own = [row for row in seasons if row["manager_id"] == man and row["rule"] == rule]
            if not own:
                continue
            total = {name: sum(row[name] for row in own) for name in ("wins", "losses", "ties")}
            row = _record(man, rule, own[0]["season"], own[0]["club"], **total)
            del row["season"], row["club"], row["level"]
            row |= {"seasons": [r["season"] for r in own], "clubs": [own[0]["club"]], "missing_by": "lahman"}
            row |= {"seasons_missing": [2032] if man == "marsj801" else [], "postseasons": 1}
            row |= {name: value for name, value in OCTOBER.items() if name != "postseason" and man == "marsj801"}
            row |= {"inferred_games": sum(r.get("inferred_games", 0) for r in own)}
            careers += [{**row, "level": level} for level in ("all", "MLB")]
    return {"manager_season": seasons, "manager_career": careers}


def _usage() -> dict[str, list[dict[str, Any]]]:
    """lineup_usage and player_usage of Alpha, counted from ALPHA."""
    starts: dict[tuple, int] = {}
    for day, man, *_, hand, order in ALPHA:
        for slot, player in enumerate(order, 1):
            key = (man, day.year, player, slot, 1 if player == PITCHER else 4, hand)
            starts[key] = starts.get(key, 0) + 1
    by_slot = [
        {
            "manager_id": man,
            "manager_person_id": MEN[man][0],
            "season": season,
            "club": "ALP",
            "player_id": player,
            "player_person_id": MEN[player][0],
            "slot": slot,
            "position": position,
            "opposing_hand": hand,
            "starts": count,
        }
        for (man, season, player, slot, position, hand), count in starts.items()
    ]
    by_player = [
        _player(man, season, player)
        for man, season in (("marsj801", 2031), ("valer801", 2031), ("marsj801", 2033))
        for player in (*OTHERS, PITCHER)
    ]
    # A namesake at Beta, who pitched.
    twin = _player("marsj801", 2031, "twina002") | {"club": "BET", "manager_id": "valet801", "pitching_starts": 1}
    twin |= {"manager_person_id": "p-tvale", "manager_name": "Tom Vale", "lineup_starts": 0}
    return {"lineup_usage": by_slot, "player_usage": [*by_player, twin]}


def _player(man: str, season: int, player: str) -> dict[str, Any]:
    ran = [game for game in ALPHA if game[0].year == season and game[1] == man]
    slots = [order.index(player) + 1 for *_, order in ran if player in order]

    def against(hand: str) -> int:
        return sum(game[5] == hand for game in ran)

    return {
        "manager_id": man,
        "manager_person_id": MEN[man][0],
        "manager_name": MEN[man][1],
        "season": season,
        "club": "ALP",
        "player_id": player,
        "player_person_id": MEN[player][0],
        "player_name": MEN[player][1],
        "club_games": len(ran),
        "club_games_vs_l": against("L"),
        "club_games_vs_r": against("R"),
        "club_games_unknown_hand": sum(game[5] is None for game in ran),
        "club_games_with_lineup": len(ran),
        "lineup_starts": len(ran),
        "lineup_starts_vs_l": against("L"),
        "lineup_starts_vs_r": against("R"),
        "pitching_starts": len(ran) if player == PITCHER else 0,
        "mean_slot": sum(slots) / len(slots) if slots else None,
        "window_games": len(ran),
        "window_games_vs_l": against("L"),
        "window_games_vs_r": against("R"),
        "window_first": date(season, 4, 1),
        "window_last": date(season, 4, 4),
    }


def _differences() -> list[dict[str, Any]]:
    acting = {
        "comparison": "manager_season",
        "rule": "managed",
        "season": 2031,
        "club": "ALP",
        "manager_id": "marsj801",
        "manager_person_id": "p-marsh",
        "manager_name": "José Marsh",
        "games": 3,
        "wins": 2,
        "ties": 1,
        "reference": "Lahman Managers",
        "reference_games": 4,
        "reference_wins": 2,
        "reference_losses": 1,
        "category": "acting_manager",
        "game_ids": ["ALP203104020"],
        "changes": [{"game_id": "ALP203104020", "manager_from": "valer801", "manager_to": "marsj801"}],
        "evidence": "was stood in for in 1",
    }
    error = {
        "comparison": "manager_season",
        "season": 2031,
        "club": "BET",
        "manager_id": "valet801",
        "manager_person_id": "p-tvale",
        "manager_name": "Tom Vale",
        "games": 4,
        "wins": 1,
        "losses": 2,
        "ties": 1,
        "reference": "Lahman Managers",
        "reference_wins": 1,
        "reference_losses": 3,
        "category": "reference_error",
        "game_ids": [],
        "evidence": "the reference contradicts itself",
    }
    return [acting, {**error, "rule": "managed"}, {**error, "rule": "credited"}]
