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

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow as pa

from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

CLUB_SEASON = ("season", "club")


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

    `sides` has a row per club and game: season, club, date, game_number, game_id, manager_id. Only the seasons
    of a club in which somebody else than its appointed men ran a game are looked at game by game.
    """
    credits = _odd_club_seasons(sides, appointed).mapInArrow(
        _credit_batches, "game_id string, club string, credit string, how string"
    )
    is_odd = F.col("c.game_id").isNotNull()
    same_side = (F.col("s.game_id") == F.col("c.game_id")) & (F.col("s.club") == F.col("c.club"))
    return (
        sides.alias("s")
        .join(F.broadcast(credits).alias("c"), on=same_side, how="left")
        .select(
            "s.*",
            F.when(is_odd, F.col("c.credit")).otherwise(F.col("s.manager_id")).alias("credited_manager_id"),
            F.when(is_odd, F.col("c.how")).otherwise("appointed").alias("crediting"),
        )
    )


def _odd_club_seasons(sides: DataFrame, appointed: DataFrame) -> DataFrame:
    """(club, appointed, game_ids, men) in order of play, where not every game was run by an appointed man."""
    nobody = F.array().cast("array<string>")
    return (
        sides.groupBy(*CLUB_SEASON)
        .agg(F.sort_array(F.collect_list(F.struct("date", "game_number", "game_id", "manager_id"))).alias("games"))
        .join(F.broadcast(appointed), on=list(CLUB_SEASON), how="left")
        .where(F.size(F.array_except("games.manager_id", F.coalesce("appointed", nobody))) > 0)
        .select(
            "club",
            "appointed",
            F.col("games.game_id").alias("game_ids"),
            F.col("games.manager_id").alias("men"),
        )
    )


def _credit_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        rows = [
            {"game_id": game_id, "club": season["club"], "credit": man, "how": how}
            for season in batch.to_pylist()
            for game_id, (man, how) in zip(
                season["game_ids"], credit_season(season["men"], season["appointed"]), strict=True
            )
        ]
        names = ("game_id", "club", "credit", "how")
        yield pa.RecordBatch.from_pylist(rows, pa.schema([(name, pa.string()) for name in names]))


Credit = tuple[str | None, str | None]


def credit_season(men: list[str | None], appointed: list[str] | None) -> list[Credit]:
    """Whom each game of a club's season is credited to, and why, given who ran it, in order of play.

    `men` has null for a game whose manager is not known, `appointed` is null where the record book does not
    have the club's season.
    """
    if appointed is not None and len(appointed) == 1:
        only = appointed[0]
        return [(only, "appointed" if man == only else "acting") for man in men]
    if appointed is not None and any(man in appointed for man in men):
        return _by_list(men, appointed)
    return _by_run(men)


def _by_list(men: list[str | None], appointed: list[str]) -> list[Credit]:
    in_charge = next(man for man in men if man in appointed)
    credits: list[Credit] = []
    for man in men:
        if man in appointed:
            in_charge = man
            credits.append((man, "appointed"))
        else:
            credits.append((None, None) if man is None else (in_charge, "acting"))
    return credits


def _by_run(men: list[str | None]) -> list[Credit]:
    known = [man for man in men if man is not None]
    starts = [i for i, man in enumerate(known) if i == 0 or man != known[i - 1]]
    credits: list[Credit] = []
    in_charge = None
    for run, start in enumerate(starts):
        end = starts[run + 1] if run + 1 < len(starts) else len(known)
        returns = end < len(known) and known[end] == in_charge
        if not returns:
            in_charge = known[start]
        credits += [(in_charge, "inferred")] * (end - start)
    of_known = iter(credits)
    return [(None, None) if man is None else next(of_known) for man in men]
