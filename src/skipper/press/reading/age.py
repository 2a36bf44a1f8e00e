"""Ages: X, 47, was released; the 35-year-old X; he was 84."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.told import Part, Told

YOUNGEST, OLDEST = 15, 99  # years


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the age of a person; of `he` only where one person can be meant."""
    person = told.person("who") or told.person("person")
    number = told.slot("number")
    if person is not None and number is not None and YOUNGEST <= number.value <= OLDEST:
        yield [person, Part("years", number.value, (number.start, number.end))]
