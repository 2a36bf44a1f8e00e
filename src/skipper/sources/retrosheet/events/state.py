"""The state of a game, play by play: one compiled kernel over the split lines.

It keeps the line-up cards, the fielders, the bases, outs and score, who is charged with which runner, and what
happened to each man in the end, and writes it for every play (see `state_columns`). It knows nothing of texts.
"""

from __future__ import annotations

import numpy as np

from skipper.sources.retrosheet.events import bases as on
from skipper.sources.retrosheet.events import event_columns, lines
from skipper.sources.retrosheet.events import lineup_card as lc
from skipper.sources.retrosheet.events import state_columns as out
from skipper.sources.retrosheet.events.compiled import kernel, part

# Why a game cannot be used, besides what is wrong with a line of it.
(
    SOUND, PLAY_BEFORE_START, START_AFTER_PLAY, BAD_LINE_UP, BAD_SUBSTITUTION, UNKNOWN_EVENT, NOT_IN_LINE_UP,
    NOBODY_ON_BASE, FOURTH_OUT, BASE_TAKEN, WRONG_HALF, NO_PLAYS, CUT_OFF, BAD_ADJUSTMENT, BAD_COUNT,
) = range(15)  # fmt: skip

# The running figures of a game: `now[...]`.
(
    N_INNING, N_SIDE, N_FIRST_SIDE, N_OUTS, N_VISITOR_RUNS, N_HOME_RUNS, N_HALF_RUNS, N_HALF_APPEARANCES,
    N_VISITOR_APPEARANCES, N_HOME_APPEARANCES, N_EVENT, N_FIRST_OF_HALF, N_TRACKS, N_AT_BAT, N_BALLS, N_STRIKES,
    N_INSIDE_APPEARANCE, N_CHARGED_BATTER, N_CHARGED_BATTER_HAND, N_CHARGED_BATTER_STARTED, N_CHARGED_PITCHER,
    N_CHARGED_PITCHER_HAND, N_CHARGED_PITCHER_STARTED, N_BAT_ADJUSTED, N_BAT_ADJUSTED_TO, N_ARM_ADJUSTED,
    N_ARM_ADJUSTED_TO, N_PLACED, N_PLACED_BASE, N_DATA_LINES, N_FIRST_OF_GAME,
) = range(31)  # fmt: skip
FIGURES = 31
NONE = -1
MOST_TRACKS = 1 << 12  # men who can come to bat or be placed on base in one half, far beyond any

F_UNDERSTOOD = event_columns.POSITION["understood"]
F_NO_PLAY = event_columns.POSITION["no_play"]
F_CODE = event_columns.POSITION["event_code"]
F_BATTER_EVENT = event_columns.POSITION["batter_event"]
F_OUTS = event_columns.POSITION["outs"]
F_RUNS = event_columns.POSITION["runs"]
F_RBI = event_columns.POSITION["rbi"]
F_RBI_UNDER_TWO_OUTS = event_columns.POSITION["rbi_under_two_outs"]
F_FIELDER = event_columns.POSITION["fielder"]
F_BATTER_TO = event_columns.POSITION["batter_to"]
F_RUNNERS_NAMED = event_columns.POSITION["runners_named"]
F_RETIRED_BY_BATTER = event_columns.POSITION["retired_by_batter"]
STRIKEOUT, WALK, INTENTIONAL_WALK = 3, 14, 15


@part
def new_game(now, card, field, bases, first_event):
    """Before the first line of a game."""
    now[:] = 0
    now[N_FIRST_SIDE] = NONE
    now[N_EVENT] = first_event
    now[N_FIRST_OF_HALF] = first_event
    now[N_FIRST_OF_GAME] = first_event
    now[N_PLACED] = NONE
    lc.clear_card(card, field)
    on.clear_bases(bases)
    end_appearance(now)


@part
def end_appearance(now):
    """Forget what belonged to a plate appearance that is over, its `badj` and `padj` included."""
    begin_appearance(now)
    now[N_BAT_ADJUSTED] = NONE
    now[N_ARM_ADJUSTED] = NONE


