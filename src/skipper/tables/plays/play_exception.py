"""Table `play_exception`: plays against the rules of the game, kept as the file has them."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="play_exception",
    grain="one row per oddity",
    key=("kind", "game_id", "event_number"),
    sources="Retrosheet event files",
    notes="The checks of `event` and `plate_appearance` look for turns and half-innings by queries of their own, and a "
    "build fails where one finds what is not here. Whether it happened so or is an error of the file, the evidence "
    "may not tell.",
    columns=pick(
        SHARED,
        Column(
            "kind",
            "string",
            "out_of_turn (a slot that does not follow the one before, or a first that is not slot 1), "
            "short_half_inning (fewer than three outs, and not the last half-inning of the game), unreadable_count "
            "(written as no count of balls and strikes can be: both are null)",
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

WRITTEN_BY = "event files"
