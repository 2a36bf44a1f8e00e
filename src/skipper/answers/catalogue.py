"""The pages of a lake: a list of page kinds, with each page's address and answer, for the site and the service."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from skipper.answers.answer import Answer, Row, Shown, shown, spans
from skipper.answers.catalogue_rows import (
    club_rows,
    difference_rows,
    leader_rows,
    league_rows,
    manager_rows,
    organization_rows,
    people_within,
    player_rows,
    report_rows,
    season_rows,
    table_rows,
)
from skipper.answers.club import club
from skipper.answers.differences import differences
from skipper.answers.errors import UnknownOptionError
from skipper.answers.holdings import coverage
from skipper.answers.kept_plans import plan, plan_rows
from skipper.answers.leaders import leaders
from skipper.answers.ledger import ledger, ledger_rows
from skipper.answers.people import PersonId
from skipper.answers.player import player
from skipper.answers.records import records
from skipper.answers.reports import reports
from skipper.answers.season import season
from skipper.answers.system import find_organization, system
from skipper.answers.tables import table
from skipper.definitions.links import LINKS, Link
from skipper.lake.reader import LakeReader

LIST, HOME = "list", "home"
LISTED = 100  # leaders on a page


@dataclass(frozen=True)
class Kind:
    """A kind of page.

    `key` names the fields that identify a page; `answer` takes the lake and their values. `rows` returns one row per
    page, with these fields, in the list's order; in an address, a row's `id` takes the place of the person's key. Pages
    with two fields are listed by the first, then by the second. `columns` are the list's columns.
    """

    name: str
    title: str
    says: str
    key: tuple[str, ...]
    rows: Callable[[LakeReader], list[Row]]
    answer: Callable[..., Answer]
    columns: tuple[Shown, ...] = ()

    @property
    def grouped(self) -> bool:
        """Return whether the pages are listed by their first field, then by their second."""
        return len(self.key) == 2

    @property
    def single(self) -> bool:
        """Return whether there is only one page of this kind."""
        return not self.key

    @property
    def years(self) -> bool:
        """Return whether each page covers one season."""
        return "season" in self.key

    def name_of(self, row: Row) -> str:
        """Return the name of a row's page."""
        return str(row.get("name") or row[self.key[0]])


def _manager(lake: LakeReader, person_id: str) -> Answer:
    """Return the record or, for a person without a game, the claims of the reports."""
    managed = "SELECT DISTINCT manager_person_id FROM manager_season WHERE manager_person_id IN $manager_person_ids"
    known = lake.rows_of(managed, ("manager_person_id",), (person_id,))
    return records(lake, PersonId(person_id)) if known else reports(lake, person=PersonId(person_id))


