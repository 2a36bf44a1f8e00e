"""Titles: the World Series, a pennant, a league's championship; whose, with which club, in which season."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.hand_kept import present_major_leagues
from skipper.press.reading.told import Part, Told, seasons
from skipper.press.reading.units import ClubName, Unit
from skipper.press.vocabulary import Person


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the title of a person, where season and club are clear; a manager's where the words name a club only."""
    title, when = _title(told), seasons(told, told.time())
    if title is None or when is None:
        return
    season = when[0].value[0] if when else None
    clubs, club = told.clubs("club", season), told.slot("club")
    name = club.value[0] if clubs and club is not None else None
    if not when and name is not None and name.season is not None:
        when = [Part("seasons", [name.season], clubs[0].place)]
    of_the_majors = title.value in _OF_THE_MAJORS
    if name is not None and not of_the_majors and _is_major(told, name, when):
        return  # a club of another league of that name, which no list has
    person = told.person("who") or told.person("whose") or told.person("person") or _of_the_club(told, name, season)
    if person is None or not (when or _is_denied(told)):
        return
    if of_the_majors and when:
        clubs = clubs or _of_the_post(told, when)
    clubs = [one for one in clubs if one.field == "club"]
    if clubs or (of_the_majors and _needs_no_club(told)):
        yield [person, title, *when, *clubs]


def _is_denied(told: Told) -> bool:
    return "denied" in told.match.rule.options


def _of_the_post(told: Told, when: list[Part]) -> list[Part]:
    """The club of the post that the person had then."""
    whom = told.whom() or told.holder()
    return told.post_then(whom[0], when) if whom is not None else []


def _needs_no_club(told: Told) -> bool:
    """Whether a title of the majors says whose it is without a club: a manager's, one denied, that of champions."""
    known = any(term.role == "manager" for one in _people(told) for term in one.terms)
    return known or _is_denied(told) or told.slot("champions") is not None


def _is_major(told: Told, club: ClubName, when: list[Part]) -> bool:
    """Whether the club that a name means in the season plays in a major league."""
    spans = told.context.clubs(club, when[0].value[0] if when else None)
    return bool(spans) and spans[0].is_major


def _of_the_club(told: Told, club: ClubName | None, season: int | None) -> Part | None:
    """The manager of the club that the words name, else whose the words' team is."""
    office = told.context.manager_of(club, season) if club is not None else None
    if office is not None:
        return told.part_of("person", office.person, office.named)
    holder = told.holder() if "team" in told.match.rule.options else None
    return told.part_of("person", *holder) if holder is not None else None


_OF_THE_MAJORS = frozenset(["World Series", "pennant"])
_REACHED = frozenset(["world series", "fall classic"])
_WON_THERE = frozenset(["sweep", "win", "victory", "triumph", "upset", "over", "championships", "crown"])


def _is_only_reached(told: Told) -> bool:
    """Whether the words lead somebody to the World Series, which the pennant's winner plays, and do not say who won."""
    unit = told.slot("title")
    behind = told.units[told.units.index(unit) + 1 : told.units.index(unit) + 2] if unit is not None else ()
    led = told.slot("led") is not None and unit is not None and unit.key in _REACHED
    return led and not any(one.key in _WON_THERE for one in behind)


def _people(told: Told) -> tuple[Person, ...]:
    found = told.whom()
    return found[0].people if found is not None else ()


def _is_of_unknown_league(told: Told, title: Unit) -> bool:
    """Whether a word with a capital stands before the title: the P.C.L. pennant."""
    place = told.units.index(title)
    before = told.units[place - 1] if place > told.match.first else None
    return before is not None and not before.key.startswith("{") and before.text[:1].isupper()


def _title(told: Told) -> Part | None:
    """The title that the words name; a major league's is its pennant."""
    unit, league = told.slot("title"), told.slot("league") or told.slot("anyleague")
    inside = [
        one.value for one in told.units[told.match.first : told.match.last] if one.key in ("{league}", "{league's}")
    ]
    if (
        unit is not None
        and told.match.code("title") == "pennant"
        and any(one not in present_major_leagues() for one in inside)
    ):
        return None
    if unit is not None and _is_of_unknown_league(told, unit):
        return None
    if unit is not None:
        code = "pennant" if _is_only_reached(told) else told.match.code("title")
        return Part("title", code, (unit.start, unit.end))
    if league is not None:
        name = "pennant" if league.value in present_major_leagues() else league.value
        return Part("title", name, (league.start, league.end))
    champions = told.slot("champions") or told.slot("bare_titles")
    return Part("title", "World Series", (champions.start, champions.end)) if champions is not None else None
