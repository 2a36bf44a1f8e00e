"""Each source's version of each starting lineup that can be true; `lineup` keeps one of them."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="source_lineup",
    grain="one row per game, club, slot and source",
    notes="`precedence` ranks the sources; the lowest value wins.",
    published=False,
    materialized=False,  # `lineup` reads nearly all of it, and `game_difference` the few games of several sources
)

SQL = "FROM listed_lineup ANTI JOIN withheld_lineup USING (precedence, game_id, club)"
