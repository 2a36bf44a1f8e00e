"""Contracts: signed, extended, in the last year, years left; with which club and through which season."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.told import Part, Told, time_place

_STATES = {
    "extension": "extended",
    "last_year": "last_year",
    "contract": "signed",
    "under_contract": "signed",
    "extended": "extended",
    "signed_through": "signed",
}


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the state of a person's contract, with the season through which it runs where the words name it."""
    found = told.whom()
    state = _state(told)
    if found is None or state is None:
        return
    time = told.time()
    through: list[Part] = []
    if time is not None and time.last is not None and time.shape == "until":
        through = [Part("seasons", [time.last], time_place(told))]
    if told.slot("signed_through") is not None and not through:
        return
    club = told.clubs("club", None) or told.post(found[0], None, near=2)
    if not club:
        return
    yield [
        told.part_of("person", *found),
        *(one for one in club if one.field in ("club", "organization")),
        state,
        *through,
    ]


def _state(told: Told) -> Part | None:
    left, number = told.slot("left_on"), told.slot("number")
    if left is not None and number is not None:
        years = f"{number.value} year{'s' if number.value > 1 else ''} left"
        return Part("state", years, (number.start, left.end))
    slots = ((told.slot(name), state) for name, state in _STATES.items())
    return next((Part("state", state, (unit.start, unit.end)) for unit, state in slots if unit is not None), None)
