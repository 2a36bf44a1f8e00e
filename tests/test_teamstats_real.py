"""`teamstats` of Retrosheet's CSV files against the event files of the same games, four seasons of the Negro Leagues.

Needs SKIPPER_DATA. `teamstats` is read here with Python's csv module, and so are the line scores of box scores; figures
of games with plays are counted by Skipper from the plays of the `.EVR` files.
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

import pytest

import season_tables

SEASONS = (1921, 1936, 1937, 1948)
FIGURES = {"hits": "b_h", "errors": "d_e", "left_on_base": "lob", "outs_pitched": "p_ipouts", "manager_id": "mgr"}
OTHER_GAME = {"PTC193609121", "PTC193609122"}  # under each id the CSV files have another game
Side = tuple[str, str]


@dataclass
class Compared:
    """By account and figure: the club-games that both state, and the values that differ."""

    both: Counter[tuple[str, str]] = field(default_factory=Counter)
    differing: dict[tuple[str, str], list[tuple[Side, Any, Any]]] = field(default_factory=lambda: defaultdict(list))
    managers: int = 0

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


def compare(folder: Path, season: int, compared: Compared) -> None:
    """Compare a season's club-games."""
    found = season_tables.records(season, events=folder)
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
    sides = {figure: number for (account, figure), number in compared.both.items() if account == "play_by_play"}
    of_club = ("hits", "errors", "left_on_base", "outs_pitched", "innings", "starting_pitcher_id")
    assert sides == {**dict.fromkeys(of_club, 1062), "slot": 9558, "position": 9558}
    differing = {figure: values for (account, figure), values in compared.differing.items() if account != "box_score"}
    assert differing == {"starting_pitcher_id": [(("PH6193605280", "PH5"), "jones107", "huntb106")]}


def test_box_scores_give_what_teamstats_has_but_for_counted_differences(compared: Compared) -> None:
    """The CSV files, the later release, give other numbers to some people, and correct a few errors and hits."""
    sides = {figure: number for (account, figure), number in compared.both.items() if account == "box_score"}
    of_club = ("hits", "left_on_base", "outs_pitched", "innings", "starting_pitcher_id")
    assert sides == {**dict.fromkeys(of_club, 256), "errors": 255, "slot": 2304, "position": 2304}
    differing = {figure: values for (account, figure), values in compared.differing.items() if account == "box_score"}
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


def test_the_manager_is_stated_by_the_csv_files_alone(compared: Compared) -> None:
    """Of all 2,886 club-games; event files name none, so that nothing contradicts the manager."""
    assert compared.managers == 2886
    assert not any(figure == "manager_id" for _account, figure in compared.both)
