"""The Python API for a lake: the command-line verbs, each returning a Result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from skipper.definitions.lineups import LEAST_KNOWN
from skipper.lake.reader import open_reader

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from skipper.answers.answer import Answer
    from skipper.answers.question import Question
    from skipper.render.result import Result


class Lake:
    """An open lake that answers questions.

    Every question of `skipper.answers` is a method, with the parameters of its function; the methods below are those
    that take files or have other parameters than their command. Each returns the answer as a Result: a notebook shows
    it, and `to_pandas`, `to_arrow` and `to_polars` return its main table. All of them raise AnswerError for questions
    that cannot be answered.
    """

    def __init__(self, lake: str | os.PathLike[str] | None = None) -> None:
        self.reader = open_reader(lake)

    def __getattr__(self, name: str) -> Callable[..., Result]:
        """Return the method of a question. Raises AttributeError if there is no such question."""
        from skipper.answers.question import question_called

        question = None if name.startswith("_") else question_called(name)
        if question is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return _method(question, self)

    def __dir__(self) -> list[str]:
        from skipper.answers.question import questions

        return sorted({*super().__dir__(), *questions()})

    def career(self, person: str) -> Result:
        """Return a person's posts and events in stored reports, by name or id: one row per claimed post."""
        from skipper.answers.ledger import ledger

        return self._result(ledger(self.reader, person))

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


def _method(question: Question, lake: Lake) -> Callable[..., Result]:
    """Return a question's method of a lake, with its signature and its help."""
    signature = question.signature

    def ask(*given: Any, **named: Any) -> Result:
        asked = signature.bind(*given, **named)
        return lake._result(question.answer(lake.reader, **asked.arguments))

    ask.__name__ = ask.__qualname__ = question.name
    ask.__doc__ = f"{question.help}\n\nThe result has one row per {question.row}."
    ask.__signature__ = signature.replace(return_annotation="Result")  # type: ignore[attr-defined]
    return ask
