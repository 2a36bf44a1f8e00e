"""The site's pages on demand, by address."""

from __future__ import annotations

from skipper.lake.reader import LakeReader
from skipper.render.html.site_pages import site_page


def page(lake: LakeReader, path: str) -> str | None:
    """Return the page at an address such as `/managers/collt801/`; None without one."""
    return site_page(lake, path.removeprefix("/"))
