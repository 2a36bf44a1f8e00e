"""Write the situation before a play into its columns: batter, pitcher, fielders, runners, score and outs."""

from __future__ import annotations

from skipper.sources.plays.events import bases as on
from skipper.sources.plays.events import figures as f
from skipper.sources.plays.events import lineup_card as lc
from skipper.sources.plays.events import state_columns as out
from skipper.sources.plays.events.compiled import part
from skipper.sources.plays.events.event_codes import INTENTIONAL_WALK, STRIKEOUT, WALK
from skipper.sources.plays.events.substitutions import pitcher_hand, starting_pitcher


@part
def write_people(game, ids, small, event, side, slot, batter, code):
    """Write the batter, the pitcher and the fielders with their hands, and the players charged with the result."""
    now, card, field, defence = game.now, game.card, game.field, 1 - side
    pitcher = field[defence, lc.PITCHER]
    arm = pitcher_hand(now, field, defence)
    hand = lc.batting_hand(card[side, slot, lc.BATS], arm)
    if now[f.BAT_ADJUSTED] == batter:
        hand = now[f.BAT_ADJUSTED_TO]
    started, pitcher_started = card[side, slot, lc.STARTED], starting_pitcher(game.starters, defence, pitcher)
    ids[out.BATTER, event], ids[out.CHARGED_BATTER, event] = batter, batter
    ids[out.PITCHER, event], ids[out.CHARGED_PITCHER, event] = pitcher, pitcher
    small[out.BATTER_HAND, event], small[out.CHARGED_BATTER_HAND, event] = hand, hand
    small[out.PITCHER_HAND, event], small[out.CHARGED_PITCHER_HAND, event] = arm, arm
    small[out.BATTER_STARTED, event], small[out.CHARGED_BATTER_STARTED, event] = started, started
    small[out.PITCHER_STARTED, event] = pitcher_started
    small[out.CHARGED_PITCHER_STARTED, event] = pitcher_started
    for position in range(2, 10):
        ids[out.FIELDER2 + position - 2, event] = field[defence, position]
    write_charged(ids, small, event, now, code, card[side, slot, lc.BATS])


@part
def write_charged(ids, small, event, now, code, bats):
    """Charge a strikeout or a walk to the player who left during the count, under rules 9.15(b) and 9.16(h)."""
    if code == STRIKEOUT and now[f.CHARGED_BATTER] != f.NONE:
        ids[out.CHARGED_BATTER, event] = now[f.CHARGED_BATTER]
        if now[f.BAT_ADJUSTED] != ids[out.BATTER, event]:
            small[out.CHARGED_BATTER_HAND, event] = now[f.CHARGED_BATTER_HAND]
        small[out.CHARGED_BATTER_STARTED, event] = now[f.CHARGED_BATTER_STARTED]
    if code in (WALK, INTENTIONAL_WALK) and now[f.CHARGED_PITCHER] != f.NONE:
        ids[out.CHARGED_PITCHER, event] = now[f.CHARGED_PITCHER]
        small[out.CHARGED_PITCHER_HAND, event] = now[f.CHARGED_PITCHER_HAND]
        small[out.CHARGED_PITCHER_STARTED, event] = now[f.CHARGED_PITCHER_STARTED]
        if bats == lc.BOTH and now[f.BAT_ADJUSTED] == f.NONE:  # as the batter stood against the charged pitcher
            small[out.CHARGED_BATTER_HAND, event] = lc.batting_hand(bats, now[f.CHARGED_PITCHER_HAND])


@part
def write_batter(ids, small, event, now, card, side, slot, code):
    """Write the lineup entries of the batter and the charged batter, the player pinch-hit for, and the next batters."""
    position, pinch = lc.batting_position(card, side, slot), card[side, slot, lc.PINCH_HITS]
    small[out.BATTER_POSITION, event], small[out.CHARGED_BATTER_POSITION, event] = position, position
    small[out.PINCH_HIT, event], small[out.CHARGED_PINCH_HIT, event] = pinch, pinch
    if code == STRIKEOUT and now[f.CHARGED_BATTER] != f.NONE:
        small[out.CHARGED_BATTER_POSITION, event] = now[f.CHARGED_BATTER_POSITION]
        small[out.CHARGED_PINCH_HIT, event] = now[f.CHARGED_BATTER_PINCH_HITS]
    small[out.SLOT, event] = slot
    ids[out.BATTER_FOR, event] = card[side, slot, lc.CAME_FOR] if pinch else f.NONE
    small[out.BATTER_FOR_POSITION, event] = card[side, slot, lc.CAME_FOR_POSITION] if pinch else 0
    ids[out.ON_DECK, event] = card[side, slot % 9 + 1, lc.PLAYER]
    ids[out.IN_HOLD, event] = card[side, (slot + 1) % 9 + 1, lc.PLAYER]


