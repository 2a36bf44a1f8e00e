"""The rows behind a manager's games: from the game logs, and from play by play where these lack a game."""

from __future__ import annotations

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader


def game_rows(lake: LakeReader, person_id: str, season: int, played: bool) -> list[Row]:
    """A row per game that he ran that season, in order; `played`: the lake has play by play of the season.

    Surnames are those of `person`, null where it has none: the last word of a name is not always one.
    """
    asked = {"person": person_id, "season": season}
    rows = lake.rows(_LOGGED, asked)
    here = {row["game_id"] for row in lake.rows(_IDS, {"season": season})} if played else set()
    for row in rows:
        row["has_plays"] = row["game_id"] in here
    if played:
        rows += lake.rows(_PLAYED, asked)
    return sorted(rows, key=_order)


def lineup_rows(lake: LakeReader, person_id: str, season: int, played: bool) -> list[Row]:
    """The starting lineups of those games: a row per slot."""
    asked = {"person": person_id, "season": season}
    rows = lake.rows(_LINEUPS, asked)
    if played:
        rows += lake.rows(_LINEUPS_PLAYED, asked)
    return sorted(rows, key=lambda row: (row["game_id"], row["club"], row["slot"]))


def change_rows(lake: LakeReader, person_id: str, season: int) -> list[Row]:
    """The changes that he made in those games whose plays are known, in order."""
    rows = lake.rows(_CHANGES, {"person": person_id, "season": season})
    return sorted(rows, key=lambda row: (*_order(row), row["sequence"]))


def _order(row: Row) -> tuple:
    return row["date"], row["game_number"], row["game_id"], row["club"]


_LOGGED = """
SELECT g.date, g.game_number, g.game_id, g.club, g.season, g.game_type, g.opponent, g.is_home,
    'game_log' AS manager_source, g.runs_for, g.runs_against, g.result, g.starting_pitcher_id,
    coalesce(p.name, g.starting_pitcher_id) AS starting_pitcher_name, p.last_name AS starting_pitcher_surname,
    g.opposing_starter_throws
FROM club_game AS g LEFT JOIN person AS p ON p.person_id = g.starting_pitcher_person_id
WHERE g.season = $season AND g.manager_person_id = $person
"""
_IDS = "SELECT DISTINCT game_id FROM event_club_game WHERE season = $season"
_UNLOGGED = """
event_club_game AS g
WHERE g.season = $season AND g.manager_person_id = $person
    AND g.game_id NOT IN (SELECT game_id FROM club_game WHERE season = $season)
"""
# No game log, no ruling: a result is what the plays make it.
_PLAYED = f"""
WITH g AS (SELECT g.* FROM {_UNLOGGED})
SELECT g.date, g.game_number, g.game_id, g.club, g.season, k.game_type, g.opponent, g.is_home,
    g.manager_source, g.runs AS runs_for, o.runs AS runs_against,
    CASE sign(g.runs - o.runs) WHEN 1 THEN 'W' WHEN -1 THEN 'L' ELSE 'T' END AS result, g.starting_pitcher_id,
    coalesce(p.name, g.starting_pitcher_id) AS starting_pitcher_name, p.last_name AS starting_pitcher_surname,
    g.opposing_starter_throws, true AS has_plays
FROM g JOIN event_club_game AS o ON o.season = g.season AND o.game_id = g.game_id AND o.club <> g.club
JOIN event_game AS k ON k.season = g.season AND k.game_id = g.game_id
LEFT JOIN person AS p ON p.retrosheet_id = g.starting_pitcher_id
"""
_LINEUPS = """
SELECT l.game_id, l.club, l.slot, l.player_id, coalesce(l.player_name, l.player_id) AS player_name, l.position,
    'game_log' AS lineup_source, p.last_name AS surname
FROM lineup AS l JOIN club_game AS g USING (season, game_id, club)
LEFT JOIN person AS p ON p.person_id = l.player_person_id
WHERE season = $season AND g.manager_person_id = $person
"""
_LINEUPS_PLAYED = f"""
WITH g AS (SELECT g.* FROM {_UNLOGGED})
SELECT g.game_id, g.club, l.slot, l.player_id, coalesce(l.player_name, l.player_id) AS player_name, l.position,
    'event_file' AS lineup_source, p.last_name AS surname
FROM g JOIN event_lineup AS l ON l.season = g.season AND l.game_id = g.game_id AND l.club = g.club
LEFT JOIN person AS p ON p.person_id = l.player_person_id
"""
_CHANGES = """
SELECT g.date, g.game_number, s.game_id, s.club, s.sequence, s.inning, s.half, s.outs, s.mid_inning, s.kind,
    s.player_id, coalesce(p.name, s.player_id) AS player_name,
    s.replaced_id, coalesce(r.name, s.replaced_id) AS replaced_name, s.slot, s.position, s.bases, s.score_difference
FROM substitution AS s
JOIN event_club_game AS g ON g.season = s.season AND g.game_id = s.game_id AND g.club = s.club
LEFT JOIN person AS p ON p.person_id = s.player_person_id
LEFT JOIN person AS r ON r.person_id = s.replaced_person_id
WHERE s.season = $season AND g.manager_person_id = $person
"""
