"""Value types in plans: shares, slots, positions, hands and days."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema
from pydantic_core import PydanticCustomError

SLOTS = tuple(range(1, 10))
POSITIONS = {"P": 1, "C": 2, "1B": 3, "2B": 4, "3B": 5, "SS": 6, "LF": 7, "CF": 8, "RF": 9, "DH": 10}
POSITION_NAMES = {number: name for name, number in POSITIONS.items()}
GROUPS = {"IF": (3, 4, 5, 6), "OF": (7, 8, 9)}
HANDS = {"LHP": "L", "RHP": "R", "L": "L", "R": "R"}

_SHARE = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*%", re.ASCII)
_RANGE = re.compile(r"(-?\d+)(?:\s*-\s*(\d+))?", re.ASCII)
_PIECE = r"[1-9](\s*-\s*[1-9])?"
_DAY = r"\d{4}-\d{2}-\d{2}"


class Strict(BaseModel):
    """A part of a plan, in which unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, populate_by_name=True)


def _wrong(message: str) -> PydanticCustomError:
    """Return an error with our own message; braces in the input are not treated as format fields."""
    return PydanticCustomError("plan", "{message}", {"message": message})


def _share(value: Any) -> float:
    found = _SHARE.fullmatch(str(value).strip())
    if found is None:
        raise _wrong(f"share {value}: write a share as a percentage, such as 60%")
    percent = float(found[1])
    if not 0 <= percent <= 100:
        raise _wrong(f"share {value}: a share is 0% to 100%")
    return round(percent / 100, 9)


def _slots(value: Any) -> tuple[int, ...]:
    pieces = value if isinstance(value, list | tuple) else str(value).split(",")
    slots: set[int] = set()
    if value is None:
        raise _wrong("slots: none given")
    for piece in pieces:
        found = _RANGE.fullmatch(str(piece).strip())
        if found is None:
            raise _wrong(f"slots {piece}: slots are written as 1-5, 3, or [1, 2, 6]")
        first, last = int(found[1]), int(found[2] or found[1])
        if not (first in SLOTS and last in SLOTS):
            raise _wrong(f"slots {piece}: a slot is 1 to 9")
        if first > last:
            raise _wrong(f"slots {piece}: the first is after the last")
        slots.update(range(first, last + 1))
    if len(slots) == len(SLOTS):
        raise _wrong("slots 1-9: every start is in one of them, so there is nothing to follow")
    if not slots:
        raise _wrong("slots: none given")
    return tuple(sorted(slots))


def _positions(value: Any) -> tuple[int, ...]:
    pieces = value if isinstance(value, list | tuple) else str(value).split(",")
    positions: set[int] = set()
    for piece in pieces:
        name = str(piece).strip().upper()
        if name not in POSITIONS and name not in GROUPS:
            raise _wrong(f"position {piece}: a position is one of {', '.join((*POSITIONS, *GROUPS))}")
        positions.update(GROUPS.get(name) or (POSITIONS[name],))
    if not positions:
        raise _wrong("position: none given")
    return tuple(sorted(positions))


def _hand(value: Any) -> str:
    name = str(value).strip().upper()
    if name not in HANDS:
        raise _wrong(f"against {value}: it must be LHP or RHP")
    return HANDS[name]


def _day(value: Any) -> date:
    text = str(value).strip()
    try:
        if re.fullmatch(_DAY, text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise _wrong(f"{text}: not a date such as 2016-05-01")


def _whole(value: Any) -> int:
    text = str(value).strip()
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise _wrong(f"{text}: not a whole number")
    return int(text)


def _truth(value: Any) -> bool:
    if str(value).strip().lower() != "true":
        raise _wrong(f"{value}: it must be true or omitted")
    return True


def _any_case(names: Iterable[str]) -> str:
    """Return a case-insensitive pattern for the names; JSON Schema has no flag for case."""
    return "|".join("".join(f"[{c}{c.lower()}]" if c.isalpha() else c for c in name) for name in names)


# Editors suggest the first alternative and accept everything that the parser reads.
_PERCENTAGE = {"type": "string", "pattern": r"^\s*(0?\d{1,2}(\.\d+)?|100(\.0+)?)\s*%\s*$", "examples": ["60%"]}
_NAMES = [*POSITIONS, *GROUPS]
_POSITION = rf"\s*({_any_case(_NAMES)})\s*"
_POSITION_TEXT = {"type": "string", "pattern": f"^{_POSITION}(,{_POSITION})*$"}
_HAND_TEXT = {"type": "string", "pattern": rf"^\s*({_any_case(HANDS)})\s*$"}
_SLOT_TEXT = {"type": "string", "pattern": rf"^\s*{_PIECE}(\s*,\s*{_PIECE})*\s*$", "examples": ["1-5"]}
_SLOT = {"type": "integer", "minimum": 1, "maximum": 9}
_ONE_POSITION = {"anyOf": [{"enum": _NAMES}, {"type": "string", "pattern": f"^{_POSITION}$"}]}
_ONE_SLOT = {"anyOf": [_SLOT, {"type": "string", "pattern": rf"^\s*{_PIECE}\s*$"}]}

Share = Annotated[float, BeforeValidator(_share), WithJsonSchema(_PERCENTAGE)]
Slots = Annotated[
    tuple[int, ...],
    BeforeValidator(_slots),
    WithJsonSchema({"anyOf": [_SLOT_TEXT, _SLOT, {"type": "array", "items": _ONE_SLOT, "minItems": 1}]}),
]
Positions = Annotated[
    tuple[int, ...],
    BeforeValidator(_positions),
    WithJsonSchema(
        {"anyOf": [{"enum": _NAMES}, _POSITION_TEXT, {"type": "array", "items": _ONE_POSITION, "minItems": 1}]}
    ),
]
Hand = Annotated[str, BeforeValidator(_hand), WithJsonSchema({"anyOf": [{"enum": list(HANDS)}, _HAND_TEXT]})]
Day = Annotated[date, BeforeValidator(_day), WithJsonSchema({"type": "string", "format": "date"})]
Whole = Annotated[int, BeforeValidator(_whole)]
Truth = Annotated[bool, BeforeValidator(_truth), WithJsonSchema({"const": True})]


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


def position_words(positions: tuple[int, ...]) -> str:
    """Return positions as written in a plan: `SS`, `LF or RF`."""
    return " or ".join(POSITION_NAMES[position] for position in positions)


def percent(share: float) -> str:
    """Return a share as written in a plan: `60%`, `66.7%`."""
    return f"{share * 100:.1f}".rstrip("0").rstrip(".") + "%"
