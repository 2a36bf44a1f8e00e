"""Table `lineup_usage`: a player's starts under a manager by batting slot, position and the opposing starter's hand."""

from __future__ import annotations

from skipper.definitions.columns import PLAYER, SHARED, UNKNOWN_MANAGER
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="lineup_usage",
    grain="one row per manager who ran the games, season, club, player, slot, position and opposing hand",
    key=("manager_id", "season", "club", "player_id", "slot", "position", "opposing_hand"),
    sources="`lineup`, for regular-season games",
    columns=pick(
        SHARED,
        *UNKNOWN_MANAGER[:2],
        "season",
        "club",
        *PLAYER,
        "slot",
        "position",
        Column("opposing_hand", "string", "throwing hand of the opposing starter, L, R or S; null if unknown"),
        Column("starts", "int", "starts in this slot and position against this hand", required=True),
    ),
    checks=(
        Check(
            "lineup_usage: every start in lineup is counted",
            "WITH used AS (SELECT season, club, manager_id, opposing_hand, slot, sum(starts) AS starts "
            "FROM lineup_usage GROUP BY ALL), "
            "started AS (SELECT l.season, l.club, manager_id, opposing_starter_throws AS opposing_hand, slot, "
            "count(*) AS starts FROM lineup AS l JOIN club_game AS c ON c.game_id = l.game_id AND c.club = l.club "
            "WHERE game_type = 'regular' GROUP BY ALL) "
            "(FROM used EXCEPT FROM started) UNION ALL (FROM started EXCEPT FROM used)",
            "a manager's starts by slot and hand differ from the manager's lineups",
        ),
    ),
)

SQL = """
SELECT s.*, m.person_id AS manager_person_id, p.person_id AS player_person_id, n.name AS player_name
FROM slot_start AS s
LEFT JOIN season_person AS m ON m.source_id = s.manager_id
LEFT JOIN season_person AS p ON p.source_id = s.player_id
LEFT JOIN season_name AS n ON n.season = s.season AND n.source_id = s.player_id
"""
