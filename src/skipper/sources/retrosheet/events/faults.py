"""Why a game cannot be used, besides what is wrong with a line of it: the verdicts of the state kernels."""

from __future__ import annotations

SOUND = 0
PLAY_BEFORE_START = 1
START_AFTER_PLAY = 2
BAD_LINE_UP = 3
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

REASONS = {
    PLAY_BEFORE_START: "a play before both starting line-ups are complete",
    START_AFTER_PLAY: "a start record after the first play",
    BAD_LINE_UP: "no such place in a line-up, or the place is taken",
    BAD_SUBSTITUTION: "no such place for a substitute",
    UNKNOWN_EVENT: "the event is not in Retrosheet's grammar",
    NOT_IN_LINE_UP: "the batter is not in the line-up",
    NOBODY_ON_BASE: "the event moves or retires a runner on an empty base",
    FOURTH_OUT: "a fourth out, or a play after the third",
    BASE_TAKEN: "a man ends on the base of one who was ahead of him, or beyond",
    WRONG_HALF: "not the inning and side that come next",
    NO_PLAYS: "no plays",
    CUT_OFF: "the game breaks off before it can be over, and no data record follows",
    BAD_ADJUSTMENT: "an adjustment of nobody in the game, or to no such base, side or slot",
}
