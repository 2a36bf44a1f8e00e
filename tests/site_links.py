"""The links of a site's pages: where they lead, and the names that have none."""

from __future__ import annotations

import csv
import html
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from page_markup import Page
from skipper.answers.catalogue import Catalogue
from skipper.lake.reader import LakeReader

Names = Mapping[str, set[str]]  # addresses of pages, by name or code
# Where a further name may begin: `Adams CF, Brown 1B`, `Adams CF for Brown`, `@NYN`.
_BETWEEN = r"(?:^@?|, |; | for )"
_CELL = re.compile(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", re.DOTALL)


def targets(site: Path) -> Iterator[tuple[Path, str, Path, str]]:
    """Each link of each page: the page, what it says, the file it leads to, and the part of it."""
    for path in site.rglob("*.html"):
        page = Page(path.read_text("utf-8"))
        for _tag, attrs, _text in page.elements:
            for name in ("href", "src"):
                address = urlsplit(attrs.get(name) or "")
                if attrs.get(name) and not address.scheme:
                    yield path, str(attrs[name]), path.parent / unquote(address.path), address.fragment


def broken(site: Path) -> list[tuple[Path, str]]:
    """The links that lead to no file, or to no part of it."""
    ids: dict[Path, set[str]] = {}
    found = []
    for page, said, target, part in targets(site):
        path = (page if target == page.parent and said.startswith("#") else target).resolve()
        if path not in ids and path.is_file():
            text = path.read_text("utf-8") if path.suffix == ".html" else ""
            ids[path] = {str(attrs["id"]) for _, attrs, _ in Page(text).elements if "id" in attrs} if text else set()
        if path not in ids or (part and part not in ids[path]):
            found.append((page, said))
    return found


def without_data(site: Path) -> list[tuple[Path, str]]:
    """The tables of pages that lack their data, and what is wrong: no CSV file or no JSON file is linked after the
    table or in the page's header, or none of these CSV files has a name that the table links.
    """
    found = []
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        parts = [(part.start(), _LINK.findall(part[0])) for part in _DATA.finditer(text)]
        for table in re.finditer("<table.*?</table>", text, re.DOTALL):
            after = next((links for start, links in parts if start > table.start()), [])
            links = {*after, *(link for start, own in parts if start < text.index("<main") for link in own)}
            rows = "".join((page.parent / link).read_text("utf-8") for link in links if link.endswith(".csv"))
            if not rows or not any(link.endswith(".json") for link in links):
                found.append((page, "no data"))
            names = {_text(name).strip("*├└─│ ") for name in re.findall("<a [^>]*>(.*?)</a>", table[0])}
            found += [(page, name) for name in names if name.replace('"', '""') not in rows and name not in rows]
    return found


def data_that_differ(site: Path) -> list[Path]:
    """The CSV files that no page links, and the JSON files whose tables have other numbers of rows than their CSV
    files.
    """
    linked = {target.resolve() for _page, _said, target, _part in targets(site) if target.suffix == ".csv"}
    found = [file for file in site.rglob("*.csv") if file.resolve() not in linked]
    for stated in site.rglob("*.json"):
        if stated.name == "skipper-site.json":
            continue
        answer = json.loads(stated.read_text("utf-8"))
        section = "" if stated.name == "index.json" else stated.stem
        tables = {f"{section}_{name}" if section else name: rows for name, rows in answer["tables"].items()}
        counts = sorted(len(rows) for rows in (answer["rows"], *tables.values()) if rows)
        files = [
            file for file in stated.parent.glob("*.csv") if _section_of(file, stated.parent) == (section or "index")
        ]
        if sorted(len(_rows_of(file)) for file in files) != counts:
            found.append(stated)
    return found


def _section_of(file: Path, folder: Path) -> str:
    """The name of the JSON file with the table: `usage` for `usage.csv` and `usage_orders.csv`."""
    names = (file.stem, file.stem.partition("_")[0])
    return next((name for name in names if (folder / f"{name}.json").is_file()), "index")


def _rows_of(file: Path) -> list[list[str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))[1:]


_DATA = re.compile('<p class="data">.*?</p>', re.DOTALL)
_LINK = re.compile('href="([^"]+[.](?:csv|json))"')


def names_of(lake: LakeReader, pages: Catalogue) -> Names:
    """Every name and code that the tables give to people, clubs, leagues and organizations with a page."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for kind, names in _NAMES.items():
        for row in lake.rows(names):
            name, *key = row.values()
            parts = [key, key[:1]] if len(key) == 2 else [key]
            found[name] |= {address for part in parts for page in kind if (address := pages.address(page, *part))}
    return {name: addresses for name, addresses in found.items() if name and addresses}


_NAMES = {
    ("managers", "players"): """
        SELECT unnest([name, last_name]), person_id FROM person
        UNION SELECT manager_name, manager_person_id FROM manager_season
        UNION SELECT player_name, player_person_id FROM player_usage
    """,
    ("clubs",): "SELECT unnest([club, name]), club, season FROM club",
    ("leagues",): """
        SELECT c.league, c.league, c.season FROM club AS c
        UNION SELECT l.name, c.league, c.season FROM club AS c JOIN league AS l USING (league)
    """,
    ("organizations",): "SELECT organization_name, organization_name, season FROM affiliation",
}


def unlinked(page: str, address: str, names: Names) -> list[tuple[str, str]]:
    """The names without a link in the tables of a page, each with its column's heading.

    A column is one of names if at least half of its cells begin with a name. The name of this page's own subject needs
    no link.
    """
    start = re.compile(f"{_BETWEEN}({'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})(?!\\w)")
    found = []
    for table in re.findall("<table.*?</table>", page, re.DOTALL):
        head, _, body = table.partition("<tbody>")
        columns = zip(*(_CELL.findall(row) for row in re.split("<tr[ >]", body)[1:]), strict=True)
        for heading, cells in zip(_CELL.findall(head), columns, strict=False):
            known = [cell for cell in cells if _text(cell) not in ("", "—")]
            if 2 * sum(start.match(_text(cell)) is not None for cell in known) < max(len(known), 1):
                continue
            for cell in known:
                # A link's text is replaced by a letter, so that a name in it is none, and one after it is found.
                bare = _text(re.sub("<a .*?</a>", "x", cell, flags=re.DOTALL))
                found += [(heading, name) for name in start.findall(bare) if address not in names[name]]
    return found


def unlinked_in_sentences(page: str, address: str, names: Names) -> list[str]:
    """The names without a link in the sentences of a page outside its tables and charts; codes of fewer than three
    letters, which may be words, are left out, as are headings and quotations.
    """
    long = sorted((re.escape(name) for name in names if len(name) > 2), key=len, reverse=True)
    known = re.compile(rf"(?<!\w)({'|'.join(long)})(?!\w)")
    text = re.sub(r"<(script|style|svg|table|blockquote)\b.*?</\1>", "", page, flags=re.DOTALL)
    found = []
    for _tag, sentence in re.findall(r"<(p|li|dd|figcaption)(?: [^>]*)?>(.*?)</\1>", text, re.DOTALL):
        bare = _text(re.sub("<a .*?</a>", "x", sentence, flags=re.DOTALL))
        found += [name for name in known.findall(bare) if address not in names[name]]
    return found


def _text(cell: str) -> str:
    return html.unescape(re.sub("<[^>]*>", "", cell)).strip()
