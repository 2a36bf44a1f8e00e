"""Stints: who managed, coached or played for which club, and when."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.aides import read_aide, read_on_staff
from skipper.press.extract.apposed import read_description, read_managers
from skipper.press.extract.caretakers import stands_in
from skipper.press.extract.clauses import Clause
from skipper.press.extract.coached import read_coached
from skipper.press.extract.first_posts import read_first_posts
from skipper.press.extract.held import read_apposed, read_staff
from skipper.press.extract.listed import listed_posts, read_listed
from skipper.press.extract.managed import read_managed
from skipper.press.extract.piece import Piece
from skipper.press.extract.played import read_played
from skipper.press.extract.returning import read_returning
from skipper.press.extract.staffs import read_since
from skipper.press.extract.staying import read_staying
from skipper.press.extract.terms import read_terms
from skipper.press.extract.titled import keep_stint, read_titled
from skipper.press.extract.units import Unit
from skipper.press.extract.when import NEVER, When


def read(piece: Piece, clause: Clause) -> None:
    """Keep the stints of a clause."""
    _is_missed(piece, clause)
    if not stands_in(piece, clause):
        read_managed(piece, clause)
    read_terms(piece, clause)
    read_returning(piece, clause)
    read_staying(piece, clause)
    read_since(piece, clause)
    read_on_staff(piece, clause)
    for unit in clause.find("coach"):
        read_staff(piece, clause, unit)
    read_listed(piece, clause)
    for unit in clause.find("manager"):
        _manager_of_several(piece, clause, unit)
    for unit in clause.find("manager", "interim", "coach"):
        if not (unit.has("coach") and (read_apposed(piece, clause, unit) or read_aide(piece, clause, unit))):
            read_titled(piece, clause, unit)
    for unit in clause.find("manager"):
        read_managers(piece, clause, unit)
        read_description(piece, clause, unit)
    for verb in clause.find("coached"):
        read_coached(piece, clause, verb)
    for verb in clause.find("begin", "move"):
        _began(piece, clause, verb)
    read_first_posts(piece, clause)
    read_played(piece, clause)


def _is_missed(piece: Piece, clause: Clause) -> None:
    """The Lynx will be without manager X until Tuesday: theirs, of a minor club, whose managers are news."""
    for title in clause.find("manager"):
        whom, name, today = clause.after(title), clause.club, piece.report.date
        named = whom is not None and whom.kind == "person" and "without" in clause.words_before(title, 2)
        if not named or whom is None or name is None or any(span.is_major for span in name.spans):
            continue
        time = When((), (today.year,), whole=True) if today is not None else NEVER
        keep_stint(piece, clause, title, whom.value, "manager", name, (whom,), time)


def _manager_of_several(piece: Piece, clause: Clause, title: Unit) -> None:
    """Was the manager of the Angels (1978-81), White Sox (1986-88) and Phillies (1991-96)."""
    if clause.subject is None or clause.find("hire", "fire", "coach") or clause.denied(title):
        return
    for unit, time in listed_posts(clause, title, piece):
        keep_stint(piece, clause, title, clause.subject, "manager", unit.value, (unit,), time)


def _began(piece: Piece, clause: Clause, verb: Unit) -> None:
    """Began his managerial career in 1998 with CLUB; moved on to (briefly manage) CLUB."""
    words = {unit.low for unit in clause.units}
    managing = "managerial" in words or clause.find("manage") or "managing" in words
    moved = verb.has("move") and piece.names.topic is clause.subject and verb.low.startswith("moved on")
    person = clause.subject or clause.owner
    near = args.clubs_near(piece, clause, verb)
    near = [unit for unit in near if unit.place > verb.place]
    if (
        clause.find("coach")
        or person is None
        or not near
        or not (managing or moved)
        or (clause.find("manage") and not verb.has("begin"))
    ):
        return
    keep_stint(piece, clause, verb, person, "manager", near[0].value, (near[0],), piece.when(clause, verb))
