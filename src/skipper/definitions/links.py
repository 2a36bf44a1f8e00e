"""The links in answers: the page to which a field leads, and the fields of its row that identify the page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Link:
    """A kind of page (`catalogue.KINDS`) and the fields that identify a page of that kind, or its list. A field may
    hold a list, one per name.

    `names` is the field with the name or the list of names that the cell's text contains, in this order; None if the
    cell is the name, or the list of the names. `otherwise` is the link of a row for which this one leads to no page.
    """

    kind: str
    key: tuple[str, ...]
    names: str | None = None
    otherwise: Link | None = None


_MANAGER = Link("managers", ("manager_person_id",))
_PLAYER = Link("players", ("player_person_id",))
_CLUB = Link("clubs", ("club", "season"), otherwise=Link("clubs", ("club_name", "season")))
# A lake without affiliations has no pages of organizations, only of the major-league clubs of their names.
_ORGANIZATION = Link("organizations", ("organization", "season"), otherwise=Link("clubs", ("organization", "season")))
# A report states a club's name, and seldom a single season.
_REPORTED_CLUB = Link("clubs", ("club", "season"), otherwise=Link("clubs", ("club",)))
_REPORTED_PLACE = Link(
    "clubs", ("club_name",), otherwise=Link("organizations", ("organization",), otherwise=Link("leagues", ("league",)))
)

# A row that lacks one of the fields, or has null in it, has no link.
LINKS = {
    "manager_name": _MANAGER,
    "managers": Link("managers", ("manager_person_ids",)),
    "player_name": _PLAYER,
    "story": Link("players", ("person_id",), "player"),
    "starting_pitcher_name": Link("players", ("starting_pitcher_person_id",)),
    "best_order_player_name": Link("players", ("best_order_person_id",)),
    "lineup": Link("players", ("lineup_person_ids",), "lineup_names"),
    "change": Link("players", ("change_person_ids",), "change_names"),
    "order": Link("players", ("player_person_ids",), "players"),
    "club": _CLUB,
    "club_name": _CLUB,
    "branch": Link(
        "clubs", ("club", "season"), "club_name", otherwise=Link("clubs", ("club_name", "season"), "club_name")
    ),
    "clubs": Link("clubs", ("clubs",)),
    "club_names": Link("clubs", ("clubs",)),
    "opponent": Link("clubs", ("opponent", "season")),
    "next_club": Link("clubs", ("next_club", "next_season")),
    "reported_club": _REPORTED_CLUB,
    "claimed_club": Link("clubs", ("club",), "club"),
    "reported_place": _REPORTED_PLACE,
    "season": Link("seasons", ("season",)),
    "year": Link("seasons", ("season",)),
    "differing": Link("differences", ("season",)),
    "plan": Link("plans", ("plan",)),
    "ledger": Link("ledgers", ("manager_person_id",)),
    "report": Link("reports", ("report",)),
    "league": Link("leagues", ("league", "season")),
    "organization": _ORGANIZATION,
    "table": Link("tables", ("table",)),
    "figure": Link("leaders", ("by", "figure")),
    "all_of_club": Link("clubs", ("club",)),
    "all_of_league": Link("leagues", ("league",)),
    "all_of_organization": Link("organizations", ("organization",)),
    "all_of_by": Link("leaders", ("by",)),
    "page": Link("list", ("page",)),
}
