"""What goes with a verb: whom it is done to, at which club, in which role, at which level."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import clubs
from skipper.press.extract.clauses import PREPOSITIONS, Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.lexicon import lexicon

_AGAINST = frozenset(
    ["against", "over", "versus", "vs", "replacing", "beat", "beating", "defeated", "downed", "edged", "swept"]
)
ONE_TIME = frozenset(["former", "one-time", "onetime", "ex", "ex-", "longtime", "old"])
_DESCRIBING = frozenset(
    [
        *("the", "both", "rookie", "young", "starter", "starters", "pitcher", "a", "former", "their", "its"),
        *("longtime", "veteran", "-", ",", "mr.", "señor", "his"),
    ]
)
_NEAR = 5


def object_of(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, Unit] | None:
    """The person named just after the verb, whom it is done to."""
    after = clause.units[verb.place - clause.first + 1 :][:_NEAR]
    if (holder := _holder(piece, after)) is not None:
        return holder
    for place, unit in enumerate(after):
        himself = unit.kind == "pronoun" and unit.low in ("him", "her")
        if unit.low == "you" and piece.asked is not None:
            return piece.asked, unit
        if unit.kind == "person" and _owns_a_coach(after[place + 1 :]):
            return None  # fired X's hitting coach
        if unit.kind == "person" or himself or (unit.low == "me" and piece.speaker is not None):
            whom = clause_object(piece, clause, unit)
            return (whom, unit) if whom is not None else None
        soft = unit.kind in ("ordinal", "level", "club") or unit.has(
            "manager", "interim", "executive", "coach", "epithet"
        )
        if not (soft or unit.low in _DESCRIBING) or (place == 0 and unit.text == ","):
            return None
    named = next((n for n, unit in enumerate(after) if unit.kind == "person"), None)
    if named is not None and named > 1 and after[named - 1].text == "," and after[0].low in ("a", "an"):
        return after[named].value, after[named]  # hired a broadcaster, X
    described = [unit for unit in after if unit.has("epithet")]
    if described and "the" in clause.words_before(described[0], 3):
        whom = piece.before or piece.names.topic  # hiring the former third baseman
        return (whom, described[0]) if whom is not None and whom is not clause.subject else None
    return None


def _holder(piece: Piece, after: list[Unit]) -> tuple[Entity, Unit] | None:
    """Suspended the Brooklyn manager, fined the Reds' skipper: who has that club, told by then or later."""
    units = [unit for unit in after if unit.text not in ("'s", "'", ",")][:4]
    if len(units) < 3 or units[0].low != "the" or units[1].kind != "club" or not units[2].has("manager"):
        return None
    if len(units) == 4 and units[3].kind == "person":
        return None
    piece.wanting = True
    topic, club = piece.names.topic, units[1].value
    whom = piece.careers.in_charge(club)
    if whom is None and topic is not None and piece.foretold.knows(topic, club):
        whom = topic
    return (whom, units[2]) if whom is not None else None


def _owns_a_coach(after: list[Unit]) -> bool:
    return len(after) > 1 and after[0].text in ("'s", "'") and after[1].has("coach")


