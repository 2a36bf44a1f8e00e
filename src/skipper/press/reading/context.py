"""What a document says of who, which club and which season is in force: found once, before its claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from skipper.press.claim import Report
from skipper.press.reading.clubs import fitting
from skipper.press.reading.lists import lists
from skipper.press.reading.people import People
from skipper.press.reading.units import ClubName, Entity, Sentence, Unit
from skipper.press.vocabulary import Club, Vocabulary

Place = tuple[int, int]
_JUST = 1  # sentences back from which a post is the one meant, of several
_TWICE = 1.4  # times as often as anybody else the one of whom a document tells is named


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
    first: int | None = None
    last: int | None = None

    def covers(self, season: int | None) -> bool:
        """Whether the post can be of a season: nothing that is told of its bounds is against it."""
        return season is None or ((self.first or season) <= season <= (self.last or season))


@dataclass(frozen=True)
class Focus:
    """What is in force as a sentence begins: whom `he` means, the last such person who has a post of managing, which
    club `they` means, the year last named in the passage, and where the words of each stand."""

    he: Entity | None = None
    he_place: Place = (0, 0)
    manager: Entity | None = None
    manager_place: Place = (0, 0)
    club: ClubName | None = None
    club_place: Place = (0, 0)
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
    topic: str | None = None
    known: frozenset[str] = frozenset()
    mentions: Mapping[str, int] = field(default_factory=dict)
    in_full: Mapping[str, str] = field(default_factory=dict)

    @property
    def now(self) -> int | None:
        """The year of the report's date."""
        return self.report.date.year if self.report.date else None

    def clubs(self, name: ClubName, season: int | None) -> tuple[Club, ...]:
        """The clubs that a name can mean in a season, the likeliest first."""
        return fitting(name, season, self.known, self.now)

    def office_of(self, person: Entity, before: int, season: int | None = None) -> Office | None:
        """The post of the person in a season: the only one that is told; of several the one just told."""
        own = [one for one in self.offices if one.person is person and one.covers(season)]
        own = [one for one in own if season is not None and (one.first or one.last)] or own
        near = [one for one in own if before - _JUST <= one.sentence <= before]
        if len({one.club.ids for one in own}) > 1:
            return near[-1] if near else None
        return own[0] if own else None

    def holder(self, club: ClubName, person: Entity) -> Office | None:
        """Who else has the club's post, of two people the one whose it is; null where the person has it, or several."""
        own = {one.person.name: one for one in self.offices if not one.club.ids.isdisjoint(club.ids)}
        return next(iter(own.values())) if len(own) == 1 and person.name not in own else None

    def manager_of(self, club: ClubName, before: int, season: int | None = None) -> Office | None:
        """Who manages the club in a season by the document's words: one alone, else whom `he` means there.

        Not whose post only begins then: what the club did before is not that manager's.
        """
        own = [one for one in self.offices if not one.club.ids.isdisjoint(club.ids) and one.covers(season)]
        own = [one for one in own if not one.new or (season is not None and one.first is not None and one.first < season)]
        dated = [one for one in own if season is not None and (one.first or one.last)]
        named = {one.person.name: one for one in dated or own}
        if len(named) == 1:
            return next(iter(named.values()))
        he = self.focus[before].manager
        return named.get(he.name) if he is not None else None

    def club_in_force(self, before: int, season: int | None) -> tuple[ClubName, Place] | None:
        """The club that `they` means: the last named, if somebody manages it here, else that of who is in focus."""
        focus = self.focus[before]
        if focus.club is not None and any(not one.club.ids.isdisjoint(focus.club.ids) for one in self.offices):
            return focus.club, focus.club_place
        office = self.office_of(focus.manager, before, season) if focus.manager is not None else None
        if office is not None:
            return office.club, office.place
        return self.own_club or ((focus.club, focus.club_place) if focus.club is not None else None)

    @cached_property
    def own_club(self) -> tuple[ClubName, Place] | None:
        """The club of which the document tells: named twice as often as any other; null where there is none."""
        named: dict[frozenset[str], list[Unit]] = {}
        for sentence in self.sentences:
            for unit in sentence.units:
                if unit.key in CLUBS and len(unit.value) == 1:
                    same = next((ids for ids in named if not ids.isdisjoint(unit.value[0].ids)), unit.value[0].ids)
                    named.setdefault(same, []).append(unit)
        most = sorted(named.values(), key=len, reverse=True)[:2]
        if not most or (len(most) > 1 and len(most[0]) < _TWICE * len(most[1])):
            return None
        unit = next((one for one in most[0] if one.value[0].form != "place"), most[0][0])
        return unit.value[0], (unit.start, unit.end)


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
    topic = _topic(mentions)
    return Context(
        report,
        vocabulary,
        sentences,
        people,
        topic=topic,
        focus=_focus(report, sentences, topic, frozenset()),
        known=known,
        mentions=mentions,
        in_full=in_full,
    )


