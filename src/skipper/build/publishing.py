"""The end of a build: its log, the checks, and the lake published for readers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from skipper import __version__
from skipper.build.plays import Comparison
from skipper.build.reading import Read
from skipper.build.writing import Run
from skipper.lake.checks import require_sound
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.sources import event_batch
from skipper.sources.retrosheet import gamelogs
from skipper.tables.build_tables import BUILD_LOG
from skipper.tables.catalogue import TABLES


@dataclass(frozen=True)
class BuildReport:
    """What a build did: seasons and rows written, and the records it could not use.

    `absent` are seasons that were asked for and of which no game was found, `compared` the figures made from plays
    that another source gives too, `exceptions` how many rows of `play_exception` there are of each kind in the seasons
    built; null without event files.
    """

    build: str
    seasons: list[int]
    rows: dict[str, int]
    quarantined: list[dict[str, Any]]
    seconds: float
    absent: list[int] = field(default_factory=list)
    compared: list[Comparison] = field(default_factory=list)
    exceptions: dict[str, int] | None = None


def finish(run: Run, read: Read, compared: list[Comparison]) -> BuildReport:
    """Write the log, check the lake and publish it. Raises ChecksFailedError where a table breaks its contract."""
    run.progress("checks")
    build_id = run.began.strftime("%Y%m%dT%H%M%S.%fZ")
    reader = LakeReader(run.lake.lake, TABLES, _manifest(run, build_id, []))
    run.log += _file_rows(read, reader)
    run.lake.write_rows([{"build": build_id, **row} for row in run.log], BUILD_LOG.name, ())
    seasons = "SELECT season FROM game UNION SELECT season FROM event_game ORDER BY 1"
    manifest = _manifest(run, build_id, [row["season"] for row in reader.rows(seasons)])
    reader = LakeReader(run.lake.lake, TABLES, manifest)
    require_sound(reader)
    run.lake.publish(manifest)
    return _report(run, read, build_id, compared, _play_exceptions(read, reader))


def _play_exceptions(read: Read, reader: LakeReader) -> dict[str, int] | None:
    """Rows of play_exception by kind, of the seasons whose plays were read; null where no event file was given."""
    if read.plays is None:
        return None
    counted = reader.rows(
        "SELECT kind, count(*) AS times FROM play_exception WHERE list_contains($seasons, season) "
        "GROUP BY kind ORDER BY kind",
        {"seasons": sorted(read.plays.seasons)},
    )
    return {row["kind"]: row["times"] for row in counted}


def _file_rows(read: Read, reader: LakeReader) -> list[dict[str, Any]]:
    """Rows of build_log of the files: how many records each held of a season, and what became of them."""
    quarantined = Counter((row["file"], row["season"]) for row in read.quarantined if row["line"] is not None)
    used = {
        (row["source_file"], row["season"]): row["games"]
        for row in reader.rows("SELECT source_file, season, count(*) AS games FROM game GROUP BY ALL")
    }
    rows = [
        {
            "source": count.source,
            "file": count.file,
            "season": count.season,
            "rows_in": count.rows,
            "rows_out": used.get((count.file, count.season), 0) if count.source == gamelogs.SOURCE else count.kept,
            "rows_quarantined": quarantined[count.file, count.season],
        }
        for count in read.staged.counts
    ]
    if read.plays is not None:
        rows += [{"source": event_batch.SOURCE, **count} for count in read.plays.counts]
    return rows


def _manifest(run: Run, build_id: str, seasons: list[int]) -> Manifest:
    return Manifest(
        build=build_id,
        built_at=run.began.isoformat(timespec="seconds"),
        skipper_version=__version__,
        tables=dict(run.lake.versions),
        seasons=seasons,
        sources=run.inputs.sources(),
        notices=run.inputs.notices(),
        simulated=run.inputs.simulated(),
    )


def _report(
    run: Run,
    read: Read,
    build_id: str,
    compared: list[Comparison],
    exceptions: dict[str, int] | None,
) -> BuildReport:
    rows: Counter[str] = Counter()
    for row in run.log:
        if row.get("table"):
            rows[row["table"]] += row["rows_out"]
    seconds = (datetime.now(UTC) - run.began).total_seconds()
    built = read.built_seasons()
    absent = sorted((run.inputs.seasons or set()) - built)
    return BuildReport(build_id, sorted(built), dict(rows), read.quarantined, seconds, absent, compared, exceptions)
