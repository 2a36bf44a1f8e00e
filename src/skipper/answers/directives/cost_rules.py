"""SQL for the cost of a miss and for each game's row (see `rules`)."""

from __future__ import annotations

# Plate appearances of the requested slots in each club's league.
_ASKED = """
SELECT d.plan, d.directive, v.club, avg(v.plate_appearances) AS mean, min(v.plate_appearances) AS low,
    max(v.plate_appearances) AS high, max(v.error) AS error
FROM directive AS d
JOIN directive_club AS c ON c.plan = d.plan AND c.directive = d.directive
JOIN slot_value AS v ON v.season = d.season AND v.club = c.club
WHERE d.kind = 'bat' AND array_contains(d.slots, v.slot) = d.wanted
GROUP BY d.plan, d.directive, v.club
"""

_ANY = """
SELECT season, club, avg(plate_appearances) AS mean, min(plate_appearances) AS low, max(plate_appearances) AS high,
    max(error) AS error, max(share) AS share
FROM slot_value GROUP BY season, club
"""

# Adds the plate appearances of the player's slot, and of the slots where the player started on the directive's days
# (all nine slots if the player did not start).
_VALUED = """
SELECT t.*, v.plate_appearances AS slot_mean, v.error AS slot_error, n.share, a.mean AS asked, a.low AS asked_low,
    a.high AS asked_high, a.error AS asked_error,
    coalesce(avg(v.plate_appearances) OVER (PARTITION BY t.plan, t.directive), n.mean) AS own,
    coalesce(min(v.plate_appearances) OVER (PARTITION BY t.plan, t.directive), n.low) AS own_low,
    coalesce(max(v.plate_appearances) OVER (PARTITION BY t.plan, t.directive), n.high) AS own_high,
    coalesce(max(v.error) OVER (PARTITION BY t.plan, t.directive), n.error) AS own_error
FROM followed AS t
LEFT JOIN slot_value AS v ON v.season = t.season AND v.club = t.club AND v.slot = t.slot
LEFT JOIN asked_slot AS a ON a.plan = t.plan AND a.directive = t.directive AND a.club = t.club
LEFT JOIN any_slot AS n ON n.season = t.season AND n.club = t.club
"""

# Plate appearances the player loses if the game is a miss (negative if gained), with error bounds.
_STAKE = """
SELECT s.*, s.error + abs(s.stake_low) * s.share AS below, s.error + abs(s.stake_high) * s.share AS above
FROM (
    SELECT t.*, {stake} AS stake, {stake_low} AS stake_low, {stake_high} AS stake_high,
        CASE WHEN t.kind = 'bat' THEN t.asked_error + coalesce(t.slot_error, 0.0)
            WHEN t.started THEN t.slot_error ELSE t.own_error END AS error
    FROM valued AS t
) AS s
"""
_ONE_STAKE = """CASE WHEN t.kind = 'field' THEN NULL
            WHEN t.kind = 'bat' THEN t.asked{end} - coalesce(t.slot_mean, 0.0)
            WHEN t.started THEN -t.slot_mean
            ELSE t.own{end} END"""
for _name, _end in (("{stake}", ""), ("{stake_low}", "_low"), ("{stake_high}", "_high")):
    _STAKE = _STAKE.replace(_name, _ONE_STAKE.replace("{end}", _end))

# What the player did in the game, in words, and the loss if it is a miss: for applicable games, and for any game in
# question.
_GAME = """
SELECT t.plan, t.directive, t.game_id, t.season, t.date, t.game_number, t.club, t.manager_id, t.manager_person_id,
    t.manager_name, t.manager_source, t.opposing_hand,
    t.in_question, t.applicable, t.followed, t.did, t.started, t.slot, t.position,
    CASE WHEN t.started THEN a.appearances END AS plate_appearances,
    CASE WHEN NOT t.started AND NOT t.has_lineup THEN NULL
        WHEN NOT t.started THEN 'did not start'
        ELSE concat_ws(', ', CASE WHEN t.kind = 'field'
                THEN concat('position ', coalesce(CAST(t.position AS STRING), 'unknown'))
            WHEN t.rule = 'max_consecutive' THEN concat('start ', CAST(t.run AS STRING), ' in a row')
            WHEN t.slot IS NULL THEN 'started as pitcher, in no slot'
            ELSE concat('slot ', CAST(t.slot AS STRING)) END, a.later) END AS observed,
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

COST_STEPS = (
    ("asked_slot", _ASKED),
    ("any_slot", _ANY),
    ("valued", _VALUED),
    ("stake", _STAKE),
    ("lineup_game", _GAME),
)
