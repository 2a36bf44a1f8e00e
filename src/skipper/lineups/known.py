"""Batters' rates from data before a game: counts up to a day, relative to the league's line.

The figures for a batter, a pitcher or a park are ratios to a league's line, by outcome. `matchup` multiplies the line
of the game's league by these ratios, so plate appearances in another league count relative to that league's line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from skipper.definitions.lineups import LEAST_PLAYED
from skipper.lineups.rates import (
    OUTCOMES,
    Floats,
    matchup,
    prior_weights,
    rates_of,
    shrunk,
    shrunk_jointly,
    talent_covariance,
    weights_of,
)

Codes = NDArray[np.int64]

SEASON_WEIGHTS = (1.0, 0.8, 0.6)
"""Weights of plate appearances in this season and the two before: 5, 4 and 3, as in Tango's Marcel forecasts of batters
(2004). Marcel weights pitchers 3, 2 and 1; the same weights for both are our choice."""

LEAGUE_DAYS = 365
"""Number of days that the league's line looks back: our choice, so that every part of a season counts equally."""

SHARES = (1 / 8, 1 / 4, 1 / 2, 3 / 4, 1.0)
"""Limits between the classes of playing time, as shares of one batting slot's plate appearances: our choice."""
_CLASSES = len(SHARES) + 2  # the last is unknown

POSITIONS = 11
"""Number of positions: 2 to 10 as in lineup; 0 is unknown."""

_SLOTS = 9
_GROWN = 1.25  # our choice: see `refreshed`
_SPAN = 1 << 21  # greater than any day's number since year 1


class Tally:
    """Plate appearances of batters, parks and so on, numbered from 0, by day and outcome.

    Days are counted from year 1. Raises ValueError for a day outside 0 to _SPAN.
    """

    def __init__(self, thing: ArrayLike, day: ArrayLike, outcome: ArrayLike) -> None:
        thing, day, outcome = np.asarray(thing, np.int64), np.asarray(day, np.int64), np.asarray(outcome)
        if day.size and not 0 <= day.min() <= day.max() < _SPAN:
            raise ValueError("a day that is not counted from year 1")
        known = thing >= 0
        thing, day, outcome = thing[known], day[known], outcome[known]
        order = in_order(day)
        order = order[in_order(thing[order])]
        self._key = thing[order] * _SPAN + day[order]
        self._ends = np.cumsum(np.bincount(thing))
        self._sums = np.zeros((len(order) + 1, len(OUTCOMES)), np.int32)  # half the memory, for two billion at most
        self._sums[np.arange(1, len(order) + 1), outcome[order]] = 1
        np.cumsum(self._sums, axis=0, out=self._sums)

    def before(self, thing: ArrayLike, day: ArrayLike, since: ArrayLike = 0) -> Floats:
        """Return counts by outcome before each day, from `since` on; all zero for an unknown index (-1)."""
        thing, day, since = np.broadcast_arrays(*(np.asarray(each, np.int64) for each in (thing, day, since)))
        start = thing * _SPAN
        found = np.zeros((len(thing), len(OUTCOMES)))
        has = np.flatnonzero((thing >= 0) & (thing < len(self._ends)))
        ends = self._ends[thing[has]]
        some = ends > np.where(thing[has] > 0, self._ends[thing[has] - 1], 0)
        has, ends = has[some], ends[some]
        # A search takes as long as all else here, and most days are after the thing's last one or before its first.
        late = np.flatnonzero(self._key[ends - 1] >= start[has] + day[has])
        ends[late] = np.searchsorted(self._key, (start + day)[has[late]])
        firsts = np.where(thing[has] > 0, self._ends[thing[has] - 1], 0)
        early = np.flatnonzero(self._key[firsts] < start[has] + since[has])
        firsts[early] = np.searchsorted(self._key, (start + since)[has[early]])
        found[has] = self._sums[ends] - self._sums[firsts]
        return found


