"""Verbs parted from their particle by whom they are done to: called him up, cut Smith loose, showed him the door."""

from __future__ import annotations

from skipper.press.extract.units import Unit
from skipper.press.lexicon import lexicon

_DESCRIPTION = 9  # units of `the 20-year-old first baseman`
_FARTHEST = 4  # words of a particle


def join_particles(units: list[Unit]) -> None:
    """Give each such verb of a sentence the class of the whole."""
    parted = lexicon().parted
    for place, unit in enumerate(units):
        if unit.low not in parted:
            continue
        whom = place + 1 + (place + 1 < len(units) and units[place + 1].has("manager", "coach", "interim"))
        described = _described(units, place)
        if described is None and (whom >= len(units) or units[whom].kind not in ("person", "pronoun")):
            continue
        then = described or _past_apposition(units, whom + 1)
        rest = " ".join(one.low for one in units[then : then + _FARTHEST])
        found = next(
            (name for particle, name in parted[unit.low].items() if f"{rest} ".startswith(f"{particle} ")), None
        )
        if found is not None:
            unit.classes |= {found, "finite"}


def _described(units: list[Unit], place: int) -> int | None:
    """Given the 20-year-old first baseman the day off: past whom an epithet means; null where none stands there."""
    near = units[place + 1 :][:_DESCRIPTION]
    if not near or near[0].low != "the":
        return None
    last = next((n for n, one in enumerate(near) if one.has("position", "epithet") and one.low != "year-old"), None)
    return place + 2 + last if last is not None else None


def _past_apposition(units: list[Unit], place: int) -> int:
    """Put Smith, their bullpen coach, in charge: past the second comma."""
    if place < len(units) and units[place].text == ",":
        return next((n + 1 for n in range(place + 1, min(len(units), place + 7)) if units[n].text == ","), place)
    return place
