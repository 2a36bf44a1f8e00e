"""Retrosheet's CSV files against the event files of the same games, four seasons of the Negro Leagues.

Needs SKIPPER_DATA. `teamstats` is read here with Python's csv module, and so are the line scores of box scores; figures
of games with plays are counted by Skipper from the plays of the `.EVR` files. Players' lines are as Skipper reads them
from both.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pyarrow as pa
import pytest

import season_tables
from skipper.sources.player_lines import BATTING, FIELDING, PINCH, PITCHING, PLAYER_LINE
from skipper.sources.retrosheet.csvs.files import list_csvs
from skipper.sources.retrosheet.csvs.games import read_games
from skipper.sources.retrosheet.csvs.lines import read_player_lines

SEASONS = (1921, 1936, 1937, 1948)
FIGURES = {"hits": "b_h", "errors": "d_e", "left_on_base": "lob", "outs_pitched": "p_ipouts", "manager_id": "mgr"}
OTHER_GAME = {"PTC193609121", "PTC193609122"}  # under each id the CSV files have another game
Side = tuple[str, str]


@dataclass
class Compared:
    """By account and figure: how often both state it, and the values that differ.

    `lines` counts players' lines by whether the event files and the CSV files have them, and `unlisted` the batters of
    plays who have no line. `listed` counts the rows of `game_difference` about players' lines, by figure.
    """

    both: Counter[tuple[str, str]] = field(default_factory=Counter)
    differing: dict[tuple[str, str], list[tuple[Side, Any, Any]]] = field(default_factory=lambda: defaultdict(list))
    lines: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    listed: Counter[str] = field(default_factory=Counter)
    managers: int = 0
    unlisted: int = 0

    def of(self, account: str) -> dict[str, list[tuple[Side, Any, Any]]]:
        """The differing values of an account, by figure."""
        return {figure: values for (of, figure), values in self.differing.items() if of == account}

    def numbers(self, account: str) -> dict[str, int]:
        """How often both state a figure of an account."""
        return {figure: number for (of, figure), number in self.both.items() if of == account}

    def add(self, account: str, figure: str, side: Side, own: Any, other: Any) -> None:
        if own is None or other in (None, ""):
            return
        self.both[account, figure] += 1
        if str(own) != str(other):
            self.differing[account, figure].append((side, own, other))


def line_scores(folder: Path, season: int) -> dict[tuple[str, int], list[str]]:
    """The runs by inning of each side in the season's box-score event files, `x` left out."""
    found: dict[tuple[str, int], list[str]] = {}
    with ZipFile(folder / f"{season}ngl.zip") as archive:
        for name in archive.namelist():
            game = ""
            for line in archive.read(name).decode().splitlines() if re.search(r"\.EB.$", name) else ():
                kind, *rest = line.split(",")
                if kind == "id":
                    game = rest[0]
                elif kind == "line":
                    found[game, int(rest[0])] = [runs for runs in rest[1:] if runs.isdigit()]
    return found


def team_stats(folder: Path, season: int) -> Iterator[dict[str, str]]:
    with ZipFile(folder / f"{season}csvs.zip") as archive, archive.open(f"{season}teamstats.csv") as file:
        yield from csv.DictReader(io.TextIOWrapper(file, "utf-8"))


def lines_of(rows: pa.Table) -> dict[tuple[str, str, str], dict[str, Any]]:
    """Players' lines by game, club and player."""
    found = {(row["game_id"], row["club"], row["player_id"]): row for row in rows.to_pylist()}
    return {key: row for key, row in found.items() if key[0] not in OTHER_GAME}


def compare_lines(folder: Path, season: int, found: dict[str, pa.Table], compared: Compared) -> None:
    """Compare a season's players' lines: those of both sources, and plate appearances with the plays."""
    texts, _unread = list_csvs(folder, {season})
    games = read_games(texts, season)
    read_player_lines(texts, games)
    records = {name: pa.concat_tables(tables) for name, tables in games.parsed.records.items()}
    rows = season_tables.one("game_difference", **records, **found)
    compared.listed.update(row["figure"] for row in rows if row["line_player_id"] and row["game_id"] not in OTHER_GAME)
    of_csvs = lines_of(records["csv_player_line"])
    of_events = lines_of(found["event_file_player_line"])
    sides = {key[:2] for key in of_events}
    for key in of_events.keys() | {key for key in of_csvs if key[:2] in sides}:
        compared.lines[key in of_events, key in of_csvs] += 1
        if key in of_events and key in of_csvs:
            for name in PLAYER_LINE.names[5:]:
                compared.add("line", name, key[:2], of_events[key][name], of_csvs[key][name])
    appearances = found["plate_appearance"].select(["game_id", "batting_club", "batter_id"]).to_pylist()
    batted = Counter((row["game_id"], row["batting_club"], row["batter_id"]) for row in appearances)
    scored = {row["game_id"] for row in found["event_file_game"].to_pylist() if row["has_plays"]}
    for key, line in of_csvs.items():
        if key[0] in scored and line["is_batter"]:
            compared.add("play_by_play", "plate_appearances", key[:2], batted.pop(key, 0), line["plate_appearances"])
    compared.unlisted += len(batted)


