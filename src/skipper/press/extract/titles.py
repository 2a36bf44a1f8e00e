"""Titles: the World Series, pennants, divisions, and the championships of minor leagues."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import clubs
from skipper.press.extract.careers import COMPARED, same_club
from skipper.press.extract.clauses import Clause
from skipper.press.extract.honours import (
    MAJORS,
    dated_out,
    is_counted,
    often,
    only_at_times,
    seasons_of,
    there,
    years_told,
)
from skipper.press.extract.inherited import ASIDES
from skipper.press.extract.piece import Piece
from skipper.press.extract.thread import is_flashback
from skipper.press.extract.title_holders import may_be_his, title_holder
from skipper.press.extract.title_occasions import Occasion, title_occasions
from skipper.press.extract.trophies import Trophy, trophies
from skipper.press.extract.units import ClubName, Entity, Unit

_NEVER = 8  # units from `never` to a title of several words: never did win the Governors' Cup


def read(piece: Piece, clause: Clause) -> None:
    """Keep the titles of a clause: each club of a list with the season beside it."""
    _once_more(piece, clause)
    for trophy in list(trophies(piece, clause)):
        unit = trophy.unit
        listed = ([] if trophy.is_entry else _listed_after(clause, unit)) or _counted_out(piece, clause, unit)
        each = dated_out(piece, clause, unit)
        times = often(clause, unit) if unit.has("world_series", "pennant") else None
        if times is not None and not years_told(piece, clause):
            continue  # a count
        if is_counted(clause, unit) and not (listed or each or trophy.told_by_years):
            continue
        occasions = title_occasions(piece, clause, trophy)
        for name, used, seasons in occasions:
            person = title_holder(piece, clause, unit, name, seasons[-1] if seasons else None)
            person = person or (_of_the_list(piece) if trophy.is_entry else None)
            if person is not None:
                _keep(piece, clause, trophy, person, (name, used, seasons if each else listed or seasons))


def _of_the_list(piece: Piece) -> Entity | None:
    """Pennants: 1967 (Boston), 1984 (San Diego): of whom the piece tells a post."""
    told = (piece.subject, piece.names.topic)
    return next((one for one in told if one is not None and any(man.managed for man in one.people)), None)


def _once_more(piece: Piece, clause: Clause) -> None:
    """He won the Series in 2004, whatever you say, and again in 2007: one title more. Remember a league to be won."""
    for league in clause.kinds("league"):
        if "win" in clause.words_before(league, 2):
            piece.prize = league.text
    words = [unit for unit in clause.units if unit.kind != "punct" and unit.low != "and"]
    if [one.low for one in words[:2]] != ["again", "in"] or len(words) != 3 or words[2].kind != "year":
        return
    first, begin = max(0, len(piece.claims) - COMPARED), clause.sentence.units[0].start
    here = [n for n, one in enumerate(piece.recent, first) if one.start >= begin]
    titles = [n for n in here if piece.claims[n].type == "title"]
    if titles:
        last = piece.claims[titles[-1]]
        seasons = [*last.fields.get("seasons", []), words[2].value]
        piece.claims[titles[-1]] = replace(last, fields={**last.fields, "seasons": seasons})


def _keep(piece: Piece, clause: Clause, trophy: Trophy, person: Entity, occasion: Occasion) -> None:
    (name, used, seasons), unit = occasion, trophy.unit
    season = seasons[-1] if seasons else None
    if name is None:
        carried = _own(piece, clause, trophy, person, seasons[0] if seasons else None)
        name = carried if carried is None or season is None or may_be_his(person, carried, season) else None
        name = name if name is None or _can_win(name, trophy.title, season) else None
    name = _of_the_league(trophy.title, name)
    never = next((one for one in clause.units if one.low == "never" and 0 < unit.place - one.place <= _NEVER), None)
    if never is not None:
        if only_at_times(clause, unit):
            return
        own = [one.value for one in clause.kinds("club") if one.place > unit.place]
        elsewhere = there(piece, clause, unit)
        post = piece.careers.post(person)
        theirs = elsewhere if elsewhere is None or post is None or same_club(post, elsewhere) else None
        name, seasons, used = own[0] if own else theirs, [], ()  # at no time
    elif not seasons and (unit.has("division") or name is None or clause.denied(unit)):
        return
    several = len(seasons) > 1 and name is not None and piece.careers.knows(person, name)  # and there before the last
    if name is not None and used and not several and _as_manager(piece, clause, person):
        piece.careers.remember(person, name, season, season if is_flashback(clause) else None)
    if unit.has("division"):
        _keep_postseason(piece, clause, trophy, person, (name, used, seasons))
        return
    title = piece.league_called(trophy.title) if trophy.title else _of_the_club(piece, name, season)
    title = _of_its_own_league(piece, clause, title, name, season)
    if title is None:
        return
    # Took them to the Series in 2014 and won it in 2015: the Series.
    of_series = title == "pennant" and (unit.has("world_series") or unit.text == "Series")
    piece.prize = "World Series" if of_series else title
    fields = {
        "title": title,
        "seasons": seasons,
        "club": piece.show(name, season) if name is not None else None,
    }
    named = [("club", name, season)] if name is not None else []
    inside = [unit, *(one for one in used if one in clause.units)]
    trigger = unit if never is None or clause.denied(unit) else clause.after(never) or unit
    piece.add(clause, "title", fields, person, trigger, inside, named)


def _can_win(name: ClubName, title: str | None, season: int | None) -> bool:
    """No club of the minors that only the words before told wins the World Series, nor one of another time."""
    major = [span for span in name.spans if span.is_major]
    return title != "World Series" or any(season is None or span.covers(season) for span in major)


def _keep_postseason(piece: Piece, clause: Clause, trophy: Trophy, person: Entity, occasion: Occasion) -> None:
    """Won the division: who did played on after the season."""
    name, used, seasons = occasion
    clubs = [name] if name is not None and not name.as_organization else []
    fields = {
        "what": "postseason_seasons",
        "seasons": seasons,
        "clubs": [piece.show(one, seasons[-1]) for one in clubs],
    }
    named = [("clubs", one, seasons[-1]) for one in clubs]
    piece.add(clause, "tally", fields, person, trophy.unit, [one for one in used if one in clause.units], named)


def _of_the_club(piece: Piece, name: ClubName | None, season: int | None) -> str | None:
    """A championship without a league: of a major club the World Series, of a minor one its league's."""
    if name is None or name.as_organization:
        return None
    best = piece.clubs_of(name, season)[0]
    return "World Series" if best.is_major else best.league


