"""Event text, Retrosheet's shorthand for what happened on a play, read into its parts.

The grammar is Retrosheet's own description of its event files (https://www.retrosheet.org/eventfile.htm):
a basic play (`64(1)3`, `S8`, `K+WP`, `POCS2(136)`), modifiers after slashes (`/GDP/G6`), and advances after a
point (`.2-H;1-3`). Every distinct text is read once; a season of 190,000 plays has about 5,500.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from skipper.sources.retrosheet.events.advances import (
    BASES,
    BY_RULE,
    SCORED,
    Advance,
    EventTextError,
    Remarks,
    advances,
    remarks,
)
from skipper.sources.retrosheet.events.event_columns import STAYS
from skipper.sources.retrosheet.events.fielding import DROPPED, FIELDED, THROW, Credits, credits_for, positions
from skipper.sources.retrosheet.events.modifiers import Modifiers

# Event codes, as BEVENT and its descendants number them.
OUT, STRIKEOUT, STOLEN_BASE, INDIFFERENCE, CAUGHT_STEALING = 2, 3, 4, 5, 6
PICKOFF, WILD_PITCH, PASSED_BALL, BALK, OTHER_ADVANCE, FOUL_ERROR = 8, 9, 10, 11, 12, 13
WALK, INTENTIONAL_WALK, HIT_BY_PITCH, INTERFERENCE, ERROR, FIELDERS_CHOICE = 14, 15, 16, 17, 18, 19
SINGLE, DOUBLE, TRIPLE, HOME_RUN = 20, 21, 22, 23

# An unexplained `(E4)` in an advance is a ball mishandled where there was one to field, else a throw not held.
RUNNING_EVENTS = frozenset(range(STOLEN_BASE, FOUL_ERROR))
BATTER, CATCHER = 0, 2
THROWERS_TO_BASES = (1, 2)  # on a pickoff the pitcher and the catcher throw, the others catch
PARTS = re.compile(r"(?:[^/()]|\([^()]*\))+")  # split at the slashes outside parentheses


@dataclass(slots=True)
class EventText:
    """What one event text says. Runners are numbered by the base they came from, the batter 0.

    `to` holds destinations (see `event_columns`), `batted_in` what the text says of each run, `forced` and
    `in_chain` the runners put out in the basic play (`64(1)3`), `picked`, `caught` and `steals` runners.
    """

    code: int = 0
    no_play: bool = False
    modifiers: Modifiers = field(default_factory=Modifiers)
    fielder: int = 0
    to: list[int] = field(default_factory=lambda: [0, STAYS, STAYS, STAYS])
    plays: list[str] = field(default_factory=lambda: ["", "", "", ""])
    batted_in: list[int] = field(default_factory=lambda: [BY_RULE] * 4)
    out: set[int] = field(default_factory=set)
    in_chain: list[int] = field(default_factory=list)
    steals: set[int] = field(default_factory=set)
    caught: set[int] = field(default_factory=set)
    picked: set[int] = field(default_factory=set)
    putouts: list[int] = field(default_factory=list)
    assists: list[int] = field(default_factory=list)
    errors: list[tuple[int, int]] = field(default_factory=list)
    moves: list[Advance] = field(default_factory=list)
    safe_on_error: bool = False
    wild_pitch: bool = False
    passed_ball: bool = False
    unknown_fielder: bool = False
    uncertain: bool = False

    def credit(self, credits: Credits, error_kind: int | None = None) -> None:
        """Enter the putout, the assists and the error of one out."""
        self.assists.extend(credits.assists)
        if credits.putout is not None:
            self.putouts.append(credits.putout)
        if credits.error is not None:
            self.errors.append((credits.error, error_kind or (DROPPED if credits.assists else FIELDED)))
        self.unknown_fielder |= credits.unknown

    def put_out(self, runner: int, play: str) -> None:
        """Retire a runner."""
        self.out.add(runner)
        self.to[runner] = 0
        self.plays[runner] = play

    def move(self, runner: int, base: int, said: Remarks) -> None:
        """Let a runner reach a base or score."""
        self.out.discard(runner)
        self.to[runner] = said.run if base == SCORED else base
        self.batted_in[runner] = said.batted_in


def read_event(text: str) -> EventText:
    """Read an event text.

    Raises EventTextError where the text is not in the grammar.
    """
    description, _, running = re.sub("[!?#]", "", text).partition(".")
    first, *modifiers = PARTS.findall(description) or [""]
    event = EventText(uncertain="#" in text, modifiers=Modifiers.read(modifiers))
    _basic_play(event, first)
    event.moves = advances(running) if running else []
    for move in event.moves:
        _advance(event, move)
    return event


def _basic_play(event: EventText, text: str) -> None:
    for pattern, read in BASIC_PLAYS:
        if match := pattern.fullmatch(text):
            read(event, match)
            return
    raise EventTextError(f"no play: {text!r}")


def _fielded_out(event: EventText, match: re.Match[str]) -> None:
    """`63`, `8`, `64(1)3`, `3(B)6(1)`, `6E3`: the fielders of each out, and whose out it was."""
    event.code = OUT
    event.to[BATTER] = 1  # unless somebody puts him out: a force play leaves the batter on first
    event.fielder = positions(match.group())[0][0]
    thrower = None
    for fielders, marked in re.findall(r"((?:E?\d|U)+)(?:\(([B123])\))?", match.group()):
        runner = BATTER if marked in ("", "B") else int(marked)
        credits = credits_for(fielders, thrower)
        event.credit(credits, THROW if event.modifiers.throw else None)
        thrower = credits.putout
        if credits.error is None:
            event.put_out(runner, credits.text)
            event.in_chain.append(runner)
        else:
            event.plays[runner] = credits.text
            event.safe_on_error |= runner == BATTER


def _strikeout(event: EventText, match: re.Match[str]) -> None:
    """`K`, `K23`, `K+WP`: the catcher's putout unless others are named or the batter reached."""
    event.code = STRIKEOUT
    credits = credits_for(match.group(1) or str(CATCHER))
    event.put_out(BATTER, credits.text)
    event.credit(credits)
    _running_plays(event, match.group(2))


