"""SQL that finds players who bat lower in the order than their play-by-play production suggests.

Production is wOBA (weighted on-base average) with the weights of Tango, Lichtman and Dolphin, The Book (2007): an
unintentional walk .72, hit by pitch .75, single .90, reached on error .92, double 1.24, triple 1.56, home run 1.95, per
plate appearance. Intentional walks and interference are excluded from both the weights and the plate appearances, which
is our choice. Values are whole hundredths, so that sums do not depend on order.
"""

from __future__ import annotations

from skipper.answers.plays import played_club_games

FEWEST_APPEARANCES = 100  # minimum plate appearances as a starter of a regular
LOW = 5.0  # only players with this mean slot or later can bat too low; earlier slots belong to the best hitters

# A starter's plate appearances in a game, and those of the starters ahead: n, sum and sum of squares.
_BATTED = f"""
SELECT s.season, s.game_id, s.club, l.slot, l.player_id, l.player_person_id, l.player_name, l.position, s.manager_name,
    coalesce(b.n, 0) AS n, coalesce(b.total, 0) AS total, coalesce(b.squares, 0) AS squares
FROM ({played_club_games("{seasons}")}) AS s
JOIN lineup AS l ON l.season = s.season AND l.game_id = s.game_id AND l.club = s.club
LEFT JOIN (
    SELECT v.season, v.game_id, v.batting_club, v.slot, count(*) AS n, sum(v.hundredths) AS total,
        sum(v.hundredths * v.hundredths) AS squares
    FROM (
        SELECT season, game_id, batting_club, slot, CASE result WHEN 'walk' THEN 72 WHEN 'hit_by_pitch' THEN 75
            WHEN 'single' THEN 90 WHEN 'error' THEN 92 WHEN 'double' THEN 124 WHEN 'triple' THEN 156
            WHEN 'home_run' THEN 195 ELSE 0 END AS hundredths
        FROM plate_appearance
        WHERE season IN ({{seasons}}) AND is_starter AND result NOT IN ('intentional_walk', 'interference')
    ) AS v
    GROUP BY v.season, v.game_id, v.batting_club, v.slot
) AS b ON b.season = s.season AND b.game_id = s.game_id AND b.batting_club = s.club AND b.slot = l.slot
WHERE l.season IN ({{seasons}})
"""

_AHEAD = """
SELECT b.*, coalesce(sum(b.n) OVER slots, 0) AS n_ahead, coalesce(sum(b.total) OVER slots, 0) AS total_ahead,
    coalesce(sum(b.squares) OVER slots, 0) AS squares_ahead
FROM batted AS b
WINDOW slots AS (
    PARTITION BY b.season, b.game_id, b.club ORDER BY b.slot ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
"""

# Each club's regulars: position players with enough plate appearances as starters.
_REGULAR = f"""
SELECT a.season, a.club, a.player_id, a.player_person_id, max(a.player_name) AS player_name,
    CAST(count(*) AS INT) AS starts, CAST(sum(a.slot) AS DOUBLE) / count(*) AS mean_slot,
    CAST(sum(a.n) AS BIGINT) AS n, CAST(sum(a.total) AS BIGINT) AS total, CAST(sum(a.squares) AS BIGINT) AS squares,
    CAST(sum(a.n_ahead) AS BIGINT) AS n_ahead, CAST(sum(a.total_ahead) AS BIGINT) AS total_ahead,
    CAST(sum(a.squares_ahead) AS BIGINT) AS squares_ahead
FROM ahead AS a
GROUP BY a.season, a.club, a.player_id, a.player_person_id
HAVING sum(a.n) >= {FEWEST_APPEARANCES} AND sum(CASE WHEN a.position = 1 THEN 1 ELSE 0 END) = 0
"""

# One-way random effects over the season's regulars, by the method of moments (analysis of variance). It gives the mean,
# the variance of one plate appearance, and the number of plate appearances (k) that weighs as much as the mean in a
# player's estimate. k is null if the regulars differ by no more than chance; each is then estimated by the mean.
_SEASON = """
SELECT m.season, m.mean, CASE WHEN m.among > m.within THEN m.within * m.per_man / (m.among - m.within) END AS k
FROM (
    SELECT s.season, s.mean, s.per_man, s.within,
        (s.weighted - s.mean * s.mean * s.appearances) / (s.players - 1) AS among
    FROM (
        SELECT season, count(*) AS players, CAST(sum(n) AS DOUBLE) AS appearances,
            CAST(sum(total) AS DOUBLE) / sum(n) AS mean,
            sum(CAST(total AS DOUBLE) * total / n) AS weighted,
            (sum(squares) - sum(CAST(total AS DOUBLE) * total / n)) / (sum(n) - count(*)) AS within,
            (sum(n) - CAST(sum(n * n) AS DOUBLE) / sum(n)) / (count(*) - 1) AS per_man
        FROM regular GROUP BY season HAVING count(*) > 1
    ) AS s
) AS m
"""

_PLACED = """
SELECT p.*, CAST(rank() OVER (PARTITION BY p.season, p.club ORDER BY p.production DESC) AS INT) AS production_rank,
    CAST(rank() OVER (PARTITION BY p.season, p.club ORDER BY p.mean_slot) AS INT) AS slot_rank,
    CAST(count(*) OVER (PARTITION BY p.season, p.club) AS INT) AS regulars
FROM (
    SELECT r.*, round(CASE WHEN s.k IS NULL THEN s.mean ELSE (r.total + s.k * s.mean) / (r.n + s.k) END / 100, 6)
        AS production
    FROM regular AS r JOIN season_production AS s ON s.season = r.season
) AS p
"""

# The manager in most of the player's starts.
_DUGOUT = """
SELECT d.season, d.club, d.player_id,
    substring(max(concat(lpad(CAST(d.games AS STRING), 4, '0'), coalesce(d.manager_name, ''))), 5) AS manager_name
FROM (SELECT season, club, player_id, manager_name, count(*) AS games FROM batted
    GROUP BY season, club, player_id, manager_name) AS d
GROUP BY d.season, d.club, d.player_id
"""

_ORDER = f"""
SELECT 'order' AS list, p.season, p.club, p.player_id, p.player_person_id, p.player_name,
    nullif(d.manager_name, '') AS manager_name, p.starts, p.mean_slot, p.slot_rank, p.production, p.production_rank,
    p.regulars, p.n AS appearances_a, p.total AS hundredths_a, p.squares AS squares_a, p.n_ahead AS appearances_b,
    p.total_ahead AS hundredths_b, p.squares_ahead AS squares_b
FROM placed AS p
JOIN dugout AS d ON d.season = p.season AND d.club = p.club AND d.player_id = p.player_id
WHERE p.mean_slot >= {LOW} AND (p.club = {{club}} OR {{club}} IS NULL)
"""

# A player's columns in the `order` list; a: the player's plate appearances, b: the batters ahead's.
COLUMNS = {
    "starts": "int",
    "mean_slot": "double",
    "slot_rank": "int",
    "production": "double",
    "production_rank": "int",
    "regulars": "int",
    "appearances_a": "bigint",
    "hundredths_a": "bigint",
    "squares_a": "bigint",
    "appearances_b": "bigint",
    "hundredths_b": "bigint",
    "squares_b": "bigint",
}
ORDER_STEPS = (
    ("batted", _BATTED),
    ("ahead", _AHEAD),
    ("regular", _REGULAR),
    ("season_production", _SEASON),
    ("placed", _PLACED),
    ("dugout", _DUGOUT),
    ("batting_order", _ORDER),
)
ORDER_TABLES = ("game", "plate_appearance")
