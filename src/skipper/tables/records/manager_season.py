"""Table `manager_season`: each manager's record with a club in a season, under each crediting rule."""

from __future__ import annotations

from skipper.definitions.columns import MANAGER, SHARED
from skipper.definitions.records import PYTHAGOREAN_EXPONENT, RECORD, SUMMED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="manager_season",
    grain="one row per manager, season, club and rule",
    key=("manager_id", "season", "club", "rule"),
    small=True,
    sources="club_game, regular season; finish and postseason from Lahman Teams and SeriesPost, else postseason "
    "games; official records of the minors from listed_manager",
    notes=f"The Pythagorean exponent is {PYTHAGOREAN_EXPONENT}.",
    columns=pick(
        SHARED,
        *MANAGER,
        "season",
        "club",
        "level",
        Column(
            "organization",
            "string",
            "the major-league organization: the club itself in the majors; null if unknown",
        ),
        "rule",
        *RECORD,
        Column(
            "play_decisions",
            "int",
            "wins and losses decided by play, the games used for pythagorean_wins",
            required=True,
        ),
        Column(
            "inferred_games",
            "int",
            "credited games whose crediting is inferred; 0 under the managed rule",
            required=True,
        ),
        Column(
            "doubted_games",
            "int",
            "games on whose manager the source and the record book contradict each other (manager_doubt in club_game)",
            required=True,
        ),
        Column(
            "finish",
            "int",
            "the club's final place in its league, or in its division once divisions exist, from Lahman Teams "
            "(in 1981, over both halves); if its own wins and losses contradict the place, the place in the games of "
            "the lake, provided that they are complete; null if absent there",
        ),
        Column(
            "postseason",
            "boolean",
            "whether the club went to the postseason (by Lahman SeriesPost, or by its postseason games in the lake) "
            "and the manager had its last regular-season game; null if Lahman lacks that season's series, or the club",
        ),
        Column(
            "postseason_wins",
            "int",
            "games that the club won in its postseason series according to Lahman SeriesPost, if `postseason` is "
            "true; 0 if it is false; if Lahman does not cover the club or has no series of it, postseason games in the "
            "lake that the manager ran and won; null if there are none",
        ),
        Column("postseason_losses", "int", "games lost, counted in the same way"),
        Column(
            "postseason_ties",
            "int",
            "games tied, counted in the same way; ties that SeriesPost omits (1907, 1912 and 1922) come from the "
            "games, if the lake has all games of the series",
        ),
        Column(
            "series_won",
            "int",
            "postseason series won according to Lahman SeriesPost; null if it does not cover the club",
        ),
        Column(
            "series_lost",
            "int",
            "postseason series lost according to Lahman SeriesPost; null if it does not cover the club",
        ),
        Column(
            "official_wins",
            "int",
            "the manager's wins with the club that season, according to the page cited in listed_manager; null if "
            "there is no such row, or if the page gives no wins",
        ),
        Column(
            "official_losses",
            "int",
            "losses according to that page; null if there is no row, or if the page gives no losses",
        ),
        Column("official_source", "string", "address of the page; null if official_wins is null"),
        Column("first_game", "date", "the manager's first game of the season with the club", required=True),
        Column("last_game", "date", "the manager's last game of the season with the club", required=True),
    ),
    checks=(
        Check(
            "manager_season: games are wins, losses, ties and no-decisions",
            "SELECT manager_id, season, club, rule FROM manager_season "
            "WHERE games <> wins + losses + ties + no_decisions",
            "a record's games differ from the sum of its wins, losses, ties and no-decisions",
        ),
        Check(
            "manager_season: records equal the sum over club_game",
            "WITH by_game AS (SELECT unnest(['managed', 'credited']) AS rule, "
            "unnest([manager_id, credited_manager_id]) AS manager_id, season, club, result, is_home, "
            "decided_by = 'play' AS by_play, runs_for, runs_against FROM club_game WHERE game_type = 'regular'), "
            "summed AS (SELECT rule, manager_id, season, club, count(*) AS games, "
            "count(*) FILTER (result = 'W') AS wins, count(*) FILTER (result = 'L') AS losses, "
            "count(*) FILTER (result = 'T') AS ties, count(*) FILTER (result = 'N') AS no_decisions, "
            "coalesce(sum(runs_for) FILTER (by_play), 0) AS runs_for, "
            "coalesce(sum(runs_against) FILTER (by_play), 0) AS runs_against, "
            "count(*) FILTER (result = 'W' AND is_home) AS home_wins, "
            "count(*) FILTER (result = 'L' AND is_home) AS home_losses, "
            "count(*) FILTER (result = 'W' AND NOT is_home) AS road_wins, "
            "count(*) FILTER (result = 'L' AND NOT is_home) AS road_losses, "
            "count(*) FILTER (result = 'W' AND by_play AND runs_for = runs_against + 1) AS one_run_wins, "
            "count(*) FILTER (result = 'L' AND by_play AND runs_against = runs_for + 1) AS one_run_losses "
            "FROM by_game WHERE manager_id IS NOT NULL GROUP BY ALL), "
            "found AS (SELECT rule, manager_id, season, club, games, wins, losses, ties, no_decisions, runs_for, "
            "runs_against, home_wins, home_losses, road_wins, road_losses, one_run_wins, one_run_losses "
            "FROM manager_season) "
            "(FROM summed EXCEPT FROM found) UNION ALL (FROM found EXCEPT FROM summed)",
            "a record differs from the sum of the manager's games",
        ),
    ),
)

