"""Appointments: hired, promoted, interviewed, a finalist, passed over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
from skipper.press.extract.begun import place_of, predecessor, the_post, who_came
from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.focus import the_club
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.succession import is_a_replacement
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When, whens

_OUTCOMES = {
    "hire": "appointed",
    "hand": "appointed",
    "promote": "promoted",
    "take_over": "appointed",
    "accept": "appointed",
    "interview": "interviewed",
    "finalist": "finalist",
    "pass_over": "passed_over",
    "go_to": "appointed",
    "replace": "appointed",
    "called_to": "appointed",
    "come_to": "appointed",
    "choice": "appointed",
    "talk_to": "interviewed",
    "will_run": "appointed",
}
_UP = frozenset(["brought", "called", "moved"])
_OPEN = frozenset(["finalist", "interview", "go_to", "pass_over", "talk_to"])
# Words for a post stand with these: it is the open one, or that of the club in focus.
_OF_A_POST = frozenset(["hand", "accept", "will_run"])
# These need a role beside them: `named`, `took over` and `gave` say much else.
_NEEDS_ROLE = frozenset(
    ["hand", "replace", "called_to", "take_over", "accept", "go_to", "come_to", "choice", "talk_to", "will_run"]
)


def read(piece: Piece, clause: Clause) -> None:
    """Keep the appointments of a clause."""
    for verb in clause.find(*_OUTCOMES):
        kind = _kind(clause, verb)
        role, unit = posts.role_near(clause, verb)
        post = the_post(clause, verb) if kind in ("hand", "accept") else None
        job = [post] if post is not None else clause.find("assignment") if kind != "hire" else []
        job = job or _the_club_itself(piece, clause, verb, kind)
        joins = verb.low == "landed" and clause.find("organization_word")
        if verb.low in ("will be", "is the new") and not job:
            continue
        if kind in ("accept", "hand") and post is None:
            continue
        if (kind in _NEEDS_ROLE and (unit is None and not job and not joins)) or _is_other(
            piece, clause, verb, kind, unit
        ):
            continue
        role = role or _caretaker(clause, verb)
        announced = _announced(piece, clause, verb, kind)
        if announced:
            clause = _phrase_and_main(piece, clause)
            role, unit = posts.role_near(clause, verb)
            role, unit = (None, None) if unit is not None and unit.has("manage") else (role, unit)
        for person, used in announced or who_came(piece, clause, verb, kind):
            _keep(piece, clause, verb, kind, person, (*used, *([unit] if unit else job[:1])), role)


def _kind(clause: Clause, verb: Unit) -> str:
    """X was replaced by Y, they replaced X with Y: replaced; Y replaced X: Y took over."""
    if verb.has("replace"):
        done = clause.passive(verb) or (clause.subject is None and clause.club is not None)
        return "replace" if done else "take_over"
    return next(kind for kind in _OUTCOMES if verb.has(kind))


def _caretaker(clause: Clause, verb: Unit) -> str | None:
    """Will run the club for its last 24 games, for the rest of the season, until they find a manager."""
    words = {unit.low for unit in clause.sentence.units[verb.place :]}
    short = words & {"last", "rest", "remaining", "remainder", "until", "final"}
    return "interim manager" if verb.has("will_run") and short else None


def _the_club_itself(piece: Piece, clause: Clause, verb: Unit, kind: str) -> list[Unit]:
    """Was handed the club; took over, with nothing but a time after it: the words that say the job."""
    after = clause.after(verb)
    times = ("in", "on", "when", "after", "for", "from", "the")  # the next day
    alone = after is None or after.kind in ("date", "punct") or after.low in times
    if kind == "will_run" and verb.low in ("will be", "is the new"):
        titles = [one for one in clause.find("manager", "interim") if verb.place < one.place <= verb.place + 3]
        return titles[:1]
    if kind == "will_run":
        own = {"the club", "the team", "things", "them"} & {one.low for one in clause.units if one.place > verb.place}
        return [verb] if own or clubs_behind(clause, verb, "") or "things" in verb.low else []
    if kind == "called_to":
        runs = [unit for unit in clause.units if unit.low == "run" and unit.place > verb.place]
        return runs if runs and clubs_behind(clause, runs[0], "") else []
    if kind == "come_to":
        return [verb] if _moved_on(piece, clause, verb) else []
    if kind == "choice":
        return [verb] if clause.find("be") and clubs_behind(clause, verb, "of") else []
    if kind == "take_over" and not clause.passive(verb):
        taken = verb.has("assume") and clubs_behind(clause, verb, "", "of", "in", "at")
        return [verb] if (verb.low.startswith("took over") and alone) or taken or _instead(piece, clause, verb) else []
    whom = predecessor(piece, clause, verb) if kind == "replace" else None
    return [verb] if whom is not None and piece.careers.last(whom) is not None else []


def _moved_on(piece: Piece, clause: Clause, verb: Unit) -> bool:
    """Went to Oakland in 1976: a man whose posts as a manager are told, to another club, at a time, as nothing else."""
    whom, to = clause.subject, clubs_behind(clause, verb, "to", "in", "with", "")
    else_ = clause.find(
        "play", "draft", "bat", "coach", "executive", "pitcher_word", "debut", "world_series", "postseason"
    )
    last = piece.careers.last(whom) if whom is not None else None
    times = [unit for unit in clause.kinds("date", "year") if unit.place > verb.place]
    told = bool(times) and bool(to) and to[0].place <= verb.place + 3
    majors = {span.id for span in to[0].value.spans if span.is_major and span.covers(piece.year or 0)} if to else set()
    return told and len(majors) < 2 and not else_ and last is not None and not last.is_at(to[0].value)


def _instead(piece: Piece, clause: Clause, verb: Unit) -> bool:
    """Replaced or succeeded a manager, of whose post the piece tells, or at a time that it tells."""
    whom = predecessor(piece, clause, verb)
    if whom is None or not any(man.managed for man in whom.people):
        return False
    return piece.careers.last(whom) is not None or bool(clause.kinds("date", "year"))


def _is_other(piece: Piece, clause: Clause, verb: Unit, kind: str, role: Unit | None) -> bool:
    """Words of hiring that say something else: drafted, voted an award, `the Mets name an Opening Day starter`."""
    if verb.low.split()[0] in _UP and kind == "promote" and role is None and not clause.find("manage", "coach"):
        return True  # as a player
    if clause.find("manager_of_the_year", "other_award") or (clause.find("draft", "left_handers") and role is None):
        return True
    if verb.has("names") and role is None:
        return not _turned_to(piece, clause, verb)
    if kind == "interview" and clause.words_before(verb, 1)[:1] in (["an"], ["best"]):
        return True
    if kind == "interview" and not clause.passive(verb):
        asks = any(unit.has("same_club") for unit in clause.units[: verb.place - clause.first])
        return asks or "permission" in clause.words_before(verb, 3)
    return False


def _phrase_and_main(piece: Piece, clause: Clause) -> Clause:
    """Hired last December, X …: the whole sentence, or the phrase alone where only that or nothing names a club."""
    units = clause.sentence.units
    comma = next((n for n, unit in enumerate(units) if unit.text == ","), len(units))
    aside = comma + 1 < len(units) and units[comma + 1].kind not in ("person", "pronoun")
    end = comma if aside or any(unit.kind == "club" for unit in units[:comma]) else len(units)
    whole = Clause(clause.sentence, 0, end, "", unreal_from=clause.unreal_from)
    whole.club = piece.club if aside and not whole.kinds("club") else None
    return whole


def _turned_to(piece: Piece, clause: Clause, verb: Unit) -> bool:
    """A club turned to, tapped or brought in a man of whose posts the piece tells: as its manager."""
    whom = args.object_of(piece, clause, verb) if clause.club is not None else None
    told = verb.low not in ("named", "names", "name", "made", "selected", "picked", "designated")
    return told and whom is not None and (whom[0] is piece.names.topic or piece.careers.post(whom[0]) is not None)


def _announced(piece: Piece, clause: Clause, verb: Unit, kind: str) -> list[tuple[Entity, tuple[Unit, ...]]]:
    """Hired last December, X …: the participle opens the sentence, and X is the subject that follows its comma."""
    units = clause.sentence.units
    if kind not in ("hire", "promote") or verb.place != 0 or not verb.low.endswith(("ed", "chosen", "brought in")):
        return []
    commas = [n for n, unit in enumerate(units[:-2]) if unit.text == ","]
    main = [units[n + 1] for n in commas if units[n + 1].kind == "person"]
    told = [unit for unit in main if is_finite(units[unit.place + 1])] or main[:1]
    if told:
        return [(told[0].value, (told[0],))]
    he = any(units[n + 1].low in ("he", "she") for n in commas)
    whom = piece.subject or piece.names.topic if he else None
    return [(whom, ())] if whom is not None else []


def _lows(clause: Clause) -> set[str]:
    return {unit.low for unit in clause.units}


def _untold(
    piece: Piece, clause: Clause, verb: Unit, kind: str, person: Entity, role: str | None, time: When
) -> tuple[ClubName | None, str | None]:
    """The club and role of an appointment that names no club: the open post, or that of the man whom he replaces."""
    previous = clause.previous
    if previous is not None and previous.club is not None and clause.opener in ("since", "until", "as", "when"):
        return previous.club, role
    chosen = verb.low in ("opted for", "chose", "settled on")
    open_to = chosen or kind in _OPEN or bool(_the_club_itself(piece, clause, verb, kind))
    name: ClubName | None = None
    if open_to or kind in _OF_A_POST or (role in ("manager", "interim manager") and kind in ("hire", "take_over")):
        name = piece.vacancy(person) if kind != "pass_over" else None
        sought = "manager" if chosen or kind in ("finalist", "interview", "go_to") else None
        role = role or (sought if name is not None else None)
        name = name or _his_own(piece, person, kind)
        name = name or (replace(piece.club, level=None) if piece.club is not None else None)
    before = predecessor(piece, clause, verb) if kind in ("take_over", "replace") else None
    if before is not None and before is not person:
        name = piece.careers.post(before) or name
    if name is None and verb.has("back"):
        name = piece.careers.left_last(person)
    if name is None and kind in ("hire", "promote") and is_a_replacement(clause):
        name = piece.careers.post(person) or piece.vacancy(person)
    by_a_man = kind == "hire" and clause.subject is not None and not clause.passive(verb)
    if name is None and by_a_man and piece.club_passage == piece.passage:
        name = piece.club  # its owner or general manager hired him
    if name is None and kind == "hire" and time is not NEVER and person.name not in piece.careers.hired:
        name = piece.careers.left(person)  # fired by the club, he was hired in 2015: by that club
    if name is None and role is not None and "coach" in role and kind in ("hire", "promote"):
        name = the_club(piece, None)
    if name is None and previous is not None and clause.opener in ("after", "before", "when"):
        name = next((unit.value for unit in previous.kinds("club")), None)
    return name, role


def _when_left(piece: Piece, clause: Clause) -> When:
    """When he stepped down on June 3, he gave the club to X: on that day."""
    earlier = clause.previous
    while earlier is not None:
        for verb in earlier.find("resign", "fire", "let_go") if earlier.opener == "when" else ():
            return piece.when(earlier, verb)
        earlier = earlier.previous
    return NEVER


def _names_the_post(clause: Clause, kind: str) -> bool:
    """A finalist for the job, passed over for the Yankees job; `gave him the job` does not say which."""
    if clause.find("manager") or kind == "hand":
        return bool(clause.find("manager"))
    jobs = clause.find("assignment")
    return bool(jobs) and (kind != "pass_over" or _is_a_clubs(clause, jobs))


def _is_a_clubs(clause: Clause, jobs: list[Unit]) -> bool:
    before = [clause.before(job) for job in jobs]
    return any(one is not None and one.kind == "club" for one in before)


def _is_open(piece: Piece, name: ClubName) -> bool:
    """Whether the piece has told that the manager's post there fell open, or was filled."""
    return any(same_club(club, name) for club, _ in piece.vacancies)


