"""Batters' rates before each game, from Arrow tables to the arrays of the lineup model: see table `lineup_batter`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from skipper.lineups.known import (
    HANDS,
    POSITIONS,
    Before,
    Codes,
    Known,
    Plays,
    Wanted,
    in_order,
    level_of,
    playing_time,
    refreshed,
)
from skipper.lineups.rates import OUTCOMES


def batter_rates(season: int, plays: pa.Table, batters: pa.Table, needed: NDArray[np.bool_]) -> Before:
    """Return the rates of the `needed` of a season's batters, from `plays` in that season and earlier seasons.

    The other batters say on which days the levels' figures are computed anew.
    """
    numbers = {
        name: _numbered(plays[one], *(batters[each] for each in (others or [])))
        for name, one, others in (
            ("league", "league", ["league"]), ("level", "level", ["level"]), ("batter", "batter", ["batter"]),
            ("pitcher", "pitcher", ["starter"]),
        )
    }  # fmt: skip
    home, visitor, club, opponent = _numbered(
        plays["home_club"], plays["visitor_club"], batters["club"], batters["opponent"]
    )
    back = season - _numpy(plays["season"])
    league_season = np.unique(numbers["league"][0] * 100 + back, return_inverse=True)[1]
    seen = Plays(
        season=back, day=_days(plays), league=numbers["league"][0], league_season=league_season,
        level=numbers["level"][0], batter=numbers["batter"][0], pitcher=numbers["pitcher"][0],
        hand=_coded(plays["hand"], HANDS), at_home=_numpy(plays["at_home"]), home_club=home, visitor_club=visitor,
        from_starter=_numpy(plays["from_starter"]), pitcher_bats=_numpy(plays["pitcher_bats"]),
        pitcher_slot=_numpy(plays["pitcher_slot"]), outcome=_numpy(plays["outcome"]),
        position=_positions(plays["position"]), playing_time=np.zeros_like(back),
    )  # fmt: skip
    wanted = Wanted(
        day=_days(batters), league=numbers["league"][1], level=numbers["level"][1], batter=numbers["batter"][1],
        bats=_coded(batters["bats"], (*HANDS, "B")), hand=_coded(batters["hand"], HANDS),
        starter=numbers["pitcher"][1], at_home=_numpy(batters["at_home"]), club=club, opponent=opponent,
        pitches=_numpy(batters["bats_as_pitcher"]), position=_positions(batters["position"]),
        playing_time=np.zeros_like(club),
    )  # fmt: skip
    this_season = np.zeros_like(club)
    of_plays, of_wanted = np.split(
        playing_time(
            seen,
            *(
                np.concatenate(both)
                for both in (
                    (seen.batter, wanted.batter), (seen.level, wanted.level), (seen.season, this_season),
                    (seen.day, wanted.day),
                )
            ),
        ),
        [len(seen.day)],
    )  # fmt: skip
    seen, wanted = replace(seen, playing_time=of_plays), replace(wanted, playing_time=of_wanted)
    return _by_level(seen, _first_days(seen, _coded(plays["side"], HANDS)), wanted, needed)


def _first_days(seen: Plays, side: Codes) -> Codes:
    """Return the first day [batter, side of HANDS] on which a batter is seen to bat from a side."""
    days = np.full((seen.batter.max(initial=-1) + 1, len(HANDS)), np.iinfo(np.int64).max)
    np.minimum.at(days, (seen.batter, side), seen.day)
    return days


def _by_level(seen: Plays, first_days: Codes, wanted: Wanted, needed: NDArray[np.bool_]) -> Before:
    known = Known(seen)
    seen = seen.where(in_order(seen.day))
    spans = {
        level: refreshed(seen.day[seen.level == level], wanted.day[wanted.level == level])
        for level in np.unique(wanted.level)
    }
    wanted = wanted.where(needed)
    empty = np.full((len(wanted.day), len(OUTCOMES)), np.nan)
    found = Before(empty, empty.copy(), empty.copy(), np.zeros(len(wanted.day)))
    for level in np.unique(wanted.level):
        rows = wanted.level == level
        for first, end in spans[level]:
            days = rows & (first <= wanted.day) & (wanted.day < end)
            if not days.any():
                continue
            earlier = seen.where(slice(np.searchsorted(seen.day, first)))
            bats = (first_days < first) @ np.arange(len(HANDS))  # L 1, R 2, both 3
            part = known.before(wanted.where(days), level_of(earlier, int(level), bats))
            for name in ("rates", "vs_left", "vs_right", "appearances"):
                getattr(found, name)[days] = getattr(part, name)
    return found


def _numbered(*columns: pa.ChunkedArray) -> list[Codes]:
    """Return numbers from 0 for the values of several columns, the same for the same value; -1 for null."""
    whole = pa.chunked_array([chunk for column in columns for chunk in column.chunks], pa.string())
    codes = whole.combine_chunks().dictionary_encode().indices
    ends = np.cumsum([len(column) for column in columns])[:-1]
    return np.split(pc.fill_null(codes, -1).to_numpy().astype(np.int64), ends)


def _coded(column: pa.ChunkedArray, values: tuple[str, ...]) -> Codes:
    """Return the place of each value, 0 for any other."""
    places = pc.index_in(column.cast(pa.string()), pa.array(values))
    return pc.fill_null(places, 0).to_numpy().astype(np.int64)


def _days(rows: pa.Table) -> Codes:
    """Return days counted from year 1: Arrow's, counted from 1970, are negative before it, and a Tally needs positive
    ones."""
    return rows["date"].cast(pa.int32()).to_numpy().astype(np.int64) + date(1970, 1, 1).toordinal()


def _positions(column: pa.ChunkedArray) -> Codes:
    """Return positions 2 to 10, and 0 for any other."""
    position = pc.fill_null(column.cast(pa.int64()), 0).to_numpy()
    return np.where((position > 1) & (position < POSITIONS), position, 0)


def _numpy(column: pa.ChunkedArray) -> np.ndarray:
    return column.to_numpy()
