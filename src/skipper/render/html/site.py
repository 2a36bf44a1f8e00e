"""The site: a file for every manager in the lake, and a list of them."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from skipper.answers.answer import Row, shown, spans
from skipper.answers.records import records
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.render.figures import cell
from skipper.render.html.cards import draw_up_cards, read_cards, write_cards
from skipper.render.html.manager_file import assemble
from skipper.render.html.page import UNKNOWN, Listed, file_page, index_page, reported_page, save
from skipper.render.html.reported_file import reported_file, reported_men
from skipper.render.html.site_list import FOLDER, list_pages, listed_pages, remove_pages

AT_A_TIME = 4  # managers per process task: few enough for a smooth progress bar
# Each process holds these in memory, reduced to the rows that managers' files need, because every query would
# otherwise reopen a table on disk with all its 126 seasons.
_MANAGERS_ONLY = "WHERE person_id IN (SELECT manager_person_id FROM manager_career)"
_WITH_REPORTED = "WHERE person_id IN (SELECT manager_person_id FROM manager_career UNION SELECT person_id FROM claim)"
_HELD = {
    "manager_career": "",
    "manager_season": "",
    "record_difference": "",
    "club": "",
    "coverage": "",
    "person": _MANAGERS_ONLY,
    "person_alias": _MANAGERS_ONLY,
    "player_usage": "",
    "lineup_usage": "",
}


@dataclass(frozen=True)
class Site:
    """The result of writing a site: the list, the number of files, total bytes, and the number of files removed."""

    index: Path
    files: int
    size: int
    removed: int


@dataclass(frozen=True)
class _Page:
    """A page to write. If `of_games` is true the person managed games; otherwise the page has only reports."""

    person_id: str
    out: Path
    of_games: bool


Progress = Callable[[int, int], None]


def write_site(
    lake: LakeReader, out: Path, workers: int | None = None, progress: Progress = lambda done, of: None
) -> Site:
    """Write `index.html` and a file for each manager in the lake and each person in a stored report into `out`.

    `workers` is the number of processes, or None for one per core. `progress` is called with the number of files
    written and the total. File names are derived from person_id and never change. Files of an earlier site for people
    no longer in the lake are removed. Raises OSError if a page cannot be written or removed.
    """
    managers = managers_of(lake)
    addresses = {row["person_id"]: f"{FOLDER}/{slug(row['person_id'])}.html" for row in managers}
    earlier = listed_pages(out)
    list_pages(
        out, earlier | set(addresses.values())
    )  # listed before writing, so that a later run recognizes the pages of an interrupted run
    index = save(index_page([_listed(row, addresses) for row in managers], lake.manifest), out / "index.html")
    size = index.stat().st_size
    pages = [_Page(row["person_id"], out / addresses[row["person_id"]], bool(row["seasons"])) for row in managers]
    progress(0, len(pages))
    for done, written in enumerate(_write_files(lake, pages, workers or os.cpu_count() or 1), start=1):
        size += written
        progress(done, len(pages))
    removed = remove_pages(out, earlier - set(addresses.values()))
    list_pages(out, addresses.values())
    return Site(index, len(pages), size, removed)


def managers_of(lake: LakeReader) -> list[Row]:
    """Return the managers in the lake's games, by last name, then the people of stored reports without games."""
    return [*lake.rows(_MANAGERS), *map(_without_games, reported_men(lake))]


def listed_managers(lake: LakeReader) -> dict[str, Listed]:
    """Return the managers by person_id as the site's list has them, with addresses relative to the site."""
    rows = managers_of(lake)
    addresses = {row["person_id"]: f"{FOLDER}/{slug(row['person_id'])}/" for row in rows}
    return {row["person_id"]: _listed(row, addresses) for row in rows}


