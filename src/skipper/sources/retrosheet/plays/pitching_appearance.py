"""Build table `pitching_appearance` from a batch of games, omitting the columns that depend on the season's other
games."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.sources.retrosheet.plays import situation
from skipper.sources.retrosheet.plays.batch import Batch
from skipper.sources.retrosheet.plays.gathering import flags, halves, hands, numbers
from skipper.sources.retrosheet.plays.mid_turn import handed_over
from skipper.sources.retrosheet.plays.pitchers import Pitchers
from skipper.sources.retrosheet.plays.plate_appearance import times_through_order
from skipper.sources.retrosheet.plays.situation import Situation
from skipper.sources.retrosheet.plays.suspension import pitched_on
from skipper.sources.retrosheet.plays.turns import UNKNOWN, Turns

SCORED = 4  # destinations from this value on are runs


def pitching_appearance(batch: Batch, turns: Turns, men: Pitchers) -> pa.Table:
    """Return the columns of `pitching_appearance` that depend on only one game."""
    columns = {
        **batch.texts_of_games(men.game),
        **_who(batch, men),
        **_entry_and_exit(batch, men),
        **_counts(batch, turns, men),
        "runs": numbers(charged_runs(batch, men)),
    }
    return pa.table(columns)


def _who(batch: Batch, men: Pitchers) -> dict[str, pa.Array]:
    last = np.concatenate([men.order[1:] == 1, [True]])[: len(men.order)]
    return {
        "date": batch.dates_of(men.game),
        "pitched_on": pitched_on(batch, men),
        "game_number": batch.game_numbers(men.game),
        "club": batch.club_of(men.game, men.side),
        "opponent": batch.club_of(men.game, 1 - men.side),
        "pitcher_id": batch.people(men.player),
        "pitcher_person_id": batch.people_ids(men.player),
        "pitcher_hand": hands(batch.throws(men.game, men.side, men.player)),
        "pitcher_order": numbers(men.order),
        "is_starter": flags(men.order == 1),
        "finished_game": flags(last),
    }


def _entry_and_exit(batch: Batch, men: Pitchers) -> dict[str, pa.Array]:
    came_in = np.append(batch.plays.substitutions_of("line"), 0).take(men.change)  # starters, at -1, take the last
    entry = situation.before(batch, men.entry, men.game, came_in)
    idle = men.first == men.end
    last = np.where(idle, men.entry - 1, _play(men, np.maximum(men.end - 1, 0)))
    left = situation.after(batch, np.maximum(last, 0))
    columns = {}
    for name, (came, went) in {
        "inning": (entry.inning, left.inning),
        "outs": (entry.outs, left.outs),
        "bases": (entry.bases, left.bases),
        "score_difference": (entry.lead_of(men.side), left.lead_of(men.side)),
    }.items():
        columns[f"entry_{name}"] = numbers(came)
        columns[f"exit_{name}"] = numbers(np.where(idle, came, went))
    columns["entry_half"] = halves(entry.bats_last)
    columns["exit_half"] = halves(np.where(idle, entry.bats_last, left.bats_last))
    return {**columns, "entry_mid_inning": flags(_mid_inning(entry, men))}


def _mid_inning(entry: Situation, men: Pitchers) -> np.ndarray:
    return entry.mid_inning & (men.order > 1)


def _play(men: Pitchers, at: np.ndarray) -> np.ndarray:
    """Return the plays at the given indices in the sequence of plays with each pitcher's side in the field."""
    found = np.zeros(len(at), np.int64)
    for side, plays in enumerate(men.in_field):
        here = men.side == side
        found[here] = plays[np.minimum(at[here], len(plays) - 1)] if len(plays) else 0
    return found


def _counts(batch: Batch, turns: Turns, men: Pitchers) -> dict[str, pa.Array]:
    pitches, unknown = turns.thrown_since, turns.thrown_since == UNKNOWN
    times = np.zeros(len(batch), np.int32)
    ended = np.flatnonzero(batch.flag("batter_event"))
    times[ended] = times_through_order(batch, ended)
    not_known = _sums(unknown, men) > 0
    return {
        "batters_faced": numbers(_sums(batch.flag("batter_event"), men)),
        "outs": numbers(_sums(batch.fact("outs"), men)),
        "runs_scored_during": numbers(_sums(batch.fact("runs"), men)),
        "pitches": numbers(_sums(np.where(unknown, 0, pitches), men) + handed_over(batch, turns, men), not_known),
        "times_through_order_max": numbers(_greatest(times, men)),
    }


def _sums(values: np.ndarray, men: Pitchers) -> np.ndarray:
    """Return, per appearance, the sum over the pitcher's plays."""
    found = np.zeros(len(men.game), np.int64)
    for side, plays in enumerate(men.in_field):
        so_far = np.concatenate([[0], np.cumsum(values.take(plays), dtype=np.int64)])
        here = men.side == side
        found[here] = so_far[men.end[here]] - so_far[men.first[here]]
    return found


def _greatest(values: np.ndarray, men: Pitchers) -> np.ndarray:
    """Return, per appearance, the maximum over the pitcher's plays; 0 if there are none."""
    found = np.zeros(len(men.game), np.int64)
    for side, plays in enumerate(men.in_field):
        here = np.flatnonzero((men.side == side) & (men.end > men.first))
        if len(here):  # appearances with plays are adjacent, so a segment ends where the next begins
            found[here] = np.maximum.reduceat(values.take(plays), men.first[here])
    return found


def charged_runs(batch: Batch, men: Pitchers) -> np.ndarray:
    """Return, per appearance, the runs charged to the pitcher in the game, all counted in the first of several
    appearances."""
    game, side, pitcher, _ = runs_by_pitcher(batch)
    return of_men(men, game, side, pitcher)


def runs_by_pitcher(batch: Batch) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return game, side in the field, charged pitcher and destination for every batter or runner who scored."""
    games, sides, charged, to = [], [], [], []
    for scorer, pitcher in (
        ("batter", "charged_pitcher"),
        *((f"runner{base}", f"runner{base}_pitcher") for base in (1, 2, 3)),
    ):
        destination = batch.small(f"{scorer}_to")
        scored = np.flatnonzero(destination >= SCORED)
        games.append(batch.game.take(scored))
        sides.append(1 - batch.small("side").take(scored))
        charged.append(batch.ids(pitcher).take(scored))
        to.append(destination.take(scored))
    return np.concatenate(games), np.concatenate(sides), np.concatenate(charged), np.concatenate(to)


def of_men(men: Pitchers, game: np.ndarray, side: np.ndarray, pitcher: np.ndarray) -> np.ndarray:
    """Count the given rows by pitcher, per appearance; a pitcher's first appearance in the game gets the entire
    count."""
    counted, counts = np.unique(_key(game, side, pitcher), return_counts=True)
    men_keys, first = np.unique(_key(men.game, men.side, men.player), return_index=True)
    found = np.zeros(len(men.game), np.int64)
    at = np.minimum(np.searchsorted(counted, men_keys), max(len(counted) - 1, 0))
    if len(counted):
        found[first] = np.where(counted[at] == men_keys, counts[at], 0)
    return found


def _key(game: np.ndarray, side: np.ndarray, pitcher: np.ndarray) -> np.ndarray:
    return (game.astype(np.int64) * 2 + side) << 32 | (pitcher.astype(np.int64) & 0xFFFFFFFF)
