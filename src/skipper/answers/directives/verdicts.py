"""From games to verdicts, as SQL.

Every figure has two bases: `available` covers the applicable games, and `club` all club-games in question in which the
player's part is known, whether or not the player was available.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from skipper.answers.directives.kinds.kind import Kind, kinds
from skipper.answers.interval import wilson_sql

# A change is reported if the running count departs from a straight line by more than a constant rate would give in 1 of
# 100 seasons: the 99th percentile of the Kolmogorov distribution.
CHANGE = 1.628
FEWEST_FOR_CHANGE = 20

_BASED = """
SELECT plan, directive, date, game_number, club, 'available' AS basis, followed AS kept, plate_appearances_lost AS lost,
    plate_appearances_lost_low AS lost_low, plate_appearances_lost_high AS lost_high
FROM directive_game WHERE applicable
UNION ALL
SELECT plan, directive, date, game_number, club, 'club' AS basis, did AS kept, club_plate_appearances_lost AS lost,
    club_plate_appearances_lost_low AS lost_low, club_plate_appearances_lost_high AS lost_high
FROM directive_game WHERE in_question AND did IS NOT NULL
"""

_JUDGED = """
SELECT g.*,
    row_number() OVER (PARTITION BY g.plan, g.directive, g.basis ORDER BY g.date, g.game_number, g.club) AS place,
    count(*) OVER (PARTITION BY g.plan, g.directive, g.basis) AS n,
    sum(CASE WHEN g.kept THEN 1 ELSE 0 END) OVER (PARTITION BY g.plan, g.directive, g.basis) AS k,
    sum(CASE WHEN g.kept THEN 1 ELSE 0 END) OVER (
        PARTITION BY g.plan, g.directive, g.basis ORDER BY g.date, g.game_number, g.club
        ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS so_far
FROM based AS g
"""

# Misses between two consecutive games that followed the directive form one run.
_RUN_OF_MISSES = """
SELECT r.plan, r.directive, r.basis, r.games, r.first_date, r.last_date
FROM (
    SELECT m.*,
        row_number() OVER (PARTITION BY m.plan, m.directive, m.basis ORDER BY m.games DESC, m.first_date) AS rank
    FROM (
        SELECT j.plan, j.directive, j.basis, j.so_far, count(*) AS games, min(j.date) AS first_date,
            max(j.date) AS last_date
        FROM judged AS j WHERE NOT j.kept
        GROUP BY j.plan, j.directive, j.basis, j.so_far
    ) AS m
) AS r
WHERE r.rank = 1
"""

# The game after which the rate differs most from the rate before; distances are integers, scaled by n.
_TURN = f"""
SELECT r.plan, r.directive, r.basis, r.date AS changed_after
FROM (
    SELECT j.plan, j.directive, j.basis, j.date, j.n, j.k, abs(j.n * j.so_far - j.place * j.k) AS distance,
        row_number() OVER (
            PARTITION BY j.plan, j.directive, j.basis ORDER BY abs(j.n * j.so_far - j.place * j.k) DESC, j.place
        ) AS rank
    FROM judged AS j
) AS r
WHERE r.rank = 1 AND r.n >= {FEWEST_FOR_CHANGE} AND r.k > 0 AND r.k < r.n
    AND r.distance / sqrt(CAST(r.n AS DOUBLE) * r.k * (r.n - r.k)) > {CHANGE}
"""

# Number of games per basis; with an odd number, the middle game belongs to the second half.
_COUNTED = """
SELECT j.plan, j.directive, j.basis, count(*) AS games, sum(CASE WHEN j.kept THEN 1 ELSE 0 END) AS kept,
    min(CASE WHEN NOT j.kept THEN j.date END) AS first_miss, max(CASE WHEN NOT j.kept THEN j.date END) AS last_miss,
    sum(j.lost) AS lost, sum(j.lost_low) AS lost_low, sum(j.lost_high) AS lost_high,
    sum(CASE WHEN 2 * j.place <= j.n THEN 1 ELSE 0 END) AS first_games,
    sum(CASE WHEN 2 * j.place <= j.n AND j.kept THEN 1 ELSE 0 END) AS first_followed,
    sum(CASE WHEN 2 * j.place > j.n THEN 1 ELSE 0 END) AS second_games,
    sum(CASE WHEN 2 * j.place > j.n AND j.kept THEN 1 ELSE 0 END) AS second_followed
FROM judged AS j
GROUP BY j.plan, j.directive, j.basis
"""

# needed: the smallest number of games that meets the target. cost: the share of all misses' loss that is due to misses
# beyond the target's allowance. Rounded because a sum's last digits depend on its order, and equal questions must have
# equal answers.
_FIGURES = """
SELECT w.*,
    CASE WHEN w.kind IN ({kinds}) THEN round(coalesce(w.lost, 0.0), 9) END AS lost_by_all_misses,
    CASE WHEN w.kind IN ({kinds}) THEN {cost} END AS cost,
    CASE WHEN w.kind IN ({kinds}) THEN {low} END AS cost_low,
    CASE WHEN w.kind IN ({kinds}) THEN {high} END AS cost_high
FROM (
    SELECT c.*, d.kind, CAST(ceil(round(d.target * c.games, 6)) AS INT) AS needed,
        CAST(c.kept AS DOUBLE) / c.games AS rate, {interval_low} AS interval_low, {interval_high} AS interval_high,
        coalesce(r.games, 0) AS longest_run, r.first_date AS run_from, r.last_date AS run_to,
        CASE WHEN c.first_games > 0 AND c.second_games > 0
            THEN CAST(c.second_followed AS DOUBLE) / c.second_games - CAST(c.first_followed AS DOUBLE) / c.first_games
        END AS trend,
        t.changed_after
    FROM counted AS c
    JOIN directive AS d ON d.plan = c.plan AND d.directive = c.directive
    LEFT JOIN run_of_misses AS r ON r.plan = c.plan AND r.directive = c.directive AND r.basis = c.basis
    LEFT JOIN turn AS t ON t.plan = c.plan AND t.directive = c.directive AND t.basis = c.basis
) AS w
"""
_BEYOND = (
    "CASE WHEN w.kept < w.needed "
    "THEN round(coalesce({}, 0.0) * (w.needed - w.kept) / CAST(w.games - w.kept AS DOUBLE), 9) ELSE 0.0 END"
)

# Games included in no count, and games on days listed as unavailable in the plan.
_ASIDE = """
SELECT g.plan, g.directive,
    sum(CASE WHEN g.in_question IS NULL THEN 1 ELSE 0 END) AS hand_unknown,
    sum(CASE WHEN g.in_question AND g.did IS NULL THEN 1 ELSE 0 END) AS undecided,
    sum(CASE WHEN g.in_question AND g.reason LIKE 'unavailable: %' THEN 1 ELSE 0 END) AS unavailable,
    sum(CASE WHEN g.started AND g.reason LIKE 'unavailable: %' THEN 1 ELSE 0 END) AS unavailable_started
FROM directive_game AS g
GROUP BY g.plan, g.directive
"""

# One row per directive, whether or not its clubs played.
_WEIGHED = """
SELECT d.plan, d.directive, d.season, d.person_id, d.kind, d.availability, d.season_over, d.target, d.cost_source,
    coalesce(o.hand_unknown, 0) AS hand_unknown, coalesce(o.undecided, 0) AS undecided,
    coalesce(o.unavailable, 0) AS unavailable, coalesce(o.unavailable_started, 0) AS unavailable_started,
    coalesce(f.games, 0) AS applicable, coalesce(f.kept, 0) AS followed, coalesce(f.needed, 0) AS needed,
    f.rate, f.interval_low AS low, f.interval_high AS high
FROM directive AS d
LEFT JOIN aside AS o ON o.plan = d.plan AND o.directive = d.directive
LEFT JOIN figures AS f ON f.plan = d.plan AND f.directive = d.directive AND f.basis = 'available'
"""

# column of directive_status: column of `figures`, over all club-games
CLUB_FIGURES = {
    "club_rate": "rate",
    "club_needed": "needed",
    "club_interval_low": "interval_low",
    "club_interval_high": "interval_high",
    "club_longest_run_of_misses": "longest_run",
    "club_longest_run_from": "run_from",
    "club_longest_run_to": "run_to",
    "club_first_miss": "first_miss",
    "club_last_miss": "last_miss",
    "club_first_games": "first_games",
    "club_first_followed": "first_followed",
    "club_second_games": "second_games",
    "club_second_followed": "second_followed",
    "club_trend": "trend",
    "club_changed_after": "changed_after",
    "club_lost_by_all_misses": "lost_by_all_misses",
    "club_cost": "cost",
    "club_cost_low": "cost_low",
    "club_cost_high": "cost_high",
}

# During the season, a season limit is judged by projected innings (`pace`).
_STATUS = """
SELECT w.plan, w.directive, w.season, w.person_id, w.kind, w.availability, w.hand_unknown, w.undecided, w.unavailable,
    w.unavailable_started, w.applicable, w.followed, w.rate, w.target, w.needed, w.low AS interval_low,
    w.high AS interval_high,
    CASE WHEN w.applicable = 0 THEN 'too early to say'
        WHEN w.season_over AND w.followed >= w.needed THEN 'met'
        WHEN w.season_over THEN 'missed'
        WHEN w.target = 1.0 AND w.followed < w.applicable THEN 'missed'
        WHEN p.heading_low > p.limit_outs THEN 'missed'
        WHEN p.alone AND p.heading_high <= p.limit_outs THEN 'met'
        WHEN w.low >= w.target THEN 'met'
        WHEN w.high < w.target THEN 'missed'
        ELSE 'too early to say' END AS verdict,
    CASE WHEN w.applicable = 0 THEN 'no game was applicable'
        WHEN w.season_over THEN 'by the count: no game is to come'
        WHEN w.target = 1.0 AND w.followed < w.applicable THEN 'every game was required'
        WHEN p.heading_low > p.limit_outs THEN 'by pace: the innings are heading beyond the limit of the season'
        WHEN p.alone AND p.heading_high <= p.limit_outs THEN 'by pace: the innings are heading for less than the limit'
        WHEN p.heading IS NOT NULL THEN 'by pace: the innings may or may not pass the limit of the season'
        WHEN w.low >= w.target OR w.high < w.target THEN 'by pace: the target is outside the interval'
        ELSE 'by pace: the target is inside the interval' END AS verdict_by,
    CASE WHEN w.applicable > 0 THEN w.followed >= w.needed AND coalesce(p.heading <= p.limit_outs, TRUE) END
        AS on_course,
    round(p.heading / 3, 9) AS heading_innings, round(p.heading_low / 3, 9) AS heading_innings_low,
    round(p.heading_high / 3, 9) AS heading_innings_high,
    coalesce(f.longest_run, 0) AS longest_run_of_misses, f.run_from AS longest_run_from, f.run_to AS longest_run_to,
    f.first_miss, f.last_miss, f.first_games, f.first_followed, f.second_games, f.second_followed, f.trend,
    f.changed_after, f.lost_by_all_misses, f.cost, f.cost_low, f.cost_high,
    CASE WHEN w.kind IN ({slots}) THEN w.cost_source END AS cost_source,
    CAST(NULL AS DOUBLE) AS runs, CAST(NULL AS INT) AS runs_games,  -- added by `check.gather`
    coalesce(c.games, 0) AS club_games, coalesce(c.kept, 0) AS club_followed, {club}
FROM weighed AS w
LEFT JOIN figures AS f ON f.plan = w.plan AND f.directive = w.directive AND f.basis = 'available'
LEFT JOIN figures AS c ON c.plan = w.plan AND c.directive = w.directive AND c.basis = 'club'
LEFT JOIN pace AS p ON p.plan = w.plan AND p.directive = w.directive
""".replace("{club}", ", ".join(f"c.{figure} AS {column}" for column, figure in CLUB_FIGURES.items()))

_MANAGER = """
SELECT g.plan, g.directive, g.season, g.club, g.manager_id, g.manager_person_id, g.manager_name,
    sum(CASE WHEN g.applicable THEN 1 ELSE 0 END) AS applicable,
    sum(CASE WHEN g.followed THEN 1 ELSE 0 END) AS followed,
    sum(CASE WHEN g.in_question AND g.did IS NOT NULL THEN 1 ELSE 0 END) AS club_games,
    sum(CASE WHEN g.in_question AND g.did THEN 1 ELSE 0 END) AS club_followed
FROM directive_game AS g
WHERE g.applicable OR (g.in_question AND g.did IS NOT NULL)
GROUP BY g.plan, g.directive, g.season, g.club, g.manager_id, g.manager_person_id, g.manager_name
"""

# No season limit.
_NO_PACE = """
SELECT plan, directive, CAST(NULL AS INT) AS limit_outs, FALSE AS alone, CAST(NULL AS DOUBLE) AS heading,
    CAST(NULL AS DOUBLE) AS heading_low, CAST(NULL AS DOUBLE) AS heading_high
FROM directive WHERE FALSE
"""


def pace_step(paces: Sequence[str]) -> tuple[str, str]:
    """Return the step for `pace`: the outs of a season, and those for which a directive with a limit is heading, from
    the SELECTs of the kinds that have such limits. `alone` says that the directive limits nothing else."""
    return "pace", " UNION ALL ".join(paces) or _NO_PACE


def status_steps() -> tuple[tuple[str, str], ...]:
    """Return the steps from `directive_game` to `directive_status` and `directive_manager`."""
    costing = [kind for kind in kinds().values() if kind.has_cost]
    low, high = wilson_sql("c.kept", "c.games")
    figures = _FIGURES.format(
        kinds=_names(costing),
        cost=_BEYOND.format("w.lost"),
        low=_BEYOND.format("w.lost_low"),
        high=_BEYOND.format("w.lost_high"),
        interval_low=low,
        interval_high=high,
    )
    return (
        ("based", _BASED),
        ("judged", _JUDGED),
        ("run_of_misses", _RUN_OF_MISSES),
        ("turn", _TURN),
        ("counted", _COUNTED),
        ("figures", figures),
        ("aside", _ASIDE),
        ("weighed", _WEIGHED),
        ("directive_status", _STATUS.replace("{slots}", _names(kind for kind in costing if kind.by_lineup))),
        ("directive_manager", _MANAGER),
    )


def _names(kinds: Iterable[Kind[Any]]) -> str:
    return ", ".join(f"'{kind.name}'" for kind in kinds)
