"""Convert matplotlib's SVG for use inside a page.

matplotlib writes a document with its own fonts, ids that repeat in every chart, and fixed colors. This module converts
it to a small element that uses the page's font and colors in light and dark mode.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from threading import RLock
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Charts are drawn in these colors; the page's variables replace them.
INK, MUTED, ACCENT, LINE, PAPER, SHADE = "#000001", "#000002", "#000003", "#000004", "#000005", "#000006"
_VARIABLES = {INK: "--ink", MUTED: "--muted", ACCENT: "--accent", LINE: "--line", PAPER: "--paper", SHADE: "--shade"}

_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_DROPPED = {"metadata", "style", "clipPath"}
_DROPPED_STYLES = {"font-family", "stroke-linejoin", "stroke-linecap", "stroke-miterlimit"}
_BASE_FONT = "10px"
_DRAWING = RLock()


@contextmanager
def drawing() -> Iterator[None]:
    """Provide matplotlib's settings for page charts, which keep text as text and make the output reproducible.

    One thread draws at a time, because matplotlib's settings apply to the whole process.
    """
    import matplotlib

    with _DRAWING, matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "skipper", "font.size": 10.0}):
        yield


def inline(figure: Figure, key: str, label: str) -> Markup:
    """Return the figure as an inline `<svg role="img">` with `label` as its text alternative.

    `key` makes the ids unique in the page. All text, including names, is escaped.
    """
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    root = ET.fromstring(out.getvalue())
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    body = canvas(width, height, label)
    ids: dict[str, str] = {}
    for child in root:
        _copy(child, body, key, ids)
    return markup(body)


def canvas(width: float, height: float, label: str) -> ET.Element:
    """Return an empty chart with `label` as its text alternative."""
    style = f"--natural:{width:.0f}px"
    return ET.Element(
        "svg", {"viewBox": f"0 0 {width:g} {height:g}", "role": "img", "aria-label": label, "style": style}
    )


def markup(chart: ET.Element) -> Markup:
    """Return a chart as markup. All text, including names, is escaped."""
    _draw_together(chart)
    return Markup(ET.tostring(chart, encoding="unicode"))


def _copy(element: ET.Element, parent: ET.Element, key: str, ids: dict[str, str]) -> None:
    """Copy drawn elements to `parent`, flattening groups and dropping empty elements."""
    tag = element.tag.removeprefix(_SVG)
    if tag in _DROPPED or (tag == "path" and _invisible(element)):
        return
    if tag == "g" or (tag == "defs" and not len(element)):
        for child in element:
            _copy(child, parent, key, ids)
        return
    copied = ET.Element(tag, _attributes(element, tag, key, ids))
    copied.text = element.text if tag == "text" else None
    for child in element:
        _copy(child, copied, key, ids)
    if tag != "defs" or len(copied):
        parent.append(copied)


def _draw_together(body: ET.Element) -> None:
    """Group adjacent elements with the same style, which halves the size of a chart."""
    children = list(body)
    for child in children:
        body.remove(child)
    for style, run in groupby(children, lambda child: child.get("style")):
        alike = list(run)
        if style is None or len(alike) == 1:
            body.extend(alike)
            continue
        group = ET.SubElement(body, "g", {"style": style})
        for child in alike:
            del child.attrib["style"]
            group.append(child)


def _invisible(element: ET.Element) -> bool:
    style = element.get("style", "")
    return "fill: none" in style and "stroke:" not in style


def _attributes(element: ET.Element, tag: str, key: str, ids: dict[str, str]) -> dict[str, str]:
    given = element.attrib
    kept: dict[str, str] = {name: _short(given[name]) for name in ("x", "y", "width", "height", "d") if name in given}
    if tag == "path" and "id" in given:
        kept["id"] = ids.setdefault(given["id"], f"{key}-{len(ids)}")
    if tag == "use":
        old = given[f"{_XLINK}href"].removeprefix("#")
        kept["href"] = "#" + ids.setdefault(old, f"{key}-{len(ids)}")
    turned = element.get("transform", "")
    if turned and not turned.startswith("rotate(-0 "):
        kept["transform"] = _short(turned)
    style = _style(element.get("style", ""), tag)
    return {**kept, "style": style} if style else kept


def _style(style: str, tag: str) -> str:
    pairs = [piece.split(":", 1) for piece in style.split(";") if ":" in piece]
    named = {name.strip(): value.strip() for name, value in pairs}
    kept = {name: value for name, value in named.items() if name not in _DROPPED_STYLES}
    if tag == "text":
        kept = {name: value for name, value in kept.items() if not _as_page(name, value)}
    return ";".join(f"{name}:{colour(_short(value))}" for name, value in kept.items())


def _as_page(name: str, value: str) -> bool:
    """Return whether the page's style sheet already sets this style for chart text."""
    return (name, value) in (("font-size", _BASE_FONT), ("fill", INK), ("text-anchor", "start"))


def colour(value: str) -> str:
    """Return the page's variable for one of this module's colors, or any other value unchanged."""
    return f"var({_VARIABLES[value]})" if value in _VARIABLES else value


def _short(text: str) -> str:
    """Round numbers to at most two decimals and collapse white space."""
    rounded = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), text)
    return re.sub(r"\s*([A-Za-z])\s+(?=[-\d])|\s+", lambda found: found[1] or " ", rounded).strip()
