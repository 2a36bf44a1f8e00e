#!/usr/bin/env bash
# retrosheetpy 2.1.0: a transaction of which only the month is known has no date at all, not even a year.
#
# Retrosheet's transaction file writes day 00 where the day is not known, and month and day 0000 for a move before the
# season of that year; such dates are common before 1950. A date type cannot hold them, so one would expect the year and
# the month to be kept some other way: as text, in columns of their own, or as the first of the month with the indicator
# of an approximate date set. The package's DATE column is null in these rows, no other column has the year, and
# approx_indicator stays null too, since Retrosheet sets it only on a guess. A trade of 1911 cannot be told from one of
# 1991 any more; whoever filters by year loses it, and with it the link between a player's two clubs.
#
# Output seen (date in the file, primary_date and approx_indicator of the table):
#     19110304 1911-03-04 None
#     19110300 None None
#     19110000 None None
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet retrosheetpy==2.1.0 chadwickpy==0.4.0 pyarrow==21.0.0 duckdb==1.4.1 2> "$folder/log"
cd "$folder"
dates='19110304 19110300 19110000'
for date in $dates; do printf '"%s",,,,,"%s","vvvx0011","T ","VVV","AL","HHH","AL",,,,\n' "$date" "$date"; done > tran.txt
"$folder/venv/bin/python" - > table <<'PYTHON'
from pathlib import Path

from retrosheetpy.parse import TransactionParser

rows = TransactionParser().parse_file(Path("tran.txt")).to_pylist()
for row in rows:
    others = {column: value for column, value in row.items() if column not in ("primary_date", "transaction_id")}
    assert not any("1911" in str(value) for value in others.values())
    print(row["transaction_id"], row["primary_date"], row["approx_indicator"])
PYTHON
cat table
[ "$(cat table)" = "$(printf '%s\n' '19110304 1911-03-04 None' '19110300 None None' '19110000 None None')" ]
