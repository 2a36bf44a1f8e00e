#!/usr/bin/env bash
# retrosheetpy 2.1.0 with chadwickpy 0.4.0: the events of a season have no batting or throwing hands, although the rosters
# lie beside them.
#
# cwevent prints the side from which a batter bats and the hand with which a pitcher throws, taken from the roster files
# in the folder. retrosheetpy turns the same files into an Arrow table with the same columns, and its parser looks for the
# TEAM file of the season in the folder of the events. One would expect the same hands. The parser reads the TEAM file,
# which has only the clubs' names, and never opens a roster: every BAT_HAND_CD and PIT_HAND_CD is `?`, except where a badj
# or padj record says the hand in the event file itself. So the only hands in a season are those of the few men who did
# the unusual, and a platoon split by these columns has one group.
#
# Output seen (batter, BAT_HAND_CD and PIT_HAND_CD of cwevent, then of retrosheetpy; the second has a badj record):
#     vvvx0011 L R ? ?
#     vvvx0021 R R R ?
#     vvvx0031 L R ? ?
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet retrosheetpy==2.1.0 chadwickpy==0.4.0 pyarrow==21.0.0 duckdb==1.4.1 2> "$folder/log"
cd "$folder"
printf 'VVV,A,Verdant,Voles\nHHH,A,Hollow,Herons\n' > TEAM2041
for n in 0 1 2 3 4 5 6 7 8 9; do printf 'vvvx00%s1,Last%s,First%s,L,R,VVV,OF\n' $n $n $n; done > VVV2041.ROS
for n in 0 1 2 3 4 5 6 7 8 9; do printf 'hhhx00%s1,Last%s,First%s,R,R,HHH,OF\n' $n $n $n; done > HHH2041.ROS
{
    printf 'id,HHH204104010\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/01\ninfo,number,0\ninfo,usedh,true\n'
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
    printf 'play,1,0,vvvx0011,??,,K\nbadj,vvvx0021,R\nplay,1,0,vvvx0021,??,,K\nplay,1,0,vvvx0031,??,,K\n'
    printf 'data,er,hhhx0001,0\n'
} > 2041HHH.EVA
"$folder/venv/bin/cwevent" -y 2041 -f 10,11,15 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r' | tr , ' ' > chadwick
"$folder/venv/bin/python" - > table <<'PYTHON'
from pathlib import Path

from retrosheetpy.parse import EventParser

table = EventParser().parse_files([Path("2041HHH.EVA")], year=2041)
for row in table.select(["BAT_HAND_CD", "PIT_HAND_CD"]).to_pylist():
    print(row["BAT_HAND_CD"], row["PIT_HAND_CD"])
PYTHON
found=$(paste -d ' ' chadwick table)
echo "$found"
[ "$found" = "$(printf '%s\n' 'vvvx0011 L R ? ?' 'vvvx0021 R R R ?' 'vvvx0031 L R ? ?')" ]
