"""Table contracts: the grain, the columns, and the checks that fail a build."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Column:
    """One column of a table.

    `type` is a Spark SQL type. A column that is not `required` is null if the value is unknown; `doc` says so and
    gives the unit.
    """

    name: str
    type: str
    doc: str
    required: bool = False


@dataclass(frozen=True)
class Check:
    """A query over the lake that returns violations; it returns no rows on a valid lake."""

    name: str
    violations: str
    says: str


KEPT = "kept"


@dataclass(frozen=True)
class Table:
    """The contract of one table.

    `key` names the columns whose values identify a row; every build checks that they are unique. If the table is
    `by_season`, a build replaces the seasons given to it; any other table is completely rewritten. A by-season table
    has one file per season unless it is `small`; a small table has one file for all seasons, because, for a query,
    opening a file costs more than reading a few thousand rows. A table that is not `published` exists only while other
    tables are made from it; its SELECT defines its columns, and runs again for each reader unless the table is
    `materialized`. If a season has no rows in one of the tables in `rows_need`, it has no rows in this table either, so
    the table is not made. A by-season table that `looks_back` a number of seasons is made after the season tasks, from
    the tables for its season and for that many earlier seasons. If its rows depend on nothing later than their day, or
    than their month, it `keeps` "day" or "month": an update keeps the rows before the first day, or month, with a
    changed input, and the table's selects read them as the table KEPT, which is empty in other builds. `guards` is the
    plural noun for the rows of a by-season table, if a build that would lose more than a tenth of a season's rows is
    refused; null for other tables.
    """

    name: str
    grain: str
    key: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    sources: str = ""
    by_season: bool = True
    notes: str = ""
    checks: tuple[Check, ...] = field(default=())
    small: bool = False
    published: bool = True
    materialized: bool = True
    rows_need: tuple[str, ...] = ()
    looks_back: int | None = None
    keeps: Literal["day", "month"] | None = None
    guards: str | None = None

    def __post_init__(self) -> None:
        names = self.column_names
        if len(set(names)) != len(names):
            raise ValueError(f"table {self.name}: a column is listed twice")
        for name in (*self.key, *(("season",) if self.by_season and self.published else ())):
            if self.published and name not in names:
                raise ValueError(f"table {self.name}: {name} is not a column")

    @property
    def column_names(self) -> list[str]:
        """Return the column names in contract order."""
        return [column.name for column in self.columns]

    @property
    def ddl(self) -> str:
        """Return the columns as a Spark DDL schema."""
        return ", ".join(f"`{column.name}` {column.type}" for column in self.columns)

    @property
    def arrow_schema(self) -> pa.Schema:
        """Return the columns as an Arrow schema in which every column is nullable."""
        import pyarrow as pa

        return pa.schema([(column.name, arrow_type(column.type)) for column in self.columns])

    @property
    def required(self) -> list[str]:
        """Return the names of the required columns."""
        return [column.name for column in self.columns if column.required]

    @property
    def partitioned(self) -> bool:
        """Return whether each season has its own file."""
        return self.by_season and not self.small

    def as_json(self) -> dict[str, Any]:
        """Return the contract as stored in the manifest; `from_json` reads it."""
        return asdict(self)

    @classmethod
    def from_json(cls, stated: dict[str, Any]) -> Table:
        """Return the contract from the form that `as_json` wrote. Raises TypeError or KeyError for anything else."""
        columns = tuple(Column(**column) for column in stated["columns"])
        checks = tuple(Check(**check) for check in stated["checks"])
        return cls(
            **{
                **stated,
                "key": tuple(stated["key"]),
                "rows_need": tuple(stated["rows_need"]),
                "columns": columns,
                "checks": checks,
            }
        )

    def all_checks(self) -> list[Check]:
        """Return the checks that follow from the contract, then the table's own."""
        return [*self.row_checks(), *self.checks]

    def row_checks(self) -> list[Check]:
        """Return the checks that follow from the contract; each concerns only this table's rows."""
        return [*self._grain_check(), *self.required_check(), *self._person_check()]

    def _grain_check(self) -> Iterable[Check]:
        if self.key:
            key = ", ".join(f'"{name}"' for name in self.key)
            yield Check(
                f"{self.name}: one row per {_spoken(self.key)}",
                f"SELECT {key}, count(*) AS copies FROM {self.name} GROUP BY {key} HAVING count(*) > 1",
                "two rows have the same key",
            )

    def _person_check(self) -> Iterable[Check]:
        named = [name for name in self.column_names if name.endswith("person_id")]
        if not named or self.name in ("person", "person_name"):
            return
        listed = ", ".join(named)
        # A season's tables are checked where they are made, against the people known to the season; `person_name` is
        # checked against `person`. Almost everybody is in `season_person`; only others are looked up among all people.
        of_season = self.by_season and self.looks_back is None
        first, others = ("season_person", "known_person") if of_season else ("person", None)
        season = "season, " if self.by_season and not of_season else ""  # which of its seasons are at fault
        known = f"SELECT person_id FROM {others} SEMI JOIN stranger USING (person_id)"
        yield Check(
            f"{self.name}: every {_spoken(named)} is known",
            f"WITH named AS (SELECT DISTINCT {season}unnest([{listed}]) AS person_id FROM {self.name}), "
            f"stranger AS (FROM named ANTI JOIN {first} USING (person_id) WHERE person_id IS NOT NULL) "
            "FROM stranger" + (f" ANTI JOIN ({known}) USING (person_id)" if others else ""),
            "a person is missing from `person`; rebuild all seasons with the same Register and Lahman tables",
        )

    def required_check(self) -> Iterable[Check]:
        """Return the check that no required value is null, if a column is required."""
        required = self.required
        if required:
            absent = " OR ".join(f'"{name}" IS NULL' for name in required)
            yield Check(
                f"{self.name}: no nulls in {_spoken(required)}",
                f"SELECT * FROM {self.name} WHERE {absent}",
                "a required value is null",
            )


