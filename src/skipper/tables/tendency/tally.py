"""A tendency in one game of a club: how it is counted and carried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skipper.tables.spark import F

if TYPE_CHECKING:
    from pyspark.sql import Column


SIDE = ("game_id", "club")
FIELDS = ("chances", "attempts", "successes", "outside_chances")


def tally(
    name: str,
    chances: Column,
    attempts: Column,
    successes: Column | None = None,
    outside_chances: Column | None = None,
) -> Column:
    """A struct of the counts of one tendency, of aggregates; null where a count is not known or not a notion of it."""
    values = (chances, attempts, successes, outside_chances)
    fields = [
        (F.lit(None) if value is None else value).cast("int").alias(field)
        for field, value in zip(FIELDS, values, strict=True)
    ]
    return F.struct(*fields).alias(name)


def total(condition: Column | str, amount: Column | str) -> Column:
    """The sum of `amount` where the condition holds; null where it never does."""
    return F.sum(F.when(F.expr(condition) if isinstance(condition, str) else condition, amount))
