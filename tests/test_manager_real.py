"""Who managed, on real game logs and releases of Lahman: wrong sources, wrong books, suspended games, postseason."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

import season_tables
import skipper
from conftest import compiling
from skipper.cli import main
from skipper.sources.lahman import reading as lahman

NAMES = ("manager_season", "manager_decision", "record_difference", "club_game")
Made = dict[str, list[dict[str, Any]]]


@pytest.fixture
def logs(real_data: Path) -> Path:
    return real_data / "retrosheet" / "gamelogs"


@pytest.fixture
def releases(real_data: Path) -> Path:
    return real_data / "releases" / "retrosheet" / "gamelogs"


@cache
def book(folder: Path) -> dict[str, pa.Table]:
    """The record sets of a release of Lahman."""
    found: dict[str, pa.Table] = {}
    for file in lahman.find_files(folder):
        for name, rows in lahman.parse(file).records.items():
            found[name] = pa.concat_tables(rows)
    return found


def made(year: int, gamelogs: Path, lahman_folder: Path | None) -> Made:
    given = {} if lahman_folder is None else book(lahman_folder)
    return season_tables.made(*NAMES, **season_tables.records(year, gamelogs=gamelogs), **given)


def records(tables: Made, club: str, rule: str = "credited") -> dict[str, tuple[int, int]]:
    return {
        row["manager_id"]: (row["wins"], row["losses"])
        for row in tables["manager_season"]
        if row["club"] == club and row["rule"] == rule
    }


def differences(tables: Made, club: str) -> dict[str, str]:
    rows = (row for row in tables["record_difference"] if row["comparison"] == "manager_season")
    return {row["manager_id"]: row["category"] for row in rows if row["club"] == club}


def test_the_log_of_2022_names_the_manager_fired_in_june_in_every_game(real_data: Path, releases: Path) -> None:
    tables = made(2022, releases / "gl2022.zip", real_data / "releases" / "lahman2024")
    assert records(tables, "PHI") == {"giraj001": (22, 29), "thomr801": (65, 46)}
    (decision,) = [row for row in tables["manager_decision"] if row["club"] == "PHI"]
    assert (decision["kind"], decision["stated_id"], decision["games"]) == ("missing_manager", "thomr801", 111)
    assert decision["used_id"] == "thomr801"
    assert "the games from 2022-06-03, in which the club was 65-46, exactly the book's record" in decision["evidence"]
    assert differences(tables, "PHI") == {}
    doubts = Counter((row["manager_id"], row["manager_doubt"]) for row in tables["club_game"] if row["club"] == "PHI")
    assert doubts == {("giraj001", None): 51, ("thomr801", "missing_manager"): 111}
    assert {row["manager_doubt"] for row in tables["club_game"] if row["club"] != "PHI"} == {None}


def test_a_suspended_game_is_no_acting_game(logs: Path, real_data: Path) -> None:
    for folder in (None, real_data / "lahman"):
        assert records(made(1980, logs / "gl1980.zip", folder), "CHN") == {"gomep101": (38, 52), "amalj101": (26, 46)}


def test_a_suspended_game_that_the_book_counts_for_him_who_began_it(logs: Path, real_data: Path) -> None:
    tables = made(1978, logs / "gl1978.zip", real_data / "lahman")
    assert differences(tables, "SLN") == {"rappv801": "suspended_game", "boyek101": "suspended_game"}


def test_an_acting_day_of_a_listed_manager_is_no_boundary(logs: Path, real_data: Path) -> None:
    tables = made(1968, logs / "gl1968.zip", real_data / "lahman")
    assert differences(tables, "PHI") == {"maucg101": "acting_manager", "myatg102": "acting_manager"}


def test_a_manager_listed_under_another_mans_id(logs: Path, real_data: Path) -> None:
    """1888 Louisville: Lahman has the wrong John Kelly for the 39 games that Kick Kelly ran first."""
    tables = made(1888, logs / "gl1888.zip", real_data / "lahman")
    assert records(tables, "LS2")["kellk102"] == (10, 29)
    assert differences(tables, "LS2") == {"kellk102": "reference_error", "kellj103": "reference_error"}


def test_a_manager_under_another_mans_id_is_the_same_in_both_of_his_seasons(logs: Path, real_data: Path) -> None:
    """In 1887 the log names Kick Kelly in every Louisville game, and the book the same John Kelly."""
    tables = made(1887, logs / "gl1887.zip", real_data / "lahman")
    assert records(tables, "LS2") == {"kellk102": (76, 60)}
    assert differences(tables, "LS2") == {"kellk102": "reference_error", "kellj103": "reference_error"}
    (decision,) = [row for row in tables["manager_decision"] if row["club"] == "LS2"]
    assert (decision["kind"], decision["games"]) == ("book_manager", 139)


def test_a_release_of_2018_with_a_wrong_id_credits_the_man_who_ran_the_games(logs: Path, real_data: Path) -> None:
    """St. Louis was 88-74 under a manager fired in July and his successor, here under another person's id."""
    right = book(real_data / "lahman")
    managers = right["lahman_managers"].to_pylist()
    people = right["lahman_people"].to_pylist()
    successor = next(row["lahman_id"] for row in people if row["retrosheet_id"] == "shilm801")
    other = next(row["lahman_id"] for row in people if row["retrosheet_id"] == "aardd001")
    for row in managers:
        if (row["season"], row["lahman_id"]) == (2018, successor):
            row["lahman_id"] = other
    wrong = {**right, "lahman_managers": pa.Table.from_pylist(managers, right["lahman_managers"].schema)}
    given = season_tables.records(2018, gamelogs=logs / "gl2018.zip")
    found = [season_tables.made(*NAMES, **given, **lahman_release) for lahman_release in (right, wrong)]
    assert records(found[0], "SLN") == records(found[1], "SLN")
    (decision,) = [row for row in found[1]["manager_decision"] if row["club"] == "SLN"]
    assert (decision["kind"], decision["stated_id"], decision["used_id"]) == ("book_manager", "aardd001", "shilm801")


