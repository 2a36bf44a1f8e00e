"""What Skipper's speed is compared with: Chadwick's cwevent, as published and, where it is given, on this machine.

cwevent is no part of Skipper (it is under the GPL); `--cwevent` names an executable that somebody has built. Published
are the figures of issue 6, of the reference machine and not of this one: 190,000 to 207,000 events a second for fields
0-96, and 76,000 with the extended fields.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

PUBLISHED = (190_000, 207_000)
PUBLISHED_EXTENDED = 76_000
TIMES = 3


def command(executable: Path, season: int, *, extended: bool) -> list[str]:
    """cwevent's command line but for the files; it is to be run where they are."""
    fields = ["-f", "0-96", *(["-x", "0-66"] if extended else [])]
    return [str(executable.absolute()), "-Q", "-y", str(season), *fields]


def laid_out(events: Path, folder: Path, season: int) -> list[str]:
    """Lay the files of an archive or a folder out flat, as cwevent wants them; returns the season's event files."""
    if events.is_dir():
        for path in events.iterdir():
            if path.is_file():
                shutil.copy(path, folder)
    else:
        with zipfile.ZipFile(events) as packed:
            packed.extractall(folder)
    return sorted(path.name for path in folder.glob(f"{season}*.E[VD]*"))


class Cwevent:
    """An executable run over an archive's event files of a season, a few times before ours and a few times after it.

    The machine's pace changes by a half within minutes: of one run, or of the best, nothing can be said. Cores that are
    busy at once also slow one another (they share caches and memory), so as many run at once as ours uses cores.
    """

    def __init__(
        self, executable: Path, archive: Path, season: int, *, at_once: int = 1, extended: bool = False
    ) -> None:
        self._command = command(executable, season, extended=extended)
        self._archive, self._season, self._at_once = archive, season, at_once
        self.seconds: list[float] = []

    def run(self) -> None:
        """Run it TIMES times over the files, unzipped beforehand, on each core that ours uses."""
        with tempfile.TemporaryDirectory() as folder:
            run = [*self._command, *laid_out(self._archive, Path(folder), self._season)]
            with ThreadPoolExecutor(self._at_once) as cores:
                runs = [cores.submit(_processor_seconds, run, Path(folder)) for _ in range(TIMES * self._at_once)]
                self.seconds += [each.result() for each in runs]

    def rate(self, events: float) -> float:
        """Events a second of processor time in the median run, of so many in the season."""
        return events / median(self.seconds)


def _processor_seconds(command: list[str], folder: Path) -> float:
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime


def compared(rate: float, measured: float | None) -> str:
    """A rate of ours beside cwevent's; `measured` is cwevent's own rate here, null where nobody gave an executable."""
    published = " to ".join(f"{rate / each:.1f}" for each in reversed(PUBLISHED))
    here = f"{rate / measured:.1f} times cwevent in this run" if measured else "cwevent not given, so not run here"
    return f"{published} times cwevent as published; {here}"
