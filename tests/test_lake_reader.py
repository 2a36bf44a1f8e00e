"""The lake's reader: what it does when a query needs more memory than it may have."""

from __future__ import annotations

import shutil
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


def test_folders_above_the_lake_give_no_column_a_value(tiny: Path, tmp_path: Path) -> None:
    """DuckDB reads `name=value` in any part of a path as a column."""
    moved = shutil.copytree(tiny, tmp_path / "season=1999" / "source=elsewhere" / "date=2024-01-01" / "lake")
    for table in ("game", "lineup", "coverage"):
        rows = LakeReader(tiny).rows(f"FROM {table} ORDER BY ALL")
        assert LakeReader(moved).rows(f"FROM {table} ORDER BY ALL") == rows
        of_2031 = LakeReader(moved).rows(f"FROM {table} WHERE season = $season ORDER BY ALL", {"season": 2031})
        assert of_2031 == [row for row in rows if row["season"] == 2031] != []


def test_one_query_answers_for_all_keys_that_are_asked_together(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sql = "FROM club_game WHERE club IN $clubs AND season IN $seasons AND season BETWEEN $first AND $last ORDER BY ALL"
    fields = ("club", "season")
    keys = [("ALP", 2030), ("ALP", 2031), ("BET", 2031)]
    alone = {key: LakeReader(tiny).rows_of(sql, fields, key, seasons=(key[1], key[1])) for key in keys}
    assert len({len(rows) for rows in alone.values()} - {0}) > 0
    reader, asked = LakeReader(tiny), []
    monkeypatch.setattr(reader, "query", lambda *given: asked.append(given) or LakeReader.query(reader, *given))
    reader.together(keys)
    for _ in range(2):
        assert {key: reader.rows_of(sql, fields, key) for key in keys} == alone
    assert len(asked) == 1
    reader.rows_of(sql, fields, keys[1])[0]["season"] = None  # a row of the caller's own
    assert reader.rows_of(sql, fields, keys[1]) == alone[keys[1]]
    assert reader.rows_of(sql, fields, ("ZZZ", 2031)) == []


def test_pages_written_together_share_the_rows_of_any_keys(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the keys, each once, and with no key that the table lacks."""
    reader, asked = LakeReader(tiny), []
    query = LakeReader.query
    monkeypatch.setattr(LakeReader, "query", lambda self, sql, *more: asked.append(sql) or query(self, sql, *more))
    sql = "SELECT season, club, name FROM club WHERE $among"
    keys = [("BET", 2033), ("ALP", 2031), ("BET", 2033), ("ZZZ", 2031)]
    found = [("BET", 2033, "Beta Town"), ("ALP", 2031, "Alpha Town")]
    assert reader.rows_among(sql, ("club", "season"), []) == asked == []

    def rows(keys: list[tuple[str, int]]) -> list[tuple[str, int, str]]:
        return [(row["club"], row["season"], row["name"]) for row in reader.rows_among(sql, ("club", "season"), keys)]

    assert rows(keys) == rows(keys) == found
    assert len(asked) == 2
    reader.together([("p-1",), ("p-2",)])
    assert (rows(keys), rows(keys[:1])) == (found, found[:1])
    assert len(asked) == 3
    reader.together([("p-3",)])
    assert rows(keys) == found
    assert len(asked) == 4


def test_a_stored_subquery_is_not_asked_again(tiny: Path) -> None:
    subquery = "SELECT DISTINCT season, club FROM club_game"
    sql = f"SELECT count(*) AS clubs FROM ({subquery})"
    reader = LakeReader(tiny)
    counted = reader.rows(sql)
    reader.store("club_seasons", subquery)
    reader.connection.execute("DROP VIEW club_game")
    assert reader.rows(sql) == counted != [{"clubs": 0}]
