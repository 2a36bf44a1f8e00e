"""What a document says of who, which club and which season is in force: found once, before its claims."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from skipper.press.claim import Report
from skipper.press.reading.clubs import fitting
from skipper.press.reading.lists import lists
from skipper.press.reading.people import People
from skipper.press.reading.units import ClubName, Entity, Sentence, Unit
from skipper.press.vocabulary import Club, Vocabulary

Place = tuple[int, int]


@dataclass(frozen=True)
class Focus:
    """What is in force as a sentence begins: whom `he` means, the year last named in its passage, and where each is."""

    he: Entity | None = None
    he_place: Place = (0, 0)
    year: int | None = None
    year_place: Place = (0, 0)


@dataclass(frozen=True)
class Context:
    """A document as its claims are read: immutable. `focus` has an entry per sentence."""

    report: Report
    vocabulary: Vocabulary
    sentences: tuple[Sentence, ...]
    people: People
    focus: Mapping[int, Focus] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    mentions: Mapping[str, int] = field(default_factory=dict)
    in_full: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, Place] = field(default_factory=dict)

    @property
    def now(self) -> int | None:
        """The year of the report's date."""
        return self.report.date.year if self.report.date else None

    def clubs(self, name: ClubName, season: int | None) -> tuple[Club, ...]:
        """Return the clubs that a name can mean in a season, the likeliest first."""
        return fitting(name, season, self.known, self.now)

    def club_of(self, person: Entity, season: int | None, sentence: int) -> tuple[ClubName, Place] | None:
        """Return the one club that the person managed in the season by the vocabulary's terms, where the document names
        it: in the sentence of that number if it does, else first.

        Without a season, the one that the person managed in all seasons up to the report's.
        """
        first, last = (season, season) if season is not None else (0, self.now or 9999)
        terms = [term for one in person.people for term in one.terms if term.role == "manager"]
        codes = {term.club for term in terms if term.first <= last and first <= term.last}
        if len(codes) != 1 or len(person.people) != 1:
            return None
        ordered = sorted(self.sentences, key=lambda one: one.number != sentence)
        units = (unit for one in ordered for unit in one.units)
        named = (unit for unit in units if unit.key in ("{club}", "{club's}") and len(unit.value) == 1)
        return next(((unit.value[0], (unit.start, unit.end)) for unit in named if codes & unit.value[0].ids), None)

    def manager_of(self, club: ClubName, season: int) -> tuple[Entity, Place] | None:
        """Return who managed the club: by the vocabulary's terms the only manager of the season, if the document names
        him."""
        codes = {span.id for span in self.clubs(club, season) if span.is_major}
        ran = [person.id for code in codes for person in self.vocabulary.managers_of(code, season)]
        named = self.people.by_name.values()
        found = [entity for entity in named if any(person.id in ran for person in entity.people)]
        one = len(codes) == len(ran) == len(found) == 1
        return (found[0], self.named[found[0].name]) if one else None


def begun(report: Report, vocabulary: Vocabulary, sentences: tuple[Sentence, ...], people: People) -> Context:
    """Return the context of a document: what each sentence inherits from those before it."""
    known = frozenset(
        id
        for sentence in sentences
        for unit in sentence.units
        if unit.key in ("{club}", "{club's}")
        for name in unit.value
        if name.form == "full" or len(name.ids) == 1
        for id in name.ids
    )
    in_full = {
        span.id: name.words
        for sentence in sentences
        for unit in sentence.units
        if unit.key in ("{club}", "{club's}")
        for name in unit.value
        if name.form == "full"
        for span in name.spans
        if span.id and not span.is_major
    }
    mentions = Counter(
        unit.value.name for sentence in sentences for unit in sentence.units if unit.key in ("{person}", "{person's}")
    )
    topic = max(mentions, key=lambda name: mentions[name], default=None)
    return Context(
        report,
        vocabulary,
        sentences,
        people,
        focus=_focus(report, sentences, topic),
        known=known,
        mentions=mentions,
        in_full=in_full,
        named={
            unit.value.name: (unit.start, unit.end)
            for sentence in reversed(sentences)
            for unit in reversed(sentence.units)
            if unit.key in ("{person}", "{person's}")
        },
    )


def _focus(report: Report, sentences: Sequence[Sentence], topic: str | None) -> dict[int, Focus]:
    found: dict[int, Focus] = {}
    current, passage = Focus(), -1
    starts = [one.start for one in report.passages]
    for sentence in sentences:
        own = bisect_right(starts, sentence.start) - 1
        if own != passage:
            he = current.he if current.he is not None and current.he.name == topic else None
            current, passage = replace(current, year=None, he=he), own
        found[sentence.number] = current
        current = _after(current, sentence, topic)
    return found


def _after(current: Focus, sentence: Sentence, topic: str | None) -> Focus:
    """Return what the next sentence inherits: the subject, and the last year named.

    After a sentence about others than the person whom the document names most, `he` means nobody for certain.
    """
    subject = _opener(sentence)
    spoken = {unit.key for unit in sentence.units if not unit.quoted}
    named = {unit.value.name for unit in sentence.units if unit.key in ("{person}", "{person's}") and not unit.quoted}
    if subject is not None and subject.key in ("{he}", "{his}", "{him}"):
        pass
    elif subject is not None and subject.value.name != topic and _speaks_of_another(spoken):
        current = replace(current, he=None)
    elif subject is not None and (subject.value.name == topic or len(named) == 1 or _acts(sentence, subject)):
        current = replace(current, he=subject.value, he_place=(subject.start, subject.end))
    elif named - {current.he.name if current.he else ""}:
        current = replace(current, he=None)
    for unit in sentence.units:
        if unit.key == "{time}" and not unit.quoted and len(unit.value.seasons) == 1:
            current = replace(current, year=unit.value.seasons[0], year_place=(unit.start, unit.end))
        elif unit.key in ("{club}", "{club's}") and unit.value[0].season is not None:
            current = replace(current, year=unit.value[0].season, year_place=(unit.start, unit.end))
    return current


def _speaks_of_another(keys: set[str]) -> bool:
    """Return whether a sentence's pronoun may be another than its subject: Smith followed him, Smith said that he would
    go."""
    return "{him}" in keys or ("{he}" in keys and not keys.isdisjoint(lists().words["say"]))


def _opener(sentence: Sentence) -> Unit | None:
    """Return the first person, named or not, outside a quotation."""
    people = ("{person}", "{person's}", "{he}", "{his}", "{him}")
    return next((unit for unit in sentence.units if unit.key in people and not unit.quoted), None)


def _acts(sentence: Sentence, person: Unit) -> bool:
    """Return whether a person stands before the sentence's first verb."""
    before = sentence.units[: sentence.units.index(person)]
    return person.key == "{person}" and not any(unit.key in lists().words["verb"] for unit in before)
