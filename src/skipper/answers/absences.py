"""A player's absences by transactions: on the disabled list, optioned, suspended or released."""

from __future__ import annotations

from skipper.answers.answer import Table, View, shown
from skipper.answers.plays import seasons_with_plays
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
    "Absences: the manager's games that the player missed between two transactions (table availability), out of all of "
    "the manager's games with the club. Days that a source marks as guesses are left out."
)


def absences(lake: LakeReader, person_id: str, season: int | None) -> Table | None:
    """Return the player's table `absences`, with one row per season, club, manager and spell on a list, optioned or
    with no club; null if no transaction in the lake says so.

    Only regular-season games count in which the player took no part. A day counts only if it is certain.
    """
    here = [year for year in lake.manifest.seasons_of("availability") if season in (None, year)]
    if not here:
        return None
    rows = lake.rows_of(
        _sql(here, sorted(set(here) & set(seasons_with_plays(lake)))), ("player_person_id",), (person_id,)
    )
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
        shown("Why", "text", "reason"),
    )
    return Table("absences", FIELDS, rows, (View(columns, rows, "Absences by transactions", (NOTE,)),))


def _sql(seasons: list[int], with_plays: list[int]) -> str:
    """Return the query; substitutions are known only in seasons with plays."""
    within = f"season IN ({', '.join(map(str, seasons))})"
    entered = f"""
        UNION
        SELECT game_id, club, player_person_id FROM substitution
        WHERE season IN ({", ".join(map(str, with_plays))}) AND player_person_id IN $player_person_ids"""
    return f"""
WITH spell AS (
    SELECT * REPLACE (substring(reason, length('unavailable: ') + 1) AS reason) FROM availability
    WHERE {within} AND player_person_id IN $player_person_ids AND reason LIKE 'unavailable: %'
        AND known_from IS NOT NULL
),
part AS (
    SELECT game_id, club, player_person_id FROM lineup WHERE {within} AND player_person_id IN $player_person_ids
    UNION
    SELECT game_id, club, starting_pitcher_person_id FROM club_game
    WHERE {within} AND starting_pitcher_person_id IN $player_person_ids{entered if with_plays else ""}
),
game AS (
    SELECT *, coalesce(manager_id, manager_name, '') AS manager FROM club_game
    WHERE {within} AND game_type = 'regular' AND club IN (SELECT club FROM spell)
),
tenure AS (
    SELECT season, club, manager, count(*) AS club_games,
        count(*) FILTER (opposing_starter_throws = 'L') AS club_games_vs_l,
        count(*) FILTER (opposing_starter_throws = 'R') AS club_games_vs_r
    FROM game GROUP BY season, club, manager
)
SELECT s.player_person_id, g.season, g.club, any_value(g.manager_id) AS manager_id,
    any_value(g.manager_person_id) AS manager_person_id, any_value(g.manager_name) AS manager_name, s.reason,
    s.first_day, s.last_day, count(*) AS games,
    count(*) FILTER (g.opposing_starter_throws = 'L') AS games_vs_l,
    count(*) FILTER (g.opposing_starter_throws = 'R') AS games_vs_r,
    any_value(t.club_games) AS club_games, any_value(t.club_games_vs_l) AS club_games_vs_l,
    any_value(t.club_games_vs_r) AS club_games_vs_r
FROM spell AS s
JOIN game AS g ON g.season = s.season AND g.club = s.club AND g.date BETWEEN s.known_from AND s.known_through
JOIN tenure AS t ON t.season = g.season AND t.club = g.club AND t.manager = g.manager
WHERE NOT EXISTS (
    FROM part AS p WHERE p.game_id = g.game_id AND p.club = g.club AND p.player_person_id = s.player_person_id)
GROUP BY s.player_person_id, g.season, g.club, g.manager, s.reason, s.first_day, s.last_day
ORDER BY g.season, s.first_day, g.club, games DESC, g.manager
"""
