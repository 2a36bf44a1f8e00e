"""Table `person`: one identity per person across all sources.

The table is based on the Chadwick Register. People in Lahman are matched to it by Retrosheet id, otherwise by
Baseball-Reference id. A person in neither source keeps the id from the source that names the person.
"""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="person",
    grain="one row per person",
    key=("person_id",),
    by_season=False,
    sources="Chadwick Register, Lahman People, everyone else named in the games, and listed_manager",
    columns=pick(
        SHARED,
        "person_id",
        Column("name", "string", "first and last name; null if no source gives one"),
        Column("first_name", "string", "usual first name; null if unknown"),
        Column("last_name", "string", "last name; null if unknown"),
        Column("given_name", "string", "given names in full; null if unknown"),
        Column("nickname", "string", "nickname; null if none is recorded"),
        Column("birth_year", "int", "year of birth; null if unknown"),
        Column("birth_month", "int", "month of birth, 1 to 12; null if unknown"),
        Column("birth_day", "int", "day of birth, 1 to 31; null if unknown"),
        Column("death_year", "int", "year of death; null if living or unknown"),
        Column("death_month", "int", "month of death, 1 to 12; null if death_year is null or the month is unknown"),
        Column("death_day", "int", "day of death, 1 to 31; null if death_month is null or the day is unknown"),
        Column("bats", "string", "L, R or B (both), from Lahman; null if unknown"),
        Column("throws", "string", "L, R or S (switch), from Lahman; null if unknown"),
        Column(
            "debut", "date", "date of the first major-league game as a player, from Lahman; null if none or unknown"
        ),
        Column(
            "mlb_played_first",
            "int",
            "first major-league season as a player, from the Register, else from Lahman's debut; null if unknown",
        ),
        Column(
            "mlb_played_last",
            "int",
            "last major-league season as a player, from the Register, else from Lahman's final game",
        ),
        Column("mlb_managed_first", "int", "first major-league season as a manager, from the Register"),
        Column("mlb_managed_last", "int", "last major-league season as a manager, from the Register"),
        Column("pro_managed_first", "int", "first professional season as a manager, from the Register"),
        Column("pro_managed_last", "int", "last professional season as a manager, from the Register"),
        Column("retrosheet_id", "string", "Retrosheet id; null if there is none"),
        Column("lahman_id", "string", "Lahman id; null if there is none"),
        Column(
            "source",
            "string",
            "register, lahman, retrosheet, mlbam or managers: the source of person_id",
            required=True,
        ),
    ),
)


def person(merged_person: pa.Table, named_person: pa.Table) -> pa.Table:
    """Return the people in the Register or Lahman, with a name from games if those give none, then all others."""
    ids, names = named_person["id"].combine_chunks(), named_person["name"].combine_chunks()
    of_either = [merged_person[f"{source}_id"].combine_chunks() for source in ("retrosheet", "mlbam")]
    in_games = [names.take(pc.index_in(of_source, ids, skip_nulls=True)) for of_source in of_either]
    known = merged_person.set_column(
        merged_person.schema.get_field_index("name"),
        "name",
        pc.coalesce(merged_person["name"].combine_chunks(), *in_games),
    ).select(TABLE.column_names)
    others = named_person.filter(pc.invert(named_person["is_registered"]))
    of_others = {
        "person_id": others["person_id"],
        "name": others["name"],
        "retrosheet_id": pc.if_else(pc.equal(others["source"], "retrosheet"), others["id"], None),
        "source": others["source"],
    }
    return pa.concat_tables([known, pa.table(of_others)], promote_options="permissive")
