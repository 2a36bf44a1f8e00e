"""Source of a game's manager: a game log, or Lahman where no game source names a manager."""

from __future__ import annotations

from collections.abc import Iterable

from skipper.answers.answer import Row
from skipper.lake.reader import LakeReader

LAHMAN = "lahman_whole_season"

_CLUB_SEASONS = """
SELECT DISTINCT season, club, manager_person_id FROM club_game
WHERE season IN ({seasons}) AND manager_source = $source AND game_type = 'regular'
    AND ($person::VARCHAR IS NULL OR manager_person_id = $person)
ORDER BY season, club
"""


def lahman_club_seasons(lake: LakeReader, seasons: Iterable[int], person_id: str | None = None) -> list[Row]:
    """Return season, club and manager_person_id where Lahman names the manager of regular-season games.

    `seasons` are those with games from sources other than game logs: only there does Lahman name a manager.
    """
    listed = ", ".join(map(str, sorted(set(seasons))))
    if not listed:
        return []
    return lake.rows(_CLUB_SEASONS.format(seasons=listed), {"source": LAHMAN, "person": person_id})


def lahman_words(club_seasons: Iterable[Row]) -> tuple[str, ...]:
    """Return a sentence that Lahman names the manager of those club-seasons; nothing where there are none."""
    named = dict.fromkeys(f"{row['season']} {row['club']}" for row in club_seasons)
    if not named:
        return ()
    return (
        f"{', '.join(named)}: the manager comes from Lahman, which lists a single manager for the club's season; no "
        "source of games names the manager.",
    )
