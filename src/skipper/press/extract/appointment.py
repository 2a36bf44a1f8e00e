"""Appointments: hired, promoted, interviewed, a finalist, passed over."""

from __future__ import annotations

from datetime import date
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
from skipper.press.extract.begun import TITLED, moves_up, the_post, who_came
from skipper.press.extract.caretakers import gets_the_rest, stays_for_good
from skipper.press.extract.clauses import Clause, is_a_strangers, is_finite
from skipper.press.extract.considered import read_another, read_chosen_over
from skipper.press.extract.days import day_of_news
from skipper.press.extract.gapped import read_gapped
from skipper.press.extract.newly import read_announced, read_new
from skipper.press.extract.openings import OUTCOMES, caretaker, is_other, kind_of, post_said
from skipper.press.extract.piece import Piece
from skipper.press.extract.places import place_of
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.understood import understood_role
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.untold import OPEN, club_untold, is_open, names_the_post, when_left
from skipper.press.extract.when import NEVER, When, rest_of_season, whens

# These need a role beside them: `named`, `took over` and `gave` say much else.
_NEEDS_ROLE = frozenset(
    ["hand", "replace", "called_to", "take_over", "accept", "go_to", "come_to", "choice", "talk_to", "will_run", "sign"]
)

# Where the piece has told of the manager's post, it is that which he was given.
_TAKEN = frozenset(["hire", "hand", "take_over", "accept", "replace", "will_run", "go_to"])
_BECAME = frozenset(["become", "becomes", "became"])
_BY_A_VERB = frozenset(OUTCOMES) - {"accept", "sign"}


def read(piece: Piece, clause: Clause) -> None:
    """Keep the appointments of a clause."""
    gets_the_rest(piece, clause, _BY_A_VERB)
    stays_for_good(piece, clause)
    read_another(piece, clause)
    read_chosen_over(piece, clause)
    read_new(piece, clause)
    read_announced(piece, clause)
    for verb in clause.find(*OUTCOMES):
        if is_a_strangers(clause, verb):
            continue
        kind = kind_of(clause, verb)
        role, unit = posts.role_near(clause, verb)
        if verb.low in _BECAME and unit is not None and unit.place < verb.place:
            role, unit = None, None  # stepped down as manager to become its president
        post = the_post(clause, verb) if kind in ("hand", "accept") else None
        job = [post] if post is not None else clause.find("assignment") if kind != "hire" else []
        job = job or post_said(piece, clause, verb, kind)
        joins = verb.low == "landed" and clause.find("organization_word")
        if verb.low in TITLED and not job:
            continue
        if kind in ("accept", "hand") and post is None and not joins:
            continue
        if (kind in _NEEDS_ROLE and (unit is None and not job and not joins)) or is_other(
            piece, clause, verb, kind, unit
        ):
            continue
        role = role or caretaker(clause, verb)
        announced = _announced(piece, clause, verb, kind)
        if announced:
            clause = _phrase_and_main(piece, clause)
            role, unit = posts.role_near(clause, verb)
            role, unit = (None, None) if unit is not None and unit.has("manage") else (role, unit)
        for person, used in announced or who_came(piece, clause, verb, kind):
            _keep(piece, clause, verb, kind, person, (*used, *([unit] if unit else job[:1])), role)
    read_gapped(piece, clause)


def _phrase_and_main(piece: Piece, clause: Clause) -> Clause:
    """Hired last December, X …: the whole sentence, or the phrase alone where only that or nothing names a club."""
    units = clause.sentence.units
    comma = next((n for n, unit in enumerate(units) if unit.text == ","), len(units))
    aside = comma + 1 < len(units) and units[comma + 1].kind not in ("person", "pronoun")
    end = comma if aside or any(unit.kind == "club" for unit in units[:comma]) else len(units)
    whole = Clause(clause.sentence, 0, end, "", unreal_from=clause.unreal_from)
    whole.club = piece.club if aside and not whole.kinds("club") else None
    return whole


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


