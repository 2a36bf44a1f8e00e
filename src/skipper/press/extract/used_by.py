"""Of a player's use: whose it is, and which manager used him so."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Sentence, Unit

_BEFORE_A_TITLE = frozenset(["former", "ex", "general", "assistant", "then", "one-time", "onetime"])
_DESCRIPTION = 9  # units of `the 20-year-old first baseman`
_LIGHT = frozenset(["year-old", "year", "old", "-", "young", "rookie", "veteran", "big", "left-handed", "right-handed"])
_FARTHEST = 3  # units between `had` and its participle


def skippers(sentences: Iterable[Sentence]) -> tuple[Entity, ...]:
    """Whom a piece calls `manager X`, in its order, each once."""
    found: dict[int, Entity] = {}
    for units in (sentence.units for sentence in sentences):
        for title, one in pairwise(units):
            before = units[title.place - 1].low if title.place else ""
            if one.kind == "person" and title.low in ("manager", "skipper") and before not in _BEFORE_A_TITLE:
                found.setdefault(id(one.value), one.value)
    return tuple(found.values())


def players(piece: Piece, clause: Clause, sentence: list[Clause], verb: Unit) -> list[Entity]:
    """The object of an active verb; of a passive or a player's own the subject, with those joined to him."""
    found = _object(piece, clause, verb)
    if found is not None:
        return [found, *_joined_after(clause, found)] if verb.has("platoon") else [found]
    if clause.subject is None or _is_of_a_stranger(clause, verb):
        return []
    if _manages(piece, clause.subject):
        return _of_a_manager(piece, clause)
    people = [clause.subject]
    earlier = [unit for part in sentence for unit in part.units if unit.kind == "person" and unit.place < verb.place]
    for place, unit in enumerate(earlier):
        following = clause.sentence.units[unit.place + 1 : unit.place + 2]
        joined = bool(following) and following[0].low == "and"
        if joined and place + 1 < len(earlier) and earlier[place + 1].value is clause.subject:
            people.insert(0, unit.value)
    return people


def _of_a_manager(piece: Piece, clause: Clause) -> list[Entity]:
    """Had him fifth for a week, and now he bats third: not the manager but the man named last. We hit ninth: nobody."""
    named = any(one.kind == "person" and one.value is clause.subject for one in clause.units)
    pronoun = any(one.kind == "pronoun" and one.low in ("he", "she") for one in clause.units)
    meant = whom_he_means(piece, clause) if pronoun and not named else None
    return [meant] if meant is not None and not _manages(piece, meant) else []


def _manages(piece: Piece, person: Entity) -> bool:
    """Whether the piece tells of a post of his, before this or later on."""
    piece.wanting = True
    told = any(one.person is person for one in (*piece.careers.tenures, *piece.foretold.tenures))
    used = any(one.type == "usage" and one.fields.get("manager") == person.name for one in piece.recent)
    return told or used or person in piece.skippers


def _is_of_a_stranger(clause: Clause, verb: Unit) -> bool:
    """Rarely started a man whom neither the piece nor the vocabulary has in full, hit his pitcher eighth: another's."""
    after, then = clause.after(verb), clause.after(verb, 2)
    his = after is not None and after.low in ("his", "a") and then is not None and then.has("position", "pitcher_word")
    return his or (after is not None and after.kind in ("word", "club") and after.text[:1].isupper())


def _joined_after(clause: Clause, first: Entity) -> list[Entity]:
    """Platooned X and Y: Y."""
    for unit in clause.kinds("person"):
        joined, other = clause.after(unit), clause.after(unit, 2)
        if unit.value is first and joined is not None and joined.low == "and" and other is not None:
            return [other.value] if other.kind == "person" else []
    return []


