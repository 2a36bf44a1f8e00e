"""Lineups that differ from the one used by a move, for prices: who takes whose slot and position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skipper.definitions.lineups import PITCHER, fielding

if TYPE_CHECKING:
    from skipper.answers.lineup_value import Candidates


def can_play(found: Candidates, player: int, position: int) -> bool:
    """Return whether a player has played the position; the candidates must have a ninth position."""
    assert found.ninth is not None
    return fielding(found.rows[player]["positions"], found.rows[player]["bats_as_pitcher"], found.ninth)[position - 2]


def exchanged(found: Candidates, starter: int, substitute: int) -> Iterator[list[int]]:
    """Yield the lineup with a substitute for a starter, if the substitute has played the starter's position."""
    position = found.rows[starter]["position"]
    known = found.ninth is not None and position is not None and position != PITCHER
    if known and can_play(found, substitute, position):
        yield [substitute if each == starter else each for each in found.used]


def replaced(found: Candidates, player: int) -> Iterator[list[int]]:
    """Yield the lineups with a substitute in the slot and at the position of the player, who started."""
    if player in found.used:
        for substitute in range(len(found.rows)):
            if substitute not in found.used:
                yield from exchanged(found, player, substitute)
