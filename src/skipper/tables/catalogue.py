"""Every table of the lake, in the order of the flow."""

from __future__ import annotations

from skipper.lake.contract import Table
from skipper.tables import (
    build_tables,
    club,
    club_game,
    coverage,
    exception,
    game,
    lineup,
    lineup_usage,
    manager_career,
    manager_season,
    people,
    player_usage,
    record_difference,
)

TABLES: tuple[Table, ...] = (
    game.TABLE,
    club_game.TABLE,
    lineup.TABLE,
    people.PERSON,
    people.PERSON_ALIAS,
    club.TABLE,
    coverage.TABLE,
    manager_season.TABLE,
    manager_career.TABLE,
    lineup_usage.TABLE,
    player_usage.TABLE,
    record_difference.TABLE,
    exception.TABLE,
    build_tables.QUARANTINE,
    build_tables.BUILD_LOG,
)
