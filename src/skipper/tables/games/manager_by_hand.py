"""The manager of each club-game according to the manager file, if the file names one manager for that day."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="manager_by_hand",
    grain="one row per club per game",
    notes="A page's club name is matched by place: `Brooklyn Cyclones` is the club of that league and season whose "
    "place starts the name. The longest place wins; a tie matches no club. A suspended manager is excluded only on "
    "days certainly within the suspension. Days with two listed managers, or with none for certain, have no row.",
    published=False,
)

SQL = r"""
WITH spelled AS (
    SELECT *, regexp_replace(lower(strip_accents(place)), '[^a-z0-9]', '', 'g') AS letters FROM named_club
),
matched AS (
    SELECT m.*, c.club, length(c.letters) AS letters,
        max(length(c.letters)) OVER (PARTITION BY m.season, m.league, m.club_name) AS longest
    FROM listed_manager AS m
    JOIN spelled AS c
        ON c.season = m.season AND c.league = m.league
        AND starts_with(regexp_replace(lower(strip_accents(m.club_name)), '[^a-z0-9]', '', 'g'), c.letters)
),
listed AS (
    SELECT * FROM matched WHERE letters = longest
    QUALIFY min(club) OVER (PARTITION BY season, league, club_name)
        = max(club) OVER (PARTITION BY season, league, club_name)
),
in_charge AS (
    SELECT g.game_id, g.club, l.manager_name, l.manager_id, l.manager_person_id, l.confidence
    FROM (SELECT DISTINCT game_id, club, season, date FROM source_club_game) AS g
    JOIN listed AS l ON l.season = g.season AND l.club = g.club AND l.role IN ('manager', 'interim')
        AND (l.first_day IS NULL OR g.date >= l.first_day) AND (l.last_day IS NULL OR g.date <= l.last_day)
    ANTI JOIN (SELECT * FROM listed WHERE role = 'suspended') AS s
        ON s.season = l.season AND s.club = l.club AND s.manager_name = l.manager_name
        AND g.date BETWEEN s.first_day AND s.last_day
)
SELECT
    game_id, club, any_value(manager_name) AS manager_name, any_value(manager_id) AS manager_id,
    any_value(manager_person_id) AS manager_person_id, any_value(confidence) AS confidence
FROM in_charge GROUP BY game_id, club HAVING count(DISTINCT manager_name) = 1
"""
