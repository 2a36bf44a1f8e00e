"""What was known before a game, good orders, the likely best nine, and the tables of lineup values."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from built_lake import Built
from plain_innings import invented
from skipper.build.graph import graph
from skipper.build.looking_back import rows_of
from skipper.definitions.lineups import DESIGNATED_HITTER, LACKS_RATES, LEAST_KNOWN, LEAST_PLAYED, PITCHER, fielding
from skipper.lineups.advancement import SACRIFICE, PlateAppearances, estimated, of_rows
from skipper.lineups.batting import batting
from skipper.lineups.chain import expected_runs, innings, plate_appearances
from skipper.lineups.known import (
    LEAGUE_DAYS,
    SEASON_WEIGHTS,
    Known,
    Plays,
    Tally,
    Wanted,
    elsewhere,
    in_order,
    level_of,
    playing_time,
    refreshed,
)
from skipper.lineups.nines import assigned, filled, likely_nine
from skipper.lineups.rates import HOME_RUN, OUT, OUTCOMES, STRIKEOUT, WALK
from skipper.lineups.season_rules import extra_inning_bases, scheduled_innings
from skipper.tables.lineups.advancement import TABLE as ADVANCEMENT
from skipper.tables.lineups.advancement import advancement
from skipper.tables.lineups.lineup_batter import TABLE as LINEUP_BATTER
from skipper.tables.lineups.lineup_batter import lineup_batter
from skipper.tables.lineups.lineup_value import TABLE as LINEUP_VALUE
from skipper.tables.lineups.lineup_value import lineup_value
from test_lineup_chain import LEAGUE, varied

NO_VALUES = LINEUP_VALUE.arrow_schema.empty_table()


def plays(seed: int, number: int = 6000) -> Plays:
    """A league of two clubs over 60 days, outcomes by LEAGUE; batter 0 is unusually strong."""
    rng = np.random.default_rng(seed)
    batter, zeros = rng.integers(0, 18, number), np.zeros(number, np.int64)
    outcome = rng.choice(len(OUTCOMES), number, p=LEAGUE / LEAGUE.sum())
    outcome[(batter == 0) & (rng.random(number) < 0.3)] = HOME_RUN
    home = rng.integers(0, 2, number)
    return Plays(
        season=zeros, day=rng.integers(100, 160, number), league=zeros, league_season=zeros, level=zeros, batter=batter,
        pitcher=rng.integers(0, 8, number), hand=rng.integers(1, 3, number), at_home=rng.random(number) < 0.5,
        home_club=home, visitor_club=1 - home, from_starter=rng.random(number) < 0.6,
        pitcher_bats=np.zeros(number, bool), pitcher_slot=np.zeros(number, bool), position=zeros,
        playing_time=zeros - 1, outcome=outcome,
    )  # fmt: skip


def wanted(day: int, batters: int = 18) -> Wanted:
    zeros = np.zeros(batters, np.int64)
    return Wanted(
        day=np.full(batters, day), league=zeros, level=zeros, batter=np.arange(batters), bats=zeros + 1, hand=zeros + 1,
        starter=zeros + 3, at_home=np.ones(batters, bool), club=zeros, opponent=zeros + 1,
        pitches=np.zeros(batters, bool), position=zeros, playing_time=zeros - 1,
    )  # fmt: skip


def test_a_tally_counts_what_came_before_the_day() -> None:
    tally = Tally([2, 0, 2, 2, -1], [5, 5, 7, 9, 5], [OUT, OUT, HOME_RUN, OUT, OUT])
    before = tally.before([2, 2, 2, 0, 1, -1], [5, 7, 10, 10, 10, 10])
    assert before.sum(1).tolist() == [0, 1, 3, 1, 0, 0]
    assert tally.before([2], [10], [6])[0, [OUT, HOME_RUN]].tolist() == [1, 1]


@pytest.mark.parametrize("things", [3, 300, 200_000])
def test_a_tally_of_plays_in_any_order_counts_as_a_sum_does(things: int) -> None:
    rng = np.random.default_rng(things)
    thing, day, outcome = rng.integers(-1, things, 500), rng.integers(0, 40, 500), rng.integers(0, len(OUTCOMES), 500)
    asked = rng.choice([*thing, -1, things, things + 1], 200), rng.integers(0, 45, 200), rng.integers(0, 45, 200)
    found = Tally(thing, day, outcome).before(*(asked[0], np.maximum(asked[1], asked[2]), asked[2]))
    for row, (one, before, since) in enumerate(zip(*asked, strict=True)):
        counted = (thing == one) & (one >= 0) & (since <= day) & (day < max(before, since))
        assert found[row].tolist() == np.bincount(outcome[counted], minlength=len(OUTCOMES)).tolist()
    order = in_order(np.maximum(thing, 0))
    assert order.tolist() == np.argsort(np.maximum(thing, 0), kind="stable").tolist()


def test_rates_depend_on_nothing_of_the_day_or_later() -> None:
    seen = plays(1)
    level, day = level_of(seen, 0, np.ones(18, np.int64)), 130
    known = Known(seen).before(wanted(day), level)
    changed = replace(seen, outcome=np.where(seen.day >= day, STRIKEOUT, seen.outcome))
    again = Known(changed).before(wanted(day), level)
    assert np.array_equal(known.rates, again.rates)
    assert np.array_equal(known.vs_left, again.vs_left)
    earlier = replace(seen, outcome=np.where(seen.day == day - 1, STRIKEOUT, seen.outcome))
    assert not np.array_equal(known.rates, Known(earlier).before(wanted(day), level).rates)


def test_rates_sum_to_one_follow_the_batter_and_are_unknown_on_the_first_day() -> None:
    seen = plays(2)
    level = level_of(seen, 0, np.ones(18, np.int64))
    found = Known(seen).before(wanted(160), level)
    assert found.rates.sum(1) == pytest.approx(1)
    assert found.rates[:, HOME_RUN].argmax() == 0
    hits = (seen.batter == 0).sum()
    assert found.appearances[0] == hits
    own = (seen.outcome[seen.batter == 0] == HOME_RUN).mean()
    assert found.rates[1:, HOME_RUN].mean() < found.rates[0, HOME_RUN] < own * 1.3
    assert np.isnan(Known(seen).before(wanted(100), level).rates).all()


def test_an_earlier_season_counts_less() -> None:
    seen = plays(3)
    last_year = replace(seen, season=seen.season + 1)
    found = Known(last_year).before(wanted(400), level_of(last_year, 0, np.ones(18, np.int64)))
    assert found.appearances[4] == pytest.approx(SEASON_WEIGHTS[1] * (seen.batter == 4).sum())


def test_playing_time_is_the_share_of_a_slot_in_the_year_before_and_unknown_while_little_was_played() -> None:
    """Two clubs have 18 slots. Batter 0 has a whole slot's plate appearances, batter 1 a twentieth of a slot's."""
    seen = plays(1, 40_000)
    share = np.array([1 / 18, 1 / 360, *np.full(16, (1 - 1 / 18 - 1 / 360) / 16)])
    seen = replace(seen, batter=np.random.default_rng(2).choice(18, 40_000, p=share))
    zeros = np.zeros(4, np.int64)
    asked = np.array([0, 1, 17, -1])
    late = playing_time(seen, asked, zeros, zeros, zeros + 159)
    assert late.tolist()[1:] == [0, 5, 0]
    assert late[0] in (4, 5)  # on the limit of a whole slot
    assert playing_time(seen, asked, zeros, zeros, zeros + 101).tolist() == [-1] * 4
    assert playing_time(seen, asked, zeros, zeros, zeros + 170 + LEAGUE_DAYS).tolist() == [-1] * 4
    cut = seen.where(seen.day < 130)
    assert (
        playing_time(seen, asked, zeros, zeros, zeros + 130) == playing_time(cut, asked, zeros, zeros, zeros + 130)
    ).all()


def test_a_batter_hardly_seen_has_the_line_of_the_playing_time_and_position() -> None:
    """Batters who play little strike out twice as often, and catchers hit no home runs; 0 and 1 are new."""
    seen = plays(10, 30_000)
    rng = np.random.default_rng(3)
    little, catches = seen.batter % 3 == 0, seen.batter % 2 == 0
    outcome = np.where(little & (rng.random(30_000) < 0.2), STRIKEOUT, seen.outcome)
    outcome = np.where(catches & (outcome == HOME_RUN), OUT, outcome)
    seen = replace(seen, batter=seen.batter + 2, outcome=outcome, playing_time=np.where(little, 0, 4),
                   position=np.where(catches, 2, 7))  # fmt: skip
    level = level_of(seen, 0, np.ones(20, np.int64))
    asked = replace(wanted(160, 2), batter=np.array([0, 1]))
    rates = {
        (time, position): Known(seen).before(replace(asked, playing_time=np.full(2, time),
                                                     position=np.full(2, position)), level).rates[0]
        for time in (-1, 0, 4) for position in (0, 2, 7)
    }  # fmt: skip
    share = {kind: np.mean(seen.outcome[little == kind] == STRIKEOUT) for kind in (True, False)}
    assert rates[0, 0][STRIKEOUT] == pytest.approx(share[True], rel=0.1)
    assert rates[4, 0][STRIKEOUT] == pytest.approx(share[False], rel=0.1)
    assert rates[4, 0][STRIKEOUT] < rates[-1, 0][STRIKEOUT] < rates[0, 0][STRIKEOUT]
    assert rates[-1, 2][HOME_RUN] < 0.1 * rates[-1, 7][HOME_RUN]
    usual = replace(asked, batter=np.array([2, 3]), position=np.full(2, 7))  # a catcher and a left fielder by habit
    assert Known(seen).before(usual, level).rates[0, HOME_RUN] < 0.1 * rates[-1, 7][HOME_RUN]


def test_an_outcome_that_no_group_had_is_no_difference_between_groups() -> None:
    """The first plate appearances of batters whose playing time is known have no home run: others had some."""
    seen = plays(11, 8000)
    classed = np.arange(8000) % 6 == 0
    outcome = np.where(classed & (seen.outcome == HOME_RUN), OUT, seen.outcome)
    seen = replace(seen, outcome=outcome, playing_time=np.where(classed, seen.batter % 5, -1), position=seen.batter % 9)
    level = level_of(seen, 0, np.ones(18, np.int64))
    line = np.bincount(seen.outcome, minlength=len(OUTCOMES)) / 8000
    ended_before = [STRIKEOUT, WALK]
    for ratios in (level.playing_time[:5], level.positions):
        rates = line * ratios
        share = rates[:, HOME_RUN] / (1 - rates[:, ended_before].sum(1))
        assert share == pytest.approx(line[HOME_RUN] / (1 - line[ended_before].sum()))


def test_a_club_that_has_not_played_at_home_leaves_the_others_their_parks() -> None:
    """Eight clubs; twice as many home runs in one park, and a ninth club on the road alone."""
    rng = np.random.default_rng(5)
    home = rng.integers(0, 8, 20_000)
    seen = replace(plays(12, 20_000), home_club=home, visitor_club=(home + rng.integers(1, 8, 20_000)) % 8)
    outcome = np.where((home == 3) & (seen.outcome == OUT) & (rng.random(20_000) < 0.08), HOME_RUN, seen.outcome)
    seen = replace(seen, outcome=outcome, visitor_club=np.where(np.arange(20_000) < 300, 8, seen.visitor_club))
    level = level_of(seen, 0, np.ones(18, np.int64))
    assert np.isfinite(level.park_weights[HOME_RUN])
    rates = {
        club: Known(seen).before(replace(wanted(160, 2), club=np.full(2, club)), level).rates[1, HOME_RUN]
        for club in (2, 3)
    }
    assert rates[3] > 1.2 * rates[2]


def test_how_much_parks_differ_is_known_from_all_levels() -> None:
    """Two weeks of a league of four clubs, with by chance twice as many home runs in one park as elsewhere, beside
    eight levels whose parks are alike: alone, that park made 11 expected runs."""
    rng = np.random.default_rng(11)
    number, at_level = 40_000, rng.integers(1, 9, 40_000)
    of_few = np.arange(number) < 1_600
    level = np.where(of_few, 0, at_level)
    home = level * 8 + np.where(of_few, np.arange(number) % 4, rng.integers(0, 8, number))
    visitor = level * 8 + (home + rng.integers(1, 4, number)) % np.where(of_few, 4, 8)
    outcome = rng.choice([HOME_RUN, OUT], number, p=[0.03, 0.97])
    outcome = np.where(of_few & (home == 1), np.where(np.arange(number) % 12 < 1, HOME_RUN, OUT), outcome)
    seen = replace(
        plays(12, number), home_club=home, visitor_club=visitor, outcome=outcome,
        level=level, league=level, league_season=level,
    )  # fmt: skip
    bats = np.ones(18, np.int64)
    alone = level_of(seen.where(of_few), 0, bats).park_weights[HOME_RUN]
    together = level_of(seen, 0, bats).park_weights[HOME_RUN]
    assert together > 4 * alone


def two_levels(home_runs: dict[tuple[int, int], int], number: int = 500) -> Plays:
    """Plate appearances of batters (first of the key) at levels (second): so many home runs in `number`, else outs."""
    rows = [
        (batter, level, HOME_RUN if each < hit else OUT)
        for (batter, level), hit in home_runs.items() for each in range(number)
    ]  # fmt: skip
    batter, level, outcome = (np.array(column) for column in zip(*rows, strict=True))
    zeros = np.zeros(len(rows), np.int64)
    false = np.zeros(len(rows), bool)
    return Plays(
        season=zeros, day=zeros + 100, league=level, league_season=level, level=level, batter=batter, pitcher=zeros,
        hand=zeros + 1, at_home=false, home_club=zeros, visitor_club=zeros, from_starter=false, pitcher_bats=false,
        pitcher_slot=false, position=zeros, playing_time=zeros - 1, outcome=outcome,
    )  # fmt: skip


def test_the_pitchers_slot_has_the_line_of_all_who_bat_there_and_hitters_that_of_others() -> None:
    """Of the last batter's plate appearances half are a pitcher's, who strikes out; pinch hitters have the rest."""
    seen = plays(6)
    slot = seen.batter == 17
    pitcher = slot & (np.arange(len(slot)) % 2 == 0)
    seen = replace(seen, pitcher_slot=slot, pitcher_bats=pitcher, outcome=np.where(pitcher, STRIKEOUT, seen.outcome))
    bats = np.ones(18, np.int64)
    level = level_of(seen, 0, bats)
    share = (seen.outcome[slot] == STRIKEOUT).mean()
    assert level.pitchers[STRIKEOUT] == pytest.approx(share)
    assert pitcher[slot].mean() < share < 0.9
    asked = replace(wanted(160), pitches=np.arange(18) == 17)
    found = Known(seen).before(asked, level).rates
    assert found[17] == pytest.approx(level.pitchers)
    assert found[:17, STRIKEOUT].mean() == pytest.approx((seen.outcome[~slot] == STRIKEOUT).mean(), abs=0.02)


def test_the_line_of_a_slot_hardly_seen_is_near_that_of_other_levels() -> None:
    """Pitchers' slots always strike out at level 0; at level 1 the only three plate appearances are home runs."""
    seen = plays(9)
    elsewhere_seen = replace(seen, level=seen.level + 1, league=seen.league + 1, league_season=seen.league_season + 1)
    slots = [replace(each, pitcher_slot=each.batter == 17, pitcher_bats=each.batter == 17) for each in
             (seen, elsewhere_seen)]  # fmt: skip
    slots[0] = replace(slots[0], outcome=np.where(slots[0].pitcher_slot, STRIKEOUT, seen.outcome))
    few = np.flatnonzero(slots[1].pitcher_slot)
    slots[1] = replace(slots[1], outcome=np.where(slots[1].pitcher_slot, HOME_RUN, seen.outcome))
    slots[1] = slots[1].where(np.setdiff1d(np.arange(len(seen.day)), few[3:]))
    names = Plays.__dataclass_fields__
    known = Plays(**{name: np.concatenate([getattr(each, name) for each in slots]) for name in names})
    line = level_of(known, 1, np.ones(18, np.int64)).pitchers
    assert line.sum() == pytest.approx(1)
    assert line[STRIKEOUT] > 0.8


