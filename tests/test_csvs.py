"""Retrosheet's CSV distribution: games, sides, lineups and managers, in the column sets of several releases."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import season_tables
from csv_files import (
    CLUB_COLUMNS,
    GAME_COLUMNS,
    PLAYER_COLUMNS,
    Row,
    csv_game,
    csv_sides,
    person,
    write_csvs,
)
from skipper.sources.parsed import SourceError
from skipper.sources.retrosheet.csvs.files import list_csvs
from skipper.sources.retrosheet.csvs.games import SeasonGames, read_games
from trials import trials

REAL = Path(os.environ.get("SKIPPER_DATA", "/nowhere"), "releases", "retrosheet", "negro_leagues")


def read(folder: Path, season: int = 2041) -> SeasonGames:
    """The games of a season's files in a folder."""
    texts, _ = list_csvs(folder, {season})
    return read_games(texts, season)


def rows(found: SeasonGames, name: str) -> list[dict[str, Any]]:
    """The rows of a record set."""
    return pa.concat_tables(found.parsed.records[name]).to_pylist()


def reasons(found: SeasonGames) -> list[str]:
    """The reasons of the rejected rows and facts."""
    return [item.reason for item in found.parsed.rejected]


def one_game(folder: Path, **columns: Any) -> tuple[dict[str, Any], list[str]]:
    """The game that a row of gameinfo with these columns gives, and what is said about it."""
    found = read(write_csvs(folder, 2041, [csv_game(**columns)]))
    return rows(found, "csv_game")[0], reasons(found)


def test_a_game_and_its_sides(tmp_path: Path) -> None:
    found = read(write_csvs(tmp_path, 2041, [csv_game()]))
    (game,), sides = rows(found, "csv_game"), rows(found, "csv_side")
    assert (game["game_id"], game["date"], game["visitor_score"], game["home_score"]) == (
        "INK204107040",
        date(2041, 7, 4),
        2,
        1,
    )
    assert (game["innings"], game["attendance"], game["wind_speed_mph"], game["sky"]) == (9, 345, None, None)
    assert [(side["club"], side["manager_id"], side["hits"]) for side in sides] == [
        ("BLO", "mgrblo01", 7),
        ("INK", "mgrink01", 7),
    ]
    assert sides[0]["starting_pitcher_id"] == person("BLO", 9)
    assert sides[0]["starting_pitcher_throws"] == "L"
    lineup = [row for row in rows(found, "csv_lineup") if row["club"] == "INK"]
    assert [(row["slot"], row["player_id"], row["position"]) for row in lineup] == [
        (slot, person("INK", slot), 10 - slot) for slot in range(1, 10)
    ]
    assert lineup[0]["player_name"] == "First1 LastInk1"
    assert lineup[0]["bats"] == "B"
    assert reasons(found) == []


def test_a_two_way_starter_has_a_slot_as_designated_hitter(tmp_path: Path) -> None:
    game = csv_game(usedh="true")
    sides = csv_sides(game)
    sides[0] |= {"start_f10": person("BLO", 9), "start_f9": person("BLO", 1)}
    found = read(write_csvs(tmp_path, 2041, [game], sides))
    (pitcher,) = [row for row in rows(found, "csv_lineup") if row["player_id"] == person("BLO", 9)]
    assert (pitcher["slot"], pitcher["position"]) == (9, 10)
    assert rows(found, "csv_side")[0]["starting_pitcher_id"] == person("BLO", 9)


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("regular", "regular"),
        ("Regular", "regular"),
        ("PLAYOFF", "regular"),
        ("worldseries", "postseason"),
        ("championship", "postseason"),
        ("lcs", "postseason"),
        ("divisionseries", "postseason"),
        ("wildcard", "postseason"),
        ("allstar", "all_star"),
        ("exhibition", "exhibition"),
    ],
)
def test_the_game_type_is_known_in_any_case(tmp_path: Path, said: str, known: str) -> None:
    game, remarks = one_game(tmp_path, gametype=said)
    assert (game["game_type"], remarks) == (known, [])


