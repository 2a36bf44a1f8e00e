"""Table `club_game`: one club's side of one game, and who managed it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import GAME_OF_DAY, SHARED
from skipper.tables.crediting import credited
from skipper.tables.league_level import with_level
from skipper.tables.people import in_games
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

TABLE = Table(
    name="club_game",
    grain="one row per club per game",
    key=("game_id", "club"),
    sources="Retrosheet game logs; throwing hands from Lahman People; appointed managers from Lahman Managers",
    columns=pick(
        SHARED,
        *GAME_OF_DAY,
        "game_type",
        "level",
        "league",
        "club",
        Column("opponent", "string", "the other club's code", required=True),
        Column("is_home", "boolean", "whether it was the home club (it may have batted first)", required=True),
        Column("manager_id", "string", "Retrosheet id of the man who ran the game; null where unknown"),
        Column("manager_person_id", "string", "his person_id; null where unknown"),
        Column("manager_name", "string", "his name as the source has it; null where unknown"),
        Column("credited_manager_id", "string", "Retrosheet id of the man credited; null where nobody can be"),
        Column("credited_manager_person_id", "string", "his person_id; null where nobody can be"),
        Column(
            "crediting",
            "string",
            "why he is credited: appointed (his own game), acting (another stood in), inferred (the record book "
            "does not have the club's season); null with credited_manager_id",
        ),
        Column("runs_for", "int", "runs scored", required=True),
        Column("runs_against", "int", "runs allowed", required=True),
        Column("result", "string", "W, L, T (tie) or N (no decision)", required=True),
        Column("decided_by", "string", "play, forfeit, or none (no decision)", required=True),
        Column("starting_pitcher_id", "string", "Retrosheet id; null where unknown"),
        Column("starting_pitcher_person_id", "string", "his person_id; null where unknown"),
        Column("opposing_starter_id", "string", "Retrosheet id of the other club's starter; null where unknown"),
        Column("opposing_starter_throws", "string", "his throwing hand, L, R or S; null where unknown"),
        Column("protest", "string", "Retrosheet's code of a protest, as in game; null where there was none"),
        Column("has_lineup", "boolean", "whether the source has the club's starting lineup", required=True),
    ),
    checks=(
        Check(
            "club_game: two sides of each game, with opposite results",
            "SELECT game_id, list(club) AS clubs, list(result) AS results FROM club_game GROUP BY game_id "
            "HAVING count(*) <> 2 OR list_sort(list(result)) NOT IN (['L', 'W'], ['T', 'T'], ['N', 'N'])",
            "a game has not two sides with opposite results",
        ),
        Check(
            "club_game: wins equal losses over all clubs of a season",
            "SELECT season, count(*) FILTER (result = 'W') AS wins, count(*) FILTER (result = 'L') AS losses "
            "FROM club_game GROUP BY season HAVING wins <> losses",
            "a season's wins and losses differ",
        ),
        Check(
            "club_game: the games of game",
            "SELECT game_id FROM game FULL JOIN club_game USING (game_id) "
            "WHERE game.home_club IS NULL OR club_game.club IS NULL",
            "a game is in one of the two tables only",
        ),
    ),
)

_OTHER = {"visitor": "home", "home": "visitor"}


def club_game(records: DataFrame, leagues: DataFrame, people: DataFrame, appointed: DataFrame) -> DataFrame:
    """Table `club_game` from game log records, leagues, `person` and `appointed_managers`."""
    known = F.broadcast(in_games(people))
    sides = with_level(_side(records, "visitor").unionByName(_side(records, "home")), leagues, "league")
    return (
        credited(sides, appointed)
        .join(known.alias("manager"), on=F.col("manager_id") == F.col("manager.retrosheet_id"), how="left")
        .join(
            known.alias("credited"),
            on=F.col("credited_manager_id") == F.col("credited.retrosheet_id"),
            how="left",
        )
        .join(
            known.alias("starter"),
            on=F.col("opposing_starter_id") == F.col("starter.retrosheet_id"),
            how="left",
        )
        .join(known.alias("pitcher"), on=F.col("starting_pitcher_id") == F.col("pitcher.retrosheet_id"), how="left")
        .withColumns(
            {
                "starting_pitcher_person_id": F.col("pitcher.person_id"),
                "manager_person_id": F.col("manager.person_id"),
                "credited_manager_person_id": F.col("credited.person_id"),
                "opposing_starter_throws": F.col("starter.throws"),
            }
        )
        .select(*TABLE.column_names)
    )


def _side(records: DataFrame, side: str) -> DataFrame:
    other = _OTHER[side]
    manager, pitcher = F.col(f"{side}_manager_id"), F.col(f"{side}_starting_pitcher_id")
    return records.select(
        "game_id",
        "season",
        F.to_date("date", "yyyyMMdd").alias("date"),
        "game_number",
        "game_type",
        F.col(f"{side}_league").alias("league"),
        F.col(f"{side}_club").alias("club"),
        F.col(f"{other}_club").alias("opponent"),
        F.lit(side == "home").alias("is_home"),
        manager.alias("manager_id"),
        F.when(manager.isNotNull(), F.col(f"{side}_manager_name")).alias("manager_name"),
        F.col(f"{side}_score").alias("runs_for"),
        F.col(f"{other}_score").alias("runs_against"),
        _result(side).alias("result"),
        F.when(F.col("forfeit").isNull(), "play")
        .when(F.col("forfeit") == "T", "none")
        .otherwise("forfeit")
        .alias("decided_by"),
        pitcher.alias("starting_pitcher_id"),
        F.col(f"{other}_starting_pitcher_id").alias("opposing_starter_id"),
        "protest",
        F.col(f"{side}_has_lineup").alias("has_lineup"),
    )


def _result(side: str) -> SparkColumn:
    """A forfeit counts for the side awarded it whatever the score; a game ruled no decision counts for neither."""
    awarded, score, other_score = side[0].upper(), F.col(f"{side}_score"), F.col(f"{_OTHER[side]}_score")
    return (
        F.when(F.col("forfeit") == "T", "N")
        .when(F.col("forfeit") == awarded, "W")
        .when(F.col("forfeit").isNotNull(), "L")
        .when(score > other_score, "W")
        .when(score < other_score, "L")
        .otherwise("T")
    )
