"""Players' lines of box scores, from box-score event files and CSV files, and the playing time that they give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import season_tables
from box_files import batting, box_game, fielding, pitching, write
from csv_files import LINE_COLUMNS, csv_game, csv_lines, csv_sides, line_of, person, write_csv, write_csvs, write_lines
from event_files import man
from skipper.answers.development import development, way_up
from skipper.build.graph import graph
from skipper.lake.reader import LakeReader
from skipper.sources.retrosheet.csvs.files import list_csvs
from skipper.sources.retrosheet.csvs.games import SeasonGames, read_games
from skipper.sources.retrosheet.csvs.lines import read_player_lines
from tiny_lake import MEN, write_lake

SEASON = 2041
RELIEVER = "inkr0101"
FIRST, SECOND = csv_game("INK204107040"), csv_game("INK204107050")
CsvRows = dict[str, list[dict[str, Any]]]


def read(folder: Path) -> SeasonGames:
    """The season's games and players' lines in a folder of CSV files."""
    texts, _ = list_csvs(folder, {SEASON})
    found = read_games(texts, SEASON)
    read_player_lines(texts, found)
    return found


def tables_of(folder: Path, *names: str) -> CsvRows:
    """The tables of the CSV files in a folder."""
    records = {name: pa.concat_tables(tables) for name, tables in read(folder).parsed.records.items()}
    return season_tables.made(*names, **records)


def written(folder: Path, *clubs: CsvRows, games: Any = (FIRST,)) -> Path:
    """The files of some games with the lines of some clubs."""
    return write_lines(write_csvs(folder, SEASON, games), SEASON, *clubs)


def by_player(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    assert len({row["player_id"] for row in rows}) == len(rows)
    return {row["player_id"]: row for row in rows}


# Box-score event files


def lines_of(folder: Path, *games: list[str], table: str = "player_game_line") -> dict[str, dict[str, Any]]:
    """The rows of a table of box-score event files, by player."""
    records = season_tables.records(SEASON, events=write(folder, "2041.EBA", *games))
    return by_player(season_tables.made(table, **records)[table])


def test_a_box_score_has_the_lines_of_starters_and_substitutes(tmp_path: Path) -> None:
    lines = lines_of(tmp_path, box_game())
    assert set(lines) == {man(side, number) for side in (0, 1) for number in range(1, 13)}
    assert all(line["has_box_score"] and line["account"] == "box_score" for line in lines.values())
    first = lines[man(0, 1)]
    figures = ("is_starter", "slot", "batting_sequence", "plate_appearances", "at_bats", "runs", "hits")
    assert [first[name] for name in figures] == [True, 1, 1, 4, 4, 2, 1]
    assert (first["outs_at_position_1"], first["outs_at_position_2"], first["outs_pitched"]) == (27, None, None)
    pinch, runner = lines[man(0, 11)], lines[man(1, 11)]
    assert (pinch["is_starter"], pinch["slot"], pinch["batting_sequence"]) == (False, 9, 2)
    assert [(line["is_pinch_hitter"], line["is_pinch_runner"]) for line in (pinch, runner)] == [
        (True, False),
        (False, True),
    ]
    pitchers = [lines[man(0, number)] for number in (10, 12)]
    assert [(line["pitching_sequence"], line["outs_pitched"], line["is_starter"]) for line in pitchers] == [
        (1, 15, True),
        (2, 9, False),
    ]
    assert [line["is_batter"] for line in pitchers] == [False, False]


def test_substitutes_are_people_of_the_season_by_their_names_on_the_roster(tmp_path: Path) -> None:
    folder = write(tmp_path, "2041.EBA", box_game(), box_game("20410402"))
    roster = folder / f"VVV{SEASON}.ROS"
    roster.write_text(roster.read_text().replace("Last12,First12", "Mononym,"))
    people = season_tables.records(SEASON, events=folder)["event_file_person"].to_pylist()
    named = {row["source_id"]: (row["name"], row["mentions"]) for row in people}
    assert (len(people), named[man(0, 12)], named[man(1, 12)]) == (24, ("Mononym", 2), ("First12 Last12", 2))


def test_a_player_in_two_slots_and_at_two_positions_has_one_line_with_the_sums(tmp_path: Path) -> None:
    more = [batting(0, 3, 1, runs=1, hits=2, sequence=2), fielding(0, 1).replace(",1,1,27,", ",2,4,6,")]
    line = lines_of(tmp_path, [*box_game(), *more])[man(0, 1)]
    assert (line["slot"], line["at_bats"], line["runs"], line["hits"]) == (1, 8, 3, 3)
    assert (line["outs_at_position_1"], line["outs_at_position_4"]) == (27, 6)


@pytest.mark.parametrize(
    "spoil", [lambda line: line.replace(",4,", ",x,"), lambda line: line.rsplit(",", 1)[0], lambda line: line + ",0"]
)
def test_figures_of_a_record_with_a_defect_are_unknown_and_not_zero(
    tmp_path: Path, spoil: Callable[[str], str]
) -> None:
    begins = f"stat,bline,{man(0, 3)},"
    spoiled = [spoil(line) if line.startswith(begins) else line for line in box_game()]
    line = lines_of(tmp_path / "a", spoiled)[man(0, 3)]
    assert (line["is_batter"], line["slot"], line["plate_appearances"], line["hits"]) == (True, 3, None, None)
    time = lines_of(tmp_path / "b", spoiled, table="playing_time")
    assert [time[man(0, number)]["plate_appearances"] for number in (2, 3, 4)] == [4, None, 4]


def test_a_place_that_is_no_number_is_a_defect(tmp_path: Path) -> None:
    spoiled = [line.replace(f"{man(0, 3)},0,3,1", f"{man(0, 3)},0,3,first") for line in box_game()]
    line = lines_of(tmp_path, spoiled)[man(0, 3)]
    assert (line["is_batter"], line["batting_sequence"], line["plate_appearances"]) == (True, None, None)


def test_playing_time_of_a_box_score(tmp_path: Path) -> None:
    time = lines_of(tmp_path, box_game(), table="playing_time")
    figures = ("club_games", "club_games_with_plays", "club_games_with_lines", "games", "plate_appearances")
    pitching_figures = ("games_pitched", "pitching_starts", "outs_pitched", "batters_faced")
    assert [time[man(0, 11)][name] for name in figures] == [1, 0, 1, 1, 4]
    assert [time[man(1, 12)][name] for name in pitching_figures] == [1, 0, 12, 0]
    assert [time[man(1, 10)][name] for name in pitching_figures] == [1, 1, 15, 0]
    assert time[man(1, 3)]["games_pitched"] == 0


def test_unknown_outs_of_a_pitcher_are_unknown_in_the_season(tmp_path: Path) -> None:
    second = [line.replace(pitching(0, 10, 15), pitching(0, 10, "-1")) for line in box_game("20410402")]
    time = lines_of(tmp_path, box_game(), second, table="playing_time")
    starter, reliever = time[man(0, 10)], time[man(0, 12)]
    assert (starter["games_pitched"], starter["outs_pitched"], starter["batters_faced"]) == (2, None, 0)
    assert (reliever["games_pitched"], reliever["outs_pitched"]) == (2, 18)


# CSV files


def test_lines_of_the_csv_files(tmp_path: Path) -> None:
    made = tables_of(written(tmp_path, csv_lines(FIRST, "INK"), csv_lines(FIRST, "BLO")), "player_game_line")
    lines = by_player(made["player_game_line"])
    assert len(lines) == 18
    catcher = lines[person("INK", 8)]
    figures = ("club", "slot", "is_starter", "plate_appearances", "hits", "outs_at_position_2", "putouts", "account")
    assert [catcher[name] for name in figures] == ["INK", 8, True, 4, 1, 27, 3, "box_score"]
    pitcher = lines[person("BLO", 9)]
    assert [pitcher[name] for name in ("outs_pitched", "batters_faced", "strikeouts_pitched")] == [27, 36, 5]
    assert {line["source"] for line in lines.values()} == {"retrosheet_csv"}


@pytest.mark.parametrize(("plays", "unmarked"), [("y", False), ("d", False), ("", None)])
def test_without_plays_an_unmarked_pinch_hitter_is_unknown(tmp_path: Path, plays: str, unmarked: bool | None) -> None:
    game = FIRST | {"pbp": plays}
    lines = csv_lines(game, "INK")
    lines["batting"] += [line_of(game, "INK", 1, id=RELIEVER, b_lp=9, b_seq=2, b_pa=1, ph="1")]
    made = by_player(tables_of(written(tmp_path, lines, games=(game,)), "player_game_line")["player_game_line"])
    assert (made[RELIEVER]["is_pinch_hitter"], made[RELIEVER]["is_starter"]) == (True, False)
    assert [made[person("INK", 1)][f"is_pinch_{role}"] for role in ("hitter", "runner")] == [unmarked, unmarked]


def test_a_batter_without_a_sequence_is_a_starter_or_not(tmp_path: Path) -> None:
    lines = csv_lines(FIRST, "INK")
    lines["batting"][3] |= {"b_seq": ""}
    made = by_player(tables_of(written(tmp_path, lines), "player_game_line")["player_game_line"])
    assert [made[person("INK", place)]["is_starter"] for place in (3, 4, 9)] == [True, None, True]


def test_official_figures_beside_the_values_are_not_added(tmp_path: Path) -> None:
    lines = csv_lines(FIRST, "INK")
    lines["batting"] += [line_of(FIRST, "INK", 1, b_lp=1, b_seq=1, stattype="official", b_pa=5)]
    folder = written(tmp_path, lines)
    assert (
        by_player(tables_of(folder, "player_game_line")["player_game_line"])[person("INK", 1)]["plate_appearances"] == 4
    )
    assert read(folder).parsed.read == read(folder).parsed.kept


def test_rows_that_cannot_be_used_are_rejected_one_by_one(tmp_path: Path) -> None:
    lines = csv_lines(FIRST, "INK")
    same, other = dict(lines["batting"][0]), lines["batting"][1] | {"b_pa": 5}
    strays = [
        line_of(SECOND, "INK", 1, b_lp=1, b_seq=1),
        line_of(FIRST, "QQQ", 1, b_lp=1, b_seq=1),
        line_of(FIRST, "INK", 1, b_lp=1, b_seq=1, id=""),
    ]
    lines["batting"] += [same, other, *strays]
    found = read(written(tmp_path, lines))
    assert [(item.line, item.reason) for item in found.parsed.rejected] == [
        (12, f"a copy of {person('INK', 2)} in INK204107040 that differs from the first"),
        (13, "no usable game of this id in gameinfo"),
        (14, "QQQ does not play in INK204107040"),
        (15, "no id"),
    ]
    label = f"{SEASON}batting.csv"
    assert (found.parsed.read[label, SEASON], found.parsed.kept[label, SEASON]) == (14, 10)


def test_a_file_of_lines_without_a_column_is_rejected_whole(tmp_path: Path) -> None:
    folder = written(tmp_path, csv_lines(FIRST, "INK"))
    write_csv(folder / f"{SEASON}batting.csv", ("playerID", "yearID", "teamID"), [{"playerID": "x"}])
    found = read(folder)
    assert [(item.file, item.lines, item.reason) for item in found.parsed.rejected] == [
        (f"{SEASON}batting.csv", None, "no column called gid or id or team")
    ]
    assert found.parsed.read == found.parsed.kept


def test_blank_and_unreadable_figures_are_unknown(tmp_path: Path) -> None:
    lines = csv_lines(FIRST, "INK", b_h="", b_pa="?", d_po="-1")
    line = by_player(tables_of(written(tmp_path, lines), "player_game_line")["player_game_line"])[person("INK", 1)]
    assert (line["hits"], line["plate_appearances"], line["putouts"], line["at_bats"]) == (None, None, None, 4)


def test_a_line_score_lists_some_players_and_is_no_box_score(tmp_path: Path) -> None:
    """Of a game without a box score the files name those known; their figures, known in part, are no season's sums."""
    bare = SECOND | {"box": "", "lineups": ""}
    blank = {"b_pa": "", "b_ab": "", "b_h": "", "p_ipouts": "", "p_bfp": "", "p_k": ""}
    listed = csv_lines(bare, "INK", **blank)
    listed["batting"] = [row | {"id": RELIEVER} for row in listed["batting"][8:]]
    listed["fielding"], listed["pitching"] = [], [row | {"id": RELIEVER} for row in listed["pitching"]]
    unlisted = [side | {f"start_{name}{n}": "" for name in "lf" for n in range(1, 11)} for side in csv_sides(bare)]
    write_csvs(tmp_path, SEASON, (FIRST, bare), [*csv_sides(FIRST), *unlisted])
    made = tables_of(write_lines(tmp_path, SEASON, csv_lines(FIRST, "INK"), listed), "player_game_line", "playing_time")
    lines = {(row["game_id"], row["player_id"]): row for row in made["player_game_line"]}
    of_bare = lines[SECOND["gid"], RELIEVER]
    assert (of_bare["account"], of_bare["has_box_score"], of_bare["plate_appearances"]) == ("line_score", False, None)
    time = by_player([row for row in made["playing_time"] if row["club"] == "INK"])
    figures = ("club_games", "club_games_with_lines", "games", "games_pitched", "plate_appearances", "outs_pitched")
    assert [time[RELIEVER][name] for name in figures] == [2, 1, 1, 1, 0, 0]
    assert [time[person("INK", 9)][name] for name in figures] == [2, 1, 1, 1, 4, 27]