def _keep(
    piece: Piece, clause: Clause, verb: Unit, kind: str, person: Entity, used: tuple[Unit, ...], role: str | None
) -> None:
    time = _when(piece, clause, verb, kind)
    day = day_of_news(clause, verb, piece.report.date)
    if day is not None and not time.for_season and not any(one in clause.units for one in time.units):
        time = NEVER  # fired in 2011, he was hired Monday: what the verb's own clause says
    found = place_of(piece, clause, verb, person)
    name, units = found if found else (None, ())
    if name is None:
        name, role = club_untold(piece, clause, verb, kind, person, role, time)
    if name is None or (kind == "take_over" and time is NEVER and _is_told(piece, person, name)):
        return
    season = time.year
    role = _role(piece, clause, kind, person, name, role)
    whole = _of_the_organization(piece, clause, verb, person, name, role)
    if role is None and not whole:
        role = understood_role(piece, clause, verb, kind, person, season)
    fields, named = posts.place_fields(piece, clause, name, season, whole)
    fields |= {
        "role": role,
        "outcome": OUTCOMES[kind],
        **posts.scale(piece, clause, name, season),
        **_time(time, kind, piece.report.date),
    }
    if "date_of_act" not in fields and day is not None:
        fields["date_of_act"] = day[0].isoformat()
        used = (*used, day[1])
    if not whole or fields["league"] is None:
        # An organization has no level of its own: only what the words state.
        fields["level_resolved"] = piece.level(None if whole else name, season, fields["level_stated"])
    if any(unit.low in ("announced", "announces") for unit in clause.sentence.units[: verb.place]) and kind == "hire":
        clause.sayers = ()  # whose club announces it is no witness but the act itself
    if role in ("manager", "interim manager") and not whole and kind not in OPEN:
        piece.open_post(name, person, season)
    if role is not None and "coach" in role and kind in ("hire", "promote"):
        _leaves_his_own(piece, person)
    piece.add(
        clause, "appointment", fields, person, verb, (*used, *units, *time.units), named, affirmed=kind == "pass_over"
    )
    if kind in ("pass_over", "interview"):
        _by_others(piece, clause, verb, person, fields)
    if clause.asserts(verb) and kind in ("hire", "hand", "promote", "take_over", "accept"):
        piece.careers.remember(person, name, season, hired=True)
    if kind == "promote" and role == "manager":
        _and_then(piece, clause, verb, person)


def _is_told(piece: Piece, person: Entity, name: ClubName) -> bool:
    """Was promoted to the club; replaces X: the same post, told again without its time."""
    shown = piece.show(name)
    told = (one.fields for one in piece.recent if one.type == "appointment" and one.fields["person"] == person.name)
    return any(one.get("club") == shown and one["outcome"] in ("appointed", "promoted") for one in told)


def _leaves_his_own(piece: Piece, person: Entity) -> None:
    """A manager who is made a coach elsewhere leaves his club to another."""
    own = piece.careers.current(person)
    if own is not None and not own.as_organization:
        piece.vacancies.tell(own, person)


def _when(piece: Piece, clause: Clause, verb: Unit, kind: str) -> When:
    """The season that the post is for, the time of the act, or that of him who made room by leaving."""
    told = [one for one in whens(clause, piece.report.date, piece.season) if one.for_season]
    time = told[0] if told and kind not in OPEN else piece.when(clause, verb)
    if time is NEVER and kind not in OPEN:
        time = rest_of_season(clause, verb, piece.report.date)
    announced = verb.low.split()[0].endswith("s") or (verb.low == "named" and clause.passive(verb))
    announced = announced or moves_up(clause, verb)
    if time is NEVER and piece.staffs is not None and kind not in OPEN and announced:
        return When((), (piece.staffs,), for_season=True)  # replaces him, where next year's staffs are announced
    return when_left(piece, clause, kind) if time is NEVER and kind in ("hand", "take_over", "hire") else time