@part
def begin_appearance(now):
    """No pitch thrown, nobody charged for another. What `badj` and `padj` said of the batter to come stays."""
    now[N_BALLS] = 0
    now[N_STRIKES] = 0
    now[N_INSIDE_APPEARANCE] = 0
    now[N_AT_BAT] = NONE
    now[N_CHARGED_BATTER] = NONE
    now[N_CHARGED_PITCHER] = NONE


@part
def place_runner(now, card, bases):
    """Put the man on base with whom an extra inning begins (`radj`); false where that cannot be."""
    player, base, side = now[N_PLACED], now[N_PLACED_BASE], now[N_SIDE]
    now[N_PLACED] = NONE
    slot = lc.slot_of(card, side, player)
    if slot < 1 or bases[base, on.RUNNER] != on.EMPTY:
        return False
    on.put_on_base(bases, base, player, slot, on.TO_BE_CHARGED, on.TO_BE_CHARGED, 0, 1, now[N_TRACKS])
    now[N_TRACKS] += 1
    return True


@part
def close_half(now, tracks, fates, small):
    """Write what is known only when a half-inning is over: fates, runs to come, what was its last play."""
    first, after = now[N_FIRST_OF_HALF], now[N_EVENT]
    if first == after:
        return
    small[out.END_OF_HALF, after - 1] = 1
    finished = False
    for event in range(after - 1, first - 1, -1):
        track = event - first
        finished |= tracks[track, 0] >= 0
        small[out.CUT_SHORT, event] = not finished
        for man in range(4):
            if tracks[track, man] >= 0:
                small[out.BATTER_FATE + man, event] = fates[tracks[track, man]]
        small[out.HALF_RUNS_TO_COME, event] = now[N_HALF_RUNS] - small[out.HALF_RUNS_TO_COME, event]


@part
def follows(now, inning, side):
    """Whether a half-inning is the one that comes after the present one."""
    first = now[N_FIRST_SIDE]
    if now[N_SIDE] == first:
        return inning == now[N_INNING] and side == 1 - first
    return inning == now[N_INNING] + 1 and side == first


@part
def turn_to_half(now, card, bases, tracks, fates, small, inning, side):
    """Begin the half-inning of a play if it is not the present one; says what is wrong where it cannot be next."""
    if now[N_FIRST_SIDE] == NONE:
        if inning != 1 or not 0 <= side <= 1:
            return WRONG_HALF
        now[N_FIRST_SIDE] = side
    elif inning == now[N_INNING] and side == now[N_SIDE]:
        return SOUND
    elif not follows(now, inning, side):
        return WRONG_HALF
    close_half(now, tracks, fates, small)
    now[N_INNING], now[N_SIDE] = inning, side
    now[N_OUTS], now[N_HALF_RUNS], now[N_HALF_APPEARANCES], now[N_TRACKS] = 0, 0, 0, 0
    now[N_FIRST_OF_HALF] = now[N_EVENT]
    on.clear_bases(bases)
    card[:, :, lc.PINCH_HITS] = 0
    begin_appearance(now)
    if now[N_PLACED] != NONE and not place_runner(now, card, bases):
        return BAD_ADJUSTMENT
    return SOUND


@part
def hands_of(roster, keys, hands, player):
    """How a man bats and throws by his club's roster, as letters; `?` where it does not say."""
    key = (np.int64(roster) << 32) | np.int64(player)
    at = np.searchsorted(keys, key)
    if at < keys.size and keys[at] == key:
        return hands[at, 0], hands[at, 1]
    return lc.UNKNOWN_HAND, lc.UNKNOWN_HAND


@part
def pitcher_hand(now, field, side):
    """The arm with which the pitcher of a side throws, `padj` considered."""
    if now[N_ARM_ADJUSTED] == field[side, lc.PITCHER]:
        return now[N_ARM_ADJUSTED_TO]
    return field[side, lc.PITCHERS_ARM]


@part
def starting_pitcher(side, pitcher, starters):
    """Whether a pitcher started the game as its pitcher."""
    return 1 if starters[side] == pitcher else 0


@part
def leaves_walk_behind(balls, strikes):
    """Whether a walk is charged to the pitcher who leaves on this count (rule 9.16(h))."""
    return (balls == 2 and strikes < 2) or balls == 3


