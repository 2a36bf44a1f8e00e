"""Table `person`: one identity per person across all sources.

The Chadwick Register is the spine. A Lahman person matches it by Retrosheet id, else by Baseball-Reference id;
a person in neither keeps the id of the source that names that person.
"""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="person",
    grain="one row per person",
    key=("person_id",),
    by_season=False,
    sources="Chadwick Register, Lahman People, and everyone else named in the games",
    columns=pick(
        SHARED,
        "person_id",
        Column("name", "string", "first and last name; null where no source gives one"),
        Column("first_name", "string", "first name in use; null where unknown"),
        Column("last_name", "string", "last name; null where unknown"),
        Column("given_name", "string", "given names in full; null where unknown"),
        Column("nickname", "string", "nickname; null where none is recorded"),
        Column("birth_year", "int", "null where unknown"),
        Column("birth_month", "int", "1 to 12; null where unknown"),
        Column("birth_day", "int", "1 to 31; null where unknown"),
        Column("death_year", "int", "null for the living, or where unknown"),
        Column("death_month", "int", "1 to 12; null with death_year, or where only the month is unknown"),
        Column("death_day", "int", "1 to 31; null with death_month, or where only the day is unknown"),
        Column("bats", "string", "L, R or B (both), from Lahman; null where unknown"),
        Column("throws", "string", "L, R or S (switch), from Lahman; null where unknown"),
        Column("debut", "date", "first major-league game as a player, from Lahman; null where none or unknown"),
        Column(
            "mlb_played_first",
            "int",
            "first major-league season as a player, from the Register, else Lahman's debut; null where none or unknown",
        ),
        Column(
            "mlb_played_last",
            "int",
            "last major-league season as a player, from the Register, else Lahman's final game",
        ),
        Column("mlb_managed_first", "int", "first major-league season as a manager, from the Register"),
        Column("mlb_managed_last", "int", "last major-league season as a manager, from the Register"),
        Column("pro_managed_first", "int", "first professional season as a manager, from the Register"),
        Column("pro_managed_last", "int", "last professional season as a manager, from the Register"),
        Column("retrosheet_id", "string", "Retrosheet id; null where there is none"),
        Column("lahman_id", "string", "Lahman id; null where there is none"),
        Column("source", "string", "register, lahman or retrosheet: the source of person_id", required=True),
    ),
)

_OF_STRANGERS = {
    "person_id": "concat('retrosheet:', retrosheet_id)",
    "name": "name",
    "retrosheet_id": "retrosheet_id",
    "source": "'retrosheet'",
}

# A person named only in games gets the longest spelling there: early seasons often give only a surname.
SQL = f"""
WITH named AS (
    SELECT id AS retrosheet_id, max_by(name, struct(length(name), name)) AS name
    FROM person_name WHERE source = 'retrosheet' GROUP BY id
),
stranger AS (
    SELECT n.retrosheet_id, n.name
    FROM named AS n ANTI JOIN merged_person AS m ON m.retrosheet_id = n.retrosheet_id
)
SELECT {", ".join("coalesce(m.name, n.name) AS name" if name == "name" else f"m.{name}" for name in TABLE.column_names)}
FROM merged_person AS m LEFT JOIN named AS n ON n.retrosheet_id = m.retrosheet_id
UNION ALL
SELECT {", ".join(_OF_STRANGERS.get(name, "NULL") for name in TABLE.column_names)}
FROM stranger
"""
