"""Plays of Retrosheet's CSV distribution, scored by the engine of event files."""

from __future__ import annotations

import os
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import season_tables
from box_files import box_game
from box_files import write as write_box_scores
from csv_files import PLAY_COLUMNS, CsvScorer, csv_game, person, write_csv, write_csvs
from season_builds import committed, shared_of
from skipper.build.graph import graph
from skipper.build.inputs import Account, Inputs, plan
from skipper.build.season import build_seasons
from skipper.lake.store import LakeWriter
from skipper.sources.retrosheet.csvs.files import list_csvs
from skipper.sources.retrosheet.csvs.games import SeasonGames, read_games
from skipper.sources.retrosheet.csvs.plays import SeasonCsvPlays
from trials import trials

REAL = Path(os.environ.get("SKIPPER_DATA", "/nowhere"), "releases", "retrosheet", "negro_leagues")
Tables = dict[str, pa.Table]


def score(folder: Path, season: int = 2041, scored: frozenset[str] = frozenset()) -> tuple[Tables, SeasonGames]:
    """The tables and record sets that the plays in a folder give, and the season's games with what was rejected."""
    texts, _ = list_csvs(folder, {season})
    found = read_games(texts, season)
    plays = SeasonCsvPlays(texts, found, scored, {})
    made: dict[str, list[pa.Table]] = {}
    for name, rows in plays.tables():
        made.setdefault(name, []).append(rows.select(season_tables.schema(name).names).cast(season_tables.schema(name)))
    return {name: pa.concat_tables(rows) for name, rows in made.items()} | plays.records, found


def write(folder: Path, *games: CsvScorer, columns: tuple[str, ...] = PLAY_COLUMNS) -> Path:
    """Write the files of some games."""
    write_csvs(folder, 2041, [game.final() for game in games])
    write_csv(folder / "2041plays.csv", columns, [row for game in games for row in game.rows])
    return folder


def played(innings: int = 2) -> CsvScorer:
    """A game in which the visitors single and hit a home run in the first inning."""
    game = CsvScorer(csv_game())
    for event in ("S7", "HR"):
        game.play(event)
    while game.inning <= innings:
        game.play("K")
    return game


def rows_of(tables: Tables, name: str) -> list[dict[str, Any]]:
    """The rows of a table; empty without one."""
    return tables[name].to_pylist() if name in tables else []


def test_plays_are_scored(tmp_path: Path) -> None:
    tables, found = score(write(tmp_path, played()))
    assert [item.reason for item in found.parsed.rejected] == []
    (game,) = rows_of(tables, "converted_game")
    assert (game["source"], game["visitor_score"], game["home_score"], game["outs"]) == ("retrosheet_csv", 2, 0, 12)
    assert [row["batter_id"] for row in rows_of(tables, "event")][:2] == [person("BLO", 1), person("BLO", 2)]
    assert found.parsed.read == found.parsed.kept


def test_games_that_an_event_file_has_are_not_scored_twice(tmp_path: Path) -> None:
    tables, found = score(write(tmp_path, played()), scored=frozenset({"INK204107040"}))
    assert rows_of(tables, "event") == []
    assert [item.reason for item in found.parsed.rejected] == []


def test_a_pinch_hitter_who_stays_as_a_fielder_and_a_double_switch(tmp_path: Path) -> None:
    game = CsvScorer(csv_game())
    game.play("K")
    game.enter(0, 2, "pinch101", 11)
    for event in ("S7", "K", "K"):
        game.play(event)
    game.enter(0, 2, "reliev01", 1)  # the pitcher takes the pinch hitter's slot
    game.enter(0, 9, "leftf101", 8)
    while game.inning < 3:
        game.play("K")
    tables, found = score(write(tmp_path, game))
    assert [item.reason for item in found.parsed.rejected] == []
    entered = [(row["player_id"], row["slot"], row["position"]) for row in rows_of(tables, "substitution")]
    assert entered == [("pinch101", 2, 11), ("reliev01", 2, 1), ("leftf101", 9, 8)]
    pitchers = [(row["club"], row["pitcher_id"], row["outs"]) for row in rows_of(tables, "event_file_pitching")]
    assert sorted(pitchers) == [("BLO", "reliev01", 6), ("INK", person("INK", 9), 6)]


