"""SQL for the cost of a miss and for each game's row (see `game_rules`)."""

from __future__ import annotations

from skipper.answers.directives.rule_sql import lineup_kinds, of_kind, of_rule

# Plate appearances of any slot in each club's league.
_ANY = """
SELECT season, club, avg(plate_appearances) AS mean, min(plate_appearances) AS low, max(plate_appearances) AS high,
    max(error) AS error, max(share) AS share
FROM slot_value GROUP BY season, club
"""

# Adds the plate appearances of the player's slot, and of the slots where the player started on the directive's days
# (all nine slots if the player did not start).
_VALUED = """
SELECT t.*, v.plate_appearances AS slot_mean, v.error AS slot_error, n.share,
    coalesce(avg(v.plate_appearances) OVER (PARTITION BY t.plan, t.directive), n.mean) AS own,
    coalesce(min(v.plate_appearances) OVER (PARTITION BY t.plan, t.directive), n.low) AS own_low,
    coalesce(max(v.plate_appearances) OVER (PARTITION BY t.plan, t.directive), n.high) AS own_high,
    coalesce(max(v.error) OVER (PARTITION BY t.plan, t.directive), n.error) AS own_error
FROM followed AS t
LEFT JOIN slot_value AS v ON v.season = t.season AND v.club = t.club AND v.slot = t.slot
LEFT JOIN any_slot AS n ON n.season = t.season AND n.club = t.club
"""

# Plate appearances the player loses if the game is a miss (negative if gained), with error bounds.
_STAKE = """
SELECT s.*, s.error + abs(s.stake_low) * s.share AS below, s.error + abs(s.stake_high) * s.share AS above
FROM (
    SELECT t.*, {stake} AS stake, {stake_low} AS stake_low, {stake_high} AS stake_high, {error} AS error
    FROM valued AS t {joins}
) AS s
"""

# What the player did in the game, in words, and the loss if it is a miss: for applicable games, and for any game in
# question.
_GAME = """
SELECT t.plan, t.directive, t.game_id, t.season, t.date, t.game_number, t.club, t.manager_id, t.manager_person_id,
    t.manager_name, t.manager_source, t.opposing_hand,
    t.in_question, t.applicable, t.followed, t.did, t.started, t.slot, t.position,
    CASE WHEN t.started THEN a.appearances END AS plate_appearances,
    CASE WHEN NOT t.started AND NOT t.has_lineup THEN NULL
        WHEN NOT t.started THEN 'did not start'
        ELSE concat_ws(', ', {observed}, a.later) END AS observed,
    t.required, t.reason,
    CASE WHEN NOT t.followed THEN t.stake END AS plate_appearances_lost,
    CASE WHEN NOT t.followed THEN t.stake_low - t.below END AS plate_appearances_lost_low,
    CASE WHEN NOT t.followed THEN t.stake_high + t.above END AS plate_appearances_lost_high,
    CASE WHEN NOT t.did THEN t.stake END AS club_plate_appearances_lost,
    CASE WHEN NOT t.did THEN t.stake_low - t.below END AS club_plate_appearances_lost_low,
    CASE WHEN NOT t.did THEN t.stake_high + t.above END AS club_plate_appearances_lost_high
FROM stake AS t
LEFT JOIN later AS a ON a.season = t.season AND a.game_id = t.game_id AND a.club = t.club
    AND a.person_id = t.person_id
"""


def cost_steps() -> tuple[tuple[str, str], ...]:
    """Return the steps from `followed` to `lineup_game`, which has the rows of directive_game."""
    kinds = lineup_kinds()
    stakes = {
        f"stake{end}": of_kind((kind, "NULL" if kind.stake is None else kind.stake.format(end=end)) for kind in kinds)
        for end in ("", "_low", "_high")
    }
    errors = of_kind((kind, "NULL" if kind.stake is None else kind.stake_error) for kind in kinds)
    joins = " ".join(kind.stake_join for kind in kinds)
    return (
        *(step for kind in kinds for step in kind.stake_steps),
        ("any_slot", _ANY),
        ("valued", _VALUED),
        ("stake", _STAKE.format(**stakes, error=errors, joins=joins)),
        ("lineup_game", _GAME.format(observed=of_rule(lambda rule: rule.observed))),
    )
