"""3,000 directives of 30 organizations over 10 seasons of games: in one Spark job, and by DuckDB in this process.

The games are made up, at the size of the major leagues: 30 clubs, 162 games each, full lineups. Each size runs in the
same process after one small run that warms Spark up; the session's start is told apart. Times are of the whole
evaluation to counted rows of all three tables.

    python benchmarks/directives.py
    python benchmarks/directives.py --directives 750 3000 12000
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from skipper.answers.directives import on_duckdb
from skipper.answers.directives.plan import Directive
from skipper.answers.directives.plate_appearances import published
from skipper.answers.directives.question import Question, directive_row
from skipper.answers.directives.tables import TABLES as MADE
from skipper.build.graph import graph
from skipper.lake import storage
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CORES = 2
CLUBS = [f"C{number:02}" for number in range(30)]
FIRST_SEASON, SEASONS, GAMES, ROSTER = 2031, 10, 162, 16
ASKED = (
    {"bat": {"slots": "1-5", "at_least": "80%"}},
    {"start": {"against": "LHP", "at_least": "60%"}},
    {"start": {"games_per_week": "5"}},
    {"start": {"not_consecutive_days": "true"}},
    {"field": {"position": "OF", "at_most": "40%"}},
    {"rest": {"max_consecutive": "6"}},
)


def write_lake(folder: Path, seasons: range, rng: random.Random) -> LakeReader:
    """A lake with the tables that the rules read, and the people of its games."""
    contracts = {name: graph().nodes[name].table for name in ("club_game", "lineup", "person")}
    files: dict[str, list[storage.WrittenFile]] = {"club_game": [], "lineup": []}
    for season in seasons:
        sides, cards = season_rows(season, rng)
        for name, rows in (("club_game", sides), ("lineup", cards)):
            table = pa.Table.from_pylist(rows, contracts[name].arrow_schema)
            files[name].append(storage.write_season(table, folder / name, season))
    players = [f"{club}-{season}-{number}" for season in seasons for club in CLUBS for number in range(ROSTER)]
    with LakeWriter(folder, contracts.values()) as writer:
        for name, written in files.items():
            writer.commit(name, written, None)
        writer.write_rows("person", [{"person_id": one, "name": one} for one in players], None)
        writer.publish(Manifest("benchmark", "2041-01-01T00:00:00+00:00", "0", {}, list(seasons), {}, [], True))
    return LakeReader(folder)


def season_rows(season: int, rng: random.Random) -> tuple[list[dict], list[dict]]:
    sides, cards = [], []
    for club in CLUBS:
        for number in range(GAMES):
            day = date(season, 4, 1) + timedelta(number + number // 9)
            game = {"game_id": f"{club}{day:%Y%m%d}0", "season": season, "club": club}
            sides.append(
                {
                    **game,
                    "date": day,
                    "game_number": "0",
                    "game_type": "regular",
                    "manager_id": f"m{club}",
                    "opposing_starter_throws": rng.choice("LRR"),
                    "has_lineup": True,
                }
            )
            order = rng.sample(range(ROSTER), 9)
            cards += [
                {**game, "slot": slot, "player_person_id": f"{club}-{season}-{man}", "position": slot + 1}
                for slot, man in enumerate(order, 1)
            ]
    return sides, cards


def question(directives: int, seasons: range) -> Question:
    """So many directives, spread over clubs and seasons."""
    asked = Question()
    for season in seasons:
        asked.values += [row for club in CLUBS for row in published(season).rows(season, club)]
    for number in range(directives):
        season, club = seasons[number // len(CLUBS) % len(seasons)], CLUBS[number % len(CLUBS)]
        man = number // (len(CLUBS) * len(seasons)) % ROSTER
        rule = ASKED[(number + number // len(CLUBS)) % len(ASKED)]  # each club is asked every kind
        directive = Directive.model_validate({"id": f"d{number}", "player": "x", **rule})
        days = (date(season, 1, 1), date(season, 12, 31), date(season, 12, 31))
        plan = f"{club}-{season}"
        key = {"plan": plan, "directive": directive.id, "season": season}
        person = f"{club}-{season}-{man}"
        row = directive_row(plan, season, directive, person, days)
        asked.directives.append(
            {**row, "season_over": True, "availability": "window", "cost_source": published(season).source}
        )
        asked.clubs.append({**key, "person_id": person, "club": club})
    return asked


def by_duckdb(lake: LakeReader, asked: Question) -> dict[str, int]:
    """Rows of each table."""
    lake.connection.execute(f"SET threads = {CORES}")
    on_duckdb.evaluate(lake, asked)
    counted = {
        table.name: lake.connection.execute(f"SELECT count(*) FROM temp.{table.name}").fetchall() for table in MADE
    }
    return {name: rows for name, ((rows,),) in counted.items()}


def by_spark(spark: SparkSession, lake: LakeReader, asked: Question) -> dict[str, int]:
    """Rows of each table."""
    from skipper.answers.directives import on_spark

    with tempfile.TemporaryDirectory() as folder:
        made = on_spark.evaluate_in_parts(spark, lake, asked, Path(folder))
        return on_spark.commit_tables(lake, made, made.statuses, Path(folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--directives", type=int, nargs="+", default=[750, 1500, 3000, 6000])
    arguments = parser.parse_args()
    os.environ.setdefault("SKIPPER_CORES", str(CORES))
    from skipper.session import start_session

    seasons = range(FIRST_SEASON, FIRST_SEASON + SEASONS)
    with tempfile.TemporaryDirectory() as folder:
        lake = write_lake(Path(folder), seasons, random.Random(1))
        clock = time.perf_counter()
        spark = start_session()
        print(f"Spark's session: {time.perf_counter() - clock:.1f} s")
        clock = time.perf_counter()
        by_spark(spark, lake, question(60, seasons))
        print(f"warming up, 60 directives: {time.perf_counter() - clock:.1f} s")
        for directives in arguments.directives:
            compare(spark, lake, question(directives, seasons))


def compare(spark: SparkSession, lake: LakeReader, asked: Question) -> None:
    """Print the time of each engine on one question; the rows must be as many."""
    clock = time.perf_counter()
    ours = by_spark(spark, lake, asked)
    spark_seconds = time.perf_counter() - clock
    clock = time.perf_counter()
    theirs = by_duckdb(lake, asked)
    duckdb_seconds = time.perf_counter() - clock
    if ours != theirs:
        raise SystemExit(f"Spark has {ours}, DuckDB {theirs}")
    print(
        f"{len(asked.directives):,} directives, {ours['directive_game']:,} games of theirs: "
        f"Spark {spark_seconds:.1f} s, DuckDB {duckdb_seconds:.1f} s, ratio {spark_seconds / duckdb_seconds:.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