def in_order(codes: Codes) -> Codes:
    """Return the places of numbers from 0 in ascending order, those of equal numbers in the order given.

    NumPy sorts 16-bit numbers by counting, in a tenth of the time of a comparison sort.
    """
    if (codes[1:] >= codes[:-1]).all():
        return np.arange(len(codes))
    order = np.argsort((codes & 0xFFFF).astype(np.uint16), kind="stable")
    shift = 16
    while (codes >> shift).any():
        order = order[np.argsort((codes[order] >> shift & 0xFFFF).astype(np.uint16), kind="stable")]
        shift += 16
    return order


def _renumbered(codes: Codes) -> tuple[Codes, Codes]:
    """Return the different numbers among `codes`, ascending, and the place of each code among them."""
    seen = np.bincount(codes) > 0
    return np.flatnonzero(seen), (np.cumsum(seen) - 1)[codes]


def ratio(rates: ArrayLike, line: ArrayLike) -> Floats:
    """Return rates relative to a line, by outcome; 1 for an outcome that does not occur in the line, or if the rates
    are unknown."""
    rates, line = np.asarray(rates, float), np.asarray(line, float)
    safe = np.where(line > 0, line, 1.0)
    return np.where((line > 0) & ~np.isnan(rates), np.nan_to_num(rates) / safe, 1.0)


def shrunk_ratio(
    counts: ArrayLike, line: ArrayLike, spread: ArrayLike, shrink: Callable[..., Floats] = shrunk
) -> Floats:
    """Return rates shrunk toward a line, relative to it; 1 if the line is unknown.

    `spread` is the last argument of `shrink`: weights for `shrunk`, a covariance for `shrunk_jointly`.
    """
    counts, line = np.asarray(counts, float), np.asarray(line, float)
    known = ~np.isnan(line).any(-1, keepdims=True)
    safe = np.where(known, line, 1 / len(OUTCOMES))
    return np.where(known, ratio(shrink(counts, safe, spread), safe), 1.0)


def in_league(line: Floats, *ratios: Floats) -> Floats:
    """Return rates for a matchup in a league with this line, each side given relative to its own league's line."""
    return matchup(line, *(line * each for each in ratios))


HANDS = ("unknown", "L", "R")
"""The pitcher's hands; batters may also have B (both)."""
_LEFT, _RIGHT = 1, 2


@dataclass(frozen=True)
class Plays:
    """Completed plate appearances other than sacrifice bunts: arrays of the same length.

    Batters, pitchers and clubs are numbered from 0; `home_club` and `visitor_club` share their numbers. `season` counts
    back from the season of the games in question (0); `league_season` numbers a league's seasons and `league` numbers
    the leagues. `hand` is an index into HANDS. `pitcher_slot` marks plate appearances in the starting pitcher's slot,
    whoever batted there. `position` is the batter's in the field (0 if unknown or none), and `playing_time` the result
    of the function of that name for the day.
    """

    season: Codes
    day: Codes
    league: Codes
    league_season: Codes
    level: Codes
    batter: Codes
    pitcher: Codes
    hand: Codes
    at_home: NDArray[np.bool_]
    home_club: Codes
    visitor_club: Codes
    from_starter: NDArray[np.bool_]
    pitcher_bats: NDArray[np.bool_]
    pitcher_slot: NDArray[np.bool_]
    position: Codes
    playing_time: Codes
    outcome: Codes

    def where(self, kept: NDArray[np.bool_] | Codes | slice) -> Plays:
        """Return only the plate appearances to keep, in this order if they are given by number."""
        if isinstance(kept, np.ndarray) and kept.dtype == bool and kept.all():
            return self
        return Plays(**{field.name: getattr(self, field.name)[kept] for field in fields(self)})


