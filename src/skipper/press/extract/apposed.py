"""Managers told by an apposition: the Patriots, whose manager, X; X, their manager; X, the old Toronto manager."""

from __future__ import annotations

from skipper.press.extract.arguments import ONE_TIME
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Unit
from skipper.press.extract.when import NEVER, whens

_DESCRIBED = frozenset(
    ["the", "year-old", "old", "year", "longtime", "veteran", "new", "current", "young", "first-year"]
)


def read_managers(piece: Piece, clause: Clause, title: Unit) -> None:
    """Keep the stint of a manager whom commas set beside his title, where the words tell his club."""
    _since(piece, clause, title)
    if _was_theirs(clause, title):
        name = _whose_before(clause) or piece.club
        if name is not None and clause.subject is not None:
            keep_stint(piece, clause, title, clause.subject, "manager", name, (), NEVER)
        return
    whose = clause.words_before(title, 1) == ["whose"]
    whom = _behind(clause, title) if whose else _in_front(clause, title)
    name = _whose(clause) if whose else _club(piece, clause, title)
    if whom is not None and name is not None and clause.subject in (None, whom.value):
        keep_stint(piece, clause, title, whom.value, "manager", name, (whom,), NEVER)


def _since(piece: Piece, clause: Clause, title: Unit) -> None:
    """X, the Pawtucket Red Sox' manager since 2005, was promoted: the post of an aside that has its own time."""
    units, at = clause.units, title.place - clause.first
    owner = at - 1 - (at > 0 and units[at - 1].text in ("'s", "'"))
    comma = owner - 1 - (owner > 0 and units[owner - 1].low == "the")
    if comma < 1 or units[owner].kind != "club" or units[comma].text != "," or units[comma - 1].kind != "person":
        return
    end = next((n for n in range(at, len(units)) if units[n].text in (",", ".")), len(units))
    times = whens(Clause(clause.sentence, units[at].place, units[at].place + end - at, ""), piece.report.date)
    if times and times[0].units[0].place <= title.place + 2:
        whom = units[comma - 1]
        keep_stint(piece, clause, title, whom.value, "manager", units[owner].value, (whom, units[owner]), times[0])


def read_description(piece: Piece, clause: Clause, title: Unit) -> None:
    """The manager of the Tourists won his 800th game: he of whom the piece speaks; of a minor club it is news."""
    of = clause.after(title)
    club = next((one for one in clause.units[title.place - clause.first + 2 :][:2] if one.kind == "club"), None)
    before = clause.units[: title.place - clause.first]
    if of is None or of.low != "of" or club is None or "the" not in {one.low for one in before[-5:]}:
        return
    light = all(one.kind in ("number", "punct") or one.low in _DESCRIBED for one in before)
    whom = clause.subject or piece.subject or piece.names.topic
    if not light or whom is None or clause.opener != "" or any(one.kind == "person" for one in clause.units):
        return
    clause.subject = whom
    if any(span.is_major for span in club.value.spans):
        piece.careers.remember(whom, club.value)
    else:
        keep_stint(piece, clause, title, whom, "manager", club.value, (club,), NEVER)


def _was_theirs(clause: Clause, title: Unit) -> bool:
    """X, who was their first manager."""
    before, owner = clause.before(title), clause.before(title, 2)
    counted = before is not None and before.kind == "ordinal" and owner is not None and owner.low in ("their", "its")
    return clause.opener == "who" and counted and bool(clause.find("be")) and not clause.kinds("year", "years", "date")


def _whose_before(clause: Clause) -> ClubName | None:
    named = clause.previous.kinds("club") if clause.previous is not None else []
    return named[-1].value if named else None


def _behind(clause: Clause, title: Unit) -> Unit | None:
    comma, name = clause.after(title), clause.after(title, 2)
    return name if comma is not None and comma.text == "," and name is not None and name.kind == "person" else None


def _in_front(clause: Clause, title: Unit) -> Unit | None:
    """X, their manager; X, the old Toronto manager: nothing but a comma and the club's words stand between."""
    after = clause.after(title)
    if after is not None and after.kind != "punct":
        return None
    units = clause.units[: title.place - clause.first]
    for unit in reversed(units[-5:]):
        if unit.kind == "person":
            then = clause.after(unit)
            return unit if then is not None and then.text == "," else None
        if not (unit.kind == "club" or unit.low in (",", "the", "their", *ONE_TIME)):
            return None
    return None


def _whose(clause: Clause) -> ClubName | None:
    """The Patriots, whose manager: the club before the comma."""
    before = clause.previous.units[-2:] if clause.previous is not None else []
    named = [unit.value for unit in before if unit.kind == "club"]
    return named[-1] if named else None


def _club(piece: Piece, clause: Clause, title: Unit) -> ClubName | None:
    before, then = clause.before(title), clause.before(title, 2)
    if before is None or then is None:
        return None
    if before.low == "their":
        named = [unit.value for unit in clause.kinds("club") if unit.place < before.place]
        return named[-1] if named else piece.club
    return before.value if before.kind == "club" and then.low in ONE_TIME else None
