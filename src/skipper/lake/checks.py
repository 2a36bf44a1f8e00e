"""The checks of a build, run on what it wrote before anybody sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from skipper.lake.reader import LakeReader

SHOWN = 3  # violations told in a message


class ChecksFailedError(Exception):
    """The build's tables break their contracts; readers stay on the last complete build."""


@dataclass(frozen=True)
class Failure:
    """A check with the first of the rows that violate it."""

    check: str
    says: str
    rows: list[dict[str, Any]]

    def __str__(self) -> str:
        shown = "; ".join(", ".join(f"{k}={v}" for k, v in row.items()) for row in self.rows[:SHOWN])
        more = " …" if len(self.rows) > SHOWN else ""
        return f"{self.check}: {self.says} ({shown}{more})"


def failures(lake: LakeReader) -> list[Failure]:
    """Every check of every contract that finds a violation in the lake."""
    found = []
    for table in lake.contracts.values():
        for check in table.all_checks():
            rows = lake.rows(f"SELECT * FROM ({check.violations}) LIMIT {SHOWN + 1}")
            if rows:
                found.append(Failure(check.name, check.says, rows))
    return found


def require_sound(lake: LakeReader) -> None:
    """Raise ChecksFailedError, with the first violations of each check, unless the lake keeps its contracts."""
    found = failures(lake)
    if found:
        raise ChecksFailedError("\n".join(map(str, found)))