@part
def substitution(now, card, field, bases, starters, line, fields, bats, throws, subs, count):
    """Carry out a substitution, note it, and settle who is charged if it interrupts a plate appearance."""
    player, side = fields[lines.PLAYER], fields[lines.SIDE]
    slot, position = fields[lines.SLOT], fields[lines.FIELD_POSITION]
    if not (0 <= side <= 1 and 0 <= slot <= 9 and 1 <= position <= lc.PINCH_RUNNER):
        return False
    if now[N_FIRST_SIDE] == NONE and position > 10:
        return False
    replaced, before = card[side, slot, lc.PLAYER], card[side, slot, lc.POSITION]
    if slot == 0 and position != lc.PITCHER:
        return False
    if side == now[N_SIDE]:
        charge_batter(now, card, field, side, slot, player)
    elif position == lc.PITCHER:
        charge_pitcher(now, field, starters, side, player)
    lc.substitute(card, field, side, slot, player, position, bats, throws)
    base = 0
    if position == lc.PINCH_RUNNER and side == now[N_SIDE]:
        base = on.run_for(bases, replaced, player)
    note = subs[count]
    note[1], note[2], note[3], note[4] = line, now[N_EVENT], now[N_INNING], now[N_SIDE]
    note[5], note[6], note[7], note[8], note[9] = side, player, replaced, slot, position
    note[10], note[11], note[12], note[13] = before, base, now[N_BALLS], now[N_STRIKES]
    note[14] = replaced == player
    return True


@part
def charge_batter(now, card, field, side, slot, player):
    """A batter who leaves with two strikes is charged with the strikeout his substitute completes (9.15(b))."""
    leaving = card[side, slot, lc.PLAYER]
    if leaving != now[N_AT_BAT] or leaving == player or now[N_STRIKES] < 2 or now[N_CHARGED_BATTER] != NONE:
        return
    now[N_CHARGED_BATTER] = leaving
    now[N_CHARGED_BATTER_HAND] = lc.batting_hand(card[side, slot, lc.BATS], pitcher_hand(now, field, 1 - side))
    if now[N_BAT_ADJUSTED] == leaving:
        now[N_CHARGED_BATTER_HAND] = now[N_BAT_ADJUSTED_TO]
    now[N_CHARGED_BATTER_STARTED] = card[side, slot, lc.STARTED]


@part
def charge_pitcher(now, field, starters, side, player):
    """A pitcher who leaves with the count in the batter's favour is charged with the walk (9.16(h))."""
    leaving = field[side, lc.PITCHER]
    if leaving == player or now[N_CHARGED_PITCHER] != NONE:
        return
    if leaves_walk_behind(now[N_BALLS], now[N_STRIKES]):
        now[N_CHARGED_PITCHER] = leaving
        now[N_CHARGED_PITCHER_HAND] = pitcher_hand(now, field, side)
        now[N_CHARGED_PITCHER_STARTED] = starting_pitcher(side, leaving, starters)


@part
def adjust(now, card, bases, kind, fields):
    """`badj`, `padj`, `radj`, `presadj`, `ladj`; false where the record makes no sense."""
    player, value = fields[lines.ADJUSTED_PLAYER], fields[lines.ADJUSTED_TO]
    if kind in (lines.BADJ, lines.PADJ) and not lc.is_hand(value):
        return False
    if kind == lines.BADJ:
        now[N_BAT_ADJUSTED], now[N_BAT_ADJUSTED_TO] = player, value
    elif kind == lines.PADJ:
        now[N_ARM_ADJUSTED], now[N_ARM_ADJUSTED_TO] = player, value
    elif kind == lines.LADJ:
        return 0 <= player <= 1 and 1 <= value <= 9
    elif not 1 <= value <= 3:
        return False
    elif kind == lines.PRESADJ:
        bases[value, on.CHARGED_TO] = player  # to no effect where the base is empty
    else:
        now[N_PLACED], now[N_PLACED_BASE] = player, value
        fresh = now[N_OUTS] == 0 and now[N_EVENT] == now[N_FIRST_OF_HALF] and now[N_FIRST_SIDE] != NONE
        return place_runner(now, card, bases) if fresh else True
    return True


