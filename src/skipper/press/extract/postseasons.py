"""Seasons that went on after the last game: the postseason, told by its years, by how often, by division titles."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import TWICE
from skipper.press.extract.occasions import paired
from skipper.press.extract.piece import Piece
from skipper.press.extract.season_counts import of_seasons
from skipper.press.extract.slots import is_opponent
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_OF_GAMES = frozenset(["playoff", "postseason", "post-season", "straight", "consecutive"])
_TRIPS = frozenset(["appearances", "berths", "trips", "playoff", "postseason"])


def read_postseason(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    """Took the club to the postseason 15 times; his 2010 Cyclones and 2013-14 51s made it: one claim per club."""
    brought = any(unit.low == "got" for unit in clause.units)
    trips = any(one.low == "trips" for one in clause.units)
    if not (brought or trips or any(not verb.has("be") for verb in clause.find("reach", "lead", "win", "finish"))):
        return
    counted, of = _how_often(clause)
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization]
    owned = [one for one in clubs if one.value.season is not None]
    if owned and counted is None:
        for one in owned:
            keep_postseason(piece, clause, unit, person, one, _own_seasons(clause, one))
        return
    times = [one for one in whens(clause, piece.report.date, piece.season) if len(one.seasons) and not one.first]
    pairs = paired(clubs, times) if counted is None and len(clubs) > 1 else []
    if len(pairs) == len(clubs) > 1:  # with Mobile in 2004 and Toledo in 2006
        for one, own in pairs:
            keep_postseason(piece, clause, unit, person, one, list(own.seasons))
        return
    time = piece.when(clause, unit)
    if time.units and clause.words_before(time.units[0], 1) == ["since"] and time.last is None:
        time = times[0] if times else NEVER  # in 2013, their first playoffs since 2003
    time = NEVER if _of_what_is_next(clause, unit, time) else time
    just = _just_told(piece, clause) if time is NEVER and clause.opener == "and" else []
    if time is NEVER and counted is None and not just:
        return
    seasons = [] if counted is not None else just or list(time.seasons)
    keep_postseason(piece, clause, unit, person, clubs[0] if clubs else None, seasons, counted, of)


def _of_what_is_next(clause: Clause, unit: Unit, time: When) -> bool:
    """Took Tennessee to the finals, and at Iowa in 2010 he was 82-62: the year is of the second club."""
    first = time.units[0].place if time.units else unit.place
    between = [one.low for one in clause.units if unit.place < one.place < first]
    return (",", "and") in pairwise(between)


def _just_told(piece: Piece, clause: Clause) -> list[int]:
    """Was 84-78 in 2023 and dragged that team into the postseason: the season of the record just kept, of one man."""
    last = piece.claims[-1] if piece.claims else None
    same = last is not None and last.type == "record" and last.start >= clause.sentence.units[0].start
    subject = clause.subject or clause.owner
    if last is None or not same or subject is None or last.fields["person"] != subject.name:
        return []
    seasons = last.fields.get("seasons", [])
    return list(seasons) if len(seasons) == 1 else []


def _how_often(clause: Clause) -> tuple[int | None, int | None]:
    """To the playoffs 15 times, twice, in six of his eight seasons: in how many seasons, and of how many."""
    for one in clause.units:
        after = clause.words_after(one, 4)
        if one.low in TWICE:
            return TWICE[one.low], of_seasons(clause, one)
        if one.kind != "number" or one.value < 2:
            continue
        if (
            after[:1] == ["times"]
            or after[:2] == ["trips", "to"]
            or (after[1:2] and after[0] in _OF_GAMES and after[1] in _TRIPS)
            or after[:3] == ["seasons", "out", "of"]
            or after[:3] == ["years", "out", "of"]
        ):
            return one.value, of_seasons(clause, one)
        if after[:1] == ["of"] and (of := of_seasons(clause, one)) is not None and of > one.value:
            return one.value, of
    return None, None


def _own_seasons(clause: Clause, club: Unit) -> list[int]:
    before = clause.before(club)
    if before is not None and before.kind == "years":
        return list(range(before.value[0], before.value[1] + 1))
    return [club.value.season]


def _his_own(piece: Piece, clause: Clause, person: Entity, season: int | None) -> ClubName | None:
    """Took the club, got them to the playoffs: his own."""
    told = any(unit.low in ("club", "the club", "the team", "team", "they", "them", "it") for unit in clause.units)
    own = piece.careers.post(person, season) if told else None
    return own if own is not None and not own.as_organization else None


def _joined(clause: Clause, person: Entity, post: ClubName | None) -> ClubName | None:
    """Managed the Expos for seven seasons and won two division titles: the one club of the clause that it goes on."""
    before = clause.previous
    if before is not None and clause.opener == "and" and before.owner is person and clause.subject is None:
        return None if before.kinds("club") else post  # his teams finished over .500 and won six division titles
    if clause.opener not in ("and", ",") or before is None or before.subject is not person or clause.kinds("club"):
        return None
    named = before.kinds("club") if before.find("manage", "lead", "have_record", "manager") else []
    alone = (
        len(named) == 1
        and not named[0].value.as_organization
        and not is_opponent(before.units, named[0].place - before.first)
    )
    return named[0].value if alone else None


def keep_postseason(
    piece: Piece,
    clause: Clause,
    unit: Unit,
    person: Entity,
    club: Unit | None,
    seasons: list[int],
    value: int | None = None,
    of: int | None = None,
) -> None:
    """Keep that his club played on in these seasons, or in so many (`value`) of so many (`of`).

    Where no club is named it is his own, if the words point to it.
    """
    if clause.denied(unit):
        return
    season = seasons[-1] if seasons else None
    fields: dict[str, Any] = {"what": "postseason_seasons", "value": value, "of": of, "seasons": seasons}
    name = club.value if club is not None else _his_own(piece, clause, person, season)
    name = name or _joined(clause, person, piece.careers.current(person))
    if name is not None:
        fields["clubs"] = [piece.show(name, season)]
    piece.add(
        clause,
        "tally",
        fields,
        person,
        unit,
        [club] if club is not None else [],
        [("clubs", name, season)] if name else [],
    )
