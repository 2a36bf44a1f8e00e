"""Stints: who managed or coached which club, and when."""

from __future__ import annotations

from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

# Where one of these is said, a title beside it is part of that.
_ACTS = ("hire", "promote", "fire", "resign", "take_over", "finalist", "interview", "manager_of_the_year", "pass_over")
_ACTS += ("begin",)
# So it is with these, unless he `was` manager there.
_MORE = ("let_go", "accept", "hand", "induct", "part", "win", "last_year")


def read(piece: Piece, clause: Clause) -> None:
    """Keep the stints of a clause."""
    for verb in clause.find("manage"):
        if not _hired_to(clause, verb) and not clause.kinds("record"):
            _managed(piece, clause, verb)
    for unit in clause.find("manager", "interim", "coach"):
        _titled(piece, clause, unit)
    for verb in clause.find("begin", "move"):
        _began(piece, clause, verb)
    for verb in clause.find("play"):
        _played(piece, clause, verb)


def _hired_to(clause: Clause, verb: Unit) -> bool:
    """Hired, promoted or about to interview to manage: an appointment."""
    before = clause.units[: verb.place - clause.first]
    return any(unit.has("hire", "promote", "interview", "pass_over", "finalist", "hand") for unit in before)


def _managed(piece: Piece, clause: Clause, verb: Unit) -> None:
    person = _manager(piece, clause, verb)
    counted = _counts(clause)
    if person is None:
        return
    near = args.clubs_near(piece, clause, verb)
    time = piece.when(clause, verb)
    if counted and time is NEVER:
        return
    pairs = _paired(piece, clause, verb)
    if len(pairs) > 1:
        for unit, own in pairs:
            _keep(piece, clause, verb, person, "manager", unit.value, (unit,), own)
        return
    if not near:
        there = clause.opener == "where" or clause.find("same_club")
        if there and piece.club is not None and time is not NEVER:
            _keep(piece, clause, verb, person, "manager", piece.club, (), time)
        return
    places = [unit for unit in near if not unit.value.as_organization]
    if time is NEVER and "to" in clause.words_before(verb, 1):
        if clause.sentence.kind == "headline" and places:
            _will_manage(piece, clause, verb, person, places[0])
        return
    for unit in places:
        if _specific(clause, verb, unit, time, piece):
            _keep(
                piece,
                clause,
                verb,
                person,
                "manager",
                unit.value,
                (unit,),
                _own_time(piece, clause, unit, time, len(places)),
            )
            if verb.low in ("manage",) and "will" in clause.words_before(verb, 2):
                _will_manage(piece, clause, verb, person, unit)


def _paired(piece: Piece, clause: Clause, verb: Unit) -> list[tuple[Unit, When]]:
    """The Rangers from 1985 to 1992 and the Mets from 1996 to 2002: each club with the time that follows it."""
    clubs = [
        unit
        for unit in clause.kinds("club")
        if unit.place > verb.place and not unit.value.as_organization and args.is_a_post(clause, unit)
    ]
    times = [time for time in whens(clause, piece.report.date, piece.season) if time.units[0].place > verb.place]
    if len(clubs) != len(times) or any(
        club.place > time.units[0].place for club, time in zip(clubs, times, strict=True)
    ):
        return []
    return list(zip(clubs, times, strict=True))


def _will_manage(piece: Piece, clause: Clause, verb: Unit, person: Entity, unit: Unit) -> None:
    """Will manage the club: he has been appointed."""
    time = piece.when(clause, verb)
    season = time.year
    fields, named = args.place_fields(piece, clause, unit.value, season)
    fields |= {"role": "manager", "outcome": "appointed", **args.scale(piece, clause, unit.value, season)}
    if time.seasons:
        fields["for_season"] = time.seasons[0]
    piece.add(clause, "appointment", fields, person, verb, (unit, *time.units), named)


