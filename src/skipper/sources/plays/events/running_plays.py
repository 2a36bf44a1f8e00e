"""Steals, pickoffs and advances in an event text: `SB2;SB3`, `CS2(26)`, `POCS2(136)`, `.2-H;1X3(75)`."""

from __future__ import annotations

import re
from dataclasses import replace

from skipper.sources.plays.events import event_codes as codes
from skipper.sources.plays.events.advances import (
    BASES,
    DENIED,
    SCORED,
    SCORED_UNEARNED,
    Advance,
    EventTextError,
    Remarks,
    remarks,
)
from skipper.sources.plays.events.event_text import BATTER, EventText
from skipper.sources.plays.events.fielding import DROPPED, FIELDED, THROW, Credits

STEAL_OR_PICKOFF = re.compile(r"(SB|CS|POCS|PO)([123HU])((?:\([^()]*\))*)")
STEALS_AND_PICKOFFS = re.compile(r"{0}(?:;{0})*".format(STEAL_OR_PICKOFF.pattern.replace("(SB", "(?:SB")))
CATCHER_ALONE = "2"
UNKNOWN_BASE = "U"
THROWERS_TO_BASES = (1, 2)  # on a pickoff, the pitcher and the catcher throw, and the other fielders catch
_CODES = {"SB": codes.STOLEN_BASE, "CS": codes.CAUGHT_STEALING, "PO": codes.PICKOFF, "POCS": codes.PICKOFF}


def steals_and_pickoffs(event: EventText, match: re.Match[str]) -> None:
    """Read `SB2;SB3`, `CS2(26)`, `PO1(E3)`, `POCS2(136)`; the first play gives the event its code."""
    code = 0
    for item in STEAL_OR_PICKOFF.finditer(match.group()):
        play, base, inside = item.groups()
        if base == UNKNOWN_BASE:
            _picked_at_unknown_base(event, item.group(), play, remarks(inside))
            code = code or codes.PICKOFF
            continue
        # A runner who steals is never batted in, even if the text says so.
        said = replace(remarks(inside), batted_in=DENIED)
        if _runner_of(play, BASES[base]) in event.out:
            raise EventTextError(f"a runner who is out runs: {item.group()!r}")
        if play == "SB":
            _steal(event, BASES[base], _unearned(said) if inside else said)
        else:
            _caught_or_picked(event, play, BASES[base], said)
        code = code or _CODES[play]
    event.code = code


def _picked_at_unknown_base(event: EventText, text: str, play: str, said: Remarks) -> None:
    """Record the error on a pickoff that does not name a base; only the advances name runners."""
    if play != "PO" or said.last is None or said.last.error is None:
        raise EventTextError(f"an out or a steal at an unknown base: {text!r}")
    event.code = codes.PICKOFF
    _credit_remarks(event, said, play)


def _runner_of(play: str, base: int) -> int:
    """Return the runner in a steal or pickoff: `SB`, `CS` and `POCS` name the base run for, `PO` the base occupied."""
    return base if play == "PO" else base - 1


def _steal(event: EventText, base: int, said: Remarks) -> None:
    if base == 1:
        raise EventTextError("nobody steals first base")
    event.steals.add(base - 1)
    event.move(base - 1, base, said)


def _unearned(said: Remarks) -> Remarks:
    """Mark any steal of home with a remark, even `SBH(NR)`, as an unearned run, as in cwevent."""
    return replace(said, run=SCORED_UNEARNED) if said.run == SCORED else said


def _caught_or_picked(event: EventText, play: str, base: int, said: Remarks) -> None:
    """Record a runner caught or picked off; after an error the runner is safe at that base."""
    runner = _runner_of(play, base)
    if runner not in (1, 2, 3):
        raise EventTextError(f"no runner can be caught or picked off at {base}: {play}")
    if runner in event.steals and (said.last is None or said.last.error is None):
        raise EventTextError(f"a runner who stole a base is out: {play}{base}")
    if play != "PO":
        event.caught.add(runner)
    if play != "CS":
        event.picked.add(runner)
    event.code = _CODES[play]
    _credit_remarks(event, said, play)
    event.plays[runner] = said.last.text if said.last else ""
    if said.last is None or said.last.error is None:
        event.put_out(runner, event.plays[runner])
    elif play != "PO":
        event.move(runner, base, said)


