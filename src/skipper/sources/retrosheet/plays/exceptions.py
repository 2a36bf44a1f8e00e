"""Table `play_exception` from a batch of games: plays against the rules that happened so, or are so recorded."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from skipper.sources.retrosheet.events import line_fields as lf
from skipper.sources.retrosheet.plays.batch import NOBODY, Batch
from skipper.sources.retrosheet.plays.batting_order import out_of_turn
from skipper.sources.retrosheet.plays.record_sets import PLAY_EXCEPTION

_COUNT_FIELD = 4  # of a play record, counted from its kind as 0


def play_exception(batch: Batch) -> pa.Table:
    """Return table `play_exception`; a season has a handful of rows or none."""
    rows = [*_out_of_turn(batch), *_short_halves(batch), *_unreadable_counts(batch)]
    return pa.Table.from_pylist(rows, PLAY_EXCEPTION)


def _out_of_turn(batch: Batch) -> Iterator[dict[str, object]]:
    slot, side = batch.small("slot"), batch.small("side")
    for turn in out_of_turn(batch):
        announced = _is_announced(batch, int(batch.game[turn.play]))
        said = "the file says so (ladj)" if announced else "the file does not say why"
        when = "first" if turn.before == NOBODY else f"after slot {slot[turn.before]}"
        yield _row(
            batch, "out_of_turn", turn.play, int(side[turn.play]), f"slot {slot[turn.play]} batted {when}; {said}"
        )


def _is_announced(batch: Batch, game: int) -> bool:
    first, after = batch.plays.games.spans[game]
    return bool((batch.plays.lines.kinds[first:after] == lf.LADJ).any())


def _short_halves(batch: Batch) -> Iterator[dict[str, object]]:
    outs = batch.small("outs") + batch.fact("outs")
    short = (batch.small("end_of_half") != 0) & (batch.small("end_of_game") == 0) & (outs != 3)
    for play in np.flatnonzero(short).tolist():
        evidence = f"the half-inning ended with {outs[play]} out, and another followed"
        yield _row(batch, "short_half_inning", play, int(batch.small("side")[play]), evidence)


def _unreadable_counts(batch: Batch) -> Iterator[dict[str, object]]:
    for play in np.flatnonzero(batch.small("balls") == lf.UNREADABLE).tolist():
        written = batch.plays.lines.text(int(batch.ids("line")[play])).split(",")[_COUNT_FIELD]
        yield _row(batch, "unreadable_count", play, int(batch.small("side")[play]), f"the count is written {written}")


def _row(batch: Batch, kind: str, play: int, side: int, evidence: str) -> dict[str, object]:
    game = int(batch.game[play])
    file, line = batch.plays.place_of(int(batch.ids("line")[play]))
    return {
        "kind": kind,
        "game_id": batch.plays.games.names[game],
        "season": int(batch.plays.games.seasons[game]),
        "club": batch.words[batch.clubs[game, side]],
        "event_number": int(batch.small("event_number")[play]),
        "evidence": evidence,
        "source_file": file,
        "source_line": line,
    }
