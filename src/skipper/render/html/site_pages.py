"""The files of a site's pages, the same on disk and from the service: each page, with its data next to it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from skipper.answers.answer import Answer, Row, Table
from skipper.answers.cards import create_batting_orders
from skipper.answers.catalogue import HOME, KINDS, Catalogue, Page
from skipper.answers.document import document, text_of
from skipper.answers.kept_plans import kept_plan
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.render.flat import NOTICES, notices_text, write_table_csv
from skipper.render.html.answer_charts import charts_of
from skipper.render.html.answer_page import answer_page, parts_of
from skipper.render.html.directives_page import plan_page
from skipper.render.html.frame import Frame, data_files
from skipper.render.html.manager_file import assemble
from skipper.render.html.page import asset, file_parts, home_page, reported_page
from skipper.render.html.reported_file import reported_file

Texts = Mapping[str, Callable[[], str]]  # by name relative to the page's address
PAGE = "index.html"
SITEMAP = 50_000  # addresses in a sitemap, the most that sitemaps.org allows
ASSETS = ("style.css", "tables.js", "search.js")


def page_texts(lake: LakeReader, frame: Frame, manifest: Manifest, answer: Answer, has_cards: bool = False) -> Texts:
    """Return the files of a page, each written on demand: the page, its further parts, its JSON, and a CSV file per
    table.

    `frame` is the frame of the first part. `manifest` is the build stated on the page, and `answer` what the page
    shows. `has_cards` is true if the table `card` already exists, for all seasons. Raises AnswerError.
    """
    page = frame.page
    frame = replace(frame, data=data_files(answer))
    texts = _data(answer, manifest)
    if page.kind == HOME:
        return {PAGE: lambda: home_page(answer, manifest, frame), **texts}
    if page.kind == "managers":
        return {**_manager(lake, answer, frame, manifest, has_cards), **texts}
    if page.kind == "plans" and answer.main.rows:
        return {PAGE: lambda: plan_page(kept_plan(lake, *page.key), manifest, frame), **texts}
    charts = charts_of(lake, answer)
    of = parts_of(answer)
    for part in range(1, of + 1):
        texts[_part_name(part)] = partial(answer_page, answer, manifest, charts, frame=frame.of_part(part), of=of)
    return texts


def _part_name(number: int) -> str:
    return PAGE if number == 1 else f"page-{number}/{PAGE}"


def _data(answer: Answer, manifest: Manifest, section: str = "") -> dict[str, Callable[[], str]]:
    """Return the files that `data_files` names."""
    tables = [partial(_csv, table) for table in answer.tables if table.rows]
    made: list[Callable[[], str]] = [lambda: text_of(document(answer, manifest)) + "\n", *tables]
    return {name: text for (_title, name), text in zip(data_files(answer, section), made, strict=True)}


def _csv(table: Table) -> str:
    out = io.StringIO()
    write_table_csv(table, out)
    return out.getvalue()


def _manager(lake: LakeReader, answer: Answer, frame: Frame, manifest: Manifest, has_cards: bool) -> Texts:
    (person_id,) = frame.page.key
    if answer.question != "records":
        file = reported_file(lake, person_id)
        frame = replace(frame, sections={"reports": data_files(file.reported.answer, "reports")})
        return {PAGE: lambda: reported_page(file, manifest, frame), **_data(file.reported.answer, manifest, "reports")}
    if not has_cards:
        create_batting_orders(lake, sorted({row["season"] for row in answer.main.rows}))
    whole = replace(assemble(lake, answer), manifest=manifest)
    frame = replace(frame, sections={name: data_files(own, name) for name, own in whole.sections.items()})
    texts = {_part_name(number): text for number, text in enumerate(file_parts(whole, frame), 1)}
    for name, own in whole.sections.items():
        texts |= _data(own, manifest, name)
    return texts


def site_texts(pages: Catalogue, manifest: Manifest, url: str | None = None) -> dict[str, Callable[[], str]]:
    """Return the files that a site's pages share, among them the notices that go with every CSV file. The sitemap
    requires the site's address, `url`.
    """
    texts: dict[str, Callable[[], str]] = {name: partial(asset, name) for name in ASSETS}
    texts[NOTICES] = lambda: notices_text(manifest)
    texts["search-index.js"] = lambda: search_index(pages)
    if url is not None:
        texts |= sitemaps(pages, url)
    return texts


def search_index(pages: Catalogue) -> str:
    """Return the search index: a script that passes on a JSON object, because browsers do not load data files from
    disk.

    `kinds` are pairs of folder and title; `called` are texts with the words of people's other names and of those by
    which they are called in place of the first name, each text once; `pages` are lists of the name, the number of the
    kind, the rest of the address, the years, the words of other spellings of the name, and the number of the text in
    `called`, without the last of these if they are empty.
    """
    kinds = [(name, KINDS[name].title) for name in pages.rows]
    number = {name: place for place, (name, _title) in enumerate(kinds)}
    found = []
    for page in pages.pages.values():
        if page.kind in number and page.key:
            rest = page.address.removeprefix(f"{page.kind}/").removesuffix("/")
            found.append([page.name, number[page.kind], rest])
    called: dict[str, int] = {}
    for entry, row in zip(found, _keyed_rows(pages), strict=True):
        entry += [str(row.get("years") or row.get("season") or ""), " ".join(row.get("spelled") or ())]
        if row.get("called"):
            entry.append(called.setdefault(" ".join(row["called"]), len(called)))
        while entry[-1] == "":
            entry.pop()
    shared = {"kinds": kinds, "called": list(called), "pages": found}
    index = json.dumps(shared, ensure_ascii=False, separators=(",", ":"))
    return f"skipperIndex({index})\n"


def _keyed_rows(pages: Catalogue) -> Iterator[Row]:
    """Yield the rows of the kinds with a page per row, in the order of their pages."""
    for name, rows in pages.rows.items():
        if KINDS[name].key:
            yield from rows


def sitemaps(pages: Catalogue, url: str) -> dict[str, Callable[[], str]]:
    """Return the lists of all pages for search engines, in the format of sitemaps.org, with an index if there are
    several lists."""
    root, addresses = url.rstrip("/"), list(pages.pages)
    lists = [addresses[start : start + SITEMAP] for start in range(0, len(addresses), SITEMAP)]
    if len(lists) == 1:
        return {"sitemap.xml": partial(_sitemap, "urlset", "url", root, addresses)}
    names = [f"sitemap-{number}.xml" for number in range(1, len(lists) + 1)]
    made = {name: partial(_sitemap, "urlset", "url", root, own) for name, own in zip(names, lists, strict=True)}
    return {"sitemap.xml": partial(_sitemap, "sitemapindex", "sitemap", root, names), **made}


def _sitemap(kind: str, entry: str, root: str, addresses: Sequence[str]) -> str:
    from xml.sax.saxutils import escape

    listed = "\n".join(f"<{entry}><loc>{escape(f'{root}/{address}')}</loc></{entry}>" for address in addresses)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<{kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return f"{head}{listed}\n</{kind}>\n"


def found_page(pages: Catalogue, path: str) -> tuple[Page, str] | None:
    """Return the page, and the name of its file, for a path such as `clubs/nyn/2016/managers.csv`; None if not
    found."""
    folder, slash, name = path.rpartition("/")
    address = folder + slash
    if address in pages.pages:
        return pages.pages[address], name or PAGE
    above, _, last = folder.rpartition("/")
    if not name and f"{above}/" in pages.pages and last.startswith("page-"):
        return pages.pages[f"{above}/"], f"{last}/{PAGE}"
    return None