def _spoken(names: Sequence[str]) -> str:
    """Return the names as an English list: `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def arrow_type(spark_type: str) -> pa.DataType:
    """Return the Arrow type for a Spark SQL type used in contracts. Raises KeyError for any other type."""
    import pyarrow as pa  # queries read contracts without needing Arrow

    if spark_type.startswith("array<"):
        return pa.list_(arrow_type(spark_type[len("array<") : -1]))
    if spark_type.startswith("struct<"):
        members = (member.split(":") for member in spark_type[len("struct<") : -1].split(","))
        return pa.struct([(name, arrow_type(kind)) for name, kind in members])
    simple = {
        "string": pa.string(),
        "int": pa.int32(),
        "long": pa.int64(),
        "double": pa.float64(),
        "boolean": pa.bool_(),
        "date": pa.date32(),
        "timestamp": pa.timestamp("us", "UTC"),
    }
    return simple[spark_type]


def duckdb_type(spark_type: str) -> str:
    """Return the DuckDB spelling of a Spark SQL type; the simple types share their names."""
    if spark_type.startswith("array<"):
        return duckdb_type(spark_type[len("array<") : -1]) + "[]"
    if spark_type.startswith("struct<"):
        members = (member.split(":") for member in spark_type[len("struct<") : -1].split(","))
        return f"STRUCT({', '.join(f'{name} {duckdb_type(kind)}' for name, kind in members)})"
    return {"timestamp": "TIMESTAMPTZ"}.get(spark_type, spark_type)


def pick(shared: dict[str, Column], *wanted: str | Column) -> tuple[Column, ...]:
    """Return the columns, each given in full or as a name in `shared`. Raises KeyError for an unknown name."""
    picked = []
    for column in wanted:
        if isinstance(column, str):
            if column not in shared:
                raise KeyError(f"no shared column is called {column}")
            column = shared[column]
        picked.append(column)
    return tuple(picked)
