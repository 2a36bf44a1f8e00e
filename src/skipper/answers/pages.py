"""The question after a lake's pages."""

from __future__ import annotations

from typing import Annotated

from skipper.answers.answer import Answer
from skipper.answers.question import Argument, question
from skipper.lake.reader import LakeReader


@question(
    "manager, player, club and so on",
    name="list",
    examples=("list", "list managers", "list clubs NYN --format csv"),
    has_page=True,
)
def list_pages(
    lake: LakeReader, kind: Annotated[str | None, Argument()] = None, of: Annotated[str | None, Argument()] = None
) -> Answer:
    """List the lake's managers, players, clubs, leagues and so on.

    KIND is clubs or another kind; without arguments, the command lists the kinds. OF is a club, league or organization,
    whose seasons are listed.

    \f
    The main table is that of `listing`, whose errors are raised.
    """
    from skipper.answers.catalogue import catalogue  # every page's question, which help does not need
    from skipper.answers.listing import listing

    return listing(lake, catalogue(lake), kind, of)
