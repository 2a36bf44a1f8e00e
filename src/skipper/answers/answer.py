"""What an answer is: data that a terminal, CSV, JSON, a DataFrame and a page each print in their own way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Row = dict[str, Any]

# How a reader sees a value; each kind is made of the fields named here, in this order.
Kind = Literal[
    "text",  # a name: on one line, cut where there is no room
    "code",  # as it is, never cut
    "prose",  # sentences, over several lines if need be
    "season",  # a year
    "count",  # how many
    "tally",  # how many, in a grid where nought should not catch the eye
    "number",  # any number, as a query gives it
    "mean",  # one decimal
    "pct",  # .563
    "rate",  # .563, and .0046 where three decimals would leave one figure
    "won_lost",  # 81-63, of wins and losses
    "record",  # 81-63-2, of wins, losses and ties
    "expected",  # 89-73, of expected wins and the decisions they were expected from
    "share",  # 5 of 37, of a part and the whole
    "flag",  # yes or no
    "date",  # ISO
    "names",  # a list, in order
]


@dataclass(frozen=True)
class Shown:
    """A column as a reader sees it: its heading, its kind, and the fields of a row that it is made of."""

    heading: str
    kind: Kind
    of: tuple[str, ...]


def shown(heading: str, kind: Kind, *fields: str) -> Shown:
    """A shown column, of the field with the heading's name where none is given."""
    return Shown(heading, kind, fields or (heading.lower(),))


@dataclass(frozen=True)
class View:
    """A way to print a table: `rows` may be fewer than the table's, or carry fields made for reading."""

    columns: tuple[Shown, ...]
    rows: Sequence[Row]
    title: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Rows with the fields `fields`, as CSV, JSON and Python get them: raw numbers, null for unknown."""

    name: str
    fields: tuple[str, ...]
    rows: Sequence[Row]
    views: tuple[View, ...]


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    `tables[0]` is the main table: the one that CSV and Python get. `lead` is said before the tables, `notes`
    after them. `rule` is the crediting rule of every figure, null where no figure depends on one. `coverage`
    says which seasons the figures rest on and lack, null where they are not about a span of seasons.
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
    """Years in words, runs of them drawn together: `1995-1998, 2011`."""
    runs: list[list[int]] = []
    for year in sorted(set(years)):
        if runs and year == runs[-1][-1] + 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
