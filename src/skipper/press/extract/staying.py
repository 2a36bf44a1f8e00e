"""Managers of minor clubs who stay, told without a title: will be back in the Erie dugout, is in Omaha again."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.terms import counted_back, is_known
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import When

_COMES = frozenset(["returns", "remains", "stays", "returning"])
_TO_COME = frozenset(["return", "remain", "stay", "be"])
_WILL = frozenset(["will", "to", "'ll"])
_TERMS = frozenset(["season", "year", "summer", "campaign"])
_OTHER = ("coach", "play", "pitcher_word", "executive", "hire", "fire", "let_go", "resign", "interview", "finalist")
_SEAT = frozenset(["helm", "dugout"])
_NEAR = 9  # units behind the verb within which the post stands


def read_staying(piece: Piece, clause: Clause) -> None:
    """Keep the stint of a man who is to manage a minor club again."""
    verb, whom = _verb(clause), clause.subject
    if verb is None or whom is None or whom.executive or clause.find(*_OTHER) or clause.kinds("record"):
        return
    if any(one.has("manager", "manage") and not one.low.startswith("at the helm") for one in clause.units):
        return  # with a title it is told so
    behind = clause.units[verb.place - clause.first + 1 :][:_NEAR]
    seat = next((one for one in behind if _is_the_post(clause, one)), None)
    club = _club(clause, verb, seat)
    name = club.value if club is not None else _in_focus(piece) if seat is not None else None
    if name is None or any(span.is_major for span in name.spans) or clause.denied(verb):
        return
    if seat is None and not (_is_counted(clause, verb) and _manages(piece, whom)) and piece.staffs is None:
        return
    used = (club,) if club is not None else ()
    keep_stint(piece, clause, verb, whom, "manager", name, used, _season(piece, clause, verb))
    piece.club, piece.club_passage = name, piece.passage


def _verb(clause: Clause) -> Unit | None:
    """Returns, will return, is back, will be back or in; null where he only returned once."""
    for unit in clause.units:
        before = clause.words_before(unit, 1)
        words = unit.low.split()
        if unit.low in _COMES and before[-1:] not in (["not"], ["never"]):
            return unit
        if unit.low == "back" and before and before[0].split()[-1] in ("is", "be"):
            return unit
        told = words[-1] in _TO_COME and (words[0] == "will" or not _WILL.isdisjoint(before))
        if told and clause.words_after(unit, 1) != ["back"]:
            return unit
    return None


def _is_the_post(clause: Clause, unit: Unit) -> bool:
    """At the helm, to the Toledo dugout."""
    before = clause.words_before(unit, 4)
    return unit.low.startswith("at the helm") or (unit.low in _SEAT and not {"at", "in", "to"}.isdisjoint(before))


def _club(clause: Clause, verb: Unit, seat: Unit | None) -> Unit | None:
    """The club to which he returns, or at which he is; that of his post before the others."""
    if seat is not None:
        behind = clubs_behind(clause, verb, "", "of", "at", "in", "with", "for", "to", "as")
        return behind[0] if behind else None
    behind = clubs_behind(clause, verb, "to", "at", "in", "with")
    near = [one for one in behind if one.place <= verb.place + _NEAR]
    return near[0] if near else None


def _in_focus(piece: Piece) -> ClubName | None:
    """The club whose staff is told: that of this paragraph, else that of the news."""
    fresh = piece.club if piece.passage - piece.club_passage <= 1 else None
    return piece.staff or fresh or club_of_the_news(piece)


def _is_counted(clause: Clause, verb: Unit) -> bool:
    """For a third season, for another year, this season."""
    behind = [one for one in clause.units if one.place > verb.place]
    return any(one.low in _TERMS for one in behind) or any(one.kind in ("year", "date") for one in behind)


def _manages(piece: Piece, whom: Entity) -> bool:
    piece.wanting = True
    told = any(told.last(whom) is not None for told in (piece.careers, piece.foretold)) or whom in piece.skippers
    return told or is_known(piece, whom)


def _season(piece: Piece, clause: Clause, verb: Unit) -> When:
    """The season told beside it, else the one whose staffs are announced."""
    time = piece.when(clause, verb)
    if len(time.seasons) == 1 and time.units and time.units[0].place > verb.place:
        return time
    behind = [one for one in clause.kinds("ordinal") if one.place > verb.place]
    return counted_back(clause, behind[0] if behind else None, piece.staffs)
