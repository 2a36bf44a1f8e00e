"""The names of everyone who managed a game, selected before the Spark join because they are few."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from skipper.lake.contract import Table

TABLE = Table(name="managing_person", grain="one row per manager", by_season=False, published=False)


def managing_person(person: pa.Table, manager_season: pa.Table) -> pa.Table:
    """Return `person_id` and `name` of the managers."""
    managed = pc.is_in(person["person_id"], pc.unique(manager_season["manager_person_id"]))
    return person.filter(managed).select(["person_id", "name"])
