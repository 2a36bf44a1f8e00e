"""Vocabulary shared by the play tables and the event-file reader."""

from __future__ import annotations

BASES = ("first", "second", "third")
FIELDERS = (
    "catcher",
    "first_baseman",
    "second_baseman",
    "third_baseman",
    "shortstop",
    "left_fielder",
    "center_fielder",
    "right_fielder",
)
SUBSTITUTION_KINDS = (
    "pinch_hitter",
    "pinch_runner",
    "courtesy_runner",
    "pitching_change",
    "defensive",
    "designated_hitter",
    "double_switch",
    "position_change",
)
# Kinds of plays that break the rules, in words: singular and plural.
EXCEPTION_KINDS: dict[str, tuple[str, str]] = {
    "out_of_turn": ("batting out of turn", "batting out of turn"),
    "short_half_inning": ("half-inning of fewer than three outs", "half-innings of fewer than three outs"),
    "unreadable_count": ("unreadable count", "unreadable counts"),
    "cut_off": ("game that is cut off", "games that are cut off"),
    "runner_inferred": ("runner out inferred", "runners out inferred"),
    "run_among_steals": ("run written among steals", "runs written among steals"),
}
