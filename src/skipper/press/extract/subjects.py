"""Of whom each clause speaks."""

from __future__ import annotations

from skipper.press.extract.clauses import PREPOSITIONS, Clause, is_finite
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit

_INHERITS = frozenset(
    ["and", "or", "but", "then", ",", "resume", "—", "-", ";", "while", "although", "before", "after", "(", "that"]
)
_ASIDES = frozenset(
    ["when", "who", "whom", "whose", "which", "where", "because", "after", "before", "since", "until", "if", "as"]
)
_LOOSE = frozenset(["the", "a", "an", "his", "her", "one", "former", "then-manager", "longtime"])


def find_subjects(piece: Piece, clauses: list[Clause]) -> None:
    """Set the subject, club and owner of each clause of a sentence, and the piece's last person."""
    main: Entity | None = None
    ahead = _announced(clauses)
    for place, clause in enumerate(clauses):
        previous = clauses[place - 1] if place else None
        _own(piece, clause, previous, ahead if place == 0 or (previous is not None and not main) else None)
        if clause.subject is None and clause.club is None and clause.owner is None and previous is not None:
            _inherit(clause, previous, main)
        if clause.subject is not None and (clause.opener not in _ASIDES or main is None):
            main = clause.subject if clause.opener not in ("who", "whom", "whose", "which") else main
    piece.subject = _spoken_of(clauses) or piece.subject


def _spoken_of(clauses: list[Clause]) -> Entity | None:
    """Whom the next sentence's pronouns mean: this one's subject, not who only said it nor who stands in an aside."""
    main = [clause for clause in clauses if clause.opener not in _ASIDES]
    if main and _done_to(main[0]) is not None:
        return _done_to(main[0])
    if main and main[0].subject is None and any(unit.low in ("him", "her") for unit in main[0].units):
        return None
    for clause in (*(one for one in main if not one.find("say")), *main):
        if clause.subject is not None or clause.owner is not None:
            return clause.subject or clause.owner
    named = [unit for clause in main for unit in clause.kinds("person")]
    return named[0].value if named else None


def _done_to(clause: Clause) -> Entity | None:
    """The club named X manager: X."""
    if clause.subject is not None or (clause.club is None and clause.owner is None):
        return None
    for verb in clause.find("hire", "fire", "promote", "interview"):
        near = clause.units[verb.place - clause.first + 1 :][:4]
        named = next((unit for unit in near if unit.kind == "person"), None)
        if named is not None:
            return named.value
    return None


def _announced(clauses: list[Clause]) -> Entity | None:
    """Having been scorned when he was hired, X heads …: the name that pronouns before it mean."""
    first = clauses[0].units[0] if clauses and clauses[0].units else None
    if first is None or not (
        first.low in ("having", "after", "before", "despite", "when", "while", "as", "since")
        or first.low.endswith("ing")
    ):
        return None
    for clause in clauses[1:]:
        opening = [unit for unit in clause.units if unit.kind != "punct"][:2]
        named = next((unit for unit in opening if unit.kind == "person"), None)
        if clause.opener == "," and named is not None:
            return named.value
    return None


def _own(piece: Piece, clause: Clause, previous: Clause | None, ahead: Entity | None) -> None:
    """The subject among the units before the clause's verb."""
    units = clause.units
    verb = next((n for n, unit in enumerate(units) if is_finite(unit)), len(units))
    words = [n for n, unit in enumerate(units) if unit.kind != "punct"]
    if clause.opener in (",", "after", "before") and any(
        units[n].low.split()[0].endswith("ing") for n in words[: 1 + (clause.opener != ",")]
    ):
        verb = words[0]
    quoted = clause.opener == '"'
    for place, unit in enumerate(units[:verb]):
        if _in_phrase(units, place, clause.opener):
            if unit.kind == "person" and units[place - 1].low == "under":
                clause.owner = unit.value
            continue
        whom = _whom(piece, clause, unit, units, place, quoted, previous)
        whom = ahead if ahead is not None and unit.kind == "pronoun" else whom
        if whom is not None and _owns(unit, units, place):
            clause.owner = clause.owner or whom
        elif whom is not None and clause.subject is None:
            clause.subject = whom
        elif unit.kind == "club" and clause.club is None and clause.subject is None and not _modifies(units, place):
            clause.club = unit.value


