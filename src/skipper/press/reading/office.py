"""Posts that a document's own words tell: the context from which `he`, the club and the season are carried over."""

from __future__ import annotations

from skipper.press.reading.context import Office
from skipper.press.reading.told import Told

_OVER = frozenset(["former", "then", "fired", "ex"])


def _is_new(told: Told) -> bool:
    """Whether the words tell that the post begins."""
    return any(name in told.match.slots for name in ("hires", "hires_only", "hired", "takes_over", "led_new"))


def read(told: Told) -> Office | None:
    """Return the post that a match tells; null for who has none of managing, or where no person or club is clear."""
    person = told.whom()
    club = told.slot("club") or told.slot("owner")
    role = told.match.code("role")
    if person is None or club is None or len(club.value) != 1 or (role is not None and "manager" not in role):
        return None
    before = told.units[told.match.first - 1].key if told.match.first else ""
    return Office(
        person[0],
        club.value[0],
        told.match.sentence.number,
        (club.start, club.end),
        person[1],
        before in _OVER,
        _is_new(told),
    )
