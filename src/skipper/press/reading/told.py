"""From a match to a claim: its slots, the rest of its clause, and what the document has in force where it is silent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from skipper.press.claim import FIELDS, Claim, Link
from skipper.press.reading.clubs import link, shown
from skipper.press.reading.context import Context, Office, Place, subject_of
from skipper.press.reading.lists import lists
from skipper.press.reading.rules import Match
from skipper.press.reading.units import ClubName, Entity, Time, Unit

_ENDS = frozenset([";", "—", "--", ":", "but", "while", "although", "though", "because", '"', ".", "?", "!"])
_STOPS = _ENDS | {"who", "when", "where", "which", "before", "replacing", "succeeding", "whose", "as"}
_SUBJECTS = frozenset(["{he}", "{person}", "{his}", "they", "it", "we", "i", "{club}", "{time}", ","])
_ASIDES = frozenset(["since", "before", "after", "until", "when", "that", "if", "as"])


def _awards() -> frozenset[str]:
    return lists().words["award"]


_HE = frozenset(["{he}", "{him}", "{his}"])
_CLAUSES = frozenset([",", "and", "who", "but", "when", "until", "after", "before", "that", "to", "for", "with"])
_NAMED = frozenset(["{person}", "{person's}"])
_PREPOSITIONS = frozenset(["of", "for", "to", "over", "than", "from", "against", "behind", "like", "with", "under"])
_OF_A_CLUB = frozenset(["with", "for", "in", "at"])  # before the club that a count is of
_BEFORE_A_CLUB = frozenset(
    ["{record}", "{time}", "games", "seasons", "years", "summers", "season", "all", "and", ","]
)  # and before that word: what is counted, or a phrase's beginning
_LONGEST = 12  # characters before a name that hold a preposition
_PLURAL = frozenset(["clubs", "organizations"])
_BESIDE = frozenset(["organization", "level_stated", "league"])  # said of a club; not every type has them
_NEAR = 3  # sentences on from which a post that is told is still the one meant
_SPAN = 3  # commas within which a time behind a match still is its own


@dataclass(frozen=True)
class Part:
    """One field of a claim: its value, where its words stand, and the link of a name."""

    field: str
    value: Any
    place: Place
    link: Link | None = None


@dataclass(frozen=True)
class Told:
    """A match in its document."""

    match: Match
    context: Context

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of the sentence."""
        return self.match.sentence.units

    def slot(self, name: str) -> Unit | None:
        """The unit of a slot."""
        return self.match.slots.get(name)

    def clause(self) -> tuple[int, int]:
        """The units about the match up to the next break: a conjunction before a verb, a relative word, a stop."""
        first, last = self.match.first, self.match.last
        while first > 0 and not self._breaks(first - 1, _ENDS | {"who", "which", "when", "before", "where"}):
            first -= 1
        commas = 0
        while last < len(self.units) and not self._breaks(last, _STOPS) and commas < _SPAN:
            commas += self.units[last].key == ","
            last += 1
        return first, last

    def _breaks(self, place: int, stops: frozenset[str]) -> bool:
        key = self.units[place].key
        if key in stops:
            return True
        following = self.units[place + 1].key if place + 1 < len(self.units) else ""
        if key == "and":
            return following in lists().words["verb"] or following in _SUBJECTS
        return key == "," and following.endswith("ing")

    def says(self, name: str) -> bool:
        """Whether the clause has a word of a list, up to the end of the match."""
        first, _ = self.clause()
        return any(unit.key in lists().words[name] for unit in self.units[first : self.match.last])

    def entity(self, slot: str) -> tuple[Entity, Place] | None:
        """Whom a slot names, or `he` means there: a person named before in the sentence, else whom the last told of."""
        unit = self.slot(slot)
        if unit is None or (slot == "who" and self.is_object(unit)):
            return None
        if unit.key not in _HE:
            return unit.value, (unit.start, unit.end)
        before = self._named_before_he(unit)
        if before:
            alone = {one.value.name for one in before}
            return (before[0].value, (before[0].start, before[0].end)) if len(alone) == 1 else None
        focus = self.context.focus[self.match.sentence.number]
        return (focus.he, focus.he_place) if focus.he is not None else None

    def is_object(self, person: Unit) -> bool:
        """Whether a preposition has the person, whose phrase ends with the name: the son of X, 32; who pitched for X,
        was 20. Then what follows tells of somebody else."""
        text = self.context.report.text
        before = text[max(0, person.start - _LONGEST) : person.start].split()[-1:]
        behind = text[person.end : person.end + _LONGEST].lstrip()
        return before[0].lower() in _PREPOSITIONS and behind[:1] in (",", "(") if before and behind else False

    def _named_before_he(self, he: Unit) -> list[Unit]:
        """The people named before the sentence's first pronoun; not the subject of a verb whose object that is."""
        people = [one for one in self.units if one.start <= he.start and one.key in _NAMED | _HE and not one.quoted]
        first = next((place for place, one in enumerate(people) if one.key in _HE), 0)
        between = [one.key for one in self.units if people[first - 1].end <= one.start < people[first].start]
        if first and people[first].key == "{him}" and _CLAUSES.isdisjoint(between):
            return []
        return [one for one in people[:first] if not self.is_object(one)]

    def whom(self) -> tuple[Entity, Place] | None:
        """Whom the match tells of, by whichever slot it has for a person."""
        return next((found for slot in ("whom", "who", "person", "whose") if (found := self.entity(slot))), None)

    def award(self) -> Unit | None:
        """The award that the pattern has; `the award` or `it` is the one that the document names, where it is one."""
        if self.slot("award") is not None:
            return self.slot("award")
        named = [unit for sentence in self.context.sentences for unit in sentence.units if unit.key in _awards()]
        codes = {lists().code("award", unit.key) for unit in named}
        return named[0] if len(codes) == 1 else None

    def holder(self) -> tuple[Entity, Place] | None:
        """Whose club `they` or `the club` is: the one person whom the sentence names before, else whom `he` means."""
        before = [one for one in self.units[: self.match.first] if one.key in _NAMED and not one.quoted]
        if before:
            alone = {one.value.name for one in before}
            return (before[0].value, (before[0].start, before[0].end)) if len(alone) == 1 else None
        focus = self.context.focus[self.match.sentence.number]
        return (focus.he, focus.he_place) if focus.he is not None else None

    def person(self, slot: str = "who", field: str = "person") -> Part | None:
        """The field of a person."""
        found = self.entity(slot)
        return self.part_of(field, *found) if found is not None else None

    def part_of(self, field: str, entity: Entity, place: Place) -> Part:
        """A person's field, linked."""
        ids = tuple(person.id for person in entity.people)
        words = self.context.report.text[place[0] : place[1]]
        one = Link(field, words, entity.name, ids[0] if len(ids) == 1 else None, ids if len(ids) > 1 else ())
        return Part(field, entity.name, place, one)

    def clubs_named(self) -> list[Unit]:
        """The clubs of the match, and those of its clause up to a comma behind it: in 17 seasons with the Orioles."""
        own = self.slot("clubs")
        first, last = self.clause()
        stop = next((n for n in range(self.match.last, last) if self.units[n].key == ","), last)
        beside = [
            self.units[n]
            for n in range(first + 1, stop)
            if self.units[n].key == "{club}"
            and self.units[n - 1].key in _OF_A_CLUB
            and (n - 2 < first or self.units[n - 2].key in _BEFORE_A_CLUB)
        ]
        return beside if own is None else [own, *(one for one in beside if not own.start <= one.start < own.end)]

    def points_elsewhere(self) -> bool:
        """Whether the words behind the match leave its club to what was told before: he won 518 games here."""
        if self.slot("clubs") is not None:
            return False
        behind = self.units[self.match.last - 1 : self.match.last + 1]
        before = self.units[max(0, self.match.first - 1) : self.match.first]
        return any(unit.key in ("here", "there") for unit in behind) or any(unit.key == "where" for unit in before)

    def clubs(
        self, slot: str, season: int | None, field: str = "club", organization: str = "organization"
    ) -> list[Part]:
        """The fields of the club or clubs that a slot names: club, organization and stated level."""
        unit = self.slot(slot)
        return (
            self.clubs_of(unit.value, (unit.start, unit.end), season, field, organization) if unit is not None else []
        )

    def clubs_of(
        self, names: Sequence[ClubName], place: Place, season: int | None, field: str, organization: str
    ) -> list[Part]:
        """The fields of clubs as named: those, their level and their league. Empty where a field has several values."""
        parts = self._named(names, place, season, field, organization)
        for beside, values in (("level_stated", [n.level for n in names]), ("league", [n.league for n in names])):
            stated = next((value for value in values if value), None)
            if stated is not None and (beside not in _BESIDE or beside in FIELDS[self.match.rule.type]):
                parts.append(Part(beside, stated, place))
        single = [part for part in parts if part.link is not None and part.field not in _PLURAL]
        if any(len(part.value) > 1 for part in single):
            return [part for part in parts if part not in single] if field in _PLURAL else []
        return [replace(part, value=part.value[0]) if part in single else part for part in parts]

    def _named(
        self, names: Sequence[ClubName], place: Place, season: int | None, field: str, organization: str
    ) -> list[Part]:
        """The clubs and organizations of names, each a list of values with the first one's link."""
        found: dict[str, list[tuple[str, Link]]] = {}
        for name in names:
            for one, label in ((name, organization if name.organization else field), (name.parent, organization)):
                if one is not None and (one is name or field not in _PLURAL):
                    spans = self.context.clubs(one, season or name.season)
                    called = shown(one, spans[0], self.context.in_full)
                    found.setdefault(label, []).append((called, link(label, one, spans, called)))
        parts = [Part(label, [value for value, _ in each], place, each[0][1]) for label, each in found.items()]
        return [part for part in parts if part.field not in _BESIDE or part.field in FIELDS[self.match.rule.type]]

    def time(self) -> Time | None:
        """When, by the clause: the pattern's time, else what follows in the clause, else what the sentence begins with.

        Null if nothing says. Where words of time say no year that is known the shape is `vague`.
        """
        unit = self.time_unit()
        return self.resolved(unit.value) if unit is not None else None

    def time_unit(self) -> Unit | None:
        """The unit that says when."""
        own = self.slot("time")
        if own is not None:
            return own
        first, last = self.clause()
        inside = [unit for unit in self.units[self.match.first : last] if unit.key == "{time}"]
        if inside:
            return inside[0]
        before = [unit for unit in self.units[first : self.match.first] if unit.key == "{time}"]
        if before:
            return before[-1]
        earlier = [unit for unit in self.units[:first] if unit.key == "{time}" and not unit.quoted]
        opening = [unit for unit in earlier if unit in self.units[:3]]
        return opening[0] if opening else (earlier[0] if len(earlier) == 1 else None)

    def resolved(self, time: Time) -> Time:
        """A time with `that season` as the year in force."""
        if time.shape != "that":
            return time
        focus = self.context.focus[self.match.sentence.number]
        return Time("season", (focus.year,)) if focus.year is not None else Time("vague")

    def office(self, entity: Entity) -> Office | None:
        """The person's post at the sentence."""
        return self.context.office_of(entity, self.match.sentence.number)

    def post(self, entity: Entity, season: int | None, field: str = "club", near: int = _NEAR) -> list[Part]:
        """The fields of the club of a person's post, where the document tells of one; empty where it does not.

        `near` is how many sentences on it still is the one meant, where the document tells of others.
        """
        office = self.office(entity)
        if office is None:
            return []
        close = 0 <= self.match.sentence.number - office.sentence <= near
        if not close and (near < _NEAR or not self.context.is_only(office)):
            return []
        return self.clubs_of((office.club,), office.place, season, field, "organization")

    def post_then(self, entity: Entity, when: Sequence[Part], field: str = "club", counted: bool = False) -> list[Part]:
        """The fields of the club of a person's post in a season, or in those `counted`: by the vocabulary's terms, else
        by the document."""
        season = when[0].value[0] if when else None
        named = (
            self.context.club_of(entity, season, self.match.sentence.number) if season is not None or counted else None
        )
        if named is not None:
            return self.clubs_of((named[0],), named[1], season, field, "organization")
        return self.post(entity, season, field, near=1)

    def season_with(self, entity: Entity, names: Sequence[ClubName]) -> int | None:
        """The first season that the vocabulary's terms have the person with one of the clubs; null without any."""
        ids = frozenset(one for name in names for one in name.ids)
        return min((term.first for one in entity.people for term in one.terms if term.club in ids), default=None)

    def season(self, time: Time | None) -> int | None:
        """The season that tells which club a name means."""
        if time is None:
            return None
        return time.seasons[0] if time.seasons else time.first or time.last

    def is_aside(self) -> bool:
        """Whether the match only dates something else: since the Cubs hired him, before he resigned."""
        before = [unit.key for unit in self.units[max(0, self.match.first - 1) : self.match.first]]
        return bool(before) and before[0] in _ASIDES and self.slot("time") is None and self.time() is None

    def subject(self) -> Unit | None:
        """The person whom the sentence begins to tell of."""
        return subject_of(self.match.sentence)


