"""Stints as a coach told by a verb: coached third base in Arizona, coached for Cleveland, coached first for X."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.occasions import attached
from skipper.press.extract.piece import Piece
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER, whens

_FAR = 8  # units behind `coached` within which its club stands


def read_coached(piece: Piece, clause: Clause, verb: Unit) -> None:
    """Coached third base in Arizona, coached for Cleveland, held the same job with the Mets."""
    person = clause.subject or clause.owner
    near = [unit for unit in args.clubs_near(piece, clause, verb) if unit.place > verb.place]
    if not near and person is not None and not clause.passive(verb):
        _coached_for(piece, clause, verb, person)
    if person is None or not near or clause.passive(verb) or near[0].place > verb.place + _FAR:
        return
    role = _coached_what(clause, verb)
    if verb.low.endswith(("same job", "same post")):
        last = next((one for one in reversed(piece.recent) if one.type == "stint"), None)
        role = str(last.fields["role"]) if last is not None and last.fields["person"] == person.name else role
        titles = [one for one in clause.sentence.units[: verb.place] if one.has("coach") and one is not verb]
        role = titles[-1].low.replace("-base", " base") if titles else role
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > verb.place]
    clubs = [unit for unit in clause.kinds("club") if unit.place >= near[0].place and args.is_a_post(clause, unit)]
    own = attached(clubs, times, clause.units) if len(clubs) == len(times) > 1 else {}
    listed = len(own) == len(clubs) or (len(near) > 1 and not times)
    for unit in (clubs if len(own) == len(clubs) else near) if listed else near[:1]:
        time = own.get(unit.place) or piece.when(clause, verb)
        keep_stint(piece, clause, verb, person, role, unit.value, (unit,), time)


def _coached_what(clause: Clause, verb: Unit) -> str:
    """Coached third base, coached the pitchers: the role."""
    base = [word for word in clause.words_after(verb, 2) if word != "at"][:1]
    role = f"{base[0]} base coach" if base in (["third"], ["first"]) else "coach"
    return "pitching coach" if base == ["pitchers"] else role


def _coached_for(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> None:
    """Coached third for X from 2003 to 2005: where X had his post, as the piece tells."""
    time = piece.when(clause, verb)
    for boss in clause.kinds("person"):
        beside = {"for", "under"} & set(clause.words_before(boss, 1)) and boss.place > verb.place
        name = piece.careers.post(boss.value, time.year) if beside else None
        if name is not None and time is not NEVER:
            keep_stint(piece, clause, verb, person, _coached_what(clause, verb), name, (boss,), time)
