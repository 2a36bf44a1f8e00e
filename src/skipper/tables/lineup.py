"""Table `lineup`: the starting lineups."""

from __future__ import annotations

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from skipper.lake.contract import Check, Table, pick
from skipper.tables.columns import SHARED

TABLE = Table(
    name="lineup",
    grain="one row per slot of a starting lineup",
    key=("game_id", "club", "slot"),
    sources="Retrosheet game logs",
    notes="A starting pitcher for whom a designated hitter bats is in no slot.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        "club",
        "slot",
        "player_id",
        "player_person_id",
        "player_name",
        "position",
    ),
    checks=(
        Check(
            "lineup: nine distinct slots and players",
            "SELECT game_id, club, count(DISTINCT slot) AS slots, count(DISTINCT player_id) AS players FROM lineup "
            "WHERE (game_id, club) NOT IN (SELECT (game_id, club) FROM exception WHERE kind = 'eight_men') "
            "GROUP BY ALL HAVING slots <> 9 OR players <> 9 OR min(slot) <> 1 OR max(slot) <> 9",
            "a lineup has not nine different men in slots 1 to 9, and no exception says why",
        ),
        Check(
            "lineup: players in person",
            "SELECT DISTINCT player_person_id FROM lineup WHERE player_person_id NOT IN (SELECT person_id FROM person)",
            "a player is not in person: build all seasons again with the same Register and Lahman tables",
        ),
    ),
)


def lineup(cards: DataFrame, people: DataFrame) -> DataFrame:
    """Table `lineup` from the filled slots of the game logs and `merged_people`."""
    persons = people.where("retrosheet_id is not null").select(
        F.col("retrosheet_id").alias("player_id"), F.col("person_id").alias("player_person_id")
    )
    return cards.join(F.broadcast(persons), on="player_id", how="left").select(*TABLE.column_names)
