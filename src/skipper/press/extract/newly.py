"""New managers told by what they are: X is the Mariners' new manager, Detroit's next manager will be X."""

from __future__ import annotations

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER

_NEW = frozenset(["new", "next", "newest"])
_POSSESSIVES = frozenset(["'s", "'", "\u2019s", "\u2019"])
# Between `is` and `the Mets' new manager`, and between `is` and the new manager's name.
_LIGHT = frozenset(["the", "a", "an", "now", "also", "officially", "new", "next", "newest", "-", *_POSSESSIVES])
_BEFORE_A_NAME = frozenset(["the", "former", "ex", "longtime", "veteran", "old", "-", ",", ":"])


def read_new(piece: Piece, clause: Clause) -> None:
    """Keep the appointment of him who is a club's new manager, where nothing else tells his hiring."""
    for title in clause.find("manager"):
        be = next((one for one in clause.find("be") if one.low in ("is", "will be", "'s")), None)
        if be is None or clause.find("hire", "promote", "finalist", "interview") or clause.denied(be):
            continue
        whom, club = _whom(clause, title, be), _club(clause, title)
        if whom is None or club is None or whom.executive:
            continue
        time = piece.when(clause, title)
        fields, named = posts.place_fields(piece, clause, club.value, time.year)
        fields |= {"role": "manager", "outcome": "appointed", **posts.scale(piece, clause, club.value, time.year)}
        if time is NEVER:
            piece.open_post(club.value, whom, None)
            piece.add(clause, "appointment", fields, whom, title, (club, be), named)
            piece.careers.remember(whom, club.value, hired=True)


def read_announced(piece: Piece, clause: Clause) -> None:
    """Keep `the Reds announced X as their new manager`, of whose clause X is the subject."""
    before, units = clause.previous, clause.units
    told = clause.opener == "that" and before is not None and before.club is not None and len(units) > 1
    if not told or before is None or before.club is None or before.units[-1].low not in ("announced", "announces"):
        return
    title = next(iter(clause.find("manager", "interim")), None)
    if units[0].kind != "person" or units[1].low != "as" or title is None or any(map(is_finite, units)):
        return
    role = "interim manager" if title.has("interim") else "manager"
    fields, named = posts.place_fields(piece, clause, before.club, None)
    fields |= {"role": role, "outcome": "appointed", **posts.scale(piece, clause, before.club, None)}
    piece.open_post(before.club, units[0].value, None)
    piece.add(clause, "appointment", fields, units[0].value, title, (units[0],), named)
    piece.careers.remember(units[0].value, before.club, hired=True)


def _whom(clause: Clause, title: Unit, be: Unit) -> Entity | None:
    """X is the new manager: X; the new manager is X: X."""
    if not _NEW & set(clause.words_before(title, 1)):
        return None
    if title.place > be.place:
        between = clause.units[be.place - clause.first + 1 : title.place - clause.first]
        owned = not _POSSESSIVES.isdisjoint(clause.words_after(title, 1))
        light = all(one.low in _LIGHT or one.kind in ("club", "level", "ordinal") for one in between)
        return clause.subject if light and not owned else None
    between = clause.units[title.place - clause.first + 1 : be.place - clause.first]
    whose = [one.low for one in between if one.kind not in ("club", "level")]
    return _named_behind(clause, be) if not between or whose in (["of"], ["in"], ["at"], ["of", "the"]) else None


def _named_behind(clause: Clause, be: Unit) -> Entity | None:
    """The new manager is X, is bench coach X; not X's old friend, nor X or Y."""
    behind = clause.units[be.place - clause.first + 1 :][:4]
    place = next((n for n, one in enumerate(behind[:3]) if one.kind == "person"), None)
    if place is None or not all(_describes(one) for one in behind[:place]):
        return None
    then = clause.words_after(behind[place], 1)
    return behind[place].value if _POSSESSIVES.isdisjoint(then) and then != ["or"] else None


def _describes(unit: Unit) -> bool:
    """What may stand before the name: former Tigers coach X."""
    described = unit.has("coach", "manager", "epithet", "position") or unit.kind in ("club", "level")
    return described or unit.low in _BEFORE_A_NAME


def _club(clause: Clause, title: Unit) -> Unit | None:
    """The Mets' new manager, the new manager of the Mets."""
    owner = clause.before(title, 3) if clause.words_before(title, 2)[:1] in (["'s"], ["'"]) else clause.before(title, 2)
    if owner is not None and owner.kind == "club":
        return owner
    beside = clause.words_after(title, 1) in (["of"], ["in"], ["at"])
    behind = clubs_behind(clause, title, "of", "in", "at") if beside else []
    return behind[0] if behind else None
