"""Innings and games of a batting order, against closed forms, one linear system and a plain simulation."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_innings import DESOPO_LEFKOWITZ, ONE_BASE, invented, simulated, solved
from skipper.lineups.advancement import END, SACRIFICE, PlateAppearances, estimated
from skipper.lineups.batting import Batting, batting
from skipper.lineups.chain import after_innings, expected_runs, innings, runs_alone
from skipper.lineups.games import Rules, game
from skipper.lineups.rates import HOME_RUN, OUT, OUTCOMES, SINGLE, STRIKEOUT, TRIPLE, WALK, Floats
from trials import trials

LEAGUE = np.array([0.22, 0.10, 0.035, 0.008, 0.004, 0.046, 0.14, 0.447])
MOST = 60


def varied(seed: int) -> Floats:
    rates = LEAGUE * np.random.default_rng(seed).uniform(0.5, 1.5, (9, len(OUTCOMES)))
    return rates / rates.sum(1, keepdims=True)


def only(**chances: float) -> Floats:
    rates = np.zeros(len(OUTCOMES))
    for outcome, chance in chances.items():
        rates[OUTCOMES.index(outcome)] = chance
    return rates


def nine(rates: Floats) -> Batting:
    return batting(np.tile(rates, (9, 1)), DESOPO_LEFKOWITZ)


def mean(chances: Floats) -> float:
    return float(chances @ np.arange(len(chances)))


# Closed forms


@pytest.mark.parametrize("p", [0.02, 0.1, 0.3])
def test_home_run_or_strikeout_has_the_closed_form(p: float) -> None:
    """27 outs: the home runs before them have a negative binomial distribution."""
    order = nine(only(home_run=p, strikeout=1 - p))
    assert expected_runs(order)[0] == pytest.approx(27 * p / (1 - p), abs=1e-9)
    assert expected_runs(order, played=7)[0] == pytest.approx(21 * p / (1 - p), abs=1e-9)
    chances = after_innings(innings(order, most_runs=MOST), 9)[-1].sum(0)
    assert chances[:40] == pytest.approx([comb(26 + k, k) * p**k * (1 - p) ** 27 for k in range(40)], abs=1e-11)


def test_equal_batters_have_the_runs_of_the_24_state_matrix() -> None:
    order = nine(LEAGUE)
    means = order.means
    one = np.linalg.solve(np.eye(24) - means.states[0], means.runs[0])[0]
    assert expected_runs(order) == pytest.approx(np.full(9, 9 * one), abs=1e-9)


def test_runs_alone_are_those_of_nine_of_the_same_batter() -> None:
    batters = batting(varied(3), invented(3))
    each = [expected_runs(batters, [batter] * 9, 7)[0] for batter in range(9)]
    assert runs_alone(batters.tables, 7) == pytest.approx(each, abs=1e-9)
    with pytest.raises(ValueError, match="never make an out"):
        runs_alone(nine(only(walk=1)).tables)


def test_a_walk_every_time_but_for_outs_fills_the_bases_first() -> None:
    """With walks and outs alone the fourth walk scores the first run: all beyond three in an inning score."""
    p = 0.4
    walks = [comb(2 + k, k) * p**k * (1 - p) ** 3 for k in range(400)]
    assert expected_runs(nine(only(walk=p, out=1 - p)))[0] == pytest.approx(
        9 * sum((k - 3) * chance for k, chance in enumerate(walks) if k > 3), abs=1e-9
    )


def test_the_slugger_among_singles_hitters_bats_fourth() -> None:
    """The Fiddler, "Optimal baseball lineup" (2023): singles a third of the time, a home run a tenth; first inning."""
    hitters = np.tile(only(single=1 / 3, out=2 / 3), (9, 1))
    hitters[0] = only(home_run=0.1, strikeout=0.9)
    order = batting(hitters, ONE_BASE)
    placed = [expected_runs(order, [*[1] * slot, 0, *[1] * (8 - slot)], 1)[0] for slot in range(9)]
    assert np.argmax(placed) == 3


# The chain


@pytest.mark.parametrize("seed", range(2))
def test_expected_runs_solve_the_linear_system_of_216_states(seed: int) -> None:
    for advancement in (DESOPO_LEFKOWITZ, invented(seed)):
        order = batting(varied(seed), advancement, [False] * 8 + [True])
        for played in (1, 9):
            assert expected_runs(order, played=played)[0] == pytest.approx(solved(order, played), abs=1e-9)


@pytest.mark.parametrize("bases", [0, 2, 3])
def test_innings_sum_to_one_and_give_the_expected_runs(bases: int) -> None:
    order = batting(varied(3), invented(3))
    played = innings(order, bases, most_runs=150)
    assert played.ends.sum((1, 2)) == pytest.approx(np.ones(9), abs=1e-10)
    if not bases:
        assert mean(after_innings(played, 9)[-1].sum(0)) == pytest.approx(expected_runs(order)[0], abs=1e-8)
        assert expected_runs(order, played=1) == pytest.approx(played.ends.sum(1) @ np.arange(151), abs=1e-8)


def test_a_runner_placed_on_second_adds_what_state_two_is_worth() -> None:
    order = nine(LEAGUE)
    means = order.means
    value = np.linalg.solve(np.eye(24) - means.states[0], means.runs[0])
    for bases in (0, 2, 7):
        assert mean(innings(order, bases).ends[0].sum(0)) == pytest.approx(value[bases], abs=1e-9)


def test_a_last_element_of_runs_counts_that_many_or_more() -> None:
    order = nine(LEAGUE)
    few, many = (after_innings(innings(order, most_runs=most), 9)[-1].sum(0) for most in (5, MOST))
    assert few[:5] == pytest.approx(many[:5], abs=1e-10)
    assert few[5] == pytest.approx(many[5:].sum(), abs=1e-10)


WORSE_TO_BETTER = [
    (STRIKEOUT, WALK),
    (OUT, SINGLE),
    (WALK, SINGLE),
    (SINGLE, TRIPLE),
    (TRIPLE, HOME_RUN),
    (OUT, HOME_RUN),
]


@settings(max_examples=trials(40), deadline=None)
@given(seed=st.integers(0, 1000), slot=st.integers(0, 8), change=st.sampled_from(WORSE_TO_BETTER))
def test_a_better_outcome_never_lowers_runs(seed: int, slot: int, change: tuple[int, int]) -> None:
    rates = varied(seed)
    before = expected_runs(batting(rates, DESOPO_LEFKOWITZ))[0]
    worse, better = change
    moved = rates[slot, worse] / 2
    rates[slot, worse] -= moved
    rates[slot, better] += moved
    assert expected_runs(batting(rates, DESOPO_LEFKOWITZ))[0] > before


def test_batters_who_make_no_outs_are_refused() -> None:
    with pytest.raises(ValueError, match="never make an out"):
        expected_runs(nine(only(walk=1)))


# Games, against a plain simulation


@pytest.mark.parametrize("rules", [Rules(), Rules(7, 2)], ids=["nine innings", "seven, runner on second"])
def test_games_agree_with_a_plain_simulation(rules: Rules) -> None:
    games = 20_000
    advancement = invented(8)
    visitor = batting(varied(1), advancement, [False] * 8 + [True])
    home = batting(varied(2), advancement)
    found = game(visitor, home, rules)
    runs, appearances = simulated((visitor, home), games, 5, rules.scheduled, rules.extra_inning_bases)
    won = runs[:, 1] > runs[:, 0]
    error = 4 / games**0.5
    assert found.home_win == pytest.approx(won.mean(), abs=error * 0.5)
    for side, each in enumerate((found.visitor, found.home)):
        assert each.runs.sum() == pytest.approx(1, abs=1e-9)
        assert each.expected_runs == pytest.approx(runs[:, side].mean(), abs=error * runs[:, side].std())
        shares = np.bincount(runs[:, side], minlength=MOST + 1)[: MOST + 1] / games
        assert abs(each.runs - shares).max() < error * 0.5
        assert each.plate_appearances == pytest.approx(appearances[side] / games, abs=error * 0.9)


def test_equal_lineups_win_half_their_games_whatever_the_rules() -> None:
    order = batting(varied(6), invented(6))
    for rules in (Rules(), Rules(7), Rules(9, 2)):
        assert game(order, order, rules).home_win == pytest.approx(0.5, abs=1e-9)


def test_home_club_scores_fewer_runs_where_it_wins_without_batting() -> None:
    order = batting(varied(6), DESOPO_LEFKOWITZ)
    found = game(order, order)
    nine_innings = expected_runs(order)[0]
    assert found.home.expected_runs < nine_innings < found.visitor.expected_runs
    assert found.visitor.plate_appearances.sum() > found.home.plate_appearances.sum()
    assert 0 < found.extra_innings < 0.2


def test_winning_home_runs_count_in_full_and_other_hits_one_run() -> None:
    """Of home runs and strikeouts alone in one inning: the home club wins by one; with walks too, by up to four."""
    solo = game(nine(only(strikeout=1)), nine(only(home_run=0.5, strikeout=0.5)), Rules(1))
    assert solo.home_win == pytest.approx(1, abs=1e-9)
    assert solo.home.runs[1] == pytest.approx(1, abs=1e-9)
    slam = game(nine(only(strikeout=1)), nine(only(home_run=0.1, walk=0.5, strikeout=0.4)), Rules(1))
    assert slam.home.runs[4] > 0.01
    assert slam.home.runs[5:].sum() == pytest.approx(0, abs=1e-12)
    walked = game(nine(only(strikeout=1)), nine(only(triple=0.3, walk=0.4, strikeout=0.3)), Rules(1))
    assert walked.home.runs[1] == pytest.approx(1, abs=1e-9)


def test_a_tie_without_end_is_refused() -> None:
    nobody = nine(only(strikeout=1))
    with pytest.raises(ValueError, match="tied after"):
        game(nobody, nobody, most_runs=3)


# Advancement from play by play


def counted(*rows: tuple[int, int, int, int, int, int, bool]) -> PlateAppearances:
    return PlateAppearances(*(np.array(column) for column in zip(*rows, strict=True)))


def test_advances_are_the_observed_shares() -> None:
    found = estimated(
        counted(
            (1, 1, 0, SINGLE, 3, 0, False),
            (1, 1, 0, SINGLE, 5, 0, False),
            (1, 2, 0, SINGLE, 1, 1, False),  # the runner stole second, and scored on the single
            (17, END, 0, 0, 0, 0, False),  # caught stealing for the third out
            (1, 1, 0, SACRIFICE, 10, 0, True),
        )
    )
    assert found.running[1, 1, 0] == 0.75
    assert found.running[1, 2, 0] == 0.25
    assert found.running[17, END, 0] == 1
    assert np.isnan(found.running[0]).all()
    assert found.on_outcome[SINGLE, 1, 3, 0] == found.on_outcome[SINGLE, 1, 5, 0] == 0.5
    assert found.on_outcome[SINGLE, 2, 1, 1] == 1
    assert found.sacrifice_rate[1, 1] == 1
    assert found.sacrifice_rate[0, 1] == 0
    assert np.isnan(found.sacrifice_rate[1, 2])


def test_a_row_never_observed_has_the_shares_of_other_outs() -> None:
    found = estimated(
        counted(
            (6, 6, 0, TRIPLE, 4, 2, False),
            (14, 14, 0, TRIPLE, 16, 2, False),
            (14, 14, 0, TRIPLE, END, 2, False),  # out at the plate: the bases are unknown, so other outs do not have it
        )
    )
    assert found.on_outcome[TRIPLE, 14, [12, 16, 24], 2].tolist() == [0, 0.5, 0.5]
    assert found.on_outcome[TRIPLE, 22, [20, 24], 2].tolist() == [0.5, 0.5]
    assert np.isnan(found.on_outcome[SINGLE, 5]).all()


def test_a_row_observed_elsewhere_alone_is_taken_from_there_and_a_triple_scores_everybody() -> None:
    own = counted((0, 0, 0, SINGLE, 1, 0, False))
    other = counted((0, 0, 0, SINGLE, 9, 0, False), (9, 9, 0, SINGLE, 11, 0, False), (6, 6, 0, TRIPLE, 4, 1, False))
    found = estimated(own, other)
    assert found.on_outcome[SINGLE, 0, 1, 0] == 1  # its own plays go first
    assert found.on_outcome[SINGLE, 17, 19, 0] == 1
    assert np.isnan(found.on_outcome[SINGLE, 5]).all()
    assert found.on_outcome[TRIPLE, 22, 20, 1] == 1
    assert found.on_outcome[TRIPLE, 15, 12, 3] == 1  # observed nowhere
    assert found.on_outcome[HOME_RUN, 15, 8, 4] == 1
    assert np.nansum(found.on_outcome[[TRIPLE, HOME_RUN]], axis=(2, 3)).tolist() == [[1.0] * 24] * 2


def test_rates_and_advances_that_are_unknown_are_refused() -> None:
    with pytest.raises(ValueError, match="batter 1 are unknown"):
        batting([LEAGUE, np.full(8, np.nan)], DESOPO_LEFKOWITZ)
    with pytest.raises(ValueError, match="batter 0"):
        batting([LEAGUE * 0.9], DESOPO_LEFKOWITZ)
    some = invented(1)
    some.on_outcome[TRIPLE, 6] = np.nan
    with pytest.raises(ValueError, match="advances on a triple are unknown in state 6"):
        batting([LEAGUE], some)
    no_triples = np.where(np.arange(8) == TRIPLE, 0, LEAGUE)
    assert len(batting([no_triples / no_triples.sum()], some)) == 1
    some.sacrifice_rate[1, 3] = np.nan
    with pytest.raises(ValueError, match="sacrifices are unknown in state 3"):
        batting([no_triples / no_triples.sum()], some, [True])
    some.running[:, [4, 12, 20]] = 0  # nothing leads to a runner on third alone any more
    some.on_outcome[:, :, [4, 12, 20]] = 0
    some.running[[4, 12, 20]] = np.nan
    some.on_outcome[:, [4, 12, 20]] = np.nan
    some.sacrifice_rate[:, [4, 12, 20]] = np.nan
    assert np.isfinite(expected_runs(batting([no_triples / no_triples.sum()] * 9, some))).all()
    with pytest.raises(ValueError, match="order of 1 batters"):
        expected_runs(batting([LEAGUE], DESOPO_LEFKOWITZ), [0])
