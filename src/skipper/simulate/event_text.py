"""Retrosheet's event text for a transition between base-out states, and who is out or advances on it.

The lineup model has only states. Runners do not pass one another, so there is nearly always one likely account of each
runner in a transition. `fates` finds it for any transition, whether the simulator's own or estimated from real plays.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product

from skipper.lineups.advancement import END, KINDS
from skipper.simulate.base_running import Fates, runners

RUNNING = 0
USUAL = {"strikeout": 0, "walk": 1, "home_run": 4, "error": 1, "triple": 3, "double": 2, "single": 1, "out": 0}
"""The batter's usual base, by kind; a sacrifice, like an out, has 0."""
_HITS = {"single": 1, "double": 2, "triple": 3}
_OUTFIELD = "789"
_THROWN_OUT = {2: "(26)", 3: "(25)", 4: "(82)"}
_OUTS_IN_PLAY = ("63/G6", "8/F8", "43/G4", "7/F7", "53/G5", "9/F9", "3/G3", "6/P6")
_FLIES = ("8/F8/SF", "9/F9/SF", "7/F7/SF")


@cache
def fates(kind: int, before: int, after: int, runs: int) -> Fates:
    """Return where each runner and (except in running plays) the batter goes, with the lead runner first and the batter
    last.

    Raises ValueError for a transition that no play can produce.
    """
    on = runners(before)
    outs = (3 if after == END else after // 8) - before // 8
    batter = [range(5)] if kind != RUNNING else []
    ways = product(*((0, *range(base, 5)) for base in on), *batter)
    found = [way for way in ways if way.count(0) == outs and way.count(4) == runs and _in_order(way)]
    if after != END:
        found = [way for way in found if sum(1 << base - 1 for base in way if 0 < base < 4) == after % 8]
    if not found:
        raise ValueError(f"no play of kind {KINDS[kind]} leads from state {before} to {after} with {runs} runs")
    return min(found, key=lambda way: (_strangeness(kind, on, way), way))


def walk_off(kind: int, before: int, full: Fates, needed: int) -> Fates:
    """Return the fates on a play that ends with the winning run and on which `needed` runs count.

    The batter gets no more bases than the runner who scores the winning run (Official Baseball Rules 9.06(f)).
    """
    on = runners(before)
    scorers = [place for place, to in enumerate(full) if to == 4][:needed]
    if kind == RUNNING:
        return tuple(4 if place in scorers else base for place, base in enumerate(on))
    batter = full[-1]
    if scorers[-1] < len(on):
        batter = min(batter, 4 - on[scorers[-1]])
    if batter == 0 and before // 8 == 2:
        batter = 1
    made, behind = [batter], batter
    for place in reversed(range(len(on))):
        to = 4 if place in scorers else max(on[place], behind + 1) if behind else on[place]
        behind = to if to < 4 else behind
        made.append(to)
    return tuple(reversed(made))


@cache
def texts(kind: int, before: int, way: Fates) -> tuple[str, ...]:
    """Return event texts, any of which describes the play; empty if nothing happens."""
    on = runners(before)
    if kind == RUNNING:
        return _running(on, way)
    name = KINDS[kind]
    moves = _advances(on, way[:-1], 1 + USUAL[name] if name in _HITS else 1)
    batter, out = way[-1], [base for base, to in zip(on, way, strict=False) if to == 0]
    if name == "strikeout":
        return (_struck_out(on, way, moves),)
    if name == "walk":
        return (_with(_walked(on, way), [*moves, *_batter(batter, 1)]),)
    if name == "home_run":
        return tuple(_with(f"HR/F{field}", moves) for field in _OUTFIELD)
    if name == "error":
        return tuple(_with(f"E{field}/G{field}", [*moves, *_batter(batter, 1)]) for field in "654")
    if name in _HITS:
        hit = min(batter, _HITS[name]) or _HITS[name]  # fewer bases on a walk-off
        return tuple(_with(f"{' SDT'[hit]}{field}", [*moves, *_batter(batter, hit)]) for field in _OUTFIELD)
    if name == "sacrifice":
        basic = "13/SH/BG1" if batter == 0 else "FC1/SH/BG1"
        return (_with(basic, [*moves, *_batter(batter, 1 if batter else 0)]),)
    return _out_in_play(on, way, moves, out)


def _in_order(way: Fates) -> bool:
    """Return whether runners left on base are on different bases, and none has passed another."""
    left = [to for to in way if to]
    return all(ahead > behind or ahead == behind == 4 for ahead, behind in pairwise(left))


def _strangeness(kind: int, on: tuple[int, ...], way: Fates) -> float:
    """Return how unlikely an account of a play is; 0 for the usual account."""
    # On a hit the lead runner is the one thrown out; otherwise the others stay where they were.
    lead = 0.15 if KINDS[kind] in _HITS else 0.0
    cost = sum(0.1 * (to - base) if to else 1.0 - lead * base for base, to in zip(on, way, strict=False))
    if kind == RUNNING:
        return cost
    batter, usual = way[-1], USUAL.get(KINDS[kind], 0)
    if KINDS[kind] == "home_run" and batter != 4:
        cost += 100
    if 1 in on and way[-2] == 0 and usual == 0:
        cost -= 0.5  # the runner forced at second is the one put out
    return cost + 1.5 * abs(batter - usual)


def _advances(on: tuple[int, ...], way: Fates, bases: int = 1) -> list[str]:
    """Return the runners' explicit advances, lead runner first; a runner put out was trying for `bases` bases."""
    return [_advance(str(base), min(base + bases, 4), to) for base, to in zip(on, way, strict=True) if to != base]


def _advance(runner: str, tried: int, to: int) -> str:
    if to == 0:
        return f"{runner}X{_name(tried)}{_THROWN_OUT[tried]}"
    return f"{runner}-{_name(to)}"


def _name(base: int) -> str:
    return "H" if base == 4 else str(base)


def _batter(to: int, implied: int) -> list[str]:
    return [] if to == implied else [_advance("B", implied + 1, to)]


def _with(basic: str, moves: list[str]) -> str:
    return f"{basic}.{';'.join(moves)}" if moves else basic


def _running(on: tuple[int, ...], way: Fates) -> tuple[str, ...]:
    moved = [(base, to) for base, to in zip(on, way, strict=True) if base != to]
    moves = _advances(on, way)
    if not moved:
        return ()
    if all(to == base + 1 for base, to in moved):
        if len(moved) == len(on) > 1 or moved[0][0] == 3:
            return (_with("WP", moves), _with("PB", moves))
        return (";".join(f"SB{to}" for _, to in moved),)
    if len(moved) == 1 and moved[0][1] == 0:
        base = moved[0][0]
        return (f"CS{_name(base + 1)}{'(2)' if base == 3 else _THROWN_OUT[base + 1]}",)
    return (_with("WP" if 0 not in way else "OA", moves),)


def _struck_out(on: tuple[int, ...], way: Fates, moves: list[str]) -> str:
    moves = [*moves, *_batter(way[-1], 0)]
    if not moves:
        return "K"
    return _with("K+WP" if 0 not in way[:-1] else "K+OA", moves)


def _walked(on: tuple[int, ...], way: Fates) -> str:
    if 0 in way:
        return "W+OA"
    forced = all(to == base + ({*range(1, base)} <= {*on}) for base, to in zip(on, way, strict=False))
    return "W" if forced and way[-1] == 1 else "W+WP"


def _out_in_play(on: tuple[int, ...], way: Fates, moves: list[str], out: list[int]) -> tuple[str, ...]:
    batter = way[-1]
    if batter == 0 and not out:
        return tuple(_with(text, moves) for text in (_FLIES if 4 in way else _OUTS_IN_PLAY))
    others = [move for move in moves if not move.startswith("1X")]
    if out == [1] and batter == 0:
        return tuple(_with(text, others) for text in ("64(1)3/GDP/G6", "46(1)3/GDP/G4", "54(1)3/GDP/G5"))
    if out == [1] and batter == 1:
        return tuple(_with(text, others) for text in ("64(1)/FO/G6", "46(1)/FO/G4", "54(1)/FO/G5"))
    if batter == 0:
        return (_with(f"8/F8/{'DP' if len(out) == 1 else 'TP'}", moves),)
    return (_with("FC6/G6", [*moves, *_batter(batter, 1), *(["B-1"] if batter == 1 else [])]),)
