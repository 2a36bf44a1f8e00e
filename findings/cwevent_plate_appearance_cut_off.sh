#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): when the third out is made on the bases, the count of the batter who was
# left standing follows the other club to bat.
#
# A reliever who enters at two balls and no strikes and completes the walk leaves the walk to his predecessor; a pinch
# hitter who enters with two strikes and strikes out leaves the strikeout to the batter he replaced. Both hold for that
# plate appearance only. If a runner is caught stealing for the third out, the plate appearance is void, and one would
# expect the charge to be void with it. cwevent keeps it until the next plate appearance ends, which is the other
# club's: below, the home club's leadoff man walks and RESP_PIT_ID names a pitcher of his own club; later a home batter
# strikes out and RESP_BAT_ID names the visitors' seventh batter, who had already left the game. cwdaily counts by the
# same rule: the seventh batter has a plate appearance and a strikeout, the man who struck out has neither. Rare, but
# whoever adds up plate appearances by club finds one on the wrong side.
#
# Output seen (inning, side, batter, RESP_BAT_ID, pitcher, RESP_PIT_ID, event; then player, B_PA, B_SO):
#     1,1,hhhx0011,hhhx0011,vvvx0001,hhhx0001,W
#     2,1,hhhx0051,vvvx0071,vvvx0001,vvvx0001,K
#     vvvx0071,1,1
#     hhhx0051,0,0
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
{
    printf 'id,HHH204104010\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/01\ninfo,number,0\ninfo,usedh,true\n'
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
    cat <<'PLAYS'
play,1,0,vvvx0011,??,,W
play,1,0,vvvx0021,??,,K
play,1,0,vvvx0031,??,,K
play,1,0,vvvx0041,20,BB,NP
sub,hhhx0101,"A Man",1,0,1
play,1,0,vvvx0041,20,BB,CS2(26)
play,1,1,hhhx0011,??,,W
play,1,1,hhhx0021,??,,K
play,1,1,hhhx0031,??,,K
play,1,1,hhhx0041,??,,K
play,2,0,vvvx0041,??,,W
play,2,0,vvvx0051,??,,K
play,2,0,vvvx0061,??,,K
play,2,0,vvvx0071,02,CC,NP
sub,vvvx0101,"A Man",0,7,11
play,2,0,vvvx0101,02,CC,CS2(26)
play,2,1,hhhx0051,00,,NP
sub,vvvx0101,"A Man",0,7,8
play,2,1,hhhx0051,??,,K
play,2,1,hhhx0061,??,,K
play,2,1,hhhx0071,??,,K
play,3,0,vvvx0101,??,,K
play,3,0,vvvx0081,??,,K
play,3,0,vvvx0091,??,,K
data,er,hhhx0001,0
data,er,hhhx0101,0
data,er,vvvx0001,0
PLAYS
} > 2041HHH.EVA
seen() { "$folder/venv/bin/$1" -y 2041 -f "$2" 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r' | grep -E "$3"; }
found=$(
    seen cwevent 2,3,10,12,14,16,29 '^1,1,hhhx0011|^2,1,hhhx0051'
    seen cwdaily 5,12,25 '^vvvx0071|^hhhx0051'
)
echo "$found"
[ "$found" = "$(printf '%s\n' 1,1,hhhx0011,hhhx0011,vvvx0001,hhhx0001,W 2,1,hhhx0051,vvvx0071,vvvx0001,vvvx0001,K vvvx0071,1,1 hhhx0051,0,0)" ]
