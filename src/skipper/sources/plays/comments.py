"""Comments (`com` records) in a batch's games."""

from __future__ import annotations

import numpy as np

from skipper.sources.plays.batch import Batch
from skipper.sources.plays.events import line_fields as lf


def comments_that_begin(batch: Batch, word: str, games: np.ndarray | None = None) -> list[int]:
    """Return the comment lines that begin with the word (`com,"ej…` or `com,ej…`) in the marked games; if none are
    marked, in games with plays."""
    games = batch.plays.kept if games is None else games
    lines, of_line = batch.plays.lines, batch.plays.games.of_line
    found = np.flatnonzero((lines.kinds == lf.COM) & (of_line >= 0))
    long_enough = lines.ends[found] - lines.starts[found] > len("com,") + len(word)
    found = found[games[of_line[found]] & long_enough]
    at = lines.starts[found] + len("com,")
    at = at + (lines.content[at] == ord('"'))
    for place, letter in enumerate(word.encode("ascii")):
        here = lines.content[at + place] == letter
        found, at = found[here], at[here]
    return found.tolist()


def comment_text(batch: Batch, line: int) -> str:
    """Return the content of the comment on a line, without quotation marks."""
    return batch.plays.lines.text(line).split(",", 1)[1].strip().strip('"')
