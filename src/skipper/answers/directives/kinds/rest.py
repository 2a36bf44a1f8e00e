"""Directive `rest`: the longest permitted streak of starts in consecutive games of the club."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Annotated

from pydantic import Field

from skipper.answers.answer import Row
from skipper.answers.directives.kinds.kind import Kind, Rule, Streaks
from skipper.answers.directives.values import Strict, Whole


class Rest(Strict):
    """The longest permitted streak of starts without a game off."""

    max_consecutive: Annotated[Whole, Field(ge=1, le=162)] = Field(
        description="Maximum number of starts in consecutive club games."
    )


def _streaks(games: Sequence[Row]) -> Streaks:
    """Return the streaks of starts in consecutive games of a club."""
    streaks: Streaks = []
    before: Row | None = None
    for game in sorted(games, key=itemgetter("club", "date", "game_number")):
        if game["slot"] is not None:
            if before is not None and before["slot"] is not None and before["club"] == game["club"]:
                streaks[-1].append([game])
            else:
                streaks.append([[game]])
        before = game
    return streaks


class GamesOff(Kind[Rest]):
    """Every start beyond the limit of a streak is a miss."""

    name, order, part = "rest", 4, Rest
    example = """\
  # rest: at most this many starts in consecutive games of the club
  - id: a-day-off
    player: Third Player
    rest: {max_consecutive: 6}
"""
    example_order = 4
    columns = (("most_consecutive", "int"),)
    # Any game without a start breaks a run of starts.
    day_columns = (
        (
            "breaks",
            """sum(CASE WHEN t.started THEN 0 ELSE 1 END) OVER (
        PARTITION BY t.plan, t.directive, t.club ORDER BY t.played
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)""",
        ),
    )
    game_columns = (
        (
            "run",
            """sum(CASE WHEN t.started THEN 1 ELSE 0 END) OVER (
        PARTITION BY t.plan, t.directive, t.club, t.breaks ORDER BY t.played
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)""",
        ),
    )
    rules = (
        Rule(
            name="max_consecutive",
            followed="t.run <= t.most_consecutive",
            did="NOT (t.started AND t.run > t.most_consecutive)",
            reasons=(("NOT t.started", "did not start"),),
            observed="concat('start ', CAST(t.run AS STRING), ' in a row')",
            streaks=_streaks,
        ),
    )
    price_method = (
        "rest and not_consecutive_days: the fewest days off that would have kept the directive, where the best "
        "substitute costs least."
    )

    def rule(self, part: Rest) -> str:
        """Return the only rule."""
        return "max_consecutive"

    def row(self, part: Rest) -> Row:
        """Return the limit."""
        return {"most_consecutive": part.max_consecutive}

    def words(self, part: Rest) -> str:
        """Return `start at most 6 games in a row`."""
        return f"start at most {part.max_consecutive} games in a row"

    def required(self, part: Rest, no: str) -> str:
        """Return `no start after 6 in a row`."""
        return f"no start after {part.max_consecutive} in a row"

    def most_in_a_row(self, part: Rest) -> int:
        """Return the limit."""
        return part.max_consecutive


KIND = GamesOff()
