"""The basic play of an event text, before modifiers and advances: `64(1)3`, `S8`, `K+WP`, `POCS2(136)`."""

from __future__ import annotations

import re
from collections.abc import Callable

from skipper.sources.plays.events import event_codes as codes
from skipper.sources.plays.events.advances import DENIED, SCORED, EventTextError
from skipper.sources.plays.events.event_text import BATTER, EventText
from skipper.sources.plays.events.fielding import FIELDED, THROW, UNKNOWN_FIELDER, credits_for, positions
from skipper.sources.plays.events.running_plays import STEALS_AND_PICKOFFS, steals_and_pickoffs

CATCHER, THIRD = 2, 3
_HITS = {
    "S": codes.SINGLE,
    "D": codes.DOUBLE,
    "DGR": codes.DOUBLE,
    "T": codes.TRIPLE,
    "H": codes.HOME_RUN,
    "HR": codes.HOME_RUN,
}
_OTHER_RUNNING = {
    "WP": codes.WILD_PITCH,
    "PB": codes.PASSED_BALL,
    "BK": codes.BALK,
    "DI": codes.INDIFFERENCE,
    "OA": codes.OTHER_ADVANCE,
}


def basic_play(event: EventText, text: str) -> None:
    """Read a basic play into `event`.

    Raises EventTextError for text that is not a basic play.
    """
    for pattern, read in BASIC_PLAYS:
        if match := pattern.fullmatch(text):
            read(event, match)
            return
    raise EventTextError(f"no play: {text!r}")


def _fielded_out(event: EventText, match: re.Match[str]) -> None:
    """Read `63`, `8`, `64(1)3`, `3(B)6(1)`, `6E3`: the fielders of each out, and who was out."""
    event.code = codes.OUT
    event.to[BATTER] = 1  # unless an out on the batter follows: a force play leaves the batter on first
    event.fielder = positions(match.group())[0][0]
    thrower = None
    for fielders, marked in re.findall(r"((?:E?\d|U)+)(?:\(([B123])\))?", match.group()):
        runner = BATTER if marked in ("", "B") else int(marked)
        credits = credits_for(fielders, thrower)
        event.credit(credits)
        thrower = credits.putout or credits.error
        event.in_chain.extend([runner] if runner != BATTER or credits.error is None else [])
        if credits.error is None:
            event.put_out(runner, credits.text)
        else:
            event.plays[runner] = credits.text
            event.to[runner] = runner + 1 if runner < THIRD else SCORED
            event.batted_in[runner] = DENIED
            event.safe_on_error |= runner == BATTER


def _strikeout(event: EventText, match: re.Match[str]) -> None:
    """Read `K`, `K23`, `K+WP`; the catcher gets the putout unless others are named or the batter reached."""
    event.code = codes.STRIKEOUT
    credits = credits_for(match.group(1) or str(CATCHER))
    event.put_out(BATTER, credits.text)
    event.credit(credits)
    _running_plays(event, match.group(2))


def _walk(event: EventText, match: re.Match[str]) -> None:
    event.code = codes.WALK if match.group(1) == "W" else codes.INTENTIONAL_WALK
    event.to[BATTER] = 1
    _running_plays(event, match.group(2))


def _running_plays(event: EventText, text: str | None) -> None:
    """Read what follows a strikeout or walk, `+WP`, `+SB2;SB3`, `+PO1(23)`; the event code does not change."""
    for item in text.split(";") if text else ():
        code = event.code
        if match := ERROR_ALONE.fullmatch(item):
            event.err(*_error_of(event, match))
            continue
        basic_play(event, item)
        if event.code not in codes.RUNNING_EVENTS:
            raise EventTextError(f"cannot come with a strikeout or walk: {item!r}")
        event.code = code


def _hit(event: EventText, match: re.Match[str]) -> None:
    letter, fielders = match.group(1), match.group(2)
    event.code = _HITS[letter]
    event.to[BATTER] = event.code - codes.SINGLE + 1
    if letter != "DGR":  # a ground-rule double has no fielder
        _fielded_by(event, fielders)


def _fielded_by(event: EventText, fielders: str) -> None:
    if fielders:
        event.fielder = positions(fielders)[0][0]
        event.unknown_fielder |= credits_for(fielders).unknown


def _error(event: EventText, match: re.Match[str]) -> None:
    event.code = codes.ERROR
    event.fielder = int(match.group(1))
    event.err(*_error_of(event, match))
    event.to[BATTER] = 1
    event.safe_on_error = True


def _error_of_somebody(event: EventText, _: re.Match[str]) -> None:
    """Read an error by an unknown fielder."""
    event.code = codes.ERROR
    event.err(UNKNOWN_FIELDER, FIELDED)
    event.to[BATTER] = 1
    event.safe_on_error = True


def _error_of(event: EventText, match: re.Match[str]) -> tuple[int, int]:
    return int(match.group(1)), THROW if event.modifiers.throw else FIELDED


def _foul_error(event: EventText, match: re.Match[str]) -> None:
    event.code = codes.FOUL_ERROR
    event.fielder = positions(match.group(1))[0][0]
    event.err(event.fielder, FIELDED)


def _fielders_choice(event: EventText, match: re.Match[str]) -> None:
    event.code = codes.FIELDERS_CHOICE
    event.to[BATTER] = 1
    _fielded_by(event, match.group(1))


def _hit_by_pitch(event: EventText, _: re.Match[str]) -> None:
    event.code = codes.HIT_BY_PITCH
    event.to[BATTER] = 1


def _interference(event: EventText, _: re.Match[str]) -> None:
    event.code = codes.INTERFERENCE
    event.to[BATTER] = 1
    event.err(event.modifiers.error or CATCHER, FIELDED)


def _no_play(event: EventText, _: re.Match[str]) -> None:
    event.no_play = True


def _other_running(event: EventText, match: re.Match[str]) -> None:
    """Read `WP`, `PB`, `BK`, `DI` or `OA`; the advances state who moved."""
    word = match.group()
    event.code = _OTHER_RUNNING[word]
    event.wild_pitch |= word == "WP"
    event.passed_ball |= word == "PB"


ERROR_ALONE = re.compile(r"E(\d)")
ERROR_OF_SOMEBODY = re.compile(r"E(?:99)?")  # `E?` without its question mark
_FIELDERS = r"((?:\d|U)*)"
BASIC_PLAYS: tuple[tuple[re.Pattern[str], Callable[[EventText, re.Match[str]], None]], ...] = (
    (re.compile(r"(?:(?:\d|U|(?<=[\dU)])E\d)+(?:\([B123]\))?)+"), _fielded_out),
    (re.compile(rf"K{_FIELDERS}(?:\+(.+))?"), _strikeout),
    (re.compile(r"(W|IW|I)(?:\+(.+))?"), _walk),
    (re.compile(rf"(DGR|S|D|T|HR|H){_FIELDERS}"), _hit),
    (ERROR_ALONE, _error),
    (ERROR_OF_SOMEBODY, _error_of_somebody),
    (re.compile(rf"FC{_FIELDERS}"), _fielders_choice),
    (re.compile(r"HP"), _hit_by_pitch),
    (STEALS_AND_PICKOFFS, steals_and_pickoffs),
    (re.compile(r"WP|PB|BK|DI|OA"), _other_running),
    (re.compile(r"C"), _interference),
    (re.compile(r"FLE(99|\d)"), _foul_error),
    (re.compile(r"NP"), _no_play),
)
