"""The graph of tables, with each table's inputs derived from its module; nothing here names a table.

A module of `skipper.tables` with a `TABLE` is a node. It has one of

- `SQL`: a SELECT whose columns include the contract's. The tables that it reads are its inputs.
- a function with the table's name, from Arrow tables to an Arrow table: its parameters are its inputs.
- `INPUTS`, a SELECT for each parameter of such a function: for a by-season table that looks back at earlier seasons.
  The tables that these read are its inputs; `$season` is its season.
- `WRITTEN_BY`: rows that arrive complete, from event files, `skipper press` or the build itself.

An input is another table, or a record set from a source. The inputs determine where a table is made. A by-season table
is made in season tasks. A table over all seasons that depends on no by-season tables is made once, before the season
tasks, because every season reads it; the other tables over all seasons are made after the season tasks.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from graphlib import TopologicalSorter
from importlib import import_module
from types import ModuleType

import pyarrow as pa

import skipper.tables
from skipper.lake.contract import KEPT, Check, Table
from skipper.lake.sql import tables_in
from skipper.sources.source import sources

SHARED_RECORD_SETS: dict[str, pa.Schema] = {
    name: schema for source in sources().values() for name, schema in source.record_sets().items()
}
SEASON_RECORD_SETS: dict[str, pa.Schema] = {
    name: schema for source in sources().values() for name, schema in source.season_record_sets().items()
}


def _titles() -> dict[str, tuple[str, ...]]:
    """Return the titles of the sources that fill each record set."""
    found: dict[str, tuple[str, ...]] = {}
    for source in sources().values():
        for name in (*source.record_sets(), *source.season_record_sets()):
            found[name] = (*found.get(name, ()), source.title)
    return found


SOURCES = _titles()


@dataclass(frozen=True)
class Node:
    """A table: its contract, how it is made, and the names of its inputs."""

    table: Table
    module: str
    inputs: tuple[str, ...]
    sql: str | None = None
    function: Callable[..., pa.Table] | None = None
    written_by: str | None = None
    selects: Mapping[str, str] | None = None

    @property
    def name(self) -> str:
        """Return the table's name."""
        return self.table.name


