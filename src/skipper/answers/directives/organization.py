"""The clubs of a plan and its directives, looked up in the lake."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from skipper.answers.directives.plan import Affiliate, Directive
from skipper.answers.directives.plan_file import Error, PlanFile
from skipper.answers.directives.question import Row
from skipper.answers.directives.season_people import SeasonPeople
from skipper.answers.directives.yaml_text import Path
from skipper.answers.people import plain


@dataclass
class Organization:
    """An organization's clubs in the plan's season: the major-league club, and the plan's affiliates.

    If the plan names no affiliate, they come from the lake's affiliations.

    `errors` collects unusable entries; `absent` describes the affiliates without games in the lake.
    """

    file: PlanFile
    people: SeasonPeople
    errors: list[Error] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)

    @cached_property
    def clubs(self) -> tuple[str, ...]:
        """Return the codes of those clubs that are in the lake; if there are none, add an error and return an empty
        result."""
        affiliates = [self._affiliate(number, one) for number, one in enumerate(self.file.plan.affiliates)]
        found = [club for club in (*affiliates, *(code for _row, code in self._listed)) if club is not None]
        self.absent += [self._no_games(row["name"], row["level"]) for row, code in self._listed if code is None]
        parent = self._parent(needed=not found)
        return tuple(dict.fromkeys([*parent, *found]))

    @cached_property
    def everywhere(self) -> tuple[str, ...]:
        """Return the clubs as `clubs` does, but include all clubs that share a name. Used to find people."""
        return tuple({*self.people.parent(self.file.plan.organization), *self.clubs})

    def follows(self, clubs: tuple[str, ...]) -> bool:
        """Return whether the lake has lineups for these clubs and for another club in the organization."""
        plan, people = self.file.plan, self.people
        named = [people.parent(plan.organization), *(people.club(one.club) for one in plan.affiliates)]
        own = {code for _row, code in self._listed} | {codes[0] for codes in named if len(codes) == 1}
        own &= people.with_lineups
        return len(own) > 1 and not own.isdisjoint(clubs)

    @cached_property
    def _listed(self) -> list[tuple[Row, str | None]]:
        """Return the affiliates in the lake's affiliations, each with its code, or null if the lake has none of its
        games.
        """
        if self.file.plan.affiliates:
            return []
        codes = self.people.parent(self.file.plan.organization)
        names = {row["name"] for row in self.people.clubs if row["club"] in codes} | {self.file.plan.organization}
        known = {plain(name) for name in names if name is not None}
        rows = [row for row in self.people.affiliates if plain(row["organization"]) in known]
        return [(row, self._code(row)) for row in rows]

    def _code(self, affiliate: Row) -> str | None:
        if any(row["club"] == affiliate["club"] for row in self.people.clubs):
            return affiliate["club"]
        codes = self.people.club(affiliate["name"])
        return codes[0] if len(codes) == 1 else None

    def _no_games(self, club: str, level: str | None) -> str:
        of = f" ({level})" if level else ""
        return f"{self.file.name}: the lake has no games for {club}{of} in {self.people.season}"

    @cached_property
    def _levels(self) -> dict[str, str]:
        """Return each club's level from the lake or, if the lake lacks it, from the plan."""
        levels = {row["club"]: row["level"] for row in self.people.clubs if row["level"] is not None}
        for one in self.file.plan.affiliates:
            for code in self.people.club(one.club):
                if one.level is not None:
                    levels.setdefault(code, one.level)
        return levels

    def of(self, path: Path, directive: Directive) -> tuple[str, ...] | None:
        """Return the directive's clubs; if there are none, add an error and return null."""
        asked = directive.asked_clubs
        if not asked:
            return self._at_level(path, directive, self.clubs) if self.clubs else None
        found = []
        for at, club in enumerate(asked):
            code = self._one_club(club, (*path, "club") if directive.club else (*path, "clubs", at))
            if code is None:
                return None
            found.append(code)
        return self._at_level(path, directive, tuple(dict.fromkeys(found)))

    def _parent(self, needed: bool) -> list[str]:
        """Return the major-league club, which may be absent from the lake if an affiliate is present."""
        asked = self.file.plan.organization
        codes = self.people.parent(asked)
        if not needed and not codes:
            return []
        code = self._only(codes, asked, ("organization",))
        return [] if code is None else [code]

    def _affiliate(self, number: int, one: Affiliate) -> str | None:
        """Return the club's code, or null if the lake has no games for it or if its entry is an error."""
        if not self.people.club(one.club):
            self.absent.append(self._no_games(one.club, one.level))
            return None
        code = self._one_club(one.club, ("affiliates", number, "club"))
        known = self._levels.get(code or "")
        if code is not None and one.level is not None and known != one.level:
            reason = f"level {one.level}: in the lake {one.club} is at level {known}"
            self.errors += self.file.error(("affiliates", number, "level"), reason).errors
            return None
        return code

    def _one_club(self, asked: str, place: Path) -> str | None:
        return self._only(self.people.club(asked), asked, place)

    def _only(self, codes: list[str], asked: str, place: Path) -> str | None:
        """Return the only one of the codes for the club asked for; if there is not one, add an error."""
        if len(codes) == 1:
            return codes[0]
        reason = f"{asked!r} may be any of {', '.join(codes)}" if codes else self.people.no_club(asked)
        error = self.file.error(place, reason).errors
        self.errors += [one for one in error if one not in self.errors]
        return None

    def _at_level(self, path: Path, directive: Directive, clubs: tuple[str, ...]) -> tuple[str, ...] | None:
        if directive.level is None:
            return clubs
        kept = tuple(club for club in clubs if self._levels.get(club) == directive.level)
        if kept:
            return kept
        reason = f"level {directive.level}: none of the clubs named ({', '.join(clubs)}) was at that level"
        self.errors += self.file.error((*path, "level"), reason).errors
        return None
