"""The occasions on which a title was won: club and seasons of each, where a clause tells of one or of several."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from skipper.press.extract import arguments as args
from skipper.press.extract import clubs
from skipper.press.extract.clauses import Clause
from skipper.press.extract.cups import Trophy
from skipper.press.extract.honours import MAJORS, club_there, own_year, seasons_of
from skipper.press.extract.occasions import attached, paired
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import ClubName, Unit
from skipper.press.extract.when import NEVER, When, whens

_ANOTHER = {
    ("and", *words, "in")
    for words in (("another",), ("another", "one"), ("again",), ("another", "title"), ("a", "second"), ("a", "third"))
}
_ASIDE = frozenset(["when", "where", "who", "whom", "which"])
Occasion = tuple[ClubName | None, tuple[Unit, ...], list[int]]


def title_occasions(piece: Piece, clause: Clause, trophy: Trophy) -> list[Occasion]:
    """Club, units, seasons of each occasion: one for a list of seasons, one for each club with its own season."""
    named = [one for one in clause.kinds("club") if not one.value.as_organization and trophy.has_beside(one)]
    times = [time for time in _times(piece, clause) if trophy.has_beside(time.units[0])]
    if trophy.is_listed and len(named) == len(times) == 1:
        return [(named[0].value, (named[0], *times[0].units), seasons_of(times[0]))]
    unit = trophy.unit
    if trophy.is_entry and (pairs := paired(named, times)):
        return [(club.value, (club, *time.units), seasons_of(time)) for club, time in pairs]
    owned = [one for one in named if one.value.season is not None]
    if len(owned) > 1:
        return [(one.value, (one,), [one.value.season]) for one in owned]
    if len(named) > 1 and len(named) == len(times):
        return [(club.value, (club, *time.units), seasons_of(time)) for club, time in paired(named, times)]
    beside = attached(named, times, clause.units) if len(named) > 1 else {}
    if len(beside) == len(named) > 1:
        return [(club.value, (club, *beside[club.place].units), seasons_of(beside[club.place])) for club in named]
    if not times and not trophy.of_the_loser and len(listed := _listed(piece, clause, unit, trophy)) > 1:
        return [(one.value, (one,), []) for one in listed]
    near = _led(clause, unit) or args.clubs_near(piece, clause, unit) if not trophy.of_the_loser else []
    near = [one for one in near if one.place < trophy.until and not _told_after(clause, unit, one)][:1]
    near = near or _whose(clause, unit)
    there = club_there(clause) if not near or clause.opener == "where" else []
    near = [] if there else near
    name = near[0].value if near else there[0].value if there else clause.club
    own = near[0].value if near else clause.club
    if own is not None and own.season:
        return [(name, tuple(near), [own.season])]
    time = own_year(clause, unit) or season_told(piece, clause, unit) if clause.sentence.kind != "caption" else NEVER
    told_since = [clause.words_before(one, 1) for one in time.units[:1]] == [["since"]]
    since = [time.first] if time.first and not time.last and not told_since else []  # a ring from 2002; not since 1917
    seasons = (
        _and_another(clause, unit, times)
        or _two_joined(clause, times)
        or seasons_of(time)
        or since
        or _just_now(piece, clause, unit)
    )
    name = name if name is not None else _unlisted(clause, unit)
    return [(name, (*near, *time.units), seasons)]


def _times(piece: Piece, clause: Clause) -> list[When]:
    """The times of a clause that tell seasons; `the next summer` that after the year before it."""
    found: list[When] = []
    for time in whens(clause, piece.report.date, piece.season):
        first = time.units[0]
        told = bool(seasons_of(time))
        on = piece.year_after(clause, first) if not told and first.kind == "date" else None
        found += [time] if told else [replace(time, seasons=(on,), act=None)] if on is not None else []
    return found


def _listed(piece: Piece, clause: Clause, unit: Unit, trophy: Trophy) -> list[Unit]:
    """Won pennants with the Red Sox, Expos and Padres, led all three to it: each club, where the titles are several."""
    if not unit.low.endswith("s") and not unit.has("world_series"):
        return []
    led = [one.place for one in clause.find("lead", "manage") if one.place < unit.place]
    group = args.clubs_near(piece, clause, clause.units[led[-1] - clause.first] if led else unit)
    to = bool(led) and bool(group) and "to" in clause.words_after(group[-1], 1)
    with_them = [one for one in group if one.place > unit.place and not trophy.has_beside(one)]
    if not group or with_them or any(one.low == "or" for one in clause.units[group[0].place - clause.first :]):
        return []
    return group if to or _with(clause, unit, group[0]) else []


def _with(clause: Clause, unit: Unit, club: Unit) -> bool:
    """Pennants with the Red Sox, for three clubs: the Red Sox, …"""
    between = clause.units[unit.place - clause.first + 1 : club.place - clause.first]
    return club.place > unit.place and bool({"with", "for", "at", "in"} & {one.low for one in between[:2]})


def _whose(clause: Clause, unit: Unit) -> list[Unit]:
    """The Mets' 1986 World Series championship: the club that owns it."""
    before = clause.units[max(0, unit.place - clause.first - 3) : unit.place - clause.first]
    while before and (before[-1].kind == "year" or before[-1].text in ("'", "'s", "’", "’s")):
        before.pop()
    return before[-1:] if before and before[-1].kind == "club" else []


