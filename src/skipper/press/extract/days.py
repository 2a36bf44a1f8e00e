"""Days that are told by the date before: on the 27th, on Wednesday the 22nd, the same day, the next day."""

from __future__ import annotations

from datetime import date, timedelta

from skipper.press.extract.units import Act, Unit

_WEEKDAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
_OPENS = frozenset(["the", "a", "an", "they", "it", "we", "i", "his", "their", "when", "after", "with", "and", "by"])
_SAME = frozenset([("same", "day"), ("that", "day"), ("that", "night"), ("that", "afternoon"), ("that", "evening")])
_NEXT = frozenset([("next", "day"), ("following", "day"), ("next", "morning")])


def day_told(units: list[Unit], last: str | None) -> tuple[Act, tuple[Unit, ...]] | None:
    """The day that the words mean after `last`, the ISO day or month told before; null where they mean none."""
    if last is None:
        return None
    for place, unit in enumerate(units):
        before = [one.low for one in units[max(0, place - 2) : place]]
        if unit.kind == "ordinal" and before[-1:] == ["the"] and _is_a_day(units, place, before):
            found = _of_month(last, unit.value)
            return (found, (unit,)) if found is not None else None
        pair = (before[-1], unit.low) if before else ("", "")
        if len(last) == 7 and pair in _SAME:
            return Act(last, int(last[:4])), (unit,)  # resigned that July and, the same day, took over another club
        if len(last) == 10 and (pair in _SAME or pair in _NEXT):
            return _shifted(last, int(pair in _NEXT)), (unit,)
        if len(last) == 10 and unit.low in ("the next day", "the following day", "that night", "that day"):
            return _shifted(last, int("that" not in unit.low)), (unit,)
    return None


def _is_a_day(units: list[Unit], place: int, before: list[str]) -> bool:
    """Not `on the third pitch`: nothing that the ordinal counts follows, and `on` or a weekday stands before."""
    after = units[place + 1] if place + 1 < len(units) else None
    counts = after is not None and after.kind == "word" and not after.classes and after.text.islower()
    stands = after is None or not counts or after.low in _OPENS
    return before[0] in ("on", *_WEEKDAYS) and stands and not (after is not None and after.text == "-")


def _of_month(last: str, day: int) -> Act | None:
    try:
        found = date(int(last[:4]), int(last[5:7]), day)
    except ValueError:
        return None  # the 31st of a short month: the words count something else
    return Act(found.isoformat(), found.year)


def _shifted(last: str, days: int) -> Act:
    found = date.fromisoformat(last) + timedelta(days=days)
    return Act(found.isoformat(), found.year)
