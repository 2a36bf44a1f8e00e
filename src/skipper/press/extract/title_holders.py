"""Whose a club's title is: whom the words tell, else whom the piece names and the tables have as its manager."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.holders import holder
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit


def title_holder(piece: Piece, clause: Clause, unit: Unit, name: ClubName | None, season: int | None) -> Entity | None:
    """The man whose title it is; null where the words leave it open.

    The Athletics won the Series in 1910: of the men named so far his who ran them that season, where he is the only
    one. A man of the sentence itself is never put aside for him.
    """
    told, club = holder(piece, clause, unit, season), clause.club or name
    in_words = told is not None and any(one.value is told for one in clause.sentence.units if one.kind == "person")
    if clause.subject is not None or in_words or club is None or season is None:
        return told
    named = dict.fromkeys(one for one in (*piece.mentioned, piece.subject, piece.names.topic) if one is not None)
    ran = [one for one in named if _ran(one, club, season)]
    return ran[0] if len(ran) == 1 else told


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
