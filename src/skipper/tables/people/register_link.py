"""The ids of people in the collections that the Chadwick Register's list of links names."""

from __future__ import annotations

from skipper.lake.contract import Table

COLLECTIONS = ("findagrave", "tsncards")
TABLE = Table(
    name="register_link",
    grain="one row per collection and id",
    by_season=False,
    notes="The list spells a collection in small and capital letters. An id that it gives to two people is left out, "
    "and so are other collections and people who are in none of the people files given.",
    published=False,
)

SQL = f"""
SELECT lower(l.source) AS source, l.id, min(coalesce(o.person_id, l.person_id)) AS person_id
FROM register_links AS l
LEFT JOIN other_id AS o ON o.source = 'register' AND o.id = l.person_id
SEMI JOIN register_person AS r ON r.person_id = coalesce(o.person_id, l.person_id)
WHERE lower(l.source) IN {COLLECTIONS!r}
GROUP BY lower(l.source), l.id HAVING count(DISTINCT coalesce(o.person_id, l.person_id)) = 1
"""
