"""The modifiers of an event text: `/GDP/G6`, `/F78XD`, `/SF`, `/TH`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

LOCATION = re.compile(r"\d+[A-Z]*")
BATTED = re.compile(r"(B?)([GLFP])(\d+[A-Z]*)?")  # how the ball was hit and, in newer seasons, where
DOUBLE_PLAY = re.compile(r"(B?)([GLFP]?)DP")
TRIPLE_PLAY = re.compile(r"(B?)([GLFP]?)TP")
FOUL_BUNT = "BF"
BUNT = re.compile(r"B(\d+[A-Z]*)?|BF|BUNT")
THROW = re.compile(r"TH[1-4H]?")
ERROR = re.compile(r"E(\d)")


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What the modifiers of one event text say; `trajectory` is `G`, `L`, `F`, `P` or empty."""

    words: frozenset[str] = frozenset()
    trajectory: str = ""
    location: str = ""
    bunt: bool = False
    double_play: bool = False
    triple_play: bool = False
    throw: bool = False
    error: int | None = None

    @classmethod
    def read(cls, parts: Iterable[str]) -> Modifiers:
        """Read modifiers without their slashes. What is not known carries no statistics and is read over."""
        words = [part.rstrip("+-") for part in parts]
        batted = next((match for word in words if (match := BATTED.fullmatch(word)) and word != FOUL_BUNT), None)
        plays = [match for word in words if (match := DOUBLE_PLAY.fullmatch(word) or TRIPLE_PLAY.fullmatch(word))]
        implied = next((match.group(2) for match in plays if match.group(2)), "")
        return cls(
            words=frozenset(words),
            trajectory=batted.group(2) if batted else implied,
            location=_location(words, batted),
            bunt=bool(batted and batted.group(1))
            or any(BUNT.fullmatch(word) or word in ("BGDP", "BPDP") for word in words),
            double_play=any(match.re is DOUBLE_PLAY for match in plays),
            triple_play=any(match.re is TRIPLE_PLAY for match in plays),
            throw=any(THROW.fullmatch(word) for word in words),
            error=next((int(match.group(1)) for word in words if (match := ERROR.fullmatch(word))), None),
        )

    @property
    def foul(self) -> bool:
        """Whether the ball was hit in foul ground."""
        return "FL" in self.words or "F" in self.location

    @property
    def caught_in_the_air(self) -> bool:
        """Whether the batter was out on the fly in a multiple play, so that no runner was forced."""
        return (self.double_play or self.triple_play) and self.trajectory in ("L", "F", "P")


def _location(words: list[str], batted: re.Match[str] | None) -> str:
    if batted and batted.group(3):
        return batted.group(3)
    return next((word for word in words if LOCATION.fullmatch(word)), "")
