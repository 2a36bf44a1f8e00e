"""How often each spelling of a person's name occurs in a season's games: a record set that several sources fill."""

from __future__ import annotations

import pyarrow as pa

NAMED = pa.schema(
    [
        ("season", pa.int32()),
        ("source_id", pa.string()),
        ("name", pa.string()),
        ("mentions", pa.int64()),
        ("id_source", pa.string()),
    ]
)
