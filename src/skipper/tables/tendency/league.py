"""A manager's sums beside his league's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F, Window
from skipper.tables.tendency.interval import count_score, wilson
from skipper.tables.tendency.tally import FIELDS

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame, WindowSpec

NEARLY_ALL = 0.9  # of a club's games, that a man must have run for his lineups to be set beside the league's


def beside_league(counted: DataFrame) -> DataFrame:
    """Sums per man and tendency with rates, intervals, and the league's figures.

    `counted` has a row for every man, the unknown one (null) too, since his games are the league's as well: season,
    league, club, tendency, measure, recorded_if_any, recorded_since, the FIELDS, and `squares`, the sum of
    the squares of attempts in each game.
    """
    season, league = Window.partitionBy("season", "tendency"), Window.partitionBy("season", "league", "tendency")
    club = Window.partitionBy("season", "club", "tendency")
    return (
        counted.withColumn("recorded", _recorded(season, league))
        .withColumns({name: F.when(F.col("recorded"), F.col(name)) for name in FIELDS})
        .withColumns(
            {
                "league_chances": _of(league, "chances"),
                "league_attempts": _of(league, "attempts"),
                "league_squares": _of(league, "squares"),
                "nearly_all": F.col("chances") >= NEARLY_ALL * F.sum("chances").over(club),
            }
        )
        .withColumns(
            {"rate": _ratio("attempts", "chances"), "league_rate": _ratio("league_attempts", "league_chances")}
        )
        .withColumns({"rate_low": _end(0), "rate_high": _end(1), "index": _index()})
    )


def _recorded(season: WindowSpec, league: WindowSpec) -> Column:
    """Whether the season's files, and the league's, can be taken to have written it down whenever it was done."""
    by_season = ~F.col("recorded_if_any") | (F.sum("attempts").over(season) > 0)
    always = F.col("recorded_since").isNull() | (F.col("season") >= F.col("recorded_since"))
    return by_season & (always | (F.sum("attempts").over(league) > 0))


def _of(league: WindowSpec, name: str) -> Column:
    """The league's sum; null where a row has none, or where it is not known which league the club is in."""
    return F.when(F.col("league").isNotNull() & F.col("chances").isNotNull(), F.sum(name).over(league))


def _ratio(part: str, whole: str) -> Column:
    return F.try_divide(F.col(part), F.col(whole))


def _end(which: int) -> Column:
    """An end of the interval of the rate, by what kind of rate it is."""
    attempts, chances = F.col("attempts").cast("double"), F.col("chances").cast("double")
    known = F.col("rate").isNotNull()
    return F.when(known & (F.col("measure") == "share"), wilson(attempts, chances)[which]).when(
        known & (F.col("measure") == "count") & _dispersion().isNotNull(),
        count_score(attempts, chances, _dispersion())[which],
    )


def _dispersion() -> Column:
    """Variance over mean of a club's count in one game, in the league; null where it never was done."""
    games, attempts = F.col("league_chances").cast("double"), F.col("league_attempts").cast("double")
    variance = F.try_divide(F.col("league_squares") - F.try_divide(attempts * attempts, games), games - 1)
    return F.try_divide(variance, F.try_divide(attempts, games))


def _index() -> Column:
    return F.when((F.col("measure") != "distinct") | F.col("nearly_all"), 100 * F.try_divide("rate", "league_rate"))
