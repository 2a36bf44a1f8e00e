"""The reference's SQL for `game`, `club_game`, `club` and `exception`; `duckdb_reference` fills in the braces."""

RECORD_BOOK = """
CREATE TABLE major_league AS
FROM (VALUES
    ('NA', 1871, 1875), ('NL', 1876, 9999), ('AA', 1882, 1891), ('UA', 1884, 1884), ('PL', 1890, 1890),
    ('AL', 1901, 9999), ('FL', 1914, 1915)
) AS league(league, first_season, last_season);

CREATE TABLE series AS
SELECT yearID, unnest([teamIDwinner, teamIDloser]) AS teamID
FROM read_csv('{lahman}/SeriesPost.csv', all_varchar = true, {csv});

CREATE TABLE team AS
SELECT
    yearID,
    teamID,
    yearID::SMALLINT AS season,
    teamIDretro AS club,
    name,
    G::INTEGER AS games_expected,
    Rank::INTEGER AS finish,
    (yearID, teamID) IN (SELECT (yearID, teamID) FROM series) AS in_series
FROM read_csv('{lahman}/Teams.csv', all_varchar = true, {csv});

-- One row per man appointed at a club in a season. W, L and G are never read.
CREATE TABLE appointed AS
SELECT DISTINCT team.season, team.club, playerID AS lahman_id, lahman.retro_id AS manager_id
FROM read_csv('{lahman}/Managers.csv', all_varchar = true, {csv}) AS managers
JOIN team USING (yearID, teamID)
LEFT JOIN lahman ON lahman.lahman_id = managers.playerID;
"""

# The table keeps the order of the files, so `rowid` gives the line. `moment` orders a club's games: by date, then by
# game number as text.
LOG = """
SET preserve_insertion_order = true;

CREATE TABLE log AS
SELECT
    {names},
    filename,
    home_club || strftime(date, '%Y%m%d') || game_number AS game_id,
    year(date)::SMALLINT AS season,
    (date - DATE '1800-01-01')::INTEGER * 1000 + unicode(game_number) AS moment,
    NULL::VARCHAR AS visitor_throws,
    NULL::VARCHAR AS home_throws
FROM read_csv(
    {files}, columns = {columns}, header = false, auto_detect = false, filename = true,
    delim = ',', quote = '"', escape = '"', dateformat = '%Y%m%d'
);

SET preserve_insertion_order = false;

-- Not joined above: a join does not keep the order.
UPDATE log SET visitor_throws = throws FROM identity WHERE retro_id = visitor_pitcher_id;
UPDATE log SET home_throws = throws FROM identity WHERE retro_id = home_pitcher_id;
"""

# Each inning is one character of the line score, or a number in parentheses. An attendance of 0 is a count only in
# single games since 2015.
GAME = """
CREATE TABLE place AS
SELECT game_id, filename[{prefix} + 1:] AS source_file, log.rowid - first_row + 1 AS source_line
FROM log JOIN (SELECT filename, min(rowid) AS first_row FROM log GROUP BY filename) USING (filename);

COPY (
    SELECT
        game_id, 'retrosheet_gamelog' AS source, source_file, source_line,
        season::INTEGER AS season, date, game_number, 'regular' AS game_type,
        if(league IS NULL, NULL, 'MLB') AS level,
        home_league, visitor_league, home_club, visitor_club,
        home_score::INTEGER AS home_score, visitor_score::INTEGER AS visitor_score,
        outs_played::INTEGER AS outs_played,
        coalesce(
            greatest(
                length(regexp_replace(visitor_line, '\\(\\d+\\)', '0', 'g')),
                length(regexp_replace(home_line, '\\(\\d+\\)', '0', 'g'))),
            ceil(outs_played / 6)
        )::INTEGER AS innings,
        NULL::INTEGER AS scheduled_innings,
        forfeit, protest,
        strptime(completion[:8], '%Y%m%d')::DATE AS completed_on,
        park_id,
        if(attendance > 0 OR (attendance = 0 AND game_number = '0' AND season >= 2015), attendance, NULL)
            AS attendance,
        duration_minutes::INTEGER AS duration_minutes
    FROM log
    JOIN place USING (game_id)
    LEFT JOIN major_league ON league = home_league AND season BETWEEN first_season AND last_season
) TO '{out}/game.parquet' ({parquet});
"""

