"""Appointments: hired, named, promoted, interviewed, passed over; for which club, as what, and when."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.told import Part, Told, time_place

_OUTCOMES = ("hires", "hires_only", "hired")
_CANDIDATE = {
    "interviews": "interviewed",
    "interviewed": "interviewed",
    "finalist": "finalist",
    "passed_over": "passed_over",
}
_APPOINTED = ("takes_over", "takes_over_for", "took_job")


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the appointment of a person to a post: at the club that the words name, else the one that is known."""
    whom = told.whom()
    time = told.time()
    if (
        whom is None
        or any(unit.key in ("round", "draft") for unit in told.units)
        or (time is not None and time.shape in ("vague", "that", "span", "since", "until"))
        or told.is_aside()
        or _is_to_another_job(told)
    ):
        return
    outcome, when = _outcome(told), _when(told)
    clubs = _clubs(told)
    if outcome is None or when is None or not clubs:
        return
    role = _role(told, outcome.value)
    yield [told.part_of("person", *whom), outcome, *role, *clubs, *when]


def _is_to_another_job(told: Told) -> bool:
    """Whether the words go on with a role that the pattern does not have: hired as a scout."""
    behind = told.units[told.match.last : told.match.last + 1]
    return bool(behind) and behind[0].key == "as" and told.slot("role") is None


def _outcome(told: Told) -> Part | None:
    for name in (*_OUTCOMES, *_CANDIDATE, *_APPOINTED):
        unit = told.slot(name)
        if unit is not None:
            code = _CANDIDATE.get(name) or (told.match.code(name) if name in _OUTCOMES else "appointed")
            return Part("outcome", code, (unit.start, unit.end))
    return None


def _role(told: Told, outcome: str) -> list[Part]:
    """The role that the words name; of who is a candidate for a club's post it is its manager's."""
    role = told.slot("role")
    if role is not None:
        return [Part("role", told.match.code("role"), (role.start, role.end))]
    first, last = told.match.first, told.match.last
    manages = told.slot("manage_to") or told.slot("job")
    if manages is not None or outcome not in ("appointed", "promoted"):
        return [Part("role", "manager", (told.units[first].start, told.units[last - 1].end))]
    return []


def _clubs(told: Told) -> list[Part]:
    season = told.season(told.time())
    named = told.clubs("club", season) or told.clubs("owner", season)
    other = told.entity("person")
    if not named and other is not None:
        named = told.post(other[0], season, near=1)
    if not named and other is not None and (whom := told.whom()) is not None:
        named = told.post(whom[0], season, near=1)
    return [one for one in named if one.field in ("club", "organization", "league", "level_stated")]


def _when(told: Told) -> list[Part] | None:
    """The day, month or year of the act, or the season for which it is; a day reckoned from the date is left out."""
    time = told.time()
    if time is None or time.shape == "weekday" or not (time.day or time.seasons):
        return []
    if time.day is not None:
        return [Part("date_of_act", time.day, time_place(told))]
    if len(time.seasons) != 1:
        return None
    year = told.context.now
    if time.shape in ("for", "season") or (year is not None and time.seasons[0] > year):
        return [Part("for_season", time.seasons[0], time_place(told))]
    if time.shape in ("after", "near"):
        return None
    return [Part("date_of_act", str(time.seasons[0]), time_place(told))]
