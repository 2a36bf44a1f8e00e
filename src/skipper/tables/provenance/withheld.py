"""Table `withheld`: data that a build did not publish because a check failed or the data could not be processed."""

from __future__ import annotations

from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="withheld",
    grain="one row per season, table and check; one row per file of a reference book of which nothing is used",
    key=("season", "table_name", "check_name"),
    by_season=False,
    small=True,
    sources="written by the build itself",
    notes="For a withheld season, the lake keeps its tables of an earlier build, or lacks the season. A row stays "
    "until a later build publishes what it names.",
    columns=pick(
        SHARED,
        Column("build", "string", "id of the build that withheld the data", required=True),
        Column("season", "int", "season withheld; null if a table over all seasons, or a file, is withheld"),
        Column("table_name", "string", "table withheld; null if all tables of the season, or a file, are withheld"),
        Column(
            "check_name",
            "string",
            "name of the failed check, or the kind of the error; for a file, its source and name",
            required=True,
        ),
        Column("says", "string", "what the check or the error says", required=True),
        Column("violations", "long", "rows that violate the check; null for an error"),
        Column("example", "string", "first rows that violate the check, or the place of the error; null if unknown"),
        Column(
            "source_file",
            "string",
            "source file of the first row's game; the files of the games of the club or season (the first, and the "
            "number of others), if the row names no game or an error has no row; null if unknown",
        ),
        Column("source_line", "long", "line of the first row's game, or at fault, in source_file, from 1; else null"),
    ),
)

WRITTEN_BY = "the build"
