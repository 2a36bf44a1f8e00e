"""Departures: fired, let go, resigned, or the contract not renewed, and from which club and when."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.told import Part, Told, time_place

_OF_OTHERS = frozenset(["coach", "coaches", "scout", "trainer", "coordinator", "staff"])
_MANNERS = ("fires", "fired", "resigns", "contract_ended", "lost_post", "not_renewing", "departure_noun")
_CONTRACT_ENDED = frozenset(["contract_ended", "not_renewing"])


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the departure of a person from a club: the one that the words name, else the one post that is known."""
    found = told.whom()
    verb, manner = _manner(told)
    time = told.time()
    if (
        found is None
        or verb is None
        or (time is not None and time.shape in ("vague", "that", "span", "since", "until"))
        or told.is_aside()
    ):
        return
    when = _when(told)
    if when is None:
        return
    clubs = (
        told.clubs("club", told.season(time))
        or told.clubs("owner", told.season(time))
        or told.post(found[0], told.season(time), near=1)
    )
    clubs = [one for one in clubs if one.field in ("club", "organization")]
    if clubs:
        how = [Part("manner", [manner], verb)] if manner != "unsaid" else []
        yield [told.part_of("person", *found), *how, *clubs, *when]


def _manner(told: Told) -> tuple[tuple[int, int] | None, str]:
    for name in _MANNERS:
        unit = told.slot(name)
        if unit is not None:
            code = "contract_ended" if name in _CONTRACT_ENDED else told.match.code(name)
            return (unit.start, unit.end), code or unit.key
    return None, ""


def _when(told: Told) -> list[Part] | None:
    """The day, month or year of the act, or the season after which it was; a day reckoned from the date is left out."""
    time = told.time()
    if time is None or time.shape == "weekday" or not (time.day or time.seasons):
        return []
    if time.day is not None:
        return [Part("date_of_act", time.day, time_place(told))]
    if len(time.seasons) != 1:
        return None
    if time.shape == "in":
        return [Part("date_of_act", str(time.seasons[0]), time_place(told))]
    return [Part("seasons", list(time.seasons), time_place(told))]
