"""A standalone Spark cluster of one master and several workers, each a process on 127.0.0.1."""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pyspark

from object_store import free_port

SPARK_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
DEPLOY = "org.apache.spark.deploy"
HOST = ("--host", "127.0.0.1", "--webui-port", "0")
# These processes live for a minute: without the optimizing compiler and with one collecting thread, to start a master
# and two workers takes half of the processor time. The workers' executors inherit the options.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData"
SECONDS_TO_START = 300  # the machine of the tests may be busy


@dataclass
class Cluster:
    """The address of the master, and the processes in the order in which they started: the master first."""

    url: str
    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, name: str, *arguments: str, until: str) -> subprocess.Popen[bytes]:
        """Start a class of Spark's and wait until its log says that it is ready."""
        log = self.folder / f"{name}.log"
        with log.open("wb") as file:
            command = [str(SPARK_CLASS), *arguments]
            # Credentials must come from the driver.
            environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
            environment |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_MEMORY": "256m"}
            environment["JDK_JAVA_OPTIONS"] = JAVA_OPTIONS
            process = subprocess.Popen(command, stdout=file, stderr=file, env=environment)
        self.processes.append(process)
        ends = time.monotonic() + SECONDS_TO_START
        while until not in log.read_text("utf-8", "replace"):
            if process.poll() is not None or time.monotonic() > ends:
                raise RuntimeError(f"{name} did not start:\n{log.read_text('utf-8', 'replace')[-2_000:]}")
            time.sleep(0.2)
        return process

    def start_worker(self) -> None:
        """Start a worker of one core and wait until the master knows it."""
        name = f"worker-{len(self.processes)}"
        given = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / name), self.url]
        self.start(name, f"{DEPLOY}.worker.Worker", *HOST, *given, until="registered with master")

    def workers(self) -> list[subprocess.Popen[bytes]]:
        """Return the processes of the workers that still run."""
        return [process for process in self.processes[1:] if process.poll() is None]


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it started at once, as a machine ends that loses power."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(process.pid)
        for one in [*family.children(recursive=True), family]:
            with contextlib.suppress(psutil.NoSuchProcess):
                one.kill()
    process.wait()


@contextlib.contextmanager
def standalone_cluster(folder: Path, workers: int = 2) -> Iterator[Cluster]:
    """Run a cluster of one-core workers; end every process of it afterwards."""
    port = str(free_port())
    cluster = Cluster(f"spark://127.0.0.1:{port}", folder)
    try:
        cluster.start("master", f"{DEPLOY}.master.Master", *HOST, "--port", port, until="elected leader")
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        for process in reversed(cluster.processes):
            kill(process)
