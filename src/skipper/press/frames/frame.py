"""Frames: which verbs or nouns make which claim, and which arguments fill its fields.

They are kept as data, in a file for each type of claim (`claims/NAME.yaml`). The first field of a frame is whom the
claim is about. `roles` are subject, object, complement, measure (a bare phrase of extent), a preposition, of an
infinitive of purpose `to` and its roles, `any` for each word of the clause; of a noun bearer, possessor and modifier.
Where frames share a verb or noun, the first that makes a claim is taken: those of the `turn` first, then the others
by the order of types, then those of the turn last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from skipper.press.claim_type import PACKAGE, ClaimType, claim_types
from skipper.press.data_file import read_yaml
from skipper.press.frames.clause import Clause
from skipper.press.reading.lists import lists


@dataclass(frozen=True)
class Slot:
    """How a field is filled: by the first argument in these `roles` that has a value of the kind `reads`.

    `required` is whether the claim needs it; `inherits` whether the discourse may give it (definite: but not to a noun
    with `a`; main: only the club that the piece is about, not that of a post); `says` which words an
    argument of kind `word` must be, with the code of each list; `least` and `most` bound a count, or a record's games.
    """

    field: str
    reads: str
    roles: tuple[str, ...]
    required: bool = False
    inherits: bool | str = False
    says: tuple[str, ...] = ()
    least: int = 0
    most: int = 9999


@dataclass(frozen=True)
class Frame:
    """One frame. `time` says how a claim's time is given: seasons, act, year, or null for none;
    `time_inherits` is whether the season in force may stand for it, `time_required` whether there is no claim without;
    `denies` whether a denial is a claim too: he was not fired; `sure_with` are fields without any of which the claim
    is not explicit.

    `states` are fields that the verb itself says; `without` are roles that make another claim: hired as a scout.
    `example` makes the claim `gives`; `counter` makes none of that type.
    """

    name: str
    claim: str
    verbs: frozenset[str]
    nouns: frozenset[str]
    slots: tuple[Slot, ...]
    without: tuple[str, ...]
    states: Mapping[str, Any]
    time: str | None
    time_inherits: bool
    time_required: bool
    unreal: bool
    denies: bool
    sure_with: tuple[str, ...]
    example: str
    gives: Mapping[str, Any]
    counter: str

    @property
    def type(self) -> ClaimType:
        """The type of the claim that it makes."""
        return claim_types()[self.claim]


@cache
def frames() -> tuple[Frame, ...]:
    """Return all frames, in the order in which they are tried."""
    every = [
        (_TURNS.index(given.get("turn")), _frame(name, claim, given))
        for claim in claim_types()
        for name, given in read_yaml(files(PACKAGE).joinpath(f"{claim}.yaml")).items()
    ]
    return tuple(frame for _turn, frame in sorted(every, key=lambda one: one[0]))


_TURNS = ("first", None, "last")


def _frame(name: str, claim: str, given: Mapping[str, Any]) -> Frame:
    return Frame(
        name,
        claim,
        frozenset(given.get("verbs", ())),
        _nouns(given.get("nouns", ())),
        tuple(_slot(field, slot) for field, slot in given["fields"].items()),
        tuple(given.get("without", ())),
        given.get("states", {}),
        given.get("time"),
        given.get("time_inherits", False),
        given.get("time_required", False),
        given.get("unreal", False),
        given.get("denies", False),
        tuple(given.get("sure_with", ())),
        given["example"],
        given["gives"],
        given["counter"],
    )


def _nouns(given: Any) -> frozenset[str]:
    """Return the nouns as listed, or those of a list by its name."""
    return lists().words[given] if isinstance(given, str) else frozenset(given)


def _slot(field: str, given: Mapping[str, Any]) -> Slot:
    return Slot(
        field,
        given["reads"],
        tuple(given.get("roles", ())),
        given.get("required", False),
        given.get("inherits", False),
        tuple(given.get("says", ())),
        given.get("least", 0),
        given.get("most", 9999),
    )


@cache
def _by_head() -> Mapping[tuple[bool, str], tuple[Frame, ...]]:
    found: dict[tuple[bool, str], list[Frame]] = {}
    for frame in frames():
        for verb in frame.verbs:
            found.setdefault((False, verb), []).append(frame)
        for noun in frame.nouns:
            found.setdefault((True, noun), []).append(frame)
    return {key: tuple(each) for key, each in found.items()}


def frames_of(clause: Clause) -> Iterator[Frame]:
    """Yield the frames that a clause's verb or noun evokes."""
    yield from _by_head().get((clause.nominal, clause.lemma), ())
