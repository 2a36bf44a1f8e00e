"""Table `play_exception`: plays against the rules of the game, kept as the file has them."""

from __future__ import annotations

from skipper.lake.contract import Column, Table, pick
from skipper.tables.play_columns import PLAYS

TABLE = Table(
    name="play_exception",
    grain="one row per oddity",
    key=("kind", "game_id", "event_number"),
    sources="Retrosheet event files",
    notes="The checks of `event` and `plate_appearance` look for the same by queries of their own, and a build fails "
    "where one finds what is not here. Whether it happened so or is an error of the file, the evidence may not tell.",
    columns=pick(
        PLAYS,
        Column(
            "kind",
            "string",
            "out_of_turn (a slot that does not follow the one before), short_half_inning (fewer than three outs, and "
            "not the last half-inning of the game)",
            required=True,
        ),
        "season",
        "game_id",
        "club",
        Column("event_number", "int", "the event at which it shows", required=True),
        Column("evidence", "string", "what the file says, in words", required=True),
        "source_file",
        "source_line",
    ),
)
