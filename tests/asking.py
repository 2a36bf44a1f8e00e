"""A reader that keeps asking a lake the same questions while builds run, and builds as processes of their own."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from skipper.lake.location import Location
from skipper.lake.reader import LakeReader
from skipper.sources.retrosheet.gamelogs.reading import SIMULATED_MARK, is_simulated

QUESTIONS = (
    "SELECT manager_person_id, club, season, games, wins, losses FROM manager_season ORDER BY ALL",
    "SELECT season, source, count(*) AS games, count(DISTINCT home_club) AS clubs FROM game GROUP BY ALL ORDER BY ALL",
    "SELECT season, club, slot, count(DISTINCT player_id) AS players FROM lineup GROUP BY ALL ORDER BY ALL",
)
Rows = list[dict[str, object]]


@dataclass
class Asked:
    """What a loop of readers was told while a lake was built: the number of answers, and those that were not right."""

    answers: int = 0
    wrong: list[str] = field(default_factory=list)


def answer(lake: Location) -> list[Rows]:
    """Return what a new reader answers to each question."""
    reader = LakeReader(lake)
    return [reader.rows(question) for question in QUESTIONS]


@contextlib.contextmanager
def asking(lake: Location, right: Collection[list[Rows]] = ()) -> Iterator[Asked]:
    """Ask a lake the same questions again and again; `right` are the right answers, by default the one before."""
    asked, ended, right = Asked(), threading.Event(), right or [answer(lake)]

    def ask() -> None:
        while not ended.is_set():
            try:
                if answer(lake) not in right:
                    asked.wrong.append("other rows")
            except Exception as error:
                asked.wrong.append(repr(error))
            asked.answers += 1
            ended.wait(0.2)  # the builds need the processor too

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield asked
    finally:
        ended.set()
        thread.join()


def half_of_games(logs: Path, seasons: Iterable[int], folder: Path) -> Path:
    """Write game logs with every other game of these seasons into a new folder, which is returned."""
    folder.mkdir()
    for season in seasons:
        with zipfile.ZipFile(logs / f"gl{season}.zip") as archive:
            lines = archive.read(archive.namelist()[0]).splitlines(keepends=True)
        (folder / f"gl{season}.txt").write_bytes(b"".join(lines[::2]))
    if is_simulated(logs):
        (folder / SIMULATED_MARK).touch()
    return folder


def start_build(options: list[str], lake: str, log: Path, **more: str) -> subprocess.Popen[bytes]:
    """Start `skipper build` with its output in `log`."""
    return _start(["build", *options, "--no-cache", "--lake", lake], log, more)


def start_update(lake: str, log: Path) -> subprocess.Popen[bytes]:
    """Start `skipper update` with its output in `log`."""
    return _start(["update", "--allow-shrink", "--lake", lake], log, {})


def _start(command: list[str], log: Path, more: dict[str, str]) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        whole = [sys.executable, "-m", "skipper", *command]
        return subprocess.Popen(whole, env=environment(more), stdout=file, stderr=file)


def environment(more: dict[str, str]) -> dict[str, str]:
    """Return this process's environment for a command that finds the package as this process does."""
    return {
        **{name: value for name, value in os.environ.items() if name != "SPARK_SUBMIT_OPTS"},  # the tests' own heap
        **more,
        "SPARK_LOCAL_IP": "127.0.0.1",
        # The executors' Python finds the package as the driver's does: an installed one needs no such path.
        "PYTHONPATH": os.pathsep.join(sys.path),
    }


def finish(build: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for a build that must succeed."""
    assert build.wait() == 0, log.read_text("utf-8", "replace")[-4_000:]


def steps(log: Path) -> int:
    """Return the number of lines in a build's log before its summary: its sources, and the steps that it has begun."""
    return re.split(rb"^Built ", log.read_bytes(), maxsplit=1, flags=re.MULTILINE)[0].count(b"\n")


def wait_in_step(build: subprocess.Popen[bytes], log: Path, step: int, seconds: float) -> None:
    """Wait until a build has begun a step, then for that time, but at most until the next step begins."""
    while steps(log) < step and build.poll() is None:
        time.sleep(0.05)
    ends = time.monotonic() + seconds
    while steps(log) == step and time.monotonic() < ends and build.poll() is None:
        time.sleep(0.05)
