"""Seasons with play-by-play, and the players who appear in it."""

from __future__ import annotations

import shlex

from skipper.answers.errors import AnswerError
from skipper.answers.people import PLAYERS, Pool
from skipper.lake.reader import LakeReader


class NoPlaysError(AnswerError):
    """Raised if the question requires plays and the lake has none."""

    def __init__(self, lake: LakeReader) -> None:
        super().__init__(
            f"{lake.lake} has no play-by-play; "
            f"`skipper build --lake {shlex.quote(str(lake.lake))} --gamelogs FOLDER --events FOLDER` adds it."
        )


def seasons_with_plays(lake: LakeReader) -> list[int]:
    """Return the seasons in which at least one game has play-by-play."""
    seasons_of = lake.manifest.seasons_of
    return sorted({*seasons_of("plate_appearance"), *seasons_of("pitching_appearance")})


def played_club_games(seasons: str) -> str:
    """Return SQL for DuckDB and Spark: the `club_game` rows of regular-season games with play-by-play.

    `seasons` is also SQL: the contents of IN (…).
    """
    return f"""
    SELECT g.* FROM club_game AS g
    JOIN game AS k ON k.season = g.season AND k.game_id = g.game_id
    WHERE g.season IN ({seasons}) AND k.season IN ({seasons}) AND g.game_type = 'regular' AND k.has_plays
    """


def players(lake: LakeReader) -> Pool:
    """Return the pool of players who started a game in the lake or who batted or pitched in its play-by-play."""
    if not seasons_with_plays(lake):
        return PLAYERS
    played = """
        SELECT batter_person_id AS person_id, batter_id AS id, season, batting_club AS club FROM plate_appearance
        UNION SELECT pitcher_person_id, pitcher_id, season, club FROM pitching_appearance
    """
    return Pool(
        PLAYERS.noun,
        "did not play in any game in this lake",
        f"{PLAYERS.names} UNION SELECT person_id, p.name FROM ({played}) JOIN person AS p USING (person_id)",
        f"""
        SELECT m.person_id, any_value(m.id) AS id, coalesce(any_value(p.name), any_value(m.name)) AS name,
            min(first_season) AS first_season, max(last_season) AS last_season,
            list_distinct(flatten(list(clubs ORDER BY first_season))) AS clubs
        FROM (
            {PLAYERS.people}
            UNION ALL
            SELECT person_id, any_value(id), NULL, min(season), max(season), list_distinct(list(club ORDER BY season))
            FROM ({played}) WHERE person_id IN $person_ids GROUP BY person_id
        ) AS m LEFT JOIN person AS p ON p.person_id = m.person_id
        GROUP BY m.person_id
        """,
    )
