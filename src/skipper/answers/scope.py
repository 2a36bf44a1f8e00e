"""The scope of a question, checked against the lake's seasons, clubs and levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from skipper.answers.answer import spans
from skipper.answers.errors import UnknownClubError, UnknownOptionError, UnknownSeasonError
from skipper.lake.reader import LakeReader


@dataclass(frozen=True)
class Scope:
    """A level, a club and a league (their codes), and an inclusive range of years; null means no limit."""

    level: str | None = None
    club: str | None = None
    first: int | None = None
    last: int | None = None
    league: str | None = None

    def as_parameters(self) -> dict[str, str | int | None]:
        """Return the limits as parameters for `WITHIN`."""
        return vars(self)

    def words(self) -> str:
        """Return the limits for a title, each after a comma: `, AAA, NYN, 1990-1999`; empty if there are no limits."""
        years = {
            (True, True): f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}",
            (True, False): f"since {self.first}",
            (False, True): f"to {self.last}",
        }.get((self.first is not None, self.last is not None))
        return "".join(f", {word}" for word in (self.level, self.league, self.club, years) if word)


# The rows of `manager_season` within a scope.
WITHIN = """
($level::VARCHAR IS NULL OR coalesce(level, 'unknown') = $level) AND ($club::VARCHAR IS NULL OR club = $club)
    AND ($first::INTEGER IS NULL OR season >= $first) AND ($last::INTEGER IS NULL OR season <= $last)
    AND ($league::VARCHAR IS NULL OR (season, club) IN (
        SELECT (of_league.season, of_league.club) FROM club AS of_league WHERE of_league.league = $league))
"""


def scope_of(
    lake: LakeReader,
    level: str | None = None,
    club: str | None = None,
    first: int | None = None,
    last: int | None = None,
    league: str | None = None,
) -> Scope:
    """Return the checked limits. Raises UnknownOptionError, UnknownClubError or UnknownSeasonError.

    Levels are compared case-insensitively; `unknown` covers leagues whose level is not listed.
    """
    if first is not None and last is not None and first > last:
        raise UnknownOptionError(f"the years run from {first} to {last}: the first is after the last")
    seasons = lake.manifest.seasons
    if not any((first is None or season >= first) and (last is None or season <= last) for season in seasons):
        raise UnknownSeasonError(
            f"None of those seasons is in this lake; available seasons: {spans(seasons)}.", seasons
        )
    level = None if level is None else _level(lake, level)
    return Scope(level, None if club is None else known_club(lake, club), first, last, league)


def known_club(lake: LakeReader, club: str) -> str:
    """Return the club's code as the lake has it; `club` may be in upper or lower case. Raises UnknownClubError if the
    lake has no such club.
    """
    clubs = [row["club"] for row in lake.rows("SELECT DISTINCT club FROM club ORDER BY club")]
    found = club if club in clubs else next((one for one in clubs if one.lower() == club.lower()), None)
    if found is None:
        raise UnknownClubError(
            f"No club in this lake has the code {club!r}; available codes: {' '.join(clubs)}.", clubs
        )
    return found


def known_season(lake: LakeReader, season: int) -> int:
    """Return the season. Raises UnknownSeasonError if it is not in the lake."""
    if season not in lake.manifest.seasons:
        seasons = lake.manifest.seasons
        raise UnknownSeasonError(f"{season} is not in this lake; available seasons: {spans(seasons)}.", seasons)
    return season


def season_lacking(lake: LakeReader, season: int, what: str, seasons: Sequence[int], known: str) -> UnknownSeasonError:
    """Return the error for a season for which the lake has no `what`; `known` says what the given `seasons` are."""
    absent = "" if season in lake.manifest.seasons else f"{season} is not in this lake. "
    return UnknownSeasonError(
        f"{absent}This lake has no {season} {what}; {known}: {spans(seasons) or 'none'}.", seasons
    )


def _level(lake: LakeReader, level: str) -> str:
    sql = "SELECT DISTINCT coalesce(level, 'unknown') AS level FROM manager_season ORDER BY level"
    levels = {row["level"].lower(): row["level"] for row in lake.rows(sql)}
    if level.lower() not in levels:
        raise UnknownOptionError(f"unknown level {level!r}; levels in this lake: {', '.join(levels.values())}")
    return levels[level.lower()]
