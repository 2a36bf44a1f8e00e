"""The id of each of the Stats API's games: another source's, if one has the game."""

from __future__ import annotations

import pyarrow as pa

from skipper.calculations.game_matching import matched
from skipper.lake.contract import Table

TABLE = Table(
    name="statsapi_match",
    grain="one row per game of the Stats API",
    notes="`is_turned`: the other source calls the API's visitor home.",
    published=False,
    rows_need=("statsapi_game",),
)


def statsapi_match(
    listed_statsapi_game: pa.Table,
    game_of_gamelogs: pa.Table,
    game_of_event_files: pa.Table,
    game_of_csvs: pa.Table,
) -> pa.Table:
    """Match the API's games with those of the sources before it."""
    return matched(listed_statsapi_game, "game_pk", game_of_gamelogs, game_of_event_files, game_of_csvs)
