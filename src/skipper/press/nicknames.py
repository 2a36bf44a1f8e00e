"""Other names of a person: Tommy of Tom, Buddy of Bud, Michael of Mike, Pepper of John."""

from __future__ import annotations

import unicodedata

_DIMINUTIVES = ("ie", "y")


def key(name: str) -> str:
    """Return a name's letters and digits without accents and case: `La Russa` and `LaRussa` are one."""
    if name.isascii():
        plain = name.lower()
        return plain if plain.isalnum() else "".join(letter for letter in plain if letter.isalnum())
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def nickname_key(first: str, surname: str) -> str:
    """Return what the forms of one name share: the first name without a diminutive's ending, and the surname.

    An English diminutive doubles the last consonant and adds -y or -ie: Bob, Bobby; Tom, Tommy; Ed, Eddie.
    """
    stem = key(first)
    for ending in _DIMINUTIVES:
        if len(stem) > len(ending) + 1 and stem.endswith(ending):
            stem = stem.removesuffix(ending)
            break
    if len(stem) > 2 and stem[-1] == stem[-2]:
        stem = stem[:-1]
    return f"{stem} {key(surname)}"


def nickname_keys(surname: str, first: str | None, given: str | None, nicknames: str | None) -> frozenset[str]:
    """Return the keys of what a man may be called: by his first name, the first of his given names, and his nicknames.

    `nicknames` are the Register's, parted by semicolons; null if a source gives none.
    """
    firsts = [first, *(given or "").split()[:1], *(nicknames or "").split(";")]
    return frozenset(nickname_key(name.strip(), surname) for name in firsts if name and name.strip())
