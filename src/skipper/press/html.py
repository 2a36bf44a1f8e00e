"""The words of an HTML page: parsed by lexbor, never rendered; scripts, styles and navigation are left out."""

from __future__ import annotations

from dataclasses import dataclass

import re2
from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_DEPTH = 256
# The last are what readers wrote and lists of other stories, by the names that sites give them.
_DROPPED = (
    "script,style,noscript,template,nav,footer,aside,form,button,svg,iframe,object,select,textarea,header nav,"
    "#comments,.comments,.comment-list,.sidebar,.related,.related-stories,.related-articles,.recommended,.newsletter"
)
_BLOCKS = frozenset(
    [
        "p",
        "div",
        "section",
        "article",
        "main",
        "header",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "li",
        "ul",
        "ol",
        "table",
        "tr",
        "td",
        "th",
        "blockquote",
        "pre",
        "figure",
        "figcaption",
        "br",
        "hr",
        "dl",
        "dt",
        "dd",
        "address",
        "body",
        "html",
    ]
)
_TAG = re2.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,20})")
# An element whose end tag may be left out, or that has none, does not nest by standing after another.
_UNCOUNTED = frozenset(
    [
        "p",
        "li",
        "td",
        "th",
        "tr",
        "dt",
        "dd",
        "option",
        "thead",
        "tbody",
        "tfoot",
        "br",
        "hr",
        "img",
        "meta",
        "link",
        "input",
        "source",
        "wbr",
        "area",
        "base",
        "col",
        "embed",
        "track",
    ]
)


class TooDeepError(Exception):
    """A page whose elements are nested deeper than any newspaper's."""


@dataclass(frozen=True)
class Page:
    """A page's text, one line per block, and what its head says; null if it says nothing."""

    text: str
    title: str | None
    url: str | None
    date: str | None


def read_html(source: str) -> Page:
    """Read a page. Raises TooDeepError."""
    if (depth := nesting(source)) > MAX_DEPTH:
        raise TooDeepError(f"elements nested {depth} deep, more than {MAX_DEPTH}")
    tree = LexborHTMLParser(source)
    head = {
        "title": _attribute(tree, 'meta[property="og:title"]', "content") or _title(tree),
        "url": _attribute(tree, 'link[rel="canonical"]', "href")
        or _attribute(tree, 'meta[property="og:url"]', "content"),
        "date": _attribute(tree, 'meta[property="article:published_time"]', "content")
        or _attribute(tree, 'meta[name="date"]', "content")
        or _attribute(tree, "time[datetime]", "datetime"),
    }
    for node in tree.css(_DROPPED):
        node.decompose()
    root = tree.css_first("article") or tree.css_first("main") or tree.body
    return Page(_text(root) if root is not None else "", **head)


def nesting(source: str) -> int:
    """Return how deep elements are nested at most, counted from the tags alone in one pass."""
    depth = deepest = 0
    for tag in _TAG.finditer(source):
        if tag.group(2).lower() not in _UNCOUNTED:
            depth = max(depth - 1, 0) if tag.group(1) else depth + 1
            deepest = max(deepest, depth)
    return deepest


def _text(root: LexborNode) -> str:
    parts: list[str] = []
    for node in root.traverse(include_text=True):
        if node.tag == "-text":
            parts.append(_spaced(node.text_content or ""))
        elif node.tag in _BLOCKS:
            parts.append("\n")
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n\n".join(line for line in lines if line)


def _spaced(words: str) -> str:
    """Return the words of a text node on one line, with a space where it begins or ends with one; nothing without
    words."""
    kept = " ".join(words.split())
    return kept and " " * words[:1].isspace() + kept + " " * words[-1:].isspace()


def _title(tree: LexborHTMLParser) -> str | None:
    node = tree.css_first("title")
    return node.text(strip=True) or None if node is not None else None


def _attribute(tree: LexborHTMLParser, selector: str, name: str) -> str | None:
    node = tree.css_first(selector)
    return (node.attributes.get(name) or None) if node is not None else None
