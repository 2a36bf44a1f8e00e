"""A sentence retold plainly, so that one pattern reads it in many forms: the units stay, some of them left out.

Left out are the aside between a subject and its verb, and what stands between a subject and a later verb, or between a
verb and a later object of the same kind. Nothing is put in: a pattern's match still spans the report's own words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from skipper.press.reading.lists import lists
from skipper.press.reading.units import Sentence, Unit

_VERB_LISTS = (
    "verb", "went", "led", "won", "lost", "managed", "manages", "managing", "be", "has", "serves", "hires", "fires",
    "resigns", "takes_over", "takes_over_for", "took_job", "reaches", "debuted", "played", "signs", "coached_bases",
    "record_verb", "drafted", "died", "turns", "leaves",
)  # fmt: skip
_NAMES = frozenset(["{person}", "{he}", "{club}"])
_RELATIVE = frozenset(["who", "which"])
_AFTER = frozenset(["after", "before", "by", "while"])
_PARALLEL = frozenset(["{club}", "{record}", "{number}", "{league}", "for", "with", "at", "in"])
_ONLY_AND = frozenset(["{club}", "{league}", "in"])
_OTHERS = frozenset(["{person}", "{he}", "who", "which", "that", "when", "because", "where", "while", "if", '"'])
_FRAMES = frozenset(["in", "with", "at", "under", "over", "for", "as", "during", "{time}"])
_AFTER_FRAME = frozenset(["under", "with", "for", "and", "of", "by"])
_STOPS = frozenset([",", ".", ";", "and", "but", "—", "--", "who", "which", "when", "where"])
_LONGEST_ASIDE = 18  # units
_LATER = 8  # units from a time to the club that it may go behind
_SHARED = 3  # units from a subject to its verb


@cache
def _verbs() -> frozenset[str]:
    words = lists().words
    return frozenset(one for name in _VERB_LISTS for one in words[name]) - {"with", ","}


def variants(sentence: Sentence) -> Iterator[Sentence]:
    """Yield the sentence, then each plainer form of it."""
    yield sentence
    if len(sentence.units) < 5:  # nothing to leave out
        return
    plain = _without_asides(sentence.units)
    if len(plain) < len(sentence.units):
        yield replace(sentence, units=plain)
    yield from (replace(sentence, units=units) for units in _relatives(sentence.units))
    yield from (replace(sentence, units=units) for units in _later_verbs(plain))
    yield from (replace(sentence, units=units) for units in _later_objects(plain))
    yield from (replace(sentence, units=units) for units in _times_last(plain))
    frame = _frame_last(plain)
    if frame is not None:
        yield replace(sentence, units=frame)
        yield from (replace(sentence, units=units) for units in _later_verbs(frame))


def _without_asides(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Smith, 52, was fired: Smith was fired; the same of brackets."""
    kept: list[Unit] = []
    place = 0
    while place < len(units):
        kept.append(units[place])
        end = _end_of_aside(units, place) if units[place].key in _NAMES else None
        place = end if end is not None else place + 1
    return tuple(kept)


def _end_of_aside(units: tuple[Unit, ...], place: int) -> int | None:
    """Where the words go on behind an aside that begins after a name; null where none does."""
    if place + 2 >= len(units):
        return None
    opening = units[place + 1].key
    if opening == "of" and place + 3 < len(units) and units[place].key == "{person}":  # Smith of the Mets was
        acts = units[place + 3].key in _verbs() or units[place + 3].key == "never"
        return place + 3 if units[place + 2].key == "{club}" and acts else None
    if opening == "(":
        closing = next((at for at in range(place + 2, len(units)) if units[at].key == ")"), None)
        return closing + 1 if closing is not None and closing - place < _LONGEST_ASIDE else None
    if opening != ",":
        return None
    for at in range(place + 2, min(len(units) - 1, place + _LONGEST_ASIDE)):
        if units[at].key in (";", "—", "--", '"', ":"):
            return None
        if units[at].key == "," and units[at + 1].key in _verbs():
            return at + 1
    return None


