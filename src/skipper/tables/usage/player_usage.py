"""Table `player_usage`: each player's starts under each manager, compared with the games available."""

from __future__ import annotations

from skipper.definitions.columns import PLAYER, SHARED, UNKNOWN_MANAGER
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="player_usage",
    grain="one row per player, club, season and manager who ran the games",
    key=("manager_id", "season", "club", "player_id"),
    sources="`club_game`, `lineup` and `absence`, for regular-season games",
    notes=(
        "All counts cover this manager's games; a club's games under managers who are unknown or have no id share one "
        "row per player. A row exists if the manager ran a game within the player's window. The window runs from the "
        "player's first start for the club that season to the last, which is the best estimate of availability from "
        "games alone; games for which a transaction says that the player could not play (`absence`) are not part of "
        "it, but counted apart."
    ),
    columns=pick(
        SHARED,
        *UNKNOWN_MANAGER,
        "season",
        "club",
        *PLAYER,
        Column("club_games", "int", "club's games that this manager ran", required=True),
        Column("club_games_vs_l", "int", "club_games against a left-handed starter", required=True),
        Column("club_games_vs_r", "int", "club_games against a right-handed starter", required=True),
        Column(
            "club_games_unknown_hand",
            "int",
            "club_games against a starter of unknown hand or a switch pitcher",
            required=True,
        ),
        Column("club_games_with_lineup", "int", "club_games with a lineup in the source", required=True),
        Column("lineup_starts", "int", "starts in a batting slot", required=True),
        Column("lineup_starts_vs_l", "int", "lineup_starts against a left-handed starter", required=True),
        Column("lineup_starts_vs_r", "int", "lineup_starts against a right-handed starter", required=True),
        Column("pitching_starts", "int", "starts as pitcher, with or without a batting slot", required=True),
        Column("mean_slot", "double", "mean batting slot over lineup_starts; null if there are none"),
        Column("window_games", "int", "club_games within the player's window, without absent_games", required=True),
        Column("window_games_vs_l", "int", "window_games against a left-handed starter", required=True),
        Column("window_games_vs_r", "int", "window_games against a right-handed starter", required=True),
        Column(
            "absent_games",
            "int",
            "club_games within the player's window that are in absence; null if no transaction of the season names the "
            "club",
        ),
        Column("absent_games_vs_l", "int", "absent_games against a left-handed starter; null as absent_games"),
        Column("absent_games_vs_r", "int", "absent_games against a right-handed starter; null as absent_games"),
        Column("window_first", "date", "date of the player's first start for the club that season", required=True),
        Column("window_last", "date", "date of the player's last start for the club that season", required=True),
    ),
    checks=(
        Check(
            "player_usage: starts fit in the window, and the window in the season",
            "SELECT manager_id, season, club, player_id FROM player_usage WHERE lineup_starts > window_games "
            "OR pitching_starts > window_games OR window_games + coalesce(absent_games, 0) > club_games "
            "OR window_games_vs_l + coalesce(absent_games_vs_l, 0) > club_games_vs_l "
            "OR window_games_vs_r + coalesce(absent_games_vs_r, 0) > club_games_vs_r "
            "OR lineup_starts_vs_l > window_games_vs_l OR lineup_starts_vs_r > window_games_vs_r",
            "a player has more starts than games in the window, or more window games than club games",
        ),
        Check(
            "player_usage: starts equal those in lineup_usage and club_game",
            "WITH used AS (SELECT season, sum(lineup_starts) AS starts, sum(pitching_starts) AS pitched "
            "FROM player_usage GROUP BY season), "
            "batted AS (SELECT season, sum(starts) AS starts FROM lineup_usage GROUP BY season), "
            "pitched AS (SELECT season, count(starting_pitcher_id) AS pitched FROM club_game "
            "WHERE game_type = 'regular' GROUP BY season) "
            "SELECT season FROM used FULL JOIN batted USING (season) FULL JOIN pitched USING (season) "
            "WHERE coalesce(used.starts, 0) <> coalesce(batted.starts, 0) "
            "OR coalesce(used.pitched, 0) <> coalesce(pitched.pitched, 0)",
            "a season's starts differ between these tables",
        ),
    ),
)

