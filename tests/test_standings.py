"""Records of the minors' clubs against the Stats API's standings, on the invented season of `statsapi_league`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from statsapi_league import SEASON
from test_statsapi_games import Season

CLUB = 903  # Cedar Larks, at home in all twelve games of the Double-A season


@pytest.fixture
def season(tmp_path: Path) -> Season:
    """The season, in which the club won seven games and lost five."""
    made = Season(tmp_path)
    for number, (_day, game) in enumerate(made.api.games[12]):
        for side, score in zip(("home", "away"), (5, 2) if number < 7 else (2, 5), strict=True):
            game["teams"][side]["score"] = score
    return made


def level(game: dict[str, Any]) -> None:
    """Let the game end level."""
    game["teams"]["home"]["score"] = game["teams"]["away"]["score"] = 3


def differences(season: Season, won: int, lost: int, **given: Any) -> list[dict[str, Any]]:
    """The club's rows, with standings of so many wins and losses more than 7-5, which the opponent's row mirrors."""
    (records,) = season.api.documents[f"/api/v1/standings?leagueId=113&season={SEASON}"]["records"]
    for record in records["teamRecords"]:
        own = (7 + won, 5 + lost) if record["team"]["id"] == CLUB else (5 + lost, 7 + won)
        record |= dict(zip(("wins", "losses"), own, strict=True)) | {"gamesPlayed": sum(own)}
    return [row for row in season.made("record_difference", **given) if row["club"] == str(CLUB)]


def test_equal_records_are_no_difference(season: Season) -> None:
    assert differences(season, 0, 0) == []


def test_a_club_season_is_held_against_the_standings(season: Season) -> None:
    (row,) = differences(season, 1, 0)
    assert (row["comparison"], row["rule"], row["manager_id"]) == ("club_season", None, None)
    assert (row["reference"], row["reference_wins"] - row["wins"]) == ("Stats API standings", 1)
    assert row["reference_games"] == row["games"] + 1 == 13
    assert (row["category"], row["evidence"]) == ("missing_game", "1 game missing in this lake")


def test_the_standings_give_the_number_of_games_that_a_club_played(season: Season) -> None:
    differences(season, 1, 0)
    (club,) = [row for row in season.made("club") if row["club"] == str(CLUB)]
    assert club["games_expected"] == 13


@pytest.mark.parametrize(
    ("won", "lost", "spoil", "category", "flipped"),
    [
        (-1, 1, level, "unfinished", 1),  # 6-5 and a level game here
        (0, 1, level, "missing_game", 0),
        (1, -1, None, "unknown", 0),
    ],
)
def test_reasons(
    season: Season, won: int, lost: int, spoil: Callable[[Any], None] | None, category: str, flipped: int
) -> None:
    if spoil is not None:
        spoil(season.api.games[12][0][1])
    (row,) = differences(season, won, lost)
    assert (row["category"], len(row["changes"])) == (category, flipped)
    assert all(change["result_to"] == "L" for change in row["changes"])


def test_a_season_that_the_lake_has_in_part_is_not_compared(season: Season) -> None:
    assert differences(season, 2, 2) == []


def test_a_club_with_two_final_records_is_not_compared(season: Season) -> None:
    document = season.api.documents[f"/api/v1/standings?leagueId=113&season={SEASON}"]
    half = {"teamRecords": [{"team": {"id": CLUB}, "season": str(SEASON), "wins": 1, "losses": 2}]}
    changed = {"records": [*document["records"], half]}
    differences(season, 1, 0)
    season.api.documents[f"/api/v1/standings?leagueId=113&season={SEASON}"] = changed
    assert {row["club"] for row in season.made("record_difference")} & {"903", "904"} == {"904"}
