"""Match the accounts of games in one source with those of the sources before it.

Two accounts are of one game if they have the same first day, the same two clubs, whichever is called home, and the same
number; where numbers differ, the score decides. Ids decide nothing: since December 2022 Retrosheet files a game played
at another club's park under the park's owner, and sources number a doubleheader as they please.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import pyarrow as pa

from skipper.sources.match import Match

SINGLE = "0"  # the number of a day's only game
_NUMBERS = "1234567890"
_COMPARED = 5  # more games between two clubs on one day are matched in order of number
FACTS = ("game_id", "date", "game_number", "home_club", "visitor_club", "home_score", "visitor_score")


@dataclass(frozen=True, slots=True)
class Account:
    """A source's account of a game; a score is null if the source does not know it.

    `key` identifies the account within its source. `game_id` is the game's id if no other source has the game.
    """

    key: str
    game_id: str
    date: dt.date
    game_number: str
    home_club: str
    visitor_club: str
    home_score: int | None
    visitor_score: int | None

    @property
    def clubs(self) -> tuple[dt.date, str, str]:
        """Return the day and the two clubs, in order of code."""
        return self.date, min(self.home_club, self.visitor_club), max(self.home_club, self.visitor_club)

    @property
    def score(self) -> tuple[int, int] | None:
        """Return both scores, in the order of `clubs`; null if one is unknown."""
        if self.home_score is None or self.visitor_score is None:
            return None
        at_home = self.home_club <= self.visitor_club
        return (self.home_score, self.visitor_score) if at_home else (self.visitor_score, self.home_score)


@dataclass(slots=True)
class _Game:
    """A known game: its accounts, the one of highest precedence first."""

    accounts: list[Account] = field(default_factory=list)

    @property
    def first(self) -> Account:
        return self.accounts[0]


def accounts(rows: pa.Table, key: str = "game_id") -> list[Account]:
    """Return the accounts in rows with FACTS; `key` names the column that identifies an account in its source."""
    columns = [rows[name].to_pylist() for name in (key, *FACTS)]
    return [Account(*values) for values in zip(*columns, strict=True)]


def matches(own: Sequence[Account], known: Iterable[Account]) -> dict[str, Match]:
    """Return the game of each account of a source, by key.

    `known` has the accounts of the sources before it, in order of precedence; their `game_id` is the game's. Two
    accounts of one source are never one game. A game that no other source has keeps the source's id and number, unless
    the id is another game's: then it gets the number that its own day's matched game left, or the first free one.
    """
    games: dict[str, _Game] = defaultdict(_Game)
    for account in known:
        games[account.game_id].accounts.append(account)
    of_day: dict[tuple[dt.date, str, str], list[_Game]] = defaultdict(list)
    for game in games.values():
        of_day[game.first.clubs].append(game)
    told: dict[tuple[dt.date, str, str], list[Account]] = defaultdict(list)
    for account in own:
        told[account.clubs].append(account)
    found: dict[str, Match] = {}
    alone: list[tuple[Account, list[str]]] = []
    for clubs, of_pair in told.items():
        pairs = _pairs(of_pair, of_day.get(clubs, []))
        left = []
        for account, game in pairs:
            first = game.first
            found[account.key] = Match(first.game_id, first.game_number, first.home_club != account.home_club)
            left.append(account.game_number)
        alone += [(account, left) for account in of_pair if account.key not in found]
    taken = set(games)
    for account, left in alone:
        found[account.key] = _unmatched(account, left, taken)
        taken.add(found[account.key].game_id)
    return found


def _unmatched(account: Account, left: Sequence[str], taken: set[str]) -> Match:
    if account.game_id not in taken:
        return Match(account.game_id, account.game_number, False)
    day = f"{account.home_club}{account.date:%Y%m%d}"
    numbers = (*left, *_NUMBERS, *(f"-{number}" for number in range(10, 100)))
    number = next(number for number in numbers if f"{day}{number}" not in taken)
    return Match(f"{day}{number}", number, False)


def _pairs(own: list[Account], games: list[_Game]) -> list[tuple[Account, _Game]]:
    """Return the accounts and known games of one day and pair of clubs that are one game."""
    if not games:
        return []
    own = sorted(own, key=lambda account: (account.game_number, account.key))
    games = sorted(games, key=lambda game: (game.first.game_number, game.first.game_id))
    if len(own) == len(games) == 1:
        best = [(own[0], games[0])]
    elif max(len(own), len(games)) > _COMPARED:
        best = list(zip(own, games, strict=False))
    elif len(own) <= len(games):
        best = _best([list(zip(own, order, strict=True)) for order in permutations(games, len(own))])
    else:
        best = _best([list(zip(order, games, strict=True)) for order in permutations(own, len(games))])
    return [pair for pair in best if _may_be_one(*pair, len(own), len(games))]


def _best(ways: list[list[tuple[Account, _Game]]]) -> list[tuple[Account, _Game]]:
    """Return the way with the most equal scores, then numbers, then home clubs; of equal ways the first, in which the
    first games are one."""
    return max(
        ways,
        key=lambda pairs: (
            sum(_of_score(*pair) for pair in pairs),
            sum(_same_number(*pair) for pair in pairs),
            sum(account.home_club == game.first.home_club for account, game in pairs),
        ),
    )


def _of_score(account: Account, game: _Game) -> int:
    """Return 1 if a known account has the score, -1 if all known scores differ, 0 if none is known."""
    scores = {other.score for other in game.accounts} - {None}
    if account.score is None or not scores:
        return 0
    return 1 if account.score in scores else -1


def _same_number(account: Account, game: _Game) -> bool:
    return any(account.game_number == other.game_number for other in game.accounts)


def _may_be_one(account: Account, game: _Game, own: int, games: int) -> bool:
    """Return whether the two can be one game, given how many games either side has between the clubs that day.

    Two sources that have as many games, and at least two, have the same ones. Otherwise, a different number and a
    different score are a different game (a source may lack a game, or number it as the day's only one), unless the
    number is that of a day's only game and the other side has several.
    """
    if _same_number(account, game) or own == games > 1:
        return True
    single = SINGLE in {account.game_number, *(other.game_number for other in game.accounts)}
    score = _of_score(account, game)
    return score > 0 or (single and (score == 0 or max(own, games) > 1))


def matched(own: pa.Table, key: str, *known: pa.Table) -> pa.Table:
    """Return a source's accounts with key, game_id, game_number and is_turned; `known` is in order of precedence."""
    others = [account for rows in known for account in accounts(rows)]
    found = matches(accounts(own, key), others)
    return table_of(key, found)


def table_of(key: str, found: Mapping[str, Match]) -> pa.Table:
    """Return matches as rows; `key` names the column of keys."""
    columns: dict[str, Any] = {
        key: pa.array(found, pa.string()),
        "game_id": pa.array([match.game_id for match in found.values()], pa.string()),
        "game_number": pa.array([match.game_number for match in found.values()], pa.string()),
        "is_turned": pa.array([match.is_turned for match in found.values()], pa.bool_()),
    }
    return pa.table(columns)
