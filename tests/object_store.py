"""An S3 server on 127.0.0.1: moto's, with one thread, because it checks a condition and writes without a lock."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

BUCKET = "games"
SECONDS_TO_START = 120  # the machine of the tests may be busy
_SERVE = """
import sys
from werkzeug.serving import run_simple
from moto.server import DomainDispatcherApplication, create_backend_app
run_simple("127.0.0.1", int(sys.argv[1]), DomainDispatcherApplication(create_backend_app), threaded=False)
"""


_logs: dict[str, Path] = {}  # of the servers running, by endpoint


def requests_for(key: str) -> list[tuple[str, str]]:
    """The requests to the running server for an object: method, and what follows the (end of the) key."""
    log = _logs[os.environ["AWS_ENDPOINT_URL"]].read_text("utf-8", "replace")
    return re.findall(rf"([A-Z]+) /{BUCKET}/[^ ?]*{re.escape(key)}([^ ]*) HTTP", log)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def object_store(folder: Path) -> Iterator[str]:
    """Run the server, with a bucket; name it in the environment. Yields the address of the bucket."""
    port = free_port()
    environment = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "tester",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_REGION": "us-east-1",
    }
    log = folder / "object_store.log"
    _logs[environment["AWS_ENDPOINT_URL"]] = log
    with log.open("wb") as file:
        process = subprocess.Popen([sys.executable, "-c", _SERVE, str(port)], stdout=file, stderr=file)
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update(environment)
    _forget_clients()
    try:
        _wait(process, port, log)
        import boto3

        boto3.client("s3").create_bucket(Bucket=BUCKET)
        yield f"s3://{BUCKET}"
    finally:
        process.kill()
        process.wait()
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
        _forget_clients()


def _forget_clients() -> None:
    """Drop the clients kept for another server of the same process."""
    from skipper.lake import location

    location._store.cache_clear()
    location._arrow_s3.cache_clear()


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    ends = time.monotonic() + SECONDS_TO_START
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if process.poll() is not None or time.monotonic() > ends:
            raise RuntimeError(f"the object store did not start:\n{log.read_text('utf-8', 'replace')[-2_000:]}")
        time.sleep(0.1)
