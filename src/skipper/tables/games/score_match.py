"""The id of each game in a minor-league score file: another source's, if one has the game."""

from __future__ import annotations

import pyarrow as pa

from skipper.calculations.game_matching import matched
from skipper.lake.contract import Table

TABLE = Table(
    name="score_match",
    grain="one row per game of the score files",
    notes="`is_turned`: the other source calls the file's visitor home.",
    published=False,
    rows_need=("score",),
)


def score_match(
    listed_score: pa.Table,
    game_of_gamelogs: pa.Table,
    game_of_event_files: pa.Table,
    game_of_csvs: pa.Table,
    game_of_statsapi: pa.Table,
) -> pa.Table:
    """Match the games of score files with those of the sources before them."""
    return matched(listed_score, "score_id", game_of_gamelogs, game_of_event_files, game_of_csvs, game_of_statsapi)
