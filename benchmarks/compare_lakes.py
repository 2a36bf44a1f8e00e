"""Compare two lakes row by row: the tables, columns and rows that differ.

    .venv/bin/python benchmarks/compare_lakes.py LAKE OTHER_LAKE

Compared are the newest versions of the Delta tables that both lakes have, in the columns that both have, but for
`build_log`. Rows are compared without regard to their order; two numbers of type DOUBLE are equal if they differ by no
more than 1e-12 of their size. The exit status is 1 if anything differs. The lakes may come from different commits.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit

import duckdb
from deltalake import DeltaTable

LEFT_OUT = ("build_log",)  # the time and the duration of each build
TOLERANCE = 1e-12
SHOWN = 3


@dataclass
class Compared:
    """One table: rows in each lake, rows in only one of them, columns in only one of them, and examples of rows."""

    name: str
    rows: tuple[int, int]
    alone: tuple[int, int] = (0, 0)
    columns: list[str] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)


def tables_of(lake: Path) -> dict[str, DeltaTable]:
    """Return a lake's tables by name."""
    return {folder.parent.name: DeltaTable(folder.parent) for folder in sorted(lake.glob("*/_delta_log"))}


def view(db: duckdb.DuckDBPyConnection, name: str, table: DeltaTable) -> dict[str, str]:
    """Make a view of a Delta table. Returns its columns' types by name; none if the table has no files."""
    files = [unquote(urlsplit(uri).path) for uri in table.file_uris()]
    if not files:
        return {}
    hive = "hive_partitioning = true, hive_types = {'season': INTEGER}"
    options = hive if table.metadata().partition_columns else "hive_partitioning = false"
    db.execute(f"CREATE OR REPLACE VIEW {name} AS FROM read_parquet({files}, {options}, union_by_name = true)")
    return {column: kind for column, kind, *_ in db.execute(f"DESCRIBE {name}").fetchall()}


def compare(db: duckdb.DuckDBPyConnection, name: str, one: DeltaTable, other: DeltaTable) -> Compared:
    """Compare a table's rows in the columns that both lakes have."""
    kinds = view(db, "one", one), view(db, "other", other)
    counts = tuple(
        db.execute(f"SELECT count(*) FROM {v}").fetchall()[0][0] if k else 0
        for v, k in zip(("one", "other"), kinds, strict=True)
    )
    found = Compared(name, (counts[0], counts[1]), columns=sorted(set(kinds[0]) ^ set(kinds[1])))
    shared = [column for column in kinds[0] if column in kinds[1]]
    if not shared:
        found.alone = found.rows
        return found
    listed = ", ".join(f'"{column}"' for column in shared)
    season = "season" if "season" in shared else "NULL"
    hashed = (
        f"SELECT {season} AS season, count(*) AS rows, sum(hash({listed})::HUGEINT) AS digest FROM {{}} GROUP BY ALL"
    )
    differing = db.execute(
        f"SELECT season FROM ({hashed.format('one')}) AS a FULL JOIN ({hashed.format('other')}) AS b USING (season) "
        "WHERE a.rows IS DISTINCT FROM b.rows OR a.digest IS DISTINCT FROM b.digest"
        if season == "season"
        else f"SELECT NULL FROM ({hashed.format('one')}) AS a, ({hashed.format('other')}) AS b "
        "WHERE a.rows <> b.rows OR a.digest <> b.digest"
    ).fetchall()
    for (year,) in differing:
        where = "" if season == "NULL" else f"WHERE season IS NOT DISTINCT FROM {'NULL' if year is None else year}"
        _compare_rows(db, found, kinds[0], listed, shared, where)
    return found


def _compare_rows(
    db: duckdb.DuckDBPyConnection, found: Compared, kinds: dict[str, str], listed: str, shared: list[str], where: str
) -> None:
    """Count the rows that have no equal in the other lake, after pairing those that differ only within TOLERANCE."""
    for mine, theirs in (("one", "other"), ("other", "one")):
        db.execute(
            f"CREATE OR REPLACE TEMP TABLE only_{mine} AS "
            f"(SELECT {listed} FROM {mine} {where}) EXCEPT ALL (SELECT {listed} FROM {theirs} {where})"
        )
    same = " AND ".join(
        f'(a."{column}" IS NOT DISTINCT FROM b."{column}" OR '
        f'abs(a."{column}" - b."{column}") <= {TOLERANCE} * greatest(abs(a."{column}"), abs(b."{column}")))'
        if kinds[column] == "DOUBLE"
        else f'a."{column}" IS NOT DISTINCT FROM b."{column}"'
        for column in shared
    )
    alone = []
    for mine, theirs in (("one", "other"), ("other", "one")):
        rows = db.execute(f"SELECT * FROM only_{mine} AS a WHERE NOT EXISTS (FROM only_{theirs} AS b WHERE {same})")
        left = rows.fetchall()
        alone.append(len(left))
        found.examples += [f"{'<' if mine == 'one' else '>'} {row}" for row in left[:SHOWN]]
    found.alone = (found.alone[0] + alone[0], found.alone[1] + alone[1])


def main() -> None:
    """Print the tables that differ, and how."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lakes", type=Path, nargs=2)
    parser.add_argument("--tables", nargs="+", help="only these")
    asked = parser.parse_args()
    one, other = map(tables_of, asked.lakes)
    shared = [name for name in one if name in other and name not in LEFT_OUT and name in (asked.tables or one)]
    print(f"tables in one lake only: {', '.join(sorted(set(one) ^ set(other))) or 'none'}")
    rows = differing = 0
    with duckdb.connect(config={"threads": 2}) as db:
        for name in shared:
            found = compare(db, name, one[name], other[name])
            rows += found.rows[0]
            if found.columns:
                print(f"{name}: columns in one lake only: {', '.join(found.columns)}")
            if any(found.alone):
                differing += 1
                print(
                    f"{name}: of {found.rows[0]:,} and {found.rows[1]:,} rows, {found.alone[0]:,} and "
                    f"{found.alone[1]:,} are in one lake only",
                    *found.examples[: 2 * SHOWN],
                    sep="\n  ",
                    flush=True,
                )
    print(f"{len(shared)} tables with {rows:,} rows compared; {differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
