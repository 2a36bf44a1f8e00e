"""The Python API for a lake: the command-line verbs, each returning a Result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from skipper.definitions.lineups import LEAST_KNOWN
from skipper.lake.reader import open_reader

if TYPE_CHECKING:
    from datetime import date

    from skipper.answers.answer import Answer
    from skipper.render.result import Result


class Lake:
    """An open lake that answers questions.

    Every verb returns the answer of the command with the same name as a Result: a notebook shows it, and `to_pandas`,
    `to_arrow` and `to_polars` return its main table. All verbs raise AnswerError for questions that cannot be answered.
    """

    def __init__(self, lake: str | os.PathLike[str] | None = None) -> None:
        self.reader = open_reader(lake)

    def records(self, name: str, rule: str = "both") -> Result:
        """Return a manager's record: one row per season, club and rule (managed and credited; `rule` selects one of
        them)."""
        from skipper.answers.records import records

        return self._result(records(self.reader, name, rule))

    def usage(self, name: str, season: int, club: str | None = None) -> Result:
        """Return a manager's lineups and the players' playing time in a season: one row per club and player."""
        from skipper.answers.usage import usage

        return self._result(usage(self.reader, name, season, club))

    def player(self, name: str, season: int | None = None) -> Result:
        """Return a player's playing time by manager: one row per season, club and manager who ran the games."""
        from skipper.answers.player import player

        return self._result(player(self.reader, name, season))

    def tendencies(self, name: str, season: int | None = None) -> Result:
        """Return a manager's tactics compared with the league: one row per season, club and tendency."""
        from skipper.answers.tendencies import tendencies

        return self._result(tendencies(self.reader, name, season))

    def games(self, name: str, season: int) -> Result:
        """Return a manager's games in a season: one row per game, with the lineup and changes as lists of strings."""
        from skipper.answers.games import games

        return self._result(games(self.reader, name, season))

    def ejections(self, name: str) -> Result:
        """Return a manager's known ejections: one row per ejection, with its source."""
        from skipper.answers.ejections import ejections

        return self._result(ejections(self.reader, name))

    def differences(
        self,
        season: int | None = None,
        category: str | None = None,
        club: str | None = None,
        manager: str | None = None,
    ) -> Result:
        """Return differences from the record book: one row per differing record of a club or manager."""
        from skipper.answers.differences import differences

        return self._result(differences(self.reader, season, category, club, manager))

    def leaders(self, column: str, by: Literal["season", "career"] = "season", **limits: Any) -> Result:
        """Return the leading seasons or careers by a figure. `limits`: see `skipper.answers.leaders.leaders`."""
        from skipper.answers.leaders import leaders

        return self._result(leaders(self.reader, column, by, **limits))

    def list(self, kind: str | None = None, of: str | None = None) -> Result:
        """Return the lake's pages of one kind (managers, clubs, …), or the list of kinds: one row per page of the
        site."""
        from skipper.answers.catalogue import catalogue
        from skipper.answers.listing import listing

        return self._result(listing(self.reader, catalogue(self.reader), kind, of))

    def club(self, code: str, season: int) -> Result:
        """Return a club's season: one row per manager and rule."""
        from skipper.answers.club import club

        return self._result(club(self.reader, code, season))

    def season(self, year: int, league: str | None = None) -> Result:
        """Return the managers' records in a season: one row per manager, club and rule."""
        from skipper.answers.season import season

        return self._result(season(self.reader, year, league))

    def coverage(self) -> Result:
        """Return what the lake has and lacks: one row per league and season."""
        from skipper.answers.holdings import coverage

        return self._result(coverage(self.reader))

    def reports(self, report: str | None = None, person: str | None = None) -> Result:
        """Return the claims of stored reports with their verdicts: one row per claim."""
        from skipper.answers.reports import reports

        return self._result(reports(self.reader, report, person))

    def career(self, person: str) -> Result:
        """Return a person's posts and events in stored reports, by name or id: one row per claimed post."""
        from skipper.answers.ledger import ledger

        return self._result(ledger(self.reader, person))

    def system(self, organization: str, season: int) -> Result:
        """Return an organization's clubs in a season: one row per club, including clubs without games."""
        from skipper.answers.system import system

        return self._result(system(self.reader, organization, season))

    def development(self, name: str, season: int | None = None) -> Result:
        """Return a manager's players and the levels they reached: one row per season, club and player."""
        from skipper.answers.development import development

        return self._result(development(self.reader, name, season))

    def lineup(self, club: str, day: date, game_number: str | None = None) -> Result:
        """Return a game's lineup with each batter's runs and the best order: one row per slot."""
        from skipper.answers.lineup_value import evaluate

        return self._result(evaluate(self.reader, club, day, game_number))

    def best_lineup(
        self,
        club: str,
        day: date,
        game_number: str | None = None,
        vs: str | None = None,
        min_pa: int = LEAST_KNOWN,
        without: Sequence[str] = (),
    ) -> Result:
        """Return the likely best lineup for a game, or against an average starter who throws `vs`: one row per slot."""
        from skipper.answers.best_lineup import Limits, best

        return self._result(best(self.reader, club, day, game_number, vs, None, Limits(min_pa, tuple(without))))

    def usual_lineup(
        self,
        club: str,
        season: int,
        vs: str | None = None,
        min_pa: int = LEAST_KNOWN,
        without: Sequence[str] = (),
    ) -> Result:
        """Return a season's usual nine against starters who throw `vs`, in its best order: one row per slot."""
        from skipper.answers.best_lineup import Limits, usual

        return self._result(usual(self.reader, club, season, vs, Limits(min_pa, tuple(without))))

    def lineup_managers(self, season: int | None = None, club: str | None = None) -> Result:
        """Return what managers' lineups cost in runs: one row per season, club and manager."""
        from skipper.answers.lineup_value import by_manager

        return self._result(by_manager(self.reader, season, club))

    def check_plan(self, plan: str | os.PathLike[str], through: date | None = None) -> Result:
        """Return the status of each directive in a plan, which is a YAML file: one row per directive. `through` ignores
        later games.

        Raises PlanError, an AnswerError, for an invalid plan.
        """
        from pathlib import Path

        from skipper.answers.directives.check import check
        from skipper.answers.directives.check_answer import answer
        from skipper.answers.directives.plan_file import read_plan

        return self._result(answer(check(self.reader, [read_plan(Path(plan))], through), with_games=True))

    def kept_plan(self, name: str) -> Result:
        """Return the status of each directive in a plan kept in the lake: one row per directive."""
        from skipper.answers.kept_plans import plan

        return self._result(plan(self.reader, name))

    def check(self, draft: str) -> Result:
        """Return the claims of a draft, given as plain text, with their verdicts: one row per claim."""
        from skipper.press.check import check_text

        return self._result(check_text(self.reader, draft))

    def compare(
        self,
        *names: str,
        rule: str = "both",
        club: str | None = None,
        first: int | None = None,
        last: int | None = None,
    ) -> Result:
        """Return managers' careers, or the part of them at `club` in the seasons `first` to `last`: one row per
        manager, level (or `all`) and rule."""
        from skipper.answers.compare import compare

        return self._result(compare(self.reader, names, rule, club, first, last))

    def sql(self, query: str, unrestricted: bool = False) -> Result:
        """Return the result of a DuckDB query over the lake's tables; `unrestricted` allows other files and writing.

        Raises duckdb.Error.
        """
        from skipper.answers.sql import restricted_connection, sql_as_arrow
        from skipper.render.result import QueryResult

        reader = self.reader if unrestricted else restricted_connection(self.reader.lake, self.reader.manifest)
        answer, table = sql_as_arrow(reader, query, unrestricted)
        return QueryResult(answer, self.reader, table)

    def tables(self, name: str | None = None) -> Result:
        """Return the tables with their grain and number of rows, or the columns of the named table."""
        from skipper.answers.tables import table, tables

        known, made_of = self.reader.contracts.values(), self.reader.manifest.made_of
        return self._result(tables(known, self.reader) if name is None else table(known, name, self.reader, made_of))

    def _result(self, answer: Answer) -> Result:
        from skipper.render.result import Result

        return Result(answer, self.reader)
