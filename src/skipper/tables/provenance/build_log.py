"""Table `build_log`: the inputs that each build read and the tables it wrote."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Check, Column, Table, pick

TABLE = Table(
    name="build_log",
    grain="one row per build, input file and season, and one row per build, table and season",
    key=("build", "table", "file", "season"),
    by_season=False,
    sources="written by the build itself",
    columns=pick(
        SHARED,
        Column("build", "string", "build id: its start time in UTC", required=True),
        Column("source", "string", "source of the input file; null for a table"),
        Column("table", "string", "table name; null for an input file"),
        Column("file", "string", "input file; null for a table"),
        Column("version", "long", "the table's Delta version; null for an input file"),
        Column(
            "season",
            "int",
            "season; null for a table without seasons, or for records of unknown season",
        ),
        Column("rows_in", "long", "records read from the input file (lines, for an event file); null for a table"),
        Column("rows_out", "long", "records used from the input file, or rows written to the table"),
        Column("rows_quarantined", "long", "records of the input file that were quarantined; null for a table"),
        Column("started", "timestamp", "start of the step, UTC; null for an input file"),
        Column("seconds", "double", "duration of the step in seconds; null for an input file"),
    ),
    checks=(
        Check(
            "build_log: rows read equal rows used plus rows quarantined, per file",
            "WITH builds AS (SELECT max(build) AS build FROM build_log), "
            "used AS (SELECT source_file AS file, season, count(*) AS rows FROM game GROUP BY ALL), "
            "kept AS (SELECT file, season, sum(lines) AS rows FROM quarantine WHERE line IS NOT NULL GROUP BY ALL) "
            "SELECT l.file, l.season, l.rows_in, used.rows AS rows_out, kept.rows AS rows_quarantined "
            "FROM build_log AS l JOIN builds USING (build) "
            "LEFT JOIN used ON used.file = l.file AND used.season IS NOT DISTINCT FROM l.season "
            "LEFT JOIN kept ON kept.file = l.file AND kept.season IS NOT DISTINCT FROM l.season "
            'WHERE l."table" IS NULL AND (l.rows_in <> l.rows_out + l.rows_quarantined '
            "OR l.rows_quarantined <> coalesce(kept.rows, 0) "
            "OR (l.source = 'retrosheet_gamelog' AND l.rows_out <> coalesce(used.rows, 0)))",
            "records were lost between a file and the tables",
        ),
    ),
)

WRITTEN_BY = "the build"
