"""Places in the batting order: batted eighth, moved into the leadoff spot, in the No. 2 hole, their leadoff man."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.clauses import Clause
from skipper.press.extract.units import Unit

Use = tuple[Unit, str, tuple[Unit, ...]]  # the verb, the kind, and what says it
_HIGHEST, _LOW, _LAST = 4, 7, 9  # the slots that count as high go to the fourth, the low ones from the seventh on
_OTHER_FIRSTS = frozenset(
    ["season", "year", "inning", "game", "time", "home", "base", "place", "career", "round", "half"]
)
_LED_OFF = ("led off", "leads off", "leading off", "lead off")
_NOT_A_SLOT = frozenset(["the", "an", "a", "with", "first", "second", "his", "every"])
_SLOT = frozenset(["spot", "hole", "slot", "position"])
_ORDER = frozenset(["order", "lineup"])
_MEN = frozenset(["man", "hitter", "batter", "guy", "bat"])
_NUMBERS = frozenset(["no", "no.", "number", "#"])
_ENDS = frozenset(
    [
        *(",", ".", ";", "or", "and", "in", "for", "all", "most", "against", "because", "behind", "between", "ahead"),
        *("again", "that", "this", "on", "at", "to", "when", "so", "but", "every", "instead", "last", "during", ")"),
        *("under", "as", "before", "after", "just", "with", "where", "often", "much", "since", "until", "there"),
        *("more", "now", "tonight", "regularly", "almost", "nearly", "through", "whenever", "if", "while"),
    ]
)


def slots(clause: Clause) -> Iterator[Use]:
    """Batted eighth, hit in the leadoff spot, moved from third to second in the order; one for each verb."""
    following = clause.sentence.units[clause.end : clause.end + 1]
    if clause.opener == "or" or (following and following[0].low == "or"):
        return  # leads off or hits fifth
    for verb in clause.find("bat", "move_in_order", "keep_in_order"):
        told = _told(clause, verb)
        if told is not None:
            yield verb, told[1], (told[0],)
    yield from _titled(clause)


def _told(clause: Clause, verb: Unit) -> tuple[Unit, str] | None:
    """The slot that goes with the verb, and whether it is a high or a low one; of a move the last that is named."""
    named = [(unit, _kind(unit)) for unit in clause.find("bats_low", "bats_high") if _is_slot(clause, verb, unit)]
    numbered = [(unit, kind) for unit in clause.kinds("number") if (kind := _of_number(clause, verb, unit)) is not None]
    found = sorted([*named, *numbered], key=lambda one: one[0].place)
    return (found[-1] if verb.has("move_in_order") else found[0]) if found else None


def _kind(unit: Unit) -> str:
    return "bats_low" if unit.has("bats_low") else "bats_high"


def _of_number(clause: Clause, verb: Unit, unit: Unit) -> str | None:
    """In the No. 2 spot, No. 8, in the seven hole; null where it is another's number, or of mid-order."""
    before = [word for word in clause.words_before(unit, 2) if word != "."]
    behind = [word for word in clause.words_after(unit, 2) if word != "-"]
    slot = bool(behind) and behind[0] in _SLOT
    numbered = bool(before) and before[-1] in _NUMBERS and verb.has("bat")
    if unit.place < verb.place or not (slot or (numbered and (not behind or behind[0] in _ENDS))):
        return None
    return "bats_high" if unit.value <= _HIGHEST else "bats_low" if _LOW <= unit.value <= _LAST else None


def _is_slot(clause: Clause, verb: Unit, unit: Unit) -> bool:
    """Batted eighth, in the leadoff spot; not `hit .264 in his second season`, `led off the fifth`."""
    after = clause.words_after(unit, 3)
    if after[:1] == ["or"] and len(clause.find("bat")) > 1:
        return False  # leads off or hits fifth
    if unit.low in _LED_OFF:
        return not _NOT_A_SLOT & set(after[:1])
    in_order = not _ORDER.isdisjoint(after)
    slot = bool(after) and after[0] in _SLOT
    if not verb.has("bat") and not (in_order or slot or _is_place(unit)):
        return False
    if unit.kind != "ordinal":
        return unit is not verb
    before = clause.words_before(unit, 1)
    alone = not {"the", "a", "his", "her", "and", "on", "in", "for"} & set(before)
    alone = (
        alone or _is_listed(clause, unit) or (before == ["in"] and clause.words_before(unit, 2)[:1] == ["him"])
    )  # writes him in seventh
    ends = not after or after[0] in _ENDS or in_order
    return unit.place > verb.place and bool(slot or in_order or (alone and ends and not _OTHER_FIRSTS & set(after[:1])))


def _is_listed(clause: Clause, unit: Unit) -> bool:
    """Hits him sixth and seventh; not with runners on second and third."""
    joined, first = clause.words_before(unit, 1), clause.before(unit, 2)
    ordinal = first is not None and first.kind == "ordinal" and joined in (["and"], ["or"])
    return ordinal and first is not None and clause.words_before(first, 1) not in (["on"], ["in"], ["the"], ["at"])


def _is_place(unit: Unit) -> bool:
    """The leadoff spot, the bottom of the order: words that name a place in the order by themselves."""
    words = unit.low.split()
    return words[-1] in (*_SLOT, *_ORDER) or unit.low in ("leadoff", "cleanup")


def _titled(clause: Clause) -> Iterator[Use]:
    """Has been the Cubs' leadoff man, is their cleanup hitter, was in the leadoff spot."""
    be = next(iter(clause.find("be")), None)
    if be is None or clause.find("bat", "move_in_order", "keep_in_order"):
        return
    for unit in clause.find("bats_low", "bats_high"):
        behind = clause.words_after(unit, 1)
        man = bool(behind) and behind[0] in _MEN and unit.low in ("leadoff", "cleanup")
        there = _is_place(unit) and clause.words_before(unit, 3)[:2] in (["in", "the"], [be.low, "in"])
        if unit.place > be.place and (man or there) and not clause.denied(be):
            yield be, _kind(unit), (unit,)
    for unit in clause.kinds("number"):
        kind = _of_number(clause, be, unit)
        if kind is not None and "in" in clause.words_before(unit, 4) and not clause.denied(be):
            yield be, kind, (unit,)
