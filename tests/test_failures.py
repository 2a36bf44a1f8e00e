"""What goes wrong outside Skipper ends a command with one sentence and an exit status."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial, wraps
from pathlib import Path
from pickle import PicklingError
from types import SimpleNamespace

import click
import psutil
import pytest
from click.testing import CliRunner
from deltalake.exceptions import DeltaError
from py4j.java_gateway import GatewayParameters, JavaGateway
from py4j.protocol import Py4JError, Py4JNetworkError
from pyspark import SparkContext
from pyspark.errors import PySparkRuntimeError
from pyspark.serializers import CPickleSerializer
from pyspark.sql import SparkSession

from asking import start_build
from object_store import free_port
from skipper.answers.question import question_called
from skipper.build.lake_tables import make_in_order
from skipper.build.run import ShrinkError, UnchangedError
from skipper.cli import main
from skipper.cli.build import refused
from skipper.cli.failures import JAVA_LOST, KEPT, NO_JAVA, STOPPED, Terminated, cause, told
from skipper.lake.checks import ChecksFailedError
from skipper.lake.delta import existing_table, roll_back
from skipper.lake.location import StoreError
from skipper.lake.reader import NoLakeError
from skipper.lake.store import LakeInUseError
from skipper.settings import SettingError
from skipper.sources.parsed import SourceError

NOBODY = 65534
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

    full = OSError(
        "Generic LocalFileSystem error\n          \x1b[31m↳\x1b[0m Unable to copy data to file\n"
        "           \x1b[31m↳\x1b[0m No space left on device (os error 28)\n"
    )
    assert cause(full) == "OSError: Generic LocalFileSystem error: No space left on device (os error 28)"


@pytest.mark.parametrize(
    "kind", [SourceError, ChecksFailedError, LakeInUseError, NoLakeError, ShrinkError, SettingError]
)
def test_what_makes_a_build_impossible_is_told_in_a_sentence(kind: type[Exception]) -> None:
    with pytest.raises(click.ClickException, match="no lake for it"), refused():
        raise kind("no lake for it")


def test_a_build_without_changes_is_no_failure() -> None:
    with pytest.raises(UnchangedError), refused():
        raise UnchangedError


def test_a_lost_java_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Exception, match="connect") as lost:
        JavaGateway(gateway_parameters=GatewayParameters(port=free_port())).jvm.java.lang.System.exit(0)
    for error in (lost.value, Py4JError("An error occurred while calling o65.sc")):
        failure = told(error)
        assert failure is not None
        assert failure.message == f"{JAVA_LOST}; {KEPT}"
    absent = Py4JError("org.apache.spark.api.python.PythonRDD.setupBroadcast does not exist in the JVM")
    ended, running = subprocess.Popen(["true"]), subprocess.Popen(["sleep", "60"])
    for process, is_lost in ((ended, True), (running, False)):
        monkeypatch.setattr(SparkContext, "_gateway", SimpleNamespace(proc=process))
        failure = told(absent)
        assert failure is not None
        assert (failure.message == f"{JAVA_LOST}; {KEPT}") is is_lost
    running.kill()
    running.wait()
    failure = told(Py4JError("An error occurred while calling o65.sc. Trace:\npy4j.Py4JException: no"))
    assert failure is not None
    assert JAVA_LOST not in failure.message


def test_a_java_that_did_not_start_is_told() -> None:
    failure = told(PySparkRuntimeError(errorClass="JAVA_GATEWAY_EXITED", messageParameters={}))
    assert failure is not None
    assert failure.message == f"{NO_JAVA}; {KEPT}"


def test_a_master_without_an_answer_is_told() -> None:
    said = "java.lang.IllegalStateException: Cannot call methods on a stopped SparkContext.\nThis stopped context"
    failure = told(PySparkRuntimeError(said))
    assert failure is not None
    assert failure.message == f"{STOPPED}; {KEPT}"


def _lose(part: str, build: subprocess.Popen[bytes]) -> None:
    """Break a build that has begun with its seasons."""
    if part.startswith("SIG"):
        build.send_signal(signal.Signals[part])
        return
    name = "java" if part == "Java" else "skipper.build.worker_daemon"
    while part != "room on the disk" and build.poll() is None:
        for one in psutil.Process(build.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):  # gone, or a zombie
                if one.name() == name or name in one.cmdline():
                    one.kill()
        time.sleep(0.1)


# What is lost, its exit status, and the sentence's beginning.
LOSSES = {
    "Java": (1, JAVA_LOST),
    "workers": (1, "org.apache.spark.SparkException: "),
    "room on the disk": (1, ""),
    "SIGINT": (130, "stopped by SIGINT before the end"),
    "SIGTERM": (143, "stopped by SIGTERM before the end"),
}


@pytest.mark.parametrize("part", LOSSES)
def test_a_build_that_loses_what_it_runs_on_ends_with_a_sentence(part: str, league: Path, tmp_path: Path) -> None:
    log, (status, sentence) = tmp_path / "log", LOSSES[part]
    options = [f"--gamelogs={league / 'gamelogs'}", "--seasons=2042"]
    with contextlib.ExitStack() as limited:
        if part == "room on the disk":  # no file can grow beyond what a full disk has left
            before = resource.getrlimit(resource.RLIMIT_FSIZE)
            limited.callback(resource.setrlimit, resource.RLIMIT_FSIZE, before)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        build = start_build(options, str(tmp_path / "lake"), log)
    while "building" not in log.read_text() and build.poll() is None:
        time.sleep(0.1)
    _lose(part, build)
    assert build.wait() == status, log.read_text()
    said = log.read_text()
    assert "Traceback" not in said
    assert "\tat " not in said  # Java's lines of a stack
    last = said.splitlines()[-1]
    assert last.startswith(f"Error: {sentence}")
    assert last.endswith(f"; {KEPT}")


def test_after_a_table_that_failed_no_other_is_begun() -> None:
    """Otherwise each waits for a store that does not answer."""
    nodes = [SimpleNamespace(name=f"table_{number}", sql=None, inputs=()) for number in range(10)]
    begun: list[str] = []

    def make(node: SimpleNamespace) -> None:
        begun.append(node.name)
        if node.name != "table_0":
            time.sleep(0.5)
        raise StoreError("no answer")

    with pytest.raises(StoreError):
        make_in_order(nodes, lambda node: partial(make, node), lambda node, made: None)
    assert "table_9" not in begun


@pytest.mark.parametrize(("stop", "status"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_an_error_of_a_connection_that_a_signal_closes_is_the_signal(stop: type[KeyboardInterrupt], status: int):
    """As when the signal comes during a call of Java."""
    error = Py4JError("Gateway must be connected to send cancel cmd.")
    error.__context__ = stop()
    failure = told(error)
    assert failure is not None
    assert failure.exit_code == status
    assert failure.message.startswith(f"stopped by {signal.Signals(status - 128).name} before the end; ")


class Broadcast:
    """A variable whose id only Java knows, as in PySpark."""

    def __reduce__(self) -> str:
        raise Py4JNetworkError("Answer from Java side is empty")


def test_a_function_that_cannot_be_sent_because_java_is_lost_is_told_in_a_sentence(
    spark: SparkSession, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PicklingError) as raised:
        CPickleSerializer().dumps(Broadcast())
    assert capsys.readouterr() == ("", "")
    failure = told(raised.value)
    assert failure is not None
    assert (failure.exit_code, failure.message) == (1, f"{JAVA_LOST}; {KEPT}")


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


@pytest.mark.parametrize("version", [99, None])
def test_a_table_that_cannot_be_read_is_named(own_tiny: Path, version: int | None):
    if version is None:
        for file in own_tiny.glob("game/_delta_log/*.json"):
            file.write_text("garbage\n")
    with pytest.raises(DeltaError, match=f"^{re.escape(str(own_tiny / 'game'))}: "):
        existing_table(own_tiny / "game", version)


@pytest.mark.parametrize("version", [0, 99])
def test_a_build_cannot_roll_a_table_back_to_a_version_that_is_gone(own_tiny: Path, version: int):
    if version == 0:
        shutil.rmtree(own_tiny / "game" / "_delta_log")
    with pytest.raises(DeltaError, match=f"^{re.escape(str(own_tiny / 'game'))}: "):
        roll_back(own_tiny / "game", version)


def answered_by(answer: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the question after a manager's record answered by another function."""
    records = question_called("records")
    assert records is not None
    answered = replace(records, answer=wraps(records.answer)(answer))  # type: ignore[arg-type]
    monkeypatch.setattr("skipper.answers.question._found", {"records": answered})


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_command_with_a_sentence(tiny: Path, number: signal.Signals, monkeypatch: pytest.MonkeyPatch):
    def signalled(*given: object, **named: object) -> None:
        os.kill(os.getpid(), number)
        time.sleep(60)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    answered_by(signalled, monkeypatch)
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
    def broken(*given: object, **named: object) -> None:
        raise ZeroDivisionError

    answered_by(broken, monkeypatch)
    done = CliRunner().invoke(main, ["records", "marsh", "--lake", str(tiny)])
    assert isinstance(done.exception, ZeroDivisionError)


