"""Environment settings. Each is read once, here."""

from __future__ import annotations

import os
from pathlib import Path

LAKE_VARIABLE = "SKIPPER_LAKE"


def default_lake() -> Path:
    """Return the commands' default lake: `$SKIPPER_LAKE`, or `lake` in the current folder."""
    return Path(os.environ.get(LAKE_VARIABLE, "lake"))


def spark_cores() -> str:
    """Return the number of cores for Spark: `$SKIPPER_CORES`, or all (`*`)."""
    return os.environ.get("SKIPPER_CORES", "*")


def spark_memory(needed: str) -> str:
    """Return the size of Spark's Java heap: `$SKIPPER_MEMORY`, or the default for the kind of work."""
    return os.environ.get("SKIPPER_MEMORY", needed)
