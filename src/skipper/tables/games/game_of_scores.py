"""Games from minor-league score files."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="game_of_scores",
    grain="one row per game",
    notes="A level score may belong to an unfinished game, so it is not recorded as a final score. The source does "
    "not distinguish the postseason: every game is regular, with `game_type_source` unknown. A game that another "
    "source has keeps its id, number and home club from there.",
    published=False,
    rows_need=("score",),
)

SQL = """
WITH own AS (
    SELECT
        s.* REPLACE (
            if(m.is_turned, visitor_club, home_club) AS home_club,
            if(m.is_turned, home_club, visitor_club) AS visitor_club,
            if(m.is_turned, visitor_score, home_score) AS home_score,
            if(m.is_turned, home_score, visitor_score) AS visitor_score,
            m.game_id AS game_id, m.game_number AS game_number
        )
    FROM listed_score AS s JOIN score_match AS m USING (score_id)
)
SELECT
    'minors_scores' AS source, source_file, source_line, game_id, season, date, game_number,
    'regular' AS game_type, 'unknown' AS game_type_source,
    league AS home_league, league AS visitor_league, home_club, visitor_club,
    CASE WHEN home_score <> visitor_score THEN home_score END AS home_score,
    CASE WHEN home_score <> visitor_score THEN visitor_score END AS visitor_score
FROM own
"""
