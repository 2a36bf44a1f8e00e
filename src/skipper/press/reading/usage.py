"""How a manager uses a player: the slot in the order, against which pitchers, every day."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.reading.context import Place
from skipper.press.reading.told import Part, Told, time_place
from skipper.press.reading.units import Entity

_KINDS = {
    "lefties": "sits_against_lhp",
    "righties": "sits_against_rhp",
    "plays_daily": "plays_every_day",
    "leads_off": "bats_high",
}


def read(told: Told) -> Iterator[list[Part]]:
    """Yield the use of a player, by the manager whom the words name, else by the one of whom the document tells."""
    player, kind, time = told.entity("player") or told.entity("who"), _kind(told), told.time()
    manager = told.entity("manager") or _manager(told)
    if player is None or kind is None or manager is None or manager[0] is player[0]:
        return
    if time is not None and (time.shape == "vague" or not time.seasons):
        return
    when = [] if time is None or time.reckoned else [Part("seasons", list(time.seasons), time_place(told))]
    yield [told.part_of("player", *player), kind, told.part_of("manager", *manager), *when]


def _kind(told: Told) -> Part | None:
    for name, kind in _KINDS.items():
        unit = told.slot(name)
        if unit is not None:
            return Part("kind", kind, (unit.start, unit.end))
    slot, ordinal = told.slot("slot"), told.slot("ordinal")
    if slot is not None:
        return Part("kind", told.match.code("slot"), (slot.start, slot.end))
    if ordinal is None or ordinal.value not in (1, 2, 3, 4, 7, 8, 9):
        return None
    return Part("kind", "bats_high" if ordinal.value < 5 else "bats_low", (ordinal.start, ordinal.end))


def _manager(told: Told) -> tuple[Entity, Place] | None:
    """The one manager in office of whom the document tells."""
    current = {office.person.name: office for office in told.context.offices if not office.former}
    if len(current) != 1:
        return None
    office = next(iter(current.values()))
    return office.person, office.named
