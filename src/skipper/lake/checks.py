"""A build's checks, run on its files before readers see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from skipper.errors import SkipperError
from skipper.lake.contract import Check
from skipper.lake.reader import LakeReader

SHOWN = 3  # violations quoted in a message


class ChecksFailedError(SkipperError):
    """The build's tables violate their contracts; readers stay on the last complete build."""


@dataclass(frozen=True)
class Failure:
    """A failed check, with the number of rows that violate it and the first of them."""

    check: str
    says: str
    violations: int
    rows: list[dict[str, Any]]

    @property
    def example(self) -> str:
        """Return the first rows that violate the check, in words."""
        shown = "; ".join(", ".join(f"{k}={v}" for k, v in row.items()) for row in self.rows[:SHOWN])
        return shown + (" …" if self.violations > SHOWN else "")

    def __str__(self) -> str:
        return f"{self.check}: {self.says} ({self.example})"


def failures(checks: Iterable[Check], rows: Callable[[str], list[dict[str, Any]]]) -> list[Failure]:
    """Return the checks that have violations; `rows` runs a query and returns its rows."""
    found = []
    for check in checks:
        violations = rows(f"SELECT * FROM ({check.violations}) LIMIT {SHOWN + 1}")
        if violations:
            number = len(violations)
            if number > SHOWN:
                number = rows(f"SELECT count(*) AS number FROM ({check.violations})")[0]["number"]
            found.append(Failure(check.name, check.says, number, violations))
    return found


def require(found: Iterable[Failure]) -> None:
    """Raise ChecksFailedError, quoting the first violations of each check, if any check failed."""
    violations = "\n".join(map(str, found))
    if violations:
        raise ChecksFailedError(violations)


def require_sound(lake: LakeReader, tables: Iterable[str]) -> None:
    """Raise ChecksFailedError unless these tables in the lake satisfy their contracts."""
    checks = [check for name in tables for check in lake.contracts[name].all_checks()]
    require(failures(checks, lake.rows))
