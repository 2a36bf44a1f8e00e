"""A plain, slow evaluator of directives, written from docs/directives.md and from nothing else.

It looks at one directive and one game at a time, over the `Side`s of directive_lake.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, sqrt
from typing import Any

from directive_lake import Play, Side
from skipper.answers.directives.plan import Directive, Unavailable
from skipper.answers.interval import wilson

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
    did: bool | None = None
    club_lost: float | None = None

    @property
    def club(self) -> bool:
        """Whether it counts over all club-games."""
        return self.in_question is True and self.did is not None


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
        self.sides = [side for side in self.sides if side.game_type == "regular"]
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
            if game.in_question:
                game.did = self._did(game, games)
                game.club_lost = self._lost(game) if game.did is False else None
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
            return "outside the window of starts for the club"
        return self._reason_of_kind(side, play)

    def _reason_of_kind(self, side: Side, play: Play | None) -> str | None:
        kind = self.directive.kind
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
        that_day = any(self.play(other) and other.day == side.day and other.club != side.club for other in self.season)
        return that_day or (bool(around) and side.club not in around)

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

    def _did(self, game: Judged, games: list[Judged]) -> bool | None:
        """What the page says of a game over all club-games: whether he was available is not asked."""
        side, play, kind = game.side, self.play(game.side), self.directive.kind
        weekly = kind == "start" and self.asked.games_per_week is not None
        if ((play is None or kind == "bat") and not side.has_lineup) or (weekly and self._week_runs(side.day)):
            return None
        if kind == "bat":
            return (play is not None and play.slot in self.asked.slots) == self.wanted
        if kind == "field":
            unknown = play is not None and play.position is None
            return None if unknown else (play is not None and play.position in self.asked.position) == self.wanted
        if kind == "rest":
            return play is None or self._row_of_starts(side) <= self.asked.max_consecutive
        if self.asked.not_consecutive_days:
            return play is None or self._follows(game, games)
        if weekly:
            return play is not None or self._might_sit(game)
        return (play is not None) == self.wanted

    def _might_sit(self, game: Judged) -> bool:
        monday = game.side.day - timedelta(game.side.day.weekday())
        week = [side for side in self.own if monday <= side.day <= monday + timedelta(6)]
        week = sorted((side for side in week if side.has_lineup or self.play(side)), key=lambda s: (*s.order, s.club))
        sat = [side for side in week if self.play(side) is None]
        return sat.index(game.side) + 1 <= len(week) - self.asked.games_per_week

    def _lost(self, game: Judged) -> float | None:
        play, kind = self.play(game.side), self.directive.kind
        if kind == "field":
            return None
        if kind == "bat":
            slots = [s for s in PER_GAME if (s in self.asked.slots) == self.wanted]
            had = PER_GAME[play.slot] if play is not None and play.slot else 0
            return sum(PER_GAME[s] for s in slots) / len(slots) - had
        if play is not None:
            return None if play.slot is None else -PER_GAME[play.slot]
        own = [PER_GAME[self.play(s).slot] for s in self.own if self.play(s) and self.play(s).slot] or list(
            PER_GAME.values()
        )
        return sum(own) / len(own)

    def status(self) -> dict[str, Any]:
        games = self.judge()
        available = [(game.side.day, bool(game.followed), game.lost) for game in games if game.reason is None]
        everywhere = [(game.side.day, bool(game.did), game.club_lost) for game in games if game.club]
        own, club = self._figures(available), self._figures(everywhere)
        n, k = own.pop("games"), own.pop("kept")
        target = self._target()
        needed = ceil(round(target * n, 6))
        return {
            "hand_unknown": sum(game.in_question is None for game in games),
            "undecided": sum(game.in_question is True and game.did is None for game in games),
            "applicable": n,
            "followed": k,
            "needed": needed,
            "verdict": self._verdict(n, k, needed, target, (own["interval_low"], own["interval_high"])),
            "on_course": None if n == 0 else k >= needed,
            **own,
            "longest_run_of_misses": own["longest_run_of_misses"] or 0,
            "club_games": club.pop("games"),
            "club_followed": club.pop("kept"),
            **{f"club_{name}": value for name, value in club.items()},
        }

    def _figures(self, games: list[tuple[date, bool, float | None]]) -> dict[str, Any]:
        """Every figure of games with what is asked done or not, and what a miss lost; null without a game."""
        names = ("interval_low", "interval_high", "longest_run_of_misses", "first_miss", "last_miss", "first_games")
        names += ("first_followed", "second_games", "second_followed", "trend", "changed_after", "rate")
        names += ("lost_by_all_misses", "cost")
        n, kept = len(games), [did for _, did, _ in games]
        if n == 0:
            return dict.fromkeys(names) | {"games": 0, "kept": 0}
        k, half = sum(kept), n // 2
        misses = [(day, lost) for day, did, lost in games if not did]
        first, second = kept[:half], kept[half:]
        beyond = max(ceil(round(self._target() * n, 6)) - k, 0) / max(n - k, 1)
        lost = sum(lost or 0.0 for _, lost in misses)
        ends = wilson(k, n)
        found = (*ends, longest(kept), misses[0][0] if misses else None, misses[-1][0] if misses else None, half)
        found += (sum(first), n - half, sum(second), sum(second) / len(second) - sum(first) / half if half else None)
        found += (turn([(day, did) for day, did, _ in games]), k / n)
        found += (lost, lost * beyond) if self.directive.kind != "field" else (None, None)
        return dict(zip(names, found, strict=True)) | {"games": n, "kept": k}

    def _target(self) -> float:
        if getattr(self.asked, "at_least", None) is not None:
            return self.asked.at_least
        most = getattr(self.asked, "at_most", None)
        return 1.0 if most is None else round(1 - most, 9)

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


def turn(games: list[tuple[date, bool]]) -> date | None:
    n, k = len(games), sum(did for _, did in games)
    if n < 20 or k in (0, n):
        return None
    so_far, far, turned = 0, -1, None
    for place, (day, did) in enumerate(games, 1):
        so_far += did
        if abs(n * so_far - place * k) > far:
            far, turned = abs(n * so_far - place * k), day
    share = k / n
    return turned if far / n / sqrt(n * share * (1 - share)) > 1.628 else None
