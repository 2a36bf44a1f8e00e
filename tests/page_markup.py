"""A page's markup, as tests of pages read it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "input", "img"}
LOADING = {"src", "srcset", "poster", "data", "action", "background"}


class Page(HTMLParser):
    """The elements of a page: (tag, attributes, text within)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._open: list[int] = []
        self.feed(text)
        assert not self._open, "an element is left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self._open[-1]][0] == tag, f"{tag} closes what it did not open"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for place in self._open:
            self.elements[place][2].append(data)

    def texts(self, *tags: str) -> list[str]:
        return ["".join(text).strip() for tag, _, text in self.elements if tag in tags]

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for found, attrs, _ in self.elements if found == tag]


def external(text: str) -> list[str]:
    """Every address that a browser would fetch."""
    found = [value for _, attrs, _ in Page(text).elements for name, value in attrs.items() if name in LOADING]
    found += [attrs["href"] for tag, attrs, _ in Page(text).elements if tag == "link"]
    found += re.findall(r"url\(([^)]*)\)|@import\s*([^;]*)", text)
    return [str(address) for address in found if not str(address).startswith(("#", "data:"))]


def rows(text: str, caption: str) -> list[list[str]]:
    table = next(part for part in text.split("<table")[1:] if f"<caption>{caption}" in part)
    body = table.split("<tbody>")[1].split("</tbody>")[0]
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("<tr>")[1:]]
