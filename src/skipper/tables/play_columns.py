"""Columns that the play-by-play tables share, documented once."""

from __future__ import annotations

from skipper.lake.contract import Column
from skipper.tables.columns import SHARED

_COLUMNS = (
    Column("inning", "int", "inning, from 1", required=True),
    Column("half", "string", "top or bottom of the inning", required=True),
    Column("batting_club", "string", "the club at bat", required=True),
    Column("fielding_club", "string", "the club in the field", required=True),
    Column("opponent", "string", "the other club's code", required=True),
    Column("batter_id", "string", "Retrosheet id of the batter", required=True),
    Column("batter_person_id", "string", "person_id of the batter", required=True),
    Column("batter_hand", "string", "hand he batted with, L or R; null where unknown"),
    Column("pitcher_id", "string", "Retrosheet id of the pitcher", required=True),
    Column("pitcher_person_id", "string", "person_id of the pitcher", required=True),
    Column("pitcher_hand", "string", "hand he pitched with, L or R; null where unknown"),
    Column("batter_position", "int", "the batter's position: 1 to 10, 11 pinch hitter, 12 pinch runner; null unknown"),
    Column("outs_before", "int", "outs before it, 0 to 2", required=True),
    Column("bases_before", "int", "occupied bases before it: first 1, second 2, third 4, summed", required=True),
    Column("outs_on_play", "int", "outs made on it", required=True),
    Column("runs_batted_in", "int", "runs credited to the batter", required=True),
    Column("is_pinch_hitter", "boolean", "a pinch hitter bats", required=True),
    Column("is_sacrifice_bunt", "boolean", "sacrifice bunt", required=True),
    Column("is_sacrifice_fly", "boolean", "sacrifice fly", required=True),
    Column("is_double_play", "boolean", "double play", required=True),
)

PLAYS: dict[str, Column] = SHARED | {column.name: column for column in _COLUMNS}
