"""Who is behind a statement: the people, papers and unnamed sources of a phrase, the nearest to the fact first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from skipper.press.extract.clauses import PREPOSITIONS, is_finite
from skipper.press.extract.units import Unit

# People without a name; the text's words for them are kept.
PEOPLE = frozenset(
    [
        "friends",
        "players",
        "people",
        "coaches",
        "teammates",
        "executives",
        "writers",
        "associates",
        "insiders",
        "scouts",
    ]
)
_JOINS = frozenset(["of", "the", "a", "at", "from", "with", "to", "'s", "'", "in", "for"])
_ARTICLES = frozenset(["a", "an", "the"])
_OWNS = frozenset(["'s", "'"])
_BINDS = frozenset(["'s", "'", "-", "&"])
_TAILS = frozenset(["with", "familiar", "close", "in", "inside", "within", "of", "for", "from", "briefed"])
_HIDDEN = frozenset(["unnamed", "unidentified", "placed", "informed"])  # adjectives, though they look like verbs
UNNAMED = ("anonymous", "spokesman", "executive")
_WRITTEN = frozenset(["report", "a report", "reports", "another report", "one report", "the same report"])
_LONGEST_ROLE = 8  # units before its noun
_LONGEST_TAIL = 9  # units: with direct knowledge of the club's plans
_MOST = 4  # links of a chain
_NO_NAME = ("weekday", "month", "say", "according", "same_club")  # though they have a capital as a sentence begins


def sources(units: Sequence[Unit]) -> tuple[list[str], int]:
    """The chain that begins the phrase, and at which unit it ends: X of Y is X, Y; and so is Y's X."""
    found: list[str] = []
    place = end = 0
    owned = False
    while place < len(units) and len(found) < _MOST:
        name, after = _source(units, place)
        if name is not None:
            found.insert(len(found) - owned, name)
            place = end = after
            owned = False
        elif units[place].low in _JOINS:
            owned = bool(found) and units[place].low in _OWNS
            place += 1
        else:
            break
    return found, end


def is_time(unit: Unit) -> bool:
    """Whether it can be of a phrase that says when: on Tuesday night, late yesterday."""
    return unit.kind in ("date", "year") or unit.has("weekday", "said_when") or unit.low in ("on", "in", "the", "a")


def _source(units: Sequence[Unit], place: int) -> tuple[str | None, int]:
    """One link that begins at the place, and where it ends."""
    head = _role(units, place)
    if head is not None and (author := _author(units, head)) is not None:
        return author
    if head is not None:
        named, after = _name(units, head)
        if named is not None:
            return named, after
        if units[head - 1].has("executive") and not any(map(_is_of_a_club, units[place:head])):
            return None, place  # the owner: the piece names him
        end = _past_tail(units, head)
        return _as_written(units[place:end], units[head - 1]), end
    return _name(units, place)


def _author(units: Sequence[Unit], head: int) -> tuple[str, int] | None:
    """A report by X: X; null where the words do not say whose it is."""
    by = units[head - 1].low in _WRITTEN and head < len(units) and units[head].low in ("by", "from")
    named, after = (
        _name(units, head + 1 + (units[head + 1].low == "the")) if by and head + 1 < len(units) else (None, 0)
    )
    return (named, after) if named is not None else None


def _role(units: Sequence[Unit], place: int) -> int | None:
    """The place behind the noun that says what a person without a name is: two club officials, the Bulls' owner."""
    for n in range(place, min(len(units), place + _LONGEST_ROLE)):
        unit, after = units[n], units[n + 1] if n + 1 < len(units) else None
        owner = after is not None and after.low in _OWNS
        if not owner and (unit.has(*UNNAMED) or unit.low in PEOPLE):
            return n + 1
        if not (owner or _describes(unit)):
            return None
    return None


def _is_of_a_club(unit: Unit) -> bool:
    return unit.kind == "club" or unit.has("same_club", "affiliate") or unit.low in ("a", "an")


def _describes(unit: Unit) -> bool:
    if unit.text in _BINDS or unit.low in _HIDDEN or unit.kind in ("club", "number", "league", "level"):
        return True
    if unit.kind not in ("word", "pronoun") or unit.has("outlet", "say", "according"):
        return False
    return unit.low not in PREPOSITIONS and not is_finite(unit) and unit.low not in ("and", "that", "who")


def _name(units: Sequence[Unit], place: int) -> tuple[str | None, int]:
    """A person or a paper, known or with a capital that nobody knows."""
    if place < len(units) and units[place].kind == "person":
        return units[place].value.name, place + 1
    if place < len(units) and units[place].has("outlet"):
        return units[place].text, place + 1
    end = place
    while end < len(units) and (_is_strange(units[end]) or (end > place and units[end].text == "&")):
        end += 1
    start = place + _is_town(units, place)
    if start > place:
        end = start
        while end < len(units) and _is_strange(units[end]):
            end += 1
    return (_text(units[place:end]), end) if end > start else (None, place)


def _is_town(units: Sequence[Unit], place: int) -> bool:
    """The Cincinnati Enquirer: a paper is called after its town, as a club is."""
    return place < len(units) and units[place].kind == "club" and units[place].value.form == "place"


def _is_strange(unit: Unit) -> bool:
    plain = unit.kind == "word" and unit.text[:1].isupper() and not unit.has(*_NO_NAME)
    return plain and not is_finite(unit) and unit.low not in _JOINS and unit.low not in PREPOSITIONS


def _past_tail(units: Sequence[Unit], place: int) -> int:
    """Past what an unnamed source knows or is near to; a paper in it is a link of its own."""
    tail = units[place : place + _LONGEST_TAIL]
    if not tail or not (tail[0].low in _TAILS or "with" in units[place - 1].low or "familiar" in units[place - 1].low):
        return place
    ends = (n for n, one in enumerate(tail) if not (_describes(one) or one.low in PREPOSITIONS))
    end = next(ends, len(tail))
    if end < len(tail) and (tail[end].has("outlet") or tail[end].kind == "person"):
        return place
    while end and is_time(tail[end - 1]):
        end -= 1
    return place + end


def _as_written(units: Sequence[Unit], head: Unit) -> str:
    """In the text's words, with the small letter that they have within a sentence."""
    text = _text(units)
    first = units[0]
    small = (
        first.has("anonymous", "number_word") or first.low in _ARTICLES or (first.place == 0 and first.kind == "word")
    )
    return text[0].lower() + text[1:] if small and head.low not in PEOPLE else text


def _text(units: Sequence[Unit]) -> str:
    joined = units[0].text
    for before, unit in pairwise(units):
        joined += unit.text if before.end == unit.start else f" {unit.text}"
    return joined
