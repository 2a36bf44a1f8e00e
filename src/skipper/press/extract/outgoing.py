"""Whose record it is that stands beside a departure: his who went, and not his who came."""

from __future__ import annotations

from itertools import pairwise

from skipper.press.claim import Claim
from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import Clause
from skipper.press.extract.club_seasons import TEAM
from skipper.press.extract.figures import MOST_OF_A_SEASON
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit

_WHEN_HE_WENT = frozenset(["after", "when", "with", "as"])
_OF_HIS_TIME = frozenset(["under", "since", "after", "took", "will"])
_SEASON_OVER = "10"  # the month from which on who is hired has games to manage only in the next year
_UNTIL = frozenset(["when", "before", "until"])
_SOON = 6  # units behind the record within which somebody comes
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


def came_after(piece: Piece, clause: Clause, whom: Entity, year: int | None) -> bool:
    """The Cubs hired X in November 2002. The Cubs went 67-95: they did before he came, as far as the words tell.

    Not of what is told of himself, since he came or under him, nor of another year than that in which he came.
    """
    words = {one.low for one in clause.sentence.units}
    if clause.subject is whom or clause.owner is whom or not words.isdisjoint(_OF_HIS_TIME):
        return False
    taken, day = piece.careers.taken(whom), piece.report.date
    if taken is None or clause.club is None or not same_club(taken, clause.club) or (year is None and _is_long(clause)):
        return False
    came = [one for one in piece.recent if is_his_hiring(one, whom)]
    began = any(
        one.person is whom and one.since is not None and one.since < (year or 0) for one in piece.careers.tenures
    )
    if not came or began:
        return False
    act = str(came[-1].fields.get("date_of_act", day.isoformat() if day is not None and piece.is_news else ""))
    told = year if year is not None else day.year if day is not None else None
    return (told is None or act[:4] == str(told)) and act[5:7] >= _SEASON_OVER


def _is_long(clause: Clause) -> bool:
    """Was 203-229 in those years: of more than the season that is over."""
    return any(sum(one.value[:2]) > MOST_OF_A_SEASON for one in clause.kinds("record"))


def before_he_came(clause: Clause, unit: Unit) -> bool:
    """Takes over a team that lost 101 games; inherited a 32-73 club; the Orioles were 32-73 when they hired him."""
    if _taken_as_it_was(clause, unit) or _until_he_came(clause):
        return True
    before = clause.previous
    last = before.units[-1].low if before is not None else ""
    relative = clause.opener in ("which", "that", "who") or any(one.low == "that" for one in clause.units[:1])
    taken = any(one.has("take_over") for one in (*(before.units if before else ()), *clause.units[:6]))
    team = last in ("team", "club", "ballclub") or _that_lost(clause)
    return taken and team and (relative or _that_lost(clause))


def _taken_as_it_was(clause: Clause, unit: Unit) -> bool:
    """Inherited a 32-73 team, took over a last-place club at 12-25."""
    taken = [one for one in clause.find("take_over") if one.place < unit.place]
    return bool(taken) and not TEAM.isdisjoint(clause.words_after(unit, 2))


def _until_he_came(clause: Clause) -> bool:
    """Were 32-73 when they hired X, when X took over."""
    then = clause.sentence.units[clause.end :][:_SOON]
    came = next((n for n, one in enumerate(then) if one.has("hire", "take_over", "called_to")), None)
    went = any(one.has("fire", "let_go", "resign") for one in then[:came])
    return bool(then) and clause.subject is None and then[0].low in _UNTIL and came is not None and not went


def _that_lost(clause: Clause) -> bool:
    pairs = pairwise(one.low for one in clause.units)
    return any(pair in (("team", "that"), ("club", "that"), ("team", "which")) for pair in pairs)


def is_his_hiring(claim: Claim, whom: Entity) -> bool:
    """Whether the claim is that he was given the post."""
    done = claim.type == "appointment" and claim.fields["person"] == whom.name and not claim.denied
    return done and claim.fields.get("outcome") in ("appointed", "promoted")


def who_was_there(piece: Piece, clause: Clause) -> Entity | None:
    """Who is told last to have left the club of the clause; null where nobody is."""
    if clause.club is None:
        return None
    left = (one.person for one in reversed(piece.careers.tenures) if one.ended and one.is_at(clause.club))
    return next(left, None)


def _begins(whole: ClubName, part: ClubName) -> bool:
    """The Monterrey Sultanes, of whom `Monterrey` is the place, also where no list has them so."""
    return whole.words.lower().startswith(part.words.lower() + " ")


def _at_the_time(clause: Clause) -> bool:
    """Was 17-17 at the time, 9-25 when the axe fell: at the departure told before."""
    records = clause.kinds("record")
    after = clause.words_after(records[-1], 3) if records else []
    return after in (["at", "the", "time"], ["at", "that", "point"]) or after[:1] == ["then"]
