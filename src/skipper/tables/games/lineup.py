"""Table `lineup`: starting lineups."""

from __future__ import annotations

from skipper.definitions.columns import SHARED, STARTER
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="lineup",
    grain="one row per starting-lineup slot",
    key=("game_id", "club", "slot"),
    sources="Retrosheet game logs, else event files; minorleaguesplits play-by-play; the Stats API; batting hands from "
    "rosters",
    notes="With a designated hitter in the lineup, the starting pitcher has no slot.",
    columns=pick(
        SHARED,
        *STARTER,
        "source",
        Column("bats", "string", "L, R or B (both), from the club's roster; null if no roster states it"),
    ),
    checks=(
        Check(
            "lineup: every lineup has nine distinct slots and players",
            "SELECT game_id, club, count(DISTINCT slot) AS slots, count(DISTINCT player_id) AS players "
            "FROM lineup GROUP BY ALL "
            "HAVING slots <> count(*) OR players <> count(*) OR min(slot) < 1 OR max(slot) > 9 OR (count(*) <> 9 AND "
            "(game_id, club) NOT IN "
            "(SELECT (game_id, club) FROM exception WHERE kind IN ('eight_men', 'short_lineup')))",
            "a lineup lacks nine different players in slots 1 to 9, and no exception explains it",
        ),
    ),
)

# Few lineups appear in two sources, so dropping the superseded ones is faster than looking up every slot's source.
SQL = """
WITH beaten AS (
    SELECT game_id, club, precedence FROM source_club_game
    WHERE has_lineup
    QUALIFY precedence > min(precedence) OVER (PARTITION BY game_id, club)
),
rostered AS (SELECT game_id, club, player_id, any_value(bats) AS bats FROM event_file_lineup GROUP BY ALL)
SELECT
    s.* EXCLUDE (bats, player_name), p.person_id AS player_person_id, coalesce(p.name, s.player_name) AS player_name,
    coalesce(s.bats, r.bats) AS bats
FROM source_lineup AS s
ANTI JOIN beaten AS b ON b.game_id = s.game_id AND b.club = s.club AND b.precedence = s.precedence
LEFT JOIN season_person AS p ON p.source_id = s.player_id
LEFT JOIN rostered AS r ON r.game_id = s.game_id AND r.club = s.club AND r.player_id = s.player_id
"""
