"""A player's absences by transactions: on the disabled list, optioned, suspended or released."""

from __future__ import annotations

from skipper.answers.answer import Table, View, shown
from skipper.lake.reader import LakeReader

FIELDS = (
    "season",
    "club",
    "manager_id",
    "manager_person_id",
    "manager_name",
    "reason",
    "first_day",
    "last_day",
    "games",
    "games_vs_l",
    "games_vs_r",
    "club_games",
    "club_games_vs_l",
    "club_games_vs_r",
)
NOTE = (
    "Absences: the manager's games that the player missed between two transactions (table absence), out of all of "
    "the manager's games with the club. Days that a source marks as guesses are left out."
)


def absences(lake: LakeReader, person_id: str, season: int | None) -> Table | None:
    """Return the player's table `absences`, with one row per season, club, manager and spell on a list, optioned or
    with no club, from table `absence`; null if no transaction in the lake says so."""
    here = [year for year in lake.manifest.seasons_of("absence") if season in (None, year)]
    rows = lake.rows(_SQL, {"person": person_id, "seasons": here}) if here else []
    if not rows:
        return None
    columns = (
        shown("Year", "season", "season"),
        shown("Club", "code"),
        shown("Manager", "text", "manager_name"),
        shown("From", "text", "first_day"),
        shown("Missed", "share", "games", "club_games"),
        shown("vs L", "share", "games_vs_l", "club_games_vs_l"),
        shown("vs R", "share", "games_vs_r", "club_games_vs_r"),
        shown("Why", "prose", "reason"),
    )
    return Table("absences", FIELDS, rows, (View(columns, rows, "Absences by transactions", (NOTE,)),))


_SQL = """
WITH missed AS (
    SELECT * REPLACE (substring(reason, length('unavailable: ') + 1) AS reason) FROM absence
    WHERE season IN $seasons AND player_person_id = $person AND reason LIKE 'unavailable: %'
),
game AS (
    SELECT *, coalesce(manager_id, manager_name, '') AS manager FROM club_game
    WHERE season IN $seasons AND game_type = 'regular' AND club IN (SELECT club FROM missed)
),
tenure AS (
    SELECT season, club, manager, count(*) AS club_games,
        count(*) FILTER (opposing_starter_throws = 'L') AS club_games_vs_l,
        count(*) FILTER (opposing_starter_throws = 'R') AS club_games_vs_r
    FROM game GROUP BY season, club, manager
)
SELECT m.player_person_id, g.season, g.club, any_value(g.manager_id) AS manager_id,
    any_value(g.manager_person_id) AS manager_person_id, any_value(g.manager_name) AS manager_name, m.reason,
    m.first_day, m.last_day, count(*) AS games,
    count(*) FILTER (g.opposing_starter_throws = 'L') AS games_vs_l,
    count(*) FILTER (g.opposing_starter_throws = 'R') AS games_vs_r,
    any_value(t.club_games) AS club_games, any_value(t.club_games_vs_l) AS club_games_vs_l,
    any_value(t.club_games_vs_r) AS club_games_vs_r
FROM missed AS m
JOIN game AS g ON g.season = m.season AND g.game_id = m.game_id AND g.club = m.club
JOIN tenure AS t ON t.season = g.season AND t.club = g.club AND t.manager = g.manager
GROUP BY m.player_person_id, g.season, g.club, g.manager, m.reason, m.first_day, m.last_day
ORDER BY g.season, m.first_day, g.club, games DESC, g.manager
"""