def _walk(event: EventText, match: re.Match[str]) -> None:
    event.code = WALK if match.group(1) == "W" else INTENTIONAL_WALK
    event.to[BATTER] = 1
    _running_plays(event, match.group(2))


def _running_plays(event: EventText, text: str | None) -> None:
    """What came with a strikeout or a walk: `+WP`, `+SB2;SB3`, `+PO1(23)`; the event stays what it was."""
    for item in text.split(";") if text else ():
        code = event.code
        _basic_play(event, item)
        if event.code not in (*RUNNING_EVENTS, ERROR):
            raise EventTextError(f"cannot come with a strikeout or walk: {item!r}")
        if event.code == ERROR:
            event.to[BATTER] = 0 if BATTER in event.out else event.to[BATTER]
        event.code = code


def _hit(event: EventText, match: re.Match[str]) -> None:
    letter, fielders = match.group(1), match.group(2)
    event.code = {"S": SINGLE, "D": DOUBLE, "DGR": DOUBLE, "T": TRIPLE, "H": HOME_RUN, "HR": HOME_RUN}[letter]
    event.to[BATTER] = event.code - SINGLE + 1
    _fielded_by(event, fielders)


def _fielded_by(event: EventText, fielders: str) -> None:
    if fielders:
        event.fielder = positions(fielders)[0][0]
        event.unknown_fielder |= credits_for(fielders).unknown


def _error(event: EventText, match: re.Match[str]) -> None:
    event.code = ERROR
    event.fielder = int(match.group(1))
    event.errors.append((event.fielder, THROW if event.modifiers.throw else FIELDED))
    if BATTER not in event.out:
        event.to[BATTER] = 1
        event.safe_on_error = True


def _foul_error(event: EventText, match: re.Match[str]) -> None:
    event.code = FOUL_ERROR
    event.fielder = int(match.group(1))
    event.errors.append((event.fielder, FIELDED))


def _fielders_choice(event: EventText, match: re.Match[str]) -> None:
    event.code = FIELDERS_CHOICE
    event.to[BATTER] = 1
    _fielded_by(event, match.group(1))


def _hit_by_pitch(event: EventText, _: re.Match[str]) -> None:
    event.code = HIT_BY_PITCH
    event.to[BATTER] = 1


def _interference(event: EventText, _: re.Match[str]) -> None:
    event.code = INTERFERENCE
    event.to[BATTER] = 1
    if event.modifiers.error is not None:
        event.errors.append((event.modifiers.error, FIELDED))


def _no_play(event: EventText, _: re.Match[str]) -> None:
    event.no_play = True


def _other_running(event: EventText, match: re.Match[str]) -> None:
    """`WP`, `PB`, `BK`, `DI`, `OA`: the advances say who moved."""
    word = match.group()
    event.code = {
        "WP": WILD_PITCH, "PB": PASSED_BALL, "BK": BALK, "DI": INDIFFERENCE, "OA": OTHER_ADVANCE,
    }[word]  # fmt: skip
    event.wild_pitch |= word == "WP"
    event.passed_ball |= word == "PB"


