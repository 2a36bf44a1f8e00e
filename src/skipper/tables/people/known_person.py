"""Every person of the Register or Lahman with a Retrosheet id: the lookup table for all seasons."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(name="known_person", grain="one row per Retrosheet id", by_season=False, published=False)

SQL = "SELECT retrosheet_id, person_id, name, throws FROM merged_person WHERE retrosheet_id IS NOT NULL"
