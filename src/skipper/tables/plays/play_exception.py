"""Table `play_exception`: plays against the rules of the game, kept as found."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="play_exception",
    grain="one row per oddity",
    key=("kind", "game_id", "event_number"),
    sources="Retrosheet event files; play-by-play of minorleaguesplits",
    notes="The checks of `event` and `plate_appearance` search for such plays with their own queries, and a build "
    "fails where a check finds a play missing here. The evidence may not show whether the play happened or the "
    "file is wrong.",
    columns=pick(
        SHARED,
        Column(
            "kind",
            "string",
            "out_of_turn (a slot that does not follow the previous one, or a first batter not in slot 1), "
            "short_half_inning (fewer than three outs, and not the last half-inning of the game), unreadable_count "
            "(an impossible count of balls and strikes: both are null), cut_off (the plays of a game end with a leader "
            "where no game ends), run_among_steals (a run that the text writes before its advances), "
            "runner_inferred (the text does not say which runner is out: the one whose base the last fielder covers)",
            required=True,
        ),
        "season",
        "game_id",
        "club",
        Column("event_number", "int", "the event with the oddity", required=True),
        Column("evidence", "string", "the file's statement, in words", required=True),
        "source_file",
        "source_line",
    ),
)

WRITTEN_BY = "event files"
