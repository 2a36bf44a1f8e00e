#!/usr/bin/env bash
# retrosheetpy 2.1.0: the events of a season lack the Federal League and every deduced game.
#
# A season's archive of event files has one file for each home club and kind: .EVA and .EVN for the two leagues, .EVF for
# the Federal League, and .EDA and .EDN for games whose plays were deduced from newspapers. One would expect
# `events(year)`, and the ingestion into a database by the same path, to read what the archive holds. It reads .EVA and
# .EVN, whatever else is there, and says nothing: in 1914, when three leagues of eight clubs played, a third of the games
# is missing, and in the seasons with deduced games clubs have holes in their schedules.
#
# Output seen (the games in the archive, which is made here with one game a file, and the games in the table):
#     in the archive: AAA NNN FFF DAA DNN
#     in the table: AAA NNN
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet retrosheetpy==2.1.0 chadwickpy==0.4.0 pyarrow==21.0.0 duckdb==1.4.1 2> "$folder/log"
mkdir "$folder/archive"
cd "$folder/archive"
files='AAA.EVA NNN.EVN FFF.EVF DAA.EDA DNN.EDN'
for file in $files; do
    home=${file%.*}
    {
        printf 'id,%s191404010\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,%s\ninfo,date,1914/04/01\ninfo,number,0\ninfo,usedh,false\n' "$home" "$home"
        for side in 0 1; do
            for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,men%s0%s01,"A Man",%s,%s,%s\n' $side "$slot" $side "$slot" "$slot"; done
        done
        for slot in 1 2 3; do printf 'play,1,0,men00%s01,??,,K\n' $slot; done
        printf 'data,er,men10101,0\n'
    } > "1914$file"
done
echo "in the archive: ${files//.???/}"
found=$("$folder/venv/bin/python" - <<'PYTHON'
from pathlib import Path

import retrosheetpy


class Archive:
    """Hand out the folder above in place of a download."""

    def get_events(self, year: int, force: bool = False) -> Path:
        return Path()


games = retrosheetpy.events(year=1914, downloader=Archive())["GAME_ID"].unique().to_pylist()
print("in the table:", *(game[:3] for game in games))
PYTHON
)
echo "$found"
[ "$found" = 'in the table: AAA NNN' ]
