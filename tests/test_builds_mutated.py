"""Whole builds with one damaged file among all sources: built with every record accounted for, or refused.

SKIPPER_MUTATED_BUILDS says how many.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

from click.testing import CliRunner
from pyspark.sql import SparkSession

from deadline import deadline
from every_source import PATHS, write_every_source
from skipper.cli import main
from skipper.cli.build import SOMETHING_WITHHELD
from skipper.lake.reader import LakeReader
from test_event_quarantine import mutated

BUILDS = int(os.environ.get("SKIPPER_MUTATED_BUILDS", "2"))
SECONDS_A_BUILD = 1200  # of which it takes twenty; the machine of the tests may be busy
LOST = (
    "SELECT * FROM build_log WHERE file IS NOT NULL AND (rows_in <> rows_out + rows_quarantined "
    "OR rows_in IS NULL OR rows_out IS NULL OR rows_quarantined IS NULL)"
)


def test_a_damaged_file_is_quarantined_or_refused(spark: SparkSession, league: Path, tmp_path: Path) -> None:
    here, lake, dice = write_every_source(tmp_path / "sources", league), tmp_path / "lake", random.Random(2042)
    options = [f"--{name}={here / path}" for name, path in PATHS.items()]
    command = ["build", *options, "--no-cache", "--allow-shrink", "--lake", str(lake)]
    sound = CliRunner().invoke(main, command)
    assert sound.exit_code == 0, sound.output
    files = {
        name: sorted(file for file in [here / path, *(here / path).rglob("*")] if file.is_file())
        for name, path in PATHS.items()
    }
    refused = []
    for _ in range(BUILDS):
        file = dice.choice([one for one in files[dice.choice(sorted(files))] if one.stat().st_size])
        content, build = file.read_bytes(), LakeReader(lake).manifest.build
        file.write_bytes(mutated(content, dice))
        with deadline(SECONDS_A_BUILD):
            done = CliRunner().invoke(main, command)
        file.write_bytes(content)
        assert done.exception is None or isinstance(done.exception, SystemExit), (file, done.exception)
        assert "Traceback" not in done.output
        reader = LakeReader(lake)
        assert reader.rows(LOST) == [], file
        assert reader.rows("SELECT * FROM quarantine WHERE reason IS NULL OR file IS NULL") == []
        assert done.exit_code in (0, 1, SOMETHING_WITHHELD)
        if done.exit_code == 1:
            refused.append(done.stderr.splitlines()[-1])
            assert "Error: " in done.stderr
        assert (reader.manifest.build == build) == (done.exit_code == 1)
    print(f"{BUILDS} builds, {len(refused)} refused:", *refused, sep="\n")
