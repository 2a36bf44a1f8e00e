"""The people in the Chadwick Register, each with the external ids that no other person in the Register has."""

from __future__ import annotations

import pyarrow as pa

from skipper.lake.contract import Table
from skipper.tables.people.book_identity import cleaned

TABLE = Table(
    name="register_person",
    grain="one row per person in the Register",
    by_season=False,
    published=False,
)


def register_person(register_people: pa.Table, book_identity: pa.Table) -> pa.Table:
    """Return the Register's people as decided in `book_identity`."""
    people = cleaned(register_people, book_identity, "register", "person_id")
    return people.select(register_people.column_names)
