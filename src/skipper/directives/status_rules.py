"""From games to verdicts: the second half of the rules, as SQL that DuckDB and Spark both run (see `rules`)."""

from __future__ import annotations

Z = 1.959963984540054  # the 97.5th percentile of the normal distribution
INTERVAL = "Wilson score interval, 95 %"

# A change of course is told when the greatest distance of the running count from a straight line is beyond what one
# unchanging rate gives in 1 of 100 seasons: the Kolmogorov distribution's 99th percentile.
CHANGE = 1.628
FEWEST_FOR_CHANGE = 20

_JUDGED = """
SELECT g.*,
    row_number() OVER (PARTITION BY g.plan, g.directive ORDER BY g.date, g.game_number, g.club) AS place,
    count(*) OVER (PARTITION BY g.plan, g.directive) AS n,
    sum(CASE WHEN g.followed THEN 1 ELSE 0 END) OVER (PARTITION BY g.plan, g.directive) AS k,
    sum(CASE WHEN g.followed THEN 1 ELSE 0 END) OVER (
        PARTITION BY g.plan, g.directive ORDER BY g.date, g.game_number, g.club
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS so_far
FROM directive_game AS g
WHERE g.applicable
"""

# Misses between the same two games that followed are one run.
_RUN_OF_MISSES = """
SELECT r.plan, r.directive, r.games, r.first_date, r.last_date
FROM (
    SELECT m.*, row_number() OVER (PARTITION BY m.plan, m.directive ORDER BY m.games DESC, m.first_date) AS rank
    FROM (
        SELECT j.plan, j.directive, j.so_far, count(*) AS games, min(j.date) AS first_date, max(j.date) AS last_date
        FROM judged AS j WHERE NOT j.followed
        GROUP BY j.plan, j.directive, j.so_far
    ) AS m
) AS r
WHERE r.rank = 1
"""

# The game after which the rate is most unlike the rate before; distances as whole numbers, n times too large.
_TURN = f"""
SELECT r.plan, r.directive, r.date AS changed_after
FROM (
    SELECT j.plan, j.directive, j.date, j.n, j.k, abs(j.n * j.so_far - j.place * j.k) AS distance,
        row_number() OVER (
            PARTITION BY j.plan, j.directive ORDER BY abs(j.n * j.so_far - j.place * j.k) DESC, j.place) AS rank
    FROM judged AS j
) AS r
WHERE r.rank = 1 AND r.n >= {FEWEST_FOR_CHANGE} AND r.k > 0 AND r.k < r.n
    AND r.distance / sqrt(CAST(r.n AS DOUBLE) * r.k * (r.n - r.k)) > {CHANGE}
"""

_COUNTED = """
SELECT g.plan, g.directive,
    sum(CASE WHEN g.in_question THEN 1 ELSE 0 END) AS club_games,
    sum(CASE WHEN g.in_question AND g.did THEN 1 ELSE 0 END) AS club_followed,
    sum(CASE WHEN g.in_question IS NULL THEN 1 ELSE 0 END) AS hand_unknown,
    sum(CASE WHEN g.in_question AND g.reason LIKE 'unavailable: %' THEN 1 ELSE 0 END) AS unavailable,
    sum(CASE WHEN g.started AND g.reason LIKE 'unavailable: %' THEN 1 ELSE 0 END) AS unavailable_started,
    sum(CASE WHEN g.applicable THEN 1 ELSE 0 END) AS applicable,
    sum(CASE WHEN g.followed THEN 1 ELSE 0 END) AS followed,
    min(CASE WHEN NOT g.followed THEN g.date END) AS first_miss,
    max(CASE WHEN NOT g.followed THEN g.date END) AS last_miss,
    sum(g.plate_appearances_lost) AS lost,
    sum(g.plate_appearances_lost_low) AS lost_low,
    sum(g.plate_appearances_lost_high) AS lost_high,
    max(g.date) AS last_game
FROM directive_game AS g
GROUP BY g.plan, g.directive
"""

_HALVES = """
SELECT j.plan, j.directive,
    sum(CASE WHEN 2 * j.place <= j.n THEN 1 ELSE 0 END) AS first_games,
    sum(CASE WHEN 2 * j.place <= j.n AND j.followed THEN 1 ELSE 0 END) AS first_followed,
    sum(CASE WHEN 2 * j.place > j.n THEN 1 ELSE 0 END) AS second_games,
    sum(CASE WHEN 2 * j.place > j.n AND j.followed THEN 1 ELSE 0 END) AS second_followed
FROM judged AS j
GROUP BY j.plan, j.directive
"""

