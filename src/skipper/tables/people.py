"""Tables `person` and `person_alias`: who is who over all sources.

The Chadwick Register is the spine. A Lahman person is tied to it by Retrosheet id, else by
Baseball-Reference id; whoever is in neither stands with the id of the source that names him.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.lake.contract import Column, Table, pick
from skipper.tables.columns import SHARED
from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column as SparkColumn
    from pyspark.sql import DataFrame

PERSON = Table(
    name="person",
    grain="one row per person",
    key=("person_id",),
    by_season=False,
    sources="Chadwick Register, Lahman People, and whoever else is named in the games",
    columns=pick(
        SHARED,
        "person_id",
        Column("name", "string", "first and last name; null where no source names him"),
        Column("first_name", "string", "first name in use; null where unknown"),
        Column("last_name", "string", "last name; null where unknown"),
        Column("given_name", "string", "given names in full; null where unknown"),
        Column("nickname", "string", "nickname; null where none is recorded"),
        Column("birth_year", "int", "null where unknown"),
        Column("birth_month", "int", "1 to 12; null where unknown"),
        Column("birth_day", "int", "1 to 31; null where unknown"),
        Column("death_year", "int", "null where he lives, or where it is unknown"),
        Column("death_month", "int", "1 to 12; null as death_year, or where it alone is unknown"),
        Column("death_day", "int", "1 to 31; null as death_month"),
        Column("bats", "string", "L, R or B (both), from Lahman; null where unknown"),
        Column("throws", "string", "L, R or S (switch), from Lahman; null where unknown"),
        Column("debut", "date", "first major-league game as a player, from Lahman; null where none or unknown"),
        Column(
            "mlb_played_first",
            "int",
            "first major-league season as a player, from the Register, else Lahman's debut; null where none or unknown",
        ),
        Column("mlb_played_last", "int", "last such season, from the Register, else Lahman's final game"),
        Column("mlb_managed_first", "int", "first major-league season as a manager, from the Register"),
        Column("mlb_managed_last", "int", "last such season"),
        Column("pro_managed_first", "int", "first professional season as a manager, from the Register"),
        Column("pro_managed_last", "int", "last such season"),
        Column("retrosheet_id", "string", "Retrosheet id; null where he has none"),
        Column("lahman_id", "string", "Lahman id; null where he has none"),
        Column("source", "string", "register, lahman or retrosheet: the source of person_id", required=True),
    ),
)

_ALIASES = ("register", "retrosheet", "lahman", "mlbam", "bbref", "bbref_minors", "fangraphs")

PERSON_ALIAS = Table(
    name="person_alias",
    grain="one row per id that a source gives a person",
    key=("source", "id"),
    by_season=False,
    sources="as for person",
    columns=pick(
        SHARED,
        "person_id",
        Column("source", "string", f"whose id it is: {', '.join(_ALIASES)}", required=True),
        Column("id", "string", "the id", required=True),
        Column(
            "tied_by",
            "string",
            "how the id came to this person: register (it is in the Register's row), retrosheet_id or bbref_id "
            "(a Lahman person merged by that id), itself (he is in no other source)",
            required=True,
        ),
    ),
    checks=(),
)

_REGISTER_ONLY = (
    "nickname",
    "mlb_managed_first",
    "mlb_managed_last",
    "pro_managed_first",
    "pro_managed_last",
    "mlbam_id",
    "bbref_minors_id",
    "fangraphs_id",
)
_BOTH = (
    "first_name",
    "last_name",
    "given_name",
    "birth_year",
    "birth_month",
    "birth_day",
    "death_year",
    "death_month",
    "death_day",
    "bbref_id",
    "retrosheet_id",
)
_LAHMAN_ONLY = ("bats", "throws", "debut", "lahman_id")
_PLAYED = {"mlb_played_first": "debut", "mlb_played_last": "final_game"}  # the Register's seasons, Lahman's dates


def merged_people(register: DataFrame, lahman: DataFrame, named: DataFrame) -> DataFrame:
    """One row per person with the ids of every source.

    `named` holds (retrosheet_id, name) of everybody whom the games name. Who is in no other source gets the
    longest name that they give him (a surname alone is an early season's habit).
    """
    fullest = F.max_by("name", F.struct(F.length("name"), "name"))
    names = named.groupBy("retrosheet_id").agg(fullest.alias("name_in_games"))
    everybody = _with_lahman(register, lahman).join(names, on="retrosheet_id", how="full")
    return everybody.withColumns(
        {
            "name": F.coalesce("name", "name_in_games"),
            "source": F.coalesce("source", F.lit("retrosheet")),
            "person_id": F.coalesce("person_id", F.concat(F.lit("retrosheet:"), "retrosheet_id")),
            "tied_by": F.coalesce("tied_by", F.lit("itself")),
        }
    )


def in_games(people: DataFrame) -> DataFrame:
    """Of `person` those with a Retrosheet id: what the tables of games join to."""
    return people.where("retrosheet_id is not null").select("retrosheet_id", "person_id", "name", "throws")


def season_names(named: DataFrame) -> DataFrame:
    """Per season and man the spelling of his name that its games use most, of equals the longest.

    `named` holds (season, retrosheet_id, name, mentions); the result (season, retrosheet_id, name_in_games).
    """
    most = F.max_by("name", F.struct("mentions", F.length("name"), "name"))
    return named.groupBy("season", "retrosheet_id").agg(most.alias("name_in_games"))


def with_name(rows: DataFrame, names: DataFrame, id_column: str, name_column: str) -> DataFrame:
    """`rows`, which have a season, with the man's name in a further column: null where the games do not name him."""
    of_season = names.select(
        "season", F.col("retrosheet_id").alias(id_column), F.col("name_in_games").alias(name_column)
    )
    return rows.join(F.broadcast(of_season), on=["season", id_column], how="left")


def _with_lahman(register: DataFrame, lahman: DataFrame) -> DataFrame:
    ours = register.alias("r")
    theirs = _tie(register, lahman).alias("l")
    return ours.join(theirs, on="person_id", how="full").select(
        "person_id",
        F.nullif(F.concat_ws(" ", _either("first_name"), _either("last_name")), F.lit("")).alias("name"),
        *(_either(name).alias(name) for name in _BOTH),
        *(F.col(f"r.{name}").alias(name) for name in _REGISTER_ONLY),
        *(F.col(f"l.{name}").alias(name) for name in _LAHMAN_ONLY),
        *(F.coalesce(f"r.{season}", F.year(f"l.{day}")).alias(season) for season, day in _PLAYED.items()),
        F.col("r.retrosheet_id").alias("register_retrosheet_id"),
        F.col("r.bbref_id").alias("register_bbref_id"),
        F.when(F.col("person_id").startswith("lahman:"), "lahman").otherwise("register").alias("source"),
        F.coalesce("l.tied_by", F.lit("register")).alias("tied_by"),
    )


def _either(name: str) -> SparkColumn:
    return F.coalesce(F.col(f"r.{name}"), F.col(f"l.{name}"))


def _tie(register: DataFrame, lahman: DataFrame) -> DataFrame:
    """Lahman's people with the person_id that they are tied to, and by what."""
    by_retrosheet = register.select("retrosheet_id", F.col("person_id").alias("by_retrosheet"))
    by_bbref = register.select("bbref_id", F.col("person_id").alias("by_bbref"))
    return (
        lahman.join(by_retrosheet.where("retrosheet_id is not null"), on="retrosheet_id", how="left")
        .join(by_bbref.where("bbref_id is not null"), on="bbref_id", how="left")
        .withColumn(
            "person_id",
            F.coalesce("by_retrosheet", "by_bbref", F.concat(F.lit("lahman:"), F.col("lahman_id"))),
        )
        .withColumn(
            "tied_by",
            F.when(F.col("by_retrosheet").isNotNull(), "retrosheet_id")
            .when(F.col("by_bbref").isNotNull(), "bbref_id")
            .otherwise("itself"),
        )
    )


def person(people: DataFrame) -> DataFrame:
    """Table `person` from `merged_people`."""
    return people.select(*PERSON.column_names)


def person_alias(people: DataFrame) -> DataFrame:
    """Table `person_alias` from `merged_people`."""
    ids = {
        "register": F.when(F.col("source") == "register", F.col("person_id")),
        **{source: F.col(f"{source}_id") for source in _ALIASES if source != "register"},
    }
    pairs = F.array(*(F.struct(F.lit(source).alias("alias_source"), id_.alias("id")) for source, id_ in ids.items()))
    in_register = (
        F.col("alias_source").isin("register", "mlbam", "bbref_minors", "fangraphs")
        | ((F.col("alias_source") == "retrosheet") & F.col("register_retrosheet_id").isNotNull())
        | ((F.col("alias_source") == "bbref") & F.col("register_bbref_id").isNotNull())
    )
    return (
        people.select("*", F.inline(pairs))
        .where("id is not null")
        .select(
            "person_id",
            F.col("alias_source").alias("source"),
            "id",
            F.when(in_register, "register").otherwise(F.col("tied_by")).alias("tied_by"),
        )
    )
