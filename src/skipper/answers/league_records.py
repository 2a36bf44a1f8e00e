"""Records by the leagues of the games, for clubs that the record book has in two leagues in one season."""

from __future__ import annotations

from skipper.answers.coverage import IN_TWO_LEAGUES
from skipper.definitions.records import PYTHAGOREAN_EXPONENT, RECORD, SUMMED

_RATIOS = ("win_pct", "pythagorean_wins")
_SUMS = tuple(name for name in (*RECORD, "play_decisions", "doubted_games") if name not in _RATIOS)
_COUNTED = (*_SUMS, "inferred_games")

# One row per manager, season, club, rule and league, of the clubs in two leagues.
OF_LEAGUES = f"""
SELECT manager_id, any_value(manager_person_id) AS manager_person_id, rule, season, club, league,
    {", ".join(f"({SUMMED[name]})::INTEGER AS {name}" for name in _SUMS)},
    (count(*) FILTER (is_inferred))::INTEGER AS inferred_games, min(date) AS first_game, max(date) AS last_game
FROM (
    SELECT *, 'managed' AS rule, false AS is_inferred FROM club_game
    UNION ALL BY NAME
    SELECT * REPLACE (credited_manager_id AS manager_id, credited_manager_person_id AS manager_person_id),
        'credited' AS rule, coalesce(crediting = 'inferred', false) AS is_inferred
    FROM club_game
)
SEMI JOIN ({IN_TWO_LEAGUES}) USING (season, club)
WHERE game_type = 'regular' AND manager_id IS NOT NULL
GROUP BY manager_id, rule, season, club, league
"""

_RUNS_FOR, _RUNS_AGAINST = (f"r.runs_{side} ** {PYTHAGOREAN_EXPONENT}" for side in ("for", "against"))
# The rows of `manager_season`, with the league; a club in two leagues has a row per league. Its place, its postseason
# and its official record are those of the season.
SEASONS_BY_LEAGUE = f"""
SELECT m.*, k.league FROM manager_season AS m LEFT JOIN club AS k USING (season, club)
ANTI JOIN ({IN_TWO_LEAGUES}) AS t USING (season, club)
UNION ALL BY NAME
SELECT m.* REPLACE (
        {", ".join(f"r.{name} AS {name}" for name in (*_COUNTED, "first_game", "last_game"))},
        r.wins / nullif(r.wins + r.losses, 0) AS win_pct,
        r.play_decisions * {_RUNS_FOR} / nullif({_RUNS_FOR} + {_RUNS_AGAINST}, 0) AS pythagorean_wins
    ), r.league
FROM manager_season AS m JOIN ({OF_LEAGUES}) AS r USING (manager_id, season, club, rule)
"""
# The record book's records of managers; `league` is null unless the club is in two.
BOOK_BY_LEAGUE = f"""
SELECT b.season, b.club, b.manager_person_id, if(t.club IS NULL, NULL, b.league) AS league,
    sum(b.wins)::INTEGER AS book_wins, sum(b.losses)::INTEGER AS book_losses
FROM book_record AS b LEFT JOIN ({IN_TWO_LEAGUES}) AS t USING (season, club)
WHERE b.manager_person_id IS NOT NULL AND b.club IS NOT NULL GROUP BY ALL
"""
SEASONS_OF_A_LEAGUE = f"SELECT * EXCLUDE (league) FROM ({SEASONS_BY_LEAGUE}) WHERE league = $league"
