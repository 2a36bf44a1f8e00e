"""Whole builds with a damaged record book: no game is lost, and every damage is a row of a table.

SKIPPER_MUTATED_BUILDS says how many.
"""

from __future__ import annotations

import csv
import os
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner
from pyspark.sql import SparkSession

from skipper.cli import main
from skipper.lake.reader import LakeReader

BUILDS = int(os.environ.get("SKIPPER_MUTATED_BUILDS", "2"))
Rows = list[dict[str, str]]
Book = dict[str, Rows]  # the rows of each table
Damage = Callable[[Book, Rows, random.Random], str]  # damages the clubs given, and returns a query for its row
GAMES = "SELECT season, game_id, visitor_club, home_club, visitor_score, home_score FROM game ORDER BY ALL"


def share_a_persons_ids(book: Book, _clubs: Rows, dice: random.Random) -> str:
    """A second row has the ids of a manager: the same man under another id of the book, or somebody else."""
    row = dice.choice([one for one in book["People"] if one["retroID"]])
    other = row | {"playerID": "otherma99"}
    if dice.random() < 0.5:
        other |= {"nameFirst": "Someone", "nameLast": "Else", "nameGiven": "Someone", "birthYear": "1900"}
    book["People"].insert(dice.randrange(len(book["People"])), other)
    return f"FROM identity_decision WHERE kind = 'person' AND id = '{row['retroID']}' AND id_name = 'retrosheet_id'"


def share_a_code(book: Book, clubs: Rows, _dice: random.Random) -> str:
    clubs[0]["teamIDretro"] = clubs[1]["teamIDretro"]
    return decision(clubs[0])


def lose_a_code(_book: Book, clubs: Rows, _dice: random.Random) -> str:
    clubs[0]["teamIDretro"] = ""
    return decision(clubs[0])


def exchange_names(_book: Book, clubs: Rows, _dice: random.Random) -> str:
    one, other = clubs[:2]
    one["name"], other["name"] = other["name"], one["name"]
    return difference("club_name", one)


def list_another_manager(book: Book, clubs: Rows, _dice: random.Random) -> str:
    """The book gives a club's season to somebody else, whom games may name: the id is of no other row."""
    club = clubs[0]
    listed = [row for row in book["Managers"] if (row["yearID"], row["teamID"]) == (club["yearID"], club["teamID"])]
    of_season = {row["playerID"] for row in book["Managers"] if row["yearID"] == club["yearID"]}
    ids = Counter(row["retroID"] for row in book["People"])
    others = [row for row in book["People"] if row["playerID"] not in of_season and ids[row["retroID"]] == 1]
    wrong = others[0]["playerID"]
    for row in listed[1:]:
        book["Managers"].remove(row)
    listed[0]["playerID"] = wrong
    return f"FROM manager_decision WHERE season = {club['yearID']} AND club = '{club['teamIDretro']}'"


def twist_a_rank(book: Book, clubs: Rows, _dice: random.Random) -> str:
    club = clubs[0]
    club["Rank"] = "9"
    return difference("club_rank", club)


def decision(club: dict[str, str]) -> str:
    where = f"kind = 'club' AND season = {club['yearID']} AND list_contains(own_ids, '{club['teamID']}')"
    return f"FROM identity_decision WHERE {where}"


def difference(comparison: str, club: dict[str, str]) -> str:
    where = f"comparison = '{comparison}' AND season = {club['yearID']} AND club = '{club['teamIDretro']}'"
    return f"FROM record_difference WHERE {where}"


DAMAGES: tuple[Damage, ...] = (
    share_a_persons_ids,
    share_a_code,
    lose_a_code,
    exchange_names,
    list_another_manager,
    twist_a_rank,
)


def test_no_game_is_lost_and_every_damage_is_listed(spark: SparkSession, league: Path, tmp_path: Path) -> None:
    here, dice = tmp_path / "sources", random.Random(1887)
    shutil.copytree(league, here, ignore=shutil.ignore_patterns("minors", "events"))
    leagues = here / "leagues.csv"  # places are compared in the majors alone
    leagues.write_text(re.sub(",(AAA|AA),", ",MLB,", leagues.read_text()))
    sound = built(here, tmp_path / "sound")
    games = sound.rows(GAMES)
    assert games
    original = {file.stem: list(csv.DictReader(file.open())) for file in (here / "lahman").glob("*.csv")}
    for number in range(BUILDS):
        book = {name: [dict(row) for row in rows] for name, rows in original.items()}
        queries = damaged(book, dice)
        for name, rows in book.items():
            with (here / "lahman" / f"{name}.csv").open("w", newline="") as file:
                writer = csv.DictWriter(file, original[name][0])
                writer.writeheader()
                writer.writerows(rows)
        lake = built(here, tmp_path / str(number))
        assert lake.rows(GAMES) == games
        assert [query for query in queries if not lake.rows(f"SELECT * {query}")] == []
        assert [query for query in queries if sound.rows(f"SELECT * {query}")] == []


def damaged(book: Book, dice: random.Random) -> list[str]:
    """Do each kind of damage to other clubs of one division in one season; return the queries for its rows."""
    season = dice.choice(sorted({row["yearID"] for row in book["Teams"]}))
    clubs = [row for row in book["Teams"] if row["yearID"] == season]
    dice.shuffle(clubs)
    queries = []
    for damage in DAMAGES:
        queries.append(damage(book, clubs[:2], dice))
        clubs = clubs[2:]
    return queries


def built(sources: Path, lake: Path) -> LakeReader:
    options = [f"--{name}={sources / name}" for name in ("gamelogs", "lahman")]
    done = CliRunner().invoke(main, ["build", *options, f"--leagues={sources / 'leagues.csv'}", "--lake", str(lake)])
    assert done.exit_code == 0, done.output
    return LakeReader(lake)
