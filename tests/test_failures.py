"""What goes wrong outside Skipper ends a command with one sentence and an exit status."""

from __future__ import annotations

import errno
import os
import signal
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from skipper.cli import main
from skipper.cli.failures import cause

WORKER_KILLED = """An error occurred while calling z:org.apache.spark.api.python.PythonRDD.collectAndServe.
: org.apache.spark.SparkException: Job aborted due to stage failure: Task 0 in stage 0.0 failed 1 times
\tat org.apache.spark.scheduler.DAGScheduler.abortStage(DAGScheduler.scala:3122)
Caused by: org.apache.spark.SparkException: Python worker exited unexpectedly (crashed)
\tat org.apache.spark.api.python.BasePythonRunner"""


def test_the_innermost_cause_is_told():
    assert cause(RuntimeError(WORKER_KILLED)) == (
        "org.apache.spark.SparkException: Python worker exited unexpectedly (crashed)"
    )
    assert cause(OSError(errno.ENOSPC, "No space left on device")) == "OSError: [Errno 28] No space left on device"


@pytest.mark.parametrize("damage", ["garbage commit", "absent version", "no parquet"])
def test_a_damaged_lake_is_told_in_a_sentence(own_tiny: Path, damage: str, monkeypatch: pytest.MonkeyPatch):
    if damage == "garbage commit":
        for file in own_tiny.glob("game/_delta_log/*.json"):
            file.write_text("garbage\n")
    elif damage == "absent version":
        stated = (own_tiny / "manifest.json").read_text()
        (own_tiny / "manifest.json").write_text(
            stated.replace('"game":1', '"game":99').replace('"game":0', '"game":99')
        )
    else:
        for file in own_tiny.glob("game/season=*/*.parquet"):
            file.write_bytes(b"no parquet")
    monkeypatch.setattr("skipper.session.start_session", lambda *given: None)
    command = ["sql", "FROM game"] if damage == "no parquet" else ["doctor"]
    done = CliRunner().invoke(main, [*command, "--lake", str(own_tiny)])
    assert done.exit_code in (1, 2)
    assert isinstance(done.exception, SystemExit)
    assert "game" in done.output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_command_with_a_sentence(tiny: Path, number: signal.Signals, monkeypatch: pytest.MonkeyPatch):
    def signalled(*given: object) -> None:
        os.kill(os.getpid(), number)
        time.sleep(60)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    monkeypatch.setattr("skipper.answers.records.records", signalled)
    done = CliRunner().invoke(main, ["records", "marsh", "--lake", str(tiny)])
    signal.signal(signal.SIGINT, before)
    assert f"stopped by {number.name}" in done.output
    assert done.exit_code == 128 + number


@pytest.mark.parametrize("setting", ["SKIPPER_CORES", "SKIPPER_MEMORY", "SKIPPER_SPARK_MASTER"])
def test_an_unusable_setting_is_told_in_a_sentence(
    setting: str, league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(setting, "abc")
    command = ["build", "--gamelogs", str(league / "gamelogs"), "--no-cache", "--lake", str(tmp_path / "lake")]
    done = CliRunner().invoke(main, command)
    assert done.exit_code == 1
    assert f"Error: {setting} is 'abc': it must be" in done.output


def test_a_defect_of_skippers_own_keeps_its_traceback(tiny: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("skipper.answers.records.records", broken)
    done = CliRunner().invoke(main, ["records", "marsh", "--lake", str(tiny)])
    assert isinstance(done.exception, ZeroDivisionError)
