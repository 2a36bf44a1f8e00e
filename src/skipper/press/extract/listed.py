"""Posts of a list, told without a verb: Kansas City, 1975-79; 1986: Tulsa (Texas League), 68-70; Managed: Mets."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.occasions import attached
from skipper.press.extract.piece import Piece
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_LIGHT = frozenset(["and", "the", "of", "in", "from", "to", "with", "through", "at", "again", "then", "also"])
_KINDS = frozenset(["club", "league", "level", "year", "years", "record", "punct"])
_TITLES = ("manager", "manage", "coach", "coached", "play", "played_for", "position")
_HEADING = 8  # units at most of what stands before a list: managerial career, as a player


def read_listed(piece: Piece, clause: Clause) -> None:
    """Keep each club of a list that only its years, league and record stand beside, as a post of the piece's man."""
    heading, entries = _parted(clause)
    clubs = [one for one in entries if one.kind == "club" and not one.value.as_organization]
    if not clubs or not all(map(_goes_on, _list_of(entries))):
        return
    role = _role(heading) or _role_before(clause)
    times = whens(clause, piece.report.date, piece.season)
    whom = _whose(piece, clause, heading)
    plain = not any(is_finite(one) and not one.has(*_TITLES) for one in heading)
    own = attached(clubs, times, clause.units)
    path = len(own) == len(clubs) > 1 and not [one for one in heading if one.kind not in ("level", "league", "punct")]
    entry = times and all(_is_entry(clause, time) for time in times)
    if whom is None or not plain or not (role or entry or path):
        return
    for club in clubs if role else [one for one in clubs if one.place in own]:
        keep_stint(piece, clause, club, whom, role or "manager", club.value, (club,), own.get(club.place, NEVER))
    if role in (None, "manager"):
        piece.club, piece.club_passage, piece.subject = clubs[-1].value, piece.passage, whom


def _parted(clause: Clause) -> tuple[list[Unit], list[Unit]]:
    """What stands before the colon, or a title and its comma, and the list behind it."""
    units = [one for one in clause.units if one.text not in ("•", "*")]
    if len(units) > 2 and units[0].kind in ("year", "years") and units[1].text == ":":
        return _parted_behind(units[2:])  # 1986-2001: Manager, Minnesota Twins
    return _parted_behind(units)


def _parted_behind(units: list[Unit]) -> tuple[list[Unit], list[Unit]]:
    colon = next((n for n, one in enumerate(units[: _HEADING + 1]) if one.text == ":"), None)
    if colon is not None and not any(one.kind in ("year", "years", "club") for one in units[:colon]):
        return units[:colon], units[colon + 1 :]
    if len(units) > 1 and units[0].kind == "person" and units[1].kind == "punct":
        return units[:1], units[2:]  # X, Houston (1989-93)
    titled = len(units) > 1 and units[0].has("manager", "coach") and units[1].text == ","
    return (units[:1], units[2:]) if titled else ([], units)


def _list_of(entries: list[Unit]) -> list[Unit]:
    """The units up to where something else is told behind a comma: 1996-2002: Oakland, four times in the playoffs."""
    held = {"club": False, "year": False}
    for place, one in enumerate(entries):
        held["club"] |= one.kind == "club"
        held["year"] |= one.kind in ("year", "years")
        following = entries[place + 1 : place + 2]
        if all(held.values()) and one.text in (",", ".", ":", "(") and following and not _goes_on(following[0]):
            return entries[:place]
    return entries


def _goes_on(unit: Unit) -> bool:
    return unit.kind in _KINDS or unit.low in _LIGHT


def _role(heading: list[Unit]) -> str | None:
    """Managed, as a manager, managerial career: manager; playing career: player; bench coach."""
    titles = [one for one in heading if one.has(*_TITLES) or one.low in ("managerial", "managing", "playing")]
    if not titles:
        return None
    title = titles[-1]
    if title.has("coach", "coached"):
        return "coach" if title.low.startswith("coach") else title.low.replace("-base", " base")
    return "player" if title.has("play", "played_for", "position") or title.low == "playing" else "manager"


def _role_before(clause: Clause) -> str | None:
    """Of an entry behind a semicolon: as of the list's first."""
    units = clause.sentence.units[: clause.start]
    colon = next((n for n, one in enumerate(units) if one.text == ":"), None)
    return _role(units[:colon]) if clause.opener == ";" and colon is not None and colon <= _HEADING else None


def _is_entry(clause: Clause, time: When) -> bool:
    """A span of years, or a year with a league and a record beside it: a line of a career."""
    if time.seasons and clause.kinds("league", "level") and clause.kinds("record"):
        return True
    return bool(time.first and time.last) or (len(time.seasons) == 2 and len(time.units) == 1)


def _whose(piece: Piece, clause: Clause, heading: list[Unit]) -> Entity | None:
    """Of whom the sentence speaks, else of whom the piece does; one of whom it tells a post, or who has managed."""
    named = [one.value for one in clause.sentence.units[: clause.end] if one.kind == "person"]
    whom = next(iter(named), None) or clause.subject or piece.subject or piece.names.topic
    if named and heading and heading[0].kind == "person":
        whom = heading[0].value
        if whom is not piece.names.topic and piece.careers.last(whom) is None and not _of_managers(clause):
            return None  # X, Houston, 1989-93: of a list of anybody
    if whom is None or whom.executive or any(one.kind == "person" for one in clause.units if one not in heading):
        return None
    managed = any(man.managed for man in whom.people) or piece.careers.last(whom) is not None
    return whom if managed else None


def _of_managers(clause: Clause) -> bool:
    """The managers: X, Houston (1989-93); …"""
    return any(one.has("manager") for one in clause.sentence.units[:_HEADING])


def listed_posts(clause: Clause, title: Unit, piece: Piece) -> list[tuple[Unit, When]]:
    """The manager of the Angels (1978-81), White Sox (1986-88) and Phillies: each club that has years of its own."""
    clubs = [one for one in clause.kinds("club") if one.place > title.place and not one.value.as_organization]
    times = [one for one in whens(clause, piece.report.date, piece.season) if one.units[0].place > title.place]
    own = attached(clubs, times, clause.units)
    if len(own) < 2 or "of" not in clause.words_after(title, 1):
        return []
    return [(club, own[club.place]) for club in clubs if club.place in own]