def _his_club(piece: Piece, clause: Clause) -> ClubName | None:
    """This fall his club took the League; his first club there won it: the club spoken of, where that was his post."""
    head = [unit.low for unit in clause.units if unit.kind != "punct"][:6]
    told = clause.owner is not None and "his" in head and not {"club", "team"}.isdisjoint(head)
    club = piece.club if told else None
    return club if club is not None and not club.as_organization and not any(s.is_major for s in club.spans) else None


def _with_them(piece: Piece, clause: Clause) -> ClubName | None:
    """Has won four league titles with them: with the club of the sentence before."""
    told = any(one.low == "them" and clause.words_before(one, 1) == ["with"] for one in clause.units)
    club = piece.club if told and piece.club_passage == piece.passage else None
    return club if club is not None and not any(span.is_major for span in club.spans) else None


def _of_its_own_league(
    piece: Piece, clause: Clause, title: str | None, name: ClubName | None, season: int | None
) -> str | None:
    """The pennant of a minor club: its league's, where the words or the lists have that."""
    if title != "pennant" or name is None or name.as_organization or any(span.is_major for span in name.spans):
        return title
    named = next((unit.text for unit in clause.kinds("league") if unit.text not in MAJORS), None)
    return named or piece.clubs_of(name, season)[0].league or title


def _as_manager(piece: Piece, clause: Clause, person: Entity) -> bool:
    """Led a club to it, or won it once he had a post; not as one of its players."""
    member = any(
        unit.low in ("member", "part", "star", "hero", "ring", "rings", "helped", "helping") for unit in clause.units
    )
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
    number = next((one.value for one in reversed(before) if one.kind == "number"), None)
    seasons = seasons_of(piece.when(clause, unit))
    return seasons if number is not None and number > 1 and len(seasons) == number else []


def _of_the_league(title: str | None, name: ClubName | None) -> ClubName | None:
    """The Pacific Coast League pennant at Oakland: a place is that of a club in the league, where it is a minor one."""
    if name is None or title is None or title in MAJORS or title.split()[-1] not in ("League", "Association"):
        return name
    league = title
    inside = tuple(span for span in name.spans if span.league == league)
    if name.form != "place":
        return replace(name, spans=inside) if inside else None if name.form == "nickname" else name
    fit = inside or tuple(span for span in name.spans if not span.is_major) or (clubs.unlisted(name.words, league),)
    return replace(name, spans=fit)


def _own(piece: Piece, clause: Clause, trophy: Trophy, person: Entity, season: int | None) -> ClubName | None:
    """A member of the 1986 World Champions; he won the pennant: the club spoken of, or his own."""
    told = next((part for part in clause.earlier() if part.opener not in ASIDES), None)
    minor = any(unit.text not in MAJORS for unit in clause.kinds("league"))
    named = told.kinds("club") if told is not None else []
    joined = told is not None and clause.opener in ("and", ",") and told.subject is clause.subject
    if joined and named and (len(named) == 1 or not minor):
        return named[-1].value  # of several clubs of minor leagues the words do not tell which
    if minor:
        return _his_club(piece, clause) or _with_them(piece, clause)
    if any(unit.low == "here" for unit in clause.units) and piece.home is not None:
        return piece.home
    own = piece.careers.post(person, season)
    if trophy.title == "World Series" and "champ" in trophy.unit.low:
        # Of a past that need not be of his post, nor of a club told later.
        later = [one.value for one in clause.kinds("club") if one.place > trophy.unit.place]
        known = [one for one in (piece.club, own) if one is not None and any(span.is_major for span in one.spans)]
        return next((one for one in known if not any(same_club(one, other) for other in later)), None)
    if own is not None:
        return own
    anothers = piece.before is not person and any(one.value is person for one in clause.kinds("person"))
    fresh = piece.club_passage == piece.passage and trophy.title is not None and not anothers
    return piece.club if fresh else None
