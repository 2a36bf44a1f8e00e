"""SQL that is put together from what the kinds of directive declare, over a game's row `t`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from skipper.answers.directives.kinds.kind import Kind, NamedSql, Rule, kinds


def lineup_kinds() -> tuple[Kind[Any], ...]:
    """Return the kinds that are judged by the starting lineup."""
    return tuple(kind for kind in kinds().values() if kind.by_lineup)


def of_kind(expressions: Iterable[tuple[Kind[Any], str]]) -> str:
    """Return the expression of the row's kind."""
    return _case((f"t.kind = '{kind.name}'", sql) for kind, sql in expressions)


def of_rule(expression: Callable[[Rule], str]) -> str:
    """Return the expression of the row's rule."""
    return _case((_has_rule(kind, rule), expression(rule)) for kind in lineup_kinds() for rule in kind.rules)


def reasons() -> str:
    """Return the branches of a CASE for the reasons why a game is not applicable under the row's rule."""
    return "\n".join(
        f"        WHEN {_has_rule(kind, rule)} AND {condition} THEN '{reason}'"
        for kind in lineup_kinds()
        for rule in kind.rules
        for condition, reason in rule.reasons
    )


def own_columns(columns: Callable[[Kind[Any]], NamedSql]) -> str:
    """Return the kinds' own columns, each after a comma."""
    return "".join(f",\n    {sql} AS {name}" for kind in lineup_kinds() for name, sql in columns(kind))


def _has_rule(kind: Kind[Any], rule: Rule) -> str:
    return f"t.kind = '{kind.name}' AND t.rule = '{rule.name}'"


def _case(branches: Iterable[tuple[str, str]]) -> str:
    return f"CASE {' '.join(f'WHEN {condition} THEN {sql}' for condition, sql in branches)} END"