def test_a_club_without_lines_has_no_counts(tmp_path: Path) -> None:
    time = by_player(tables_of(written(tmp_path, csv_lines(FIRST, "INK")), "playing_time")["playing_time"])
    own, other = time[person("INK", 1)], time[person("BLO", 1)]
    assert (own["club_games_with_lines"], own["plate_appearances"]) == (1, 4)
    assert (other["club_games_with_lines"], other["plate_appearances"], other["games"]) == (0, None, None)


def test_the_lines_of_a_game_with_plays_are_no_playing_time(tmp_path: Path) -> None:
    """Its plays are counted; the CSV files' lines, which add them up, stay in their table."""
    folder = written(tmp_path, csv_lines(FIRST, "INK"))
    records = {name: pa.concat_tables(tables) for name, tables in read(folder).parsed.records.items()}
    plays = [{"game_id": FIRST["gid"], "season": SEASON, "account": "play_by_play", "has_plays": True}]
    appearances = [
        {"game_id": FIRST["gid"], "season": SEASON, "batting_club": "INK", "batter_id": person("INK", 1), "number": n}
        for n in (1, 2)
    ]
    made = season_tables.made(
        "playing_time", "player_game_line", **records, event_file_game=plays, plate_appearance=appearances
    )
    assert len(made["player_game_line"]) == 9
    time = by_player([row for row in made["playing_time"] if row["club"] == "INK"])[person("INK", 1)]
    assert (time["club_games_with_plays"], time["club_games_with_lines"], time["plate_appearances"]) == (1, 0, 2)


