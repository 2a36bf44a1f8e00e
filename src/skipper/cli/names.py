"""Complete managers' names in the shell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from skipper.lake.location import Location, location
from skipper.settings import default_lake

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNSAFE = re.compile(r"[^\w.-]")  # characters that need quotes in a shell; name lookup ignores them too


def complete_manager(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the lake's managers whose first name or surname starts with `incomplete`; no names if the lake cannot be
    read.

    Completions put the surname first if it was typed first. Underscores replace spaces, so that names need no quotes.
    """
    lake = ctx.params.get("lake") or default_lake()
    return beginning(incomplete, manager_names(location(lake))) if incomplete else []


def beginning(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that start with `typed`, by first name or surname, in a form that needs no quotes in a shell."""
    start = _UNSAFE.sub("", typed.replace(" ", "_")).casefold()
    found = set()
    for name in names:
        words = _UNSAFE.sub("", "_".join(name.split())).split("_")
        for way in ("_".join(words), "_".join([*words[-1:], *words[:-1]])):
            if way and way.casefold().startswith(start):
                found.add(way)
                break
    return sorted(found)


def manager_names(lake: Location) -> list[str]:
    """Return the names of all managers in the games; empty if the lake cannot be read, so that completion stays
    silent."""
    try:
        from skipper.lake.reader import LakeReader

        rows = LakeReader(lake).rows("SELECT DISTINCT manager_name FROM manager_season WHERE manager_name IS NOT NULL")
    except Exception:  # the command itself reports the error; a message here would garble the line being typed
        return []
    return [row["manager_name"] for row in rows]
