"""One process at a time builds into a folder."""

from pathlib import Path

import filelock
import pytest

from skipper.lake.location import HeldError, locked


def test_a_held_folder_is_refused(tmp_path: Path):
    again = locked(tmp_path / "lake")
    with locked(tmp_path / "lake"), pytest.raises(HeldError, match="held by another process"), again:
        pass
    with locked(tmp_path / "lake"):
        pass


def test_a_file_system_without_locks_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> None:
        raise NotImplementedError("FileSystem does not appear to support flock; use SoftFileLock instead")

    monkeypatch.setattr(filelock.FileLock, "acquire", refuse)
    with pytest.raises(OSError, match="the file system has no locks"), locked(tmp_path / "lake"):
        pass
