"""Table `stint`: a person's consecutive seasons with a club in one role, with their source."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

TABLE = Table(
    name="stint",
    grain="one row per person, role, club and run of consecutive seasons",
    key=("person_id", "role", "club", "first_season", "source"),
    by_season=False,
    sources="manager_season (rule managed) and player_usage",
    notes=(
        "A season missing from the lake ends a run, because nothing is known about that season. Players' stints come "
        "from starts, so a player who only came off the bench has none. Stints from stored reports are in "
        "`reported_stint`."
    ),
    columns=(
        Column("person_id", "string", "who", required=True),
        Column("person_name", "string", "the person's name in the games; null if they give none"),
        Column("role", "string", "manager or player", required=True),
        Column("club", "string", "the club's code", required=True),
        Column("club_name", "string", "the club's name in the run's last season; null if unknown"),
        Column(
            "organization",
            "string",
            "the club's major-league organization in the run's last season; null if unknown",
        ),
        Column("league", "string", "the club's league in the run's last season; null if unknown"),
        Column("level", "string", "that league's level; null if unknown"),
        Column("first_season", "int", "first season of the run", required=True),
        Column("last_season", "int", "last season of the run", required=True),
        Column(
            "games",
            "int",
            "games managed; for players, the greater of lineup starts and pitching starts",
            required=True,
        ),
        Column("source", "string", "manager_season or player_usage", required=True),
    ),
    checks=(
        Check(
            "stint: no stint ends before it begins",
            "SELECT person_name, role, club, first_season FROM stint WHERE first_season > last_season",
            "a stint ends before it begins",
        ),
    ),
)

# A pitcher who bats has both a lineup start and a pitching start in one game. For consecutive seasons, the season
# minus its row number in the person's list is constant; that difference identifies the run.
SQL = """
WITH served AS (
    SELECT
        manager_person_id AS person_id, manager_name AS person_name, 'manager' AS role, 'manager_season' AS source,
        season, club, games
    FROM manager_season WHERE rule = 'managed'
    UNION ALL
    SELECT
        player_person_id AS person_id, player_name AS person_name, 'player' AS role, 'player_usage' AS source,
        season, club, greatest(lineup_starts, pitching_starts) AS games
    FROM player_usage
),
of_season AS (
    SELECT person_id, role, club, source, season, max(person_name) AS person_name, sum(games) AS games
    FROM served WHERE games > 0 GROUP BY person_id, role, club, source, season
),
placed AS (
    SELECT *, season - row_number() OVER (PARTITION BY person_id, role, club ORDER BY season) AS run FROM of_season
),
named AS (
    SELECT p.*, c.name AS club_name, c.league, c.level, c.organization
    FROM placed AS p LEFT JOIN club AS c ON c.season = p.season AND c.club = p.club
),
joined AS (
    SELECT
        person_id, role, club, source, min(season) AS first_season, max(season) AS last_season, sum(games) AS games,
        max_by(person_name, season) AS person_name, max_by(club_name, season) AS club_name,
        max_by(league, season) AS league, max_by(level, season) AS level,
        max_by(organization, season) AS organization
    FROM named GROUP BY person_id, role, club, source, run
)
SELECT * FROM joined
"""