def test_a_level_is_compared_by_the_players_who_were_at_both() -> None:
    """Batters 0 and 1 hit twice as many home runs at level 1, whose other batters are weak; nobody was at 0 and 2."""
    plays = two_levels({(0, 0): 20, (1, 0): 30, (2, 0): 25, (0, 1): 40, (1, 1): 60, (3, 1): 20, (4, 2): 25})
    light = np.full(len(OUTCOMES) - 1, 1e-3)  # prior weights too small to shrink
    found = elsewhere(plays, plays.batter, 0, light)
    line_0, line_1 = 25 / 500, 40 / 500
    assert found[1, HOME_RUN] == pytest.approx((50 / 500 / line_1) / (25 / 500 / line_0), rel=1e-3)
    assert (found[0] == 1).all()
    assert np.isnan(found[2]).all()
    some = np.full(len(OUTCOMES) - 1, 500.0)
    promoted, demoted = (
        elsewhere(replace(plays, day=plays.day + days * (plays.level == 1)), plays.batter, 0, some)[1, HOME_RUN]
        for days in (-9, 9)
    )
    assert 1 < promoted < found[1, HOME_RUN]  # what may have been luck at level 1 counts less
    assert promoted != pytest.approx(demoted)
    heavy = np.full(len(OUTCOMES) - 1, 1e6)
    assert elsewhere(plays, plays.batter, 0, heavy)[1] == pytest.approx(1, abs=0.01)


