"""The running figures of a game, `now[...]`: its state apart from lineups and bases.

Also defines the game record that the state kernels pass on, and the rule for when a game can end.
"""

from __future__ import annotations

import numpy as np

from skipper.sources.plays.events import bases as on
from skipper.sources.plays.events import faults
from skipper.sources.plays.events import lineup_card as lc
from skipper.sources.plays.events.compiled import part

INNING, SIDE, FIRST_SIDE, OUTS = range(4)
VISITOR_RUNS, HOME_RUNS, HALF_RUNS = range(4, 7)
VISITOR_APPEARANCES, HOME_APPEARANCES, HALF_APPEARANCES = range(7, 10)
EVENT, FIRST_OF_HALF, FIRST_OF_GAME, DATA_LINES = range(10, 14)
TRACKS = 14  # players of this half-inning whose fate is tracked: those who batted or were placed on base
AT_BAT, BALLS, STRIKES, INSIDE_APPEARANCE = range(15, 19)
CHARGED_BATTER, CHARGED_BATTER_HAND, CHARGED_BATTER_STARTED = range(19, 22)
CHARGED_BATTER_POSITION, CHARGED_BATTER_PINCH_HITS = range(22, 24)
CHARGED_PITCHER, CHARGED_PITCHER_HAND, CHARGED_PITCHER_STARTED = range(24, 27)
BAT_ADJUSTED, BAT_ADJUSTED_TO, ARM_ADJUSTED, ARM_ADJUSTED_TO = range(27, 31)
PLACED, PLACED_BASE, PLACED_FOR = range(31, 34)
LAST_SLOT = 34  # by side: the slot that last completed a turn at bat, 0 before the first
FIGURES = 36

NONE = -1
END_WHEN_OVER, END_WHEN_CALLED, END_ANYWHERE = range(3)  # where a game can end (see `Games.may_end`)
REGULATION = 5  # innings that make a called game official (rule 7.01(c))
MOST_TRACKS = 1 << 12  # players who can bat or be placed on base in one half-inning; no real game comes close


# One game in play, as a record: compiled code reaches its arrays at fixed offsets, without reference counting.
# `starters` are the starting pitchers by side. `before` and `to` are scratch space for one play: the bases before it,
# and each player's destination (0 is the batter). For each play of the half-inning, `tracks` gives the tracks of the
# batter and of each runner; `fates` gives each track's final destination.
GAME_IN_PLAY = np.dtype(
    [
        ("now", np.int32, FIGURES),
        ("card", np.int32, (2, lc.SLOTS, lc.CARD_COLUMNS)),
        ("field", np.int32, (2, lc.FIELD_COLUMNS)),
        ("starters", np.int32, 2),
        ("bases", np.int32, (4, on.BASE_COLUMNS)),
        ("before", np.int32, (4, on.BASE_COLUMNS)),
        ("to", np.int32, 4),
        ("tracks", np.int16, (MOST_TRACKS, 4)),
        ("fates", np.int16, MOST_TRACKS),
    ],
    align=True,
)


@part
def new_game(game, first_event):
    """Reset the game to its state before the first line."""
    now = game.now
    now[:] = 0
    now[FIRST_SIDE] = NONE
    now[EVENT] = first_event
    now[FIRST_OF_HALF] = first_event
    now[FIRST_OF_GAME] = first_event
    now[PLACED] = NONE
    now[PLACED_FOR] = NONE
    lc.clear_card(game.card, game.field)
    on.clear_bases(game.bases)
    game.starters[:] = NONE
    end_appearance(now)


@part
def end_appearance(now):
    """Clear the state of a finished plate appearance, including its `badj` and `padj`."""
    begin_appearance(now)
    now[BAT_ADJUSTED] = NONE
    now[ARM_ADJUSTED] = NONE


@part
def begin_appearance(now):
    """Reset pitches and charges for a new plate appearance; keep the coming batter's `badj` and `padj`."""
    now[BALLS] = 0
    now[STRIKES] = 0
    now[INSIDE_APPEARANCE] = 0
    now[AT_BAT] = NONE
    now[CHARGED_BATTER] = NONE
    now[CHARGED_PITCHER] = NONE


@part
def verdict(now, scheduled_innings, may_end):
    """Return the verdict on a game whose lines have ended: complete or cut off. `may_end` has the same meaning as in
    `Games`."""
    if now[EVENT] == now[FIRST_OF_GAME]:
        return faults.NO_PLAYS
    # Earned-run records follow the last play; if there are none, the last play must be able to end a game.
    if now[DATA_LINES] or can_be_over(now, scheduled_innings) or may_end == END_ANYWHERE:
        return faults.SOUND
    called = may_end == END_WHEN_CALLED and now[OUTS] == 3 and now[INNING] >= REGULATION
    return faults.SOUND if called else faults.CUT_OFF


@part
def can_be_over(now, scheduled_innings):
    """Return whether an uncalled game can end here: in the last inning, with a leader, both clubs having batted."""
    bats_last = 1 - now[FIRST_SIDE]
    ahead = now[VISITOR_RUNS + bats_last] - now[VISITOR_RUNS + now[FIRST_SIDE]]
    if now[INNING] < scheduled_innings or ahead == 0:
        return False
    half_over = now[OUTS] == 3
    return (ahead > 0 and (half_over or now[SIDE] == bats_last)) or (half_over and now[SIDE] == bats_last)
