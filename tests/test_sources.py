"""Sources as declared: found by walking `skipper.sources`, complete, and light to import."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import skipper.sources
from skipper.build import inputs as build_inputs
from skipper.build.account import Account
from skipper.build.source_files import find_files
from skipper.cli.build import source_options
from skipper.sources import source as source_module
from skipper.sources.source import GameSource, game_sources, given_sources, publishers, sources

CACHED = (sources, game_sources)
DECLARATION = '''
"""An invented book."""

from pathlib import PurePosixPath

from skipper.sources.source import Fetched, Site, Source


class Almanac(Source):
    """Ballparks of an invented almanac."""

    name, order = "almanac", 99
    help = "Folder with the almanac."
    title, in_tables = "almanac", "almanac"
    publisher, notice = "inkwell", "Almanac: the Inkwell Press, by permission."
    fetched = Fetched(PurePosixPath("almanac"), "almanac", Site("almanac", "SKIPPER_ALMANAC_URL", ""), "Terms: none.")
    reader = "skipper.sources.almanac.reading"


SOURCE = Almanac()
'''
READER = '''
"""Read the almanac."""

import pyarrow as pa

from skipper.sources.table_file import read_table_file

PARK = pa.schema([("park_id", pa.string()), ("name", pa.string())])
RECORD_SETS = {"almanac_park": PARK}


def find_files(folder):
    """Return the almanac's file."""
    return [folder / "parks.csv"]


def parse(path):
    """Read the file."""
    return read_table_file(path, "almanac", "almanac_park", {"park_id": "PARK", "name": "NAME"}, PARK)
'''


@pytest.fixture
def almanac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of an invented source's data; the source is a folder of `skipper.sources`, and nothing else."""
    package = tmp_path / "more_sources" / "almanac"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('"""The almanac."""\n')
    (package / "source.py").write_text(DECLARATION)
    (package / "reading.py").write_text(READER)
    monkeypatch.setattr(skipper.sources, "__path__", [*skipper.sources.__path__, str(package.parent)])
    for cached in CACHED:
        cached.cache_clear()
    data = tmp_path / "data"
    data.mkdir()
    (data / "parks.csv").write_text("PARK,NAME\nINK01,Inkwell Grounds\nBLO01\n")
    yield data
    for cached in CACHED:
        cached.cache_clear()
    for name in [name for name in sys.modules if name.startswith("skipper.sources.almanac")]:
        del sys.modules[name]


def test_a_folder_is_all_that_a_new_source_needs(almanac: Path) -> None:
    inputs = build_inputs.Inputs(almanac=almanac)
    account = Account()
    rows = build_inputs.shared_records(inputs, account)["almanac_park"].to_pylist()
    assert rows == [{"park_id": "INK01", "name": "Inkwell Grounds"}]
    assert [(row["source"], row["file"], row["line"]) for row in account.quarantine] == [("almanac", "parks.csv", 3)]
    assert [(file.kind, file.path) for file in find_files(inputs)] == [("almanac", "parks.csv")]
    assert inputs.notices() == ["Almanac: the Inkwell Press, by permission."]
    assert publishers()["inkwell"] == ("almanac",)
    assert not build_inputs.Inputs(almanac=almanac, without=frozenset({"inkwell"})).places
    options = source_options("none")(click.Command("build")).params
    assert next(option.help for option in options if option.name == "almanac") == "Folder with the almanac."


def test_two_sources_cannot_have_the_same_place(almanac: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(sources()["almanac"]), "order", sources()["register"].order)
    sources.cache_clear()
    with pytest.raises(ValueError, match="the same name or place"):
        sources()


def test_an_unknown_source_is_refused() -> None:
    with pytest.raises(TypeError, match="no source is called almanac: the sources are gamelogs, "):
        build_inputs.Inputs(almanac=Path("data"))


def test_declarations_import_no_reader() -> None:
    script = (
        "import sys\n"
        "from skipper.sources.source import sources\n"
        "sources()\n"
        "print(*{'pyarrow', 'numpy', 'numba', 'pydantic', 'httpx', 'duckdb'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", sources())
def test_a_source_fills_record_sets_and_states_its_terms(name: str) -> None:
    source = sources()[name]
    assert source.record_sets() or source.season_record_sets()
    assert (source.publisher is None) == (source.notice is None)
    assert isinstance(source, GameSource) == (name in game_sources())
    if source.fetched is not None:
        assert name in given_sources()
        assert source.fetched.terms
    if isinstance(source, GameSource):
        filled = {record_set for one in game_sources().values() for record_set in one.season_record_sets()}
        assert source.game_records in filled


def test_seasons_are_read_in_order_of_precedence() -> None:
    assert list(game_sources()) == ["gamelogs", "minors", "events", "csvs", "scores", "statsapi"]


def test_every_module_called_source_is_walked() -> None:
    folder = Path(source_module.__file__).parent
    declared = {file.parent for file in folder.rglob("source.py")} - {folder}
    assert len(declared) == len(sources())
