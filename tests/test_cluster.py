"""The same build on a standalone cluster with its lake in an object store, also where workers and drivers are killed.

`make cluster-test` builds 2015 and 2016 of SKIPPER_DATA, else the simulated league, and kills SKIPPER_KILLS workers and
as many drivers. Any other run builds the simulated league and kills one worker.

The builds take turns between two states of the lake, with all games and with half of them in some seasons, so that an
answer from both is wrong.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement
from pyspark.sql import SparkSession

import skipper
from asking import answer, asking, environment, finish, half_of_games, start_build, steps, wait_in_step
from built_lake import Built, build_lake, contents, inputs_of, real_inputs
from object_store import object_store
from skipper.build.inputs import Inputs
from skipper.build.run import build as build_here
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
SITE_PACKAGES = "lib/python*/site-packages"
TUTORIAL = Path(__file__).parents[1] / "docs" / "tutorial.md"


def differing(lake: Location, built: Built) -> set[str]:
    """The tables whose rows differ from those that this machine built of the same sources."""
    tables = set(built.reader().contracts) - DIFFER
    there, here = contents(lake, tables), contents(built.lake, tables)
    return {table for table in tables if there[table] != here[table]}


def options(inputs: Inputs) -> list[str]:
    """The options that give a build these sources and seasons."""
    seasons = [f"--seasons={','.join(map(str, sorted(inputs.seasons)))}"] if inputs.seasons else []
    return [*(f"--{name}={path}" for name, path in inputs.sources().items()), *seasons]


@dataclass
class Tried:
    """A cluster, and a lake whose builds take turns between two states: the one in the lake, and the next."""

    cluster: Cluster
    lake: Location
    now: Built
    next: Built
    steps: int = 0
    seconds: float = 0

    def start(self, log: Path, state: Built) -> subprocess.Popen[bytes]:
        given = [*options(state.inputs), "--allow-shrink"]
        return start_build(given, str(self.lake), log, SKIPPER_SPARK_MASTER=self.cluster.url)

    @contextlib.contextmanager
    def building(self, log: Path, dice: random.Random) -> Iterator[subprocess.Popen[bytes]]:
        """Build the next state, up to a random moment before the last step, while a reader keeps asking."""
        right = [answer(state.lake) for state in (self.now, self.next)]
        assert all(now != next_ for now, next_ in zip(*right, strict=True))  # each question tells them apart
        with asking(self.lake, right) as asked:
            build = self.start(log, self.next)
            wait_in_step(build, log, dice.randrange(1, self.steps), dice.uniform(0, self.seconds / 2))
            assert build.poll() is None
            yield build
        assert asked.wrong == []
        assert asked.answers > 0

    def take_turns(self) -> None:
        """The build of the next state was published."""
        self.now, self.next = self.next, self.now


@pytest.fixture(scope="module")
def states(
    spark: SparkSession, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> tuple[Built, Built]:
    """What this machine builds of all games, and then of half the games of the first season and the last."""
    folder, real = tmp_path_factory.mktemp("states"), os.environ.get("SKIPPER_DATA")
    if IS_WHOLE and real:
        whole = build_lake(spark, real_inputs(Path(real), seasons=frozenset({2015, 2016})), folder / "all")
    else:
        whole = request.getfixturevalue("simulated")
    assert whole.inputs.places["gamelogs"] is not None
    seasons = frozenset({whole.report.seasons[0], whole.report.seasons[-1]})
    half = replace(
        whole.inputs, gamelogs=half_of_games(whole.inputs.places["gamelogs"], seasons, folder / "logs"), seasons=seasons
    )
    lake = shutil.copytree(whole.lake, folder / "half")
    return whole, Built(lake, half, build_here(spark, half, lake, allow_shrink=True))


@pytest.fixture(scope="module")
def tried(states: tuple[Built, Built], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tried]:
    """Build all games on the cluster; stop everything that was started."""
    folder = tmp_path_factory.mktemp("cluster")
    with object_store(folder) as bucket, standalone_cluster(folder) as cluster:
        began, log = time.monotonic(), folder / "first.log"
        first = Tried(cluster, location(f"{bucket}/lake"), *states)
        finish(first.start(log, first.now), log)
        yield replace(first, steps=steps(log), seconds=time.monotonic() - began)


def test_a_cluster_builds_every_table_row_by_row(tried: Tried):
    assert differing(tried.lake, tried.now) == set()
    assert LakeReader(tried.lake).rows("SELECT count(*) AS games FROM game")[0]["games"] > 0
    assert len(tried.cluster.workers()) == 2


@pytest.mark.parametrize("number", range(KILLS if IS_WHOLE else 1))
def test_a_worker_that_is_killed_changes_nothing(tried: Tried, number: int, tmp_path: Path):
    with tried.building(tmp_path / "log", random.Random(f"worker {number}")) as build:
        kill(tried.cluster.workers()[0])
        finish(build, tmp_path / "log")
        tried.take_turns()
    tried.cluster.start_worker()
    assert differing(tried.lake, tried.now) == set()


@of_the_whole
@pytest.mark.parametrize("number", range(KILLS))
def test_a_driver_that_is_killed_leaves_the_last_build(tried: Tried, number: int, tmp_path: Path):
    with tried.building(tmp_path / "log", random.Random(f"driver {number}")) as build:
        kill(build)
    assert differing(tried.lake, tried.now) == set()


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
    for state in (tried.next, tried.now):
        finish(tried.start(tmp_path / "log", state), tmp_path / "log")
        assert differing(tried.lake, state) == set()


@pytest.fixture(scope="module")
def of_league(spark: SparkSession, league: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """What this machine builds of a season of the simulated league with play-by-play."""
    inputs = inputs_of(league, seasons=frozenset({2042}))
    return build_lake(spark, inputs, tmp_path_factory.mktemp("of_league") / "lake")


def zipped(folder: Path) -> tuple[str, str]:
    """Make an archive of the package, and an environment with the third-party packages of this one, where they are
    installed. Returns the setting that names the archive, and the executors' Python."""
    file = shutil.make_archive(str(folder / "skipper"), "zip", PACKAGE.parent, PACKAGE.name)
    python = bare_python(folder)
    (site_packages,) = python.parents[1].glob(SITE_PACKAGES)
    (site_packages / "third_party.pth").write_text(sysconfig.get_path("purelib"))
    assert lacks(python, "skipper.version")  # an editable install is not followed
    return f"spark.submit.pyFiles {file}", str(python)


