"""Table `coach`: the coaches of each club."""

from __future__ import annotations

from skipper.lake.contract import Check, Column, Table

TABLE = Table(
    name="coach",
    grain="one row per season, club, coach, role and first day",
    key=("season", "club", "coach_id", "role", "first_day"),
    by_season=False,
    sources="Retrosheet's list of coaches; empty if it is not supplied",
    notes="Major leagues only. Managers are not on the list; a coach who ran games is, for the days as coach. Includes "
    "all seasons in the source, with or without games in the lake. A line that is given twice is one row.",
    columns=(
        Column("season", "int", "season", required=True),
        Column("club", "string", "Retrosheet code of the club", required=True),
        Column("coach_id", "string", "Retrosheet id of the coach", required=True),
        Column("person_id", "string", "person_id of the coach; null if the id is unknown"),
        Column("name", "string", "the coach's name; null if the id is unknown"),
        Column(
            "role",
            "string",
            "bench, bullpen, first base, hitting, pitching or third base; coach if the list does not say which; null "
            "for another code",
        ),
        Column("first_day", "date", "day of the club's first game with the coach in this role", required=True),
        Column("last_day", "date", "day of the last such game", required=True),
    ),
    checks=(
        Check(
            "coach: nobody leaves a role before taking it",
            "SELECT season, club, coach_id FROM coach WHERE last_day < first_day",
            "a coach's last day is before the first",
        ),
    ),
)

SQL = """
SELECT l.* EXCLUDE (source_line), p.person_id, p.name
FROM listed_coach AS l LEFT JOIN known_person AS p ON p.source_id = l.coach_id
QUALIFY row_number() OVER (PARTITION BY season, club, coach_id, role, first_day ORDER BY last_day DESC, source_line) = 1
"""