@dataclass(frozen=True)
class Wanted:
    """Batters in some games, as known before those games: arrays of equal length; -1 if a number is unknown.

    `bats` is 1 for L, 2 for R, 3 for both and 0 for unknown; `hand` and `starter` refer to the opposing starter.
    `position` (0 if not in the lineup) and `playing_time` are as in Plays.
    """

    day: Codes
    league: Codes
    level: Codes
    batter: Codes
    bats: Codes
    hand: Codes
    starter: Codes
    at_home: NDArray[np.bool_]
    club: Codes
    opponent: Codes
    pitches: NDArray[np.bool_]
    position: Codes
    playing_time: Codes

    def where(self, kept: NDArray[np.bool_]) -> Wanted:
        """Return only the batters to keep."""
        return Wanted(**{field.name: getattr(self, field.name)[kept] for field in fields(self)})


@dataclass(frozen=True)
class Level:
    """A level's figures that do not depend on the day: the shrinkage of its rates, and ratios to its line.

    `batter_covariance` is that of batters' talent, and `batter_weights` the weights of each split's prior alone.
    `playing_time` [class, outcome] and `positions` [position, outcome] are the lines of batters with so much playing
    time, relative to the level's, and of batters with that usual position, relative to these; 1 for the last class and
    position 0, which are unknown. `usual_position` [batter] is the position at which the batter batted most often.
    `line` is the level's line without pitchers' plate appearances; `park_weights` shrink the rates in a park toward
    those on the road, and `road_weights` these toward the line, both fitted to the parks of all levels, each in its own
    league: two weeks of eight parks do not tell how much parks differ. `platoon` [bats, hand, outcome]; `starter` and
    `relief` are the lines of starting pitchers and of other pitchers, and `home` and `road` those of the clubs at bat,
    all relative to the level's line. `starter_share` is the share of plate appearances against the starter. `pitchers`
    is the line of the starting pitcher's slot, including pinch hitters, shrunk toward the line for all levels as one
    batter's line would be, because pitchers hardly bat at some levels; NaN if pitchers do not bat. `batters_elsewhere`
    and `pitchers_elsewhere` are the results of `elsewhere`.
    """

    batter_covariance: Floats
    batter_weights: Floats
    playing_time: Floats
    positions: Floats
    usual_position: Codes
    platoon_weights: Floats
    pitcher_weights: Floats
    line: Floats
    park_weights: Floats
    road_weights: Floats
    platoon: Floats
    starter: Floats
    relief: Floats
    home: Floats
    road: Floats
    starter_share: float
    pitchers: Floats
    batters_elsewhere: Floats
    pitchers_elsewhere: Floats


@dataclass(frozen=True)
class Before:
    """Rates [batter, outcome] before a game, NaN if the league's line is unknown or little of the level was played.

    `rates`: in this game, weighted between its starter (the level's share of plate appearances against starters) and
    relievers; `vs_left` and `vs_right`: the same, with an average starter of that hand. `appearances`: the batter's
    plate appearances, weighted by season.
    """

    rates: Floats
    vs_left: Floats
    vs_right: Floats
    appearances: Floats


