"""Who could not play for a club on a day, although seen with it before: by transactions, and by starts elsewhere."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from skipper.lake.reader import LakeReader


def unavailable(lake: LakeReader, club: str, day: date, person_ids: Collection[str]) -> dict[str, str]:
    """Return why people could not play for a club on a day, by person_id, for those known not to be available.

    A spell of table `availability` counts on its certain days, unless the person has taken part in a game of the club
    since it began. A start for another club counts from that day to the next game for the club.
    """
    if not person_ids:
        return {}
    asked = {"season": day.year, "club": club, "day": day, "people": list(person_ids)}
    reasons = lake.rows(_ELSEWHERE, asked)
    if lake.manifest.files.get("availability"):
        reasons += lake.rows(_SPELLS, asked)
    return {row["person"]: row["reason"] for row in reasons}


_TOOK_PART = """
took_part AS (
    SELECT player_person_id AS person, g.club, g.date FROM lineup AS l
    JOIN club_game AS g ON g.season = l.season AND g.game_id = l.game_id AND g.club = l.club
    WHERE l.season = $season AND list_contains($people, player_person_id)
    UNION
    SELECT batter_person_id, g.club, g.date FROM plate_appearance AS p
    JOIN club_game AS g ON g.season = p.season AND g.game_id = p.game_id AND g.club = p.batting_club
    WHERE p.season = $season AND list_contains($people, batter_person_id)
)
"""
_ELSEWHERE = f"""
WITH {_TOOK_PART},
latest AS (
    SELECT person, max(date) FILTER (club = $club AND date < $day) AS own_day,
        max(date) FILTER (club <> $club AND date <= $day) AS other_day,
        arg_max(club, date) FILTER (club <> $club AND date <= $day) AS other
    FROM took_part GROUP BY person
)
SELECT person, 'with ' || other || ' on ' || other_day AS reason FROM latest WHERE other_day >= own_day ORDER BY person
"""
_SPELLS = f"""
WITH {_TOOK_PART},
spell AS (
    SELECT a.* FROM availability AS a
    WHERE a.season = $season AND list_contains($people, a.player_person_id) AND NOT a.is_available
        AND $day BETWEEN a.known_from AND a.known_through
        AND (a.club = $club OR a.club IS NULL AND NOT EXISTS (
            FROM availability AS b
            WHERE b.season = $season AND b.player_person_id = a.player_person_id AND b.club = $club
        ))
)
SELECT s.player_person_id AS person, s.reason FROM spell AS s
WHERE NOT EXISTS (
    FROM took_part AS t
    WHERE t.person = s.player_person_id AND t.club = $club AND t.date > s.first_day AND t.date < $day
)
ORDER BY person
"""
