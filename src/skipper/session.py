"""Start the Spark session; the reason for each setting is given next to it."""

from __future__ import annotations

import logging
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import pyspark
import pyspark.util
from pyspark.sql import SparkSession

from skipper.settings import UnusableEnvironmentError, spark_master, spark_memory

JAVA_NEEDED = 17
HEAP = "4g"  # the plans of a whole organization need two gigabytes
BUILD_HEAP = "1g"  # a build keeps its season data outside the Java heap
# For the workers: the C library retains freed memory (up to a gigabyte at the end of its heap).
KEPT_MEMORY = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_MMAP_MAX_": "0",
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
    "MALLOC_TOP_PAD_": str(64 << 20),
}


LOG_SETTINGS = Path(__file__).with_name("log4j2.properties")
# Java only plans, schedules and moves rows for a few seconds; workers do the rest. Using only the C1 compiler and the
# serial collector halves the CPU time of session start and of a demo build. New objects get a sixteenth of the heap:
# with a third, Java touches a hundred megabytes more before it collects them, and takes as long.
JAVA = (
    *("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:NewRatio=15", "-XX:-UsePerfData"),
    f"-Dlog4j2.configurationFile={LOG_SETTINGS.as_uri()}",
)


def class_archive() -> Path:
    """Return the path of this environment's archive of Spark classes, written by `skipper.build.class_archive`.

    The archive halves session start time. Java ignores an archive made by another Java or for another PySpark; it is
    in the environment, so that it goes with it.
    """
    return Path(sys.prefix) / "share" / "skipper" / f"spark-classes-{pyspark.__version__}.jsa"


def _archive_options() -> tuple[str, ...]:
    file = class_archive()
    return (f"-XX:SharedArchiveFile={file}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off") if file.is_file() else ()


class JavaMissingError(UnusableEnvironmentError):
    """Spark cannot find a usable Java."""


def start_session(heap: str = HEAP, java: Sequence[str] = (), archived: bool = True) -> SparkSession:
    """Start a Spark session, on this machine or on the master that the user names (SKIPPER_SPARK_MASTER, otherwise
    `spark.master` in spark-defaults.conf), with the given heap (unless set otherwise) and extra Java options.

    `archived` loads Spark's classes from the archive, if there is one on this machine. Settings in the user's
    spark-defaults.conf are kept, except those that affect results.

    Raises JavaMissingError if Java 17 or newer is not found, and SettingError for an unusable SKIPPER_CORES,
    SKIPPER_MEMORY or SKIPPER_SPARK_MASTER.
    """
    require_java()
    users = _spark_defaults()
    master = spark_master(users.get("spark.master"))
    is_local = re.match(r"local(\[|$)", master) is not None
    if is_local:
        os.environ["PYSPARK_PYTHON"] = sys.executable  # workers must see the packages that we see
    else:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if is_local and not users:
        # A folder on the class path disables the class archive, so point Spark at a folder that does not exist.
        os.environ["SPARK_CONF_DIR"] = str(Path(__file__).with_name("no_spark_conf"))
    # Spark splits the options as a shell does: a path may have a space.
    java_options = shlex.join([*JAVA, *(_archive_options() if archived else ()), *java])
    settings = {**(LOCAL if is_local else {}), **_settings(heap, java_options)}
    settings = {name: value for name, value in settings.items() if name not in users or name in RESULTS}
    builder = SparkSession.builder.master(master).appName("skipper")
    for name, value in settings.items():
        builder = builder.config(name, value)
    logging.getLogger("py4j").setLevel(logging.CRITICAL)
    logging.getLogger().addFilter(_is_not_of_py4j)
    pyspark.util.print_exec = _print_nothing
    spark = builder.getOrCreate()
    # Executors' Python reaches the object store as the driver does. The credentials go to it with each task, because
    # settings are arguments of the Java process, which every user of the machine can see.
    of_store = {name: value for name, value in os.environ.items() if name.startswith("AWS_")}
    spark.sparkContext.environment.update(of_store)
    return spark


def _is_not_of_py4j(record: logging.LogRecord) -> bool:
    """Return false for tracebacks that py4j logs to the root logger, because it also raises the errors."""
    return record.module != "java_gateway"


def _print_nothing(stream: TextIO) -> None:
    """Do not print the traceback of a function that PySpark cannot serialize, as when Java ends meanwhile: the error
    that PySpark raises says why."""


