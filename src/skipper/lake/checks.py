"""The checks of a build, run on what it wrote before anybody sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from skipper.lake.contract import Check
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


def failures(checks: Iterable[Check], rows: Callable[[str], list[dict[str, Any]]]) -> list[Failure]:
    """The checks that find a violation; `rows` answers a query."""
    found = []
    for check in checks:
        violations = rows(f"SELECT * FROM ({check.violations}) LIMIT {SHOWN + 1}")
        if violations:
            found.append(Failure(check.name, check.says, violations))
    return found


def require(found: Iterable[Failure]) -> None:
    """Raise ChecksFailedError, with the first violations of each check, where there is a failure."""
    told = "\n".join(map(str, found))
    if told:
        raise ChecksFailedError(told)


def require_sound(lake: LakeReader, tables: Iterable[str]) -> None:
    """Raise ChecksFailedError unless these tables of the lake keep their contracts."""
    checks = [check for name in tables for check in lake.contracts[name].all_checks()]
    require(failures(checks, lake.rows))
