"""Players' roster status according to the season's transactions: with a club, with another club, or unable to play."""

from __future__ import annotations

from skipper.answers.directives.question import Row
from skipper.lake.reader import LakeReader

# A status lasts until the player's next transaction with an effect. If there are several on one day, the one reported
# last counts (the API's ids increase). If no transaction names a club that season, the API does not list that club's
# code.
_STATUS = """
WITH effects AS (
    SELECT coalesce(effective_date, date) AS first_day, effect, to_club, coalesce(description, type_code) AS words
    FROM transaction WHERE season = $season AND player_person_id = $person AND effect IS NOT NULL
    QUALIFY row_number() OVER (
        PARTITION BY coalesce(effective_date, date) ORDER BY date DESC, try_cast(transaction_id AS BIGINT) DESC) = 1
),
named AS (
    SELECT DISTINCT unnest([from_club, to_club]) AS club FROM transaction WHERE season = $season
)
SELECT $season AS season, $person AS person_id, n.club, e.first_day,
    coalesce(lead(e.first_day) OVER (PARTITION BY n.club ORDER BY e.first_day) - 1, make_date($season, 12, 31))
        AS last_day,
    CASE WHEN e.effect <> 'joined' THEN 'unavailable: ' || e.words
        WHEN e.to_club IS DISTINCT FROM n.club THEN 'on another club' END AS reason
FROM effects AS e CROSS JOIN named AS n
WHERE list_contains($clubs, n.club)
"""


def roster_status(lake: LakeReader, season: int, person_id: str, clubs: tuple[str, ...]) -> list[Row]:
    """Return the player's status at each of the clubs by day; no rows if there are no transactions for the season or
    player.

    `reason` states why the club cannot use the player; it is null if the player is with the club.
    """
    if season not in lake.manifest.seasons_of("transaction"):
        return []
    return lake.rows(_STATUS, {"season": season, "person": person_id, "clubs": list(clubs)})
