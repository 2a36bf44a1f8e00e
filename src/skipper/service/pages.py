"""The site's pages on demand, by address."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from skipper.answers.answer import Answer, Row, Shown
from skipper.lake.reader import LakeReader
from skipper.render.html.answer_charts import charts_of
from skipper.render.html.answer_page import answer_page
from skipper.render.html.site import FOLDER, slug
from skipper.render.html.site_pages import site_page


def page(lake: LakeReader, path: str) -> str | None:
    """Return the page at an address such as `/managers/collt801/`; None without one."""
    return site_page(lake, path.removeprefix("/"))


def question_page(lake: LakeReader, answer: Answer, query: str) -> str:
    """Return the page of an answer, whose names lead to their own pages. `query` is the address's, for JSON and CSV."""
    data = [(kind.upper(), f"/api/{answer.question}{end}?{query}") for kind, end in (("json", ""), ("csv", ".csv"))]
    beside = [("All managers", "/"), ("Every question", "/api/"), *data]
    return answer_page(answer, lake.manifest, charts_of(lake, answer), _links(answer), beside)


def _links(answer: Answer) -> Callable[[Row, Shown], str | None]:
    def link(row: Row, column: Shown) -> str | None:
        """Return the address of the player, manager or season that a cell names."""
        if column.heading == "Player" and row.get("player_person_id"):
            return f"/player?{urlencode({'name': row['player_person_id']})}"
        if column.heading == "Manager" and row.get("manager_person_id"):
            return f"/{FOLDER}/{slug(row['manager_person_id'])}/"
        if column.heading == "Year" and answer.question == "records" and row.get("season"):
            return f"/usage?{urlencode({'name': answer.subject['person_id'], 'season': row['season']})}"
        if column.heading == "Table" and answer.question == "tables" and row.get("table"):
            return f"/tables?{urlencode({'name': row['table']})}"
        return None

    return link
