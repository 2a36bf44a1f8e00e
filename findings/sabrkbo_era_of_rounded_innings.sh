#!/usr/bin/env bash
# SABRKBO 0.1 (Korean league): the earned run average is computed from innings rounded to one decimal.
#
# The package's `ip` turns outs into innings for its `era`, `whip`, `fip` and rates by nine innings. One would expect
# thirds, or the notation of box scores, in which 20 outs are 6.2. It gives a decimal fraction rounded to one place: 20
# outs are 6.7 and one out is 0.3, a number that looks like three outs in the notation. Every rate inherits the error: a
# man who got one batter out and allowed one earned run has 30.00 instead of 27.00, one with two outs 12.86 instead of
# 13.50, and six innings and two thirds with three earned runs are 4.03, not 4.05. Two of three relief appearances do not
# agree with any published figure.
#
# Output seen (outs and earned runs; ip, era, and 27 * earned runs / outs):
#     1 1: 0.3 30.0 27.0
#     2 1: 0.7 12.86 13.5
#     3 1: 1.0 9.0 9.0
#     20 3: 6.7 4.03 4.05
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet SABRKBO==0.1 2> "$folder/log"
found=$("$folder/venv/bin/python" - <<'PYTHON'
from sabrpkg.metrics import stats

for outs, earned_runs in ((1, 1), (2, 1), (3, 1), (20, 3)):
    innings = stats.ip(outs)
    print(f"{outs} {earned_runs}: {innings} {stats.era(earned_runs, innings)} {round(27 * earned_runs / outs, 2)}")
PYTHON
)
echo "$found"
[ "$found" = "$(printf '%s\n' '1 1: 0.3 30.0 27.0' '2 1: 0.7 12.86 13.5' '3 1: 1.0 9.0 9.0' '20 3: 6.7 4.03 4.05')" ]