@part
def write_score(small, event, now, bases, side):
    """Write inning, outs, score and the counts of the half-inning before the play."""
    small[out.INNING, event], small[out.SIDE, event] = now[f.INNING], side
    small[out.BATS_LAST, event] = side != now[f.FIRST_SIDE]
    small[out.OUTS, event] = now[f.OUTS]
    small[out.VISITOR_SCORE, event], small[out.HOME_SCORE, event] = now[f.VISITOR_RUNS], now[f.HOME_RUNS]
    small[out.LEADOFF, event] = now[f.HALF_APPEARANCES] == 0
    small[out.NEW_GAME, event] = event == now[f.FIRST_OF_GAME]
    small[out.EVENT_NUMBER, event] = event - now[f.FIRST_OF_GAME] + 1
    small[out.NEW_HALF, event] = event == now[f.FIRST_OF_HALF]
    small[out.END_OF_HALF, event] = 0
    small[out.END_OF_GAME, event] = 0
    small[out.HALF_RUNS, event] = now[f.HALF_RUNS]
    small[out.GAME_APPEARANCES, event] = now[f.VISITOR_APPEARANCES + side]
    small[out.HALF_APPEARANCES, event] = now[f.HALF_APPEARANCES]
    small[out.NEW_APPEARANCE, event] = 1 - now[f.INSIDE_APPEARANCE]
    small[out.BASES_BEFORE, event] = on.occupied(bases)


@part
def write_runners(ids, small, event, card, bases, side):
    """Write the runner on each base, how each runner reached base, and the player for whom each one runs."""
    for base in range(1, 4):
        i = base - 1
        there = bases[base, on.RUNNER] != on.EMPTY
        slot = bases[base, on.RUN_SLOT] if there else 0
        ids[out.RUNNER1 + i, event] = bases[base, on.RUNNER]
        ids[out.RUNNER1_FOR + i, event] = bases[base, on.RAN_FOR] if there else f.NONE
        small[out.RUNNER1_PINCH + i, event] = there and bases[base, on.RAN_FOR] != f.NONE
        small[out.RUNNER1_POSITION + i, event] = card[side, slot, lc.POSITION] if there else 0
        small[out.RUNNER1_SLOT + i, event] = slot
        small[out.RUNNER1_ORIGIN + i, event] = bases[base, on.ORIGIN] if there else 0


@part
def write_charges(ids, small, event, bases, retired, to):
    """Write the pitcher charged with each runner before the play, or the charge selected by `charge_shown`."""
    for base in range(1, 4):
        i = base - 1
        there = bases[base, on.RUNNER] != on.EMPTY
        source = charge_shown(bases, base, retired, to)
        ids[out.RUNNER1_PITCHER + i, event] = bases[source, on.CHARGED_TO] if there else f.NONE
        ids[out.RUNNER1_CATCHER + i, event] = bases[source, on.CAUGHT_BY] if there else f.NONE
        small[out.RUNNER1_PLACED + i, event] = there and bases[source, on.PLACED]


@part
def charge_shown(bases, base, retired, to):
    """Return the base whose charge cwevent prints for the runner on a base.

    cwevent prints the charges before the play, with one exception: the batter's ball put out the runner on third
    (`retired`, bits 1, 2, 4) and the next runner behind scored. In that case, that runner and all runners behind show
    the charges that they took over.
    """
    behind = 2 if bases[2, on.RUNNER] != on.EMPTY else 1
    if not retired & 4 or to[behind] < on.SCORED or base > behind:
        return base
    return 3 if base == behind else behind