def _times_last(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Smith was hired in 1975 to manage the Mets: Smith was hired to manage the Mets in 1975."""
    for place in range(2, len(units) - 2):
        if units[place].key != "{time}" or units[place - 1].key not in _verbs() | lists().words["hired"]:
            continue
        near = range(place + 1, min(len(units), place + _LATER))
        club = next((n for n in near if units[n].key in ("{club}", "{club's}", *_STOPS)), None)
        if club is not None and units[club].key == "{club}" and units[club + 1 : club + 2] != (units[place],):
            yield (*units[:place], *units[place + 1 : club + 1], units[place], *units[club + 1 :])


def _frame_last(units: tuple[Unit, ...]) -> tuple[Unit, ...] | None:
    """In 17 seasons with the Mets, Smith won 90 games: Smith won 90 games in 17 seasons with the Mets; null without."""
    if units[0].key not in _FRAMES:
        return None
    subject = next((n for n, unit in enumerate(units[1:-1], 1) if _begins_clause(units, n)), None)
    if subject is None or any(unit.key in _verbs() and unit.key not in _FRAMES for unit in units[:subject]):
        return None
    frame = units[: subject - (units[subject - 1].key == ",")]
    stop = next((n for n in range(subject, len(units)) if units[n].key in _STOPS), len(units))
    return (*units[subject:stop], *frame, *units[stop:])


def _begins_clause(units: tuple[Unit, ...], place: int) -> bool:
    """Whether a subject and its verb stand there, behind a comma or as a person."""
    if units[place].key not in (*_NAMES, "{his}", "{person's}") or units[place - 1].key in _AFTER_FRAME:
        return False
    if units[place].key not in ("{person}", "{he}") and units[place - 1].key != ",":
        return False
    return any(unit.key in _verbs() for unit in units[place + 1 : place + 1 + _SHARED])


def _relatives(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Smith, who managed the Mets in 1975, left: Smith managed the Mets in 1975."""
    for place in range(len(units) - 3):
        comma = units[place + 1].key == ","
        who = place + 1 + comma
        if units[place].key in ("{person}", "{club}") and units[who].key in _RELATIVE:
            yield (units[place], *units[who + 1 :])


def _later_verbs(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Smith managed the Mets in 1975 and won 90 games: Smith won 90 games."""
    subject = _subject(units)
    if subject is None:
        return
    for place in range(subject + 2, len(units) - 1):
        if units[place].key in _OTHERS:
            return
        if _joins(units, place):
            yield (*units[: subject + 1], *units[place + 1 :])
        elif verb := _verb_behind_time(units, place):  # and in 2004, was named
            stop = next((n for n in range(verb, len(units)) if units[n].key in _STOPS), len(units))
            yield (*units[: subject + 1], *units[verb:stop], units[place + 1], *units[stop:])


def _verb_behind_time(units: tuple[Unit, ...], place: int) -> int:
    """Where a later verb stands behind `and` and a time; 0 where none does."""
    keys = [unit.key for unit in units[place : place + 4]]
    if keys[:2] not in (["and", "{time}"], ["but", "{time}"]):
        return 0
    verb = 3 if keys[2:3] == [","] else 2
    return place + verb if keys[verb : verb + 1] and keys[verb] in _verbs() else 0


def _joins(units: tuple[Unit, ...], place: int) -> bool:
    """Whether a later verb of the same subject stands behind the unit."""
    key, following = units[place].key, units[place + 1].key
    if following not in _verbs():
        return False
    return key in ("and", "but") or (following.endswith("ing") and (key == "," or key in _AFTER))


def _subject(units: tuple[Unit, ...]) -> int | None:
    """The name that the sentence's first verb goes with."""
    first = next((place for place, unit in enumerate(units) if unit.key in _NAMES), None)
    if first is None or any(unit.quoted or unit.key in lists().words["unreal"] for unit in units):
        return None
    near = [unit.key for unit in units[first + 1 : first + 1 + _SHARED]]
    return first if any(key in _verbs() for key in near) else None


def _later_objects(units: tuple[Unit, ...]) -> Iterator[tuple[Unit, ...]]:
    """Smith managed the Mets in 1975 and the Cubs in 1980: Smith managed the Cubs in 1980."""
    subject = _subject(units)
    if subject is None:
        return
    first: dict[str, int] = {}
    verb = False
    for place in range(subject + 1, len(units) - 1):
        key, following = units[place].key, units[place + 1]
        if key in _OTHERS:
            return
        is_item = [unit.key for unit in units[place + 2 : place + 3]] == ["{time}"]  # of a list with commas
        joined = key == "and" or (key == "," and (following.key not in _ONLY_AND or is_item))
        if joined and following.key in first and units[place + 2 : place + 3] and _is_object(units, place + 1):
            yield (*units[: first[following.key]], *units[place + 1 :])
        if key in _verbs() and key != "in":
            first, verb = ({}, True) if not verb or units[place - 1].key == "and" else (first, True)
        if key in _PARALLEL and verb:
            first.setdefault(key, place)


def _is_object(units: tuple[Unit, ...], place: int) -> bool:
    return not any(unit.key in _verbs() for unit in units[place + 1 : place + 3])


__all__ = ["variants"]
