"""Build table `event` from a batch of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skipper.definitions.plays import BASES, FIELDERS
from skipper.sources.plays.appearances import UNKNOWN, PlateAppearances
from skipper.sources.plays.batch import HOME, Batch
from skipper.sources.plays.events.event_columns import POSITION
from skipper.sources.plays.gathering import flags, halves, hands, lists, numbers, texts

# Retrosheet's event types, by number.
EVENT_TYPES = (
    "unknown",
    "none",
    "generic_out",
    "strikeout",
    "stolen_base",
    "defensive_indifference",
    "caught_stealing",
    "pickoff_error",
    "pickoff",
    "wild_pitch",
    "passed_ball",
    "balk",
    "other_advance",
    "foul_error",
    "walk",
    "intentional_walk",
    "hit_by_pitch",
    "interference",
    "error",
    "fielders_choice",
    "single",
    "double",
    "triple",
    "home_run",
    "missing_play",
)
_EVENT_TYPES = pa.array(EVENT_TYPES)
_BATTED_BALLS = pa.array(["ground_ball", "line_drive", "fly_ball", "pop_up"])
_ERROR_KINDS = ("", "fielding", "throwing", "dropped_throw")
# Skipper's names, each with its source column in EVENT_COLUMNS or SMALL_COLUMNS.
_STATED = {
    "ends_plate_appearance": "batter_event",
    "is_at_bat": "at_bat",
    "is_sacrifice_bunt": "sacrifice_hit",
    "is_sacrifice_fly": "sacrifice_fly",
    "is_double_play": "double_play",
    "is_triple_play": "triple_play",
    "is_wild_pitch": "wild_pitch",
    "is_passed_ball": "passed_ball",
    "is_bunt": "bunt",
    "is_foul": "foul",
}
_MARKED = {
    "is_leadoff": "leadoff",
    "is_pinch_hitter": "pinch_hit",
    "is_new_game": "new_game",
    "is_last_of_game": "end_of_game",
    "is_new_inning": "new_half",
    "is_end_of_inning": "end_of_half",
    "starts_plate_appearance": "new_appearance",
    "plate_appearance_truncated": "cut_short",
    "batter_is_starter": "batter_started",
    "pitcher_is_starter": "pitcher_started",
}
_WITH_THE_PITCH = r">[^>.N123+*][.N123+*]*$"  # the runner goes with the next pitch, which is the last in the sequence
MOST_PUTOUTS, MOST_ASSISTS, MOST_ERRORS = 3, 10, 3


def event(batch: Batch, appearances: PlateAppearances) -> pa.Table:
    """Return table `event`: one row per play."""
    columns = {
        **batch.texts_of_games(batch.game),
        **batch.places(batch.ids("line")),
        **_situation(batch),
        **_people(batch),
        **_what_happened(batch),
        **_runners(batch),
        **_of_appearances(batch, appearances),
    }
    return pa.table(columns)


def _situation(batch: Batch) -> dict[str, pa.Array]:
    side, at_home = batch.small("side"), batch.small("side") == HOME
    visitor, home = batch.small("visitor_score"), batch.small("home_score")
    balls, strikes = batch.small("balls"), batch.small("strikes")
    return {
        "event_number": numbers(batch.small("event_number")),
        "inning": numbers(batch.small("inning")),
        "half": halves(batch.small("bats_last")),
        "batting_club": batch.club_of(batch.game, side),
        "fielding_club": batch.club_of(batch.game, 1 - side),
        "outs_before": numbers(batch.small("outs")),
        "balls": numbers(balls, balls < 0),
        "strikes": numbers(strikes, strikes < 0),
        "visitor_score_before": numbers(visitor),
        "home_score_before": numbers(home),
        "batting_score_before": numbers(np.where(at_home, home, visitor)),
        "fielding_score_before": numbers(np.where(at_home, visitor, home)),
        "bases_before": numbers(batch.small("bases")),
        "bases_after": numbers(batch.small("bases_after")),
        **{ours: flags(batch.small(theirs)) for ours, theirs in _MARKED.items()},
    }


def _people(batch: Batch) -> dict[str, pa.Array]:
    batter, pitcher = batch.ids("batter"), batch.ids("pitcher")
    return {
        "batter_id": batch.people(batter),
        "batter_person_id": batch.people_ids(batter),
        "batter_hand": hands(batch.small("batter_hand")),
        "responsible_batter_id": batch.people(batch.ids("charged_batter")),
        "responsible_batter_hand": hands(batch.small("charged_batter_hand")),
        "pitcher_id": batch.people(pitcher),
        "pitcher_person_id": batch.people_ids(pitcher),
        "pitcher_hand": hands(batch.small("pitcher_hand")),
        "responsible_pitcher_id": batch.people(batch.ids("charged_pitcher")),
        "responsible_pitcher_hand": hands(batch.small("charged_pitcher_hand")),
        **{f"{name}_id": batch.people(batch.ids(f"fielder{position}")) for position, name in enumerate(FIELDERS, 2)},
        "batter_position": numbers(batch.small("batter_position"), batch.small("batter_position") == 0),
        "slot": numbers(batch.small("slot")),
    }


def _what_happened(batch: Batch) -> dict[str, pa.Array]:
    fielder = batch.fact("fielder")
    return {
        "event_text": _those_here(batch.event_row, batch.vocabulary.texts),
        "event_type": batch.text_of("event_code", _EVENT_TYPES),
        **{ours: flags(batch.flag(theirs)) for ours, theirs in _STATED.items()},
        "hit_bases": numbers(batch.fact("hit_value")),
        "outs_on_play": numbers(batch.fact("outs")),
        "runs_on_event": numbers(batch.fact("runs")),
        "runs_batted_in": numbers(batch.small("rbi")),
        "fielded_by": numbers(fielder, fielder == 0),
        "batted_ball_type": batch.text_of("trajectory", _BATTED_BALLS, least=1),
        "hit_location": _those_here(batch.fact("location"), batch.vocabulary.strings, first=1),
        "errors": numbers(batch.fact("errors") + batch.fact("errors_of_somebody")),
        "error_positions": _lists(batch, [f"error{i}" for i in _upto(MOST_ERRORS)], pa.int32()),
        "error_kinds": _lists(batch, [f"error{i}_kind" for i in _upto(MOST_ERRORS)], pa.string(), _ERROR_KINDS),
        "putouts": _lists(batch, [f"putout{i}" for i in _upto(MOST_PUTOUTS)], pa.int32()),
        "assists": _lists(batch, [f"assist{i}" for i in _upto(MOST_ASSISTS)], pa.int32()),
    }


def _runners(batch: Batch) -> dict[str, pa.Array]:
    batter_to = batch.small("batter_to")
    columns = {"batter_destination": numbers(batter_to, ~batch.flag("batter_event"))}
    for number, base in enumerate(BASES, 1):
        runner = batch.ids(f"runner{number}")
        columns[f"runner_on_{base}_id"] = batch.people(runner)
        columns[f"runner_on_{base}_destination"] = numbers(batch.small(f"runner{number}_to"), runner < 0)
        columns[f"runner_on_{base}_responsible_pitcher_id"] = batch.people(batch.ids(f"runner{number}_pitcher"))
        columns[f"is_pinch_runner_on_{base}"] = flags(batch.small(f"runner{number}_pinch"))
        columns[f"picked_off_{base}"] = flags(batch.flag(f"runner{number}_picked"))
    for number, base in enumerate(("second", "third", "home"), 1):
        columns[f"steals_{base}"] = flags(batch.flag(f"runner{number}_steals"))
        columns[f"caught_stealing_{base}"] = flags(batch.flag(f"runner{number}_caught"))
    return columns


def _of_appearances(batch: Batch, appearances: PlateAppearances) -> dict[str, pa.Array]:
    sequences, written = batch.plays.lines.pitches, batch.ids("pitches")
    blank = pc.equal(sequences, "").to_numpy(zero_copy_only=False)
    unknown = appearances.thrown == UNKNOWN
    going = pc.match_substring_regex(sequences, _WITH_THE_PITCH).to_numpy(zero_copy_only=False)
    return {
        "pitches": texts(np.where(blank.take(written), -1, written), sequences),
        "plate_appearance_number": numbers(appearances.number.take(appearances.of_play)),
        "pitches_thrown": numbers(appearances.thrown, unknown),
        "pitchouts": numbers(batch.of_pitches("pitchouts"), unknown),
        "runner_going": pa.array(going.take(written), mask=unknown),
    }


def _those_here(rows: np.ndarray, known: Sequence[str], first: int = 0) -> pa.Array:
    """Return texts by their rows among the known texts, in an array of only the texts used, since a worker knows many
    more.

    Null for rows before `first`.
    """
    here = np.zeros(len(known), bool)
    here[rows] = True
    here[:first] = False
    codes = np.cumsum(here, dtype=np.int32) - 1
    codes[:first] = -1
    return texts(codes.take(rows), pa.array([known[row] for row in np.flatnonzero(here).tolist()], pa.string()))


def _upto(most: int) -> Iterator[int]:
    return iter(range(1, most + 1))


def _lists(batch: Batch, facts: list[str], kind: pa.DataType, names: Sequence[str] | None = None) -> pa.Array:
    """Return, per play, the list of its nonzero facts among the given ones; by name if `names` has their names."""
    table = batch.vocabulary.table[:, [POSITION[fact] for fact in facts]]
    stated = table != 0
    starts = np.concatenate([[0], np.cumsum(stated.sum(axis=1))])
    offsets, values = lists(batch.event_row, starts, table[stated])
    items = pa.array([names[value] for value in values.tolist()] if names else values, kind)
    return pa.ListArray.from_arrays(offsets, items)