def test_a_player_from_another_level_counts_against_what_a_player_of_this_level_would_do_there() -> None:
    plays = two_levels({(0, 0): 10, (1, 0): 60, (2, 0): 5, (0, 1): 20, (1, 1): 120, (3, 1): 20, (4, 2): 200})
    level = level_of(plays, 0, np.ones(5, np.int64))
    rates = Known(plays).before(replace(wanted(101, 5), bats=np.ones(5, np.int64)), level)
    average = np.where(np.arange(5) == 4, 0, 500)  # at level 2, which nobody shares with level 0
    assert (rates.appearances[3:] == average[3:]).all()
    assert rates.rates[3, HOME_RUN] < rates.rates[4, HOME_RUN] == pytest.approx(25 / 500, rel=0.01)


def rates_before(seen: Plays, side: np.ndarray, asked: dict[str, int]) -> dict[str, dict]:
    """Rows of lineup_batter for batters (such as b3) on days of 2019; all batters' sides are L 1, R 2."""
    text = {name: [f"{name[0]}{each}" for each in getattr(seen, name)] for name in ("batter", "pitcher", "home_club",
                                                                                  "visitor_club")}  # fmt: skip
    hands = np.array(["unknown", "L", "R"])
    flags = {name: getattr(seen, name) for name in ("at_home", "from_starter", "pitcher_bats", "pitcher_slot")}
    number = len(seen.day)
    plays = pa.table(
        {**text, **flags, "season": 2019 - seen.season, "date": pa.array(seen.day.astype(np.int32)).cast(pa.date32()),
         "league": ["NL"] * number, "level": ["MLB"] * number, "outcome": seen.outcome, "side": hands[side],
         "hand": hands[seen.hand], "position": np.full(number, 7)}
    )  # fmt: skip
    rows = [
        {**club_game(), "date": date.fromordinal(date(1970, 1, 1).toordinal() + day), "level": "MLB", "batter": batter,
         "player_id": batter, "player_person_id": None, "player_name": None, "bats": "L", "slot": None,
         "position": None, "positions": [], "bats_as_pitcher": False, "club": "h0", "opponent": "h1", "hand": "L",
         "starter": "p3", "at_home": True, "is_kept": False, **dict.fromkeys(
             ("plate_appearances", "rates", "rates_vs_left", "rates_vs_right"))}
        for batter, day in asked.items()
    ]  # fmt: skip
    return {row["player_id"]: row for row in lineup_batter(2019, plays, pa.Table.from_pylist(rows)).to_pylist()}


