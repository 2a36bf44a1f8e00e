"""Build table `plate_appearance` from a batch of games."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.sources.plays.appearances import UNKNOWN, PlateAppearances
from skipper.sources.plays.batch import HOME, Batch
from skipper.sources.plays.event import EVENT_TYPES
from skipper.sources.plays.gathering import flags, halves, hands, numbers, texts

PITCHER = 1
_FIRST, _SECOND, _THIRD = 1, 2, 4  # bits of the occupied bases


def plate_appearance(batch: Batch, appearances: PlateAppearances) -> pa.Table:
    """Return table `plate_appearance`: one row per completed plate appearance."""
    last = np.flatnonzero(batch.flag("batter_event"))
    turn = appearances.of_play.take(last)
    first = appearances.first_play.take(turn)
    columns = {
        **batch.texts_of_games(batch.game.take(last)),
        "number": numbers(appearances.number.take(turn)),
        **_people(batch, last),
        **_beginning(batch, first, last),
        **_end(batch, appearances, first, last),
        "times_through_order": numbers(times_through_order(batch, last)),
        "first_event": numbers(batch.small("event_number").take(first)),
        "last_event": numbers(batch.small("event_number").take(last)),
    }
    return pa.table(columns)


def _people(batch: Batch, last: np.ndarray) -> dict[str, pa.Array]:
    batter, pitcher = batch.ids("charged_batter").take(last), batch.ids("charged_pitcher").take(last)
    side, position = batch.small("side").take(last), batch.small("charged_batter_position").take(last)
    return {
        "inning": numbers(batch.small("inning").take(last)),
        "half": halves(batch.small("bats_last").take(last)),
        "batting_club": batch.club_of(batch.game.take(last), side),
        "fielding_club": batch.club_of(batch.game.take(last), 1 - side),
        "batter_id": batch.people(batter),
        "batter_person_id": batch.people_ids(batter),
        "batter_hand": hands(batch.small("charged_batter_hand").take(last)),
        "pitcher_id": batch.people(pitcher),
        "pitcher_person_id": batch.people_ids(pitcher),
        "pitcher_hand": hands(batch.small("charged_pitcher_hand").take(last)),
        "slot": numbers(batch.small("slot").take(last)),
        "batter_position": numbers(position, position == 0),
        "is_starter": flags(batch.small("charged_batter_started").take(last)),
        "is_pinch_hitter": flags(batch.small("charged_pinch_hit").take(last)),
    }


def _beginning(batch: Batch, first: np.ndarray, last: np.ndarray) -> dict[str, pa.Array]:
    outs, bases = batch.small("outs").take(first), batch.small("bases").take(first)
    home_lead = (batch.small("home_score") - batch.small("visitor_score")).take(first)
    second = (bases & (_FIRST | _SECOND)) == _FIRST
    third = (bases & (_SECOND | _THIRD)) == _SECOND
    pitcher_bats = batch.small("batter_position").take(last) == PITCHER
    return {
        "outs_before": numbers(outs),
        "bases_before": numbers(bases),
        "score_difference_before": numbers(np.where(batch.small("side").take(first) == HOME, home_lead, -home_lead)),
        "steal_of_second_chance": flags(second),
        "steal_of_third_chance": flags(third),
        "bunt_chance": flags((second | third) & (outs < 2) & ~pitcher_bats),
    }


def _end(batch: Batch, appearances: PlateAppearances, first: np.ndarray, last: np.ndarray) -> dict[str, pa.Array]:
    runs = np.concatenate([[0], np.cumsum(batch.fact("runs"))])
    pitches = appearances.thrown.take(last)
    stated = ("sacrifice_hit", "sacrifice_fly", "double_play")
    named = ("is_sacrifice_bunt", "is_sacrifice_fly", "is_double_play")
    return {
        "outs_at_end": numbers(batch.small("outs").take(last)),
        "bases_at_end": numbers(batch.small("bases").take(last)),
        "result": texts(batch.fact("event_code").take(last).astype(np.int32), pa.array(EVENT_TYPES)),
        **{ours: flags(batch.flag(theirs).take(last)) for ours, theirs in zip(named, stated, strict=True)},
        "runs": numbers(runs.take(last + 1) - runs.take(first)),
        "runs_batted_in": numbers(batch.small("rbi").take(last)),
        "outs_on_play": numbers(batch.fact("outs").take(last)),
        "pitches": numbers(pitches, pitches == UNKNOWN),
    }


def times_through_order(batch: Batch, last: np.ndarray) -> np.ndarray:
    """Return, for each plate appearance in `last` (by its last play), the number of times that the charged pitcher has
    faced the batting slot, including this one.
    """
    game, side = batch.game.take(last).astype(np.int64), batch.small("side").take(last)
    met = (((game << 1) | side) << 4 | batch.small("slot").take(last)) << 24 | batch.ids("charged_pitcher").take(last)
    order = np.argsort(met, kind="stable")
    met = met.take(order)
    new = np.concatenate([[True], met[1:] != met[:-1]]) if len(met) else np.zeros(0, bool)
    starts = np.flatnonzero(new)
    times = np.empty(len(met), np.int32)
    times[order] = np.arange(len(met)) - starts.take(np.cumsum(new) - 1) + 1
    return times
