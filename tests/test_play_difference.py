"""Figures of club-games that the game logs give otherwise, each provoked alone."""

from __future__ import annotations

from typing import Any

import pytest
from pyspark.sql import SparkSession

from play_rows import frames
from skipper.tables.play_difference import FIGURES, beside_game_logs

OURS = {"runs": 4, "hits": 9, "errors": 1, "left_on_base": 7, "outs_pitched": 27}


def compared(spark: SparkSession, **home: int | None) -> dict[tuple[str, str], tuple[int, int | None]]:
    """Our figure and the log's by club and figure, both clubs alike but for what the log says of the home club."""
    sides = [{"game_id": "g0", "club": club, "is_home": club == "BET", **OURS} for club in ("ALP", "BET")]
    log: dict[str, Any] = {"game_id": "g0", "visitor_club": "ALP", "home_club": "BET"}
    for ours, theirs in FIGURES.items():
        log |= {f"visitor_{theirs}": OURS[ours], f"home_{theirs}": home.get(ours, OURS[ours])}
    kinds = ", ".join(f"{name} {'string' if name.endswith(('id', 'club')) else 'int'}" for name in log)
    records = spark.createDataFrame([tuple(log.values())], kinds)
    rows = beside_game_logs(frames(spark, club_games=sides)["club_games"], records).collect()
    assert {row["other_source"] for row in rows} == {"game_log"}
    return {(row["club"], row["figure"]): (row["plays"], row["other"]) for row in rows}


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_that_differs_is_found_and_no_other(spark: SparkSession, figure: str):
    found = compared(spark, **{figure: OURS[figure] + 1})
    assert len(found) == 2 * len(FIGURES)
    differing = {key: value for key, value in found.items() if value[0] != value[1]}
    assert differing == {("BET", figure): (OURS[figure], OURS[figure] + 1)}


def test_a_figure_that_the_log_does_not_give_is_not_compared(spark: SparkSession):
    assert ("BET", "errors") not in compared(spark, errors=None)
