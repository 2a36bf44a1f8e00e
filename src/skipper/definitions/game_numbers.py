"""Match a source's games with those of another source that numbers a day's games differently."""

from __future__ import annotations


def renumbered(own: str, other: str, key: str) -> str:
    """Return a SELECT for DuckDB that returns `key` and game_number for each game of `own`, numbered as in `other`.

    If either source has only one of a day's games between two clubs, that game is matched to the other's game with the
    same score, else to its first; an unmatched game whose number is thereby taken gets the matched game's. Both tables
    have date, home_club, visitor_club, game_number and the scores; `key` identifies a game of `own`.
    """
    of_day = "OVER (PARTITION BY date, home_club, visitor_club) AS games"
    return f"""
SELECT
    n.{key},
    CASE WHEN n.{key} = same.{key} THEN same.number WHEN n.game_number = same.number THEN same.game_number
        ELSE n.game_number END AS game_number
FROM {own} AS n
LEFT JOIN (
    SELECT date, home_club, visitor_club, s.{key}, s.game_number, o.game_number AS number
    FROM (SELECT *, count(*) {of_day} FROM {own}) AS s
    JOIN (SELECT *, count(*) {of_day} FROM {other}) AS o USING (date, home_club, visitor_club)
    WHERE least(s.games, o.games) = 1
    QUALIFY row_number() OVER (
        PARTITION BY date, home_club, visitor_club
        ORDER BY s.home_score = o.home_score AND s.visitor_score = o.visitor_score DESC, s.game_number, o.game_number
    ) = 1
) AS same USING (date, home_club, visitor_club)
"""
