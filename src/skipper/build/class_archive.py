"""Archive the Java classes that a build uses, once per environment, so that Spark starts in half the time.

    python -m skipper.build.class_archive

builds a small simulated league in a Java process that records the classes it loads, and writes the archive, of 180 MB,
into the environment. Java ignores an archive that does not match it, and then starts without one.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from skipper.build.inputs import Inputs
from skipper.build.run import build
from skipper.session import BUILD_HEAP, class_archive, start_session
from skipper.settings import UnusableEnvironmentError
from skipper.simulate import write_league

SECONDS_TO_END = 900  # Java writes the archive when it exits; the machine may be busy


def make(target: Path) -> None:
    """Write the archive. Raises UnusableEnvironmentError, or OSError if the target is not writable."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}")
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "sources"
        write_league(sources)
        spark = start_session(BUILD_HEAP, java=(f"-XX:ArchiveClassesAtExit={draft}", "-Xlog:cds=off"), archived=False)
        inputs = Inputs(
            gamelogs=sources / "gamelogs",
            lahman=sources / "lahman",
            register=sources / "register",
            leagues=sources / "leagues.csv",
        )
        build(spark, inputs, Path(folder) / "lake")
        gateway: Any = spark.sparkContext._gateway  # PySpark offers no other way to wait for Java
        spark.stop()
        gateway.proc.stdin.close()
        gateway.proc.wait(SECONDS_TO_END)
    draft.replace(target)


if __name__ == "__main__":
    try:
        if not class_archive().is_file():
            make(class_archive())
    except (UnusableEnvironmentError, OSError) as error:
        sys.exit(f"no archive of Spark's classes: {error}")
