"""Games as the minor-league score files list them, with the clubs' codes in the lake."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="listed_score",
    grain="one row per game",
    notes="`score_id` is the id in the file, `game_id` the one that its club's code in the lake gives.",
    published=False,
    rows_need=("score",),
)

SQL = """
SELECT
    s.* EXCLUDE (game_id, home_club, visitor_club), s.game_id AS score_id, h.club AS home_club, v.club AS visitor_club,
    h.club || strftime(s.date, '%Y%m%d') || s.game_number AS game_id
FROM score AS s
JOIN score_club AS h ON h.season = s.season AND h.code = s.home_club
JOIN score_club AS v ON v.season = s.season AND v.code = s.visitor_club
"""
