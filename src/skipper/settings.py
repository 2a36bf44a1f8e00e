"""Environment settings. Each is read once, in this module."""

from __future__ import annotations

import os
import re

from skipper.errors import SkipperError

LAKE_VARIABLE = "SKIPPER_LAKE"
SPARK_LOG_VARIABLE = "SKIPPER_SPARK_LOG"  # read by log4j2.properties

_HADOOP = ("HADOOP_CONF_DIR", "YARN_CONF_DIR")  # without one of them, Spark's launcher ends


class UnusableEnvironmentError(SkipperError):
    """Spark cannot run in this environment; the message says what to change."""


class SettingError(UnusableEnvironmentError):
    """An environment variable has a value that Skipper cannot use."""


def default_lake() -> str:
    """Return the address of the commands' default lake: `$SKIPPER_LAKE`, or `lake` in the current folder."""
    return os.environ.get(LAKE_VARIABLE, "lake")


def spark_cores() -> str:
    """Return the number of cores for Spark: `$SKIPPER_CORES`, or all (`*`). Raises SettingError."""
    return _setting("SKIPPER_CORES", "*", r"[1-9]\d{0,3}|\*", "a number of cores, such as 2")


def spark_master(of_spark: str | None = None) -> str:
    """Return Spark's master: `$SKIPPER_SPARK_MASTER`, or `of_spark`, which Spark's own settings name, or this machine
    with `spark_cores`. Raises SettingError, also for YARN without the folder of its configuration."""
    masters = r"local(\[([1-9]\d*|\*)(, *\d+)?\])?|spark://\S+|yarn|k8s://\S+"
    wanted = "a Spark master: local[N], spark://HOST:PORT, yarn or k8s://HOST:PORT"
    master = _setting("SKIPPER_SPARK_MASTER", of_spark or f"local[{spark_cores()}]", masters, wanted)
    if master == of_spark and not re.fullmatch(masters, master):
        raise SettingError(f"spark.master in spark-defaults.conf is {master!r}: it must be {wanted}")
    if master == "yarn" and not any(os.environ.get(name) for name in _HADOOP):
        raise SettingError(f"Spark's master is yarn: {' or '.join(_HADOOP)} must name the folder of its configuration")
    return master


def spark_memory(needed: str) -> str:
    """Return the size of Spark's Java heap: `$SKIPPER_MEMORY`, or the default for the work. Raises SettingError."""
    return _setting("SKIPPER_MEMORY", needed, r"[1-9]\d*[kmgtKMGT]", "a size of Java's heap, such as 4g or 640m")


def _setting(name: str, default: str, pattern: str, wanted: str) -> str:
    value = os.environ.get(name)
    if value is None:
        return default
    if not re.fullmatch(pattern, value):
        raise SettingError(f"{name} is {value!r}: it must be {wanted}")
    return value
