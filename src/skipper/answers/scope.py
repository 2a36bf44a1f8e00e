"""The scope of a question, checked against the lake's seasons, clubs and levels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from skipper.answers.answer import Row, spans
from skipper.answers.errors import LISTED, UnknownClubError, UnknownOptionError, UnknownSeasonError
from skipper.answers.people import plain
from skipper.lake.reader import LakeReader


@dataclass(frozen=True)
class Scope:
    """A level, a club and a league (their codes), and an inclusive range of years; null means no limit."""

    level: str | None = None
    club: str | None = None
    first: int | None = None
    last: int | None = None
    league: str | None = None

    def covers(self, season: int) -> bool:
        """Return whether the season is within the years."""
        return (self.first is None or season >= self.first) and (self.last is None or season <= self.last)

    def has(self, row: Row) -> bool:
        """Return whether a row with `season`, `level`, `club` and `league` is within the limits; of the last three,
        only those that have limits need be in the row, and a row without one is outside."""
        limits = {"level": self.level, "club": self.club, "league": self.league}
        known = {**row, "level": row.get("level") or "unknown"}
        return self.covers(row["season"]) and all(
            limit is None or known.get(name) == limit for name, limit in limits.items()
        )

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


EVERYTHING = Scope()

# The rows of `manager_season` within a scope, but for its league.
WITHIN = """
($level::VARCHAR IS NULL OR coalesce(level, 'unknown') = $level) AND ($club::VARCHAR IS NULL OR club = $club)
    AND ($first::INTEGER IS NULL OR season >= $first) AND ($last::INTEGER IS NULL OR season <= $last)
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
    season = first if first == last else None
    return Scope(level, None if club is None else known_club(lake, club, season), first, last, league)


def known_club(lake: LakeReader, club: str, season: int | None = None) -> str:
    """Return the code of the club with this code or name, as games, affiliations or pages print it.

    Letters may be upper or lower case, and a nickname (Sand Gnats) is enough if one club has it, as is a major-league
    club's code of Baseball-Reference (NYM). If clubs of several seasons share the name, `season` decides; a code of the
    games comes first, unless only another club is called so that season. Raises UnknownClubError if no club or several
    have it.
    """
    coded = {row["club"]: row["seasons"] for row in lake.rows(_CLUB_CODES)}
    found = club if club in coded else next((code for code in coded if code.lower() == club.lower()), None)
    if found is not None and season in (None, *coded[found]):
        return found
    rows = lake.rows(_CLUB_NAMES)
    fitting = named_alike(club, {row["name"] for row in rows})
    own = [row for row in rows if row["name"] in fitting]
    of_season = [row for row in own if season in row["seasons"]]
    if found is not None and not of_season:
        return found
    if len({row["club"] for row in own}) > 1:
        own = of_season or own
    clubs = {row["club"]: f"{row['name']} ({row['club']}, {spans(row['seasons'])})" for row in own}
    if len(clubs) == 1:
        return next(iter(clubs))
    if clubs:
        raise UnknownClubError(f"{club!r} may mean {_listed(clubs.values())}. Give the code.", list(clubs))
    raise _no_club(club, list(coded), [row["name"] for row in rows])


def _no_club(club: str, codes: list[str], names: list[str]) -> UnknownClubError:
    near = nearest(club, [*codes, *names])
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    few = f" Available codes: {' '.join(codes)}." if len(codes) <= LISTED and not near else ""
    return UnknownClubError(f"No club in this lake has the code or name {club!r}.{hint}{few}", codes)


_CLUB_CODES = "SELECT club, list(season) AS seasons FROM club GROUP BY club ORDER BY club"
# A source of affiliations may name a club otherwise than its games do.
_CLUB_NAMES = """
SELECT club, name, list_sort(list(DISTINCT season)) AS seasons
FROM (
    SELECT season, club, name FROM club
    UNION ALL SELECT season, club, name FROM affiliation WHERE club IN (SELECT club FROM club)
    UNION ALL SELECT season, club, baseball_reference_club FROM club_name SEMI JOIN club USING (season, club)
)
WHERE name IS NOT NULL GROUP BY club, name ORDER BY min(season), club
"""


def named_alike(asked: str, names: Iterable[str]) -> set[str]:
    """Return the names that equal `asked` but for case, accents and periods, or else those that end with its words."""
    by_name: dict[str, set[str]] = defaultdict(set)
    for name in names:
        by_name[plain(name)].add(name)
    word = plain(asked)
    if not word:
        return set()
    return by_name.get(word) or {one for name, own in by_name.items() if name.endswith(f" {word}") for one in own}


def nearest(asked: str, names: Iterable[str]) -> list[str]:
    """Return up to three names that resemble `asked`, or whose last word does, nearest first."""
    by_word = {word: name for name in names for word in (plain(name).rpartition(" ")[2], plain(name))}
    near = [by_word[word] for word in get_close_matches(plain(asked), list(by_word), n=3)]
    return list(dict.fromkeys(near))


def _listed(clubs: Iterable[str]) -> str:
    shown = list(clubs)
    more = f" and {len(shown) - LISTED} more" if len(shown) > LISTED else ""
    return "; ".join(shown[:LISTED]) + more


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
