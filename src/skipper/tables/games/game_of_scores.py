"""Games from minor-league score files."""

from __future__ import annotations

from skipper.definitions.game_numbers import renumbered
from skipper.lake.contract import Table

TABLE = Table(
    name="game_of_scores",
    grain="one row per game",
    notes="A level score may belong to an unfinished game, so it is not recorded as a final score. The source does "
    "not distinguish the postseason: every game is regular, with `game_type_source` unknown. If either the file or "
    "another source has only one of a day's two games, that game is matched to the other's game with the same score, "
    "else to its first.",
    published=False,
    rows_need=("score",),
)

SQL = f"""
WITH own AS (
    SELECT s.* EXCLUDE (game_id, home_club, visitor_club), s.game_id AS score_id, h.club AS home_club,
        v.club AS visitor_club
    FROM score AS s
    JOIN score_club AS h ON h.season = s.season AND h.code = s.home_club
    JOIN score_club AS v ON v.season = s.season AND v.code = s.visitor_club
),
other AS (
    SELECT game_id, any_value(game_number) AS game_number, any_value(date) AS date,
        any_value(home_club) AS home_club, any_value(visitor_club) AS visitor_club,
        any_value(home_score) AS home_score, any_value(visitor_score) AS visitor_score
    FROM (
        SELECT game_id, game_number, date, home_club, visitor_club, home_score, visitor_score
        FROM game_of_statsapi
        UNION ALL
        SELECT game_id, game_number, date, home_club, visitor_club, home_score, visitor_score
        FROM game_of_event_files
    )
    GROUP BY game_id
),
numbered AS ({renumbered("own", "other", "score_id")})
SELECT
    'minors_scores' AS source, source_file, source_line, home_club || strftime(date, '%Y%m%d') || m.game_number
        AS game_id,
    season, date, m.game_number, 'regular' AS game_type, 'unknown' AS game_type_source,
    league AS home_league, league AS visitor_league, home_club, visitor_club,
    CASE WHEN home_score <> visitor_score THEN home_score END AS home_score,
    CASE WHEN home_score <> visitor_score THEN visitor_score END AS visitor_score
FROM own JOIN numbered AS m USING (score_id)
"""
