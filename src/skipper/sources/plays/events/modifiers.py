"""The modifiers in an event text: `/GDP/G6`, `/F78XD`, `/SF`, `/TH`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from skipper.sources.plays.events.fielding import MOST_KEPT

LOCATION = re.compile(r"\d+[A-Z]*")
BATTED = re.compile(r"(B?)([GLFP])(\d+[A-Z]*)?")  # the trajectory and, in newer seasons, the location
# Modifiers in Retrosheet's description; cwevent also ignores others (`/PDP`, `/FTP`).
DOUBLE_PLAY = re.compile(r"([GLF]?)DP|B([GP])DP|BFDP")
TRIPLE_PLAY = re.compile(r"([GL]?)TP")
FOUL_BUNT = "BF"
FOUL_BUNT_DOUBLE_PLAY = "BFDP"  # a bunt popped foul and caught
BUNTED_TO = re.compile(r"B(\d+[A-Z]*)?")  # `B1S`, in the 1970s: a bunt on the ground, and its location
THROW = re.compile(r"TH[1-4H]?")
ERROR = re.compile(r"E(\d)")


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The modifiers in one event text; `trajectory` is `G`, `L`, `F`, `P` or empty."""

    words: frozenset[str] = frozenset()
    trajectory: str = ""
    location: str = ""
    bunt: bool = False
    double_play: bool = False
    triple_play: bool = False
    throw: bool = False
    error: int | None = None

    @classmethod
    @lru_cache(MOST_KEPT)
    def read(cls, parts: tuple[str, ...]) -> Modifiers:
        """Read modifiers given without their slashes. Unknown modifiers carry no statistics and are ignored."""
        words = [part.rstrip("+-") for part in parts]
        batted = [match for word in words if (match := BATTED.fullmatch(word)) and word != FOUL_BUNT]
        plays = [match for word in words if (match := DOUBLE_PLAY.fullmatch(word) or TRIPLE_PLAY.fullmatch(word))]
        return cls(
            words=frozenset(words),
            trajectory=next(filter(None, map(_trajectory, reversed(words))), ""),
            location=next(filter(None, map(_location, reversed(words))), ""),
            bunt=any(match.group(1) for match in batted)
            or any(BUNTED_TO.fullmatch(word) or word in ("BF", "BUNT", "BGDP", "BPDP", "BFDP") for word in words),
            double_play=any(match.re is DOUBLE_PLAY for match in plays),
            triple_play=any(match.re is TRIPLE_PLAY for match in plays),
            throw=any(THROW.fullmatch(word) for word in words),
            error=next((int(match.group(1)) for word in words if (match := ERROR.fullmatch(word))), None),
        )

    @property
    def foul(self) -> bool:
        """Return whether the ball was hit into foul ground."""
        return bool({"FL", FOUL_BUNT_DOUBLE_PLAY} & self.words) or "F" in self.location

    @property
    def caught_in_the_air(self) -> bool:
        """Return whether the batter was out on the fly in a multiple play, so that no runner was forced."""
        return (self.double_play or self.triple_play) and self.trajectory in ("L", "F", "P")


def _trajectory(word: str) -> str:
    """Return the trajectory in one modifier. The last modifier that has one counts: `/F/LDP` is a liner."""
    if BUNTED_TO.fullmatch(word):
        return "G"
    match = None if word == FOUL_BUNT else BATTED.fullmatch(word)
    if match:
        return match.group(2)
    if word == FOUL_BUNT_DOUBLE_PLAY:
        return "P"
    match = DOUBLE_PLAY.fullmatch(word) or TRIPLE_PLAY.fullmatch(word)
    return next(filter(None, match.groups()), "") if match else ""


def _location(word: str) -> str:
    """Return the location in one modifier. The last modifier that has one counts, as for the trajectory."""
    for kind in (BATTED, BUNTED_TO):
        match = None if word == FOUL_BUNT else kind.fullmatch(word)
        if match:
            return match.groups()[-1] or ""
    return word if LOCATION.fullmatch(word) else ""