def environment_archive(folder: Path) -> tuple[str, str]:
    """Make an archive of an environment with the package and every package that it requires, as `docs/cluster.md` has
    it: without Spark's Java. Returns the setting that names it, and the executors' Python."""
    python = bare_python(folder)
    (site_packages,) = python.parents[1].glob(SITE_PACKAGES)
    inside = Path("lib", site_packages.parent.name, site_packages.name)
    with tarfile.open(folder / "env.tar.gz", "w:gz", compresslevel=1) as archive:
        archive.add(python.parents[1], ".")
        archive.add(PACKAGE, inside / PACKAGE.name)
        for package in required("skipper-baseball"):
            for file in distribution(package).files or []:
                if ".." not in file.parts and not file.match("pyspark/jars/*") and file.locate().exists():
                    archive.add(str(file.locate()), str(inside / file))
    return f"spark.archives {folder / 'env.tar.gz'}#env", "./env/bin/python"


def bare_python(folder: Path) -> Path:
    """The Python of a new environment without packages."""
    venv.create(folder / "bare", symlinks=True)
    python = folder / "bare" / "bin" / "python"
    assert lacks(python, "skipper.version")
    assert lacks(python, "pyspark")
    return python


def lacks(python: Path, module: str) -> bool:
    return b"No module named" in subprocess.run([python, "-c", f"import {module}"], capture_output=True).stderr


def required(name: str) -> set[str]:
    """The names of the packages that a package requires, and of those that they require in turn."""
    names: set[str] = set()
    new = {name}
    while new:
        given = [Requirement(one) for package in new for one in requires(package) or []]
        new = {one.name for one in given if one.marker is None or one.marker.evaluate({"extra": ""})} - names
        names |= new
    return names


@of_the_whole
@pytest.mark.parametrize("way", [zipped, environment_archive])
def test_executors_without_the_package_get_it(
    way: Callable[[Path], tuple[str, str]], of_league: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """For a build, and for reports."""
    monkeypatch.delenv("PYTHONPATH", raising=False)  # of the workers
    setting, python = way(tmp_path)
    (tmp_path / "spark-defaults.conf").write_text(setting + "\n")
    given = {"SPARK_CONF_DIR": str(tmp_path), "PYSPARK_PYTHON": python}
    lake, log = tmp_path / "lake", tmp_path / "log"
    [told] = of_league.reader().rows(ONE_SEASON)
    keep = ["press", str(documents(tmp_path, told)), "--keep", "--reader", "frames", "--lake"]
    with standalone_cluster(tmp_path, workers=1) as cluster:
        given["SKIPPER_SPARK_MASTER"] = cluster.url
        finish(start_build(options(of_league.inputs), str(lake), log, **given), log)
        assert differing(lake, of_league) == set()
        without_spark = shutil.copytree(lake, tmp_path / "without_spark")
        command = [sys.executable, "-m", "skipper", *keep, str(lake), "--spark"]
        done = subprocess.run(command, env=environment(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert CliRunner().invoke(main, [*keep, str(without_spark)]).exit_code == 0
    assert rows(lake) == rows(without_spark)
