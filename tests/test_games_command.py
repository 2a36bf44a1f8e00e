"""`skipper games`, and what `skipper player` says from play by play."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from skipper.answers.compare import compare
from skipper.answers.errors import UnknownSeasonError
from skipper.answers.games import games
from skipper.answers.leaders import leaders
from skipper.answers.player import player
from skipper.answers.records import records
from skipper.answers.usage import usage
from skipper.cli import main
from skipper.definitions.plays import SUBSTITUTION_KINDS as KINDS
from skipper.lake.reader import LakeReader
from tiny_lake import write_lake
from tiny_plays import EVENTS, LOGGED, NEWMAN, ROOKIE, UNLOGGED, write_lake_with_plays

LAHMAN = (
    "2034 ALP: the manager comes from Lahman, which lists a single manager for the club's season; none of the game "
    "sources names the manager."
)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    return LakeReader(write_lake_with_plays(tmp_path_factory.mktemp("plays")))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    """A lake of game logs alone."""
    return LakeReader(write_lake(tmp_path_factory.mktemp("plain")))


@pytest.fixture
def run(lake: LakeReader):
    def invoke(*arguments: str, at: Path = lake.lake) -> Result:
        return CliRunner().invoke(main, [*arguments, "--lake", str(at)])

    return invoke


def test_game_logs_alone_give_games_and_lineups_but_no_changes(plain: LakeReader):
    answer = games(plain, "José Marsh", 2031)
    rows = answer.main.rows
    assert [(row["date"].day, row["result"], row["runs_for"], row["runs_against"]) for row in rows] == [
        (1, "W", 5, 2),
        (3, "W", 3, 2),
        (4, "T", 4, 4),
    ]
    assert rows[0]["lineup"] == "<script> 2B!, Twin 2B!, Marsh P"
    assert "! the source has two or more starters at this position (3 of the lineups shown)." in answer.notes
    assert {(row["has_plays"], row["changes_made"], row["changes"]) for row in rows} == {(False, None, None)}
    assert "Without play-by-play, changes during the game are unknown." in answer.lead


def test_an_ejection_is_known_from_plays_or_from_a_page_that_names_the_day(tmp_path: Path):
    (first, *_) = [
        row["game_id"] for row in games(LakeReader(write_lake(tmp_path / "plain")), "José Marsh", 2031).main.rows
    ]
    sent_off = {"season": 2031, "ejected_person_id": "p-marsh", "role": "manager"}
    listed = {"season": 2031, "manager_person_id": "p-marsh", "role": "ejected", "source": "https://page.example"}
    more = {
        "ejection": [{**sent_off, "game_id": first}, {**sent_off, "game_id": "other", "ejected_person_id": "p-tvale"}],
        "listed_manager": [
            {**listed, "first_day": date(2031, 4, 3)},
            {**listed, "first_day": date(2031, 4, 4), "role": "suspended"},
        ],
    }
    answer = games(LakeReader(write_lake(tmp_path / "lake", more=more)), "José Marsh", 2031)
    assert [row["ejection_source"] for row in answer.main.rows] == ["event_file", "https://page.example", None]
    assert [line for line in answer.lead if line.startswith("Ejected")] == [
        "Ejected on 2031-04-01, W 5-2 against BET (play-by-play).",
        "Ejected on 2031-04-03, W 3-2 against BET (https://page.example).",
    ]


def test_a_day_of_two_games_does_not_say_in_which_the_manager_was_ejected(tmp_path: Path):
    listed = {"season": 2031, "manager_person_id": "p-marsh", "role": "ejected", "first_day": date(2031, 4, 3)}
    second = {"game_id": "second", "season": 2031, "date": date(2031, 4, 3), "club": "ALP", "opponent": "BET"}
    more = {
        "listed_manager": [{**listed, "source": "https://page.example"}],
        "club_game": [{**second, "manager_person_id": "p-marsh", "result": "N"}],
        "game": [{"game_id": "second", "season": 2031, "has_plays": False}],
    }
    rows = games(LakeReader(write_lake(tmp_path / "lake", more=more)), "José Marsh", 2031).main.rows
    assert [row["date"].day for row in rows] == [1, 3, 3, 4]
    assert {row["ejection_source"] for row in rows} == {None}


def test_a_game_in_both_is_one_row_with_the_logs_lineup(lake: LakeReader):
    first = games(lake, "José Marsh", 2031).main.rows[0]
    assert (first["game_id"], first["has_plays"], first["changes_made"]) == (LOGGED, True, 0)
    assert first["lineup"].count(",") == 2


def test_a_game_without_log_comes_from_the_plays_and_says_so(lake: LakeReader):
    answer = games(lake, "Nia Newman", 2034)
    (row,) = answer.main.rows
    assert (row["game_id"], row["manager_source"], row["result"]) == (UNLOGGED, "lahman_whole_season", "L")
    assert (row["runs_for"], row["runs_against"], row["opponent"]) == (3, 4, "BET")
    assert row["lineup"] == "de Rookie LF, Marsh P"
    assert row["changes_made"] == 2
    assert row["changes"] == (
        "top 7, 1 out: <script> bats for Bo Marsh; bot 7, before it began: Al Twin CF for Rip de Rookie"
    )
    assert row["source"] == EVENTS
    assert answer.lead[1:] == ("Incomplete: 2034 IL, 1 of 4 games.", LAHMAN)
    assert answer.coverage["seasons_unlogged"] == [2034]


def test_every_kind_of_change_is_told_in_words(tmp_path: Path):
    game = {"game_id": UNLOGGED, "season": 2034, "club": "ALP", "inning": 8, "half": "top", "outs": 1, "slot": 1}
    game |= {"position": 10, "mid_inning": True, "player_id": "in001", "replaced_id": "out001"}
    made = [{**game, "sequence": number, "kind": kind} for number, kind in enumerate(KINDS, 3)]
    lake = LakeReader(write_lake_with_plays(tmp_path, {"substitution": made}))
    (row,) = games(lake, "Nia Newman", 2034).main.rows
    told = [change.removeprefix("top 8, 1 out: ") for change in row["changes"].split("; ")[2:]]
    assert dict(zip(KINDS, told, strict=True)) == {
        "pinch_hitter": "in001 bats for out001",
        "pinch_runner": "in001 runs for out001",
        "courtesy_runner": "in001 runs for out001 (courtesy runner)",
        "pitching_change": "in001 pitches for out001",
        "defensive": "in001 DH for out001",
        "designated_hitter": "in001 DH for out001",
        "double_switch": "in001 DH for out001 (double switch)",
        "position_change": "in001 to DH",
    }


def test_a_season_without_a_game_of_his(lake: LakeReader, plain: LakeReader):
    with pytest.raises(UnknownSeasonError, match="seasons managed: 2034"):
        games(lake, "Nia Newman", 2031)
    with pytest.raises(UnknownSeasonError, match="seasons managed: 2031, 2033"):
        games(plain, "José Marsh", 2032)


def test_every_format_fits_and_agrees(run):
    asked = ("games", "Nia Newman", "--season", "2034")
    printed = run(*asked)
    assert printed.exit_code == 0, printed.output
    assert max(map(len, printed.output.splitlines())) <= 80
    assert "de Rookie LF, Marsh P" in printed.output
    answer = json.loads(run(*asked, "--format", "json").output)
    assert [row["slot"] for row in answer["tables"]["lineups"]] == [1, 2]
    assert [row["kind"] for row in answer["tables"]["changes"]] == ["pinch_hitter", "defensive"]
    flat = list(csv.DictReader(io.StringIO(run(*asked, "--format", "csv").stdout)))
    assert [row["game_id"] for row in flat] == [UNLOGGED]


def test_a_name_that_nobody_has(run):
    result = run("games", "Nobody Here", "--season", "2034")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_player_gains_starts_pinch_appearances_and_plate_appearances(lake: LakeReader):
    plays = next(table for table in player(lake, "<script>").tables if table.name == "plays")
    first, second = plays.rows
    assert (first["season"], first["manager_person_id"], first["games_started"]) == (2031, "p-marsh", 1)
    assert (first["plate_appearances_vs_l"], first["plate_appearances_vs_r"]) == (1, 1)
    assert (first["plate_appearances"], first["plate_appearances_slot_1"], first["pinch_hit_games"]) == (2, 2, 0)
    assert (second["games_started"], second["pinch_hit_games"], second["plate_appearances_slot_2"]) == (0, 1, 1)
    assert second["plate_appearances_as_pinch_hitter"] == 1


def test_a_player_is_told_in_which_games_the_manager_is_lahmans(lake: LakeReader):
    answer = player(lake, "<script>")
    sources = {row["season"]: row["manager_source"] for row in answer.tables[1].rows}
    assert sources == {2031: "game_log", 2034: "lahman_whole_season"}
    assert answer.rule == "managed"
    assert answer.lead[0] == "Rule: managed, each manager's own games."
    assert answer.lead[-1] == LAHMAN
    assert LAHMAN not in player(lake, "<script>", 2031).lead


def test_a_season_of_event_files_alone_has_starts_by_slot_and_says_what_it_lacks(lake: LakeReader):
    answer = player(lake, "Rip de Rookie", 2034)
    (row,) = answer.main.rows
    assert (row["manager_name"], row["lineup_starts"], row["club_games"], row["slot_1"]) == ("Nia Newman", 1, 1, 1)
    assert "Incomplete: 2034 IL, 1 of 4 games." in answer.lead
    assert answer.lead[-1] == LAHMAN


def test_records_of_a_season_of_event_files_alone_are_marked(lake: LakeReader, run):
    answer = records(lake, "Nia Newman")
    for row in answer.main.rows:
        assert (row["season"], row["losses"], row["season_complete"]) == (2034, 1, False)
        assert (row["league_games_here"], row["league_games"]) == (1, 4)
    assert [row["seasons_partial"] for row in answer.tables[1].rows if row["level"] == "all"] == [[2034], [2034]]
    assert answer.lead[-2:] == ("Incomplete: 2034 IL, 1 of 4 games.", LAHMAN)
    printed = run("records", "Nia Newman").output
    assert re.search(r"^2034\*  ALP", printed, re.MULTILINE)
    assert "* season with games missing" in printed


def test_usage_of_a_season_of_event_files_alone(lake: LakeReader):
    answer = usage(lake, "Nia Newman", 2034)
    assert [(row["player_name"], row["lineup_starts"]) for row in answer.main.rows] == [
        ("Bo Marsh", 1),
        ("Rip de Rookie", 1),
    ]
    assert answer.lead[-2:] == ("Incomplete: 2034 IL, 1 of 4 games.", LAHMAN)


def test_leaders_and_comparisons_mark_a_season_that_lacks_games(lake: LakeReader):
    first = leaders(lake, "losses", first=2034)
    assert [(row["manager_name"], row["season_complete"]) for row in first.main.rows] == [("Nia Newman", False)]
    assert first.main.views[0].rows[0]["year"] == "2034*"
    career = leaders(lake, "losses", by="career", min_games=0)
    partial = {row["manager_name"]: row["seasons_partial"] for row in career.main.rows}
    assert partial["Nia Newman"] == [2034]
    for answer in (first, career, compare(lake, ["Nia Newman", "Tom Vale"])):
        assert LAHMAN in answer.lead
        assert any("* season with games missing" in note for note in answer.notes)


def test_a_manager_named_by_game_logs_and_lahman_is_known_by_both(tmp_path: Path):
    game = {"game_id": "ALP203404030", "season": 2034, "date": date(2034, 4, 3), "game_number": "0"}
    side = {**game, "game_type": "regular", "club": "ALP", "opponent": "BET"}
    ran = {"manager_id": NEWMAN, "manager_person_id": "p-newman", "manager_source": "game_log"}
    more = {"game": [{**game, "game_type": "regular", "has_plays": True}], "club_game": [{**side, **ran}]}
    answer = player(LakeReader(write_lake_with_plays(tmp_path, more)), "Rip de Rookie")
    (row,) = answer.tables[1].rows
    assert (row["manager_source"], row["club_games"]) == ("both", 2)
    assert answer.rule == "managed"
    assert answer.lead[-1] == LAHMAN


def test_plays_and_starts_of_one_season_stand_beside_one_another(lake: LakeReader, run):
    answer = player(lake, "Rip de Rookie", 2034)
    (row,) = answer.tables[1].rows
    assert (row["plate_appearances"], row["plate_appearances_unknown_hand"]) == (2, 1)
    assert "only from play-by-play" not in " ".join(answer.lead)
    result = run("player", "Rip de Rookie")
    assert result.exit_code == 0, result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_a_lake_without_plays_says_nothing_of_them(plain: LakeReader):
    assert [table.name for table in player(plain, "<script>").tables] == ["usage"]


# Men who never came to bat, and a World Series that only event files have

SERIES = "BET203410200"
MEN = {"armac001": "Ace Arm", "relie001": "Ray Relief", "waitw001": "Will Wait", "octob001": "Otto October"}


@pytest.fixture(scope="module")
def october(tmp_path_factory: pytest.TempPathFactory) -> LakeReader:
    return LakeReader(write_lake_with_plays(tmp_path_factory.mktemp("october"), _october()))


def _october() -> dict[str, list[dict[str, Any]]]:
    """In both games Ace Arm starts and Ray Relief relieves; Will Wait is in the lineup and replaced before he bats."""
    series = {"game_id": SERIES, "season": 2034, "date": date(2034, 10, 20), "game_number": "0"}
    series |= {"game_type": "postseason", "source": EVENTS}
    newman = {"manager_id": NEWMAN, "manager_person_id": "p-newman", "manager_name": "Nia Newman"}
    newman["manager_source"] = "lahman_whole_season"
    alpha = {"club": "ALP", "opponent": "BET", "runs_for": 3, "runs_against": 4, "result": "L"}
    both = [{"game_id": game, "season": 2034, "club": "ALP"} for game in (UNLOGGED, SERIES)]
    turn = {"game_id": SERIES, "season": 2034, "batting_club": "ALP", "slot": 1, "is_starter": True}
    batters = {"octob001": "p-octob001", ROOKIE: "p-rookie"}
    return {
        "person": [{"person_id": f"p-{man}", "name": name, "retrosheet_id": man} for man, name in MEN.items()],
        "game": [{**series, "has_plays": True}],
        "club_game": [
            {**series, **newman, **alpha},
            {**series, "club": "BET", "opponent": "ALP", "is_home": True, "runs_for": 4, "runs_against": 3},
        ],
        "player_usage": [
            {"season": 2034, "club": "ALP"}
            | _man("player", "waitw001")
            | _man("manager", NEWMAN)
            | {"player_name": "Will Wait"}
            | {"lineup_starts": 1, "club_games": 1, "window_games": 1}
        ],
        "lineup": [game | _man("player", "waitw001") | {"slot": 9, "position": 9} for game in both],
        "pitching_appearance": [
            game | _man("pitcher", man) | {"pitcher_order": order, "is_starter": order == 1}
            for game in both
            for order, man in enumerate(("armac001", "relie001"), 1)
        ],
        "plate_appearance": [
            turn | {"number": number, "batter_id": man, "batter_person_id": person}
            for number, (man, person) in enumerate(batters.items(), 1)
        ],
    }


def _man(role: str, man: str) -> dict[str, str]:
    return {f"{role}_id": man, f"{role}_person_id": f"p-{man}"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ace Arm", (1, 1, 1, 0)),
        ("Ray Relief", (0, 1, 0, 0)),
        ("Will Wait", (1, 0, 0, 0)),
        ("Rip de Rookie", (1, 0, 0, 2)),
    ],
)
def test_a_start_needs_no_plate_appearance_and_the_regular_season_counts(
    october: LakeReader, name: str, expected: tuple[int, ...]
):
    (row,) = player(october, name, 2034).tables[1].rows
    names = ("games_started", "games_pitched", "pitching_starts", "plate_appearances")
    assert tuple(row[name] for name in names) == expected
    assert (row["manager_name"], row["club_games"]) == ("Nia Newman", 1)


def test_a_pitcher_who_never_bats_has_a_table_and_only_its_notes(october: LakeReader, run):
    result = run("player", "Ray Relief", at=october.lake)
    printed = " ".join(result.output.split())
    assert (result.exit_code, "Pitching, from play-by-play" in printed, "Ray Relief" in printed) == (0, True, True)
    assert "Nia Newman 1 of 1 0" in printed
    assert "Seasons in this lake: 2034." in printed
    assert "This lake has no starts in 2034" in printed
    assert not [word for word in ("Window", "vs L", "Plate appearances by slot") if word in printed]


def test_seasons_of_plays_are_seasons_here(october: LakeReader):
    answer = player(october, "<script>")
    assert answer.coverage["seasons"] == [2031, 2033, 2034]
    assert "This lake has no starts in 2034: figures for 2034 come only from play-by-play." in answer.lead


def test_a_season_without_him_and_a_man_of_the_postseason_alone(october: LakeReader):
    with pytest.raises(
        UnknownSeasonError, match=r"no 2031 starts or regular-season play-by-play for .+; seasons with either: 2034\.$"
    ):
        player(october, "Ray Relief", 2031)
    with pytest.raises(UnknownSeasonError, match=r"seasons with either: none\.$"):
        player(october, "Otto October", 2034)
    assert "This lake has no regular-season games for this player." in player(october, "Otto October").lead


def test_a_game_of_event_files_has_its_type(october: LakeReader):
    rows = games(october, "Nia Newman", 2034).main.rows
    assert [(row["game_id"], row["game_type"]) for row in rows] == [(UNLOGGED, "regular"), (SERIES, "postseason")]
