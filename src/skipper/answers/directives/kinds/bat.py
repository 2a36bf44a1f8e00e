"""Directive `bat`: the share of a player's starts that must be in some batting slots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from skipper.answers.answer import Row
from skipper.answers.directives.kinds.kind import Follow, Kind, Rule
from skipper.answers.directives.values import (
    SHARES,
    SLOTS,
    Hand,
    Share,
    Strict,
    exactly_one,
    require_judgeable,
    require_one_of,
    wrong,
)

if TYPE_CHECKING:
    from skipper.answers.lineup_value import Candidates

_RANGE = re.compile(r"(-?\d+)(?:\s*-\s*(\d+))?", re.ASCII)
_PIECE = r"[1-9](\s*-\s*[1-9])?"


def _slots(value: Any) -> tuple[int, ...]:
    pieces = value if isinstance(value, list | tuple) else str(value).split(",")
    slots: set[int] = set()
    if value is None:
        raise wrong("slots: none given")
    for piece in pieces:
        found = _RANGE.fullmatch(str(piece).strip())
        if found is None:
            raise wrong(f"slots {piece}: slots are written as 1-5, 3, or [1, 2, 6]")
        first, last = int(found[1]), int(found[2] or found[1])
        if not (first in SLOTS and last in SLOTS):
            raise wrong(f"slots {piece}: a slot is 1 to 9")
        if first > last:
            raise wrong(f"slots {piece}: the first is after the last")
        slots.update(range(first, last + 1))
    if len(slots) == len(SLOTS):
        raise wrong("slots 1-9: every start is in one of them, so there is nothing to follow")
    if not slots:
        raise wrong("slots: none given")
    return tuple(sorted(slots))


_SLOT_TEXT = {"type": "string", "pattern": rf"^\s*{_PIECE}(\s*,\s*{_PIECE})*\s*$", "examples": ["1-5"]}
_SLOT = {"type": "integer", "minimum": 1, "maximum": 9}
_ONE_SLOT = {"anyOf": [_SLOT, {"type": "string", "pattern": rf"^\s*{_PIECE}\s*$"}]}
Slots = Annotated[
    tuple[int, ...],
    BeforeValidator(_slots),
    WithJsonSchema({"anyOf": [_SLOT_TEXT, _SLOT, {"type": "array", "items": _ONE_SLOT, "minItems": 1}]}),
]


class Bat(Strict):
    """Batting slots: the share of the player's starts that must be in these slots."""

    model_config = ConfigDict(json_schema_extra=exactly_one(SHARES))

    slots: Slots = Field(description="Batting slots: 1-5, 3, or [1, 2, 6].")
    at_least: Share | None = Field(None, description="Minimum share of the player's starts in these slots.")
    at_most: Share | None = Field(None, description="Maximum share of the player's starts in these slots.")
    against: Hand | None = Field(None, description="Only games against a starting pitcher who throws with this hand.")

    @model_validator(mode="after")
    def _one_share(self) -> Bat:
        require_one_of(self, SHARES)
        require_judgeable(self)
        return self


# Plate appearances of the requested slots in each club's league.
_ASKED = """
SELECT d.plan, d.directive, v.club, avg(v.plate_appearances) AS asked, min(v.plate_appearances) AS asked_low,
    max(v.plate_appearances) AS asked_high, max(v.error) AS error
FROM directive AS d
JOIN directive_club AS c ON c.plan = d.plan AND c.directive = d.directive
JOIN slot_value AS v ON v.season = d.season AND v.club = c.club
WHERE d.kind = 'bat' AND array_contains(d.slots, v.slot) = d.wanted
GROUP BY d.plan, d.directive, v.club
"""


class BattingSlots(Kind[Bat]):
    """A start in another slot is a miss, which costs the difference in the slots' plate appearances."""

    name, order, part = "bat", 1, Bat
    example = """\
  # bat: a share of the player's starts in these slots (1-5, 3, or [1, 2, 6])
  - id: top-of-the-order
    player: Second Player
    # club: Las Vegas 51s         # optional: every club of the organization if absent
    bat: {slots: 1-5, at_least: 80%}
"""
    example_order = 2
    columns = (("slots", "array<int>"),)
    rules = (
        Rule(
            followed="array_contains(t.slots, t.slot) = t.wanted",
            did="coalesce(array_contains(t.slots, t.slot), FALSE) = t.wanted",
            known="t.has_lineup",
            reasons=(("t.slot IS NULL", "not in the batting order"),),
        ),
    )
    stake = "a.asked{end} - coalesce(t.slot_mean, 0.0)"
    stake_error = "a.error + coalesce(t.slot_error, 0.0)"
    stake_steps = (("asked_slot", _ASKED),)
    stake_join = "LEFT JOIN asked_slot AS a ON a.plan = t.plan AND a.directive = t.directive AND a.club = t.club"
    price_method = (
        "bat: the player moves to the best of the slots that the directive allows, and the others keep their sequence."
    )

    def row(self, part: Bat) -> Row:
        """Return the slots."""
        return {"slots": part.slots}

    def what(self, part: Bat) -> str:
        """Return `bat in slots 1-5`."""
        return f"bat in {slot_words(part.slots)}"

    def required(self, part: Bat, no: str) -> str:
        """Return `slots 1-5`."""
        return f"{no}{slot_words(part.slots)}"

    def slots(self, part: Bat) -> Sequence[int] | None:
        """Return the slots of a directive with a minimum share."""
        return None if part.at_least is None else part.slots

    def follow(self, part: Bat) -> Follow:
        """Return the move to an allowed slot."""
        return partial(_moved, slots=part.slots if part.at_most is None else sorted({*SLOTS} - {*part.slots}))


def _moved(found: Candidates, player: int, slots: Sequence[int]) -> Iterator[list[int]]:
    """Yield the lineup with the player in each of the slots."""
    if player in found.used:
        rest = [each for each in found.used if each != player]
        for slot in slots:
            yield [*rest[: slot - 1], player, *rest[slot - 1 :]]


def slot_words(slots: tuple[int, ...]) -> str:
    """Return slots as written in a plan: `slots 1-5`, `slot 2`, `slots 1-2, 6`."""
    runs: list[list[int]] = []
    for slot in slots:
        if runs and slot == runs[-1][-1] + 1:
            runs[-1].append(slot)
        else:
            runs.append([slot])
    words = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"slot {words}" if len(slots) == 1 else f"slots {words}"


KIND = BattingSlots()
