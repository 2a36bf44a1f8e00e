"""Managerial tendencies: the chance, attempt and source of each definition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

OVER_PITCHES = (100, 120)
OFFICIAL_INTENTIONAL_WALKS = 1955  # the first season in which both leagues counted intentional walks
NEARLY_ALL = 0.9  # smallest share of a club's games a manager must run for lineups_used to have a league index
CLOSER_SHARE = 0.1  # smallest share of the club's games that a closer finishes

# Sources of definitions.
REFERENCE = "Baseball-Reference, managerial tendencies"
HANDBOOK = "Bill James Handbook, the manager's record"
OURS = "ours"


@dataclass(frozen=True)
class Tendency:
    """One tendency.

    `measure` is `share` if a chance has at most one attempt, `count` if attempts are counted per chance, and `distinct`
    for a number of distinct items, for which there is no interval. `unit` is the name of one chance.
    `recorded_if_any`: a season without any attempts did not record them, so its figures are null.
    `recorded_since`: before that season, a league without any attempts did not record them either.
    `source` names the origin of the definition and states which parts are ours.
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
        "a plate appearance of the manager's club, completed or not, that began with a runner on first and second base "
        "empty",
        "second was stolen during it, or a runner was caught stealing second (or picked off on the way there); many "
        "early seasons did not record runners caught stealing, so their figures count only successful steals",
        f"{REFERENCE}; counting plate appearances cut short is ours",
        success="second was stolen",
    ),
    Tendency(
        "steal_of_third",
        "Steals of third",
        "plate appearance",
        "a plate appearance of the manager's club that began with a runner on second and third base empty, as above",
        "third was stolen during it, or a runner was caught stealing third",
        f"{REFERENCE}; counting plate appearances cut short is ours",
        success="third was stolen",
    ),
    Tendency(
        "runner_going",
        "Runners going",
        "plate appearance",
        "a plate appearance of the manager's club that began as a chance to steal second or third, with known pitches",
        "a runner went with one of its pitches (`>` in Retrosheet's sequence): a steal, a hit-and-run, or a full count "
        "with two out",
        OURS,
        recorded_if_any=True,
    ),
    Tendency(
        "sacrifice_bunt",
        "Sacrifice bunts",
        "plate appearance",
        "a completed plate appearance by a batter other than the pitcher that began as a chance to steal "
        "second or third with fewer than two out",
        "it ended with a bunt, whatever the result: a sacrifice, a hit, an error, a fielder's choice, an out, "
        "or a third strike bunted foul",
        f"{REFERENCE}, for the chance; counting every bunt as an attempt, including hits and failures, is ours",
        success="a sacrifice bunt was scored",
    ),
)
_FIELDING = (
    Tendency(
        "intentional_walk",
        "Intentional walks",
        "plate appearance",
        "a completed plate appearance by the other club",
        "the batter was walked intentionally; null for a league and season before 1955 without any such walk, because "
        "intentional walks were not recorded",
        f"{REFERENCE}; the null is ours",
        recorded_since=OFFICIAL_INTENTIONAL_WALKS,
    ),
    Tendency(
        "pitchout",
        "Pitchouts",
        "pitch",
        "a pitch to the other club in a plate appearance that began as its chance to steal second or third, with known "
        "pitches",
        "the pitch was a pitchout, whether a ball, swung at, fouled off or put in play",
        f"{HANDBOOK}, which counts pitchouts; the rate per pitch is ours",
    ),
)
_LINEUPS = (
    Tendency(
        "platoon_advantage",
        "Platoon advantage",
        "starter",
        "a player in the starting lineup, excluding pitchers, whose hand and the opposing starter's are known",
        "the player batted from the side opposite the opposing starter's throwing hand the first time they met; a "
        "player who never faced the starter counts with the roster's side, and a switch hitter has the advantage",
        f"{HANDBOOK}; the treatment of switch hitters is ours",
    ),
    Tendency(
        "lineups_used",
        "Lineups used",
        "game",
        "a game",
        "a new batting order: the starters by slot, regardless of position and excluding the pitcher",
        f"{HANDBOOK}; excluding the pitcher is ours. New orders per game decrease as a season goes on, so there is an "
        f"index only if the manager ran nine in ten of the club's games",
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
        "a pinch runner was sent in; a player in the batting order who runs for another (a courtesy runner, legal "
        "until 1949) does not count",
        f"{REFERENCE}; excluding courtesy runners is ours",
        measure="count",
    ),
    Tendency(
        "defensive_substitution",
        "Defensive substitutions",
        "game",
        "a game",
        "a new fielder (positions 2 to 9) came in, double switches excluded; replacing a pinch hitter or pinch runner "
        "counts too",
        f"{HANDBOOK}, which does not state its rule; this rule is ours",
        measure="count",
    ),
    Tendency(
        "double_switch",
        "Double switches",
        "game without a designated hitter",
        "a game without a designated hitter",
        "a pitcher and a fielder came in together, the new pitcher in a different slot from the pitcher relieved",
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
        "the reliever came in after the half-inning had begun",
        OURS,
    ),
    Tendency(
        "third_time_through",
        "Third time through",
        "start",
        "a start",
        "the starting pitcher faced a batting slot a third time",
        OURS,
    ),
    Tendency(
        "over_100_pitches",
        "Starts over 100 pitches",
        "start",
        "a start with known pitches",
        "the starting pitcher threw more than 100",
        OURS,
    ),
    Tendency(
        "over_120_pitches",
        "Starts over 120 pitches",
        "start",
        "a start with known pitches",
        "the starting pitcher threw more than 120",
        f"{HANDBOOK} of 2004, which calls it a long outing",
    ),
    Tendency(
        "consecutive_days",
        "Relief on consecutive days",
        "relief appearance",
        "a relief appearance",
        "the reliever had also pitched the day before, in a game in the event files",
        f"{HANDBOOK}; the rate per relief appearance is ours",
    ),
    Tendency(
        "three_in_four_days",
        "Relief three days in four",
        "relief appearance",
        "a relief appearance",
        "the reliever pitched on at least three of the last four days, including this one, in games in the event files",
        OURS,
    ),
    Tendency(
        "closer_in_tie",
        "Closer in a tie",
        "closer's appearance",
        "an appearance of the club's closer, the reliever who finished more of the club's games that season than any "
        "other, and at least one in ten",
        "the score was tied when the closer came in",
        OURS,
    ),
    Tendency(
        "closer_in_eighth",
        "Closer by the eighth",
        "closer's appearance",
        "an appearance of the club's closer, as above",
        "the closer came in before the last scheduled inning: the eighth or earlier of nine",
        OURS,
    ),
)
_EJECTIONS = tuple(
    Tendency(
        f"{role}_ejection",
        title,
        "game",
        "a game",
        f"{whom} of the club was ejected (an `ej` comment){known}",
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
            "; null for every club of a season with an ejected coach of unknown club, as the comment gives no club: "
            "nearly every season without Retrosheet's lists (`--reference`)",
        ),
        ("player", "Players ejected", "a player", ""),
    )
)

TENDENCIES: tuple[Tendency, ...] = (*_RUNNING, *_FIELDING, *_LINEUPS, *_CHANGES, *_PITCHING, *_EJECTIONS)
BY_NAME: dict[str, Tendency] = {one.name: one for one in TENDENCIES}
