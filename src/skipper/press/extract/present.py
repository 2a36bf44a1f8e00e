"""The season in which an undated piece was written, where its words give it away."""

from __future__ import annotations

from skipper.press.extract.names import NameFinder
from skipper.press.extract.units import Sentence


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
