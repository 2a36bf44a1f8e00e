"""The engine: patterns of `claims/*.yaml`, compiled once, over sentences of units; a match is its slots by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import yaml

from skipper.press.reading.lists import CLAIMS, lists
from skipper.press.reading.units import Sentence, Unit
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
    return {
        path.stem: _rules(path.stem) for path in sorted(CLAIMS.glob("*.yaml")) if path.stem not in ("words", "settings")
    }


def _rules(kind: str) -> tuple[Rule, ...]:
    given = yaml.safe_load((CLAIMS / f"{kind}.yaml").read_text(encoding="utf-8"))
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
    """The patterns of one claim type, compiled; a sentence without one of `triggers` has no match of them."""

    rules: tuple[Rule, ...]
    matcher: Matcher
    triggers: frozenset[str]

    def matches(self, doc: Any, sentence: Sentence) -> Iterator[Match]:
        """The longest match of each pattern at each place, the longest of all first."""
        found = self.matcher(doc, with_alignments=True)
        strings = language().vocab.strings
        by_length: list[tuple[int, int, int, list[int]]] = sorted(
            cast(Any, found), key=lambda one: (one[1] - one[2], one[1], one[0])
        )
        for label, first, last, aligned in by_length:
            rule = self.rules[int(strings[label])]
            slots: dict[str, Unit] = {}
            for unit, element in zip(sentence.units[first:last], aligned, strict=True):
                slot = rule.elements[element].slot
                if slot is not None:
                    slots.setdefault(slot, unit)
            yield Match(rule, sentence, first, last, slots)


@cache
def grammars() -> Mapping[str, Grammar]:
    """The patterns of every type, compiled once in a process."""
    from spacy.matcher import Matcher

    made: dict[str, Grammar] = {}
    for kind, rules in types().items():
        matcher = Matcher(language().vocab)
        triggers: set[str] = set()
        for rule in rules:
            matcher.add(str(rule.number), [[_token(element) for element in rule.elements]], greedy="LONGEST")
            triggers |= _trigger(rule)
        made[kind] = Grammar(rules, matcher, frozenset(triggers))
    return made


def _token(element: Element) -> dict[str, Any]:
    if element.gap:
        return {"LOWER": {"NOT_IN": sorted(SEPARATORS)}, "OP": f"{{0,{GAP}}}"}
    keys = sorted(element.keys)
    own: dict[str, Any] = {"LOWER": keys[0] if len(keys) == 1 else {"IN": keys}}
    return own | {"OP": "?"} if element.optional else own


def _trigger(rule: Rule) -> frozenset[str]:
    """The keys of the element that is met most seldom: no name or time where there is anything else."""
    needed = [element.keys for element in rule.elements if not element.optional]
    return min(needed, key=lambda keys: (len(keys & _COMMON) / len(keys), -max(len(key) for key in keys)))


def found_in(sentence: Sentence, kinds: Sequence[str]) -> Iterator[Match]:
    """The matches of the types in a sentence."""
    from spacy.tokens import Doc

    keys = set(sentence.keys)
    wanted = [kind for kind in kinds if not grammars()[kind].triggers.isdisjoint(keys)]
    if not wanted:
        return
    doc = Doc(language().vocab, words=sentence.keys)
    for kind in wanted:
        yield from grammars()[kind].matches(doc, sentence)
