"""Managers who stay: will return as manager in 2014, is back to manage the club, Manager X returns for the season."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, rest_of_season

_WILL = frozenset(["will", "'ll", "will be", "is", "be"])
_OTHERS = ("coach", "play", "bat", "draft", "executive", "pitcher_word", "position", "hire", "promote")
_SECOND = frozenset(["second", "2nd"])


def read_returning(piece: Piece, clause: Clause) -> None:
    """Keep as a stint that a manager returns: of the season that is told, or of none."""
    back = next((unit for unit in clause.units if comes_back(clause, unit)), None)
    whom = clause.subject
    if back is None or whom is None or whom.executive or clause.denied(back) or clause.find(*_OTHERS):
        return
    title = _title(clause, back, whom)
    club = _club(piece, clause, back, title, whom) if title is not None else None
    if club is not None:
        name, used = club
        keep_stint(piece, clause, back, whom, "manager", name, used, _time(piece, clause, back))


def comes_back(clause: Clause, unit: Unit) -> bool:
    """Returns, will return, will be returning; is back, will be back."""
    before = clause.words_before(unit, 1)
    if unit.low in ("returns", "will return"):
        return True
    return unit.low in ("return", "returning", "back") and not _WILL.isdisjoint(before)


def _title(clause: Clause, back: Unit, whom: Entity) -> Unit | None:
    """As manager, to manage, for a third season as manager of; Manager X."""
    for unit in clause.find("manager", "manage"):
        before = clause.words_before(unit, 4)
        follows = unit.place > back.place
        if follows and unit.has("manage") and before[-1:] == ["to"]:
            return unit
        if follows and unit.has("manager") and "as" in before:
            return unit
        name = clause.after(unit)
        if not follows and unit.has("manager") and name is not None and name.value is whom:
            return unit
    return None


def _club(
    piece: Piece, clause: Clause, back: Unit, title: Unit | None, whom: Entity
) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """The club that stands with the title or the verb, that announces it, else his own or that of the news."""
    near = clubs_behind(clause, back, "to", "in", "at", "of", "with", "as", "")
    titles = [one for one in clause.kinds("club") if title is not None and clause.after(one) is title]
    first = next(iter((*titles, *near)), None)
    if first is not None:
        return first.value, (first,)
    told = clause.previous.club if clause.opener == "that" and clause.previous is not None else None
    name = told or piece.careers.current(whom) or club_of_the_news(piece) or _whose_staff(piece)
    return (name, ()) if name is not None else None


def _whose_staff(piece: Piece) -> ClubName | None:
    """The SeaWolves announced their staff; X will be back as manager: the minor club of this paragraph."""
    fresh = piece.club if piece.club_passage == piece.passage else None
    return fresh if fresh is not None and not any(span.is_major for span in fresh.spans) else None


def _time(piece: Piece, clause: Clause, back: Unit) -> When:
    """The season that is told, both of a second one; else that of the staffs of which the piece is."""
    time = piece.when(clause, back)
    time = rest_of_season(clause, back, piece.report.date) if time is NEVER else time
    if time is NEVER and piece.staffs is not None:
        time = When((), (piece.staffs,), whole=True)
    again = any(unit.low in _SECOND for unit in clause.kinds("ordinal"))
    if again and len(time.seasons) == 1:
        return When(time.units, (time.seasons[0] - 1, time.seasons[0]), whole=True)
    return time
