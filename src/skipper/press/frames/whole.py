"""Whether a claim takes up all that its clause says, and nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from skipper.press.frames.fields import Part, Reading
from skipper.press.frames.words import words_of

if TYPE_CHECKING:
    from spacy.tokens import Token

    from skipper.press.frames.tree import Tree

Place = tuple[int, int]
_PEOPLE = ("person", "player", "manager", "by")
CLUBS = ("club", "clubs", "organization", "organizations")
_TIMES = ("seasons", "from", "to", "year", "date_of_act", "for_season", "after_days")
_PLACES = frozenset(["here", "there", "where"])
_FILLS: Mapping[str, tuple[str, ...]] = {
    "{person}": ("manager", "by"),
    "{club}": CLUBS,
    "{club's}": CLUBS,
    "{organization}": ("organization", "organizations"),
    "{league}": ("league", "by"),
    "{level}": ("level_stated", "level"),
    "{record}": ("wins",),
}


WHEN = frozenset(["advcl", "prep"])  # what states when somebody was so old


def says_when(tree: Tree, token: Token) -> bool:
    """Return whether a word's phrase or clause has words of time, or a club's season."""
    for one in token.subtree:
        unit = tree.unit(one)
        if unit is not None and (unit.key == "{time}" or (unit.key == "{club}" and unit.value[0].season is not None)):
            return True
    return False


def gap(reading: Reading, parts: Iterable[Part]) -> str | None:
    """Return why a claim cannot be relied on, null for none: its clause has a name, level, record, count or word of
    time that no field of the claim holds, its sentence has a time before it that it lacks, or it lacks the club
    without which its frame says too little."""
    listed = list(parts)
    if reading.frame.sure_with and not any(part.field in reading.frame.sure_with for part in listed):
        return "no club is named"
    if any(_is_left(reading, token, listed) for token in _words(reading)):
        return "their clause says more"
    return "the time is told elsewhere" if _is_dated_elsewhere(reading, listed) else None


def is_whole(reading: Reading, parts: Iterable[Part]) -> bool:
    """Return whether the claim's names stand in its clause, its person is the only one whom a pronoun there can mean,
    and its sentence has no other time."""
    return _are_of_clause(reading, list(parts)) and not _is_of_another_time(reading)


def _words(reading: Reading) -> Iterator[Token]:
    clause = reading.clause
    yield from clause.territory
    if clause.nominal and clause.head.dep_ in ("attr", "oprd") and clause.governor is not None:
        yield from clause.governor.territory
    if clause.purpose is not None:
        yield from clause.purpose.territory


def _are_of_clause(reading: Reading, parts: list[Part]) -> bool:
    """Return whether the clubs stand in the clause, and the people do, or are the only ones named before it."""
    tree, clause, places = reading.clause.tree, reading.clause, reading.places
    before = {
        unit.value.name
        for token in tree.doc[: clause.head.i]
        if (unit := tree.unit(token)) is not None and unit.key in ("{person}", "{person's}")
    }
    return all(
        part.place in places or (part.field in _PEOPLE and len(before) == 1)
        for part in parts
        if part.field in (*_PEOPLE, *CLUBS)
    )


def _is_left(reading: Reading, token: Token, parts: list[Part]) -> bool:
    """Return whether a word could fill a field, and stands where no part does."""
    tree = reading.clause.tree
    start, end = tree.place(token)
    if any(part.place[0] <= start < part.place[1] or start <= part.place[0] < end for part in parts):
        return False
    if token.i in tree.bracketed and reading.clause.head.i not in tree.bracketed:
        return False
    by_word = _could_fill(tree, token, set(reading.frame.type.fields), parts)
    return by_word if by_word is not None else _could_date(reading, token, parts)


def _could_fill(tree: Tree, token: Token, fields: set[str], parts: list[Part]) -> bool | None:
    """Return whether a word could fill a field other than one of time; null if it is a word of none of these."""
    key, lemma = tree.key(token), token.lemma_.lower()
    if key in _CLUB and token.dep_ == "appos" and any(one.lower_ == "then" for one in token.children):
        return False  # Buffalo, then Las Vegas: of a later post
    if key in _CLUB and (_is_opponent(token) or _is_of_name(tree, token)):
        return False
    if token.lower_ in _PLACES and token.dep_ == "advmod":
        return not fields.isdisjoint(CLUBS) and not _is_of_club(tree, token, parts)
    if token.lower_ == "by" and "by" in fields:
        return not any(part.field == "by" for part in parts)
    if key in _FILLS:
        return not fields.isdisjoint(_FILLS[key])
    if lemma in words_of("team") | words_of("chain") and not fields.isdisjoint(("clubs", "club")):
        return any(one.dep_ == "poss" and tree.key(one) in _CLUB for one in token.children)
    if key == "{number}":
        return token.head.lemma_.lower() in words_of("season") and not fields.isdisjoint(("season_count", "value"))
    return None


def _is_of_club(tree: Tree, token: Token, parts: list[Part]) -> bool:
    """Return whether an adverb of place stands for a club that a field has: the Yankees, where he won."""
    relative = token.lower_ == "where" and token.head.dep_ == "relcl"
    antecedent = tree.place(token.head.head) if relative else None
    return any(part.field in CLUBS and part.place == antecedent for part in parts)


def _could_date(reading: Reading, token: Token, parts: list[Part]) -> bool:
    """Return whether a word could say when, in a frame that has a time."""
    if reading.frame.time is None:
        return False
    dated = any(part.field in _TIMES for part in parts)
    says_when = token.lemma_.lower() in words_of("time") and token.dep_ not in ("compound", "nmod", "amod")
    return reading.clause.tree.key(token) == "{time}" or (not dated and says_when)


_CLUB = ("{club}", "{club's}")


def _is_of_name(tree: Tree, token: Token) -> bool:
    """Return whether a club only states whose the person before it is: Smith of the Mets."""
    return token.dep_ == "pobj" and token.head.lower_ == "of" and tree.key(token.head.head) == "{person}"


def _is_opponent(token: Token) -> bool:
    """Return whether a club is one that was beaten, met or led: over the Reds, a sweep of the Reds."""
    preposition = token.head if token.dep_ in ("pobj", "conj") else None
    while preposition is not None and preposition.dep_ in ("pobj", "conj"):
        preposition = preposition.head
    if preposition is None:
        return False
    return preposition.lower_ in _AGAINST or preposition.head.lemma_.lower() in words_of("sweep")


_AGAINST = frozenset(["over", "against", "behind", "past"])


def _is_dated_elsewhere(reading: Reading, parts: list[Part]) -> bool:
    """Return whether the claim has no time, where the sentence has one before it."""
    tree = reading.clause.tree
    dated = any(part.field in _TIMES for part in parts) or reading.frame.time is None
    return not dated and any(tree.key(token) == "{time}" for token in tree.doc[: reading.clause.head.i])


def _is_of_another_time(reading: Reading) -> bool:
    """Return whether the sentence of an age has words of time that do not say when somebody was so old."""
    if reading.frame.claim != "age" or reading.clause.nominal:
        return False
    tree, head = reading.clause.tree, reading.clause.head
    own = {one for child in head.children if child.dep_ in WHEN for one in child.subtree}
    return any(tree.key(token) == "{time}" and token not in own for token in tree.doc)
