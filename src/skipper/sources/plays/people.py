"""The people named in the games of a batch."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.sources.named_people import NAMED
from skipper.sources.plays.batch import Batch
from skipper.sources.plays.events import line_fields as lf


def people(batch: Batch) -> pa.Table:
    """Return the players in lineups and substitutions, by season, with their names, as NAMED."""
    lines, of_line = batch.plays.lines, batch.plays.games.of_line
    named = lines.of_players[of_line[lines.of_players] >= 0]
    nobody = batch.plays.games.word_index.get(b"", lf.UNKNOWN)
    named = named[batch.plays.used_records[named] & (lines.fields[named, lf.PLAYER] != nobody)]
    season = batch.plays.games.seasons[of_line[named]].astype(np.int64)
    pairs, mentions = np.unique(season << 32 | lines.fields[named, lf.PLAYER], return_counts=True)
    words = pairs & 0xFFFFFFFF
    table = pa.table(
        {
            "season": pa.array((pairs >> 32).astype(np.int32)),
            "source_id": batch.people(words).cast(pa.string()),
            "name": batch.names_of(words).cast(pa.string()),
            "mentions": pa.array(mentions, pa.int64()),
            "id_source": pa.repeat(batch.dialect.id_source, len(words)),
        }
    )
    return table.cast(NAMED)