def time_place(told: Told) -> Place:
    """Where the words that say when stand: of `that season`, where its year does."""
    unit = told.time_unit()
    if unit is None:
        return (0, 0)
    if unit.value.shape == "that":
        return told.context.focus[told.match.sentence.number].year_place
    return unit.start, unit.end


def seasons(told: Told, time: Time | None, several: bool = True) -> list[Part] | None:
    """The seasons of a time; null if words of time say none that is known, empty where there are no such words."""
    if time is None:
        return []
    if time.shape in ("in", "season") or (time.shape in ("day", "weekday", "near", "after", "for") and time.seasons):
        return [Part("seasons", list(time.seasons), time_place(told))] if several or len(time.seasons) == 1 else None
    if time.shape == "span" and time.first and time.last and time.last - time.first < 30:
        return [Part("seasons", list(range(time.first, time.last + 1)), time_place(told))]
    return None


def claim_of(told: Told, kind: str, parts: Iterable[Part], marks: Mapping[str, Any]) -> Claim:
    """The claim of the parts: its span from the first to the last of those that stand in the sentence."""
    sentence, units = told.match.sentence, told.units[told.match.first : told.match.last]
    listed = list(parts)
    within = [part.place for part in listed if sentence.start <= part.place[0] and part.place[1] <= sentence.end]
    start = min([*(unit.start for unit in units), *(place[0] for place in within)])
    end = max([*(unit.end for unit in units), *(place[1] for place in within)])
    cited = {part.field: part.place for part in listed if part.place not in within}
    report = told.context.report
    return Claim(
        report.name,
        kind,
        {part.field: part.value for part in listed},
        start,
        end,
        report.text[start:end],
        links=tuple(part.link for part in listed if part.link is not None),
        cited=cited,
        **marks,
    )
