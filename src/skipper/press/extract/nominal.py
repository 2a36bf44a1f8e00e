"""Acts told as nouns: the firing of X, X's dismissal, his appointment by the Mets."""

from __future__ import annotations

from skipper.press.extract.arguments import clause_object
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit

_ADJECTIVES = frozenset(["sudden", "abrupt", "surprise", "second", "first", "eventual", "midseason", "own", "imminent"])


def is_noun(clause: Clause, unit: Unit) -> bool:
    """Whether a genitive or article stands before the word, or `of` behind it with an article before."""
    before = _before(clause, unit)
    after = clause.words_after(unit, 1)
    if before is None:
        return after == ["of"]
    owned = before.text in ("'s", "'") or before.low in ("his", "her", "their")
    return owned or (before.low in ("the", "a", "of", "this", "that") and after != ["manager"])


def whose(piece: Piece, clause: Clause, unit: Unit) -> tuple[Entity, tuple[Unit, ...]] | None:
    """Whose firing it is; null where the words do not say."""
    before = _before(clause, unit)
    if before is not None and before.low in ("his", "her"):
        whom = _he(piece, clause)
        return (whom, ()) if whom is not None else None
    if before is not None and before.text in ("'s", "'"):
        owner = clause.before(before)
        if owner is not None and owner.kind == "person":
            return owner.value, (owner,)
    if clause.words_after(unit, 1) != ["of"]:
        return None
    named = next((one for one in clause.units[unit.place - clause.first + 2 :][:5] if one.kind == "person"), None)
    if named is not None:
        return named.value, (named,)
    return None


def _he(piece: Piece, clause: Clause) -> Entity | None:
    return clause.subject or clause.owner or piece.subject or clause_object(piece, clause, clause.units[0])


def _before(clause: Clause, unit: Unit) -> Unit | None:
    place = unit.place - clause.first - 1
    while place >= 0 and clause.units[place].low in _ADJECTIVES:
        place -= 1
    return clause.units[place] if place >= 0 else None