# One row per directive, whether or not its clubs played. needed: the fewest applicable games that meet the target.
_WEIGHED = """
SELECT d.plan, d.directive, d.season, d.person_id, d.kind, d.availability, d.season_over, d.target,
    coalesce(c.club_games, 0) AS club_games, coalesce(c.club_followed, 0) AS club_followed,
    coalesce(c.hand_unknown, 0) AS hand_unknown, coalesce(c.unavailable, 0) AS unavailable,
    coalesce(c.unavailable_started, 0) AS unavailable_started,
    coalesce(c.applicable, 0) AS applicable, coalesce(c.followed, 0) AS followed,
    CAST(ceil(round(d.target * coalesce(c.applicable, 0), 6)) AS INT) AS needed,
    CASE WHEN c.applicable > 0 THEN CAST(c.followed AS DOUBLE) / c.applicable END AS rate,
    CASE WHEN c.followed = 0 THEN 0.0 WHEN c.applicable > 0 THEN ({centre} - {reach}) / {under} END AS low,
    CASE WHEN c.applicable > 0 AND c.followed = c.applicable THEN 1.0
        WHEN c.applicable > 0 THEN ({centre} + {reach}) / {under} END AS high,
    c.first_miss, c.last_miss, c.lost, c.lost_low, c.lost_high, c.last_game
FROM directive AS d
LEFT JOIN counted AS c ON c.plan = d.plan AND c.directive = d.directive
""".format(
    centre=f"(c.followed + {Z * Z / 2})",
    reach=f"{Z} * sqrt(CAST(c.followed AS DOUBLE) * (c.applicable - c.followed) / c.applicable + {Z * Z / 4})",
    under=f"(c.applicable + {Z * Z})",
)

# Of what all misses lost, the part beyond those that the target allows. Rounded: the last digits of a sum hang on its
# order, and the same question is to have the same answer.
_STATUS = """
SELECT w.plan, w.directive, w.season, w.person_id, w.kind, w.availability, w.club_games, w.club_followed,
    CASE WHEN w.club_games > 0 THEN CAST(w.club_followed AS DOUBLE) / w.club_games END AS club_rate,
    w.hand_unknown, w.unavailable, w.unavailable_started, w.applicable, w.followed, w.rate, w.target, w.needed,
    CASE WHEN w.applicable > 0 THEN w.low END AS interval_low, w.high AS interval_high,
    CASE WHEN w.applicable = 0 THEN 'too early to say'
        WHEN w.season_over AND w.followed >= w.needed THEN 'met'
        WHEN w.season_over THEN 'missed'
        WHEN w.target = 1.0 AND w.followed < w.applicable THEN 'missed'
        WHEN w.low >= w.target THEN 'met'
        WHEN w.high < w.target THEN 'missed'
        ELSE 'too early to say' END AS verdict,
    CASE WHEN w.applicable = 0 THEN 'no game was applicable'
        WHEN w.season_over THEN 'by the count: no game is to come'
        WHEN w.target = 1.0 AND w.followed < w.applicable THEN 'every game was asked for'
        WHEN w.low >= w.target OR w.high < w.target THEN 'by pace: the target is outside the interval'
        ELSE 'by pace: the target is inside the interval' END AS verdict_by,
    CASE WHEN w.applicable > 0 THEN w.followed >= w.needed END AS on_course,
    coalesce(r.games, 0) AS longest_run_of_misses, r.first_date AS longest_run_from, r.last_date AS longest_run_to,
    w.first_miss, w.last_miss, h.first_games, h.first_followed, h.second_games, h.second_followed,
    CASE WHEN h.first_games > 0 AND h.second_games > 0
        THEN CAST(h.second_followed AS DOUBLE) / h.second_games - CAST(h.first_followed AS DOUBLE) / h.first_games
    END AS trend,
    t.changed_after,
    CASE WHEN w.kind <> 'field' AND w.applicable > 0 THEN round(coalesce(w.lost, 0.0), 9) END AS lost_by_all_misses,
    CASE WHEN w.kind <> 'field' AND w.applicable > 0 THEN {cost} END AS cost,
    CASE WHEN w.kind <> 'field' AND w.applicable > 0 THEN {low} END AS cost_low,
    CASE WHEN w.kind <> 'field' AND w.applicable > 0 THEN {high} END AS cost_high
FROM weighed AS w
CROSS JOIN allowance AS a
LEFT JOIN run_of_misses AS r ON r.plan = w.plan AND r.directive = w.directive
LEFT JOIN turn AS t ON t.plan = w.plan AND t.directive = w.directive
LEFT JOIN halves AS h ON h.plan = w.plan AND h.directive = w.directive
"""
_BEYOND = "(w.needed - w.followed) / CAST(w.applicable - w.followed AS DOUBLE)"
_BEYOND = f"CASE WHEN w.followed < w.needed THEN round({{}} * {_BEYOND}, 9) ELSE 0.0 END"
_SHARE = "CASE WHEN w.kind = 'pitch' THEN 0.0 ELSE a.share END"  # batters faced are counted, not expected
_STATUS = _STATUS.format(
    cost=_BEYOND.format("coalesce(w.lost, 0.0)"),
    low=_BEYOND.format(f"(coalesce(w.lost_low, 0.0) - abs(coalesce(w.lost_low, 0.0)) * {_SHARE})"),
    high=_BEYOND.format(f"(coalesce(w.lost_high, 0.0) + abs(coalesce(w.lost_high, 0.0)) * {_SHARE})"),
)

_MANAGER = """
SELECT g.plan, g.directive, g.season, g.club, g.manager_id, g.manager_person_id, g.manager_name,
    count(*) AS applicable, sum(CASE WHEN g.followed THEN 1 ELSE 0 END) AS followed
FROM directive_game AS g
WHERE g.applicable
GROUP BY g.plan, g.directive, g.season, g.club, g.manager_id, g.manager_person_id, g.manager_name
"""

STATUS_STEPS = (
    ("judged", _JUDGED),
    ("run_of_misses", _RUN_OF_MISSES),
    ("turn", _TURN),
    ("counted", _COUNTED),
    ("halves", _HALVES),
    ("weighed", _WEIGHED),
    ("directive_status", _STATUS),
    ("directive_manager", _MANAGER),
)
