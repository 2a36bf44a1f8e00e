"""Whom and which clubs a plan means, found in the lake: from plans to a question for the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

from skipper.answers.answer import spans
from skipper.answers.errors import AnswerError, UnknownSeasonError
from skipper.directives.plan import Directive, Unavailable
from skipper.directives.plan_file import PlanError, PlanFile
from skipper.directives.plate_appearances import slot_values
from skipper.directives.question import Question, directive_row, limit_row
from skipper.directives.season_people import SeasonPeople
from skipper.lake.reader import LakeReader


@dataclass
class Asked:
    """A directive with whom it means: null for one that only play-by-play can answer."""

    plan: PlanFile
    directive: Directive
    person_id: str | None
    player_name: str
    clubs: tuple[str, ...]


@dataclass
class Resolved:
    """Plans as the lake understands them."""

    plans: list[PlanFile]
    asked: list[Asked] = field(default_factory=list)
    question: Question = field(default_factory=lambda: Question(values=slot_values()))


def resolve(lake: LakeReader, plans: list[PlanFile], through: date | None = None) -> Resolved:
    """Whom the plans mean. Raises UnknownSeasonError for a season not in the lake, PlanError for who is not."""
    absent = sorted({one.plan.season for one in plans} - set(lake.manifest.seasons))
    if absent:
        here = spans(lake.manifest.seasons)
        which = next(one.file for one in plans if one.plan.season in absent)
        raise UnknownSeasonError(
            f"{which}: {spans(absent)} is not in this lake; its seasons: {here}.", lake.manifest.seasons
        )
    resolved = Resolved(plans)
    seasons: dict[int, SeasonPeople] = {}
    errors = []
    for one in plans:
        people = seasons.setdefault(one.plan.season, SeasonPeople(lake, one.plan.season))
        try:
            _Reader(one, people, through, resolved).read()
        except PlanError as error:
            errors += error.errors
    if errors:
        raise PlanError(errors)
    return resolved


@dataclass
class _Reader:
    """One plan while it is read."""

    file: PlanFile
    people: SeasonPeople
    through: date | None
    resolved: Resolved
    errors: list[tuple] = field(default_factory=list)

    def read(self) -> None:
        plan = self.file.plan
        asked = [self._asked(("directives", number), one) for number, one in enumerate(plan.directives)]
        known = [one for one in asked if one is not None]
        # A name means the same man in the whole plan, whichever of his namesakes the clubs told apart.
        named = {one.directive.player: one.person_id for one in known if one.person_id is not None}
        given = {self._away(number, one, named) for number, one in enumerate(plan.unavailable)}
        self.resolved.asked += known
        for one in known:
            if one.directive.kind != "pitch" or self._has_plays(one.clubs):
                self._ask(one.directive, one.person_id, one.clubs, one.person_id in given)
        if self.errors:
            raise PlanError(sorted(self.errors, key=lambda error: error[1]))

    def _asked(self, path: tuple, directive: Directive) -> Asked | None:
        """Whom and which clubs it means; null, with an error noted, where there is nobody or none."""
        clubs = self._clubs(path, directive)
        if clubs is None:
            return None
        pitches = directive.kind == "pitch"
        if not pitches and self._has_plays(clubs) and not set(clubs) & set(self.people.logged):
            named = ", ".join(clubs)
            reason = f"of {named} the lake has no game logs of {self.people.season}, by which this is judged"
            self.errors += self.file.error(path, reason).errors
            return None
        person = self._person(
            (*path, "player"), directive.player, clubs, pitches and not self._has_plays(clubs), pitches
        )
        return None if person is None else Asked(self.file, directive, *person, clubs)

    def _ask(self, directive: Directive, person_id: str, clubs: tuple[str, ...], given: bool) -> None:
        season = self.file.plan.season
        first, last = directive.start_day or date(season, 1, 1), directive.end_day or date(season, 12, 31)
        through = self._through(clubs, directive.kind == "pitch")
        values = self.resolved.question.values
        row = directive_row(self.file.name, season, directive, person_id, (first, last, through), values)
        pitches = directive.kind == "pitch"
        availability = "plan" if given else None if pitches else "window"
        row |= {"season_over": last <= through, "availability": availability}
        self.resolved.question.directives.append(row)
        self.resolved.question.limits += [limit_row(self.file.name, directive)] if pitches else []
        self.resolved.question.clubs += [
            {"plan": self.file.name, "directive": directive.id, "season": season, "person_id": person_id, "club": club}
            for club in clubs
        ]

    def _has_plays(self, clubs: tuple[str, ...]) -> bool:
        return not set(clubs).isdisjoint(self.people.played)

    def _through(self, clubs: tuple[str, ...], pitches: bool) -> date:
        """The last day looked at; that of the year where no game of the clubs is to come after it."""
        year_end = date(self.file.plan.season, 12, 31)
        ends = self.people.ends(clubs, pitches)
        last_game = max((end["last_game"] for end in ends), default=year_end)
        newest = self.file.plan.season == max(self.people.lake.manifest.seasons)
        if newest and not all(end["complete"] for end in ends):
            return min(self.through or last_game, last_game)
        return year_end if self.through is None or self.through >= last_game else self.through

    def _away(self, number: int, one: Unavailable, named: dict[str, str]) -> str | None:
        """Take up an absence; returns whose, null where nobody is found. `named` are the directives' players."""
        person_id = named.get(one.player)
        if person_id is None:
            found = self._person(("unavailable", number, "player"), one.player, self._organization(), False)
            if found is None:
                return None
            person_id = found[0]
        why = f"{one.why} ({one.source})" if one.why else one.source
        days = self.resolved.question.unavailable
        last = one.end_day or date(self.file.plan.season, 12, 31)
        for number in range((last - one.start_day).days + 1):
            days.setdefault((self.file.name, person_id, one.start_day + timedelta(number)), why)
        return person_id

    def _organization(self) -> tuple[str, ...]:
        return tuple(self.people.club(self.file.plan.organization))

    def _person(
        self, path: tuple, asked: str, clubs: tuple[str, ...], may_lack: bool, pitches: bool = False
    ) -> tuple[str | None, str] | None:
        try:
            return self.people.player(asked, clubs, pitches)
        except AnswerError as error:
            if may_lack:  # a relief pitcher starts no game, and only play-by-play knows him
                return None, asked
            self.errors += self.file.error(path, str(error)).errors
            return None

    def _clubs(self, path: tuple, directive: Directive) -> tuple[str, ...] | None:
        """The directive's clubs; null, with an error noted, where there is none."""
        asked = directive.asked_clubs
        named = [(club, (*path, "club") if directive.club else (*path, "clubs", at)) for at, club in enumerate(asked)]
        found: list[str] = []
        for club, place in named or [(self.file.plan.organization, ("organization",))]:
            codes = self._one_club(club, place)
            if codes is None:
                return None
            found.append(codes)
        return self._at_level(path, directive, tuple(dict.fromkeys(found)))

    def _one_club(self, asked: str, place: tuple) -> str | None:
        codes = self.people.club(asked)
        if len(codes) == 1:
            return codes[0]
        reason = f"{asked!r} may be any of {', '.join(codes)}" if codes else self.people.no_club(asked)
        error = self.file.error(place, reason).errors
        self.errors += [one for one in error if one not in self.errors]
        return None

    def _at_level(self, path: tuple, directive: Directive, clubs: tuple[str, ...]) -> tuple[str, ...] | None:
        if directive.level is None:
            return clubs
        levels = {row["club"]: row["level"] for row in self.people.clubs}
        kept = tuple(club for club in clubs if levels.get(club) == directive.level)
        if kept:
            return kept
        reason = f"level {directive.level}: none of its clubs ({', '.join(clubs)}) was at that level"
        self.errors += self.file.error((*path, "level"), reason).errors
        return None
