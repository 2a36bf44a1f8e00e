"""Posts told by a verb of managing, leading or having a club: managed it from 1990 to 1993, will manage it."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import arguments as args
from skipper.press.extract import slots
from skipper.press.extract.clauses import Clause
from skipper.press.extract.coming import to_be_managed, will_manage
from skipper.press.extract.held import organization_behind, read_held
from skipper.press.extract.occasions import Occasion, attached
from skipper.press.extract.piece import Piece
from skipper.press.extract.played import plays_there, runs_a_house_there, runs_a_part_of_it
from skipper.press.extract.titled import counts_seasons, keep_stint, until_now
from skipper.press.extract.uncounted import is_one_of_several, several_times
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_STILL = frozenset(["still", "remains", "stays"])
_DESCRIBED = 8  # units behind `managed` within which `by former major league infielder X` ends


def read_managed(piece: Piece, clause: Clause) -> None:
    """The stints that a verb of managing, leading or having a club tells."""
    for verb in clause.find("manage"):
        if not _hired_to(clause, verb) and not clause.kinds("record"):
            _managed(piece, clause, verb)
    for verb in clause.find("lead", "manage", "have_record"):
        _managed_before(piece, clause, verb)
    read_held(piece, clause)


def _managed_before(piece: Piece, clause: Clause, verb: Unit) -> None:
    """The White Sox, the club he led from 1951 to 1954: a clause that the club's name is the object of."""
    time, before = piece.when(clause, verb), clause.previous
    opening = [unit.low for unit in clause.units if unit.text != ","][:1]
    theirs = opening and opening[0] in ("the club", "the team") and clause.opener == ","
    theirs = theirs or (clause.opener in ("whom", "which") and verb.has("lead", "manage"))
    if before is None or not theirs or not time.first or clause.subject is None or clause.kinds("club", "record"):
        return
    name = next((unit.value for unit in reversed(before.kinds("club"))), None)
    if name is not None:
        keep_stint(piece, clause, verb, clause.subject, "manager", name, (), time)


def _hired_to(clause: Clause, verb: Unit) -> bool:
    """Hired, promoted or about to interview to manage: an appointment; or will not be back to manage."""
    before = clause.units[: verb.place - clause.first]
    if any(unit.has("hire", "promote", "interview", "pass_over", "finalist", "hand", "part") for unit in before):
        return True
    if "to" in clause.words_before(verb, 1) and any(unit.has("sign") for unit in before):
        return True  # signed a contract to manage the club
    return any(unit.has("called_to") for unit in before[-7:]) and "to" in _verb_words(clause, verb)


def _verb_words(clause: Clause, verb: Unit) -> list[str]:
    """The words just before a verb, those of `agreed to` apart."""
    return " ".join(clause.words_before(verb, 2)).split()


def _managed(piece: Piece, clause: Clause, verb: Unit) -> None:
    person = _manager(piece, clause, verb)
    if person is None or is_one_of_several(clause, verb):
        return
    near = [
        one
        for one in args.clubs_near(piece, clause, verb)
        if not (plays_there(clause, one) or runs_a_house_there(clause, one) or runs_a_part_of_it(clause, one))
    ]
    if several_times(piece, clause, verb, near):
        return
    time = _time_held(piece, clause, verb)
    if counts_seasons(clause) and time is NEVER and not until_now(clause):
        return
    several = _at_one_club(piece, clause, verb, near)
    owner = organization_behind(clause, verb, near[0].value) if near and not several else None
    near = near if several else _of_farms(owner, near)
    several = several or _dated(piece, clause, verb, owner)
    if len(several) > 1:
        for unit, own in several:
            keep_stint(piece, clause, verb, person, "manager", unit.value, (unit,), own)
    elif near:
        _managed_at(piece, clause, verb, person, near, time)
    else:
        _managed_there(piece, clause, verb, person, time)


def _time_held(piece: Piece, clause: Clause, verb: Unit) -> When:
    """When he managed there; the piece's own year where he still does."""
    time = _until_then(piece, clause, piece.when_held(clause, verb))
    if time is NEVER and piece.report.date is not None and _STILL & {*clause.words_before(verb, 2)}:
        return When((), (piece.report.date.year,), whole=True)
    return time


def _at_one_club(piece: Piece, clause: Clause, verb: Unit, near: list[Unit]) -> list[tuple[Unit, When]]:
    """The Blue Jays from 1989 to 1997 and again from 2008 to 2010: the one club, with each of its times."""
    spans = [time for time in whens(clause, piece.report.date, piece.season) if time.first and time.last]
    after = [unit for unit in clause.kinds("club") if unit.place > verb.place]
    if len(spans) > 1 and len(after) == len(near) == 1 and near[0].place < spans[0].units[0].place:
        return [(near[0], own) for own in spans]
    return []


def _managed_there(piece: Piece, clause: Clause, verb: Unit, person: Entity, time: When) -> None:
    """Managed there, will manage the club: the one spoken of."""
    if piece.club is None or not (clause.opener == "where" or clause.find("same_club")):
        return
    if "will" in clause.words_before(verb, 2) and clause.opener != "where":
        will_manage(piece, clause, verb, person, piece.club)
    elif time is not NEVER:
        keep_stint(piece, clause, verb, person, "manager", piece.club, (), time)


