"""Table `play_exception`: plays that violate the rules of baseball, kept as recorded."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="play_exception",
    grain="one row per irregularity",
    key=("kind", "game_id", "event_number"),
    sources="Retrosheet event files; minorleaguesplits play-by-play; the Stats API's feeds",
    notes="The checks on `event` and `plate_appearance` search for such plays with their own queries, and a build "
    "fails if a check finds a play missing from this table. The evidence may not show whether the play happened or "
    "the file is wrong.",
    columns=pick(
        SHARED,
        Column(
            "kind",
            "string",
            "out_of_turn (a slot that does not follow the previous one, or a first batter not in slot 1), "
            "short_half_inning (fewer than three outs, in a half-inning other than the game's last), unreadable_count "
            "(an impossible count of balls and strikes: both are null), cut_off (the plays end with one club ahead, "
            "at a point at which a game cannot end), run_among_steals (a run written before the advances in the event "
            "text), "
            "runner_inferred (the text does not say which runner is out; Skipper takes the runner whose base the last "
            "fielder covers)",
            required=True,
        ),
        "season",
        "game_id",
        "club",
        Column("event_number", "int", "event_number of the irregular event", required=True),
        Column("evidence", "string", "what the file states, in words", required=True),
        "source_file",
        "source_line",
    ),
)

WRITTEN_BY = "event files"
