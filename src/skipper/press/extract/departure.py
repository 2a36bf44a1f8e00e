"""Departures: resigned, fired, let go, contract not renewed, or left without the manner being said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause, is_a_strangers
from skipper.press.extract.days import day_of_news
from skipper.press.extract.departed import who_left
from skipper.press.extract.employers import all_of_them, employer, says_all, spoken_of
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.leaving import after_days, departs
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

_MANNERS = {"fire": "fired", "let_go": "let_go", "resign": "resigned", "contract_ended": "contract_ended", "part": None}
_MANNERS |= {"retire": "resigned", "lose_post": "fired", "gone": None, "replace": "fired"}
_IN_SEASON = frozenset(["04", "05", "06", "07", "08", "09"])
_FIRST_PERSON = frozenset(["i", "me", "my"])


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep the departures of a clause; `let go, or resigning` is one with two manners."""
    for verb in [verb for verb in clause.find(*_MANNERS) if departs(clause, verb, _in_post(piece, clause, verb))]:
        if id(verb) in piece.consumed or is_a_strangers(clause, verb):
            continue
        if verb.has("replace") and _is_told(piece, clause):
            continue
        manners, others = _manners(clause, verb, sentence)
        piece.consumed |= {id(other) for other in others}
        for person, used in who_left(piece, clause, verb, sentence):
            _keep(piece, clause, verb, manners, person, (*used, *others), sentence)


def _is_told(piece: Piece, clause: Clause) -> bool:
    """He resigned and was replaced by X: how he left is told, and was otherwise."""
    begin = clause.sentence.units[0].start
    here = [claim for claim in piece.recent if claim.type == "departure" and claim.start >= begin]
    return clause.subject is not None and any(claim.fields["person"] == clause.subject.name for claim in here)


def _in_post(piece: Piece, clause: Clause, verb: Unit) -> bool:
    return clause.passive(verb) and clause.subject is not None and piece.careers.last(clause.subject) is not None


def _manners(clause: Clause, verb: Unit, sentence: list[Clause]) -> tuple[list[str], list[Unit]]:
    """The manners joined to this one by `or`, here or in the clauses that follow."""
    said = [_MANNERS[next(kind for kind in _MANNERS if verb.has(kind))]]
    others = [verb]
    place = sentence.index(clause)
    for near in (clause, *sentence[place + 1 : place + 4]):
        for other in near.find(*_MANNERS):
            if other.place > others[-1].place and (_or_between(near, other) or _how(near, verb, other)):
                said.append(_MANNERS[next(kind for kind in _MANNERS if other.has(kind))])
                others.append(other)
    return [manner for manner in said if manner], others


def _how(clause: Clause, verb: Unit, other: Unit) -> bool:
    """Parted ways when his contract was not renewed: the second says how."""
    return verb.has("part") and not other.has("part") and clause.opener in ("when", "because", "after", "as")


def _or_between(clause: Clause, verb: Unit) -> bool:
    return clause.opener == "or" or "or" in clause.words_before(verb, 3)


