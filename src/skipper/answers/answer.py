"""The answer type: data that terminal, CSV, JSON, DataFrame and page each print in their own way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Row = dict[str, Any]

# Presentation of a value; each kind reads the fields named here, in this order.
Kind = Literal[
    "text",  # a name: one line, truncated if too long
    "code",  # verbatim, never truncated
    "prose",  # sentences, over several lines if need be
    "season",  # a year
    "count",  # how many
    "tally",  # a count in a grid, zeros subdued
    "number",  # any number, as the query returns it
    "mean",  # one decimal
    "pct",  # .563
    "rate",  # .563, or .0046 where three decimals would leave one digit
    "won_lost",  # 81-63, of wins and losses
    "record",  # 81-63-2, of wins, losses and ties
    "expected",  # 89-73, of expected wins and decisions
    "share",  # 5 of 37, of a part and the whole
    "flag",  # yes or no
    "date",  # ISO
    "names",  # a list, in order
]


@dataclass(frozen=True)
class Shown:
    """A displayed column: heading, kind, and the row fields it reads."""

    heading: str
    kind: Kind
    of: tuple[str, ...]


def shown(heading: str, kind: Kind, *fields: str) -> Shown:
    """Return a displayed column; its field defaults to the heading's name."""
    return Shown(heading, kind, fields or (heading.lower(),))


@dataclass(frozen=True)
class View:
    """One printed form of a table: `rows` may be a subset of the table's, or add display fields."""

    columns: tuple[Shown, ...]
    rows: Sequence[Row]
    title: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Rows with the fields `fields`, as in CSV, JSON and Python: raw numbers, null for unknown."""

    name: str
    fields: tuple[str, ...]
    rows: Sequence[Row]
    views: tuple[View, ...]


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    `tables[0]` is the main table, used for CSV and Python. `lead` precedes the tables, `notes` follow them.
    `rule` is the crediting rule of every figure, null where no figure depends on one. `coverage` lists the
    seasons present and missing, null where the figures are not about a span of seasons.
    """

    question: str
    title: str
    tables: tuple[Table, ...]
    lead: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rule: str | None = None
    coverage: Row | None = None
    subject: Row = field(default_factory=dict)

    @property
    def main(self) -> Table:
        """The main table."""
        return self.tables[0]


def spans(years: Sequence[int]) -> str:
    """Return years in words, with runs collapsed: `1995-1998, 2011`."""
    runs: list[list[int]] = []
    for year in sorted(set(years)):
        if runs and year == runs[-1][-1] + 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
