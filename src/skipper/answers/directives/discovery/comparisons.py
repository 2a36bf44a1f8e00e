"""SQL that finds deviations without a plan: in starts here, and in the batting order in `batting_order`."""

from __future__ import annotations

from skipper.answers.directives.discovery.batting_order import COLUMNS, ORDER_STEPS, ORDER_TABLES

FEWEST_STARTS = 10
FEWEST_GAMES = 10  # minimum number of games of each of the two kinds compared

# One row per comparison: starts in games of one kind (a) and of the other (b), or plate appearances (`order`).
ROWS = {
    # platoon (a: against left-handed starters, b: right-handed), playing_time (a: later, b: earlier), order
    "list": "string",
    "season": "int",
    "club": "string",
    "player_id": "string",
    "player_person_id": "string",
    "player_name": "string",
    "bats": "string",
    "manager_name": "string",
    "starts_a": "int",
    "games_a": "int",
    "starts_b": "int",
    "games_b": "int",
    **COLUMNS,
}

# Covers the player's window of starts (see player_usage), under all managers of the club. The row names the manager who
# ran most of the window's games; null if that manager is unknown.
_NAMED = "concat(lpad(CAST(u.window_games AS STRING), 4, '0'), coalesce(u.manager_name, u.manager_id, ''))"
_MOST = f"nullif(substring(max({_NAMED}), 5), '')"
_PLATOON = f"""
SELECT 'platoon' AS list, u.season, u.club, u.player_id, u.player_person_id, max(u.player_name) AS player_name,
    {_MOST} AS manager_name,
    CAST(sum(u.lineup_starts_vs_l) AS INT) AS starts_a, CAST(sum(u.window_games_vs_l) AS INT) AS games_a,
    CAST(sum(u.lineup_starts_vs_r) AS INT) AS starts_b, CAST(sum(u.window_games_vs_r) AS INT) AS games_b
FROM player_usage AS u
WHERE u.season IN ({{seasons}}) AND (u.club = {{club}} OR {{club}} IS NULL)
GROUP BY u.season, u.club, u.player_id, u.player_person_id
HAVING sum(u.pitching_starts) = 0 AND sum(u.lineup_starts) >= {FEWEST_STARTS}
    AND sum(u.window_games_vs_l) >= {FEWEST_GAMES} AND sum(u.window_games_vs_r) >= {FEWEST_GAMES}
"""

_GAMES = """
SELECT g.season, g.club, g.game_id, concat(CAST(g.date AS STRING), g.game_number) AS played,
    row_number() OVER (PARTITION BY g.season, g.club ORDER BY g.date, g.game_number) AS place,
    count(*) OVER (PARTITION BY g.season, g.club) AS games
FROM club_game AS g
WHERE g.game_type = 'regular' AND g.has_lineup AND g.season IN ({seasons})
"""

_STARTS = """
SELECT g.season, g.club, g.place, g.games, l.player_id, l.player_person_id, l.player_name, l.position,
    max(concat(g.played, g.club)) OVER (PARTITION BY g.season, l.player_id) AS last_anywhere, g.played
FROM ordered_game AS g JOIN lineup AS l ON l.season = g.season AND l.game_id = g.game_id AND l.club = g.club
WHERE l.season IN ({seasons})
"""

# From the player's first start for the club to the end of the club's season, the later half of the games is compared
# with the earlier. Players who later started for another club are excluded.
_PLAYING_TIME = f"""
SELECT 'playing_time' AS list, s.season, s.club, s.player_id, s.player_person_id, max(s.player_name) AS player_name,
    CAST(sum(CASE WHEN s.place >= s.middle THEN 1 ELSE 0 END) AS INT) AS starts_a,
    CAST(max(s.games - s.middle + 1) AS INT) AS games_a,
    CAST(sum(CASE WHEN s.place < s.middle THEN 1 ELSE 0 END) AS INT) AS starts_b,
    CAST(max(s.middle - s.first_place) AS INT) AS games_b
FROM (
    SELECT f.*, f.first_place + CAST(floor((f.games - f.first_place + 1) / 2) AS INT) AS middle
    FROM (SELECT o.*, min(o.place) OVER (PARTITION BY o.season, o.club, o.player_id) AS first_place
        FROM usual_start AS o) AS f
) AS s
WHERE (s.club = {{club}} OR {{club}} IS NULL) AND substring(s.last_anywhere, length(s.played) + 1) = s.club
GROUP BY s.season, s.club, s.player_id, s.player_person_id
HAVING count(*) >= {FEWEST_STARTS} AND sum(CASE WHEN s.position = 1 THEN 1 ELSE 0 END) = 0
    AND max(s.games - s.middle + 1) >= {FEWEST_GAMES} AND max(s.middle - s.first_place) >= {FEWEST_GAMES}
"""

_LED = f"""
SELECT u.season, u.club, u.player_id,
    {_MOST} AS manager_name
FROM player_usage AS u WHERE u.season IN ({{seasons}})
GROUP BY u.season, u.club, u.player_id
"""

_BY_STARTS = """
SELECT c.list, c.season, c.club, c.player_id, c.player_person_id, c.player_name, p.bats, c.manager_name, c.starts_a,
    c.games_a, c.starts_b, c.games_b, {no_order}
FROM (
    SELECT a.list, a.season, a.club, a.player_id, a.player_person_id, a.player_name, a.manager_name, a.starts_a,
        a.games_a, a.starts_b, a.games_b
    FROM platoon AS a
    UNION ALL
    SELECT t.list, t.season, t.club, t.player_id, t.player_person_id, t.player_name, m.manager_name, t.starts_a,
        t.games_a, t.starts_b, t.games_b
    FROM time_change AS t
    LEFT JOIN led AS m ON m.season = t.season AND m.club = t.club AND m.player_id = t.player_id
) AS c
LEFT JOIN person AS p ON p.person_id = c.player_person_id
""".replace("{no_order}", ", ".join(f"CAST(NULL AS {kind}) AS {name}" for name, kind in COLUMNS.items()))

_WITH_ORDER = """
SELECT * FROM by_starts
UNION ALL
SELECT o.list, o.season, o.club, o.player_id, o.player_person_id, o.player_name, p.bats, o.manager_name,
    CAST(NULL AS INT) AS starts_a, CAST(NULL AS INT) AS games_a, CAST(NULL AS INT) AS starts_b,
    CAST(NULL AS INT) AS games_b, {order}
FROM batting_order AS o LEFT JOIN person AS p ON p.person_id = o.player_person_id
""".replace("{order}", ", ".join(f"o.{name}" for name in COLUMNS))

_STEPS = (
    ("platoon", _PLATOON),
    ("ordered_game", _GAMES),
    ("usual_start", _STARTS),
    ("time_change", _PLAYING_TIME),
    ("led", _LED),
    ("by_starts", _BY_STARTS),
)
_TABLES = ("club_game", "lineup", "player_usage", "person")


def steps(plays: bool) -> tuple[tuple[str, str], ...]:
    """Return the steps up to `compared`; `plays` adds the batting order, which needs play-by-play."""
    if plays:
        return (*_STEPS, *ORDER_STEPS, ("compared", _WITH_ORDER))
    return (*_STEPS, ("compared", "SELECT * FROM by_starts"))


def tables(plays: bool) -> tuple[str, ...]:
    """Return the lake tables that those steps read."""
    return (*_TABLES, *ORDER_TABLES) if plays else _TABLES