def _keep(
    piece: Piece,
    clause: Clause,
    verb: Unit,
    manners: list[str],
    person: Entity,
    used: tuple[Unit, ...],
    sentence: list[Clause],
) -> None:
    time = _when(piece, clause, verb, sentence)
    day = day_of_news(clause, verb, piece.report.date)
    if day is not None and not time.units:
        time = NEVER  # what the piece's date tells goes before what it has told of another time
    if time is NEVER and not (clause.kinds("club") or _left_before(piece, person)) and _is_of_himself(clause):
        return  # `I got fired`, which he tells, but not of which post
    listed = all_of_them(clause, verb)
    if listed or (says_all(clause, verb) and not clause.kinds("club")):
        _keep_each(piece, clause, verb, manners, person, listed)
        return
    name, units = employer(piece, clause, verb, person, sentence)
    name = name or (spoken_of(piece, person) if manners else None)
    name = name or (club_of_the_news(piece) if clause.find("coach") else None)
    if name is None and not manners:
        return
    season = time.year
    whole = name is not None and (
        name.as_organization or piece.is_farm(name, person) or _was_on_its_farm(piece, name, person)
    )
    fields, named = posts.place_fields(piece, clause, name, season, whole)
    days = after_days(sentence, clause, verb)
    fields |= {"manner": list(dict.fromkeys(manners)), "after_days": days[0] if days else None, **_time(time)}
    if "date_of_act" not in fields and day is not None:
        fields["date_of_act"] = day[0].isoformat()
        used = (*used, day[1])
    inside = [unit for unit in (*time.units, *(days[1] if days else ())) if unit in clause.units]
    if name is not None:
        _take_leave(piece, person, name, season, whole=whole, left=not clause.denied(verb))
    announced = any(unit.low in ("announced", "announces") for unit in clause.sentence.units[: verb.place])
    if announced and clause.sayers == (person.name,) and verb.has("resign", "retire"):
        clause.sayers = ()  # who announces his own leaving is no witness but the act itself
    affirmed, disputed = verb.has("part", "contract_ended"), len(set(manners)) > 1
    said = (*used, *units, *inside)
    piece.add(clause, "departure", fields, person, verb, said, named, affirmed=affirmed, text_disputes=disputed)


def _is_of_himself(clause: Clause) -> bool:
    return any(unit.low in _FIRST_PERSON for unit in clause.units)


def _left_before(piece: Piece, person: Entity) -> bool:
    """Whether the piece has just told that he left a post: that is the one of which he speaks."""
    return any(one.type == "departure" and one.fields["person"] == person.name for one in piece.recent)


def _take_leave(piece: Piece, person: Entity, name: ClubName, season: int | None, *, whole: bool, left: bool) -> None:
    """The piece remembers whose post is open since, and, unless it is denied, that he has left it."""
    if whole:
        piece.careers.remember(person, replace(name, as_organization=True))
        if season is not None and left:
            piece.careers.leave(person, name, season)
        return
    piece.open_post(name, person, season)
    if left:
        today = piece.report.date.year if piece.report.date else None
        told = [year for year in (piece.story_year, today) if year is not None]
        piece.careers.leave(person, name, season or min(told, default=None))


def _keep_each(
    piece: Piece, clause: Clause, verb: Unit, manners: list[str], person: Entity, listed: list[Unit]
) -> None:
    """Was fired by all three: of each a departure, at no time that is told."""
    for unit in listed:
        fields, named = posts.place_fields(piece, clause, unit.value, None)
        piece.add(clause, "departure", fields | {"manner": list(manners)}, person, verb, (unit,), named)
        piece.careers.leave(person, unit.value, None)


def _was_on_its_farm(piece: Piece, name: ClubName, person: Entity) -> bool:
    """The Phillies fired him, who was managing Scranton for them: the organization did."""
    own = [one for one in piece.recent if one.type in ("stint", "appointment") and one.fields["person"] == person.name]
    farm = bool(own) and own[-1].fields.get("organization") == piece.show(name) and "club" in own[-1].fields
    return farm and not piece.led(person, name)


