"""The build: sources to tables, tables to a published lake."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper import __version__
from skipper.lake.checks import require_sound
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter
from skipper.sources import lahman, leagues, register
from skipper.sources.retrosheet import gamelogs
from skipper.sources.staging import Staged, stage
from skipper.tables.build_tables import BUILD_LOG, QUARANTINE
from skipper.tables.catalogue import TABLES
from skipper.tables.club import club
from skipper.tables.club_game import club_game
from skipper.tables.coverage import coverage
from skipper.tables.crediting import appointed_managers
from skipper.tables.exception import exception
from skipper.tables.game import game
from skipper.tables.lineup import lineup, starters
from skipper.tables.lineup_usage import lineup_usage, slot_starts
from skipper.tables.manager_career import lake_seasons, manager_career, seasons_managed
from skipper.tables.manager_season import manager_season
from skipper.tables.people import merged_people, person, person_alias, season_names
from skipper.tables.player_usage import player_usage
from skipper.tables.record_difference import record_difference, reference_records
from skipper.tables.rejected_records import RECORD, rejected_records

WRITERS = 3  # tables written at a time: enough to keep two cores busy while one job starts or commits


class NothingBuiltError(Exception):
    """Not one game of the input could be used."""


@dataclass(frozen=True)
class Inputs:
    """Where the sources are. Only `gamelogs` is needed: without the others the columns they fill are null."""

    gamelogs: Path
    lahman: Path | None = None
    register: Path | None = None
    leagues: Path | None = None
    seasons: frozenset[int] | None = None

    def files(self) -> list[tuple[str, Path]]:
        """(source, file) pairs. Raises SourceError where a folder has not what it should."""
        found = [(gamelogs.SOURCE, file) for file in gamelogs.find_files(self.gamelogs, self.seasons)]
        for module, folder in ((lahman, self.lahman), (register, self.register)):
            if folder is not None:
                found += [(module.SOURCE, file) for file in module.find_files(folder)]
        return found

    def notices(self) -> list[str]:
        """The terms of the sources used; none for simulated ones."""
        if gamelogs.is_simulated(self.gamelogs):
            return []
        used = [gamelogs.NOTICE]
        used += [lahman.NOTICE] if self.lahman else []
        return used + ([register.NOTICE] if self.register else [])


@dataclass(frozen=True)
class BuildReport:
    """What a build did: seasons and games written, and per reason the records it could not use."""

    build: str
    seasons: list[int]
    rows: dict[str, int]
    quarantined: list[dict[str, object]]
    seconds: float


Progress = Callable[[str], None]


def build(spark: SparkSession, inputs: Inputs, lake: Path, progress: Progress = lambda step: None) -> BuildReport:
    """Build the seasons of `inputs` into the lake and publish it.

    Raises SourceError for a source that cannot be used, NothingBuiltError when no game can, ChecksFailedError
    when a table breaks its contract; readers then stay on the last complete build.
    """
    files = inputs.files()
    level_list = leagues.read_leagues(inputs.leagues)
    with LakeWriter(lake, spark, TABLES) as writer:
        run = _Run(spark, inputs, writer, spark.createDataFrame(level_list), progress)
        return run.run(files)


def write_game_tables(spark: SparkSession, inputs: Inputs, lake: Path) -> dict[str, float]:
    """Only the tables that come from games (for the benchmark): nothing is checked or published.

    Returns the seconds of each step.
    """
    steps: dict[str, float] = {}
    with LakeWriter(lake, spark, TABLES) as writer:
        run = _Run(
            spark,
            inputs,
            writer,
            spark.createDataFrame(leagues.read_leagues(inputs.leagues)),
            lambda step: None,
        )
        clock = time.perf_counter()
        staged, rejected, _ = run.stage(inputs.files())
        steps["stage"] = time.perf_counter() - clock
        clock = time.perf_counter()
        people = run.write_people(staged)
        steps["people"] = time.perf_counter() - clock
        clock = time.perf_counter()
        sides = run.write_games(staged, rejected, people)
        steps["games"] = time.perf_counter() - clock
        clock = time.perf_counter()
        run.write_usage(staged, rejected, people, sides)
        steps["usage"] = time.perf_counter() - clock
    return steps


@dataclass
class _Run:
    """One build while it runs."""

    spark: SparkSession
    inputs: Inputs
    lake: LakeWriter
    leagues: DataFrame
    progress: Progress
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    log: list[dict[str, object]] = field(default_factory=list)
    seasons: set[int] = field(default_factory=set)

    def run(self, files: list[tuple[str, Path]]) -> BuildReport:
        staged, rejected, quarantined = self.stage(files)
        self._write_all(staged, rejected, quarantined)
        return self._finish(staged, quarantined)

    def stage(self, files: list[tuple[str, Path]]) -> tuple[Staged, DataFrame | None, DataFrame]:
        """The records of the sources; those that comparison rejects (null: none); all that are quarantined."""
        self.progress("reading the sources")
        staged = stage(self.spark, files, self.lake.staging, self.inputs.seasons)
        self.seasons = staged.seasons()
        rejected = self._reject(staged)
        quarantined = staged.records("quarantine")
        if rejected is not None:
            quarantined = quarantined.unionByName(rejected)
        self._require_games(staged, quarantined)
        return staged, rejected, quarantined

    def _write_all(self, staged: Staged, rejected: DataFrame | None, quarantined: DataFrame) -> None:
        """The table graph."""
        self._write({"quarantine": quarantined.select(*QUARANTINE.column_names)})
        people = self.write_people(staged)
        sides = self.write_games(staged, rejected, people)
        self.write_usage(staged, rejected, people, sides)
        self._write_records(staged, people, sides)

    def write_people(self, staged: Staged) -> DataFrame:
        """Write who is who; returns `person`."""
        named = staged.records("gamelog_person").select("retrosheet_id", "name").unionByName(self._named_before())
        people = merged_people(staged.records("register_people"), staged.records("lahman_people"), named)
        people = people.localCheckpoint()
        self._write({"person": person(people), "person_alias": person_alias(people)})
        return self.lake.read("person")

    def write_games(self, staged: Staged, rejected: DataFrame | None, people: DataFrame) -> DataFrame:
        """Write the tables that games come in; returns `club_game`."""
        records, cards = (_without(staged.records(name), rejected) for name in ("gamelog", "gamelog_lineup"))
        teams, managers = staged.records("lahman_teams"), staged.records("lahman_managers")
        appointed = appointed_managers(managers, teams, people)
        # Kept, not read back: Spark opens a file per season for as long as it takes to compute it.
        sides = club_game(records, self.leagues, people, appointed).localCheckpoint()
        as_read = {"lineup": lineup(starters(cards, people)), "club_game": sides, "game": game(records, self.leagues)}
        self._write(as_read, regroup=False)
        self._write({"club": club(records, self.leagues, teams), "exception": exception(records, cards, sides)})
        return sides

    def write_usage(self, staged: Staged, rejected: DataFrame | None, people: DataFrame, sides: DataFrame) -> None:
        """Write what each manager did with whom, and his records by season."""
        cards = _without(staged.records("gamelog_lineup"), rejected)
        starts = slot_starts(starters(cards, people)).localCheckpoint()
        teams, series = staged.records("lahman_teams"), staged.records("lahman_series_post")
        names = season_names(staged.records("gamelog_person"))
        self._write(
            {
                "player_usage": player_usage(sides, starts, people, names),
                "lineup_usage": lineup_usage(starts, people, names),
                "manager_season": manager_season(sides, self._written("club"), teams, series, people, names),
            }
        )

    def _write_records(self, staged: Staged, people: DataFrame, sides: DataFrame) -> None:
        teams, managers = staged.records("lahman_teams"), staged.records("lahman_managers")
        reference = reference_records(managers, teams, people)
        every_season, every_game = self.lake.read("manager_season"), self.lake.read("game")
        managed = seasons_managed(managers, people)
        names = season_names(staged.records("gamelog_person"))
        self._write(
            {
                "record_difference": record_difference(sides, reference, people, names),
                "manager_career": manager_career(every_season, lake_seasons(every_game), managed),
                "coverage": coverage(every_game, self.leagues, staged.records("lahman_home_games")),
            }
        )

    def _write(self, tables: dict[str, DataFrame], regroup: bool = True) -> None:
        """Write tables that do not need one another, some at a time."""
        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(lambda name: self._write_one(name, tables[name], regroup), tables))

    def _write_one(self, name: str, table: DataFrame, regroup: bool) -> None:
        self.progress(name)
        started, clock = datetime.now(UTC), time.monotonic()
        replaced = {*self.seasons, None} if name == "quarantine" else self.seasons
        if name == "quarantine":
            replaced |= {row.season for row in table.select("season").distinct().collect()}
        files = self.lake.write(table, name, replaced, regroup)
        rows = Counter()
        for file in files:
            rows[file.season] += file.rows
        for season, count in rows.items() or [(None, 0)]:
            self.log.append(
                {
                    "table": name,
                    "version": self.lake.versions[name],
                    "season": season,
                    "rows_out": count,
                    "started": started,
                    "seconds": time.monotonic() - clock,
                }
            )

    def _written(self, name: str) -> DataFrame:
        return self.lake.read(name, self.seasons)

    def _reject(self, staged: Staged) -> DataFrame | None:
        """Records rejected by comparison with others, as quarantine rows with their text; null for none."""
        found = rejected_records(staged.records("gamelog"), staged.records("lahman_teams")).collect()
        if not found:
            return None
        lines = gamelogs.read_lines(
            {count.path for count in staged.counts}, {(row.source_file, row.source_line) for row in found}
        )
        rows = [
            (
                gamelogs.SOURCE,
                row.source_file,
                row.source_line,
                row.season,
                lines[row.source_file, row.source_line],
                row.reason,
            )
            for row in found
        ]
        schema = staged.records("quarantine").schema
        return self.spark.createDataFrame(rows, schema)

    def _named_before(self) -> DataFrame:
        """Whom the games of other seasons in the lake name and no other source knows."""
        others = [season for season in self.lake.seasons("club_game") if season not in self.seasons]
        strangers = self.lake.read("person").where("source = 'retrosheet'").select("retrosheet_id", "name")
        sides, cards = self.lake.read("club_game", others), self.lake.read("lineup", others)
        named = cards.select(F.col("player_id").alias("retrosheet_id"))
        for column in ("manager_id", "starting_pitcher_id"):
            named = named.unionByName(sides.select(F.col(column).alias("retrosheet_id")))
        return strangers.join(named, on="retrosheet_id", how="left_semi")

    def _require_games(self, staged: Staged, quarantined: DataFrame) -> None:
        read = sum(count.rows for count in staged.counts if count.source == gamelogs.SOURCE)
        bad = quarantined.where(f"source = '{gamelogs.SOURCE}'").collect()
        if read == 0 or read == sum(row.line is not None for row in bad):
            reasons = "\n".join(f"{row.file}: {_at(row.line)}{row.reason}" for row in bad[:10])
            wanted = "" if self.inputs.seasons is None else f" of {_span(self.inputs.seasons)}"
            raise NothingBuiltError(f"{self.inputs.gamelogs}: no game{wanted} could be read\n{reasons}".rstrip())

    def _finish(self, staged: Staged, quarantined: DataFrame) -> BuildReport:
        self.progress("checks")
        build_id = self.began.strftime("%Y%m%dT%H%M%S.%fZ")
        bad = [row.asDict() for row in quarantined.orderBy("file", "line").collect()]
        draft = self._manifest(build_id, [])
        reader = LakeReader(self.lake.lake, TABLES, draft)
        self._log_files(staged, bad, reader)
        self.lake.append([{"build": build_id, **row} for row in self.log], BUILD_LOG.name)
        in_lake = [row["season"] for row in reader.rows("SELECT DISTINCT season FROM game ORDER BY 1")]
        manifest = self._manifest(build_id, in_lake)
        require_sound(LakeReader(self.lake.lake, TABLES, manifest))
        self.lake.publish(manifest)
        rows = Counter()
        for row in self.log:
            if row.get("table"):
                rows[row["table"]] += row["rows_out"]
        seconds = (datetime.now(UTC) - self.began).total_seconds()
        return BuildReport(build_id, sorted(self.seasons), dict(rows), bad, seconds)

    def _log_files(self, staged: Staged, bad: list[dict[str, object]], reader: LakeReader) -> None:
        quarantined = Counter((row["file"], row["season"]) for row in bad if row["line"] is not None)
        used = {
            (row["source_file"], row["season"]): row["games"]
            for row in reader.rows("SELECT source_file, season, count(*) AS games FROM game GROUP BY ALL")
        }
        for count in staged.counts:
            key = (count.file, count.season)
            kept = used.get(key, 0) if count.source == gamelogs.SOURCE else count.kept
            self.log.append(
                {
                    "source": count.source,
                    "file": count.file,
                    "season": count.season,
                    "rows_in": count.rows,
                    "rows_out": kept,
                    "rows_quarantined": quarantined[key],
                }
            )

    def _manifest(self, build_id: str, seasons: list[int]) -> Manifest:
        paths = {
            "gamelogs": self.inputs.gamelogs,
            "lahman": self.inputs.lahman,
            "register": self.inputs.register,
        }
        before = self.lake.published
        return Manifest(
            build=build_id,
            built_at=self.began.isoformat(timespec="seconds"),
            skipper_version=__version__,
            tables=dict(self.lake.versions),
            seasons=seasons,
            sources={name: str(path) for name, path in paths.items() if path},
            notices=self.inputs.notices(),
            simulated=gamelogs.is_simulated(self.inputs.gamelogs) or bool(before and before.simulated),
        )


def _without(records: DataFrame, rejected: DataFrame | None) -> DataFrame:
    if rejected is None:
        return records
    lines = rejected.selectExpr("file as source_file", "line as source_line")
    return records.join(lines.hint("broadcast"), on=list(RECORD), how="left_anti")


def _at(line: int | None) -> str:
    return "" if line is None else f"line {line}: "


def _span(seasons: Collection[int]) -> str:
    return ", ".join(map(str, sorted(seasons)))
