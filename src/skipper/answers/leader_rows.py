"""The rows of a leader list: seasons or careers, with qualification and rank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from skipper.answers.answer import Row
from skipper.answers.coverage import CLUB_SEASONS, LEAGUE_SEASONS
from skipper.answers.league_records import SEASONS_OF_A_LEAGUE
from skipper.answers.scope import WITHIN, Scope
from skipper.definitions.records import PYTHAGOREAN_EXPONENT
from skipper.lake.reader import LakeReader

By = Literal["season", "career"]
RATIOS = ("win_pct", "pythagorean_wins")
_NUMBERS = ("int", "long", "double")
_NO_FIGURE = ("season",)  # numeric, but identifies the row


@dataclass(frozen=True)
class Asked:
    """The request for a list. `least` is the minimum number of games to qualify; null means half of the club's
    games."""

    column: str
    by: By
    rule: str
    scope: Scope
    least: int | None
    lowest: bool
    top: int


def listable(lake: LakeReader, by: By) -> dict[str, str]:
    """Return the columns that a season or career list can be ordered by, with their meanings."""
    contract = lake.contracts[f"manager_{by}"]
    return {
        column.name: column.doc
        for column in contract.columns
        if column.type in _NUMBERS and column.name not in _NO_FIGURE
    }


def ranked(lake: LakeReader, asked: Asked) -> tuple[list[Row], Row]:
    """Return the counts, and the rows that rank among the first `top`, including ties at the cut.

    The counts are `listed` (rows within the scope), `qualified` (rows with enough games) and `unknown` (qualified rows
    without a value, and therefore without a rank).
    """
    parameters = {**asked.scope.as_parameters(), "rule": asked.rule, "least": asked.least, "top": asked.top}
    direction = "ASC" if asked.lowest else "DESC"
    # One query for both, because planning takes most of its time.
    found = lake.rows(
        f"""
    WITH listed AS ({_seasons(asked.scope.league) if asked.by == "season" else _careers(lake)}),
    qualified AS (FROM listed WHERE {_QUALIFIES}),
    ranked AS (
        SELECT *, {asked.column} AS value, rank() OVER (ORDER BY {asked.column} {direction}) AS rank,
            count(*) OVER (PARTITION BY {asked.column}) > 1 AS tied
        FROM qualified WHERE {asked.column} IS NOT NULL
    ),
    shown AS (FROM ranked WHERE rank <= $top),
    counts AS (
        SELECT (SELECT count(*) FROM listed) AS listed, count(*) AS qualified,
            count(*) - count({asked.column}) AS unknown, (SELECT count(*) FROM shown) AS shown
        FROM qualified
    )
    SELECT shown.*, counts FROM counts LEFT JOIN shown ON true ORDER BY rank, {_ORDER[asked.by]}
    """,
        parameters,
    )
    counts = [row.pop("counts") for row in found]
    return [_in_order(row) for row in found if row["rank"] is not None], counts[0]


_QUALIFIES = "CASE WHEN $least::INTEGER IS NULL THEN 2 * games >= club_games ELSE games >= $least END"
# Among tied rows, the longest record comes first.
_ORDER = {
    "season": "games DESC, season, manager_name, manager_id, club",
    "career": "games DESC, first_game, manager_name, manager_person_id",
}


def _seasons(league: str | None) -> str:
    """Return SQL for one row per manager, season and club, with the club's games that season under the rule.

    With a league, the games of a club in two leagues are those of the league asked for.
    """
    of_scope, covered = (SEASONS_OF_A_LEAGUE, _COVERED_IN_LEAGUE) if league else ("FROM manager_season", CLUB_SEASONS)
    return f"""
    SELECT m.*, club.name AS club_name, c.complete AS season_complete, c.by_scores,
        c.games_present AS league_games_here, c.games_expected AS league_games
    FROM (
        SELECT *, (sum(games) OVER (PARTITION BY season, club))::INTEGER AS club_games
        FROM ({of_scope}) WHERE rule = $rule AND {WITHIN}
    ) AS m LEFT JOIN club USING (season, club)
    LEFT JOIN ({covered}) AS c ON c.season = m.season AND c.club = m.club
    """


# CLUB_SEASONS, except that a club in two leagues has the games of the league asked for.
_OF_LEAGUE = ("complete", "by_scores", "games_present", "games_expected")
_COVERED_IN_LEAGUE = f"""
SELECT c.* REPLACE ({", ".join(f"if(c.leagues > 1, l.{name}, c.{name}) AS {name}" for name in _OF_LEAGUE)})
FROM ({CLUB_SEASONS}) AS c LEFT JOIN ({LEAGUE_SEASONS}) AS l ON l.season = c.season AND l.league = $league
"""


def _careers(lake: LakeReader) -> str:
    """Return SQL for one row per manager: the seasons within the scope, summed as in `manager_career`."""
    summed = [name for name in listable(lake, "career") if name not in (*RATIOS, "postseasons")]
    sums = ", ".join(f"sum({name})::INTEGER AS {name}" for name in summed)
    scored, allowed = (f"pow(runs_{side}, {PYTHAGOREAN_EXPONENT})" for side in ("for", "against"))
    return f"""
    SELECT t.*, wins / nullif(wins + losses, 0) AS win_pct,
        play_decisions * {scored} / nullif({scored} + {allowed}, 0) AS pythagorean_wins,
        0 AS club_games, c.seasons_missing, c.missing_by
    FROM (
        SELECT manager_person_id, min(manager_id) AS manager_id, min(manager_name) AS manager_name,
            list(season ORDER BY season) AS seasons, list(club ORDER BY season, first_game) AS clubs,
            list_sort(list_distinct(list(season) FILTER (NOT coalesce(complete, false)))) AS seasons_partial,
            coalesce(list_sort(list_distinct(list(season) FILTER (by_scores))), []) AS seasons_by_scores,
            {sums}, sum(postseason::INTEGER)::INTEGER AS postseasons, min(first_game) AS first_game
        FROM (
            SELECT m.*, c.complete, c.by_scores FROM manager_season AS m
            LEFT JOIN ({CLUB_SEASONS}) AS c ON c.season = m.season AND c.club = m.club
        ) WHERE rule = $rule AND {WITHIN} GROUP BY manager_person_id
    ) AS t LEFT JOIN (
        SELECT manager_person_id, missing_by, list_filter(
            seasons_missing,
            lambda year: year >= coalesce($first::INTEGER, year) AND year <= coalesce($last::INTEGER, year)
        ) AS seasons_missing
        FROM manager_career WHERE rule = $rule AND level = coalesce($level, 'all')
    ) AS c USING (manager_person_id)
    """


def _in_order(row: Row) -> Row:
    """Return the row with its seasons and clubs in order, without repeats."""
    once: Row = {name: list(dict.fromkeys(row[name])) for name in ("seasons", "clubs") if name in row}
    return {**row, **once}
