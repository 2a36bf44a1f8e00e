"""Statistics and flags determined by an event text alone, as a row of `event_columns`."""

from __future__ import annotations

import re
from collections.abc import Callable

from skipper.sources.plays.events.advances import BY_RULE, CREDITED, DENIED, SCORED
from skipper.sources.plays.events.event_codes import (
    BALK,
    BATTER_EVENTS,
    ERROR,
    FIELDERS_CHOICE,
    FOUL_ERROR,
    HIT_BY_PITCH,
    HOME_RUN,
    INTENTIONAL_WALK,
    INTERFERENCE,
    OUT,
    SINGLE,
    STOLEN_BASE,
    STRIKEOUT,
    WALK,
)
from skipper.sources.plays.events.event_columns import BATTED_BALLS, EVENT_COLUMNS
from skipper.sources.plays.events.event_text import BATTER, EventText

NO_AT_BAT = frozenset((WALK, INTENTIONAL_WALK, HIT_BY_PITCH, INTERFERENCE))
NO_DOUBLE_PLAY = frozenset((STOLEN_BASE, BALK))
NOT_IN_PLAY = frozenset((STRIKEOUT, WALK, INTENTIONAL_WALK, HIT_BY_PITCH))
OUTFIELD = (7, 8, 9)
BEFORE, CURRENT = VERSIONS = ("0.10", "0.11")  # of Chadwick, whose cwevent `skipper export chadwick` reproduces
MAX_PUTOUTS, MAX_ASSISTS, MAX_ERRORS = 3, 10, 3
_HOME_RUN, _RUN = re.compile(r"HR?\d*(?:[/.]|$)"), re.compile(r"[B123]-H|SBH")
_NOTHING = dict.fromkeys(EVENT_COLUMNS, 0)  # in column order, which setting a value keeps
_RUNNER_FACTS = {
    runner: (*(f"runner{runner}_{what}" for what in ("to", "play", "steals", "caught", "picked")), f"force{runner + 1}")
    for runner in (1, 2, 3)
}


def event_row(event: EventText, string_index: Callable[[str], int], chadwick: str = CURRENT) -> list[int]:
    """Return the integers for one event text in the order of EVENT_COLUMNS.

    `string_index` numbers the strings for fielders and locations. `chadwick` is the version whose forces and assumed
    trajectories the row has, one of VERSIONS; all other columns are the same for all versions.
    """
    facts = _NOTHING | {"understood": 1, "no_play": event.no_play, "event_code": event.code}
    facts |= _batting(event)
    facts |= _runs(event)
    facts |= _batted_ball(event, string_index, chadwick)
    facts |= _running(event, string_index, chadwick)
    facts |= _fielding(event)
    return list(facts.values())


def stated_runs(text: str) -> int:
    """Return the runs that an event text states, whether or not it is valid: on advances, home runs and steals."""
    home_run = bool(_HOME_RUN.match(text)) and "B-H" not in text
    return home_run + len(_RUN.findall(text))


def _batting(event: EventText) -> dict[str, int]:
    words = event.modifiers.words
    batter_event = event.code in BATTER_EVENTS
    sacrifice_hit, sacrifice_fly = "SH" in words, "SF" in words
    return {
        "batter_event": batter_event,
        "at_bat": batter_event and event.code not in NO_AT_BAT and not sacrifice_hit and not sacrifice_fly,
        "hit_value": event.code - SINGLE + 1 if SINGLE <= event.code <= HOME_RUN else 0,
        "sacrifice_hit": sacrifice_hit,
        "sacrifice_fly": sacrifice_fly,
        "outs": len(event.out),
        "double_play": event.modifiers.double_play and event.code not in NO_DOUBLE_PLAY,
        "triple_play": event.modifiers.triple_play and event.code not in NO_DOUBLE_PLAY,
        "batter_safe_on_error": event.safe_on_error,
        "wild_pitch": event.wild_pitch,
        "passed_ball": event.passed_ball,
        "uncertain": event.uncertain,
    }


def _runs(event: EventText) -> dict[str, int]:
    """Return runs and runs batted in (Official Baseball Rules 9.04).

    By rule, a run is batted in on any batter's play except a strikeout, a ground-ball double play, or a walk that does
    not force the run in. On an error, only the run by the runner on third counts, and only with fewer than two out. An
    error on the runner, `(RBI)` and `(NR)` override the rule.
    """
    if event.code in (WALK, INTENTIONAL_WALK):
        return {"runs": sum(to >= SCORED for to in event.to), "rbi_bases_full": _runner_of_third_walks_in(event)}
    scored = [runner for runner in range(4) if event.to[runner] >= SCORED]
    by_rule = [runner for runner in scored if event.batted_in[runner] == BY_RULE]
    rbi = sum(event.batted_in[runner] == CREDITED for runner in scored)
    under_two_outs = 0
    if event.code == ERROR:
        under_two_outs = by_rule.count(3)
    elif event.code in BATTER_EVENTS and event.code != STRIKEOUT and not _grounded_into_double_play(event):
        rbi += len(by_rule)
    return {"runs": len(scored), "rbi": rbi, "rbi_under_two_outs": under_two_outs}


def _runner_of_third_walks_in(event: EventText) -> bool:
    """Return whether the runner on third scores on a walk; the run counts as batted in if the walk forced it."""
    return event.to[3] >= SCORED and event.batted_in[3] != DENIED


