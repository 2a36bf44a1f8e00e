"""Table `substitution`: one row per substitution or change of position."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="substitution",
    grain="one row per player who entered a game, or changed position or slot",
    key=("game_id", "sequence"),
    sources="event files (Retrosheet's and the minor leagues'): `sub` records; else Retrosheet's CSV "
    "files, else the Stats API's feeds",
    notes="The situation is that of the next event, or the situation after the last event if none follows. A new "
    "pitcher who bats in a different slot from the pitcher relieved is a double switch only if a new fielder takes "
    "that slot at the same moment, which is our rule. Courtesy runners were legal until 1949. A courtesy runner from "
    "the bench "
    "(allowed by the opposing manager, with the replaced runner staying in the game) looks like a pinch runner and is "
    "recorded as one; the replaced player's return is a position_change.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        Column("sequence", "int", "number of the substitution in the game, from 1", required=True),
        Column(
            "event_number",
            "int",
            "number of the next event; for a change after the last event, its number plus one",
            required=True,
        ),
        "inning",
        "half",
        "club",
        Column(
            "kind",
            "string",
            "pinch_hitter, pinch_runner, courtesy_runner (a player who is or was in the batting order runs "
            "for a player who "
            "may come back), pitching_change, defensive (a new player at positions 2 to 9), "
            "designated_hitter (a new designated hitter, not pinch-hitting or pinch-running at once), double_switch (a "
            "pitcher and a fielder enter together, the fielder in the slot of the pitcher who leaves: a row for each), "
            "position_change (by a player already in the game)",
            required=True,
        ),
        "player_id",
        "player_person_id",
        Column(
            "replaced_id",
            "string",
            "the source's id of the player whose slot the substitute took, or of the "
            "pitcher relieved by a player from another position; null if nobody was replaced",
        ),
        Column("replaced_person_id", "string", "person_id of the player replaced; null if nobody was replaced"),
        Column("slot", "int", "batting slot; null for a pitcher with a designated hitter in the lineup"),
        Column("position", "int", "1 to 10; 11 for a pinch hitter, 12 for a pinch runner", required=True),
        Column("outs", "int", "outs at the time of the substitution", required=True),
        Column("bases", "int", "occupied bases at the time: first 1, second 2, third 4, summed", required=True),
        Column("score_difference", "int", "runs of the player's club minus the other club's", required=True),
        Column(
            "mid_inning",
            "boolean",
            "whether the half-inning had begun: a play, or a pitch recorded in the file",
            required=True,
        ),
        "source_file",
        "source_line",
    ),
)

WRITTEN_BY = "event files"
