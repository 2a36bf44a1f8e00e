"""Build table `pitching_appearance` from a batch of games, omitting the columns that depend on the season's other
games."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.sources.plays import situation
from skipper.sources.plays.appearances import UNKNOWN, PlateAppearances
from skipper.sources.plays.batch import Batch
from skipper.sources.plays.gathering import flags, halves, hands, numbers
from skipper.sources.plays.pitchers import Pitchers
from skipper.sources.plays.plate_appearance import times_through_order
from skipper.sources.plays.relieved_mid_appearance import handed_over
from skipper.sources.plays.situation import Situation
from skipper.sources.plays.suspension import pitched_on

SCORED = 4  # destinations from this value on are runs


def pitching_appearance(batch: Batch, appearances: PlateAppearances, pitchers: Pitchers) -> pa.Table:
    """Return the columns of `pitching_appearance` that depend on only one game."""
    columns = {
        **batch.texts_of_games(pitchers.game),
        **_who(batch, pitchers),
        **_entry_and_exit(batch, pitchers),
        **_counts(batch, appearances, pitchers),
        "runs": numbers(charged_runs(batch, pitchers)),
    }
    return pa.table(columns)


def _who(batch: Batch, pitchers: Pitchers) -> dict[str, pa.Array]:
    last = np.concatenate([pitchers.order[1:] == 1, [True]])[: len(pitchers.order)]
    return {
        "date": batch.dates_of(pitchers.game),
        "pitched_on": pitched_on(batch, pitchers),
        "game_number": batch.game_numbers(pitchers.game),
        "club": batch.club_of(pitchers.game, pitchers.side),
        "opponent": batch.club_of(pitchers.game, 1 - pitchers.side),
        "pitcher_id": batch.people(pitchers.player),
        "pitcher_person_id": batch.people_ids(pitchers.player),
        "pitcher_hand": hands(batch.throws(pitchers.game, pitchers.side, pitchers.player)),
        "pitcher_order": numbers(pitchers.order),
        "is_starter": flags(pitchers.order == 1),
        "finished_game": flags(last),
    }


def _entry_and_exit(batch: Batch, pitchers: Pitchers) -> dict[str, pa.Array]:
    came_in = np.append(batch.plays.substitutions_of("line"), 0).take(pitchers.change)  # starters, at -1, take the last
    entry = situation.before(batch, pitchers.entry, pitchers.game, came_in)
    idle = pitchers.first == pitchers.end
    last = np.where(idle, pitchers.entry - 1, _play(pitchers, np.maximum(pitchers.end - 1, 0)))
    left = situation.after(batch, np.maximum(last, 0))
    columns = {}
    for name, (came, went) in {
        "inning": (entry.inning, left.inning),
        "outs": (entry.outs, left.outs),
        "bases": (entry.bases, left.bases),
        "score_difference": (entry.lead_of(pitchers.side), left.lead_of(pitchers.side)),
    }.items():
        columns[f"entry_{name}"] = numbers(came)
        columns[f"exit_{name}"] = numbers(np.where(idle, came, went))
    columns["entry_half"] = halves(entry.bats_last)
    columns["exit_half"] = halves(np.where(idle, entry.bats_last, left.bats_last))
    return {**columns, "entry_mid_inning": flags(_mid_inning(entry, pitchers))}


def _mid_inning(entry: Situation, pitchers: Pitchers) -> np.ndarray:
    return entry.mid_inning & (pitchers.order > 1)


def _play(pitchers: Pitchers, at: np.ndarray) -> np.ndarray:
    """Return the plays at the given indices in the sequence of plays with each pitcher's side in the field."""
    found = np.zeros(len(at), np.int64)
    for side, plays in enumerate(pitchers.in_field):
        here = pitchers.side == side
        found[here] = plays[np.minimum(at[here], len(plays) - 1)] if len(plays) else 0
    return found


def _counts(batch: Batch, appearances: PlateAppearances, pitchers: Pitchers) -> dict[str, pa.Array]:
    pitches, unknown = appearances.thrown_since, appearances.thrown_since == UNKNOWN
    times = np.zeros(len(batch), np.int32)
    ended = np.flatnonzero(batch.flag("batter_event"))
    times[ended] = times_through_order(batch, ended)
    not_known = _sums(unknown, pitchers) > 0
    return {
        "batters_faced": numbers(_sums(batch.flag("batter_event"), pitchers)),
        "outs": numbers(_sums(batch.fact("outs"), pitchers)),
        "runs_scored_during": numbers(_sums(batch.fact("runs"), pitchers)),
        "pitches": numbers(
            _sums(np.where(unknown, 0, pitches), pitchers) + handed_over(batch, appearances, pitchers), not_known
        ),
        "times_through_order_max": numbers(_greatest(times, pitchers)),
    }


def _sums(values: np.ndarray, pitchers: Pitchers) -> np.ndarray:
    """Return, per appearance, the sum over the pitcher's plays."""
    found = np.zeros(len(pitchers.game), np.int64)
    for side, plays in enumerate(pitchers.in_field):
        so_far = np.concatenate([[0], np.cumsum(values.take(plays), dtype=np.int64)])
        here = pitchers.side == side
        found[here] = so_far[pitchers.end[here]] - so_far[pitchers.first[here]]
    return found


def _greatest(values: np.ndarray, pitchers: Pitchers) -> np.ndarray:
    """Return, per appearance, the maximum over the pitcher's plays; 0 if there are none."""
    found = np.zeros(len(pitchers.game), np.int64)
    for side, plays in enumerate(pitchers.in_field):
        here = np.flatnonzero((pitchers.side == side) & (pitchers.end > pitchers.first))
        if len(here):  # appearances with plays are adjacent, so a segment ends where the next begins
            found[here] = np.maximum.reduceat(values.take(plays), pitchers.first[here])
    return found


def charged_runs(batch: Batch, pitchers: Pitchers) -> np.ndarray:
    """Return, per appearance, the runs charged to the pitcher in the game, all counted in the first of several
    appearances."""
    game, side, pitcher, _ = runs_by_pitcher(batch)
    return of_players(pitchers, game, side, pitcher)


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


def of_players(pitchers: Pitchers, game: np.ndarray, side: np.ndarray, pitcher: np.ndarray) -> np.ndarray:
    """Count the given rows by pitcher, per appearance; a pitcher's first appearance in the game gets the entire
    count."""
    counted, counts = np.unique(_key(game, side, pitcher), return_counts=True)
    men_keys, first = np.unique(_key(pitchers.game, pitchers.side, pitchers.player), return_index=True)
    found = np.zeros(len(pitchers.game), np.int64)
    at = np.minimum(np.searchsorted(counted, men_keys), max(len(counted) - 1, 0))
    if len(counted):
        found[first] = np.where(counted[at] == men_keys, counts[at], 0)
    return found


def _key(game: np.ndarray, side: np.ndarray, pitcher: np.ndarray) -> np.ndarray:
    return (game.astype(np.int64) * 2 + side) << 32 | (pitcher.astype(np.int64) & 0xFFFFFFFF)
