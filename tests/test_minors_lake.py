"""A lake with real minor-league games: a manager's record and file, his clubs, and his players (SKIPPER_DATA)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from built_lake import Built
from page_markup import rows
from press_frozen import frozen
from skipper.cli import main
from skipper.press.answer import judged
from skipper.render.html.page import write_file

BACKMAN = "Wally Backman"


def asked(built: Built, *arguments: str) -> dict[str, Any]:
    """Return an answer as JSON."""
    result = CliRunner().invoke(main, [*arguments, "--lake", str(built.lake), "--format", "json"])
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_a_managers_seasons_come_from_plays_and_from_scores(with_minors: Built) -> None:
    """Brooklyn was 51-24, and 2-3 in the playoffs; scores do not tell Birmingham's playoffs from its season."""
    answer = asked(with_minors, "records", BACKMAN, "--rule", "managed")
    seasons = {row["season"]: row for row in answer["rows"]}
    found = {
        season: (row["club"], row["level"], row["wins"], row["losses"], row["by_scores"])
        for season, row in seasons.items()
    }
    assert found == {
        2002: ("BIR-SL", "AA", 84, 63, True),
        2004: ("LAN-CAL", "A+", 86, 53, True),
        2010: ("BroNYP", "A-", 51, 24, False),
    }
    assert (seasons[2010]["postseason_wins"], seasons[2010]["postseason_losses"]) == (2, 3)
    assert (seasons[2002]["official_wins"], seasons[2002]["official_losses"]) == (79, 61)


def test_minor_league_scores_do_not_stand_for_a_season_of_the_majors(with_minors: Built) -> None:
    """The game logs lack 1994, 1999 and 2004; the scores have the minors of 2004."""
    assert asked(with_minors, "records", "Bobby Cox")["coverage"]["seasons_missing"] == [1994, 1999, 2004]
    assert 2004 in asked(with_minors, "records", "Terry Francona")["coverage"]["seasons_missing"]


def test_lineups_are_known_where_plays_are(with_minors: Built) -> None:
    """Nine starters a game, but for the lineups that are withheld, which are exceptions."""
    answer = asked(with_minors, "usage", BACKMAN, "--season", "2010")
    reader = with_minors.reader()
    (withheld,) = reader.rows(
        "SELECT count(*)::INTEGER AS lineups FROM exception JOIN club_game USING (season, game_id, club) "
        "WHERE season = 2010 AND club = 'BroNYP' AND kind = 'withheld_lineup' AND game_type = 'regular'"
    )
    assert sum(row["lineup_starts"] for row in answer["rows"]) == 9 * (75 - withheld["lineups"]) == 612
    (split,) = reader.rows(
        "SELECT count(DISTINCT slot) AS slots, count(DISTINCT opposing_hand) AS hands, sum(starts)::INTEGER AS starts "
        "FROM lineup_usage WHERE season = 2010 AND club = 'BroNYP'"
    )
    assert split == {"slots": 9, "hands": 2, "starts": 612}


def test_an_ejection_moves_no_game(with_minors: Built) -> None:
    (game,) = with_minors.reader().rows(
        "SELECT runs_for, runs_against, manager_name, manager_source, manager_confidence FROM club_game "
        "WHERE game_id = 'BroNYP201006240' AND club = 'BroNYP'"
    )
    assert game == {
        "runs_for": 16,
        "runs_against": 5,
        "manager_name": BACKMAN,
        "manager_source": "file",
        "manager_confidence": "strong",
    }
    (row,) = with_minors.reader().rows(
        "SELECT role, first_day::VARCHAR AS day FROM listed_manager WHERE season = 2010 AND role = 'ejected'"
    )
    assert row == {"role": "ejected", "day": "2010-06-24"}


def test_the_ejections_of_a_manager_are_answered(with_minors: Built) -> None:
    answer = asked(with_minors, "ejections", BACKMAN)
    told = [(row["date"], row["club"], row["result"], row["runs_for"], row["runs_against"]) for row in answer["rows"]]
    assert told == [("2010-06-24", "BroNYP", "W", 16, 5), ("2014-04-06", "Las Vegas 51s", None, None, None)]
    printed = CliRunner().invoke(main, ["ejections", BACKMAN, "--lake", str(with_minors.lake)]).stdout
    assert "\nKnown ejections: 2. Games that the manager ran: " in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_the_file_has_the_ejection_with_the_game_and_its_source(with_minors: Built, tmp_path: Path) -> None:
    page = tmp_path / "backman.html"
    write_file(with_minors.reader(), BACKMAN, page, None)
    (game, other) = rows(page.read_text("utf-8"), "Ejections")
    assert game[:4] == ["2010-06-24", "BroNYP", "HudNYP", "W 16-5"]
    assert game[4].startswith('<a href="https://www.metstoday.com/4698/')
    assert other[:2] == ["2014-04-06", "Las Vegas 51s"]  # the lake has no such game