def _told_after(clause: Clause, unit: Unit, club: Unit) -> bool:
    """After winning the 2011 World Series, came back to manage the White Sox: a club of which another verb tells.

    Managed Atlanta, when they won a division in 1982, and the Cardinals: nor is it the next of a list gone on with.
    """
    goes_on = clause.opener in _ASIDE and clause.words_before(club, 3) in ([",", "and", "the"], [",", "then", "the"])
    if goes_on and club.place > unit.place:
        return True
    between = clause.units[max(0, unit.place - clause.first) : max(0, club.place - clause.first)]
    comma = next((place for place, one in enumerate(between) if one.text == ","), None)
    return comma is not None and any(one.has("manage", "take_over", "hire") for one in between[comma:])


def _led(clause: Clause, unit: Unit) -> list[Unit]:
    """Managed the Reds to the title, a sweep of the Athletics: the club that he led there."""
    verbs = [one for one in clause.find("lead", "manage") if one.place < unit.place]
    between = [one for one in clause.kinds("club") if verbs and verbs[-1].place < one.place < unit.place]
    return between[-1:] if between and "to" in clause.words_after(between[-1], 1) else []


def _and_another(clause: Clause, unit: Unit, times: list[When]) -> list[int]:
    """Won the Cup in 2009 and another one in 2013: both years, where no other club stands with the second."""
    if len(times) < 2 or any(not time.seasons or time.first for time in times):
        return []
    joined = all(_ANOTHER & {tuple(_since(clause, before, time))} for before, time in pairwise(times))
    return [year for time in times for year in seasons_of(time)] if joined else []


def _since(clause: Clause, before: When, time: When) -> list[str]:
    """The words between two times, commas apart."""
    between = clause.units[before.units[-1].place - clause.first + 1 : time.units[0].place - clause.first]
    return [one.low for one in between if one.text != ","]


def _two_joined(clause: Clause, times: list[When]) -> list[int]:
    """In 2003 and last February: both years."""
    if len(times) != 2 or times[1].units[0].place - times[0].units[-1].place != 2:
        return []
    joined = clause.words_before(times[1].units[0], 1) == ["and"]
    return [year for time in times for year in seasons_of(time)] if joined else []


def _just_now(piece: Piece, clause: Clause, unit: Unit) -> list[int]:
    """He had just won the Series: in news of the day."""
    just = any(one.low == "just" and one.place < unit.place for one in clause.units)
    return [piece.report.date.year] if just and piece.report.date is not None else []


def _unlisted(clause: Clause, unit: Unit) -> ClubName | None:
    """The Midwest League championship with Clinton: a place that no list has is that of a club in the league."""
    place = clause.after(unit, 2)
    league = next((one.text for one in (unit, clause.before(unit)) if one is not None and one.kind == "league"), None)
    there = clause.words_after(unit, 1) in (["with"], ["at"]) and league is not None and league not in MAJORS
    if not there or place is None or place.kind != "word" or not place.text.istitle():
        return None
    return ClubName(place.text, "place", (clubs.unlisted(place.text, league),))