def _credit_remarks(event: EventText, said: Remarks, play: str = "", made: bool = True) -> None:
    """Record the fielding in a runner's parentheses.

    They belong to a `play` (`CS`, `PO`, `POCS`) or, without one, to an advance. `made` is false if no out was
    attempted. On interference by a fielder, the error has already been recorded, and cwevent counts no other.
    """
    for credits, thrown in said.credits if event.code != codes.INTERFERENCE else ():
        if credits.error is not None:
            obstructed = said.obstruction and bool(play)
            event.credit(credits, THROW if thrown else _kind_unsaid(event, credits, play, obstructed))
        elif made:
            event.credit(credits)


def _kind_unsaid(event: EventText, credits: Credits, play: str, obstructed: bool) -> int:
    """Return the kind of an error without `/TH`: a mishandled ball if there was a ball to field, else a throw.

    Obstruction of a runner caught stealing or picked off counts as a mishandled ball; cwevent ignores it on an advance.
    """
    if credits.assists:
        return DROPPED
    if obstructed:
        return FIELDED
    if play == "PO":
        return THROW if credits.error in THROWERS_TO_BASES else DROPPED
    return DROPPED if event.code in codes.RUNNING_EVENTS else FIELDED


def advance(event: EventText, move: Advance) -> None:
    """Apply one advance, which overrides what the basic play implied for the runner.

    Raises EventTextError if the basic play does not let the runner move.
    """
    said = move.remarks
    if event.no_play:
        raise EventTextError("a runner moves although there was no play")
    if move.runner == BATTER and event.code not in codes.BATTER_EVENTS:
        raise EventTextError("the batter runs although the turn at bat goes on")
    event.wild_pitch |= said.wild_pitch
    event.passed_ball |= said.passed_ball
    if move.runner == BATTER and event.plays[BATTER] == CATCHER_ALONE and event.code == codes.STRIKEOUT:
        event.putouts.remove(int(CATCHER_ALONE))  # not caught: the batter ran
        event.reach(BATTER)
    if move.runner in event.out and not move.crossed and not _out_stands(event, move):
        raise EventTextError(f"a runner who is out advances: {'B123'[move.runner]}")
    _credit_remarks(event, said, made=move.crossed)
    if move.crossed:
        event.plays[move.runner] = said.decisive.text if said.decisive else ""
    if move.out:
        erred = any(credits.error is not None for credits, _ in said.credits)
        event.safe_on_error |= erred and move.runner == BATTER and event.code == codes.OUT
        event.put_out(move.runner, event.plays[move.runner])
        return
    if move.runner in event.out and (move.runner == BATTER or not move.crossed):
        return  # for a runner, `64(1)3.1X2(6E4)` cancels the out
    event.safe_on_error |= move.crossed and move.runner == BATTER and event.code == codes.OUT
    if said.run == SCORED and event.to[move.runner] > SCORED:  # `CSH(26E2)(UR).3-H` repeats the run
        said = replace(said, run=event.to[move.runner])
    event.move(move.runner, move.base, said)


def _out_stands(event: EventText, move: Advance) -> bool:
    """Return whether a runner's out holds although the text lets the runner advance, as in cwevent.

    `43.B-1(E3)`, `CS2(26).1-3(E6)`: the fielders who made the out are named, and the error came after it. `K23.B-1`:
    the third strike was not caught, and the throw to first beat the batter.
    """
    erred = any(credits.error is not None for credits, _ in move.remarks.credits)
    return erred or (move.runner == BATTER and event.code == codes.STRIKEOUT)
