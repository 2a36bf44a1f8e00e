"""Who is to manage a club: will manage it in 1994, will be managed by X, who moves up."""

from __future__ import annotations

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.days import WEEKDAYS
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, rest_of_season

_AWAY = frozenset(["absence", "suspension", "tonight", "today", "game", "games"])


def to_be_managed(clause: Clause, verb: Unit) -> bool:
    """Wilmington will be managed by X: what is to come."""
    return clause.words_before(verb, 1) == ["will be"] and "by" in clause.words_after(verb, 1)


def will_manage(piece: Piece, clause: Clause, verb: Unit, person: Entity, name: ClubName, *used: Unit) -> None:
    """Will manage the club: he has been appointed, or promoted where the words go on to say so.

    Not who is to manage on two nights, while the manager is away.
    """
    if any(unit.low in WEEKDAYS and unit.place > verb.place for unit in clause.units) or _while_away(clause, verb):
        return
    time = piece.when(clause, verb)
    time = rest_of_season(clause, verb, piece.report.date) if time is NEVER else time
    season = time.year or piece.staffs
    time = When((), (season,)) if time is NEVER and season is not None else time
    fields, named = posts.place_fields(piece, clause, name, season)
    outcome = "promoted" if _moves_up(clause) else "appointed"
    role = "interim manager" if clause.find("interim") else "manager"
    fields |= {"role": role, "outcome": outcome, **posts.scale(piece, clause, name, season)}
    if time.seasons:
        fields["for_season"] = time.seasons[0]
    piece.add(clause, "appointment", fields, person, verb, (*used, *time.units), named)
    if clause.asserts(verb):
        piece.careers.remember(person, name, season, hired=True)


def _while_away(clause: Clause, verb: Unit) -> bool:
    """Will manage the club in his absence, tonight, during the suspension."""
    after = {unit.low for unit in clause.units if unit.place > verb.place}
    return not _AWAY.isdisjoint(after)


def _moves_up(clause: Clause) -> bool:
    """Will be managed by X, who moves up from Burlington."""
    then = [one.low for one in clause.sentence.units[clause.end :][:5]]
    return then[:1] == ["who"] and not {"moves up", "moved up", "promoted", "was promoted"}.isdisjoint(then)