# Group first by manager who ran the games and credited manager; each rule then sums these few rows.
SQL = f"""
WITH pair AS (
    SELECT
        season, club, manager_id, manager_person_id, credited_manager_id, credited_manager_person_id, crediting,
        {", ".join(f"{sql} AS {name}" for name, sql in SUMMED.items())},
        min(date) AS first_game, max(date) AS last_game, max(played) AS last_played
    FROM regular_club_game GROUP BY ALL
),
ruled AS (
    SELECT
        'managed' AS rule, 0 AS inferred_games,
        * EXCLUDE (credited_manager_id, credited_manager_person_id, crediting)
    FROM pair
    UNION ALL BY NAME
    SELECT
        'credited' AS rule, CASE WHEN crediting = 'inferred' THEN games ELSE 0 END AS inferred_games,
        credited_manager_id AS manager_id, credited_manager_person_id AS manager_person_id,
        * EXCLUDE (manager_id, manager_person_id, credited_manager_id, credited_manager_person_id, crediting)
    FROM pair
),
record AS (
    SELECT
        manager_id, manager_person_id, season, club, rule,
        {", ".join(f"sum({name}) AS {name}" for name in (*SUMMED, "inferred_games"))},
        min(first_game) AS first_game, max(last_game) AS last_game, max(last_played) AS last_played
    FROM ruled WHERE manager_id IS NOT NULL GROUP BY ALL
),
series AS (
    SELECT
        season, lahman_club, sum(wins) AS series_wins, sum(losses) AS series_losses, sum(ties) AS series_ties,
        sum(won) AS series_won, count(*) - sum(won) AS series_lost
    FROM (
        SELECT season, winner AS lahman_club, wins, losses, ties, 1 AS won FROM lahman_series_post
        UNION ALL
        SELECT season, loser, losses, wins, ties, 0 FROM lahman_series_post
    ) GROUP BY season, lahman_club
),
october AS (
    SELECT
        rule, season, club, manager_id, count(*) FILTER (result = 'W') AS played_wins,
        count(*) FILTER (result = 'L') AS played_losses, count(*) FILTER (result = 'T') AS played_ties
    FROM (
        SELECT
            season, club, result, unnest(['managed', 'credited']) AS rule,
            unnest([manager_id, credited_manager_id]) AS manager_id
        FROM club_game WHERE game_type = 'postseason'
    ) GROUP BY ALL
),
series_season AS (SELECT DISTINCT season FROM lahman_series_post)
SELECT
    * EXCLUDE (
        series_wins, series_losses, series_ties, series_won, series_lost, played_wins, played_losses, played_ties
    ),
    CASE
        WHEN postseason THEN coalesce(series_wins, played_wins) WHEN NOT postseason THEN 0 ELSE played_wins
    END AS postseason_wins,
    CASE
        WHEN postseason THEN coalesce(series_losses, played_losses) WHEN NOT postseason THEN 0 ELSE played_losses
    END AS postseason_losses,
    CASE
        WHEN postseason AND played_wins = series_wins AND played_losses = series_losses
        THEN greatest(coalesce(series_ties, 0), played_ties)
        WHEN postseason THEN coalesce(series_ties, played_ties)
        WHEN NOT postseason THEN 0
        ELSE played_ties
    END AS postseason_ties,
    CASE WHEN postseason THEN series_won WHEN NOT postseason THEN 0 END AS series_won,
    CASE WHEN postseason THEN series_lost WHEN NOT postseason THEN 0 END AS series_lost
FROM (
SELECT
    r.*, coalesce(n.name, p.name) AS manager_name, c.level,
    c.organization,
    coalesce(f.finish, t.finish) AS finish, o.official_wins, o.official_losses, o.official_source,
    wins / nullif(wins + losses, 0) AS win_pct,
    play_decisions * (
        runs_for ** {PYTHAGOREAN_EXPONENT}
        / nullif(runs_for ** {PYTHAGOREAN_EXPONENT} + runs_against ** {PYTHAGOREAN_EXPONENT}, 0)
    ) AS pythagorean_wins,
    CASE
        WHEN y.season IS NOT NULL AND c.lahman_club IS NOT NULL
        THEN (s.lahman_club IS NOT NULL OR k.club IS NOT NULL)
            AND last_played = max(last_played) OVER (PARTITION BY r.season, r.club)
    END AS postseason,
    s.* EXCLUDE (season, lahman_club), g.* EXCLUDE (rule, season, club, manager_id)
FROM record AS r
LEFT JOIN club AS c ON c.season = r.season AND c.club = r.club
LEFT JOIN (SELECT season, club, finish FROM lahman_teams) AS t ON t.season = r.season AND t.club = r.club
LEFT JOIN (SELECT season, club, finish FROM club_finish) AS f ON f.season = r.season AND f.club = r.club
LEFT JOIN (
    SELECT
        season, club, manager_id, wins AS official_wins, losses AS official_losses, source AS official_source
    FROM official_record
) AS o ON o.season = r.season AND o.club = r.club AND o.manager_id = r.manager_id
LEFT JOIN series_season AS y ON y.season = r.season
LEFT JOIN series AS s ON s.season = r.season AND s.lahman_club = c.lahman_club
LEFT JOIN (SELECT DISTINCT season, club FROM october) AS k ON k.season = r.season AND k.club = r.club
LEFT JOIN october AS g
    ON g.rule = r.rule AND g.season = r.season AND g.club = r.club AND g.manager_id = r.manager_id
LEFT JOIN season_name AS n ON n.season = r.season AND n.source_id = r.manager_id
LEFT JOIN season_person AS p ON p.source_id = r.manager_id
)
"""
