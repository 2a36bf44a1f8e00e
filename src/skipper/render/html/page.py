"""HTML rendering with templates and a style sheet, and writing pages to files."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from skipper.answers.answer import Answer, Named, Row, Shown, View, shown
from skipper.answers.errors import NothingKnownError, UnknownNameError
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader, open_reader
from skipper.render import figures
from skipper.render.html.frame import Frame
from skipper.render.html.manager_file import ManagerFile, gather
from skipper.render.html.reported_file import ReportedFile, gather_reported
from skipper.render.html.season_use import SeasonUse
from skipper.render.terminal import SIMULATED

UNKNOWN = "—"
USES = 25  # seasons and clubs of a manager's file on one page, of about 25 kB each; earlier ones are on further pages
_SHORT = 24  # characters of the longest text in a column that never wraps
_BRIEF = 12  # characters of the longest text in a first column that does not wrap in narrow windows and print: a date
_CLUB = shown("Club", "code")
_CLUB_SEASON = shown("Club", "text", "title", to="club")
_TABLE = shown("Table", "text")
_WEB_ADDRESS = re.compile(r"https?://[^\s<>()]*[^\s<>().,;:]")
_CODE = re.compile(r"`([^`]+)`")


Links = Callable[[Row, Shown], str | list[str | None] | None]  # the address that a cell, or each of its names, links to


def write_file(lake: LakeReader | str | os.PathLike[str], name: str, out: Path, season: int | None = None) -> Path:
    """Write a manager's file as a self-contained HTML page and return its path.

    For a person who has stored reports but no managed games in the lake, the page shows the reports. `lake` is a reader
    or a lake's folder. Raises NoLakeError, AnswerError if the name or season cannot be answered, and OSError if the
    page cannot be written.
    """
    reader = lake if isinstance(lake, LakeReader) else open_reader(lake)
    return save(_page(reader, name, season), out)


def _page(lake: LakeReader, name: str, season: int | None) -> str:
    try:
        return file_page(gather(lake, name, season))
    except (NothingKnownError, UnknownNameError):
        file = None if season else gather_reported(lake, name)
        if file is None:
            raise
        return reported_page(file, lake.manifest)


def save(page: str, out: Path) -> Path:
    """Write a page, creating its folder."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8", newline="\n")
    return out


def file_page(file: ManagerFile, frame: Frame | None = None) -> str:
    """Return the page for a manager's file. `frame` is its place in a site, None for a standalone page."""
    return render("file.html.j2", frame, file=file, numbers=(), manifest=file.manifest)


def file_parts(file: ManagerFile, frame: Frame) -> list[Callable[[], str]]:
    """Return the pages of a manager's file in a site: of many seasons, the earlier ones follow on further pages."""
    parts = [file.uses[start : start + USES] for start in range(0, len(file.uses), USES)] or [()]
    numbers = list(enumerate(map(_years, parts), 1)) if len(parts) > 1 else []
    first = replace(file, uses=parts[0])
    pages: list[Callable[[], str]] = [
        partial(render, "file.html.j2", frame, file=first, numbers=numbers, manifest=file.manifest)
    ]
    for (number, years), uses in zip(numbers[1:], parts[1:], strict=True):
        values = {"uses": uses, "years": years, "numbers": numbers, "manifest": file.manifest}
        pages.append(partial(render, "file_part.html.j2", frame.of_part(number), file=file, **values))
    return pages


def _years(uses: Sequence[SeasonUse]) -> str:
    first, last = uses[-1].season, uses[0].season
    return str(first) if first == last else f"{first}-{last}"


def reported_page(file: ReportedFile, manifest: Manifest, frame: Frame | None = None) -> str:
    """Return the page for a person with reports but no games. `frame` is as for `file_page`."""
    return render("reported_file.html.j2", frame, file=file, manifest=manifest)


def home_page(answer: Answer, manifest: Manifest, frame: Frame) -> str:
    """Return a site's first page. Only its search needs JavaScript."""
    return render("home.html.j2", frame, answer=answer, view=answer.main.views[0], manifest=manifest)