def _topic(mentions: Mapping[str, int]) -> str | None:
    """Whom the document tells of: the person whom it names most, twice as often as any other; else nobody."""
    most = sorted(mentions, key=lambda name: -mentions[name])[:2]
    if not most or (len(most) > 1 and mentions[most[0]] < _TWICE * mentions[most[1]]):
        return None
    return most[0]


def with_offices(context: Context, offices: Sequence[Office]) -> Context:
    """The context with the posts that the document tells."""
    managers = frozenset(office.person.name for office in offices)
    focus = _focus(context.report, context.sentences, context.topic, managers)
    return replace(context, offices=tuple(offices), focus=focus)


def _focus(
    report: Report, sentences: Sequence[Sentence], topic: str | None, managers: Collection[str]
) -> dict[int, Focus]:
    found: dict[int, Focus] = {}
    current, passage = Focus(), -1
    for sentence in sentences:
        own = next((n for n, one in enumerate(report.passages) if one.start <= sentence.start < one.end), -1)
        if own != passage:
            current, passage = replace(current, year=None), own
        found[sentence.number] = current
        current = _after(current, sentence, topic)
        if current.he is not None and current.he.name in managers:
            current = replace(current, manager=current.he, manager_place=current.he_place)
    return found


def _after(current: Focus, sentence: Sentence, topic: str | None) -> Focus:
    """What the next sentence inherits: the person and the club that this one tells of, and the last year named."""
    subject = subject_of(sentence)
    guest = subject is not None and subject.key in NAMED and topic is not None and subject.value.name != topic
    if guest:
        pass
    elif subject is not None and subject.key in NAMED:
        current = replace(current, he=subject.value, he_place=(subject.start, subject.end))
    elif subject is None:
        named = {unit.value.name: unit for unit in sentence.units if unit.key in NAMED and not unit.quoted}
        one = named.get(topic or "") or (next(iter(named.values())) if len(named) == 1 else None)
        if one is not None:
            current = replace(current, he=one.value, he_place=(one.start, one.end))
    for unit in sentence.units:
        if unit.key == "{time}" and not unit.quoted and len(unit.value.seasons) == 1:
            current = replace(current, year=unit.value.seasons[0], year_place=(unit.start, unit.end))
        elif unit.key in CLUBS and not unit.quoted:
            name = unit.value[0]
            if len(unit.value) == 1 and not (name.form == "place" and unit.text.isupper()):  # a dateline
                current = replace(current, club=name, club_place=(unit.start, unit.end))
            if name.season is not None:
                current = replace(current, year=name.season, year_place=(unit.start, unit.end))
    return current


NAMED = frozenset(["{person}", "{person's}"])
CLUBS = frozenset(["{club}", "{club's}"])
_HE = frozenset(["{he}", "{his}"])
_OBJECT = frozenset(
    ["by", "with", "to", "for", "of", "from", "under", "than", "behind", "over", "at", "in", "on", "against", "about"]
    + ["like", "including", "between", "among", "{him}", "replacing", "succeeding"]
)


def is_subject(units: Sequence[Unit], place: int) -> bool:
    """Whether a name or pronoun stands as the subject of its clause: behind no preposition and no verb."""
    while place and (units[place - 1].key in lists().words["role"] or units[place - 1].key in lists().words["office"]):
        place -= 1
    before = units[place - 1].key if place else ""
    words = lists().words
    return not (before in _OBJECT or any(before in words[name] for name in ("verb", "fires", "hires", "takes_over_for")))


def subject_of(sentence: Sentence, until: int | None = None) -> Unit | None:
    """The person of whom a sentence tells, or `he`: the first that stands as a subject outside a quotation."""
    for place, unit in enumerate(sentence.units[:until]):
        if not unit.quoted and (unit.key in NAMED or unit.key in _HE) and is_subject(sentence.units, place):
            return unit
    return None
