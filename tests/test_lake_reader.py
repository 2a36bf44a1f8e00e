"""The lake's reader: what it does when a query needs more memory than it may have."""

from __future__ import annotations

import tempfile
from pathlib import Path

import duckdb
import pytest

from skipper.lake.reader import LakeReader

# Groups of their own, so that none can be dropped: some 200 MB of them.
MANY = "SELECT count(*) AS n FROM (SELECT md5(i::VARCHAR) AS word, count(*) FROM range(2000000) AS r(i) GROUP BY word)"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Where the user stands, and where temporary files go."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "tempdir", str(there))
    return here, there


def test_what_is_more_than_the_memory_goes_to_a_folder_of_its_own(folders: tuple[Path, Path], tiny: Path) -> None:
    here, there = folders
    reader = LakeReader(tiny, settings={"memory_limit": "60MB"})
    assert reader.rows(MANY) == [{"n": 2_000_000}]
    assert [path.name.startswith("skipper-") for path in there.iterdir()] == [True]
    reader.connection.close()
    assert not [*here.iterdir(), *there.iterdir()]


def test_what_cannot_be_put_aside_is_refused(folders: tuple[Path, Path], tiny: Path) -> None:
    reader = LakeReader(tiny, settings={"memory_limit": "5MB"})
    with pytest.raises(duckdb.OutOfMemoryException):
        reader.rows(MANY)


def test_a_column_called_like_a_table_opens_no_table(tiny: Path) -> None:
    reader = LakeReader(tiny)
    assert reader.query("SELECT 'IL' AS league, 1 AS game FROM club_game LIMIT 1").fetchall() == [("IL", 1)]
    opened = reader.connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall()
    assert opened == [("club_game",)]
