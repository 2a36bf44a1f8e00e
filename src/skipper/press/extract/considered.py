"""Others considered for a post, told by what was said of the one before: Y is another, the finalists: X, Y and Z."""

from __future__ import annotations

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import listed_people
from skipper.press.extract.units import Unit

_OUTCOMES = ("interviewed", "finalist")
_LAST = 4  # claims back: what stands further is of something else


def read_another(piece: Piece, clause: Clause) -> None:
    """X, the CLUB's coach, is another; so is Y: as of the man told before, in the same paragraph."""
    whom = clause.subject
    be = [one for one in clause.find("be") if _closes(clause, one)]
    told = [one for one in piece.claims[-_LAST:] if one.type == "appointment"]
    if whom is None or not be or not told or told[-1].fields["outcome"] not in _OUTCOMES:
        return
    if told[-1].fields["person"] == whom.name or piece.report.text[told[-1].end : clause.units[0].start].count("\n\n"):
        return
    name = piece.vacancy(whom) or club_of_the_news(piece) or piece.club
    if name is None or piece.show(name) != told[-1].fields.get("club"):
        return
    fields, named = posts.place_fields(piece, clause, name, None)
    fields |= {key: told[-1].fields.get(key) for key in ("role", "outcome", "level_resolved")}
    piece.add(clause, "appointment", fields, whom, be[0], (), named)


def _closes(clause: Clause, be: Unit) -> bool:
    """Is another, are two others: nothing else is said."""
    after = [one.low for one in clause.units if one.place > be.place][:3]
    return after[:1] == ["another"] and (len(after) == 1 or after[1] in (".", ",", ";", "and"))


def behind_a_colon(clause: Clause, verb: Unit) -> list[Unit]:
    """They have three finalists for the job: X, the CLUB's coach; Y; and Z."""
    units = clause.sentence.units
    colon = next((n for n in range(verb.place, len(units)) if units[n].text == ":"), len(units))
    named = next((one for one in units[colon + 1 : colon + 3] if one.kind == "person"), None)
    return listed_people(clause.sentence, named) if named is not None else []
