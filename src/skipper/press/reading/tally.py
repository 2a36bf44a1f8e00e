"""Tallies: how many seasons somebody managed or played, in how many the clubs reached the postseason."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.told import Part, Told, seasons
from skipper.press.reading.units import Unit

_OF_A_POST = frozenset(["postseason_seasons", "seasons_above_500"])  # counted of a club that is known, if not named
_OF_A_CLUB = frozenset(["seasons_above_500"])  # counted of one club's seasons, or not understood
_TITLES = frozenset(["pennants", "world_series_titles"])
_FIRST_TOLD = 2  # of a first season there is nothing to count


def read(told: Told) -> Iterator[list[Part]]:
    """Yield what is counted: a value in the words, or the seasons of a postseason."""
    what, value = str(told.match.rule.fields["what"]), _value(told)
    person, when, unit = _person(told), _when(told, what), told.slot("clubs")
    first_told = told.slot("ordinal") is not None and value is not None and value.value < _FIRST_TOLD
    if person is None or first_told or told.points_elsewhere() or (what in _TITLES and not _is_counted(told, value)):
        return
    if what == "postseason_seasons" and unit is not None and any(one.season is not None for one in unit.value):
        yield from _of_dated_clubs(told, person, unit)
    elif when is not None and (value is not None or when):
        clubs = _clubs(told, what, when)
        if clubs or what not in _OF_A_CLUB:
            yield from _counted(told, person, [*([value] if value is not None else []), *clubs], when)


def _is_counted(told: Told, value: Part | None) -> bool:
    """Whether titles are counted, not told each with its season: he won one in 1977, four from 1921 to 1924."""
    return value is not None and value.value > 1 and told.time() is None


def _clubs(told: Told, what: str, when: list[Part]) -> list[Part]:
    """The clubs that the words name, those of titles in the clause too; else that of the post where one is counted."""
    found, named = told.whom(), told.slot("clubs")
    if what in _TITLES and named is None:
        beside = told.clubs_named()
        named = beside[0] if len(beside) == 1 else None
    if named is not None:
        season = told.season_with(found[0], named.value) if found is not None else None
        if clubs := told.clubs_of(named.value, (named.start, named.end), season, "clubs", "organization"):
            return clubs
    return _of_the_post(told, what, when)


def _person(told: Told) -> Part | None:
    """Whose seasons are counted: whom the words name, else the manager of the club that they name."""
    person, club = told.person("who") or told.person("person") or told.person("whose"), told.slot("clubs")
    if person is not None or club is None or not told.clubs("clubs", None, "clubs", "organization"):
        return person
    office = told.context.manager_of(club.value[0])
    return told.part_of("person", office.person, office.named) if office is not None else None


def _of_the_post(told: Told, what: str, when: list[Part]) -> list[Part]:
    """The club of the person's post, for what is counted of a club."""
    found = told.whom() if what in _OF_A_POST else None
    return told.post(found[0], when[0].value[0] if when else None, "clubs") if found is not None else []


def _counted(told: Told, person: Part, counted: list[Part], when: list[Part]) -> Iterator[list[Part]]:
    """The claim with the level that the words state; none if the club's name states one too."""
    level = told.slot("level")
    if level is not None and any(part.field == "level_stated" for part in counted):
        return
    levels = [Part("level_stated", level.text, (level.start, level.end))] if level is not None else []
    place = (told.units[told.match.first].start, told.units[told.match.last - 1].end)
    yield [person, Part("what", str(told.match.rule.fields["what"]), place), *counted, *_of(told), *levels, *when]


def _of_dated_clubs(told: Told, person: Part, unit: Unit) -> Iterator[list[Part]]:
    """The postseason of each club that is named with its seasons: his 1984 Cubs and 1986 Mets, his 2013-14 51s."""
    place = (told.units[told.match.first].start, told.units[told.match.last - 1].end)
    what, later, other = Part("what", "postseason_seasons", place), told.slot("later"), told.slot("other")
    for name in unit.value:
        if name.season is not None:
            clubs = told.clubs_of((name,), (unit.start, unit.end), name.season, "clubs", "organization")
            yield [person, what, *clubs, Part("seasons", [name.season], (unit.start, unit.end))]
    if later is not None and other is not None and (when := seasons(told, later.value)):
        clubs = told.clubs_of(other.value, (other.start, other.end), when[0].value[0], "clubs", "organization")
        yield [person, what, *clubs, Part("seasons", when[0].value, (later.start, later.end))]


def _of(told: Told) -> list[Part]:
    unit = told.slot("of")
    organization = told.clubs("organization", None)
    return (
        [Part("of", unit.value, (unit.start, unit.end))]
        if unit is not None
        else [part for part in organization if part.field == "organization"]
    )


def _value(told: Told) -> Part | None:
    unit = told.slot("number") or told.slot("ordinal")
    if unit is not None:
        return Part("value", unit.value, (unit.start, unit.end))
    times = told.slot("times")
    return Part("value", int(told.match.code("times") or 0), (times.start, times.end)) if times is not None else None


def _when(told: Told, what: str) -> list[Part] | None:
    """The seasons of the postseason; a span of the seasons counted is not a season that they were in."""
    if what != "postseason_seasons":
        return []
    return seasons(told, told.time())
