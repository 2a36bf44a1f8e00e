"""Table `manager_career`: each manager's career, by level and in total, with its missing seasons."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.definitions.records import POSTSEASON, PYTHAGOREAN_EXPONENT, RECORD
from skipper.lake.contract import Check, Column, Table, pick
from skipper.tables.records.manager_season import TABLE as SEASON

TABLE = Table(
    name="manager_career",
    grain="one row per manager, level (or `all`) and rule",
    key=("manager_person_id", "level", "rule"),
    by_season=False,
    sources="manager_season; seasons managed from Lahman Managers and, in the minors, listed_manager",
    columns=pick(
        SHARED,
        "manager_person_id",
        "manager_id",
        "manager_name",
        Column("level", "string", "level, or `all` for the whole career", required=True),
        "rule",
        Column("seasons", "array<int>", "seasons in the lake, in order", required=True),
        Column("clubs", "array<string>", "club codes, in order of first season", required=True),
        Column(
            "seasons_missing",
            "array<int>",
            "seasons missing from the lake: those in Lahman's Managers or, for a manager not in it, those between two "
            "of the manager's seasons; for `all`, also those in listed_manager for which the lake has no game; empty "
            "if "
            "no season is known to be missing",
            required=True,
        ),
        Column(
            "missing_by",
            "string",
            "basis of seasons_missing: lahman; listed (listed_manager, and gaps between the manager's seasons); or "
            "gaps (the manager is in neither source, so only gaps between the manager's seasons are known)",
            required=True,
        ),
        *RECORD,
        Column(
            "play_decisions",
            "int",
            "wins and losses decided by play, the games used for pythagorean_wins",
            required=True,
        ),
        Column("inferred_games", "int", "credited games whose crediting is inferred", required=True),
        Column("doubted_games", "int", "games with a manager_doubt in club_game", required=True),
        Column("postseasons", "int", "number of seasons with postseason true; null if unknown for all seasons"),
        *(
            Column(
                name,
                "int",
                f"{name.replace('_', ' ')}, the sum over the seasons in which it is known; null if "
                "unknown for all seasons",
            )
            for name in POSTSEASON
        ),
        Column("first_game", "date", "date of the manager's first game in the lake", required=True),
        Column("last_game", "date", "date of the manager's last game in the lake", required=True),
    ),
    checks=(
        Check(
            "manager_career: careers equal the sum over manager_season",
            "WITH found AS (SELECT manager_person_id, rule, level, games, wins, losses, ties, no_decisions, runs_for, "
            "runs_against, home_wins, home_losses, road_wins, road_losses, one_run_wins, one_run_losses "
            "FROM manager_career), "
            "by_level AS (SELECT manager_person_id, rule, unnest([level, 'all']) AS level, games, wins, losses, ties, "
            "no_decisions, runs_for, runs_against, home_wins, home_losses, road_wins, road_losses, one_run_wins, "
            "one_run_losses FROM manager_season), "
            "summed AS (SELECT manager_person_id, rule, level, "
            "sum(columns(* EXCLUDE (manager_person_id, rule, level))) FROM by_level "
            "WHERE level IS NOT NULL GROUP BY manager_person_id, rule, level) "
            "(FROM summed EXCEPT FROM found) UNION ALL (FROM found EXCEPT FROM summed)",
            "a career differs from the sum of its seasons",
        ),
    ),
)

_SUMMED = (
    *(name for name in RECORD if name not in ("win_pct", "pythagorean_wins")),
    "play_decisions",
    "inferred_games",
    "doubted_games",
    *POSTSEASON,
)
_SCORED = f"power(runs_for, CAST({PYTHAGOREAN_EXPONENT} AS DOUBLE))"
_ALLOWED = f"power(runs_against, CAST({PYTHAGOREAN_EXPONENT} AS DOUBLE))"

# Seasons of unknown level count only in the row for `all`. A season that the record book lists is missing if the lake
# has no regular-season games of the manager's clubs, whatever postseasons and games of other clubs it has. At a level
# that the book does not cover, the missing seasons are those of which the lake has no games of that level, between the
# first and last season at it.
SQL = f"""
WITH by_level AS (
    SELECT * FROM manager_season WHERE level IS NOT NULL
    UNION ALL
    SELECT {{all_levels}} FROM manager_season
),
career AS (
    SELECT
        manager_person_id, level, rule, min(manager_id) AS manager_id,
        list_sort(list(DISTINCT season)) AS seasons,
        list(club ORDER BY season, first_game, club) AS club_of_season,
        {", ".join(f"CAST(sum({name}) AS INT) AS {name}" for name in _SUMMED)},
        CAST(sum(CAST(postseason AS INT)) AS INT) AS postseasons,
        min(first_game) AS first_game, max(last_game) AS last_game
    FROM by_level GROUP BY manager_person_id, level, rule
),
played AS (SELECT DISTINCT season, level FROM game WHERE game_type = 'regular'),
in_lake AS (SELECT coalesce(list(DISTINCT season), []) AS seasons_in_lake FROM played),
at_level AS (
    SELECT level AS of_level, list(DISTINCT season) AS seasons_at_level
    FROM played WHERE level IS NOT NULL GROUP BY level
),
own AS (
    SELECT manager_person_id, range(min(season), max(season) + 1) AS span, list(DISTINCT season) AS seasons_managed
    FROM manager_season GROUP BY 1
),
by_file AS (
    SELECT manager_person_id, list(DISTINCT season) AS seasons_by_file
    FROM listed_manager WHERE role IN ('manager', 'interim') GROUP BY 1
),
listed AS (
    SELECT m.manager_person_id, list(DISTINCT m.season) AS seasons_listed,
        coalesce(list(DISTINCT c.season) FILTER (c.season IS NOT NULL), []) AS seasons_of_clubs
    FROM season_managed AS m
    LEFT JOIN club AS c ON c.season = m.season AND c.club = m.club AND c.games_present > 0
    GROUP BY 1
),
lacking AS (
    SELECT
        own.manager_person_id,
        list_sort(coalesce(
            list_filter(seasons_listed, lambda season: NOT list_contains(seasons_of_clubs, season)),
            list_filter(span, lambda season: NOT list_contains(seasons_in_lake, season))
        )) AS missing,
        list_filter(seasons_by_file, lambda season: NOT list_contains(seasons_managed, season)) AS missing_by_file,
        CASE
            WHEN seasons_listed IS NOT NULL THEN 'lahman' WHEN seasons_by_file IS NOT NULL THEN 'listed' ELSE 'gaps'
        END AS missing_by
    FROM own
    LEFT JOIN listed ON listed.manager_person_id = own.manager_person_id
    LEFT JOIN by_file ON by_file.manager_person_id = own.manager_person_id
    CROSS JOIN in_lake
)
SELECT
    career.*, person.name AS manager_name, missing_by,
    list_filter(club_of_season, lambda club, place: list_position(club_of_season, club) = place) AS clubs,
    CASE
        WHEN level = 'all' AND missing_by_file IS NOT NULL THEN list_sort(list_distinct(missing || missing_by_file))
        WHEN level IN ('MLB', 'all') THEN missing
        ELSE list_filter(
            range(seasons[1], seasons[-1] + 1), lambda season: NOT list_contains(seasons_at_level, season)
        )
    END AS seasons_missing,
    wins / nullif(wins + losses, 0) AS win_pct,
    play_decisions * ({_SCORED} / nullif({_SCORED} + {_ALLOWED}, 0)) AS pythagorean_wins
FROM career
LEFT JOIN lacking ON lacking.manager_person_id = career.manager_person_id
LEFT JOIN at_level ON of_level = career.level
LEFT JOIN managing_person AS person ON person.person_id = career.manager_person_id
""".replace("{all_levels}", ", ".join("'all' AS level" if name == "level" else name for name in SEASON.column_names))
