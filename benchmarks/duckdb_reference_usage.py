"""The reference's SQL for lineups, records by season and the use of players; `duckdb_reference` fills in the braces."""

START = """
SELECT
    game_id, season, moment, {us}_club AS club, {us}_manager_id AS manager_id, {them}_throws AS opposing_hand,
    {slot}::TINYINT AS slot, {us}_{slot}_id AS player_id, {us}_{slot}_name AS player_name,
    {us}_{slot}_position AS position
FROM game
WHERE {us}_{slot}_id IS NOT NULL
"""

LINEUP = """
COPY (SELECT game_id, season, club, slot, player_id, player_name, position FROM start)
TO '{out}/lineup.parquet' (COMPRESSION zstd);
"""

MANAGER_SEASON = """
COPY (
    WITH game_of AS (
        SELECT 'managed' AS rule, manager_id, * EXCLUDE (manager_id, credited_manager_id) FROM club_game
        UNION ALL
        SELECT 'credited' AS rule, credited_manager_id, * EXCLUDE (manager_id, credited_manager_id)
        FROM club_game
    ),
    tally AS (
        SELECT
            manager_id, season, club, rule,
            count(*) AS games,
            count(*) FILTER (result = 'W') AS wins,
            count(*) FILTER (result = 'L') AS losses,
            count(*) FILTER (result = 'T') AS ties,
            count(*) FILTER (result = 'N') AS no_decisions,
            coalesce(sum(runs_for) FILTER (decided_by = 'play'), 0)::INTEGER AS runs_for,
            coalesce(sum(runs_against) FILTER (decided_by = 'play'), 0)::INTEGER AS runs_against,
            count(*) FILTER (decided_by = 'play' AND result IN ('W', 'L')) AS decisions_by_play,
            count(*) FILTER (result = 'W' AND is_home) AS home_wins,
            count(*) FILTER (result = 'L' AND is_home) AS home_losses,
            count(*) FILTER (result = 'W' AND NOT is_home) AS road_wins,
            count(*) FILTER (result = 'L' AND NOT is_home) AS road_losses,
            count(*) FILTER (result = 'W' AND decided_by = 'play' AND margin = 1) AS one_run_wins,
            count(*) FILTER (result = 'L' AND decided_by = 'play' AND margin = -1) AS one_run_losses,
            min(date) AS first_game,
            max(date) AS last_game,
            max(moment) AS last_moment
        FROM (SELECT *, runs_for - runs_against AS margin FROM game_of)
        WHERE manager_id IS NOT NULL
        GROUP BY manager_id, season, club, rule
    ),
    club_end AS (SELECT season, club, max(moment) AS last_moment FROM club_game GROUP BY season, club),
    in_log AS (SELECT manager_id, max(manager_name) AS name FROM club_game GROUP BY manager_id),
    series_year AS (SELECT DISTINCT yearID::SMALLINT AS season FROM series)
    SELECT
        manager_id, coalesce(in_log.name, people.name) AS manager_name,
        season, club, 'MLB' AS level, rule,
        games, wins, losses, ties, no_decisions,
        wins / nullif(wins + losses, 0) AS win_pct,
        runs_for, runs_against,
        decisions_by_play * runs_for ** 1.83 / nullif(runs_for ** 1.83 + runs_against ** 1.83, 0)
            AS pythagorean_wins,
        home_wins, home_losses, road_wins, road_losses, one_run_wins, one_run_losses,
        team.finish,
        if(series_year.season IS NULL, NULL,
           coalesce(team.in_series, false) AND tally.last_moment = club_end.last_moment) AS postseason,
        first_game, last_game
    FROM tally
    JOIN club_end USING (season, club)
    LEFT JOIN team USING (season, club)
    LEFT JOIN series_year USING (season)
    LEFT JOIN in_log USING (manager_id)
    LEFT JOIN people ON people.retro_id = tally.manager_id
) TO '{out}/manager_season.parquet' (COMPRESSION zstd);
"""

LINEUP_USAGE = """
CREATE TABLE lineup_usage AS
SELECT
    manager_id, season, club, player_id, max(player_name) AS player_name, slot, position, opposing_hand,
    count(*) AS starts, min(moment) AS first_moment, max(moment) AS last_moment
FROM start
GROUP BY manager_id, season, club, player_id, slot, position, opposing_hand;

COPY (SELECT * EXCLUDE (first_moment, last_moment) FROM lineup_usage WHERE manager_id IS NOT NULL)
TO '{out}/lineup_usage.parquet' (COMPRESSION zstd);
"""

