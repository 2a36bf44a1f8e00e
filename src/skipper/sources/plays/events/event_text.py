"""An event text, filled in part by part while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from skipper.sources.plays.events.advances import BY_RULE, SCORED, Advance, Remarks
from skipper.sources.plays.events.event_columns import STAYS
from skipper.sources.plays.events.fielding import DROPPED, FIELDED, UNKNOWN_FIELDER, Credits
from skipper.sources.plays.events.modifiers import Modifiers

BATTER = 0


@dataclass(slots=True)
class EventText:
    """One event text. Runners are numbered by their base of origin, with 0 for the batter.

    `to` holds destinations (see `event_columns`), `batted_in` holds what the text states about each run, `in_chain`
    holds the runners put out in the basic play (`64(1)3`), and `picked`, `caught` and `steals` hold the runners so
    described.
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
    errors_of_somebody: int = 0
    moves: tuple[Advance, ...] = ()
    safe_on_error: bool = False
    wild_pitch: bool = False
    passed_ball: bool = False
    unknown_fielder: bool = False
    uncertain: bool = False

    def credit(self, credits: Credits, error_kind: int | None = None) -> None:
        """Record the putout, the assists and the error on one out."""
        self.assists.extend(credits.assists)
        if credits.putout is not None:
            self.putouts.append(credits.putout)
        if credits.error is not None:
            self.err(credits.error, error_kind or (DROPPED if credits.assists else FIELDED))
        self.unknown_fielder |= credits.unknown

    def err(self, fielder: int, kind: int) -> None:
        """Charge an error; an unknown fielder's error is counted separately because cwevent does not charge an
        error."""
        if fielder == UNKNOWN_FIELDER:
            self.errors_of_somebody += 1
        else:
            self.errors.append((fielder, kind))

    def put_out(self, runner: int, play: str) -> None:
        """Retire a runner."""
        self.out.add(runner)
        self.to[runner] = 0
        self.plays[runner] = play

    def reach(self, runner: int) -> None:
        """Undo a runner's out."""
        self.out.discard(runner)
        self.plays[runner] = ""

    def move(self, runner: int, base: int, said: Remarks) -> None:
        """Let a runner reach a base or score."""
        self.out.discard(runner)
        self.to[runner] = said.run if base == SCORED else base
        self.batted_in[runner] = said.batted_in
