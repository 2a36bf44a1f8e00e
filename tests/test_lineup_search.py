"""Many lineups at once: tables of plate appearances, runs alone, the second-order model and the search for orders."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_innings import invented
from skipper.lineups.advancement import Advancement
from skipper.lineups.batting import UnknownAdvanceError, batting
from skipper.lineups.chain import expected_runs, runs_alone
from skipper.lineups.cycles import runs_of_orders
from skipper.lineups.orders import all_orders, swap_search
from skipper.lineups.rates import HOME_RUN, OUT, OUTCOMES, TRIPLE, Floats
from skipper.lineups.search import Found, good_orders
from skipper.lineups.slots import SlotModel, slot_model
from skipper.lineups.transitions import Transitions
from test_lineup_chain import LEAGUE
from trials import trials

PITCHER = np.array([False] * 8 + [True])


def league(seed: int, batters: int = 9, spread: float = 0.2) -> Floats:
    """Rates of batters who differ as real ones do before a game, in a league better or worse than LEAGUE."""
    rng = np.random.default_rng(seed)
    rates = LEAGUE * rng.uniform(0.9, 1.1, len(OUTCOMES)) * rng.normal(1, spread, (batters, len(OUTCOMES))).clip(0.4, 2)
    return rates / rates.sum(1, keepdims=True)


def best_of(rates: Floats, advancement: Advancement, pitchers: np.ndarray, played: int = 9) -> tuple[Found, SlotModel]:
    transitions = Transitions(advancement)
    model = slot_model(transitions, rates, pitchers, played)
    tables = transitions.tables(rates, pitchers)
    nines = np.arange(len(rates)).reshape(-1, 9)
    return good_orders(model, rates, pitchers, tables, runs_alone(tables), nines), model


@settings(max_examples=trials(20), deadline=None)
@given(seed=st.integers(0, 10_000))
def test_tables_are_those_of_batting(seed: int) -> None:
    advancement, rates, pitchers = invented(seed % 7), league(seed, 14, 0.4), np.arange(14) % 5 == 4
    expected = batting(rates, advancement, pitchers).tables
    assert Transitions(advancement).tables(rates, pitchers) == pytest.approx(expected, abs=1e-14)


def test_a_group_is_refused_for_the_reason_that_batting_gives() -> None:
    advancement = invented(1)
    advancement.on_outcome[TRIPLE, 6] = np.nan
    transitions = Transitions(advancement)
    rates = league(3, 6)
    rates[2:4, OUT] += rates[2:4, TRIPLE]
    rates[2:4, TRIPLE] = 0
    errors = transitions.unknown(rates, np.zeros(6, bool), [0, 2, 4])
    assert [error is None for error in errors] == [False, True, False]
    with pytest.raises(UnknownAdvanceError) as raised:
        batting(rates[:2], advancement)
    assert str(errors[0]) == str(raised.value)
    with pytest.raises(ValueError, match="batter 5 are unknown"):
        transitions.unknown(np.vstack([rates[:5], np.full((1, 8), np.nan)]), np.zeros(6, bool), [0])


def test_values_of_many_orders_are_those_of_each() -> None:
    rates, advancement = league(4), invented(4)
    nine = batting(rates, advancement, PITCHER)
    orders = np.array([np.random.default_rng(seed).permutation(9) for seed in range(20)])
    runs = runs_of_orders(orders, nine.tables, [7] * 10 + [9] * 10)
    for number, order in enumerate(orders):
        assert runs[number] == pytest.approx(expected_runs(nine, order, 7 if number < 10 else 9), abs=1e-12)


def test_a_batter_who_never_makes_an_out_is_refused_and_a_state_never_reached_is_not() -> None:
    advancement = invented(4)
    with pytest.raises(ValueError, match="never make an out"):
        runs_of_orders([range(9)], batting(np.eye(len(OUTCOMES))[[HOME_RUN] * 9], advancement).tables, 9)
    tables = batting(league(4), advancement).tables
    expected = runs_of_orders([range(9)], tables, 9)
    assert runs_of_orders([range(9)], tables, 9, 1e-9) == pytest.approx(expected, abs=1e-7)
    only_home_runs = batting(np.eye(len(OUTCOMES))[[HOME_RUN, OUT]][[0, 1, 1, 1, 0, 1, 1, 1, 1]], advancement).tables
    only_home_runs[:, [7, 15, 23]] = 0  # the bases are never loaded
    assert np.isfinite(runs_of_orders([range(9)], only_home_runs, 9)).all()


def test_the_model_is_exact_to_the_second_order() -> None:
    """Its error falls with the cube of the differences between batters: to an eighth and less when they are halved."""
    rates, advancement, pitchers = league(5), invented(5), np.zeros(9, bool)
    average, orders = rates.mean(0), [np.random.default_rng(seed).permutation(9) for seed in range(30)]
    errors = []
    for scale in (0.4, 0.2):
        near = average + scale * (rates - average)
        model = slot_model(Transitions(advancement), near, pitchers, 9)
        exact = np.array([expected_runs(batting(near, advancement), order)[0] for order in orders])
        error = exact - np.array([value(model, near, pitchers, order) for order in orders])
        errors.append(np.std(error) / np.std(exact))
    assert errors[0] < 0.01
    assert errors[1] < errors[0] / 3


def value(model: SlotModel, rates: Floats, pitchers: np.ndarray, order: np.ndarray) -> float:
    """The model's value of an order, relative to that of nine average batters, by its definition."""
    differ = model.directions(rates, pitchers)[order]
    first = sum(model.first[slot] @ differ[slot] for slot in range(9))
    own = sum(differ[slot] @ model.second[slot, slot] @ differ[slot] for slot in range(9)) / 2
    return float(first + own + sum(differ[a] @ model.second[a, b] @ differ[b] for a, b in combinations(range(9), 2)))


@settings(max_examples=trials(16), deadline=None)
@given(seed=st.integers(0, 10_000), with_pitcher=st.booleans(), played=st.sampled_from([7, 9]))
def test_the_search_is_never_worse_than_exchanges_in_the_chain(seed: int, with_pitcher: bool, played: int) -> None:
    """Its values are exact, and no worse than those of the usual heuristic, which values every order in the chain."""
    rates, advancement = league(seed), invented(seed % 5)
    pitchers = PITCHER & with_pitcher
    found, _ = best_of(rates, advancement, pitchers, played)
    nine = batting(rates, advancement, pitchers)
    (order,) = found.orders.tolist()
    assert found.runs[0] == pytest.approx(expected_runs(nine, order, played)[0], abs=1e-9)
    assert found.given[0] == pytest.approx(expected_runs(nine, range(9), played)[0], abs=1e-9)
    assert found.runs[0] >= swap_search(nine, range(9), played)[1] - 1e-9


def test_the_search_finds_the_best_of_all_orders_of_many_nines() -> None:
    advancement = invented(6)
    rates, pitchers = league(6, 9 * 12), np.tile(PITCHER, 12)
    found, _ = best_of(rates, advancement, pitchers)
    for number, order in enumerate(found.orders):
        nine = range(9 * number, 9 * number + 9)
        assert sorted(order) == list(nine)
        orders = all_orders(batting(rates[nine], advancement, PITCHER))
        assert found.runs[number] == pytest.approx(orders.runs.max(), abs=1e-9)