def slug(person_id: str) -> str:
    """Return a person_id in a form for addresses, with only lower-case letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", person_id.lower()).strip("-")


def _write_files(lake: LakeReader, pages: Sequence[_Page], workers: int) -> Iterator[int]:
    """Yield the size of each page as it is written."""
    with tempfile.TemporaryDirectory(prefix="skipper-site-") as folder:
        cards = Path(folder) / "cards.parquet"
        draw_up_cards(lake, lake.manifest.seasons)
        write_cards(lake, cards)
        start = (lake.lake, lake.manifest, cards)
        # Forking a process with DuckDB threads can hang.
        with ProcessPoolExecutor(min(workers, len(pages)) or 1, get_context("spawn"), _open, start) as pool:
            yield from pool.map(_write_one, pages, chunksize=AT_A_TIME)


_lake: LakeReader | None = None  # of this process


def _open(lake: Path, manifest: Manifest, cards: Path) -> None:
    """Open the lake in a worker process, at the build for which the site is written."""
    global _lake
    _lake = LakeReader(lake, manifest)
    _lake.connection.execute("SET threads = 1")
    hold(_lake)
    read_cards(_lake, cards)


def hold(lake: LakeReader) -> None:
    """Load the tables that the files need into memory, limited to people who have files."""
    lake.need(*_HELD)
    lake.connection.execute("CREATE SCHEMA held")
    told = "claim" in lake.manifest.tables
    if told:
        lake.need("claim")
    for name, managers in _HELD.items():
        kept = _WITH_REPORTED if told and managers == _MANAGERS_ONLY else managers
        lake.connection.execute(f"CREATE TABLE held.{name} AS FROM {name} {kept}")
        lake.connection.execute(f"CREATE OR REPLACE VIEW main.{name} AS FROM held.{name}")


def _write_one(page: _Page) -> int:
    assert _lake is not None
    return save(_text(_lake, page), page.out).stat().st_size


def _text(lake: LakeReader, page: _Page) -> str:
    if page.of_games:
        return file_page(assemble(lake, records(lake, page.person_id)), index="../index.html")
    return reported_page(reported_file(lake, page.person_id), lake.manifest, index="../index.html")


def _without_games(man: Row) -> Row:
    """Return a person from a stored report as a row like those of `_MANAGERS`, without seasons, clubs or games."""
    return {
        "person_id": man["person_id"],
        "name": man["name"],
        "seasons": [],
        "clubs": [],
        "games": None,
        "win_pct": None,
    }


def _listed(row: Row, addresses: dict[str, str]) -> Listed:
    known = row["games"] is not None
    return Listed(
        name=row["name"] or row["person_id"],
        href=addresses[row["person_id"]],
        years=spans(row["seasons"]),
        clubs=", ".join(dict.fromkeys(row["clubs"])),
        games=cell(shown("Games", "count"), row) if known else UNKNOWN,
        record=cell(shown("W-L", "record", "wins", "losses", "ties"), row) if known else UNKNOWN,
        pct=cell(shown("Pct", "pct", "win_pct"), row) if row["win_pct"] is not None else UNKNOWN,
    )


_MANAGERS = """
WITH stints AS (
    SELECT m.manager_person_id AS person_id, any_value(m.manager_name) AS manager_name, m.season,
        coalesce(any_value(club.name), m.club) AS club, min(m.first_game) AS first_game
    FROM manager_season AS m LEFT JOIN club USING (season, club) GROUP BY person_id, m.season, m.club
),
men AS (
    SELECT person_id, any_value(manager_name) AS manager_name, list(season ORDER BY season) AS seasons,
        list(club ORDER BY first_game, club) AS clubs
    FROM stints GROUP BY person_id
)
SELECT person_id, coalesce(p.name, men.manager_name) AS name, men.seasons, men.clubs,
    c.games, c.wins, c.losses, c.ties, c.win_pct
FROM men LEFT JOIN person AS p USING (person_id)
LEFT JOIN manager_career AS c ON c.manager_person_id = person_id AND c.level = 'all' AND c.rule = 'managed'
ORDER BY strip_accents(lower(coalesce(p.last_name, men.manager_name))), strip_accents(lower(coalesce(p.name, ''))),
    men.seasons[1], person_id
"""
