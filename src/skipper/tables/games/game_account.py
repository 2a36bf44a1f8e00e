"""Table `game_account`: each source's account of each game, under the source's own id and home club."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="game_account",
    grain="one row per game and source",
    key=("game_id", "source"),
    sources="all game sources",
    notes="Accounts are of one game if they agree on the day on which it began, the two clubs (whichever is home) and "
    "the number; where numbers differ, the score decides (see `docs/limits.md`). Ids decide nothing. `game` has the id "
    "and the home club of the account that `is_used`.",
    columns=pick(
        SHARED,
        "game_id",
        "season",
        "source",
        Column("source_game_id", "string", "the source's own id of the game", required=True),
        Column("game_number", "string", "the game's number in the source", required=True),
        Column("home_club", "string", "code of the club that the source calls home", required=True),
        Column("visitor_club", "string", "code of the club that the source calls visitor", required=True),
        Column("home_score", "int", "that home club's runs in the source; null if unknown"),
        Column("visitor_score", "int", "that visitor's runs in the source; null if unknown"),
        Column(
            "account",
            "string",
            "what the source's files have of the game: play_by_play, deduced (plays deduced from newspapers), "
            "box_score, or line_score (runs by inning); null for a bare score, and for sources other than Retrosheet's "
            "event and CSV files",
        ),
        Column("is_used", "boolean", "whether `game` takes id, clubs and score from this account", required=True),
        "source_file",
        "source_line",
    ),
    checks=(
        Check(
            "game_account: each game uses one account, under its id and clubs",
            "SELECT g.game_id FROM game AS g LEFT JOIN game_account AS a ON a.game_id = g.game_id AND a.is_used "
            "GROUP BY g.game_id, g.home_club, g.visitor_club "
            "HAVING count(a.game_id) <> 1 OR any_value(a.home_club) <> g.home_club "
            "OR any_value(a.visitor_club) <> g.visitor_club",
            "a game has no used account, or several, or one of other clubs",
        ),
    ),
)

_FACTS = "game_number, home_club, visitor_club, home_score, visitor_score, source_file, source_line"
SQL = f"""
WITH told AS (
    SELECT 1 AS precedence, 'retrosheet_gamelog' AS source, game_id, season, game_id AS source_game_id, {_FACTS}
    FROM gamelog
    UNION ALL BY NAME
    SELECT if(source = 'retrosheet_csv', 3, 2) AS precedence, * FROM file_account
    UNION ALL BY NAME
    SELECT
        4 AS precedence, 'statsapi' AS source, m.game_id, season, game_pk AS source_game_id,
        l.* EXCLUDE (game_id, season, game_pk)
    FROM (
        SELECT game_id, season, game_pk, game_number, home_club, visitor_club, home_score, visitor_score,
            file AS source_file, line AS source_line
        FROM listed_statsapi_game
    ) AS l JOIN statsapi_match AS m USING (game_pk)
    UNION ALL BY NAME
    SELECT
        5 AS precedence, 'minors_scores' AS source, m.game_id, season, score_id AS source_game_id,
        l.* EXCLUDE (game_id, season, score_id)
    FROM (SELECT game_id, season, score_id, {_FACTS} FROM listed_score) AS l JOIN score_match AS m USING (score_id)
)
SELECT * EXCLUDE (precedence), precedence = min(precedence) OVER (PARTITION BY game_id) AS is_used FROM told
"""
