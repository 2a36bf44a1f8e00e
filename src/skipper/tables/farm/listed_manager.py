"""Table `listed_manager`: managers and their dates, from a hand-kept file."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="listed_manager",
    grain="one row per row of the manager file",
    key=("season", "league_name", "club_name", "manager_name", "role", "stated_from", "stated_to"),
    by_season=False,
    sources="the manager file shipped with Skipper, and the user's own; the Chadwick Register",
    notes="A row names a game's manager where no game source does (`club_game.manager_source` is file). People are "
    "matched by id alone, never by name. The Register's first and last seasons as a manager are a check, not a "
    "filter: a row outside them stays, with `register_check` set to outside.",
    columns=pick(
        SHARED,
        "season",
        Column("club_name", "string", "the club's name on the page", required=True),
        Column("league_name", "string", "the league's name on the page", required=True),
        Column("league", "string", "league code; null if the league list has no such name that season"),
        Column("manager_name", "string", "the manager's name on the page", required=True),
        Column(
            "manager_id",
            "string",
            "MLBAM id, Baseball-Reference id or Register key stated in the row; null if none is known",
        ),
        Column("manager_person_id", "string", "person_id of the manager; null with manager_id"),
        Column(
            "role", "string", "manager, interim, suspended or ejected (manages no game under this row)", required=True
        ),
        Column("stated_from", "string", "day, month or year as stated; null means the season's first day"),
        Column("stated_to", "string", "day, month or year as stated; null means the season's last day"),
        Column("first_day", "date", "first day certainly within the stated dates; null with stated_from"),
        Column("last_day", "date", "last day certainly within the stated dates; null with stated_to"),
        Column("confidence", "string", "strong, medium or weak, as stated by the row's author; null if not stated"),
        Column("official_wins", "int", "wins on the page; null if not given"),
        Column("official_losses", "int", "losses on the page; null if not given"),
        Column(
            "register_check",
            "string",
            "within or outside the person's managing seasons in the Register; null where unknown",
        ),
        Column("given_by", "string", "skipper (shipped) or user", required=True),
        Column("source", "string", "URL of the page", required=True),
    ),
)

SQL = """
SELECT
    m.season, m.club AS club_name, m.league AS league_name, l.league, m.manager AS manager_name,
    if(p.person_id IS NOT NULL, m.id, NULL) AS manager_id, p.person_id AS manager_person_id, m.role,
    m."from" AS stated_from, m."to" AS stated_to, m.first_day, m.last_day, m.confidence,
    m.official_wins, m.official_losses,
    CASE
        WHEN m.season BETWEEN p.pro_managed_first AND p.pro_managed_last THEN 'within'
        WHEN p.pro_managed_first IS NOT NULL THEN 'outside'
    END AS register_check,
    m.given_by, m.source
FROM manager_file AS m
LEFT JOIN league AS l
    ON l.name = m.league AND m.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
LEFT JOIN (
    SELECT mlbam_id AS id, person_id, pro_managed_first, pro_managed_last FROM merged_person
    UNION ALL
    SELECT bbref_id, person_id, pro_managed_first, pro_managed_last FROM merged_person
    UNION ALL
    SELECT person_id, person_id, pro_managed_first, pro_managed_last FROM merged_person WHERE source = 'register'
) AS p ON p.id = m.id
"""