@part
def charge_placed_runners(bases, field, side):
    """Charge the runners with whom a half begins to the battery that begins it."""
    for base in range(1, 4):
        if bases[base, on.CHARGED_TO] == on.TO_BE_CHARGED:
            bases[base, on.CHARGED_TO] = field[side, lc.PITCHER]
            bases[base, on.CAUGHT_BY] = field[side, lc.CATCHER]


@part
def write_people(ids, small, event, now, card, field, side, slot, batter, starters, code):
    """Who bats, pitches and fields, with which hand, and who is charged with what comes of it."""
    defence = 1 - side
    pitcher = field[defence, lc.PITCHER]
    arm = pitcher_hand(now, field, defence)
    hand = lc.batting_hand(card[side, slot, lc.BATS], arm)
    charged_hand = now[N_BAT_ADJUSTED_TO] if now[N_BAT_ADJUSTED] != NONE else hand
    hand = now[N_BAT_ADJUSTED_TO] if now[N_BAT_ADJUSTED] == batter else hand
    started, pitcher_started = card[side, slot, lc.STARTED], starting_pitcher(defence, pitcher, starters)
    ids[out.BATTER, event], ids[out.CHARGED_BATTER, event] = batter, batter
    ids[out.PITCHER, event], ids[out.CHARGED_PITCHER, event] = pitcher, pitcher
    small[out.BATTER_HAND, event], small[out.CHARGED_BATTER_HAND, event] = hand, charged_hand
    small[out.PITCHER_HAND, event], small[out.CHARGED_PITCHER_HAND, event] = arm, arm
    small[out.BATTER_STARTED, event], small[out.CHARGED_BATTER_STARTED, event] = started, started
    small[out.PITCHER_STARTED, event] = pitcher_started
    small[out.CHARGED_PITCHER_STARTED, event] = pitcher_started
    if code == STRIKEOUT and now[N_CHARGED_BATTER] != NONE:
        ids[out.CHARGED_BATTER, event] = now[N_CHARGED_BATTER]
        small[out.CHARGED_BATTER_HAND, event] = now[N_CHARGED_BATTER_HAND]
        small[out.CHARGED_BATTER_STARTED, event] = now[N_CHARGED_BATTER_STARTED]
    if code in (WALK, INTENTIONAL_WALK) and now[N_CHARGED_PITCHER] != NONE:
        ids[out.CHARGED_PITCHER, event] = now[N_CHARGED_PITCHER]
        small[out.CHARGED_PITCHER_HAND, event] = now[N_CHARGED_PITCHER_HAND]
        small[out.CHARGED_PITCHER_STARTED, event] = now[N_CHARGED_PITCHER_STARTED]
    for position in range(2, 10):
        ids[out.FIELDER2 + position - 2, event] = field[defence, position]


@part
def write_batter(ids, small, event, card, side, slot):
    """Where the batter stands on the card, whom he bats for, and who comes after him."""
    position, pinch = card[side, slot, lc.POSITION], card[side, slot, lc.PINCH_HITS]
    # A pinch hitter who comes up again in the same half, or a pinch runner who bats, plays nowhere yet.
    small[out.BATTER_POSITION, event] = 0 if position > lc.DESIGNATED_HITTER and not pinch else position
    small[out.SLOT, event] = slot
    small[out.PINCH_HIT, event] = pinch
    ids[out.BATTER_FOR, event] = card[side, slot, lc.CAME_FOR] if pinch else NONE
    small[out.BATTER_FOR_POSITION, event] = card[side, slot, lc.CAME_FOR_POSITION] if pinch else 0
    ids[out.ON_DECK, event] = card[side, slot % 9 + 1, lc.PLAYER]
    ids[out.IN_HOLD, event] = card[side, (slot + 1) % 9 + 1, lc.PLAYER]


