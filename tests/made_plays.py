"""What is made of small games written by hand: plays, and rows by table."""

from __future__ import annotations

from pathlib import Path

from event_files import half, header, man, write_events
from skipper.sources.plays.events.listing import list_event_files, read_batch
from skipper.sources.plays.events.plays import Plays, read_plays
from skipper.sources.plays.record_sets import OF_PLAYS
from skipper.sources.plays.soundness import without_unusable
from skipper.sources.plays.tables import WRITTEN, PlayTables

TABLES = (*WRITTEN, *OF_PLAYS)

Rows = list[dict[str, object]]


def read(folder: Path) -> tuple[Plays, PlayTables]:
    """What a worker makes of the event files of a folder."""
    listed = list_event_files(folder)
    files, unreadable = read_batch(listed.events)
    assert unreadable == []
    plays = without_unusable(read_plays(files, listed.rosters))
    return plays, PlayTables(plays, listed.rosters, {man(0, 1): "p-first"})


def tables_of(folder: Path, *games: list[str]) -> dict[str, Rows]:
    """The tables of games that are all usable, written as event files into the folder."""
    plays, tables = read(write_events(folder, *games))
    assert plays.rejected == []
    return {name: tables[name].to_pylist() for name in TABLES}


def column(rows: Rows, name: str) -> list[object]:
    return [row[name] for row in rows]


def game_of(*records: str, **info: str) -> list[str]:
    """The records as the top of the first, then a quiet rest of a game."""
    rest = half(1, 1, 1)
    slot = [1, 4]
    for inning in range(2, 10):
        for side in (0, 1):
            rest += half(inning, side, slot[side])
            slot[side] = (slot[side] + 2) % 9 + 1
    return [*header(**info), *records, *rest, f"data,er,{man(0, 10)},0"]
