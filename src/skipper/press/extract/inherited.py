"""Of whom a clause speaks that names nobody: whom the clause before it spoke of, or whom it hangs on."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause, has_a_stranger
from skipper.press.extract.piece import Piece
from skipper.press.extract.splitting import COMPARED
from skipper.press.extract.units import ClubName, Entity, Unit

_INHERITS = frozenset(
    ["and", "or", "but", "then", ",", "resume", "—", "-", ";", "while", "although", "before", "after", "(", "that"]
)
_ANYBODY = frozenset(
    ["man", "men", "guy", "guys", "one", "anyone", "anybody", "somebody", "someone", "those", "player", "players"]
)
ASIDES = frozenset(
    ["when", "who", "whom", "whose", "which", "where", "because", "after", "before", "since", "until", "if", "as"]
) | {COMPARED}


def inherit(piece: Piece, clause: Clause, previous: Clause, main: Entity | None) -> None:
    """Set the subject, club or owner of a clause that names none of its own; `main` is the sentence's man."""
    if clause.opener in ("who", "whom", "whose", "which", "where"):
        near = [unit for unit in previous.units if unit.kind in ("person",)]
        near_club = [unit for unit in previous.units if unit.kind == "club"]
        last = next((unit for unit in reversed(previous.units) if unit.text != ","), None)
        if clause.opener == "who" and last is not None and _is_anybody(clause, previous, last):
            clause.of_anybody = True  # a man who has been released
            return
        if clause.opener == "who" and last is not None and last.kind == "club" and main is not None:
            clause.owner, clause.club = main, last.value  # guided the Twins, who finished 78-84
            return
        if clause.opener == "who" and last is not None and last.value is previous.club and previous.club is not None:
            clause.club = previous.club  # the Diamondbacks, who hired him in 2016
            return
        if clause.opener in ("who", "whom", "whose") and near:
            clause.subject = near[-1].value
        elif clause.opener in ("who", "whose") and previous.opener in ("who", "whose"):
            clause.subject = previous.subject  # who was 76-68 and whose contract was not renewed
        elif clause.opener == "which" and near_club:
            clause.club = near_club[-1].value
        elif clause.opener == "which" and main is not None and last is not None and last.low in ("team", "club"):
            clause.club = piece.careers.taken(main) or piece.careers.post(main)  # takes over a team that fired X
        else:
            clause.subject = main or previous.subject
    elif clause.opener == "resume":
        clause.subject = main if previous.opener == COMPARED else _antecedent(previous) or main
        told = clause.kinds("record", "number") or clause.find("win", "pennant", "reach") or _hires(clause)
        if clause.subject is None and told:
            clause.club = _club_before(previous)  # what a club wins or loses, whom it hires
    elif clause.opener in ("and", ",") and previous.opener in ASIDES and _after_comma(clause) and main is not None:
        clause.subject = main  # managed it from 1988, after X was dismissed, and was …
    elif (
        (clause.opener == '"' and _is_scare_quoted(clause, previous))
        or clause.opener in _INHERITS
        or clause.opener in ("when", "until", "because", "whereas")
    ) and not has_a_stranger(clause):
        clause.subject, clause.club, clause.owner = previous.subject, previous.club, previous.owner


def _hires(clause: Clause) -> bool:
    """The Cubs, who fired X in June, hired Y: the verb opens what resumes, with a man behind it."""
    units = [unit for unit in clause.units if unit.kind != "punct" and not unit.has("have")]
    acts = bool(units) and units[0].has("hire", "fire", "let_go", "promote")
    near = units[1:5] if acts else []
    return any(unit.kind == "person" for unit in near)


def _is_anybody(clause: Clause, previous: Clause, last: Unit) -> bool:
    """A man who, the guy who, anyone who; not `he was the guy who`, which tells of him."""
    if clause.previous is None or (last.low == "who" and previous.of_anybody):
        return previous.of_anybody
    named = any(unit.kind == "person" for unit in previous.units)
    told = any(unit.has("be") or unit.low.endswith(("'s", "'m", "'re")) for unit in previous.units[-4:])
    goes_on = any(unit.text == ":" for unit in clause.units)  # from two players who talked to us: he was fired
    return last.low in _ANYBODY and not (named or told or goes_on)


def _after_comma(clause: Clause) -> bool:
    near = clause.sentence.units[max(0, clause.start - 1) : clause.start + (clause.opener == ",")]
    return any(unit.text == "," for unit in near)


def _club_before(clause: Clause | None) -> ClubName | None:
    """The Royals, who had just lost, are 8-25: the Royals, the subject that stands before the aside."""
    while clause is not None and clause.opener in ASIDES:
        clause = clause.previous
    last = next((unit for unit in reversed(clause.units) if unit.text != ","), None) if clause is not None else None
    return clause.club if clause is not None and last is not None and last.value is clause.club else None


def _antecedent(clause: Clause | None) -> Entity | None:
    """X, who had been at Denver, was promoted: X, who stands before the aside."""
    while clause is not None and clause.previous is not None and clause.opener not in ("who", "whom", "whose"):
        clause = clause.previous
    before = clause.previous.units if clause is not None and clause.previous is not None else []
    last = next((unit for unit in reversed(before) if unit.text != ","), None)
    return last.value if last is not None and last.kind == "person" else None


def _is_scare_quoted(clause: Clause, previous: Clause) -> bool:
    """Had "stepped aside", and "mutually agreed" to part: quotation marks about words of the sentence's own."""
    inside = [unit for unit in previous.units if unit.text != '"']
    first = clause.units[0].text[:1]
    goes_on = bool(inside) and inside[-1].kind not in ("punct",) and not inside[-1].has("say")
    return first.islower() and goes_on
