"""The answer type: data that the terminal, CSV, JSON, DataFrame and page writers present."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from skipper.definitions.links import LINKS, Link

Row = dict[str, Any]

# How a value is presented. Each kind reads the fields named here, in this order.
Kind = Literal[
    "text",  # a name: one line, truncated if too long
    "code",  # verbatim, never truncated
    "prose",  # sentences, over several lines if needed
    "season",  # a year
    "count",  # a count
    "tally",  # a count in a grid, zeros subdued
    "number",  # any number, unchanged
    "mean",  # one decimal
    "half",  # a median of counts: whole, or with a half
    "pct",  # .563
    "rate",  # .563, or .0046 if three decimals would leave one digit
    "won_lost",  # 81-63, from wins and losses
    "record",  # 81-63-2, from wins, losses and ties
    "expected",  # 89-73, from expected wins and decisions
    "share",  # 5 of 37, from a part and the whole
    "flag",  # yes or no
    "date",  # ISO
    "day",  # 06-24, where a heading or a column gives the year
    "names",  # a list, in order
]


@dataclass(frozen=True)
class Shown:
    """A displayed column: its heading, its kind, the row fields it reads, and the pages to which its cells link."""

    heading: str
    kind: Kind
    of: tuple[str, ...]
    link: Link | None = None


def shown(heading: str, kind: Kind, *fields: str, to: str | None = None) -> Shown:
    """Return a displayed column; by default, the field has the heading's name.

    Its cells link to the page that LINKS gives for the field `to`, by default the first field shown.
    """
    fields = fields or (heading.lower(),)
    return Shown(heading, kind, fields, LINKS.get(to or fields[0]))


@dataclass(frozen=True)
class View:
    """A printed view of a table. `rows` may be a subset of the table's rows, or add display fields."""

    columns: tuple[Shown, ...]
    rows: Sequence[Row]
    title: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Rows with the given fields, as in CSV, JSON and Python: raw numbers, with null for unknown values."""

    name: str
    fields: tuple[str, ...]
    rows: Sequence[Row]
    views: tuple[View, ...]


@dataclass(frozen=True)
class Named:
    """A name in a sentence, and its page: `row` has the fields by which LINKS identifies the page for the field
    `to`."""

    name: str
    row: Row
    to: str

    @property
    def link(self) -> Link:
        """Return the link of a cell with this name."""
        return LINKS[self.to]


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    `tables[0]` is the main table, used for CSV and Python. `lead` is printed before the tables, `notes` after them.
    `rule` is the crediting rule behind every figure, null if none of the figures depend on a rule. `coverage` lists the
    seasons present and missing, null if the figures do not cover a span of seasons. `names` are names in `lead` and
    `notes` that have pages.
    """

    question: str
    title: str
    tables: tuple[Table, ...]
    lead: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    rule: str | None = None
    coverage: Row | None = None
    subject: Row = field(default_factory=dict)
    names: tuple[Named, ...] = ()

    @property
    def main(self) -> Table:
        """Return the main table."""
        return self.tables[0]

    def table(self, name: str) -> Table:
        """Return the table of that name. Raises KeyError if the answer has none."""
        return {table.name: table for table in self.tables}[name]


def spans(years: Sequence[int]) -> str:
    """Return years as a string, with consecutive years collapsed: `1995-1998, 2011`."""
    runs: list[list[int]] = []
    for year in sorted(set(years)):
        if runs and year == runs[-1][-1] + 1:
            runs[-1].append(year)
        else:
            runs.append([year])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
