"""Each pitching appearance with the pitcher's recent days of work, and whether the pitcher is the club's closer.

The closer is the reliever who finished more of the club's games that season than any other, and at least a tenth of
them. Rest is based on all games in the files, for any club, because pitching in an all-star game also reduces rest.
"""

from __future__ import annotations

from skipper.definitions.tendencies import CLOSER_SHARE
from skipper.lake.contract import Table

TABLE = Table(
    name="reliever_rest",
    grain="one row per pitching appearance in a game of `tactics_side`",
    published=False,
    rows_need=("event",),
)

SQL = f"""
WITH pitched AS (
    SELECT *, list(pitched_on) OVER (
        PARTITION BY season, pitcher_id ORDER BY pitched_on
        RANGE BETWEEN INTERVAL 3 DAYS PRECEDING AND CURRENT ROW
    ) AS days
    FROM pitching_appearance
),
counted AS (
    SELECT p.*, s.scheduled_innings
    FROM pitched AS p JOIN tactics_side AS s ON s.game_id = p.game_id AND s.club = p.club
),
finisher AS (
    SELECT
        season, club, pitcher_id,
        count(*) FILTER (NOT is_starter AND finished_game) AS finished, count(*) FILTER (is_starter) AS started
    FROM counted GROUP BY season, club, pitcher_id
),
closer AS (
    SELECT season, club, arg_max(pitcher_id, finished) AS closer_id
    FROM finisher GROUP BY season, club
    HAVING coalesce(max(finished, 2)[1] > max(finished, 2)[2], max(finished) > 0)
        AND max(finished) >= {CLOSER_SHARE} * sum(started)
)
SELECT
    c.*,
    list_contains(days, pitched_on - 1) AS pitched_day_before,
    len(list_distinct(days)) AS days_of_four,
    NOT is_starter AND coalesce(pitcher_id = closer_id, false) AS is_closer
FROM counted AS c LEFT JOIN closer AS k ON k.season = c.season AND k.club = c.club
"""
