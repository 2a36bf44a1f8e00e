#!/usr/bin/env bash
# MLB-StatsAPI 1.9.0: a game that rain ended early, or that ended in a tie, has no result in the schedule.
#
# `statsapi.schedule` gives each game a status, the winning and losing team, the pitchers of record and a summary with the
# score. The league's server calls a finished game `Final`, or says more: `Completed Early: Rain` for an official game of
# fewer innings, `Completed Early: Mercy`, `Final: Tied`. All have the coded state F. One would expect the result for each
# game with a winner and `Tie` for the tied one, for which the package has a branch. It compares the long text with
# `Final` and `Game Over` only. The other games look as if they were still to be played: no key for the winner, the loser
# or the pitchers, a summary without the score, and a tie so named does not reach its branch. Whoever adds up wins from
# the schedule gives clubs fewer games than the standings have.
#
# Output seen (status, winning_team, summary; the server's answer is made here and handed to the package):
#     Final: winning_team Voles; 2041-04-01 - Voles (3) @ Herons (2) (Final)
#     Completed Early: Rain: no winning_team; 2041-04-01 - Voles @ Herons (Completed Early: Rain)
#     Final: Tied: no winning_team; 2041-04-01 - Voles @ Herons (Final: Tied)
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet MLB-StatsAPI==1.9.0 requests==2.32.5 2> "$folder/log"
found=$("$folder/venv/bin/python" - <<'PYTHON'
import statsapi


def game(status: str, runs: tuple[int, int]) -> dict[str, object]:
    names = {"away": "Voles", "home": "Herons"}
    teams = {
        side: {"team": {"id": place, "name": names[side]}, "score": runs[place], "isWinner": runs[place] > runs[1 - place]}
        for place, side in enumerate(names)
    }
    return {
        "gamePk": 1,
        "gameDate": "2041-04-01T17:00:00Z",
        "gameType": "R",
        "status": {"abstractGameState": "Final", "codedGameState": "F", "detailedState": status},
        "teams": teams,
        "isTie": runs[0] == runs[1],
        "decisions": {"winner": {"fullName": "A Man"}, "loser": {"fullName": "B Man"}},
        "doubleHeader": "N",
        "gameNumber": 1,
        "content": {},
    }


games = [game("Final", (3, 2)), game("Completed Early: Rain", (3, 2)), game("Final: Tied", (2, 2))]
statsapi.get = lambda endpoint, params, **options: {"totalItems": 3, "dates": [{"date": "2041-04-01", "games": games}]}
for row in statsapi.schedule(date="2041-04-01"):
    winner = f"winning_team {row['winning_team']}" if "winning_team" in row else "no winning_team"
    print(f"{row['status']}: {winner}; {row['summary']}")
PYTHON
)
echo "$found"
[ "$found" = "Final: winning_team Voles; 2041-04-01 - Voles (3) @ Herons (2) (Final)
Completed Early: Rain: no winning_team; 2041-04-01 - Voles @ Herons (Completed Early: Rain)
Final: Tied: no winning_team; 2041-04-01 - Voles @ Herons (Final: Tied)" ]
