"""Table `person_alias`: each source id of a person, with the rule that matched it."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

_ALIASES = ("register", "retrosheet", "lahman", "mlbam", "bbref", "bbref_minors", "fangraphs")

TABLE = Table(
    name="person_alias",
    grain="one row per id that a source gives a person",
    key=("source", "id"),
    by_season=False,
    sources="the sources of person",
    columns=pick(
        SHARED,
        "person_id",
        Column("source", "string", f"source of the id: {', '.join(_ALIASES)}", required=True),
        Column("id", "string", "the id", required=True),
        Column(
            "tied_by",
            "string",
            "how the id was matched: register (part of the Register's row), retrosheet_id or bbref_id "
            "(a Lahman person merged by that id), itself (the person is in no other source)",
            required=True,
        ),
    ),
)

# By the Register's own row, or by the id that matched a Lahman person to it.
_TIED_BY = {
    "mlbam": "'register'",
    "bbref_minors": "'register'",
    "fangraphs": "'register'",
    "retrosheet": "CASE WHEN register_retrosheet_id IS NOT NULL THEN 'register' ELSE tied_by END",
    "bbref": "CASE WHEN register_bbref_id IS NOT NULL THEN 'register' ELSE tied_by END",
    "lahman": "tied_by",
}
_BY_SOURCE = (
    "SELECT person_id, '{0}' AS source, {0}_id AS id, {1} AS tied_by FROM merged_person WHERE {0}_id IS NOT NULL"
)

SQL = "\nUNION ALL\n".join(
    [
        "SELECT person_id, 'register' AS source, person_id AS id, 'register' AS tied_by FROM merged_person "
        "WHERE source = 'register'",
        *(_BY_SOURCE.format(source, tied_by) for source, tied_by in _TIED_BY.items()),
        "SELECT person_id, 'retrosheet' AS source, retrosheet_id AS id, 'itself' AS tied_by FROM person "
        "WHERE source = 'retrosheet'",
    ]
)
