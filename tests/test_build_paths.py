"""A build of sources and a lake on awkward paths, from another working directory, with byte order marks."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from built_lake import Built, build_lake, inputs_of
from skipper.answers.sql import restricted_connection, run
from skipper.build.graph import graph
from skipper.lake.delta import open_table
from skipper.lake.location import MisreadError, location
from skipper.lake.reader import LakeReader
from skipper.lake.repair import damage
from skipper.lake.store import LakeFolderError, LakeWriter
from tiny_lake import write_lake

AWKWARD = "a lake é%#?*[b]{c,d}'"
BOM = b"\xef\xbb\xbf"


@pytest.fixture(scope="module")
def awkward(spark: SparkSession, league: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A lake on relative, awkward paths, of sources with byte order marks and a repeated file in a folder below. Its
    season is built twice."""
    folder = tmp_path_factory.mktemp("paths")
    shutil.copytree(league, folder / AWKWARD / "sources")
    logs = folder / AWKWARD / "sources" / "gamelogs"
    (packed,) = logs.glob("gl2041.*")
    with zipfile.ZipFile(packed) as archive:
        text = BOM + archive.read(archive.namelist()[0])
    packed.unlink()
    (logs / "z").mkdir()
    for folder_of in (logs, logs / "z"):
        (folder_of / "gl2041.txt").write_bytes(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        # Java and its workers stay in the folder where they began: a relative path is another one to them.
        built = build_lake(spark, inputs_of(Path(AWKWARD, "sources")), Path(AWKWARD, "lake"))
        again = inputs_of(Path(AWKWARD, "sources"), seasons=frozenset({2041}))
        twice = build_lake(spark, again, Path(AWKWARD, "lake"))
    return Built(folder / AWKWARD / "lake", built.inputs, twice.report)


def test_every_game_is_in_the_lake(awkward: Built, simulated: Built):
    count = "SELECT count(*) AS n, count(DISTINCT game_id) AS ids FROM game"
    assert awkward.reader().rows(count) == simulated.reader().rows(count)


def test_a_repeated_file_below_is_quarantined_with_its_own_text(awkward: Built):
    rows = awkward.reader().rows("SELECT file, line, text, reason FROM quarantine ORDER BY file, line")
    assert rows
    assert {Path(row["file"]).parent.name for row in rows} == {"z"}
    logs = awkward.lake.parent / "sources" / "gamelogs"
    for row in rows:
        original = row["file"].removeprefix("z/")
        assert row["reason"] == f"duplicate of the game in {original}, line {row['line']}"
        lines = (logs / row["file"]).read_bytes().removeprefix(BOM).split(b"\n")
        assert row["text"] == lines[row["line"] - 1].rstrip(b"\r").decode()


def test_a_copy_of_the_lake_beside_it_is_not_read(awkward: Built):
    beside = awkward.lake.parent.parent / AWKWARD.replace("?", "x")
    shutil.copytree(awkward.lake, beside / "lake")
    count = "SELECT count(*) FROM game"
    before = run(restricted_connection(awkward.lake), count).fetchall()
    shutil.rmtree(beside)
    assert run(restricted_connection(awkward.lake), count).fetchall() == before


@pytest.mark.parametrize("name", ["a%20lake", "a%41lake", "%2541", "a\x1b[31mlake", "a\nlake", "\x7f"])
@pytest.mark.parametrize("parent", ["folder", "store"])
def test_a_folder_that_delta_would_misread_is_refused(tmp_path: Path, name: str, parent: str) -> None:
    """In a store, `deltalake` wrote the log below the one prefix and looked for it below another."""
    lake = (tmp_path if parent == "folder" else location("s3://games")) / name
    with pytest.raises(LakeFolderError, match="rename the folder"), LakeWriter(lake, ()):
        pytest.fail("entered")
    with pytest.raises(MisreadError, match="rename the folder"):
        open_table(lake / "game")


@pytest.mark.parametrize("name", ["a lake", "é", "%", "a%", "%zz", "%4", "#", "?", "a+b&c=d;e:f@g", "\u202ea"])
@pytest.mark.parametrize("parent", ["folder", "store"])
def test_any_other_name_is_fine(tmp_path: Path, name: str, parent: str, request: pytest.FixtureRequest) -> None:
    lake = (tmp_path if parent == "folder" else request.getfixturevalue("bucket")) / name
    club = graph().nodes["club"].table
    write_lake(lake, tables=[club])
    with LakeWriter(lake, [club]) as writer:
        assert writer.published is not None
        rows = writer.read_rows("club")
        writer.write_rows("club", rows, None)
        writer.publish(writer.published)
    assert len(LakeReader(lake).rows("FROM club")) == rows.num_rows > 0
    assert damage(lake, LakeReader(lake).manifest) == []
