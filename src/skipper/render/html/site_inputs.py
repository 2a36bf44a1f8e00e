"""The inputs of a site's pages, as digests: a later run keeps a page without asking its questions again if they are the
same.

A page of a season depends on the tables' rows of that season, and a page of a person on those of every season in which
the person occurs in any table, whoever they are about. All pages depend on the tables without a season, except on
other people's careers, and on what the manifest states about the lake. A link depends on the page that it leads to:
a page lists the names for which it found no page.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skipper.answers.catalogue import Catalogue
from skipper.answers.differences import has_official_records
from skipper.lake.contract import Table
from skipper.lake.reader import LakeReader

_PACKAGE = Path(__file__).parents[2]
_OF_PEOPLE = ("managers", "players")
_OF_SEASONS = ("clubs", "leagues", "seasons", "organizations", "differences")
# Tables with a season of which an answer may read the rows of other seasons than the page's.
_ACROSS_SEASONS = {"affiliation"}
# Tables without a season that change with every season, of which an answer reads one person's rows.
_CAREERS = {"manager_career": "manager_person_id", "stint": "person_id"}
# Every build changes these; `has_official_records` is all that such pages read of them.
_OF_THE_BUILD = {"build_log"}
# What a page may state of a manifest, or answer by it. Its files are in the tables' digests, pages are compared without
# the build, and pages of tables, the only ones that state contracts and inputs, are never kept.
_STATED = ("skipper_version", "seasons", "notices", "simulated", "withheld", "without")
# Claims are judged against one build, which a page names if it is not the lake's.
_REPORTED = ("claim", "reported_stint", "reported_career_event")


@dataclass(frozen=True)
class Made:
    """What a page was made of: a digest of its inputs, and digests of the names for which it found no page."""

    inputs: str
    unlinked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Inputs:
    """The inputs of every page of a run: digests of the addresses by name, and by page address what it was made of."""

    addresses: Mapping[str, str]
    pages: Mapping[str, Made]

    def unchanged(self, earlier: Inputs) -> set[str]:
        """Return the addresses of the pages whose inputs are those of an earlier run: none if a page has since moved or
        gone."""
        known = earlier.addresses
        if any(self.addresses.get(name) != address for name, address in known.items()):
            return set()
        new = self.addresses.keys() - known.keys()
        return {
            address
            for address, made in self.pages.items()
            if address in earlier.pages
            and earlier.pages[address].inputs == made.inputs
            and new.isdisjoint(earlier.pages[address].unlinked)
        }


def inputs_of(lake: LakeReader, pages: Catalogue, url: str | None) -> Inputs:
    """Return the inputs of the pages that a later run may keep."""
    names = {digest(name): digest(address) for name, address in pages.names()}
    return Inputs(names, dict(_Digests(lake, pages, url).pages()))


def digest(*stated: object) -> str:
    """Return a short digest of values with the same `repr` in every process."""
    return hashlib.blake2b(repr(stated).encode(), digest_size=8).hexdigest()


def _code() -> str:
    """Return a digest of Skipper's modules, templates and style sheets."""
    found = hashlib.blake2b(digest_size=8)
    for file in sorted(_PACKAGE.rglob("*")):
        if file.suffix in (".py", ".j2", ".css", ".js"):
            found.update(file.read_bytes())
    return found.hexdigest()


class _Digests:
    """Digests of a lake's rows by season and person, and of everything that all pages depend on."""

    def __init__(self, lake: LakeReader, pages: Catalogue, url: str | None) -> None:
        self._lake, self._pages = lake, pages
        self._of_season: defaultdict[int, list[tuple[str, Any]]] = defaultdict(list)
        self._of_person: defaultdict[str, list[tuple[str, Any]]] = defaultdict(list)
        self._seasons: defaultdict[str, set[int]] = defaultdict(set)  # by person
        self._shared: list[Any] = [_code(), list(pages.rows), url, has_official_records(lake)]
        manifest = lake.manifest
        self._shared += [sorted(manifest.sources), *(getattr(manifest, name) for name in _STATED)]
        readable = manifest.tables.keys() & lake.contracts.keys() - manifest.withheld.keys()
        for name in sorted(readable - _OF_THE_BUILD):
            self._add(lake.contracts[name])
        for name in sorted(readable.intersection(_REPORTED)):
            for (person,) in lake.query(
                f"SELECT DISTINCT person_id FROM {name} WHERE person_id IS NOT NULL"
            ).fetchall():
                self._of_person[person].append((name, manifest.build))

    def pages(self) -> Iterator[tuple[str, Made]]:
        """Yield the address of each page that depends on some seasons only, and what it is made of."""
        shared = digest(self._shared)
        of_season = {season: digest(sorted(stated)) for season, stated in self._of_season.items()}
        for page in self._pages.pages.values():
            if page.kind in _OF_PEOPLE:
                (person,) = page.key
                seasons: Iterable[int] = sorted(self._seasons[person])
                own = sorted(self._of_person[person])
            elif page.kind in _OF_SEASONS:
                seasons, own = (page.key[-1],), []
            else:
                continue
            rows = [(season, of_season.get(season)) for season in seasons]
            around = list(self._pages.neighbours(page))
            yield page.address, Made(digest(shared, page.key, page.name, around, rows, own))

    def _add(self, table: Table) -> None:
        files = self._lake.manifest.files.get(table.name, ())
        self._shared.append((table.name, bool(files)))
        columns = set(table.column_names)
        if not files:
            return
        if table.name in _CAREERS:
            for person, *rows in self._hashed(table.name, _CAREERS[table.name]):
                self._of_person[person].append((table.name, rows))
        elif "season" not in columns or table.name in _ACROSS_SEASONS:
            self._shared += [(table.name, rows) for rows in self._hashed(table.name, "1")]
        elif table.partitioned:
            for file in files:
                if file.season is not None:
                    self._of_season[file.season].append((table.name, file.digest))
        else:
            for season, *rows in self._hashed(table.name, "season"):
                if season is None:
                    self._shared.append((table.name, rows))
                else:
                    self._of_season[season].append((table.name, rows))
        if "season" in columns:
            self._find_people(table)

    def _hashed(self, table: str, by: str) -> list[tuple[Any, ...]]:
        """Return the number and a sum of hashes of a table's rows by the value of an expression."""
        sql = f"SELECT {by}, count(*), sum(hash(t)::HUGEINT)::VARCHAR FROM {table} AS t GROUP BY ALL"
        return self._lake.query(sql).fetchall()

    def _find_people(self, table: Table) -> None:
        """Add the seasons of each person whom a column of the table names."""
        for column in table.column_names:
            if column.endswith("person_id"):
                sql = f"SELECT DISTINCT {column}, season FROM {table.name} WHERE {column} IS NOT NULL"
                for person, season in self._lake.query(sql).fetchall():
                    if season is not None:
                        self._seasons[person].add(season)