def _manager(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """Managed by X: X; X saw Y manage: Y; else the subject."""
    after = clause.units[verb.place - clause.first + 1 :][:3]
    if clause.passive(verb):
        return next((unit.value for unit in after if unit.kind == "person"), None)
    before = clause.before(verb)
    if before is not None and before.kind == "person":
        return before.value
    return clause.subject or clause.owner


def _specific(clause: Clause, verb: Unit, unit: Unit, time: When, piece: Piece) -> bool:
    """`manage the game in Boston` is none; a place needs `in`, or a season or a level beside it."""
    if unit.value.form != "place":
        return True
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


def _counts(clause: Clause) -> bool:
    """For five seasons: a tally."""
    return any(
        clause.words_after(unit, 1)[:1] and clause.words_after(unit, 1)[0] in ("seasons", "years", "summers")
        for unit in clause.kinds("number")
    )


def _titled(piece: Piece, clause: Clause, unit: Unit) -> None:
    """The club's manager from 1990 to 1995; was a coach for the club in 1985; a caption's `51s manager X … 2014`."""
    time = piece.when(clause, unit)
    if time is NEVER or clause.find(*_ACTS) or (clause.find(*_MORE) and not clause.find("be")):
        return
    role = "interim manager" if unit.has("interim") else "manager"
    if unit.has("coach"):
        role = "coach" if unit.low == "coaching" else unit.low.replace("-base", " base")
    person, name, used = _holder(piece, clause, unit)
    if person is None or name is None or clause.kinds("record") or name.as_organization or _counts(clause):
        return
    _keep(piece, clause, unit, person, role, name, used, time)


def _holder(piece: Piece, clause: Clause, unit: Unit) -> tuple[Entity | None, Any, tuple[Unit, ...]]:
    """Who holds the title, and where: CLUB manager X; X, the CLUB's manager; X as manager of CLUB."""
    after, before = clause.after(unit), clause.before(unit)
    person = after.value if after is not None and after.kind == "person" else clause.subject or clause.owner
    if before is not None and before.text in ("'s", "'"):
        before = clause.before(unit, 2)
    if before is not None and before.kind == "club":
        if after is not None and after.kind == "person" and clause.sentence.kind != "caption":
            return None, None, ()
        return person, before.value, (before,)
    following = clause.units[unit.place - clause.first + 1 :][:4]
    of = next((n for n, one in enumerate(following) if one.low in ("of", "for", "in", "with", "at")), None)
    club = next((one for one in following[of or 0 :] if one.kind == "club"), None) if of is not None else None
    return (
        (person, club.value, (club,)) if club is not None and clause.find("be", "spend", "serve") else (None, None, ())
    )


def _began(piece: Piece, clause: Clause, verb: Unit) -> None:
    """Began his managerial career in 1998 with CLUB; moved on to (briefly manage) CLUB."""
    words = {unit.low for unit in clause.units}
    managing = "managerial" in words or clause.find("manage") or "managing" in words
    moved = verb.has("move") and piece.names.topic is clause.subject and verb.low.startswith("moved on")
    person = clause.subject or clause.owner
    near = args.clubs_near(piece, clause, verb)
    near = [unit for unit in near if unit.place > verb.place]
    if person is None or not near or not (managing or moved) or (clause.find("manage") and not verb.has("begin")):
        return
    _keep(piece, clause, verb, person, "manager", near[0].value, (near[0],), piece.when(clause, verb))


def _played(piece: Piece, clause: Clause, verb: Unit) -> None:
    """His playing days with CLUB ended in 1988; played for CLUB from 1961 to 1965."""
    time = piece.when(clause, verb)
    person = clause.subject or clause.owner
    near = [unit for unit in args.clubs_near(piece, clause, verb) if unit.place > verb.place]
    if person is None or not near or time is NEVER or _counts(clause) or clause.find("postseason"):
        return
    if clause.find("finish") and time.seasons:
        time = When(time.units, (), None, time.seasons[-1], whole=True)
    elif not (time.first or time.last):
        return
    _keep(piece, clause, verb, person, "player", near[0].value, (near[0],), time)


def _keep(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, role: str, name: Any, used: tuple[Unit, ...], time: When
) -> None:
    season = time.first or time.year
    fields, named = args.place_fields(piece, clause, name, season)
    fields |= {
        "role": role,
        "seasons": list(time.seasons),
        "from": time.first,
        "to": time.last,
        **args.scale(piece, clause, name, season),
    }
    if time.act is not None and time.act.season:
        fields["seasons"] = [time.act.season]
    inside = [unit for unit in (*used, *time.units) if unit in clause.units]
    piece.add(clause, "stint", fields, person, verb, inside, named)
    if role == "manager":
        args.remember(piece, person, name, season)
