"""The part of the build that is about plays: event files to tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper.lake.files import WrittenFile
from skipper.lake.store import LakeWriter
from skipper.session import no_rows
from skipper.sources.event_staging import StagedPlays, stage_plays
from skipper.sources.retrosheet.events.listing import list_event_files
from skipper.sources.staging import Staged
from skipper.tables import ejection as ejected
from skipper.tables import event_game, manager_tendency, pitching_appearance, play_difference, run_expectancy
from skipper.tables.crediting import appointed_managers
from skipper.tables.people import merged_people

FOLDER = "plays"  # of the build's staging
FROM_PLAYS = (
    "event",
    "plate_appearance",
    "substitution",
    "event_game",
    "event_lineup",
    "play_exception",
    "pitching_appearance",
    "event_club_game",
    "ejection",
    "play_difference",
    "run_expectancy",
    "manager_tendency",
)

Write = Callable[[dict[str, DataFrame], Collection[int]], None]
Log = Callable[[str, list[WrittenFile], datetime, float], None]


@dataclass(frozen=True)
class Comparison:
    """How often a figure made from plays was compared with another source's, and how often they differed."""

    figure: str
    source: str
    compared: int
    differ: int


def read_events(
    spark: SparkSession, events: Path, lake: LakeWriter, staged: Staged, seasons: Collection[int] | None
) -> StagedPlays:
    """Read event files, writing what they alone can tell. Raises SourceError where there are none."""
    listed = list_event_files(events, seasons)
    return stage_plays(spark, listed, lake.lake, lake.staging / FOLDER, _person_ids(spark, staged), seasons)


def _person_ids(spark: SparkSession, staged: Staged) -> dict[str, str]:
    """person_id by Retrosheet id, of everybody whom the Register or Lahman know."""
    nobody = no_rows(spark, "retrosheet_id string, name string")
    people = merged_people(staged.records("register_people"), staged.records("lahman_people"), nobody)
    known = people.where("retrosheet_id is not null").select("retrosheet_id", "person_id").toArrow()
    return dict(zip(*(known[name].to_pylist() for name in ("retrosheet_id", "person_id")), strict=True))


def commit_whole(plays: StagedPlays, lake: LakeWriter, log: Log) -> None:
    """Make the files that the workers wrote the rows of their seasons."""
    for name, files in plays.written.items():
        started, clock = datetime.now(UTC), time.monotonic()
        lake.commit(files, name, plays.seasons)
        log(name, files, started, time.monotonic() - clock)


def write_season_tables(
    plays: StagedPlays, staged: Staged, records: DataFrame, people: DataFrame, lake: LakeWriter, write: Write
) -> list[Comparison]:
    """Write what needs the season or other sources. `records` are the game logs'; returns what was compared."""
    seasons = plays.seasons
    teams = staged.records("lahman_teams")
    appointed = appointed_managers(staged.records("lahman_managers"), teams, people).localCheckpoint()
    logged = lake.read("club_game", seasons)
    sides = event_game.event_club_game(plays.records("event_club_game"), logged, appointed, teams, people)
    pitched = pitching_appearance.pitching_appearance(plays.records("pitching_appearance"))
    write({"event_club_game": sides, "pitching_appearance": pitched}, seasons)
    sides = lake.read("event_club_game", seasons)
    compared = play_difference.beside_game_logs(sides, records.where(F.col("season").isin(*seasons))).localCheckpoint()
    differ = compared.where("plays <> other").unionByName(plays.records("play_difference"))
    write(
        {
            "ejection": ejected.ejection(plays.records("ejection"), sides, appointed),
            "play_difference": differ,
        },
        seasons,
    )
    _write_tactics(lake, seasons, write)
    return _comparisons(compared, plays)


def _write_tactics(lake: LakeWriter, seasons: Collection[int], write: Write) -> None:
    event, games, sides = (lake.read(name, seasons) for name in ("event", "event_game", "event_club_game"))
    names = ("plate_appearance", "pitching_appearance", "substitution", "ejection", "event_lineup")
    turns, pitched, made, sent_off, lineup = (lake.read(name, seasons) for name in names)
    tendencies = manager_tendency.manager_tendency(event, turns, pitched, made, sent_off, games, sides, lineup)
    write(
        {
            "run_expectancy": run_expectancy.run_expectancy(event, games, sides),
            "manager_tendency": tendencies,
        },
        seasons,
    )


def _comparisons(compared: DataFrame, plays: StagedPlays) -> list[Comparison]:
    counted = compared.groupBy("figure").agg(
        F.count("*").alias("compared"), F.count_if(F.col("plays") != F.col("other")).alias("differ")
    )
    found = [Comparison(row.figure, play_difference.GAME_LOG, row.compared, row.differ) for row in counted.collect()]
    own = len(plays.rows("play_difference"))
    found += [Comparison(figure, "data_er", count, own) for figure, count in plays.compared().items() if count]
    return sorted(found, key=lambda item: (item.source, item.figure))


def keep_tables(lake: LakeWriter) -> None:
    """Make the tables of plays exist, without rows, in a lake that has none."""
    for name in FROM_PLAYS:
        if name not in lake.versions:
            lake.commit([], name, ())


def people_of_other_seasons(lake: LakeWriter, seasons: Collection[int]) -> DataFrame:
    """Retrosheet ids, as column retrosheet_id, that the plays of other seasons than these in the lake name."""
    others = [season for season in lake.seasons("event_club_game") if season not in seasons]
    columns = (
        ("event_lineup", "player_id"),
        ("substitution", "player_id"),
        ("event_club_game", "starting_pitcher_id"),
    )
    named = [lake.read(table, others).select(F.col(column).alias("retrosheet_id")) for table, column in columns]
    return named[0].unionByName(named[1]).unionByName(named[2])
