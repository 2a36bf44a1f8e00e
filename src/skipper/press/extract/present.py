"""The season of which a piece is, where its words give it away: an undated one's own, or the one it looks back on."""

from __future__ import annotations

from datetime import date

from skipper.press.extract.names import NameFinder
from skipper.press.extract.units import Sentence
from skipper.press.extract.when import dated


def present_season(sentences: list[Sentence], names: NameFinder) -> int | None:
    """The season before the one that the piece calls the next; null where it names none."""
    for sentence in sentences:
        units = sentence.units
        for place, unit in enumerate(units):
            if unit.kind == "year" and _is_next([one.low for one in units[place + 1 : place + 7]]):
                return unit.value - 1
    return None


def _is_next(words: list[str]) -> bool:
    """2014 season is the next step; 2014, the next season."""
    after = [word for word in words if word not in ("season", ",", "campaign")]
    return after[:3] == ["is", "the", "next"] or after[:2] == ["the", "next"]


def anniversary(sentences: list[Sentence], today: date | None) -> int | None:
    """The year that a dated piece looks back on first: fifty years ago this week; null where none."""
    if today is None:
        return None
    for sentence in sentences:
        for unit, *then in zip(sentence.units, sentence.units[1:], sentence.units[2:], strict=False):
            after = [one.low for one in then]
            now = after[0].startswith("this ") or after[0] in ("today", "tonight") or after == ["to", "the"]
            if unit.kind == "date" and unit.low.endswith(" ago") and (now or after == ["this", "week"]):
                return dated(unit, today, None).year
    return None
