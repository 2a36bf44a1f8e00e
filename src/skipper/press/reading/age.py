"""Ages: X, 47, was released; the 35-year-old X; he was 84."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.lists import lists
from skipper.press.reading.told import Part, Told
from skipper.press.reading.units import Unit

_DATING = frozenset(["when", "after", "as", "before"])
_ANOTHER = frozenset(["{person}", "{number}", ";"])
YOUNGEST, OLDEST = 15, 99  # years


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the age of a person; of `he` only where one person can be meant."""
    subject, number = told.slot("person"), told.slot("number")
    if subject is not None and (told.is_object(subject) or _has_verb(told, number, subject)):
        return
    person = told.person("who") or told.person("person")
    if person is not None and number is not None and YOUNGEST <= number.value <= OLDEST:
        yield [person, Part("years", number.value, (_begin(told, number), _end(told, number)))]


def _has_verb(told: Told, number: Unit | None, person: Unit) -> bool:
    """Whether a verb stands between a number and a name behind it: the 42-year-old replaces X."""
    verbs = lists().words["verb"] | lists().words["takes_over_for"]
    return number is not None and any(
        unit.key in verbs for unit in told.units if number.end <= unit.start < person.start
    )


def _begin(told: Told, number: Unit) -> int:
    """Where the words begin that date the age: when the Yankees hired him in 1995, Joe Torre was 55."""
    before = [unit for unit in told.units[: told.match.first] if unit.key == "{time}"]
    opens = told.units[0].key in _DATING and len(before) == 1
    return before[0].start if opens else number.start


def _end(told: Told, number: Unit) -> int:
    """Where the words end that date the age: when he managed the 1939 Yankees."""
    behind = told.units[told.units.index(number) + 1 :]
    dating = "at" in told.match.rule.options or any(unit.key in _DATING for unit in behind[:3])
    if not dating:
        return number.end
    until = next((n for n, unit in enumerate(behind) if unit.key in _ANOTHER or unit.quoted), len(behind))
    dated = (unit for unit in behind[:until] if _is_dated(unit))
    return next((unit.end for unit in dated), number.end)


def _is_dated(unit: Unit) -> bool:
    return unit.key == "{time}" or (unit.key in ("{club}", "{club's}") and unit.value[0].season is not None)
