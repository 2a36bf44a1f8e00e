"""Event codes, with the numbers of BEVENT and its descendants."""

from __future__ import annotations

OUT = 2
STRIKEOUT = 3
STOLEN_BASE = 4
INDIFFERENCE = 5
CAUGHT_STEALING = 6
PICKOFF = 8
WILD_PITCH = 9
PASSED_BALL = 10
BALK = 11
OTHER_ADVANCE = 12
FOUL_ERROR = 13
WALK = 14
INTENTIONAL_WALK = 15
HIT_BY_PITCH = 16
INTERFERENCE = 17
ERROR = 18
FIELDERS_CHOICE = 19
SINGLE = 20
DOUBLE = 21
TRIPLE = 22
HOME_RUN = 23

RUNNING_EVENTS = frozenset(range(STOLEN_BASE, FOUL_ERROR))
BATTER_EVENTS = frozenset((OUT, STRIKEOUT, *range(WALK, HOME_RUN + 1)))  # events that end a plate appearance
