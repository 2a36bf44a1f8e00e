"""What tables there are, and what their columns mean."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.errors import UnknownTableError
from skipper.lake.contract import Table as Contract
from skipper.lake.reader import LakeReader

FIELDS = ("table", "grain", "key", "by_season", "sources", "rows")
COLUMN_FIELDS = ("table", "column", "type", "key", "required", "meaning")


def tables(contracts: Iterable[Contract], lake: LakeReader | None = None) -> Answer:
    """Every table with its grain, and its number of rows: null without a lake."""
    counts = row_counts(lake) if lake is not None else {}
    rows = [
        {
            "table": table.name,
            "grain": table.grain,
            "key": list(table.key),
            "by_season": table.by_season,
            "sources": table.sources,
            "rows": counts.get(table.name),
        }
        for table in contracts
    ]
    columns = [shown("Table", "text"), shown("Grain", "prose")]
    if counts:
        columns.insert(1, shown("Rows", "count"))
    lead = () if lake is not None else ("No lake here, so without numbers of rows.",)
    notes = ("skipper tables NAME tells the columns of one.",)
    return Answer(
        "tables",
        "Tables of the lake",
        (Table("tables", FIELDS, rows, (View(tuple(columns), rows),)),),
        lead,
        notes,
    )


def table(contracts: Iterable[Contract], name: str, lake: LakeReader | None = None) -> Answer:
    """The columns of one table, and what is checked of it. Raises UnknownTableError."""
    by_name = {one.name: one for one in contracts}
    contract = by_name.get(name.lower())
    if contract is None:
        raise UnknownTableError(name, get_close_matches(name.lower(), by_name, n=3))
    count = row_counts(lake, contract.name).get(contract.name) if lake is not None else None
    checks = [
        {"table": contract.name, "check": check.name, "fails_when": check.says} for check in contract.all_checks()
    ]
    return Answer(
        question="tables",
        title=f"{contract.name}: {contract.grain}",
        tables=(
            Table("columns", COLUMN_FIELDS, _columns(contract), (_column_view(contract),)),
            Table("checks", ("table", "check", "fails_when"), checks, (_check_view(contract, checks),)),
        ),
        lead=tuple(
            line
            for line in (
                "" if count is None else f"Rows: {count:,}.",
                f"Key: {', '.join(contract.key) or 'none'}.",
                f"Sources: {contract.sources}.",
                contract.notes,
            )
            if line
        ),
        notes=("In a column that is not required, null is unknown unless its meaning says otherwise.",),
    )


def row_counts(lake: LakeReader, *names: str) -> dict[str, int]:
    """The number of rows of each table, or of those named."""
    wanted = names or tuple(lake.contracts)
    counts = " UNION ALL ".join(f"SELECT '{name}' AS name, count(*) AS rows FROM \"{name}\"" for name in wanted)
    return {row["name"]: row["rows"] for row in lake.rows(counts)}


def _columns(contract: Contract) -> list[Row]:
    return [
        {
            "table": contract.name,
            "column": column.name,
            "type": column.type,
            "key": column.name in contract.key,
            "required": column.required,
            "meaning": column.doc,
        }
        for column in contract.columns
    ]


def _column_view(contract: Contract) -> View:
    rows = [
        {
            **row,
            "mark": "key" if row["key"] else "required" if row["required"] else "",
            "type": _short(row["type"]),
        }
        for row in _columns(contract)
    ]
    columns = (
        shown("Column", "text"),
        shown("Type", "text"),
        shown("", "text", "mark"),
        shown("Meaning", "prose"),
    )
    return View(columns, rows, "Columns")


def _check_view(contract: Contract, checks: list[Row]) -> View:
    rows = [{**row, "check": row["check"].removeprefix(f"{contract.name}: ")} for row in checks]
    return View((shown("Check", "prose"), shown("Fails a build when", "prose", "fails_when")), rows, "Checks")


def _short(type_: str) -> str:
    return "array<struct>" if type_.startswith("array<struct") else type_