# Where two sources differ


def test_lines_of_the_csv_files_are_held_to_box_scores_and_plays(tmp_path: Path) -> None:
    """A player whose id changed is one person; who has a line is compared where both sources have the club's."""
    ids = {"game_id": FIRST["gid"], "season": SEASON, "club": "INK", "is_batter": True, "is_pitcher": False}
    boxes = [
        ids | {"player_id": "same0101", "hits": 2, "errors": 0, "walks": None},
        ids | {"player_id": "olda0101", "hits": 1},
        ids | {"player_id": "gone0101", "hits": 1},
        ids | {"game_id": SECOND["gid"], "player_id": "same0101", "hits": 3},
    ]
    csvs = [
        ids | {"player_id": "same0101", "hits": 2, "errors": 1, "walks": 4},
        ids | {"player_id": "newa0101", "hits": 2},
    ]
    people = [{"source_id": source, "person_id": "p-one"} for source in ("olda0101", "newa0101")]
    given = {"source_game": [], "source_club_game": [], "source_lineup": [], "season_person": people}
    rows = season_tables.one("game_difference", event_file_player_line=boxes, csv_player_line=csvs, **given)
    found = {(row["line_player_id"], row["figure"]): (row["value"], row["other_value"]) for row in rows}
    assert found == {
        ("same0101", "errors"): ("0", "1"),
        ("olda0101", "hits"): ("1", "2"),
        ("gone0101", "listed"): ("true", "false"),
    }
    turns = [
        {"game_id": FIRST["gid"], "season": SEASON, "batting_club": "INK", "batter_id": batter}
        | {"batter_person_id": "p-one" if batter == "newa0101" else None}
        for batter in ("same0101", "same0101", "newa0101", "extra101")
    ]
    scored = [{"game_id": FIRST["gid"], "season": SEASON, "has_plays": True}]
    pitched = [
        {"game_id": FIRST["gid"], "season": SEASON, "club": "INK", "pitcher_id": pitcher, "pitcher_person_id": None}
        | {"batters_faced": faced, "outs": faced}
        for pitcher, faced in (("same0101", 5), ("arms0101", 6))
    ]
    # The first pitched without a figure, the second never batted in the plays, and the last only ran.
    lines = [row | {"plate_appearances": 2} for row in csvs]
    lines += [
        ids | {"player_id": "arms0101", "plate_appearances": 2, "batters_faced": 6, "outs_pitched": 6},
        ids | {"player_id": "none0101", "plate_appearances": 0},
        ids | {"player_id": "runs0101", "plate_appearances": 0},
    ]
    turns.append(turns[0] | {"batter_id": "none0101"})
    for has_plays in (True, False):
        rows = season_tables.one(
            "game_difference",
            event_file_game=[row | {"has_plays": has_plays} for row in scored],
            plate_appearance=turns,
            pitching_appearance=pitched,
            csv_player_line=lines,
            **given,
        )
        found = {(row["line_player_id"], row["figure"]): (row["value"], row["other_value"]) for row in rows}
        expected = {
            ("newa0101", "plate_appearances"): ("1", "2"),
            ("extra101", "listed"): ("true", "false"),
            ("arms0101", "plate_appearances"): ("0", "2"),
            ("none0101", "plate_appearances"): ("1", "0"),
        }
        assert found == (expected if has_plays else {})


