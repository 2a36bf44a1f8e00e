"""Checks of this machine (Java, packages, lake, fetch cache and disk), with one line for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warning", "problem"]


@dataclass(frozen=True)
class Finding:
    """The result of one check. `mend` is the remedy, empty if no remedy is needed. An item that was not checked is
    never ok."""

    check: str
    status: Status
    found: str
    mend: str = ""


def safely(check: str, look: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """Return the findings of `look`; if it fails, add a warning that the remaining checks were not made."""
    found: list[Finding] = []
    try:
        found.extend(look())
    except (ImportError, OSError, ValueError) as error:
        found.append(Finding(check, "warning", f"not checked: {error}", "fix that and run `skipper doctor` again"))
    return found


def size_in_words(count: int) -> str:
    """Return a size in bytes as a string with decimal units: `85 MB`, `1.2 GB`."""
    if count >= 1e9:
        return f"{count / 1e9:.1f} GB"
    return f"{count / 1e6:.0f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"
