"""Who left: the argument of the words that end a post, whatever their form."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import NOBODY, Clause, is_participle
from skipper.press.extract.nominal import is_noun, whose
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import NEVER

_JOB = ("employment", "tenure", "duties", "resigning")
Left = tuple[Entity, tuple[Unit, ...]]


def who_left(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> list[Left]:
    """Whoever left, with the units that name him; several where the words join them."""
    if is_noun(clause, verb) and (verb.has("firing_noun") or not verb.has("fire", "let_go")):
        told = whose(piece, clause, verb)
        if told is not None:
            return [told]
        if verb.has("firing_noun"):
            return []
    if verb.has("lose_post", "gone", "resign", "part", "retire") and not verb.has("fire"):
        return _left_himself(piece, clause, verb, sentence)
    if verb.has("contract_ended"):
        found = args.object_of(piece, clause, verb)
        whom = clause.owner or clause.subject or piece.subject
        return [(found[0], (found[1],))] if found else [(whom, ())] if whom else []
    return _done_to(piece, clause, verb, sentence)


def _left_himself(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> list[Left]:
    whom = clause.subject or clause.owner or _later(sentence, clause)
    beside = clause.after(verb)
    if verb.has("part") and clause.club is not None and beside is not None and beside.low == "with":
        found = args.object_of(piece, clause, beside)
        return [(found[0], (found[1],))] if found else []  # the club parted ways with X
    if verb.has("retire") and not _retires_from_a_post(piece, clause, verb, whom, sentence):
        return []
    if verb.has("gone") and not _was_in_a_post(piece, clause, verb, whom):
        return []
    return [(whom, ())] if whom else []


def _was_in_a_post(piece: Piece, clause: Clause, verb: Unit, whom: Entity | None) -> bool:
    """Was out after the 2004 season: of a man whose post is told, with a time, and nothing that he was out of."""
    after = clause.after(verb)
    stands = (
        after is None
        or after.kind in ("punct", "date", "year")
        or after.low in ("in", "after", "by", "at", "as", "the")
    )
    own = piece.careers.last(whom) if whom is not None else None
    if clause.words_after(verb, 1) == ["as"] and clause.find("manager") and whom is not None:
        return True  # is out as the manager of the club
    return stands and own is not None and not own.ended and piece.when(clause, verb) is not NEVER


def _done_to(piece: Piece, clause: Clause, verb: Unit, sentence: list[Clause]) -> list[Left]:
    if clause.passive(verb) and NOBODY & {unit.low for unit in clause.units if unit.place < verb.place}:
        return []  # nobody else was fired
    joined = _joined_by_titles(clause, verb)
    if len(joined) > 1:
        return [(unit.value, (unit,)) for unit in joined]
    both = clause.after(verb)
    if both is not None and both.low == "both":
        people = [unit for unit in clause.units[both.place - clause.first :] if unit.kind == "person"][:2]
        return [(unit.value, (unit,)) for unit in people]
    both_named = joined_subjects(clause, verb)
    if len(both_named) > 1:
        return [(unit.value, (unit,)) for unit in both_named]
    if verb.low.endswith((" the cord", " the plug")):
        named = [unit for unit in clause.sentence.units if unit.kind == "person" and not unit.value.executive]
        return (
            [(named[0].value, (named[0],))] if len(named) == 1 else []
        )  # gave X till Thursday before cutting the cord
    found = args.patient(piece, clause, verb) or _of_his_job(piece, clause, verb) or _their_manager(piece, clause, verb)
    opens = _opens(clause, verb) or _goes_on(clause, verb)
    done = clause.passive(verb) or verb.low == "let go" or (opens and is_participle(verb))
    if found is None and done and clause.club is None:
        later = clause.subject or _later(sentence, clause)
        return [(later, ())] if later else []
    return [found] if found else []


def _opens(clause: Clause, verb: Unit) -> bool:
    """Fired by the Phillies in 2000, X …: nothing but a time or an adverb stands before the participle."""
    return all(
        one.kind == "punct" or one.low in ("then", "abruptly", "again")
        for one in clause.units[: verb.place - clause.first]
    )


def _goes_on(clause: Clause, verb: Unit) -> bool:
    """Was hired in 2010 and fired in 2012: the second participle has the auxiliary of the first."""
    before, first = clause.previous, [unit for unit in clause.units if unit.kind != "punct"][:2]
    joined = clause.opener in ("and", "but") and len(first) == 2 and first[1] is verb
    passive = before is not None and any(before.passive(unit) for unit in before.find("hire", "promote", "hand"))
    return joined and passive and before is not None and before.subject is clause.subject


def _retires_from_a_post(piece: Piece, clause: Clause, verb: Unit, whom: Entity | None, sentence: list[Clause]) -> bool:
    """Whether the piece has told his post, tells of another's end beside his, or a club tells it; and when.

    Not of a man who played for the Braves before he retired.
    """
    if whom is None or any(one.find("play") and not one.find("manage", "manager") for one in sentence):
        return False
    if piece.when(clause, verb) is NEVER:
        return _as_manager(clause, verb)
    beside = any(one.find("fire", "let_go", "resign") for one in sentence if one is not clause)
    said = clause.previous is not None and clause.previous.club is not None and clause.previous.find("say")
    return piece.careers.post(whom) is not None or beside or bool(said or clause.find("manager"))


def _as_manager(clause: Clause, verb: Unit) -> bool:
    """Is retiring as Padres manager, after 11 seasons as manager of the club."""
    titles = [unit for unit in clause.find("manager") if unit.place > verb.place]
    return bool(titles) and "as" in clause.words_before(titles[0], 4)


def _joined_by_titles(clause: Clause, verb: Unit) -> list[Unit]:
    """Firing manager X and general manager Y: both."""
    people: list[Unit] = []
    for unit in clause.units[verb.place - clause.first + 1 :]:
        if unit.kind == "person":
            people.append(unit)
        elif not (unit.low in ("and", "the", "both") or unit.has("manager", "executive", "coach", "interim")):
            break
    return people


def joined_subjects(clause: Clause, verb: Unit) -> list[Unit]:
    """X and Y were fired: both."""
    before = clause.units[: verb.place - clause.first]
    people = [n for n, unit in enumerate(before) if unit.kind == "person"][:2]
    between = before[people[0] + 1 : people[1]] if len(people) == 2 else []
    beside = bool(between) and between[0].low == "and" and all(one.has("coach", "manager") for one in between[1:])
    return [before[n] for n in people] if beside and clause.passive(verb) else []


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
