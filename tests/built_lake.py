"""Lakes that tests build with Spark, and ways to look into them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
from pyspark.sql import SparkSession

from skipper.build.inputs import Inputs
from skipper.build.run import BuildReport, build
from skipper.lake.reader import LakeReader

# Of the real data: seasons of known platoons, of the plan of 2016 and of Terry Collins. Of 2019 there are event files,
# and no game logs.
REAL_SEASONS = frozenset({1985, 1986, 1993, 2011, 2012, 2013, 2015, 2016, 2019})
METS_LEAGUES = ("IL", "EL", "FSL", "SAL", "NYP", "APP", "GCL")  # those of their clubs of 2010

Rows = list[tuple[object, ...]]


@dataclass(frozen=True)
class Built:
    """A lake, what it was built from, and the build's report."""

    lake: Path
    inputs: Inputs
    report: BuildReport

    def reader(self) -> LakeReader:
        """The lake as readers see it now."""
        return LakeReader(self.lake)


def inputs_of(folder: Path, **changes: Path | frozenset[int] | None) -> Inputs:
    """The sources in a folder laid out as the simulator writes them."""
    paths: dict[str, Path | frozenset[int] | None] = {
        "gamelogs": folder / "gamelogs",
        "events": folder / "events",
        "lahman": folder / "lahman",
        "register": folder / "register",
        "leagues": folder / "leagues.csv",
        "minors": folder / "minors",
        "managers": folder / "managers.csv",
    }
    return Inputs(**{**paths, **changes})


def real_inputs(folder: Path, **changes: Path | frozenset[int] | None) -> Inputs:
    """The sources in the folder of real data, without event files."""
    paths: dict[str, Path | frozenset[int] | None] = {
        "gamelogs": folder / "retrosheet" / "gamelogs",
        "lahman": folder / "lahman",
        "register": folder / "register",
    }
    return Inputs(**{**paths, **changes})


def build_lake(spark: SparkSession, inputs: Inputs, lake: Path) -> Built:
    """Build the inputs into the lake."""
    return Built(lake, inputs, build(spark, inputs, lake))


def rows_of(lake: Path, table: str, where: str = "true") -> Rows:
    """A table's rows, sorted, as readers see them now."""
    reader = LakeReader(lake)
    return sorted(reader.query(f"SELECT * FROM {table} WHERE {where}").fetchall(), key=repr)


def contents(lake: Path, tables: Iterable[str]) -> dict[str, pa.Table]:
    """The rows of whole tables, in an order of their own, as readers see them now: equal where the rows are."""
    reader = LakeReader(lake)
    return {table: reader.query(f"SELECT * FROM {table} ORDER BY ALL").to_arrow_table() for table in tables}


def files_of(lake: Path, table: str) -> set[str]:
    """The data files of a table in the published version."""
    from skipper.lake.delta import open_table
    from skipper.lake.manifest import read_manifest

    manifest = read_manifest(lake)
    return set(open_table(lake / table, manifest.tables[table]).file_uris())