def _object(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """Whom the manager used so: after the verb, or between `had` and its participle; `him` is who was named last."""
    had = clause.units[max(0, verb.place - clause.first - _FARTHEST) : verb.place - clause.first]
    kept = verb.low.endswith("ing") and any(one.low in ("had", "has", "have", "kept", "with") for one in had)
    if kept and not any(one.low == "been" for one in had):
        whom = next((one for one in reversed(had) if one.kind in ("person", "pronoun")), None)
    else:
        found = args.object_of(piece, clause, verb)
        whom = found[1] if found is not None else described(clause, verb)
    if whom is None:
        return None
    return whom.value if whom.kind == "person" else whom_he_means(piece, clause)


def described(clause: Clause, verb: Unit) -> Unit | None:
    """Given the 20-year-old first baseman the day off: the words for a player; null where they are others."""
    near = clause.units[verb.place - clause.first + 1 :][:_DESCRIPTION]
    if not near or near[0].low != "the":
        return None
    place = next((n for n, one in enumerate(near) if one.has("position")), 0)
    light = all(one.kind in ("number", "ordinal", "punct", "level") or one.low in _LIGHT for one in near[1:place])
    return near[place] if place and light else None


def whom_he_means(piece: Piece, clause: Clause) -> Entity | None:
    """Whom `him` means beside a manager: the last person named who is not he."""
    before = [unit.value for unit in clause.sentence.units[: clause.start] if unit.kind == "person"]
    for one in reversed([*piece.mentioned, *before]):
        if one is not clause.subject and not one.executive:
            return one
    return None


def _whose_player(clause: Clause) -> ClubName | None:
    """Red Sox outfielder X, the Cubs' X: the club of whom the clause speaks; null where his name stands alone."""
    for unit in clause.kinds("person"):
        before = clause.units[max(0, unit.place - clause.first - 3) : unit.place - clause.first]
        if unit.value is clause.subject and before and (before[-1].has("epithet", "pitcher_word") or len(before) > 1):
            near = [one for one in before if one.kind == "club"]
            return near[-1].value if near else None
    return None


def _he_who_manages(piece: Piece, clause: Clause) -> Entity | None:
    """He sits X, where the sentence before was of a player: the manager of whom the piece is."""
    topic, he = piece.names.topic, not any(one.value is clause.subject for one in clause.kinds("person"))
    if he and clause.subject is not None and topic is not None and not _manages(piece, clause.subject):
        return topic if _manages(piece, topic) else clause.subject
    return clause.subject


def manager_of(piece: Piece, clause: Clause, sentence: list[Clause], verb: Unit) -> Entity | None:
    """Who used him so: `under X`, `by X`, the active verb's subject, else of whom the piece speaks."""
    units = clause.sentence.units
    for unit in units[1:]:
        before = units[unit.place - 1].low
        if unit.kind == "person" and (
            before in ("under", "by") or (before == "for" and _can_manage(piece, unit.value))
        ):
            return unit.value
    if _object(piece, clause, verb) is not None:
        return _he_who_manages(piece, clause)
    titled = _whose_player(clause)
    if titled is not None:
        return piece.careers.in_charge(titled)  # Red Sox outfielder X bats ninth
    if piece.speaker is not None and _manages(piece, piece.speaker):
        return piece.speaker  # he hits third for me
    others = [part.subject for part in sentence if part.subject is not None and part.subject is not clause.subject]
    others = [one for one in others if piece.careers.last(one) is not None or any(man.managed for man in one.people)]
    spoken = piece.before if piece.before is not None and piece.careers.post(piece.before) is not None else None
    held = piece.careers.in_charge(piece.club) if piece.club is not None else None
    likely = (*others[:1], spoken, held, piece.names.topic)
    fit = [one for one in likely if one is not None and not one.executive]
    posted = next((one for one in fit if piece.careers.last(one) is not None), None) or _in_office(piece)
    known = [one for one in fit if any(man.managed for man in one.people)]
    return posted or next(iter(known), None)


def _can_manage(piece: Piece, person: Entity) -> bool:
    """Played every day for X: nobody plays for a man who does not manage."""
    return _manages(piece, person) or any(man.managed for man in person.people)


def _in_office(piece: Piece) -> Entity | None:
    """The one man of the piece who holds a post and is not told to have left it, or is called the manager."""
    told = (*piece.careers.tenures, *piece.foretold.tenures)
    held = {one.person.name: one.person for one in told if not one.ended}
    held |= {one.name: one for one in piece.skippers}
    return next(iter(held.values())) if len(held) == 1 else None
