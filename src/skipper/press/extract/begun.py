"""Who came into a post: the arguments of the words that begin one, active, passive or told as a noun."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract import slots
from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.considered import behind_a_colon
from skipper.press.extract.nominal import is_noun, whose
from skipper.press.extract.piece import Piece
from skipper.press.extract.succession import is_manager
from skipper.press.extract.units import Entity, Unit

Came = tuple[Entity, tuple[Unit, ...]]
# What a man gets, takes or is given when he gets a post; `the team` only as what is got, never as who gives.
_THE_POST = frozenset(
    [
        *("the club", "the team", "charge", "command", "control", "a club", "a team", "his chance", "another chance"),
        *("the helm", "the nod", "the call", "the reins", "the title", "the keys", "a chance"),
    ]
)
_MEN = frozenset(["men", "candidates", "others", "people", "managers", "coaches"])
_WHILE = frozenset(["day", "game", "night", "afternoon", "inning", "while"])
TITLED = ("will be", "is the new", "will serve as", "will act as")  # a title follows
_GAP = 6  # units between a verb and what it gives


def who_came(piece: Piece, clause: Clause, verb: Unit, kind: str) -> list[Came]:
    """Whoever came into the post, or was considered for it, with the units that name him."""
    if verb.has("hiring_noun") and is_noun(clause, verb):
        told = whose(piece, clause, verb)
        return [told] if told is not None else []
    if kind == "go_to":
        return _to_whom(piece, clause, verb)
    if kind == "hand":
        return _given(piece, clause, verb)
    if kind == "pass_over" and verb.low.startswith(("lost", "was beaten")):
        return [(clause.subject, ())] if clause.subject is not None else []
    if kind == "replace":
        return _in_his_place(clause, verb)
    if verb.low == "to look after things":
        return [(clause.subject, ())] if clause.subject is not None else []
    if kind == "called_to":
        return _called(piece, clause, verb)
    if kind in ("interview", "finalist", "talk_to"):
        return _considered(piece, clause, verb, kind)
    if kind == "take_over" and "to" in clause.words_before(verb, 1):
        near = [unit for unit in clause.units if unit.place < verb.place and unit.low == "him"]
        whom = args.clause_object(piece, clause, near[0]) if near else clause.subject
        return [(whom, ())] if whom is not None else []
    if kind in ("take_over", "accept", "come_to", "choice", "will_run", "sign") or moves_up(clause, verb):
        whom = _receiver(clause) or clause.subject
        return [(whom, ())] if whom is not None else []
    if clause.passive(verb) and len(_joined(clause, verb)) > 1:
        return [(unit.value, (unit,)) for unit in _joined(clause, verb)]
    found = args.patient(piece, clause, verb)
    if found is None and kind == "pass_over" and clause.owner is not None:
        found = clause.owner, ()
    return [found] if found else []


def moves_up(clause: Clause, verb: Unit) -> bool:
    """Moves up to Double-A, will move up to manage the club: what a man does himself, and is no less promoted."""
    himself = clause.subject is not None and not clause.passive(verb)
    return himself and verb.low.removeprefix("will ").startswith(("move up", "moves up", "moved up", "moving up"))


def the_post(clause: Clause, verb: Unit) -> Unit | None:
    """The words for a post that the verb gives or takes: the job, the reins, the club; null where none follow soon."""
    for unit in clause.units[verb.place - clause.first + 1 :][:_GAP]:
        titles = unit.has("manager") and (then := clause.after(unit)) is not None and then.kind == "person"
        by_the_way = unit.has("manager") and "as" in clause.words_before(unit, 3)  # got his 200th win as manager
        post = (
            unit.has("assignment", "manager")
            or unit.low in _THE_POST
            or (verb.has("hand") and _his_first(clause, unit))
            or (verb.has("accept") and _anothers_place(clause, unit))
        )
        if post and not (titles or by_the_way):
            return unit
        if is_finite(unit) and not unit.has("same_club"):
            return None
    return verb if any(word in verb.low for word in (" job", " reins", " helm", " club")) else None


def _anothers_place(clause: Clause, unit: Unit) -> bool:
    """Takes X's spot in Columbus, X's seat: that of one who manages."""
    owner = clause.before(unit, 2) if clause.words_before(unit, 1) in (["'s"], ["'"]) else None
    place = unit.low in ("spot", "place", "seat", "chair", "old job")
    return place and owner is not None and owner.kind == "person" and is_manager(owner.value)


def _his_first(clause: Clause, unit: Unit) -> bool:
    """Gave him his first team, their club."""
    before = clause.words_before(unit, 2)
    counted = before in (["his", "first"], ["his", "second"], ["his", "third"], ["his", "next"], ["his", "own"])
    return unit.low in ("club", "team") and (counted or before[-1:] == ["their"])


def _given(piece: Piece, clause: Clause, verb: Unit) -> list[Came]:
    """Gave him the job, gave the job to X, X was given the job; not `gave him the club for an afternoon`."""
    words = [unit.low for unit in clause.units]
    if any(words[n : n + 2] in (["for", "an"], ["for", "a"]) and words[n + 2] in _WHILE for n in range(len(words) - 2)):
        return []
    to = _to_whom(piece, clause, verb)
    if to:
        return to
    found = args.patient(piece, clause, verb)
    return [found] if found is not None else []


def _to_whom(piece: Piece, clause: Clause, verb: Unit) -> list[Came]:
    """The job went to X; handed the team to X; turned it over to X."""
    units = clause.units[verb.place - clause.first :]
    for place, unit in enumerate(units[1 : _GAP + 3], 1):
        if unit.kind in ("person", "pronoun") and slots.preposition(units, place) == "to":
            whom = args.clause_object(piece, clause, unit)
            return [(whom, (unit,))] if whom is not None and unit.low not in ("his", "her") else []
        if verb.has("go_to") and unit.kind == "person":
            return [(unit.value, (unit,))] if place < _GAP else []
    return []


def _in_his_place(clause: Clause, verb: Unit) -> list[Came]:
    """Replaced X with Y, X was replaced by Y: Y."""
    by = clause.passive(verb) or clause.words_after(verb, 1) == ["by"]
    word = "by" if by else "with"
    units = clause.units[verb.place - clause.first :]
    named = [one for n, one in enumerate(units) if one.kind == "person" and slots.preposition(units, n) == word]
    return [(named[0].value, (named[0],))] if named else []


def predecessor(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """Whom he replaced, or who was replaced; null where the verb is of something else."""
    if not verb.has("succeed"):
        return None
    if clause.passive(verb) or clause.words_after(verb, 1) == ["by"]:
        return clause.subject
    found = args.object_of(piece, clause, verb)
    if found is not None:
        return found[0]
    units = clause.units[verb.place - clause.first :][:5]
    named = [n for n, one in enumerate(units) if one.kind in ("person", "pronoun")]
    behind = named[:1] and slots.preposition(units, named[0]) in ("for", "from")
    return args.clause_object(piece, clause, units[named[0]]) if behind else None


def _called(piece: Piece, clause: Clause, verb: Unit) -> list[Came]:
    """Was called back to manage the club; the club asked X to run it; X agreed to manage it."""
    runs = any(unit.low in ("run", "lead", "pilot", "guide") for unit in clause.units if unit.place > verb.place)
    if not runs and not clause.find("manage", "manager", "interim", "had_club"):
        return []
    if clause.passive(verb):
        return [(clause.subject, ())] if clause.subject is not None else []
    found = args.object_of(piece, clause, verb)
    if found is not None:
        return [(found[0], (found[1],))]
    own = verb.has("of_himself") and clause.subject is not None
    return [(clause.subject, ())] if own and clause.subject is not None else []


def _considered(piece: Piece, clause: Clause, verb: Unit, kind: str) -> list[Came]:
    """X and Y were interviewed; interviewed X of the Giants, Y and Z; the finalists were X and Y."""
    if verb.low.startswith("narrowed"):
        named = next((unit for unit in clause.sentence.units[verb.place :] if unit.kind == "person"), None)
        return [(one.value, (one,)) for one in slots.listed_people(clause.sentence, named)] if named else []
    if kind == "finalist" and (told := behind_a_colon(clause, verb) or _after_be(clause, verb)):
        return [(unit.value, (unit,)) for unit in told]
    found = args.object_of(piece, clause, verb) if kind != "finalist" else None
    if found is not None and found[1].kind == "person":
        return [(unit.value, (unit,)) for unit in slots.listed_people(clause.sentence, found[1])]
    if found is not None:
        return [(found[0], (found[1],))]
    among = _among(clause, verb) if not clause.passive(verb) else None
    if among is not None:
        return [(unit.value, (unit,)) for unit in slots.listed_people(clause.sentence, among)]
    if kind == "talk_to":
        with_them = "them" in clause.words_after(verb, 1) and clause.subject is not None
        return [(clause.subject, ())] if with_them and clause.subject is not None else []
    if kind in ("interview", "finalist") and len(_joined(clause, verb)) > 1:
        return [(unit.value, (unit,)) for unit in _joined(clause, verb)]
    whom = _receiver(clause) or clause.subject
    return [(whom, ()), *_along_with(clause, verb)] if whom is not None else []


def _along_with(clause: Clause, verb: Unit) -> list[Came]:
    """X is a finalist, along with Y and Z: Y and Z too."""
    for unit in clause.units[verb.place - clause.first + 1 :]:
        if unit.kind == "person" and clause.words_before(unit, 2) in (["along", "with"], ["together", "with"]):
            return [(one.value, (one,)) for one in slots.listed_people(clause.sentence, unit)]
    return []


def _among(clause: Clause, verb: Unit) -> Unit | None:
    """Interviewed two other men, X and Y: the first of the names behind the comma."""
    near = clause.units[verb.place - clause.first + 1 :][:6]
    men = any(unit.low in _MEN for unit in near)
    named = next((n for n, unit in enumerate(near) if unit.kind == "person"), None)
    return near[named] if men and named and near[named - 1].text in (",", ":") else None


def _after_be(clause: Clause, verb: Unit) -> list[Unit]:
    """The finalists were X, the CLUB's coach, and Y."""
    units = clause.sentence.units[verb.place + 1 :]
    be = next((unit for unit in units[:6] if unit.has("be")), None)
    return [unit for unit in units if unit.kind == "person" and unit.place > be.place] if be is not None else []


def _joined(clause: Clause, verb: Unit) -> list[Unit]:
    """X and Y were interviewed: both."""
    before = clause.units[: verb.place - clause.first]
    people = [unit for unit in before if unit.kind == "person"]
    return people if any(unit.low == "and" for unit in before) else people[:1]


def _receiver(clause: Clause) -> Entity | None:
    """Extended X an opportunity to interview: the person after who extends it."""
    people = [unit for unit in clause.units if unit.kind == "person"]
    return people[1].value if clause.find("extend", "hand") and len(people) > 1 else None
