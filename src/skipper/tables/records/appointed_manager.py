"""The managers that Lahman lists for a club's season, in order: who was appointed is all that crediting takes from it.

Club-seasons that include a manager whose Retrosheet id is unknown are omitted.
"""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="appointed_manager",
    grain="one row per season and club",
    by_season=False,
    notes="`appointed` lists Retrosheet ids in order of first appointment, without repeats, and `last_names` the last "
    "names in People. `book_terms` counts the terms (rows) of each of them, `book_games`, `book_wins` and "
    "`book_losses` have what Lahman gives to each (wins and losses are null for a manager with several terms) and "
    "`club_games` the games of the club: they show that a list and the games contradict each other, how a list divides "
    "games of which the source names no change of manager, and whom it lists as a substitute.",
    published=False,
)

SQL = """
WITH listed AS (
    SELECT
        t.season, t.club, p.retrosheet_id, any_value(n.last_name) AS last_name, min(m.order_in_season) AS place,
        count(*)::INTEGER AS terms,
        sum(m.games)::INTEGER AS games,
        if(count(*) = 1, any_value(m.wins), NULL)::INTEGER AS wins,
        if(count(*) = 1, any_value(m.losses), NULL)::INTEGER AS losses,
        max(t.games) AS club_games
    FROM lahman_managers AS m
    JOIN lahman_club_season AS t USING (season, lahman_club)
    LEFT JOIN person_of_lahman AS p ON p.lahman_id = m.lahman_id
    LEFT JOIN (
        SELECT lahman_id, any_value(last_name) AS last_name FROM lahman_people GROUP BY lahman_id
    ) AS n ON n.lahman_id = m.lahman_id
    GROUP BY t.season, t.club, p.retrosheet_id
)
SELECT
    season, club, list(retrosheet_id ORDER BY place, retrosheet_id) AS appointed,
    list(last_name ORDER BY place, retrosheet_id) AS last_names,
    list(terms ORDER BY place, retrosheet_id) AS book_terms,
    list(games ORDER BY place, retrosheet_id) AS book_games,
    list(wins ORDER BY place, retrosheet_id) AS book_wins,
    list(losses ORDER BY place, retrosheet_id) AS book_losses,
    max(club_games) AS club_games
FROM listed GROUP BY season, club HAVING count(*) = count(retrosheet_id)
"""
