"""Awards."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.holders import understood
from skipper.press.extract.occasions import paired
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import When, whens

MAJORS = ("National League", "American League")
_AWARDS = {"mvp": "MVP", "most valuable player": "MVP"}


def read_awards(piece: Piece, clause: Clause) -> None:
    """Keep the awards of a clause."""
    for unit in clause.find("manager_of_the_year", "other_award"):
        person = _winner(piece, clause, unit)
        if (
            person is None
            or is_counted(clause, unit)
            or _of_a_member(clause, unit)
            or not (clause.find("win", "hire", "induct", "be", "have", "hand") or _apposed(clause, unit))
        ):
            continue
        for near, time in _given(piece, clause, unit):
            _keep_award(piece, clause, unit, person, near, time)


def _given(piece: Piece, clause: Clause, unit: Unit) -> list[tuple[Unit | None, When]]:
    """Where and when: in 2007 with the Diamondbacks, and in 2012 and 2018 with the A's."""
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization and one.place > unit.place]
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > unit.place]
    several = paired(clubs, times)
    if len(several) > 1:
        return list(several)
    near = [one for one in args.clubs_near(piece, clause, unit) if not one.value.as_organization] or club_there(clause)
    return [(near[0] if near else None, season_told(piece, clause, unit, of_today=False))]


def _keep_award(piece: Piece, clause: Clause, unit: Unit, person: Entity, near: Unit | None, time: When) -> None:
    plain = _AWARDS.get(unit.low, unit.low.title().replace(" Of ", " of ").replace(" The ", " the "))
    season = time.year
    fields = {
        "award": "Manager of the Year" if unit.has("manager_of_the_year") else plain,
        "seasons": seasons_of(time),
        "club": piece.show(near.value, season) if near is not None else None,
    }
    named = [("club", near.value, season)] if near is not None else []
    inside = [one for one in (near, *time.units) if one is not None and one in clause.units]
    piece.add(clause, "award", fields, person, unit, inside, named)


def _of_a_member(clause: Clause, unit: Unit) -> bool:
    """The Hall of Fame second baseman, a Hall of Famer's: what he is, and not when it was given."""
    after = clause.after(unit)
    return (
        unit.low == "hall of fame" and after is not None and (after.kind == "person" or after.has("epithet", "manager"))
    )


def _winner(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The league named X its Manager of the Year: X; else the subject."""
    named = [
        verb
        for verb in clause.find("hire", "win")
        if verb.place < unit.place and (clause.club is not None or clause.kinds("league"))
    ]
    for verb in named:
        whom = args.object_of(piece, clause, verb)
        if whom is not None:
            return whom[0]
    for verb in clause.find("induct"):
        whom = args.object_of(piece, clause, verb) if not clause.passive(verb) else None
        if whom is not None:
            return whom[0]
    return clause.subject or clause.owner or understood(piece, clause)


def is_counted(clause: Clause, unit: Unit) -> bool:
    """Four American League pennants, a three-time Manager of the Year: which seasons is not said."""
    before = clause.units[max(0, unit.place - clause.first - 4) : unit.place - clause.first]
    if [one for one in before if one.kind == "number" and one.value == 1]:
        return False
    times = any(one.low == "time" or one.low.endswith("-time") for one in before)
    if unit.has("manager_of_the_year") and any(one.kind == "number" for one in before[-2:]):
        return True
    return times or (
        (unit.low.endswith("s") or unit.low == "world series") and any(one.kind == "number" for one in before)
    )


def _apposed(clause: Clause, unit: Unit) -> bool:
    return bool(clause.kinds("year"))


def club_there(clause: Clause) -> list[Unit]:
    """Buffalo, then Las Vegas where he won; Lancaster, for whom he won: the club before the relative clause."""
    if clause.opener not in ("where", "whom", "which"):
        return []
    before = [unit for unit in clause.sentence.units[: clause.start] if unit.kind == "club"]
    return before[-1:]


def seasons_of(time: When) -> list[int]:
    """The seasons that a time names, one by one."""
    if time.first and time.last:
        return list(range(time.first, time.last + 1))
    return list(time.seasons) or ([time.act.season] if time.act and time.act.season else [])
