"""Departures: resigned, fired, let go, contract not renewed, or left without the manner being said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
from skipper.press.extract.clauses import Clause
from skipper.press.extract.leaving import after_days, departs
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

_MANNERS = {"fire": "fired", "let_go": "let_go", "resign": "resigned", "contract_ended": "contract_ended", "part": None}
_MANNERS |= {"retire": "resigned"}
_FIRST_PERSON = frozenset(["i", "me", "my"])
_JOB = ("employment", "tenure", "duties", "resigning")


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep the departures of a clause; `let go, or resigning` is one with two manners."""
    for verb in [verb for verb in clause.find(*_MANNERS) if departs(clause, verb)]:
        if id(verb) in piece.consumed:
            continue
        manners, others = _manners(clause, verb, sentence)
        piece.consumed |= {id(other) for other in others}
        for person, used in _who(piece, clause, verb, sentence):
            _keep(piece, clause, verb, manners, person, (*used, *others), sentence)


def _retires_from_a_post(piece: Piece, clause: Clause, verb: Unit, whom: Entity | None, sentence: list[Clause]) -> bool:
    """Whether the piece has told his post, or tells of another's end beside his; and when he retired."""
    if whom is None or piece.when(clause, verb) is NEVER:
        return False
    beside = any(one.find("fire", "let_go", "resign") for one in sentence if one is not clause)
    return piece.careers.post(whom) is not None or beside or bool(clause.find("manager"))


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


