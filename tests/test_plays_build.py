"""Builds from event files: alone, beside game logs, and with what cannot be used."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from built_lake import Built, build_lake, rows_of
from event_files import half, header, man, play, quiet_game, sub, write_events
from gamelog_lines import line
from skipper.build import looking_back
from skipper.build.inputs import Inputs
from skipper.build.run import BuildReport, NothingBuiltError, ShrinkError, build
from skipper.cli.build import summary
from skipper.lake.manifest import read_manifest
from skipper.lake.reader import LakeReader
from skipper.sources.parsed import SourceError

GAME, SCORED, OTHER = "HHH204104010", "HHH204104020", "HHH204104030"


def relief_game(day: str) -> list[str]:
    """A short game whose starting pitcher is relieved with a runner on base, whom he is charged with; one of its
    counts is none that there can be."""
    top = [play(1, 0, 1, "S7"), sub(1, 11, 0, 1), play(1, 0, 2, "HR.1-H", count="53"), *half(1, 0, 3)]
    ejection = f'com,"ej,{man(0, 3)},P,umpsx901,Arguing"'
    return [*header(day), *top, ejection, *half(1, 1, 1), f"data,er,{man(1, 10)},1", f"data,er,{man(1, 11)},1"]


def damaged(folder: Path) -> Path:
    """Two seasons' files: good games, one with a runner from nowhere, a game again, lines outside games."""
    bad = [text.replace("K", "K+SB3", 1) if text.startswith("play,5") else text for text in quiet_game(day="20410402")]
    write_events(folder, ["com,a line before any game", "play,1"], quiet_game(), bad, relief_game("20410403"))
    write_events(folder, quiet_game(day="20420401", runs=2), quiet_game(), season=2042)
    (folder / "2043BAD.EVA").write_bytes(b"\x00\xff\x1a" * 100)
    (folder / "VVV2041.ROS").write_text((folder / "VVV2041.ROS").read_text() + "half a line\n")
    return folder


