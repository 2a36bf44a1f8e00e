"""What the parts of a plan share: types of values (shares, hands, days), and their validators."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, WithJsonSchema
from pydantic_core import PydanticCustomError

SLOTS = tuple(range(1, 10))
HANDS = {"LHP": "L", "RHP": "R", "L": "L", "R": "R"}
SHARES = ("at_least", "at_most")

_SHARE = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*%", re.ASCII)
_DAY = r"\d{4}-\d{2}-\d{2}"


class Strict(BaseModel):
    """A part of a plan, in which unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, populate_by_name=True)


def wrong(message: str) -> PydanticCustomError:
    """Return an error with our own message; braces in the input are not treated as format fields."""
    return PydanticCustomError("plan", "{message}", {"message": message})


def require_one_of(model: BaseModel, names: tuple[str, ...]) -> None:
    """Raise PydanticCustomError unless exactly one of these fields is given."""
    given = [name for name in names if getattr(model, name) is not None]
    if len(given) != 1:
        said = "none" if not given else " and ".join(given)
        raise wrong(f"expected exactly one of {', '.join(names)}; found {said}")


def require_judgeable(model: BaseModel) -> None:
    """Raise PydanticCustomError for a share that every season follows."""
    for name, share in zip(SHARES, (0.0, 1.0), strict=True):
        if getattr(model, name) == share:
            raise wrong(f"{name} {percent(share)}: it is always followed, so there is nothing to judge")


def exactly_one(names: Iterable[str]) -> dict[str, Any]:
    """Return the JSON Schema that requires exactly one of these fields."""
    return {"oneOf": [{"required": [name]} for name in names]}


def any_case(names: Iterable[str]) -> str:
    """Return a case-insensitive pattern for the names; JSON Schema has no flag for case."""
    return "|".join("".join(f"[{c}{c.lower()}]" if c.isalpha() else c for c in name) for name in names)


def percent(share: float) -> str:
    """Return a share as written in a plan: `60%`, `66.7%`."""
    return f"{share * 100:.1f}".rstrip("0").rstrip(".") + "%"


def _share(value: Any) -> float:
    found = _SHARE.fullmatch(str(value).strip())
    if found is None:
        raise wrong(f"share {value}: write a share as a percentage, such as 60%")
    percent = float(found[1])
    if not 0 <= percent <= 100:
        raise wrong(f"share {value}: a share is 0% to 100%")
    return round(percent / 100, 9)


def _hand(value: Any) -> str:
    name = str(value).strip().upper()
    if name not in HANDS:
        raise wrong(f"against {value}: it must be LHP or RHP")
    return HANDS[name]


def _day(value: Any) -> date:
    text = str(value).strip()
    try:
        if re.fullmatch(_DAY, text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise wrong(f"{text}: not a date such as 2016-05-01")


def _whole(value: Any) -> int:
    text = str(value).strip()
    if not re.fullmatch(r"-?\d{1,9}", text):
        raise wrong(f"{text}: not a whole number")
    return int(text)


def _truth(value: Any) -> bool:
    if str(value).strip().lower() != "true":
        raise wrong(f"{value}: it must be true or omitted")
    return True


# Editors suggest the first alternative and accept everything that the parser reads.
_PERCENTAGE = {"type": "string", "pattern": r"^\s*(0?\d{1,2}(\.\d+)?|100(\.0+)?)\s*%\s*$", "examples": ["60%"]}
_HAND_TEXT = {"type": "string", "pattern": rf"^\s*({any_case(HANDS)})\s*$"}

Share = Annotated[float, BeforeValidator(_share), WithJsonSchema(_PERCENTAGE)]
Hand = Annotated[str, BeforeValidator(_hand), WithJsonSchema({"anyOf": [{"enum": list(HANDS)}, _HAND_TEXT]})]
Day = Annotated[date, BeforeValidator(_day), WithJsonSchema({"type": "string", "format": "date"})]
Whole = Annotated[int, BeforeValidator(_whole)]
Truth = Annotated[bool, BeforeValidator(_truth), WithJsonSchema({"const": True})]
