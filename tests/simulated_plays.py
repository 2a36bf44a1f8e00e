"""Simulated games in Retrosheet's event format that know their own truth: what each play should be read as.

A game is played here with dictionaries and lists, in the plainest way; the file it leaves is read by the kernels.
All people and clubs are fictional.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

VISITORS, HOME = "VVV", "HHH"
DESIGNATED_HITTER, PINCH_HITTER, PINCH_RUNNER = 10, 11, 12


@dataclass
class Side:
    """One club: batting order, positions by slot, fielders by position, and who sits on the bench."""

    code: str
    number: int
    order: dict[int, str] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)
    fielders: dict[int, str] = field(default_factory=dict)
    used: int = 0
    next_slot: int = 1

    def new_man(self) -> str:
        self.used += 1
        return f"{self.code.lower()}x{self.number}{self.used:03d}"


@dataclass
class Runner:
    """A man on base, the pitcher charged with him, and the play on which he reached."""

    name: str
    charged: str
    origin: int


class SimulatedGame:
    """Plays a game; `lines` is its event file, `truth` a dictionary per play."""

    def __init__(self, seed: int, year: int = 2041, number: int = 0) -> None:
        self.random = random.Random(seed)
        self.id = f"{HOME}{year}04{seed % 28 + 1:02d}{number}"
        self.lines = [f"id,{self.id}", "version,2", f"info,visteam,{VISITORS}", f"info,hometeam,{HOME}"]
        self.truth: list[dict] = []
        self.sides = [Side(VISITORS, 0), Side(HOME, 1)]
        self.score = [0, 0]
        for side in self.sides:
            self.start(side)
        self.play_game()
        self.lines += [f"data,er,{self.sides[0].fielders[1]},0"]

    def start(self, side: Side) -> None:
        for slot in range(1, 10):
            position = slot + 1  # the designated hitter bats ninth
            man = side.new_man()
            side.order[slot], side.positions[slot] = man, position
            if position < DESIGNATED_HITTER:
                side.fielders[position] = man
            self.lines.append(f'start,{man},"Some One",{side.number},{slot},{position}')
        side.fielders[1] = side.new_man()
        self.lines.append(f'start,{side.fielders[1]},"Some Pitcher",{side.number},0,1')

    def play_game(self) -> None:
        inning = 1
        while inning <= 9 or (self.score[0] == self.score[1] and inning < 15):
            for batting in (0, 1):
                if inning >= 9 and batting == 1 and self.score[1] > self.score[0]:
                    return
                self.play_half(inning, batting)
            inning += 1

    def play_half(self, inning: int, batting: int) -> None:
        self.inning, self.batting = inning, batting
        self.outs, self.runners = 0, {}
        while self.outs < 3:
            self.changes()
            self.play()
            if inning >= 9 and batting == 1 and self.score[1] > self.score[0]:
                return

    def changes(self) -> None:
        offence, defence = self.sides[self.batting], self.sides[1 - self.batting]
        if self.random.random() < 0.05:
            self.no_play()
            defence.fielders[1] = defence.new_man()
            self.lines.append(f'sub,{defence.fielders[1]},"New Arm",{defence.number},0,1')
        if self.random.random() < 0.04 and self.runners:
            self.no_play()
            base = self.random.choice(sorted(self.runners))
            slot = next(s for s, man in offence.order.items() if man == self.runners[base].name)
            self.runners[base].name = self.enter(offence, slot, PINCH_RUNNER)
        if self.random.random() < 0.04:
            self.no_play()
            self.enter(offence, offence.next_slot, PINCH_HITTER)

    def enter(self, side: Side, slot: int, role: int) -> str:
        """A new man bats or runs; he takes over the position of the man he replaces, to keep nine in the field."""
        man, position = side.new_man(), side.positions[slot]
        self.lines.append(f'sub,{man},"Pinch Man",{side.number},{slot},{role}')
        side.order[slot] = man
        if position < DESIGNATED_HITTER:
            self.lines.append(f'sub,{man},"Pinch Man",{side.number},{slot},{position}')
            side.fielders[position] = man
        return man

    def no_play(self) -> None:
        side = self.sides[self.batting]
        self.lines.append(f"play,{self.inning},{self.batting},{side.order[side.next_slot]},00,,NP")

    def play(self) -> None:
        offence, defence = self.sides[self.batting], self.sides[1 - self.batting]
        batter, pitcher = offence.order[offence.next_slot], defence.fielders[1]
        truth = {
            "inning": self.inning,
            "side": self.batting,
            "outs": self.outs,
            "batter": batter,
            "pitcher": pitcher,
            "visitor_score": self.score[0],
            "home_score": self.score[1],
            "slot": offence.next_slot,
        }
        for base in (1, 2, 3):
            runner = self.runners.get(base)
            truth[f"runner{base}"] = runner.name if runner else ""
            truth[f"runner{base}_pitcher"] = runner.charged if runner else ""
            truth[f"runner{base}_origin"] = runner.origin if runner else 0
        self.truth.append(truth)
        text, moves, batter_event = self.event()
        self.lines.append(f"play,{self.inning},{self.batting},{batter},??,,{text}")
        if batter_event:
            offence.next_slot = offence.next_slot % 9 + 1
        self.move(moves, Runner(batter, pitcher, len(self.truth)))

    def event(self) -> tuple[str, dict[int, int], bool]:
        """An event text, where each man goes by it (0 the batter; 0 out, 4 home), and whether the batter is done."""
        on = self.runners
        kind = self.random.choice(["K", "out", "out", "S", "S", "D", "W", "HR", "SB", "FC", "GDP", "E", "WP"])
        forward = {base: min(base + 1, 4) for base in on}
        if kind == "SB" and 1 in on and 2 not in on:
            return "SB2", {1: 2}, False
        if kind == "WP" and on:
            return "WP" + self.text_of(forward), forward, False
        if kind == "FC" and 1 in on and 2 not in on and self.outs < 2:
            return "64(1)/FO/G6", {0: 1, 1: 0}, True
        if kind == "GDP" and 1 in on and self.outs < 2:
            moves = {base: to for base, to in forward.items() if base > 1} if self.outs == 0 else {}
            return "64(1)3/GDP/G6" + self.text_of(moves), {0: 0, 1: 0, **moves}, True
        if kind == "W":
            forced = self.forced()
            return "W" + self.text_of(forced), {0: 1, **forced}, True
        if kind == "E":
            return "E6/G6" + self.text_of(forward), {0: 1, **forward}, True
        if kind in "SD":
            moves = {base: min(base + (1 if kind == "S" else 2), 4) for base in on}
            return f"{kind}8/L" + self.text_of(moves), {0: 1 if kind == "S" else 2, **moves}, True
        if kind == "HR":
            moves = dict.fromkeys(on, 4)
            return "HR/F8" + self.text_of(moves), {0: 4, **moves}, True
        return ("K" if kind == "K" else "8/F8"), {0: 0}, True

    def forced(self) -> dict[int, int]:
        moves, base = {}, 1
        while base in self.runners and base < 4:
            moves[base] = base + 1
            base += 1
        return moves

    @staticmethod
    def text_of(moves: dict[int, int]) -> str:
        items = [f"{base}-{'H' if to == 4 else to}" for base, to in sorted(moves.items(), reverse=True)]
        return "." + ";".join(items) if items else ""

    def move(self, moves: dict[int, int], batter: Runner) -> None:
        after = {}
        retired = [self.runners[base] for base in (3, 2, 1) if moves.get(base) == 0 and base in self.runners]
        for base in (3, 2, 1, 0):
            man = batter if base == 0 else self.runners.get(base)
            to = moves.get(base, base) if base else moves.get(0)
            if man is None or to is None:
                continue
            if to == 0:
                self.outs += 1
            elif to == 4:
                self.score[self.batting] += 1
            else:
                after[to] = man
        if retired and moves.get(0) == 1:  # the batter takes the place of the man forced out
            batter.charged = retired[0].charged
        self.runners = after


def roster(side: Side) -> bytes:
    """A roster for a club's men, every third a switch hitter."""
    men = (f"{side.code.lower()}x{side.number}{n:03d}" for n in range(1, 200))
    return "".join(
        f"{man},One,Some,{'RLB'[i % 3]},{'RL'[i % 2]},{side.code},X\r\n" for i, man in enumerate(men)
    ).encode()


def event_file(seeds: range) -> tuple[bytes, list[dict]]:
    """An event file of several simulated games, and the truth of all their plays."""
    games = [SimulatedGame(seed) for seed in seeds]
    text = "".join(line + "\r\n" for game in games for line in game.lines)
    return text.encode(), [truth for game in games for truth in game.truth]
