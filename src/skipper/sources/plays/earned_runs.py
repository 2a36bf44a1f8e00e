"""Earned runs counted from the plays, compared with those in the event file's `data,er` records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from skipper.sources.plays.batch import Batch
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.pitchers import Pitchers
from skipper.sources.plays.pitching_appearance import runs_by_pitcher
from skipper.sources.plays.record_sets import EARNED_RUN

SCORED_EARNED, SCORED_UNEARNED_TO_TEAM = 4, 6
_MAN = 0xFFFFFFFF


@dataclass(frozen=True)
class EarnedRuns:
    """Earned runs by pitcher and game, from the plays and from the file, for games with `data,er` records.

    `theirs` is -1 for a pitcher who has no record in the file.
    """

    game: np.ndarray
    pitcher: np.ndarray
    ours: np.ndarray
    theirs: np.ndarray


def earned_runs(batch: Batch) -> EarnedRuns:
    """Return earned runs by pitcher and game, from both sources."""
    stated, values = _stated(batch)
    game, _, pitcher, to = runs_by_pitcher(batch)
    earned = (to == SCORED_EARNED) | (to == SCORED_UNEARNED_TO_TEAM)
    counted, counts = np.unique(_key(game[earned], pitcher[earned]), return_counts=True)
    counts = counts[np.isin(counted >> 32, stated >> 32)]
    counted = counted[np.isin(counted >> 32, stated >> 32)]
    every, _ = np.unique(np.concatenate([stated, counted]), return_index=True)  # makes numpy sort, not hash: faster
    ours, theirs = np.zeros(len(every), np.int64), np.full(len(every), -1)
    ours[np.searchsorted(every, counted)] = counts
    theirs[np.searchsorted(every, stated)] = values
    return EarnedRuns(every >> 32, every & _MAN, ours, theirs)


def _stated(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    lines, of_line = batch.plays.lines, batch.plays.games.of_line
    er = batch.plays.games.word_index.get(b"er", -1)
    rows = np.flatnonzero((lines.kinds == lf.DATA) & (lines.fields[:, lf.DATA_TYPE] == er) & (of_line >= 0))
    rows = rows[batch.plays.kept[of_line[rows]] & (lines.defects[rows] == lf.SOUND)]
    return _key(of_line[rows], lines.fields[rows, lf.DATA_PLAYER]), lines.fields[rows, lf.DATA_VALUE]


def _key(game: np.ndarray, pitcher: np.ndarray) -> np.ndarray:
    return game.astype(np.int64) << 32 | pitcher.astype(np.int64) & _MAN


def earned_run_differences(batch: Batch, earned: EarnedRuns, pitchers: Pitchers) -> pa.Table:
    """Return `play_difference` rows for the pitchers whose two figures differ."""
    sides = dict(zip(_key(pitchers.game, pitchers.player).tolist(), pitchers.side.tolist(), strict=True))
    rows = []
    for at in np.flatnonzero(earned.ours != earned.theirs).tolist():
        game, pitcher = int(earned.game[at]), int(earned.pitcher[at])
        side = sides.get(game << 32 | pitcher)
        rows.append(
            {
                "game_id": batch.plays.games.names[game],
                "season": int(batch.plays.games.seasons[game]),
                "club": None if side is None else batch.words[batch.clubs[game, side]],
                "figure": "earned_runs",
                "pitcher_id": batch.words[pitcher],
                "plays": int(earned.ours[at]),
                "other": None if earned.theirs[at] < 0 else int(earned.theirs[at]),
                "other_source": "data_er",
            }
        )
    return pa.Table.from_pylist(rows, EARNED_RUN)
