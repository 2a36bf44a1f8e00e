"""Stints: who managed, coached or played for which club, and when."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import arguments as args
from skipper.press.extract import slots
from skipper.press.extract.aides import read_aide, read_on_staff
from skipper.press.extract.apposed import read_description, read_managers
from skipper.press.extract.caretakers import stands_in
from skipper.press.extract.clauses import Clause
from skipper.press.extract.coached import read_coached
from skipper.press.extract.coming import to_be_managed, will_manage
from skipper.press.extract.first_posts import read_first_posts
from skipper.press.extract.held import organization_behind, read_apposed, read_held, read_staff
from skipper.press.extract.listed import listed_posts, read_listed
from skipper.press.extract.occasions import Occasion, attached
from skipper.press.extract.piece import Piece
from skipper.press.extract.played import plays_there, read_played, runs_a_house_there, runs_a_part_of_it
from skipper.press.extract.returning import read_returning
from skipper.press.extract.staffs import read_since
from skipper.press.extract.staying import read_staying
from skipper.press.extract.terms import read_terms
from skipper.press.extract.titled import counts_seasons, keep_stint, read_titled, until_now
from skipper.press.extract.uncounted import is_one_of_several, several_times
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_STILL = frozenset(["still", "remains", "stays"])
_DESCRIBED = 8  # units behind `managed` within which `by former major league infielder X` ends


def read(piece: Piece, clause: Clause) -> None:
    """Keep the stints of a clause."""
    _is_missed(piece, clause)
    if not stands_in(piece, clause):
        _read_managed(piece, clause)
    read_terms(piece, clause)
    read_returning(piece, clause)
    read_staying(piece, clause)
    read_since(piece, clause)
    read_on_staff(piece, clause)
    for unit in clause.find("coach"):
        read_staff(piece, clause, unit)
    read_listed(piece, clause)
    for unit in clause.find("manager"):
        _manager_of_several(piece, clause, unit)
    for unit in clause.find("manager", "interim", "coach"):
        if not (unit.has("coach") and (read_apposed(piece, clause, unit) or read_aide(piece, clause, unit))):
            read_titled(piece, clause, unit)
    for unit in clause.find("manager"):
        read_managers(piece, clause, unit)
        read_description(piece, clause, unit)
    for verb in clause.find("coached"):
        read_coached(piece, clause, verb)
    for verb in clause.find("begin", "move"):
        _began(piece, clause, verb)
    read_first_posts(piece, clause)
    read_played(piece, clause)


def _is_missed(piece: Piece, clause: Clause) -> None:
    """The Lynx will be without manager X until Tuesday: theirs, of a minor club, whose managers are news."""
    for title in clause.find("manager"):
        whom, name, today = clause.after(title), clause.club, piece.report.date
        named = whom is not None and whom.kind == "person" and "without" in clause.words_before(title, 2)
        if not named or whom is None or name is None or any(span.is_major for span in name.spans):
            continue
        time = When((), (today.year,), whole=True) if today is not None else NEVER
        keep_stint(piece, clause, title, whom.value, "manager", name, (whom,), time)


def _read_managed(piece: Piece, clause: Clause) -> None:
    """The stints that a verb of managing, leading or having a club tells."""
    for verb in clause.find("manage"):
        if not _hired_to(clause, verb) and not clause.kinds("record"):
            _managed(piece, clause, verb)
    for verb in clause.find("lead", "manage", "have_record"):
        _managed_before(piece, clause, verb)
    read_held(piece, clause)


def _manager_of_several(piece: Piece, clause: Clause, title: Unit) -> None:
    """Was the manager of the Angels (1978-81), White Sox (1986-88) and Phillies (1991-96)."""
    if clause.subject is None or clause.find("hire", "fire", "coach") or clause.denied(title):
        return
    for unit, time in listed_posts(clause, title, piece):
        keep_stint(piece, clause, title, clause.subject, "manager", unit.value, (unit,), time)


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
    return any(unit.has("called_to") for unit in before[-7:]) and "to" in verb_words(clause, verb)


def verb_words(clause: Clause, verb: Unit) -> list[str]:
    """The words just before a verb, those of `agreed to` apart."""
    return " ".join(clause.words_before(verb, 2)).split()


def _managed(piece: Piece, clause: Clause, verb: Unit) -> None:
    person = _manager(piece, clause, verb)
    counted = counts_seasons(clause)
    if person is None or is_one_of_several(clause, verb):
        return
    near = [
        one
        for one in args.clubs_near(piece, clause, verb)
        if not (plays_there(clause, one) or runs_a_house_there(clause, one) or runs_a_part_of_it(clause, one))
    ]
    if several_times(piece, clause, verb, near):
        return
    time = _until_then(piece, clause, piece.when_held(clause, verb))
    if time is NEVER and piece.report.date is not None and _STILL & {*clause.words_before(verb, 2)}:
        time = When((), (piece.report.date.year,), whole=True)
    if counted and time is NEVER and not until_now(clause):
        return
    spans = [time for time in whens(clause, piece.report.date, piece.season) if time.first and time.last]
    after = [unit for unit in clause.kinds("club") if unit.place > verb.place]
    if len(spans) > 1 and len(after) == len(near) == 1 and near[0].place < spans[0].units[0].place:
        for own in spans:  # the Blue Jays from 1989 to 1997 and again from 2008 to 2010
            keep_stint(piece, clause, verb, person, "manager", near[0].value, (near[0],), own)
        return
    owner = organization_behind(clause, verb, near[0].value) if near else None
    near = _of_farms(owner, near)
    dated = _dated(piece, clause, verb, owner)
    if len(dated) > 1:
        for unit, own in dated:
            keep_stint(piece, clause, verb, person, "manager", unit.value, (unit,), own)
        return
    if not near:
        there = clause.opener == "where" or clause.find("same_club")
        if there and piece.club is not None and "will" in clause.words_before(verb, 2) and clause.opener != "where":
            will_manage(piece, clause, verb, person, piece.club)
            return
        if there and piece.club is not None and time is not NEVER:
            keep_stint(piece, clause, verb, person, "manager", piece.club, (), time)
        return
    places = [unit for unit in near if not unit.value.as_organization]
    if (
        not places
        and near
        and (time.first or time.seasons)
        and near[0] in slots.clubs_behind(clause, verb, "in", "for")
    ):
        keep_stint(piece, clause, verb, person, "manager", near[0].value, (near[0],), time)  # in the Cubs' system
    if time is NEVER and "to" in clause.words_before(verb, 1):
        if clause.sentence.kind == "headline" and places:
            will_manage(piece, clause, verb, person, places[0].value, places[0])
        return
    for unit in places:
        to_be = time is NEVER and to_be_managed(clause, verb)
        if not to_be and not _specific(clause, verb, unit, time, piece):
            continue
        will = to_be or (verb.low == "manage" and "will" in clause.words_before(verb, 2))
        if will:
            will_manage(piece, clause, verb, person, unit.value, unit)
        undated = time is NEVER and piece.report.date is None and not to_be
        if not will or undated:  # of no season to come, as far as is known: the post is his
            own = _own_time(piece, clause, unit, time, len(places))
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


def _began(piece: Piece, clause: Clause, verb: Unit) -> None:
    """Began his managerial career in 1998 with CLUB; moved on to (briefly manage) CLUB."""
    words = {unit.low for unit in clause.units}
    managing = "managerial" in words or clause.find("manage") or "managing" in words
    moved = verb.has("move") and piece.names.topic is clause.subject and verb.low.startswith("moved on")
    person = clause.subject or clause.owner
    near = args.clubs_near(piece, clause, verb)
    near = [unit for unit in near if unit.place > verb.place]
    if (
        clause.find("coach")
        or person is None
        or not near
        or not (managing or moved)
        or (clause.find("manage") and not verb.has("begin"))
    ):
        return
    keep_stint(piece, clause, verb, person, "manager", near[0].value, (near[0],), piece.when(clause, verb))
