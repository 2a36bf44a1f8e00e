"""The Spark session: every setting in one place, each with its reason."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import pyspark
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.types import StructType

from skipper.settings import spark_cores, spark_memory

JAVA_NEEDED = 17
HEAP = "1g"  # seasons are built outside Java's heap
# Of the workers: memory comes from the C library, which keeps what was freed (up to a gigabyte at the end of its heap).
KEPT_MEMORY = {
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_MMAP_MAX_": "0",
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
    "MALLOC_TOP_PAD_": str(64 << 20),
}


LOG_SETTINGS = Path(__file__).with_name("log4j2.properties")
# Java plans, schedules and moves rows for a few seconds; workers do the work. The quick compiler alone and the
# collector of one thread halve the processor time of a session's start and of a demo's build.
JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", f"-Dlog4j2.configurationFile={LOG_SETTINGS}")


def class_archive() -> Path:
    """Where Spark's classes are archived on this machine (`skipper.build.class_archive` makes the file).

    With it a session starts in half the time. It is tied to this installation's PySpark; Java ignores one that another
    Java made.
    """
    installed = hashlib.sha256(f"{pyspark.__version__} {pyspark.__file__}".encode()).hexdigest()[:12]
    return Path(platformdirs.user_cache_dir("skipper")) / f"spark-classes-{installed}.jsa"


def _archive_options() -> tuple[str, ...]:
    file = class_archive()
    return (f"-XX:SharedArchiveFile={file}", "-Xlog:cds=off", "-Xlog:cds+dynamic=off") if file.is_file() else ()


class JavaMissingError(Exception):
    """No Java that Spark can run on."""


def start_session(heap: str = HEAP, java: str = "", archived: bool = True) -> SparkSession:
    """Start a local Spark session, with that heap where no setting says another, and further options of Java.

    `archived`: take Spark's classes from the archive where this machine has one.

    Raises JavaMissingError when there is no Java 17 or newer.
    """
    require_java()
    os.environ["PYSPARK_PYTHON"] = sys.executable  # workers must see the packages that we see
    # A folder on Java's class path forbids the archive of classes: Spark is told of one that is not there.
    os.environ["SPARK_CONF_DIR"] = str(Path(__file__).with_name("no_spark_conf"))
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        # Without a user interface too, Spark keeps what it would show of the last 100,000 tasks and 1,000 queries.
        "spark.ui.retainedJobs": "20",
        "spark.ui.retainedStages": "20",
        "spark.ui.retainedTasks": "100",
        "spark.sql.ui.retainedExecutions": "20",
        "spark.driver.memory": spark_memory(heap),
        "spark.driver.extraJavaOptions": " ".join([*JAVA, *(_archive_options() if archived else ()), java]).rstrip(),
        "spark.python.daemon.module": "skipper.build.worker_daemon",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        # Partitions of a shuffle: a few per core. The default of 200 costs more in tasks than the work itself.
        "spark.sql.shuffle.partitions": "8",
        # Dates and numbers of the sources are checked before; a bad cast must fail, not become null.
        "spark.sql.ansi.enabled": "true",
        "spark.sql.session.timeZone": "UTC",
        # 126 files of a table are listed faster in the driver than by a job.
        "spark.sql.sources.parallelPartitionDiscovery.threshold": "5000",
        # Our workers write columns: large batches keep the number of Parquet row groups down.
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100000",
        # Rows that carry a document or a sentence are a hundred times as long as a game's: a batch of so many would
        # fill the workers' memory.
        "spark.sql.execution.arrow.maxBytesPerBatch": str(16 << 20),
        # A worker that reads plays needs the same few hundred megabytes for each batch of files. Given back to the
        # system in between, they come again page by page, cleared: that took a sixth of all its time.
        **{f"spark.executorEnv.{name}": value for name, value in KEPT_MEMORY.items()},
        # Planning again while a query runs costs more than it gains on plans and data of this size.
        "spark.sql.adaptive.enabled": "false",
        # Every sort, hash and broadcast takes a page at least. Spark's default for this heap is 64 MB, most of it never
        # used: a build of three seasons filled 4 GB, and collecting the garbage took a tenth of its processor time.
        "spark.buffer.pageSize": "2m",
        # PySpark notes the line of Python of every column expression, by calls to Java that cost as much as the rest.
        "spark.python.sql.dataFrameDebugging.enabled": "false",
        # Collecting games per club and season: beyond 128 groups (the default) Spark would sort instead of hashing.
        "spark.sql.objectHashAggregate.sortBased.fallbackThreshold": "100000",
    }
    builder = SparkSession.builder.master(f"local[{spark_cores()}]").appName("skipper")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


# For queries over a few hundred thousand rows: a broadcast is a job of its own, and to compile a plan takes longer than
# to run it.
_SMALL = {
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}


@contextmanager
def small_queries(spark: SparkSession) -> Iterator[None]:
    """Within it, plan and run queries as suits small tables."""
    before = {name: str(spark.conf.get(name)) for name in _SMALL}
    for name, value in _SMALL.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            spark.conf.set(name, value)


@contextmanager
def shuffling(spark: SparkSession, size: int, per_task: int) -> Iterator[None]:
    """Within it a shuffle of that size has so many partitions that a task sorts no more than `per_task` of it.

    Both are of one unit, bytes or rows. A task then needs the same memory however much there is in all.
    """
    before = int(str(spark.conf.get("spark.sql.shuffle.partitions")))
    spark.conf.set("spark.sql.shuffle.partitions", max(before, -(-size // per_task)))
    try:
        yield
    finally:
        spark.conf.set("spark.sql.shuffle.partitions", before)


def no_rows(spark: SparkSession, schema: StructType | str) -> DataFrame:
    """A DataFrame of the schema (a type, or DDL) without rows.

    The limit tells Spark's optimizer so, and what joins or sums up nothing is then not run. Of rows that Python gives,
    it does not count how many there are.
    """
    return spark.createDataFrame([], schema).limit(0)


def require_java() -> None:
    """Raise JavaMissingError, saying what to install, unless Spark will find Java 17 or newer."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    hint = "install it (Debian: apt-get install openjdk-17-jre-headless) or set JAVA_HOME"
    if java is None or not Path(java).is_file():
        raise JavaMissingError(f"Spark needs Java {JAVA_NEEDED} or newer, and there is none: {hint}")
    said = subprocess.run([java, "-version"], capture_output=True, text=True, check=False).stderr
    major = re.search(r'version "(\d+)', said)
    if major is None or int(major[1]) < JAVA_NEEDED:
        raise JavaMissingError(f"Spark needs Java {JAVA_NEEDED} or newer, and {java} is older: {hint}")