def level_of(known: Plays, level: int, bats: Codes) -> Level:
    """Return the figures for one level from its plate appearances; `bats` has the sides from which each batter was seen
    to bat, coded as in Wanted.
    """
    plays = known.where(known.level == level)
    hitting = plays.where(~plays.pitcher_bats)
    line = _line(hitting.outcome)
    usual_position = _usual_position(known)
    by_time, by_position = _groups(hitting, usual_position)
    batters, own_lines = _batters(hitting, usual_position, by_time, by_position)
    pitchers, their_lines = _totals(hitting, hitting.pitcher)
    at_home, on_road, lines = _parks(known.where(~known.pitcher_bats))
    parks, alike = len(lines) > 1, np.full(len(OUTCOMES) - 1, np.inf)
    road_weights = prior_weights(on_road, lines) if parks else alike
    side = bats[hitting.batter]
    covariance = talent_covariance(batters, own_lines)
    batter_weights, pitcher_weights = weights_of(covariance), prior_weights(pitchers, their_lines)
    platoon = np.ones((4, len(HANDS), len(OUTCOMES)))
    for batting in (1, 2, 3):
        of_side = rates_of(np.bincount(hitting.outcome[side == batting], minlength=len(OUTCOMES)))
        for hand in (_LEFT, _RIGHT):
            facing = (side == batting) & (hitting.hand == hand)
            platoon[batting, hand] = ratio(
                rates_of(np.bincount(hitting.outcome[facing], minlength=len(OUTCOMES))), of_side
            )
    return Level(
        batter_covariance=covariance,
        batter_weights=batter_weights,
        playing_time=by_time,
        positions=by_position,
        usual_position=usual_position,
        platoon_weights=_platoon_weights(hitting, bats, line, batter_weights, platoon),
        pitcher_weights=pitcher_weights,
        line=line,
        park_weights=(
            prior_weights(_against(at_home, on_road), shrunk(on_road, lines, road_weights)) if parks else alike
        ),
        road_weights=road_weights,
        platoon=platoon,
        starter=ratio(_line(hitting.outcome[hitting.from_starter]), line),
        relief=ratio(_line(hitting.outcome[~hitting.from_starter]), line),
        home=ratio(_line(hitting.outcome[hitting.at_home]), line),
        road=ratio(_line(hitting.outcome[~hitting.at_home]), line),
        starter_share=float(hitting.from_starter.mean()),
        pitchers=shrunk(
            _by_outcome(plays.outcome[plays.pitcher_slot]), _line(known.outcome[known.pitcher_slot]), batter_weights
        ),
        batters_elsewhere=elsewhere(known, known.batter, level, batter_weights),
        pitchers_elsewhere=elsewhere(known, known.pitcher, level, pitcher_weights),
    )


def playing_time(plays: Plays, batter: Codes, level: Codes, season: Codes, day: Codes) -> Codes:
    """Return the class of each batter's playing time at a level in the LEAGUE_DAYS before a day, from 0 (least) to
    len(SHARES); -1 if fewer than LEAST_PLAYED of the level's plate appearances are known from these days.

    Playing time is the batter's plate appearances as a share of those of one batting slot of one club. It says how good
    the club thinks the batter is, which few plate appearances do not show. `season` counts back as in Plays; the clubs
    are those that host a game at the level that season.
    """
    levels = max(plays.level.max(initial=0), level.max(initial=0)) + 1
    hitting = ~plays.pitcher_bats
    of_level = _keys(plays.level[hitting], plays.day[hitting])
    of_batter = _keys((plays.batter * levels + plays.level)[hitting], plays.day[hitting])
    since = np.maximum(day - LEAGUE_DAYS, 0)
    known = _number(of_level, level, since, day)
    own = np.where(batter < 0, 0, _number(of_batter, batter * levels + level, since, day))
    seasons = max(plays.season.max(initial=0), season.max(initial=0)) + 1
    is_host = np.zeros((seasons, levels, plays.home_club.max(initial=0) + 1), bool)
    is_host[plays.season, plays.level, plays.home_club] = True
    share = own * _SLOTS * is_host.sum(-1)[season, level] / np.maximum(known, 1)
    return np.where(known < LEAST_PLAYED, -1, np.searchsorted(SHARES, share, side="right"))


def _keys(thing: Codes, day: Codes) -> Codes:
    order = in_order(day)
    order = order[in_order(thing[order])]
    return thing[order] * _SPAN + day[order]


def _number(keys: Codes, thing: Codes, since: Codes, day: Codes) -> Codes:
    """Return how many of the `_keys` are of each thing, from one day on and before another."""
    return np.searchsorted(keys, thing * _SPAN + day) - np.searchsorted(keys, thing * _SPAN + since)


def _usual_position(plays: Plays) -> Codes:
    """Return the position at which each batter batted most often; 0 if at none."""
    batters = int(plays.batter.max(initial=-1)) + 1
    seen = np.bincount(plays.batter * POSITIONS + plays.position, minlength=batters * POSITIONS)
    seen = seen.reshape(batters, POSITIONS)
    seen[:, 0] = 0
    return seen.argmax(1)


