"""The HTML page for an error."""

from __future__ import annotations

from skipper.answers.answer import Answer, Table
from skipper.lake.manifest import Manifest
from skipper.render.html.answer_page import answer_page

_HEADINGS = {400: "This question cannot be answered as asked", 404: "Not here", 503: "Too busy"}


def error_page(status: int, message: str, manifest: Manifest) -> str:
    """Return the page for an error, with the message, escaped, as printed on the terminal."""
    title = _HEADINGS.get(status, "The service failed")
    return answer_page(Answer("error", title, (Table("none", (), (), ()),), lead=tuple(message.splitlines())), manifest)
