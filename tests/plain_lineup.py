"""The line-up of a club in the plainest Python: who bats where, who stands where, and how men come in.

After the Official Baseball Rules (5.10, 5.11) and Retrosheet's description of `start` and `sub` records. A man is his
name, a hand a letter (`?` not known), a place of the batting order 1 to 9, or 0 for a pitcher for whom another bats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

PITCHER, CATCHER, DESIGNATED_HITTER, PINCH_HITTER, PINCH_RUNNER = 1, 2, 10, 11, 12

Hands = Mapping[str, tuple[str, str]]  # by man: how he bats and throws


@dataclass
class Man:
    """Who has a place in the batting order (place 0: the pitcher for whom another bats), and what he does there."""

    name: str
    position: int
    bats: str
    started: bool
    pinch_hits: bool = False  # sent to bat, and not done yet
    bats_for: str = ""
    bats_for_position: int = 0

    @property
    def position_at_bat(self) -> int:
        """0 for a pinch hitter who comes up again in the same half, or a pinch runner who bats: no fielder yet."""
        plays_nowhere = self.position > DESIGNATED_HITTER and not self.pinch_hits
        return 0 if plays_nowhere else self.position


@dataclass
class Club:
    """A club in a game: the batting order, who stands where in the field, who started for either, the pitcher's arm."""

    hands: Hands
    order: dict[int, Man] = field(default_factory=dict)
    fielders: dict[int, str] = field(default_factory=dict)
    starters: set[str] = field(default_factory=set)
    starting_pitcher: str = ""
    pitchers: set[str] = field(default_factory=set)
    arm: str = "?"

    def place_of(self, name: str) -> int | None:
        """A man's place in the batting order, or 0; null where he is not in the game."""
        return next((slot for slot in (*range(1, 10), 0) if slot in self.order and self.order[slot].name == name), None)

    def took_part(self, kind: str, name: str) -> bool:
        """Whether an adjustment can be of him: a man in the game now, or who was its pitcher at any time."""
        return name in self.pitchers if kind == "presadj" else self.place_of(name) is not None

    def take_the_field(self, name: str, position: int) -> None:
        if position < DESIGNATED_HITTER:
            self.fielders[position] = name
        if position == PITCHER:
            self.arm = self.hands.get(name, "??")[1]
            self.pitchers.add(name)

    def is_complete(self) -> bool:
        return all(number in self.order and number in self.fielders for number in range(1, 10))

    def enter(self, name: str, slot: int, position: int) -> None:
        """A man takes a place in the order, or another position in the field."""
        was_in_game = self.place_of(name) is not None
        before = self.order.get(slot)
        man = before
        if before is None or before.name != name:
            man = Man(name, position, "", name in self.starters)
        if position == PINCH_HITTER:
            man.bats_for = before.name if before else ""
            waits = before is not None and before.pinch_hits  # replaced before he had batted
            man.bats_for_position = PINCH_HITTER if waits else before.position if before else 0
            man.pinch_hits = True
        if position > DESIGNATED_HITTER and before and before.position == DESIGNATED_HITTER and not was_in_game:
            position = DESIGNATED_HITTER  # rule 5.11(a)(8)
        changes_place = man is not before
        man.position, man.bats = position, self.hands.get(name, "??")[0]
        self.order[slot] = man
        self.take_the_field(name, position)
        pitcher = self.order.get(0)
        pitcher_bats = position > 9 and changes_place and pitcher is not None and pitcher.name == name
        if slot > 0 and (position == PITCHER or pitcher_bats):
            self.order.pop(0, None)  # the club has given up its designated hitter


def batting_hand(bats: str, arm: str) -> str:
    """A switch hitter bats from the side opposite the pitcher's arm."""
    return {"L": "R", "R": "L"}.get(arm, "?") if bats == "B" else bats
