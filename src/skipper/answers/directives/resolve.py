"""Resolve a plan's people and clubs in the lake, turning plans into a question for the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from skipper.answers.answer import spans
from skipper.answers.directives.organization import Organization
from skipper.answers.directives.plan import Directive, Unavailable
from skipper.answers.directives.plan_file import Error, PlanError, PlanFile, days_outside
from skipper.answers.directives.plate_appearances import source_words
from skipper.answers.directives.question import Question, directive_row
from skipper.answers.directives.roster_status import roster_status
from skipper.answers.directives.season_people import SeasonPeople
from skipper.answers.directives.yaml_text import Path, Place
from skipper.answers.errors import AnswerError, UnknownSeasonError
from skipper.answers.plays import seasons_with_plays
from skipper.lake.reader import LakeReader


@dataclass
class Asked:
    """A directive with its player; `person_id` is null for a player known only from play-by-play."""

    plan: PlanFile
    directive: Directive
    person_id: str | None
    player_name: str
    clubs: tuple[str, ...]


@dataclass
class Resolved:
    """Resolved plans; `absent` describes the affiliates without games in the lake."""

    plans: list[PlanFile]
    asked: list[Asked] = field(default_factory=list)
    question: Question = field(default_factory=Question)
    absent: list[str] = field(default_factory=list)


def resolve(lake: LakeReader, plans: list[PlanFile], through: date | None = None) -> Resolved:
    """Resolve the plans. Raises UnknownSeasonError for an absent season, and PlanError for absent people and clubs."""
    absent = sorted({one.plan.season for one in plans} - set(lake.manifest.seasons))
    if absent:
        here = spans(lake.manifest.seasons)
        which = next(one.file for one in plans if one.plan.season in absent)
        raise UnknownSeasonError(
            f"{which}: {spans(absent)} is not in this lake; available seasons: {here}.", lake.manifest.seasons
        )
    resolved = Resolved(plans)
    resolved.question.plays = any(one.plan.season in seasons_with_plays(lake) for one in plans)
    seasons: dict[int, SeasonPeople] = {}
    errors: list[Error] = []
    for one in plans:
        people = seasons.setdefault(one.plan.season, SeasonPeople(lake, one.plan.season))
        try:
            _Reader(one, people, through, resolved).read()
        except PlanError as error:
            errors += error.errors
    if errors:
        raise PlanError(errors)
    asked = {(row["season"], row["club"]) for row in resolved.question.clubs}
    for season, club in sorted(asked):
        resolved.question.values += seasons[season].slot_values(club).rows(season, club)
    return resolved


@dataclass
class _Reader:
    """One plan while it is being resolved."""

    file: PlanFile
    people: SeasonPeople
    through: date | None
    resolved: Resolved
    errors: list[Error] = field(default_factory=list)

    @cached_property
    def organization(self) -> Organization:
        return Organization(self.file, self.people, self.errors, self.resolved.absent)

    def read(self) -> None:
        plan, outside = self.file.plan, days_outside(self.file)
        if outside:
            raise PlanError(outside)
        asked = [self._asked(("directives", number), one) for number, one in enumerate(plan.directives)]
        known = [one for one in asked if one is not None]
        # Once the clubs have determined which namesake is meant, a name refers to that person throughout the plan.
        named = {one.directive.player: one.person_id for one in known if one.person_id is not None}
        given = {self._away(number, one, named) for number, one in enumerate(plan.unavailable)}
        self.resolved.asked += known
        for one in known:
            if one.person_id is not None and (not one.directive.declared.needs_plays or self._has_plays(one.clubs)):
                self._ask(one.directive, one.person_id, one.clubs, one.person_id in given)
        if self.errors:
            raise PlanError(sorted(self.errors, key=lambda error: error[1] or Place(0, 0)))

    def _asked(self, path: Path, directive: Directive) -> Asked | None:
        """Resolve a directive's player and clubs; if either is missing, add an error and return null."""
        clubs = self.organization.of(path, directive)
        if clubs is None:
            return None
        pitches = directive.declared.needs_plays
        person = self._person(
            (*path, "player"), directive.player, clubs, pitches and not self._has_plays(clubs), pitches
        )
        return None if person is None else Asked(self.file, directive, *person, clubs)

    def _ask(self, directive: Directive, person_id: str, clubs: tuple[str, ...], given: bool) -> None:
        season = self.file.plan.season
        first, last = directive.start_day or date(season, 1, 1), directive.end_day or date(season, 12, 31)
        through = self._through(clubs)
        row = directive_row(self.file.name, season, directive, person_id, (first, last, through))
        row |= {
            "season_over": last <= through,
            "availability": self._availability(person_id, clubs, given, directive.declared.only_played),
            "by_games": self._by_games(clubs),
            "cost_source": source_words(self.people.slot_values(club) for club in clubs),
        }
        if directive.declared.projects(directive.part) and last > through:
            row["games_to_come"] = self.people.games_to_come(clubs, through, directive.end_day)
        self.resolved.question.directives.append(row)
        self.resolved.question.clubs += [
            {"plan": self.file.name, "directive": directive.id, "season": season, "person_id": person_id, "club": club}
            for club in clubs
        ]

    def _availability(self, person_id: str, clubs: tuple[str, ...], given: bool, only_played: bool) -> str | None:
        """Return the source of the player's availability, and record the transactions if they are the source."""
        if given:
            return "plan"
        if only_played:
            return None
        rows = roster_status(self.people.lake, self.file.plan.season, person_id, clubs)
        for row in rows:
            self.resolved.question.roster_status[row["season"], person_id, row["club"], row["first_day"]] = row
        return "transactions" if rows else self._by_games(clubs)

    def _by_games(self, clubs: tuple[str, ...]) -> str:
        return "organization" if self.organization.follows(clubs) else "window"

    def _has_plays(self, clubs: tuple[str, ...]) -> bool:
        return not set(clubs).isdisjoint(self.people.played)

    def _through(self, clubs: tuple[str, ...]) -> date:
        """Return the last day considered, which is the end of the year if the clubs have no later game."""
        year_end = date(self.file.plan.season, 12, 31)
        ends = self.people.ends(clubs)
        last_game = max((end["last_game"] for end in ends), default=year_end)
        if self.people.running(ends):
            return min(self.through or last_game, last_game)
        return year_end if self.through is None or self.through >= last_game else self.through

    def _away(self, number: int, one: Unavailable, named: dict[str, str]) -> str | None:
        """Record an absence and return its person, null if not found. `named` maps the directives' players to ids."""
        person_id = named.get(one.player)
        if person_id is None:
            found = self._person(("unavailable", number, "player"), one.player, self.organization.everywhere, False)
            person_id = found[0] if found is not None else None
        if person_id is None:
            return None
        why = f"{one.why} ({one.source})" if one.why else one.source
        days = self.resolved.question.unavailable
        last = one.end_day or date(self.file.plan.season, 12, 31)
        for number in range((last - one.start_day).days + 1):
            days.setdefault((self.file.name, person_id, one.start_day + timedelta(number)), why)
        return person_id

    def _person(
        self, path: Path, asked: str, clubs: tuple[str, ...], may_lack: bool, pitches: bool = False
    ) -> tuple[str | None, str] | None:
        try:
            return self.people.player(asked, clubs, pitches)
        except AnswerError as error:
            if may_lack:  # a relief pitcher starts no game and appears only in play-by-play
                return None, asked
            self.errors += self.file.error(path, str(error)).errors
            return None
