"""A plain, slow evaluator of directives, written from docs/directives.md and from nothing else.

It looks at one directive and one game at a time, over the `Side`s of directive_lake.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, sqrt
from typing import Any

from directive_lake import Play, Side
from skipper.directives.plan import Directive, Unavailable
from skipper.pages.interval import wilson

# Plate appearances by slot of 2009, National and American League, over 162 games.
_PER_SEASON = [
    (763, 762),
    (746, 743),
    (728, 725),
    (711, 709),
    (696, 693),
    (681, 675),
    (662, 657),
    (643, 638),
    (622, 618),
]
PER_GAME = {slot: (one + other) / 324 for slot, (one, other) in enumerate(_PER_SEASON, 1)}


@dataclass
class Judged:
    """A game as the page says it is judged."""

    side: Side
    in_question: bool | None
    reason: str | None
    followed: bool | None = None
    lost: float | None = None


@dataclass
class Oracle:
    """One directive over a season's games."""

    directive: Directive
    player: str
    clubs: tuple[str, ...]
    sides: list[Side]
    away: list[Unavailable]
    through: date | None

    def __post_init__(self) -> None:
        self.asked = getattr(self.directive, self.directive.kind)
        self.season = sorted(
            (side for side in self.sides if self.through is None or side.day <= self.through),
            key=lambda side: (*side.order, side.club),
        )
        first, last = self.directive.start_day or date.min, self.directive.end_day or date.max
        self.own = [side for side in self.season if side.club in self.clubs and first <= side.day <= last]

    def play(self, side: Side) -> Play | None:
        return (side.starts or {}).get(self.player)

    @property
    def wanted(self) -> bool:
        return getattr(self.asked, "at_most", None) is None

    def judge(self) -> list[Judged]:
        games = []
        for side in self.own:
            question = self._in_question(side)
            games.append(Judged(side, question, self._reason(side, question)))
        for game in games:
            if game.reason is None:
                game.followed = self._follows(game, games)
                game.lost = self._lost(game) if not game.followed else None
        return games

    def _in_question(self, side: Side) -> bool | None:
        hand = getattr(self.asked, "against", None)
        if hand is None:
            return True
        return None if side.hand not in ("L", "R") else side.hand == hand

    def _reason(self, side: Side, question: bool | None) -> str | None:
        play, kind = self.play(side), self.directive.kind
        if question is None:
            return "opposing hand unknown"
        if question is False:
            return "against the other hand"
        if not side.has_lineup and (play is None or kind == "bat"):
            return "lineup unknown"
        for one in self.away:
            if one.start_day <= side.day <= (one.end_day or date.max):
                return "unavailable"
        if play is None and self._elsewhere(side):
            return "on another club"
        if not self.away and self._outside_window(side):
            return "outside his starts for the club"
        if kind == "bat" and (play is None or play.slot is None):
            return "not in the batting order"
        days_off = kind == "rest" or (kind == "start" and self.asked.not_consecutive_days)
        if play is None and (kind == "field" or days_off):
            return "did not start"
        if kind == "field" and play.position is None:
            return "position unknown"
        if kind == "start" and self.asked.games_per_week and self._week_runs(side.day):
            return "week not over"
        return None

    def _elsewhere(self, side: Side) -> bool:
        before = [other.club for other in self.season if self.play(other) and other.order <= side.order]
        after = [other.club for other in self.season if self.play(other) and other.order > side.order]
        around = before[-1:] + after[:1]
        return bool(around) and side.club not in around

    def _outside_window(self, side: Side) -> bool:
        starts = [other.order for other in self.season if other.club == side.club and self.play(other)]
        return not starts or not starts[0] <= side.order <= starts[-1]

    def _week_runs(self, day: date) -> bool:
        if self.through is None or self.through >= max(s.day for s in self.sides if s.club in self.clubs):
            return False
        if self.directive.end_day is not None and self.directive.end_day <= self.through:
            return False
        return self.through < day + timedelta(6 - day.weekday())

    def _follows(self, game: Judged, games: list[Judged]) -> bool:
        side, play, kind = game.side, self.play(game.side), self.directive.kind
        if kind == "bat":
            return (play.slot in self.asked.slots) == self.wanted
        if kind == "field":
            return (play.position in self.asked.position) == self.wanted
        if kind == "rest":
            return self._row_of_starts(side) <= self.asked.max_consecutive
        if self.asked.not_consecutive_days:
            yesterday = side.day - timedelta(1)
            return not any(other.day == yesterday and self.play(other) for other in self.own)
        if self.asked.games_per_week:
            return play is not None or self._may_sit(game, games)
        return (play is not None) == self.wanted

    def _row_of_starts(self, side: Side) -> int:
        row = 0
        for other in (other for other in self.own if other.club == side.club and other.order <= side.order):
            row = row + 1 if self.play(other) else 0
        return row

    def _may_sit(self, game: Judged, games: list[Judged]) -> bool:
        monday = game.side.day - timedelta(game.side.day.weekday())
        week = [one for one in games if one.reason is None and monday <= one.side.day <= monday + timedelta(6)]
        week.sort(key=lambda one: (*one.side.order, one.side.club))
        sat = sum(self.play(one.side) is None for one in week[: week.index(game) + 1])
        return sat <= max(len(week) - self.asked.games_per_week, 0)

    def _lost(self, game: Judged) -> float | None:
        play, kind = self.play(game.side), self.directive.kind
        if kind == "field":
            return None
        if kind == "bat":
            slots = [s for s in PER_GAME if (s in self.asked.slots) == self.wanted]
            return sum(PER_GAME[s] for s in slots) / len(slots) - PER_GAME[play.slot]
        if play is not None:
            return None if play.slot is None else -PER_GAME[play.slot]
        own = [PER_GAME[self.play(s).slot] for s in self.own if self.play(s) and self.play(s).slot] or list(
            PER_GAME.values()
        )
        return sum(own) / len(own)

    def status(self) -> dict[str, Any]:
        games = self.judge()
        applicable = [game for game in games if game.reason is None]
        n, k = len(applicable), sum(game.followed for game in applicable)
        target = self._target()
        needed = ceil(round(target * n, 6))
        misses = [game for game in applicable if not game.followed]
        lost = sum(game.lost or 0.0 for game in misses)
        ends = wilson(k, n) or (None, None)
        return {
            "club_games": sum(game.in_question is True for game in games),
            "club_followed": sum(self._did(game) for game in games if game.in_question),
            "hand_unknown": sum(game.in_question is None for game in games),
            "applicable": n,
            "followed": k,
            "needed": needed,
            "interval_low": ends[0],
            "interval_high": ends[1],
            "verdict": self._verdict(n, k, needed, target, ends),
            "on_course": None if n == 0 else k >= needed,
            "longest_run_of_misses": longest([game.followed for game in applicable]),
            "first_miss": misses[0].side.day if misses else None,
            "last_miss": misses[-1].side.day if misses else None,
            "first_followed": sum(game.followed for game in applicable[: n // 2]) if n else None,
            "changed_after": turn(applicable),
            "lost_by_all_misses": None if self.directive.kind == "field" or n == 0 else lost,
            "cost": None if self.directive.kind == "field" or n == 0 else lost * max(needed - k, 0) / max(n - k, 1),
        }

    def _target(self) -> float:
        if getattr(self.asked, "at_least", None) is not None:
            return self.asked.at_least
        most = getattr(self.asked, "at_most", None)
        return 1.0 if most is None else round(1 - most, 9)

    def _did(self, game: Judged) -> bool:
        share = self.directive.kind == "start" and (self.asked.at_least is not None or self.asked.at_most is not None)
        play = self.play(game.side)
        if share and (game.side.has_lineup or play is not None):
            return (play is not None) == self.wanted
        return bool(game.followed)

    def _verdict(self, n: int, k: int, needed: int, target: float, ends: tuple) -> str:
        if n == 0:
            return "too early to say"
        last = max(side.day for side in self.sides if side.club in self.clubs)
        if self.through is None or self.through >= min(last, self.directive.end_day or date.max):
            return "met" if k >= needed else "missed"
        if ends[1] < target or (target == 1.0 and k < n):
            return "missed"
        return "met" if ends[0] >= target else "too early to say"


def longest(followed: list[bool]) -> int:
    best = row = 0
    for kept in followed:
        row = 0 if kept else row + 1
        best = max(best, row)
    return best


def turn(applicable: list[Judged]) -> date | None:
    n, k = len(applicable), sum(game.followed for game in applicable)
    if n < 20 or k in (0, n):
        return None
    so_far, far, day = 0, -1, None
    for place, game in enumerate(applicable, 1):
        so_far += game.followed
        if abs(n * so_far - place * k) > far:
            far, day = abs(n * so_far - place * k), game.side.day
    share = k / n
    return day if far / n / sqrt(n * share * (1 - share)) > 1.628 else None
