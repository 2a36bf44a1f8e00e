"""What a type of claim is, and all types, found by walking `skipper.press.claims`.

A type is a module or a package of `claims/` that declares it as `TYPE`. Its fields, its check against the tables, its
relation to other claims and what else depends on the type are stated there and nowhere else: whoever reads, links,
judges, groups or keeps claims loops over `claim_types()` or asks the claim's own type. Its frames are in `NAME.yaml` of
the same folder.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from skipper.press.claim import Claim
    from skipper.press.facts import Listing
    from skipper.press.reconcile.arithmetic import Sum
    from skipper.press.reconcile.dossier import Dossier
    from skipper.press.reconcile.verdict import Evidence, Verdict

PACKAGE = "skipper.press.claims"
Doubt = tuple[str, str]  # what would settle it, and why the words leave it open
Relation = bool | None


def unrelated(one: Claim, other: Claim) -> Relation:
    """Return null: claims of the type are not compared with one another."""
    return None


def no_versions(claim: Claim) -> str | None:
    """Return null: a claim of the type says one thing."""
    return None


def always(claim: Claim) -> bool:
    """Return true."""
    return True


def never(claim: Claim) -> bool:
    """Return false."""
    return False


@dataclass(frozen=True)
class ClaimType:
    """A type of claim.

    `order` is its place among the types. `fields` are those that a claim of the type can have: the first is whom it
    is about, and one that the words do not give is absent, never guessed. `says` puts the fields into few words.
    `check` holds a claim against the tables. `relation` takes two claims about one person and gives true (they
    agree, or the one allows the other), false (both cannot hold) or null (different matters, or too little is
    said). `adds_up` is what other claims about the person add up to for it, `listed` what the file of managers says
    of it (a verdict, or evidence alone), `other_readings` what else its words may mean; each null if there is none.
    `versions` are the two things that one claim says and that exclude each other, in words, null for none.

    `needs_role` is whether a claim that names no post leaves open which is meant; `of_club` whether an
    organization's minor-league clubs may be meant by it; `is_tenure` whether it says who had a post in its seasons;
    `any_level` whether a claim without a club may be of any level; `shows_level` whether the level stated is among
    its few words. `time` is whether it is of seasons or of an act on a day, null if of neither. `role` is as what
    it speaks of the person, null if it does not say; `oldest` the highest age at which it can be true, null for
    that of the role; `after_death` whether it can be of a year after the person's death. `never_explicit` marks the
    types whose claims were right in fewer than 95 % on the sets of docs/press_quality.md.
    """

    name: str
    order: int
    plural: str
    description: str
    fields: tuple[str, ...]
    says: Callable[[Mapping[str, Any]], str]
    check: Callable[[Claim, Dossier], Verdict]
    relation: Callable[[Claim, Claim], Relation] = unrelated
    adds_up: Callable[[Claim, Dossier], Sum] | None = None
    listed: Callable[[Claim, list[Listing], Dossier], Verdict | Evidence | None] | None = None
    other_readings: Callable[[Claim, Dossier], Iterable[Doubt]] | None = None
    versions: Callable[[Claim], str | None] = no_versions
    needs_role: bool = False
    of_club: bool = False
    is_tenure: bool = False
    any_level: Callable[[Claim], bool] = never
    shows_level: bool = False
    role: Literal["manager", "player", "winner"] | None = None
    time: Literal["seasons", "act"] | None = None
    oldest: int | None = None
    after_death: bool = False
    never_explicit: bool = False

    @property
    def subject(self) -> str:
        """The field that names whom it is about."""
        return self.fields[0]


@cache
def claim_types() -> Mapping[str, ClaimType]:
    """Return all types by name, in their order."""
    modules = (import_module(f"{PACKAGE}.{one.name}") for one in pkgutil.iter_modules(import_module(PACKAGE).__path__))
    types = sorted((one.TYPE for one in modules), key=lambda one: one.order)
    return {one.name: one for one in types}