@pytest.mark.parametrize(
    "command", [["records", "Jos\udce9"], ["sql", "SELECT '\udce9'"], ["coverage", "--lake", "\udce9"]]
)
def test_an_argument_that_is_not_utf_8_is_refused_in_a_sentence(tiny: Path, command: list[str]):
    """Once, the lake's query ended with a traceback."""
    done = CliRunner().invoke(main, [*command, "--lake", str(tiny)])
    assert done.exit_code == 2
    assert "is not UTF-8 text" in done.output


def test_a_lake_whose_name_is_not_utf_8_is_refused_in_a_sentence(tiny: Path, tmp_path: Path):
    lake = shutil.copytree(tiny, tmp_path / "lac\udce9")
    done = CliRunner().invoke(main, ["coverage", "--lake", str(lake)])
    assert done.exit_code == 2
    assert "lac\\udce9: not a name in UTF-8" in done.output.replace("\n", "")


BROKEN_MANIFESTS = {
    "nothing": b"",
    "another document": b"[]",
    "depth": b"[" * 100_000,
    "other bytes": b"\xff\xfe\x00",
}


@pytest.mark.parametrize("content", BROKEN_MANIFESTS.values(), ids=BROKEN_MANIFESTS)
@pytest.mark.parametrize("command", [["coverage"], ["doctor"], ["site", "--out", "site"]])
def test_a_broken_manifest_is_told_in_a_sentence(own_tiny: Path, content: bytes, command: list[str]) -> None:
    (own_tiny / "manifest.json").write_bytes(content)
    done = CliRunner().invoke(main, [*command, "--lake", str(own_tiny)])
    assert (done.exit_code, type(done.exception)) == (1, SystemExit)
    assert "not a manifest that" in " ".join(done.output.split())
    assert "skipper doctor --repair" in " ".join(done.output.split())


