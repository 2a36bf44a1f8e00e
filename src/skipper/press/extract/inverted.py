"""Sentences told from behind, put in order: `Replacing him is X, who …` is read as `X, who …, replaces him`."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract.clauses import is_finite, is_participle
from skipper.press.extract.sources import sources
from skipper.press.extract.units import Sentence, Unit
from skipper.press.lexicon import lexicon

_SAYS = frozenset(["said", "says", "reported", "reports", "wrote", "writes", "insisted", "insists", "recalled"])
_SOURCE = 9  # units at most of who said it
_HEAD = 7  # units at most before the verb of such a sentence
_NAME = 6  # units behind the verb within which its subject is named
_TELLS_OF_HIM = frozenset(["who", "whose", "a", "an", "the", "his", "now"])
_BINDS = frozenset(["'s", "'", "-", "&"])
_BESIDE = frozenset(["also", "among", "already"])
# What such a sentence begins with, beside participles: what was done to him, or what he does.
_ACTS = ("hire", "promote", "interview", "finalist", "fire", "let_go", "take_over", "pass_over")
_DOES = {
    "replacing": "replaces",
    "succeeding": "succeeds",
    "taking over": "takes over",
    "taking over for": "takes over for",
    "taking his place": "takes his place",
    "filling in": "fills in",
    "inheriting": "inherits",
}


def in_order(sentence: Sentence) -> Sentence:
    """The sentence with its subject first, where a participle or `among` opens it, and with who says it before it."""
    units = _with_source_first(sentence.units)
    if units is not sentence.units:
        return _numbered(units, sentence)
    be = next((n for n, one in enumerate(units[: _HEAD + 1]) if one.has("be")), 0)
    if not be or not _opens(units[:be]) or not _names(units, be):
        return sentence
    end = len(units) - (units[-1].kind == "punct")
    head, rest = units[:be], units[be + 1 : end]
    comma = [replace(rest[-1], kind="punct", text=",", classes=frozenset(), value=None)]
    apart = comma if any(one.text == "," for one in rest) else []
    return _numbered([*rest, *apart, *_predicate(head, units[be]), *units[end:]], sentence)


def _numbered(units: list[Unit], sentence: Sentence) -> Sentence:
    for place, unit in enumerate(units):
        unit.place = place
    return Sentence(units, sentence.kind, sentence.passage)


def _with_source_first(units: list[Unit]) -> list[Unit]:
    """A, said the paper, B: the paper said A, B. Not of a quotation, which tells itself who says it."""
    at = next((n for n in range(2, len(units) - 2) if units[n].low in _SAYS and units[n - 1].text == ","), None)
    if at is None or any(one.text == '"' for one in units):
        return units
    stop = next((n for n in range(at + 1, len(units)) if units[n].kind == "punct" and units[n].text not in _BINDS), 0)
    source = units[at + 1 : stop]
    if not 0 < len(source) <= _SOURCE or units[stop].text not in (",", ".") or any(map(is_finite, source)):
        return units
    if not (any(one.kind == "person" for one in source) or sources(source)[1] == len(source)):
        return units
    before, behind = units[: at - 1], units[stop:]
    if not any(map(is_finite, before)):
        return [*source, units[at], *before, *behind[1:]]
    if len(behind) > 1 and (behind[1].low in _TELLS_OF_HIM or behind[1].kind == "number"):
        return [*units[at + 1 : -1], replace(behind[0]), units[at], *before, units[-1]]  # said X, who has won it
    return [*source, units[at], *before, *behind]


def _opens(head: list[Unit]) -> bool:
    """Also interviewed, replacing him, among the finalists: an act of which no other is the subject."""
    first = [one for one in head if one.low not in _BESIDE][:1]
    if any(is_finite(one) and one not in first for one in head):
        return False
    done = first and first[0].has(*_ACTS) and is_participle(first[0])
    among = head[0].low == "among" and any(one.has(*_ACTS) for one in head)
    return bool(done or among or (first and first[0].low in _DOES))


def _names(units: list[Unit], be: int) -> bool:
    """Whether a name follows, with nothing but titles before it."""
    behind = units[be + 1 : be + 1 + _NAME]
    named = next((n for n, one in enumerate(behind) if one.kind == "person"), None)
    return named is not None and not any(one.kind in ("punct", "pronoun") or is_finite(one) for one in behind[:named])


def _predicate(head: list[Unit], be: Unit) -> list[Unit]:
    verb = next((n for n, one in enumerate(head) if one.low in _DOES), None)
    if verb is None:
        return [be, *head]
    text = _DOES[head[verb].low]
    does = replace(head[verb], text=text, classes=lexicon().classes.get(text, frozenset()) | {"finite"})
    return [*head[:verb], does, *head[verb + 1 :]]
