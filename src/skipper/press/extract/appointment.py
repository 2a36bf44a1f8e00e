"""Appointments: hired, promoted, interviewed, a finalist, passed over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER, When

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
}
# These need a role beside them: `named`, `took over` and `gave` say much else.
_REPLACING = frozenset(
    ["replace", "succeed", "replacing", "succeeding", "replaced", "succeeded", "replaces", "succeeds"]
)
_NEEDS_ROLE = frozenset(["hand", "take_over", "accept", "go_to"])


def read(piece: Piece, clause: Clause) -> None:
    """Keep the appointments of a clause."""
    for verb in clause.find(*_OUTCOMES):
        kind = next(kind for kind in _OUTCOMES if verb.has(kind))
        role, unit = args.role_near(clause, verb)
        job = clause.find("assignment") if kind != "hire" else []
        joins = verb.low == "landed" and clause.find("organization_word")
        if (kind in _NEEDS_ROLE and (unit is None and not job and not joins)) or _is_other(clause, verb, kind, unit):
            continue
        announced = _announced(clause, verb, kind)
        if announced:
            clause = Clause(clause.sentence, 0, len(clause.sentence.units), "", unreal_from=clause.unreal_from)
            role, unit = args.role_near(clause, verb)
        for person, used in announced or _who(piece, clause, verb, kind):
            _keep(piece, clause, verb, kind, person, (*used, *([unit] if unit else job[:1])), role)


def _is_other(clause: Clause, verb: Unit, kind: str, role: Unit | None) -> bool:
    """Words of hiring that say something else: drafted, voted an award, `the Mets name an Opening Day starter`."""
    if clause.find("manager_of_the_year", "other_award") or (clause.find("draft", "left_handers") and role is None):
        return True
    if verb.has("names") and role is None:
        return True
    if kind == "interview" and not clause.passive(verb):
        asks = any(unit.has("same_club") for unit in clause.units[: verb.place - clause.first])
        return asks or "permission" in clause.words_before(verb, 3)
    return False


def _announced(clause: Clause, verb: Unit, kind: str) -> list[tuple[Entity, tuple[Unit, ...]]]:
    """Hired last December, X …: the participle opens the sentence, and X is the subject that follows its comma."""
    units = clause.sentence.units
    if kind not in ("hire", "promote") or verb.place != 0 or not verb.low.endswith(("ed", "chosen", "brought in")):
        return []
    comma = next((n for n, unit in enumerate(units) if unit.text == ","), None)
    following = units[comma + 1] if comma is not None and comma + 1 < len(units) else None
    return [(following.value, (following,))] if following is not None and following.kind == "person" else []


def _who(piece: Piece, clause: Clause, verb: Unit, kind: str) -> list[tuple[Entity, tuple[Unit, ...]]]:
    if kind == "go_to":
        whom = args.object_of(piece, clause, verb)
        return [(whom[0], (whom[1],))] if whom else []
    if clause.passive(verb) and len(_joined(clause, verb)) > 1:
        return [(unit.value, (unit,)) for unit in _joined(clause, verb)]
    if kind == "finalist" and (told := _after_be(clause, verb)):
        return [(unit.value, (unit,)) for unit in told]
    if kind in ("take_over", "accept", "finalist") or (kind == "interview" and not args.object_of(piece, clause, verb)):
        whom = _receiver(piece, clause, verb) or clause.subject
        return [(whom, ())] if whom else []
    found = args.patient(piece, clause, verb)
    if found is None and kind == "pass_over" and clause.owner is not None:
        found = clause.owner, ()
    return [found] if found else []


def _after_be(clause: Clause, verb: Unit) -> list[Unit]:
    """The finalists were X, the CLUB's coach, and Y."""
    units = clause.sentence.units[verb.place + 1 :]
    be = next((unit for unit in units[:6] if unit.has("be")), None)
    return [unit for unit in units if unit.kind == "person" and unit.place > be.place] if be is not None else []


def _lows(clause: Clause) -> set[str]:
    return {unit.low for unit in clause.units}


def _replacing(clause: Clause) -> bool:
    """Hired to replace a manager, who is named."""
    for unit in clause.units:
        after = clause.units[unit.place - clause.first + 1 :][:3] if unit.low in _REPLACING else []
        if any(one.kind == "person" and any(man.managed for man in one.value.people) for one in after):
            return True
    return False