@part
def write_situation(small, event, now, bases, side):
    """Inning, outs, score and the counts of the half before the play."""
    small[out.INNING, event], small[out.SIDE, event] = now[N_INNING], side
    small[out.BATS_LAST, event] = side != now[N_FIRST_SIDE]
    small[out.OUTS, event] = now[N_OUTS]
    small[out.VISITOR_SCORE, event], small[out.HOME_SCORE, event] = now[N_VISITOR_RUNS], now[N_HOME_RUNS]
    small[out.LEADOFF, event] = now[N_HALF_APPEARANCES] == 0
    small[out.NEW_HALF, event] = event == now[N_FIRST_OF_HALF]
    small[out.END_OF_HALF, event] = 0
    small[out.END_OF_GAME, event] = 0
    small[out.HALF_RUNS, event] = now[N_HALF_RUNS]
    small[out.GAME_APPEARANCES, event] = now[N_VISITOR_APPEARANCES + side]
    small[out.HALF_APPEARANCES, event] = now[N_HALF_APPEARANCES]
    small[out.NEW_APPEARANCE, event] = 1 - now[N_INSIDE_APPEARANCE]
    small[out.BASES_BEFORE, event] = on.occupied(bases)


@part
def write_runners(ids, small, event, card, bases, side):
    """Who is on base, how he came there and for whom."""
    for base in range(1, 4):
        i = base - 1
        there = bases[base, on.RUNNER] != on.EMPTY
        slot = bases[base, on.RUN_SLOT] if there else 0
        ids[out.RUNNER1 + i, event] = bases[base, on.RUNNER]
        ids[out.RUNNER1_FOR + i, event] = bases[base, on.RAN_FOR] if there else NONE
        small[out.RUNNER1_PINCH + i, event] = there and bases[base, on.RAN_FOR] != NONE
        small[out.RUNNER1_POSITION + i, event] = card[side, slot, lc.POSITION] if there else 0
        small[out.RUNNER1_SLOT + i, event] = slot
        small[out.RUNNER1_ORIGIN + i, event] = bases[base, on.ORIGIN] if there else 0


@part
def write_charges(ids, small, event, bases, charged, to):
    """To whom each runner is charged: before the play, but as it shifted where the runner scored."""
    for base in range(1, 4):
        i = base - 1
        there = bases[base, on.RUNNER] != on.EMPTY
        source = charged if to[base] >= on.SCORED else bases
        ids[out.RUNNER1_PITCHER + i, event] = source[base, on.CHARGED_TO] if there else NONE
        ids[out.RUNNER1_CATCHER + i, event] = source[base, on.CAUGHT_BY] if there else NONE
        small[out.RUNNER1_PLACED + i, event] = there and source[base, on.PLACED]


@part
def resolve(ids, small, event, now, bases, before, facts, to, tracks, fates):
    """Move the runners, count outs and runs, and write where everybody went; false where a base is taken twice."""
    on.destinations(bases, facts, F_BATTER_TO, to)
    on.copy_bases(bases, before)
    if facts[F_RETIRED_BY_BATTER]:
        on.shift_charges(bases, before, facts[F_RETIRED_BY_BATTER], to)
    for base in range(1, 4):
        if bases[base, on.PLACED] and to[base] == on.SCORED:
            to[base] = on.SCORED_PLACED
    write_charges(ids, small, event, before, bases, to)
    for man in range(4):
        small[out.BATTER_TO + man, event] = to[man]
        tracks[event - now[N_FIRST_OF_HALF], man] = bases[man, on.TRACK] if bases[man, on.RUNNER] != on.EMPTY else -1
        if bases[man, on.RUNNER] != on.EMPTY:
            fates[bases[man, on.TRACK]] = to[man]
    free = on.move_runners(bases, before, to)
    bases[0, on.RUNNER] = on.EMPTY
    now[N_OUTS] += facts[F_OUTS]
    small[out.BASES_AFTER, event] = bases_after(to)
    return free or now[N_OUTS] >= 3


@part
def bases_after(to):
    """The bases where men end up, as bits 1, 2, 4."""
    state = 0
    for man in range(4):
        if 1 <= to[man] <= 3:
            state |= 1 << (to[man] - 1)
    return state


@part
def count_runs(small, event, now, side, facts):
    """Add the runs and the plate appearance of a play to the running figures."""
    under_two_outs = small[out.OUTS, event] < 2
    small[out.RBI, event] = facts[F_RBI] + (facts[F_RBI_UNDER_TWO_OUTS] if under_two_outs else 0)
    now[N_VISITOR_RUNS + side] += facts[F_RUNS]
    now[N_HALF_RUNS] += facts[F_RUNS]
    small[out.HALF_RUNS_TO_COME, event] = now[N_HALF_RUNS]  # until the half is over, runs so far
    if facts[F_BATTER_EVENT]:
        now[N_HALF_APPEARANCES] += 1
        now[N_VISITOR_APPEARANCES + side] += 1


