"""Table `manager_tendency`: what each manager did with his chances, beside his league."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.columns import MANAGER
from skipper.tables.play_columns import PLAYS
from skipper.tables.spark import F
from skipper.tables.tendency import changes, lineups, pitching, running
from skipper.tables.tendency.definitions import TENDENCIES
from skipper.tables.tendency.league import beside_league
from skipper.tables.tendency.tally import FIELDS, SIDE, tally

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_SHARES = ", ".join(f"'{one.name}'" for one in TENDENCIES if one.measure == "share")

TABLE = Table(
    name="manager_tendency",
    grain="one row per manager, club, season and tendency",
    key=("season", "club", "manager_person_id", "tendency"),
    sources="event, plate_appearance, pitching_appearance, substitution, ejection, event_game, event_club_game, "
    "event_lineup",
    notes=(
        "Every definition, with its source or the word `ours`, is on the page Tendencies. A manager is the man who "
        "ran the game where a game log has it, else the credited one where the record book gives the club one man "
        "for the season; games of neither count in the league's rates and for no manager. A league's rate is of its "
        "clubs, in the same situations. A manager's chances depend on who gets on base: no figure here is his alone. "
        "Games of the regular season alone count, by `event_game.game_type`; a tie-breaking playoff belongs to it."
    ),
    columns=pick(
        PLAYS,
        "season",
        "league",
        "club",
        Column(
            "manager_id",
            "string",
            "Retrosheet id of the man who ran the games by the game logs, or, of games that these lack, is credited "
            "with them: manager_source tells which",
            required=True,
        ),
        *MANAGER[1:],
        Column(
            "manager_source",
            "string",
            "game_log (he ran the games), lahman_whole_season (credited, the club's only manager of the season), or "
            "both",
            required=True,
        ),
        Column("games", "int", "regular-season games of his in the event files", required=True),
        Column("tendency", "string", "which: see the page Tendencies", required=True),
        Column("unit", "string", "what one chance is", required=True),
        Column("chances", "int", "chances; null where the files do not tell, such as pitches that are not known"),
        Column("attempts", "int", "times it was done, in those chances; null with chances"),
        Column("successes", "int", "attempts that came off; null with chances, and where that is no notion of it"),
        Column(
            "outside_chances",
            "int",
            "times it was done when no chance of it was open, such as the trailing runner of a double steal; in no "
            "rate; null where that cannot be or is not known",
        ),
        Column("rate", "double", "attempts / chances; null without a chance"),
        Column(
            "rate_low",
            "double",
            "lower end of the 95 % interval of the rate: Wilson's for shares, a score interval with the league's "
            "dispersion for counts per game; null where there is none",
        ),
        Column("rate_high", "double", "upper end of that interval"),
        Column("league_chances", "int", "chances of all clubs of the league; null with chances or the league"),
        Column("league_attempts", "int", "their attempts; null with league_chances"),
        Column("league_rate", "double", "league_attempts / league_chances; null without a chance"),
        Column(
            "index", "double", "100 x rate / league_rate, 100 the league; null without a rate or a league's attempt"
        ),
    ),
    checks=(
        Check(
            "manager_tendency: a share has no more attempts than chances, and no fewer than successes",
            "SELECT * FROM manager_tendency WHERE successes > attempts OR league_attempts < attempts "
            "OR league_chances < chances OR (attempts IS NULL) <> (chances IS NULL) "
            f"OR (attempts > chances AND tendency IN ({_SHARES}))",
            "the counts of a tendency do not fit together",
        ),
        Check(
            "manager_tendency: every tendency of every manager",
            "SELECT season, club, manager_person_id, count(*) AS rows FROM manager_tendency GROUP BY ALL "
            f"HAVING count(*) <> {len(TENDENCIES)}",
            "a manager lacks a tendency",
        ),
        Check(
            "manager_tendency: the managers of event_club_game",
            "WITH ran AS (SELECT c.season, c.club, c.manager_person_id, count(*) AS games FROM event_club_game AS c "
            "JOIN event_game AS g ON g.game_id = c.game_id AND g.game_type = 'regular' "
            "WHERE c.manager_person_id IS NOT NULL GROUP BY ALL), "
            "here AS (SELECT DISTINCT season, club, manager_person_id, games FROM manager_tendency) "
            "(FROM ran EXCEPT FROM here) UNION ALL (FROM here EXCEPT FROM ran)",
            "the games of a manager are not his regular-season games of event_club_game",
        ),
    ),
)

_MAN = ("season", "club", "manager_person_id")
_COUNTED = [one.name for one in TENDENCIES if one.measure == "count"]


def manager_tendency(
    events: DataFrame,
    plate_appearances: DataFrame,
    pitched: DataFrame,
    made: DataFrame,
    sent_off: DataFrame,
    games: DataFrame,
    club_games: DataFrame,
    lineup: DataFrame,
) -> DataFrame:
    """Table `manager_tendency` from the tables of plays: event, plate_appearance, pitching_appearance, substitution,
    ejection, event_game, event_club_game and event_lineup, in this order; games of the regular season count."""
    games = games.where("game_type = 'regular'")
    # Used more than once, and a small part of what they are made from.
    turns = running.turns(events).localCheckpoint()
    started = lineups.starters(lineup, plate_appearances, club_games).localCheckpoint()
    sides = _sides(club_games, games).localCheckpoint()
    in_games = (
        running.at_bat(turns),
        running.in_the_field(turns),
        started.drop("batting_order"),
        pitching.appearances(pitched, games),
        changes.substitutions(made),
        changes.ejections(sent_off),
        _every_game(sides),
    )
    sums = _sums(reduce(lambda one, other: one.unionByName(other), map(_long, in_games)), sides).unionByName(
        _lineups_used(started, sides)
    )
    # A few rows a manager: cut off here, what follows is not planned together with all that made them.
    compared = beside_league(_every_tendency(sides, sums).localCheckpoint())
    integers = {column.name: F.col(column.name).cast("int") for column in TABLE.columns if column.type == "int"}
    return compared.withColumns(integers).where("manager_person_id is not null").select(*TABLE.column_names)


def _sides(club_games: DataFrame, games: DataFrame) -> DataFrame:
    """One row per club of each of `games`, with its manager, null where nobody is known."""
    with_dh = F.broadcast(games.select("game_id", "uses_designated_hitter"))
    return club_games.join(with_dh, on="game_id", how="inner").select(
        *SIDE,
        "season",
        "league",
        F.coalesce("manager_id", "credited_manager_id").alias("manager_id"),
        "manager_person_id",
        "manager_name",
        "manager_source",
        "uses_designated_hitter",
        "pitchers_used",
    )


def _every_game(sides: DataFrame) -> DataFrame:
    """What is counted per game has a chance in each, done or not; how many pitchers were used is known at once."""
    done = {"pitchers_used": F.col("pitchers_used")}
    return sides.select(*SIDE, *(tally(name, F.lit(1), done.get(name, F.lit(0))) for name in _COUNTED))


def _long(in_games: DataFrame) -> DataFrame:
    """A row per game, club and tendency, of a column of counts for each tendency."""
    counts = [
        F.struct(F.lit(name).alias("tendency"), F.col(name).alias("count"))
        for name in in_games.columns
        if name not in SIDE
    ]
    return in_games.select(*SIDE, F.explode(F.array(*counts)).alias("one")).select(*SIDE, "one.tendency", "one.count.*")


def _sums(in_games: DataFrame, sides: DataFrame) -> DataFrame:
    """Per man and tendency the sums over his games, and that of the squares of attempts."""
    return (
        in_games.join(F.broadcast(sides), on=list(SIDE), how="inner")
        .where("tendency <> 'double_switch' or uses_designated_hitter = false")
        .groupBy(*_MAN, "tendency")
        .agg(
            *(F.sum(field).alias(field) for field in FIELDS),
            F.sum(F.col("attempts") * F.col("attempts")).alias("squares"),
        )
    )


def _lineups_used(started: DataFrame, sides: DataFrame) -> DataFrame:
    """Per man his distinct batting orders, of the games whose order is known."""
    nothing = F.lit(None).cast("bigint")
    return (
        sides.join(started.select(*SIDE, "batting_order"), on=list(SIDE), how="inner")
        .groupBy(*_MAN)
        .agg(
            F.lit("lineups_used").alias("tendency"),
            F.count("*").alias("chances"),
            F.size(F.collect_set("batting_order")).cast("bigint").alias("attempts"),
            *(nothing.alias(name) for name in ("successes", "outside_chances", "squares")),
        )
    )


def _men(sides: DataFrame) -> DataFrame:
    """A row per man, club and season: his games, how he is known, and his name, of the game logs if they have it."""
    is_logged = F.coalesce(F.col("manager_source") == "game_log", F.lit(False))
    logged = F.count_if(is_logged)
    return sides.groupBy(*_MAN).agg(
        F.max("league").alias("league"),
        *(F.max_by(name, F.struct(is_logged, name)).alias(name) for name in ("manager_id", "manager_name")),
        F.count("*").alias("games"),
        F.when(logged == F.count("*"), "game_log")
        .when(logged == 0, "lahman_whole_season")
        .otherwise("both")
        .alias("manager_source"),
    )


def _every_tendency(sides: DataFrame, sums: DataFrame) -> DataFrame:
    """A row for every man and tendency; sums are null where no play tells."""
    described = sides.sparkSession.createDataFrame(
        [(one.name, one.unit, one.measure, one.recorded_if_any, one.recorded_since) for one in TENDENCIES],
        "tendency string, unit string, measure string, recorded_if_any boolean, recorded_since int",
    )
    same = [F.col(f"man.{name}").eqNullSafe(F.col(f"sums.{name}")) for name in (*_MAN, "tendency")]
    return (
        _men(sides)
        .crossJoin(F.broadcast(described))
        .alias("man")
        .join(F.broadcast(sums).alias("sums"), on=same, how="left")
        .select("man.*", *(f"sums.{name}" for name in (*FIELDS, "squares")))
    )
