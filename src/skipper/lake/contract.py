"""What a table promises: its grain, its columns, and the checks that fail a build."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pyarrow as pa

_ARROW = {
    "string": pa.string(),
    "int": pa.int32(),
    "long": pa.int64(),
    "double": pa.float64(),
    "boolean": pa.bool_(),
    "date": pa.date32(),
    "timestamp": pa.timestamp("us", "UTC"),
}


@dataclass(frozen=True)
class Column:
    """One column.

    `type` is a Spark SQL type. A column that is not `required` is null where the value is unknown; `doc`
    says so, and gives the unit.
    """

    name: str
    type: str
    doc: str
    required: bool = False


@dataclass(frozen=True)
class Check:
    """A query over the lake whose rows are violations: none may come back."""

    name: str
    violations: str
    says: str


@dataclass(frozen=True)
class Table:
    """The contract of one table.

    `key` names the columns that no two rows share: it is the grain, checked on every build. A table
    `by_season` is partitioned by season and a build replaces the seasons it was given; any other is
    rewritten whole.
    """

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    sources: str
    by_season: bool = True
    notes: str = ""
    checks: tuple[Check, ...] = field(default=())

    def __post_init__(self) -> None:
        names = self.column_names
        if len(set(names)) != len(names):
            raise ValueError(f"table {self.name}: a column is listed twice")
        for name in (*self.key, *(("season",) if self.by_season else ())):
            if name not in names:
                raise ValueError(f"table {self.name}: {name} is not a column")

    @property
    def column_names(self) -> list[str]:
        """The columns in contract order."""
        return [column.name for column in self.columns]

    @property
    def ddl(self) -> str:
        """The columns as a Spark DDL schema."""
        return ", ".join(f"`{column.name}` {column.type}" for column in self.columns)

    @property
    def arrow_schema(self) -> pa.Schema:
        """The columns in Arrow's types, all nullable."""
        return pa.schema([(column.name, arrow_type(column.type)) for column in self.columns])

    def all_checks(self) -> list[Check]:
        """The checks that follow from the contract, then the table's own."""
        return [*self._grain_check(), *self._required_check(), *self._person_checks(), *self.checks]

    def _grain_check(self) -> Iterable[Check]:
        if self.key:
            key = ", ".join(f'"{name}"' for name in self.key)
            yield Check(
                f"{self.name}: one row per {', '.join(self.key)}",
                f"SELECT {key}, count(*) AS copies FROM {self.name} GROUP BY {key} HAVING count(*) > 1",
                "two rows share them",
            )

    def _person_checks(self) -> Iterable[Check]:
        for name in self.column_names:
            if name.endswith("person_id") and self.name != "person":
                yield Check(
                    f"{self.name}: every {name} in person",
                    f"SELECT DISTINCT {name} FROM {self.name} WHERE {name} IS NOT NULL "
                    f"AND {name} NOT IN (SELECT person_id FROM person)",
                    "somebody is not in person: build all seasons again with the same Register and Lahman tables",
                )

    def _required_check(self) -> Iterable[Check]:
        required = [column.name for column in self.columns if column.required]
        if required:
            absent = " OR ".join(f'"{name}" IS NULL' for name in required)
            yield Check(
                f"{self.name}: no null in {', '.join(required)}",
                f"SELECT * FROM {self.name} WHERE {absent}",
                "a required value is missing",
            )


def arrow_type(spark_type: str) -> pa.DataType:
    """The Arrow type of one of the Spark SQL types that contracts use; KeyError for any other."""
    if spark_type.startswith("array<"):
        return pa.list_(arrow_type(spark_type[len("array<") : -1]))
    if spark_type.startswith("struct<"):
        members = (member.split(":") for member in spark_type[len("struct<") : -1].split(","))
        return pa.struct([(name, arrow_type(kind)) for name, kind in members])
    return _ARROW[spark_type]


def pick(shared: dict[str, Column], *wanted: str | Column) -> tuple[Column, ...]:
    """Columns by name from the `shared` ones, or given in full; an unknown name is an error."""
    picked = []
    for column in wanted:
        if isinstance(column, str):
            if column not in shared:
                raise KeyError(f"no shared column is called {column}")
            column = shared[column]
        picked.append(column)
    return tuple(picked)
