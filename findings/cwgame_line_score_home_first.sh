#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): in a game in which the home club bats first, cwgame hides what the home
# club scored in the last inning.
#
# `info,htbf,true` says that the home club batted first, as it did in many games before 1950 and in games moved to the
# visitors' park since. When the club that bats last need not bat in the last inning, a line score has an x for it, as
# cwbox prints. cwgame (extended fields 8 and 9, AWAY_LINE_TX and HOME_LINE_TX) decides about the home club's innings by
# whether the visitors batted: the home club's two runs of the second inning below turn into an x, and its line adds up
# to 1 where HOME_SCORE_CT is 3. In a game with the usual order the x is missing altogether, so a home club that did not
# bat in the ninth has a line of eight innings (second game). The columns are printed without quotes, so a reader that
# guesses types takes the digits for a number, except in games with an x.
#
# Output seen (game, score of visitors and home club, their lines; then the lines of cwbox):
#     HHH204104010,4,3,4x,1x
#     HHH204104020,1,2,10,2
#     Verdant          4x --  4
#     Hollow           12 --  3
#     Verdant          10 --  1
#     Hollow           2x --  2
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
    for n in 00 01 02 03 04 05 06 07 08 09; do
        printf '%sx0%s1,Last%s,First%s,R,R,%s,OF\n' "${club,,}" "$n" "$n" "$n" "$club"
    done > "${club}2041.ROS"
done
half() { # inning, side, first slot, home runs
    club=$([ "$2" = 0 ] && echo vvv || echo hhh)
    slot=$3
    for ((n = 0; n < $4 + 3; n++)); do
        printf 'play,%s,%s,%sx00%s1,??,,%s\n' "$1" "$2" "$club" "$slot" "$([ $n -lt "$4" ] && echo HR || echo K)"
        slot=$((slot % 9 + 1))
    done
}
game() { # day, whether the home club bats first
    printf 'id,HHH204104%s0\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/%s\ninfo,number,0\ninfo,usedh,true\ninfo,htbf,%s\n' "$1" "$1" "$2"
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
}
{
    game 01 true
    half 1 1 1 1; half 1 0 1 4; half 2 1 5 2
    printf 'data,er,hhhx0001,4\ndata,er,vvvx0001,3\n'
    game 02 false
    half 1 0 1 1; half 1 1 1 2; half 2 0 5 0
    printf 'data,er,hhhx0001,1\ndata,er,vvvx0001,2\n'
} > 2041HHH.EVA
found=$(
    "$folder/venv/bin/cwgame" -y 2041 -f 0,34,35 -x 8,9 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r'
    "$folder/venv/bin/cwbox" -y 2041 2041HHH.EVA 2>> "$folder/log" | grep -E -- ' -- +[0-9]+$' | grep -E '^(Verdant|Hollow)'
)
echo "$found"
[ "$found" = "$(printf '%s\n' HHH204104010,4,3,4x,1x HHH204104020,1,2,10,2 'Verdant          4x --  4' 'Hollow           12 --  3' 'Verdant          10 --  1' 'Hollow           2x --  2')" ]
