"""The reference's SQL for lineups, records by season and the use of players; `duckdb_reference` fills in the braces."""

START = """
SELECT
    rowid AS game_row, game_id, season, moment, {us}_club AS club, {us}_manager_id AS manager_id,
    {them}_throws AS opposing_hand,
    {slot} AS slot, {us}_{slot}_id AS player_id, {us}_{slot}_name AS player_name, {us}_{slot}_position AS position
FROM log
WHERE {us}_{slot}_id IS NOT NULL
"""

LINEUP = """
COPY (
    SELECT
        game_id, season::INTEGER AS season, club, slot, player_id, person_id AS player_person_id,
        coalesce(identity.name, player_name) AS player_name, position::INTEGER AS position
    FROM start JOIN identity ON retro_id = player_id
) TO '{out}/lineup.parquet' ({parquet});
"""

# A person's name in a season is the one in the Register, Lahman or Skipper's list of spellings, else the spelling that
# its log has most often; of equals, the first by game and field. So the starts in `used` are counted by spelling too.
USED = """
CREATE TABLE used AS
SELECT
    manager_id, season, club, player_id, player_name, slot, position, opposing_hand,
    count(*) AS starts, min(moment) AS first_moment, max(moment) AS last_moment, min(game_row) AS first_row
FROM start
GROUP BY ALL;

CREATE TABLE spelling AS
SELECT season, id, name, sum(times)::BIGINT AS times, min(seen) AS seen
FROM (
    SELECT season, manager_id AS id, manager_name AS name, count(*) AS times, min(game_row) * 11 AS seen
    FROM club_game
    GROUP BY ALL
    UNION ALL
    SELECT season, starting_pitcher_id, starting_pitcher_name, count(*), min(game_row) * 11 + 1
    FROM club_game
    GROUP BY ALL
    UNION ALL
    SELECT season, player_id, player_name, sum(starts), min(first_row * 11 + 1 + slot)
    FROM used
    GROUP BY ALL
)
WHERE id IS NOT NULL
GROUP BY season, id, name;

CREATE TABLE named AS
SELECT season, id, coalesce(any_value(identity.name), arg_max(spelling.name, (times, -seen))) AS name
FROM spelling LEFT JOIN identity ON retro_id = id
GROUP BY season, id;
"""

MANAGER_SEASON = """
COPY (
    WITH game_of AS (
        SELECT 'managed' AS rule, manager_id, false AS is_inferred, * EXCLUDE (manager_id, credited_manager_id)
        FROM club_game
        UNION ALL
        SELECT
            'credited' AS rule, credited_manager_id, crediting = 'inferred',
            * EXCLUDE (manager_id, credited_manager_id)
        FROM club_game
    ),
    tally AS (
        SELECT
            manager_id, season, club, rule,
            count(*)::INTEGER AS games,
            count(*) FILTER (result = 'W')::INTEGER AS wins,
            count(*) FILTER (result = 'L')::INTEGER AS losses,
            count(*) FILTER (result = 'T')::INTEGER AS ties,
            count(*) FILTER (result = 'N')::INTEGER AS no_decisions,
            coalesce(sum(runs_for) FILTER (decided_by = 'play'), 0)::INTEGER AS runs_for,
            coalesce(sum(runs_against) FILTER (decided_by = 'play'), 0)::INTEGER AS runs_against,
            count(*) FILTER (result = 'W' AND is_home)::INTEGER AS home_wins,
            count(*) FILTER (result = 'L' AND is_home)::INTEGER AS home_losses,
            count(*) FILTER (result = 'W' AND NOT is_home)::INTEGER AS road_wins,
            count(*) FILTER (result = 'L' AND NOT is_home)::INTEGER AS road_losses,
            count(*) FILTER (result = 'W' AND decided_by = 'play' AND margin = 1)::INTEGER AS one_run_wins,
            count(*) FILTER (result = 'L' AND decided_by = 'play' AND margin = -1)::INTEGER AS one_run_losses,
            count(*) FILTER (decided_by = 'play' AND result IN ('W', 'L'))::INTEGER AS play_decisions,
            count(*) FILTER (is_inferred)::INTEGER AS inferred_games,
            min(date) AS first_game,
            max(date) AS last_game,
            max(moment) AS last_moment
        FROM (SELECT *, runs_for - runs_against AS margin FROM game_of)
        WHERE manager_id IS NOT NULL
        GROUP BY manager_id, season, club, rule
    ),
    club_end AS (SELECT season, club, max(moment) AS last_moment FROM club_game GROUP BY season, club),
    series_year AS (SELECT DISTINCT yearID::SMALLINT AS season FROM series)
    SELECT
        manager_id, person_id AS manager_person_id, coalesce(named.name, identity.name) AS manager_name,
        tally.season::INTEGER AS season, club, club.level,
        if(club.level = 'MLB', club.name, NULL) AS organization, rule,
        games, wins, losses, ties, no_decisions,
        wins / nullif(wins + losses, 0) AS win_pct,
        runs_for, runs_against,
        play_decisions * runs_for ** 1.83 / nullif(runs_for ** 1.83 + runs_against ** 1.83, 0)
            AS pythagorean_wins,
        home_wins, home_losses, road_wins, road_losses, one_run_wins, one_run_losses,
        play_decisions, inferred_games,
        team.finish,
        if(series_year.season IS NULL, NULL,
           coalesce(team.in_series, false) AND tally.last_moment = club_end.last_moment) AS postseason,
        first_game, last_game
    FROM tally
    JOIN identity ON retro_id = manager_id
    JOIN club_end USING (season, club)
    JOIN club USING (season, club)
    LEFT JOIN team USING (season, club)
    LEFT JOIN series_year USING (season)
    LEFT JOIN named ON named.season = tally.season AND named.id = manager_id
) TO '{out}/manager_season.parquet' ({parquet});
"""