@part
def play(now, card, field, bases, before, starters, facts, batter, ids, small, to, tracks, fates):
    """One play: write the state before it and carry it out; returns what is wrong with it."""
    event, side = now[N_EVENT], now[N_SIDE]
    slot = lc.slot_of(card, side, batter)
    if slot < 1:
        return NOT_IN_LINE_UP
    if now[N_OUTS] >= 3 or now[N_OUTS] + facts[F_OUTS] > 3:
        return FOURTH_OUT
    if facts[F_RUNNERS_NAMED] & ~on.occupied(bases):
        return NOBODY_ON_BASE
    if now[N_TRACKS] >= MOST_TRACKS - 1 or event - now[N_FIRST_OF_HALF] >= MOST_TRACKS:
        return WRONG_HALF
    charge_placed_runners(bases, field, 1 - side)
    write_people(ids, small, event, now, card, field, side, slot, batter, starters, facts[F_CODE])
    write_batter(ids, small, event, card, side, slot)
    write_situation(small, event, now, bases, side)
    write_runners(ids, small, event, card, bases, side)
    fielder = facts[F_FIELDER]
    ids[out.FIELDED_BY, event] = field[1 - side, fielder] if fielder else NONE
    small[out.NEW_GAME, event] = event == now[N_FIRST_OF_GAME]
    small[out.EVENT_NUMBER, event] = event - now[N_FIRST_OF_GAME] + 1
    for man in range(4):
        small[out.BATTER_FATE + man, event] = 0
    if facts[F_BATTER_EVENT]:
        on.put_on_base(
            bases, 0, batter, slot, ids[out.CHARGED_PITCHER, event], field[1 - side, lc.CATCHER],
            small[out.EVENT_NUMBER, event], 0, now[N_TRACKS],
        )  # fmt: skip
        now[N_TRACKS] += 1
    if not resolve(ids, small, event, now, bases, before, facts, to, tracks, fates):
        return BASE_TAKEN
    count_runs(small, event, now, side, facts)
    now[N_EVENT] += 1
    if facts[F_BATTER_EVENT]:
        card[side, slot, lc.PINCH_HITS] = 0
    if facts[F_BATTER_EVENT] or now[N_OUTS] == 3:
        end_appearance(now)
    else:
        now[N_INSIDE_APPEARANCE] = 1
    return SOUND


@part
def start(now, card, field, starters, fields, bats, throws):
    """A man of the starting line-up."""
    if now[N_FIRST_SIDE] != NONE:
        return START_AFTER_PLAY
    side, slot, position = fields[lines.SIDE], fields[lines.SLOT], fields[lines.FIELD_POSITION]
    if not lc.write_starter(card, field, side, slot, fields[lines.PLAYER], position, bats, throws):
        return BAD_LINE_UP
    if position == lc.PITCHER:
        starters[side] = fields[lines.PLAYER]
    return SOUND


@part
def play_line(now, card, field, bases, before, starters, fields, row, facts, line, ids, small, to, tracks, fates):
    """A `play` record: turn to its half-inning, and carry it out unless nothing happened (`NP`)."""
    if now[N_FIRST_SIDE] == NONE and not lc.is_complete(card, field):
        return PLAY_BEFORE_START
    if not facts[F_UNDERSTOOD]:
        return UNKNOWN_EVENT
    wrong = turn_to_half(now, card, bases, tracks, fates, small, fields[lines.PLAY_INNING], fields[lines.PLAY_SIDE])
    if wrong:
        return wrong
    balls, strikes = fields[lines.PLAY_BALLS], fields[lines.PLAY_STRIKES]
    if balls > 4 or strikes > 3:
        return BAD_COUNT
    event = now[N_EVENT]
    if not facts[F_NO_PLAY]:
        ids[out.LINE, event], ids[out.EVENT_ROW, event] = line, row
        ids[out.PITCHES, event] = fields[lines.PLAY_PITCHES]
        small[out.BALLS, event], small[out.STRIKES, event] = balls, strikes
        batter = fields[lines.PLAY_BATTER]
        wrong = play(now, card, field, bases, before, starters, facts, batter, ids, small, to, tracks, fates)
        if wrong or now[N_INSIDE_APPEARANCE] == 0:
            return wrong
    now[N_AT_BAT], now[N_BALLS], now[N_STRIKES] = fields[lines.PLAY_BATTER], balls, strikes
    return SOUND


