"""Table `substitution`: one row per man who came into a game."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="substitution",
    grain="one row per man who entered a game, or changed his position or slot",
    key=("game_id", "sequence"),
    sources="Retrosheet event files: `sub` records",
    notes="The situation is that of the event that follows; of a change made when the last event was over, that after "
    "it. A new pitcher who bats in another slot than the one he relieves is a double switch only where a new fielder "
    "takes that slot at the same moment (ours). Courtesy runners were legal until 1949. One from the bench, whom the "
    "other manager let run without the man on base leaving the game, cannot be told from a pinch runner and is one "
    "here; the man who returns then is a position_change.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        Column("sequence", "int", "number of the substitution in the game, from 1", required=True),
        Column(
            "event_number",
            "int",
            "number of the event before which it was made; one more than the last after it",
            required=True,
        ),
        "inning",
        "half",
        "club",
        Column(
            "kind",
            "string",
            "pinch_hitter, pinch_runner, courtesy_runner (a man who is or was in the batting order runs for another, "
            "who may come back), pitching_change, defensive (a new man at positions 2 to 9), designated_hitter (a new "
            "man in that place, neither to bat nor to run for another at once), double_switch (a pitcher and a fielder "
            "enter together, the fielder in the slot of the pitcher who leaves: a row for each), position_change (of a "
            "man in the game)",
            required=True,
        ),
        "player_id",
        "player_person_id",
        Column(
            "replaced_id",
            "string",
            "Retrosheet id of the man whose slot he took, or whom he "
            "relieved on the mound from another position; null where nobody made way",
        ),
        Column("replaced_person_id", "string", "his person_id; null where nobody made way"),
        Column("slot", "int", "his place in the batting order; null for a pitcher for whom a designated hitter bats"),
        Column("position", "int", "1 to 10; 11 pinch hitter, 12 pinch runner", required=True),
        Column("outs", "int", "outs at the time", required=True),
        Column("bases", "int", "occupied bases at the time: first 1, second 2, third 4, summed", required=True),
        Column("score_difference", "int", "runs of his club less the other's", required=True),
        Column(
            "mid_inning",
            "boolean",
            "the half-inning had begun: a play, or a pitch that the file tells of",
            required=True,
        ),
        "source_file",
        "source_line",
    ),
)

WRITTEN_BY = "event files"
