"""The build: sources to tables, tables to a published lake."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from skipper import __version__, play_pipeline
from skipper.lake.checks import require_sound
from skipper.lake.files import WrittenFile
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter
from skipper.sources import lahman, leagues, register
from skipper.sources.parsed import Parsed, SourceError
from skipper.sources.retrosheet import gamelogs
from skipper.sources.staging import Staged, stage
from skipper.tables.award import award
from skipper.tables.build_tables import BUILD_LOG, QUARANTINE
from skipper.tables.career_event import career_event
from skipper.tables.catalogue import TABLES
from skipper.tables.club import club
from skipper.tables.club_game import club_game
from skipper.tables.club_name import club_name
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
from skipper.tables.postseason_series import postseason_series
from skipper.tables.record_difference import record_difference, reference_records
from skipper.tables.rejected_records import rejected_records
from skipper.tables.reported import CLAIM, REPORT, VERDICT
from skipper.tables.stint import stint

WRITERS = 3  # tables written at a time: enough to keep two cores busy while one job starts or commits


class NothingBuiltError(Exception):
    """Not one game of the input could be used."""


@dataclass(frozen=True)
class Inputs:
    """Where the sources are. `gamelogs` or `events` is needed: without the others the columns they fill are null."""

    gamelogs: Path | None = None
    lahman: Path | None = None
    register: Path | None = None
    leagues: Path | None = None
    seasons: frozenset[int] | None = None
    events: Path | None = None

    def files(self) -> list[tuple[str, Path]]:
        """(source, file) pairs, event files apart. Raises SourceError where a folder has not what it should."""
        if self.gamelogs is None and self.events is None:
            raise SourceError("neither game logs nor event files: there is nothing to build from")
        found: list[tuple[str, Path]] = []
        if self.gamelogs is not None:
            found = [(gamelogs.SOURCE, file) for file in gamelogs.find_files(self.gamelogs, self.seasons)]
        for module, folder in ((lahman, self.lahman), (register, self.register)):
            if folder is not None:
                found += [(module.SOURCE, file) for file in module.find_files(folder)]
        return found

    def sources(self) -> dict[str, str]:
        """The sources given, by the name of their option."""
        paths = {name: getattr(self, name) for name in ("gamelogs", "events", "lahman", "register", "leagues")}
        return {name: str(path) for name, path in paths.items() if path is not None}

    def notices(self) -> list[str]:
        """The terms of the sources used; none for simulated ones."""
        if self.simulated():
            return []
        used = [gamelogs.NOTICE]
        used += [lahman.NOTICE] if self.lahman else []
        return used + ([register.NOTICE] if self.register else [])

    def simulated(self) -> bool:
        """Whether the games are fictional. Raises SourceError where only some are."""
        kinds = {gamelogs.is_simulated(path) for path in (self.gamelogs, self.events) if path is not None}
        if len(kinds) > 1:
            raise SourceError("simulated and real games do not go into one lake: give either")
        return kinds == {True}


@dataclass(frozen=True)
class BuildReport:
    """What a build did: seasons and rows written, and the records it could not use.

    `absent` are seasons that were asked for and of which no game was found, `compared` the figures made from plays
    that another source gives too.
    """

    build: str
    seasons: list[int]
    rows: dict[str, int]
    quarantined: list[dict[str, object]]
    seconds: float
    absent: list[int] = field(default_factory=list)
    compared: list[play_pipeline.Comparison] = field(default_factory=list)


Progress = Callable[[str], None]


def build(spark: SparkSession, inputs: Inputs, lake: Path, progress: Progress = lambda step: None) -> BuildReport:
    """Build the seasons of `inputs` into the lake and publish it.

    Raises SourceError for a source that cannot be used, NothingBuiltError when no game can, ChecksFailedError
    when a table breaks its contract; readers then stay on the last complete build.
    """
    files = inputs.files()
    level_list = leagues.read_leagues(inputs.leagues)
    with LakeWriter(lake, spark, TABLES) as writer:
        _require_same_kind(inputs, writer.published)
        run = _Run(spark, inputs, writer, spark.createDataFrame(level_list), progress)
        return run.run(files)


def _require_same_kind(inputs: Inputs, published: Manifest | None) -> None:
    """Raise SourceError for a build that would leave the lake's other seasons without what they rest on."""
    if published is None:
        return
    lost = set(published.sources) - set(inputs.sources())
    if lost:
        given = ", ".join(f"--{name}" for name in sorted(lost))
        raise SourceError(f"the lake's seasons were built with {given}: give it again, or use another lake")
    if published.simulated != inputs.simulated():
        raise SourceError("simulated and real games do not go into one lake: use another lake")


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
        staged, rejected = run.stage(inputs.files())
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
    quarantined: list[dict[str, Any]] = field(default_factory=list)
    plays: play_pipeline.StagedPlays | None = None
    compared: list[play_pipeline.Comparison] = field(default_factory=list)

    def run(self, files: list[tuple[str, Path]]) -> BuildReport:
        staged, rejected = self.stage(files)
        self._write_all(staged, rejected)
        return self._finish(staged)

    def stage(self, files: list[tuple[str, Path]]) -> tuple[Staged, DataFrame | None]:
        """The records of the sources, and the lines of those that comparison with others rejects (null: none)."""
        self.progress("reading the sources")
        staged = stage(self.spark, files, self.lake.staging, self.inputs.seasons, self.inputs.gamelogs)
        self.seasons = staged.seasons()
        rejected = self._reject(staged)
        found = [*staged.quarantined(), *rejected, *self._read_events(staged)]
        self.quarantined = sorted(found, key=lambda row: (row["file"], row["line"] or 0))
        self._require_games(staged)
        self.seasons = self._seasons_with_games(staged)
        if not rejected:
            return staged, None
        lines = [(row["file"], row["line"]) for row in rejected]
        return staged, self.spark.createDataFrame(lines, "source_file string, source_line long")

    def _read_events(self, staged: Staged) -> list[dict[str, Any]]:
        """Read the event files, if there are; returns what of them went to quarantine."""
        if self.inputs.events is None:
            return []
        self.progress("reading the plays")
        self.plays = play_pipeline.read_events(self.spark, self.inputs.events, self.lake, staged, self.inputs.seasons)
        return self.plays.quarantined

    def _write_all(self, staged: Staged, rejected: DataFrame | None) -> None:
        """The table graph."""
        self._write_quarantine()
        people = self.write_people(staged)
        sides = self.write_games(staged, rejected, people)
        self.write_usage(staged, rejected, people, sides)
        self._write_records(staged, people, sides)
        self._write_careers(staged, people)
        self._write_plays(staged, rejected, people)

    def write_people(self, staged: Staged) -> DataFrame:
        """Write who is who; returns `person`."""
        named = staged.records("gamelog_person").select("retrosheet_id", "name").unionByName(self._named_before())
        if self.plays is not None:
            named = named.unionByName(self.plays.records("people").select("retrosheet_id", "name"))
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
                "manager_career": manager_career(every_season, lake_seasons(every_game), managed, people),
                "coverage": coverage(every_game, self.leagues, staged.records("lahman_home_games")),
            }
        )

    def _write_careers(self, staged: Staged, people: DataFrame) -> None:
        """Write the record book's clubs, series and awards, and what careers are made of; kept reports stay."""
        teams = staged.records("lahman_teams")
        awards = award(staged.records("lahman_awards"), staged.records("lahman_award_votes"), people)
        managed, usage, clubs = (self.lake.read(name) for name in ("manager_season", "player_usage", "club"))
        self._write(
            {
                "club_name": club_name(teams),
                "postseason_series": postseason_series(staged.records("lahman_series_post"), teams),
                "award": awards,
                "stint": stint(managed, usage, clubs, self.lake.read("stint")),
                "career_event": career_event(people, awards, self.lake.read("career_event")),
            }
        )
        for table in (REPORT, CLAIM, VERDICT):
            if table.name not in self.lake.versions:
                self.lake.write_rows([], table.name, ())

    def _write_plays(self, staged: Staged, rejected: DataFrame | None, people: DataFrame) -> None:
        """Write the tables of plays, if event files were given."""
        if self.plays is not None and self.plays.seasons:
            play_pipeline.commit_whole(self.plays, self.lake, self._log_table)
            records = _without(staged.records("gamelog"), rejected)
            self.compared = play_pipeline.write_season_tables(
                self.plays, staged, records, people, self.lake, self._write_seasons
            )
        play_pipeline.keep_tables(self.lake)

    def _built_seasons(self) -> set[int]:
        """The seasons that this build writes, from game logs or event files."""
        return self.seasons | (self.plays.seasons if self.plays is not None else set())

    def _write_quarantine(self) -> None:
        self.progress(QUARANTINE.name)
        started, clock = datetime.now(UTC), time.monotonic()
        replaced = {*self._built_seasons(), *(row["season"] for row in self.quarantined), None}
        files = self.lake.write_rows(self.quarantined, QUARANTINE.name, replaced)
        self._log_table(QUARANTINE.name, files, started, time.monotonic() - clock)

    def _write(self, tables: dict[str, DataFrame], regroup: bool = True) -> None:
        """Write tables that do not need one another, some at a time."""
        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(lambda name: self._write_one(name, tables[name], self.seasons, regroup), tables))

    def _write_seasons(self, tables: dict[str, DataFrame], seasons: Collection[int]) -> None:
        """As `_write`, of other seasons than those of the game logs."""
        with ThreadPoolExecutor(WRITERS) as pool:
            list(pool.map(lambda name: self._write_one(name, tables[name], seasons, True), tables))

    def _write_one(self, name: str, table: DataFrame, seasons: Collection[int], regroup: bool) -> None:
        self.progress(name)
        started, clock = datetime.now(UTC), time.monotonic()
        files = self.lake.write(table, name, seasons, regroup)
        self._log_table(name, files, started, time.monotonic() - clock)

    def _log_table(self, name: str, files: list[WrittenFile], started: datetime, seconds: float) -> None:
        rows: Counter[int | None] = Counter()
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
                    "seconds": seconds,
                }
            )

    def _written(self, name: str) -> DataFrame:
        return self.lake.read(name, self.seasons)

    def _reject(self, staged: Staged) -> list[dict[str, Any]]:
        """Records rejected by comparison with others, as quarantine rows with their text."""
        teams = staged.records("lahman_teams").select("season", "league", "club").collect()
        found = rejected_records(staged.records("gamelog"), map(tuple, teams))
        texts = gamelogs.read_lines({count.path for count in staged.counts}, {(item.file, item.line) for item in found})
        whole = [replace(item, text=texts[item.file, item.line]) for item in found]
        return Parsed(gamelogs.SOURCE, rejected=whole).quarantine().to_pylist()

    def _named_before(self) -> DataFrame:
        """Whom the games of other seasons in the lake name and no other source knows."""
        others = [season for season in self.lake.seasons("club_game") if season not in self.seasons]
        strangers = self.lake.read("person").where("source = 'retrosheet'").select("retrosheet_id", "name")
        sides, cards = self.lake.read("club_game", others), self.lake.read("lineup", others)
        named = cards.select(F.col("player_id").alias("retrosheet_id"))
        for column in ("manager_id", "starting_pitcher_id"):
            named = named.unionByName(sides.select(F.col(column).alias("retrosheet_id")))
        played = self.plays.seasons if self.plays is not None else set()
        named = named.unionByName(play_pipeline.people_of_other_seasons(self.lake, played))
        return strangers.join(named, on="retrosheet_id", how="left_semi")

    def _seasons_with_games(self, staged: Staged) -> set[int]:
        """The seasons to build. One whose records are all in quarantine is left as the lake has it."""
        games = Counter(dict.fromkeys(self.seasons, 0))
        for count in staged.counts:
            if count.source == gamelogs.SOURCE:
                games[count.season] += count.rows
        for row in self.quarantined:
            if row["source"] == gamelogs.SOURCE and row["line"] is not None:
                games[row["season"]] -= 1
        return {season for season in self.seasons if games[season] > 0}

    def _require_games(self, staged: Staged) -> None:
        read = sum(count.rows for count in staged.counts if count.source == gamelogs.SOURCE)
        bad = [row for row in self.quarantined if row["source"] == gamelogs.SOURCE]
        if self.plays is not None and self.plays.seasons:
            return
        if read == 0 or read == sum(row["line"] is not None for row in bad):
            bad += [row for row in self.quarantined if row["source"] == play_pipeline.SOURCE]
            reasons = "\n".join(f"{row['file']}: {_at(row['line'])}{row['reason']}" for row in bad[:10])
            wanted = "" if self.inputs.seasons is None else f" of {_span(self.inputs.seasons)}"
            given = " and ".join(str(path) for path in (self.inputs.gamelogs, self.inputs.events) if path is not None)
            raise NothingBuiltError(f"{given}: no game{wanted} could be read\n{reasons}".rstrip())

    def _finish(self, staged: Staged) -> BuildReport:
        self.progress("checks")
        build_id = self.began.strftime("%Y%m%dT%H%M%S.%fZ")
        draft = self._manifest(build_id, [])
        reader = LakeReader(self.lake.lake, TABLES, draft)
        self._log_files(staged, reader)
        self.lake.write_rows([{"build": build_id, **row} for row in self.log], BUILD_LOG.name, ())
        seasons = "SELECT season FROM game UNION SELECT season FROM event_game ORDER BY 1"
        in_lake = [row["season"] for row in reader.rows(seasons)]
        manifest = self._manifest(build_id, in_lake)
        require_sound(LakeReader(self.lake.lake, TABLES, manifest))
        self.lake.publish(manifest)
        rows = Counter()
        for row in self.log:
            if row.get("table"):
                rows[row["table"]] += row["rows_out"]
        seconds = (datetime.now(UTC) - self.began).total_seconds()
        built = self._built_seasons()
        absent = sorted((self.inputs.seasons or set()) - built)
        return BuildReport(build_id, sorted(built), dict(rows), self.quarantined, seconds, absent, self.compared)

    def _log_files(self, staged: Staged, reader: LakeReader) -> None:
        quarantined = Counter((row["file"], row["season"]) for row in self.quarantined if row["line"] is not None)
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
        if self.plays is not None:
            self.log += [{"source": play_pipeline.SOURCE, **count} for count in self.plays.counts]

    def _manifest(self, build_id: str, seasons: list[int]) -> Manifest:
        return Manifest(
            build=build_id,
            built_at=self.began.isoformat(timespec="seconds"),
            skipper_version=__version__,
            tables=dict(self.lake.versions),
            seasons=seasons,
            sources=self.inputs.sources(),
            notices=self.inputs.notices(),
            simulated=self.inputs.simulated(),
        )


def _without(records: DataFrame, rejected: DataFrame | None) -> DataFrame:
    if rejected is None:
        return records
    return records.join(F.broadcast(rejected), on=rejected.columns, how="left_anti")


def _at(line: int | None) -> str:
    return "" if line is None else f"line {line}: "


def _span(seasons: Collection[int]) -> str:
    return ", ".join(map(str, sorted(seasons)))
