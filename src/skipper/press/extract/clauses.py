"""Sentences to clauses: each with its subject, what it is said to be, and who is said to have said it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from skipper.press.extract.units import ClubName, Entity, Sentence, Unit

_OPENERS = frozenset(
    [
        "but",
        "while",
        "although",
        "though",
        "because",
        "whereas",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "when",
        "if",
        "unless",
    ]
)
_RELATIVE = frozenset(["who", "whom", "whose", "which", "where"])
_ADVERBS = frozenset(
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
_LIGHT = frozenset(["word", "number", "year", "date", "ordinal"])


@dataclass(eq=False)
class Clause:
    """Units `start` to `end` of a sentence; `marked` are those in a class of words.

    `opener` is the word that begins it (empty at the sentence's start). `subject` is a person; `club` the club that is
    the subject instead; `owner` the person whose record, clubs or job the subject is.
    """

    sentence: Sentence
    start: int
    end: int
    opener: str
    subject: Entity | None = None
    club: ClubName | None = None
    owner: Entity | None = None
    sayers: tuple[str, ...] = ()
    unreal_from: int | None = None
    hedged: bool = False
    said_denied: bool = False
    previous: Clause | None = None

    units: list[Unit] = field(init=False)
    marked: list[Unit] = field(init=False)

    def __post_init__(self) -> None:
        self.units = self.sentence.units[self.start : self.end]
        self.marked = [unit for unit in self.units if unit.classes]

    def find(self, *classes: str) -> list[Unit]:
        """Its units of any of the classes."""
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

    def passive(self, verb: Unit) -> bool:
        """Whether a form of `be` stands before the verb, adverbs and `not` between."""
        for word in reversed(self.units[max(0, verb.place - self.first - 4) : verb.place - self.first]):
            if word.has("be") or word.low in ("got", "get", "getting"):
                return True
            if not (word.has("not", "hedge") or word.low in _ADVERBS or word.low.endswith("ly")):
                return False
        return False

    def denied(self, verb: Unit) -> bool:
        """Whether `not` or `never` stands shortly before the verb."""
        near = self.units[max(0, verb.place - self.first - 4) : verb.place - self.first]
        return any(word.has("not") for word in near) or self.said_denied

    def asserts(self, verb: Unit) -> bool:
        """Whether the verb tells of something that was, rather than of a wish, a condition or a possibility."""
        return self.unreal_from is None or verb.place < self.unreal_from


def split(sentence: Sentence) -> Iterator[Clause]:
    """The clauses of a sentence in their order."""
    units = sentence.units
    start, opener, has_verb = 0, "", False
    last: Clause | None = None
    for place, unit in enumerate(units):
        cut = _cut(units, start, place, opener, has_verb)
        if cut is not None and any(one.kind != "punct" for one in units[start:place]):
            last = Clause(sentence, start, place, opener, previous=last)
            yield last
            start, opener, has_verb = place, cut, False
        elif cut is not None:
            opener = cut
        has_verb = has_verb or is_finite(unit)
    if start < len(units):
        yield Clause(sentence, start, len(units), opener, previous=last)


def _cut(units: list[Unit], start: int, place: int, opener: str, has_verb: bool) -> str | None:
    """The word with which a clause begins at this place; null where none does."""
    unit, before = units[place], units[place - 1] if place else None
    if before is not None and (before.text in (";", "—", '"') or _is_dash(units, place - 1)):
        return before.text
    if before is not None and _said(units, place):
        return "that"
    if unit.low == "that" and before is not None and before.has("affiliate", "same_club", "organization_word"):
        return "which"
    if unit.low == "that" and before is not None and before.low in ("day", "year", "season", "time", "month", "summer"):
        return "when"
    if unit.low in _OPENERS:
        return unit.low
    if unit.low in ("after", "before", "until", "since", "as") and _finite_soon(units, place + 1):
        return unit.low
    if place == 0 and unit.low in ("after", "before", "until") and _finite_before_comma(units):
        return unit.low
    if unit.low in ("after", "before", "while") and place and has_verb and _ing_next(units, place + 1):
        return unit.low
    if unit.low == "and" and _dated_verb(units, place + 1):
        return "and"
    if (
        unit.text == ","
        and before is not None
        and before.kind in ("year", "date")
        and _dated_verb(units, start + 1)
        and opener == "and"
    ):
        return None
    if unit.low in ("and", "or", "then") and (
        _verb_next(units, place + 1) or (has_verb and _finite_soon(units, place + 1))
    ):
        return unit.low
    if unit.text == "," and has_verb:
        if _verb_next(units, place + 1):
            return "resume" if opener in _RELATIVE else ","
        if _finite_soon(units, place + 1) or _ing_next(units, place + 1):
            return ","
    return None


def _is_dash(units: list[Unit], place: int) -> bool:
    unit = units[place]
    if unit.text not in ("-", "--") or place == 0 or place + 1 >= len(units):
        return False
    return units[place - 1].end < unit.start and unit.end < units[place + 1].start


def _said(units: list[Unit], place: int) -> bool:
    """Whether a verb of saying, and to whom, ends before this place."""
    before = units[place - 1]
    if units[place].text in (",", ".", '"') or units[place].low == "that":
        return False
    if before.low == "that" and place > 1:
        before, place = units[place - 2], place - 1
    if before.has("say") and before.low not in ("report", "reports", "claim"):
        return not (before.low in ("told", "tells") and units[place].kind in ("person", "pronoun", "word"))
    told = any(unit.low in ("told", "tells") for unit in units[max(0, place - 4) : place - 1])
    return told and (before.kind in ("person", "pronoun") or before.has("outlet"))


def is_finite(unit: Unit) -> bool:
    """Whether the unit can be the verb of a clause."""
    if unit.kind != "word":
        return False
    return (
        unit.has("be", "have", "finite")
        or unit.low.endswith(("n't",))
        or (unit.low.endswith("ed") and len(unit.low) > 4)
    )


def _verb_next(units: list[Unit], place: int) -> bool:
    while place < len(units) and (
        units[place].low in _ADVERBS or units[place].low.endswith("ly") or units[place].has("hedge", "not")
    ):
        place += 1
    return place < len(units) and is_finite(units[place]) and units[place].low not in ("being",)


def _finite_before_comma(units: list[Unit]) -> bool:
    """After his days with the club ended in 1988, …: the sentence begins with a clause of its own."""
    for unit in units:
        if unit.text == ",":
            return False
        if is_finite(unit):
            return True
    return False


def _dated_verb(units: list[Unit], place: int) -> bool:
    """And in 2004, was named: a time stands between the conjunction and the verb."""
    time = (
        place + 2 < len(units) and units[place].low in ("in", "on", "by") and units[place + 1].kind in ("year", "date")
    )
    return time and _verb_next(units, place + 2 + (units[place + 2].text == ","))


def _ing_next(units: list[Unit], place: int) -> bool:
    return place < len(units) and units[place].low.split()[0].endswith("ing") and units[place].kind == "word"


def _finite_soon(units: list[Unit], place: int) -> bool:
    """Whether a name or pronoun and then a verb follow at once."""
    skipped = 0
    while place < len(units) and skipped < 5 and units[place].kind in _LIGHT and not is_finite(units[place]):
        if units[place].low in PREPOSITIONS and units[place].low != "in":
            return False
        place, skipped = place + 1, skipped + 1
    if place >= len(units) or not (
        units[place].kind in ("person", "pronoun", "club")
        or (skipped > 0 and units[place - 1].has("affiliate", "epithet", "executive", "anonymous", "same_club"))
    ):
        return (
            place < len(units)
            and skipped > 0
            and units[place - 1].low in ("they", "i", "it", "we")
            and is_finite(units[place])
        )
    if units[place].kind in ("person", "pronoun", "club"):
        if units[place].low in ("his", "her", "him"):
            return any(is_finite(unit) for unit in units[place + 1 : place + 5])
        place += 1
    return place < len(units) and _verb_next(units, place)