_RECORD = (shown("W-L", "record", "wins", "losses", "ties"), shown("Pct", "pct", "win_pct"))
_YEARS, _YEAR = shown("Years", "prose", "years"), shown("Year", "season", "season")
_LEVEL = shown("Level", "code")
KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "managers",
            "Managers",
            "Records by season and career, lineups, playing time, tactics, reports.",
            ("manager_person_id",),
            manager_rows,
            _manager,
            (
                shown("Manager", "text", "name", to="manager_name"),
                shown("Games", "count"),
                *_RECORD,
                _YEARS,
                shown("Clubs", "names", "club_names"),
            ),
        ),
        Kind(
            "players",
            "Players",
            "Playing time under each manager, and clubs on the way up.",
            ("player_person_id",),
            player_rows,
            lambda lake, person_id: player(lake, PersonId(person_id)),
            (
                shown("Player", "text", "name", to="player_name"),
                shown("Starts", "count"),
                _YEARS,
                shown("Clubs", "names"),
            ),
        ),
        Kind(
            "clubs",
            "Clubs",
            "Managers, batting orders and playing time by season.",
            ("club", "season"),
            club_rows,
            lambda lake, code, year: club(lake, code, year),
            (
                _YEAR,
                shown("Club", "text", "name", to="club_name"),
                shown("League", "code"),
                _LEVEL,
                shown("Managers", "names"),
                *_RECORD,
            ),
        ),
        Kind(
            "leagues",
            "Leagues",
            "Clubs and managers' records by season.",
            ("league", "season"),
            league_rows,
            lambda lake, code, year: season(lake, year, code),
            (
                _YEAR,
                shown("League", "text", "name", to="league"),
                _LEVEL,
                shown("Clubs", "count", "club_count"),
                shown("Games", "count"),
            ),
        ),
        Kind(
            "seasons",
            "Seasons",
            "Leagues, managers' records and leaders.",
            ("season",),
            season_rows,
            season,
            (
                _YEAR,
                shown("Leagues", "count", "league_count"),
                shown("Clubs", "count", "club_count"),
                shown("Managers", "count", "manager_count"),
                shown("Games", "count"),
            ),
        ),
        Kind(
            "organizations",
            "Organizations",
            "The farm system, and the players who came up from it.",
            ("organization", "season"),
            organization_rows,
            system,
            (_YEAR, shown("Organization", "text"), shown("Affiliates", "count"), shown("Levels", "names")),
        ),
        Kind(
            "leaders",
            "Leaders",
            "Careers and seasons, ranked by each figure in the record.",
            ("by", "figure"),
            leader_rows,
            lambda lake, by, figure: leaders(lake, figure, by, top=LISTED),
            (shown("Figure", "code"), shown("By", "code"), shown("Meaning", "prose")),
        ),
        Kind(
            "differences",
            "Differences",
            "Disagreements with the record book, and their reasons.",
            ("season",),
            difference_rows,
            differences,
            (
                shown("Year", "season", "season", to="differing"),
                shown("Differences", "count", "differences"),
                shown("Reasons", "names", "categories"),
            ),
        ),
        Kind(
            "reports",
            "Reports",
            "Claims from press reports, and what the games show.",
            ("report",),
            report_rows,
            reports,
            (shown("Report", "text"), shown("Title", "prose"), shown("Date", "date"), shown("Claims", "count")),
        ),
        Kind(
            "ledgers",
            "Ledgers",
            "Careers according to stored reports.",
            ("manager_person_id",),
            ledger_rows,
            ledger,
            (
                shown("Person", "text", "name", to="ledger"),
                shown("Reports", "count"),
                shown("Posts and events", "count", "claims"),
            ),
        ),
        Kind(
            "plans",
            "Plans",
            "Kept development plans, and whether the games followed them.",
            ("plan",),
            plan_rows,
            plan,
            (shown("Plan", "text"), shown("Organization", "text"), _YEAR),
        ),
        Kind(
            "coverage",
            "Coverage",
            "What this lake has, what is missing, and how to cite it.",
            (),
            lambda lake: [{}],
            coverage,
        ),
        Kind(
            "tables",
            "Tables",
            "The data behind the answers, column by column.",
            ("table",),
            table_rows,
            lambda lake, name: table(lake.contracts.values(), name, lake, lake.manifest.made_of),
            (shown("Table", "text"), shown("Grain", "prose")),
        ),
    )
}


@dataclass(frozen=True)
class Page:
    """A page: its address, which ends with a slash and is empty for the first page, its kind, key and name."""

    address: str
    kind: str
    key: tuple[Any, ...]
    name: str


_Lookups = tuple[tuple[Mapping[tuple[Any, ...], str | None], tuple[Any, ...]], ...]


