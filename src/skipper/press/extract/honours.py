"""Awards and titles."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_MAJORS = ("National League", "American League")
_AWARDS = {"mvp": "MVP", "most valuable player": "MVP"}


def read_awards(piece: Piece, clause: Clause) -> None:
    """Keep the awards of a clause."""
    for unit in clause.find("manager_of_the_year", "other_award"):
        person = _winner(piece, clause, unit)
        if (
            person is None
            or _counted(clause, unit)
            or not (clause.find("win", "hire", "induct", "be", "have", "hand") or _apposed(clause, unit))
        ):
            continue
        time = piece.when(clause, unit)
        near = [one for one in args.clubs_near(piece, clause, unit) if not one.value.as_organization][:1]
        near = near or list(_where(clause))[:1]
        season = time.year
        award = (
            "Manager of the Year"
            if unit.has("manager_of_the_year")
            else _AWARDS.get(unit.low, unit.low.title().replace(" Of ", " of ").replace(" The ", " the "))
        )
        fields = {
            "award": award,
            "seasons": _seasons(time),
            "club": piece.show(near[0].value, season) if near else None,
        }
        named = [("club", near[0].value, season)] if near else []
        inside = [one for one in near if one in clause.units]
        piece.add(clause, "award", fields, person, unit, (*inside, *time.units), named)


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
    return clause.subject or clause.owner


def _counted(clause: Clause, unit: Unit) -> bool:
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


def _where(clause: Clause) -> list[Unit]:
    """Buffalo, then Las Vegas where he won; Lancaster, for whom he won: the club before the relative clause."""
    if clause.opener not in ("where", "whom", "which"):
        return []
    before = [unit for unit in clause.sentence.units[: clause.start] if unit.kind == "club"]
    return before[-1:]


def _seasons(time: When) -> list[int]:
    if time.first and time.last:
        return list(range(time.first, time.last + 1))
    return list(time.seasons) or ([time.act.season] if time.act and time.act.season else [])


def read_titles(piece: Piece, clause: Clause) -> None:
    """Keep the titles of a clause: each club of a list with the season beside it."""
    for unit in clause.find("world_series", "pennant", "championship"):
        title = _title(clause, unit)
        listed = _listed_after(clause, unit)
        if title is None or not _won(clause, unit) or (_counted(clause, unit) and not listed):
            continue
        for person in _holders(piece, clause):
            for name, used, seasons in _occasions(piece, clause, unit):
                seasons = listed or seasons
                if not seasons and (name is None or clause.denied(unit) or "never" in clause.words_before(unit, 4)):
                    continue
                season = seasons[-1] if seasons else None
                if name is not None and used and _as_manager(piece, clause, person):
                    args.remember(piece, person, name, season)
                fields = {
                    "title": title,
                    "seasons": seasons,
                    "club": piece.show(name, season) if name is not None else None,
                }
                named = [("club", name, season)] if name is not None else []
                piece.add(clause, "title", fields, person, unit, [one for one in used if one in clause.units], named)


def _as_manager(piece: Piece, clause: Clause, person: Entity) -> bool:
    """Led a club to it, or won it once he had a post; not as one of its players."""
    member = any(unit.low in ("member", "part", "star", "hero") for unit in clause.units)
    post = piece.post.get(person.name)
    own = post is not None and not post.as_organization and any(span.is_major for span in post.spans)
    return not member and (bool(clause.find("lead")) or own)


def _listed_after(clause: Clause, unit: Unit) -> list[int]:
    """Five World Series — 1910, 1911 and 1913: the seasons after the dash."""
    units = clause.sentence.units
    if unit.place + 1 >= len(units) or units[unit.place + 1].text not in ("—", ":", "-", "("):
        return []
    seasons: list[int] = []
    for one in units[unit.place + 2 :]:
        if one.kind == "year":
            seasons.append(one.value)
        elif one.text not in (",", "and"):
            break
    return seasons


def _title(clause: Clause, unit: Unit) -> str | None:
    if unit.has("world_series"):
        return "World Series"
    leagues = clause.kinds("league")
    beside = clause.before(unit)
    if unit.has("pennant") and not (beside is not None and beside in leagues and beside.text not in _MAJORS):
        return "pennant"
    if leagues:
        return "pennant" if leagues[0].text in _MAJORS else leagues[0].text
    return None


def _won(clause: Clause, unit: Unit) -> bool:
    """Won it, led a club to it, or was of the champions; not `without winning`, not `a World Series game`."""
    if "without" in {one.low for one in clause.units} or clause.words_after(unit, 1)[:1] in (
        ["game"],
        ["games"],
        ["hopes"],
        ["ring"],
    ):
        return False
    member = any(one.low in ("member", "part", "star", "hero") for one in clause.units)
    champions = "champion" in unit.low or unit.low.startswith("world champ")
    won = any(
        one.place < unit.place
        and (one.has("lead") or one.low in _WON or (one.has("manage") and "to" in clause.words_after(one, 6)))
        for one in clause.find("win", "lead", "be", "manage")
    )
    return won or member or champions


_WON = frozenset(
    [
        "won",
        "wins",
        "win",
        "winning",
        "captured",
        "captures",
        "earned",
        "claimed",
        "clinched",
        "took",
        "brought",
        "led",
        "guided",
        "steered",
        "lead",
    ]
)


def _holders(piece: Piece, clause: Clause) -> list[Entity]:
    under = [
        unit.value
        for unit in clause.sentence.units
        if unit.kind == "person" and unit.place and clause.sentence.units[unit.place - 1].low == "under"
    ]
    whom = clause.subject or clause.owner or (under[0] if under else None)
    return [whom] if whom is not None else []


def _occasions(piece: Piece, clause: Clause, unit: Unit) -> list[tuple[object, tuple[Unit, ...], list[int]]]:
    """Club, units, seasons of each occasion: one for a list of seasons, one for each club with its own season."""
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization]
    times = [time for time in whens(clause, piece.report.date, piece.season) if _seasons(time)]
    owned = [one for one in clubs if one.value.season is not None]
    if len(owned) > 1:
        return [(one.value, (one,), [one.value.season]) for one in owned]
    if len(clubs) > 1 and len(clubs) == len(times):
        return [(club.value, (club, *time.units), _seasons(time)) for club, time in zip(clubs, times, strict=True)]
    time = piece.when(clause, unit) if times else NEVER
    near = args.clubs_near(piece, clause, unit)[:1]
    name = near[0].value if near else clause.club or _anaphor(piece, clause, unit)
    own = near[0].value if near else clause.club
    seasons = _seasons(time) or ([own.season] if own is not None and own.season else [])
    return [(name, (*near, *time.units), seasons)]


def _anaphor(piece: Piece, clause: Clause, unit: Unit) -> object:
    """A member of the 1986 World Champions; he won the pennant: the club spoken of, or his own."""
    if any(unit.text not in _MAJORS for unit in clause.kinds("league")):
        return None
    before = clause.previous.kinds("club") if clause.previous is not None and clause.opener in ("and", ",") else []
    if before and clause.previous.subject is clause.subject:  # type: ignore[union-attr]
        return before[-1].value
    if clause.subject is not None and clause.subject.name in piece.post and not unit.low.startswith("world champ"):
        return piece.post[clause.subject.name]
    return piece.club
