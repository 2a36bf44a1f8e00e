"""The same build on a standalone cluster with its lake in an object store, also where workers and drivers are killed.

`make cluster-test` builds 2015 and 2016 of SKIPPER_DATA, else the simulated league, and kills SKIPPER_KILLS workers and
as many drivers. Any other run builds the simulated league and kills one worker.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import skipper
from asking import asking, environment, finish, start_build, steps, wait_in_step
from built_lake import Built, contents, inputs_of
from object_store import object_store
from skipper.cli import main
from skipper.lake.location import Location, location
from skipper.lake.reader import LakeReader
from spark_cluster import Cluster, kill, standalone_cluster
from test_press_spark import ONE_SEASON, documents, rows

IS_WHOLE = "SKIPPER_CLUSTER" in os.environ
of_the_whole = pytest.mark.skipif(not IS_WHOLE, reason="SKIPPER_CLUSTER: run make cluster-test")
DIFFER = {"build_log"}  # says when and how long
KILLS = int(os.environ.get("SKIPPER_KILLS", "5"))
PACKAGE = Path(skipper.__file__).parent
TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.md"


@dataclass(frozen=True)
class Tried:
    """A build of this machine, the same sources, and what the cluster needs to build them again."""

    cluster: Cluster
    options: list[str]
    here: Path
    lake: Location
    steps: int
    seconds: float

    def start(self, log: Path) -> subprocess.Popen[bytes]:
        return start_build(self.options, str(self.lake), log, SKIPPER_SPARK_MASTER=self.cluster.url)

    def wait_in(self, build: subprocess.Popen[bytes], log: Path, dice: random.Random) -> None:
        """Wait for a random moment of a build that runs, before its last step."""
        wait_in_step(build, log, dice.randrange(1, self.steps), dice.uniform(0, self.seconds / 2))
        assert build.poll() is None

    def differing(self) -> set[str]:
        """The tables whose rows differ from the local build's."""
        tables = set(LakeReader(self.here).contracts) - DIFFER
        there, here = contents(self.lake, tables), contents(self.here, tables)
        return {table for table in tables if there[table] != here[table]}


@pytest.fixture(scope="module")
def options(request: pytest.FixtureRequest) -> list[str]:
    real = os.environ.get("SKIPPER_DATA") if IS_WHOLE else None
    if real is None:
        simulated: Built = request.getfixturevalue("simulated")
        return [f"--{name}={path}" for name, path in simulated.inputs.sources().items()]
    named = {"gamelogs": "retrosheet/gamelogs", "lahman": "lahman", "register": "register"}
    return ["--seasons=2015-2016", *(f"--{name}={Path(real) / path}" for name, path in named.items())]


