"""Lineups, and the policies by which managers choose them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skipper.simulate.people import Player

DESIGNATED_HITTER = 10
POSITIONS_TO_FILL = (2, 6, 8, 4, 5, 9, 7, 3)
"""The most demanding positions come first, so that utility players are assigned to them."""
SLOTS_BY_RANK = (3, 4, 2, 1, 5, 6, 7, 8, 9)
"""Slots in order of batting ability: the best batter bats third, the next best fourth, and so on."""
PLATOON_TALENT = 0.5
"""The value of the platoon advantage, in standard deviations of talent."""
PLATOON_EXCEPTION = 0.05
"""Probability that a strictly platooned batter starts against a left-hander."""


@dataclass(frozen=True)
class Policy:
    """A manager's policy for choosing a lineup. Players are identified by their unique names.

    `rest_rate`: probability that a regular rests on a given day (four times as high for a catcher). `reshuffle`:
    probability of a new batting order on a given day. `matchups`: share of the platoon advantage that the manager
    considers when ordering batters, 0 to 1. `platooned`: left-handed batters benched against left-handed starters.
    `bats_low`: good batters who bat 8th or 9th. `starter_batters`: average number of batters that a starting pitcher
    faces. `hook_runs`: runs allowed after which a pitcher is replaced. `pinch_inning`: the first inning in which pinch
    hitters are used.
    """

    rest_rate: float = 0.06
    reshuffle: float = 0.3
    matchups: float = 0.6
    platooned: frozenset[str] = frozenset()
    bats_low: frozenset[str] = frozenset()
    starter_batters: int = 24
    hook_runs: int = 5
    pinch_inning: int = 7


@dataclass(frozen=True)
class LineupCard:
    """A starting lineup: nine (player, position) pairs in batting order, and the starting pitcher.

    With a designated hitter (position 10), the starting pitcher does not have a slot.
    """

    slots: tuple[tuple[Player, int], ...]
    starting_pitcher: Player


def write_card(
    policy: Policy,
    hitters: Sequence[Player],
    starting_pitcher: Player,
    opposing_starter: Player,
    *,
    designated_hitter: bool,
    rng: np.random.Generator,
) -> LineupCard:
    """Return the lineup for a game. `hitters` has the available hitters in depth-chart order, regulars first."""
    hand = opposing_starter.person.throws
    playing = _choose_hitters(policy, hitters, hand, designated_hitter, rng)
    order = _batting_order(policy, list(playing), hand, rng)
    slots = [(player, playing[player]) for player in order]
    if not designated_hitter:
        slots.append((starting_pitcher, 1))
    return LineupCard(tuple(slots), starting_pitcher)


def platoon_advantage(batter: Player, pitcher_throws: str) -> bool:
    """Return whether the batter has the platoon advantage. A switch hitter always does."""
    return batter.person.bats != pitcher_throws


def _choose_hitters(
    policy: Policy, hitters: Sequence[Player], hand: str, designated_hitter: bool, rng: np.random.Generator
) -> dict[Player, int]:
    """Return eight fielders by position and, with a designated hitter, the best remaining batter."""
    sitting = _sitting(policy, hitters, hand, rng)
    free = [player for player in hitters if player not in sitting]
    # If no one else can play a position, a resting player fills it in preference to a platooned one.
    spare = sorted(sitting, key=lambda p: (p.name in policy.platooned, hitters.index(p)))
    playing: dict[Player, int] = {}
    for position in POSITIONS_TO_FILL:
        player = _first_choice(free, position) or _first_choice(spare, position) or (free or spare)[0]
        (free if player in free else spare).remove(player)
        playing[player] = position
    if designated_hitter:
        bats = [player for player in free if player.positions[0] != 2] or free or spare[:1]
        best = max(bats, key=lambda p: _worth(p, hand, policy.matchups))
        playing[best] = DESIGNATED_HITTER
    return playing


def _sitting(policy: Policy, hitters: Sequence[Player], hand: str, rng: np.random.Generator) -> set[Player]:
    """Return the players who do not start today: resting players and, against a left-hander, platooned players."""
    sitting = set()
    for player, draw in zip(hitters, rng.random(len(hitters)), strict=True):
        rate = policy.rest_rate * (4 if player.positions[0] == 2 else 1)
        if player.name in policy.platooned and hand == "L":
            rate = 1 - PLATOON_EXCEPTION
        if draw < rate:
            sitting.add(player)
    return sitting


def _first_choice(players: Sequence[Player], position: int) -> Player | None:
    """Return the first player whose main position this is, else the first who can play it, else None."""
    own = (player for player in players if player.positions[0] == position)
    able = (player for player in players if position in player.positions)
    return next(own, None) or next(able, None)


def _worth(player: Player, hand: str, matchups: float) -> float:
    return player.talent + matchups * PLATOON_TALENT * platoon_advantage(player, hand)


def _batting_order(policy: Policy, players: list[Player], hand: str, rng: np.random.Generator) -> list[Player]:
    """Return the players in batting order. Players who bat low are moved down at the end."""
    whim = rng.normal(size=len(players)) * (rng.random() < policy.reshuffle)
    worth = [_worth(player, hand, policy.matchups) for player in players]
    ranked = [players[i] for i in np.argsort(-(np.array(worth) + whim), kind="stable")]
    by_slot = sorted(zip(SLOTS_BY_RANK, ranked, strict=False), key=lambda pair: pair[0])
    order = [player for _, player in by_slot]
    for player in [p for p in order if p.name in policy.bats_low]:
        order.remove(player)
        order.insert(_low_index(len(order) + 1, rng), player)
    return order


def _low_index(batters: int, rng: np.random.Generator) -> int:
    """Return a low batting index: eighth or ninth of nine, or seventh one time in twenty.

    If the pitcher bats ninth, it is eighth or seventh.
    """
    draw = rng.random()
    if batters == 8:
        return 7 if draw < 0.85 else 6
    return 7 if draw < 0.6 else 8 if draw < 0.95 else 6