LINEUP_USAGE = """
COPY (
    SELECT
        manager_id, manager.person_id AS manager_person_id, usage.season::INTEGER AS season, club,
        player_id, player.person_id AS player_person_id, named.name AS player_name,
        slot, position::INTEGER AS position, opposing_hand, starts
    FROM (
        SELECT
            manager_id, season, club, player_id, slot, position, opposing_hand, sum(starts)::INTEGER AS starts
        FROM used
        WHERE manager_id IS NOT NULL
        GROUP BY ALL
    ) AS usage
    JOIN identity AS manager ON manager.retro_id = manager_id
    JOIN identity AS player ON player.retro_id = player_id
    LEFT JOIN named ON named.season = usage.season AND named.id = player_id
) TO '{out}/lineup_usage.parquet' ({parquet});
"""

# A player's window holds every start of his, so a manager has a row for each player in whose window he ran a
# game: nobody else can have a start to count. The games he ran in it are those he had run by its last moment,
# less those he had run before its first.
PLAYER_USAGE = """
COPY (
    WITH tenure AS (
        SELECT
            season, club, manager_id,
            count(*) AS club_games,
            count(*) FILTER (opposing_starter_throws = 'L') AS club_games_vs_l,
            count(*) FILTER (opposing_starter_throws = 'R') AS club_games_vs_r,
            count(*) FILTER (lineup_size > 0) AS club_games_with_lineup
        FROM club_game
        GROUP BY season, club, manager_id
    ),
    batting AS (
        SELECT
            season, club, player_id, manager_id,
            sum(starts) AS lineup_starts,
            coalesce(sum(starts) FILTER (opposing_hand = 'L'), 0) AS lineup_starts_vs_l,
            coalesce(sum(starts) FILTER (opposing_hand = 'R'), 0) AS lineup_starts_vs_r,
            sum(slot * starts) / sum(starts) AS mean_slot,
            min(first_moment) AS first_moment,
            max(last_moment) AS last_moment
        FROM used
        GROUP BY season, club, player_id, manager_id
    ),
    pitching AS (
        SELECT
            season, club, starting_pitcher_id AS player_id, manager_id,
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
            player.season, player.club, player.player_id, player.manager_id,
            player.first_moment, player.last_moment,
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
        manager_id, manager.person_id AS manager_person_id, manager_named.name AS manager_name,
        in_window.season::INTEGER AS season, club,
        player_id, player.person_id AS player_person_id, player_named.name AS player_name,
        club_games::INTEGER AS club_games,
        club_games_vs_l::INTEGER AS club_games_vs_l,
        club_games_vs_r::INTEGER AS club_games_vs_r,
        (club_games - club_games_vs_l - club_games_vs_r)::INTEGER AS club_games_unknown_hand,
        club_games_with_lineup::INTEGER AS club_games_with_lineup,
        coalesce(lineup_starts, 0)::INTEGER AS lineup_starts,
        coalesce(lineup_starts_vs_l, 0)::INTEGER AS lineup_starts_vs_l,
        coalesce(lineup_starts_vs_r, 0)::INTEGER AS lineup_starts_vs_r,
        coalesce(pitching_starts, 0)::INTEGER AS pitching_starts,
        mean_slot,
        window_games::INTEGER AS window_games,
        window_games_vs_l::INTEGER AS window_games_vs_l,
        window_games_vs_r::INTEGER AS window_games_vs_r,
        DATE '1800-01-01' + in_window.first_moment // 1000 AS window_first,
        DATE '1800-01-01' + in_window.last_moment // 1000 AS window_last
    FROM in_window
    JOIN tenure USING (season, club, manager_id)
    JOIN identity AS manager ON manager.retro_id = manager_id
    JOIN identity AS player ON player.retro_id = player_id
    LEFT JOIN named AS manager_named ON manager_named.season = in_window.season AND manager_named.id = manager_id
    LEFT JOIN named AS player_named ON player_named.season = in_window.season AND player_named.id = player_id
    LEFT JOIN batting USING (season, club, player_id, manager_id)
    LEFT JOIN pitching USING (season, club, player_id, manager_id)
) TO '{out}/player_usage.parquet' ({parquet});
"""
