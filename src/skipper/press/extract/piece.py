"""What a piece has said so far, and how a claim is made of what its clauses say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from skipper.press.claim import Claim, Link, Report
from skipper.press.extract import clubs
from skipper.press.extract.clauses import Clause
from skipper.press.extract.names import NameFinder
from skipper.press.extract.numbers import MONTHS
from skipper.press.extract.units import Act, ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, when
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Club, Person, Vocabulary

_DUGOUT = frozenset(["record", "stint", "appointment", "departure", "award", "contract", "discipline"])


@dataclass(eq=False)
class Piece:
    """A report being read. `subject` is the last person spoken of, `post` the last club or organization of each
    and `since` the year in which he came to it, where it is told; `hired` are those of whom it is told that they were,
    `left` the year in which each was let go, and `employer` the club that did it first."""

    report: Report
    vocabulary: Vocabulary
    names: NameFinder
    season: int | None = None
    subject: Entity | None = None
    club: ClubName | None = None
    year: int | None = None
    post: dict[str, ClubName] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)
    hired: set[str] = field(default_factory=set)
    left: dict[str, int] = field(default_factory=dict)
    employer: dict[str, ClubName] = field(default_factory=dict)
    farm: set[str] = field(default_factory=set)
    farm_names: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)
    consumed: set[int] = field(default_factory=set)
    vacancy: ClubName | None = None
    passage: int = -1
    year_passage: int = -1
    claims: list[Claim] = field(default_factory=list)

    def is_farm(self, name: ClubName, person: Entity) -> bool:
        """Whether the piece speaks of the organization's minor leagues, and not of its manager's post for this man."""
        if person is not self.names.topic:
            return False
        ids = {span.id for span in name.spans}
        own = self.post.get(person.name)
        at_top = own is not None and not own.as_organization and bool(ids & {span.id for span in own.spans})
        return bool(ids & self.farm) and not at_top and any(span.is_major for span in name.spans)

    def when(self, clause: Clause, verb: Unit) -> When:
        """The time that stands with the verb; "that year" is the last year named."""
        found = when(clause, verb, self.report.date, self.season)
        if found is NEVER and clause.opener == "when" and clause.previous is not None:
            found = when(clause.previous, clause.previous.units[0], self.report.date, self.season)
        moved_on = any(unit.low in ("then", "later", "next") for unit in clause.units)
        if found is NEVER and clause.opener in ("and", ",", "resume") and not moved_on:
            found = self._at_the_head(clause)
        if found.act and found.act.season is None and self.report.date is None:
            found = self._within_story(found)
        if found.act and "that" in found.act.words and self.year:
            return When(found.units, (self.year,), whole="season" in found.act.words)
        return found

    def _at_the_head(self, clause: Clause) -> When:
        """In 1989, he did this and was named that: the time with which the sentence begins."""
        head = clause.sentence.units[:2]
        if len(head) < 2 or head[0].low != "in" or head[1].kind not in ("year", "date"):
            return NEVER
        first = Clause(clause.sentence, 0, 2, "")
        return when(first, head[0], self.report.date, self.season)

    def _within_story(self, found: When) -> When:
        """A month without a year, after a year named in the same paragraph, is of that year."""
        month = next((n for name, n in MONTHS.items() if f" {name}" in f" {found.act.words.lower()}"), None)  # type: ignore[union-attr]
        relative = any(word in found.act.words for word in ("last", "next", "this"))  # type: ignore[union-attr]
        if month is None or relative or self.year is None or self.year_passage != self.passage:
            return found
        return When(found.units, act=Act(f"{self.year}-{month:02}", self.year))

    def clubs_of(self, name: ClubName, season: int | None) -> tuple[Club, ...]:
        """The clubs that the name can mean, the likeliest first; the topic's career tells namesakes apart."""
        topic = self.names.topic
        years = [
            year
            for one in (topic.people if topic and len(topic.people) == 1 else ())
            for span in (one.played, one.managed)
            if span
            for year in span
        ]
        career = (min(years), max(years)) if years else None
        now = self.report.date.year if self.report.date else self.season
        return clubs.fitting(name, season, self.named, self.farm_names, now, career)

    def organization_of(self, name: ClubName, season: int | None) -> ClubName:
        """The organization that a minor club is of, where the lists know it; of any other the name itself."""
        best = self.clubs_of(name, season)[0]
        if best.is_major or best.organization is None:
            return name
        spans = tuple(span for span in self.vocabulary.clubs if span.name == best.organization)
        return ClubName(name.words, "full", spans, season, as_organization=True) if spans else name

    def show(self, name: ClubName, season: int | None = None) -> str:
        """The club's name as a claim gives it."""
        return clubs.shown(name, self.clubs_of(name, season)[0])

    def level(self, name: ClubName | None, season: int | None, stated: str | None) -> str | None:
        """The level's code: the club's that season, else what the stated level says."""
        if name is not None and not name.as_organization:
            best = self.clubs_of(name, season)[0]
            code = lexicon().levels.get((stated or "").lower())
            ever = {span.level for span in name.spans if span.id == best.id}
            if best.level is not None and (season or name.season or len(ever) == 1 or best.level == code):
                return best.level
        return lexicon().levels.get((stated or "").lower()) or None

    def add(
        self,
        clause: Clause,
        type: str,
        fields: dict[str, Any],
        person: Entity,
        trigger: Unit,
        used: Iterable[Unit] = (),
        named: Iterable[tuple[str, ClubName, int | None]] = (),
        **marks: bool,
    ) -> None:
        """Keep a claim. `used` are the units that say it beside the trigger, `named` its clubs by field."""
        if not clause.asserts(trigger) or clause.sentence.is_question:
            return
        whom = "player" if type == "usage" else "person"
        given = {whom: person.name, **{name: value for name, value in fields.items() if value not in (None, [], ())}}
        units = [trigger, *used, *(one for one in (clause.units[0],) if clause.sentence is not None)]
        start, end = self._span(clause, units)
        links = [self._person_link(whom, person, type, given), *(self._club_link(*one) for one in named)]
        claim = Claim(
            self.report.name,
            type,
            given,
            start,
            end,
            self.report.text[start:end],
            () if type == "age" else clause.sayers,
            clause.hedged or marks.get("hedged", False),
            clause.denied(trigger) and type not in ("tally",) and not marks.get("affirmed", False),
            marks.get("text_disputes", False),
            tuple(links),
        )
        self._keep(claim)

    def _span(self, clause: Clause, units: list[Unit]) -> tuple[int, int]:
        """From the first to the last word that says it, at least the clause without its closing stop."""
        last = [unit for unit in clause.units if unit.kind != "punct"] or clause.units
        return min(unit.start for unit in units), max([last[-1].end, *(unit.end for unit in units)])

    def _keep(self, claim: Claim) -> None:
        """A claim that repeats another of the report, or says less of the same, is left out."""
        for place, other in enumerate(self.claims):
            if other.type == claim.type and _marks(other) == _marks(claim):
                if _within(claim.fields, other.fields):
                    return
                if _within(other.fields, claim.fields):
                    self.claims[place] = claim
                    return
        self.claims.append(claim)

    def _club_link(self, field: str, name: ClubName, season: int | None) -> Link:
        return clubs.link(field, name, self.clubs_of(name, season))

    def _person_link(self, field: str, person: Entity, type: str, given: dict[str, Any]) -> Link:
        fit = person.people
        if len(fit) > 1 and type in _DUGOUT and field == "person":
            fit = tuple(one for one in fit if one.managed) or fit
        if len(fit) > 1:
            fit = tuple(one for one in fit if _alive(one, given)) or fit
        if (len(fit) > 1 and given.get("role") == "manager") or type == "departure":
            fit = tuple(one for one in fit if _in_charge(one, given)) or fit
        ids = tuple(one.id for one in fit)
        return Link(field, person.name, person.name, ids[0] if len(ids) == 1 else None, ids if len(ids) > 1 else ())

    def person_in(self, unit: Unit, clause: Clause) -> Entity | None:
        """Whom a unit means: a name's bearer; of a pronoun somebody other than the clause's subject."""
        if unit.kind == "person":
            return unit.value
        if unit.kind != "pronoun":
            return None
        if unit.low in ("his", "her", "he", "she"):
            return clause.subject or self.subject or self.names.topic
        for other in (self.subject, self.names.topic):
            if other is not None and other is not clause.subject:
                return other
        return None


def _in_charge(person: Person, given: dict[str, Any]) -> bool:
    """Whether the claim's year is among those from his first to his last season as a manager."""
    year = year_of(given)
    return year is None or person.managed is None or person.managed[0] - 1 <= year <= person.managed[1] + 1


def _alive(person: Person, given: dict[str, Any]) -> bool:
    """Whether he was between 15 and 95 years old in the claim's first season or year, if it names one."""
    year = year_of(given)
    return year is None or person.birth is None or 15 <= year - person.birth.year <= 95


def year_of(given: Mapping[str, Any]) -> int | None:
    """The first season or year that a claim names; null where it names none."""
    year = (
        next(iter(given.get("seasons") or ()), None)
        or given.get("year")
        or given.get("from")
        or given.get("for_season")
    )
    if year is None and str(given.get("date_of_act", ""))[:4].isdigit():
        year = int(str(given["date_of_act"])[:4])
    return year


def _marks(claim: Claim) -> tuple[Any, ...]:
    who = claim.fields.get("person") or claim.fields.get("player")
    return who, claim.attributed_to, claim.denied, claim.hedged


def _within(less: Any, more: Any) -> bool:
    return all(more.get(name) == value for name, value in less.items())
