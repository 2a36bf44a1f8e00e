"""The men on base in the plainest Python, and who answers for their runs (Official Baseball Rules 9.16)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

STAYS, OUT, SCORED, SCORED_AS_PLACED = -1, 0, 4, 7  # besides bases: where a man goes

Row = dict[str, str | int]


@dataclass
class Charge:
    """Who answers for a run, null until they are known; whether the man with whom it began was placed on base."""

    pitcher: str | None
    catcher: str | None
    placed: bool = False


@dataclass(eq=False)
class Runner:
    """A man from his turn at bat, or from being placed on base, to the end of his run; `fate` is where it ended."""

    name: str
    slot: int
    charge: Charge
    origin: int
    runs_for: str = ""
    fate: int = OUT


def called(base: int) -> str:
    return f"runner{base}" if base else "batter"


def bits(bases: Iterable[int]) -> int:
    """Bases as cwevent writes them: 1, 2 and 4 added up."""
    return sum({1 << (base - 1) for base in bases})


def in_one_anothers_way(to: Mapping[int, int]) -> bool:
    """Whether a man, by where he came from, ends on the base of one who was ahead of him, or beyond."""
    safe = [base for base in to if to[base] != OUT]
    return any(to[front] < SCORED and to[back] >= to[front] for front in safe for back in safe if back < front)


def hand_on_charges(men: dict[int, Runner], retired: list[int]) -> None:
    """Rule 9.16(g): a pitcher answers for as many runners as he left, not for the men.

    The charge of a man whom the batter's ball put out passes to the man behind him, his to the next, and so on down to
    the batter; the man put out is left with the last of them.
    """
    for base in retired:
        behind = [other for other in range(base - 1, -1, -1) if other in men]
        for other in behind:
            men[base].charge, men[other].charge = men[other].charge, men[base].charge


def shown_charges(before: Mapping[int, Charge], retired: list[int], to: Mapping[int, int]) -> Row:
    """The charges that cwevent prints: those before the play, but for one case.

    Where the batter's ball put out the runner of third and the next man behind him scored, that man and the one behind
    him show what they took over.
    """
    shown = {base: charge for base, charge in before.items() if base}
    behind = [base for base in (2, 1) if base in before]
    if 3 in retired and behind and to[behind[0]] >= SCORED:
        shown |= dict(zip(behind, (before[3], *(before[base] for base in behind)), strict=False))
    row: Row = {}
    for base in (1, 2, 3):
        charge = shown.get(base, Charge("", ""))
        row |= {f"runner{base}_pitcher": charge.pitcher, f"runner{base}_catcher": charge.catcher}
        row |= {f"runner{base}_placed": charge.placed}
    return row
