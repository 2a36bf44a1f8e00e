"""Awards: Manager of the Year, the Hall of Fame and the like, in a season."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.lists import lists
from skipper.press.reading.told import Part, Told, seasons


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the award of a person where its season is named; the club where the clause names it."""
    person, award = told.person("who") or told.person("whom") or told.person("person"), told.award()
    when = seasons(told, told.time())
    denied = "denied" in told.match.rule.options
    if person is None or award is None or not (when or (denied and when is not None)):
        return
    name = lists().code("award", award.key)
    if name == "Hall of Fame" and told.slot("award") is not None and _is_a_leagues(told):
        return
    verb = told.slot("won") or told.slot("award") or award
    clubs = told.clubs("club", when[0].value[0] if when else None)
    yield [
        person,
        Part("award", name, (award.start, award.end) if award in told.units else (verb.start, verb.end)),
        *when,
        *(one for one in clubs if one.field == "club"),
    ]


def _is_a_leagues(told: Told) -> bool:
    """Whether a hall of fame is a league's, a club's or a state's: a word with a capital stands before it."""
    place = next(n for n, unit in enumerate(told.units) if unit is told.slot("award"))
    before = told.units[place - 1] if place else None
    return before is not None and before.text[:1].isupper()
