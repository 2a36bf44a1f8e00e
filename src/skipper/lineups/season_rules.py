"""The rules on the length of games that changed with the seasons: scheduled innings and the placed runner.

- Majors: a runner on second base from the first extra inning, in regular seasons since 2020 (2020 Operations Manual,
  5.1.2; renewed for 2021 and 2022; permanent since 2023 by the joint competition committee), never in the postseason.
  Doubleheaders of two seven-inning games from 1 August 2020 (MLB and MLBPA, 31 July 2020) to the end of 2021.
- Affiliated minors: a runner on second base from the first extra inning at all levels since 2018 (Minor League
  Baseball, 14 March 2018); the sources at hand do not say whether this includes postseasons. Doubleheaders of
  seven-inning games: in 2009 and 2010, 91 % of the games on days with two games ended in the seventh or eighth inning
  (Minor League Splits); the rest may complete suspended games. For seasons before 2009 we have no source.
"""

from __future__ import annotations

from datetime import date

from skipper.definitions.levels import LADDER

MAJORS, MINORS = LADDER[0], LADDER[1:]
SECOND = 2  # the bases occupied, as a number: first 1, second 2, third 4
_NINE, _SEVEN = 9, 7
_FIRST_PLACED_RUNNER = {MAJORS: 2020, **dict.fromkeys(MINORS, 2018)}
_SHORT_IN_MAJORS = date(2020, 8, 1), date(2021, 12, 31)
_SHORT_IN_MINORS = date(2009, 1, 1)


def scheduled_innings(day: date, level: str | None, game_number: str) -> int:
    """Return the innings scheduled by rule: seven for a game of a doubleheader in the leagues above, otherwise nine.

    `game_number` is 0 for a day's only game. A game that completes a suspended one counts like the day's others.
    """
    if game_number == "0":
        return _NINE
    first, last = _SHORT_IN_MAJORS
    short = first <= day <= last if level == MAJORS else level in MINORS and day >= _SHORT_IN_MINORS
    return _SEVEN if short else _NINE


def extra_inning_bases(day: date, level: str | None, game_type: str) -> int | None:
    """Return the bases occupied when an extra half-inning begins: 0 or SECOND; None if the rule is unknown.

    It is unknown outside the majors and the affiliated minors, in the minors' postseasons since 2018, and in All-Star
    games since the placed runner was introduced.
    """
    first = _FIRST_PLACED_RUNNER.get(level or "")
    if first is None:
        return None
    if day.year < first or (level == MAJORS and game_type == "postseason"):
        return 0
    return SECOND if game_type == "regular" else None
