"""Describe the lake's tables, with their inputs and columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.errors import UnknownTableError
from skipper.lake.contract import Table as Contract
from skipper.lake.reader import LakeReader

FIELDS = ("table", "grain", "key", "by_season", "sources", "rows")
GRAPH_FIELDS = ("table", "stage", "made_of", "makes")
COLUMN_FIELDS = ("table", "column", "type", "key", "required", "meaning")


def tables(contracts: Iterable[Contract], lake: LakeReader | None = None) -> Answer:
    """List every table with its grain and number of rows (null if no lake is given)."""
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
    lead = () if lake is not None else ("No lake was found, so there are no row counts.",)
    notes = ("skipper tables NAME lists a table's columns; skipper tables --graph shows each table's inputs.",)
    return Answer(
        "tables",
        "Tables of the lake",
        (Table("tables", FIELDS, rows, (View(tuple(columns), rows),)),),
        lead,
        notes,
    )


def graph(made_of: Mapping[str, Iterable[str]]) -> Answer:
    """List every table with its inputs and outputs, in build order.

    `stage` is the number of steps from the sources: a table at stage 2 reads at least one table at stage 1.
    """
    inputs = {name: sorted(some) for name, some in made_of.items()}
    origins: dict[str, set[str]] = {}
    for name in inputs:
        _origins(name, inputs, origins)
    stages: dict[str, int] = {}
    for name in sorted(inputs, key=lambda name: len(origins[name])):
        stages[name] = 1 + max((stages[one] for one in inputs[name] if one in stages), default=0)
    ordered = sorted(inputs, key=lambda name: (stages[name], name))
    rows = [
        {"table": name, "stage": stages[name], "made_of": inputs[name], "makes": _makes(name, ordered, inputs)}
        for name in ordered
    ]
    return Answer(
        "tables",
        "How the tables are built",
        (Table("graph", GRAPH_FIELDS, rows, (_graph_view(rows, inputs, origins),)),),
        notes=(
            "Inputs that another input already reads are omitted; `skipper tables NAME`, CSV and JSON list all of "
            "them.",
        ),
    )


def _graph_view(rows: list[Row], inputs: Mapping[str, list[str]], origins: Mapping[str, set[str]]) -> View:
    """Return the direct inputs only; tables with the same inputs share a line."""
    nearest = {
        row["table"]: [
            one for one in row["made_of"] if not any(one in origins.get(other, ()) for other in row["made_of"])
        ]
        for row in rows
    }
    lines: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for row in rows:
        lines.setdefault((row["stage"], tuple(nearest[row["table"]])), []).append(row["table"])
    columns = (
        shown("Step", "code", "stage"),
        shown("Tables", "names", "tables"),
        shown("Built from", "names", "made_of"),
    )
    told = [
        {"stage": str(stage), "tables": tables, "made_of": [*made_of]} for (stage, made_of), tables in lines.items()
    ]
    return View(columns, told)


def _makes(name: str, ordered: Iterable[str], inputs: Mapping[str, Iterable[str]]) -> list[str]:
    return [other for other in ordered if name in inputs[other]]


def _origins(name: str, inputs: Mapping[str, list[str]], found: dict[str, set[str]]) -> set[str]:
    """Return all inputs of a table, recursively, memoized in `found`."""
    if name not in found:
        own = inputs.get(name, [])
        found[name] = set(own).union(*(_origins(one, inputs, found) for one in own))
    return found[name]


def table(
    contracts: Iterable[Contract],
    name: str,
    lake: LakeReader | None = None,
    made_of: Mapping[str, Iterable[str]] | None = None,
) -> Answer:
    """Describe one table: columns, inputs, outputs and checks. Raises UnknownTableError."""
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
                *_made(contract.name, made_of or {}),
                contract.notes,
            )
            if line
        ),
        notes=("In a column that is not required, null means unknown unless its meaning says otherwise.",),
    )


def _made(name: str, made_of: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """Return sentences about a table's inputs and outputs; empty if they are unknown."""
    if name not in made_of:
        return ()
    makes = sorted(other for other, some in made_of.items() if name in some)
    inputs = (f"`{one}`" if one in made_of else one for one in sorted(made_of[name]))
    used_by = ", ".join(f"`{one}`" for one in makes)
    return (f"Built from: {', '.join(inputs)}.", f"Used by: {used_by or 'no other table'}.")


def row_counts(lake: LakeReader, *names: str) -> dict[str, int]:
    """Return the number of rows in each table, or in each of the named tables."""
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
