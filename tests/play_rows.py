"""Rows of the tables of plays, written by hand, and what manager_tendency makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.tables import (
    ejection,
    event,
    event_game,
    event_lineup,
    manager_tendency,
    pitching_appearance,
    plate_appearance,
    substitution,
)
from skipper.tables.tendency.definitions import BY_NAME

CONTRACTS = {
    "events": event.TABLE,
    "plate_appearances": plate_appearance.TABLE,
    "pitched": pitching_appearance.TABLE,
    "made": substitution.TABLE,
    "sent_off": ejection.TABLE,
    "games": event_game.GAME,
    "club_games": event_game.CLUB_GAME,
    "lineup": event_lineup.TABLE,
}
DAY = date(2031, 4, 1)
EMPTY = {"int": 0, "long": 0, "string": "", "boolean": False, "date": DAY}


def frames(spark: SparkSession, **rows: Iterable[dict[str, Any]]) -> dict[str, DataFrame]:
    """The tables of plays with these rows; a required column that a row does not name is nought or empty."""
    made = {}
    for name, contract in CONTRACTS.items():
        blank = {c.name: EMPTY.get(c.type, []) if c.required else None for c in contract.columns}
        blank["season"] = 2031
        full = [{**blank, **row} for row in rows.get(name, ())]
        made[name] = spark.createDataFrame(pa.Table.from_pylist(full, contract.arrow_schema), contract.ddl)
    return made


def tendencies(spark: SparkSession, **rows: Iterable[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """Rows of manager_tendency by club and tendency."""
    table = manager_tendency.manager_tendency(**frames(spark, **rows))
    assert table.columns == manager_tendency.TABLE.column_names
    assert [kind for _, kind in table.dtypes] == [column.type for column in manager_tendency.TABLE.columns]
    return {(row["club"], row["tendency"]): row.asDict() for row in table.collect()}


def sides(games: int = 1, **more: Any) -> dict[str, list[dict[str, Any]]]:
    """Games of Alpha, visitor, against Beta, a day each, with a manager for Alpha alone."""
    game_rows, club_rows = [], []
    for number in range(games):
        game = {"game_id": f"g{number}", "date": DAY + timedelta(number)}
        game_rows.append({**game, "game_type": "regular", "uses_designated_hitter": True, **more})
        for club, opponent in (("ALP", "BET"), ("BET", "ALP")):
            man = {"manager_id": "m", "manager_person_id": "p-m", "manager_source": "game_log"} if club == "ALP" else {}
            starters = {"starting_pitcher_id": f"{club}-s", "opposing_starter_id": f"{opponent}-s"}
            side = {"club": club, "opponent": opponent, "league": "IL", "is_home": club == "BET", "pitchers_used": 3}
            club_rows.append({**game, **side, **starters, **man})
    return {"games": game_rows, "club_games": club_rows}


def turn(number: int, bases: int, outs: int = 0, **more: Any) -> dict[str, Any]:
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


def in_games(frame: DataFrame, club: str = "ALP") -> dict[str, tuple[int | None, ...]]:
    """Counts per tendency of one kind's frame (a row per game and club), summed over the club's games."""
    found: dict[str, tuple[int | None, ...]] = {}
    for row in frame.where(F.col("club") == club).collect():
        for name in set(frame.columns) & set(BY_NAME):
            both = zip(found.get(name, (None,) * 4), row[name], strict=True)
            found[name] = tuple(None if a is None and b is None else (a or 0) + (b or 0) for a, b in both)
    return found


def counts(row: dict[str, Any]) -> tuple[int | None, ...]:
    return row["chances"], row["attempts"], row["successes"], row["outside_chances"]
