"""All orders of nine batters, orders under a rule, and the best nine of a roster."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from plain_innings import DESOPO_LEFKOWITZ, invented, solved
from skipper.lineups.batting import Batting, batting
from skipper.lineups.chain import expected_runs
from skipper.lineups.nines import best_nine
from skipper.lineups.orders import EQUAL, Orders, all_orders, in_slots, mixed_hands, swap_search
from skipper.lineups.rates import OUTCOMES, WALK
from test_lineup_chain import LEAGUE, varied

ROWS = 362_880


@pytest.fixture(scope="module")
def nine() -> Batting:
    return batting(varied(11), invented(11), [False] * 8 + [True])


@pytest.fixture(scope="module")
def orders(nine: Batting) -> Orders:
    return all_orders(nine)


def test_every_order_is_there_once(orders: Orders) -> None:
    assert orders.batters.shape == (ROWS, 9)
    assert len(np.unique(orders.batters, axis=0)) == ROWS
    assert (np.sort(orders.batters, axis=1) == np.arange(9)).all()


def test_all_orders_equal_direct_evaluation_and_the_linear_system(nine: Batting, orders: Orders) -> None:
    rows = np.random.default_rng(1).choice(ROWS, 500, replace=False)
    for row in rows:
        order = orders.batters[row]
        assert orders.runs[row] == pytest.approx(expected_runs(nine, order)[0], abs=1e-9)
        assert orders.value(order) == orders.runs[row]
    for row in rows[:10]:
        assert orders.runs[row] == pytest.approx(solved(nine.of(orders.batters[row]), 9), abs=1e-9)


def test_seven_innings(nine: Batting) -> None:
    order = (3, 1, 4, 0, 5, 8, 2, 6, 7)
    assert all_orders(nine, 7).value(order) == pytest.approx(solved(nine.of(order), 7), abs=1e-9)


def test_batters_who_make_no_outs_are_refused_at_once() -> None:
    walks = np.eye(8)[[WALK] * 9]
    with pytest.raises(ValueError, match="never make an out"):
        all_orders(batting(walks, DESOPO_LEFKOWITZ))


def test_equal_batters_have_equal_orders() -> None:
    runs = all_orders(batting(np.tile(LEAGUE, (9, 1)), invented(2))).runs
    assert np.ptp(runs) < EQUAL


def test_equal_batters_score_what_an_independent_simulation_scores() -> None:
    """D'Esopo and Lefkowitz's batter, played base by base: within three standard errors, 0.02 runs a game."""
    runs = all_orders(batting(np.tile(LEAGUE, (9, 1)), DESOPO_LEFKOWITZ)).runs
    assert runs.shape == (ROWS,)
    assert np.ptp(runs) < EQUAL
    games = 250_000
    scored = half_innings(9 * games, np.random.default_rng(17)).reshape(games, 9).sum(1)
    error = scored.std(ddof=1) / games**0.5
    assert error < 0.007
    assert runs[0] == pytest.approx(scored.mean(), abs=3 * error)


def half_innings(number: int, rng: np.random.Generator) -> np.ndarray:
    """Runs of half-innings: a single scores the runner from second, a double moves one from first to third, and no out
    moves anyone."""
    runs, outs, bases = np.zeros(number, int), np.zeros(number, int), np.zeros((3, number), bool)
    batting_still = np.arange(number)
    while len(batting_still):
        first, second, third = bases[:, batting_still]
        outcome = rng.choice(OUTCOMES, len(batting_still), p=LEAGUE / LEAGUE.sum())
        after = {
            "walk": (True, first | second, third | (first & second), first & second & third),
            "single": (True, first, False, second + third.astype(int)),
            "double": (False, True, first, second + third.astype(int)),
            "triple": (False, False, True, first + second.astype(int) + third),
            "home_run": (False, False, False, 1 + first + second.astype(int) + third),
        }
        after["error"] = after["walk"]
        for name, (*occupied, scored) in after.items():
            there = outcome == name
            rows = batting_still[there]
            for base, now in enumerate(occupied):
                bases[base, rows] = np.broadcast_to(now, len(there))[there]
            runs[rows] += np.broadcast_to(scored, len(there))[there]
        outs[batting_still] += np.isin(outcome, ("out", "strikeout"))
        batting_still = batting_still[outs[batting_still] < 3]
    return runs


def test_a_shift_by_the_period_of_the_order_changes_nothing() -> None:
    """Three batters thrice, in the same sequence: the order shifted by three is the same order."""
    orders = all_orders(batting(np.tile(varied(5)[:3], (3, 1)), DESOPO_LEFKOWITZ))
    assert orders.value((0, 1, 2, 3, 4, 5, 6, 7, 8)) == pytest.approx(
        orders.value((3, 4, 5, 6, 7, 8, 0, 1, 2)), abs=EQUAL
    )
    assert abs(orders.value((0, 1, 2, 3, 4, 5, 6, 7, 8)) - orders.value((1, 2, 3, 4, 5, 6, 7, 8, 0))) > 1e-4


def test_best_worst_rank_and_loss(orders: Orders) -> None:
    best, worst, given = orders.best(), orders.worst(), (4, 2, 0, 8, 6, 1, 3, 5, 7)
    assert orders.value(best) == orders.runs.max()
    assert orders.value(worst) == orders.runs.min()
    assert (orders.rank(best), orders.loss(best)) == (1, 0)
    assert orders.rank(worst) == ROWS
    assert orders.rank(given) == 1 + sum(orders.runs > orders.value(given) + EQUAL)
    assert orders.loss(given) == pytest.approx(orders.runs.max() - orders.value(given))
    with pytest.raises(ValueError, match="each batter 0 to 8 once"):
        orders.value((0, 0, 1, 2, 3, 4, 5, 6, 7))


def test_slots_fixed_and_bounded(orders: Orders) -> None:
    slots = np.ones((9, 9), bool)
    slots[8] = np.arange(9) == 7  # the pitcher eighth
    slots[2, 5:] = False  # batter 2 in the first five
    allowed = in_slots(slots)
    assert allowed.sum() == 5 * 40_320 / 8
    best = orders.best(allowed)
    assert best[7] == 8
    assert best.index(2) < 5
    assert orders.rank(best, allowed) == 1
    assert orders.loss(orders.best(), allowed) == pytest.approx(orders.value(best) - orders.runs.max())
    worst = orders.worst(allowed)
    assert orders.value(worst) == orders.runs[allowed].min()
    with pytest.raises(ValueError, match="no order is allowed"):
        orders.best(in_slots(np.zeros((9, 9), bool)))


def test_hands_alternate(orders: Orders) -> None:
    assert mixed_hands("LLLLRRRRR").sum() == 24 * 120
    hands = "LRBLRLRRL"
    for most in (1, 2):
        allowed = mixed_hands(hands, most)
        rows = np.random.default_rng(most).choice(ROWS, 2000)
        for row in rows:
            batted = "".join(hands[batter] for batter in orders.batters[row])
            assert allowed[row] == ("L" * (most + 1) not in batted and "R" * (most + 1) not in batted)
        assert allowed[rows].any()
    with pytest.raises(ValueError, match="hands are L, R or B"):
        mixed_hands(["L", "R", "?", *"LRLRLR"])


def test_swap_search_ends_where_no_swap_gains(nine: Batting, orders: Orders) -> None:
    start = orders.worst()
    order, value = swap_search(nine, start)
    assert value == pytest.approx(orders.value(order), abs=EQUAL)
    assert orders.value(start) < value <= orders.runs.max() + EQUAL
    for a, b in combinations(range(9), 2):
        swapped = list(order)
        swapped[a], swapped[b] = order[b], order[a]
        assert orders.value(swapped) <= value + 2 * EQUAL


# The best nine of a roster


def test_best_nine_fills_the_positions_and_beats_every_other_set() -> None:
    rates = np.concatenate([varied(21), varied(22)[:2]])
    roster = batting(rates, DESOPO_LEFKOWITZ, [False] * 10 + [True])
    eligible = np.eye(11, 9, dtype=bool)
    eligible[9, [1, 2]] = True  # a utility infielder
    eligible[:9, 8] = False  # only the pitcher, 10, pitches
    eligible[10] = np.arange(9) == 8
    eligible[8, 7] = True
    found = best_nine(roster, eligible)
    sets = [(*rest, 10) for rest in combinations(range(10), 8)]
    possible = [
        chosen
        for chosen in sets
        if sum(player in chosen for player in (7, 8)) == 1 and len({*chosen} & {0, 3, 4, 5, 6}) == 5
    ]
    values = {chosen: all_orders(roster.of(chosen)).runs.max() for chosen in possible}
    assert (found.sets, found.examined) == (len(possible), len(possible))
    assert found.runs == pytest.approx(max(values.values()))
    assert set(found.players) == set(max(values, key=values.__getitem__))
    assert expected_runs(roster, found.players)[0] == pytest.approx(found.runs, abs=EQUAL)
    assert sorted(found.positions) == list(range(9))
    assert all(eligible[player, position] for player, position in zip(found.players, found.positions, strict=True))
    screened = best_nine(roster, eligible, margin=found.most_gained)
    assert screened.examined <= found.examined
    assert screened.runs == found.runs


def test_a_roster_that_cannot_fill_the_positions_is_refused() -> None:
    roster = batting(varied(1), DESOPO_LEFKOWITZ)
    with pytest.raises(ValueError, match="no nine players"):
        best_nine(roster, np.eye(9, dtype=bool) & (np.arange(9) != 4))
    with pytest.raises(ValueError, match="shape"):
        best_nine(roster, np.eye(8, dtype=bool))