def _groups(hitting: Plays, usual_position: Codes) -> tuple[Floats, Floats]:
    """Return the lines of classes of playing time relative to the league's, and of usual positions relative to these.

    A plate appearance counts in the class that the batter had before its day, so that nobody's results decide the class
    that they count in.
    """
    counted = hitting.where(hitting.playing_time >= 0)
    position = usual_position[counted.batter]
    lines = np.nan_to_num(rates_of(_by(hitting.league_season, hitting.outcome)))  # 0 for a league of another level
    shape = POSITIONS, len(lines), _CLASSES
    place = np.ravel_multi_index((position, counted.league_season, counted.playing_time), shape)
    number = np.bincount(place, minlength=np.prod(shape)).reshape(shape)
    expected = np.einsum("plc,lo->co", number, lines)
    by_time = _relative(_by(counted.playing_time, counted.outcome, _CLASSES), expected)
    of_class = np.nan_to_num(in_league(lines[:, None], by_time))
    expected = np.einsum("plc,lco->po", number, of_class)
    by_position = _relative(_by(position, counted.outcome, POSITIONS), expected)
    by_position[0] = 1
    return by_time, by_position


def _relative(counts: Floats, expected: Floats) -> Floats:
    """Return groups' rates relative to those expected of their plate appearances, [group, outcome], shrunk toward them
    as the groups differ; 1 for a group without plate appearances.

    How much they differ is fitted around what is expected scaled to all groups' counts: an outcome that was rare in all
    of them is no difference between them.
    """
    seen = counts.any(1)
    line, total = rates_of(expected[seen]), expected.sum(0)
    scaled = expected * np.divide(counts.sum(0), total, out=np.ones_like(total), where=total > 0)
    found = np.ones_like(counts)
    found[seen] = shrunk_ratio(counts[seen], line, prior_weights(counts[seen], rates_of(scaled[seen])))
    return found


