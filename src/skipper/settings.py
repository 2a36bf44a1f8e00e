"""Settings that the environment may change. Each is read once, here."""

from __future__ import annotations

import os
from pathlib import Path

LAKE_VARIABLE = "SKIPPER_LAKE"


def default_lake() -> Path:
    """The lake that commands use when none is named: `$SKIPPER_LAKE`, or `lake` in the current folder."""
    return Path(os.environ.get(LAKE_VARIABLE, "lake"))


def spark_cores() -> str:
    """How many cores Spark may use: `$SKIPPER_CORES`, or all (`*`)."""
    return os.environ.get("SKIPPER_CORES", "*")


def spark_memory(needed: str) -> str:
    """The Java heap that Spark may use: `$SKIPPER_MEMORY`, or what the work needs."""
    return os.environ.get("SKIPPER_MEMORY", needed)
