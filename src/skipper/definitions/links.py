"""The links in answers: the page to which a field leads, and the fields of its row that identify the page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Link:
    """A kind of page (`catalogue.KINDS`) and the fields that identify a page of that kind. A field may hold a list, one
    per name.

    `names` is the field with the names in a list, if that is not the field shown; the cell's text begins with these
    names.
    """

    kind: str
    key: tuple[str, ...]
    names: str | None = None


_MANAGER = Link("managers", ("manager_person_id",))
_PLAYER = Link("players", ("player_person_id",))
_CLUB = Link("clubs", ("club", "season"))

# A row that lacks one of the fields, or has null in it, has no link.
LINKS = {
    "manager_name": _MANAGER,
    "managers": Link("managers", ("manager_person_ids",)),
    "player_name": _PLAYER,
    "club": _CLUB,
    "club_name": _CLUB,
    "clubs": Link("clubs", ("clubs",)),
    "club_names": Link("clubs", ("clubs",)),
    "order": Link("players", ("player_person_ids",), "players"),
    "next_club": Link("clubs", ("next_club", "next_season")),
    "season": Link("seasons", ("season",)),
    "year": Link("seasons", ("season",)),
    "differing": Link("differences", ("season",)),
    "plan": Link("plans", ("plan",)),
    "ledger": Link("ledgers", ("manager_person_id",)),
    "report": Link("reports", ("report",)),
    "league": Link("leagues", ("league", "season")),
    "organization": Link("organizations", ("organization", "season")),
    "table": Link("tables", ("table",)),
    "figure": Link("leaders", ("by", "figure")),
    "all_of_club": Link("clubs", ("club",)),
    "all_of_league": Link("leagues", ("league",)),
    "all_of_organization": Link("organizations", ("organization",)),
    "all_of_by": Link("leaders", ("by",)),
    "page": Link("list", ("page",)),
}
