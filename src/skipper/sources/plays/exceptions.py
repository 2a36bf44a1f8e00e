"""Build table `play_exception` from a batch of games: plays that violate the rules, actually or as recorded."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from skipper.sources.plays.batch import HOME, NOBODY, Batch
from skipper.sources.plays.batting_order import out_of_turn
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.event_columns import POSITION
from skipper.sources.plays.events.figures import REGULATION
from skipper.sources.plays.record_sets import PLAY_EXCEPTION

_COUNT_FIELD = 4  # index in a play record, with 0 for its kind


def play_exception(batch: Batch) -> pa.Table:
    """Return table `play_exception`; a season has few or no rows."""
    rows = [*_out_of_turn(batch), *_short_halves(batch), *_unreadable_counts(batch)]
    if batch.dialect.has_gaps:
        rows += [*_cut_off(batch), *_odd_texts(batch)]
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


def _cut_off(batch: Batch) -> Iterator[dict[str, object]]:
    """Yield the games whose plays end with a club ahead, at a point where not even a called game can end."""
    last = batch.last_play.take(batch.kept)
    outs = batch.small("outs").take(last) + batch.fact("outs").take(last)
    inning, side = batch.small("inning").take(last), batch.small("side").take(last)
    visitor, home = batch.plays.runs[batch.kept].T
    is_called = (inning >= REGULATION) & ((outs == 3) | ((side == HOME) & (home > visitor)))
    for at in np.flatnonzero((visitor != home) & ~is_called).tolist():
        evidence = f"the plays end in inning {inning[at]} with {outs[at]} out at {visitor[at]}-{home[at]}"
        yield _row(batch, "cut_off", int(last[at]), int(side[at]), evidence)


def _odd_texts(batch: Batch) -> Iterator[dict[str, object]]:
    """Yield the plays whose text omits who is out (`9/F.?X?(93)`) or lists a run among steals (`SB2;3-H`)."""
    texts = batch.vocabulary.texts
    among_steals = np.array(["-H" in text.partition(".")[0] for text in texts], bool)
    told = {
        "run_among_steals": (among_steals, "a run stands before the point"),
        "runner_inferred": (batch.vocabulary.columns[POSITION["uncertain"]] != 0, "the text does not say who is out"),
    }
    for kind, (is_odd, says) in told.items():
        for play in np.flatnonzero(batch.of_text(is_odd)).tolist():
            evidence = f"{says}: {texts[batch.event_row[play]]}"
            yield _row(batch, kind, play, int(batch.small("side")[play]), evidence)


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
