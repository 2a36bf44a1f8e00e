"""Find problems on this machine and how to fix them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from skipper.answers import lake_health, machine_health
from skipper.answers.answer import Answer, Table, View, shown
from skipper.answers.health import Finding, safely
from skipper.answers.unjoined import FIELDS as UNJOINED_FIELDS
from skipper.answers.unjoined import NOTE, unjoined
from skipper.lake.location import Location, folder_of

FIELDS = ("check", "status", "found", "mend")
_UNCHECKED = "whether Spark starts (`skipper demo` tests that)."
_NOTES = {
    False: f"Not checked: file contents (only file sizes are checked; --deep reads everything), and {_UNCHECKED}",
    True: f"Not checked: {_UNCHECKED}",
}


def doctor(lake: Location, deep: bool = False) -> Answer:
    """Check Java, Python, packages, the lake in that folder, the fetch cache and free disk space.

    The main table has one row per check: status is ok, warning (works, or could not be checked) or problem (something
    will fail); `mend` is the remedy, empty if no remedy is needed. `unjoined` counts the people who do not join the
    Register, by source; it has no rows unless the lake is whole. `deep`: read every byte of the lake and compare
    digests. Findings are never raised as errors.
    """
    findings = examine(lake, deep)
    people = _unjoined(lake, findings)
    counts = Counter(one.status for one in findings)
    rows = [{name: getattr(one, name) for name in FIELDS} for one in findings]
    told = [{**row, "said": f"{row['found']}. Remedy: {row['mend']}." if row["mend"] else row["found"]} for row in rows]
    columns = (shown("Check", "code"), shown("Status", "code"), shown("Found", "prose", "said"))
    summary = f"Problems: {counts['problem']}. Warnings: {counts['warning']}. Ok: {counts['ok']}."
    return Answer(
        question="doctor",
        title="Environment check",
        tables=(Table("findings", FIELDS, rows, (View(columns, told),)), people),
        lead=(summary,),
        notes=(_NOTES[deep], *((NOTE,) if people.rows else ())),
        subject={"lake": str(lake), "ok": not counts["problem"]},
    )


def examine(lake: Location, deep: bool = False) -> list[Finding]:
    """Run every check, in order."""
    looks: dict[str, Callable[[], Iterator[Finding]]] = {
        "Java": machine_health.java,
        "packages": machine_health.packages,
        "lake": partial(lake_health.lake, lake, deep),
        "cache": lake_health.cache,
        "disk": partial(_disk, lake),
    }
    return [finding for check, look in looks.items() for finding in safely(check, look)]


def _unjoined(lake: Location, findings: list[Finding]) -> Table:
    """Return the report of the people who do not join, without rows unless the lake can be read."""
    import duckdb

    from skipper.lake.reader import LakeReader, NoLakeError

    none = Table("unjoined", UNJOINED_FIELDS, (), ())
    if not any(one.check == lake_health.PEOPLE for one in findings):
        return none
    try:
        return unjoined(LakeReader(lake))
    except (NoLakeError, OSError, duckdb.Error):  # `findings` state what is missing or damaged
        return none


def _disk(lake: Location) -> Iterator[Finding]:
    from tempfile import gettempdir

    from skipper.sources.fetch.cache import cache_folder

    here = folder_of(lake)
    lakes = [("lake", here)] if here is not None else []
    return machine_health.disk(*lakes, ("cache", cache_folder()), ("Spark's scratch", Path(gettempdir())))
