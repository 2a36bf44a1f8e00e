"""Short and usual forms of first names: Tommy for Thomas, Jimmie for Jimmy."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nicknames import NickNamer

_ENDINGS = ("y", "ie", "ey")  # spellings of one ending: Davy, Davie, Davey
_STEM = 3  # fewest letters before the ending: Jimmie, but not Guy

# Pairs in nicknames 1.0.1 that are two names to a baseball reader: Bill Cox is not Bobby Cox.
_APART = {
    frozenset(pair)
    for pair in (("robert", "bill"), ("robert", "billy"), ("bill", "fred"), ("billy", "fred"), ("charles", "carl"))
}


@cache
def short_forms(first: str, given: str) -> frozenset[str]:
    """Return the names by which a person may be called in place of `first`, the first name, or `given`, the first of
    the given names, which is empty if unknown.

    They are the short forms of both names, each in every spelling of its ending. If the given name is unknown, the
    names of which `first` may be the short form are added. Arguments and results are normalized as by `people.plain`.
    """
    known = _known()
    names = {first, given} - {""}
    pairs = {(name, form) for name in names for form in known.nicknames_of(name)}
    if not given:
        pairs |= {(first, form) for form in known.canonicals_of(first)}
    forms = names | {form for name, form in pairs if frozenset((name, form)) not in _APART}
    return frozenset(spelling for form in forms for spelling in _spellings(form.replace(".", "")))


@cache
def _known() -> NickNamer:
    from nicknames import NickNamer  # most names are found without it

    return NickNamer()


def _spellings(form: str) -> set[str]:
    """Return the form in every spelling of its ending."""
    ending = next((ending for ending in ("ie", "ey", "y") if form.endswith(ending)), None)
    if ending is None or len(form) < _STEM + len(ending):
        return {form}
    return {form.removesuffix(ending) + other for other in _ENDINGS}
