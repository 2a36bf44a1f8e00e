"""The pages of a lake by address, for the site on disk and for the service."""

from __future__ import annotations

from skipper.answers.records import records
from skipper.lake.reader import LakeReader
from skipper.render.html.cards import draw_up_cards
from skipper.render.html.manager_file import assemble
from skipper.render.html.page import file_page, index_page
from skipper.render.html.site import listed_managers


def site_page(lake: LakeReader, address: str) -> str | None:
    """Return the page at an address such as `managers/collt801/`, or `` for the first page; None without one."""
    managers = listed_managers(lake)
    if not address:
        return index_page(list(managers.values()), lake.manifest)
    for person_id, listed in managers.items():
        if listed.href == address:
            record = records(lake, person_id)
            draw_up_cards(lake, sorted({row["season"] for row in record.main.rows}))
            return file_page(assemble(lake, record), index="../../")
    return None
