"""Which club `the club`, `it` and `they` mean, where they are a clause's subject."""

from __future__ import annotations

from skipper.press.extract.arguments import is_a_post
from skipper.press.extract.clauses import Clause
from skipper.press.extract.figures import is_of_wins
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.units import ClubName, Unit

_CLUBS_OWN = ("world_series", "pennant", "championship", "postseason")  # what `they` win or reach as a club
_THE_CLUB = frozenset(["the club", "the team", "this club", "this team"])
_THEY = frozenset(["it", "they"])
_ACTS = ("fire", "let_go", "hire", "hand", "promote")  # what `they` do to a manager


def club_meant(piece: Piece, clause: Clause, unit: Unit) -> ClubName | None:
    """The club, and with a record `it` and `they`: the club of whom the piece speaks, else the one named last."""
    years = _that_season(clause, unit)
    acts = unit.low in _THEY and (clause.kinds("record") or clause.find(*_ACTS, *_CLUBS_OWN) or is_of_wins(clause))
    if unit.low not in _THE_CLUB and not years and not acts:
        return None
    told = next((part.club for part in clause.earlier() if part.club is not None), None)
    if told is not None and unit.low in _THEY:
        return told
    titled = [one for part in clause.earlier() for one in part.kinds("club") if _titles(part, one)]
    titled = titled or _managed(clause)
    if len(titled) == 1 and unit.low in _THEY and clause.find(*_ACTS):
        return titled[0].value  # was the Diamondbacks manager for four days before they fired him
    if piece.answers and piece.interviewed is not None and clause.kinds("record"):
        return piece.careers.current(piece.interviewed) or piece.club  # the club is 41-34: his who is asked
    if clause.previous is not None and not years:
        posts = [one for part in clause.earlier() for one in part.kinds("club") if is_a_post(part, one)]
        if posts:
            return posts[0].value
    whom = piece.subject or piece.names.topic
    own = piece.careers.post(whom) if whom is not None else None
    if own is not None and (years or unit.low in _THE_CLUB):
        return own
    return piece.club or own


def _managed(clause: Clause) -> list[Unit]:
    """Ran the Rockies from 2002 until they let him go: the club last told to have been his."""
    for part in clause.earlier():
        held = [unit for verb in part.find("manage", "had_club", "lead") for unit in clubs_behind(part, verb, "", "in")]
        if held:
            return held[-1:]
    return []


def _that_season(clause: Clause, unit: Unit) -> bool:
    """The 2002 team, the 2008 bunch."""
    if unit.low not in ("team", "club", "bunch", "squad", "group", "edition"):
        return False
    year, article = clause.before(unit), clause.before(unit, 2)
    return year is not None and year.kind == "year" and article is not None and article.low == "the"


def _titles(clause: Clause, club: Unit) -> bool:
    """The Diamondbacks manager, the Cubs' skipper: the club of a title that is nobody else's."""
    after = clause.units[club.place - clause.first + 1 :][:3]
    words = [one for one in after if one.text not in ("'", "'s")]
    return bool(words) and words[0].has("manager") and not any(one.kind == "person" for one in words[1:2])