SIDE = """
SELECT
    rowid AS game_row, game_id, season, date, game_number, moment,
    {us}_league AS league, {us}_club AS club, {them}_club AS opponent, '{us}' = 'home' AS is_home,
    {us}_manager_id AS manager_id,
    CASE WHEN {us}_manager_id IS NOT NULL THEN {us}_manager_name END AS manager_name,
    {us}_score::INTEGER AS runs_for, {them}_score::INTEGER AS runs_against,
    CASE WHEN forfeit = 'T' THEN 'N'
         WHEN forfeit IN ('V', 'H') THEN if(forfeit = upper('{us}'[1]), 'W', 'L')
         WHEN {us}_score > {them}_score THEN 'W'
         WHEN {us}_score < {them}_score THEN 'L'
         WHEN {us}_score = {them}_score THEN 'T' END AS result,
    CASE WHEN forfeit = 'T' THEN 'none'
         WHEN forfeit IN ('V', 'H') THEN 'forfeit'
         ELSE 'play' END AS decided_by,
    {us}_pitcher_id AS starting_pitcher_id, {us}_pitcher_name AS starting_pitcher_name,
    {them}_pitcher_id AS opposing_starter_id, {them}_throws AS opposing_starter_throws,
    protest,
    {size} AS lineup_size
FROM log
"""

# Only those club-seasons are looked at where a man ran a game whom Lahman does not list, or cannot name, or
# where nobody knows who ran it. Their games are credited
#   by list: to the listed man who ran the game or else the last one before it, or else the next one after it,
#     or else, where no listed man ran any, to the only one listed;
#   by run, where the list cannot say: a run of games by another man, followed at once by the return of the
#     man in charge, is credited to the absent man; the man of any other run takes charge.
CREDIT = """
CREATE TABLE credit AS
WITH RECURSIVE list AS (
    SELECT
        season, club,
        bool_and(manager_id IS NOT NULL) AS all_known,
        if(count(*) = 1, any_value(manager_id), NULL) AS only_man
    FROM appointed
    GROUP BY season, club
),
in_doubt AS (
    SELECT season, club FROM side ANTI JOIN appointed USING (season, club, manager_id)
    UNION
    SELECT season, club FROM list WHERE NOT all_known
),
doubtful AS (
    SELECT
        season, club, moment, side.manager_id, only_man,
        if(all_known, appointed.manager_id, NULL) AS listed_id
    FROM side
    SEMI JOIN in_doubt USING (season, club)
    LEFT JOIN list USING (season, club)
    LEFT JOIN appointed USING (season, club, manager_id)
),
by_list AS (
    SELECT
        season, club, moment, manager_id, only_man,
        coalesce(
            last_value(listed_id IGNORE NULLS) OVER (
                PARTITION BY season, club ORDER BY moment
                ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW),
            first_value(listed_id IGNORE NULLS) OVER (
                PARTITION BY season, club ORDER BY moment
                ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING),
            only_man
        ) AS listed_man
    FROM doubtful
),
run AS (
    SELECT
        season, club, moment, manager_id,
        row_number() OVER in_order AS number,
        lead(manager_id) OVER in_order AS next_manager_id
    FROM (
        SELECT season, club, moment, manager_id
        FROM by_list
        WHERE listed_man IS NULL AND manager_id IS NOT NULL
        QUALIFY manager_id IS DISTINCT FROM
            lag(manager_id) OVER (PARTITION BY season, club ORDER BY moment)
    )
    WINDOW in_order AS (PARTITION BY season, club ORDER BY moment)
),
charge AS (
    SELECT season, club, moment, number, manager_id AS in_charge FROM run WHERE number = 1
    UNION ALL
    SELECT
        run.season, run.club, run.moment, run.number,
        if(run.next_manager_id = in_charge, in_charge, run.manager_id)
    FROM charge JOIN run
        ON run.season = charge.season AND run.club = charge.club AND run.number = charge.number + 1
),
credited AS (
    SELECT
        by_list.season, by_list.club, by_list.moment, manager_id, listed_man,
        CASE WHEN manager_id IS NULL THEN only_man ELSE coalesce(listed_man, in_charge) END
            AS credited_manager_id
    FROM by_list ASOF LEFT JOIN charge
        ON charge.season = by_list.season AND charge.club = by_list.club AND charge.moment <= by_list.moment
)
SELECT
    season, club, moment, credited_manager_id,
    CASE WHEN credited_manager_id IS NULL THEN NULL
         WHEN listed_man IS NULL THEN 'inferred'
         WHEN credited_manager_id = manager_id THEN 'appointed'
         ELSE 'acting' END AS crediting
FROM credited;
"""

