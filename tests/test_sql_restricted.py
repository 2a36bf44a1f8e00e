"""`skipper sql` reads the lake's tables: no other file, and nothing is written, unless the user asks for more."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

import skipper
from skipper.answers.errors import UnknownOptionError
from skipper.answers.sql import restricted_connection, run
from skipper.cli import main
from skipper.lake.location import sizes_in

WRITING = [
    "COPY (SELECT 1) TO '{lake}/manifest.json' (FORMAT csv)",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{lake}/manifest.json' (FORMAT csv)",
    "EXPLAIN (ANALYZE) COPY (SELECT 1) TO '{lake}/manifest.json' (FORMAT csv)",
    "/**/ EXPLAIN /**/ ANALYZE COPY (SELECT 1) TO '{lake}/manifest.json' (FORMAT csv)",
    "ATTACH '{lake}/other.db'",
    "EXPORT DATABASE '{lake}/export'",
    "PREPARE kept AS COPY (SELECT 1) TO '{lake}/manifest.json'",
    "SET enable_external_access = true",
    "CALL enable_logging(storage = 'file', storage_path = '{lake}/log')",
    "INSTALL httpfs",
]
READING = ["read_text('{lake}/manifest.json')", "read_csv('/etc/passwd')", "glob('/etc/*')", "'/etc/passwd'", "secret"]


def _bytes(lake: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in lake.rglob("*") if path.is_file()}


@pytest.mark.parametrize("statement", WRITING)
def test_statements_that_write_are_refused(own_tiny: Path, statement: str):
    before = _bytes(own_tiny)
    with pytest.raises(UnknownOptionError, match="not a statement that only reads"):
        run(restricted_connection(own_tiny), statement.format(lake=own_tiny))
    assert _bytes(own_tiny) == before


@pytest.mark.parametrize("source", READING)
def test_other_files_and_variables_are_out_of_reach(tiny: Path, source: str):
    secret = duckdb.sql("SELECT 1 AS a").to_arrow_table()
    assert secret.num_rows == 1
    with pytest.raises((duckdb.PermissionException, duckdb.CatalogException)):
        run(restricted_connection(tiny), f"SELECT * FROM {source.format(lake=tiny)}").fetchall()


def test_a_running_builds_files_that_come_and_go_disturb_no_query(own_tiny: Path):
    staged = own_tiny / "_staging" / "running"
    staged.mkdir(parents=True)
    (staged / "part.parquet").symlink_to("removed")  # as a folder lists a file that is then removed
    assert restricted_connection(own_tiny).rows("SELECT count(*) > 0 AS any FROM game") == [{"any": True}]
    assert sizes_in(staged) == {}


@pytest.mark.parametrize(
    "query",
    [
        "FROM game",
        "SHOW TABLES",
        "DESCRIBE game",
        "SUMMARIZE game",
        "WITH g AS (FROM game) FROM g",
        "EXPLAIN FROM game",
    ],
)
def test_statements_that_read_are_answered(tiny: Path, query: str):
    assert run(restricted_connection(tiny), query).fetchall()


@pytest.mark.parametrize(
    "source",
    [
        "enable_logging(storage = 'file', storage_path = '{file}')",
        "ENABLE_PROFILING()",
        "query('SELECT * FROM enable_logging()')",
        "(SELECT * FROM system.main.enable_logging())",
        "force_checkpoint()",
    ],
)
def test_functions_that_change_duckdb_are_refused(own_tiny: Path, source: str):
    """Once, `enable_logging` towards a file out of reach ended the whole process."""
    file = next(own_tiny.glob("game/season=*/*.parquet"))
    before = file.read_bytes()
    with pytest.raises(UnknownOptionError, match="is not available in read-only queries"):
        run(restricted_connection(own_tiny), f"SELECT * FROM {source.format(file=file)}")
    assert file.read_bytes() == before


def test_the_command_says_how_to_lift_the_restriction(own_tiny: Path):
    query = f"COPY (SELECT 1 AS a) TO '{own_tiny}/own.csv'"
    refused = CliRunner().invoke(main, ["sql", query, "--lake", str(own_tiny)])
    assert refused.exit_code == 2
    assert "unrestricted" in refused.output
    assert not (own_tiny / "own.csv").exists()
    assert CliRunner().invoke(main, ["sql", query, "--lake", str(own_tiny), "--unrestricted"]).exit_code == 0
    assert (own_tiny / "own.csv").read_text() == "a\n1\n"


def test_python_is_restricted_too(own_tiny: Path):
    lake = skipper.open(own_tiny)
    with pytest.raises(UnknownOptionError):
        lake.sql(f"COPY (SELECT 1) TO '{own_tiny}/own.csv'")
    assert lake.sql("SELECT content FROM read_text('/etc/hostname')", unrestricted=True).to_arrow().shape == (1, 1)


@pytest.mark.parametrize("statement", ["SET threads = 1", "SET enable_external_access = true", "LOAD httpfs"])
def test_the_connection_itself_is_locked(tiny: Path, statement: str):
    """Whatever the check of statements might let through."""
    with pytest.raises(duckdb.Error):
        restricted_connection(tiny).connection.execute(statement)
