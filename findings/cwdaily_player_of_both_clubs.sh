#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): when a player appears for both clubs in one game, cwdaily and cwbox give
# his batting for the home club to the visitors.
#
# A game that was suspended in June can be resumed in August, and a catcher who was traded in between can catch for the
# other club: it has happened in the major leagues, in 2024. His two appearances are two entries, one in each lineup, and
# one would expect the plate appearances of each to stay with the club that sent him up. cwdaily has both entries, but
# looks the batter up by his id alone, the visitors first: below he strikes out for the visitors in April, hits a home
# run for the home club in September, and both are on his row for the visitors. His row for the home club is empty, so
# the hits of the clubs no longer add up to the game's: cwgame counts 0 and 1, the rows of cwdaily 1 and 0.
#
# Output seen (club, player, slot, B_PA, B_H, B_HR; then AWAY_HITS_CT and HOME_HITS_CT):
#     VVV,vvvx0021,2,2,1,1
#     HHH,vvvx0021,2,0,0,0
#     0,1
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
printf 'vvvx0021,Last02,First02,R,R,HHH,OF\n' >> HHH2041.ROS
{
    printf 'id,HHH204104010\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/01\ninfo,number,0\ninfo,usedh,true\n'
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
    cat <<'PLAYS'
play,1,0,vvvx0011,??,,K
play,1,0,vvvx0021,??,,K
play,1,0,vvvx0031,??,,K
com,"suspended,20410901,HHH01,rain"
play,1,1,hhhx0011,00,,NP
sub,vvvx0101,"A Man",0,2,3
play,1,1,hhhx0011,??,,K
play,1,1,hhhx0021,00,,NP
sub,vvvx0021,"A Man",1,2,11
play,1,1,vvvx0021,??,,HR/F7
play,1,1,hhhx0031,??,,K
play,1,1,hhhx0041,??,,K
data,er,hhhx0001,0
data,er,vvvx0001,1
PLAYS
} > 2041HHH.EVA
seen() { "$folder/venv/bin/$1" -y 2041 -f "$2" 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r' | grep -E "$3"; }
found=$(
    seen cwdaily 4,5,6,12,15,19 vvvx0021
    seen cwgame 36,37 .
)
echo "$found"
[ "$found" = "$(printf '%s\n' VVV,vvvx0021,2,2,1,1 HHH,vvvx0021,2,0,0,0 0,1)" ]
