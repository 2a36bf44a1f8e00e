"""The integer columns that hold the contents of one event text.

There is one row per distinct event text. Everything that depends only on the text is decided once, in these columns;
the state kernel works out everything else. A destination is 0 for an out, 1 to 3 for a base, 4 to 6 for a run (as in
`advances`), and `STAYS` if the text does not name the runner. Fielders are 1 to 9, with 0 for no fielder or an unknown
one. String columns (`*_play`, `location`) hold indices into the vocabulary's table of strings, with 0 for the empty
string.
"""

from __future__ import annotations

STAYS = -1

EVENT_COLUMNS: tuple[str, ...] = (
    "understood",  # 0: not in the grammar
    "no_play",  # 1: `NP`, nothing happened
    "event_code",
    "batter_event",  # 1: ends a plate appearance
    "at_bat",
    "hit_value",
    "sacrifice_hit",
    "sacrifice_fly",
    "outs",
    "runs",
    "rbi",
    "rbi_under_two_outs",  # further runs batted in if fewer than two were out
    "rbi_bases_full",  # further runs batted in if the bases were full, on a walk
    "double_play",
    "triple_play",
    "wild_pitch",
    "passed_ball",
    "fielder",
    "batted_ball",  # index into BATTED_BALLS; if not written, as Chadwick assumes
    "trajectory",  # index into BATTED_BALLS, as written
    "bunt",
    "foul",
    "location",
    "errors",  # by known fielders, as cwevent counts them
    "errors_of_somebody",  # by unknown fielders
    "error1",
    "error1_kind",
    "error2",
    "error2_kind",
    "error3",
    "error3_kind",
    "batter_to",
    "runner1_to",
    "runner2_to",
    "runner3_to",
    "batter_play",
    "runner1_play",
    "runner2_play",
    "runner3_play",
    "runner1_steals",
    "runner2_steals",
    "runner3_steals",
    "runner1_caught",
    "runner2_caught",
    "runner3_caught",
    "runner1_picked",
    "runner2_picked",
    "runner3_picked",
    "putout1",
    "putout2",
    "putout3",
    "assist1",
    "assist2",
    "assist3",
    "assist4",
    "assist5",
    "assist6",
    "assist7",
    "assist8",
    "assist9",
    "assist10",
    "force2",
    "force3",
    "force4",
    "batter_safe_on_error",
    "runners_named",  # bits 1, 2, 4: the text moves or retires the runner of first, second, third
    "retired_by_batter",  # bits as above: put out by the batter's ball, so the charge stays with the pitcher
    "unknown_fielder",
    "uncertain",
)
POSITION = {name: index for index, name in enumerate(EVENT_COLUMNS)}

BATTED_BALLS = ("", "G", "L", "F", "P")
ERROR_KINDS = ("N", "F", "T", "D")
