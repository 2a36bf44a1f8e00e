"""Who runs a club's office: its general manager, president or owner, and no man of its dugout."""

from __future__ import annotations

from skipper.press.extract.arguments import object_of
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Sentence, Unit


def mark_executives(sentences: list[Sentence]) -> None:
    """Mark whom a piece gives an office, before it is read: so none of them is taken for whom it is about."""
    for sentence in sentences:
        for place, unit in enumerate(sentence.units):
            if unit.kind == "person" and _runs_the_office(sentence.units, place):
                unit.value.executive = True


def _runs_the_office(units: list[Unit], place: int) -> bool:
    """General manager X; X, the owner, …; X, the club's president."""
    if place and units[place - 1].has("executive"):
        return True
    after = units[place + 1 : place + 6]
    if not after or after[0].text != ",":
        return False
    if [one.low for one in after[1:3]] in (["who", "owned"], ["who", "owns"]):
        return True
    for unit in after[1:]:
        if unit.has("executive"):
            return True
        if unit.kind != "club" and unit.low not in ("the", "a", "an", "'s", "team", "club", "then", "-"):
            return False
    return False


def mark_employer(piece: Piece, clause: Clause) -> None:
    """X hired him, X let the manager go: X runs a club, unless he is himself a manager who fills his staff."""
    whom = clause.subject
    if whom is None or whom is piece.names.topic or piece.careers.last(whom) is not None or clause.find("coach"):
        return
    for verb in clause.find("hire", "fire", "let_go", "pitcher_word"):
        given_away = not verb.has("pitcher_word") or verb.low == "traded"
        found = object_of(piece, clause, verb) if given_away and not clause.passive(verb) else None
        if found is not None and found[1].place > verb.place and found[1].low != "himself":
            whom.executive = True
