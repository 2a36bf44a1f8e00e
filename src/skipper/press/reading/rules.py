"""The engine: patterns of `claims/*.yaml`, compiled once, over sentences of units; a match is its slots by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from skipper.press.data_file import read_yaml
from skipper.press.reading.lists import CLAIMS, lists
from skipper.press.reading.units import Sentence, Unit
from skipper.press.reading.variants import variants
from skipper.press.sentences import language

if TYPE_CHECKING:
    from spacy.matcher import Matcher

GAP = 4  # units that `...` stands for at most
SEPARATORS = frozenset(
    [
        ",",
        ";",
        ":",
        ".",
        "?",
        "!",
        "—",
        "--",
        "(",
        ")",
        '"',
        "who",
        "which",
        "that",
        "but",
        "and",
        "while",
        "when",
        "where",
        "{record}",
        "{person}",
    ]
)
_KINDS: Mapping[str, tuple[str, ...]] = {
    "who": ("{person}", "{he}"),
    "whom": ("{person}", "{him}"),
    "whose": ("{person's}", "{his}"),
    "clubs": ("{club}",),
    "anyleague": ("{league}", "{league's}"),
    "owner": ("{club's}", "{club}"),
}
_COMMON = frozenset(
    ["{person}", "{he}", "{him}", "{his}", "{club}", "{club's}", "{time}", "{person's}", "{number}", ",", "in"]
)


@dataclass(frozen=True)
class Element:
    """One element of a pattern: the unit keys that it takes, the slot that it fills, and whether it may be absent."""

    keys: frozenset[str]
    slot: str | None = None
    optional: bool = False
    gap: bool = False


@dataclass(frozen=True)
class Rule:
    """One pattern of a claim type, with what it says beside its slots, and the sentences that test it."""

    type: str
    number: int
    pattern: str
    fields: Mapping[str, Any]
    options: frozenset[str]
    examples: tuple[Mapping[str, Any], ...]
    counter: str
    elements: tuple[Element, ...] = ()


@dataclass(frozen=True)
class Match:
    """A rule's match in a sentence: its units from `first` up to `last`, and by name those that fill its slots."""

    rule: Rule
    sentence: Sentence
    first: int
    last: int
    slots: Mapping[str, Unit] = field(default_factory=dict)

    def code(self, name: str) -> str | None:
        """What the words of a list that the pattern names mean."""
        return lists().code(name, self.slots[name].key) if name in self.slots else None


@cache
def types() -> Mapping[str, tuple[Rule, ...]]:
    """The rules of every claim type, and of `office`, by the file that has them."""
    kinds = sorted(file.name.removesuffix(".yaml") for file in CLAIMS.iterdir())
    return {kind: _rules(kind) for kind in kinds if kind not in ("words", "settings")}


def _rules(kind: str) -> tuple[Rule, ...]:
    given = read_yaml(CLAIMS / f"{kind}.yaml")
    return tuple(
        Rule(
            kind,
            number,
            one["pattern"],
            one.get("fields", {}),
            frozenset(one.get("options", ())),
            tuple(one["examples"] if "examples" in one else [{"say": one["example"], "gives": one["gives"]}]),
            one["counter"],
            _elements(one["pattern"]),
        )
        for number, one in enumerate(given)
    )


def _elements(pattern: str) -> tuple[Element, ...]:
    """A pattern's elements. Words that a list has as one phrase are one element, as they are one unit."""
    parts = pattern.split()
    found: list[Element] = []
    place = 0
    while place < len(parts):
        length = next(
            (
                n
                for n in range(min(6, len(parts) - place), 1, -1)
                if " ".join(parts[place : place + n]) in lists().phrases
            ),
            1,
        )
        found.append(_element(" ".join(parts[place : place + length])))
        place += length
    return tuple(found)


def _element(part: str) -> Element:
    if part == "...":
        return Element(frozenset(), gap=True, optional=True)
    optional = part.endswith("?") and len(part) > 1
    part = part.removesuffix("?") if optional else part
    if part.startswith("<"):
        name = part.strip("<>")
        return Element(lists().words[name], name, optional)
    if part.startswith("{"):
        kind, _, slot = part.strip("{}").partition(":")
        return Element(frozenset(_KINDS.get(kind, (f"{{{kind}}}",))), slot or kind, optional)
    words = frozenset(word.replace("_", " ") for word in part.split("|"))
    unread = words & lists().words["skipped"]
    if unread:
        raise ValueError(f"{part}: patterns do not see {', '.join(sorted(unread))}")
    return Element(words, None, optional)


