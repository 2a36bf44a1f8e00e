"""Play a game plate appearance by plate appearance: the chain of `skipper.lineups`, sampled.

The probabilities are those that the lineup model multiplies: the batter's rates against the pitcher, sacrifices by
state, and the transitions of an Advancement. A winning run ends the game as in `skipper.lineups.games`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skipper.compiled import Compiler
from skipper.lineups.advancement import END, SACRIFICE, STATES, Advancement
from skipper.lineups.chain import NINE
from skipper.lineups.rates import HOME_RUN, OUTCOMES, Floats

_COMPILER = Compiler(__package__)
kernel, part = _COMPILER.kernel, _COMPILER.part

Integers = NDArray[np.int64]

PITCHER = 1
SCHEDULED = 9
RUNNING, FINAL, NEW_PITCHER, PINCH_HITTER, FIELDER = range(5)
"""The kind of a row of a log: a play before the last of a plate appearance, the last, or a substitution."""
LEFT, RIGHT, BOTH = range(3)
NOBODY = -1
NEVER = 99
_MOST_INNINGS, _MOST_ROWS, _DRAWS = 100, 8_000, 2_000
_COLUMNS = 7
_STARTER_INNINGS = 5  # innings that a starting pitcher must complete to win (Official Baseball Rules 9.17(b))
_SAVED_LEAD = 3


class Chain(NamedTuple):
    """Probabilities in a league: its line, sacrifices, and cumulative transition probabilities of an Advancement.

    The transitions of one kind (running, one of the outcomes, or the sacrifice) from a state are the rows of `chance`,
    `after` and `runs` from `first[kind * STATES + state]` up to the next element of `first`.
    """

    line: Floats
    sacrifice: Floats
    first: Integers
    chance: Floats
    after: Integers
    runs: Integers


def chain_of(advancement: Advancement, line: Floats) -> Chain:
    """Return the chain for an Advancement; unknown transitions cannot happen."""
    tables = np.nan_to_num(np.concatenate([advancement.running[None], advancement.on_outcome]))
    found = np.argwhere(tables > 0)
    first = np.searchsorted(found[:, 0] * STATES + found[:, 1], np.arange(len(tables) * STATES + 1))
    cumulative = tables.reshape(*tables.shape[:2], -1).cumsum(2).reshape(tables.shape)
    chance = cumulative[tuple(found.T)]
    chance[first[1:][np.diff(first) > 0] - 1] = np.inf  # so that rounding cannot let a draw exceed the last
    after, runs = found[:, 2].copy(), found[:, 3].copy()
    return Chain(line, np.nan_to_num(advancement.sacrifice_rate), first, chance, after, runs)


class Team(NamedTuple):
    """One club in a game. Its people are numbered from 0, and each array has one row per person.

    `batting` [person, hand, outcome] has a batter's ratios to the league's line against left- and right-handers, and
    `pitching` [person, outcome] has a pitcher's ratios. `bats` and `throws` are LEFT, RIGHT or BOTH. `order` and
    `positions` are the starting lineup by slot. `staff` lists the pitchers in order of use, starter first; each faces
    at most the number of batters in `limits`, or pitches until `hook_runs` runs have been allowed. `pinch` is the
    person who may bat for the slot, or NOBODY: from `pinch_inning` on for a pitcher, and for a batter without the
    platoon advantage if the pinch hitter would have it.
    """

    batting: Floats
    pitching: Floats
    bats: Integers
    throws: Integers
    order: Integers
    positions: Integers
    staff: Integers
    limits: Integers
    pinch: Integers
    hook_runs: int = NEVER
    pinch_inning: int = NEVER


class Log(NamedTuple):
    """A game as it was played.

    `rows` are (kind, inning, batting side, slot, person, transition in the Chain, runs that count on a walk-off that is
    not a home run, otherwise 0); the slot is NOBODY for a pitcher who does not bat. `innings` [side, inning] has the
    runs, with NOBODY where a side did not bat; `plate_appearances` [side, slot] has the number completed. `decisions`
    has the winning pitcher's number in the winning club, the losing pitcher's number in the losing club, and the saving
    pitcher's number or NOBODY.
    """

    rows: Integers
    innings: Integers
    plate_appearances: Integers
    decisions: Integers

    @property
    def runs(self) -> tuple[int, int]:
        """Return the runs scored by the visitors and by the home club."""
        visitors, home = np.maximum(self.innings, 0).sum(1).tolist()
        return visitors, home


class _Work(NamedTuple):
    """What a game changes: by side, the columns below, order, positions and pinch hitters; the log; the next draw."""

    side: Integers
    order: Integers
    positions: Integers
    pinch: Integers
    rows: Integers
    innings: Integers
    plate_appearances: Integers
    decisions: Integers
    next: Integers
    weights: Floats


_DUE, _ARM, _FACED, _ALLOWED, _BATTED_FOR, _TO_FIELD, _LEAD, _SCORE, _STARTER_LEFT = range(9)
_ROW, _DRAW, _OVER = range(3)


def play(chain: Chain, visitor: Team, home: Team, rng: np.random.Generator) -> Log:
    """Play a game of nine innings, with extra innings while the score is tied and no placed runner."""
    work = _Work(
        side=np.zeros((2, 9), np.int64),
        order=np.stack([visitor.order, home.order]),
        positions=np.stack([visitor.positions, home.positions]),
        pinch=np.stack([visitor.pinch, home.pinch]),
        rows=np.empty((_MOST_ROWS, _COLUMNS), np.int64),
        innings=np.full((2, _MOST_INNINGS), NOBODY),
        plate_appearances=np.zeros((2, NINE), np.int64),
        decisions=np.full(3, NOBODY),
        next=np.zeros(3, np.int64),
        weights=np.empty(len(OUTCOMES)),
    )
    innings = 1
    while not work.next[_OVER]:  # once, except in a few games with many extra innings
        draws = rng.random(_DRAWS)
        work.next[_DRAW] = 0
        innings = _play(chain, (visitor, home), work, draws, innings)
    return Log(work.rows[: work.next[_ROW]], work.innings[:, : innings - 1], work.plate_appearances, work.decisions)


@kernel
def _play(chain, teams, work, draws, inning):
    """Play innings while draws may suffice or until the game is over; return the number of the next inning."""
    enough = len(draws) // 4
    while not work.next[_OVER] and work.next[_DRAW] < len(draws) - enough:
        for batting in range(2):
            work.innings[batting, inning - 1] = 0
            _take_the_field(teams, work, inning, batting)
            state = 0
            while state != END and not work.next[_OVER]:
                state = _plate_appearance(chain, teams, work, draws, inning, batting, state)
            score = work.side[:, _SCORE]
            if inning >= SCHEDULED and batting == 0 and score[1] > score[0]:
                work.next[_OVER] = 1
            if work.next[_OVER]:
                break
        if inning >= SCHEDULED and work.side[0, _SCORE] != work.side[1, _SCORE]:
            work.next[_OVER] = 1
        inning += 1
    if work.next[_OVER]:
        _decide(teams, work)
    return inning


@part
def _take_the_field(teams, work, inning, batting):
    """Replace the pitcher who was batted for, and let pinch hitters take over the positions of their slots."""
    side = work.side[1 - batting]
    if side[_BATTED_FOR]:
        _new_pitcher(teams, work, inning, batting)
    for slot in range(NINE):
        if side[_TO_FIELD] >> slot & 1:
            _log(work, FIELDER, inning, batting, slot, work.order[1 - batting, slot], 0, 0)
    side[_TO_FIELD] = 0


@part
def _plate_appearance(chain, teams, work, draws, inning, batting, state):
    """Play a plate appearance; return the state after it."""
    offense, defense = work.side[batting], work.side[1 - batting]
    team, other = teams[batting], teams[1 - batting]
    arm = defense[_ARM]
    if arm + 1 < len(other.staff) and (defense[_FACED] >= other.limits[arm] or defense[_ALLOWED] >= other.hook_runs):
        _new_pitcher(teams, work, inning, batting)
    pitcher = other.staff[defense[_ARM]]
    slot = offense[_DUE]
    _pinch_hit(team, work, inning, batting, slot, other.throws[pitcher])
    batter = work.order[batting, slot]
    row = _pick(chain, state, _draw(work, draws))
    counted = _count_runs(work, teams, inning, batting, chain.runs[row], False)
    if chain.after[row] != state or chain.runs[row] > 0:
        _log(work, RUNNING, inning, batting, slot, batter, row, counted)
    state = chain.after[row]
    if state == END or work.next[_OVER]:
        return state
    hits = work.positions[batting, slot] != PITCHER or offense[_BATTED_FOR] == 1
    kind = SACRIFICE
    if _draw(work, draws) >= chain.sacrifice[0 if hits else 1, state]:
        rates = team.batting[batter, other.throws[pitcher]]
        kind = _outcome(chain.line, rates, other.pitching[pitcher], work.weights, _draw(work, draws))
    row = _pick(chain, (1 + kind) * STATES + state, _draw(work, draws))
    counted = _count_runs(work, teams, inning, batting, chain.runs[row], kind == HOME_RUN)
    _log(work, FINAL, inning, batting, slot, batter, row, counted)
    work.plate_appearances[batting, slot] += 1
    offense[_DUE] = (slot + 1) % NINE
    defense[_FACED] += 1
    return chain.after[row]


@part
def _new_pitcher(teams, work, inning, batting):
    """Let the fielding club's next pitcher enter, in the pitcher's slot if pitchers bat."""
    side = work.side[1 - batting]
    if side[_ARM] == 0:
        side[_STARTER_LEFT] = inning
    side[_ARM] += 1
    side[_FACED], side[_ALLOWED], side[_BATTED_FOR] = 0, 0, 0
    side[_LEAD] = side[_SCORE] - work.side[batting, _SCORE]
    person = teams[1 - batting].staff[side[_ARM]]
    his = NOBODY
    for slot in range(NINE):
        if work.positions[1 - batting, slot] == PITCHER:
            his = slot
            work.order[1 - batting, slot] = person
    _log(work, NEW_PITCHER, inning, batting, his, person, 0, 0)


@part
def _pinch_hit(team, work, inning, batting, slot, throws):
    """Let the pinch hitter of the slot bat, if the manager would."""
    person = work.pinch[batting, slot]
    if person == NOBODY or inning < team.pinch_inning:
        return
    side = work.side[batting]
    pitches = work.positions[batting, slot] == PITCHER
    if pitches and side[_ARM] + 1 >= len(team.staff):
        return
    if not pitches and (team.bats[work.order[batting, slot]] != throws or team.bats[person] == throws):
        return
    work.pinch[batting, slot] = NOBODY
    work.order[batting, slot] = person
    _log(work, PINCH_HITTER, inning, batting, slot, person, 0, 0)
    if pitches:
        side[_BATTED_FOR] = 1
    elif work.positions[batting, slot] < 10:
        side[_TO_FIELD] |= 1 << slot


@part
def _outcome(line, batting, pitching, weights, draw):
    """Draw the outcome of a matchup by the odds ratio, as in `skipper.lineups.rates.matchup`."""
    total = 0.0
    for outcome in range(len(line)):
        total += line[outcome] * batting[outcome] * pitching[outcome]
        weights[outcome] = total
    drawn = 0
    while drawn < len(line) - 1 and weights[drawn] <= draw * total:
        drawn += 1
    return drawn


@part
def _pick(chain, place, draw):
    """Draw a transition."""
    row = chain.first[place]
    while chain.chance[row] <= draw:
        row += 1
    return row


@part
def _draw(work, draws):
    work.next[_DRAW] += 1
    return draws[work.next[_DRAW] - 1]


@part
def _count_runs(work, teams, inning, batting, runs, homer):
    """Add the runs that count, and end the game with the winning run; return those runs on a walk-off, else 0."""
    side, other = work.side[batting], work.side[1 - batting]
    behind = other[_SCORE] - side[_SCORE]
    walks_off = batting == 1 and inning >= SCHEDULED and runs > behind
    counted = behind + 1 if walks_off and not homer else runs
    if behind >= 0 and counted > behind:
        work.decisions[0] = side[_ARM]
        work.decisions[1] = other[_ARM]
    side[_SCORE] += counted
    other[_ALLOWED] += counted
    work.innings[batting, inning - 1] += counted
    work.next[_OVER] = 1 if walks_off else 0
    return counted if walks_off and not homer else 0


@part
def _decide(teams, work):
    """Turn the pitchers of record into the winning, losing and saving pitchers."""
    winner = 1 if work.side[1, _SCORE] > work.side[0, _SCORE] else 0
    side = work.side[winner]
    won = work.decisions[0]
    if won == 0 and side[_ARM] > 0 and side[_STARTER_LEFT] <= _STARTER_INNINGS:
        won = 1
    if side[_ARM] > won and 0 < side[_LEAD] <= _SAVED_LEAD:
        work.decisions[2] = teams[winner].staff[side[_ARM]]
    work.decisions[0] = teams[winner].staff[won]
    work.decisions[1] = teams[1 - winner].staff[work.decisions[1]]


@part
def _log(work, what, inning, batting, slot, person, row, counted):
    place = work.next[_ROW]
    values = (what, inning, batting, slot, person, row, counted)
    for column in range(_COLUMNS):
        work.rows[place, column] = values[column]
    work.next[_ROW] += 1
