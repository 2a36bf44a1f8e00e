"""Posts told by how long a man has had them: in his third season with Toledo, in his first year as manager of X."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER

_TERMS = frozenset(["season", "year", "summer", "campaign"])
_NOW = frozenset(["is", "'s", "are"])
_NEAR = 8  # units behind the count within which the club stands
_OTHER_TRADES = ("coach", "play", "draft", "executive", "debut", "pitcher_word", "bat")


def read_terms(piece: Piece, clause: Clause) -> None:
    """Keep `is in his third season with Toledo` as a stint, and since when the post is his."""
    for unit in clause.kinds("ordinal"):
        whom, club = clause.subject, _club(clause, unit)
        if whom is None or club is None or not _is_of_a_manager(piece, clause, unit, whom):
            continue
        day = piece.report.date
        keep_stint(piece, clause, unit, whom, "manager", club.value, (club,), NEVER)
        if day is not None:
            piece.careers.remember(whom, club.value, day.year - unit.value + 1)


def _club(clause: Clause, unit: Unit) -> Unit | None:
    """The club of `in his Nth season` that is so today; null where the words say something else."""
    after = clause.after(unit)
    term = after is not None and after.low in _TERMS
    if not term or after is None or clause.words_before(unit, 2) not in (["in", "his"], ["in", "her"]):
        return None
    now = [one for one in clause.units[: unit.place - clause.first] if one.low in _NOW]
    behind = clubs_behind(clause, after, "with", "at", "of", "in", "for", "as")
    return behind[0] if now and behind and behind[0].place <= unit.place + _NEAR else None


def _is_of_a_manager(piece: Piece, clause: Clause, unit: Unit, whom: Entity) -> bool:
    """Of one called a manager here, or known as one; not of a coach, a player or an owner."""
    if whom.executive or any(one.has(*_OTHER_TRADES) for one in clause.units[unit.place - clause.first :]):
        return False
    told = clause.find("manager", "manage") or piece.careers.last(whom) is not None
    return bool(told) or whom is piece.names.topic or any(man.managed for man in whom.people)