@part
def verdict(now, scheduled_innings):
    """Whether a game whose lines have ended is a whole game."""
    if now[N_EVENT] == now[N_FIRST_OF_GAME]:
        return NO_PLAYS
    # Earned runs are written after the last play; without them the last play must be one that can end a game.
    return SOUND if now[N_DATA_LINES] or can_be_over(now, scheduled_innings) else CUT_OFF


@part
def can_be_over(now, scheduled_innings):
    """Whether a game that nobody called can end here: in the last inning, with a leader and both having had a turn."""
    bats_last = 1 - now[N_FIRST_SIDE]
    ahead = now[N_VISITOR_RUNS + bats_last] - now[N_VISITOR_RUNS + now[N_FIRST_SIDE]]
    if now[N_INNING] < scheduled_innings or ahead == 0:
        return False
    half_over = now[N_OUTS] == 3
    return (ahead > 0 and (half_over or now[N_SIDE] == bats_last)) or (half_over and now[N_SIDE] == bats_last)


@kernel
def run_games(
    spans, rosters, innings, kinds, fields, defects, event_rows, table, keys, hands, ids, small, subs, results
):
    """Play every game, given by its first line and the line after its last, writing a column per play.

    `results` gets, by game, what is wrong with it and on which line, and where its plays begin and how many there
    are. A game with anything wrong leaves no plays. Returns the numbers of plays and substitutions written.
    """
    now, to = np.empty(FIGURES, np.int32), np.zeros(4, np.int32)
    card = np.empty((2, lc.SLOTS, lc.CARD_COLUMNS), np.int32)
    field, starters = np.empty((2, lc.FIELD_COLUMNS), np.int32), np.empty(2, np.int32)
    bases, before = np.empty((4, on.BASE_COLUMNS), np.int32), np.empty((4, on.BASE_COLUMNS), np.int32)
    tracks, fates = np.empty((MOST_TRACKS, 4), np.int16), np.empty(MOST_TRACKS, np.int16)
    events, changes = 0, 0
    for game in range(spans.shape[0]):
        new_game(now, card, field, bases, events)
        starters[:] = NONE
        wrong, at, notes = SOUND, spans[game, 0], changes
        for line in range(spans[game, 0], spans[game, 1]):
            kind, at = kinds[line], line
            if kind == lines.PLAY:
                row = event_rows[fields[line, lines.PLAY_EVENT]] if not defects[line] else 0
                wrong = play_line(
                    now, card, field, bases, before, starters, fields[line], row, table[row], line, ids, small, to,
                    tracks, fates,
                )  # fmt: skip
            elif kind == lines.START or kind == lines.SUB:
                side = fields[line, lines.SIDE]
                roster = rosters[game, side] if 0 <= side <= 1 else NONE
                bats, throws = hands_of(roster, keys, hands, fields[line, lines.PLAYER])
                if kind == lines.START:
                    wrong = start(now, card, field, starters, fields[line], bats, throws)
                elif substitution(now, card, field, bases, starters, line, fields[line], bats, throws, subs, notes):
                    subs[notes, 0] = game
                    notes += 1
                else:
                    wrong = BAD_SUBSTITUTION
            elif lines.BADJ <= kind <= lines.PRESADJ:
                wrong = SOUND if adjust(now, card, bases, kind, fields[line]) else BAD_ADJUSTMENT
            elif kind == lines.DATA:
                now[N_DATA_LINES] += 1
            if wrong:
                break
        if not wrong:
            wrong = verdict(now, innings[game])
        results[game, 0], results[game, 1], results[game, 2] = wrong, at, events
        if not wrong:
            close_half(now, tracks, fates, small)
            small[out.END_OF_GAME, now[N_EVENT] - 1] = 1
            ids[out.GAME, events : now[N_EVENT]] = game
            results[game, 3] = now[N_EVENT] - events
            events, changes = now[N_EVENT], notes
    return events, changes
