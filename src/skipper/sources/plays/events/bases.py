"""The runners on base in the memory layout of the compiled code, and how a play moves them."""

from __future__ import annotations

from skipper.sources.plays.events.compiled import part

# Columns of the bases: `bases[base]`, 1 to 3; row 0 is the batter while a play is being resolved.
RUNNER, RUN_SLOT, CHARGED_TO, CAUGHT_BY, ORIGIN, PLACED, TRACK, RAN_FOR = range(8)
BASE_COLUMNS = 8
EMPTY = -1
FULL = 0b111  # all bases, in the bits of `occupied`
TO_BE_CHARGED = -2  # charge for a runner placed before the half-inning, until the pitcher is known

SCORED, SCORED_PLACED = 4, 7  # destinations of runs: the first of them, and the one for a placed runner
HOME_PLATE = SCORED


@part
def clear_bases(bases):
    """Empty the bases."""
    bases[:] = 0
    bases[:, RUNNER] = EMPTY
    bases[:, RAN_FOR] = EMPTY


@part
def occupied(bases):
    """Return the occupied bases as bits 1, 2, 4."""
    state = 0
    for base in range(1, 4):
        if bases[base, RUNNER] != EMPTY:
            state |= 1 << (base - 1)
    return state


@part
def put_on_base(bases, base, runner, slot, pitcher, catcher, origin, placed, track):
    """Put a runner on a base, or the batter on base 0."""
    bases[base, RUNNER] = runner
    bases[base, RUN_SLOT] = slot
    bases[base, CHARGED_TO] = pitcher
    bases[base, CAUGHT_BY] = catcher
    bases[base, ORIGIN] = origin
    bases[base, PLACED] = placed
    bases[base, TRACK] = track
    bases[base, RAN_FOR] = EMPTY


@part
def run_for(bases, replaced, runner):
    """Send in a pinch runner for a player who is on base; otherwise do nothing."""
    for base in range(1, 4):
        if bases[base, RUNNER] == replaced:
            bases[base, RUNNER] = runner
            bases[base, RAN_FOR] = replaced
            break


@part
def destinations(bases, facts, first_to, to):
    """Write into `to` where the text's `facts` send the batter and each runner; runners who are not named stay."""
    to[0] = facts[first_to]
    for base in range(1, 4):
        to[base] = 0
        if bases[base, RUNNER] != EMPTY:
            said = facts[first_to + base]
            to[base] = base if said < 0 else said


@part
def shift_charges(bases, retired):
    """Pass the charges for runners put out by the batter's ball to the runners behind; `retired` has bits 1, 2, 4.

    Rule 9.16(g) charges a pitcher with the number of runners left on base, not with particular runners. The runner
    behind a retired runner takes over that runner's charge and passes on their own, down to the batter. A runner put
    out in another way on the same play keeps the charge that was taken over. `bases` has the batter as base 0.
    """
    for base in range(3, 0, -1):
        if (retired >> (base - 1)) & 1:
            for behind in range(base - 1, -1, -1):
                if bases[behind, RUNNER] != EMPTY:
                    swap_charges(bases, base, behind)


@part
def swap_charges(bases, base, other):
    """Exchange the charges of two bases."""
    for column in (CHARGED_TO, CAUGHT_BY, PLACED):
        held = bases[base, column]
        bases[base, column] = bases[other, column]
        bases[other, column] = held


@part
def copy_bases(bases, copy):
    """Copy the bases into another array."""
    for base in range(4):
        for column in range(BASE_COLUMNS):
            copy[base, column] = bases[base, column]


@part
def move_runners(bases, before, to):
    """Move every runner, lead runner first; return false if a runner reaches or passes the base of a runner ahead.

    A runner who is out does not block anybody. Overwrites `before`.
    """
    copy_bases(bases, before)
    for base in range(1, 4):
        bases[base, RUNNER] = EMPTY
    free, ahead = True, HOME_PLATE
    for base in range(3, -1, -1):
        there = min(to[base], HOME_PLATE)
        if before[base, RUNNER] == EMPTY or there < 1:
            continue
        free &= there < ahead or there == HOME_PLATE == ahead
        ahead = there
        if there == HOME_PLATE:
            continue
        for column in range(BASE_COLUMNS):
            bases[there, column] = before[base, column]
        bases[there, RAN_FOR] = EMPTY
    return free
