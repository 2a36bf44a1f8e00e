"""Options of a manager's contract that a club takes up: picked up the 2014 option on X, exercised his option."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit

_OPTION = frozenset(["option", "options"])
_NEAR = 8  # units between the verb and the option, whichever stands first
# Before `to exercise`: those who did; any other (refused to, had until Friday to) did not.
_DID = frozenset(["opted", "decided", "chose", "elected", "voted", "agreed to", "agreed"])
_UNDONE = frozenset(["if", "may", "might", "could", "should", "whether", "until", "would", "before"])


def exercised(clause: Clause) -> Unit | None:
    """The option that the clause tells to have been taken up; null where it tells of none."""
    for verb in clause.find("take_option"):
        option = next(
            (one for one in clause.units if one.low in _OPTION and abs(one.place - verb.place) <= _NEAR), None
        )
        before = clause.words_before(verb, 3)
        to = before[-1:] == ["to"]
        done = (not to or before[-2] in _DID) if len(before) > 1 else not to
        if option is not None and done and not clause.denied(verb) and _UNDONE.isdisjoint(before):
            return option
    return None


def whose_option(piece: Piece, clause: Clause, option: Unit) -> Entity | None:
    """Whose it is: X's, his, or on, of or for X; null where the words do not say."""
    before = clause.units[: option.place - clause.first]
    for unit in reversed(before):
        if unit.low in ("his", "her"):
            return clause.subject or args.clause_object(piece, clause, unit)
        owner = clause.before(unit)
        if unit.text in ("'s", "'") and owner is not None and owner.kind == "person":
            return owner.value
        if unit.kind not in ("year", "number", "word", "punct") or unit.has("take_option"):
            break
    behind = clause.units[option.place - clause.first + 1 :]
    named = next((one for one in behind if one.kind == "person" and not one.value.executive), None)
    if named is not None:
        return named.value
    him = next((one for one in behind if one.low in ("him", "his", "her")), None)
    return args.clause_object(piece, clause, him) if him is not None else None