def test_an_extra_inning_begins_with_a_placed_runner(tmp_path: Path) -> None:
    game = played(innings=9)
    game.bases[1] = person("BLO", 1)
    game.play("S7")
    while game.inning == 10:
        game.play("K")
    tables, found = score(write(tmp_path, game))
    assert [item.reason for item in found.parsed.rejected] == []
    assert [row["bases_before"] for row in rows_of(tables, "plate_appearance") if row["inning"] == 10][:2] == [2, 5]


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("outs_pre", "2", "the row says"),
        ("score_v", "7", "the row says"),
        ("br3_pre", "nobody01", "the row says"),
        ("event", "", "without event"),
        ("event", "S7,", "without event"),
        ("pn", "9", "stands where play"),
        ("vis_home", "2", "is no side"),
    ],
)
def test_plays_that_contradict_their_columns_are_quarantined_and_the_game_stays(
    tmp_path: Path, column: str, value: str, reason: str
) -> None:
    game = played()
    game.rows[3] |= {column: value}
    tables, found = score(write(tmp_path, game))
    assert rows_of(tables, "event") == []
    (item,) = found.parsed.rejected
    assert reason in item.reason
    assert (item.file, item.line, item.lines) == ("2041plays.csv", 5, len(game.rows))
    assert [row["game_id"] for row in pa.concat_tables(found.parsed.records["csv_game"]).to_pylist()] == [
        "INK204107040"
    ]


def test_plays_that_end_with_another_score_than_gameinfo(tmp_path: Path) -> None:
    game = played()
    write(tmp_path, game)
    write_csvs(tmp_path, 2041, [game.final() | {"vruns": "5"}])
    tables, found = score(tmp_path)
    assert rows_of(tables, "event") == []
    assert ["gameinfo says 5-0" in item.reason for item in found.parsed.rejected] == [True]


def test_a_release_with_few_columns(tmp_path: Path) -> None:
    few = tuple(name for name in PLAY_COLUMNS if name not in ("score_v", "score_h", "pn", "count", "vis_home", "site"))
    tables, found = score(write(tmp_path, played(), columns=few))
    assert [item.reason for item in found.parsed.rejected] == []
    assert len(rows_of(tables, "event")) == 14


