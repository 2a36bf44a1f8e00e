"""Whom and which clubs a plan means, found in the lake: from plans to a question for the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from difflib import get_close_matches
from functools import cached_property

from skipper.answers.answer import spans
from skipper.answers.errors import AnswerError, UnknownSeasonError
from skipper.answers.people import PLAYERS, find_person, plain
from skipper.directives.plan import Directive, Unavailable
from skipper.directives.plan_file import PlanError, PlanFile
from skipper.directives.plate_appearances import slot_values
from skipper.directives.question import Question, Row, directive_row
from skipper.lake.reader import LakeReader

# Names and ids of everybody who started for a club in a season.
_STARTERS = """
SELECT DISTINCT u.player_person_id AS person_id, u.player_id AS id, u.player_name AS name, u.club
FROM player_usage AS u WHERE u.season = $season AND u.lineup_starts + u.pitching_starts > 0
"""
_CLUBS = "SELECT club, name, level FROM club WHERE season = $season"
_NAME = "SELECT person_id, name FROM person WHERE list_contains($ids, person_id)"
# The last regular game of each club, and whether the lake has all games of its league that season.
_ENDS = """
SELECT g.club, max(g.date) AS last_game, bool_and(coalesce(c.complete, TRUE)) AS complete
FROM club_game AS g LEFT JOIN coverage AS c
    ON c.season = g.season AND c.league IS NOT DISTINCT FROM g.league AND c.games_present > 0
WHERE g.season = $season AND g.game_type = 'regular' GROUP BY g.club
"""


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


@dataclass
class SeasonPeople:
    """Clubs and players of one season in the lake."""

    lake: LakeReader
    season: int

    @cached_property
    def clubs(self) -> list[Row]:
        """club, name, level."""
        return self.lake.rows(_CLUBS, {"season": self.season})

    @cached_property
    def ends(self) -> dict[str, Row]:
        """club, last_game, complete."""
        return {row["club"]: row for row in self.lake.rows(_ENDS, {"season": self.season})}

    @cached_property
    def _starters(self) -> dict[str, set[tuple[str, str, str]]]:
        """(person_id, name, club) by every plain name and id."""
        known: dict[str, set[tuple[str, str, str]]] = {}
        for row in self.lake.rows(_STARTERS, {"season": self.season}):
            man = (row["person_id"], row["name"] or row["id"], row["club"])
            for word in (plain(row["name"] or ""), row["id"].lower(), row["person_id"].lower()):
                if word:
                    known.setdefault(word, set()).add(man)
        return known

    def player(self, asked: str, clubs: tuple[str, ...]) -> tuple[str, str]:
        """person_id and name of whom `asked` means: first those who started for these clubs. Raises AnswerError."""
        men = self._starters.get(plain(asked), set()) | self._starters.get(asked.lower(), set())
        for pool in ({man for man in men if man[2] in clubs}, men):
            people = {man[0]: man[1] for man in pool}
            if len(people) == 1:
                return next(iter(people.items()))
        found = find_person(self.lake, asked, PLAYERS)
        return found.person_id, found.name

    def club(self, asked: str) -> list[str]:
        """The codes of the club that `asked` means: its code or name, else the one whose name holds it."""
        word = plain(asked)
        for fits in (
            lambda row: row["club"] == asked.upper() or plain(row["name"] or "") == word,
            lambda row: word in plain(row["name"] or ""),
        ):
            found = sorted(row["club"] for row in self.clubs if fits(row))
            if found:
                return found
        return []

    def no_club(self, asked: str) -> str:
        """Why there is no such club, with the nearest names."""
        names = {plain(row["name"]): row["name"] for row in self.clubs if row["name"]}
        near = [names[name] for name in get_close_matches(plain(asked), names, n=3, cutoff=0.5)]
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        return f"no club of {self.season} in this lake is called {asked!r}, nor has that code.{hint}"


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
            if one.directive.kind != "pitch":
                self._ask(one.directive, one.person_id, one.clubs, one.person_id in given)
        if self.errors:
            raise PlanError(sorted(self.errors, key=lambda error: error[1]))

    def _asked(self, path: tuple, directive: Directive) -> Asked | None:
        """Whom and which clubs it means; null, with an error noted, where there is nobody or none."""
        clubs = self._clubs(path, directive)
        if clubs is None:
            return None
        person = self._person((*path, "player"), directive.player, clubs, directive.kind == "pitch")
        return None if person is None else Asked(self.file, directive, *person, clubs)

    def _ask(self, directive: Directive, person_id: str, clubs: tuple[str, ...], given: bool) -> None:
        season = self.file.plan.season
        first, last = directive.start_day or date(season, 1, 1), directive.end_day or date(season, 12, 31)
        through = self._through(clubs)
        values = self.resolved.question.values
        row = directive_row(self.file.name, season, directive, person_id, (first, last, through), values)
        row |= {"season_over": last <= through, "availability": "plan" if given else "window"}
        self.resolved.question.directives.append(row)
        self.resolved.question.clubs += [
            {"plan": self.file.name, "directive": directive.id, "season": season, "person_id": person_id, "club": club}
            for club in clubs
        ]

    def _through(self, clubs: tuple[str, ...]) -> date:
        """The last day looked at; that of the year where no game of the clubs is to come after it."""
        year_end = date(self.file.plan.season, 12, 31)
        ends = [self.people.ends[club] for club in clubs if club in self.people.ends]
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

    def _person(self, path: tuple, asked: str, clubs: tuple[str, ...], may_lack: bool) -> tuple[str | None, str] | None:
        try:
            return self.people.player(asked, clubs)
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
