"""The Python API of a lake: the command-line verbs, each returning a DataFrame."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal

from skipper.lake.reader import open_reader

if TYPE_CHECKING:
    from datetime import date

    import pandas as pd

    from skipper.answers.answer import Answer


class Lake:
    """An open lake that answers questions.

    Every verb returns the main table of the command with the same name, with raw numbers; unknown values are missing
    (NaN or NA). The DataFrame's `attrs` hold the rule, coverage and notes, and the manifest's notices, build and
    simulated flag. All verbs raise AnswerError for questions that cannot be answered.
    """

    def __init__(self, lake: str | os.PathLike[str] | None = None) -> None:
        self.reader = open_reader(lake)

    def records(self, name: str, rule: str = "both") -> pd.DataFrame:
        """Return a manager's record: one row per season, club and rule (managed, credited; `rule` selects one)."""
        from skipper.answers.records import records

        return self._frame(records(self.reader, name, rule))

    def usage(self, name: str, season: int, club: str | None = None) -> pd.DataFrame:
        """Return a manager's lineups and playing time in a season: one row per club and player."""
        from skipper.answers.usage import usage

        return self._frame(usage(self.reader, name, season, club))

    def player(self, name: str, season: int | None = None) -> pd.DataFrame:
        """Return a player's playing time by manager: one row per season, club and manager who ran the games."""
        from skipper.answers.player import player

        return self._frame(player(self.reader, name, season))

    def tendencies(self, name: str, season: int | None = None) -> pd.DataFrame:
        """Return a manager's tactics compared with the league: one row per season, club and tendency."""
        from skipper.answers.tendencies import tendencies

        return self._frame(tendencies(self.reader, name, season))

    def games(self, name: str, season: int) -> pd.DataFrame:
        """Return a manager's games in a season: one row per game, with lineup and changes as lists of text."""
        from skipper.answers.games import games

        return self._frame(games(self.reader, name, season))

    def differences(
        self,
        season: int | None = None,
        category: str | None = None,
        club: str | None = None,
        manager: str | None = None,
    ) -> pd.DataFrame:
        """Return differences from the record book: one row per record of a club or manager."""
        from skipper.answers.differences import differences

        return self._frame(differences(self.reader, season, category, club, manager))

    def leaders(self, column: str, by: Literal["season", "career"] = "season", **limits: Any) -> pd.DataFrame:
        """Return the leading seasons or careers by a figure; `limits` as in `skipper.answers.leaders.leaders`."""
        from skipper.answers.leaders import leaders

        return self._frame(leaders(self.reader, column, by, **limits))

    def system(self, organization: str, season: int) -> pd.DataFrame:
        """Return an organization's clubs in a season: one row per club, including clubs without games."""
        from skipper.answers.system import system

        return self._frame(system(self.reader, organization, season))

    def development(self, name: str, season: int | None = None) -> pd.DataFrame:
        """Return a manager's players and the levels they reached: one row per season, club and player."""
        from skipper.answers.development import development

        return self._frame(development(self.reader, name, season))

    def lineup(self, club: str, day: date, game_number: str | None = None) -> pd.DataFrame:
        """Return a game's lineup with its runs alone and the best order: one row per slot."""
        from skipper.answers.lineup_value import evaluate

        return self._frame(evaluate(self.reader, club, day, game_number))

    def best_lineup(self, club: str, day: date, game_number: str | None = None, vs: str | None = None) -> pd.DataFrame:
        """Return the best lineup for a game, or against an average starter who throws `vs`: one row per slot."""
        from skipper.answers.lineup_value import best

        return self._frame(best(self.reader, club, day, game_number, vs))

    def lineup_managers(self, season: int | None = None, club: str | None = None) -> pd.DataFrame:
        """Return what managers' lineups cost in runs: one row per season, club and manager."""
        from skipper.answers.lineup_value import by_manager

        return self._frame(by_manager(self.reader, season, club))

    def compare(self, *names: str, rule: str = "both") -> pd.DataFrame:
        """Return managers' careers: one row per manager, level (or `all`) and rule."""
        from skipper.answers.compare import compare

        return self._frame(compare(self.reader, names, rule))

    def sql(self, query: str) -> pd.DataFrame:
        """Return the result of a DuckDB query over the lake's tables. Raises duckdb.Error."""
        from skipper.answers.sql import run

        return run(self.reader, query).df()

    def tables(self, name: str | None = None) -> pd.DataFrame:
        """Return the tables with their grain and number of rows, or the columns of the named table."""
        from skipper.answers.tables import table, tables

        known, made_of = self.reader.contracts.values(), self.reader.manifest.made_of
        return self._frame(tables(known, self.reader) if name is None else table(known, name, self.reader, made_of))

    def _frame(self, answer: Answer) -> pd.DataFrame:
        from skipper.render.frame import frame

        return frame(answer, self.reader.manifest)