CLUB_GAME = """
CREATE TABLE club_game AS
SELECT
    side.*,
    if(credit.moment IS NULL, manager_id, credit.credited_manager_id) AS credited_manager_id,
    if(credit.moment IS NULL, 'appointed', credit.crediting) AS crediting,
    if(major_league.league IS NULL, NULL, 'MLB') AS level
FROM side
LEFT JOIN credit USING (season, club, moment)
LEFT JOIN major_league ON major_league.league = side.league AND season BETWEEN first_season AND last_season;
"""

COPY_CLUB_GAME = """
COPY (
    SELECT
        game_id, season::INTEGER AS season, date, game_number, 'regular' AS game_type, level,
        league, club, opponent, is_home,
        manager_id, manager.person_id AS manager_person_id,
        coalesce(manager.name, manager_name) AS manager_name,
        credited_manager_id, credited.person_id AS credited_manager_person_id, crediting,
        runs_for, runs_against, result, decided_by,
        starting_pitcher_id, pitcher.person_id AS starting_pitcher_person_id,
        opposing_starter_id, opposing_starter_throws,
        protest, lineup_size > 0 AS has_lineup
    FROM club_game
    LEFT JOIN identity AS manager ON manager.retro_id = manager_id
    LEFT JOIN identity AS credited ON credited.retro_id = credited_manager_id
    LEFT JOIN identity AS pitcher ON pitcher.retro_id = starting_pitcher_id
) TO '{out}/club_game.parquet' ({parquet});
"""

CLUB = """
CREATE TABLE club AS
SELECT season::INTEGER AS season, club, name, league, level, if(level = 'MLB', name, NULL) AS organization,
    teamID AS lahman_club, games_present, games_expected
FROM (
    SELECT season, club, min(league) AS league, min(level) AS level,
        count(*)::INTEGER AS games_present
    FROM club_game GROUP BY season, club
)
LEFT JOIN team USING (season, club);

COPY club TO '{out}/club.parquet' ({parquet});
"""

EXCEPTION = """
COPY (
    WITH odd AS (
        SELECT 'eight_men' AS kind, 'the lineup has 8 men' AS evidence, * FROM club_game WHERE lineup_size = 8
        UNION ALL
        SELECT 'no_starting_pitcher', 'a lineup without a starting pitcher', *
        FROM club_game
        WHERE lineup_size > 0 AND starting_pitcher_id IS NULL
        UNION ALL
        SELECT 'forfeit_against_score', 'lost by forfeit when leading ' || runs_for || '-' || runs_against, *
        FROM club_game
        WHERE decided_by = 'forfeit' AND result = 'L' AND runs_for > runs_against
    )
    SELECT
        kind, 'retrosheet_gamelog' AS source, season::INTEGER AS season, game_id, club, evidence,
        source_file, source_line
    FROM odd JOIN place USING (game_id)
) TO '{out}/exception.parquet' ({parquet});
"""
