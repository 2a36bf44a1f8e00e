"""Complete managers' names in the shell, reading the lake as fast as possible."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from skipper.settings import default_lake

if TYPE_CHECKING:
    from collections.abc import Iterable

_UNSAFE = re.compile(r"[^\w.-]")  # characters that a shell would need quoted; the lookup of a name ignores them too


def complete_manager(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the lake's managers whose first name or surname begins as typed; none without a readable lake.

    The surname comes first if it was typed first. Underscores replace spaces, so that the shell needs no quotes.
    """
    lake = ctx.params.get("lake") or default_lake()
    return beginning(incomplete, manager_names(Path(lake))) if incomplete else []


def beginning(typed: str, names: Iterable[str]) -> list[str]:
    """Return the names that begin as typed, first name or surname first, in the form that a shell accepts."""
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
    """Return every manager's name in the games. Empty if the lake cannot be read: a completion must print nothing."""
    from skipper.lake.delta import open_table
    from skipper.lake.manifest import read_manifest

    table = "manager_career"
    try:
        manifest = read_manifest(lake)
        delta = open_table(lake / table, manifest.tables[table]) if manifest else None
        if delta is None:
            return []
        import pyarrow.parquet as pq

        columns = [pq.read_table(file, columns=["manager_name"], partitioning=None) for file in delta.file_uris()]
    except Exception:  # the command itself reports it; here a message would garble the line being typed
        return []
    return [name for column in columns for name in column["manager_name"].unique().to_pylist() if name]
