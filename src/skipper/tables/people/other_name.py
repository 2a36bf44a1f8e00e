"""Table `other_name`: the names of people in the Chadwick Register beside the usual one."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick
from skipper.tables.people.merged_person import initials_together

TABLE = Table(
    name="other_name",
    grain="one row per person, kind and parts of the name",
    key=("person_id", "kind", "first_name", "given_name", "last_name", "matrilineal_name"),
    by_season=False,
    sources="Chadwick Register: its list of other names, and the matrilineal names of its people",
    notes="Empty without the Register. A name in the list whose person is in none of the people files given is left "
    "out. The list's years of use are not kept.",
    columns=pick(
        SHARED,
        "person_id",
        Column(
            "kind",
            "string",
            "kind of name in the Register's words: birth, legal, alias, alt-spelling or anglicized; or matrilineal "
            "(the usual name followed by the mother's surname); null if the list does not say",
        ),
        Column("name", "string", "first name if known, last name, and matrilineal name if recorded", required=True),
        Column("first_name", "string", "first name; null if the Register gives only the surname"),
        Column("given_name", "string", "given names in full that go with the name; null if unknown"),
        Column("last_name", "string", "last name, without the matrilineal name", required=True),
        Column("matrilineal_name", "string", "the mother's surname, which follows the last name; null if not recorded"),
    ),
)

SQL = f"""
WITH stated AS (
    SELECT coalesce(o.person_id, n.person_id) AS person_id, n.kind, n.first_name, n.last_name, n.given_name,
        n.matrilineal_name
    FROM register_names AS n
    LEFT JOIN other_id AS o ON o.source = 'register' AND o.id = n.person_id
    UNION ALL
    SELECT person_id, 'matrilineal', first_name, last_name, given_name, matrilineal_name
    FROM register_person WHERE last_name IS NOT NULL AND matrilineal_name IS NOT NULL
)
SELECT DISTINCT
    person_id, kind, concat_ws(' ', {initials_together("first_name")}, last_name, matrilineal_name) AS name,
    first_name, given_name, last_name, matrilineal_name
FROM stated SEMI JOIN register_person USING (person_id)
"""
