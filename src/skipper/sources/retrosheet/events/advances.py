"""Base running as event text writes it: `2-H(UR);1X3(75/TH)`, and the parentheses of steals and pickoffs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from skipper.sources.retrosheet.events.fielding import Credits, credits_for

ADVANCE = re.compile(r"([B123])([-X])([123H])((?:\([^()]*\))*)[#!?+-]*")
PARENTHESES = re.compile(r"\(([^()]*)\)")
CREDIT = re.compile(r"((?:E?\d|U)*E?\d(?=[A-Z]?$)|U+$)[A-Z]?")  # `74H` is found for `74`
THROWN = re.compile(r"TH[1-4H]?")

SCORED, SCORED_UNEARNED, SCORED_UNEARNED_TO_TEAM = 4, 5, 6
BY_RULE, CREDITED, DENIED = 0, 1, 2  # whether a run is batted in: as the rules say, `(RBI)`, `(NR)`
RUNNERS = {"B": 0, "1": 1, "2": 2, "3": 3}
BASES = {"1": 1, "2": 2, "3": 3, "H": 4}


class EventTextError(ValueError):
    """The event text is not in Retrosheet's grammar; the message says what was not understood."""


@dataclass(frozen=True, slots=True)
class Remarks:
    """What the parentheses after one runner say.

    `outs` are fielding credits without an error, `errors` the credits that hold one, each with whether it was a
    throwing error (`/TH`).
    """

    outs: tuple[Credits, ...]
    errors: tuple[tuple[Credits, bool], ...]
    run: int
    batted_in: int
    wild_pitch: bool
    passed_ball: bool

    @property
    def safe_by_error(self) -> bool:
        """Whether the fielders erred on this runner and nobody put him out."""
        return bool(self.errors) and not self.outs

    @property
    def play(self) -> str:
        """The fielders who played on the runner; an out's before an error's."""
        credit = self.outs[0] if self.outs else self.errors[0][0] if self.errors else None
        return credit.text if credit else ""


@dataclass(frozen=True, slots=True)
class Advance:
    """One runner's movement: the base he came from (0 the plate) and where to.

    `crossed` says that it is written as an out (`1X2`), `out` that it was one: an error can undo it.
    """

    runner: int
    base: int
    crossed: bool
    out: bool
    remarks: Remarks


def remarks(text: str) -> Remarks:
    """Read the parentheses that follow a runner's movement, a steal or a pickoff.

    Words that carry no statistics (`(TH)`, `(INT)`, `(AP)`) are read over.
    """
    outs: list[Credits] = []
    errors: list[tuple[Credits, bool]] = []
    words: set[str] = set()
    for inside in PARENTHESES.findall(text):
        first, *rest = inside.split("/")
        if not (match := CREDIT.fullmatch(first.rstrip("#!?+-"))):
            words.add(first)
            continue
        credit = credits_for(match.group(1))
        if credit.error is None:
            outs.append(credit)
        else:
            errors.append((credit, any(THROWN.fullmatch(word) for word in rest)))
    run = SCORED_UNEARNED_TO_TEAM if "TUR" in words else SCORED_UNEARNED if "UR" in words else SCORED
    batted_in = CREDITED if "RBI" in words else DENIED if words & {"NR", "NORBI"} else BY_RULE
    return Remarks(tuple(outs), tuple(errors), run, batted_in, "WP" in words, "PB" in words)


def advances(text: str) -> list[Advance]:
    """The advances after the point of an event text; null moves such as `3-3` included.

    Raises EventTextError for what is no advance.
    """
    found = []
    for item in text.split(";"):
        if not (match := ADVANCE.fullmatch(item)):
            raise EventTextError(f"no advance: {item!r}")
        runner, how, base, inside = match.groups()
        said = remarks(inside)
        found.append(Advance(RUNNERS[runner], BASES[base], how == "X", how == "X" and not said.safe_by_error, said))
    return found
