"""Execute one play: write the situation before it, then update runners, outs, runs and charges."""

from __future__ import annotations

from skipper.sources.plays.events import bases as on
from skipper.sources.plays.events import faults, situation
from skipper.sources.plays.events import figures as f
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events import lineup_card as lc
from skipper.sources.plays.events import state_columns as out
from skipper.sources.plays.events import text_facts as fact
from skipper.sources.plays.events.compiled import part
from skipper.sources.plays.events.halves import charge_placed_runners, turn_to_half


@part
def play_line(game, ids, small, line, fields, row, facts):
    """Execute a `play` record: turn to its half-inning, then execute the play unless nothing happened (`NP`)."""
    now = game.now
    if not facts[fact.UNDERSTOOD]:
        return faults.UNKNOWN_EVENT
    wrong = turn_to_half(game, small, fields[lf.PLAY_INNING], fields[lf.PLAY_SIDE])
    if wrong:
        return wrong
    charge_placed_runners(game.bases, game.field, 1 - now[f.SIDE])
    balls, strikes = fields[lf.PLAY_BALLS], fields[lf.PLAY_STRIKES]
    event, batter = now[f.EVENT], fields[lf.PLAY_BATTER]
    if batter == f.NONE:
        batter = due_batter(game)
    if not facts[fact.NO_PLAY]:
        ids[out.LINE, event], ids[out.EVENT_ROW, event] = line, row
        ids[out.PITCHES, event] = fields[lf.PLAY_PITCHES]
        small[out.BALLS, event], small[out.STRIKES, event] = balls, strikes
        wrong = play(game, ids, small, facts, batter)
        if wrong or now[f.INSIDE_APPEARANCE] == 0:
            return wrong
    now[f.AT_BAT], now[f.BALLS], now[f.STRIKES] = batter, balls, strikes
    return faults.SOUND


@part
def due_batter(game):
    """Return the batter who is due according to the batting order; an empty slot is skipped."""
    side = game.now[f.SIDE]
    for turn in range(lf.PLACES):
        slot = (game.now[f.LAST_SLOT + side] + turn) % lf.PLACES + 1
        if game.card[side, slot, lc.PLAYER] != lc.NOBODY:
            return game.card[side, slot, lc.PLAYER]
    return f.NONE


@part
def play(game, ids, small, facts, batter):
    """Write the state before a play and execute the play; return its fault."""
    now, card = game.now, game.card
    side = now[f.SIDE]
    slot = lc.slot_of(card, side, batter)
    wrong = cannot_be(game, facts, slot)
    if wrong:
        return wrong
    write_before(game, ids, small, facts, side, slot, batter)
    if facts[fact.BATTER_EVENT]:
        come_to_bat(game, ids, small, side, slot, batter)
    free = resolve(game, ids, small, facts)
    count_runs(small, now, side, facts)
    now[f.EVENT] += 1
    if facts[fact.BATTER_EVENT]:
        card[side, slot, lc.PINCH_HITS] = 0
        now[f.LAST_SLOT + side] = slot
    if facts[fact.BATTER_EVENT] or now[f.OUTS] == 3:
        f.end_appearance(now)
    else:
        now[f.INSIDE_APPEARANCE] = 1
    return faults.SOUND if free else faults.BASE_TAKEN


@part
def cannot_be(game, facts, slot):
    """Return the fault found in a play before it is executed, or SOUND."""
    now = game.now
    if slot < 1:
        return faults.NOT_IN_LINE_UP
    if now[f.OUTS] >= 3 or now[f.OUTS] + facts[fact.OUTS] > 3:
        return faults.FOURTH_OUT
    if facts[fact.RUNNERS_NAMED] & ~on.occupied(game.bases):
        return faults.NOBODY_ON_BASE
    if now[f.TRACKS] >= f.MOST_TRACKS - 1 or now[f.EVENT] - now[f.FIRST_OF_HALF] >= f.MOST_TRACKS:
        return faults.WRONG_HALF
    return faults.SOUND