def _grounded_into_double_play(event: EventText) -> bool:
    return bool(event.modifiers.words & {"GDP", "BGDP"})


def _batted_ball(event: EventText, string_index: Callable[[str], int], chadwick: str) -> dict[str, int]:
    return {
        "fielder": event.fielder,
        "batted_ball": BATTED_BALLS.index(_trajectory(event, chadwick)),
        "trajectory": BATTED_BALLS.index(event.modifiers.trajectory),
        "bunt": event.modifiers.bunt or "SH" in event.modifiers.words,
        "foul": event.modifiers.foul or event.code == FOUL_ERROR,
        "location": string_index(event.modifiers.location),
    }


def _trajectory(event: EventText, chadwick: str) -> str:
    """Return Chadwick's trajectory of the batted ball: a sacrifice bunt is a ground ball, whatever the text states; a
    turn at bat that ends without a ball in play has none."""
    if event.code in NOT_IN_PLAY:
        return ""
    if "SH" in event.modifiers.words:
        return "G"
    return event.modifiers.trajectory or _trajectory_unsaid(event, chadwick)


def _trajectory_unsaid(event: EventText, chadwick: str) -> str:
    """Return the trajectory if no modifier gives one: Chadwick's assumption, not an observation.

    Before version 0.11, an out by unknown fielders (`99`) is assumed to be a ground ball, even on a sacrifice fly.
    """
    words = event.modifiers.words
    by_unknown = event.code == OUT and event.unknown_fielder and not event.fielder
    if by_unknown and chadwick == BEFORE:
        return "G"
    if "SF" in words or (by_unknown and "BF" in words):
        return "F"
    if by_unknown and event.in_chain[:1] == [BATTER]:
        return ""
    if event.code == FOUL_ERROR:
        return "F" if event.fielder in OUTFIELD or "BF" in words else "P"
    if event.code == ERROR and not event.fielder:
        return ""
    if event.code in (ERROR, FIELDERS_CHOICE):
        return "F" if event.code == ERROR and event.fielder in OUTFIELD else "G"
    if event.code != OUT:
        return ""
    if "IF" in words:
        return "P"
    batter_first = event.in_chain[:1] == [BATTER]  # false for `5E3.BX1(3)` too, where the chain ends with an error
    return "F" if batter_first and len(event.plays[BATTER]) <= 1 else "G"


def _running(event: EventText, string_index: Callable[[str], int], chadwick: str) -> dict[str, int]:
    facts = {"batter_to": event.to[BATTER], "batter_play": string_index(event.plays[BATTER])}
    left_by_force = forced(event, chadwick)
    for runner, (to, play, steals, caught, picked, force) in _RUNNER_FACTS.items():
        facts[to], facts[play] = event.to[runner], string_index(event.plays[runner])
        facts[steals], facts[caught] = runner in event.steals, runner in event.caught
        facts[picked], facts[force] = runner in event.picked, runner in left_by_force
    facts["runners_named"] = sum(1 << (runner - 1) for runner in _moved(event) if runner != BATTER)
    facts["retired_by_batter"] = sum(1 << (runner - 1) for runner in retired_by_batter(event))
    return facts


def _moved(event: EventText) -> set[int]:
    """Return the runners that the text moves, holds or retires."""
    return {move.runner for move in event.moves} | event.steals | event.caught | event.picked | set(event.in_chain)


def forced(event: EventText, chadwick: str = CURRENT) -> set[int]:
    """Return the runners who were forced out.

    A force out (`/FO`) and a ground-ball double play (`/GDP`) imply a force. Another double play (`/DP`) implies one
    unless the batter was out before the runner. Before version 0.11, a ball caught in the air implies no force, nor
    does a triple play.
    """
    said = bool(event.modifiers.words & {"FO", "GDP", "BGDP"})
    if event.code == FIELDERS_CHOICE:
        return {move.runner for move in event.moves if said and move.crossed} - {BATTER}
    if event.modifiers.double_play and event.in_chain and event.in_chain[0] != BATTER:
        said |= chadwick != BEFORE or not event.modifiers.caught_in_the_air
    none = chadwick == BEFORE and event.modifiers.triple_play
    return set(event.in_chain) - {BATTER} if said and not none else set()


def retired_by_batter(event: EventText) -> set[int]:
    """Return the runners put out by the batter's ball, whose charges pass to the runners who reach (rule 9.16(g))."""
    if event.code == FIELDERS_CHOICE:
        return {runner for runner in event.out if runner != BATTER}
    if event.code != OUT or event.modifiers.caught_in_the_air or not event.in_chain:
        return set()
    if event.in_chain[0] == BATTER and not _grounded_into_double_play(event):
        return set()
    return {runner for runner in event.in_chain if runner != BATTER and runner in event.out}


def _fielding(event: EventText) -> dict[str, int]:
    facts = {"errors": len(event.errors), "errors_of_somebody": event.errors_of_somebody}
    facts |= {"unknown_fielder": event.unknown_fielder}
    facts |= {f"putout{i}": fielder for i, fielder in enumerate(event.putouts[:MAX_PUTOUTS], 1)}
    facts |= {f"assist{i}": fielder for i, fielder in enumerate(event.assists[:MAX_ASSISTS], 1)}
    for i, (fielder, kind) in enumerate(event.errors[:MAX_ERRORS], 1):
        facts |= {f"error{i}": fielder, f"error{i}_kind": kind}
    return facts
