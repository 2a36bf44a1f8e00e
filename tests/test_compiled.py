"""Where compiled kernels, and what is kept beside them, are cached."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from skipper.compiled import Compiler


def test_a_zipped_package_is_cached_by_its_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cluster's executors may have the package as a zip. Once, every version there had the same cache."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    folders = set()
    for version in ("1", "2"):
        name = f"kernels_of_version_{version}"
        with zipfile.ZipFile(tmp_path / f"{name}.zip", "w") as archive:
            archive.writestr(f"{name}/__init__.py", "")
            archive.writestr(f"{name}/kernels.py", f"VERSION = {version}\n")
        monkeypatch.syspath_prepend(tmp_path / f"{name}.zip")
        folders.add(Compiler(name).kept_folder())
    assert len(folders) == 2
