"""Starting lineups that cannot be true; none of them is used, and the game keeps its result."""

from __future__ import annotations

from skipper.lake.contract import Table

EIGHT_MEN_UNTIL = 1884  # latest season in which clubs are known to have started eight players

TABLE = Table(
    name="withheld_lineup",
    grain="one row per game, club and source whose lineup is not used, with the reason",
    notes="A lineup is nine players in the slots 1 to 9, each player and each slot once, and no player of the other "
    f"club. Up to {EIGHT_MEN_UNTIL} eight players are a lineup. A minorleaguesplits lineup may lack players.",
    published=False,
)

SQL = f"""
WITH counted AS (
    SELECT
        precedence, source, season, game_id, club, player_id, slot,
        count(*) OVER (PARTITION BY precedence, game_id, club, slot) AS of_slot,
        count(*) OVER (PARTITION BY precedence, game_id, club, player_id) AS of_player,
        count(*) OVER (PARTITION BY precedence, game_id, player_id) AS of_player_in_game
    FROM listed_lineup
),
judged AS (
    SELECT
        precedence, source, season, game_id, club,
        CASE
            WHEN max(of_slot) > 1 THEN format('slot {{}} is listed twice', arg_max(slot, of_slot))
            WHEN max(of_player) > 1 THEN format('{{}} is listed twice', arg_max(player_id, of_player))
            WHEN max(of_player_in_game) > 1
            THEN format('{{}} is in both lineups', arg_max(player_id, of_player_in_game))
            WHEN min(slot) < 1 OR max(slot) > 9 THEN 'a slot is not 1 to 9'
            WHEN count(*) < 9 AND source <> 'minorleaguesplits' AND NOT (count(*) = 8 AND season <= {EIGHT_MEN_UNTIL})
            THEN format('{{}} of nine players are listed', count(*))
        END AS reason
    FROM counted GROUP BY precedence, source, season, game_id, club
)
FROM judged WHERE reason IS NOT NULL
"""
