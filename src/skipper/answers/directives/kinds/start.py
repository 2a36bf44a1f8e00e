"""Directive `start`: a share of games, games per week, or no starts on consecutive days."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated

from pydantic import ConfigDict, Field, model_validator

from skipper.answers.answer import Row
from skipper.answers.directives.kinds.kind import SHARE, Follow, Kind, Rule, Streaks
from skipper.answers.directives.lineup_moves import exchanged, replaced
from skipper.answers.directives.values import (
    SHARES,
    SLOTS,
    Hand,
    Share,
    Strict,
    Truth,
    Whole,
    exactly_one,
    require_judgeable,
    require_one_of,
    wrong,
)

if TYPE_CHECKING:
    from skipper.answers.lineup_value import Candidates

_ASKED = (*SHARES, "games_per_week", "not_consecutive_days")


class Start(Strict):
    """How often the player must start."""

    model_config = ConfigDict(json_schema_extra=exactly_one(_ASKED))

    at_least: Share | None = Field(None, description="Minimum share of the games for which the player is available.")
    at_most: Share | None = Field(None, description="Maximum share of the games for which the player is available.")
    games_per_week: Annotated[Whole, Field(ge=1, le=14)] | None = Field(
        None, description="Minimum number of starts from Monday to Sunday; if the club plays fewer games, every game."
    )
    not_consecutive_days: Truth | None = Field(None, description="No start on the day after a start.")
    against: Hand | None = Field(
        None,
        description="Only games against a starting pitcher who throws with this hand; requires at_least or at_most.",
    )

    @model_validator(mode="after")
    def _one_rule(self) -> Start:
        require_one_of(self, _ASKED)
        require_judgeable(self)
        if self.against and self.at_least is None and self.at_most is None:
            raise wrong("against can only be used with at_least or at_most")
        return self


def _streaks(games: Sequence[Row]) -> Streaks:
    """Return the streaks of starts on consecutive days, for any club."""
    streaks: Streaks = []
    before: Row | None = None
    for game in sorted(games, key=itemgetter("date", "club", "game_number")):
        if game["slot"] is None:
            continue
        days = (game["date"] - before["date"]).days if before is not None else None
        if days == 0:
            streaks[-1][-1].append(game)
        elif days == 1:
            streaks[-1].append([game])
        else:
            streaks.append([[game]])
        before = game
    return streaks


# The week's starts missed so far and its games, both over applicable games and over all games with a known start or
# absence, to find how many may be missed.
_SAT = """CASE WHEN {of} THEN sum(CASE WHEN t.started THEN 0 ELSE 1 END) OVER (
        PARTITION BY t.plan, t.directive, t.week, {basis} ORDER BY t.played, t.club
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) END"""
_WEEK_GAMES = "CASE WHEN {of} THEN count(*) OVER (PARTITION BY t.plan, t.directive, t.week, {basis}) END"
_WEEKLY = "t.rule = 'games_per_week'"
_APPLICABLE = {"of": f"{_WEEKLY} AND t.reason IS NULL", "basis": "t.reason"}
_EVERY = {"of": _WEEKLY, "basis": "t.start_known"}


class Starts(Kind[Start]):
    """A game without the start that was asked for, or with one that was not, is a miss."""

    name, order, part = "start", 2, Start
    example = """\
  # start: a share of the games for which the player is available, in this case only against left-handed starters
  - id: against-left-handers
    player: First Player          # a name, or an id from any source
    start: {against: LHP, at_least: 60%}
    why: needs at-bats against them

  # start: games per week (Monday to Sunday; with fewer games than that, all of them)
  - id: every-day
    player: Second Player
    start: {games_per_week: 6}
    from: {season}-05-01             # optional days, first and last included
    to: {season}-08-31

  # start: never on the day after a start
  - id: not-two-days-running
    player: Third Player
    start: {not_consecutive_days: true}
"""
    example_order = 1
    columns = (("games_per_week", "int"),)
    # Days are numbered within the year, which contains the whole season.
    day_columns = (
        (
            "last_day_started",
            """max(CASE WHEN t.started THEN dayofyear(t.date) END) OVER (
        PARTITION BY t.plan, t.directive ORDER BY dayofyear(t.date)
        RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)""",
        ),
        ("week", "CAST(date_trunc('week', t.date) AS DATE)"),
        (
            "week_open",
            """d.rule = 'games_per_week' AND d.through < d.last_day
        AND d.through < CAST(CAST(date_trunc('week', t.date) AS DATE) + INTERVAL 6 DAY AS DATE)""",
        ),
    )
    game_columns = (("started_day_before", "coalesce(t.last_day_started = dayofyear(t.date) - 1, FALSE)"),)
    judged_columns = (
        ("sat", _SAT.format(**_APPLICABLE)),
        ("week_games", _WEEK_GAMES.format(**_APPLICABLE)),
        ("club_sat", _SAT.format(**_EVERY)),
        ("club_week_games", _WEEK_GAMES.format(**_EVERY)),
    )
    rules = (
        Rule(followed="t.started = t.wanted", did="t.started = t.wanted"),
        Rule(
            name="games_per_week",
            followed="t.started OR t.sat <= greatest(t.week_games - t.games_per_week, 0)",
            did="CASE WHEN t.week_open THEN NULL "
            "ELSE t.started OR t.club_sat <= greatest(t.club_week_games - t.games_per_week, 0) END",
            reasons=(("t.week_open", "week not over"),),
        ),
        Rule(
            name="not_consecutive_days",
            followed="NOT t.started_day_before",
            did="NOT (t.started AND t.started_day_before)",
            reasons=(("NOT t.started", "did not start"),),
            streaks=_streaks,
        ),
    )
    price_method = (
        "start: the player replaces the starter whose loss costs the lineup least, at a position that the player has "
        "played; with at_most, the best available substitute who has played the player's position takes the player's "
        "slot."
    )

    def rule(self, part: Start) -> str:
        """Return the rule that the plan gives."""
        if part.games_per_week is not None:
            return "games_per_week"
        return "not_consecutive_days" if part.not_consecutive_days else SHARE

    def row(self, part: Start) -> Row:
        """Return the games per week."""
        return {"games_per_week": part.games_per_week}

    def what(self, part: Start) -> str:
        """Return `start`."""
        return "start"

    def words(self, part: Start) -> str:
        """Return `start 6 games a week`, or what is asked against one hand."""
        if part.games_per_week is not None:
            return f"start {part.games_per_week} games a week"
        return "start, not on consecutive days" if part.not_consecutive_days else super().words(part)

    def required(self, part: Start, no: str) -> str:
        """Return `a start`."""
        if part.games_per_week is not None:
            return f"{part.games_per_week} starts a week"
        return "no start on the day after a start" if part.not_consecutive_days else f"{no}a start"

    def slots(self, part: Start) -> Sequence[int] | None:
        """Return every slot for a directive with a minimum share."""
        return None if part.at_least is None else SLOTS

    def follow(self, part: Start) -> Follow | None:
        """Return the player's start, or the start of a substitute."""
        if part.not_consecutive_days:
            return None
        return _replacing if part.at_most is None else replaced

    def most_in_a_row(self, part: Start) -> int:
        """Return 1: a day."""
        return 1


def _replacing(found: Candidates, player: int) -> Iterator[list[int]]:
    """Yield the lineups with the player, who sat, in the slot and at the position of a starter."""
    if player not in found.used:
        for starter in found.used:
            yield from exchanged(found, starter, player)


KIND = Starts()
