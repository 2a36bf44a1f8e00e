"""Table `superseded_account`: accounts of a game in event files that another account of the game supersedes."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="superseded_account",
    grain="one row per superseded account of a game",
    key=("game_id", "source_file", "source_line"),
    sources="Retrosheet event files; minorleaguesplits play-by-play",
    notes="A game may stand in several event files. Play by play (`.EV?`) supersedes deduced plays (`.ED?`), and these "
    "a box score (`.EB?`); of two accounts of one kind, the fullest is used, then the first. A game and its plays come "
    "from the account used. A box score still fills in facts that it lacks, such as attendance or a lineup.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        "source",
        Column("account", "string", "the superseded account: play_by_play, deduced or box_score", required=True),
        Column("used_account", "string", "the account used: play_by_play, deduced or box_score", required=True),
        Column("used_file", "string", "the source file of the account used", required=True),
        "source_file",
        "source_line",
    ),
)

WRITTEN_BY = "event files"
