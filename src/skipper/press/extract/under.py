"""Under whom a club's figures are: under X, under X and Y, managed by him."""

from __future__ import annotations

from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import Entity, Unit

_OF_GAMES = frozenset(
    ["of", "games", "game", "the", "its", "their", "first", "last", "wins", "losses", "times", "record"]
)
_INSTEAD = frozenset(
    ["replace", "replaces", "replacing", "succeed", "succeeds", "succeeding", "for", "from", "succeeded"]
)
_RUN = frozenset(["managed", "led", "guided", "piloted", "skippered"])


def under_whom(clause: Clause, unit: Unit) -> Entity | None:
    """The Mets, 12-20 under X, have won 15 of 20 under Y: the one man under whom these figures are."""
    after = clause.units[unit.place - clause.first + 1 :]
    end = next((n for n, one in enumerate(after) if one.low == "under"), len(after))
    near = after[end + 1 : end + 3]
    light = all(one.kind == "number" or one.low in _OF_GAMES for one in after[:end])
    alone = len(near) < 2 or near[1].low not in ("and", "'s", "'")
    return near[0].value if light and alone and near and near[0].kind == "person" else None


def all_under(piece: Piece, clause: Clause) -> list[Entity]:
    """Under X, under X and Y, under him, during his tenure; the club, managed by X, won."""
    units = clause.sentence.units
    near = [unit for unit in clause.units if unit.place]
    for unit in (*near, *(_around(clause) if clause.owner is None else ())):
        before = units[unit.place - 1]
        run_by = before.low == "by" and unit.place > 1 and units[unit.place - 2].low in _RUN
        if (before.low == "under" or run_by) and unit.kind in ("person", "pronoun"):
            return _joined(piece, units, unit)
        if before.has("manager") and unit.kind == "person" and unit.place > 1 and units[unit.place - 2].low == "under":
            return [unit.value]  # under manager X
        if before.low == "with" and unit.kind == "person" and _is_in_charge(units[unit.place + 1 :][:3]):
            return [unit.value]
        if unit.has("tenure") and before.kind == "pronoun":
            topic = piece.subject or piece.names.topic
            return [topic] if topic is not None else []
    return []


def _around(clause: Clause) -> list[Unit]:
    """The sentence round the clause, as far as nothing is told of other figures or in an aside."""
    units = clause.sentence.units
    end = next((n for n in range(clause.end, len(units)) if _parts(units[n])), len(units))
    start = next((n + 1 for n in range(clause.start - 1, -1, -1) if _parts(units[n])), 0)
    return [unit for unit in units[start:end] if unit.place]


def _parts(unit: Unit) -> bool:
    return unit.text == ";" or unit.kind == "record" or unit.low in ("who", "whom", "which", "where")


def _joined(piece: Piece, units: list[Unit], unit: Unit) -> list[Entity]:
    """The man whom `under` names, or means by `him`; and Y, where X and Y stand there."""
    and_ = unit.place + 1 < len(units) and units[unit.place + 1].low == "and"
    others = [one.value for one in units[unit.place + 1 : unit.place + 3] if one.kind == "person"] if and_ else []
    named = (one.value for one in reversed(units[: unit.place]) if one.kind == "person" and not _replaced(units, one))
    whom = unit.value if unit.kind == "person" else next(named, None) or piece.subject or piece.names.topic
    return [one for one in (whom, *others) if one is not None]


def _replaced(units: list[Unit], man: Unit) -> bool:
    """X replaced Y, took over for Y: `him` is X."""
    before = units[man.place - 1] if man.place else None
    return before is not None and (before.low.split()[-1] in _INSTEAD or before.has("replace"))


def _is_in_charge(behind: list[Unit]) -> bool:
    """With X as manager, with X at the helm, with X managing."""
    if not behind:
        return False
    words = [one.low for one in behind]
    as_manager = words[0] == "as" and any(one.has("manager") for one in behind[1:])
    return as_manager or behind[0].has("manage") or words in (["at", "the", "helm"], ["in", "the", "dugout"])
