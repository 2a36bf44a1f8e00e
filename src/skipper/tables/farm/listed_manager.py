"""Table `listed_manager`: managers and their dates, from the hand-compiled manager file."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="listed_manager",
    grain="one row per row of the manager file",
    key=("season", "league_name", "club_name", "manager_name", "role", "stated_from", "stated_to"),
    by_season=False,
    sources="the manager file shipped with Skipper, and the user's; the Chadwick Register",
    notes="A row supplies the manager for games whose own source does not name one (`club_game.manager_source` is then "
    "`file`). People are matched by id, never by name: a row without a known id becomes a new person, identified by "
    "the row's id or, without one, by its name. The Register's first and last season as a manager are a check, not a "
    "filter: a row outside them is kept, and its `register_check` is `outside`.",
    columns=pick(
        SHARED,
        "season",
        Column("club_name", "string", "the club's name on the page", required=True),
        Column("league_name", "string", "the league's name on the page, or its code", required=True),
        Column("league", "string", "league code; null if the league list has no such name that season"),
        Column("manager_name", "string", "the manager's name on the page", required=True),
        Column(
            "manager_id",
            "string",
            "the row's id (MLBAM, Baseball-Reference or the Register's key) if it identifies a known person; else "
            "`managers:` followed by the row's id or name",
            required=True,
        ),
        Column("manager_person_id", "string", "person_id of the manager", required=True),
        Column(
            "role", "string", "manager, interim, suspended or ejected (an ejection takes away no games)", required=True
        ),
        Column("stated_from", "string", "day, month or year as stated; null if from the season's first day"),
        Column("stated_to", "string", "day, month or year as stated; null if to the season's last day"),
        Column("first_day", "date", "first day certain to be within the stated dates; null if stated_from is null"),
        Column("last_day", "date", "last day certain to be within the stated dates; null if stated_to is null"),
        Column("confidence", "string", "strong, medium or weak, as stated by the row's author; null if not stated"),
        Column("official_wins", "int", "wins on the page; null if it gives none"),
        Column("official_losses", "int", "losses on the page; null if it gives none"),
        Column("register_check", "string", "within or outside the Register's seasons as a manager; null if unknown"),
        Column("given_by", "string", "skipper (shipped) or user", required=True),
        Column("source", "string", "URL of the page", required=True),
    ),
)

SQL = """
SELECT
    m.season, m.club AS club_name, m.league AS league_name, l.league, m.manager AS manager_name,
    if(p.person_id IS NOT NULL, m.id, 'managers:' || coalesce(m.id, m.manager)) AS manager_id,
    coalesce(p.person_id, 'managers:' || coalesce(m.id, m.manager)) AS manager_person_id, m.role,
    m."from" AS stated_from, m."to" AS stated_to, m.first_day, m.last_day, m.confidence,
    m.official_wins, m.official_losses,
    CASE
        WHEN m.season BETWEEN p.pro_managed_first AND p.pro_managed_last THEN 'within'
        WHEN p.pro_managed_first IS NOT NULL THEN 'outside'
    END AS register_check,
    m.given_by, m.source
FROM manager_file AS m
LEFT JOIN league AS l
    ON m.league IN (l.name, l.league) AND m.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
LEFT JOIN (
    FROM (
        SELECT
            unnest([mlbam_id, bbref_id, CASE source WHEN 'register' THEN person_id END]) AS id,
            person_id, pro_managed_first, pro_managed_last
        FROM merged_person
    ) SEMI JOIN manager_file USING (id)  -- a few of a million ids
) AS p ON p.id = m.id
"""
