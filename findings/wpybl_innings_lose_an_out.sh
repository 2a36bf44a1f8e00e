#!/usr/bin/env bash
# wpybl 0.4.2 (statistics of the Women's Professional Baseball League): a pitcher's innings lose an out on the way through
# a decimal fraction.
#
# In a box score 4.1 means four innings and one out. The package turns it into a number of thirds to add outings up, and
# back into the notation to show the sum. One would expect a single outing to come out as it went in. The part after the
# point is taken from a binary fraction (4.1 is a little less than it looks) and cut off instead of rounded on the way
# back, so the last out is gone: 4.1 becomes 4.0, 5.1 becomes 5.0, 8.2 becomes 8.1, while 3.1 and 4.2 survive. The rates
# are computed from the shown innings: with one earned run in 4.1 innings the earned run average is 2.25 instead of 2.08.
# Sums of outings lose an out or not, as it happens.
#
# Output seen (outings, innings_pitched, era with one earned run):
#     3.1: 3.1, 2.7
#     4.1: 4.0, 2.25
#     4.2: 4.2, 1.93
#     8.2: 8.1, 1.08
#     4.1 4.1: 8.1, 1.08
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet wpybl==0.4.2 2> "$folder/log"
cd "$folder"
found=$("$folder/venv/bin/python" - <<'PYTHON'
from types import SimpleNamespace

from wpybl.raw.team import PlayerPitching
from wpybl.stats.pitching import player_pitching_counting_stats, player_pitching_rate_stats


def game(innings: float, earned_runs: int) -> SimpleNamespace:
    player = SimpleNamespace(pitching=PlayerPitching(ip=innings, er=earned_runs, bb=1))
    return SimpleNamespace(get_player=lambda name: player)


for outings in ([3.1], [4.1], [4.2], [8.2], [4.1, 4.1]):
    games = [game(innings, int(place == 0)) for place, innings in enumerate(outings)]
    innings = player_pitching_counting_stats("A Woman", games)["innings_pitched"][0]
    era = player_pitching_rate_stats("A Woman", games)["era"][0]
    print(f"{' '.join(map(str, outings))}: {float(innings)}, {float(era)}")
PYTHON
)
echo "$found"
[ "$found" = "$(printf '%s\n' '3.1: 3.1, 2.7' '4.1: 4.0, 2.25' '4.2: 4.2, 1.93' '8.2: 8.1, 1.08' '4.1 4.1: 8.1, 1.08')" ]
