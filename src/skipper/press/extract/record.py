"""Won-lost records of managers."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit
from skipper.press.vocabulary import key as name_key

_BEFORE_HIS_TIME = frozenset(["after", "before", "when", "since", "while", "until"])
_PITCHING = frozenset(
    ["era", "strikeouts", "innings", "pitched", "pitching", "shutouts", "saves", "right-hander", "left-hander", "mound"]
)
MOST_OF_A_SEASON = 166  # decisions: 162 games and ties replayed
MAX_LOPSIDED = 40  # a score or a pitcher's record: neither side has more decisions than this


def read(piece: Piece, clause: Clause) -> None:
    """Keep the records of a clause."""
    for unit in clause.kinds("record"):
        wins, losses, _ties = unit.value
        person = clause.subject or clause.owner or _under(piece, clause) or _in_charge(piece, clause, unit)
        person = person or _their_manager(piece, clause)
        if person is None or not (clause.find("have_record") or _counted_as(clause, unit)):
            continue
        if _is_managers(piece, clause, unit, wins + losses, person):
            _keep(piece, clause, unit, person)


def _counted_as(clause: Clause, unit: Unit) -> bool:
    """A 94-60 season, a 73-89 finish."""
    return clause.words_after(unit, 1)[:1] in (["season"], ["finish"], ["campaign"], ["showing"], ["summer"])


def _under(piece: Piece, clause: Clause) -> Entity | None:
    """Under X the club finished 99-63; the club was 78-84 under X, under him, during his tenure."""
    units = clause.sentence.units
    for unit in units[1:]:
        before = units[unit.place - 1]
        if before.low == "under" and unit.kind in ("person", "pronoun"):
            return unit.value if unit.kind == "person" else piece.subject or piece.names.topic
        if unit.has("tenure") and before.kind == "pronoun":
            return piece.subject or piece.names.topic
    return None


def _their_manager(piece: Piece, clause: Clause) -> Entity | None:
    """Dismissed X after a season in which they finished 69-93: they are the club just named, X's own."""
    own = piece.post.get(piece.subject.name) if piece.subject is not None else None
    if own is None or piece.club is None or not any(unit.low == "they" for unit in clause.units):
        return None
    return piece.subject if {span.id for span in own.spans} & {span.id for span in piece.club.spans} else None


def _in_charge(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The club's record alone is that of whom an earlier sentence put in charge, in a season from then on."""
    time = piece.when(clause, unit)
    if clause.club is None or time.year is None or clause.opener in _BEFORE_HIS_TIME:
        return None
    ids = {span.id for span in clause.club.spans}
    for name, post in reversed(piece.post.items()):
        begun, left = piece.since.get(name), piece.left.get(name)
        his = (begun is not None and begun <= time.year <= (left or time.year)) or left == time.year
        if his and ids & {span.id for span in post.spans}:
            return piece.names.entities.get(name_key(name))
    return None


def _is_managers(piece: Piece, clause: Clause, unit: Unit, decisions: int, person: Entity) -> bool:
    """A score (7-3) and a pitcher's record (12-9) are none; a short stay in the dugout has its role beside it."""
    if clause.find("manager", "interim", "manage") or clause.find("lead"):
        return decisions > 20 or clause.words_before(unit, 1) != ["won"]
    words = {one.low for one in clause.sentence.units}
    return decisions > MAX_LOPSIDED and not (words & _PITCHING)


def _keep(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> None:
    wins, losses, ties = unit.value
    time = piece.when(clause, unit)
    count = _season_count(clause)
    near = args.clubs_near(piece, clause, unit)
    if not near and clause.club is not None:
        near = [one for one in clause.kinds("club") if one.value is clause.club]
    theirs = clause.club if not near else None
    if theirs is None and not near and _speaks_of_it(clause):
        theirs = piece.post.get(person.name, piece.club)
    if theirs is None and not near and clause.opener == "where" and clause.previous is not None:
        theirs = next((one.value for one in clause.previous.kinds("club") if not one.value.as_organization), None)
    one_season = (time.year or _counted_as(clause, unit)) and wins + losses <= MOST_OF_A_SEASON and not count
    if theirs is None and not near and one_season and not args.level_near(clause, None):
        theirs = piece.post.get(person.name)
    season = time.year or (near[0].value.season if near else None)
    names = [one.value for one in near] or ([theirs] if theirs is not None else [])
    whole = any(name.as_organization for name in names)
    stated = args.level_near(clause, names[0] if names else None)
    interim = any(not one.low.endswith("basis") for one in clause.find("interim"))
    fields = {
        "role": "interim manager" if interim else "manager",
        "wins": wins,
        "losses": losses,
        "ties": ties,
        "seasons": _seasons(time, season, count, wins + losses),
        "season_count": count,
        "level_stated": stated,
        "level_resolved": _level(piece, names, season, stated),
        "organizations" if whole else "clubs": [piece.show(name, season) for name in names],
    }
    named = [("organizations" if whole else "clubs", name, season) for name in names]
    used = [*near, *time.units]
    piece.add(clause, "record", fields, person, unit, used, named, affirmed=True)
    if len(near) == 1:
        args.remember(piece, person, names[0], season)


def _speaks_of_it(clause: Clause) -> bool:
    return any(unit.low in ("the club", "the team", "they") for unit in clause.units)


def _seasons(time: object, season: int | None, count: int | None, decisions: int) -> list[int]:
    """The seasons of a record; one season has not so many games, and what is said of it then is something else."""
    seasons = list(time.seasons)  # type: ignore[attr-defined]
    if decisions > MOST_OF_A_SEASON and len(seasons or [season]) < 2 and not time.first:  # type: ignore[attr-defined]
        return []
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
