"""Substitutions, the charge for an interrupted plate appearance, and the effects of adjustment records."""

from __future__ import annotations

from skipper.sources.plays.events import bases as on
from skipper.sources.plays.events import figures as f
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events import lineup_card as lc
from skipper.sources.plays.events.compiled import part
from skipper.sources.plays.events.halves import place_runner


@part
def substitution(game, line, fields, bats, throws, note):
    """Make a substitution and write it into `note`, a row of SUBSTITUTION_COLUMNS; return false if it is impossible."""
    now, card = game.now, game.card
    player, side = fields[lf.PLAYER], fields[lf.SIDE]
    slot, position = fields[lf.SLOT], fields[lf.FIELD_POSITION]
    if slot == lf.UNKNOWN and 0 <= side <= 1:  # the slot of a player who only changes position is known
        slot = lc.slot_of(card, side, player)
    if not (0 <= side <= 1 and 0 <= slot <= 9 and 1 <= position <= lc.PINCH_RUNNER):
        return False
    if now[f.FIRST_SIDE] == f.NONE and position > lc.DESIGNATED_HITTER:
        return False
    if slot == 0 and position != lc.PITCHER:
        return False
    replaced = card[side, slot, lc.PLAYER]
    if side == now[f.SIDE]:
        charge_batter(game, side, slot, player)
    elif position == lc.PITCHER:
        charge_pitcher(game, side, player)
    lc.substitute(card, game.field, side, slot, player, position, bats, throws)
    if position == lc.PINCH_RUNNER:
        run_for(game, side, replaced, player)
    note[1], note[2], note[3], note[4], note[5] = line, now[f.EVENT], side, player, replaced
    note[6], note[7], note[8] = slot, position, replaced == player
    return True


@part
def run_for(game, side, replaced, player):
    """Send in a pinch runner for a runner on base, or for the runner placed for the coming half-inning (`radj`)."""
    now = game.now
    if side == now[f.SIDE]:
        on.run_for(game.bases, replaced, player)
    if now[f.PLACED] == replaced:
        now[f.PLACED], now[f.PLACED_FOR] = player, replaced


@part
def charge_batter(game, side, slot, player):
    """Charge the strikeout completed by a substitute to the batter who left with two strikes (rule 9.15(b))."""
    now, card = game.now, game.card
    leaving = card[side, slot, lc.PLAYER]
    if leaving != now[f.AT_BAT] or leaving == player or now[f.STRIKES] < 2 or now[f.CHARGED_BATTER] != f.NONE:
        return
    now[f.CHARGED_BATTER] = leaving
    now[f.CHARGED_BATTER_HAND] = lc.batting_hand(card[side, slot, lc.BATS], pitcher_hand(now, game.field, 1 - side))
    if now[f.BAT_ADJUSTED] == leaving:
        now[f.CHARGED_BATTER_HAND] = now[f.BAT_ADJUSTED_TO]
    now[f.CHARGED_BATTER_STARTED] = card[side, slot, lc.STARTED]
    now[f.CHARGED_BATTER_POSITION] = lc.batting_position(card, side, slot)
    now[f.CHARGED_BATTER_PINCH_HITS] = card[side, slot, lc.PINCH_HITS]


@part
def charge_pitcher(game, side, player):
    """Charge the walk to a pitcher who leaves with the count in the batter's favor (rule 9.16(h))."""
    now = game.now
    leaving = game.field[side, lc.PITCHER]
    if leaving == player or now[f.CHARGED_PITCHER] != f.NONE:
        return
    if leaves_walk_behind(now[f.BALLS], now[f.STRIKES]):
        now[f.CHARGED_PITCHER] = leaving
        now[f.CHARGED_PITCHER_HAND] = pitcher_hand(now, game.field, side)
        now[f.CHARGED_PITCHER_STARTED] = starting_pitcher(game.starters, side, leaving)


@part
def leaves_walk_behind(balls, strikes):
    """Return whether a walk is charged to a pitcher who leaves with this count (rule 9.16(h))."""
    return (balls == 2 and strikes < 2) or balls == 3


@part
def pitcher_hand(now, field, side):
    """Return the throwing hand of a side's pitcher, taking `padj` into account."""
    if now[f.ARM_ADJUSTED] == field[side, lc.PITCHER]:
        return now[f.ARM_ADJUSTED_TO]
    return field[side, lc.PITCHERS_ARM]


@part
def starting_pitcher(starters, side, pitcher):
    """Return whether a pitcher started the game as the starting pitcher."""
    return 1 if starters[side] == pitcher else 0


@part
def adjust(game, given, number, line):
    """Apply `badj`, `padj`, `radj`, `presadj` or `ladj`; return false if the record is invalid."""
    now, kind, fields = game.now, given.kinds[line], given.fields[line]
    player, value = fields[lf.ADJUSTED_PLAYER], fields[lf.ADJUSTED_TO]
    if kind in (lf.BADJ, lf.PADJ) and not (lc.is_hand(value) and in_game(game.card, player)):
        return False
    if kind == lf.BADJ:
        now[f.BAT_ADJUSTED], now[f.BAT_ADJUSTED_TO] = player, value
    elif kind == lf.PADJ:
        now[f.ARM_ADJUSTED], now[f.ARM_ADJUSTED_TO] = player, value
    elif kind == lf.LADJ:
        return 0 <= player <= 1 and 1 <= value <= 9
    elif not 1 <= value <= 3:
        return False
    elif kind == lf.PRESADJ:
        game.bases[value, on.CHARGED_TO] = player  # no effect on an empty base
        return has_pitched(given, given.spans[number, 0], line, player)
    else:
        now[f.PLACED], now[f.PLACED_BASE], now[f.PLACED_FOR] = player, value, f.NONE
        fresh = now[f.OUTS] == 0 and now[f.EVENT] == now[f.FIRST_OF_HALF] and now[f.FIRST_SIDE] != f.NONE
        return place_runner(game) if fresh else True
    return True


@part
def in_game(card, player):
    """Return whether a player is in either club's lineup now."""
    return lc.slot_of(card, lc.VISITORS, player) >= 0 or lc.slot_of(card, lc.HOME, player) >= 0


@part
def has_pitched(given, first, line, player):
    """Return whether a player pitched, for either club, in the game's earlier lines."""
    for before in range(first, line):
        if given.kinds[before] == lf.START or given.kinds[before] == lf.SUB:
            fields = given.fields[before]
            if fields[lf.PLAYER] == player and fields[lf.FIELD_POSITION] == lc.PITCHER:
                return True
    return False