def test_the_usual_split_comes_from_all_batters_seen_before_whoever_plays_later() -> None:
    """Left-handed batters, of last season only, strike out against left-handers; b0 is new and b5 plays later."""
    seen = plays(8)
    side = 1 + seen.batter % 2
    outcome = np.where((side == 1) & (seen.hand == 1) & (seen.day % 2 == 0), STRIKEOUT, seen.outcome)
    seen = replace(seen, season=seen.season + 1, batter=seen.batter + 1, outcome=outcome)
    first = rates_before(seen, side, {"b0": 400})["b0"]
    assert first["plate_appearances"] == 0
    assert first["rates_vs_left"][STRIKEOUT] > first["rates_vs_right"][STRIKEOUT] + 0.2
    assert rates_before(seen, side, {"b0": 400, "b5": 420})["b0"] == first


@pytest.mark.parametrize("years", [1, 60, 105])
def test_rates_are_the_same_in_every_age(years: int) -> None:
    """Arrow counts days from 1970, so that the days of earlier seasons are negative."""
    seen, back = plays(9), 365 * years
    side = 1 + seen.batter % 2
    now = rates_before(seen, side, {"b0": 400, "b5": 159})
    then = rates_before(replace(seen, day=seen.day - back), side, {"b0": 400 - back, "b5": 159 - back})
    assert now["b0"]["rates"] is not None
    for batter, row in now.items():
        assert then[batter] == {**row, "date": row["date"] - timedelta(back)}


