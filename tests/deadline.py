"""A deadline for work on hostile input, because a test that never ends reports nothing; and a wait for another
process."""

from __future__ import annotations

import faulthandler
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

SECONDS = 120.0  # per input, each of which takes milliseconds; the machine of the tests may be busy


@contextmanager
def deadline(seconds: float = SECONDS) -> Iterator[None]:
    """Fail the test if the block takes longer. Where native code never returns to Python, which could raise, end the
    process, with its stack."""

    def fail(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    faulthandler.dump_traceback_later(2 * seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def within(seconds: float, holds: Callable[[], object]) -> bool:
    """Whether something comes to hold in time."""
    last = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > last:
            return False
        time.sleep(0.1)
    return True
