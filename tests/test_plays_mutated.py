"""Tables of mutated event files: whatever is left of them keeps the tables' contracts."""

from __future__ import annotations

import os
import random

import pyarrow as pa
import pyarrow.compute as pc

from deadline import deadline
from event_files import CLUBS, lively_game, quiet_game, roster
from made_plays import TABLES
from season_tables import schema, season
from skipper.build.graph import graph
from skipper.build.identities import account_rows
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import read_plays
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.soundness import without_unusable
from skipper.sources.plays.tables import PlayTables
from skipper.sources.retrosheet.event_files.season import line_counts
from test_event_quarantine import mutated
from trials import trials

MUTATIONS = int(os.environ.get("SKIPPER_MUTATIONS", trials(150)))


def rosters() -> Rosters:
    found = Rosters()
    for side, club in enumerate(CLUBS):
        found.read(f"{club}2041.ROS", f"{club}2041.ROS", roster(side).encode())
    return found


def broken(files: list[PlayTables]) -> dict[str, list[tuple]]:
    """The checks of a season's tables that those of some files break, all taken as one season, with rows that do.

    A game of the third file is called `3-` and its id, so that every file's games are its own.
    """
    given: dict[str, list[pa.Table]] = {name: [] for name in TABLES}
    for number, tables in enumerate(files):
        for name in TABLES:
            rows = tables[name]
            if "game_id" in rows.column_names:
                ids = pc.binary_join_element_wise(str(number), rows["game_id"].cast(pa.string()), "-")
                rows = rows.set_column(rows.column_names.index("game_id"), "game_id", ids)
            given[name].append(rows.select(schema(name).names).cast(schema(name)))
    made = [node.name for node in graph().season]
    given["file_account"] = [account_rows(rows, {}) for rows in given["event_file_game"]]
    given["superseded_account"] = [schema("superseded_account").empty_table()]  # made of whole seasons
    found = {}
    with season(*made, **{name: pa.concat_tables(rows) for name, rows in given.items()}) as db:
        for check in graph().season_checks:
            rows = db.execute(f"SELECT * FROM ({check.violations}) LIMIT 3").fetchall()
            if rows:
                found[check.name] = rows
    return found


def test_what_is_left_of_mutated_files_keeps_the_contracts() -> None:
    content = "".join(line + "\r\n" for line in [*quiet_game(), *lively_game()]).encode()
    dice, known = random.Random(20410402), rosters()
    used = []
    for _ in range(MUTATIONS):
        spoiled = mutated(content, dice)
        with deadline():
            plays = without_unusable(read_plays([EventFile("a", spoiled)], known))
        assert all(row["rows_in"] == row["rows_out"] + row["rows_quarantined"] for row in line_counts(plays))
        if len(plays):
            used.append(PlayTables(plays, known, {}))
    assert broken(used) == {}
    assert len(used) > MUTATIONS // 2


def test_the_lively_game_is_sound() -> None:
    content = "".join(line + "\r\n" for line in lively_game()).encode()
    plays = without_unusable(read_plays([EventFile("a", content)], rosters()))
    assert plays.rejected == []
    assert broken([PlayTables(plays, rosters(), {})]) == {}