@pytest.mark.parametrize("fault", ["a loop of links", "a manifest that is a folder", "a store out of reach"])
def test_a_lake_that_cannot_be_read_is_a_problem(tmp_path: Path, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, `doctor` called it a warning, and its exit status was 0."""
    lake = tmp_path / "lake"
    if fault == "a loop of links":
        lake.symlink_to(lake)
    elif fault == "a manifest that is a folder":
        (lake / "manifest.json").mkdir(parents=True)
    else:
        for name, value in (("ENDPOINT_URL", f"http://127.0.0.1:{free_port()}"), ("REGION", "us-east-1")):
            monkeypatch.setenv(f"AWS_{name}", value)
        for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY"):
            monkeypatch.setenv(f"AWS_{name}", "tester")
        lake = "s3://out-of-reach/lake"
    for command in (["coverage"], ["doctor"]):
        done = CliRunner().invoke(main, [*command, "--lake", str(lake)])
        assert (done.exit_code, type(done.exception)) == (1, SystemExit)
        assert "".join(str(lake).split()) in "".join(done.output.split())


@contextlib.contextmanager
def another_user() -> Iterator[None]:
    """Own nothing for a while: root may write everywhere."""
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_a_lake_that_may_not_be_written_or_read_is_told_in_a_sentence(own_tiny: Path, tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == 0 and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    piece = tmp_path / "piece.txt"
    piece.write_text("Jose Marsh was fired in 2031.")
    ask, keep = ["coverage", "--lake", str(own_tiny)], ["press", str(piece), "--keep", "--lake", str(own_tiny)]
    for command in (ask, keep):  # imports what it needs, which another user may not read
        assert CliRunner().invoke(main, command).exit_code == 0
    before = (own_tiny / "manifest.json").read_bytes()
    with another_user():
        asked, kept = (CliRunner().invoke(main, command) for command in (ask, keep))
    assert asked.exit_code == 0, asked.output  # a reader writes nothing
    assert (kept.exit_code, type(kept.exception)) == (1, SystemExit)
    assert "Permission denied" in kept.output.splitlines()[-1]
    assert (own_tiny / "manifest.json").read_bytes() == before
    (own_tiny / "manifest.json").chmod(0)
    with another_user():
        asked = CliRunner().invoke(main, ask)
    assert (asked.exit_code, type(asked.exception)) == (1, SystemExit)
    assert "Permission denied" in asked.output


def test_no_signal_is_lost_while_duckdb_imports_pandas() -> None:
    """DuckDB catches what an import raises, Ctrl-C included: a build has imported pandas before its first query."""
    program = """
import sys
{first}
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "pandas":
            print("interrupted")
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
import duckdb
print(duckdb.execute("SELECT $1::INTEGER", [1]).fetchall())
"""
    without, of_build = (
        subprocess.run([sys.executable, "-c", program.format(first=first)], capture_output=True, text=True).stdout
        for first in ("", "import skipper.build.run")
    )
    assert "interrupted" in without
    assert of_build == "[(1,)]\n"
