"""Base running: advances by outcome of the plate appearance, steals and other advances during it, and sacrifices.

A state is the occupied bases (first 1, second 2, third 4, summed) plus 8 times the outs: 0 to 23. END, 24, is the end
of the half-inning. Double plays, sacrifice flies, errors on the bases and runners thrown out are all transitions
between states; nothing is assumed about them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skipper.lineups.rates import HOME_RUN, OUTCOMES, TRIPLE, Floats

STATES = 24
END = STATES
MOST_RUNS = 4  # on one event
SACRIFICE = len(OUTCOMES)
"""The outcome of a sacrifice bunt, after those of the batter's rates."""

KINDS = ("running", *OUTCOMES, "sacrifice")
"""Names of the transitions in an Advancement: `running`, then those along the first axis of `on_outcome`."""
BUNTS = ("bunts", "pitcher_bunts")
"""Names of the rows of `sacrifice_rate`."""

Integers = NDArray[np.integer]


@dataclass(frozen=True)
class PlateAppearances:
    """Plate appearances from play-by-play: arrays of equal length, with one element per plate appearance.

    `start` is the state when the plate appearance began, `before` is the state when its last event began (END if the
    half-inning ended first, as with a runner caught stealing), and `runs_before` gives the runs scored in between.
    `outcome` is an index into OUTCOMES, or SACRIFICE; `after` and `runs` are the state after the last event and the
    runs that scored on it. These three are meaningless if `before` is END. `pitcher_bats` marks plate appearances by
    pitchers, or in the pitcher's slot, whose sacrifices are counted separately. Omit plate appearances cut short by the
    winning run, because the runners stopped advancing.
    """

    start: Integers
    before: Integers
    runs_before: Integers
    outcome: Integers
    after: Integers
    runs: Integers
    pitcher_bats: NDArray[np.bool_]


@dataclass(frozen=True)
class Advancement:
    """Transition probabilities, each as [state before, state after or END, runs]; NaN in an unknown row.

    `running`: from the start of a plate appearance to its last event. `on_outcome`: the last event, by outcome (first
    axis: OUTCOMES, then SACRIFICE). `sacrifice_rate`: probability of a sacrifice by state, for other batters (row 0)
    and for pitchers (row 1).
    """

    running: Floats
    on_outcome: Floats
    sacrifice_rate: Floats


def estimated(seen: PlateAppearances, elsewhere: PlateAppearances | None = None) -> Advancement:
    """Return the observed share of each transition and sacrifice: maximum likelihood, with no prior.

    A season may lack an outcome in a rare state, such as a triple with first and third occupied and nobody out. Such a
    row takes the shares for the same outcome and bases over all numbers of outs, excluding plays that ended the
    half-inning, because the bases are then unknown; if these are also unobserved, it takes the same shares from
    `elsewhere`, such as the other levels. A triple or home run that is also unobserved there scores every runner,
    because none can stay on base behind the batter. Any other such row is NaN.
    """
    completed = seen.before != END
    outcome, before = seen.outcome[completed], seen.before[completed]
    running = np.zeros((STATES, STATES + 1, MOST_RUNS + 1))
    np.add.at(running, (seen.start, seen.before, seen.runs_before), 1)
    bunts = np.zeros((2, STATES, 2))
    np.add.at(bunts, (seen.pitcher_bats[completed].astype(int), before, (outcome == SACRIFICE).astype(int)), 1)
    on_outcome = _on_outcome(seen)
    for others in (seen, *([elsewhere] if elsewhere is not None else [])):
        observed = on_outcome.any((-2, -1), keepdims=True)
        on_outcome = np.where(observed, on_outcome, _over_outs(_on_outcome(others)))
    for hit, batter in ((TRIPLE, 4), (HOME_RUN, 0)):
        for state in np.flatnonzero(~on_outcome[hit].any((-2, -1))).tolist():
            on_outcome[hit, state, 8 * (state // 8) + batter, (state % 8).bit_count() + (hit == HOME_RUN)] = 1
    return Advancement(
        running=_shares(running, (-2, -1)),
        on_outcome=_shares(on_outcome, (-2, -1)),
        sacrifice_rate=_shares(bunts, (-1,))[..., 1],
    )


def _on_outcome(seen: PlateAppearances) -> Floats:
    """Return the number of transitions of each outcome."""
    completed = seen.before != END
    counts = np.zeros((SACRIFICE + 1, STATES, STATES + 1, MOST_RUNS + 1))
    places = (values[completed] for values in (seen.outcome, seen.before, seen.after, seen.runs))
    np.add.at(counts, tuple(places), 1)
    return counts


def of_rows(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Advancement:
    """Return advances from the rows of table `advancement`, given by kind; a state without a row is unknown (NaN)."""
    tables = np.zeros((len(KINDS), STATES, STATES + 1, MOST_RUNS + 1))
    for number, kind in enumerate(KINDS):
        for row in rows.get(kind, ()):
            tables[number, row["state_before"], row["state_after"], row["runs"]] = row["chance"]
    tables[~tables.any((-2, -1))] = np.nan
    bunts = np.full((len(BUNTS), STATES), np.nan)
    for number, kind in enumerate(BUNTS):
        for row in rows.get(kind, ()):
            bunts[number, row["state_before"]] = row["chance"]
    return Advancement(tables[0], tables[1:], bunts)


def _over_outs(counts: Floats) -> Floats:
    """Return the counts summed over the outs before the event, repeated for each number of outs."""
    pooled = np.zeros_like(counts)
    for state in range(STATES):
        for outs_before in range(3):
            more = 8 * (state // 8 - outs_before)  # from the other row's states to this row's
            for after in range(8 * outs_before, END):
                pooled[:, state, min(after + more, END)] += counts[:, 8 * outs_before + state % 8, after]
    return pooled


def _shares(counts: Floats, axes: tuple[int, ...]) -> Floats:
    total = counts.sum(axes, keepdims=True)
    return np.divide(counts, total, out=np.full_like(counts, np.nan), where=total > 0)
