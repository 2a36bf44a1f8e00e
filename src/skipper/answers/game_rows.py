"""The rows behind a manager's games: the games, their starting lineups, and lineup changes."""

from __future__ import annotations

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader


def game_rows(lake: LakeReader, person_id: str, season: int) -> list[Row]:
    """Return one row per game that the manager ran that season, in order.

    `ejection_source` states the source of the manager's ejection: `event_file`, or the address of the page cited in the
    manager file. It is null if no ejection is known, which does not prove that the manager was not ejected. The manager
    file gives only a day, so an ejection listed there counts only if the club played once that day.

    Surnames come from `person` and are null if that table lacks them, since the last word of a name is not always the
    surname.
    """
    return lake.rows(_GAMES, {"person": person_id, "season": season})


def lineup_rows(lake: LakeReader, person_id: str, season: int) -> list[Row]:
    """Return the starting lineups of those games, one row per slot."""
    return lake.rows(_LINEUPS, {"person": person_id, "season": season})


def change_rows(lake: LakeReader, person_id: str, season: int) -> list[Row]:
    """Return the lineup changes in games with known plays, in order."""
    return lake.rows(_CHANGES, {"person": person_id, "season": season})


_GAMES = """
SELECT g.date, g.game_number, g.game_id, g.club, g.season, g.game_type, g.opponent, g.is_home, g.source,
    g.game_type_source, g.manager_source, g.manager_confidence,
    starts_with(g.manager_person_id, 'managers:') AS without_id, g.runs_for, g.runs_against, g.result,
    g.starting_pitcher_id,
    coalesce(p.name, g.starting_pitcher_id) AS starting_pitcher_name, p.last_name AS starting_pitcher_surname,
    g.opposing_starter_throws, k.has_plays,
    CASE
        WHEN e.game_id IS NOT NULL THEN 'event_file'
        WHEN count(*) OVER (PARTITION BY g.club, g.date) = 1 THEN f.source
    END AS ejection_source
FROM club_game AS g
JOIN game AS k ON k.season = $season AND k.game_id = g.game_id
LEFT JOIN person AS p ON p.person_id = g.starting_pitcher_person_id
LEFT JOIN (
    SELECT DISTINCT game_id FROM ejection WHERE season = $season AND ejected_person_id = $person
) AS e ON e.game_id = g.game_id
LEFT JOIN (
    SELECT first_day, min(source) AS source FROM listed_manager
    WHERE season = $season AND manager_person_id = $person AND role = 'ejected' GROUP BY first_day
) AS f ON f.first_day = g.date
WHERE g.season = $season AND g.manager_person_id = $person
ORDER BY g.date, g.game_number, g.game_id, g.club
"""
_LINEUPS = """
SELECT l.game_id, l.club, l.slot, l.player_id, coalesce(l.player_name, l.player_id) AS player_name, l.position,
    l.source AS lineup_source, p.last_name AS surname
FROM lineup AS l
JOIN club_game AS g ON g.season = $season AND g.game_id = l.game_id AND g.club = l.club
LEFT JOIN person AS p ON p.person_id = l.player_person_id
WHERE l.season = $season AND g.manager_person_id = $person
ORDER BY l.game_id, l.club, l.slot
"""
_CHANGES = """
SELECT g.date, g.game_number, s.game_id, s.club, s.sequence, s.inning, s.half, s.outs, s.mid_inning, s.kind,
    s.player_id, coalesce(p.name, s.player_id) AS player_name,
    s.replaced_id, coalesce(r.name, s.replaced_id) AS replaced_name, s.slot, s.position, s.bases, s.score_difference
FROM substitution AS s
JOIN club_game AS g ON g.season = $season AND g.game_id = s.game_id AND g.club = s.club
LEFT JOIN person AS p ON p.person_id = s.player_person_id
LEFT JOIN person AS r ON r.person_id = s.replaced_person_id
WHERE s.season = $season AND g.manager_person_id = $person
ORDER BY g.date, g.game_number, s.game_id, s.club, s.sequence
"""