def _whom(
    piece: Piece, clause: Clause, unit: Unit, units: list[Unit], place: int, quoted: bool, previous: Clause | None
) -> Entity | None:
    if unit.kind == "person":
        return unit.value
    if unit.kind == "pronoun":
        if quoted or (previous is not None and previous.subject is not None and previous.subject.executive):
            return piece.names.topic
        if previous is not None and previous.subject is not None and not previous.find("say"):
            return previous.subject
        if previous is not None and previous.subject is not None and previous.subject is not piece.names.topic:
            return piece.names.topic
        last = piece.subject if piece.subject is not None and not piece.subject.executive else None
        return (previous.subject if previous else None) or last or piece.names.topic
    if unit.has("epithet") and _definite(units, place):
        return piece.subject if piece.subject is not None and previous is None else piece.names.topic
    return None


def _definite(units: list[Unit], place: int) -> bool:
    """The one-time Mets second baseman: `the` before it, and no name that it only introduces after it."""
    after = units[place + 1] if place + 1 < len(units) else None
    if after is not None and (after.kind in ("person", "club") or after.low in ("of", "'s", "for")):
        return False
    if after is not None and after.text == "," and any(one.kind == "person" for one in units[place + 2 : place + 3]):
        return False
    return any(unit.low == "the" for unit in units[max(0, place - 6) : place])


def _in_phrase(units: list[Unit], place: int, opener: str) -> bool:
    """Whether a preposition governs the unit; the word that opens a clause is none."""
    for before in reversed(units[max(0, place - 4) : place]):
        if before.low in PREPOSITIONS or before.has("according"):
            return not (before is units[0] and before.low == opener)
        if before.kind in ("year", "years") and units[place].kind in ("person", "pronoun"):
            return False  # in 1966 he …
        if not (
            before.low in _LOOSE
            or before.kind in ("level", "year", "years")
            or before.has("executive", "manager", "interim")
        ):
            return False
    return False


def _owns(unit: Unit, units: list[Unit], place: int) -> bool:
    after = units[place + 1].text if place + 1 < len(units) else ""
    return unit.low in ("his", "her") or (after in ("'s", "'") and not is_finite(units[min(place + 2, len(units) - 1)]))


def _modifies(units: list[Unit], place: int) -> bool:
    """The Mets' …, Orioles manager …: the club is no subject."""
    after = units[place + 1] if place + 1 < len(units) else None
    return after is not None and (
        after.text in ("'", "'s") or after.has("manager", "executive", "coach", "epithet") or after.kind == "person"
    )


def _after_comma(clause: Clause) -> bool:
    before = clause.sentence.units[max(0, clause.start - 1) : clause.start]
    return bool(before) and before[0].text == ","


def _inherit(clause: Clause, previous: Clause, main: Entity | None) -> None:
    if clause.opener in ("who", "whom", "whose", "which", "where"):
        near = [unit for unit in previous.units if unit.kind in ("person",)]
        near_club = [unit for unit in previous.units if unit.kind == "club"]
        last = next((unit for unit in reversed(previous.units) if unit.text != ","), None)
        if clause.opener == "who" and last is not None and last.kind == "club" and main is not None:
            clause.owner, clause.club = main, last.value  # guided the Twins, who finished 78-84
            return
        if clause.opener in ("who", "whom", "whose") and near:
            clause.subject = near[-1].value
        elif clause.opener == "which" and near_club:
            clause.club = near_club[-1].value
        else:
            clause.subject = main or previous.subject
    elif clause.opener == "resume":
        clause.subject = main
    elif clause.opener == "and" and previous.opener in _ASIDES and _after_comma(clause) and main is not None:
        clause.subject = main  # managed it from 1988, after X was dismissed, and was …
    elif clause.opener in _INHERITS or clause.opener in ("when", "until", "because", "whereas"):
        clause.subject, clause.club, clause.owner = previous.subject, previous.club, previous.owner
