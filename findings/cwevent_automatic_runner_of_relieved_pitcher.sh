#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): the runner who starts an extra inning on second base is charged to a
# pitcher who has left, if his record stands before the pitching change.
#
# Since 2020 a `radj` record puts a runner on second base before the first play of an extra half-inning. Most files have
# it right before that play, some before the record of no play (NP) under which the new pitcher comes in. Either way the
# new pitcher throws the inning's first pitch, and one would expect the run to be his (unearned). The tool charges the
# runner to whoever is on the mound at the record after `radj`: in the second order that is the man of the inning before.
# RUN2_RESP_PIT_ID names him, cwdaily adds the run to his P_R, in an inning in which he threw no pitch, and gives the new
# pitcher an inherited runner at the start of an inning.
#
# Output seen (game; PIT_ID and RUN2_RESP_PIT_ID of the play that scores the runner; then pitcher, P_R, P_IR):
#     HHH204104010 hhhx0101,hhhx0101; hhhx0001,0,0 hhhx0101,1,0
#     HHH204104020 hhhx0101,hhhx0001; hhhx0001,1,0 hhhx0101,0,1
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
    for n in 00 01 02 03 04 05 06 07 08 09 10; do
        printf '%sx0%s1,Last%s,First%s,R,R,%s,OF\n' "${club,,}" "$n" "$n" "$n" "$club"
    done > "${club}2041.ROS"
done
relief() { printf 'play,10,0,vvvx0011,00,,NP\nsub,hhhx0101,"A Man",1,0,1\n'; }
game() { # day, what comes first at the start of the tenth inning
    printf 'id,HHH204104%s0\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/%s\ninfo,number,0\ninfo,usedh,true\ninfo,tiebreaker,2\n' "$1" "$1"
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
    for inning in 1 2 3 4 5 6 7 8 9; do
        for side in 0 1; do
            for out in 1 2 3; do
                printf 'play,%s,%s,%sx00%s1,??,,K\n' $inning $side "$([ $side = 0 ] && echo vvv || echo hhh)" $(((inning - 1) * 3 % 9 + out))
            done
        done
    done
    if [ "$2" = relief ]; then relief; fi
    printf 'radj,vvvx0091,2\n'
    if [ "$2" = radj ]; then relief; fi
    printf 'play,10,0,vvvx0011,??,,S7.2-H(UR)\n'
    for slot in 2 3 4; do printf 'play,10,0,vvvx00%s1,??,,K\n' $slot; done
    printf 'radj,hhhx0091,2\n'
    for slot in 1 2 3; do printf 'play,10,1,hhhx00%s1,??,,K\n' $slot; done
}
{ game 01 relief; game 02 radj; } > 2041HHH.EVA
seen() { "$folder/venv/bin/$1" -y 2041 -f "$2" 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r'; }
found=$(
    for game in HHH204104010 HHH204104020; do
        play=$(seen cwevent 0,14,76,29 | grep "$game" | grep UR | cut -d, -f2,4)
        echo "$game $play;" $(seen cwdaily 0,5,47,65 | grep -E "$game,hhhx(0001|0101)" | cut -d, -f2-)
    done
)
echo "$found"
[ "$found" = "HHH204104010 hhhx0101,hhhx0101; hhhx0001,0,0 hhhx0101,1,0
HHH204104020 hhhx0101,hhhx0001; hhhx0001,1,0 hhhx0101,0,1" ]
