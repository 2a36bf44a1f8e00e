"""Lists of everything that has a page: managers, players, clubs, leagues and so on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.answers.catalogue import HOME, KINDS, LIST, Catalogue, Kind, Page, grouped
from skipper.answers.coverage import lake_coverage
from skipper.answers.errors import UnknownOptionError
from skipper.answers.named_by import managers_named, managers_of
from skipper.answers.scope import known_club
from skipper.answers.system import find_organization
from skipper.definitions.levels import LADDER
from skipper.lake.reader import LakeReader

_KIND_FIELDS = ("page", "pages", "says")
_UNLISTED = ("id", "spelled")  # which serve the addresses and the search
_CODED = ("clubs", "leagues")
# By kind, the function that returns the first field of the key for a name by which it may be asked for.
_CALLED: dict[str, Callable[[LakeReader, str], str]] = {
    "clubs": known_club,
    "organizations": lambda lake, name: find_organization(lake, name)[0],
}
_CODES = (
    "A code identifies a club or a league only within its source and season; over the years, one code may belong to "
    "several."
)


def answer_of(lake: LakeReader, pages: Catalogue, page: Page) -> Answer:
    """Return the answer that a page shows. Raises AnswerError."""
    if page.kind in (LIST, HOME):
        return listing(lake, pages, *page.key)
    return KINDS[page.kind].answer(lake, *page.key)


def listing(lake: LakeReader, pages: Catalogue, kind: str | None = None, of: str | None = None) -> Answer:
    """List the pages of one kind, or list the kinds.

    The main table has one row per page. Clubs, leagues, organizations and leaders are listed by their first field, with
    one row per club, league and so on or, for one of them (`of`), one row per season. A club or an organization may be
    given by any of its names. Raises UnknownOptionError for a kind or a value without a page, UnknownClubError and
    UnknownNameError.
    """
    if kind is None:
        return _kinds(pages)
    if kind not in pages.rows or KINDS[kind].single:
        listed = ", ".join(name for name in pages.rows if not KINDS[name].single)
        raise UnknownOptionError(f"there is no list of {kind!r}; available lists: {listed}")
    found, rows = KINDS[kind], pages.rows[kind]
    if found.grouped and of is None:
        return _groups(found, grouped(found, rows))
    title = found.title
    if of is not None:
        rows = _of(found, pages.rows[kind], of)
        if not rows and kind in _CALLED:
            of = _CALLED[kind](lake, of)
            rows = _of(found, pages.rows[kind], of)
        if not rows:
            raise UnknownOptionError(f"there is no page of {kind} for {of!r}")
        title = f"{grouped(found, rows)[0]['name'] if found.years else of}: {'by season' if found.years else 'figures'}"
    fields = tuple(name for name in rows[0] if name not in _UNLISTED)
    return Answer(
        LIST,
        title,
        (Table(kind, fields, rows, (View(found.columns, rows),)),),
        lead=(found.says, *_named_by(lake, kind, rows)),
        notes=(_CODES,) if found.name in _CODED else (),
    )


def _of(kind: Kind, rows: list[Row], of: str) -> list[Row]:
    """Return the rows with this first field of the kind's key, in upper or lower case."""
    return [row for row in rows if kind.grouped and str(row[kind.key[0]]).lower() == of.lower()]


def _named_by(lake: LakeReader, kind: str, rows: list[Row]) -> tuple[str, ...]:
    """Return sentences on the sources of the managers that a list names, and of its records."""
    if kind == "managers":
        people = [{name: row[name] for name in ("manager_person_id", "seasons")} for row in rows]
        return managers_of(lake, lake_coverage(lake).unlogged, people)
    if kind == "clubs":
        return managers_named(lake, lake_coverage(lake), {(row["club"], row["season"]) for row in rows})
    return ()


def _groups(kind: Kind, rows: list[Row]) -> Answer:
    """Return the values of the first field of a kind's key, with their years."""
    first = kind.key[0]
    told = [{**row, "value": str(row[first])} for row in rows]
    named = any(row["name"] != row["value"] for row in told)
    columns = (
        shown(first.capitalize(), "text", "value", to=f"all_of_{first}"),
        *([shown("Name", "text", to=f"all_of_{first}")] if named and kind.years else []),
        *([shown("Years", "prose", "years")] if kind.years else []),
        shown("Pages", "count"),
    )
    return Answer(
        LIST,
        kind.title,
        (Table(kind.name, (first, "name", "years", "pages"), rows, (View(columns, told),)),),
        lead=(kind.says,),
        notes=(_CODES,) if kind.name in _CODED else (),
    )


def _kinds(pages: Catalogue) -> Answer:
    rows: list[Row] = [
        {"page": name, "title": KINDS[name].title, "pages": len(rows), "says": KINDS[name].says}
        for name, rows in pages.rows.items()
    ]
    columns = (
        shown("Pages of", "text", "title", to="page"),
        shown("Number", "count", "pages"),
        shown("", "prose", "says"),
    )
    return Answer(
        HOME,
        "Skipper: the manager's file",
        (Table("kinds", _KIND_FIELDS, rows, (View(columns, rows),)),),
        lead=_levels(pages.rows.get("leagues", ())),
    )


def _levels(leagues: Sequence[Row]) -> tuple[str, ...]:
    """Return a sentence with the seasons of each level that has games: the levels of LADDER, then the others, then
    leagues without a level."""
    seasons: dict[str | None, list[int]] = defaultdict(list)
    for row in leagues:
        if row["games"]:
            seasons[row["level"]].append(row["season"])
    order = {level: place for place, level in enumerate(LADDER)}
    levels = sorted(seasons, key=lambda level: (level is None, order.get(level or "", len(order)), level))
    said = [f"{level or 'level unknown'} {spans(seasons[level])}" for level in levels]
    return (f"Seasons with games: {'; '.join(said)}.",) if said else ()
