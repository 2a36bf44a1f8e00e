"""Whom the record book credits with a game that is not, or not surely, its manager's own.

Retrosheet says who managed each game. Record books credit the appointed manager: Lahman's `Managers` names
the men appointed at a club in a season, and their order. Nothing else of that table is read here; its wins,
losses and games have no part in any figure of ours.

1. Appointed: a game run by an appointed man is his.
2. Acting: a game run by another goes to the appointed man he stood in for, the last appointed man to have run
   a game before it; at the start of a season, the next to run one.
3. Inferred, where Lahman does not have the club's season (or has a man in it whom Retrosheet's ids do not
   reach): a run of games by another man that the man in charge ends by returning is credited to the absent
   man; a run with no return makes its man the one in charge.
4. A game whose manager is not known is credited only where one man was appointed for the whole season.
"""

from __future__ import annotations

from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F

CLUB_SEASON = ("season", "club")
ORDER = ("date", "game_number")


def appointed_managers(managers: DataFrame, teams: DataFrame, people: DataFrame) -> DataFrame:
    """Per season and club the appointed men's Retrosheet ids, in order: (season, club, appointed).

    Club-seasons in which a man's Retrosheet id is not known are left out.
    """
    retrosheet = people.where("lahman_id is not null").select("lahman_id", "retrosheet_id")
    return (
        managers.join(F.broadcast(teams.select(*CLUB_SEASON, "lahman_club")), on=["season", "lahman_club"], how="inner")
        .join(F.broadcast(retrosheet), on="lahman_id", how="left")
        .groupBy(*CLUB_SEASON)
        .agg(
            F.sort_array(F.collect_list(F.struct("order_in_season", "retrosheet_id"))).alias("listed"),
            F.count_if(F.col("retrosheet_id").isNull()).alias("without_id"),
        )
        .where("without_id = 0")
        .select(*CLUB_SEASON, F.array_distinct("listed.retrosheet_id").alias("appointed"))
    )


def credited(sides: DataFrame, appointed: DataFrame) -> DataFrame:
    """`sides` with credited_manager_id and crediting (appointed, acting or inferred; null with the former).

    `sides` has a row per club and game: season, club, date, game_number, game_id, manager_id.
    """
    listed = sides.join(F.broadcast(appointed), on=list(CLUB_SEASON), how="left")
    plain = F.array_contains("appointed", F.col("manager_id"))
    season_is_plain = Window.partitionBy(*CLUB_SEASON)
    marked = listed.withColumn("is_appointed", F.coalesce(plain, F.lit(False))).withColumn(
        "ran_any", F.max("is_appointed").over(season_is_plain)
    )
    by_list = F.col("appointed").isNotNull() & (F.col("ran_any") | (F.size("appointed") == 1))
    return _by_list(marked.where(by_list)).unionByName(_by_run(marked.where(~by_list)))


def _by_list(games: DataFrame) -> DataFrame:
    season = Window.partitionBy(*CLUB_SEASON).orderBy(*ORDER)
    before = season.rowsBetween(Window.unboundedPreceding, Window.currentRow)
    after = season.rowsBetween(Window.currentRow, Window.unboundedFollowing)
    own = F.when(F.col("is_appointed"), F.col("manager_id"))
    only = F.when(F.size("appointed") == 1, F.element_at("appointed", 1))
    stood_in_for = F.coalesce(
        F.last(own, ignorenulls=True).over(before), F.first(own, ignorenulls=True).over(after)
    )
    unknown = F.col("manager_id").isNull()
    man = F.coalesce(only, F.when(~unknown, stood_in_for))
    return _with_credit(games, man, F.when(F.col("is_appointed"), "appointed").otherwise("acting"))


def _by_run(games: DataFrame) -> DataFrame:
    """Runs of games by one man, folded over the season with a man in charge."""
    season = Window.partitionBy(*CLUB_SEASON).orderBy(*ORDER)
    known = games.where("manager_id is not null")
    changes = F.coalesce(F.col("manager_id") != F.lag("manager_id").over(season), F.lit(True))
    numbered = known.withColumn("run", F.sum(changes.cast("int")).over(season).cast("int"))
    in_charge = (
        numbered.groupBy(*CLUB_SEASON, "run")
        .agg(F.first("manager_id").alias("man"))
        .groupBy(*CLUB_SEASON)
        .agg(F.sort_array(F.collect_list(F.struct("run", "man"))).alias("runs"))
        .withColumn("runs", F.transform("runs", lambda run: run["man"]))
        .select(*CLUB_SEASON, F.expr(_IN_CHARGE).alias("in_charge"))
    )
    joined = numbered.join(in_charge, on=list(CLUB_SEASON), how="inner")
    credit = _with_credit(joined, F.element_at("in_charge", F.col("run")), F.lit("inferred"))
    unknown = _with_credit(games.where("manager_id is null"), F.lit(None).cast("string"), F.lit(None).cast("string"))
    return credit.unionByName(unknown)


# One man per run: the man in charge keeps his place when he runs this run or the next one.
_IN_CHARGE = """
    aggregate(
        sequence(1, size(runs)),
        cast(array() as array<string>),
        (men, i) -> array_append(men,
            if(i > 1 and (runs[i - 1] = men[i - 2] or get(runs, i) <=> men[i - 2]), men[i - 2], runs[i - 1])
        )
    )
"""


def _with_credit(games: DataFrame, man: F.Column, how: F.Column) -> DataFrame:
    made_up = ("appointed", "is_appointed", "ran_any", "run", "in_charge")
    return (
        games.withColumn("credited_manager_id", man)
        .withColumn("crediting", F.when(F.col("credited_manager_id").isNotNull(), how))
        .drop(*made_up)
    )