# What the check compares

CHECK = next(
    check
    for check in graph().nodes["playing_time"].table.checks
    if check.name == "playing_time: plate appearances equal those of plays and box scores"
)


@pytest.fixture(scope="module")
def box_season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    """What the check looks at, of a season of one box score."""
    folder = written(tmp_path_factory.mktemp("box"), csv_lines(FIRST, "INK"), csv_lines(FIRST, "BLO"))
    records = {name: pa.concat_tables(tables) for name, tables in read(folder).parsed.records.items()}
    names = ("playing_time", "player_game_line", "club_game", "game", "plate_appearance")
    with duckdb.connect() as changeable, season_tables.season(*names, **records) as db:
        for name in names:
            rows = db.table(name).to_arrow_table()
            changeable.register("rows", rows)
            changeable.execute(f"CREATE TABLE {name} AS FROM rows")
        yield changeable


@pytest.mark.parametrize(
    ("change", "fails"),
    [
        ("UPDATE playing_time SET games = games + 1", False),
        ("UPDATE player_game_line SET plate_appearances = 5 WHERE slot = 4", True),
        ("UPDATE player_game_line SET plate_appearances = NULL WHERE slot = 4", True),
        ("UPDATE playing_time SET plate_appearances = NULL WHERE club = 'INK' AND slot_4 = 1", True),
        ("DELETE FROM player_game_line WHERE slot = 4", True),
        ("UPDATE player_game_line SET has_box_score = false WHERE slot = 4", True),
        ("UPDATE game SET has_plays = true", True),
        ("INSERT INTO plate_appearance BY NAME SELECT game_id, season, 'INK' AS batting_club FROM game", True),
    ],
)
def test_the_check_compares_box_scores_player_by_player(
    box_season: duckdb.DuckDBPyConnection, change: str, fails: bool
) -> None:
    box_season.execute("BEGIN")
    box_season.execute(change)
    assert bool(box_season.execute(CHECK.violations).fetchall()) == fails
    box_season.execute("ROLLBACK")


