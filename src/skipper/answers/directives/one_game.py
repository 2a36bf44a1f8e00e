"""Decide which of a plan's directives apply to a club's game, and which batting slots they require."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from skipper.answers.directives.kinds.kind import SHARE
from skipper.answers.directives.on_duckdb import evaluate
from skipper.answers.directives.plan_file import PlanFile
from skipper.answers.directives.question import Row
from skipper.answers.directives.resolve import resolve
from skipper.lake.reader import LakeReader

_NO_SLOTS, _OUTSIDE = "does not require slots in a single game", "not on this day or for this club"
_OTHER_HAND, _NOT_AT_HAND = "against the other hand", "player not seen for the club in the seven days before"


@dataclass(frozen=True)
class Required:
    """What a plan requires in a club-game.

    `slots` are those allowed to players, by person_id; `why` says why other directives do not apply, by id; `absent`
    are the person_ids that the plan lists as unavailable that day.
    """

    slots: dict[str, frozenset[int]]
    why: dict[str, str]
    absent: frozenset[str]


def required_in(
    lake: LakeReader, plan: PlanFile, game: Mapping[str, object], at_hand: Container[str], versus: str | None = None
) -> Required:
    """Return what a plan requires in a club-game.

    A directive that requires slots in a single game does so if the rules of `skipper directives check` find it
    applicable: on its days, for its clubs, against its hand (or against `versus` if given), with the player available
    and `at_hand` (person_ids). Raises the same errors as `resolve`.
    """
    resolved = resolve(lake, [plan])
    why = {asked.directive.id: _NO_SLOTS for asked in resolved.asked}
    asked: list[Row] = []
    slots = {one.directive.id: one.directive.declared.slots(one.directive.part) for one in resolved.asked}
    for row in resolved.question.directives:
        if slots[row["directive"]] is not None:
            if versus and row["hand"] not in (None, versus):
                why[row["directive"]] = _OTHER_HAND
                continue
            # Whether the player batted that day must not matter, so every such directive is judged like one to start.
            asked.append({**row, "kind": "start", "rule": SHARE, "hand": None if versus else row["hand"]})
    evaluate(lake, replace(resolved.question, directives=asked))
    reasons = lake.rows(
        "SELECT directive, reason FROM temp.directive_game WHERE game_id = $game_id AND club = $club",
        {name: game[name] for name in ("game_id", "club")},
    )
    applies = {row["directive"]: row["reason"] for row in reasons}
    required: dict[str, frozenset[int]] = {}
    for row in asked:
        reason = applies.get(row["directive"], _OUTSIDE)
        if reason is None and row["person_id"] not in at_hand:
            reason = _NOT_AT_HAND
        if reason is None:
            allowed = frozenset(slots[row["directive"]] or ())
            required[row["person_id"]] = required.get(row["person_id"], allowed) & allowed
            del why[row["directive"]]
        else:
            why[row["directive"]] = reason
    absent = (person for _, person, day in resolved.question.unavailable if day == game["date"])
    return Required(required, why, frozenset(absent))
