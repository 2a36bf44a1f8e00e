"""Won-lost records of managers."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit

MAX_LOPSIDED = 40  # a score or a pitcher's record: neither side has more decisions than this


def read(piece: Piece, clause: Clause) -> None:
    """Keep the records of a clause."""
    for unit in clause.kinds("record"):
        wins, losses, _ties = unit.value
        person = clause.subject or clause.owner or _under(clause, unit)
        if (
            person is None
            or not clause.find("have_record")
            or not _is_managers(piece, clause, unit, wins + losses, person)
        ):
            continue
        _keep(piece, clause, unit, person)


def _under(clause: Clause, record: Unit) -> Entity | None:
    """Under X the club finished 99-63; the club was 78-84 under X."""
    for unit in clause.sentence.units:
        if unit.kind == "person" and unit.place and clause.sentence.units[unit.place - 1].low == "under":
            return unit.value
    return None


def _is_managers(piece: Piece, clause: Clause, unit: Unit, decisions: int, person: Entity) -> bool:
    """A score (7-3) and a pitcher's record (12-9) are none; a short stay in the dugout has its role beside it."""
    if clause.find("manager", "interim", "manage") or clause.find("lead"):
        return decisions > 20 or clause.words_before(unit, 1) != ["won"]
    return decisions > MAX_LOPSIDED


def _keep(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    wins, losses, ties = unit.value
    time = piece.when(clause, unit)
    count = _season_count(clause)
    near = args.clubs_near(piece, clause, unit)
    if not near and clause.club is not None:
        near = [one for one in clause.kinds("club") if one.value is clause.club]
    season = time.year or (near[0].value.season if near else None)
    names = [one.value for one in near]
    whole = any(name.as_organization for name in names)
    stated = args.level_near(clause, names[0] if names else None)
    fields = {
        "role": "interim manager" if clause.find("interim") else "manager",
        "wins": wins,
        "losses": losses,
        "ties": ties,
        "seasons": _seasons(time, season, count),
        "season_count": count,
        "level_stated": stated,
        "level_resolved": _level(piece, names, season, stated),
        "organizations" if whole else "clubs": [piece.show(name, season) for name in names],
    }
    named = [("organizations" if whole else "clubs", name, season) for name in names]
    used = [*near, *time.units]
    piece.add(clause, "record", fields, person, unit, used, named, affirmed=True)


def _seasons(time: object, season: int | None, count: int | None) -> list[int]:
    seasons = list(time.seasons)  # type: ignore[attr-defined]
    first, last = time.first, time.last  # type: ignore[attr-defined]
    if first and last:
        return list(range(first, last + 1))
    return seasons or ([season] if season and not count else [])


def _level(piece: Piece, names: list, season: int | None, stated: str | None) -> str | None:
    if names and not names[0].as_organization:
        return piece.level(names[0], season, stated)
    return piece.level(None, season, stated)


def _season_count(clause: Clause) -> int | None:
    """Over ten seasons, a ten-year record, in parts of 14 seasons."""
    for unit in clause.kinds("number"):
        words = clause.words_after(unit, 2)
        if (
            (words[:1] and words[0] in ("seasons", "years", "year"))
            or words[:2]
            in (
                ["-", "year"],
                ["-", "season"],
                ["major", "league"],
            )
        ) and unit.value <= 60:
            return unit.value
    return None
