"""Table ejection: the club of a man sent off, where it is certain and only there."""

from __future__ import annotations

from typing import Any

import pytest
from pyspark.sql import SparkSession

from play_rows import frames
from skipper.tables import ejection

APPOINTED = {"ALP": ["boss1", "boss2"], "BET": ["boss3", "both"]}


def club_of(
    spark: SparkSession,
    man: str,
    role: str | None,
    *,
    by_roster: str | None = None,
    appointed: dict[str, list[str]] | None = None,
    **alpha: Any,
) -> str | None:
    """The club of a man sent off in a game of Alpha, of whose side more may be known, against Beta."""
    sides = [{"game_id": "g0", "club": "ALP", **alpha}, {"game_id": "g0", "club": "BET"}]
    sent_off = [{"game_id": "g0", "sequence": 1, "ejected_id": man, "role": role, "club": by_roster}]
    made = frames(spark, club_games=sides, sent_off=sent_off)
    rows = [(2031, club, men) for club, men in (appointed or APPOINTED).items()]
    listed = spark.createDataFrame(rows, "season int, club string, appointed array<string>")
    table = ejection.ejection(made["sent_off"], made["club_games"], listed)
    assert table.columns == ejection.TABLE.column_names
    (row,) = table.collect()
    return row["club"]


@pytest.mark.parametrize("role", ["manager", "coach", "other", None])
def test_who_ran_the_game_is_his_clubs_whatever_his_role(spark: SparkSession, role: str | None):
    assert club_of(spark, "acting", role, manager_id="acting", credited_manager_id="boss1") == "ALP"
    assert club_of(spark, "boss1", role, credited_manager_id="boss1") == "ALP"


def test_another_manager_is_of_the_one_club_that_had_him_and_lacks_a_manager_for_the_game(spark: SparkSession):
    assert club_of(spark, "boss2", "manager") == "ALP"
    assert club_of(spark, "boss2", "manager", manager_id="boss1") is None  # somebody else ran it for Alpha
    assert club_of(spark, "boss3", "manager", manager_id="boss1") == "BET"
    assert club_of(spark, "nobody", "manager") is None


def test_a_manager_whom_both_clubs_had_that_season_is_neithers(spark: SparkSession):
    assert club_of(spark, "both", "manager", appointed={"ALP": ["boss1", "both"], "BET": ["boss3", "both"]}) is None


@pytest.mark.parametrize("role", ["coach", "other", None])
def test_a_coach_is_no_clubs_even_if_he_managed_one_that_season(spark: SparkSession, role: str | None):
    assert club_of(spark, "boss2", role) is None
    assert club_of(spark, "coach", role) is None


def test_a_players_club_is_his_rosters(spark: SparkSession):
    assert club_of(spark, "man", "player", by_roster="BET") == "BET"
    assert club_of(spark, "man", "player") is None
    assert club_of(spark, "manager on the list", "manager", by_roster="BET") == "BET"
