"""What a stint of the ledger is, and how what is spoken of one club and role is drawn together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from skipper.press.reconcile.reading import may_be_one_club

CLUB_NOT_STATED = "club not stated"


@dataclass(frozen=True)
class Stint:
    """Seasons that follow one another, with a club in a role. `level` and `club` are null if nobody says.

    `sources` are the pieces that speak of it, or the games. `implied` are those of its seasons that nobody states and
    that follow from what is stated.
    """

    role: str
    club: str | None
    level: str | None
    first: int
    last: int
    sources: tuple[str, ...]
    implied: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Told:
    """Seasons with a club in a role, as one report states them, or as they follow from it (`implied`)."""

    role: str
    club: str | None
    level: str | None
    seasons: frozenset[int]
    report: str
    implied: bool = False


@dataclass(frozen=True)
class _Post:
    """A club and role with all the seasons spoken of it that touch."""

    stint: Stint
    seasons: frozenset[int]


def drawn_together(stated: Iterable[Told]) -> list[Stint]:
    """Return the stints that are spoken of, one for each run of seasons with a club in a role, oldest first."""
    found: list[_Post] = []
    for one in stated:
        found = _added(found, one)
    runs = [_run(post, first, last) for post in found for first, last in runs_of(post.seasons)]
    return sorted(runs, key=in_order)


def in_order(stint: Stint) -> tuple[int, int, str]:
    """By first season, last season and club."""
    return stint.first, stint.last, stint.club or ""


def _added(found: list[_Post], stated: Told) -> list[_Post]:
    implied = stated.seasons if stated.implied else frozenset()
    first = Stint(
        stated.role, stated.club, stated.level, min(stated.seasons), max(stated.seasons), (stated.report,), implied
    )
    new, apart = _Post(first, stated.seasons), []
    for post in found:
        alike = post.stint.role == stated.role and _same_post(post.stint.club, stated.club)
        if alike and _touch(post.seasons, new.seasons):
            new = _joined(post, new)
        else:
            apart.append(post)
    return [*apart, new]


def _joined(one: _Post, other: _Post) -> _Post:
    """Two posts as one: the longer name, every source; what either states is not implied."""
    seasons = one.seasons | other.seasons
    stated = (one.seasons - one.stint.implied) | (other.seasons - other.stint.implied)
    joined = replace(
        one.stint,
        club=max((one.stint.club, other.stint.club), key=lambda name: len(name or "")),
        level=one.stint.level or other.stint.level,
        sources=tuple(dict.fromkeys((*one.stint.sources, *other.stint.sources))),
        implied=seasons - stated,
    )
    return _Post(joined, seasons)


def _same_post(one: str | None, other: str | None) -> bool:
    return (one is None and other is None) or bool(one and other and may_be_one_club(one, other))


def _touch(some: frozenset[int], others: frozenset[int]) -> bool:
    return min(some) <= max(others) + 1 and min(others) <= max(some) + 1


def _run(post: _Post, first: int, last: int) -> Stint:
    implied = frozenset(season for season in post.stint.implied if first <= season <= last)
    return replace(post.stint, first=first, last=last, implied=implied)


def runs_of(seasons: Iterable[int]) -> list[tuple[int, int]]:
    """First and last of each run of seasons that follow one another."""
    runs: list[tuple[int, int]] = []
    for season in sorted(seasons):
        if runs and season == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], season)
        else:
            runs.append((season, season))
    return runs