def render(template: str, frame: Frame | None = None, **values: object) -> str:
    """Return the named template rendered with the values; all text is escaped. The frame supplies the links in
    cells."""
    links = frame.link if frame else None
    text = (
        _environment()
        .get_template(template)
        .render(simulated_line=SIMULATED, **{"frame": frame, "links": links, **values})
    )
    return re.sub(r"\n\s*\n+", "\n", text)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("skipper.render.html"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(style=Markup(asset("style.css")), club_season=_CLUB_SEASON)
    environment.filters.update(
        cell=cell,
        linked=linked,
        in_sentence=in_sentence,
        wrapped=wrapped,
        brief=_is_brief,
        right=lambda column: figures.is_right_aligned(column.kind),
        known=_known,
    )
    return environment


def asset(name: str) -> str:
    """Return a file that pages share: `style.css`, `tables.js`, which sorts tables, or `search.js`, a site's search."""
    return files("skipper.render.html").joinpath(name).read_text("utf-8")


def linked(row: Row, column: Shown, links: Links | None) -> str:
    """Return a cell's text with its link, or with the links for its names if the field is a list.

    A cell that is a web address, such as the page cited for a manager, links there by the page's title. In prose, what
    stands between backticks is code, as in a sentence.
    """
    text, href = cell(row, column), links(row, column) if links else None
    if href is None and _WEB_ADDRESS.fullmatch(text):
        return _anchor(title_of_address(text), text)
    if href is None and column.kind == "prose":
        return _with_code(text, links)
    if href is None or text == UNKNOWN:
        return text
    within = column.link.names if column.link else None
    if isinstance(href, str) and column.kind == "prose":
        before, name, after = _parted(text, text if within is None else row[within] or "")
        return Markup().join([_with_code(before, links), _anchor(name, href) if name else "", _with_code(after, links)])
    if isinstance(href, str):
        return _anchor(text, href) if within is None else _with_anchors(text, [row[within]], [href])
    return _with_anchors(text, row[within or column.of[0]], href)


def in_sentence(text: str, links: Links | None, names: Sequence[Named] = ()) -> str:
    """Return a sentence with links on the given names and on the seasons of clubs, which have the form `2016 NYN`.

    What stands between backticks is code; a table's name there leads to its page. A web address is a link with the
    page's title.
    """
    if links is None:
        return _with_code(text, links)
    hrefs = {one.name: links(one.row, Shown("", "text", (), one.link)) for one in names}
    known = "|".join(re.escape(name) for name in sorted(hrefs, key=len, reverse=True)) or "(?!)"
    parts, end = [], 0
    for found in re.finditer(rf"(?<!\w)(?:({known})|(\d{{4}}) ([\w.-]*\w))(?!\w)", text):
        name, season, club = found.groups()
        href = hrefs[name] if name else links({"club": club, "season": int(season)}, _CLUB)
        if isinstance(href, str):
            parts += [_with_code(text[end : found.start()], links), _anchor(found[0], href)]
            end = found.end()
    return Markup().join([*parts, _with_code(text[end:], links)])


def _with_code(text: str, links: Links | None) -> str:
    """Return the text with what stands between backticks as code, and the names of tables among it as links, and with
    links in place of web addresses."""
    parts: list[str] = []
    end = 0
    for found in _CODE.finditer(text):
        href = links({"table": found[1]}, _TABLE) if links else None
        code = Markup("<code>{}</code>").format(found[1])
        parts += [_with_addresses(text[end : found.start()]), _anchor(code, href) if isinstance(href, str) else code]
        end = found.end()
    return Markup().join([*parts, _with_addresses(text[end:])])


def _with_addresses(text: str) -> Markup:
    """Return the text with each web address as a link with its page's title."""
    parts: list[str] = []
    end = 0
    for found in _WEB_ADDRESS.finditer(text):
        parts += [text[end : found.start()], _anchor(title_of_address(found[0]), found[0])]
        end = found.end()
    return Markup().join([*parts, text[end:]])


def title_of_address(address: str) -> str:
    """Return what a web address says of its page's title: the last part of the path that has a word, in words, and the
    site, such as `managing career, liquisearch.com`; the site alone if no part has a word."""
    parts = urlsplit(address)
    site = (parts.hostname or address).removeprefix("www.")
    words = [re.sub(r"\.\w{2,5}$", "", unquote(part)) for part in parts.path.split("/")]
    named = [" ".join(re.split(r"[-_+\s]+", word)).strip() for word in words if re.search(r"[^\W\d_]{3}", word)]
    return f"{named[-1]}, {site}" if named else site


def _with_anchors(text: str, names: Sequence[str | None], hrefs: Sequence[str | None]) -> str:
    """Return the text with links on its names, which it contains as whole words and in this order; a name that it does
    not contain has no link."""
    parts: list[str] = []
    for name, href in zip(names, hrefs, strict=True):
        before, found, after = _parted(text, name or "")
        if found:
            parts += [before, found if href is None else _anchor(found, href)]
            text = after
    return Markup().join([*parts, text])


def _parted(text: str, name: str) -> tuple[str, str, str]:
    """Return the text before a name, the name, and the text after it; the last two are empty if the text lacks it."""
    at = text.find(name) if name else -1
    while at >= 0:
        end = at + len(name)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return text[:at], name, text[end:]
        at = text.find(name, at + 1)
    return text, "", ""


def _anchor(text: str, href: str) -> Markup:
    return Markup(f'<a href="{escape(href)}">{escape(text)}</a>')


def cell(row: Row, column: Shown) -> str:
    """Return a cell's text as on the terminal, but with this module's UNKNOWN for unknown values."""
    return _known(figures.cell(column, row))


def wrapped(view: View) -> frozenset[int]:
    """Return the places of the columns whose text wraps: of prose or names, with a text longer than _SHORT."""
    return frozenset(
        place
        for place, column in enumerate(view.columns)
        if column.kind in ("prose", "names") and any(len(cell(row, column)) > _SHORT for row in view.rows)
    )


def _is_brief(view: View) -> bool:
    return all(len(cell(row, view.columns[0])) <= _BRIEF for row in view.rows)


def _known(text: str) -> str:
    return UNKNOWN if text == figures.UNKNOWN else text
