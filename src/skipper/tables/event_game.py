"""Tables `event_game` and `event_club_game`: the games of the event files, and each club's line in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import GAME_OF_DAY
from skipper.tables.people import in_games
from skipper.tables.play_columns import PLAYS
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

GAME = Table(
    name="event_game",
    grain="one row per game of the event files",
    key=("game_id",),
    sources="Retrosheet event files: `info` records; scores from the plays",
    notes="Records are counted from game logs alone; a season with event files only is in no won-lost figure.",
    columns=pick(
        PLAYS,
        *GAME_OF_DAY,
        Column(
            "game_type",
            "string",
            "regular, postseason, all_star or exhibition, as the file says, else by its name",
            required=True,
        ),
        Column("home_club", "string", "the home club's code", required=True),
        Column("visitor_club", "string", "the visitor's code", required=True),
        Column("home_score", "int", "runs of the home club, from the plays", required=True),
        Column("visitor_score", "int", "runs of the visitor, from the plays", required=True),
        Column("innings", "int", "innings in which there was a play", required=True),
        Column("outs", "int", "outs of both clubs", required=True),
        Column("scheduled_innings", "int", "innings it was to have; null where the file does not say"),
        Column(
            "extra_inning_runner_on",
            "int",
            "the base on which a runner was placed as extra innings began; null where the file says of none",
        ),
        Column("uses_designated_hitter", "boolean", "a designated hitter was used; null where the file does not say"),
        Column("park_id", "string", "Retrosheet's id of the park; null where unknown"),
        Column("start_time", "string", "local time of the start, hh:mm AM or PM; null where unknown"),
        Column("day_night", "string", "day or night; null where unknown"),
        Column("attendance", "int", "spectators; null where unknown, as is 0 in other seasons than 2020"),
        Column("duration_minutes", "int", "playing time in minutes; null where unknown"),
        Column("temperature_fahrenheit", "int", "at the start; null where unknown"),
        Column("wind_direction", "string", "Retrosheet's code, such as ltor or fromlf; null where unknown"),
        Column("wind_speed_mph", "int", "at the start; null where unknown"),
        Column("sky", "string", "Retrosheet's code, such as sunny or dome; null where unknown"),
        Column("precipitation", "string", "Retrosheet's code; null where unknown"),
        Column("field_condition", "string", "Retrosheet's code; null where unknown"),
        Column("plate_umpire_id", "string", "Retrosheet id; null where unknown"),
        Column("winning_pitcher_id", "string", "Retrosheet id; null where none or unknown"),
        Column("losing_pitcher_id", "string", "Retrosheet id; null where none or unknown"),
        Column("save_pitcher_id", "string", "Retrosheet id; null where none"),
        Column("pitches_recorded", "string", "pitches (each), count or none; null where the file does not say"),
        "source_file",
        "source_line",
    ),
)

CLUB_GAME = Table(
    name="event_club_game",
    grain="one row per club per game of the event files",
    key=("game_id", "club"),
    sources="Retrosheet event files; managers from the game logs, else from Lahman Managers",
    columns=pick(
        PLAYS,
        *GAME_OF_DAY,
        "club",
        "opponent",
        Column("is_home", "boolean", "the home club", required=True),
        Column(
            "league", "string", "by the season's TEAM file, else by the game logs or Lahman Teams; null where unknown"
        ),
        Column("runs", "int", "runs scored", required=True),
        Column("hits", "int", "hits", required=True),
        Column("errors", "int", "errors made in the field", required=True),
        Column(
            "left_on_base",
            "int",
            "runners left on base: turns that ended and runners placed, less runs and outs",
            required=True,
        ),
        Column("outs_pitched", "int", "outs made in the field", required=True),
        Column(
            "pitchers_used",
            "int",
            "pitchers used; one who returns to the mound counts again, as in cwgame's output",
            required=True,
        ),
        Column("starting_pitcher_id", "string", "Retrosheet id of the starting pitcher", required=True),
        Column("opposing_starter_id", "string", "Retrosheet id of the other club's starting pitcher", required=True),
        Column("opposing_starter_throws", "string", "his hand, L or R; null where unknown"),
        Column("manager_id", "string", "who ran the game, from the game logs; null where they lack the game"),
        Column(
            "credited_manager_id",
            "string",
            "the credited manager: from the game logs, else Lahman's where the "
            "club had one manager all season; else null",
        ),
        Column("manager_source", "string", "game_log, lahman_whole_season, or null where nobody is known"),
        Column("manager_person_id", "string", "person_id of manager_id, else of credited_manager_id"),
        Column("manager_name", "string", "name of the same man; null where unknown"),
    ),
    checks=(
        Check(
            "event_club_game: two sides of each game, with its score",
            "SELECT g.game_id, list(c.club) AS clubs FROM event_game AS g LEFT JOIN event_club_game AS c ON "
            "c.game_id = g.game_id AND c.club = CASE WHEN c.is_home THEN g.home_club ELSE g.visitor_club END "
            "AND c.runs = CASE WHEN c.is_home THEN g.home_score ELSE g.visitor_score END "
            "GROUP BY g.game_id HAVING count(c.club) <> 2",
            "a game has not two sides with its score",
        ),
        Check(
            "event_club_game: the sums over event",
            "WITH summed AS (SELECT game_id, fielding_club AS club, sum(outs_on_play) AS outs, sum(errors) AS errors "
            "FROM event GROUP BY ALL) SELECT c.game_id, c.club FROM event_club_game AS c LEFT JOIN summed AS s "
            "USING (game_id, club) WHERE coalesce(s.outs, 0) <> c.outs_pitched OR coalesce(s.errors, 0) <> c.errors",
            "a club's outs or errors are not those of its events",
        ),
        Check(
            "event_club_game: pitchers are those of pitching_appearance",
            "SELECT c.game_id, c.club FROM event_club_game AS c LEFT JOIN pitching_appearance AS p "
            "ON p.game_id = c.game_id AND p.club = c.club GROUP BY c.game_id, c.club, c.pitchers_used, c.outs_pitched "
            "HAVING count(p.pitcher_id) <> c.pitchers_used OR sum(p.outs) <> c.outs_pitched",
            "a club's pitchers or their outs are not those of its appearances",
        ),
    ),
)

OF_MANAGER = ("manager_id", "credited_manager_id", "manager_source", "manager_person_id", "manager_name")
OF_PLAYS = tuple(name for name in CLUB_GAME.column_names if name not in OF_MANAGER)


def event_club_game(
    sides: DataFrame, logged: DataFrame, appointed: DataFrame, teams: DataFrame, people: DataFrame
) -> DataFrame:
    """Table `event_club_game`.

    `sides` has OF_PLAYS, `logged` is `club_game`, `appointed` comes from `appointed_managers`, `teams` are Lahman's,
    `people` is `person`.
    """
    alone = appointed.where(F.size("appointed") == 1).select("season", "club", F.col("appointed")[0].alias("only_man"))
    of_book = teams.select("season", "club", F.col("league").alias("book_league"))
    men = in_games(people)
    only = men.select(
        F.col("retrosheet_id").alias("only_man"),
        F.col("person_id").alias("only_person"),
        F.col("name").alias("only_name"),
    )
    credited = men.select(F.col("retrosheet_id").alias("log_credited"), F.col("name").alias("log_credited_name"))
    return (
        sides.join(F.broadcast(_of_game_logs(logged)), on=["game_id", "club"], how="left")
        .join(F.broadcast(alone), on=["season", "club"], how="left")
        .join(F.broadcast(only), on="only_man", how="left")
        .join(F.broadcast(credited), on="log_credited", how="left")
        .join(F.broadcast(of_book), on=["season", "club"], how="left")
        .withColumns(_managers())
        .select(*CLUB_GAME.column_names)
    )


def _of_game_logs(logged: DataFrame) -> DataFrame:
    """What `club_game` says of a club's game, under names of its own."""
    names = {
        "log_manager": "manager_id",
        "log_person": "manager_person_id",
        "log_name": "manager_name",
        "log_credited": "credited_manager_id",
        "log_credited_person": "credited_manager_person_id",
        "log_league": "league",
    }
    columns = [F.col(theirs).alias(ours) for ours, theirs in names.items()]
    return logged.select("game_id", "club", *columns, F.lit(True).alias("is_logged"))


def _managers() -> dict[str, SparkColumn]:
    """The manager, and the league where the TEAM file does not tell it."""
    ran, unlogged = F.col("log_manager").isNotNull(), F.col("is_logged").isNull()
    credited = F.coalesce("log_credited", F.when(unlogged, F.col("only_man")))
    return {
        "league": F.coalesce("league", "log_league", "book_league"),
        "manager_id": F.col("log_manager"),
        "credited_manager_id": credited,
        "manager_source": F.when(ran, "game_log").when(credited.isNotNull(), "lahman_whole_season"),
        "manager_person_id": F.when(ran, F.col("log_person"))
        .when(unlogged, F.col("only_person"))
        .otherwise(F.col("log_credited_person")),
        "manager_name": F.when(ran, F.col("log_name"))
        .when(unlogged, F.col("only_name"))
        .otherwise(F.col("log_credited_name")),
    }
