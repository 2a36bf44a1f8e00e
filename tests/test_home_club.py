"""One game under two home clubs: Retrosheet's files before and after December 2022, and the Stats API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from skipper.build.graph import graph
from skipper.build.inputs import Account, Inputs, plan
from skipper.build.season import build_seasons
from skipper.lake.store import LakeWriter
from test_season_task import committed, shared_of

SOURCES = {"gamelogs": "retrosheet_gamelog", "events": "retrosheet_event", "statsapi": "statsapi"}
SUBSETS = [
    ("gamelogs", "events"),
    ("gamelogs", "statsapi"),
    ("events", "statsapi"),
    ("gamelogs", "events", "statsapi"),
    ("events",),
]


@pytest.fixture
def case(real_data: Path) -> Path:
    return real_data.parent / "cases" / "home-club"


def built(inputs: Inputs, season: int, lake: Path) -> dict[str, list[dict[str, Any]]]:
    """The tables of a season's task, without Spark; nothing may be withheld."""
    planned = plan(inputs, Account())
    with LakeWriter(lake, graph().published) as writer:
        result = build_seasons([planned.seasons[season]], shared_of(planned, lake, lake.name))
        assert result.withheld == []
        reader = committed(writer, result)
        names = ("game", "club_game", "event", "pitching_appearance", "game_account", "lineup")
        return {name: reader.rows(f"FROM {name}") for name in names if name in reader.manifest.tables}


@pytest.mark.parametrize("given", SUBSETS, ids="-".join)
def test_whatever_sources_are_given_there_is_one_game(case: Path, tmp_path: Path, given: tuple[str, ...]) -> None:
    found = built(Inputs(**{name: case / name for name in given}), 2019, tmp_path / "lake")
    (game,) = found["game"]
    first = "TEX" if given[0] == "events" else "ANA"
    assert (game["source"], game["home_club"]) == (SOURCES[given[0]], first)
    assert game["game_id"] == f"{first}201904050"
    facts = ("result", "runs_for", "runs_against", "is_home")
    sides = {row["club"]: tuple(row[name] for name in facts) for row in found["club_game"]}
    assert sides == {"ANA": ("W", 3, 1, first == "ANA"), "TEX": ("L", 1, 3, first == "TEX")}
    accounts = {row["source"]: row for row in found["game_account"]}
    assert set(accounts) == {SOURCES[name] for name in given}
    assert {row["home_club"] for row in accounts.values()} == {"TEX" if name == "events" else "ANA" for name in given}
    assert [row["source"] for row in accounts.values() if row["is_used"]] == [SOURCES[given[0]]]
    if "events" in given:
        last = max(found["event"], key=lambda row: row["event_number"])
        runs = {"home_score_before": game["home_score"], "visitor_score_before": game["visitor_score"]}
        assert {name: last[name] for name in runs} == runs
        assert {(row["half"], row["batting_club"]) for row in found["event"]} == {("top", "TEX"), ("bottom", "ANA")}
        assert {row["game_id"] for row in found["event"] + found["pitching_appearance"]} == {game["game_id"]}


def test_an_entry_of_a_club_against_itself_costs_only_the_entry(real_data: Path, tmp_path: Path) -> None:
    inputs = Inputs(statsapi=real_data.parent / "cases" / "club-against-itself" / "statsapi")
    planned = plan(inputs, Account())
    with LakeWriter(tmp_path / "lake", graph().published) as writer:
        result = build_seasons([planned.seasons[2011]], shared_of(planned, tmp_path / "lake", "lake"))
        assert result.withheld == []
        games = committed(writer, result).rows("SELECT source, home_club, visitor_club FROM game")
    (bad,) = result.account.quarantine
    assert (bad["line"], bad["reason"]) == (1, "record: Value error, a club plays itself")
    assert len(games) == 5
    assert all(game["home_club"] != game["visitor_club"] for game in games)
