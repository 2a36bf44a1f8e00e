"""Run a command and measure it: clock, processor seconds of all its processes, peak memory.

Linux only.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from resource import struct_rusage
from statistics import median

import psutil

INTERVAL = 0.5  # seconds between two looks at the processes
PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Measured:
    """A command's cost, and what it printed to standard output."""

    seconds: float  # from the start of its process to the end of it
    processor: float  # user and system seconds of it and of every process under it
    peak: float  # bytes of proportional set size (PSS), summed over all of them, the most at one look; 0 if none was
    output: str
    peaks: Mapping[str, float] = field(default_factory=dict)  # the most bytes of one process, by its program's name
    looks: Sequence[Look] = ()  # in order


@dataclass(frozen=True)
class Look:
    """The PSS of each process at one moment, in bytes by process number; `seconds` is the time since the start."""

    seconds: float
    sizes: Mapping[int, float]


def measured(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Measured:
    """Run the command with `environment` added to this process's own; exit with its output when it fails.

    Orphans of the command, such as Spark's Java, become children of this process, so the kernel reports their time when
    they end, that of their own children included. The kernel drops the time of a child whose parent ignores its end, as
    PySpark's daemon does with its workers: theirs is taken from the last look at them. PSS counts a page that n
    processes share as 1/n in each.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "prctl failed")
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        started = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=errors, env={**os.environ, **(environment or {})})
        with _Watch() as watch:
            seconds = processor = 0.0
            for pid, status, used in _ended():
                processor += used.ru_utime + used.ru_stime
                watch.dropped.pop(pid, None)
                if pid == process.pid:
                    seconds = time.perf_counter() - started
                    process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{output.read()}{errors.read()}")
        processor += sum(watch.dropped.values())
        return Measured(seconds, processor, watch.peak, output.read(), watch.peaks, watch.looks)


def medians(runs: Iterable[Measured]) -> Measured:
    """Return the median of each figure, with the last run's output."""
    runs = list(runs)
    seconds, processor, peak = (median(getattr(run, name) for run in runs) for name in ("seconds", "processor", "peak"))
    return Measured(seconds, processor, peak, runs[-1].output)


def _ended() -> Iterable[tuple[int, int, struct_rusage]]:
    """Yield every child as it ends, adopted ones too, until none is left."""
    while True:
        try:
            yield os.wait4(-1, 0)
        except ChildProcessError:
            return


class _Watch:
    """Looks at all processes under this one, from another thread."""

    def __init__(self) -> None:
        self.peak: float = 0
        self.peaks: dict[str, float] = {}
        self.looks: list[Look] = []
        self.dropped: dict[int, float] = {}  # processor seconds, by process, that the kernel will drop
        self._started = time.perf_counter()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> _Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(INTERVAL):
            sizes: dict[int, float] = {}
            for process in psutil.Process().children(recursive=True):
                try:
                    size = sizes[process.pid] = _pss(process.pid)
                    name = process.name().rstrip("0123456789.")  # python3.11 is Python
                    self.peaks[name] = max(size, self.peaks.get(name, 0))
                    if _ignores_children(process.ppid()):
                        self.dropped[process.pid] = sum(process.cpu_times()[:4])  # its own and its children's
                except (psutil.Error, OSError):
                    continue  # it has ended
            self.looks.append(Look(time.perf_counter() - self._started, sizes))
            self.peak = max(self.peak, sum(sizes.values()))


def _pss(pid: int) -> int:
    return 1024 * int(_field(Path(f"/proc/{pid}/smaps_rollup"), "Pss:"))


def _ignores_children(pid: int) -> bool:
    return bool(int(_field(Path(f"/proc/{pid}/status"), "SigIgn:"), 16) >> (signal.SIGCHLD - 1) & 1)


def _field(path: Path, name: str) -> str:
    return next((line.split()[1] for line in path.read_text().splitlines() if line.startswith(name)), "0")
