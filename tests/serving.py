"""A running `skipper serve` for tests."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

ORIGIN = "https://example.org"


@dataclass(frozen=True)
class Server:
    """A running server: a client of it, its lake, and the file of its log."""

    client: httpx.Client
    lake: Path
    log: Path

    def logged(self) -> list[dict]:
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]


@contextmanager
def serving(lake: Path, folder: Path) -> Iterator[Server]:
    log = folder / "log.jsonl"
    command = [sys.executable, "-m", "skipper", "serve", "--lake", str(lake), "--port", "0", "--cors", ORIGIN]
    with log.open("wb") as out, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=out, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), log.read_text("utf-8")
            with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
                yield Server(client, lake, log)
        finally:
            process.terminate()