def _managed_at(piece: Piece, clause: Clause, verb: Unit, person: Entity, near: list[Unit], time: When) -> None:
    places = [unit for unit in near if not unit.value.as_organization]
    in_it = not places and near[0] in slots.clubs_behind(clause, verb, "in", "for")
    if in_it and (time.first or time.seasons):
        keep_stint(piece, clause, verb, person, "manager", near[0].value, (near[0],), time)  # in the Cubs' system
    if time is NEVER and "to" in clause.words_before(verb, 1):
        if clause.sentence.kind == "headline" and places:
            will_manage(piece, clause, verb, person, places[0].value, places[0])
        return
    for unit in places:
        to_be = time is NEVER and to_be_managed(clause, verb)
        if to_be or _specific(clause, verb, unit, time, piece):
            _keep_managed(piece, clause, verb, person, unit, time, to_be, len(places))


def _keep_managed(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, unit: Unit, time: When, to_be: bool, many: int
) -> None:
    """The post held at a club, or to come; of an undated piece that tells no season, both: as far as is known, his."""
    will = to_be or (verb.low == "manage" and "will" in clause.words_before(verb, 2))
    if will:
        will_manage(piece, clause, verb, person, unit.value, unit)
    if not will or (time is NEVER and piece.report.date is None and not to_be):
        own = _own_time(piece, clause, unit, time, many)
        role = "interim manager" if clause.find("interim") else "manager"
        keep_stint(piece, clause, verb, person, role, unit.value, (unit,), own)


def _until_then(piece: Piece, clause: Clause, time: When) -> When:
    """From 2002 until they let him go in May 2009: the end is told by the clause that follows."""
    units = clause.sentence.units[clause.end :]
    if time.first is None or time.last is not None or not units or units[0].low not in ("until", "till"):
        return time
    end = next((n for n, unit in enumerate(units) if unit.text in (",", ";", ".") and n), len(units))
    then = Clause(clause.sentence, clause.end, clause.end + end, "until")
    last = next((told.year for told in whens(then, piece.report.date, piece.season) if told.year), None)
    return replace(time, last=last) if last is not None and last > time.first else time


def _of_farms(owner: ClubName | None, near: list[Unit]) -> list[Unit]:
    """Managed Lancaster and Corpus Christi, both for Houston: without Houston, and each of its organization."""
    if owner is None:
        return near
    kept = [unit for unit in near if unit.value is not owner]
    return [replace(unit, value=replace(unit.value, parent=unit.value.parent or owner)) for unit in kept]


def _dated(piece: Piece, clause: Clause, verb: Unit, owner: ClubName | None) -> list[Occasion]:
    """The Rangers from 1985 to 1992 and the Mets from 1996 to 2002: each club with the time that stands beside it."""
    clubs = [
        unit
        for unit in clause.kinds("club")
        if unit.place > verb.place and not unit.value.as_organization and args.is_a_post(clause, unit)
    ]
    clubs = _of_farms(owner, clubs)
    spent = next((one.place for one in clause.find("spend") if one.place < verb.place), verb.place)
    times = [time for time in whens(clause, piece.report.date, piece.season) if time.units[0].place > spent]
    own = attached(clubs, times, clause.units)
    if (
        len(clubs) < 2
        or not own
        or (len(own) == 1 and clubs[0].place in own and times[0].units[0].place < clubs[0].place)
    ):
        return []
    return [(club, own.get(club.place, NEVER)) for club in clubs]


def _manager(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """Managed by X: X; X saw Y manage: Y; else the subject."""
    after = clause.units[verb.place - clause.first + 1 :][:_DESCRIBED]
    if clause.passive(verb):
        return _described(after)
    before = clause.before(verb)
    if before is not None and before.kind == "person":
        return before.value
    return clause.subject or clause.owner


def _described(after: list[Unit]) -> Entity | None:
    """By X, by former major league infielder X: him whom nothing but what he was stands before."""
    for place, unit in enumerate(after):
        if unit.kind == "person":
            return unit.value
        told = unit.kind in ("level", "club") or unit.has("position", "epithet", "coach", "manager")
        if place > 1 and not (
            told or unit.low in ("former", "longtime", "-", "veteran", "big", "leaguer", "all", "star")
        ):
            return None
    return None


def _specific(clause: Clause, verb: Unit, unit: Unit, time: When, piece: Piece) -> bool:
    """`manage the game in Boston` is none; a place needs `in`, or a season or a level beside it."""
    bare = unit in slots.clubs_behind(clause, verb, "")
    bare = bare and not any(one.low == "game" for one in clause.units)
    if unit.value.form != "place" or bare:
        return True
    if not verb.low.startswith(("manag", "pilot", "skipper", "helm")) and unit.value.parent is None:
        return False  # ran the bases in Atlanta; not: ran the Mets' club in Columbia
    between = {one.low for one in clause.units[verb.place - clause.first + 1 : unit.place - clause.first]}
    return (
        bool(between & {"in", "at", "for", "by"})
        or time is not NEVER
        or unit.value.level is not None
        or clause.passive(verb)
    )


def _own_time(piece: Piece, clause: Clause, unit: Unit, time: When, clubs: int) -> When:
    """Of several clubs only one that a season stands with has it."""
    return time if clubs == 1 else NEVER
