"""Base running in event text: `2-H(UR);1X3(75/TH)`, and the parentheses of steals and pickoffs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from skipper.sources.plays.events.fielding import MOST_KEPT, Credits, credits_for

ADVANCE = re.compile(r"([B123])([-X])([123H])((?:\([^()]*\))*)[#!?+-]*(?:/[A-Z0-9]+)*")  # ignores `/AP`
PARENTHESES = re.compile(r"\(([^()]*)\)")
CREDIT = re.compile(r"((?:E?\d|U)+)(?:(?<=\d)[A-TV-Z])?")  # `74H` counts as `74`; `7U` is 7 and an unknown fielder
THROWN = re.compile(r"TH[1-4H]?")

SCORED, SCORED_UNEARNED, SCORED_UNEARNED_TO_TEAM = 4, 5, 6
BY_RULE, CREDITED, DENIED = 0, 1, 2  # whether a run is batted in: by the rules, yes by `(RBI)`, or no by `(NR)`
RUNNERS = {"B": 0, "1": 1, "2": 2, "3": 3}
NOWHERE = 5  # beyond every base; marks a movement that cannot happen
BASES = {"1": 1, "2": 2, "3": 3, "H": 4}


class EventTextError(ValueError):
    """The event text is not in Retrosheet's grammar; the message names the part that could not be parsed."""


@dataclass(frozen=True, slots=True)
class Remarks:
    """The parentheses after one runner's advance.

    `credits` are the fielding credits in order, each with a flag for a throwing error (`/TH`). `obstruction` is true if
    the only error was obstruction (`/OBS`).
    """

    credits: tuple[tuple[Credits, bool], ...]
    run: int
    batted_in: int
    wild_pitch: bool
    passed_ball: bool
    obstruction: bool

    @property
    def decisive(self) -> Credits | None:
        """Return the fielding that decides an advance: the first out or, if there is none, the first error; null if
        there is neither."""
        outs = [credits for credits, _ in self.credits if credits.error is None]
        return outs[0] if outs else self.credits[0][0] if self.credits else None

    @property
    def last(self) -> Credits | None:
        """Return the last fielding credit, which decides a caught stealing or a pickoff; null if there is none."""
        return self.credits[-1][0] if self.credits else None


@dataclass(frozen=True, slots=True)
class Advance:
    """One runner's movement, from the base of origin (0 for the plate) to the destination.

    `crossed` is true if the text writes an out (`1X2`), and `out` is true if the runner was actually out, because an
    error can undo the out.
    """

    runner: int
    base: int
    crossed: bool
    out: bool
    remarks: Remarks


def remarks(text: str) -> Remarks:
    """Read the parentheses that follow a runner's movement, a steal or a pickoff.

    Words that carry no statistics (`(TH)`, `(INT)`, `(AP)`) are ignored.
    """
    found: list[tuple[Credits, bool]] = []
    words: set[str] = set()
    obstruction = False
    for inside in PARENTHESES.findall(text):
        first, *rest = inside.split("/")
        if not (match := CREDIT.fullmatch(first.rstrip("#!?+-"))):
            words.add(first)
            continue
        found.append((credits_for(match.group(1)), any(THROWN.fullmatch(word) for word in rest)))
        obstruction |= "OBS" in rest
    run = SCORED_UNEARNED_TO_TEAM if "TUR" in words else SCORED_UNEARNED if "UR" in words else SCORED
    denied = words & {"NR", "NORBI"} or any(credits.error is not None for credits, _ in found)
    batted_in = CREDITED if "RBI" in words else DENIED if denied else BY_RULE
    return Remarks(tuple(found), run, batted_in, "WP" in words, "PB" in words, obstruction)


@lru_cache(MOST_KEPT)
def advances(text: str) -> tuple[Advance, ...]:
    """Return the advances after the period in an event text, including null moves such as `3-3`.

    Raises EventTextError for text that is not an advance, and for a runner who advances after being put out or who
    moves back.
    """
    found: list[Advance] = []
    reached: dict[int, int] = {}
    for item in text.split(";"):
        if not (match := ADVANCE.fullmatch(item)):
            raise EventTextError(f"no advance: {item!r}")
        runner, how, base, inside = match.groups()
        said = remarks(inside)
        out = how == "X" and (said.decisive is None or said.decisive.error is None)
        move = Advance(RUNNERS[runner], BASES[base], how == "X", out, said)
        if move.base < reached.get(move.runner, 0):
            raise EventTextError(f"the runner's earlier movement rules out the advance {item!r}")
        reached[move.runner] = NOWHERE if out else move.base
        found.append(move)
    return tuple(found)
