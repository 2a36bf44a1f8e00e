"""The reference's SQL for the sources and `club_game`; `duckdb_reference` says what for and fills in the braces."""

LAHMAN = """
CREATE TABLE people AS
SELECT playerID AS lahman_id, retroID AS retro_id, throws, nameFirst || ' ' || nameLast AS name
FROM read_csv('{lahman}/People.csv', {csv});

CREATE TABLE series AS
SELECT yearID, unnest([teamIDwinner, teamIDloser]) AS teamID
FROM read_csv('{lahman}/SeriesPost.csv', {csv});

CREATE TABLE team AS
SELECT
    yearID,
    teamID,
    yearID::SMALLINT AS season,
    teamIDretro AS club,
    Rank::SMALLINT AS finish,
    (yearID, teamID) IN (SELECT (yearID, teamID) FROM series) AS in_series
FROM read_csv('{lahman}/Teams.csv', {csv});

-- One row per man appointed at a club in a season. W, L and G are never read.
CREATE TABLE appointed AS
SELECT DISTINCT team.season, team.club, playerID AS lahman_id, people.retro_id AS manager_id
FROM read_csv('{lahman}/Managers.csv', {csv}) AS managers
JOIN team USING (yearID, teamID)
LEFT JOIN people ON people.lahman_id = managers.playerID;
"""

# `moment` orders a club's games: by date, then by game number as text.
GAME = """
CREATE TABLE game AS
SELECT
    log.*,
    home_club || strftime(date, '%Y%m%d') || game_number AS game_id,
    year(date)::SMALLINT AS season,
    (date - DATE '1800-01-01')::INTEGER * 1000 + unicode(game_number) AS moment,
    visitor_pitcher.throws AS visitor_throws,
    home_pitcher.throws AS home_throws
FROM (
    SELECT {names}
    FROM read_csv(
        {files}, columns = {columns}, header = false, auto_detect = false,
        delim = ',', quote = '"', escape = '"', dateformat = '%Y%m%d'
    )
) AS log
LEFT JOIN people AS visitor_pitcher ON visitor_pitcher.retro_id = log.visitor_pitcher_id
LEFT JOIN people AS home_pitcher ON home_pitcher.retro_id = log.home_pitcher_id;
"""

SIDE = """
SELECT
    game_id, season, date, game_number, moment,
    {us}_league AS league, {us}_club AS club, {them}_club AS opponent, '{us}' = 'home' AS is_home,
    {us}_manager_id AS manager_id,
    CASE WHEN {us}_manager_id IS NOT NULL THEN {us}_manager_name END AS manager_name,
    {us}_score AS runs_for, {them}_score AS runs_against,
    CASE WHEN forfeit = 'T' THEN 'N'
         WHEN forfeit IN ('V', 'H') THEN if(forfeit = upper('{us}'[1]), 'W', 'L')
         WHEN {us}_score > {them}_score THEN 'W'
         WHEN {us}_score < {them}_score THEN 'L'
         WHEN {us}_score = {them}_score THEN 'T' END AS result,
    CASE WHEN forfeit = 'T' THEN 'none'
         WHEN forfeit IN ('V', 'H') THEN 'forfeit'
         ELSE 'play' END AS decided_by,
    {us}_pitcher_id AS starting_pitcher_id, {us}_pitcher_name AS starting_pitcher_name,
    {them}_pitcher_id AS opposing_starter_id, {them}_throws AS opposing_starter_throws
FROM game
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
)
SELECT
    by_list.season, by_list.club, by_list.moment,
    CASE WHEN manager_id IS NULL THEN only_man ELSE coalesce(listed_man, in_charge) END AS credited_manager_id
FROM by_list ASOF LEFT JOIN charge
    ON charge.season = by_list.season AND charge.club = by_list.club AND charge.moment <= by_list.moment;
"""

CLUB_GAME = """
CREATE TABLE club_game AS
SELECT
    side.*,
    if(credit.moment IS NULL, manager_id, credit.credited_manager_id) AS credited_manager_id
FROM side LEFT JOIN credit USING (season, club, moment);

COPY (
    SELECT
        game_id, season, date, game_number, 'regular' AS game_type, 'MLB' AS level,
        league, club, opponent, is_home, manager_id, manager_name, credited_manager_id,
        runs_for, runs_against, result, decided_by,
        starting_pitcher_id, opposing_starter_id, opposing_starter_throws
    FROM club_game
) TO '{out}/club_game.parquet' (COMPRESSION zstd);
"""
