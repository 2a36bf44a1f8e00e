"""The people in Lahman, each with the external ids that no other person in Lahman has."""

from __future__ import annotations

import pyarrow as pa

from skipper.lake.contract import Table
from skipper.tables.people.book_identity import cleaned

TABLE = Table(
    name="lahman_person",
    grain="one row per person in Lahman",
    by_season=False,
    notes="`stated_retrosheet_id` and `stated_bbref_id` are as in the book, also if another person has the same.",
    published=False,
)


def lahman_person(lahman_people: pa.Table, book_identity: pa.Table) -> pa.Table:
    """Return Lahman's People as decided in `book_identity`."""
    return cleaned(lahman_people, book_identity, "lahman", "lahman_id")
