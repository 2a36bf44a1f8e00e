"""Players' roster status according to the season's transactions: with a club, with another club, or unable to play."""

from __future__ import annotations

from skipper.answers.directives.question import Row
from skipper.lake.reader import LakeReader

# If no transaction names a club that season, the sources of transactions do not cover that club.
_STATUS = """
WITH named AS (
    SELECT DISTINCT unnest([from_club, to_club]) AS club FROM transaction WHERE season = $season
),
own AS (FROM availability WHERE season = $season AND player_person_id = $person)
SELECT $season AS season, $person AS person_id, n.club, a.first_day, a.last_day, a.is_available, a.reason,
    a.known_from, a.known_through
FROM named AS n
JOIN own AS a ON a.club = n.club OR (a.club IS NULL AND n.club NOT IN (SELECT club FROM own WHERE club IS NOT NULL))
WHERE list_contains($clubs, n.club)
"""


def roster_status(lake: LakeReader, season: int, person_id: str, clubs: tuple[str, ...]) -> list[Row]:
    """Return the player's spells at each of the clubs, as in `availability`; no rows if there are no transactions for
    the season or player."""
    if season not in lake.manifest.seasons_of("availability"):
        return []
    return lake.rows(_STATUS, {"season": season, "person": person_id, "clubs": list(clubs)})
