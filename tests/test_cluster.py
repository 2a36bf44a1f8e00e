"""The same build on a standalone cluster, its lake on a folder that the machines share, and with a worker lost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from built_lake import Built
from skipper.lake.manifest import read_manifest
from skipper.lake.reader import LakeReader
from spark_cluster import Cluster, kill, standalone_cluster

pytestmark = pytest.mark.skipif("SKIPPER_CLUSTER" not in os.environ, reason="SKIPPER_CLUSTER: run make cluster-test")
DIFFER = {"build_log"}  # says when and how long


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with standalone_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def _build(cluster: Cluster, league: Path, lake: Path) -> subprocess.Popen[str]:
    named = [f"--{name}={league / name}" for name in ("gamelogs", "lahman", "register")]
    command = [sys.executable, "-m", "skipper", "build", *named, f"--leagues={league / 'leagues.csv'}", "--no-cache"]
    environment = {
        **{name: value for name, value in os.environ.items() if name != "SPARK_SUBMIT_OPTS"},  # the tests' own heap
        "SKIPPER_SPARK_MASTER": cluster.url,
        "SPARK_LOCAL_IP": "127.0.0.1",
        # The executors' Python finds the package as the driver's does: an installed one needs no such path.
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    return subprocess.Popen(
        [*command, "--lake", str(lake)], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def _rows(lake: Path) -> dict[str, list[str]]:
    reader = LakeReader(lake)
    return {name: sorted(map(repr, reader.rows(f"FROM {name}"))) for name in sorted(set(reader.contracts) - DIFFER)}


def test_a_cluster_builds_every_table_row_by_row(cluster: Cluster, league: Path, simulated: Built, tmp_path: Path):
    build = _build(cluster, league, tmp_path / "lake")
    printed, said = build.communicate()
    assert build.returncode == 0, said + printed
    assert _rows(tmp_path / "lake") == _rows(simulated.lake)


def test_a_worker_lost_in_the_middle_changes_nothing(cluster: Cluster, league: Path, simulated: Built, tmp_path: Path):
    build = _build(cluster, league, tmp_path / "lake")
    assert build.stderr is not None
    said = []
    for line in build.stderr:
        said.append(line)
        if line.startswith("building"):
            break
    while not list((tmp_path / "lake").glob("game/season=*/*.parquet")) and build.poll() is None:
        time.sleep(0.01)  # a season's task has written its first file
    kill(cluster.workers()[0])
    printed, rest = build.communicate()
    assert build.returncode == 0, "".join(said) + rest + printed
    assert _rows(tmp_path / "lake") == _rows(simulated.lake)
    manifest = read_manifest(tmp_path / "lake")
    assert manifest is not None
    assert manifest.seasons == LakeReader(simulated.lake).manifest.seasons
