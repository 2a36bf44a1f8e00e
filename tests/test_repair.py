"""A lake whose manifest is lost or whose files are damaged: noticed, refused, and put back to an intact build."""

from __future__ import annotations

import contextlib
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from deltalake import DeltaTable

from built_lake import Built
from skipper.build.graph import graph
from skipper.cli import main
from skipper.lake.location import ChangedError
from skipper.lake.manifest import (
    COPIES,
    FILE_NAME,
    FIRST,
    BrokenManifestError,
    LakeFile,
    Manifest,
    copies,
    manifest_version,
    publish,
    read_manifest,
)
from skipper.lake.reader import LakeReader
from skipper.lake.repair import NotRepairableError, damage, repair
from skipper.lake.storage import DamagedFileError
from skipper.lake.store import LakeWriter, ManifestLostError

GAME = graph().nodes["game"].table
EMPTY = Manifest("first", "2031-01-01T00:00:00+00:00", "1", tables={}, seasons=[], sources={}, notices=[])


@pytest.fixture
def lake(simulated: Built, tmp_path: Path) -> Path:
    """A complete lake, to be damaged."""
    return Path(shutil.copytree(simulated.lake, tmp_path / "lake"))


def built(lake: Path) -> Manifest:
    found = read_manifest(lake)
    assert found is not None
    return found


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 0x40
    path.write_bytes(content)


def a_file_of(lake: Path, table: str) -> tuple[Path, LakeFile]:
    file = built(lake).files[table][0]
    return lake / table / file.path, file


def test_every_byte_of_a_file_is_in_its_digest(lake: Path) -> None:
    """Parquet itself notices few of these: its pages carry no checksum."""
    manifest = built(lake)
    assert damage(lake, manifest) == []
    path, _ = a_file_of(lake, "club_game")
    whole = path.read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 50)):
        flip(path, at)
        assert damage(lake, manifest) == [f"{path}: the bytes differ from those written"], at
        path.write_bytes(whole)
    path.unlink()
    assert damage(lake, manifest) == [f"{path}: No such file or directory"]


@pytest.mark.parametrize("name", ["club", "manager_season"])
def test_damaged_rows_are_not_written_again_with_a_digest_of_their_own(own_tiny: Path, name: str) -> None:
    """Parquet reads the flipped byte as other rows, without an error."""
    path, _ = a_file_of(own_tiny, name)
    rows, content = pq.read_table(path), path.read_bytes()
    for at in range(len(content)):
        flip(path, at)
        with contextlib.suppress(OSError, pa.ArrowException):
            if pq.read_table(path) != rows:
                break
        path.write_bytes(content)
    table = graph().nodes[name].table
    with LakeWriter(own_tiny, [table]) as writer, pytest.raises(DamagedFileError, match=f"{path}: .* doctor --repair"):
        writer.write_rows(name, [], {1901})