# What answers say


@pytest.mark.parametrize(
    ("boxes", "said"),
    [
        (0, []),
        (1, ["PA and pitching come from 3 of 4 games: 2 with play-by-play and 1 with a box score."]),
    ],
)
def test_an_answer_says_how_many_games_are_box_scores(tmp_path: Path, boxes: int, said: list[str]) -> None:
    """A club's games count once, whatever the number of its players."""
    tenure = {
        **{"season": 2031, "club": "ALP", "manager_id": "marsj801", "manager_person_id": "p-marsh"},
        **{"club_games": 4, "club_games_with_plays": 2, "club_games_with_lines": boxes},
    }
    players = [
        tenure | {"player_id": player, "player_person_id": person_id, "player_name": name, "games": 3}
        for player, (person_id, name, _sort) in list(MEN.items())[3:5]
    ]
    lake = LakeReader(write_lake(tmp_path / "lake", more={"development": players}))
    notes = [note.split(" Games also")[0] for note in development(lake, "José Marsh").notes]
    assert [note for note in notes if note.startswith("PA and pitching")] == said
    way = way_up(lake, "p-script")
    assert way is not None
    assert [note.split(" Games also")[0] for view in way.views for note in view.notes] == said


# Files that are of no kind


def test_a_csv_file_of_unknown_kind_is_said_and_not_read(tmp_path: Path) -> None:
    folder = written(tmp_path, csv_lines(FIRST, "INK"))
    write_csv(folder / f"{SEASON}umpires.csv", LINE_COLUMNS["batting"], [])
    (folder / "README.txt").write_text("about these files")
    texts, unread = list_csvs(folder)
    assert [(item.file, item.line, item.reason.split(":")[0]) for item in unread] == [
        (f"{SEASON}umpires.csv", None, "the name is of no kind of CSV file that Skipper reads")
    ]
    assert len(texts) == 6
