"""Whole builds, each a process with Java and workers, killed at random moments while a reader keeps asking.

SKIPPER_KILLS says how many; without it, the kills of test_build.py at its steps are enough.
"""

from __future__ import annotations

import contextlib
import math
import os
import random
import shutil
import subprocess
import time
import zipfile
from pathlib import Path

import pytest

from asking import answer, asking, finish, half_of_games, start_build, start_update, steps
from built_lake import contents
from skipper.lake.reader import LakeReader
from spark_cluster import kill

KILLS = int(os.environ.get("SKIPPER_KILLS", "0"))
DIFFER = {"build_log"}  # says when and how long


@pytest.mark.skipif(KILLS == 0, reason="SKIPPER_KILLS is not set: it takes minutes")
def test_builds_killed_at_random_moments_are_never_seen(league: Path, tmp_path: Path) -> None:
    """Each is built from half the games of the season in the lake, so that a part of it would be seen."""
    half = half_of_games(league / "gamelogs", [2042], tmp_path / "half")
    beside = [f"--lahman={league / 'lahman'}", f"--leagues={league / 'leagues.csv'}", "--seasons=2042"]
    whole_of, half_of = [f"--gamelogs={league / 'gamelogs'}", *beside], [f"--gamelogs={half}", *beside]
    lake, log, dice = tmp_path / "lake", tmp_path / "log", random.Random(2042)
    finish(start_build(half_of, str(tmp_path / "half_lake"), log), log)
    began = time.monotonic()
    finish(start_build(whole_of, str(lake), log), log)
    number = steps(log)
    seconds_a_step = (time.monotonic() - began) / number
    tables = set(LakeReader(lake).contracts) - DIFFER
    before = {"whole": contents(lake, tables), "half": contents(tmp_path / "half_lake", tables)}
    right = [answer(lake), answer(tmp_path / "half_lake")]
    assert right[0] != right[1]
    published = killed = 0
    with asking(lake, right) as asked:
        for _ in range(KILLS):
            build = start_build([*half_of, "--allow-shrink"], str(lake), log)
            part, step = math.modf(dice.uniform(1, number))  # however slow the machine is by now
            while steps(log) < step and build.poll() is None:
                time.sleep(0.05)
            with contextlib.suppress(subprocess.TimeoutExpired):
                build.wait(part * seconds_a_step)
            killed += build.poll() is None
            kill(build)
            found = contents(lake, tables)
            assert found in before.values()
            if found == before["half"]:
                published += 1
                finish(start_build(whole_of, str(lake), log), log)
        finish(start_build(whole_of, str(lake), log), log)
    assert contents(lake, tables) == before["whole"]
    assert asked.wrong == []
    print(f"{KILLS} builds, {killed} killed, {published} published first; {asked.answers} answers, all right")
    assert killed > KILLS // 2


@pytest.mark.skipif(KILLS == 0, reason="SKIPPER_KILLS is not set: it takes minutes")
def test_updates_killed_at_random_moments_are_never_seen(league: Path, tmp_path: Path) -> None:
    """Season 2042 has half its games in one version of its file, and all in the other; each update brings the lake from
    one to the other, or is killed and leaves it there for the next."""
    sources = Path(shutil.copytree(league, tmp_path / "sources"))
    half = half_of_games(league / "gamelogs", [2042], tmp_path / "half") / "gl2042.txt"
    whole = (sources / "gamelogs" / "gl2042.zip").read_bytes()
    of_file = sources / "gamelogs" / "gl2042.zip"
    halved = tmp_path / "gl2042.zip"
    with zipfile.ZipFile(halved, "w") as archive:
        archive.write(half, "GL2042.TXT")
    versions = {"whole": whole, "half": halved.read_bytes()}
    options = [f"--gamelogs={sources / 'gamelogs'}", f"--lahman={league / 'lahman'}"]
    options += [f"--leagues={league / 'leagues.csv'}", "--seasons=2042"]
    lake, log, dice = tmp_path / "lake", tmp_path / "log", random.Random(2043)
    before, right = {}, []
    for name in ("half", "whole"):
        of_file.write_bytes(versions[name])
        finish(start_build([*options, "--allow-shrink"], str(lake), log), log)
        tables = set(LakeReader(lake).contracts) - DIFFER
        before[name] = contents(lake, tables)
        right.append(answer(lake))
    has, killed = "whole", 0
    began = time.monotonic()
    of_file.write_bytes(versions["half"])
    finish(start_update(str(lake), log), log)
    has, number, seconds = "half", steps(log), time.monotonic() - began
    with asking(lake, right) as asked:
        for _ in range(KILLS):
            wanted = "half" if has == "whole" else "whole"
            of_file.write_bytes(versions[wanted])
            update = start_update(str(lake), log)
            part, step = math.modf(dice.uniform(1, number))
            while steps(log) < step and update.poll() is None:
                time.sleep(0.05)
            with contextlib.suppress(subprocess.TimeoutExpired):
                update.wait(part * seconds / number)
            killed += update.poll() is None
            kill(update)
            found = contents(lake, tables)
            assert found in before.values()
            has = "half" if found == before["half"] else "whole"
            finish(start_update(str(lake), log), log)  # there is nothing to do if the killed one had published
            assert contents(lake, tables) == before[wanted]
            has = wanted
    assert asked.wrong == []
    print(f"{KILLS} updates, {killed} killed; {asked.answers} answers, all right")
    assert killed > KILLS // 2
