"""Clubs that share a known nickname and have another place: the Vero Beach Dodgers are not those of Los Angeles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from skipper.press.extract.clubs import unlisted
from skipper.press.extract.units import ClubName, Token
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Club, Vocabulary, key

_LONGEST = 3  # words of a place
_ABBREVIATED = frozenset(["st", "ft", "mt"])
# What a club's name stands behind: in a headline (Braves Sign Dodgers Man) a capital tells nothing.
_BEFORE = frozenset(
    ["the", "his", "her", "their", "its", "our", "my", "'s", "'", "managed", "manages", "managing", "with", "of", "for"]
)
Find = tuple[int, int, str, object]
Known = Mapping[str, tuple[str, tuple[Club, ...]]]


def of_other_places(
    docs: list[list[Token]], taken: list[list[Find]], clubs: Known, vocabulary: Vocabulary
) -> list[list[Find]]:
    """For each passage the clubs whose nickname the lists know, and not with that place; they stay as told."""
    named = _surnames(docs, vocabulary)
    return [list(_of(doc, finds, clubs, vocabulary, named)) for doc, finds in zip(docs, taken, strict=True)]


def _of(
    doc: list[Token], taken: list[Find], clubs: Known, vocabulary: Vocabulary, named: frozenset[str]
) -> Iterator[Find]:
    known = {place for start, end, kind, _ in taken if kind in ("league", "level") for place in range(start, end)}
    at = {token.idx: token.place for token in doc}
    for start, end, kind, words in taken:
        if kind != "club" or clubs[str(words).lower()][0] != "nickname" or start not in at:
            continue
        place = _place_before(doc, at[start], known)
        its_own = any(_begins_alike(place, span.place) for span in clubs[str(words).lower()][1])
        if not place or its_own or _is_of_a_man(place, vocabulary, named) or not _is_a_place(place):
            continue
        name = f"{_written(place)} {words}"
        if name.lower() not in clubs and name.lower() not in lexicon().classes:
            yield place[0].idx, end, "club", ClubName(name, "full", (unlisted(name),))


def _place_before(doc: list[Token], nickname: int, known: set[int]) -> list[Token]:
    """The words with a capital between the article and the nickname; none where another word stands before them."""
    first = nickname
    while first and nickname - first <= _LONGEST and _is_of_a_name(doc, first - 1) and doc[first - 1].idx not in known:
        first -= 1
    opens = first > 0 and doc[first - 1].text.lower() in _BEFORE
    return doc[first:nickname] if opens else []


def _is_of_a_name(doc: list[Token], place: int) -> bool:
    """A word with a capital and a space behind it, the `St.` of a saint's town, or its stop."""
    token = doc[place]
    stop = token.text == "." and place > 0 and doc[place - 1].text.lower() in _ABBREVIATED
    saint = token.text.rstrip(".").lower() in _ABBREVIATED
    spaced = token.spaced or (saint and token.text.istitle())
    return stop or (spaced and token.text[:1].isupper() and (token.text.isalpha() or saint))


def _is_a_place(words: Iterable[Token]) -> bool:
    """No epithet (the Miracle Mets), month, title (Manager), or letters that stand for a league (the AL Tigers)."""
    low = [word.text.lower() for word in words]
    short = all(word.text.isupper() for word in words)
    return not short and not any(word in lexicon().epithets_of_clubs or word in lexicon().classes for word in low)


def _begins_alike(words: list[Token], place: str) -> bool:
    """The Oakland A's, the Tampa Rays: the club's own place, or a part of it."""
    return bool(words) and words[0].text.lower() == place.split()[0].lower()


def _is_of_a_man(words: list[Token], vocabulary: Vocabulary, named: frozenset[str]) -> bool:
    """The Earl Weaver Orioles, the Weaver Orioles: his who is named so."""
    full = key("".join(word.text for word in words)) in vocabulary.people_by_name
    return full or key(words[-1].text) in named


def _surnames(docs: Iterable[list[Token]], vocabulary: Vocabulary) -> frozenset[str]:
    """The surnames of those whom the piece names in full."""
    return frozenset(
        key(last.text)
        for doc in docs
        for first, last in pairwise(doc)
        if first.spaced and key(first.text + last.text) in vocabulary.people_by_name
    )


def _written(words: list[Token]) -> str:
    return "".join(word.text + " " * word.spaced for word in words).strip()
