"""What a piece has said so far, and how a claim is made of what its clauses say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import re2

from skipper.press.claim import Claim, Link
from skipper.press.extract import clubs
from skipper.press.extract.careers import COMPARED, Careers
from skipper.press.extract.clauses import Clause
from skipper.press.extract.names import NameFinder
from skipper.press.extract.season_words import season_words
from skipper.press.extract.story import Story
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.vacancies import Vacancies
from skipper.press.lexicon import lexicon
from skipper.press.vocabulary import Club, Vocabulary

# When Montreal fired you, did you expect to work again? Only the rest is asked.
_PRESUPPOSED = frozenset(["when", "after", "before", "since"])
# `, and financial problems`, `whom they hired`: what joins a clause to the one before says nothing of its own.
_JOINS = re2.compile(r"(?i)(?:[\s,;:\x{2013}\x{2014}]+|--?\s+|(?:and|but|whom|who)\s+)+")
_LEAD = 2  # the last paragraph of a piece without a date that tells its news, and not what was once


@dataclass(eq=False, kw_only=True)
class Piece(Story):
    """A report being read. `subject` is the last person spoken of, `club` the last club, `year` the last year told.

    `foretold` is what an earlier reading of the whole report has told of careers; `wanting` whether this one has looked
    for a post that was not told before. `mentioned` are the people named so far, the last one last, and `before` is of
    whom the sentence before spoke, `prize` the title told last. `drafted` is by which club each was drafted; `in_full`
    the names of minor clubs, by id, that the piece has written out; `news_club` the club whose post the day's news is
    of. `quoted` is who says a sentence within a longer quotation, by its `id`; `offices` the clubs that people run;
    `skippers` who is called the manager somewhere in it; `heading` the club that heads the paragraph. `quoting` is whom
    this sentence quotes, `turns` who speaks in which passage of a conversation that says so. `staff` is the club that
    heads the lines of one, `lined` the manager of these lines.
    """

    vocabulary: Vocabulary
    names: NameFinder
    subject: Entity | None = None
    club: ClubName | None = None
    home: ClubName | None = None
    heading: ClubName | None = None
    league: Unit | None = None
    prize: str | None = None
    careers: Careers = field(default_factory=Careers)
    foretold: Careers = field(default_factory=Careers)
    wanting: bool = False
    drafted: dict[str, ClubName] = field(default_factory=dict)
    before: Entity | None = None
    mentioned: list[Entity] = field(default_factory=list)
    farm: set[str] = field(default_factory=set)
    farm_names: set[str] = field(default_factory=set)
    news_club: ClubName | None = None
    named: set[str] = field(default_factory=set)
    in_full: dict[str, str] = field(default_factory=dict)
    nicknamed: set[Club] = field(default_factory=set)
    consumed: set[int] = field(default_factory=set)
    vacancies: Vacancies = field(default_factory=Vacancies)
    club_passage: int = -1
    begins: bool = False
    answers: frozenset[int] = frozenset()
    quoted: Mapping[int, str] = field(default_factory=dict)
    quoting: Entity | None = None
    staff: ClubName | None = None
    lined: Entity | None = None
    turns: Mapping[int, Entity] = field(default_factory=dict)
    offices: Mapping[str, ClubName] = field(default_factory=dict)
    skippers: tuple[Entity, ...] = ()
    interviewed: Entity | None = None
    claims: list[Claim] = field(default_factory=list)

    @property
    def recent(self) -> list[Claim]:
        """The last claims: as many as a new sentence is compared with."""
        return self.claims[-COMPARED:]

    @property
    def speaker(self) -> Entity | None:
        """Who says `I` in this passage: whom the piece interviews; null where nobody answers."""
        return self.interviewed if self.passage in self.answers else self.turns.get(self.passage)

    @property
    def first_person(self) -> Entity | None:
        """Who says `I` in this sentence: the speaker of the passage, else of its quotation; null where it has none."""
        return self.speaker or self.quoting

    @property
    def asked(self) -> Entity | None:
        """Whom `you` means in a question of an interview; null elsewhere."""
        return self.interviewed if self.answers and self.passage not in self.answers else None

    def is_farm(self, name: ClubName, person: Entity) -> bool:
        """Whether the piece speaks of the organization's minor leagues, and not of its manager's post for this man."""
        if person is not self.names.topic:
            return False
        ids = {span.id for span in name.spans}
        own = self.careers.post(person)
        at_top = own is not None and not own.as_organization and bool(ids & {span.id for span in own.spans})
        at_top = at_top or self.led(person, name)
        return bool(ids & self.farm) and not at_top and any(span.is_major for span in name.spans)

    def led(self, person: Entity, name: ClubName) -> bool:
        """Whether the piece has told his record with the major club itself."""
        names = {span.name for span in name.spans if span.is_major}
        own = [one.fields for one in self.recent if one.fields.get("person") == person.name and one.type == "record"]
        return any(names.intersection(one.get("clubs", ())) for one in own)

    def open_post(self, name: ClubName, person: Entity, year: int | None) -> None:
        """He left or was given the club's post, in a year where it is told: the day's news where it is of this year."""
        self.vacancies.tell(name, person)
        today = self.report.date
        of_today = year in (None, today.year) if today is not None else year is None and self.passage <= _LEAD
        if self.news_club is None and of_today:
            self.news_club = name

    def vacancy(self, person: Entity) -> ClubName | None:
        """The post last told to have been left or filled by another man, and not by this one."""
        return self.vacancies.last_for(person)

    def next_item(self) -> None:
        """An item of a notebook ends: the next is of other men, another club and another time."""
        self.begins, self.thread, self.year, self.club_passage = True, None, None, -1

    def is_of_the_game(self, person: Entity) -> bool:
        """Whether a pronoun can mean him: not an owner, or another of whom nothing but the name is known."""
        known = bool(person.people) or person is self.names.topic or self.careers.post(person) is not None
        return known and not person.executive

    def clubs_of(self, name: ClubName, season: int | None) -> tuple[Club, ...]:
        """The clubs that the name can mean, the likeliest first; the topic's career tells namesakes apart."""
        topic = self.names.topic
        people = tuple(one for one in topic.people if one.managed) or topic.people if topic else ()
        years = [
            year
            for one in (people if len(people) == 1 else ())
            for span in (one.played, one.managed)
            if span
            for year in span
        ]
        career = (min(years), max(years)) if years else None
        now = self.report.date.year if self.report.date else self.season or self.year
        of_season = {
            span.id for span in self.nicknamed if (season or name.season) and span.covers(season or name.season or 0)
        }
        return clubs.fitting(name, season, self.named | of_season, self.farm_names, now, career)

    def organization_of(self, name: ClubName, season: int | None) -> ClubName:
        """The organization that a minor club is of, where the lists know it; of any other the name itself."""
        best = self.clubs_of(name, season)[0]
        if best.is_major or best.organization is None:
            return name
        spans = tuple(span for span in self.vocabulary.clubs if span.name == best.organization)
        return ClubName(name.words, "full", spans, season, as_organization=True) if spans else name

    def league_called(self, name: str) -> str:
        """The league's own name where the text shortens it: the Coast League."""
        leagues = self.vocabulary.leagues
        if any(league.name == name for league in leagues):
            return name
        short = (league.name for league in leagues if name in league.others and league.name.endswith(name))
        return next(short, name)

    def show(self, name: ClubName, season: int | None = None) -> str:
        """The club's name as a claim gives it."""
        best = self.clubs_of(name, season)[0]
        in_full = self.in_full.get(best.id) if name.form == "nickname" and best.id else None
        in_full = (
            in_full if in_full and name.words.lower() in in_full.lower() else None
        )  # the old Warthogs, now the Dash
        return clubs.shown(name, best) if best.is_major or in_full is None else in_full

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
        asks = clause.sentence.is_question and clause.opener not in _PRESUPPOSED
        if not clause.asserts(trigger) or asks:
            return
        whom = "player" if type == "usage" else "person"
        given = {whom: person.name, **{name: value for name, value in fields.items() if value not in (None, [], ())}}
        told = season_words(clause, type, given)
        units = [trigger, *used, *told, *(one for one in (clause.units[0],) if clause.sentence is not None)]
        start, end = self._span(clause, units)
        links = [self._person_link(whom, person), *(self._club_link(*one) for one in named)]
        claim = Claim(
            self.report.name,
            type,
            given,
            start,
            end,
            self.report.text[start:end],
            () if type == "age" and self.speaker is None else clause.sayers,
            clause.hedged or marks.get("hedged", False),
            (clause.denied(trigger) and type not in ("tally",) and not marks.get("affirmed", False))
            or marks.get("denied", False),
            marks.get("text_disputes", False),
            tuple(links),
        )
        self._keep(claim)

    def _span(self, clause: Clause, units: list[Unit]) -> tuple[int, int]:
        """From the first to the last word that says it: at least the clause without what joins it and its last stop."""
        last = [unit for unit in clause.units if unit.kind != "punct"] or clause.units
        start, end = min(unit.start for unit in units), max(unit.end for unit in (*last, *units))
        joined = _JOINS.match(self.report.text[start:end])
        return start + (joined.end() if joined else 0), end

    def _keep(self, claim: Claim) -> None:
        """A claim that repeats another of the report, or says less of the same, is left out."""
        first = max(0, len(self.claims) - COMPARED)
        for place, other in enumerate(self.recent, first):
            if other.type == claim.type and _marks(other) == _marks(claim):
                if _within(claim.fields, other.fields):
                    return
                if _within(other.fields, claim.fields):
                    self.claims[place] = claim
                    return
        self.claims.append(claim)

    def _club_link(self, field: str, name: ClubName, season: int | None) -> Link:
        return clubs.link(field, name, self.clubs_of(name, season))

    def _person_link(self, field: str, person: Entity) -> Link:
        """The link to everybody whom the name fits; `press.linking` narrows it when the piece is read."""
        ids = tuple(one.id for one in person.people)
        return Link(field, person.name, person.name, ids[0] if len(ids) == 1 else None, ids if len(ids) > 1 else ())


def _marks(claim: Claim) -> tuple[Any, ...]:
    who = claim.fields.get("person") or claim.fields.get("player")
    return who, claim.attributed_to, claim.denied, claim.hedged


def _within(less: Any, more: Any) -> bool:
    return all(more.get(name) == value for name, value in less.items())
