"""Names that baseball writers spell differently from all sources, with a cited page for each: Tony La Russa, not
LaRussa."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from skipper.sources.table_file import read_table_file

SHIPPED = Path(__file__).with_name("spellings.csv")
SPELLING = pa.schema([("retrosheet_id", pa.string()), ("name", pa.string()), ("source", pa.string())])


def read_spellings() -> pa.Table:
    """Return Skipper's list of spellings, one row per person."""
    parsed = read_table_file(SHIPPED, "spellings", "spelling", {name: name for name in SPELLING.names}, SPELLING)
    return pa.concat_tables(parsed.records["spelling"])
