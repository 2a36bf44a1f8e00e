#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): an inherited runner makes cwdaily forget that the game was suspended.
#
# APPEAR_DT (field 3 of cwdaily) is the day on which a player entered the game: the day of the comment
# `suspended,yyyymmdd,site,reason` for everyone who enters after it. One would expect it to depend on that comment alone.
# When a reliever enters with a runner on base, cwbox and cwdaily look ahead to see whether the runner scores, and
# whatever comment this look passes is spent: if the game is suspended later in the same half-inning, nobody who enters
# afterwards has the second date. The two games below differ only in the pitching change before the suspension. Real
# seasons have such games: whoever counts a player's games by day counts them on the wrong day.
#
# Output seen (game, player, APPEAR_DT; the pinch hitter enters on 20 June, in the first game after a relief of the
# first day, in the second without):
#     HHH204104010,hhhx0101,20410401
#     HHH204104020,hhhx0101,20410620
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
    for n in 00 01 02 03 04 05 06 07 08 09 10 11; do
        printf '%sx0%s1,Last%s,First%s,R,R,%s,OF\n' "${club,,}" "$n" "$n" "$n" "$club"
    done > "${club}2041.ROS"
done
game() { # day, whether the pitcher is relieved on the first day
    printf 'id,HHH204104%s0\nversion,2\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,2041/04/%s\ninfo,number,0\ninfo,usedh,true\n' "$1" "$1"
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" $((slot + 1)); done
        printf 'start,%sx0001,"A Man",%s,0,1\n' "$club" $side
    done
    printf 'play,1,0,vvvx0011,??,,S7\nplay,1,0,vvvx0021,??,,K\n'
    if [ "$2" = relief ]; then printf 'play,1,0,vvvx0031,00,,NP\nsub,hhhx0111,"A Man",1,0,1\n'; fi
    cat <<'PLAYS'
play,1,0,vvvx0031,??,,K
com,"suspended,20410620,HHH01,rain"
play,1,0,vvvx0041,??,,K
play,1,1,hhhx0011,00,,NP
sub,hhhx0101,"A Man",1,1,11
play,1,1,hhhx0101,??,,K
play,1,1,hhhx0021,??,,K
play,1,1,hhhx0031,??,,K
data,er,hhhx0001,0
data,er,vvvx0001,0
PLAYS
}
{ game 01 relief; game 02 none; } > 2041HHH.EVA
found=$("$folder/venv/bin/cwdaily" -y 2041 -f 0,5,3 2041HHH.EVA 2>> "$folder/log" | tr -d '"\r' | awk -F, '$3 == "hhhx0101" {print $1 "," $3 "," $2}')
echo "$found"
[ "$found" = "$(printf '%s\n' HHH204104010,hhhx0101,20410401 HHH204104020,hhhx0101,20410620)" ]
