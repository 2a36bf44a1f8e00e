"""Start half-innings, place runners on base for them, and write what is known only at their end."""

from __future__ import annotations

from skipper.sources.plays.events import bases as on
from skipper.sources.plays.events import faults
from skipper.sources.plays.events import figures as f
from skipper.sources.plays.events import lineup_card as lc
from skipper.sources.plays.events import state_columns as out
from skipper.sources.plays.events.compiled import part


@part
def turn_to_half(game, small, inning, side):
    """Begin a play's half-inning if it is a new one; return the fault if it cannot come next."""
    now = game.now
    if now[f.FIRST_SIDE] == f.NONE:
        if inning != 1 or not 0 <= side <= 1:
            return faults.WRONG_HALF
        now[f.FIRST_SIDE] = side
    elif inning == now[f.INNING] and side == now[f.SIDE]:
        return faults.SOUND
    elif not follows(now, inning, side):
        return faults.WRONG_HALF
    close_half(game, small)
    now[f.INNING], now[f.SIDE] = inning, side
    now[f.OUTS], now[f.HALF_RUNS], now[f.HALF_APPEARANCES], now[f.TRACKS] = 0, 0, 0, 0
    now[f.FIRST_OF_HALF] = now[f.EVENT]
    on.clear_bases(game.bases)
    game.card[:, :, lc.PINCH_HITS] = 0
    f.begin_appearance(now)
    if now[f.PLACED] != f.NONE and not place_runner(game):
        return faults.BAD_ADJUSTMENT
    return faults.SOUND


@part
def follows(now, inning, side):
    """Return whether a half-inning comes immediately after the current one."""
    first = now[f.FIRST_SIDE]
    if now[f.SIDE] == first:
        return inning == now[f.INNING] and side == 1 - first
    return inning == now[f.INNING] + 1 and side == first


@part
def close_half(game, small):
    """Write what is known only at the end of a half-inning: fates, the runs that were still to score, and the last
    play."""
    now = game.now
    first, after = now[f.FIRST_OF_HALF], now[f.EVENT]
    if first == after:
        return
    small[out.END_OF_HALF, after - 1] = 1
    finished = False
    for event in range(after - 1, first - 1, -1):
        track = event - first
        finished |= game.tracks[track, 0] >= 0
        small[out.CUT_SHORT, event] = not finished
        for runner in range(4):
            if game.tracks[track, runner] >= 0:
                small[out.BATTER_FATE + runner, event] = game.fates[game.tracks[track, runner]]
        small[out.HALF_RUNS_TO_COME, event] = now[f.HALF_RUNS] - small[out.HALF_RUNS_TO_COME, event]


@part
def place_runner(game):
    """Place the runner who starts an extra inning on base (`radj`); return false if that is impossible."""
    now, bases = game.now, game.bases
    player, base = now[f.PLACED], now[f.PLACED_BASE]
    now[f.PLACED] = f.NONE
    slot = lc.slot_of(game.card, now[f.SIDE], player)
    if slot < 1 or bases[base, on.RUNNER] != on.EMPTY:
        return False
    on.put_on_base(bases, base, player, slot, on.TO_BE_CHARGED, on.TO_BE_CHARGED, 0, 1, now[f.TRACKS])
    bases[base, on.RAN_FOR] = now[f.PLACED_FOR]
    now[f.TRACKS] += 1
    return True


@part
def charge_placed_runners(bases, field, side):
    """Charge the runners placed at the start of a half-inning to the battery of its first play record, `NP` included.

    A preceding `presadj` may have named the pitcher, but it never names the catcher.
    """
    for base in range(1, 4):
        if bases[base, on.CHARGED_TO] == on.TO_BE_CHARGED:
            bases[base, on.CHARGED_TO] = field[side, lc.PITCHER]
        if bases[base, on.CAUGHT_BY] == on.TO_BE_CHARGED:
            bases[base, on.CAUGHT_BY] = field[side, lc.CATCHER]
