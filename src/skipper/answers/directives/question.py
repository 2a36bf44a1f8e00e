"""The input to the rules: a plan's directives as rows, with people and clubs resolved in the lake."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from skipper.answers.directives.kinds.kind import kinds
from skipper.answers.directives.plan import Directive

Row = dict[str, Any]

# The relations that the rules read in addition to the lake's tables.
RELATIONS: dict[str, dict[str, str]] = {
    "directive": {
        "plan": "string",
        "directive": "string",
        "season": "int",
        "person_id": "string",
        "kind": "string",
        "rule": "string",  # share, or another of the kind's rules
        "hand": "string",  # L or R: only against such starters; null: against any starter
        "wanted": "boolean",  # share rule: true for at_least, false for at_most
        "target": "double",  # minimum share of applicable games that must follow
        "required": "string",  # requirement of one game, in words
        "first_day": "date",
        "last_day": "date",
        "through": "date",  # last day of games considered
        "season_over": "boolean",  # whether no future game can count
        "availability": "string",  # plan, transactions, organization, window; null: not needed
        "by_games": "string",  # organization or window: decides if neither plan nor transaction does
        "games_to_come": "int",  # club-games after `through` on the directive's days; null if unknown
        "cost_source": "string",  # source of a slot's plate appearances
        **{name: sql_type for kind in kinds().values() for name, sql_type in kind.columns},
    },
    "directive_club": {
        "plan": "string",
        "directive": "string",
        "season": "int",
        "person_id": "string",
        "club": "string",
    },
    "unavailable": {"plan": "string", "person_id": "string", "day": "date", "reason": "string"},
    # A player's spells at a club, as in table `availability`.
    "roster_status": {
        "season": "int",
        "person_id": "string",
        "club": "string",
        "first_day": "date",
        "last_day": "date",
        "is_available": "boolean",
        "reason": "string",
        "known_from": "date",
        "known_through": "date",
    },
    # Mean plate appearances of a slot in the club's league, with its absolute error and additional relative error.
    "slot_value": {
        "season": "int",
        "club": "string",
        "slot": "int",
        "plate_appearances": "double",
        "error": "double",
        "share": "double",
    },
}


@dataclass
class Question:
    """The rows of each relation, for any number of plans.

    `unavailable` maps plan, person and day to a reason; `roster_status` has rows by season, person, club and first day.
    """

    directives: list[Row] = field(default_factory=list)
    clubs: list[Row] = field(default_factory=list)
    unavailable: dict[tuple[str, str, date], str] = field(default_factory=dict)
    roster_status: dict[tuple[int, str, str, date], Row] = field(default_factory=dict)
    values: list[Row] = field(default_factory=list)
    plays: bool = False  # whether the lake has play-by-play for the seasons

    def relations(self) -> dict[str, list[Row]]:
        """Return the rows of each relation, with all its columns."""
        rows = {
            "directive": self.directives,
            "directive_club": self.clubs,
            "unavailable": [
                {"plan": plan, "person_id": person, "day": day, "reason": reason}
                for (plan, person, day), reason in self.unavailable.items()
            ],
            "roster_status": list(self.roster_status.values()),
            "slot_value": self.values,
        }
        return {
            name: [{column: row.get(column) for column in columns} for row in rows[name]]
            for name, columns in RELATIONS.items()
        }

    def of_plans(self, plans: Collection[str]) -> Question:
        """Return the question of some of the plans."""
        directives = [row for row in self.directives if row["plan"] in plans]
        seasons = {row["season"] for row in directives}
        return Question(
            directives,
            [row for row in self.clubs if row["plan"] in plans],
            {key: reason for key, reason in self.unavailable.items() if key[0] in plans},
            {key: row for key, row in self.roster_status.items() if row["season"] in seasons},
            [row for row in self.values if row["season"] in seasons],
            self.plays,
        )

    @property
    def kinds(self) -> set[str]:
        """Return the kinds of the directives."""
        return {row["kind"] for row in self.directives}

    @property
    def seasons(self) -> list[int]:
        """Return the seasons in question."""
        return sorted({row["season"] for row in self.directives})


def directive_row(plan: str, season: int, directive: Directive, person_id: str, days: tuple[date, date, date]) -> Row:
    """Return the row for one directive; `days` are the directive's first and last day, and the last day of the games
    considered.

    The caller, which knows the lake, fills in `season_over`, `availability`, `by_games`, `games_to_come` and
    `cost_source`.
    """
    kind, part = directive.declared, directive.part
    wanted = getattr(part, "at_most", None) is None
    first, last, through = days
    return {
        "plan": plan,
        "directive": directive.id,
        "season": season,
        "person_id": person_id,
        "kind": directive.kind,
        "rule": kind.rule(part),
        "hand": getattr(part, "against", None),
        "wanted": wanted,
        "target": _target(part, wanted),
        "required": kind.required(part, "" if wanted else "not "),
        "first_day": first,
        "last_day": last,
        "through": through,
        **kind.row(part),
    }


def _target(part: Any, wanted: bool) -> float:
    """Return the smallest share of games that must follow the directive: 1 for rules without a share."""
    share = getattr(part, "at_least" if wanted else "at_most", None)
    if share is None:
        return 1.0
    return share if wanted else round(1 - share, 9)
