"""What the lake has play by play of, and whom a name means there."""

from __future__ import annotations

from skipper.answers.errors import AnswerError
from skipper.answers.people import MANAGERS, PLAYERS, Pool
from skipper.lake.reader import LakeReader

_NEEDED = (
    "event_game",
    "event_club_game",
    "event_lineup",
    "plate_appearance",
    "pitching_appearance",
    "substitution",
    "manager_tendency",
)


class NoPlaysError(AnswerError):
    """The question is about plays, and the lake has none."""

    def __init__(self, lake: LakeReader) -> None:
        super().__init__(
            f"{lake.lake} has no play by play; "
            f"`skipper build --lake {lake.lake} --gamelogs FOLDER --events FOLDER` adds it."
        )


def seasons_with_plays(lake: LakeReader) -> list[int]:
    """The seasons of which the lake has play by play; none of a lake built before Skipper read it."""
    if not set(_NEEDED) <= set(lake.manifest.tables):
        return []
    return [row["season"] for row in lake.rows("SELECT DISTINCT season FROM event_club_game ORDER BY season")]


def regular_club_games(seasons: str) -> str:
    """SQL that DuckDB and Spark both run: the rows of `event_club_game` of regular-season games.

    `seasons` is SQL too: what stands within IN (…). A game's type is the game log's to say; where the logs lack the
    game, the event file's (`event_game`).
    """
    return f"""
    SELECT e.* FROM event_club_game AS e
    JOIN event_game AS k ON k.season = e.season AND k.game_id = e.game_id
    LEFT JOIN (SELECT season, game_id, club, game_type FROM club_game WHERE season IN ({seasons})) AS g
        ON g.season = e.season AND g.game_id = e.game_id AND g.club = e.club
    WHERE e.season IN ({seasons}) AND k.season IN ({seasons}) AND coalesce(g.game_type, k.game_type) = 'regular'
    """


def managers(lake: LakeReader) -> Pool:
    """Those who managed games of the lake, from game logs or play by play."""
    if not seasons_with_plays(lake):
        return MANAGERS
    ran = "SELECT manager_person_id AS person_id, manager_name AS name FROM event_club_game "
    ran += "WHERE manager_person_id IS NOT NULL"
    return Pool(
        MANAGERS.noun,
        MANAGERS.nothing,
        f"{MANAGERS.names} UNION SELECT person_id, coalesce(p.name, r.name) AS name "
        f"FROM ({ran}) AS r LEFT JOIN person AS p USING (person_id) UNION {ran}",
        f"""
        SELECT m.person_id, any_value(m.id) AS id, coalesce(any_value(p.name), any_value(m.name)) AS name,
            min(first_season) AS first_season, max(last_season) AS last_season,
            list_distinct(flatten(list(clubs ORDER BY first_season))) AS clubs
        FROM (
            {MANAGERS.people}
            UNION ALL
            SELECT manager_person_id, any_value(coalesce(manager_id, credited_manager_id)), any_value(manager_name),
                min(season), max(season), list_distinct(list(club ORDER BY season))
            FROM event_club_game WHERE list_contains($ids, manager_person_id) GROUP BY manager_person_id
        ) AS m LEFT JOIN person AS p ON p.person_id = m.person_id
        GROUP BY m.person_id
        """,
    )


def players(lake: LakeReader) -> Pool:
    """Those who started a game of the lake, or started, batted or pitched in its play by play."""
    if not seasons_with_plays(lake):
        return PLAYERS
    played = """
        SELECT batter_person_id AS person_id, batter_id AS id, season, batting_club AS club FROM plate_appearance
        UNION SELECT pitcher_person_id, pitcher_id, season, club FROM pitching_appearance
        UNION SELECT player_person_id, player_id, season, club FROM event_lineup
    """
    return Pool(
        PLAYERS.noun,
        "played in no game of this lake",
        f"{PLAYERS.names} UNION SELECT person_id, p.name FROM ({played}) JOIN person AS p USING (person_id)",
        f"""
        SELECT m.person_id, any_value(m.id) AS id, coalesce(any_value(p.name), any_value(m.name)) AS name,
            min(first_season) AS first_season, max(last_season) AS last_season,
            list_distinct(flatten(list(clubs ORDER BY first_season))) AS clubs
        FROM (
            {PLAYERS.people}
            UNION ALL
            SELECT person_id, any_value(id), NULL, min(season), max(season), list_distinct(list(club ORDER BY season))
            FROM ({played}) WHERE list_contains($ids, person_id) GROUP BY person_id
        ) AS m LEFT JOIN person AS p ON p.person_id = m.person_id
        GROUP BY m.person_id
        """,
    )
