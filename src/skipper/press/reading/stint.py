"""Stints: who managed or coached which club, and when."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.lists import lists
from skipper.press.reading.told import Part, Told, time_place
from skipper.press.reading.units import Time


def read(told: Told) -> Iterator[list[Part]]:
    """Yield one stint for each club that the words name, with the seasons that they name."""
    person, role = told.person("who") or told.person("person") or told.person("whose"), _role(told)
    time, unit = told.time(), told.slot("clubs") or told.slot("owner")
    when = _when(told, time)
    if role is not None and told.context.report.text[slice(*role.place)].lower().startswith(("new", "next")):
        return
    if person is None or role is None or when is None or _is_of_another_type(told):
        return
    if unit is None:
        if (found := told.entity("who") or told.entity("person")) is not None and "post" in told.match.rule.options:
            post = told.post(found[0], told.season(time))
            yield from ([person, role, *post, *when],) if post else ()
        return
    if len(unit.value) > 1 and when:
        return
    league = told.slot("league") or told.slot("league's")
    leagues = [Part("league", league.value, (league.start, league.end))] if league is not None else []
    for name in unit.value:
        clubs = told.clubs_of((name,), (unit.start, unit.end), told.season(time), "club", "organization")
        if when or name.season is None:
            known = leagues if not any(part.field == "league" for part in clubs) else []
            yield [person, role, *clubs, *known, *when]


_NOT_STINTS = ("hires", "hired")


def _is_of_another_type(told: Told) -> bool:
    """Whether the words tell an appointment, a count of seasons or a title."""
    inside = told.units[told.match.first : told.match.last]
    behind = told.units[told.match.last : told.match.last + 2]
    counted = bool(behind) and behind[0].key in lists().words["times"]
    counted = counted or (
        len(behind) > 1 and behind[0].key in ("for", "to", "in", "over") and behind[1].key != "{club}"
    )
    words = lists().words
    return counted or any(unit.key in words[name] for unit in inside for name in _NOT_STINTS)


def _role(told: Told) -> Part | None:
    unit = told.slot("coach") or told.slot("role") or told.slot("coached_bases")
    if unit is None:
        return Part("role", "manager", (told.units[told.match.first].start, told.units[told.match.last - 1].end))
    name = next(one for one in ("coach", "role", "coached_bases") if told.slot(one) is unit)
    return Part("role", told.match.code(name), (unit.start, unit.end))


def _when(told: Told, time: Time | None) -> list[Part] | None:
    """The seasons named, or the first and last of a span; null if words of time say no season that is known."""
    if time is None or time.shape == "weekday" or (time.shape == "near" and time.reckoned):
        return []
    place = time_place(told)
    if time.shape in ("in", "season") or (time.shape == "day" and time.seasons):
        return [Part("seasons", list(time.seasons), place)]
    bounds = {"from": time.first, "to": time.last} if time.shape in ("span", "since", "until") else {}
    return [Part(name, year, place) for name, year in bounds.items() if year is not None] or None
