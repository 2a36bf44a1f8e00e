"""Whole builds with one damaged file among all sources: built, with every record accounted for; and with a
link to a missing file and a pipe among the files of each source, neither of which is waited for or ends a build.

SKIPPER_MUTATED_BUILDS says how many files are damaged, of the sources that came last and of all,
SKIPPER_SEED which.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from pyspark.sql import SparkSession

from deadline import deadline
from every_source import PATHS, write_every_source
from skipper.cli import main
from skipper.cli.build import SOMETHING_WITHHELD
from skipper.lake.reader import LakeReader
from test_event_quarantine import mutated
from trials import SEED

BUILDS = int(os.environ.get("SKIPPER_MUTATED_BUILDS", "1"))
SECONDS_A_BUILD = 1200  # of which it takes twenty; the machine of the tests may be busy
LOST = (
    "SELECT * FROM build_log WHERE file IS NOT NULL AND (rows_in <> rows_out + rows_quarantined "
    "OR rows_in IS NULL OR rows_out IS NULL OR rows_quarantined IS NULL)"
)
# Names that are read in each source's folder: a link's, a pipe's. The sound files have other seasons and tables.
IRREGULAR = {
    "gamelogs": ("gl2043.zip", "gl2044.txt"),
    "events": ("2043HHH.EVA", "HHH2044.ROS"),
    "csvs": ("2039gameinfo.csv", "2040csvs.zip"),
    "minors": ("2043_XXL_PlayByPlay.csv", "2044_XXL_PlayByPlay.csv"),
    "scores": ("minors-scores-2043.csv", "minors-scores-2044.csv"),
    "lahman": ("AwardsShareManagers.csv", "HomeGames.csv"),
    "register": ("people-d.csv.gz", "names.csv"),
    "reference": ("coaches.zip", "reference.zip"),
    "affiliations": ("minorLeagueSplitsTeams.csv", "teams-2044.json"),
}
FAULTS = ("a link to a missing file", "not a regular file")
BOOKS = ("lahman", "register", "reference", "affiliations")


@pytest.fixture(scope="module")
def built(spark: SparkSession, league: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, list[str]]:
    """All sources, the lake built from them, and the command that builds it again."""
    folder = tmp_path_factory.mktemp("builds")
    here, lake = write_every_source(folder / "sources", league), folder / "lake"
    options = [f"--{name}={here / path}" for name, path in PATHS.items()]
    command = ["build", *options, "--no-cache", "--allow-shrink", "--lake", str(lake)]
    sound = CliRunner().invoke(main, command)
    assert sound.exit_code == 0, sound.output
    health = CliRunner().invoke(main, ["doctor", "--lake", str(lake)]).output
    assert "that no build uses" not in " ".join(health.split())  # such as those of tables without rows
    return here, lake, command


def test_what_is_no_file_is_named_and_the_rest_is_built(built: tuple[Path, Path, list[str]], tmp_path: Path) -> None:
    here, lake, command = built
    games = "SELECT season, game_id, source FROM game ORDER BY ALL"
    sound = LakeReader(lake).rows(games)
    odd = [here / PATHS[source] / name for source, names in IRREGULAR.items() for name in names]
    for link, pipe in zip(odd[::2], odd[1::2], strict=True):
        link.symlink_to(tmp_path / "absent")
        os.mkfifo(pipe)
    with deadline(SECONDS_A_BUILD):
        done = CliRunner().invoke(main, command)
    for file in odd:
        file.unlink()
    assert done.exit_code == SOMETHING_WITHHELD, done.output  # facts of the books' files
    reader = LakeReader(lake)
    assert reader.rows(games) == sound
    stated = {row["file"]: row["reason"].split(":")[0] for row in reader.rows("FROM quarantine")}
    expected = {name: fault for names in IRREGULAR.values() for name, fault in zip(names, FAULTS, strict=True)}
    assert {name: stated.get(name) for name in expected} == expected
    withheld = reader.rows("FROM withheld")
    of_books = {row["source_file"] for row in withheld if row["season"] is None}
    assert of_books == {name for book in BOOKS for name in IRREGULAR[book]}
    assert {row["season"] for row in withheld} == {None, 2040, 2043, 2044}  # which have no other files of games


@pytest.mark.parametrize("files", ["of the newest sources", "of every source"])
def test_a_lake_comes_out_whichever_file_is_damaged(built: tuple[Path, Path, list[str]], files: str) -> None:
    here, lake, command = built
    dice = random.Random(f"{SEED} {files}")
    by_source = {
        name: [file for file in _files(here / path) if files == "of every source" or _is_newest(file)]
        for name, path in PATHS.items()
    }
    sources = sorted(name for name, found in by_source.items() if found)
    withheld = 0
    for _ in range(BUILDS):
        file = dice.choice(by_source[dice.choice(sources)])
        content, build = file.read_bytes(), LakeReader(lake).manifest.build
        file.write_bytes(mutated(content, dice))
        with deadline(SECONDS_A_BUILD):
            done = CliRunner().invoke(main, command)
        file.write_bytes(content)
        assert done.exception is None or isinstance(done.exception, SystemExit), (file, done.exception)
        assert "Traceback" not in done.output
        assert done.exit_code in (0, SOMETHING_WITHHELD), (file, done.stderr)
        withheld += done.exit_code == SOMETHING_WITHHELD
        reader = LakeReader(lake)
        assert reader.manifest.build != build
        assert reader.rows(LOST) == [], file
        assert reader.rows("SELECT * FROM quarantine WHERE reason IS NULL OR file IS NULL") == []
    print(f"{BUILDS} builds with a damaged file {files}: {withheld} withheld something")


def _files(place: Path) -> list[Path]:
    """The files at a place that have content."""
    return sorted(file for file in (place, *place.rglob("*")) if file.is_file() and file.stat().st_size)


def _is_newest(file: Path) -> bool:
    """Whether a file is of a source that came last: CSV files, box scores, transactions, lists, Lahman's Parquet."""
    return file.suffix in (".EBA", ".parquet") or file.parent.name in ("csvs", "transactions", "reference")
