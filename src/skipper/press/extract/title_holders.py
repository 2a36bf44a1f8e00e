"""Whose a club's title is: whom the words tell, else whom the piece names and the tables have as its manager."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.holders import holder
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import preposition
from skipper.press.extract.units import ClubName, Entity, Unit

_OF_A_TEAM = frozenset(["of", "on", "for", "with"])


def title_holder(piece: Piece, clause: Clause, unit: Unit, name: ClubName | None, season: int | None) -> Entity | None:
    """The man whose title it is; null where the words leave it open.

    The Athletics won the Series in 1910: of the men named so far his who ran them that season, where he is the only
    one. A man of the sentence itself is never put aside for him.
    """
    member = _was_of_that_team(clause)
    if member is not None:
        return member
    told, club = holder(piece, clause, unit, season), clause.club or name
    in_words = told is not None and any(one.value is told for one in clause.sentence.units if one.kind == "person")
    if clause.subject is not None or in_words or club is None or season is None:
        return told
    named = dict.fromkeys(one for one in (*piece.mentioned, piece.subject, piece.names.topic) if one is not None)
    ran = [one for one in named if _ran(one, club, season)]
    return ran[0] if len(ran) == 1 else told


def _was_of_that_team(clause: Clause) -> Entity | None:
    """Was a member of the 1990 Reds team that swept Oakland; played for the Reds, who won it: he."""
    before = clause.previous
    if clause.opener not in ("which", "who") or before is None or clause.club is None or clause.subject is not None:
        return None
    club = next((one for one in reversed(before.kinds("club")) if one.value is clause.club), None)
    if club is None or not (before.find("be", "play", "played_for") or _is_named_a_member(before)):
        return None
    there = preposition(before.units, club.place - before.first) in _OF_A_TEAM
    acts = before.find("fire", "let_go", "hire", "promote", "manage", "lead", "interview", "manager", "coach")
    return before.subject if there and not acts else None


def _is_named_a_member(clause: Clause) -> bool:
    """X, a member of the 1990 Reds."""
    return any(one.low in ("member", "part") for one in clause.units)


def may_be_his(person: Entity, club: ClubName, season: int) -> bool:
    """Whether the tables leave it open that he was with a club which only the words before told; of whom they know
    nothing, and of clubs below the majors, they leave all open.
    """
    terms = [term for one in person.people for term in one.terms]
    ids = {span.id for span in club.spans if span.is_major}
    if not terms or not ids or len(ids) < len({span.id for span in club.spans}):
        return True
    return any(term.club in ids and term.first <= season <= term.last for term in terms)


def _ran(person: Entity, club: ClubName, season: int) -> bool:
    """Whether the tables have anybody of that name managing the club in the season."""
    ids = {span.id for span in club.spans if span.is_major and span.covers(season)}
    return any(
        term.role == "manager" and term.club in ids and term.first <= season <= term.last
        for one in person.people
        for term in one.terms
    )