@dataclass(frozen=True)
class Graph:
    """All tables, by name."""

    nodes: Mapping[str, Node]

    @cached_property
    def published(self) -> tuple[Table, ...]:
        """Return the contracts of the lake's tables, each after its inputs."""
        return tuple(self.nodes[name].table for name in self.order if self.nodes[name].table.published)

    @cached_property
    def published_edges(self) -> dict[str, list[str]]:
        """Return the inputs of each lake table: other lake tables, and sources."""
        return {table.name: self.made_of(table.name) for table in self.published}

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Return the tables, each after its inputs, with ties in order of name."""
        sorter = TopologicalSorter({name: self._of_tables(name) for name in sorted(self.nodes)})
        sorter.prepare()
        found: list[str] = []
        while sorter.is_active():
            ready = sorted(sorter.get_ready())
            found += ready
            sorter.done(*ready)
        return tuple(found)

    def _of_tables(self, name: str) -> list[str]:
        return [one for one in self.nodes[name].inputs if one in self.nodes]

    @cached_property
    def reference(self) -> tuple[Node, ...]:
        """Return the tables made before the seasons, in order; they depend on no season."""
        return tuple(node for node in self._made() if not node.table.by_season and node.name not in self._after_seasons)

    @cached_property
    def season(self) -> tuple[Node, ...]:
        """Return a season's tables, in order."""
        return tuple(node for node in self._made() if node.table.by_season and node.selects is None)

    @cached_property
    def looking_back(self) -> tuple[Node, ...]:
        """Return the by-season tables that look back, in order; they are made after all seasons' other tables."""
        return tuple(node for node in self._made() if node.selects is not None)

    @cached_property
    def lake(self) -> tuple[Node, ...]:
        """Return the tables over all seasons, in order."""
        return tuple(node for node in self._made() if node.name in self._after_seasons)

    def _made(self) -> list[Node]:
        return [self.nodes[name] for name in self.order if self.nodes[name].written_by is None]

    @cached_property
    def _after_seasons(self) -> set[str]:
        found: set[str] = set()
        for name in self.order:
            node = self.nodes[name]
            rests = any(one in found or self.nodes[one].table.by_season for one in self._of_tables(name))
            if not node.table.by_season and rests:
                found.add(name)
        return found

    @cached_property
    def looked_up(self) -> tuple[str, ...]:
        """Return the record sets and tables that by-season tables read but season tasks do not make; every task
        receives them."""
        read = {one for node in self.season for one in node.inputs}
        made = {node.name for node in self.reference} | set(SHARED_RECORD_SETS)
        return tuple(sorted(read & made))

    @cached_property
    def season_checks(self) -> tuple[Check, ...]:
        """Return the checks of a season's own tables, which need no other season."""
        return tuple(check for check in self._checks() if self._is_of_season(check))

    @cached_property
    def lake_checks(self) -> tuple[Check, ...]:
        """Return the checks that need more than one season's tables, or none."""
        return tuple(check for check in self._checks() if not self._is_of_season(check))

    def owner(self, name: str) -> tuple[str, Check]:
        """Return the table whose contract has the check of that name, and the check. Raises KeyError for no check."""
        return self._owners[name]

    @cached_property
    def _owners(self) -> dict[str, tuple[str, Check]]:
        return {check.name: (table.name, check) for table in self.published for check in table.all_checks()}

    def _checks(self) -> Iterable[Check]:
        return [check for table in self.published for check in table.all_checks()]

    def _is_of_season(self, check: Check) -> bool:
        at_hand = {node.name for node in self.nodes.values() if node.table.by_season and node.selects is None}
        at_hand -= {name for name, node in self.nodes.items() if node.written_by not in (None, "event files")}
        own = at_hand | set(SEASON_RECORD_SETS)
        read = set(tables_in(check.violations))
        return bool(read & own) and read <= own | set(self.looked_up)

    def needed_for(self, names: Iterable[str]) -> frozenset[str]:
        """Return the given tables with all their direct and indirect inputs."""
        found: set[str] = set()
        for name in reversed(self.order):
            if name in set(names) or any(name in self.nodes[one].inputs for one in found):
                found.add(name)
        return frozenset(found)

    def made_of(self, name: str) -> list[str]:
        """Return the published tables and sources behind a published table, looking through intermediate tables."""
        found: set[str] = set()
        for one in self.nodes[name].inputs:
            if one not in self.nodes:
                found.update(SOURCES[one])
            elif self.nodes[one].table.published:
                found.add(one)
            else:
                found |= set(self.made_of(one))
        written_by = self.nodes[name].written_by
        return sorted(found) if written_by is None else [written_by]


@cache
def graph() -> Graph:
    """Derive the graph from the modules of `skipper.tables`.

    Raises ValueError for a module that is not a node, for two tables with the same name, or for an input that no table
    or source provides.
    """
    nodes: dict[str, Node] = {}
    for module in _modules():
        node = _node(module)
        if node.name in nodes:
            raise ValueError(f"{module.__name__}: table {node.name} is in {nodes[node.name].module} already")
        nodes[node.name] = node
    for node in nodes.values():
        unknown = set(node.inputs) - set(nodes) - set(SOURCES)
        if unknown:
            raise ValueError(f"{node.module}: nothing makes {', '.join(sorted(unknown))}")
    return Graph(nodes)


def _modules() -> Iterable[ModuleType]:
    for found in pkgutil.walk_packages(skipper.tables.__path__, "skipper.tables."):
        module = import_module(found.name)
        if hasattr(module, "TABLE"):
            yield module


def _node(module: ModuleType) -> Node:
    table: Table = module.TABLE
    name = module.__name__
    sql, written_by = getattr(module, "SQL", None), getattr(module, "WRITTEN_BY", None)
    function = getattr(module, table.name, None)
    if sum(one is not None for one in (sql, function, written_by)) != 1:
        raise ValueError(f"{name}: needs one of SQL, a function {table.name}, and WRITTEN_BY")
    if sql is not None:
        return Node(table, name, tables_in(sql), sql=sql)
    if table.looks_back is not None:
        selects: Mapping[str, str] = module.INPUTS
        read = sorted({one for select in selects.values() for one in tables_in(select)} - {KEPT})
        return Node(table, name, tuple(read), function=function, selects=selects)
    if function is not None:
        return Node(table, name, tuple(inspect.signature(function).parameters), function=function)
    return Node(table, name, (), written_by=written_by)