def test_doctor_reads_the_bytes_where_asked(lake: Path) -> None:
    def said(*options: str) -> tuple[int, dict[str, dict[str, str]]]:
        result = CliRunner().invoke(main, ["doctor", "--lake", str(lake), "--format", "json", *options])
        rows = json.loads(result.stdout)["rows"]
        return result.exit_code, {row["check"]: row for row in rows}

    assert said("--deep")[1]["lake: bytes"]["status"] == "ok"
    path, _ = a_file_of(lake, "lineup")
    flip(path, path.stat().st_size // 2)
    code, shallow = said()
    assert shallow["lake"]["status"] == "ok"
    assert "lake: bytes" not in shallow
    code, deep = said("--deep")
    assert code == 1
    assert deep["lake: bytes"]["status"] == "problem"
    assert str(path) in deep["lake: bytes"]["found"]


def test_a_build_without_a_manifest_does_not_forget_the_lakes_tables(lake: Path) -> None:
    (lake / FILE_NAME).unlink()
    with pytest.raises(ManifestLostError, match="skipper doctor --repair --lake"), LakeWriter(lake, []):
        pass
    assert not (lake / FILE_NAME).exists()
    result = CliRunner().invoke(main, ["records", "Delacombe", "--lake", str(lake)])
    assert result.exit_code == 1
    assert f"skipper doctor --repair --lake {lake}" in result.stderr
    result = CliRunner().invoke(main, ["doctor", "--lake", str(lake)])
    assert "its manifest is missing" in " ".join(result.output.split())


def test_tables_without_any_manifest_are_not_emptied(own_tiny: Path) -> None:
    """The folder of copies is lost too, as from a backup without it."""
    (own_tiny / FILE_NAME).unlink()
    shutil.rmtree(own_tiny / COPIES)
    with pytest.raises(ManifestLostError, match="its manifest is missing"), LakeWriter(own_tiny, [GAME]):
        pass
    live = DeltaTable(str(own_tiny / "game")).file_uris()
    assert live
    assert all(Path(path).exists() for path in live)


def test_an_interrupted_first_build_may_be_repeated(tmp_path: Path) -> None:
    with LakeWriter(tmp_path, [GAME]) as writer:
        writer.commit("game", [], None)
    with LakeWriter(tmp_path, [GAME]) as writer:
        writer.commit("game", [], None)
        writer.publish(EMPTY)
    assert not (tmp_path / FIRST).exists()


@pytest.mark.parametrize("lost", ["gone", "empty", "half"])
def test_a_lost_manifest_comes_back_with_every_season(lake: Path, lost: str) -> None:
    before = built(lake)
    path = lake / FILE_NAME
    text = path.read_text()
    path.write_text({"gone": "", "empty": "", "half": text[: len(text) // 2]}[lost])
    if lost == "gone":
        path.unlink()
    result = CliRunner().invoke(main, ["doctor", "--repair", "--lake", str(lake), "--format", "json"])
    assert f"restored build {before.build}" in result.stderr
    assert built(lake) == before
    assert len(LakeReader(lake).rows("SELECT DISTINCT season FROM game")) == len(before.seasons) > 1


@pytest.mark.parametrize(("whole", "damaged"), [('"columns"', '"colunns"'), ('"grain"', '"gra1n"')])
def test_a_damaged_contract_is_noticed_and_older_copies_tried(own_tiny: Path, whole: str, damaged: str) -> None:
    publish(own_tiny, replace(built(own_tiny), build="older"))  # sorts before "tiny"
    path = own_tiny / FILE_NAME
    for file in (path, own_tiny / COPIES / "tiny.001.json"):
        file.write_text(file.read_text().replace(whole, damaged, 1))
    with pytest.raises(BrokenManifestError, match=f"{path}: not a manifest"):
        read_manifest(own_tiny)
    assert "doctor --repair" in CliRunner().invoke(main, ["records", "marsh", "--lake", str(own_tiny)]).stderr
    with pytest.raises(
        NotRepairableError, match=r"tiny\.001\.json: \S+ not a manifest .*; older\.001\.json: game_account"
    ):
        repair(own_tiny)  # which breaks contracts: it has a few made-up rows


def test_a_letter_of_the_manifest_is_compared_with_its_copy(own_tiny: Path) -> None:
    path = own_tiny / FILE_NAME
    path.write_text(path.read_text().replace('"notices":["', '"notices":["x', 1))
    told = CliRunner().invoke(main, ["doctor", "--deep", "--lake", str(own_tiny), "--format", "json"]).stdout
    (finding,) = [row for row in json.loads(told)["rows"] if row["check"] == "lake: bytes"]
    assert finding["found"] == f"{path}: differs from the copy that the build kept"


def test_the_newest_build_that_is_intact_is_taken(lake: Path) -> None:
    """The second build's file is damaged; the first one's files are all there."""
    first = built(lake)
    path, file = a_file_of(lake, "game")
    twin = path.with_name("part-of-the-second.parquet")
    shutil.copy(path, twin)
    files = {
        **first.files,
        "game": [file._replace(path=str(twin.relative_to(lake / "game"))), *first.files["game"][1:]],
    }
    second = Manifest(**{**vars(first), "build": "99991231T000000.000000Z", "files": files})
    publish(lake, second)
    assert repair(lake) == second
    flip(twin, twin.stat().st_size // 2)
    assert repair(lake) == first
    assert built(lake) == first


def test_a_build_whose_versions_are_lost_is_not_taken(lake: Path) -> None:
    """No build could follow: it would have to begin at a version that is not there."""
    first = built(lake)
    publish(lake, replace(first, build="99991231T000000.000000Z", tables={**first.tables, "game": 99}))
    (lake / FILE_NAME).unlink()
    assert repair(lake) == first
    for entry in (lake / "game" / "_delta_log").iterdir():
        entry.write_text("no entry")
    with pytest.raises(NotRepairableError, match=r"version \d+ of table game is lost") as lost:
        repair(lake)
    assert "\n" not in str(lost.value)  # deltalake adds its stack
    shutil.rmtree(lake / "game" / "_delta_log")
    with pytest.raises(NotRepairableError, match=r"version \d+ of table game is lost"):
        repair(lake)


def test_a_copy_that_the_disk_cannot_read_is_passed_over(lake: Path) -> None:
    first = built(lake)
    (lake / COPIES / "99991231T000000.000000Z.001.json").mkdir()
    (lake / FILE_NAME).unlink()
    assert repair(lake) == first


@pytest.mark.parametrize("path", ["../../secret.txt", "/etc/hostname", "season=2031/../../../secret"])
def test_a_manifest_names_no_file_outside_its_lake(own_tiny: Path, path: str) -> None:
    """Queries by anybody may read the files that it names."""
    manifest = own_tiny / FILE_NAME
    stated = json.loads(manifest.read_text())
    stated["files"]["game"][0][0] = path
    manifest.write_text(json.dumps(stated))
    with pytest.raises(BrokenManifestError, match="is not in the lake"):
        read_manifest(own_tiny)


def test_a_version_that_is_no_number_is_noticed(own_tiny: Path) -> None:
    path = own_tiny / FILE_NAME
    stated = json.loads(path.read_text())
    stated["tables"]["game"] = "x"
    path.write_text(json.dumps(stated))
    with pytest.raises(BrokenManifestError, match="version 'x' of game"):
        read_manifest(own_tiny)


def test_a_build_that_breaks_a_contract_is_not_taken(lake: Path) -> None:
    """Intact files of two builds, mixed: a season's lineups are missing."""
    first = built(lake)
    for copy in (lake / COPIES).iterdir():
        copy.unlink()
    publish(lake, Manifest(**{**vars(first), "files": {**first.files, "club_game": first.files["club_game"][1:]}}))
    with pytest.raises(NotRepairableError, match="a game lacks two sides with"):
        repair(lake)


def test_a_published_manifest_is_never_changed(lake: Path) -> None:
    """`skipper press --keep` publishes tables under the build's id: its manifest is a file of its own."""
    manifest = built(lake)
    (copy,) = (lake / COPIES).iterdir()
    text = copy.read_text()
    publish(lake, manifest)
    assert copy.read_text() == text
    assert len(list((lake / COPIES).iterdir())) == 2


def test_a_refused_builds_manifest_is_not_kept(own_tiny: Path) -> None:
    before = built(own_tiny)
    with pytest.raises(ChangedError):
        publish(own_tiny, replace(before, build="zz-refused"), seen="another version")
    publish(own_tiny, replace(before, build="tiny"), manifest_version(own_tiny))
    assert [copy.name for copy in copies(own_tiny)] == ["tiny.002.json", "tiny.001.json"]


def test_a_lake_that_is_being_written_is_not_repaired(own_tiny: Path) -> None:
    with LakeWriter(own_tiny, []), pytest.raises(NotRepairableError, match="another build is writing"):
        repair(own_tiny)


def test_a_lake_with_no_intact_build_says_why(lake: Path) -> None:
    path, _ = a_file_of(lake, "person")
    path.unlink()
    (lake / FILE_NAME).unlink()
    result = CliRunner().invoke(main, ["doctor", "--repair", "--lake", str(lake)])
    assert result.exit_code == 1
    assert "no build can be restored" in result.output
    assert str(path) in result.output
    assert not (lake / FILE_NAME).exists()
