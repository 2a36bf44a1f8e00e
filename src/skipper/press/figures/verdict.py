"""What a figure is found to be when it is held against the facts, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from skipper.press.figures.facts import Fact


@dataclass(frozen=True)
class Held:
    """A figure held against the facts.

    `word` is null where no fact covers the figure; `ours` then is null too and `settles` says what would. `why` names
    the keys by which the fact was taken, `rule` how it is counted, `table` its source; `fact` is null of an age.
    """

    word: Literal["supported", "check_reading"] | None
    ours: str | None = None
    why: str | None = None
    rule: str | None = None
    table: str | None = None
    person_id: str | None = None
    settles: str | None = None
    fact: Fact | None = None


def supported(ours: str, why: str, fact: Fact) -> Held:
    """Return that a fact has the figure as printed."""
    return Held("supported", ours, why, fact.rule, fact.table, fact.person_id, fact=fact)


def differs(ours: str, why: str, fact: Fact) -> Held:
    """Return that the one fact which the keys fix has another figure."""
    return Held("check_reading", ours, why, fact.rule, fact.table, fact.person_id, "the passage", fact)


def not_covered(settles: str, person_id: str | None = None) -> Held:
    """Return that no fact covers the figure, and what would."""
    return Held(None, settles=settles, person_id=person_id)