@pytest.fixture(scope="module")
def here(options: list[str], tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """The lake that this machine makes of the same sources."""
    if not IS_WHOLE:
        simulated: Built = request.getfixturevalue("simulated")
        return simulated.lake
    folder = tmp_path_factory.mktemp("here")
    finish(start_build(options, str(folder / "lake"), folder / "log"), folder / "log")
    return folder / "lake"


@pytest.fixture(scope="module")
def tried(options: list[str], here: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tried]:
    """Build on the cluster, with every table compared; stop all that was started."""
    folder = tmp_path_factory.mktemp("cluster")
    with object_store(folder) as bucket, standalone_cluster(folder) as cluster:
        began, log = time.monotonic(), folder / "first.log"
        first = Tried(cluster, options, here, location(f"{bucket}/lake"), 0, 0)
        finish(first.start(log), log)
        first = replace(first, steps=steps(log), seconds=time.monotonic() - began)
        assert first.differing() == set()
        yield first


def test_a_cluster_builds_every_table_row_by_row(tried: Tried):
    assert LakeReader(tried.lake).rows("SELECT count(*) AS games FROM game")[0]["games"] > 0
    assert len(tried.cluster.workers()) == 2


@pytest.mark.parametrize("number", range(KILLS if IS_WHOLE else 1))
def test_a_worker_that_is_killed_changes_nothing(tried: Tried, number: int, tmp_path: Path):
    with asking(tried.lake) as asked:
        build = tried.start(tmp_path / "log")
        tried.wait_in(build, tmp_path / "log", random.Random(f"worker {number}"))
        kill(tried.cluster.workers()[0])
        finish(build, tmp_path / "log")
    tried.cluster.start_worker()
    assert tried.differing() == set()
    assert asked.wrong == []
    assert asked.answers > 0


@of_the_whole
@pytest.mark.parametrize("number", range(KILLS))
def test_a_driver_that_is_killed_leaves_the_last_build(tried: Tried, number: int, tmp_path: Path):
    with asking(tried.lake) as asked:
        build = tried.start(tmp_path / "log")
        tried.wait_in(build, tmp_path / "log", random.Random(f"driver {number}"))
        kill(build)
    assert tried.differing() == set()
    assert asked.wrong == []
    assert asked.answers > 0


@of_the_whole
def test_the_tutorials_commands_run_as_written(tried: Tried, league: Path, tmp_path: Path):
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "sources").symlink_to(league)
    (commands,) = re.findall(
        r"^SKIPPER_SPARK_MASTER=.*?(?=^```)", TUTORIAL.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    skipper = f'skipper() {{ {shlex.quote(sys.executable)} -m skipper "$@"; }}'
    command = commands.replace("spark://127.0.0.1:7077", tried.cluster.url)
    done = subprocess.run(
        ["bash", "-e", "-c", f"{skipper}\n{command}"],
        cwd=tmp_path,
        env=environment({"COLUMNS": "84"}),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Built s3://games/demo" in done.stdout
    assert "Delacombe" in done.stdout.split("Quarantined: nothing.")[1]


@of_the_whole
def test_the_next_build_is_equal(tried: Tried, tmp_path: Path):
    finish(tried.start(tmp_path / "log"), tmp_path / "log")
    assert tried.differing() == set()


@pytest.fixture(scope="module")
def of_league(league: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    """Options for a season of the simulated league with play-by-play, and the lake that this machine makes of it."""
    folder = tmp_path_factory.mktemp("of_league")
    options = [f"--{name}={path}" for name, path in inputs_of(league).sources().items()] + ["--seasons=2042"]
    finish(start_build(options, str(folder / "lake"), folder / "log"), folder / "log")
    return options, folder / "lake"


@pytest.fixture
def bare_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment with the third-party packages of this one, where they are installed, and without Skipper."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    venv.create(tmp_path / "bare", symlinks=True)
    (site_packages,) = (tmp_path / "bare" / "lib").glob("python*/site-packages")
    (site_packages / "third_party.pth").write_text(sysconfig.get_path("purelib"))  # an editable install is not followed
    tried = subprocess.run([tmp_path / "bare/bin/python", "-c", "import pyspark, skipper.version"], capture_output=True)
    assert b"No module named 'skipper.version'" in tried.stderr
    return tmp_path / "bare"


def zipped(folder: Path, bare: Path) -> tuple[str, str]:
    """Make an archive of the package. Returns the setting that names it, and the executors' Python."""
    file = shutil.make_archive(str(folder / "skipper"), "zip", PACKAGE.parent, PACKAGE.name)
    return f"spark.submit.pyFiles {file}", f"{bare}/bin/python"


def environment_archive(folder: Path, bare: Path) -> tuple[str, str]:
    """Make an archive of the environment with the package. Returns the setting that names it, and the executors'
    Python."""
    (site_packages,) = (bare / "lib").glob("python*/site-packages")
    shutil.copytree(PACKAGE, site_packages / PACKAGE.name)
    file = shutil.make_archive(str(folder / "env"), "gztar", bare)
    return f"spark.archives {file}#env", "./env/bin/python"


@of_the_whole
@pytest.mark.parametrize("way", [zipped, environment_archive])
def test_executors_without_the_package_get_it(
    way: Callable[[Path, Path], tuple[str, str]],
    of_league: tuple[list[str], Path],
    bare_python: Path,
    tmp_path: Path,
):
    """For a build, and for reports."""
    options, here = of_league
    setting, python = way(tmp_path, bare_python)
    (tmp_path / "spark-defaults.conf").write_text(setting + "\n")
    given = {"SPARK_CONF_DIR": str(tmp_path), "PYSPARK_PYTHON": python}
    lake, log = tmp_path / "lake", tmp_path / "log"
    [told] = LakeReader(here).rows(ONE_SEASON)
    keep = ["press", str(documents(tmp_path, told)), "--keep", "--lake"]
    with standalone_cluster(tmp_path, workers=1) as cluster:
        given["SKIPPER_SPARK_MASTER"] = cluster.url
        finish(start_build(options, str(lake), log, **given), log)
        tables = set(LakeReader(here).contracts) - DIFFER
        assert contents(lake, tables) == contents(here, tables)
        without_spark = shutil.copytree(lake, tmp_path / "without_spark")
        command = [sys.executable, "-m", "skipper", *keep, str(lake), "--spark"]
        done = subprocess.run(command, env=environment(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert CliRunner().invoke(main, [*keep, str(without_spark)]).exit_code == 0
    assert rows(lake) == rows(without_spark)