@pytest.mark.parametrize("said", ["", "friendly"])
def test_an_unknown_game_type_is_not_regular_and_is_reported(tmp_path: Path, said: str) -> None:
    game, remarks = one_game(tmp_path, gametype=said)
    assert game["game_type"] == "unknown"
    assert len(remarks) == 1
    assert "gametype" in remarks[0]


@pytest.mark.parametrize(
    ("columns", "awarded"),
    [
        ({"forfeit": "y", "wteam": "INK"}, "H"),
        ({"forfeit": "Y", "wteam": "BLO"}, "V"),
        ({"forfeit": "V", "wteam": ""}, "V"),
        ({"forfeit": "t", "wteam": ""}, "T"),
        ({"forfeit": "", "wteam": "BLO"}, None),
    ],
)
def test_a_forfeit_names_the_side_that_it_was_awarded_to(tmp_path: Path, columns: Row, awarded: str | None) -> None:
    game, remarks = one_game(tmp_path, **columns)
    assert (game["forfeit"], remarks) == (awarded, [])


def test_facts_that_contradict_or_cannot_be_read_cost_themselves_alone(tmp_path: Path) -> None:
    game, remarks = one_game(tmp_path, wteam="INK", attendance="6500?", suspend="20410931", date="20410705")
    assert (game["visitor_score"], game["home_score"], game["date"]) == (2, 1, date(2041, 7, 4))
    assert (game["attendance"], game["completed_on"]) == (None, None)
    assert sorted(remark.split(":")[0] for remark in remarks) == ["attendance", "date", "suspend", "wteam"]


def test_a_suspended_game_has_its_second_day(tmp_path: Path) -> None:
    assert one_game(tmp_path, suspend="20410911")[0]["completed_on"] == date(2041, 9, 11)


def test_usedh_flags_and_numbers_to_four(tmp_path: Path) -> None:
    game, remarks = one_game(tmp_path, gid="INK204107044", usedh="FALSE", htbf="true", line="Y", box="", pbp="d")
    assert (game["game_number"], game["uses_designated_hitter"], game["home_batted_first"]) == ("4", False, True)
    assert game["account"] == "deduced"
    assert remarks == []


def test_a_club_against_itself_is_quarantined_with_its_sides(tmp_path: Path) -> None:
    own = csv_game("INK204107050", visitors="INK")
    found = read(write_csvs(tmp_path, 2041, [csv_game(), own]))
    assert [game["game_id"] for game in rows(found, "csv_game")] == ["INK204107040"]
    assert sorted(reasons(found)) == [
        "a club plays itself",
        "no usable game of this id in gameinfo",
        "no usable game of this id in gameinfo",
    ]


def test_a_game_in_two_files_is_one_and_a_different_copy_is_reported(tmp_path: Path) -> None:
    write_csvs(tmp_path / "a", 2041, [csv_game()])
    write_csvs(tmp_path / "b", 2041, [csv_game()])
    found = read(tmp_path)
    assert (len(rows(found, "csv_game")), len(rows(found, "csv_side")), reasons(found)) == (1, 2, [])
    write_csvs(tmp_path / "c", 2041, [csv_game(vruns="5")])
    found = read(tmp_path)
    assert [game["visitor_score"] for game in rows(found, "csv_game")] == [2]
    assert "a copy of INK204107040 that differs from the one in a/2041gameinfo.csv" in reasons(found)


def test_half_of_the_sides_have_no_box_score(tmp_path: Path) -> None:
    game = csv_game(box="", lineups="")
    bare = {name: "" for name in CLUB_COLUMNS if name.startswith(("start_", "inn", "b_", "p_", "d_")) or name == "lob"}
    found = read(write_csvs(tmp_path, 2041, [game], csv_sides(game, **bare)))
    assert [(side["manager_id"], side["hits"], side["has_lineup"]) for side in rows(found, "csv_side")] == [
        ("mgrblo01", None, False),
        ("mgrink01", None, False),
    ]
    assert reasons(found) == []


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"start_l6": "", "start_l9": ""}, "lineup: 7 of nine slots are known, none in 6, 9"),
        ({"start_l9": person("INK", 8)}, f"lineup: a player listed twice ({person('INK', 8)} in slots 8, 9)"),
    ],
)
def test_a_lineup_that_is_not_used_says_which_slot(tmp_path: Path, changed: dict[str, str], reason: str) -> None:
    game = csv_game()
    visitors, home = csv_sides(game)
    (side,) = [side for side in (visitors, home) if side["team"] == "INK"]
    side.update(changed)
    found = read(write_csvs(tmp_path, 2041, [game], [visitors, home]))
    assert [row["has_lineup"] for row in rows(found, "csv_side") if row["club"] == "INK"] == [False]
    assert reasons(found) == [reason]


