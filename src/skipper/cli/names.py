"""Managers' names for the shell to complete, read from the lake as fast as it can be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skipper.settings import default_lake

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNSAFE = re.compile(r"[^\w.-]")  # what a shell would want quoted; looking a name up leaves it out too


def complete_manager(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The managers of the lake whose name or surname begins so; none where there is no lake to read.

    A surname comes first where it was typed first. Spaces are underscores, which a shell need not quote.
    """
    lake = ctx.params.get("lake") or default_lake()
    return beginning(incomplete, manager_names(Path(lake))) if incomplete else []


def beginning(typed: str, names: Iterable[str]) -> list[str]:
    """The names, as a shell takes them, that begin as typed, in either order of first name and surname."""
    start = _UNSAFE.sub("", typed.replace(" ", "_")).casefold()
    found = set()
    for name in names:
        words = _UNSAFE.sub("", "_".join(name.split())).split("_")
        for way in ("_".join(words), "_".join([*words[-1:], *words[:-1]])):
            if way and way.casefold().startswith(start):
                found.add(way)
                break
    return sorted(found)


def manager_names(lake: Path) -> list[str]:
    """Every manager's name as the games have it. Empty when the lake cannot be read: a shell wants no message."""
    try:
        from skipper.lake.reader import LakeReader

        rows = LakeReader(lake).rows("SELECT DISTINCT manager_name FROM manager_season WHERE manager_name IS NOT NULL")
    except Exception:  # whatever is wrong, a command will tell; here it would spoil the line being typed
        return []
    return [row["manager_name"] for row in rows]