@settings(max_examples=trials(40), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_substitutions_between_any_plays_leave_the_lineups_of_the_rows(seed: int) -> None:
    chance = random.Random(seed)
    game = CsvScorer(csv_game())
    newcomers = 0
    while game.inning < 5:
        if chance.random() < 0.3:
            newcomers += 1
            side, slot = chance.randrange(2), chance.randrange(1, 10)
            if side == game.side:
                slot, position = game.due[side] + 1, 11
                if game.positions[side][slot - 1] == 1 or 11 in game.positions[side]:
                    continue  # somebody must pitch, and the pinch hitter must field, when the side takes the field
                game.enter(side, slot, f"new{newcomers:05}", position)
            else:
                game.enter(side, slot, f"new{newcomers:05}", game.positions[side][slot - 1])
        before = game.side
        game.play(chance.choice(["K", "K", "S7", "HR"]))
        if game.side != before:
            free = set(range(1, 10)) - set(game.positions[before])
            game.positions[before] = [free.pop() if at > 10 else at for at in game.positions[before]]
    with TemporaryDirectory() as folder:
        tables, found = score(write(Path(folder), game))
    assert [item.reason for item in found.parsed.rejected] == []
    events = rows_of(tables, "event")
    assert [(row["batter_id"], row["pitcher_id"]) for row in events] == [
        (row["batter"], row["pitcher"]) for row in game.rows
    ]
    slots = [next(n for n in range(1, 10) if row[f"l{n}"] == row["batter"]) for row in game.rows]
    assert [row["slot"] for row in rows_of(tables, "plate_appearance")] == slots
    assert sum(row["outs"] for row in rows_of(tables, "event_file_pitching")) == 24
    assert found.parsed.read == found.parsed.kept


def test_plays_of_a_game_that_an_event_file_has_as_a_box_score_under_the_other_home_club(tmp_path: Path) -> None:
    """The game keeps the event file's id, home club and lineups, and gets the plays."""
    write_box_scores(tmp_path / "events", "2041.EBA", box_game())
    game = CsvScorer(csv_game("VVV204104010", visitors="HHH", home="VVV"))
    while game.inning < 9:
        game.play("HR" if (game.inning, game.side, game.runs[game.side]) in ((1, 0, 0), (1, 1, 0), (1, 1, 1)) else "K")
    write(tmp_path / "csvs", game)
    planned = plan(Inputs(events=tmp_path / "events", csvs=tmp_path / "csvs"), Account())
    with LakeWriter(tmp_path / "lake", graph().published) as writer:
        result = build_seasons([planned.seasons[2041]], shared_of(planned, tmp_path / "lake", "one"))
        assert (result.withheld, result.account.quarantine) == ([], [])
        reader = committed(writer, result)
        (played,) = reader.rows("SELECT game_id, source, home_club, home_score, has_plays FROM game")
        assert tuple(played.values()) == ("HHH204104010", "retrosheet_event", "HHH", 1, True)
        events = "SELECT DISTINCT game_id, batting_club, inning FROM event WHERE event_type = 'home_run' ORDER BY ALL"
        assert [tuple(row.values()) for row in reader.rows(events)] == [
            ("HHH204104010", "HHH", 1),
            ("HHH204104010", "VVV", 1),
        ]
        lineups = "SELECT source, count(*) AS slots FROM lineup GROUP BY ALL"
        assert [tuple(row.values()) for row in reader.rows(lineups)] == [("retrosheet_event", 18)]


# The real files: plays of the CSV files against those of the event files of the same seasons

# The row of this game's last walk names the pitcher charged with it (rule 9.16(h)), not the one who threw ball four.
CHARGED = "WEG193707111"


@pytest.mark.skipif(not REAL.exists(), reason="SKIPPER_DATA names no folder with the releases")
@pytest.mark.parametrize(("season", "games"), [(1921, 11), (1936, 134), (1937, 237), (1948, 149)])
def test_real_plays_equal_those_of_the_event_files(season: int, games: int) -> None:
    """The opponents in four games of 1921 have no roster in the event files, so that their hands are unknown there."""
    tables, found = score(REAL, season)
    assert all(item.is_used for item in found.parsed.rejected)
    assert tables["converted_game"].num_rows == games
    events = season_tables.records(season, events=REAL / f"{season}ngl.zip")
    with duckdb.connect() as db:
        for name in ("event", "plate_appearance", "event_file_pitching", "event_file_lineup"):
            db.register("ours", tables["converted_lineup" if name == "event_file_lineup" else name])
            db.register("theirs", events[name])
            columns = [column for column in events[name].column_names if column not in ("source_file", "source_line")]
            hands = [column for column in columns if "hand" in column or column == "bats"]
            apart = []
            for omitted in ({"player_name", *hands}, {"player_name"}):
                wanted = ", ".join(column for column in columns if column not in omitted)
                lost = f"SELECT {wanted} FROM theirs SEMI JOIN ours USING (game_id) EXCEPT SELECT {wanted} FROM ours"
                apart.append({game_id for (game_id,) in db.sql(f"SELECT DISTINCT game_id FROM ({lost})").fetchall()})
            # A pitcher who faces nobody is in no row of `plays`, so one appearance of 1948 is not the last of its game.
            assert apart[0] <= {CHARGED, "KCM194807252"}, name
            unknown = " OR ".join(f"{column} IS NULL" for column in hands)
            without_hands = db.sql(f"SELECT DISTINCT game_id FROM theirs WHERE {unknown or 'false'}").fetchall()
            assert apart[1] - apart[0] <= {game_id for (game_id,) in without_hands}, name
            assert len(apart[1] - apart[0]) <= 4 * (season == 1921), name
        db.register("theirs", events["event_file_game"].filter(events["event_file_game"]["has_plays"]))
        db.register("ours", tables["converted_game"])
        assert db.sql("SELECT count(*) FROM theirs ANTI JOIN ours USING (game_id)").fetchone() == (0,)
        assert db.sql("SELECT count(*) FROM ours ANTI JOIN theirs USING (game_id)").fetchone() == (0,)
