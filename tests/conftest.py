"""Fixtures that many tests share: one Spark session, one simulated league, one lake built from it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def spark() -> Iterator[object]:
    """Skipper's own session, with few partitions: the tests' data are small."""
    from skipper.session import start_session

    session = start_session()
    session.conf.set("spark.sql.shuffle.partitions", "2")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The simulated league's sources."""
    from skipper.simulate import write_league

    return write_league(tmp_path_factory.mktemp("league"))


@pytest.fixture(scope="session")
def simulated(spark: object, league: Path, tmp_path_factory: pytest.TempPathFactory) -> object:
    """A lake built from the simulated league. Tests copy it before they change it."""
    from built_lake import build_lake, inputs_of

    return build_lake(spark, inputs_of(league), tmp_path_factory.mktemp("lake") / "lake")


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real data; tests that need it are skipped where SKIPPER_DATA does not name it."""
    folder = os.environ.get("SKIPPER_DATA")
    if not folder:
        pytest.skip("SKIPPER_DATA does not name the folder of real data")
    return Path(folder)