def _role(piece: Piece, clause: Clause, kind: str, person: Entity, name: ClubName, role: str | None) -> str | None:
    """The role of the post, which of a post that was only sought may be told by the way or not at all."""
    sought = kind in ("finalist", "interview", "pass_over", "talk_to")
    if sought and role is not None and "coach" in role:
        role = None  # X, the CLUB's bench coach: what he is, not what he would be
    to_be_filled = sought or kind == "go_to" or (kind == "hand" and "job" in _lows(clause))
    opened = kind in ("interview", "talk_to") and is_open(piece, name)
    if role is None and to_be_filled and (names_the_post(clause, kind) or opened):
        return "manager"
    if role is None and kind == "interview":
        return _sought_by_others(piece, name)
    coached = clause.previous is not None and clause.previous.find("coach") and not clause.previous.find("manager")
    if role is None and kind in _TAKEN and is_open(piece, name) and not (coached or piece.is_farm(name, person)):
        return "manager"
    if role is None and kind == "take_over" and piece.staffs is not None:
        return "manager"
    return _sought(piece, person, name) if role is None and kind == "pass_over" else role


def _of_the_organization(
    piece: Piece, clause: Clause, verb: Unit, person: Entity, name: ClubName, role: str | None
) -> bool:
    """Whether the name stands for the organization: its farm man got a post of it that is not told."""
    landed = verb.low == "landed" and role is None and not clause.find("assignment")
    return (role is None and piece.is_farm(name, person)) or name.as_organization or landed


def _by_others(piece: Piece, clause: Clause, verb: Unit, person: Entity, fields: dict[str, Any]) -> None:
    """Was passed over by the Cubs and the Reds, interviewed with both: a claim of each club behind the first."""
    behind = ("by",) if fields["outcome"] == "passed_over" else ("with",)
    for other in clubs_behind(clause, verb, *behind)[1:]:
        place, named = posts.place_fields(piece, clause, other.value, None, False)
        same = {name: fields[name] for name in ("outcome", "role") if fields.get(name)}
        piece.add(clause, "appointment", place | same, person, verb, (other,), named)


def _sought(piece: Piece, person: Entity, name: ClubName) -> str | None:
    """Was interviewed there and passed over: for the same post."""
    told = [one.fields for one in piece.recent if one.type == "appointment" and one.fields["person"] == person.name]
    last = told[-1] if told and told[-1]["outcome"] in ("interviewed", "finalist") else {}
    return last.get("role") if last.get("club") == piece.show(name) else None


def _sought_by_others(piece: Piece, name: ClubName) -> str | None:
    """X is a finalist for the job; also interviewed was Y: for the same post."""
    last = piece.claims[-1].fields if piece.claims and piece.claims[-1].type == "appointment" else {}
    same = last.get("outcome") in ("interviewed", "finalist") and last.get("club") == piece.show(name)
    return last.get("role") if same else None


def _and_then(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> None:
    """Promoted to manage Buffalo, then Las Vegas: the second is a stint."""
    for unit in args.clubs_near(piece, clause, verb)[1:]:
        if "then" not in clause.words_before(unit, 1):
            continue
        fields, named = posts.place_fields(piece, clause, unit.value, None)
        fields |= {"role": "manager", **posts.scale(piece, clause, unit.value, None)}
        piece.add(clause, "stint", fields, person, verb, (unit,), named)


def _time(time: When, kind: str, today: date | None) -> dict[str, Any]:
    """The day of the act, or the season that the post is for: one yet to come cannot be that of the act."""
    if time.act is not None and not time.act.words.startswith("next"):
        return {"date_of_act": time.act.words}
    if len(time.seasons) == 1:
        yet_to_come = today is not None and time.seasons[0] > today.year
        if time.for_season or yet_to_come or kind in ("finalist", "go_to"):
            return {"for_season": time.seasons[0]}
        if time.over and kind == "hire":
            return {"for_season": time.seasons[0] + 1}
        return {"date_of_act": str(time.seasons[0])}
    return {}
