"""Who came after whom: whose post it was, where only the change of men is told."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity

_REPLACING = frozenset(
    [
        *("replace", "succeed", "replacing", "succeeding", "replaced", "succeeded", "replaces", "succeeds"),
        *("follows", "followed", "following", "took over"),
    ]
)


def is_a_replacement(clause: Clause) -> bool:
    """Hired to replace a manager, who is named."""
    for unit in clause.units:
        replacing = unit.low.rsplit(" ", 1)[-1] in _REPLACING  # named to replace is one unit
        after = clause.units[unit.place - clause.first + 1 :][:3] if replacing else []
        if any(one.low in ("him", "her") or (one.kind == "person" and is_manager(one.value)) for one in after):
            return True
    return False


def is_manager(person: Entity) -> bool:
    """Whether the vocabulary knows him as one."""
    return any(man.managed for man in person.people)


def pass_post_on(piece: Piece, clause: Clause) -> None:
    """Hired to replace X, he replaced X: the post was X's."""
    person = clause.subject or clause.owner or piece.subject
    own = piece.careers.taken(person) if person is not None else None
    if person is None or own is None:
        return
    if piece.news_club is not None and clause.find("replace") and piece.careers.knows(person, piece.news_club):
        own = piece.news_club  # he replaces X, in the news of his hiring: not where he was hired years ago
    for unit in clause.units:
        after = clause.units[unit.place - clause.first + 1 :][:4] if unit.low in _REPLACING else []
        whom = next((one.value for one in after if one.kind == "person"), None)
        if whom is not None and whom is not person and piece.careers.post(whom) is None:
            piece.careers.leave(whom, own, None)