def _when(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> When:
    """The clause's own time, else that of the clause it hangs on (when Bauer was fired) or that hangs on it."""
    time = piece.when(clause, verb)
    yet_to_come = (
        time.year is not None and verb.has("part", "contract_ended") and verb.low.startswith(("will ", "won't"))
    )
    today = piece.report.date
    yet_to_come = yet_to_come or (today is not None and time.year is not None and time.year > today.year)
    time = NEVER if _of_something_else(clause, time) or yet_to_come else time
    place = sentence.index(clause)
    if clause.opener == "and" and not set(time.units) & set(clause.units) and len(time.seasons) == 1:
        told = any(one.kinds("record") for one in sentence[:place])
        time = replace(time, whole=time.whole or told)  # in 1948 he was 94-60 and was fired for it
    if time is NEVER and clause.opener == "when" and place:
        before = sentence[place - 1]
        time = _end_of(piece.when(before, before.units[-1] if before.find("manage") else before.units[0]))
    if time is NEVER and place and clause.opener == "and" and sentence[place - 1].subject is clause.subject:
        before = sentence[place - 1]
        shared = piece.when(before, before.units[0])
        time = shared if len(shared.seasons) == 1 and (before.find("manage") or before.kinds("record")) else NEVER
        time = replace(time, whole=True) if time is not NEVER else NEVER
    if time is NEVER and clause.opener == "after" and place:
        time = _of_who_came(piece, sentence[place - 1])
    if time is NEVER and piece.story_year is not None and _before_its_end(clause):
        return When((), (piece.story_year,), whole=True)
    if time is NEVER and place + 1 < len(sentence) and sentence[place + 1].opener in ("when", "after", "one"):
        after = sentence[place + 1]
        time = piece.when(after, after.units[0])
        time = NEVER if time.first is not None else time  # after their worst season since 1965
    if time is NEVER and _after_a_season(clause, verb):
        earlier = [one for one in sentence if one.start < clause.start and piece.when(one, one.units[0]).year]
        year = piece.when(earlier[-1], earlier[-1].units[0]).year if earlier else None
        return When((), (year,), whole=True) if year is not None else NEVER
    return _end_of(time) if clause.opener == "when" else time


def _of_who_came(piece: Piece, clause: Clause) -> When:
    """Ran the Padres in June 2015 after X was fired: in that month; of a year or a day he may have left before it."""
    came = clause.find("manage", "take_over", "assume", "hire", "hand", "replace", "had_club")
    time = piece.when(clause, came[0]) if came else NEVER
    month = time.act.words[5:] if time.act is not None else ""
    return time if month in _IN_SEASON else NEVER


def _after_a_season(clause: Clause, verb: Unit) -> bool:
    """Was fired after a 90-win season: that of the year of which the sentence tells."""
    words = clause.words_after(verb, 9)
    return words[:1] == ["after"] and bool({"season", "campaign"} & set(words))


def _end_of(time: When) -> When:
    """He had them until June of 1956, when he resigned: in June 1956."""
    last = time.units[-1] if time.units else None
    if time.last is None or last is None:
        return time
    if last.kind == "date":
        return When((last,), act=last.value)
    return When((last,), (time.last,))


def _of_something_else(clause: Clause, time: When) -> bool:
    """31-56 this season, a rumor since August: the time of a record, or since which something has been."""
    before = clause.before(time.units[0]) if time.units and time.units[0] in clause.units else None
    if time.for_season or any(unit.low.startswith("next") for unit in time.units):
        return True  # will not be back next season, for the 2014 season
    near = clause.words_before(time.units[0], 4) if before is not None else []
    near += time.units[0].low.split() if time.units else []
    if {"day", "days", "hours", "week", "weeks"} & set(near) and {"after", "before"} & set(near):
        return True  # a day after the season
    then = clause.after(time.units[-1]) if before is not None else None
    of_him = then is not None and then.kind in ("person", "pronoun")  # at 35-37 that July he resigned
    return before is not None and ((before.kind == "record" and not of_him) or before.low == "since")


def _before_its_end(clause: Clause) -> bool:
    """With six games to play: within a season, the one told of."""
    words = [unit.low for unit in clause.units]
    return any(
        word == "games" and {"left", "remaining", "play", "go"} & set(words[place + 1 : place + 3])
        for place, word in enumerate(words)
    )


def _time(time: When) -> dict[str, Any]:
    if time.act is not None and not time.act.words.startswith("next"):
        return {"date_of_act": time.act.words}
    if time.whole and time.seasons:
        return {"seasons": list(time.seasons)}
    return {"date_of_act": str(time.seasons[0])} if len(time.seasons) == 1 else {}
