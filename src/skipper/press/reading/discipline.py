"""Discipline: suspended, fined, ejected or arrested, by whom, in which season."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.told import Part, Told, seasons


def read(told: Told) -> Iterator[list[Part]]:
    """Yield what a person was punished with, and the season where the words name it."""
    found = told.whom()
    verb = told.slot("punished") or told.slot("disciplined")
    when = seasons(told, told.time())
    focus = told.context.focus[told.match.sentence.number]
    if when == [] and focus.year is not None:
        when = [Part("seasons", [focus.year], focus.year_place)]
    if found is None or verb is None or when is None:
        return
    kind = told.match.code("punished") or told.match.code("disciplined")
    yield [told.part_of("person", *found), Part("kind", kind, (verb.start, verb.end)), *_by(told), *when]


def _by(told: Told) -> list[Part]:
    """By whom: a person, a league or a club."""
    person = told.person("by", "by")
    if person is not None:
        return [Part("by", person.value, person.place)]
    league = told.slot("league")
    if league is not None:
        return [Part("by", league.value, (league.start, league.end))]
    return [Part("by", part.value, part.place) for part in told.clubs("club", told.season(told.time())) if part.link]
