"""Plate appearances that a slot of the batting order gets in a game.

These are published values, whatever play-by-play the lake has, and every answer says so. `slot_values` is the one
place to take them from a table of plate appearances by league, season and slot.
"""

from __future__ import annotations

from dataclasses import dataclass

# Plate appearances by slot over the 162 games of a major-league season, 2009, National and American League.
# http://deadcatsbounce.blogspot.com/2010/02/average-mlb-plate-appearances-by.html
_NATIONAL = (763, 746, 728, 711, 696, 681, 662, 643, 622)
_AMERICAN = (762, 743, 725, 709, 693, 675, 657, 638, 618)
_GAMES = 162

# How far another league's or season's mean may lie from these: our allowance, not a measured interval. Play-by-play of
# 2019 (25 clubs' home games) has every slot within 1 % of them.
ALLOWANCE = 0.04

METHOD = (
    "Expected plate appearances by slot: published means of the major leagues of 2009 (deadcatsbounce.blogspot.com, "
    "14 February 2010), not those of the league and season, for which 4 % is allowed either way. "
    "A slot's plate appearances go to whoever bats in it: what a starter loses when he is replaced in a game is not "
    "counted. Chance within games is not in the interval."
)
RUNS = "Runs: not given, since there is no lineup model yet."


@dataclass(frozen=True)
class SlotValues:
    """Mean plate appearances per game of slots 1 to 9, and where they are from."""

    per_game: tuple[float, ...]
    allowance: float
    method: str

    def mean(self, slots: tuple[int, ...]) -> float:
        """The mean over those slots, each as likely."""
        return sum(self.per_game[slot - 1] for slot in slots) / len(slots)

    def most(self, slots: tuple[int, ...]) -> float:
        """That of the first of those slots."""
        return max(self.per_game[slot - 1] for slot in slots)

    def least(self, slots: tuple[int, ...]) -> float:
        """That of the last of them."""
        return min(self.per_game[slot - 1] for slot in slots)


def slot_values() -> SlotValues:
    """The values to reckon with."""
    pairs = zip(_NATIONAL, _AMERICAN, strict=True)
    return SlotValues(tuple((one + other) / 2 / _GAMES for one, other in pairs), ALLOWANCE, METHOD)
