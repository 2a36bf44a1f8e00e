"""A page's frame in a site: its menu, its parent and related pages, its data, and the links in its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from skipper.answers.answer import Answer, Row, Shown
from skipper.answers.catalogue import HOME, KINDS, LIST, Catalogue, Page

Links = Sequence[tuple[str, str]]  # titles and addresses


@dataclass(frozen=True)
class Frame:
    """A page's place in a site, and its links to other pages.

    `root` is the address of the site's first page: relative to the page on disk, `/` on a server. `end` completes an
    address that ends with a slash: `index.html` on disk, where no server adds it. `url` is the site's own address, None
    if unknown. `part` is the page's number if a long list has several pages. `data` are the page's data files, and
    `sections` those of its sections that are separate answers.
    """

    pages: Catalogue
    page: Page
    root: str
    end: str = ""
    url: str | None = None
    part: int = 1
    data: Links = ()
    sections: Mapping[str, Links] = field(default_factory=dict)

    def href(self, address: str) -> str:
        """Return the link to a page's address."""
        return f"{self.root}{address}{self.end}" or "./"

    def link(self, row: Row, column: Shown) -> str | list[str | None] | None:
        """Return a cell's link, or the links for its names; None if there is no page."""
        found = None if column.link is None else self.pages.addresses(column.link, row)
        if isinstance(found, list):
            return [None if one is None else self._other(one) for one in found]
        return None if found is None else self._other(found)

    def _other(self, address: str) -> str | None:
        return None if address == self.page.address and address else self.href(address)

    @property
    def canonical(self) -> str | None:
        """Return the page's own address on the web, None if unknown."""
        own = f"page-{self.part}/" if self.part > 1 else ""
        return None if self.url is None else f"{self.url.rstrip('/')}/{self.page.address}{own}"

    @property
    def folder(self) -> str:
        """Return the relative address of the page's data files and first part: further parts have folders of their
        own."""
        return "../" if self.part > 1 else ""

    def of_part(self, number: int) -> Frame:
        """Return the frame of another part of the page. On disk, further parts are one folder below the first."""
        below = number > 1 and not self.root.startswith("/")
        return replace(self, part=number, root=f"../{self.root}" if below else self.root)

    def part_href(self, number: int) -> str:
        """Return the link to another of the page's parts."""
        own = f"page-{number}/" if number > 1 else ""
        return f"{self.folder}{own}{self.end}" or "./"

    @property
    def menu(self) -> Links:
        """Return the site's lists."""
        return [(KINDS[name].title, self.href(f"{name}/")) for name in self.pages.rows]

    @property
    def section(self) -> str:
        """Return the title of the menu entry that contains the page; empty for the first page."""
        name = self.page.key[0] if self.page.kind == LIST else self.page.kind
        return KINDS[name].title if name in KINDS else ""

    @property
    def crumbs(self) -> Links:
        """Return the pages above this one, excluding the first."""
        page = self.page
        above = []
        if page.kind == LIST and len(page.key) == 2:
            above = [(self.section, f"{page.key[0]}/")]
        elif page.kind not in (LIST, HOME) and page.key:
            above = [(self.section, f"{page.kind}/")]
            group = self.pages.address(LIST, page.kind, page.key[0]) if len(page.key) == 2 else None
            if group is not None:
                above.append((self.pages.pages[group].name, group))
        return [(title, self.href(address)) for title, address in above]

    @property
    def neighbours(self) -> Links:
        """Return the related pages."""
        return [(title, self.href(address)) for title, address in self.pages.neighbours(self.page)]


def data_files(answer: Answer, section: str = "") -> Links:
    """Return titles and names of the files with the data of a page, or of its section: everything as JSON, each table
    as CSV.
    """
    tables = [table for table in answer.tables if table.rows]
    names = [f"{section}_{table.name}" if section else table.name for table in tables]
    if section and answer.main.rows:
        names[0] = section
    return [("JSON", f"{section or 'index'}.json"), *((f"{name}.csv", f"{name}.csv") for name in names)]
