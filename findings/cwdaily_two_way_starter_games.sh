#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): a starting pitcher who is also the designated hitter plays two games in
# one.
#
# Since 2022 a starting pitcher may bat as his own designated hitter, and Retrosheet lists him twice: in a batting slot at
# position 10 and in slot 0 at position 1. cwdaily is described as one row for each player in a game. One would expect one
# row for him, or two of which one has the batting and the other the pitching. There are two, and each has 1 in B_G, games
# played; the batting row has 0 in P_G. The sum of B_G by player has every such start twice, and a row found by game and
# player alone is one of two at random. A reliever who is not a batter also has a row with B_G 1, so the rows cannot be
# told apart by that column.
#
# Output seen (player, slot, order in the slot, B_G, B_HR, P_G, P_GS, P_OUT; and the sum of his B_G in this one game):
#     hhhx0011,1,1,1,1,0,0,0
#     hhhx0011,0,1,1,0,1,1,3
#     2
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet chadwickpy==0.4.0 2> "$folder/log"
cd "$folder"
printf 'VVV,A,Verdant,Voles\nHHH,A,Hollow,Herons\n' > TEAM2041
for club in VVV HHH; do
    for n in 0 1 2 3 4 5 6 7 8 9; do printf '%sx00%s1,Last%s,First%s,R,R,%s,OF\n' "${club,,}" "$n" "$n" "$n" "$club"; done > "${club}2041.ROS"
done
{
    printf 'id,HHH204104010\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/01\ninfo,number,0\ninfo,usedh,true\n'
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        printf 'start,%sx0011,"A Man",%s,1,10\n' "$club" $side
        for slot in 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" "$slot"; done
        printf 'start,%s,"A Man",%s,0,1\n' "$([ $side = 0 ] && echo vvvx0001 || echo hhhx0011)" $side
    done
    for slot in 1 2 3; do printf 'play,1,0,vvvx00%s1,??,,K\n' $slot; done
    printf 'play,1,1,hhhx0011,??,,HR/F7\n'
    for slot in 2 3 4; do printf 'play,1,1,hhhx00%s1,??,,K\n' $slot; done
    printf 'data,er,hhhx0011,0\ndata,er,vvvx0001,1\n'
} > 2041HHH.EVA
rows=$("$folder/venv/bin/cwdaily" -y 2041 -f 5-7,11,19,36,37,44 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r' | grep hhhx0011)
found=$(printf '%s\n' "$rows" "$(awk -F, '{games += $4} END {print games}' <<< "$rows")")
echo "$found"
[ "$found" = "$(printf '%s\n' hhhx0011,1,1,1,1,0,0,0 hhhx0011,0,1,1,0,1,1,3 2)" ]