# Days before 1970 are negative, and `//` truncates, so it would be off by one.
SQL = """
WITH tenure AS (
    SELECT
        season, club, manager_id, any_value(manager_person_id) AS manager_person_id,
        count(*) AS club_games,
        count(*) FILTER (opposing_starter_throws = 'L') AS club_games_vs_l,
        count(*) FILTER (opposing_starter_throws = 'R') AS club_games_vs_r,
        count(*) FILTER (has_lineup) AS club_games_with_lineup
    FROM regular_club_game GROUP BY season, club, manager_id
),
start AS (
    SELECT
        season, club, player_id, manager_id, starts, 0 AS pitching_starts, slot, opposing_hand, first_start, last_start
    FROM slot_start
    UNION ALL
    SELECT
        season, club, starting_pitcher_id, manager_id, 0, 1, NULL, NULL, played, played
    FROM regular_club_game WHERE starting_pitcher_id IS NOT NULL
),
used AS (
    SELECT
        season, club, player_id, manager_id,
        sum(starts) AS lineup_starts,
        coalesce(sum(starts) FILTER (opposing_hand = 'L'), 0) AS lineup_starts_vs_l,
        coalesce(sum(starts) FILTER (opposing_hand = 'R'), 0) AS lineup_starts_vs_r,
        sum(pitching_starts) AS pitching_starts,
        sum(slot * starts) / nullif(sum(starts), 0) AS mean_slot,
        min(first_start) AS first_start, max(last_start) AS last_start
    FROM start GROUP BY season, club, player_id, manager_id
),
player AS (
    SELECT season, club, player_id, min(first_start) AS first_start, max(last_start) AS last_start
    FROM used GROUP BY season, club, player_id
),
in_window AS (
    SELECT
        p.season, p.club, p.player_id, p.first_start, p.last_start, g.manager_id,
        count(*) AS games,
        count(*) FILTER (opposing_starter_throws = 'L') AS games_vs_l,
        count(*) FILTER (opposing_starter_throws = 'R') AS games_vs_r
    FROM player AS p
    JOIN regular_club_game AS g
        ON g.season = p.season AND g.club = p.club AND g.played BETWEEN p.first_start AND p.last_start
    GROUP BY ALL
),
absent AS (
    SELECT
        p.season, p.club, p.player_id, g.manager_id,
        count(*) AS games,
        count(*) FILTER (opposing_starter_throws = 'L') AS games_vs_l,
        count(*) FILTER (opposing_starter_throws = 'R') AS games_vs_r
    FROM player AS p
    JOIN season_person AS o ON o.source_id = p.player_id
    JOIN absence AS a ON a.season = p.season AND a.club = p.club AND a.player_person_id = o.person_id
    JOIN regular_club_game AS g
        ON g.game_id = a.game_id AND g.club = a.club AND g.played BETWEEN p.first_start AND p.last_start
    GROUP BY p.season, p.club, p.player_id, g.manager_id
),
stated AS (SELECT DISTINCT season, club FROM availability WHERE club IS NOT NULL)
SELECT
    w.* EXCLUDE (games, games_vs_l, games_vs_r), t.* EXCLUDE (season, club, manager_id),
    p.person_id AS player_person_id, player_name.name AS player_name,
    coalesce(manager_name.name, manager.name) AS manager_name,
    club_games - club_games_vs_l - club_games_vs_r AS club_games_unknown_hand,
    coalesce(lineup_starts, 0) AS lineup_starts,
    coalesce(lineup_starts_vs_l, 0) AS lineup_starts_vs_l,
    coalesce(lineup_starts_vs_r, 0) AS lineup_starts_vs_r,
    coalesce(pitching_starts, 0) AS pitching_starts,
    mean_slot,
    w.games - coalesce(a.games, 0) AS window_games,
    w.games_vs_l - coalesce(a.games_vs_l, 0) AS window_games_vs_l,
    w.games_vs_r - coalesce(a.games_vs_r, 0) AS window_games_vs_r,
    if(s.club IS NULL, NULL, coalesce(a.games, 0)) AS absent_games,
    if(s.club IS NULL, NULL, coalesce(a.games_vs_l, 0)) AS absent_games_vs_l,
    if(s.club IS NULL, NULL, coalesce(a.games_vs_r, 0)) AS absent_games_vs_r,
    DATE '1970-01-01' + floor(w.first_start / 256)::INTEGER AS window_first,
    DATE '1970-01-01' + floor(w.last_start / 256)::INTEGER AS window_last
FROM in_window AS w
JOIN tenure AS t ON t.season = w.season AND t.club = w.club AND t.manager_id IS NOT DISTINCT FROM w.manager_id
LEFT JOIN used AS u
    ON u.season = w.season AND u.club = w.club AND u.player_id = w.player_id
    AND u.manager_id IS NOT DISTINCT FROM w.manager_id
LEFT JOIN absent AS a
    ON a.season = w.season AND a.club = w.club AND a.player_id = w.player_id
    AND a.manager_id IS NOT DISTINCT FROM w.manager_id
LEFT JOIN stated AS s ON s.season = w.season AND s.club = w.club
LEFT JOIN season_person AS p ON p.source_id = w.player_id
LEFT JOIN season_name AS player_name ON player_name.season = w.season AND player_name.source_id = w.player_id
LEFT JOIN season_name AS manager_name ON manager_name.season = w.season AND manager_name.source_id = w.manager_id
LEFT JOIN season_person AS manager ON manager.source_id = w.manager_id
"""
