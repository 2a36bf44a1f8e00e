"""What follows the publication of a build: old files of killed builds go, and a failure is not one of the build."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest
from deltalake import DeltaTable

from skipper.answers import lake_health
from skipper.build.graph import graph
from skipper.cli.failures import KEPT, told
from skipper.lake import cleaning
from skipper.lake.cleaning import KEEP_HOURS
from skipper.lake.manifest import PUBLISHED, Manifest, read_manifest
from skipper.lake.storage import write_season
from skipper.lake.store import LakeWriter, TableLostError

GAME = graph().nodes["game"].table
DAY = 24 * 3600


def publish(lake: Path) -> Manifest:
    """Publish the lake's own build again."""
    with LakeWriter(lake, [GAME]) as writer:
        assert writer.published is not None
        return writer.publish(writer.published)


def copied(file: Path, name: str, days: float) -> Path:
    """A Parquet file that no commit names, as a killed build leaves it, of that age."""
    left = Path(shutil.copy(file, file.with_name(name)))
    os.utime(left, (time.time() - days * DAY,) * 2)
    return left


def test_old_files_of_killed_builds_are_removed_and_others_stay(own_tiny: Path) -> None:
    live = [Path(path) for path in DeltaTable(str(own_tiny / "game")).file_uris()]
    for file in live:
        os.utime(file, (0, 0))
    week = KEEP_HOURS / 24
    old, new = copied(live[0], "part-old.parquet", week + 1), copied(live[0], "part-new.parquet", week - 1)
    left = [finding for finding in lake_health.lake(own_tiny) if finding.check == "lake: builds"]
    assert [(finding.status, "2 files" in finding.found) for finding in left] == [("warning", True)]
    publish(own_tiny)
    assert not old.exists()
    assert new.exists()
    assert all(file.exists() for file in live)


def test_files_that_cannot_be_deleted_fail_no_build(
    own_tiny: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("DeleteObject is not allowed")

    before = read_manifest(own_tiny)
    monkeypatch.setattr(cleaning, "remove_all", refuse)
    with LakeWriter(own_tiny, [GAME]) as writer:
        writer.commit("game", [], None)
        writer.publish(writer.described(before))
    assert read_manifest(own_tiny).tables["game"] == before.tables["game"] + 1
    (warning,) = caplog.messages
    assert warning.endswith("could not be deleted; the next build tries again: DeleteObject is not allowed")


def test_what_a_manifest_names_is_on_the_disk_before_it_and_the_manifest_before_the_build_ends(
    own_tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loss of power may drop every write that was not synced, and a name whose folder was not."""
    done: list[tuple[str, Path]] = []
    sync, move = os.fsync, Path.replace

    def synced(file: int) -> None:
        sync(file)
        done.append(("synced", Path(os.readlink(f"/proc/self/fd/{file}"))))

    def moved(path: Path, target: Path) -> Path:
        done.append(("moved", Path(target)))
        return move(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", moved)
    own_tiny = own_tiny.resolve()
    season = read_manifest(own_tiny).seasons[0]
    with LakeWriter(own_tiny, [GAME]) as writer:
        file = write_season(GAME.arrow_schema.empty_table(), own_tiny / "game", season)
        writer.commit("game", [file], {season})
        manifest = writer.publish(writer.published)
    visible = done.index(("moved", own_tiny / "manifest.json"))
    before, after = ({path for what, path in part if what == "synced"} for part in (done[:visible], done[visible:]))
    table = own_tiny / "game"
    (commit,) = (table / "_delta_log").glob(f"{manifest.tables['game']:020}.json")
    data = table / file.path
    assert {data, data.parent, commit, commit.parent, table, own_tiny, own_tiny.parent} <= before
    assert any(path.parent.name == "_manifests" for path in before)
    assert any(path.name == ".manifest.json.draft" for path in before)
    assert own_tiny in after


def test_a_table_whose_folder_is_missing_begins_anew_if_all_its_seasons_are_made(own_tiny: Path) -> None:
    seasons = set(read_manifest(own_tiny).seasons)
    shutil.rmtree(own_tiny / "game")
    with LakeWriter(own_tiny, [GAME]) as writer:
        assert writer.lost == {"game": seasons}
        with pytest.raises(TableLostError, match=rf"the folder of table game is missing.*the first is {min(seasons)}"):
            writer.require_made(seasons - {min(seasons)})
        writer.require_made(seasons)
        file = write_season(GAME.arrow_schema.empty_table(), own_tiny / "game", min(seasons))
        writer.commit("game", [file], seasons)
        writer.publish(writer.published)
    assert DeltaTable(str(own_tiny / "game")).version() == read_manifest(own_tiny).tables["game"] == 0


def interrupt(lake: Path, is_published: bool) -> None:
    with LakeWriter(lake, [GAME]) as writer:
        if is_published:
            writer.publish(writer.published)
        raise KeyboardInterrupt


@pytest.mark.parametrize(("is_published", "said"), [(True, PUBLISHED), (False, KEPT)])
def test_an_interruption_says_whether_the_build_was_published(own_tiny: Path, is_published: bool, said: str) -> None:
    with pytest.raises(KeyboardInterrupt) as raised:
        interrupt(own_tiny, is_published)
    assert told(raised.value).message.endswith(f"; {said}")
