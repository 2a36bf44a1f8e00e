"""Table `play_exception` from a batch of games: what is against the rules of the game and was so, or is so written."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from skipper.plays.batch import Batch
from skipper.sources.retrosheet.events import line_fields as lf
from skipper.tables.play_exception import TABLE

_COUNT_FIELD = 4  # of a play record, its kind the first


def play_exception(batch: Batch) -> pa.Table:
    """Table `play_exception`; a season has a handful of rows or none."""
    rows = [*_out_of_turn(batch), *_short_halves(batch), *_unreadable_counts(batch)]
    return pa.Table.from_pylist(rows, TABLE.arrow_schema)


def _out_of_turn(batch: Batch) -> Iterator[dict[str, object]]:
    last = np.flatnonzero(batch.flag("batter_event"))
    game, side, slot = (values.take(last) for values in (batch.game, batch.small("side"), batch.small("slot")))
    order = np.lexsort((last, side, game))
    last, game, side, slot = (values.take(order) for values in (last, game, side, slot))
    begins = np.append(True, (game[1:] != game[:-1]) | (side[1:] != side[:-1]))[: len(game)]
    expected = np.where(begins, 1, np.roll(slot, 1) % 9 + 1)
    for at in np.flatnonzero(slot != expected).tolist():
        said = "the file says so (ladj)" if _is_announced(batch, game[at]) else "the file does not say why"
        when = "first" if begins[at] else f"after slot {slot[at - 1]}"
        yield _row(batch, "out_of_turn", int(last[at]), int(side[at]), f"slot {slot[at]} batted {when}; {said}")


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
