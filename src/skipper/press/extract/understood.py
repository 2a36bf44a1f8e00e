"""The role of a post that is not said: whoever replaces a manager manages, and he who managed when he was hired."""

from __future__ import annotations

from skipper.press.extract.arguments import introduces
from skipper.press.extract.begun import moves_up, predecessor
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.succession import is_a_replacement, is_manager
from skipper.press.extract.units import Entity, Unit

_GIVEN = frozenset(["hire", "hand", "take_over", "accept", "replace", "called_to", "come_to", "go_to", "promote"])
_SOUGHT = frozenset(["interview", "finalist", "talk_to"])
_OTHER_TRADES = (
    "coach",
    "coached",
    "executive",
    "play",
    "draft",
    "position",
    "pitcher_word",
    "organization_word",
)
_OFFICE = frozenset(
    ["scout", "scouting", "instructor", "coordinator", "adviser", "advisor", "consultant", "assistant", "staff"]
)
_RUN = frozenset(["run", "lead", "guide", "pilot", "skipper", "handle", "take over", "turn around"])
_CLUB = frozenset(["the club", "the team", "it", "them", "the"])


def understood_role(
    piece: Piece, clause: Clause, verb: Unit, kind: str, person: Entity, year: int | None
) -> str | None:
    """`manager` where the words or the tables leave no other role; null elsewhere, and where another trade is said."""
    if kind not in (*_GIVEN, *_SOUGHT) or _is_of_another_trade(clause):
        return None
    if kind in _SOUGHT or (kind in ("hand", "accept") and clause.find("assignment")):
        return "manager" if is_manager(person) else None
    if moves_up(clause, verb) or verb.has("assume"):
        return "manager"  # of a player it is no claim
    before = predecessor(piece, clause, verb)
    replaces = _takes_anothers_place(clause, verb)
    replaces = replaces or (before is not None and before is not person and is_manager(before))
    if replaces or (kind != "promote" and is_a_replacement(clause)) or _to_run(clause, verb):
        return "manager"
    return "manager" if kind != "promote" and _managed_then(person, year) else None


def _is_of_another_trade(clause: Clause) -> bool:
    """Whether the words name another trade, here or of him whose place it was; not of what he was: bench coach X."""
    named = [unit for unit in clause.find(*_OTHER_TRADES) if not (unit.has("coach") and introduces(clause, unit))]
    before = clause.previous
    coached = clause.opener == "and" and before is not None and before.find("coach") and not before.find("manager")
    return bool(named) or bool(coached) or not _OFFICE.isdisjoint(unit.low for unit in clause.units)


def _takes_anothers_place(clause: Clause, verb: Unit) -> bool:
    """Takes X's spot, whom the vocabulary knows as a manager."""
    owner = next((one for one in clause.units if one.place > verb.place and one.kind == "person"), None)
    owned = owner is not None and clause.words_after(owner, 1) in (["'s"], ["'"])
    return verb.has("accept") and owned and owner is not None and is_manager(owner.value)


def _to_run(clause: Clause, verb: Unit) -> bool:
    """Hired away from the Giants to run Kinston, to lead the club; not the club's farm system."""
    for unit in clause.units:
        if unit.place <= verb.place or unit.low not in _RUN or clause.words_before(unit, 1) != ["to"]:
            continue
        near = clubs_behind(clause, unit, "")
        club = near[0] if near else clause.after(unit)
        if club is None or not (near or club.low in _CLUB):
            continue
        then = clause.after(club)
        return then is None or then.text not in ("'", "'s")
    return False


def _managed_then(person: Entity, year: int | None) -> bool:
    """Whether he managed in the majors in that season or the next; not where no year is told."""
    spans = [man.managed for man in person.people if man.managed]
    return year is not None and any(first - 1 <= year <= last for first, last in spans)
