"""Debuts: a player's first game, with a club, in a year."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.lexicon import lexicon
from skipper.press.reading.told import Part, Told, seasons


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the debut of a player where its year is named; the level where the words name it."""
    person, when = told.person("who"), seasons(told, told.time(), several=False)
    if person is None or not when:
        return
    clubs = told.clubs("club", when[0].value[0])
    first, last = told.clause()
    words = " ".join(unit.text.lower() for unit in told.units[first:last])
    club = told.slot("club")
    major = any(f" {phrase.replace('-', ' ')} " in f" {words.replace('-', ' ')} " for phrase in _major())
    major = major or (club is not None and club.value[0].is_major)
    if not clubs and not major:
        return
    minor = any(part.field == "level_stated" for part in clubs)
    level = [Part("level", "MLB", when[0].place)] if major and not minor else []
    yield [
        person,
        Part("year", when[0].value[0], when[0].place),
        *(one for one in clubs if one.field == "club"),
        *level,
    ]


def _major() -> list[str]:
    return [phrase for phrase, level in lexicon().levels.items() if level == "MLB"]