def _who(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> list[tuple[Entity, tuple[Unit, ...]]]:
    if verb.has("resign", "part", "retire") and not verb.has("fire"):
        whom = clause.subject or clause.owner or _later(sentence, clause)
        if verb.has("retire") and not _retires_from_a_post(piece, clause, verb, whom, sentence):
            return []
        return [(whom, ())] if whom else []
    if verb.has("contract_ended"):
        whom = clause.owner or clause.subject or piece.subject
        return [(whom, ())] if whom else []
    joined = _joined_by_titles(clause, verb)
    if len(joined) > 1:
        return [(unit.value, (unit,)) for unit in joined]
    both = clause.after(verb)
    if both is not None and both.low == "both":
        people = [unit for unit in clause.units[both.place - clause.first :] if unit.kind == "person"][:2]
        return [(unit.value, (unit,)) for unit in people]
    found = args.patient(piece, clause, verb) or _of_his_job(piece, clause, verb) or _their_manager(piece, clause, verb)
    if found is None and (clause.passive(verb) or verb.low == "let go") and clause.club is None:
        later = clause.subject or _later(sentence, clause)
        return [(later, ())] if later else []
    return [found] if found else []


def _joined_by_titles(clause: Clause, verb: Unit) -> list[Unit]:
    """Firing manager X and general manager Y: both."""
    people: list[Unit] = []
    for unit in clause.units[verb.place - clause.first + 1 :]:
        if unit.kind == "person":
            people.append(unit)
        elif not (unit.low in ("and", "the", "both") or unit.has("manager", "executive", "coach", "interim")):
            break
    return people


def _later(sentence: list[Clause], clause: Clause) -> Entity | None:
    """After being let go by the Mets, X …: the subject of the clause that follows."""
    following = sentence[sentence.index(clause) + 1 :]
    return next((other.subject for other in following if other.subject is not None), None)


def _their_manager(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, tuple[Unit, ...]] | None:
    """The club fired its manager, without his name: of whom the piece speaks."""
    after = clause.units[verb.place - clause.first + 1 :][:2]
    told = len(after) == 2 and after[0].low in ("their", "its") and after[1].has("manager")
    whom = piece.subject or piece.names.topic
    return (whom, ()) if told and whom is not None else None


def _of_his_job(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, tuple[Unit, ...]] | None:
    """Short-circuiting his employment, dismissed from the post."""
    if not any(word in _JOB for word in clause.words_after(verb, 4)):
        return None
    whom = clause.owner or piece.subject
    return (whom, ()) if whom is not None else None


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
    if time is NEVER and not clause.kinds("club") and any(unit.low in _FIRST_PERSON for unit in clause.units):
        return  # `I got fired`, which he tells, but not of which post
    name, units = _employer(piece, clause, verb, person, sentence)
    if name is None and manners:
        name = _spoken_of(piece, person)
    if name is None and not manners:
        return
    season = time.year
    whole = name is not None and (name.as_organization or piece.is_farm(name, person))
    fields, named = posts.place_fields(piece, clause, name, season, whole)
    days = after_days(sentence, clause, verb)
    fields |= {"manner": list(dict.fromkeys(manners)), "after_days": days[0] if days else None, **_time(time)}
    inside = [unit for unit in (*time.units, *(days[1] if days else ())) if unit in clause.units]
    affirmed = verb.has("part", "contract_ended")
    if whole:
        piece.careers.remember(person, replace(name, as_organization=True))
    if name is not None and not whole:
        piece.vacancies.append((name, person))
        if not clause.denied(verb):
            piece.careers.leave(person, name, season or (piece.report.date.year if piece.report.date else None))
    said = (*used, *units, *inside)
    disputed = len(set(manners)) > 1
    piece.add(clause, "departure", fields, person, verb, said, named, affirmed=affirmed, text_disputes=disputed)


def _employer(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, sentence: list[Clause]
) -> tuple[ClubName | None, tuple[Unit, ...]]:
    found = args.titled_club(clause, person) or args.one_club(piece, clause, verb, person)
    if found is not None:
        return found
    own = piece.careers.post(person, piece.when(clause, verb).year)
    if clause.opener == "where" and clause.previous is not None and clause.previous.kinds("club"):
        return clause.previous.kinds("club")[-1].value, ()
    hangs_on = _back(clause) if clause.opener == "when" else []
    for other in (*hangs_on, *sentence):
        if other.start > clause.start and other.opener == "," and clause.opener != "after":
            continue  # dismissed at one, X will manage another
        near = [unit.value for unit in other.kinds("club") if args.is_a_post(other, unit)]
        if near and (own is None or other.opener in ("which", "where", "when")):
            return near[0], ()
    if own is not None:
        return own, ()
    return (piece.club, ()) if piece.club is not None and person is piece.names.topic else (None, ())


def _back(clause: Clause) -> list[Clause]:
    """The clauses before this one in its sentence, the nearest first."""
    return [] if clause.previous is None else [clause.previous, *_back(clause.previous)]


def _spoken_of(piece: Piece, person: Entity) -> ClubName | None:
    """The major club of which this paragraph or the one before speaks."""
    fresh = person is piece.names.topic or piece.passage - piece.club_passage <= 1
    major = piece.club is not None and any(span.is_major for span in piece.club.spans)
    return piece.club if fresh and major else None


def _when(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> When:
    """The clause's own time, else that of the clause it hangs on (when Bauer was fired) or that hangs on it."""
    time = piece.when(clause, verb)
    time = NEVER if _of_something_else(clause, time) else time
    place = sentence.index(clause)
    if time is NEVER and clause.opener == "when" and place:
        before = sentence[place - 1]
        time = piece.when(before, before.units[0])
    if time is NEVER and place and clause.opener == "and" and sentence[place - 1].subject is clause.subject:
        before = sentence[place - 1]
        shared = piece.when(before, before.units[0])
        time = shared if len(shared.seasons) == 1 and (before.find("manage") or before.kinds("record")) else NEVER
        time = replace(time, whole=True) if time is not NEVER else NEVER
    if time is NEVER and piece.story_year is not None and _before_its_end(clause):
        return When((), (piece.story_year,), whole=True)
    if time is NEVER and place + 1 < len(sentence) and sentence[place + 1].opener in ("when", "after", "one"):
        after = sentence[place + 1]
        time = piece.when(after, after.units[0])
    return time


def _of_something_else(clause: Clause, time: When) -> bool:
    """31-56 this season, a rumor since August: the time of a record, or since which something has been."""
    before = clause.before(time.units[0]) if time.units and time.units[0] in clause.units else None
    if any(unit.low.startswith("next") for unit in time.units):
        return True  # will not be back next season
    return before is not None and (before.kind == "record" or before.low == "since")


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
