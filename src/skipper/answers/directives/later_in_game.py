"""SQL for what a starter did later in the game, from play-by-play (see `game_rules`).

This changes no verdict, because verdicts follow the starting lineup; the evidence shows it next to the start.
"""

from __future__ import annotations

# One row per start in a game with play-by-play. What counts is the first player to replace the starter, regardless of
# later changes. A courtesy runner does not replace the starter; an ejected player counts as replaced. The text with the
# lowest sequence number belongs to the first replacement.
_LATER = """
SELECT s.season, s.game_id, s.club, s.person_id, CAST(coalesce(t.appearances, 0) AS INT) AS appearances,
    CASE WHEN e.person_id IS NOT NULL THEN 'ejected'
        WHEN r.first_change IS NULL THEN NULL
        WHEN substring(r.first_change, 6, 12) = 'pinch_hitter'
            THEN CASE WHEN coalesce(t.appearances, 0) = 0 THEN 'pinch-hit for before batting' ELSE 'pinch-hit for' END
        ELSE 'replaced' END AS later
FROM started AS s
JOIN game AS g ON g.season = s.season AND g.game_id = s.game_id AND g.has_plays
LEFT JOIN (
    SELECT season, game_id, batting_club, batter_person_id AS person_id, count(*) AS appearances
    FROM plate_appearance WHERE season IN ({seasons}) GROUP BY season, game_id, batting_club, batter_person_id
) AS t ON t.season = s.season AND t.game_id = s.game_id AND t.batting_club = s.club AND t.person_id = s.person_id
LEFT JOIN (
    SELECT season, game_id, club, replaced_person_id AS person_id,
        min(concat(lpad(CAST(sequence AS STRING), 5, '0'), kind)) AS first_change
    FROM substitution WHERE season IN ({seasons}) AND kind NOT IN ('position_change', 'courtesy_runner')
    GROUP BY season, game_id, club, replaced_person_id
) AS r ON r.season = s.season AND r.game_id = s.game_id AND r.club = s.club AND r.person_id = s.person_id
LEFT JOIN (
    SELECT DISTINCT season, game_id, ejected_person_id AS person_id FROM ejection WHERE season IN ({seasons})
) AS e ON e.season = s.season AND e.game_id = s.game_id AND e.person_id = s.person_id
WHERE g.season IN ({seasons})
"""
_NOTHING = """
SELECT CAST(NULL AS INT) AS season, CAST(NULL AS STRING) AS game_id, CAST(NULL AS STRING) AS club,
    CAST(NULL AS STRING) AS person_id, CAST(NULL AS INT) AS appearances, CAST(NULL AS STRING) AS later
WHERE FALSE
"""


def later_step(plays: bool) -> tuple[str, str]:
    """Return the step for `later`, which has no rows if the lake has no play-by-play."""
    return "later", _LATER if plays else _NOTHING
