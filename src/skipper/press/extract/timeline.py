"""Entries of a timeline, made sentences: `1979-80: Manages Visalia` is read as `In 1979-80, he manages Visalia`."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from skipper.press.extract.clauses import is_finite, is_participle
from skipper.press.extract.units import Sentence, Unit

_TIMES = ("year", "years", "date")
_ENDS_A_TIME = frozenset([":", "—", "–", "-", "--", ",", "."])
_BULLETS = frozenset(["•", "*", "·", "-", "–", "—", "▪", "◦", "‣"])
# What a participle that opens an entry says was done to him: Drafted by Seattle; not Fired X, where somebody follows.
_DONE = ("hire", "fire", "promote", "draft", "induct", "suspend", "hand")
_ACTED_ON = frozenset(["person", "club", "pronoun"])


def complete(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences, those of an entry with the words that it leaves out: in, he, was. These have no length."""
    found: list[Sentence] = []
    for _, some in groupby(sentences, key=lambda one: one.passage):
        passage = list(some)
        entry = passage[0].kind == "body" and _is_entry(passage[0].units)
        found += [_completed(one) for one in passage] if entry else passage
    return found


def _is_entry(units: list[Unit]) -> bool:
    """• 1981: Wins the title; 1981 — Third-base coach; • Managed the Twins."""
    bulleted = bool(units) and units[0].text in _BULLETS
    body = units[1:] if bulleted else units
    timed = len(body) > 2 and body[0].kind in _TIMES and body[1].text in (_ENDS_A_TIME - {",", "."})
    return timed or (bulleted and bool(body) and (_is_told(body) or body[0].kind in _TIMES))


def _completed(sentence: Sentence) -> Sentence:
    units = [one for n, one in enumerate(sentence.units) if n or one.text not in _BULLETS]
    head: list[Unit] = []
    if len(units) > 1 and units[0].kind in _TIMES and units[1].text in _ENDS_A_TIME:
        before = "on" if units[0].kind == "date" else "in"
        time = replace(units[0])
        told = _is_told(units[2:]) or any(map(is_finite, units[2:]))
        head = [_word(before, time), time, _word(",", units[1])] if told else [time, _word(":", units[1])]
        units = units[2:]
    if _is_told(units):
        done = units[0].has(*_DONE) and is_participle(units[0]) and units[1].kind not in _ACTED_ON
        head += [Unit("pronoun", "he", units[0].start, units[0].start)]
        head += [_word("was", units[0], frozenset(["be"]))] if done else []
    whole = [*head, *units]
    for place, unit in enumerate(whole):
        unit.place = place
    return Sentence(whole, sentence.kind, sentence.passage)


def _is_told(units: list[Unit]) -> bool:
    """Whether a verb opens it that nobody stands before."""
    first = units[0] if len(units) > 2 and units[0].kind == "word" else None
    verb = first is not None and (first.has("debut", "reach", "succeed") and first.low.endswith(("s", "ed")))
    opens = first is not None and (verb or is_finite(first) or is_participle(first))
    return opens and units[1].text not in (",", ":", "'s", "'") and not units[0].has("be", "have")


def _word(text: str, near: Unit, classes: frozenset[str] = frozenset()) -> Unit:
    kind = "word" if text.isalpha() else "punct"
    return Unit(kind, text, near.start, near.start if kind == "word" else near.end, classes)
