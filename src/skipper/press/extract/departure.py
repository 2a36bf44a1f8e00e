"""Departures: resigned, fired, let go, contract not renewed, or left without the manner being said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

_MANNERS = {"fire": "fired", "let_go": "let_go", "resign": "resigned", "contract_ended": "contract_ended", "part": None}
_MANNERS |= {"retire": "resigned"}
_DAYS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "month": 30, "months": 30}
# Words for numbers of days that are no figures: (least, most).
_VAGUE = {"few": (2, 6), "couple": (2, 3), "several": (3, 13)}
_CAME = frozenset(["hiring", "appointment", "introduction", "announcement", "arrival", "that", "it"])
_NO_POST = frozenset(["removed", "removing", "dumped", "cut loose", "terminated", "relieved"])
_POST_WORDS = frozenset(["duties", "job", "post", "position", "command", "helm", "dugout", "role", "contract"])
_JOB = ("employment", "tenure", "duties", "resigning")


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep the departures of a clause; `let go, or resigning` is one with two manners."""
    for verb in [verb for verb in clause.find(*_MANNERS) if _departs(clause, verb)]:
        if id(verb) in piece.consumed:
            continue
        manners, others = _manners(clause, verb, sentence)
        piece.consumed |= {id(other) for other in others}
        for person, used in _who(piece, clause, verb, sentence):
            _keep(piece, clause, verb, manners, person, (*used, *others), sentence)


def _departs(clause: Clause, verb: Unit) -> bool:
    """Not `left the bases loaded`, `fired a shutout`, `did not return a call`."""
    if verb.has("part"):
        if verb.low in ("left", "departed", "exited"):
            after = " ".join(clause.words_after(verb, 4))
            return (
                _left_a_club(clause, verb)
                or bool(clause.find("organization_word", "same_club"))
                or after.startswith(("the organization", "as manager"))
            )
        if verb.low == "breakup":
            return False
        return not (verb.low.endswith("return") and clause.words_after(verb, 1)[:1] == ["a"])
    after = clause.words_after(verb, 2)
    if verb.low in ("let", "lets", "letting"):
        return after[1:] == ["go"]
    if verb.low == "dropped":
        whom = clause.after(verb)
        return whom is not None and whom.kind in ("person", "pronoun") and "to" not in clause.words_after(verb, 3)
    if verb.low in _NO_POST:
        return bool(clause.find("manager", "interim", "coach", "manage")) or bool(
            _POST_WORDS & set(clause.words_after(verb, 7))
        )
    if verb.has("retire"):
        return _retires(clause, verb)
    return after[:1] not in (["up"], ["himself"], ["herself"], ["a"], ["back"], ["off"])


def _left_a_club(clause: Clause, verb: Unit) -> bool:
    """Left the White Sox in 2011; not `left the Cubs with a lead`, nor `left the Cubs' dugout`."""
    article, club, then = (clause.after(verb, on) for on in (1, 2, 3))
    named = article is not None and article.low == "the" and club is not None and club.kind == "club"
    return named and (then is None or then.low in (".", ",", "after", "in", "for", "following", "to", "when"))


def _retires(clause: Clause, verb: Unit) -> bool:
    """Left the dugout for good; not `retired the side`, nor `retired as a player`."""
    after = clause.words_after(verb, 5)
    if after[:1] in (["the"], ["his"], ["her"], ["to"], ["all"], ["both"]) or (
        clause.kinds("number")[:1] and not (clause.kinds("year", "years", "date"))
    ):
        return False
    return not {"player", "playing", "pitcher", "catcher", "number", "jersey"} & {unit.low for unit in clause.units}


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
        if verb.has("retire") and (
            whom is None or not (whom.name in piece.post or clause.find("manager")) or piece.when(clause, verb) is NEVER
        ):
            return []
        return [(whom, ())] if whom else []
    if verb.has("contract_ended"):
        whom = clause.owner or clause.subject or piece.subject
        return [(whom, ())] if whom else []
    both = clause.after(verb)
    if both is not None and both.low == "both":
        people = [unit for unit in clause.units[both.place - clause.first :] if unit.kind == "person"][:2]
        return [(unit.value, (unit,)) for unit in people]
    found = args.patient(piece, clause, verb) or _of_his_job(piece, clause, verb) or _their_manager(piece, clause, verb)
    if found is None and (clause.passive(verb) or verb.low == "let go") and clause.club is None:
        later = clause.subject or _later(sentence, clause)
        return [(later, ())] if later else []
    return [found] if found else []


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
    name, units = _employer(piece, clause, verb, person, sentence)
    if name is None and not manners:
        return
    season = time.year
    whole = name is not None and (name.as_organization or piece.is_farm(name, person))
    fields, named = args.place_fields(piece, clause, name, season, whole)
    days = _after_days(sentence, clause, verb)
    fields |= {"manner": list(dict.fromkeys(manners)), "after_days": days[0] if days else None, **_time(time)}
    inside = [unit for unit in (*time.units, *(days[1] if days else ())) if unit in clause.units]
    affirmed = verb.has("part", "contract_ended")
    if whole:
        args.remember(piece, person, replace(name, as_organization=True))
    if name is not None and not whole:
        piece.vacancy = name
        piece.post.setdefault(person.name, name)
        piece.employer.setdefault(person.name, name)
        last = season or (piece.report.date.year if piece.report.date else None)
        if last is not None and "fired" in manners + ["fired"] * ("contract_ended" in manners):
            piece.left[person.name] = last
    piece.add(clause, "departure", fields, person, verb, (*used, *units, *inside), named, affirmed=affirmed,
              text_disputes=len(set(manners)) > 1)  # fmt: skip


