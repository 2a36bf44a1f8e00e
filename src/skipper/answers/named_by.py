"""Whose word it is that a manager ran a game: a game log's, or Lahman's where no source of games names one."""

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

    `seasons` are those of which games come from another source than game logs: only there does Lahman name anybody.
    """
    listed = ", ".join(map(str, sorted(set(seasons))))
    if not listed:
        return []
    return lake.rows(_CLUB_SEASONS.format(seasons=listed), {"source": LAHMAN, "person": person_id})


def lahman_words(club_seasons: Iterable[Row]) -> tuple[str, ...]:
    """Say in a sentence that the manager of those clubs' seasons is Lahman's; nothing where there are none."""
    named = dict.fromkeys(f"{row['season']} {row['club']}" for row in club_seasons)
    if not named:
        return ()
    return (
        f"{', '.join(named)}: the manager is Lahman's, which lists one manager for the club's whole season; no source "
        "of games names the manager.",
    )