# Settings that affect results: dates and numbers are validated on reading; a bad cast must fail, not become null.
RESULTS = {"spark.sql.ansi.enabled": "true", "spark.sql.session.timeZone": "UTC"}

# On a cluster, executors call the driver by its own name, and the daemon that starts their Python has only PySpark.
LOCAL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.python.daemon.module": "skipper.build.worker_daemon",
}


def _spark_defaults() -> dict[str, str]:
    """Return the settings in spark-defaults.conf, in $SPARK_CONF_DIR or $SPARK_HOME/conf, by name."""
    home = os.environ.get("SPARK_HOME")
    folder = os.environ.get("SPARK_CONF_DIR", home and f"{home}/conf")
    file = Path(folder or "no_spark_conf") / "spark-defaults.conf"
    if not file.is_file():
        return {}
    # Java's format for properties: a name and its value are separated by white space, `=` or `:`. Spark, too, replaces
    # bytes that are not UTF-8.
    setting = r"^[ \t]*([^#!\s=:][^\s=:]*)[ \t]*[=:]?[ \t]*(.*?)[ \t]*$"
    return dict(re.findall(setting, file.read_text("utf-8", "replace"), re.MULTILINE))


def _settings(heap: str, java_options: str) -> dict[str, str]:
    """Return Skipper's settings, each with its reason."""
    return {
        **RESULTS,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Even with the UI off, Spark retains the last 100,000 tasks and 1,000 queries; cap them.
        "spark.ui.retainedJobs": "20",
        "spark.ui.retainedStages": "20",
        "spark.ui.retainedTasks": "100",
        "spark.sql.ui.retainedExecutions": "20",
        "spark.driver.memory": spark_memory(heap),
        "spark.driver.extraJavaOptions": java_options,
        # A few shuffle partitions per core: with the default of 200, task overhead exceeds the work itself.
        "spark.sql.shuffle.partitions": "8",
        # The driver lists a table's 126 files faster than a Spark job does.
        "spark.sql.sources.parallelPartitionDiscovery.threshold": "5000",
        # Workers write columns: large batches keep the number of Parquet row groups low.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
        # Rows with a document or a sentence are a hundred times longer than a game's, so a batch of the same number of
        # rows would exhaust the workers' memory.
        "spark.sql.execution.arrow.maxBytesPerBatch": str(16 << 20),
        # A worker that reads plays needs the same few hundred megabytes for each batch of files. Returning them to the
        # system in between costs a sixth of its time in page faults and zeroing.
        **{f"spark.executorEnv.{name}": value for name, value in KEPT_MEMORY.items()},
        # Adaptive replanning costs more than it gains on plans and data of this size.
        "spark.sql.adaptive.enabled": "false",
        # Every sort, hash and broadcast allocates at least one page. Spark's default for this heap is 64 MB, mostly
        # unused: a build of three seasons filled 4 GB and spent a tenth of its CPU time in garbage collection.
        "spark.buffer.pageSize": "2m",
        # PySpark records the Python call site of every column expression, with Java calls that double the cost.
        "spark.python.sql.dataFrameDebugging.enabled": "false",
    }


@contextmanager
def shuffling(spark: SparkSession, size: int, per_task: int) -> Iterator[None]:
    """Return a context manager that sets enough shuffle partitions so that each task sorts at most `per_task` of
    `size`.

    `size` and `per_task` are in the same unit, bytes or rows. A task then needs the same memory regardless of `size`.
    """
    before = int(str(spark.conf.get("spark.sql.shuffle.partitions")))
    spark.conf.set("spark.sql.shuffle.partitions", max(before, -(-size // per_task)))
    try:
        yield
    finally:
        spark.conf.set("spark.sql.shuffle.partitions", before)


def require_java() -> None:
    """Raise JavaMissingError, with installation advice, unless Spark can find Java 17 or newer."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    hint = "install it (Debian: apt-get install openjdk-17-jre-headless) or set JAVA_HOME"
    if java is None or not Path(java).is_file():
        raise JavaMissingError(f"Spark needs Java {JAVA_NEEDED} or newer, which was not found: {hint}")
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    major = re.search(r'version "(\d+)', said)
    if major is None or int(major[1]) < JAVA_NEEDED:
        raise JavaMissingError(f"Spark needs Java {JAVA_NEEDED} or newer, and {java} is older: {hint}")