def _batters(hitting: Plays, usual_position: Codes, by_time: Floats, by_position: Floats) -> tuple[Floats, Floats]:
    """Return counts by batter, league and season, and the line of batters with their playing time and position."""
    leagues = int(hitting.league_season.max(initial=0)) + 1
    found, rows = _renumbered(hitting.batter * leagues + hitting.league_season)
    times = np.bincount(rows * _CLASSES + hitting.playing_time % _CLASSES, minlength=len(found) * _CLASSES)
    of_times = (times.reshape(-1, _CLASSES) / np.bincount(rows)[:, None]) @ by_time
    lines = rates_of(_by(hitting.league_season, hitting.outcome))
    own = in_league(lines[found % leagues], of_times, by_position[usual_position[found // leagues]])
    return _by(rows, hitting.outcome), own


def elsewhere(plays: Plays, player: Codes, level: int, weights: Floats) -> Floats:
    """Return, for each level, how an average player from one given level would do there, relative to the lines of that
    level's leagues.

    Based on players who were at both levels (matched pairs, as in Cartwright's major-league equivalencies, Baseball
    Prospectus, 17 May 2009), each weighted by the harmonic mean of the two numbers of plate appearances: our choice,
    since the variance of the difference between two samples is proportional to the sum of their reciprocals. Rates at
    the level that a player left are shrunk toward its line, because luck there may have caused the move; the ratio is
    shrunk toward no difference in the same way as one player's rates. The result is 1 at the level itself, and NaN
    (unknown) if no player was at both levels.
    """
    levels = max(int(plays.level.max(initial=0)), level) + 1
    hitting = ~plays.pitcher_bats
    lines = rates_of(_by(plays.league_season[hitting], plays.outcome[hitting]))
    was_here, was_there = (
        np.bincount(player[hitting & at], minlength=int(player.max(initial=0)) + 1) > 0
        for at in (plays.level == level, plays.level != level)
    )
    of_them = np.flatnonzero(hitting & (was_here & was_there)[player])
    row, outcome = (player * levels + plays.level)[of_them], plays.outcome[of_them]
    shape = (len(was_here), levels, len(OUTCOMES))
    counts = _by(row, outcome, len(was_here) * levels).reshape(shape)
    average = _sums(row, lines[plays.league_season[of_them]], len(was_here) * levels).reshape(shape)
    appearances = counts.sum(-1)
    likely = np.nan_to_num(shrunk(counts, rates_of(average), weights)) * appearances[..., None]
    first = np.full(shape[:2], _SPAN)
    np.minimum.at(first, (player[of_them], plays.level[of_them]), plays.day[of_them])
    came_here = (first < first[:, level, None])[..., None]
    seen_there = np.where(came_here, likely, counts)
    seen_here = np.where(came_here, counts[:, [level]], likely[:, [level]])
    here = appearances[:, level, None]
    shared = appearances > 0
    each = np.divide(2 * here, here + appearances, out=np.zeros(shape[:2]), where=shared & (here > 0))
    there = np.einsum("pl,plo->lo", each, seen_there), np.einsum("pl,plo->lo", each, average)
    each *= np.divide(appearances, here, out=np.zeros(shape[:2]), where=here > 0)
    home = np.einsum("pl,plo->lo", each, seen_here), np.einsum("pl,po->lo", each, average[:, level])
    found = np.where(
        each.sum(0)[:, None] > 0,
        shrunk_ratio(there[0], rates_of(there[1]), weights) / shrunk_ratio(home[0], rates_of(home[1]), weights),
        np.nan,
    )
    found[level] = 1
    return found


def _sums(row: Codes, values: Floats, rows: int) -> Floats:
    """Return sums of the values [place, outcome] by row."""
    return np.stack([np.bincount(row, column, rows) for column in values.T], -1)


def _by(row: Codes, outcome: Codes, rows: int = 0) -> Floats:
    """Return counts [row, outcome], with at least `rows` rows."""
    rows = max(rows, int(row.max(initial=-1)) + 1)
    return np.bincount(row * len(OUTCOMES) + outcome, minlength=rows * len(OUTCOMES)).reshape(rows, -1).astype(float)


def refreshed(played: Codes, wanted: Codes) -> list[tuple[int, int]]:
    """Return spans of the wanted days, each as first day and end. `level_of` is computed once per span, from the plays
    before its first day. A new span begins when the plate appearances played so far (on the days `played`) have grown
    by a quarter since the last span began, because a level's figures change ever more slowly. `played` is sorted. Days
    before which fewer than LEAST_PLAYED plate appearances were made are in no span.
    """
    days = np.unique(wanted)
    known = np.searchsorted(played, days)
    begun: list[int] = []
    at_last = 0
    for day, number in zip(days.tolist(), known.tolist(), strict=True):
        if number >= LEAST_PLAYED and number > _GROWN * at_last:
            begun.append(day)
            at_last = number
    return list(pairwise([*begun, _SPAN]))


def _line(outcome: Codes) -> Floats:
    return rates_of(_by_outcome(outcome))


def _by_outcome(outcome: Codes) -> Floats:
    return np.bincount(outcome, minlength=len(OUTCOMES)).astype(float)


def _parks(plays: Plays) -> tuple[Floats, Floats, Floats]:
    """Return the counts [row, outcome] of each club with both, by league and season, at home and on the road, and the
    league's line."""
    leagues = int(plays.league_season.max(initial=0)) + 1
    clubs = np.concatenate([plays.home_club, plays.visitor_club]) * leagues + np.tile(plays.league_season, 2)
    found, rows = _renumbered(clubs)
    home, road = (_by(of, plays.outcome, len(found)) for of in np.split(rows, 2))
    both = home.any(1) & road.any(1)
    lines = rates_of(_by(plays.league_season, plays.outcome))[found % leagues]
    return home[both], road[both], lines[both]


def _against(counts: Floats, others: Floats) -> Floats:
    """Return counts [row, outcome] scaled to the information in their difference from the rates of other counts: these
    are a sample too, so that the variances of both add up, as for half the harmonic mean of the two numbers."""
    number, other = counts.sum(-1, keepdims=True), others.sum(-1, keepdims=True)
    return counts * np.divide(other, number + other, out=np.zeros_like(number), where=other > 0)


def _totals(plays: Plays, thing: Codes) -> tuple[Floats, Floats]:
    """Return counts by item, league and season, and the league's line."""
    leagues = int(plays.league_season.max(initial=0)) + 1
    found, rows = _renumbered(thing * leagues + plays.league_season)
    lines = rates_of(_by(plays.league_season, plays.outcome))
    return _by(rows, plays.outcome), lines[found % leagues]


def _platoon_weights(plays: Plays, bats: Codes, line: Floats, weights: Floats, platoon: Floats) -> Floats:
    """Return the weights by which a batter's split shrinks toward the batter's line and the hands' usual split."""
    batters = int(plays.batter.max(initial=0)) + 1
    faced = _by(plays.batter * len(HANDS) + plays.hand, plays.outcome, batters * len(HANDS))
    counts = faced.reshape(batters, len(HANDS), len(OUTCOMES))
    own = shrunk_ratio(counts.sum(1), line, weights)
    toward = in_league(np.broadcast_to(line, (batters, 2, len(OUTCOMES))), own[:, None], platoon[bats[:batters], 1:])
    return prior_weights(counts[:, 1:].reshape(-1, len(OUTCOMES)), toward.reshape(-1, len(OUTCOMES)))


def _of_each(
    ratios: Callable[[Codes, Codes, Level], Floats], thing: Codes, day: Codes, level: Level
) -> Floats:  # fmt: skip
    """Return ratios by thing and day, each pair of which occurs for all batters of a game and is computed once."""
    pairs, rows = np.unique((thing + 1) * _SPAN + day, return_inverse=True)
    return ratios(pairs // _SPAN - 1, pairs % _SPAN, level)[rows]


class Known:
    """What the plays before a day show: counts by batter and hand, by pitcher, by club's park, and by league."""

    def __init__(self, plays: Plays) -> None:
        hitting = plays.where(~plays.pitcher_bats)
        day, outcome = hitting.day, hitting.outcome
        self._seasons = dict(sorted(set(zip(plays.league_season.tolist(), plays.season.tolist(), strict=True))))
        self._levels = dict(set(zip(plays.league_season.tolist(), plays.level.tolist(), strict=True)))
        self._count = max(self._seasons, default=-1) + 1
        batting = hitting.batter * self._count + hitting.league_season
        self._batters = Tally(batting * len(HANDS) + hitting.hand, day, outcome)
        self._pitchers = Tally(hitting.pitcher * self._count + hitting.league_season, day, outcome)
        self._league_seasons = Tally(hitting.league_season, day, outcome)
        self._leagues = Tally(hitting.league, day, outcome)
        self._parks = Tally(hitting.home_club, day, outcome)
        self._roads = Tally(hitting.visitor_club, day, outcome)

    def before(self, wanted: Wanted, level: Level) -> Before:
        """Return the rates for batters at one level."""
        day = wanted.day
        batter, batter_lines = self._counts(self._batters, wanted.batter, day, len(HANDS), level.batters_elsewhere)
        alike = self._alike(wanted, level)
        toward = in_league(rates_of(batter_lines.sum(1)), alike)
        own = alike * shrunk_ratio(batter.sum(1), toward, level.batter_covariance, shrunk_jointly)
        pitching = _of_each(self._pitching, wanted.starter, day, level)
        park, home_park = (_of_each(self._park, club, day, level) for club in (wanted.club, wanted.opponent))
        at_home = wanted.at_home[:, None]
        venue = np.where(at_home, level.home * park, level.road * home_park)
        # Half of the games were at home: the usual park adjustment (Thorn and Palmer, Total Baseball).
        own, pitching = own / ((1 + park) / 2), pitching / ((1 + home_park) / 2)
        line = rates_of(self._leagues.before(wanted.league, wanted.day, wanted.day - LEAGUE_DAYS))
        relief = in_league(line, own, level.relief, venue)

        def mixed(hand: Codes, starter: Floats) -> Floats:
            side = self._facing(batter, batter_lines, own, wanted.bats, hand, level)
            share = level.starter_share
            found = share * in_league(line, side, starter, venue) + (1 - share) * relief
            return np.where(wanted.pitches[:, None], level.pitchers, found)

        every = np.ones_like(wanted.hand)
        usual = level.starter / ((1 + home_park) / 2)
        return Before(
            mixed(wanted.hand, pitching), mixed(every * _LEFT, usual), mixed(every * _RIGHT, usual), batter.sum((1, 2))
        )

    def _alike(self, wanted: Wanted, level: Level) -> Floats:
        """Return the line of batters of the same playing time and usual position, relative to the level's; before the
        first plate appearance, the position in the lineup counts."""
        seen = (wanted.batter >= 0) & (wanted.batter < len(level.usual_position))
        usual = np.where(seen, level.usual_position[np.where(seen, wanted.batter, 0)], 0)
        position = np.where(usual > 0, usual, wanted.position)
        return level.playing_time[wanted.playing_time] * level.positions[position]

    def _counts(self, tally: Tally, thing: Codes, day: Codes, splits: int, elsewhere: Floats) -> tuple[Floats, Floats]:
        """Return weighted counts [row, split, outcome], and those that an average player of the level would have.

        Omits plate appearances at a level that `elsewhere` does not cover.
        """
        counts = np.zeros((len(thing), splits, len(OUTCOMES)))
        expected = np.zeros_like(counts)
        days, of_day = _renumbered(day)
        for league_season, back in self._seasons.items():
            place = self._levels[league_season]
            if place >= len(elsewhere) or np.isnan(elsewhere[place]).any():
                continue
            line = rates_of(self._league_seasons.before(np.full_like(days, league_season), days))
            line = np.nan_to_num(in_league(line, elsewhere[place]))[of_day]
            for split in range(splits):
                found = tally.before((thing * self._count + league_season) * splits + split, day)
                counts[:, split] += SEASON_WEIGHTS[back] * found
                expected[:, split] += SEASON_WEIGHTS[back] * found.sum(1, keepdims=True) * line
        return counts, expected

    def _pitching(self, starter: Codes, day: Codes, level: Level) -> Floats:
        """Return the starting pitchers' rates, relative to the level's line."""
        counts, lines = self._counts(self._pitchers, starter, day, 1, level.pitchers_elsewhere)
        toward = in_league(rates_of(lines[:, 0]), level.starter)
        return level.starter * shrunk_ratio(counts[:, 0], toward, level.pitcher_weights)

    def _park(self, club: Codes, day: Codes, level: Level) -> Floats:
        """Return a club's park ratio: both clubs' rates in its park, relative to those in its games elsewhere.

        The latter are shrunk toward the level's line: they may have seen next to none of a rare outcome.
        """
        parks, roads = self._parks.before(club, day), self._roads.before(club, day)
        return shrunk_ratio(_against(parks, roads), shrunk(roads, level.line, level.road_weights), level.park_weights)

    def _facing(self, counts: Floats, lines: Floats, own: Floats, bats: Codes, hand: Codes, level: Level) -> Floats:
        """Return the batters' ratios against pitchers of these hands."""
        rows = np.arange(len(hand))
        usual = own * level.platoon[bats, hand]
        toward = in_league(rates_of(lines[rows, hand]), usual)
        return usual * np.where(
            (hand > 0)[:, None], shrunk_ratio(counts[rows, hand], toward, level.platoon_weights), 1.0
        )
