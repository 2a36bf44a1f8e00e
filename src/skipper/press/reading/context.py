"""What a document says of who, which club and which season is in force: found once, before its claims."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from skipper.press.claim import Report
from skipper.press.reading.clubs import fitting
from skipper.press.reading.lists import lists
from skipper.press.reading.people import People
from skipper.press.reading.units import ClubName, Entity, Sentence, Unit
from skipper.press.vocabulary import Club, Vocabulary

Place = tuple[int, int]


@dataclass(frozen=True)
class Office:
    """That somebody manages, or managed, a club, as a sentence's own words say; `former` where they say it is over,
    `new` where they say that it begins.

    `place` is where the club's words stand, `named` where the person's do.
    """

    person: Entity
    club: ClubName
    sentence: int
    place: Place
    named: Place
    former: bool = False
    new: bool = False


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
    offices: tuple[Office, ...] = ()
    focus: Mapping[int, Focus] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    mentions: Mapping[str, int] = field(default_factory=dict)
    in_full: Mapping[str, str] = field(default_factory=dict)
    named: Mapping[str, Place] = field(default_factory=dict)

    @cached_property
    def held_by(self) -> Mapping[str, tuple[Office, ...]]:
        """The posts by the name of the person who holds them."""
        found: dict[str, list[Office]] = {}
        for office in self.offices:
            found.setdefault(office.person.name, []).append(office)
        return {name: tuple(own) for name, own in found.items()}

    @property
    def now(self) -> int | None:
        """The year of the report's date."""
        return self.report.date.year if self.report.date else None

    def clubs(self, name: ClubName, season: int | None) -> tuple[Club, ...]:
        """The clubs that a name can mean in a season, the likeliest first."""
        return fitting(name, season, self.known, self.now)

    def office_of(self, person: Entity, before: int) -> Office | None:
        """The post of the person, where the document speaks of one club alone or of one up to that sentence."""
        own = self.held_by.get(person.name, ())
        if len(_clubs_of(own)) > 1:
            own = tuple(office for office in own if office.sentence == before) or tuple(
                office for office in own if not office.former
            )
        return own[0] if own and len(_clubs_of(own)) == 1 else None

    def is_only(self, office: Office) -> bool:
        """Whether the document tells of no other club of the office's holder."""
        return len(_clubs_of(self.held_by.get(office.person.name, ()))) <= 1

    def manager_of(self, club: ClubName, season: int | None = None) -> Office | None:
        """Who manages the club: by the vocabulary's terms the only one of the season, else by the document's words.

        By its words it is one alone, or of several the one whom it names most, if it does not tell far more of somebody
        else; nobody where his post only begins: what the club did before is not his.
        """
        known = self._known_manager(club, season) if season is not None else None
        if known is not None:
            return known
        own = [office for office in self.offices if not office.club.ids.isdisjoint(club.ids)]
        if any(office.new for office in own):
            return None
        named = Counter({office.person.name: self.mentions.get(office.person.name, 0) for office in own})
        if not named:
            return None
        (first, most), *others = named.most_common(2)
        if (others and others[0][1] * 2 > most) or most * 2 < max(self.mentions.values()):
            return None
        return next(office for office in own if office.person.name == first)

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

    def _known_manager(self, club: ClubName, season: int) -> Office | None:
        codes = {span.id for span in self.clubs(club, season) if span.is_major}
        ran = [person.id for code in codes for person in self.vocabulary.managers_of(code, season)]
        named = self.people.by_name.values()
        found = [entity for entity in named if any(person.id in ran for person in entity.people)]
        if len(codes) != 1 or len(ran) != 1 or len(found) != 1:
            return None
        place = self.named[found[0].name]
        return Office(found[0], club, 0, place, place)


def _clubs_of(offices: Iterable[Office]) -> set[frozenset[str]]:
    return {office.club.ids for office in offices}


def begun(report: Report, vocabulary: Vocabulary, sentences: tuple[Sentence, ...], people: People) -> Context:
    """The context of a document before its posts are known: what each sentence inherits from those before it."""
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


def with_offices(context: Context, offices: Sequence[Office]) -> Context:
    """The context with the posts that the document tells."""
    return replace(context, offices=tuple(offices))


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
    """What the next sentence inherits: the subject, and the last year named.

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
    """Whether a sentence's pronoun may be another than its subject: Smith followed him, Smith said that he would go."""
    return "{him}" in keys or ("{he}" in keys and not keys.isdisjoint(lists().words["say"]))


def _opener(sentence: Sentence) -> Unit | None:
    """The first person, named or not, outside a quotation."""
    people = ("{person}", "{person's}", "{he}", "{his}", "{him}")
    return next((unit for unit in sentence.units if unit.key in people and not unit.quoted), None)


def _acts(sentence: Sentence, person: Unit) -> bool:
    """Whether a person stands before the sentence's first verb."""
    before = sentence.units[: sentence.units.index(person)]
    return person.key == "{person}" and not any(unit.key in lists().words["verb"] for unit in before)


def subject_of(sentence: Sentence) -> Unit | None:
    """The person whom a sentence begins to tell of: the first named outside a quotation, unless `he` stands before."""
    for unit in sentence.units:
        if unit.quoted:
            continue
        if unit.key in ("{he}", "{his}"):
            return None
        if unit.key in ("{person}", "{person's}"):
            return unit
    return None
