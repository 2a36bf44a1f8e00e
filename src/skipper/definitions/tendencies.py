"""The tendencies: what is a chance, what is an attempt, and who defined it so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OVER_PITCHES = (100, 120)
OFFICIAL_INTENTIONAL_WALKS = 1955  # the first season in which both leagues counted them
NEARLY_ALL = 0.9  # of a club's games, that a manager must have run for the lineups to be set beside the league's
CLOSER_SHARE = 0.1  # of the club's games, that a closer must have finished at least

# Whose definition it is.
REFERENCE = "Baseball-Reference, managerial tendencies"
HANDBOOK = "Bill James Handbook, the manager's record"
OURS = "ours"


@dataclass(frozen=True)
class Tendency:
    """One tendency.

    `measure` is `share` where a chance has at most one attempt, `count` where attempts are counted per chance,
    `distinct` for a number of different things, of which no interval is known. `unit` is what one chance is.
    `recorded_if_any`: a season that has not one attempt did not record them, and the figures are null.
    `recorded_since`: before that season it goes for each league of one that has not one attempt, but not after.
    `source` is whose definition it is, with what of it is ours.
    """

    name: str
    title: str
    unit: str
    chance: str
    attempt: str
    source: str
    success: str | None = None
    measure: Literal["share", "count", "distinct"] = "share"
    recorded_if_any: bool = False
    recorded_since: int | None = None


_RUNNING = (
    Tendency(
        "steal_of_second",
        "Steals of second",
        "plate appearance",
        "a plate appearance of his club that began with a runner on first and second empty, whether or not it was "
        "brought to its end",
        "second was stolen during it, or a runner was caught stealing second (picked off on the way there too); of old "
        "seasons, in which it was not kept who was caught, many are only the steals that came off",
        f"{REFERENCE}; that one cut short counts is ours",
        success="second was stolen",
    ),
    Tendency(
        "steal_of_third",
        "Steals of third",
        "plate appearance",
        "a plate appearance of his club that began with a runner on second and third empty, as above",
        "third was stolen during it, or a runner was caught stealing third",
        f"{REFERENCE}; that one cut short counts is ours",
        success="third was stolen",
    ),
    Tendency(
        "runner_going",
        "Runners going",
        "plate appearance",
        "a plate appearance of his club that began as a chance to steal second or third, and whose pitches are known",
        "a runner went with a pitch of it (`>` in Retrosheet's sequence): a steal, a hit-and-run, or a full count "
        "with two out",
        OURS,
        recorded_if_any=True,
    ),
    Tendency(
        "sacrifice_bunt",
        "Sacrifice bunts",
        "plate appearance",
        "a finished plate appearance of a batter who was not pitching, that began as a chance to steal second or third "
        "with fewer than two out",
        "it ended with a bunt, whatever came of it: a sacrifice, a hit, an error, a fielder's choice, an out, a third "
        "strike bunted foul",
        f"{REFERENCE}, for the chance; that every bunt is an attempt, hits and failures too, is ours",
        success="a sacrifice bunt was scored",
    ),
)
_FIELDING = (
    Tendency(
        "intentional_walk",
        "Intentional walks",
        "plate appearance",
        "a finished plate appearance of the other club",
        "the batter was walked intentionally; null for a league of a season before 1955 that has not one: it was not "
        "written down",
        f"{REFERENCE}; the null is ours",
        recorded_since=OFFICIAL_INTENTIONAL_WALKS,
    ),
    Tendency(
        "pitchout",
        "Pitchouts",
        "pitch",
        "a pitch to the other club in a plate appearance that began as its chance to steal second or third, and whose "
        "pitches are known",
        "a pitchout, whether a ball or swung at, fouled off or put in play",
        f"{HANDBOOK}, which counts pitchouts; per pitch is ours",
    ),
)
_LINEUPS = (
    Tendency(
        "platoon_advantage",
        "Platoon advantage",
        "starter",
        "a man of the starting lineup, pitchers left out, both hands known",
        "he batted from the other side than the opposing starter threw with, the first time that he faced him; of one "
        "who never did, by the side the roster gives him, a switch hitter having the advantage",
        f"{HANDBOOK}; how a switch hitter counts is ours",
    ),
    Tendency(
        "lineups_used",
        "Lineups used",
        "game",
        "a game",
        "one batting order more: who started in which slot, whatever he fielded, the pitcher left out",
        f"{HANDBOOK}; without the pitcher is ours. The longer a season the fewer new ones a game: there is an index "
        "only where he ran nine in ten of the club's games",
        measure="distinct",
    ),
)
_CHANGES = (
    Tendency(
        "pinch_hitter",
        "Pinch hitters",
        "game",
        "a game",
        "a pinch hitter was sent in",
        REFERENCE,
        measure="count",
    ),
    Tendency(
        "pinch_runner",
        "Pinch runners",
        "game",
        "a game",
        "a pinch runner was sent in; a man of the batting order who runs for another (a courtesy runner, legal until "
        "1949) is none",
        f"{REFERENCE}; that courtesy runners do not count is ours",
        measure="count",
    ),
    Tendency(
        "defensive_substitution",
        "Defensive substitutions",
        "game",
        "a game",
        "a new man came into the field (positions 2 to 9), other than a pitcher or in a double switch; taking the "
        "place of a pinch hitter or runner counts too",
        f"{HANDBOOK}, which does not say how it counts; the rule is ours",
        measure="count",
    ),
    Tendency(
        "double_switch",
        "Double switches",
        "game without a designated hitter",
        "a game without a designated hitter",
        "a pitcher and a fielder came in together, the pitcher not in the slot of the one he relieved",
        OURS,
        measure="count",
    ),
)
_PITCHING = (
    Tendency("pitchers_used", "Pitchers used", "game", "a game", "a pitcher was used", REFERENCE, measure="count"),
    Tendency(
        "mid_inning_change",
        "Changes mid-inning",
        "relief appearance",
        "a relief appearance",
        "he came in after the half-inning had begun",
        OURS,
    ),
    Tendency(
        "third_time_through",
        "Third time through",
        "start",
        "a start",
        "the starting pitcher faced a slot of the order a third time",
        OURS,
    ),
    Tendency(
        "over_100_pitches",
        "Starts over 100 pitches",
        "start",
        "a start whose pitches are known",
        "the starting pitcher threw more than 100",
        OURS,
    ),
    Tendency(
        "over_120_pitches",
        "Starts over 120 pitches",
        "start",
        "a start whose pitches are known",
        "the starting pitcher threw more than 120",
        f"{HANDBOOK} of 2004, as a long outing",
    ),
    Tendency(
        "consecutive_days",
        "Relief on consecutive days",
        "relief appearance",
        "a relief appearance",
        "he had pitched on the day before too, in a game of the files",
        f"{HANDBOOK}, per relief appearance: ours",
    ),
    Tendency(
        "three_in_four_days",
        "Relief three days in four",
        "relief appearance",
        "a relief appearance",
        "it was at least the third day out of four on which he pitched, in games of the files",
        OURS,
    ),
    Tendency(
        "closer_in_tie",
        "Closer in a tie",
        "closer's appearance",
        "an appearance of the club's closer: the reliever who finished most games of the club that season, more than "
        "any other and at least one in ten",
        "the score was tied when he came in",
        OURS,
    ),
    Tendency(
        "closer_in_eighth",
        "Closer by the eighth",
        "closer's appearance",
        "an appearance of the club's closer, as above",
        "he came in before the last inning scheduled: in the eighth or earlier of nine",
        OURS,
    ),
)
_EJECTIONS = tuple(
    Tendency(
        f"{role}_ejection",
        title,
        "game",
        "a game",
        f"{whom} of the club was sent off (an `ej` comment){known}",
        OURS,
        measure="count",
        recorded_if_any=True,
    )
    for role, title, whom, known in (
        ("manager", "Manager ejected", "the manager", ""),
        (
            "coach",
            "Coaches ejected",
            "a coach",
            "; null for every club of a season in which the club of one is not known, as it is of nearly all: the "
            "comment has none and no roster has a coach",
        ),
        ("player", "Players ejected", "a player", ""),
    )
)

TENDENCIES: tuple[Tendency, ...] = (*_RUNNING, *_FIELDING, *_LINEUPS, *_CHANGES, *_PITCHING, *_EJECTIONS)
BY_NAME: dict[str, Tendency] = {one.name: one for one in TENDENCIES}