@pytest.mark.parametrize(
    ("name", "season"), [("2042csvs.zip", 2042), ("1492csvs.zip", None), ("csvs.zip", None), ("2042csvs (1).zip", None)]
)
def test_an_archive_cut_short_is_of_the_season_in_its_name(tmp_path: Path, name: str, season: int | None) -> None:
    """Once it was of no season, and a build withheld none."""
    write_csvs(tmp_path, 2041, [csv_game()])
    (tmp_path / name).write_bytes(b"PK\x03\x04 cut short")
    texts, (unreadable,) = list_csvs(tmp_path)
    assert {text.season for text in texts} == {2041}
    assert (unreadable.file, unreadable.season) == (name, season)


@pytest.mark.parametrize("lacking", [("suspend", "pbp"), ("htbf",), ("tiebreaker", "usedh", "line", "batteries")])
def test_a_release_without_optional_columns_gives_nulls(tmp_path: Path, lacking: tuple[str, ...]) -> None:
    columns = [name for name in GAME_COLUMNS if name not in lacking]
    found = read(write_csvs(tmp_path, 2041, [csv_game()], columns={"gameinfo": columns}))
    (game,) = rows(found, "csv_game")
    assert (game["completed_on"], game["account"], game["visitor_score"]) == (None, "box_score", 2)
    assert reasons(found) == []


def test_a_release_with_wl_in_place_of_win_loss_and_tie(tmp_path: Path) -> None:
    older = [name for name in CLUB_COLUMNS if name not in ("win", "loss", "tie")] + ["wl"]
    found = read(write_csvs(tmp_path, 2041, [csv_game()], columns={"teamstats": older}))
    assert [side["manager_id"] for side in rows(found, "csv_side")] == ["mgrblo01", "mgrink01"]


def test_a_file_without_a_required_column_is_rejected_whole(tmp_path: Path) -> None:
    columns = [name for name in GAME_COLUMNS if name != "gid"]
    found = read(write_csvs(tmp_path, 2041, [csv_game()], columns={"gameinfo": columns}))
    assert rows(found, "csv_game") == []
    assert "no column called gid" in reasons(found)


def test_a_folder_without_csv_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="CSV distribution"):
        list_csvs(tmp_path)


GAMES = [csv_game(f"INK2041070{day}0") for day in range(1, 7)]


@settings(max_examples=trials(60), deadline=None)
@given(seed=st.randoms(use_true_random=False), dropped=st.sets(st.sampled_from(GAME_COLUMNS[3:]), max_size=12))
def test_column_order_and_missing_optional_columns_do_not_matter(seed: random.Random, dropped: set[str]) -> None:
    columns = {"gameinfo": [name for name in GAME_COLUMNS if name not in dropped]}
    columns |= {"teamstats": list(CLUB_COLUMNS), "allplayers": list(PLAYER_COLUMNS)}
    shuffled = {kind: seed.sample(names, len(names)) for kind, names in columns.items()}
    upper = {
        kind: [name.upper() if seed.random() < 0.2 else name for name in names] for kind, names in shuffled.items()
    }
    with TemporaryDirectory() as folder:
        plain = read(write_csvs(Path(folder, "plain"), 2041, GAMES, columns=columns))
        write_csvs(Path(folder, "other"), 2041, GAMES, columns=shuffled)
        for kind, names in upper.items():
            path = Path(folder, "other", f"2041{kind}.csv")
            path.write_text(path.read_text().replace(",".join(shuffled[kind]), ",".join(names), 1))
        other = read(Path(folder, "other"))
    for name in ("csv_game", "csv_side", "csv_lineup", "csv_person"):
        assert rows(plain, name) == rows(other, name)