def compare(folder: Path, season: int, compared: Compared) -> None:
    """Compare a season's club-games."""
    found = season_tables.records(season, events=folder)
    compare_lines(folder, season, found, compared)
    games = {row["game_id"]: row for row in found["event_file_game"].to_pylist()}
    sides = {(row["game_id"], row["club"]): row for row in found["event_file_club_game"].to_pylist()}
    lineups: dict[Side, list[dict[str, Any]]] = defaultdict(list)
    for row in found["event_file_lineup"].to_pylist():
        lineups[row["game_id"], row["club"]].append(row)
    innings: dict[Side, Counter[int]] = defaultdict(Counter)
    for row in found["event"].select(["game_id", "batting_club", "inning", "runs_on_event"]).to_pylist():
        innings[row["game_id"], row["batting_club"]][row["inning"]] += row["runs_on_event"]
    listed = line_scores(folder, season)
    for row in team_stats(folder, season):
        side = row["gid"], row["team"]
        compared.managers += bool(row["mgr"])
        if side not in sides or row["gid"] in OTHER_GAME:
            continue
        account = games[row["gid"]]["account"]
        for figure, column in FIGURES.items():
            compared.add(account, figure, side, sides[side].get(figure), row[column])
        by_inning = [row[f"inn{number}"] for number in range(1, 29) if row[f"inn{number}"].isdigit()]
        of_plays = [str(runs) for _inning, runs in sorted(innings[side].items())]
        of_box = listed.get((row["gid"], int(row["vishome"] == "h")))
        compared.add(account, "innings", side, of_box if account == "box_score" else of_plays, by_inning)
        compared.add(account, "starting_pitcher_id", side, sides[side]["starting_pitcher_id"], row["start_f1"])
        for starter in lineups[side]:
            compared.add(account, "slot", side, starter["player_id"], row[f"start_l{starter['slot']}"])
            compared.add(account, "position", side, starter["player_id"], row[f"start_f{starter['position']}"])


@pytest.fixture(scope="module")
def compared(real_data: Path) -> Compared:
    found = Compared()
    for season in SEASONS:
        compare(real_data / "releases" / "retrosheet" / "negro_leagues", season, found)
    return found


def renumbered(values: list[tuple[Side, Any, Any]]) -> Counter[bool]:
    """How many of differing ids are of one person under two numbers: `scanp104` and `scanp101`."""
    return Counter(own[:5] == other[:5] for _side, own, other in values)


def test_plays_give_what_teamstats_has(compared: Compared) -> None:
    """Every figure, inning, slot and position of 1,062 club-games. One listed pitcher left before the first pitch."""
    of_club = ("hits", "errors", "left_on_base", "outs_pitched", "innings", "starting_pitcher_id")
    assert compared.numbers("play_by_play") == {
        **dict.fromkeys(of_club, 1062),
        **{"slot": 9558, "position": 9558, "plate_appearances": 11_099},
    }
    assert compared.unlisted == 0
    assert compared.of("play_by_play") == {"starting_pitcher_id": [(("PH6193605280", "PH5"), "jones107", "huntb106")]}


def test_box_scores_give_what_teamstats_has_but_for_counted_differences(compared: Compared) -> None:
    """The CSV files, the later release, give other numbers to some people, and correct a few errors and hits."""
    of_club = ("hits", "left_on_base", "outs_pitched", "innings", "starting_pitcher_id")
    assert compared.numbers("box_score") == {
        **dict.fromkeys(of_club, 256),
        **{"errors": 255, "slot": 2304, "position": 2304},
    }
    differing = compared.of("box_score")
    counts = {figure: len(values) for figure, values in differing.items()}
    assert counts == {
        **{"errors": 10, "hits": 2, "left_on_base": 1},
        **{"slot": 36, "position": 49, "starting_pitcher_id": 11},
    }
    people = {figure: renumbered(differing[figure]) for figure in ("slot", "position", "starting_pitcher_id")}
    assert people == {
        "slot": {True: 36},
        "position": {True: 35, False: 14},
        "starting_pitcher_id": {True: 9, False: 2},
    }


def test_both_give_the_same_lines_of_players_but_for_counted_differences(compared: Compared) -> None:
    """13,734 lines. Plate appearances, which box scores do not state, differ in one game: NY5194805220."""
    assert compared.lines == {(True, True): 13_734, (True, False): 66, (False, True): 44}
    figures = compared.numbers("line")
    assert figures.keys() >= {*BATTING, *PITCHING, *FIELDING, *PINCH}
    assert (figures["plate_appearances"], figures["outs_pitched"], figures["putouts"]) == (13_690, 2082, 12_848)
    differing = compared.of("line")
    assert {figure: len(values) for figure, values in differing.items()} == {
        **{"at_bats": 1, "hits": 2, "runs_batted_in": 1, "walks": 4, "sacrifice_bunts": 1, "plate_appearances": 5},
        **{"batters_faced": 1, "hits_allowed": 2, "walks_allowed": 1, "errors": 22},
    }
    assert {side for side, _own, _other in differing["plate_appearances"]} == {("NY5194805220", "NY5")}
    # The table has them all, the batters faced that two pitchers have in plays, one of whom faced none by his line, and
    # the players of whom one source alone has a line where both have their club's.
    figures = {figure: len(values) for figure, values in differing.items()}
    assert compared.listed == Counter(figures) + Counter(batters_faced=2, listed=89)


def test_the_manager_is_stated_by_the_csv_files_alone(compared: Compared) -> None:
    """Of all 2,886 club-games; event files name none, so that nothing contradicts the manager."""
    assert compared.managers == 2886
    assert not any(figure == "manager_id" for _account, figure in compared.both)