def _his_own(piece: Piece, person: Entity, kind: str) -> ClubName | None:
    """Gave him the job: the one that the piece has told of."""
    own = piece.careers.last(person) if kind in _OF_A_POST else None
    return own.club if own is not None else None


def _keep(
    piece: Piece, clause: Clause, verb: Unit, kind: str, person: Entity, used: tuple[Unit, ...], role: str | None
) -> None:
    told = [one for one in whens(clause, piece.report.date, piece.season) if one.for_season]
    time = told[0] if told and kind not in _OPEN else piece.when(clause, verb)
    time = _when_left(piece, clause) if time is NEVER and kind in ("hand", "take_over", "hire") else time
    found = place_of(piece, clause, verb, person)
    name, units = found if found else (None, ())
    if name is None:
        name, role = _untold(piece, clause, verb, kind, person, role, time)
    if name is None:
        return
    season = time.year
    if kind in ("finalist", "interview", "pass_over", "talk_to") and role is not None and "coach" in role:
        role = None  # X, the CLUB's bench coach: what he is, not what he would be
    if (
        (
            kind in ("finalist", "interview", "pass_over", "go_to", "talk_to")
            or (kind == "hand" and "job" in _lows(clause))
        )
        and role is None
        and name is not None
        and (_names_the_post(clause, kind) or (kind == "interview" and _is_open(piece, name)))
    ):
        role = "manager"
    whole = name is not None and ((role is None and piece.is_farm(name, person)) or name.as_organization)
    whole = whole or (verb.low == "landed" and role is None)
    fields, named = posts.place_fields(piece, clause, name, season, whole)
    fields |= {
        "role": role,
        "outcome": _OUTCOMES[kind],
        **posts.scale(piece, clause, name, season),
        **_time(time, kind),
    }
    if name is not None and not whole:
        fields["level_resolved"] = piece.level(name, season, fields.get("level_stated"))
    if role in ("manager", "interim manager") and not whole:
        piece.vacancies.append((name, person))
    piece.add(clause, "appointment", fields, person, verb, (*used, *units, *time.units), named)
    for other in clubs_behind(clause, verb, "by")[1:] if kind == "pass_over" else ():
        passed, there = posts.place_fields(piece, clause, other.value, season, False)
        passed |= {"outcome": "passed_over"}
        piece.add(clause, "appointment", passed, person, verb, (other,), there)
    if clause.asserts(verb) and kind in ("hire", "hand", "promote", "take_over", "accept"):
        piece.careers.remember(person, name, season, hired=True)
    if kind == "promote" and role == "manager":
        _and_then(piece, clause, verb, person)


def _and_then(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> None:
    """Promoted to manage Buffalo, then Las Vegas: the second is a stint."""
    for unit in args.clubs_near(piece, clause, verb)[1:]:
        if "then" not in clause.words_before(unit, 1):
            continue
        fields, named = posts.place_fields(piece, clause, unit.value, None)
        fields |= {"role": "manager", **posts.scale(piece, clause, unit.value, None)}
        piece.add(clause, "stint", fields, person, verb, (unit,), named)


def _time(time: When, kind: str) -> dict[str, Any]:
    if time.act is not None and not time.act.words.startswith("next"):
        return {"date_of_act": time.act.words}
    if len(time.seasons) == 1:
        if time.for_season or kind in ("finalist", "go_to"):
            return {"for_season": time.seasons[0]}
        if time.over and kind == "hire":
            return {"for_season": time.seasons[0] + 1}
        return {"date_of_act": str(time.seasons[0])}
    return {}