def test_check_follows_the_man_who_ran_the_games_and_not_a_wrong_book(
    spark: SparkSession, logs: Path, real_data: Path, tmp_path: Path
) -> None:
    """St. Louis in 2018 again: all 162 games would go to the manager fired in July, and be supported."""
    for table in (real_data / "lahman").glob("*.csv"):
        text = table.read_text("utf-8")
        if table.name == "Managers.csv":
            assert text.count("shildmi99,2018,") == 1
            text = text.replace("shildmi99,2018,", "aardsda01,2018,")
        (tmp_path / "book").mkdir(exist_ok=True)
        (tmp_path / "book" / table.name).write_text(text, "utf-8")
    given = ["--gamelogs", str(logs / "gl2018.zip"), "--lahman", str(tmp_path / "book")]
    with compiling(spark):
        done = CliRunner().invoke(main, ["build", "--no-cache", *given, "--lake", str(tmp_path / "lake")])
    assert done.exit_code == 0, done.output
    expected = {
        "Mike Matheny went 88-74 with the St. Louis Cardinals in 2018.": "contradicted",
        "Mike Matheny went 47-46 with the St. Louis Cardinals in 2018.": "supported",
        "Mike Shildt went 41-28 with the St. Louis Cardinals in 2018.": "supported",
    }
    answer = skipper.open(tmp_path / "lake").check(" ".join(expected)).answer
    rows = sorted(answer.main.rows, key=lambda row: row["start"])
    assert [row["verdict"] for row in rows] == [*expected.values()]


def test_postseason_logs_that_name_last_years_managers(real_data: Path, releases: Path) -> None:
    tables = made(2023, releases / "glpost.zip", real_data / "releases" / "lahman2024")
    decided = {row["club"]: (row["kind"], row["stated_id"], row["used_id"]) for row in tables["manager_decision"]}
    assert decided == {
        "MIA": ("source_manager", "mattd001", "schus001"),
        "PHI": ("source_manager", "giraj001", "thomr801"),
        "TEX": ("source_manager", "beast801", "bochb002"),
    }
    assert "acting" not in {row["crediting"] for row in tables["club_game"]}


@pytest.mark.parametrize("year", [1907, 1912, 1922])
def test_ties_of_the_world_series_come_from_the_games(year: int, logs: Path, releases: Path, tmp_path: Path) -> None:
    (tmp_path / "glpost.zip").write_bytes((releases / "glpost.zip").read_bytes())
    (tmp_path / f"gl{year}.zip").write_bytes((logs / f"gl{year}.zip").read_bytes())
    tables = made(year, tmp_path, releases.parents[1] / "lahman2024")
    ties = {row["postseason_ties"] for row in tables["manager_season"] if row["postseason"]}
    assert ties == {1}
    assert [row for row in tables["record_difference"] if row["comparison"] == "postseason_series"] == []