def test_the_system_of_the_mets(with_minors: Built) -> None:
    clubs = asked(with_minors, "system", "New York Mets", "--season", "2010")["rows"]
    found = {row["club_name"]: (row["level"], bool(row["managers"]), row["games"] is not None) for row in clubs}
    assert found == {
        "New York Mets": ("MLB", True, True),
        "Buffalo Bisons": ("AAA", True, True),
        "Binghamton Mets": ("AA", True, True),
        "St. Lucie Mets": ("A+", True, True),
        "Savannah Sand Gnats": ("A", True, True),
        "Brooklyn Cyclones": ("A-", True, True),
        "Kingsport Mets": ("Rk+", False, True),
        "GCL Mets": ("Rk", False, True),
        "DSL Mets1": ("Rk", False, False),
        "DSL Mets2": ("Rk", False, False),
    }


def test_a_players_way_up_and_a_rehabilitation(with_minors: Built) -> None:
    rows = asked(with_minors, "player", "Wilmer Flores", "--season", "2010")["rows"]
    assert {row["club"]: row["lineup_starts"] for row in rows} == {"SavSAL": 64, "St.FSL": 64}
    stint = with_minors.reader().rows(
        "SELECT club, level, rehabilitation, first_day::VARCHAR AS day FROM development "
        "WHERE season = 2010 AND player_id = '408314'"
    )
    assert stint == [{"club": "St.FSL", "level": "A+", "rehabilitation": True, "day": "2010-04-08"}]


def test_a_player_whom_the_register_lacks_is_one_person_with_lahmans(with_minors: Built) -> None:
    """The Register here lacks Juan Centeno; Lahman has his debut, and the list of players his date of birth."""
    reader = with_minors.reader()
    centeno = reader.rows(
        "SELECT DISTINCT major_league_debut_season AS year FROM development WHERE player_id = '518542'"
    )
    assert centeno == [{"year": 2013}]
    alike = reader.rows(
        "SELECT person_id, lahman_id FROM person WHERE name = 'Juan Centeno' AND source IN ('lahman', 'mlbam')"
    )
    assert [row["lahman_id"] for row in alike] == ["centeju01"]
    ties = reader.rows("SELECT count(*) AS ties FROM person_alias WHERE tied_by = 'birth_date_and_name'")
    assert ties[0]["ties"] > 650


def test_coverage_counts_games_without_a_manager(with_minors: Built) -> None:
    tables = asked(with_minors, "coverage")["tables"]
    without = {
        (row["season"], row["level"]): row["without_manager"]
        for row in tables["managers"]
        if row["season"] in (2010, 2018)
    }
    assert without[2010, "MLB"] == without[2018, "MLB"] == 0
    (counted,) = with_minors.reader().rows(
        "SELECT count(*)::INTEGER AS games FROM club_game WHERE season = 2010 AND level = 'Rk' AND manager_id IS NULL"
    )
    assert without[2010, "Rk"] == counted["games"] > 800
    assert {"Tim Teufel", "Jose Carreno"} <= {row["manager_name"] for row in tables["unconfirmed"]}


def test_the_claims_of_the_four_pieces_with_games_of_the_minors(with_minors: Built, real_data: Path) -> None:
    """Games of 2002, 2004 and 2010 settle Brooklyn's postseason and change no other verdict: 21 stay open."""
    reports, expected = frozen(real_data)
    found = judged(reports, [one_claim for one_claim, _verdict in expected], with_minors.reader())
    changed = [
        (claim.type, dict(claim.fields), verdict, now.verdict)
        for (claim, verdict), now in zip(expected, found.verdicts, strict=True)
        if now.verdict != verdict
    ]
    assert len(expected) == 71
    brooklyn = {"person": "Wally Backman", "what": "postseason_seasons", "seasons": [2010], "clubs": ["Brooklyn"]}
    assert changed == [("tally", brooklyn, "unverifiable", "corroborated")]
    assert Counter(now.verdict for now in found.verdicts)["unverifiable"] == 21
    assert all(now.settles for now in found.verdicts if now.verdict == "unverifiable")
