"""Debuts."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import MAJORS
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import ClubName, Unit

_CALLED_UP = frozenset(["came up", "was called up"])
_AS_ANOTHER = frozenset(["manager", "coach", "skipper", "scout", "broadcaster", "third base coach", "bench coach"])
_NOT_TO_PLAY = (["from"], ["through"], ["short"], ["empty"], ["as"])


def read_debuts(piece: Piece, clause: Clause) -> None:
    """Keep the debuts of a clause: as a player, in a year."""
    for unit in (*clause.find("debut"), *(there := _was_there(piece, clause))):
        words = {one.low for one in clause.units}
        person = clause.subject or clause.owner
        top = any(one.value == "MLB" for one in clause.kinds("level")) or unit.low in _CALLED_UP
        top = top or any(one.text in MAJORS for one in clause.kinds("league"))
        if (
            person is None
            or "never" in clause.words_before(unit, 3)
            or (not unit.low.startswith(("debut", "broke")) and not top)
            or words & {"managerial", "managing"}
            or (_as_what(clause, unit) and not _AS_ANOTHER.isdisjoint(clause.words_after(unit, 5)))
            or (unit.low in _CALLED_UP and clause.find("coach", "manager", "manage"))
            or clause.words_before(unit, 1) == ["name"]  # his name came up
        ):
            continue
        counted = unit.low in _CALLED_UP or unit in there
        time = season_told(piece, clause, unit) if counted else piece.when(clause, unit)
        if time.year is None or (unit.low in _CALLED_UP and clause.words_after(unit, 1)[:1] in _NOT_TO_PLAY):
            continue
        near = args.clubs_near(piece, clause, unit)[:1]
        by_draft = _came_up(clause, unit) or (unit in there and any(one.low == "them" for one in clause.units))
        name = near[0].value if near else piece.drafted.get(person.name) if by_draft else _with_them(clause, unit)
        fields = {
            "year": time.year,
            "level": "MLB" if top else None,
            "club": piece.show(name, time.year) if name is not None else None,
        }
        named = [("club", name, time.year)] if name is not None else []
        piece.add(clause, "debut", fields, person, unit, (*near, *time.units), named, affirmed=True)
        return


def _as_what(clause: Clause, unit: Unit) -> bool:
    """Broke in as, made his debut as: what follows is what he was."""
    return unit.low.endswith(" as") or clause.words_after(unit, 1) == ["as"]


def _with_them(clause: Clause, unit: Unit) -> ClubName | None:
    """Signed with the Angels and reached the majors with them: the one club that the sentence has named last."""
    them = any(one.low == "them" and clause.words_before(one, 1) == ["with"] for one in clause.units)
    named = [one.value for one in clause.sentence.units[: unit.place] if one.kind == "club"]
    return named[-1] if them and named else None


def _was_there(piece: Piece, clause: Clause) -> list[Unit]:
    """Was in the majors with them the next year, after the draft that the piece has told."""
    drafted = clause.subject is not None and clause.subject.name in piece.drafted
    if not drafted or not clause.find("be") or clause.find("draft"):
        return []
    top = [one for one in clause.kinds("level") if one.value == "MLB" and "in" in clause.words_before(one, 2)]
    return top if not clause.find("manager", "manage", "coach") else []


def _came_up(clause: Clause, unit: Unit) -> bool:
    """Was drafted, and came up three years later: to the club that had drafted him, told in the same sentence."""
    beside = any(one.has("draft") or one.low == "round" for one in clause.sentence.units)
    return beside and unit.low in _CALLED_UP
