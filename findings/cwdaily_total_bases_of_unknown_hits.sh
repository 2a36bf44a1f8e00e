#!/usr/bin/env bash
# chadwickpy 0.4.0 (the cells of Chadwick 0.11): figures that a box-score event file does not know are added up as -1.
#
# Retrosheet's box-score event files write -1 for a figure that the newspapers did not print, and cwdaily leaves such a
# figure blank. One would expect a sum with an unknown part to be blank as well, as P_TB, the total bases allowed by a
# pitcher, is. B_TB, a batter's total bases, is not: it takes 1 off for unknown doubles, 2 for unknown triples and 3 for
# unknown home runs, and prints what is left unless that is negative. A man with three hits, whose doubles and triples
# nobody recorded, has no total bases; a man with four has one. cwgame's runs batted in of a club are off by one or blank
# depending on where in the order the unknown figure stands: the first batter's counts as -1, the ninth's wipes out the
# sum. Early seasons, of which only box scores are known, have such rows.
#
# Output seen (player, B_H, B_TB, B_2B, B_3B, B_HR; then AWAY_BI_CT and HOME_BI_CT, where the known ones sum to 8 each):
#     vvvx0011,3,0,,,0
#     vvvx0021,4,1,,,0
#     vvvx0031,2,,,,0
#     7,
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet chadwickpy==0.4.0 2> "$folder/log"
cd "$folder"
printf 'VVV,N,Verdant,Voles\nHHH,N,Hollow,Herons\n' > TEAM1841
for club in VVV HHH; do
    for n in 1 2 3 4 5 6 7 8 9; do printf '%sx00%s1,Last%s,First%s,R,R,%s,OF\n' "${club,,}" "$n" "$n" "$n" "$club"; done > "${club}1841.ROS"
done
{
    printf 'id,HHH184105010\nversion,3\ninfo,visteam,VVV\ninfo,hometeam,HHH\ninfo,date,1841/05/01\ninfo,number,0\ninfo,usedh,false\n'
    for side in 0 1; do
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do printf 'start,%sx00%s1,"A Man",%s,%s,%s\n' "$club" "$slot" $side "$slot" "$slot"; done
    done
    for side in 0 1; do # id, side, slot, order; AB R H 2B 3B HR RBI SH SF HP BB IBB SO SB CS GDP INT
        club=$([ $side = 0 ] && echo vvv || echo hhh)
        for slot in 1 2 3 4 5 6 7 8 9; do
            hits=$((slot == 1 ? 3 : slot == 2 ? 4 : slot == 3 ? 2 : 1))
            batted_in=$(((side == 0 && slot == 1) || (side == 1 && slot == 9) ? -1 : 1))
            printf 'stat,bline,%sx00%s1,%s,%s,1,5,0,%s,-1,-1,0,%s,0,0,0,0,0,0,0,0,0,0\n' "$club" $slot $side $slot $hits $batted_in
            printf 'stat,dline,%sx00%s1,%s,1,%s,27,0,0,0,0,0,0\n' "$club" $slot $side $slot
        done
    done
    printf 'stat,pline,%s,%s,1,27,-1,-1,15,-1,-1,0,0,0,0,0,0,0,0,0,0,0\n' vvvx0011 0 hhhx0011 1
    printf 'line,0,0,0,0,0,0,0,0,0,0\nline,1,0,0,0,0,0,0,0,0,0\nstat,tline,0,5,0,0,0\nstat,tline,1,5,0,0,0\n'
} > 1841HHH.EBN
found=$(
    "$folder/venv/bin/cwdaily" -y 1841 -f 5,15-19 1841HHH.EBN 2>> "$folder/log" | tr -d '"\r' | grep -E '^vvvx00[123]1'
    "$folder/venv/bin/cwgame" -y 1841 -f 0 -x 14,39 1841HHH.EBN 2>> "$folder/log" | tr -d '"\r' | cut -d, -f2-
)
echo "$found"
[ "$found" = "$(printf '%s\n' vvvx0011,3,0,,,0 vvvx0021,4,1,,,0 vvvx0031,2,,,,0 7,)" ]