def test_a_day_must_be_counted_from_year_1() -> None:
    with pytest.raises(ValueError, match="counted from year 1"):
        Tally([0], [-1], [OUT])


def test_a_level_is_fitted_anew_as_its_plays_grow_by_a_quarter() -> None:
    played = np.repeat(np.arange(100, 300), LEAST_PLAYED // 10)
    spans = refreshed(played, np.arange(95, 305))
    days = [first for first, _ in spans]
    assert days[0] == 110
    assert [end for _, end in spans[:-1]] == days[1:]
    known = [int((played < day).sum()) for day in days]
    assert known[0] == LEAST_PLAYED
    assert all(later > 1.25 * earlier for earlier, later in pairwise(known))
    assert 10 < len(days) < 25


def test_a_level_of_which_little_was_played_is_unknown() -> None:
    assert refreshed(np.repeat(np.arange(100, 109), LEAST_PLAYED // 10), np.arange(95, 400)) == []
    seen = plays(8)
    found = rates_before(seen, 1 + seen.batter % 2, {"b1": 140, "b2": 159})
    known = [int((seen.day < day).sum()) for day in (140, 159)]
    assert 0 < known[0] < LEAST_PLAYED < known[1]
    assert [found[batter]["rates"] is None for batter in ("b1", "b2")] == [True, False]


def test_the_likely_nine_has_the_greatest_sum_that_fills_the_positions() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        eligible = rng.random((11, 9)) < 0.5
        values = rng.random(11)
        found = likely_nine(values, eligible)
        chances = [set(np.flatnonzero(eligible[:, position])) for position in range(9)]
        best = _greatest(values, chances)
        assert (found is None) == (best is None)
        if found is not None and best is not None:
            assert sum(values[list(found)]) == pytest.approx(best)
            places = filled(eligible, found)
            assert places is not None
            assert sorted(places) == list(range(9))


def test_ranks_come_before_values_and_an_assignment_names_the_positions() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        eligible, ranks = rng.random((12, 9)) < 0.6, rng.integers(-1, 2, 12)
        values = np.where(eligible, rng.random((12, 9)), -np.inf)
        found = assigned(values, ranks)
        chances = [set(np.flatnonzero(eligible[:, position])) for position in range(9)]
        best = _greatest(ranks, chances)
        assert (found is None) == (best is None)
        if found is not None:
            assert sum(ranks[list(found)]) == best
            assert all(eligible[player, position] for position, player in enumerate(found))
            assert len(set(found)) == 9
            likely = likely_nine(values.max(1), eligible, ranks)
            assert likely is not None
            assert sum(ranks[list(likely)]) == best


def _greatest(values: np.ndarray, chances: list[set[int]]) -> float | None:
    """The greatest sum by filling one position after another, with the best sum of each set of players."""
    best: dict[frozenset[int], float] = {frozenset(): 0.0}
    for chance in chances:
        best = {
            used | {player}: total + values[player]
            for used, total in best.items() for player in chance if player not in used
        }  # fmt: skip
    return max(best.values(), default=None)


def test_anybody_but_the_pitcher_can_be_designated_hitter() -> None:
    assert fielding([6], False, DESIGNATED_HITTER) == [False] * 4 + [True] + [False] * 3 + [True]
    assert fielding([6], True, PITCHER) == [False] * 8 + [True]
    assert not any(fielding([], False, PITCHER))


def test_plate_appearances_by_slot_are_those_of_the_innings() -> None:
    order = batting(varied(5), invented(5))
    found = plate_appearances(order, 1)
    assert found == pytest.approx(innings(order).plate_appearances[0].sum(1))
    nine = plate_appearances(order)
    assert (np.diff(nine) < 0).all()
    assert nine[0] - nine[8] < 1


def observed(number: int = 400) -> pa.Table:
    """Plays of one level in two seasons: a single or a strikeout from every state, and the runner stays or scores."""
    rows = []
    for season, scores in ((2018, 1), (2019, 0)):
        for place in range(number):
            state, outcome = place % 24, place // 24 % len(OUTCOMES)
            rows.append(
                {"season": season, "level": "MLB", "start": state, "before": state, "runs_before": 0,
                 "outcome": outcome, "after": min(state + 8, 24) if outcome == OUT else state, "runs": scores,
                 "pitcher_bats": False}
            )  # fmt: skip
    return pa.Table.from_pylist(rows)


def test_a_season_joins_earlier_plays_that_are_too_few() -> None:
    """In the other season a runner scores on an out, or none does: the two make a half."""
    enough, few = (
        {row["chance"] for row in advancement(2019, observed(number)).to_pylist() if row["kind"] == "out"}
        for number in (LEAST_PLAYED, 400)
    )
    assert (enough, few) == ({1}, {0.5})
    assert {row["from_season"] for row in advancement(2019, observed(400)).to_pylist()} == {True}


def test_advances_come_from_earlier_seasons_and_read_back_as_written() -> None:
    seen = observed(LEAST_PLAYED)
    of_2018 = seen.filter(pa.compute.equal(seen["season"], 2018))
    written = advancement(2019, seen).to_pylist()
    assert {row["from_season"] for row in written} == {False}
    assert {row["runs"] for row in written if row["kind"] == "out"} == {1}
    assert {row["from_season"] for row in advancement(2018, of_2018).to_pylist()} == {True}
    kinds: dict[str, list[dict]] = {}
    for row in written:
        kinds.setdefault(row["kind"], []).append(row)
    found = of_rows(kinds)
    names = PlateAppearances.__dataclass_fields__
    expected = estimated(PlateAppearances(**{name: of_2018[name].to_numpy(zero_copy_only=False) for name in names}))
    assert np.array_equal(found.on_outcome[:SACRIFICE], expected.on_outcome[:SACRIFICE], equal_nan=True)
    assert np.array_equal(found.running, expected.running, equal_nan=True)
    assert np.array_equal(found.sacrifice_rate, expected.sacrifice_rate, equal_nan=True)


def club_game(**given: object) -> dict:
    return {"game_id": "NYN201907030", "season": 2019, "date": date(2019, 7, 3), "game_number": "0",
            "game_type": "regular", "level": "MLB", "league": "NL", "club": "NYN", "opponent": "NYA", "is_home": True,
            "innings": 9, **given}  # fmt: skip


def test_a_value_is_that_of_direct_evaluation_and_the_bench_is_at_hand() -> None:
    rates = np.vstack([varied(7), varied(8)[:2]])
    rates[9] = rates[:9].mean(0)
    rates[10, :] = rates[:, :].mean(0)
    rates[10, OUT] -= 0.2
    rates[10, HOME_RUN] += 0.2  # far the best, on the bench
    batters = [
        {"game_id": "NYN201907030", "club": "NYN", "player_id": f"p{number:02}", "bats_as_pitcher": False,
         "slot": number + 1 if number < 9 else None, "position": number + 2 if number < 9 else None,
         "positions": [number + 2] if number < 8 else [4, 5], "plate_appearances": 400.0,
         "rates": rates[number].tolist()}
        for number in range(11)
    ]  # fmt: skip
    chances = observed_of(5)
    (row,) = lineup_value(
        2019,
        pa.Table.from_pylist([club_game()]),
        pa.Table.from_pylist(batters),
        pa.Table.from_pylist(chances),
        NO_VALUES,
    ).to_pylist()
    nine = batting(rates, invented(5))
    assert row["runs"] == pytest.approx(expected_runs(nine, range(9))[0])
    used = [f"p{number:02}" for number in range(9)]
    assert sorted(row["best_order"]) == used
    order = [int(player[1:]) for player in row["best_order"]]
    assert row["best_order_runs"] == pytest.approx(expected_runs(nine, order)[0])
    assert "p10" in row["best_nine"]
    assert row["loss_of_nine"] > row["loss_of_order"] >= 0
    assert row["unknown"] is None
    batters[10]["plate_appearances"] = LEAST_KNOWN - 1.0
    (little,) = lineup_value(
        2019,
        pa.Table.from_pylist([club_game()]),
        pa.Table.from_pylist(batters),
        pa.Table.from_pylist(chances),
        NO_VALUES,
    ).to_pylist()
    assert "p10" not in little["best_nine"]  # others can play there
    batters[3]["rates"] = None
    (row,) = lineup_value(
        2019,
        pa.Table.from_pylist([club_game()]),
        pa.Table.from_pylist(batters),
        pa.Table.from_pylist(chances),
        NO_VALUES,
    ).to_pylist()
    assert (row["runs"], row["best_nine"]) == (None, None)
    assert row["unknown"] == LACKS_RATES


def test_only_an_advance_never_observed_makes_a_value_unknown_and_other_errors_surface() -> None:
    def valued(out: float, chances: list[dict]) -> dict:
        rates = [*[0.1] * 7, out]
        batters = [
            {"game_id": "NYN201907030", "club": "NYN", "player_id": f"p{slot}", "bats_as_pitcher": False, "slot": slot,
             "plate_appearances": 400.0,
             "position": slot + 1, "positions": [slot + 1], "rates": rates} for slot in range(1, 10)
        ]  # fmt: skip
        tables = (pa.Table.from_pylist(rows) for rows in ([club_game()], batters, chances))
        return lineup_value(2019, *tables, NO_VALUES).to_pylist()[0]

    chances = observed_of(5)
    assert valued(0.3, chances)["runs"] > 0
    assert "too few plays" in valued(0.3, [row for row in chances if row["kind"] != "single"])["unknown"]
    with pytest.raises(ValueError, match="do not sum to 1"):
        valued(0.4, chances)


def observed_of(seed: int) -> list[dict]:
    """Rows of table advancement that `invented` has."""
    found = invented(seed)
    rows = []
    for kind, chances in zip(("running", *OUTCOMES, "sacrifice"), (found.running, *found.on_outcome), strict=True):
        for before, after, runs in np.argwhere(np.nan_to_num(chances) > 0).tolist():
            rows.append({"level": "MLB", "kind": kind, "state_before": before, "state_after": after, "runs": runs,
                         "chance": float(chances[before, after, runs])})  # fmt: skip
    for kind, shares in zip(("bunts", "pitcher_bunts"), found.sacrifice_rate, strict=True):
        rows += [{"level": "MLB", "kind": kind, "state_before": state, "state_after": None, "runs": None,
                  "chance": float(share)} for state, share in enumerate(shares)]  # fmt: skip
    return rows


def test_rates_do_not_depend_on_the_order_of_the_lakes_rows(simulated: Built) -> None:
    """An object store gives them in another order than a folder."""
    node, found = graph().nodes["lineup_batter"], []
    for order in ("ASC", "DESC"):
        with duckdb.connect(config={"threads": 1}) as db:
            for name in node.inputs:
                db.register(name, simulated.reader().query(f"FROM {name} ORDER BY ALL {order}").to_arrow_table())
            found.append(rows_of(db, node, 2042))
    assert found[0].num_rows > 0
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("day", "level", "game_number", "innings"),
    [
        (date(2020, 7, 31), "MLB", "1", 9), (date(2020, 8, 1), "MLB", "2", 7), (date(2021, 9, 1), "MLB", "0", 9),
        (date(2022, 5, 1), "MLB", "1", 9), (date(2010, 6, 1), "AA", "1", 7), (date(2010, 6, 1), "AA", "0", 9),
        (date(1990, 6, 1), "AA", "1", 9), (date(2010, 6, 1), "Ind", "1", 9), (date(2019, 7, 3), "MLB", "1", 9),
    ],
)  # fmt: skip
def test_doubleheaders_are_shorter_where_the_rule_says_so(
    day: date, level: str, game_number: str, innings: int
) -> None:
    assert scheduled_innings(day, level, game_number) == innings
    given = club_game(date=day, level=level, game_number=game_number, innings=None)
    batters, advances = (table.arrow_schema.empty_table() for table in (LINEUP_BATTER, ADVANCEMENT))
    (row,) = lineup_value(day.year, pa.Table.from_pylist([given]), batters, advances, NO_VALUES).to_pylist()
    assert row["innings"] == innings


@pytest.mark.parametrize(
    ("year", "level", "game_type", "bases"),
    [
        (2019, "MLB", "regular", 0), (2020, "MLB", "regular", 2), (2023, "MLB", "regular", 2),
        (2023, "MLB", "postseason", 0), (2023, "MLB", "all_star", None), (2017, "AA", "regular", 0),
        (2018, "AA", "regular", 2), (2018, "AA", "postseason", None), (2017, "AA", "postseason", 0),
        (2018, "Ind", "regular", None), (2018, None, "regular", None),
    ],
)  # fmt: skip
def test_extra_innings_begin_by_the_rule_of_season_and_level(
    year: int, level: str | None, game_type: str, bases: int | None
) -> None:
    assert extra_inning_bases(date(year, 6, 1), level, game_type) == bases