@pytest.fixture(scope="module")
def alone(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A lake of the damaged files, without game logs or anything else."""
    folder = tmp_path_factory.mktemp("alone")
    return build_lake(spark, Inputs(events=damaged(folder / "events")), folder / "lake")


def test_good_games_are_in_and_what_is_bad_is_in_quarantine(alone: Built) -> None:
    reader = alone.reader()
    games = {row["game_id"]: row for row in reader.rows("SELECT * FROM game ORDER BY 1")}
    assert list(games) == [GAME, SCORED, OTHER, "HHH204204010"]
    assert [game_id for game_id, row in games.items() if not row["has_plays"]] == [SCORED]
    assert (games[SCORED]["visitor_score"], games[SCORED]["home_score"]) == (1, 0)
    reasons = {(row["file"], row["line"]): row for row in reader.rows("SELECT * FROM quarantine")}
    found = {key: (row["lines"], row["season"]) for key, row in reasons.items()}
    game = len(quiet_game())  # one line less than that with two home runs, which comes before it
    assert found == {
        ("2041HHH.EVA", 1): (2, None),
        ("2041HHH.EVA", _line_of_bad_play()): (game - _first_play(), 2041),
        ("2042HHH.EVA", game + 2): (game, 2042),
        ("2043BAD.EVA", 1): (1, None),
        ("VVV2041.ROS", 15): (1, None),
    }
    assert reasons["2042HHH.EVA", game + 2]["reason"] == "a 2041 game in a 2042 file"
    assert reasons["2042HHH.EVA", game + 2]["text"] == f"id,{GAME}"
    assert "empty base" in reasons["2041HHH.EVA", _line_of_bad_play()]["reason"]
    assert alone.report.seasons == [2041, 2042]


def _first_play() -> int:
    """The number of lines before a quiet game's first play."""
    return next(at for at, text in enumerate(quiet_game()) if text.startswith("play"))


def _line_of_bad_play() -> int:
    lines = quiet_game(day="20410402")
    return 2 + len(quiet_game()) + next(n for n, text in enumerate(lines, 1) if text.startswith("play,5"))


def test_play_exceptions_are_reported_by_kind(alone: Built) -> None:
    assert alone.report.exceptions == {"unreadable_count": 1}
    assert len(rows_of(alone.lake, "play_exception", "kind = 'unreadable_count'")) == 1


@pytest.mark.parametrize(
    ("exceptions", "told"),
    [
        (
            {"out_of_turn": 3, "short_half_inning": 1, "unreadable_count": 1200},
            [
                "Play exceptions: 3 batting out of turn, 1 half-inning of fewer than three outs, "
                "1,200 unreadable counts (table play_exception)."
            ],
        ),
        ({}, ["Play exceptions: none."]),
        (None, []),
    ],
    ids=["some", "none", "no event files"],
)
def test_a_build_tells_play_exceptions_by_kind(exceptions: dict[str, int] | None, told: list[str]) -> None:
    report = BuildReport("b", [2041], {"play_exception": 1204}, [], 1.0, exceptions=exceptions)
    assert [line for line in summary(report, Path("lake"), 200) if line.startswith("Play exceptions")] == told


def test_every_line_is_accounted_for(alone: Built) -> None:
    rows = alone.reader().rows(
        "SELECT file, sum(rows_in) AS rows_in, sum(rows_out) AS rows_out, sum(rows_quarantined) AS bad "
        "FROM build_log WHERE file IS NOT NULL GROUP BY file"
    )
    for row in rows:
        content = (alone.inputs.places["events"] / row["file"]).read_bytes()
        assert row["rows_in"] == content.count(b"\n") + (not content.endswith(b"\n")), row
        assert row["rows_in"] == row["rows_out"] + row["bad"], row
    assert len(rows) == 9
    told = {row["file"]: row["bad"] for row in rows if row["bad"]}
    assert told == {
        row["file"]: row["lines"]
        for row in alone.reader().rows("SELECT file, sum(lines) AS lines FROM quarantine GROUP BY file")
    }


def test_everybody_who_played_is_a_person_with_his_name(alone: Built) -> None:
    (row,) = alone.reader().rows("SELECT * FROM person WHERE retrosheet_id = $id", {"id": man(1, 11)})
    assert (row["person_id"], row["name"], row["source"]) == (
        f"retrosheet:{man(1, 11)}",
        "First11 Last11",
        "retrosheet",
    )


def test_games_of_event_files_alone_are_in_every_table_of_games(alone: Built) -> None:
    reader = alone.reader()
    sides = reader.rows(
        "SELECT DISTINCT source, club, result, decided_by, league, has_lineup FROM club_game ORDER BY club"
    )
    assert [tuple(row.values()) for row in sides] == [
        ("retrosheet_event", "HHH", "L", "play", "AL", True),
        ("retrosheet_event", "VVV", "W", "play", "AL", True),
    ]
    assert reader.rows("SELECT DISTINCT source, has_plays, count(*) AS games FROM game GROUP BY ALL ORDER BY 2") == [
        {"source": "retrosheet_event", "has_plays": False, "games": 1},
        {"source": "retrosheet_event", "has_plays": True, "games": 3},
    ]
    assert reader.rows("SELECT count(*) AS n FROM lineup") == [{"n": 4 * 18}]
    for table in ("manager_season", "record_difference", "game_difference"):
        assert reader.rows(f"SELECT count(*) AS n FROM {table}") == [{"n": 0}], table
    for table, starts in (("lineup_usage", "starts"), ("player_usage", "lineup_starts")):
        used = reader.rows(f"SELECT manager_id, sum({starts}) AS starts FROM {table} GROUP BY ALL")
        assert used == [{"manager_id": None, "starts": 4 * 18}], table
    present = reader.rows(
        "SELECT source, season, games_present, games_expected, complete FROM coverage ORDER BY season"
    )
    assert [tuple(row.values()) for row in present] == [
        ("retrosheet_event", 2041, 3, None, None),
        ("retrosheet_event", 2042, 1, None, None),
    ]
    assert reader.manifest.seasons == [2041, 2042]


def test_a_pitcher_s_season_so_far(alone: Built) -> None:
    rows = alone.reader().rows(
        "SELECT * FROM pitching_appearance WHERE pitcher_id = $id AND season = 2041 ORDER BY date", {"id": man(1, 10)}
    )
    assert [(row["days_rest"], row["season_games_before"], row["season_outs_before"]) for row in rows] == [
        (None, 0, 0),
        (1, 1, 27),
    ]
    assert [row["season_pitches_before"] for row in rows] == [0, None]
    assert (rows[1]["runs"], rows[1]["outs"], rows[1]["exit_bases"]) == (1, 0, 1)


def test_nobody_manages_where_nobody_is_known(alone: Built) -> None:
    rows = alone.reader().rows("SELECT DISTINCT manager_id, credited_manager_id, manager_source FROM club_game")
    assert rows == [{"manager_id": None, "credited_manager_id": None, "manager_source": None}]
    assert alone.reader().rows("SELECT count(*) AS n FROM manager_tendency") == [{"n": 0}]


@pytest.fixture(scope="module")
def both(spark: SparkSession, alone: Built, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The same lake, once game logs are given too: the first game of 2041 is in them, with one hit too many."""
    logs = tmp_path_factory.mktemp("logs")
    figures = {"hits": 2, "errors": 0, "left_on_base": 0, "putouts": 27}
    (logs / "gl2041.txt").write_text(
        line(
            date="20410401",
            visitor_club="VVV",
            home_club="HHH",
            visitor_score=1,
            home_score=0,
            visitor_league="AL",
            home_league="AL",
            **{f"visitor_{name}": value for name, value in figures.items()},
            **{f"home_{name}": 0 if name == "hits" else value for name, value in figures.items()},
        )
        + "\n"
    )
    inputs = Inputs(gamelogs=logs, events=alone.inputs.places["events"], seasons=frozenset({2041}))
    return build_lake(spark, inputs, alone.lake)


def test_managers_come_from_the_game_logs(both: Built) -> None:
    rows = both.reader().rows(
        "SELECT game_id, club, manager_id, manager_source, manager_person_id, manager_name FROM club_game "
        "WHERE season = 2041 ORDER BY game_id, club"
    )
    assert [tuple(row.values()) for row in rows] == [
        (GAME, "HHH", "bbbbb801", "game_log", "retrosheet:bbbbb801", "Bob Bbb"),
        (GAME, "VVV", "aaaaa801", "game_log", "retrosheet:aaaaa801", "Ann Aaa"),
        *((game, club, None, None, None, None) for game in (SCORED, OTHER) for club in ("HHH", "VVV")),
    ]


def test_figures_that_differ_from_the_game_logs_are_rows_and_told(both: Built) -> None:
    (row,) = both.reader().rows("SELECT * FROM play_difference")
    told = {name: row[name] for name in ("game_id", "club", "figure", "plays", "other", "other_source")}
    assert told == {
        "game_id": GAME,
        "club": "VVV",
        "figure": "hits",
        "plays": 1,
        "other": 2,
        "other_source": "game_log",
    }
    counts = {(item.figure, item.source): (item.compared, item.differ) for item in both.report.compared}
    assert counts["hits", "game_log"] == (2, 1)
    assert counts["left_on_base", "game_log"] == (2, 0)
    assert counts["earned_runs", "data_er"] == (4, 0)


def test_each_game_is_in_the_lake_once_from_the_source_that_goes_first(both: Built) -> None:
    rows = both.reader().rows(
        "SELECT g.game_id, g.source, g.has_plays, count(*) AS sides FROM game AS g JOIN club_game USING (game_id) "
        "WHERE g.season = 2041 GROUP BY ALL ORDER BY ALL"
    )
    assert [tuple(row.values()) for row in rows] == [
        (GAME, "retrosheet_gamelog", True, 2),
        (SCORED, "retrosheet_event", False, 2),
        (OTHER, "retrosheet_event", True, 2),
    ]


def test_what_the_sources_say_differently_is_a_row(both: Built) -> None:
    """The log of the first game has men, a park and outs of its own."""
    rows = both.reader().rows("SELECT game_id, club, slot, figure, value, other_value FROM game_difference")
    assert {row["game_id"] for row in rows} == {GAME}
    found = {(row["club"], row["slot"], row["figure"]): (row["value"], row["other_value"]) for row in rows}
    assert found[None, None, "outs_played"] == ("51", "54")
    assert found["VVV", None, "starting_pitcher_id"] == ("ayrma009", man(0, 10))
    assert found["HHH", 4, "player_id"] == ("blyma004", man(1, 4))


def test_the_season_that_was_not_built_again_stays_with_its_people(both: Built) -> None:
    assert both.report.seasons == [2041]
    assert len(rows_of(both.lake, "event", "season = 2042")) == 56
    assert read_manifest(both.lake).seasons == [2041, 2042]


def test_dropping_the_event_files_is_refused(spark: SparkSession, both: Built) -> None:
    with pytest.raises(SourceError, match="were built with --events"):
        build(spark, Inputs(gamelogs=both.inputs.places["gamelogs"]), both.lake)


def test_a_season_that_would_lose_its_plays_is_refused(spark: SparkSession, both: Built, tmp_path: Path) -> None:
    """The game logs have every game of the season whose event file is gone."""
    logs, events = tmp_path / "logs", write_events(tmp_path / "events", quiet_game(day="20420401"), season=2042)
    logs.mkdir()
    games = [line(date=day, visitor_club="VVV", home_club="HHH") for day in ("20410401", "20410402", "20410403")]
    (logs / "gl2041.txt").write_text("".join(f"{game}\n" for game in games))
    lost = len(rows_of(both.lake, "event", "season = 2041"))
    with pytest.raises(ShrinkError, match=f"would shrink: events of 2041 from {lost} to 0; the lake stays as it was"):
        build(spark, Inputs(gamelogs=logs, events=events, seasons=frozenset({2041})), both.lake)


def spoiling(task: Any) -> Any:
    """Raise an error in table `advancement` of 2042, and write wrong rows of two estimates of 2041."""
    make = looking_back.rows_of

    def wrong(db: Any, node: Any, season: int, *parts: int) -> Any:
        rows = make(db, node, season, *parts)
        if (node.name, season) == ("advancement", 2042):
            raise ValueError("a negative probability")
        if (node.name, season) == ("lineup_batter", 2041):
            return pa.concat_tables([rows, rows.slice(0, 1)])
        if (node.name, season) == ("run_expectancy", 2041):
            return rows.set_column(2, rows.schema.field(2), pa.array([3] * rows.num_rows, pa.int32()))
        return rows

    looking_back.rows_of = wrong
    try:
        return make_or_withhold(task)  # type: ignore[name-defined]  # noqa: F821
    finally:
        looking_back.rows_of = make


def test_an_estimate_that_fails_costs_itself_and_the_estimates_made_from_it(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {"looking_back": looking_back, "make_or_withhold": looking_back._make_or_withhold, "pa": pa, "Any": Any}
    monkeypatch.setattr(looking_back, "_make_or_withhold", FunctionType(spoiling.__code__, own))
    events = write_events(tmp_path / "events", quiet_game(), relief_game("20410402"))
    write_events(events, quiet_game(day="20420401"), season=2042)
    report = build(spark, Inputs(events=events), tmp_path / "lake")
    withheld = {(one.season, one.table_name): one.check_name for one in report.withheld}
    duplicate = "lineup_batter: one row per game_id, club and player_id"
    assert withheld == {
        (2041, "run_expectancy"): "run_expectancy: states are among the 24",
        (2041, "lineup_batter"): duplicate,
        (2041, "lineup_value"): duplicate,
        (2042, "advancement"): "advancement: ValueError",
        (2042, "lineup_value"): "advancement: ValueError",
    }
    reader = LakeReader(tmp_path / "lake")
    seasons = {
        name: {row["season"] for row in reader.rows(f"SELECT DISTINCT season FROM {name}")}
        for name in ("game", "event", "advancement", "lineup_batter", "lineup_value", "run_expectancy")
    }
    assert seasons == {
        "game": {2041, 2042},
        "event": {2041, 2042},
        "advancement": {2041},
        "lineup_batter": {2042},
        "lineup_value": set(),
        "run_expectancy": {2042},
    }


def test_nothing_that_can_be_used_is_an_error_that_says_why(spark: SparkSession, tmp_path: Path) -> None:
    bad = [text.replace("hometeam,HHH", "hometeam,VVV") for text in quiet_game()]
    events = write_events(tmp_path / "events", bad)
    with pytest.raises(NothingBuiltError, match=r"2041HHH\.EVA: line 1: a club plays itself"):
        build(spark, Inputs(events=events), tmp_path / "lake")
    with pytest.raises(SourceError, match="no event file"):
        build(spark, Inputs(events=tmp_path / "lake"), tmp_path / "lake")
    with pytest.raises(SourceError, match="nothing to build from"):
        build(spark, Inputs(), tmp_path / "lake")
