"""Game records that only a look over all files can reject: repeated games and unknown clubs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from skipper.sources.parsed import Rejected
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame, Row

ClubSeason = tuple[int, str | None, str]


def rejected_records(records: DataFrame, teams: Iterable[ClubSeason]) -> list[Rejected]:
    """The game log records that must not be used, without their text; mostly there are none.

    Of records of the same game the first, by file and line, is kept. `teams` are Lahman's clubs as (season,
    league, club): a club is unknown when they cover its league that season and do not have it.
    """
    repeated = [row.game_id for row in records.groupBy("game_id").count().where("count > 1").collect()]
    unknown = _unknown_clubs(records, set(teams))
    found = _repetitions(_where(records, F.col("game_id").isin(repeated))) if repeated else []
    for season, club in sorted(unknown):
        plays = (F.col("season") == season) & ((F.col("visitor_club") == club) | (F.col("home_club") == club))
        reason = f"club {club} is not in Lahman's Teams for {season}"
        found += [(row, reason) for row in _where(records, plays)]
    return _one_each(found)


def _where(records: DataFrame, condition: SparkColumn) -> list[Row]:
    return records.where(condition).select("source_file", "source_line", "season", "game_id").collect()


def _repetitions(rows: list[Row]) -> list[tuple[Row, str]]:
    games: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows):
        games[row.game_id].append(row)
    return [
        (row, f"the game of {first.source_file}, line {first.source_line}, again")
        for first, *others in games.values()
        for row in others
    ]


def _unknown_clubs(records: DataFrame, teams: set[ClubSeason]) -> set[tuple[int, str]]:
    covered = {(season, league) for season, league, _club in teams}
    known = {(season, club) for season, _league, club in teams}
    sides = [
        F.struct(F.col(f"{side}_league").alias("league"), F.col(f"{side}_club").alias("club"))
        for side in ("visitor", "home")
    ]
    # The clubs of an all-star game are the leagues'.
    played = records.where("game_type <> 'all_star'").select("season", F.inline(F.array(*sides))).distinct().collect()
    return {
        (row.season, row.club)
        for row in played
        if (row.season, row.league) in covered and (row.season, row.club) not in known
    }


def _one_each(found: list[tuple[Row, str]]) -> list[Rejected]:
    """One rejection per record, with all its reasons."""
    reasons: dict[Row, set[str]] = defaultdict(set)
    for row, reason in found:
        reasons[row].add(reason)
    return [
        Rejected(row.source_file, row.source_line, row.season, None, "; ".join(sorted(why)))
        for row, why in sorted(reasons.items())
    ]