def clause_object(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """Whom a unit in the object's place means."""
    if unit.kind == "person":
        return unit.value
    if unit.low == "me":
        return piece.speaker
    units = clause.sentence.units[: unit.place]
    told = next((one.place for one in units if one.low == "him"), None)
    for one in reversed(units[:told]):  # made him manager, when X quit, and fired him: both mean one man
        phrase = one.place > 0 and units[one.place - 1].low.rsplit(" ", 1)[-1] in PREPOSITIONS
        phrase = phrase or (one.place > 0 and units[one.place - 1].text == ",")  # a pitcher, X
        if one.kind == "person" and one.value is not clause.subject and not phrase and not one.value.executive:
            return one.value if not _is_sayer(clause, one.value) else piece.subject or piece.names.topic
    others = [one for one in (piece.before, piece.subject, piece.names.topic) if one is not None]
    fit = [one for one in others if one is not clause.subject and piece.is_of_the_game(one)]
    return next(iter(fit), piece.names.topic)


def _is_sayer(clause: Clause, person: Entity) -> bool:
    return person.name in clause.sayers


def patient(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity, tuple[Unit, ...]] | None:
    """Whom the verb is done to: the subject of a passive or a headline, else the object."""
    if clause.passive(verb):
        return (clause.subject, _unit_of(clause, clause.subject)) if clause.subject else None
    found = object_of(piece, clause, verb)
    if found is not None:
        return found[0], (found[1],)
    if clause.opener == "whom" and clause.previous is not None and clause.previous.kinds("person"):
        named = clause.previous.kinds("person")[-1]
        return named.value, (named,)
    by = clause.words_after(verb, 4)
    near = _just_before(clause, verb)
    if near is not None and ("by" in by or verb.low.endswith("ed")):
        return near.value, (near,)
    if clause.subject is not None and clause.club is None and ("by" in by or _headline(clause, verb)):
        return clause.subject, _unit_of(clause, clause.subject)
    return None


def _headline(clause: Clause, verb: Unit) -> bool:
    """Smith named manager of …: the role follows the verb at once."""
    after = clause.after(verb)
    return after is not None and (after.has("manager", "interim", "coach") or after.low in ("as", "to"))


def _just_before(clause: Clause, verb: Unit) -> Unit | None:
    """Davey Lopes, axed by Milwaukee: the name before the participle."""
    before = clause.before(verb)
    if before is not None and before.low in ("since", "later", "recently", "just"):
        verb, before = before, clause.before(before)  # X, since hired by Detroit
    if before is not None and before.text == ",":
        before = clause.before(verb, 2)
    by = "by" in clause.words_after(verb, 5)
    return before if before is not None and before.kind == "person" and by else None


def _unit_of(clause: Clause, person: Entity | None) -> tuple[Unit, ...]:
    return tuple(unit for unit in clause.units if unit.kind == "person" and unit.value is person)[:1]


def clubs_near(piece: Piece, clause: Clause, verb: Unit) -> list[Unit]:
    """The list of clubs that goes with the verb: what follows it first, else the clause's subject."""
    units = clause.units
    left = verb.has("hire", "promote", "sign", "draft")
    named = [
        n
        for n, unit in enumerate(units)
        if unit.kind == "club" and _belongs(clause, unit) and not (left and clause.words_before(unit, 1) == ["from"])
    ]
    at = verb.place - clause.first
    after = [n for n in named if n > at]
    before = [n for n in named if n < at]
    if after:
        first = units[after[0]]
        better = [n for n in after if units[n].value.parent is first.value]
        return clubs.group(units, better[0] if better else after[0])
    if before:
        return clubs.group(units, before[0] if units[before[0]].value is clause.club else before[-1])
    return []


def _belongs(clause: Clause, unit: Unit) -> bool:
    before = clause.words_before(unit, 2)
    after = clause.after(unit)
    titled = after is not None and (after.has("executive") or introduces(clause, after))
    owned = clause.after(unit, 2)
    titled = titled or (
        after is not None
        and after.text in ("'", "'s")
        and owned is not None
        and owned.has("coach")
        and clause.first < unit.place
        and (before[-2:-1] == [","] or before[-1:] == [","])
    )
    one_time = after is not None and after.has("epithet") and bool(ONE_TIME & set(before))
    origin = one_time or (before[-1:] == ["of"] and any(one.low == "native" for one in clause.units))
    origin = origin or _of_a_state(clause, unit) or _of_a_school(clause, unit)
    dateline = unit.text.isupper() and len(unit.text) > 4 and not any(c.isdigit() for c in unit.text)
    return not (_AGAINST & set(before)) and not titled and not dateline and not origin


def _of_a_school(clause: Clause, unit: Unit) -> bool:
    """The University of Alabama-Huntsville, San Francisco State: a school's place."""
    after = clause.words_after(unit, 1)
    return "university" in clause.words_before(unit, 5) or after in (["state"], ["university"], ["college"])


def _of_a_state(clause: Clause, unit: Unit) -> bool:
    """Abilene, Texas: a place that only says where another is."""
    comma, town = clause.before(unit), clause.before(unit, 2)
    if unit.value.form != "place" or comma is None or town is None or comma.text != ",":
        return False
    return unit.low in lexicon().club_states and town.kind == "word" and town.text[:1].isupper() and not town.classes


def the_organization(piece: Piece, clause: Clause) -> ClubName | None:
    """The last club spoken of, as an organization, where this clause or the one before says `the organization`."""
    for one in (clause, clause.previous, clause.previous.previous if clause.previous else None):
        if one is not None and any(_is_whole(one, unit) for unit in one.units):
            inside = [unit.value for unit in one.units if unit.kind == "club" and not unit.text.isupper()]
            last = inside[0] if inside else piece.club
            return replace(last, as_organization=True, parent=None) if last is not None else None
        if one is not None and one.kinds("club"):
            return None
    return None


def _is_whole(clause: Clause, unit: Unit) -> bool:
    """The organization; not where two people in the organization say something."""
    whole = unit.low in ("the organization", "the franchise")
    then = clause.after(unit)
    sources = whole and clause.words_before(unit, 1) in (["in"], ["within"], ["inside"])
    return whole and not (sources and then is not None and then.has("say"))


def introduces(clause: Clause, title: Unit) -> bool:
    """Houston bench coach X: the title, and the club before it, only introduce X."""
    following = clause.after(title)
    return title.has("manager", "coach", "interim") and following is not None and following.kind == "person"


def titled_club(clause: Clause, person: Entity) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """Yankees manager X was fired: the Yankees."""
    for unit in clause.kinds("club"):
        title, name = clause.after(unit), clause.after(unit, 2)
        if title is not None and title.has("manager", "interim") and name is not None and name.value is person:
            return unit.value, (unit,)
    return None


def is_a_post(clause: Clause, unit: Unit) -> bool:
    """Whether a club of a clause can be somebody's post there, rather than an opponent or another's."""
    return _belongs(clause, unit)


def one_club(
    piece: Piece, clause: Clause, verb: Unit, person: Entity | None = None
) -> tuple[ClubName, tuple[Unit, ...]] | None:
    """The club that goes with the verb; where none is named, `the club` is the last one, else the person's own."""
    near = clubs_near(piece, clause, verb)
    after = [unit for unit in clause.units if unit.place > verb.place and unit.low == "the organization"]
    if after and near and near[0].place < after[0].place:
        return replace(near[0].value, as_organization=True), ()
    if near:
        return near[0].value, (near[0],)
    whole = the_organization(piece, clause)
    if whole is not None:
        return whole, ()
    if clause.club is not None:
        return clause.club, ()
    if any(
        unit.low in ("the club", "the team", "the organization", "the franchise", "them", "their")
        for unit in clause.units
    ):
        own = piece.careers.post(person) if person is not None and not clause.find("draft", "play") else None
        if own is not None:
            return own, ()
        return (piece.club, ()) if piece.club is not None else None
    return None
