"""Titles: the World Series, pennants, divisions, and the championships of minor leagues."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import arguments as args
from skipper.press.extract import clubs
from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import MAJORS, club_there, is_counted, seasons_of
from skipper.press.extract.occasions import paired
from skipper.press.extract.piece import Piece
from skipper.press.extract.story import hangs_on_a_time
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, whens


def read(piece: Piece, clause: Clause) -> None:
    """Keep the titles of a clause: each club of a list with the season beside it."""
    for unit in clause.find("world_series", "pennant", "championship", "division"):
        title = _title(clause, unit)
        listed = _listed_after(clause, unit)
        if (
            title is None
            or not _won(clause, unit)
            or (is_counted(clause, unit) and not listed and not _counted_out(piece, clause, unit))
        ):
            continue
        for person in _holders(piece, clause, unit):
            for name, used, seasons in _occasions(piece, clause, unit):
                seasons = listed or _counted_out(piece, clause, unit) or seasons
                if not seasons and (
                    unit.has("division")
                    or name is None
                    or clause.denied(unit)
                    or "never" in clause.words_before(unit, 4)
                ):
                    continue
                season = seasons[-1] if seasons else None
                if name is not None and used and _as_manager(piece, clause, person):
                    piece.careers.remember(person, name, season)
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
    post = piece.careers.post(person)
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


def _counted_out(piece: Piece, clause: Clause, unit: Unit) -> list[int]:
    """Four pennants in a row from 1921 to 1924, two World Series, in 1992 and 1993: as many seasons as titles."""
    before = clause.units[max(0, unit.place - clause.first - 4) : unit.place - clause.first]
    number = next((one.value for one in before if one.kind == "number"), None)
    seasons = seasons_of(piece.when(clause, unit))
    return seasons if number is not None and number > 1 and len(seasons) == number else []


def _title(clause: Clause, unit: Unit) -> str | None:
    if unit.has("world_series"):
        return "World Series"
    if unit.has("division"):
        return _division(unit)
    leagues = clause.kinds("league")
    beside = clause.before(unit)
    if beside is not None and beside.has("division"):
        return None  # of the division, which is a unit of its own
    if unit.has("pennant") and not (beside is not None and beside in leagues and beside.text not in MAJORS):
        return "pennant"
    if leagues:
        return "pennant" if leagues[0].text in MAJORS else leagues[0].text
    return None


def _division(unit: Unit) -> str:
    """A division's name as the text writes it; without one `division`."""
    return "division" if unit.low.startswith(("division", "the division")) else unit.text


def _won(clause: Clause, unit: Unit) -> bool:
    """Won it, led a club to it, or was of the champions; not `without winning`, not `a World Series game`."""
    if "without" in {one.low for one in clause.units} or _only_reached(clause, unit):
        return False
    member = any(one.low in ("member", "part", "star", "hero") for one in clause.units)
    champions = "champion" in unit.low or unit.low.startswith("world champ")
    won = any(
        one.place < unit.place
        and (one.has("lead") or one.low in _WON or (one.has("manage") and "to" in clause.words_after(one, 6)))
        for one in clause.find("win", "lead", "be", "manage", "accept")
    )
    return won or member or champions


def _only_reached(clause: Clause, unit: Unit) -> bool:
    """Took them to the World Series, won a World Series game, the National League Championship Series."""
    if clause.words_after(unit, 1)[:1] in [[word] for word in _NO_TITLE]:
        return True
    if clause.words_before(unit, 1) in (["college"], ["little"], ["junior"]):
        return True
    plain = unit.low in ("world series", "fall classic", "championship")
    before = [one.low for one in clause.units if one.place < unit.place and one.kind != "year"][-2:]
    return plain and before in (
        ["to", "the"],
        ["to", "a"],
        ["in", "the"],
        ["reached", "the"],
    )


_NO_TITLE = frozenset(
    ["game", "games", "hopes", "ring", "rings", "series", "appearance", "appearances", "berth", "loss"]
)
_WON = frozenset(
    [
        "won",
        "got",
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


def _holders(piece: Piece, clause: Clause, unit: Unit) -> list[Entity]:
    under = [
        unit.value
        for unit in clause.sentence.units
        if unit.kind == "person" and unit.place and clause.sentence.units[unit.place - 1].low == "under"
    ]
    whom = clause.subject or clause.owner or (under[0] if under else None)
    year = piece.when(clause, unit).year
    if whom is None and clause.club is not None and year is not None:
        whom = piece.careers.in_charge(clause.club, year)
    return [whom] if whom is not None else []


def _occasions(piece: Piece, clause: Clause, unit: Unit) -> list[tuple[ClubName | None, tuple[Unit, ...], list[int]]]:
    """Club, units, seasons of each occasion: one for a list of seasons, one for each club with its own season."""
    clubs = [one for one in clause.kinds("club") if not one.value.as_organization]
    times = [time for time in whens(clause, piece.report.date, piece.season) if seasons_of(time)]
    owned = [one for one in clubs if one.value.season is not None]
    if len(owned) > 1:
        return [(one.value, (one,), [one.value.season]) for one in owned]
    if len(clubs) > 1 and len(clubs) == len(times):
        return [(club.value, (club, *time.units), seasons_of(time)) for club, time in paired(clubs, times)]
    shared = hangs_on_a_time(clause) or clause.opener in ("and", ",", "resume")
    time = piece.when(clause, unit) if times or shared else NEVER
    near = args.clubs_near(piece, clause, unit)[:1]
    there = club_there(clause) if not near or clause.opener == "where" else []
    near = [] if there else near
    name = near[0].value if near else there[0].value if there else clause.club or _anaphor(piece, clause, unit)
    name = _of_the_league(clause, name)
    own = near[0].value if near else clause.club
    seasons = seasons_of(time) or ([own.season] if own is not None and own.season else [])
    return [(name, (*near, *time.units), seasons)]


def _of_the_league(clause: Clause, name: ClubName | None) -> ClubName | None:
    """The Pacific Coast League pennant at Oakland: a place is that of a club in the league, where it is a minor one."""
    league = next((one.text for one in clause.kinds("league") if one.text not in MAJORS), None)
    if name is None or league is None or name.form != "place":
        return name
    inside = tuple(span for span in name.spans if span.league == league)
    fit = inside or tuple(span for span in name.spans if not span.is_major) or (clubs.unlisted(name.words, league),)
    return replace(name, spans=fit)


def _anaphor(piece: Piece, clause: Clause, unit: Unit) -> ClubName | None:
    """A member of the 1986 World Champions; he won the pennant: the club spoken of, or his own."""
    if any(unit.text not in MAJORS for unit in clause.kinds("league")):
        return None
    before = clause.previous.kinds("club") if clause.previous is not None and clause.opener in ("and", ",") else []
    if before and clause.previous is not None and clause.previous.subject is clause.subject:
        return before[-1].value
    own = piece.careers.post(clause.subject, piece.when(clause, unit).year) if clause.subject is not None else None
    return own if own is not None and not unit.low.startswith("world champ") else piece.club