DAMAGE: dict[str, Callable[[str], str]] = {
    "short": lambda line: line.rsplit(",", 3)[0],
    "long": lambda line: line + ",1,2",
    "quote": lambda line: line.replace("INK01", '"INK01', 1),
    "control": lambda line: line.replace("day", "d\x00y", 1),
    "bytes": lambda line: line.replace("day", "d\udcffy", 1),
    "no id": lambda line: line[12:],
}


@settings(max_examples=trials(60), deadline=None)
@given(damage=st.dictionaries(st.integers(0, 5), st.sampled_from(sorted(DAMAGE)), min_size=1), blank=st.booleans())
def test_rows_in_are_rows_out_and_rows_quarantined(damage: dict[int, str], blank: bool) -> None:
    with TemporaryDirectory() as folder:
        path = write_csvs(Path(folder), 2041, GAMES) / "2041gameinfo.csv"
        header, *lines = path.read_text().splitlines()
        lines = [DAMAGE[damage[place]](line) if place in damage else line for place, line in enumerate(lines)]
        text = "\n".join([header, *([""] if blank else []), *lines, ""])
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        found = read(Path(folder))
    assert {row["game_id"] for row in rows(found, "csv_game")} == {
        game["gid"] for place, game in enumerate(GAMES) if place not in damage
    }
    bad = [item for item in found.parsed.rejected if item.file == "2041gameinfo.csv"]
    assert {item.line for item in bad} == {place + 2 + blank for place in damage}
    for label, season in found.parsed.read:
        lost = sum(item.lines or 0 for item in found.parsed.rejected if item.file == label)
        assert found.parsed.read[label, season] == found.parsed.kept[label, season] + lost


# The tables of a season


def tables(folder: Path, *names: str, **given: Any) -> dict[str, list[dict[str, Any]]]:
    """The tables of a season with the CSV files in a folder."""
    records = {name: pa.concat_tables(found) for name, found in read(folder).parsed.records.items()}
    return season_tables.made(*names, **records, **given)


def test_the_stated_manager_comes_before_the_single_manager_of_lahman(tmp_path: Path) -> None:
    game = csv_game()
    sides = csv_sides(game)
    sides[1]["mgr"] = ""
    appointed = [
        {"season": 2041, "club": club, "appointed": ["lahma101"], "book_games": [1]} for club in ("INK", "BLO")
    ]
    write_csvs(tmp_path, 2041, [game], sides)
    made = tables(tmp_path, "club_game", "game", appointed_manager=appointed)
    assert {row["club"]: (row["manager_id"], row["manager_source"]) for row in made["club_game"]} == {
        "BLO": ("mgrblo01", "retrosheet_csv"),
        "INK": ("lahma101", "lahman_whole_season"),
    }
    assert {row["club"]: row["result"] for row in made["club_game"]} == {"BLO": "W", "INK": "L"}
    assert [(row["source"], row["has_plays"]) for row in made["game"]] == [("retrosheet_csv", False)]


def test_an_unknown_type_is_not_regular(tmp_path: Path) -> None:
    write_csvs(tmp_path, 2041, [csv_game(gametype="friendly")])
    (game,) = tables(tmp_path, "game")["game"]
    assert (game["game_type"], game["game_type_source"]) == (None, "unknown")


@pytest.mark.skipif(not REAL.exists(), reason="SKIPPER_DATA names no folder with the releases")
@pytest.mark.parametrize(("season", "games"), [(1921, 35), (1936, 327), (1937, 532), (1948, 549)])
def test_real_seasons_are_read_whole(season: int, games: int) -> None:
    found = read(REAL, season)
    assert len(rows(found, "csv_game")) == games
    assert len(rows(found, "csv_side")) == 2 * games
    assert all(side["manager_id"] for side in rows(found, "csv_side"))
    assert all(item.is_used for item in found.parsed.rejected)
    assert found.parsed.read == found.parsed.kept
