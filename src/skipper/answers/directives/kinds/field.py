"""Directive `field`: the share of a player's starts that must be at some fielding positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from skipper.answers.answer import Row
from skipper.answers.directives.kinds.kind import Follow, Kind, Rule
from skipper.answers.directives.lineup_moves import can_play
from skipper.answers.directives.values import (
    SHARES,
    Share,
    Strict,
    any_case,
    exactly_one,
    require_judgeable,
    require_one_of,
    wrong,
)
from skipper.definitions.lineups import PITCHER

if TYPE_CHECKING:
    from skipper.answers.lineup_value import Candidates

POSITIONS = {"P": 1, "C": 2, "1B": 3, "2B": 4, "3B": 5, "SS": 6, "LF": 7, "CF": 8, "RF": 9, "DH": 10}
_POSITION_NAMES = {number: name for name, number in POSITIONS.items()}
GROUPS = {"IF": (3, 4, 5, 6), "OF": (7, 8, 9)}


def _positions(value: Any) -> tuple[int, ...]:
    pieces = value if isinstance(value, list | tuple) else str(value).split(",")
    positions: set[int] = set()
    for piece in pieces:
        name = str(piece).strip().upper()
        if name not in POSITIONS and name not in GROUPS:
            raise wrong(f"position {piece}: a position is one of {', '.join((*POSITIONS, *GROUPS))}")
        positions.update(GROUPS.get(name) or (POSITIONS[name],))
    if not positions:
        raise wrong("position: none given")
    return tuple(sorted(positions))


_NAMES = [*POSITIONS, *GROUPS]
_POSITION = rf"\s*({any_case(_NAMES)})\s*"
_POSITION_TEXT = {"type": "string", "pattern": f"^{_POSITION}(,{_POSITION})*$"}
_ONE_POSITION = {"anyOf": [{"enum": _NAMES}, {"type": "string", "pattern": f"^{_POSITION}$"}]}
Positions = Annotated[
    tuple[int, ...],
    BeforeValidator(_positions),
    WithJsonSchema(
        {"anyOf": [{"enum": _NAMES}, _POSITION_TEXT, {"type": "array", "items": _ONE_POSITION, "minItems": 1}]}
    ),
]


class Fielding(Strict):
    """Fielding positions: the share of the player's starts that must be at these positions."""

    model_config = ConfigDict(json_schema_extra=exactly_one(SHARES))

    position: Positions = Field(description="One position or several: SS, [LF, RF], OF.")
    at_least: Share | None = Field(None, description="Minimum share of the player's starts at these positions.")
    at_most: Share | None = Field(None, description="Maximum share of the player's starts at these positions.")

    @model_validator(mode="after")
    def _one_share(self) -> Fielding:
        require_one_of(self, SHARES)
        require_judgeable(self)
        return self


class FieldingPositions(Kind[Fielding]):
    """A start at another position is a miss, which costs no plate appearances."""

    name, order, part = "field", 3, Fielding
    example = """\
  # field: a share of the player's starts at these positions (P C 1B 2B 3B SS LF CF RF DH, IF, OF)
  - id: more-shortstop
    player: Fourth Player
    field: {position: SS, at_least: 60%}
  - id: hardly-first-base
    player: Fourth Player
    field: {position: 1B, at_most: 10%}
"""
    example_order = 3
    columns = (("positions", "array<int>"),)
    rules = (
        Rule(
            followed="array_contains(t.positions, t.position) = t.wanted",
            did="CASE WHEN t.started AND t.position IS NULL THEN NULL "
            "ELSE coalesce(array_contains(t.positions, t.position), FALSE) = t.wanted END",
            reasons=(("NOT t.started", "did not start"), ("t.position IS NULL", "position unknown")),
            observed="concat('position ', coalesce(CAST(t.position AS STRING), 'unknown'))",
        ),
    )
    stake = None
    price_method = (
        "field: the player moves to the position, and whoever held it moves to the player's or gives way to the best "
        "substitute who has played that; fielding itself has no price."
    )

    def row(self, part: Fielding) -> Row:
        """Return the positions."""
        return {"positions": part.position}

    def what(self, part: Fielding) -> str:
        """Return `play SS`."""
        return f"play {_position_words(part.position)}"

    def required(self, part: Fielding, no: str) -> str:
        """Return `SS`."""
        return f"{no}{_position_words(part.position)}"

    def follow(self, part: Fielding) -> Follow:
        """Return the move to a position or away from it."""
        return partial(_fielded, positions=frozenset(part.position), forbidden=part.at_most is not None)


def _fielded(
    found: Candidates, player: int, positions: frozenset[int], forbidden: bool
) -> Iterator[list[int]]:  # fmt: skip
    """Yield the lineups with the player at one of the positions or, if they are forbidden, at another played before.

    Whoever held the position takes the player's, in the same order, or a substitute who has played that takes the slot.
    """
    left = found.rows[player]["position"]
    if player not in found.used or found.ninth is None or left in (None, PITCHER):
        return
    for holder in found.used:
        taken = found.rows[holder]["position"]
        if holder == player or taken in (None, PITCHER) or (taken in positions) == forbidden:
            continue
        if forbidden and not can_play(found, player, taken):
            continue
        if can_play(found, holder, left):
            yield list(found.used)
        for substitute in range(len(found.rows)):
            if substitute not in found.used and can_play(found, substitute, left):
                yield [substitute if each == holder else each for each in found.used]


def _position_words(positions: tuple[int, ...]) -> str:
    """Return positions as written in a plan: `SS`, `LF or RF`."""
    return " or ".join(_POSITION_NAMES[position] for position in positions)


KIND = FieldingPositions()
