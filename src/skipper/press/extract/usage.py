"""Usage: where a manager batted a player, and against whom he would not start him."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit

_OTHER_FIRSTS = [[word] for word in ("season", "year", "inning", "game", "time", "home", "base", "place", "career")]


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep what a clause says of a player's use."""
    for verb in clause.find("bat"):
        for unit in clause.find("bats_low", "bats_high"):
            if _is_slot(clause, verb, unit):
                _keep(piece, clause, sentence, verb, "bats_low" if unit.has("bats_low") else "bats_high", (unit,))
                break
    hands = clause.find("left_handers", "right_handers")
    for verb in clause.find("refuse", "sit"):
        for unit in hands:
            kind = "sits_against_lhp" if unit.has("left_handers") else "sits_against_rhp"
            _keep(piece, clause, sentence, verb, kind, (unit,))


def _is_slot(clause: Clause, verb: Unit, unit: Unit) -> bool:
    """Batted eighth, in the leadoff spot; not `hit .264 in his second season`."""
    after = clause.words_after(unit, 1)
    if unit.low.startswith(("led off", "leads off", "leading off")):
        return after[:1] not in (["the"], ["an"], ["a"], ["with"], ["first"])  # led off the fifth, with a walk
    if unit.kind != "ordinal":
        return unit is not verb
    in_the_order = after[:1] and after[0] in ("spot", "hole", "slot", "position")
    alone = not {"the", "a", "his", "her", "and", "on", "in"} & set(clause.words_before(unit, 1))
    return unit.place > verb.place and bool(in_the_order or (alone and after[:1] not in _OTHER_FIRSTS))


def _keep(piece: Piece, clause: Clause, sentence: list[Clause], verb: Unit, kind: str, used: tuple[Unit, ...]) -> None:
    manager = _manager(piece, clause, sentence, verb)
    for player in _players(piece, clause, sentence, verb):
        if manager is player:
            manager = None
        time = piece.when(clause, verb)
        near = args.clubs_near(piece, clause, verb)[:1]
        near = [
            unit for unit in near if "'s" not in clause.words_after(unit, 1) and "'" not in clause.words_after(unit, 1)
        ]
        fields = {
            "kind": kind,
            "manager": manager.name if manager is not None else None,
            "seasons": list(time.seasons),
            "club": piece.show(near[0].value, time.year) if near else None,
        }
        named = [("club", near[0].value, time.year)] if near else []
        piece.add(clause, "usage", fields, player, verb, (*used, *time.units), named, affirmed=True)


def _players(piece: Piece, clause: Clause, sentence: list[Clause], verb: Unit) -> list[Entity]:
    """The object of an active verb; of a passive or a player's own the subject, with those joined to him."""
    found = args.object_of(piece, clause, verb)
    if found is not None:
        return [found[0]]
    if clause.subject is None:
        return []
    people = [clause.subject]
    earlier = [unit for part in sentence for unit in part.units if unit.kind == "person" and unit.place < verb.place]
    for place, unit in enumerate(earlier):
        joined = (
            clause.sentence.units[unit.place + 1].low == "and" if unit.place + 1 < len(clause.sentence.units) else False
        )
        if joined and place + 1 < len(earlier) and earlier[place + 1].value is clause.subject:
            people.insert(0, unit.value)
    return people


def _manager(piece: Piece, clause: Clause, sentence: list[Clause], verb: Unit) -> Entity | None:
    """Who used him so: the active verb's subject, `under X`, else of whom the piece speaks."""
    under = next(
        (
            unit.value
            for unit in clause.sentence.units
            if unit.kind == "person" and unit.place and clause.sentence.units[unit.place - 1].low == "under"
        ),
        None,
    )
    if under is not None:
        return under
    if args.object_of(piece, clause, verb) is not None:
        return clause.subject
    others = [part.subject for part in sentence if part.subject is not None and part.subject is not clause.subject]
    return others[0] if others else piece.names.topic