def _joined(clause: Clause, verb: Unit) -> list[Unit]:
    """X and Y were interviewed: both."""
    before = clause.units[: verb.place - clause.first]
    people = [unit for unit in before if unit.kind == "person"]
    return people if any(unit.low == "and" for unit in before) else people[:1]


def _receiver(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """Extended Backman an opportunity to interview: the person before the verb, after the subject's own."""
    before = [unit for unit in clause.units[: verb.place - clause.first] if unit.kind == "person"]
    return before[-1].value if clause.find("extend", "hand") and len(before) > 1 else None


def _keep(
    piece: Piece, clause: Clause, verb: Unit, kind: str, person: Entity, used: tuple[Unit, ...], role: str | None
) -> None:
    time = piece.when(clause, verb)
    found = args.one_club(piece, clause, verb, person)
    name, units = found if found else (None, ())
    open_to = kind in ("finalist", "interview", "go_to", "pass_over") or verb.low in (
        "opted for",
        "chose",
        "settled on",
    )
    if name is None and (open_to or (role in ("manager", "interim manager") and kind == "hire")):
        vacant = piece.vacancy is not None and kind != "pass_over"
        last = replace(piece.club, level=None) if piece.club is not None else None
        name, role = (piece.vacancy, role or "manager") if vacant else (last, role)
    if role is None and kind == "hire" and _replacing(clause):
        name, role = name or piece.post.get(person.name), "manager"
    if name is None and kind == "hire" and time is not NEVER and person.name not in piece.hired:
        name = piece.employer.get(person.name)  # fired by the club, he was hired in 2015: by that club
    if name is None and clause.previous is not None and clause.opener in ("after", "before", "when"):
        name = next((unit.value for unit in clause.previous.kinds("club")), None)
    if name is None:
        return
    season = time.year
    if kind in ("finalist", "interview", "pass_over") and role is not None and "coach" in role:
        role = None  # X, the CLUB's bench coach: what he is, not what he would be
    if (
        (kind in ("finalist", "interview", "pass_over", "go_to") or (kind == "hand" and "job" in _lows(clause)))
        and role is None
        and name is not None
        and clause.find("manager", "assignment", "finalist")
    ):
        role = "manager"
    whole = name is not None and ((role is None and piece.is_farm(name, person)) or name.as_organization)
    whole = whole or (verb.low == "landed" and role is None)
    fields, named = args.place_fields(piece, clause, name, season, whole)
    fields |= {"role": role, "outcome": _OUTCOMES[kind], **args.scale(piece, clause, name, season), **_time(time, kind)}
    if name is not None and not whole:
        fields["level_resolved"] = piece.level(name, season, fields.get("level_stated"))
    if role in ("manager", "interim manager") and not whole:
        piece.vacancy = name
    piece.add(clause, "appointment", fields, person, verb, (*used, *units, *time.units), named)
    if name is not None and kind in ("hire", "hand", "promote", "take_over", "accept"):
        args.remember(piece, person, name, season, hired=True)
    if kind == "promote" and role == "manager":
        _and_then(piece, clause, verb, person)


def pass_post_on(piece: Piece, clause: Clause) -> None:
    """Hired to replace X, he replaced X: the post was X's."""
    person = clause.subject or clause.owner or piece.subject
    if person is None or person.name not in piece.hired:
        return
    for unit in clause.units:
        after = clause.units[unit.place - clause.first + 1 :][:4] if unit.low in _REPLACING else []
        whom = next((one.value for one in after if one.kind == "person"), None)
        if whom is not None and whom is not person:
            piece.post.setdefault(whom.name, piece.post[person.name])


def _and_then(piece: Piece, clause: Clause, verb: Unit, person: Entity) -> None:
    """Promoted to manage Buffalo, then Las Vegas: the second is a stint."""
    for unit in args.clubs_near(piece, clause, verb)[1:]:
        if "then" not in clause.words_before(unit, 1):
            continue
        fields, named = args.place_fields(piece, clause, unit.value, None)
        fields |= {"role": "manager", **args.scale(piece, clause, unit.value, None)}
        piece.add(clause, "stint", fields, person, verb, (unit,), named)


def _time(time: When, kind: str) -> dict[str, Any]:
    if time.act is not None and not time.act.words.startswith("next"):
        return {"date_of_act": time.act.words}
    if len(time.seasons) == 1:
        if time.for_season or kind in ("finalist", "go_to"):
            return {"for_season": time.seasons[0]}
        return {"date_of_act": str(time.seasons[0])}
    return {}
