"""Pictures of every kind of page in a site: one sheet of narrow and wide, light, dark and printed pages.

Run: python scripts/site_picture.py SITE OUT.webp. Of each kind it takes the page with the longest table, and of each
page the first screen. It needs what `make browser` installs.
"""

from __future__ import annotations

import base64
import html
import io
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Heading, window, and what the browser says of itself; 702 pixels are A4 between margins of 12 mm.
LOOKS: tuple[tuple[str, tuple[int, int], dict[str, Any]], ...] = (
    ("1280 px, light", (1280, 900), {"color_scheme": "light"}),
    ("1280 px, dark", (1280, 900), {"color_scheme": "dark"}),
    ("390 px, light", (390, 844), {"color_scheme": "light"}),
    ("390 px, dark", (390, 844), {"color_scheme": "dark"}),
    ("print, A4", (702, 1000), {"media": "print"}),
)
HEIGHT = 200  # pixels of a page on the sheet


def kinds(site: Path) -> dict[str, Path]:
    """Return the longest page of each kind by its address, the first page first; lists are kinds of their own."""
    longest: dict[tuple[str, int], Path] = {}
    for page in sorted(site.rglob("index.html"), key=lambda path: path.stat().st_size):
        folders = page.parent.relative_to(site).parts
        if not any(folder.startswith("page-") for folder in folders):
            longest[folders[0] if folders else "", len(folders)] = page
    return {f"/{page.parent.relative_to(site).as_posix()}".rstrip("."): page for _, page in sorted(longest.items())}


def sheet(browser: Browser, site: Path) -> bytes:
    """Return the sheet as PNG: a row per kind, a column per look."""
    rows: dict[str, list[str]] = {address: [f"<th>{html.escape(address)}</th>"] for address in kinds(site)}
    for _heading, (width, height), said in LOOKS:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.emulate_media(**said)
        for address, file in kinds(site).items():
            page.goto(file.as_uri())
            seen = base64.b64encode(page.screenshot(type="jpeg", quality=80)).decode()
            rows[address].append(f'<td><img height="{HEIGHT}" src="data:image/jpeg;base64,{seen}"></td>')
        page.close()
    head = "".join(f"<th>{heading}</th>" for heading, _size, _said in LOOKS)
    body = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows.values())
    style = "body{font:12px sans-serif;margin:8px;background:#ddd}th{padding:4px;text-align:left}td{padding:4px}"
    page = browser.new_page(viewport={"width": 1150, "height": 800})
    page.set_content(f"<style>{style}</style><table><tr><th></th>{head}</tr>{body}</table>")
    return page.screenshot(full_page=True)


def main(site: Path, out: Path) -> None:
    """Write the sheet of a site."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        # WebP, which Playwright cannot write: half the size of a JPEG whose small text is as clear.
        Image.open(io.BytesIO(sheet(browser, site))).save(out, "WEBP", quality=55, method=6)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
