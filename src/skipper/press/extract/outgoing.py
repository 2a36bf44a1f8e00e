"""Whose record it is that stands beside a departure: his who went, and not his who came."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity

_WHEN_HE_WENT = frozenset(["after", "when", "with", "as"])
_GONE = ("fire", "let_go", "resign", "contract_ended", "lose_post", "part", "retire", "gone")


def who_went(piece: Piece, clause: Clause) -> Entity | None:
    """Let X go after the club finished 58-82; fired X. The club was 17-17 at the time: X, where the club was his."""
    if clause.club is None or clause.subject is not None:
        return None
    before = clause.previous
    beside = clause.opener in _WHEN_HE_WENT and before is not None and bool(before.find(*_GONE))
    if not beside and not _at_the_time(clause):
        return None
    since = clause.sentence.units[0].start if beside else 0
    went = [one for one in piece.recent if one.type == "departure" and not one.denied and one.start >= since]
    name = went[-1].fields["person"] if went else None
    his = (one for one in piece.careers.tenures if one.person.name == name)
    return next((one.person for one in his if one.is_at(clause.club) or _begins(one.club, clause.club)), None)


def _begins(whole: ClubName, part: ClubName) -> bool:
    """The Monterrey Sultanes, of whom `Monterrey` is the place, also where no list has them so."""
    return whole.words.lower().startswith(part.words.lower() + " ")


def _at_the_time(clause: Clause) -> bool:
    """Was 17-17 at the time, 9-25 when the axe fell: at the departure told before."""
    records = clause.kinds("record")
    after = clause.words_after(records[-1], 3) if records else []
    return after in (["at", "the", "time"], ["at", "that", "point"]) or after[:1] == ["then"]
