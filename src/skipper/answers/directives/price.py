"""Price a directive: the runs that following it would have gained or lost in its misses, according to the lineup
model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import fsum

from skipper.answers.directives.one_game import SLOTS
from skipper.answers.directives.plan import Directive
from skipper.answers.directives.question import Row
from skipper.answers.directives.resolve import Asked
from skipper.answers.lineup_value import NINE, Candidates, candidates
from skipper.definitions.lineups import PITCHER, fielding
from skipper.lake.reader import LakeReader

METHOD = (
    "Runs: the expected runs that following the directive would have gained in its misses (negative if lost), "
    "according to the lineup model (docs/lineup_model.md), against each game's starter. bat: the player moves to "
    "the best of the slots that the directive allows, and the others keep their sequence. start: the player replaces "
    "the starter whose loss costs the lineup least, at a position that the player has played; with at_most, the best "
    "available substitute who has played the player's position takes the player's slot. Not priced: other directives, "
    "games without play-by-play or rates, and games in which no such move is possible."
)


def price(lake: LakeReader, asked: Asked, misses: Sequence[Row]) -> Row:
    """Return the columns `runs` and `runs_games` of directive_status, from a directive's misses."""
    follow = _follow(asked.directive)
    if follow is None:
        return {"runs": None, "runs_games": None}
    known = lake.manifest.files.get("lineup_value")
    found = candidates(lake, asked.plan.plan.season, misses) if known else ()
    gains = [gain for each in found if (gain := _gain(each, asked.person_id, follow)) is not None]
    return {"runs": round(fsum(gains), 9) if gains else None, "runs_games": len(gains)}


Follow = Callable[[Candidates, int], Iterator[list[int]]]
"""Yields the lineups that follow a directive, from a game's candidates and the player's number among them."""


def _follow(directive: Directive) -> Follow | None:
    """Return what following the directive means; None for a directive without a price."""
    bat, start = directive.bat, directive.start
    if bat is not None:
        return partial(_moved, slots=bat.slots if bat.at_most is None else sorted(SLOTS - set(bat.slots)))
    if start is not None and start.at_most is not None:
        return _replaced
    if start is not None and not start.not_consecutive_days:
        return _replacing
    return None


def _gain(found: Candidates, person_id: str | None, follow: Follow) -> float | None:
    """Return the runs that following would have gained in one game; null if unknown."""
    from skipper.lineups.chain import expected_runs

    own = [number for number, row in enumerate(found.rows) if row["player_person_id"] == person_id]
    if not own or len(found.used) != NINE:
        return None
    values = [
        float(expected_runs(found.batting, each, found.game["innings"])[0])
        for each in (found.used, *follow(found, own[0]))
    ]
    return max(values[1:]) - values[0] if len(values) > 1 else None


def _moved(found: Candidates, player: int, slots: Sequence[int]) -> Iterator[list[int]]:
    """Yield the lineup with the player in each of the slots."""
    if player in found.used:
        rest = [each for each in found.used if each != player]
        for slot in slots:
            yield [*rest[: slot - 1], player, *rest[slot - 1 :]]


def _replacing(found: Candidates, player: int) -> Iterator[list[int]]:
    """Yield the lineups with the player, who sat, in the slot and at the position of a starter."""
    if player not in found.used:
        for replaced in found.used:
            yield from _exchanged(found, replaced, player)


def _replaced(found: Candidates, player: int) -> Iterator[list[int]]:
    """Yield the lineups with a substitute in the slot and at the position of the player, who started."""
    if player in found.used:
        for substitute in range(len(found.rows)):
            if substitute not in found.used:
                yield from _exchanged(found, player, substitute)


def _exchanged(found: Candidates, starter: int, substitute: int) -> Iterator[list[int]]:
    """Yield the lineup with a substitute for a starter, if the substitute has played the starter's position."""
    position = found.rows[starter]["position"]
    if found.ninth is not None and position is not None and position != PITCHER:
        can = fielding(found.rows[substitute]["positions"], False, found.ninth)
        if can[position - 2]:
            yield [substitute if each == starter else each for each in found.used]
