"""Where `skipper export chadwick` and a cwevent differ, cell by cell, over the same event files.

    .venv/bin/python benchmarks/parity.py --cwevent PATH --events 2019eve.zip --season 2019

`--cwevent` names an executable that somebody has built, run as a black box; instead of it, `--printed FILE` names what
one printed with a header, fields 0-96 and 0-66, which need version 0.11. `--events` is a folder or a zip archive with
event files, rosters and the season's TEAM file. Printed are the plays and cells compared, and by field the cells that
differ, with the first of them.
"""

from __future__ import annotations

import argparse
import gzip
import io
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from cwevent_reference import command, laid_out
from skipper.chadwick.export import export
from skipper.chadwick.fields import EXTENDED, STANDARD

FIELDS = STANDARD + EXTENDED
NAMES = [each.name for each in FIELDS]
KEY = ("GAME_ID", "EVENT_ID")
MOST_EXAMPLES = 3


@dataclass
class Parity:
    """Two prints of plays compared: the plays in both and their cells, those in one only, and what differs.

    `differing` counts cells by field; `examples` has the first as game, event, ours and theirs.
    """

    plays: int
    cells: int
    only_ours: list[tuple[str, str]]
    only_theirs: list[tuple[str, str]]
    differing: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[tuple[str, str, str, str]]] = field(default_factory=dict)


def cells(printed: bytes, *, header: bool = True) -> pa.Table:
    """Plays as printed, every cell a text; without a header the fields are all of ours, in their order."""
    texts = pacsv.ConvertOptions(column_types=dict.fromkeys(NAMES, pa.string()), strings_can_be_null=False)
    named = pacsv.ReadOptions(column_names=None if header else NAMES)
    return pacsv.read_csv(io.BytesIO(printed), read_options=named, convert_options=texts)


def ours(events: Path, season: int | None) -> bytes:
    """What we print for event files; games that are left out are told on standard output."""
    out = io.BytesIO()
    for told in export(events, season, FIELDS, out, header=True):
        print(told)
    return out.getvalue()


def theirs(executable: Path, events: Path, season: int) -> bytes:
    """What a cwevent prints for event files, without a header; CalledProcessError where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        files = laid_out(events, Path(folder), season)
        run = [*command(executable, season, extended=True), *files]
        return subprocess.run(run, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


def compare(left: pa.Table, right: pa.Table) -> Parity:
    """Our plays beside theirs, those of one game and number together."""
    at = {key: row for row, key in enumerate(_keys(right))}
    keys = _keys(left)
    shared = [key for key in keys if key in at]
    known = set(keys)
    found = Parity(
        plays=len(shared),
        cells=len(shared) * left.num_columns,
        only_ours=[key for key in keys if key not in at],
        only_theirs=[key for key in at if key not in known],
    )
    left = left.take([row for row, key in enumerate(keys) if key in at])
    right = right.take([at[key] for key in shared])
    for name in left.column_names:
        rows = pc.indices_nonzero(pc.not_equal(left[name], right[name])).to_pylist()
        if rows:
            found.differing[name] = len(rows)
            found.examples[name] = [
                (*shared[row], left[name][row].as_py(), right[name][row].as_py()) for row in rows[:MOST_EXAMPLES]
            ]
    return found


def _keys(plays: pa.Table) -> list[tuple[str, str]]:
    return list(zip(*(plays[name].to_pylist() for name in KEY), strict=True))


def report(found: Parity) -> None:
    """Print what was compared and what differs."""
    unequal = found.differing.total()
    print(
        f"{found.plays:,} plays, {found.cells:,} cells compared; {unequal:,} differ, in {len(found.differing)} fields"
    )
    print(f"plays of ours only: {len(found.only_ours):,}; of theirs only: {len(found.only_theirs):,}")
    for name, count in found.differing.most_common():
        print(f"{name}: {count:,}")
        for game, event, here, there in found.examples[name]:
            print(f"    {game} event {event}: ours {here!r}, theirs {there!r}")


def main() -> None:
    """Compare as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=Path, required=True)
    parser.add_argument("--season", type=int, required=True)
    reference = parser.add_mutually_exclusive_group(required=True)
    reference.add_argument("--cwevent", type=Path)
    reference.add_argument("--printed", type=Path)
    given = parser.parse_args()
    if given.printed:
        opened = gzip.open if given.printed.suffix == ".gz" else open
        with opened(given.printed, "rb") as file:
            printed = cells(file.read())
    else:
        printed = cells(theirs(given.cwevent, given.events, given.season), header=False)
    report(compare(cells(ours(given.events, given.season)), printed))


if __name__ == "__main__":
    main()
