"""Records: so many wins and losses, of a manager, with which clubs, in which season or how many."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.context import Place
from skipper.press.reading.lists import lists
from skipper.press.reading.told import Part, Told, seasons
from skipper.press.reading.units import Entity

_LONGEST_SEASON = 165  # games: more are of no one season
_PITCHES = frozenset(["pitched", "pitcher", "left hander", "right hander"])  # whose records these may be
_OF_A_MANAGER = ("role", "fired", "resigns", "leaves")  # slots whose words say that the person managed
_MOST_PITCHED = 45  # games of a season in which a pitcher won or lost
_FEWEST = 20  # games on the average of the seasons that a record counts
_WINTER = ("01", "02", "03")  # months of a day whose year is not that of the season before it
_COUNTED = frozenset(["seasons", "years", "summers"])
_BEFORE_COUNT = frozenset(
    ["in", "over", "parts of", "of", "his", "{his}", "for", "during", "those", "{person's}", "after"]
)


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the record of a manager: whom the words name, else who manages the club that they name."""
    figures, when = _figures(told), _when(told)
    if figures is None or when is None or _is_of_another(told) or not _fits(told, figures, when):
        return
    if told.points_elsewhere():
        return
    found = told.whom() or _of_the_club(told, when)
    clubs = _clubs(told, found, when) if found is not None else None
    if found is None or clubs is None or _is_unfounded(told, found[0], figures):
        return
    person, post = told.part_of("person", *found), told.slot("role")
    name = told.match.code("role") or "manager"
    if "manager" not in name:
        return
    role = Part("role", name, (post.start, post.end) if post is not None else person.place)
    yield [person, role, *figures, *clubs, *_count(told), *_level(told, clubs), *when]


def _is_of_another(told: Told) -> bool:
    """Whether it is a pitcher's record, one of the postseason, or that of a game between clubs."""
    unit = told.slot("clubs")
    between = unit is not None and len(unit.value) > 1 and not _count(told)
    behind = told.units[told.match.last : told.match.last + 2]
    postseason = any(one.key in lists().words["postseason"] or "October" in one.text for one in behind)
    return between or postseason or any(one.key in _PITCHES for one in told.units[: told.match.first + 1])


def _is_unfounded(told: Told, person: Entity, figures: list[Part]) -> bool:
    """Whether nothing says that the person managed the club, and the record can be a pitcher's or tells a career."""
    few = sum(part.value for part in figures) <= _MOST_PITCHED or "long" in told.match.rule.options
    if told.slot("who") is None or not few or any(told.slot(name) is not None for name in _OF_A_MANAGER):
        return False
    ids = frozenset(one for unit in told.clubs_named() for name in unit.value for one in name.ids)
    managed = {term.club for one in person.people for term in one.terms if term.role == "manager"}
    managed |= {one for post in told.context.held_by.get(person.name, ()) for one in post.club.ids}
    return ids.isdisjoint(managed) if ids else not managed


def _fits(told: Told, figures: list[Part], when: list[Part]) -> bool:
    """Whether a record of a season's games is of one season, or of a number of seasons that the clause gives."""
    if sum(part.value for part in figures) > _LONGEST_SEASON:
        return True
    if "long" in told.match.rule.options:
        return False
    return len(when[0].value) == 1 if when else bool(_count(told))


def _of_the_club(told: Told, when: list[Part]) -> tuple[Entity, Place] | None:
    """Who the words' team is of, else who managed the club that they name."""
    found = told.holder() if "team" in told.match.rule.options else None
    unit = told.slot("clubs")
    if found is not None or unit is None:
        return found
    office = told.context.manager_of(unit.value[0], when[0].value[0] if when else None)
    return (office.person, office.named) if office is not None else None


def _clubs(told: Told, found: tuple[Entity, Place], when: list[Part]) -> list[Part] | None:
    """The clubs that the match or its clause names, else that of the person's post.

    Null where a record of none is no record, and where the words leave open which of two clubs it is of.
    """
    label = "organizations" if "organizations" in told.match.rule.options else "clubs"
    named = told.clubs_named()
    if len(named) > 1:
        return None
    if named:
        season = when[0].value[0] if when else told.season_with(found[0], named[0].value)
        return told.clubs_of(named[0].value, (named[0].start, named[0].end), season, label, "organizations")
    if "career" in told.match.rule.options:
        return []
    clubs = told.post_then(found[0], when, "clubs", counted=bool(_count(told)))
    return clubs if clubs or "whole" in told.match.rule.options else None


def _figures(told: Told) -> list[Part] | None:
    record, wins, losses = told.slot("record"), told.slot("wins"), told.slot("losses")
    if record is not None:
        named = zip(("wins", "losses", "ties"), record.value, strict=True)
        return [Part(name, value, (record.start, record.end)) for name, value in named if value is not None]
    if wins is None:
        return None
    return [
        Part(name, unit.value, (unit.start, unit.end))
        for name, unit in (("wins", wins), ("losses", losses))
        if unit is not None
    ]


def _count(told: Told) -> list[Part]:
    """In how many seasons, where the pattern or the clause counts them and the figures can be of so many."""
    first, last = told.clause()
    units = told.units[first:last]
    counts = (
        unit
        for before, unit, following in zip(units, units[1:], units[2:], strict=False)
        if before.key in _BEFORE_COUNT and unit.key == "{number}" and following.key in _COUNTED
    )
    unit = told.slot("span") or next(counts, None)
    if unit is None:
        return []
    games = sum(part.value for part in _figures(told) or [])
    can_be = _FEWEST * unit.value <= games <= _LONGEST_SEASON * unit.value
    return [Part("season_count", unit.value, (unit.start, unit.end))] if can_be else []


def _level(told: Told, clubs: list[Part]) -> list[Part]:
    """The level that the clause states of a record of no one club."""
    first, last = told.clause()
    last += 2 * (last < len(told.units) and told.units[last].key == "as")  # as a big-league manager
    levels = [unit for unit in told.units[first:last] if unit.key == "{level}"]
    if any(part.field == "clubs" for part in clubs) or len(levels) != 1:
        return []
    return [Part("level_stated", levels[0].text, (levels[0].start, levels[0].end))]


def _when(told: Told) -> list[Part] | None:
    """The season: the words', the club's, that in force, or of a club's record of today the report's date's."""
    time, club = told.time(), told.slot("clubs")
    if club is not None and club.value[0].season is not None:
        return [Part("seasons", [club.value[0].season], (club.start, club.end))]
    longest = _LONGEST_SEASON * max(1, len(time.seasons)) if time is not None else 0
    if time is not None and time.day is not None and time.day[5:7] in _WINTER:
        return None
    if time is not None and (time.shape == "span" or sum(part.value for part in _figures(told) or []) <= longest):
        return seasons(told, time) if time.shape in ("in", "season", "day", "weekday", "span", "that") else None
    if _count(told) or "career" in told.match.rule.options:
        return []
    if sum(part.value for part in _figures(told) or []) > _LONGEST_SEASON:
        return []
    focus = told.context.focus[told.match.sentence.number]
    if focus.year is not None:
        return [Part("seasons", [focus.year], focus.year_place)]
    return []