@part
def write_before(game, ids, small, facts, side, slot, batter):
    """Write the situation before a play."""
    event, card, field, bases = game.now[f.EVENT], game.card, game.field, game.bases
    situation.write_people(game, ids, small, event, side, slot, batter, facts[fact.CODE])
    situation.write_batter(ids, small, event, game.now, card, side, slot, facts[fact.CODE])
    situation.write_score(small, event, game.now, bases, side)
    situation.write_runners(ids, small, event, card, bases, side)
    fielder = facts[fact.FIELDER]
    ids[out.FIELDED_BY, event] = field[1 - side, fielder] if fielder else f.NONE
    for runner in range(4):
        small[out.BATTER_FATE + runner, event] = 0


@part
def come_to_bat(game, ids, small, side, slot, batter):
    """Place on base 0 the batter whose plate appearance ends with this play, charged to the responsible pitcher."""
    now = game.now
    event = now[f.EVENT]
    pitcher, catcher = ids[out.CHARGED_PITCHER, event], game.field[1 - side, lc.CATCHER]
    number = small[out.EVENT_NUMBER, event]
    on.put_on_base(game.bases, 0, batter, slot, pitcher, catcher, number, 0, now[f.TRACKS])
    now[f.TRACKS] += 1


@part
def resolve(game, ids, small, facts):
    """Move the runners, count outs and runs, and write every destination; return false if one runner blocks another.

    After the third out, runners do not block one another, because the texts then name only the runners who mattered.
    """
    now, bases, before, to = game.now, game.bases, game.before, game.to
    event = now[f.EVENT]
    on.destinations(bases, facts, fact.BATTER_TO, to)
    on.copy_bases(bases, before)
    if facts[fact.RETIRED_BY_BATTER]:
        on.shift_charges(bases, facts[fact.RETIRED_BY_BATTER])
    for base in range(1, 4):
        if bases[base, on.PLACED] and to[base] == on.SCORED:
            to[base] = on.SCORED_PLACED
    situation.write_charges(ids, small, event, before, facts[fact.RETIRED_BY_BATTER], to)
    track_runners(game, small, event)
    free = on.move_runners(bases, before, to)
    bases[0, on.RUNNER] = on.EMPTY
    now[f.OUTS] += facts[fact.OUTS]
    small[out.BASES_AFTER, event] = bases_after(to)
    return free or now[f.OUTS] >= 3


@part
def track_runners(game, small, event):
    """Record where the batter and each runner went on this play, and update their fates so far."""
    bases, to = game.bases, game.to
    play_of_half = event - game.now[f.FIRST_OF_HALF]
    for runner in range(4):
        there = bases[runner, on.RUNNER] != on.EMPTY
        small[out.BATTER_TO + runner, event] = to[runner]
        game.tracks[play_of_half, runner] = bases[runner, on.TRACK] if there else f.NONE
        if there:
            game.fates[bases[runner, on.TRACK]] = to[runner]


@part
def bases_after(to):
    """Return the occupied bases after the play, as bits 1, 2, 4."""
    state = 0
    for runner in range(4):
        if 1 <= to[runner] <= 3:
            state |= 1 << (to[runner] - 1)
    return state


@part
def count_runs(small, now, side, facts):
    """Add a play's runs and plate appearance to the game's running totals."""
    event = now[f.EVENT]
    small[out.RBI, event] = facts[fact.RBI]
    if small[out.OUTS, event] < 2:
        small[out.RBI, event] += facts[fact.RBI_UNDER_TWO_OUTS]
    if small[out.BASES_BEFORE, event] == on.FULL:
        small[out.RBI, event] += facts[fact.RBI_BASES_FULL]
    now[f.VISITOR_RUNS + side] += facts[fact.RUNS]
    now[f.HALF_RUNS] += facts[fact.RUNS]
    small[out.HALF_RUNS_TO_COME, event] = now[f.HALF_RUNS]  # runs so far, replaced when the half-inning is over
    if facts[fact.BATTER_EVENT]:
        now[f.HALF_APPEARANCES] += 1
        now[f.VISITOR_APPEARANCES + side] += 1
