"""The ids of rows in Lahman or the Register that are another row's person, beside that person's own."""

from __future__ import annotations

from skipper.lake.contract import Table
from skipper.tables.people.book_identity import LAHMAN_IDS, REGISTER_IDS

TABLE = Table(
    name="other_id",
    grain="one row per id",
    by_season=False,
    notes="`source` and `id` are as in person_alias, and none of these is an id in merged_person.",
    published=False,
)


def _source(column: str) -> str:
    return column.removesuffix("_id")


_OF_ROWS = "\nUNION ALL\n".join(
    f"""
    SELECT '{_source(column)}' AS source, a.{column} AS id, a.person_id, '{column}' AS id_name
    FROM {aliases} AS a WHERE a.{column} IS NOT NULL"""
    for aliases, columns in (
        ("lahman_alias", ("lahman_id", *LAHMAN_IDS)),
        ("tied_alias", ("lahman_id", *LAHMAN_IDS)),
        ("register_alias", ("register_id", *REGISTER_IDS)),
    )
    for column in columns
)
_KNOWN = "\nUNION ALL\n".join(
    f"SELECT '{_source(column)}' AS source, {column} AS id FROM merged_person SEMI JOIN stated AS s "
    f"ON s.source = '{_source(column)}' AND s.id = {column}"
    for column in ("lahman_id", *REGISTER_IDS)
)
SQL = f"""
WITH replaced AS (  -- the rows of a book that others replace; a repeated row may be of a person whom another stands for
    SELECT book, own_id, coalesce(any_value(person) FILTER (is_alias AND person <> own_id), own_id) AS person
    FROM book_identity GROUP BY book, own_id HAVING bool_or(is_alias)
),
lahman_alias AS (
    SELECT DISTINCT l.lahman_id, l.retrosheet_id, l.bbref_id, t.person_id
    FROM replaced AS b
    JOIN lahman_people AS l ON l.lahman_id = b.own_id
    JOIN tied_person AS t ON t.lahman_id = b.person
    WHERE b.book = 'lahman'
),
tied_alias AS (
    SELECT lahman_id, retrosheet_id, bbref_id, person_id FROM tied_person WHERE is_alias
),
register_alias AS (
    SELECT DISTINCT r.person_id AS register_id, {", ".join(f"r.{column}" for column in REGISTER_IDS)},
        b.person AS person_id
    FROM replaced AS b JOIN register_people AS r ON r.person_id = b.own_id
    WHERE b.book = 'register'
),
stated AS ({_OF_ROWS}),
known AS ({_KNOWN})
SELECT s.source, s.id, min(s.person_id) AS person_id, 'same_person' AS tied_by
FROM stated AS s
ANTI JOIN known AS k ON k.source = s.source AND k.id = s.id
ANTI JOIN (SELECT id_name, id FROM book_identity WHERE NOT uses_id) AS u ON u.id_name = s.id_name AND u.id = s.id
WHERE NOT (s.source = 'register' AND s.id IN (SELECT person_id FROM register_person))
GROUP BY s.source, s.id HAVING count(DISTINCT s.person_id) = 1
"""
