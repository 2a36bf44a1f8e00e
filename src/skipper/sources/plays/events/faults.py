"""Reasons, given by the state kernels, for rejecting a game because of something other than a defect in a single
line."""

from __future__ import annotations

SOUND = 0
PLAY_BEFORE_START = 1
START_AFTER_PLAY = 2
BAD_LINEUP = 3
BAD_SUBSTITUTION = 4
UNKNOWN_EVENT = 5
NOT_IN_LINE_UP = 6
NOBODY_ON_BASE = 7
FOURTH_OUT = 8
BASE_TAKEN = 9
WRONG_HALF = 10
NO_PLAYS = 11
CUT_OFF = 12
BAD_ADJUSTMENT = 13
UNKNOWN_PLAYER = 14

REASONS = {
    PLAY_BEFORE_START: "a play before both lineups are complete",
    START_AFTER_PLAY: "a `start` record after the first play",
    BAD_LINEUP: "an invalid or occupied place in a lineup",
    BAD_SUBSTITUTION: "an invalid place for a substitute",
    UNKNOWN_EVENT: "an event outside Retrosheet's grammar",
    NOT_IN_LINE_UP: "a batter who is not in the lineup",
    NOBODY_ON_BASE: "an event that moves or retires a runner on an empty base",
    FOURTH_OUT: "a fourth out, or a play after the third",
    BASE_TAKEN: "a runner who ends on the same base as the runner ahead, or beyond it",
    WRONG_HALF: "an inning or side out of order",
    NO_PLAYS: "no plays",
    CUT_OFF: "the game is cut off before it could have ended, and no data record follows",
    UNKNOWN_PLAYER: "a player without a known id",
    BAD_ADJUSTMENT: "an adjustment for someone not in the game, or to an invalid base, side or slot",
}