@dataclass(frozen=True)
class Catalogue:
    """The pages of a lake, or a selection of them. `rows` has the rows of each kind; a kind without rows is omitted.

    Addresses depend on ids and names alone, so they do not change when the lake is rebuilt. If two keys would have the
    same address, all but the first in the order of the keys get a digest of the key.
    """

    rows: Mapping[str, list[Row]]
    pages: dict[str, Page] = field(init=False, default_factory=dict)
    _by_key: dict[tuple[Any, ...], str] = field(init=False, default_factory=dict)
    _seasons: dict[tuple[Any, ...], list[int]] = field(init=False, default_factory=dict)  # by key without the season
    _organizations: dict[tuple[Any, ...], str | None] = field(init=False, default_factory=dict)  # by club and season
    # Of codes: by kind, name and, for a page, season. A name of several codes has the address None.
    _by_name: dict[tuple[Any, ...], str | None] = field(init=False, default_factory=dict)
    _watched: list[set[tuple[Any, ...]]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self._add("", HOME, (), "Skipper")
        for name, rows in self.rows.items():
            kind = KINDS[name]
            if kind.single:
                self._by_key[(LIST, name)] = f"{name}/"
            else:
                self._add(f"{name}/", LIST, (name,), kind.title)
            groups = dict.fromkeys(row[kind.key[0]] for row in rows) if kind.grouped else ()
            self._add_all([Page(f"{name}/{slug(first)}/", LIST, (name, first), str(first)) for first in groups])
            self._add_all([_page_of(kind, row) for row in rows])
            self._relate(kind, rows)

    def _add_all(self, wanted: Sequence[Page]) -> None:
        """Add pages. Of those that want one address, all but the first by key get an address with a digest of the key,
        so that the order of the rows does not change it.
        """
        owners: dict[str, Page] = {}
        for page in sorted(wanted, key=lambda page: str(page.key)):
            owners.setdefault(page.address, page)
        for page in wanted:
            address = page.address
            if owners[address].key != page.key:
                digest = hashlib.blake2b(str(page.key).encode(), digest_size=4).hexdigest()
                address = f"{address.removesuffix('/')}-{digest}/"
            self._add(address, page.kind, page.key, page.name)

    def _add(self, address: str, kind: str, key: tuple[Any, ...], name: str) -> None:
        self.pages[address] = Page(address, kind, key, name)
        self._by_key[(kind, *key)] = address

    def _relate(self, kind: Kind, rows: Sequence[Row]) -> None:
        """Index what `neighbours` needs."""
        if kind.years:
            for row in sorted(rows, key=lambda row: row["season"]):
                own = (kind.name, *(row[part] for part in kind.key[:-1]))
                self._seasons.setdefault(own, []).append(row["season"])
        if kind.name == "clubs":
            self._organizations.update({(row["club"], row["season"]): row["organization"] for row in rows})
        if kind.grouped and kind.years:
            for row in rows:
                self._name(kind, row)

    def _name(self, kind: Kind, row: Row) -> None:
        """Index the page of a row, and its list, by their names."""
        code, name, season = row[kind.key[0]], kind.name_of(row), row["season"]
        for named, address in (
            ((kind.name, name, season), self._by_key[(kind.name, code, season)]),
            ((kind.name, name), self._by_key[(LIST, kind.name, code)]),
        ):
            self._by_name[named] = address if self._by_name.get(named, address) == address else None

    def address(self, kind: str, *key: Any) -> str | None:
        """Return the address of a page or, for part of a key, of its list; None if there is no page.

        In place of a club's or a league's code, the key may have its name, unless several have this name.
        """
        for known, name in self._lookups(kind, key):
            if (found := known.get(name)) is not None:
                return found
            for unlinked in self._watched:
                unlinked.add(name)
        return None

    def _lookups(self, kind: str, key: tuple[Any, ...]) -> _Lookups:
        return (self._by_key, (kind, *key)), (self._by_key, (LIST, kind, *key)), (self._by_name, (kind, *key))

    def names(self) -> Iterator[tuple[tuple[Any, ...], str | None]]:
        """Yield each name by which `address` finds a page, with the address; None for a name of several pages."""
        yield from {**self._by_name, **self._by_key}.items()

    @contextmanager
    def watched(self) -> Iterator[set[tuple[Any, ...]]]:
        """Return a context manager for the names that `address` has looked up in vain, in one thread."""
        unlinked: set[tuple[Any, ...]] = set()
        self._watched.append(unlinked)
        try:
            yield unlinked
        finally:
            self._watched.remove(unlinked)

    def addresses(self, link: Link, row: Row) -> str | list[str | None] | None:
        """Return the address that a row's field links to, or a list of addresses if the field is a list."""
        key = [row.get(name) for name in link.key]
        if len(key) == 1 and isinstance(key[0], list | tuple):
            return [self.address(link.kind, one) for one in key[0]]
        found = None if None in key else self.address(link.kind, *key)
        return self.addresses(link.otherwise, row) if found is None and link.otherwise is not None else found

    def neighbours(self, page: Page) -> Iterator[tuple[str, str]]:
        """Yield titles and addresses of a page's related pages: other seasons, a club's organization, the same person's
        other pages, and the plans that concern a club or a manager.
        """
        kind = KINDS.get(page.kind)
        if kind is not None and kind.years:
            place = self._seasons[(kind.name, *page.key[:-1])]
            here = place.index(page.key[-1])
            for at, mark in ((here - 1, "← {}"), (here + 1, "{} →")):
                if 0 <= at < len(place):
                    yield mark.format(place[at]), self._by_key[(kind.name, *page.key[:-1], place[at])]
        if page.kind == "clubs":
            yield from self._farm(*page.key)
        people = {"managers": "As a manager", "players": "As a player", "ledgers": "Career ledger"}
        for other, title in people.items() if page.kind in people else ():
            if other != page.kind and (other, *page.key) in self._by_key:
                yield title, self._by_key[(other, *page.key)]
        for row in self.rows.get("plans", ()):
            of_club = page.kind == "clubs" and page.key[0] in row["clubs"] and page.key[1] == row["season"]
            if of_club or (page.kind == "managers" and page.key[0] in row["manager_person_ids"]):
                yield f"Plan: {row['plan']}", self._by_key[("plans", row["plan"])]

    def _farm(self, club: str, season: int) -> Iterator[tuple[str, str]]:
        """Yield the page of the club's organization that season, if there is one."""
        organization = self._organizations[club, season]
        address = self._by_key.get(("organizations", organization, season))
        if address is not None:
            yield f"{organization} farm system", address


def _page_of(kind: Kind, row: Row) -> Page:
    key = tuple(row[part] for part in kind.key)
    parts = (row.get("id") or key[0], *key[1:]) if key else ()
    return Page("/".join((kind.name, *map(slug, parts), "")), kind.name, key, kind.name_of(row) if key else kind.title)


def catalogue(
    lake: LakeReader,
    only: Collection[str] | None = None,
    seasons: Collection[int] | None = None,
    organization: str | None = None,
) -> Catalogue:
    """Return the lake's pages: all of them, or only those of the kinds `only`, of some seasons or of one organization.

    The page on coverage is always among them, because it states what is missing and how to cite.
    A selection by season or organization keeps the people who have games in it, and the pages that do not belong to a
    season. Raises UnknownOptionError for an unknown kind, and UnknownNameError for an unknown organization.
    """
    unknown = set(only or ()) - set(KINDS)
    if unknown:
        raise UnknownOptionError(f"unknown kind of page {sorted(unknown)[0]!r}; the kinds are {', '.join(KINDS)}")
    if organization is not None:
        organization, _seasons = find_organization(lake, organization)
    wanted = [kind for kind in KINDS.values() if only is None or kind.name in (*only, "coverage")]
    rows = {kind.name: kind.rows(lake) for kind in wanted}
    if seasons is not None or organization is not None:
        rows = {name: _within(lake, KINDS[name], found, seasons, organization) for name, found in rows.items()}
    return Catalogue({name: found for name, found in rows.items() if found})


def _within(
    lake: LakeReader, kind: Kind, rows: list[Row], seasons: Collection[int] | None, organization: str | None
) -> list[Row]:
    if kind.name in ("managers", "players"):
        people = people_within(lake, kind.key[0], seasons, organization)
        return [row for row in rows if row[kind.key[0]] in people]
    if seasons is not None and "season" in (rows[0] if rows else ()):
        rows = [row for row in rows if row["season"] in seasons]
    if organization is not None and "organization" in (rows[0] if rows else ()):
        rows = [row for row in rows if row["organization"] == organization]
    return rows


def grouped(kind: Kind, rows: Sequence[Row]) -> list[Row]:
    """Return one row per value of the first field in a kind's key, with the pages' years and the last page's name."""
    first = kind.key[0]
    groups: dict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[first]].append(row)
    return [
        {
            first: value,
            "name": kind.name_of(max(group, key=lambda row: row["season"])) if kind.years else str(value),
            "years": spans([row["season"] for row in group]) if kind.years else "",
            "pages": len(group),
        }
        for value, group in groups.items()
    ]


def slug(text: object) -> str:
    """Return a string in the form used in addresses: only lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", str(text)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "unknown"


assert {link.kind for link in LINKS.values()} <= {*KINDS, LIST}
