"""Games between two lineups: win probability, runs, and plate appearances by slot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from skipper.lineups.advancement import MOST_RUNS
from skipper.lineups.batting import Batting
from skipper.lineups.chain import MOST_GAME_RUNS, Innings, after_innings, innings
from skipper.lineups.cycles import NINE, kernel
from skipper.lineups.rates import Floats

_TIED_STILL = 1e-13  # probability below which extra innings are cut off
_MOST_EXTRA = 1000
_NEGLIGIBLE = 1e-20  # probability below which one of 300,000 situations is omitted


@dataclass(frozen=True)
class Rules:
    """The season's rules: the scheduled innings, and the bases occupied when an extra half-inning begins (2 means
    second base)."""

    scheduled: int = 9
    extra_inning_bases: int = 0


@dataclass(frozen=True)
class Side:
    """One side of a game: probabilities by number of runs (the last element means that many or more), and expected
    plate appearances by slot."""

    runs: Floats
    plate_appearances: Floats

    @property
    def expected_runs(self) -> float:
        """Return the mean of the runs."""
        return float(self.runs @ np.arange(len(self.runs)))


@dataclass(frozen=True)
class Game:
    """A game between two lineups: the home club's win probability, the probability of extra innings, and both sides."""

    home_win: float
    extra_innings: float
    visitor: Side
    home: Side


def game(visitor: Batting, home: Batting, rules: Rules | None = None, most_runs: int = MOST_GAME_RUNS) -> Game:
    """Return the game between two batting orders, each with its transitions against the other club's pitching and
    defense.

    If `rules` is not given, a game has nine innings and no placed runner. The two clubs' half-innings are independent.
    Raise ValueError if the batters score too rarely to end a tie.
    """
    rules = rules or Rules()
    visiting, at_home = innings(visitor, most_runs=most_runs), innings(home, most_runs=most_runs)
    visitor_after = after_innings(visiting, rules.scheduled)
    home_after = after_innings(at_home, rules.scheduled - 1)
    batted = np.zeros((2, NINE))
    batted[0] = visitor_after[:-1].sum((0, 2)) @ visiting.plate_appearances.sum(2)
    batted[1] = home_after[:-1].sum((0, 2)) @ at_home.plate_appearances.sum(2)

    allowed, scored = visitor_after[-1], home_after[-1]
    ahead = np.tril(np.outer(scored.sum(0), allowed.sum(0)), -1)  # [home runs, visitor's]: the home club does not bat
    runs, home_win = np.stack([ahead.sum(0), ahead.sum(1)]), float(ahead.sum())
    situation = np.zeros((NINE, NINE, most_runs + 1, most_runs + 1))
    for behind in range(most_runs + 1):
        stop = most_runs + 1 - behind
        situation[:, :, :stop, behind] = allowed[:, None, behind:] * scored[None, :, :stop]
    last = _last_half(situation, at_home)
    extra_innings = float(last.tied.sum())

    if rules.extra_inning_bases:
        visiting, at_home = (innings(side, rules.extra_inning_bases, most_runs) for side in (visitor, home))
    for _ in range(_MOST_EXTRA):
        runs[0] += last.visitor_runs
        runs[1] += last.home_runs
        batted[1] += last.plate_appearances
        home_win += last.home_win
        if last.tied.sum() < _TIED_STILL:
            visitor_side, home_side = (Side(*each) for each in zip(runs, batted, strict=True))
            return Game(home_win, extra_innings, visitor_side, home_side)
        batted[0] += last.tied.sum((1, 2)) @ visiting.plate_appearances.sum(2)
        situation[:] = 0
        _top_halves(visiting.ends, last.tied, situation)
        last = _last_half(situation, at_home)
    raise ValueError(f"a game is tied after {_MOST_EXTRA} extra innings: the batters hardly score")


@dataclass(frozen=True)
class _LastHalf:
    """Outcomes of home half-innings that may end with the winning run; `tied` [visitor due up, home due up, runs]."""

    tied: Floats
    home_win: float
    visitor_runs: Floats
    home_runs: Floats
    plate_appearances: Floats


def _last_half(situation: Floats, played: Innings) -> _LastHalf:
    """Play from the probabilities of [visitor due up, home due up, home runs, runs behind].

    Only the winning run counts on a game-ending hit, but all runs count on a home run (Official Baseball Rules
    5.08(b)).
    """
    size = situation.shape[-1]
    by_runs = played.ends.sum(1)
    not_won = by_runs.cumsum(1)  # no more runs than the club was behind
    win_by = _home_run_margins(played, size)
    win_by[:, :, 1] = np.maximum(1 - not_won - win_by.sum(2), 0)
    batted = played.plate_appearances.cumsum(2)  # begun while the club was behind or level
    home, tied = np.zeros((NINE, size, size)), np.zeros((NINE, NINE, size))
    visitor_runs, home_runs, plate_appearances = np.zeros(size), np.zeros(size), np.zeros(NINE)
    _bottom_halves(
        situation, played.ends, by_runs, win_by, batted, home, tied, visitor_runs, home_runs, plate_appearances
    )
    home_win = float((home.sum(1) * (1 - not_won)).sum())
    return _LastHalf(tied, home_win, visitor_runs, home_runs, plate_appearances)


def _home_run_margins(played: Innings, size: int) -> Floats:
    """Return the probabilities of winning by 2 to 4 runs with a home run: [lead-off, runs behind, margin]."""
    win_by = np.zeros((NINE, size, MOST_RUNS + 1))
    for margin in range(2, MOST_RUNS + 1):
        for scored in range(margin, MOST_RUNS + 1):
            short = scored - margin  # runs still needed to tie the game when the home run is hit
            win_by[:, short:, margin] += played.home_runs[:, : size - short, scored]
    return win_by


@kernel
def _top_halves(ends, tied, situation):
    """Fill in the probabilities of [visitor due up, home due up, home runs, runs behind] from tied games."""
    size = tied.shape[2]
    for leads in range(NINE):
        for home in range(NINE):
            for total in range(size):
                chance = tied[leads, home, total]
                if chance > _NEGLIGIBLE:
                    for following in range(NINE):
                        for runs in range(size):
                            situation[following, home, total, runs] += chance * ends[leads, following, runs]


@kernel
def _bottom_halves(situation, ends, by_runs, win_by, batted, home, tied, visitor_runs, home_runs, plate_appearances):
    """Fill the arrays of _LastHalf; `home` becomes the situation summed over the visitors' batter due up."""
    last = home.shape[1] - 1
    for visitor in range(NINE):
        for leads in range(NINE):
            for total in range(last + 1):
                for behind in range(last + 1):
                    chance = situation[visitor, leads, total, behind]
                    if chance > _NEGLIGIBLE:
                        home[leads, total, behind] += chance
                        for following in range(NINE):
                            tied[visitor, following, min(total + behind, last)] += (
                                chance * ends[leads, following, behind]
                            )
    for leads in range(NINE):
        for total in range(last + 1):
            for behind in range(last + 1):
                chance = home[leads, total, behind]
                if chance > 0:
                    level = min(total + behind, last)
                    visitor_runs[level] += chance * (1 - by_runs[leads, behind])
                    for runs in range(behind):
                        home_runs[min(total + runs, last)] += chance * by_runs[leads, runs]
                    for margin in range(1, MOST_RUNS + 1):
                        home_runs[min(level + margin, last)] += chance * win_by[leads, behind, margin]
                    for slot in range(NINE):
                        plate_appearances[slot] += chance * batted[leads, slot, behind]
