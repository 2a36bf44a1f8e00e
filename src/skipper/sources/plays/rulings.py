"""Forfeits, protests and resumptions, which event files state in comments: `com,"Forfeit=V"`.

The values are those of Retrosheet's game logs: a forfeit is V, H (awarded to the visiting or home club) or T (no
decision); a protest is P, V, H (disallowed) or X, Y (upheld).
"""

from __future__ import annotations

from collections.abc import Collection

import pyarrow as pa

from skipper.sources.plays.batch import Batch
from skipper.sources.plays.comments import comment_text, comments_that_begin
from skipper.sources.plays.suspension import suspensions

FORFEITS = ("V", "H", "T")
PROTESTS = ("P", "V", "H", "X", "Y")


def rulings(batch: Batch) -> dict[str, pa.Array]:
    """Return `forfeit`, `protest` and `completed_on` of each listed game; null if no comment states one."""
    listed = batch.listed.tolist()
    resumed = {one.game: one.resumed_on for one in suspensions(batch, batch.plays.listed)}
    return {
        "forfeit": _stated(batch, "Forfeit=", FORFEITS),
        "protest": _stated(batch, "Protest=", PROTESTS),
        "completed_on": pa.array([resumed.get(game) for game in listed], pa.date32()),
    }


def _stated(batch: Batch, word: str, known: Collection[str]) -> pa.Array:
    """Return the known value in each listed game's last comment that begins with the word."""
    found: dict[int, str] = {}
    for line in comments_that_begin(batch, word, batch.plays.listed):
        value = comment_text(batch, line).removeprefix(word).strip().upper()
        if value in known:
            found[int(batch.plays.games.of_line[line])] = value
    return pa.array([found.get(game) for game in batch.listed.tolist()], pa.string())
