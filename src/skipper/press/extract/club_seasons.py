"""Noun phrases that name a club by its season: Leyland's 1997 Marlins, his 1986 team."""

from __future__ import annotations

from dataclasses import dataclass

from skipper.press.extract.clauses import Clause
from skipper.press.extract.units import Unit
from skipper.press.extract.when import When

TEAM = frozenset(["team", "club", "ballclub", "squad", "outfit"])
_DETERMINERS = frozenset(["'s", "'", "’s", "’", "his", "her", "their", "its", "the", "my", "our", "whose"])

_OF_IT = frozenset(["with", "for", "by"])
_NEAR = 3  # units between a record and the season behind it: games with his


@dataclass(frozen=True)
class ClubSeason:
    """A season and the club that its phrase names; null where it only says `team`."""

    year: Unit
    club: Unit | None

    @property
    def time(self) -> When:
        """The season, as a time told."""
        return When((self.year,), (self.year.value,), whole=True)


def head(clause: Clause, year: Unit) -> ClubSeason | None:
    """The phrase that a year opens; null where the year stands for itself."""
    noun = clause.after(year)
    if noun is None or not _DETERMINERS & set(clause.words_before(year, 1)):
        return None
    if noun.kind == "club":
        return ClubSeason(year, noun)
    return ClubSeason(year, None) if noun.low in TEAM else None


def own_club_season(clause: Clause, unit: Unit) -> ClubSeason | None:
    """Of several such phrases in a clause the one that a record goes with; null where another time is its own.

    The one behind it (92-70 with the 1997 Marlins, 108 games with his 1975 Reds), else the one that it stands behind.
    """
    told = [phrase for year in clause.kinds("year") if (phrase := head(clause, year)) is not None]
    if len(told) < 2:
        return None
    before = [phrase for phrase in told if phrase.year.place < unit.place]
    behind = next((phrase for phrase in told if _is_with(clause, unit, phrase)), None)
    after = next((one for one in clause.units if one.place > unit.place and one.kind in ("year", "years")), None)
    apart = after is not None and all(after is not phrase.year for phrase in told)
    return behind or (before[-1] if before and not apart else None)


def _is_with(clause: Clause, unit: Unit, phrase: ClubSeason) -> bool:
    between = clause.words_after(unit, max(0, phrase.year.place - unit.place - 1))
    return 0 < len(between) <= _NEAR and not _OF_IT.isdisjoint(between[:2])
