"""Table `award`: the managers' awards, who won them and who had votes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_KEY = ("season", "award", "league", "lahman_id")

TABLE = Table(
    name="award",
    grain="one row per season, award, league and man who won it or had votes",
    key=_KEY,
    by_season=False,
    sources="Lahman AwardsManagers (winners) and AwardsShareManagers (votes); empty without them",
    notes="Of the major leagues only. All seasons of the source, whether the lake has their games or not.",
    columns=(
        Column("season", "int", "the season awarded", required=True),
        Column("award", "string", "the award as Lahman names it, with who gives it", required=True),
        Column("league", "string", "AL or NL; ML for an award to one man of both", required=True),
        Column("lahman_id", "string", "Lahman id of the man", required=True),
        Column("person_id", "string", "person_id of the man; null where Lahman's People has him not"),
        Column("won", "boolean", "whether he won it; two who shared it both did", required=True),
        Column("points", "int", "points in the vote; null where no vote is recorded"),
        Column("points_possible", "int", "points that the first choice of all would have; null likewise"),
        Column("first_place_votes", "int", "voters whose first choice he was; null likewise"),
    ),
    checks=(
        Check(
            "award: no more points than possible",
            "SELECT season, award, league, lahman_id FROM award WHERE points > points_possible",
            "he has more points than there were",
        ),
    ),
)


def award(winners: DataFrame, votes: DataFrame, people: DataFrame) -> DataFrame:
    """Table `award` from Lahman's AwardsManagers and AwardsShareManagers, and `person`."""
    ids = people.where("lahman_id is not null").select("lahman_id", "person_id")
    won = winners.select(*_KEY).withColumn("won", F.lit(True))
    return (
        won.join(votes, on=list(_KEY), how="full")
        .join(F.broadcast(ids), on="lahman_id", how="left")
        .withColumn("won", F.coalesce("won", F.lit(False)))
        .select(*TABLE.column_names)
    )
