"""How a manager's record stood after each game, under a crediting rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from skipper.press.claim import Claim
from skipper.press.facts import Record

_SIDES = ("wins", "losses", "ties")


class Decisions(Protocol):
    """What has wins, losses and ties."""

    @property
    def wins(self) -> int:
        """Games won."""

    @property
    def losses(self) -> int:
        """Games lost."""

    @property
    def ties(self) -> int:
        """Games tied."""


@dataclass(frozen=True)
class Standing:
    """A record as it stood after a day's game. `seasons` counts those begun."""

    day: date
    wins: int
    losses: int
    ties: int
    seasons: int
    ends_season: bool

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}-{self.ties}" if self.ties else f"{self.wins}-{self.losses}"


def stated_figures(claim: Claim) -> dict[str, int]:
    """Return the wins, losses and ties that a claim states; without those that it does not."""
    return {name: int(claim.fields[name]) for name in _SIDES if claim.fields.get(name) is not None}


def says(claim: Claim, record: Decisions) -> bool:
    """Return whether a record has all the wins, losses and ties that the claim states."""
    return all(getattr(record, name) == count for name, count in stated_figures(claim).items())


def ends(records: list[Record], rule: str) -> list[Standing]:
    """Return the record under a rule at the end alone; empty without a game."""
    own = [record for record in records if record.rule == rule]
    return [_end(own, [_of_games(one) for one in own])] if own else []


def official_end(records: list[Record], rule: str) -> Standing | None:
    """Return the record under a rule at the end, by the record book where it differs from the games; null without a
    game."""
    own = [record for record in records if record.rule == rule]
    return _end(own, [one.official or _of_games(one) for one in own]) if own else None


def _of_games(record: Record) -> tuple[int, int, int]:
    return record.wins, record.losses, record.ties


def _end(own: list[Record], figures: list[tuple[int, int, int]]) -> Standing:
    wins, losses, ties = (sum(side) for side in zip(*figures, strict=True))
    return Standing(own[-1].last_day, wins, losses, ties, len({one.season for one in own}), ends_season=True)


def standings(records: list[Record], rule: str) -> list[Standing]:
    """Return how the record under a rule stood after each game, in order of play."""
    return list(_standings([record for record in records if record.rule == rule]))


def _standings(records: list[Record]) -> Iterator[Standing]:
    counts, seasons = {"W": 0, "L": 0, "T": 0, "N": 0}, set()
    for record in records:
        seasons.add(record.season)
        last = len(record.results) - 1
        for place, (result, day) in enumerate(zip(record.results, record.days, strict=True)):
            counts[result] += 1
            yield Standing(
                date.fromordinal(day), counts["W"], counts["L"], counts["T"], len(seasons), ends_season=place == last
            )