@dataclass(frozen=True)
class Grammar:
    """A pattern, compiled.

    A sentence that lacks the keys of one of `needed`, the rarest first, or does not have those of `in_order` one after
    another, has no match of it.
    """

    rule: Rule
    matcher: Matcher
    needed: tuple[frozenset[str], ...]
    in_order: tuple[frozenset[str], ...]

    def can_match(self, keys: frozenset[str]) -> bool:
        """Whether each element of the pattern that may not be absent is met in a sentence."""
        return not any(map(keys.isdisjoint, self.needed))

    def can_follow(self, keys: Sequence[str]) -> bool:
        """Whether the keys have those elements in their order: of matchers that run for nothing, half are spared."""
        place = 0
        for each in self.in_order:
            place = next((n for n in range(place, len(keys)) if keys[n] in each), len(keys)) + 1
            if place > len(keys):
                return False
        return True

    def matches(self, doc: Any, sentence: Sentence) -> Iterator[Match]:
        """The longest match at each place."""
        for _label, first, last, aligned in cast(Any, self.matcher(doc, with_alignments=True)):
            slots: dict[str, Unit] = {}
            for unit, element in zip(sentence.units[first:last], aligned, strict=True):
                slot = self.rule.elements[element].slot
                if slot is not None:
                    slots.setdefault(slot, unit)
            yield Match(self.rule, sentence, first, last, slots)


@cache
def grammars() -> Mapping[str, tuple[Grammar, ...]]:
    """The patterns of every type, compiled once in a process."""
    return {kind: tuple(_grammar(rule) for rule in rules) for kind, rules in types().items()}


def _grammar(rule: Rule) -> Grammar:
    from spacy.matcher import Matcher

    matcher = Matcher(language().vocab)
    matcher.add(str(rule.number), [[_token(element) for element in rule.elements]], greedy="LONGEST")
    needed = [element.keys for element in rule.elements if not element.optional]
    rarest = tuple(sorted(needed, key=lambda keys: (len(keys & _COMMON) / len(keys), len(keys))))
    return Grammar(rule, matcher, rarest, tuple(needed))


def _token(element: Element) -> dict[str, Any]:
    if element.gap:
        return {"LOWER": {"NOT_IN": sorted(SEPARATORS)}, "OP": f"{{0,{GAP}}}"}
    keys = sorted(element.keys)
    own: dict[str, Any] = {"LOWER": keys[0] if len(keys) == 1 else {"IN": keys}}
    return own | {"OP": "?"} if element.optional else own


@cache
def _by_key(kinds: tuple[str, ...]) -> Mapping[str, tuple[Grammar, ...]]:
    """The patterns of types by each key that their rarest element takes."""
    found: dict[str, list[Grammar]] = {}
    for grammar in (one for kind in kinds for one in grammars()[kind]):
        for key in grammar.needed[0]:
            found.setdefault(key, []).append(grammar)
    return {key: tuple(each) for key, each in found.items()}


def candidates(sentence: Sentence, kinds: tuple[str, ...]) -> list[Grammar]:
    """The patterns of the types that can match in a sentence or in a plainer form of it, in the order of the types."""
    keys, by_key = sentence.key_set, _by_key(kinds)
    found = {(one.rule.type, one.rule.number): one for key in keys & by_key.keys() for one in by_key[key]}
    fit = [grammar for grammar in found.values() if grammar.can_match(keys)]
    return sorted(fit, key=lambda one: (kinds.index(one.rule.type), one.rule.number))


def found_in(sentence: Sentence, patterns: Sequence[Grammar]) -> list[Match]:
    """The matches of patterns in a sentence, the longest first."""
    from spacy.tokens import Doc

    keys = sentence.key_set
    wanted = [one for one in patterns if one.can_match(keys) and one.can_follow(sentence.keys)]
    if not wanted:
        return []
    doc = Doc(language().vocab, words=list(sentence.keys))
    found = [match for grammar in wanted for match in grammar.matches(doc, sentence)]
    return sorted(found, key=lambda one: (one.first - one.last, one.first))


def matches(sentence: Sentence, kinds: tuple[str, ...]) -> list[Match]:
    """The matches of the types in a sentence and its plainer forms, form by form."""
    patterns = candidates(sentence, kinds)
    return [match for plain in variants(sentence) for match in found_in(plain, patterns)] if patterns else []