def _steals_and_pickoffs(event: EventText, match: re.Match[str]) -> None:
    """`SB2;SB3`, `CS2(26)`, `PO1(E3)`, `POCS2(136)`; the first names the event."""
    code = 0
    for item in match.group().split(";"):
        play, base, inside = STEAL_OR_PICKOFF.fullmatch(item).groups()
        said = remarks(inside)
        if play == "SB":
            _steal(event, BASES[base], said)
        else:
            _caught_or_picked(event, play, BASES[base], said)
        code = code or {"SB": STOLEN_BASE, "CS": CAUGHT_STEALING, "PO": PICKOFF, "POCS": PICKOFF}[play]
    event.code = code


def _steal(event: EventText, base: int, said: Remarks) -> None:
    if base == 1:
        raise EventTextError("nobody steals first base")
    event.steals.add(base - 1)
    event.move(base - 1, base, said)


def _caught_or_picked(event: EventText, play: str, base: int, said: Remarks) -> None:
    """`CS` and `POCS` name the base he ran for, `PO` the base he was on; an error leaves him safe there."""
    runner = base if play == "PO" else base - 1
    if runner not in (1, 2, 3):
        raise EventTextError(f"no runner can be caught or picked off at {base}: {play}")
    if play != "PO":
        event.caught.add(runner)
    if play != "CS":
        event.picked.add(runner)
    event.code = PICKOFF if play != "CS" else CAUGHT_STEALING
    _credit_remarks(event, said, on_pickoff=play == "PO")
    event.plays[runner] = said.play
    if not said.safe_by_error:
        event.put_out(runner, said.play)
    elif play != "PO":
        event.move(runner, base, said)


def _credit_remarks(event: EventText, said: Remarks, on_pickoff: bool = False, made: bool = True) -> None:
    """Enter the fielding of a runner's parentheses; `made` is false where no out was tried for."""
    for credits in said.outs if made else ():
        event.credit(credits)
    for credits, thrown in said.errors:
        event.credit(credits, THROW if thrown else _kind_unsaid(event, credits, on_pickoff))


def _kind_unsaid(event: EventText, credits: Credits, on_pickoff: bool) -> int:
    """The kind of an error that no `/TH` explains."""
    if credits.assists:
        return DROPPED
    if on_pickoff:
        return THROW if credits.error in THROWERS_TO_BASES else DROPPED
    return DROPPED if event.code in RUNNING_EVENTS else FIELDED


def _advance(event: EventText, move: Advance) -> None:
    """Apply one advance; it overrides what the basic play implied for that runner."""
    said = move.remarks
    event.wild_pitch |= said.wild_pitch
    event.passed_ball |= said.passed_ball
    if move.runner == BATTER and BATTER in event.out and event.putouts:
        event.putouts.pop(0 if event.code == STRIKEOUT else -1)  # he reached, or was put out otherwise
        event.plays[BATTER] = ""
        if event.code == STRIKEOUT:
            event.assists.clear()
    _credit_remarks(event, said, made=move.crossed)
    if move.crossed:
        event.plays[move.runner] = said.play
    if move.out:
        event.put_out(move.runner, said.play)
        return
    event.safe_on_error |= move.crossed and move.runner == BATTER and event.code == OUT
    event.move(move.runner, move.base, said)


STEAL_OR_PICKOFF = re.compile(r"(SB|CS|POCS|PO)([123H])((?:\([^()]*\))*)")
_FIELDERS = r"((?:\d|U)*)"
BASIC_PLAYS: tuple[tuple[re.Pattern[str], Callable[[EventText, re.Match[str]], None]], ...] = (
    (re.compile(r"(?:(?:\d|U|(?<=[\dU)])E\d)+(?:\([B123]\))?)+"), _fielded_out),
    (re.compile(rf"K{_FIELDERS}(?:\+(.+))?"), _strikeout),
    (re.compile(r"(W|IW|I)(?:\+(.+))?"), _walk),
    (re.compile(rf"(DGR|S|D|T|HR|H){_FIELDERS}"), _hit),
    (re.compile(r"E(\d)"), _error),
    (re.compile(rf"FC{_FIELDERS}"), _fielders_choice),
    (re.compile(r"HP"), _hit_by_pitch),
    (re.compile(r"{0}(?:;{0})*".format(STEAL_OR_PICKOFF.pattern.replace("(SB", "(?:SB"))), _steals_and_pickoffs),
    (re.compile(r"WP|PB|BK|DI|OA"), _other_running),
    (re.compile(r"C"), _interference),
    (re.compile(r"FLE(\d)"), _foul_error),
    (re.compile(r"NP"), _no_play),
)
