"""Whether a match is asserted at all, and how: not in a quotation, a question, a wish or a denial; and who says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skipper.press.reading.lists import lists
from skipper.press.reading.told import Told
from skipper.press.reading.units import Unit

_GOES_ON = frozenset(["and", "but", "who", "which", "when", "where", "while", "{he}", "though"])
_SAYER = 8  # units of who said it, at most


def marks_of(told: Told) -> Mapping[str, Any] | None:
    """The claim's marks; null if the words do not assert it."""
    words, units = lists().words, told.units
    first, _ = told.clause()
    if units[-1].text == "?" or any(unit.quoted for unit in units[told.match.first : told.match.last]):
        return None
    aside = "aside" in told.match.rule.options  # between commas: what the sentence denies or reports it is not
    before = [unit.key for unit in units[told.match.first if aside else first : told.match.last]]
    after = [unit.key for unit in units[told.match.last : told.match.last + 2]]
    denied = "denied" in told.match.rule.options
    if any(key in words["unreal"] or (key in words["not"] and not (denied and key == "never")) for key in before) or (
        not aside and not {"not", "n't"}.isdisjoint(after)
    ):
        return None
    sayers = () if aside else _sayers(told)
    if sayers is None:
        return None
    marks: dict[str, Any] = {"attributed_to": sayers} if sayers else {}
    if denied:
        marks["denied"] = True
    if any(key in words["hedge"] for key in before):
        marks["hedged"] = True
    return marks


def _sayers(told: Told) -> tuple[str, ...] | None:
    """Who the sentence says has said it: according to X, X said; empty for nobody, null if that is unclear."""
    units = told.units
    for place, unit in enumerate(units):
        if unit.quoted or told.match.first <= place < told.match.last:
            continue
        if unit.key == "according to":
            return _named(units[place + 1 : place + 5])
        if unit.key in lists().words["say"]:
            if place >= told.match.last:  # …, X said
                if units[place - 1].key == ",":
                    return _named(units[place + 1 : place + 4])
                comma = max((at for at in range(place) if units[at].key == ","), default=0)
                told_behind = comma >= told.match.last - 1 and units[comma + 1].key not in _GOES_ON
                return _named(units[comma + 1 : place]) if told_behind and place - comma < _SAYER else ()
            return _named(units[max(0, place - 2) : place]) if place < told.match.first else ()
    return ()


def _named(units: tuple[Unit, ...]) -> tuple[str, ...] | None:
    """The people, papers and unnamed sources of the units; null if there are none."""
    found = tuple(
        unit.value.name if unit.key == "{person}" else unit.text
        for unit in units
        if unit.key == "{person}" or unit.key in lists().words["source"]
    )
    return found or None
