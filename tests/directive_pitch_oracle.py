"""A plain, slow evaluator of pitch directives, written from docs/directives.md and from nothing else."""

from __future__ import annotations

from datetime import date
from math import sqrt
from typing import Any

from directive_lake import Outing, Side
from directive_oracle import Judged, Oracle


class PitchOracle(Oracle):
    """One pitch directive over a season's games. Every limit is asked of every game; true, false, or null: unknown."""

    def __post_init__(self) -> None:
        self.every = self.sides
        super().__post_init__()

    def judge(self) -> list[Judged]:
        games = [self._judged(side) for side in self.own]
        for game in games:
            game.did, game.club_lost = self._kept(game.side)
        return games

    def _kept(self, side: Side) -> tuple[bool | None, float | None]:
        """Whether it broke no limit, available or not, and what it cost if it did; null: not known."""
        if side.outings is None:
            return None, None
        broken = self._broken(side) if self.player in side.outings else {}
        if any(broken.values()):
            return False, -max(value for value in broken.values() if value)
        return (None if None in broken.values() else True), None

    def status(self) -> dict[str, Any]:
        found, heading = super().status(), self._heading()
        names = ("heading_innings", "heading_innings_low", "heading_innings_high")
        ends = (
            dict.fromkeys(names) if heading is None else dict(zip(names, (outs / 3 for outs in heading), strict=True))
        )
        if heading is None or not found["applicable"]:
            return found | ends
        limit = 3 * self.asked.max_innings_season
        found["on_course"] = found["on_course"] and heading[0] <= limit
        alone = set(self.asked.model_dump(exclude_none=True)) == {"max_innings_season"}
        if found["verdict"] == "too early to say" and heading[1] > limit:
            found["verdict"] = "missed"
        if found["verdict"] == "too early to say" and heading[2] <= limit and alone:
            found["verdict"] = "met"
        return found | ends

    def _heading(self) -> tuple[float, float, float] | None:
        """Outs that he is heading for at the season's end, and the ends of the interval; null where not to be said."""
        last = max(side.day for side in self.sides if side.club in self.clubs)
        end = self.directive.end_day or date.max
        over = self.through is None or self.through >= min(last, end)
        own = [side for side in self.season if side.club in self.clubs]
        outings = [sum(turn.outs for turn in self._turns(side)) for side in self._pitched()]
        if self.asked.max_innings_season is None or over or len(outings) < 5 or any(s.outings is None for s in own):
            return None
        after = [side for side in self.sides if self.through < side.day <= end]
        to_come, so_far = (
            max(sum(side.club == club for side in games) for club in self.clubs) for games in (after, own)
        )
        more, m, mean = to_come / so_far, len(outings), sum(outings) / len(outings)
        variance = sum((outs - mean) ** 2 for outs in outings) / (m - 1)
        heading, error = m * mean * (1 + more), 1.959963984540054 * sqrt(m * variance * more * (1 + more))
        return heading, heading - error, heading + error

    def _judged(self, side: Side) -> Judged:
        if side.outings is None:
            return Judged(side, True, "no play-by-play for the game")
        if self.player not in side.outings:
            return Judged(side, True, "did not pitch")
        if any(one.start_day <= side.day <= (one.end_day or date.max) for one in self.away):
            return Judged(side, True, "unavailable")
        broken = self._broken(side)
        if any(lost is not None for lost in broken.values()) and any(broken.values()):
            lost = max(value for value in broken.values() if value)
            return Judged(side, True, None, False, -lost)
        if broken.get("max_pitches", 0) is None:
            return Judged(side, True, "pitches unknown")
        if None in broken.values():
            return Judged(side, True, "no play-by-play for an earlier game")
        return Judged(side, True, None, True)

    def _broken(self, side: Side) -> dict[str, float | None]:
        """By limit asked: 0 where kept, null where unknown, else the batters faced beyond it."""
        asked = self.asked.model_dump(exclude_none=True)
        return {name: getattr(self, f"_{name}")(side, limit) for name, limit in asked.items()}

    def _turns(self, side: Side) -> list[Outing]:
        return side.outings[self.player]

    def _batters(self, side: Side) -> int:
        return sum(turn.batters for turn in self._turns(side))

    def _part(self, side: Side, had: int, limit: int) -> float:
        return self._batters(side) * (had - limit) / had if had > limit else 0

    def _max_pitches(self, side: Side, limit: int) -> float | None:
        thrown = [turn.pitches for turn in self._turns(side)]
        return None if None in thrown else self._part(side, sum(thrown), limit)

    def _max_batters(self, side: Side, limit: int) -> float:
        return max(self._batters(side) - limit, 0)

    def _max_times_through_order(self, side: Side, limit: int) -> float:
        return self._batters(side) - 9 * limit if max(turn.times for turn in self._turns(side)) > limit else 0

    def _max_innings(self, side: Side, limit: int) -> float:
        return self._part(side, sum(turn.outs for turn in self._turns(side)), 3 * limit)

    def _max_innings_season(self, side: Side, limit: int) -> float | None:
        outs = sum(turn.outs for turn in self._turns(side))
        before = sum(
            turn.outs
            for other in self.sides
            if self.player in (other.outings or {}) and self._order(other) < self._order(side)
            for turn in self._turns(other)
        )
        over = before + outs - 3 * limit
        if over > 0:
            return self._batters(side) * min(over, outs) / outs if outs else self._batters(side)
        return None if self._unseen(side) else 0

    def _min_rest_days(self, side: Side, limit: int) -> float | None:
        day = self._day(side)
        before = [day for day, order in self._days() if order < self._order(side)]
        if before and (day - max(before)).days - 1 < limit:
            return self._batters(side)
        return None if any((day - other.day).days - 1 < limit for other in self._unseen(side)) else 0

    def _not_consecutive_days(self, side: Side, _: bool) -> float | None:
        today = self._day(side)
        if any((today - day).days == 1 for day, _ in self._days()):
            return self._batters(side)
        return None if any((today - other.day).days == 1 for other in self._unseen(side)) else 0

    def _role(self, side: Side, role: str) -> float:
        started = any(turn.started for turn in self._turns(side))
        return 0 if started == (role == "starter") else self._batters(side)

    def _day(self, side: Side) -> date:
        """The day on which he took the mound: the first, if he did so before and after a game was suspended."""
        return min(turn.day or side.day for turn in self._turns(side))

    def _order(self, side: Side) -> tuple[date, date, str]:
        """Of one day the game that was resumed comes first."""
        return (self._day(side), *side.order)

    def _days(self) -> list[tuple[date, tuple[date, date, str]]]:
        """The days and the order of his games of any kind, for any club."""
        return [(self._day(side), self._order(side)) for side in self.every if self.player in (side.outings or {})]

    def _pitched(self) -> list[Side]:
        """His regular-season games for any club, in order."""
        return [side for side in self.season if self.player in (side.outings or {})]

    def _unseen(self, side: Side) -> list[Side]:
        """Earlier games of the directive's clubs without play-by-play, before the directive's days too."""
        earlier = [other for other in self.season if other.club in self.clubs and other.outings is None]
        then = (*self._order(side), side.club)
        return [other for other in earlier if (other.day, *other.order, other.club) < then]