def _employer(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, sentence: list[Clause]
) -> tuple[ClubName | None, tuple[Unit, ...]]:
    found = args.titled_club(clause, person) or args.one_club(piece, clause, verb, person)
    if found is not None:
        return found
    own = piece.post.get(person.name)
    if clause.opener == "where" and clause.previous is not None and clause.previous.kinds("club"):
        return clause.previous.kinds("club")[-1].value, ()
    hangs_on = [clause.previous] if clause.opener == "when" and clause.previous is not None else []
    for other in (*hangs_on, *sentence):
        if other.start > clause.start and other.opener == "," and clause.opener != "after":
            continue  # dismissed at one, X will manage another
        near = [unit.value for unit in other.kinds("club") if args.is_a_post(other, unit)]
        if near and (own is None or other.opener in ("which", "where", "when")):
            return near[0], ()
    if own is not None:
        return own, ()
    last = piece.club
    return (last, ()) if last is not None and person is piece.names.topic else (None, ())


def _when(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> When:
    """The clause's own time, else that of the clause it hangs on (when Bauer was fired) or that hangs on it."""
    time = piece.when(clause, verb)
    place = sentence.index(clause)
    if time is NEVER and clause.opener == "when" and place:
        before = sentence[place - 1]
        time = piece.when(before, before.units[0])
    if time is NEVER and place + 1 < len(sentence) and sentence[place + 1].opener in ("when", "after", "one"):
        after = sentence[place + 1]
        time = piece.when(after, after.units[0])
    return time


def _time(time: When) -> dict[str, Any]:
    if time.act is not None and not time.act.words.startswith("next"):
        return {"date_of_act": time.act.words}
    if time.whole and time.seasons:
        return {"seasons": list(time.seasons)}
    return {"date_of_act": str(time.seasons[0])} if len(time.seasons) == 1 else {}


def _after_another(units: list[Unit]) -> bool:
    """A day after the season ended, five days after a home run: not after he came."""
    stop = next((place for place, unit in enumerate(units) if unit.text in (",", ";", ".")), len(units))
    near = units[: min(stop, 12)]
    hired = any(unit.has("hire", "promote", "take_over", "hand", "accept") or unit.low in _CAME for unit in near)
    return bool(near) and not hired


def _after_days(sentence: list[Clause], clause: Clause, verb: Unit) -> tuple[list[int], tuple[Unit, ...]] | None:
    """Four days after, a few days later, less than a week later: least and most days."""
    units = clause.sentence.units
    for place, unit in enumerate(units):
        if unit.low not in _DAYS or not (clause.start <= place < clause.end + 3):
            continue
        following = {one.low for one in units[place + 1 : place + 2]}
        if not following & {"later", "after"} or ("after" in following and _after_another(units[place + 2 :])):
            continue
        before = [one.low for one in units[max(0, place - 4) : place]]
        length, count = _DAYS[unit.low], units[place - 1]
        if "less" in before and "than" in before:
            return [0, length * (count.value if count.kind == "number" else 1) - 1], (unit, units[place + 1])
        vague = next((_VAGUE[word] for word in before[-2:] if word in _VAGUE), None)
        if vague:
            return [vague[0] * length, vague[1] * length], (unit, units[place + 1])
        number = count.value if count.kind == "number" else 1 if count.low in ("a", "one", "the") else None
        if number is not None:
            most = number * length if length == 1 else (number + 1) * length - 1
            return [number * length, most], (unit, units[place + 1])
    return None