# A player's window holds every start of his, so a manager has a row for each player in whose window he ran a
# game: nobody else can have a start to count. The games he ran in it are those he had run by its last moment,
# less those he had run before its first.
PLAYER_USAGE = """
COPY (
    WITH tenure AS (
        SELECT
            season, club, manager_id,
            max(manager_name) AS manager_name,
            count(*) AS club_games,
            count(*) FILTER (opposing_starter_throws = 'L') AS club_games_vs_l,
            count(*) FILTER (opposing_starter_throws = 'R') AS club_games_vs_r
        FROM club_game
        GROUP BY season, club, manager_id
    ),
    batting AS (
        SELECT
            season, club, player_id, manager_id,
            max(player_name) AS player_name,
            sum(starts)::BIGINT AS lineup_starts,
            coalesce(sum(starts) FILTER (opposing_hand = 'L'), 0)::BIGINT AS lineup_starts_vs_l,
            coalesce(sum(starts) FILTER (opposing_hand = 'R'), 0)::BIGINT AS lineup_starts_vs_r,
            sum(slot * starts) / sum(starts) AS mean_slot,
            min(first_moment) AS first_moment,
            max(last_moment) AS last_moment
        FROM lineup_usage
        GROUP BY season, club, player_id, manager_id
    ),
    pitching AS (
        SELECT
            season, club, starting_pitcher_id AS player_id, manager_id,
            max(starting_pitcher_name) AS player_name,
            count(*) AS pitching_starts,
            min(moment) AS first_moment,
            max(moment) AS last_moment
        FROM club_game
        WHERE starting_pitcher_id IS NOT NULL
        GROUP BY season, club, starting_pitcher_id, manager_id
    ),
    player AS (
        SELECT
            season, club, player_id,
            max(player_name) AS player_name,
            min(first_moment) AS first_moment,
            max(last_moment) AS last_moment
        FROM (FROM batting UNION ALL BY NAME FROM pitching)
        GROUP BY season, club, player_id
    ),
    run_by AS (
        SELECT
            season, club, manager_id, moment,
            count(*) OVER so_far AS games,
            count(*) FILTER (opposing_starter_throws = 'L') OVER so_far AS games_vs_l,
            count(*) FILTER (opposing_starter_throws = 'R') OVER so_far AS games_vs_r
        FROM club_game
        WINDOW so_far AS (
            PARTITION BY season, club, manager_id ORDER BY moment
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    in_window AS (
        SELECT
            player.season, player.club, player.player_id, player.player_name, player.manager_id,
            until.games - coalesce(before.games, 0) AS window_games,
            until.games_vs_l - coalesce(before.games_vs_l, 0) AS window_games_vs_l,
            until.games_vs_r - coalesce(before.games_vs_r, 0) AS window_games_vs_r
        FROM (FROM player JOIN tenure USING (season, club)) AS player
        ASOF JOIN run_by AS until
            ON until.season = player.season AND until.club = player.club
            AND until.manager_id = player.manager_id AND until.moment <= player.last_moment
        ASOF LEFT JOIN run_by AS before
            ON before.season = player.season AND before.club = player.club
            AND before.manager_id = player.manager_id AND before.moment < player.first_moment
        WHERE window_games > 0
    )
    SELECT
        manager_id, manager_name, season, club, player_id, in_window.player_name,
        club_games, club_games_vs_l, club_games_vs_r,
        club_games - club_games_vs_l - club_games_vs_r AS club_games_unknown_hand,
        coalesce(lineup_starts, 0) AS lineup_starts,
        coalesce(lineup_starts_vs_l, 0) AS lineup_starts_vs_l,
        coalesce(lineup_starts_vs_r, 0) AS lineup_starts_vs_r,
        coalesce(pitching_starts, 0) AS pitching_starts,
        mean_slot,
        window_games, window_games_vs_l, window_games_vs_r
    FROM in_window
    JOIN tenure USING (season, club, manager_id)
    LEFT JOIN batting USING (season, club, player_id, manager_id)
    LEFT JOIN pitching USING (season, club, player_id, manager_id)
) TO '{out}/player_usage.parquet' (COMPRESSION zstd);
"""
