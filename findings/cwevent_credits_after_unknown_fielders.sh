#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): a putout by unknown fielders (`99`) takes away every fielding credit
# that follows it in the advances of the same play.
#
# Retrosheet writes 99 where nobody knows who made an out. The advances of such a play may still name fielders: in
# `99/SF.3-H;2X3(86)` the center fielder threw out the runner at third. One would expect the assist and the second
# putout to be credited, as they are after `8/SF.3-H;2X3(86)`. cwevent prints no assist (ASS1_FLD_CD, field 91, is 0)
# and fielder 0 for the second putout (PO2_FLD_CD, field 89). Counts of assists and putouts from deduced games, where
# 99 is frequent, are therefore too small.
#
# Output seen, one line for each play (event; PO1, PO2, ASS1):
#     8/SF.3-H;2X3(86),8,6,8
#     99/SF.3-H;2X3(86),0,0,0
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet chadwickpy==0.4.0
cd "$folder"
printf 'VVV,A,Verdant,Voles\nHHH,A,Hollow,Herons\n' > TEAM2041
for club in VVV HHH; do
    for n in 0 1 2 3 4 5 6 7 8 9; do
        printf '%sx00%s1,Last%s,First%s,R,R,%s,OF\n' "${club,,}" "$n" "$n" "$n" "$club"
    done > "${club}2041.ROS"
done
{
    printf 'id,HHH204104010\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/01\ninfo,number,0\ninfo,usedh,true\n'
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
    inning=1
    for event in '8/SF.3-H;2X3(86)' '99/SF.3-H;2X3(86)'; do
        first=$((inning == 1 ? 1 : 5))
        printf 'play,%s,0,vvvx00%s1,??,,T7\n' $inning $first
        printf 'play,%s,0,vvvx00%s1,??,,W\n' $inning $((first + 1))
        printf 'play,%s,0,vvvx00%s1,??,,SB2\n' $inning $((first + 2))
        printf 'play,%s,0,vvvx00%s1,??,,%s\n' $inning $((first + 2)) "$event"
        printf 'play,%s,0,vvvx00%s1,??,,K\n' $inning $((first + 3))
        for slot in 1 2 3; do printf 'play,%s,1,hhhx00%s1,??,,K\n' $inning $(((inning - 1) * 3 + slot)); done
        inning=$((inning + 1))
    done
    printf 'data,er,hhhx0001,2\ndata,er,vvvx0001,0\n'
} > 2041HHH.EVA
found=$("$folder/venv/bin/cwevent" -y 2041 -f 29,88,89,91 2041HHH.EVA 2> "$folder/log" | tr -d '"\r' | grep /SF)
echo "$found"
[ "$found" = "$(printf '8/SF.3-H;2X3(86),8,6,8\n99/SF.3-H;2X3(86),0,0,0')" ]
