"""Where a manager began: got his first managing job in 2001 with Lakeland, made his managerial debut at Elmira."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import Unit
from skipper.press.extract.when import NEVER

_MANAGING = frozenset(["managing", "managerial"])
_JOBS = frozenset(
    ["job", "jobs", "assignment", "post", "position", "gig", "opportunity", "stint", "experience", "stop"]
)
_STARTS = frozenset(["start", "debut", "debuted", "debuts", "broke in", "breaks in", "started out", "started"])
_AS_ONE = (["as", "manager"], ["as", "a", "manager"], ["as", "skipper"], ["managing"], ["in", "managing"])
_OTHER = ("hire", "promote", "fire", "let_go", "resign", "interview", "finalist", "coach", "pass_over", "draft")
_FARTHEST = 14  # units behind the words within which the club stands


def read_first_posts(piece: Piece, clause: Clause) -> None:
    """Keep the first post of a manager, told as where he began to be one."""
    first = next((unit for unit in clause.units if _is_first(clause, unit) or _is_a_start(clause, unit)), None)
    whom = clause.subject or clause.owner
    other = any(unit.low != "made" for unit in clause.find(*_OTHER))
    if first is None or whom is None or whom.executive or other or clause.denied(first):
        return
    behind = clubs_behind(clause, first, "with", "at", "in", "for", "of", "")
    near = [one for one in behind if one.place <= first.place + _FARTHEST and not one.value.as_organization]
    time = piece.when(clause, first)
    if near and (time is not NEVER or not any(span.is_major for span in near[0].value.spans)):
        keep_stint(piece, clause, first, whom, "manager", near[0].value, (near[0],), time)


def _is_first(clause: Clause, unit: Unit) -> bool:
    """His first managing job, first managerial assignment, first stop as a manager."""
    before = clause.words_before(unit, 3)
    if unit.has("manager") and unit.low.endswith(("job", "position", "post")):
        return "first" in before
    if unit.low not in _JOBS or "first" not in before:
        return False
    return not _MANAGING.isdisjoint(before) or _as_a_manager(clause, unit)


def _is_a_start(clause: Clause, unit: Unit) -> bool:
    """Made his managerial debut, got his start as a manager, broke in as a manager."""
    if unit.low == "broke in as":
        return "manager" in clause.words_after(unit, 2)
    if unit.low not in _STARTS:
        return False
    return not _MANAGING.isdisjoint(clause.words_before(unit, 2)) or _as_a_manager(clause, unit)


def _as_a_manager(clause: Clause, unit: Unit) -> bool:
    behind = clause.words_after(unit, 3)
    return any(behind[: len(words)] == words for words in _AS_ONE)
