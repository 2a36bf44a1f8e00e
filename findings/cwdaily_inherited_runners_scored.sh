#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): whether an inherited runner scored is read from the play before the
# pitching change.
#
# cwdaily prints for each pitcher the runners he inherited (P_IR, field 65) and how many of them scored (P_IRS, field
# 66). One would expect the second to follow the runners on base when the reliever comes in. Event files put a
# substitution after a record of no play (NP), and at that record the tool still holds the runners' destinations of the
# previous play. A runner who reached or changed base on that play counts as stranded whatever he does later; a runner
# who stands on a base from which somebody scored on that play counts as having scored at once. Only a runner who had not
# moved is followed. In the event files of 2022, followed play by play, 2,051 of 6,421 inherited runners scored (32
# percent); P_IRS adds up to 1,587 (25 percent): 1,034 of those who scored are missing and 570 who did not are in. A
# bullpen judged by this column is judged by the batter before it. (For these figures: the information used here was
# obtained free of charge from and is copyrighted by Retrosheet, www.retrosheet.org.)
#
# Output seen (game, reliever, P_IR, P_IRS):
#     HHH204104010,hhhx0101,1,0    double; relief; a single scores him
#     HHH204104020,hhhx0101,1,1    double, strikeout; relief; a single scores him
#     HHH204104030,hhhx0101,1,1    double, double that scores the first; relief; three strikeouts
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
game() { # day, then the events of the first half-inning; "relief" is the pitching change
    printf 'id,HHH204104%s0\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/%s\ninfo,number,0\ninfo,usedh,true\n' "$1" "$1"
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
    shift
    slot=1
    for event in "$@"; do
        if [ "$event" = relief ]; then
            printf 'play,1,0,vvvx00%s1,00,,NP\nsub,hhhx0101,"A Man",1,0,1\n' $slot
        else
            printf 'play,1,0,vvvx00%s1,??,,%s\n' $slot "$event"
            slot=$((slot + 1))
        fi
    done
    for slot in 1 2 3; do printf 'play,1,1,hhhx00%s1,??,,K\n' $slot; done
}
{
    game 01 D7 relief S8.2-H K K K
    game 02 D7 K relief S8.2-H K K
    game 03 D7 D8.2-H relief K K K
} > 2041HHH.EVA
found=$("$folder/venv/bin/cwdaily" -y 2041 -f 0,5,65,66 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r' | grep hhhx0101)
echo "$found"
[ "$found" = "$(printf '%s\n' HHH204104010,hhhx0101,1,0 HHH204104020,hhhx0101,1,1 HHH204104030,hhhx0101,1,1)" ]
