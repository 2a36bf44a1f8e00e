"""A clause of a sentence: its subject, what it is said to be, and who is said to have said it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from skipper.press.extract.units import ClubName, Entity, Sentence, Unit

ADVERBS = frozenset(
    [
        "also",
        "then",
        "later",
        "again",
        "once",
        "even",
        "never",
        "subsequently",
        "eventually",
        "soon",
        "ultimately",
        "twice",
        "still",
        "first",
        "in",
        "turn",
    ]
)
PREPOSITIONS = frozenset(
    [
        "of",
        "by",
        "for",
        "with",
        "to",
        "from",
        "under",
        "behind",
        "in",
        "on",
        "over",
        "against",
        "after",
        "before",
        "than",
        "as",
        "at",
        "between",
        "into",
    ]
)

NOBODY = frozenset(["nobody", "no one", "none"])
_FINITE = ("be", "have", "finite")
_ACTS = ("accept", "hire", "take_over", "resign")
_PARTICIPLES = frozenset(
    ["chosen", "taken", "cut loose", "brought in", "brought back", "given", "thrown out", "let go"]
)


@dataclass(eq=False)
class Clause:
    """Units `start` to `end` of a sentence; `marked` are those in a class of words.

    `opener` is the word that begins it (empty at the sentence's start). `subject` is a person; `club` the club that is
    the subject instead, `anaphoric` where it is not named (the club, it); `owner` the person whose record, clubs or job
    the subject is; `of_anybody` where it tells of no one in particular.
    """

    sentence: Sentence
    start: int
    end: int
    opener: str
    subject: Entity | None = None
    club: ClubName | None = None
    anaphoric: bool = False
    owner: Entity | None = None
    sayers: tuple[str, ...] = ()
    unreal_from: int | None = None
    hedged: bool = False
    said_denied: bool = False
    of_anybody: bool = False
    previous: Clause | None = None

    units: list[Unit] = field(init=False)
    marked: list[Unit] = field(init=False)
    classes: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.units = self.sentence.units[self.start : self.end]
        self.marked = [unit for unit in self.units if unit.classes]
        self.classes = frozenset().union(*(unit.classes for unit in self.marked))

    def find(self, *classes: str) -> list[Unit]:
        """Its units of any of the classes."""
        if self.classes.isdisjoint(classes):  # as most clauses are of most classes
            return []
        return [unit for unit in self.marked if not unit.classes.isdisjoint(classes)]

    def kinds(self, *kinds: str) -> list[Unit]:
        """Its units of any of the kinds."""
        return [unit for unit in self.units if unit.kind in kinds]

    def before(self, unit: Unit, back: int = 1) -> Unit | None:
        """The unit so many places before, within the clause."""
        place = unit.place - self.first - back
        return self.units[place] if place >= 0 else None

    def after(self, unit: Unit, on: int = 1) -> Unit | None:
        """The unit so many places after, within the clause."""
        place = unit.place - self.first + on
        return self.units[place] if place < len(self.units) else None

    def earlier(self) -> Iterator[Clause]:
        """The clauses before it in its sentence, the nearest first."""
        before = self.previous
        while before is not None:
            yield before
            before = before.previous

    @property
    def first(self) -> int:
        """The place of its first unit."""
        return self.units[0].place if self.units else 0

    def words_before(self, unit: Unit, count: int) -> list[str]:
        """Up to so many words before a unit, in lower case, nearest last."""
        place = unit.place - self.first
        return [one.low for one in self.units[max(0, place - count) : place]]

    def words_after(self, unit: Unit, count: int) -> list[str]:
        """Up to so many words after a unit, in lower case."""
        place = unit.place - self.first + 1
        return [one.low for one in self.units[place : place + count]]

    @property
    def reduced(self) -> bool:
        """Whether it is a relative clause without its pronoun: X, fired on Sunday, …"""
        return self.opener == "who" and bool(self.units) and self.units[0].text == ","

    def passive(self, verb: Unit) -> bool:
        """Whether a form of `be` stands before the verb, adverbs and `not` between; in a reduced clause none need."""
        if self.reduced and is_participle(verb) and not any(map(is_finite, self._until(verb))):
            return True
        for word in reversed(self.units[max(0, verb.place - self.first - 4) : verb.place - self.first]):
            if word.has("be") or word.low in ("got", "get", "getting"):
                return True
            if not (word.has("not", "hedge") or word.low in ADVERBS or word.low.endswith("ly")):
                return False
        return False

    def _until(self, verb: Unit) -> list[Unit]:
        return self.units[: verb.place - self.first]

    def denied(self, verb: Unit) -> bool:
        """Whether `not` or `never` stands shortly before the verb."""
        near = self.units[max(0, verb.place - self.first - 4) : verb.place - self.first]
        near = near[max((n for n, word in enumerate(near, 1) if word.text == ":"), default=0) :]  # not quite: he did
        return any(word.has("not") or word.low in NOBODY for word in near) or self.said_denied

    def asserts(self, verb: Unit) -> bool:
        """Whether the verb tells of something that was, rather than of a wish, a condition or a possibility."""
        nearly = self.words_before(verb, 1) in (["nearly"], ["almost"])  # was nearly fired
        return not nearly and (self.unreal_from is None or verb.place < self.unreal_from)


def without_compounds(units: list[Unit]) -> list[Unit]:
    """The units without adjectives joined by hyphens: to the last-place Reds."""
    inside = {n + step for n, unit in enumerate(units) if unit.text == "-" and n > 0 for step in (-1, 0, 1)}
    return [unit for n, unit in enumerate(units) if n not in inside]


def is_participle(unit: Unit) -> bool:
    """Whether the unit can be a past participle."""
    return unit.low.split()[0].endswith("ed") or unit.low in _PARTICIPLES


def is_finite(unit: Unit) -> bool:
    """Whether the unit can be the verb of a clause."""
    if unit.kind != "word":
        return False
    if unit.classes and not unit.classes.isdisjoint(_FINITE):
        return True
    first = unit.low.split(maxsplit=1)[0] if unit.low else ""  # walked away, handed in his resignation
    return unit.low.endswith("n't") or (first.endswith("ed") and len(first) > 4)


def has_a_stranger(clause: Clause) -> bool:
    """And Bob Valence got his job: a name in the subject's place that neither the piece nor the vocabulary knows."""
    units = [unit for unit in clause.units if unit.kind != "punct" and unit.low != clause.opener]
    verb = next((n for n, unit in enumerate(units) if is_finite(unit) or unit.has(*_ACTS)), 0)
    return verb == 2 and all(map(_is_strange, units[:verb]))


def is_a_strangers(clause: Clause, verb: Unit) -> bool:
    """Whether such a name stands just before the verb and its auxiliaries: X left, and Bob Valence got his job."""
    before = [unit for unit in clause.units[: verb.place - clause.first] if not unit.has("be", "have")][-2:]
    return len(before) == 2 and all(map(_is_strange, before))


def _is_strange(unit: Unit) -> bool:
    return unit.kind == "word" and unit.text.istitle() and not unit.classes
