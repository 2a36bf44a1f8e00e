"""Event files of a season in more than one batch: a game that two of them have is in the season once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow as pa
import pytest

from event_files import quiet_game, write_events
from skipper.sources.plays import scoring
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.listing import batches, list_event_files
from skipper.sources.plays.record_sets import RECORD_SETS
from skipper.sources.retrosheet.event_files import season
from skipper.sources.retrosheet.event_files.season import SeasonPlays

DAYS = ("20410401", "20410402", "20410403")


def game(day: str) -> str:
    return f"HHH{day}0"


class Read:
    """A season's files read, a batch each: the tables that were written, and the rest."""

    def __init__(self, folder: Path, batch_bytes: int = 1) -> None:
        listed = list_event_files(folder)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(season, "BATCH_BYTES", batch_bytes)
            assert len(batches(listed.events, batch_bytes)) == (len(listed.events) if batch_bytes == 1 else 1)
            self.plays = SeasonPlays(2041, listed.events, listed.rosters, {})
            written: dict[str, list[pa.Table]] = {}
            for name, rows in self.plays.tables():
                written.setdefault(name, []).append(rows)
        self.tables = {name: pa.concat_tables(tables).to_pylist() for name, tables in written.items()}
        self.tables |= {name: rows.to_pylist() for name, rows in self.plays.records.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files of a season: the first day's game in all of them, broken off in the first; the second day's in the
    second and the third."""
    folder = tmp_path_factory.mktemp("batches") / "events"
    first, second, third = (quiet_game(day=day) for day in DAYS)
    broken = first[: len(first) // 2]
    for name, games in {"AAA": (broken,), "BBB": (first, second), "CCC": (second, first, third)}.items():
        write_events(folder, *games, name=name)
    return folder


@pytest.fixture(scope="module")
def read(folder: Path) -> Read:
    return Read(folder)


def test_every_game_is_in_each_table_once(read: Read):
    for name in ("event_file_game", "event_file_club_game", "event_file_lineup", "event", "plate_appearance"):
        counts = Counter(row["game_id"] for row in read.tables[name])
        assert set(counts) == {game(day) for day in DAYS}
        assert len(set(counts.values())) == 1, name
    assert Counter(row["game_id"] for row in read.tables["event_file_game"]) == {game(day): 1 for day in DAYS}


def test_the_first_sound_copy_is_kept_and_the_others_are_told_with_their_place(read: Read):
    in_quarantine = sorted((row["file"], row["line"], row["reason"].split(":")[0]) for row in read.plays.quarantine)
    length = len(quiet_game())
    assert in_quarantine == [
        ("2041AAA.EVA", length // 2, "the game is cut off before it could have ended, and no data record follows"),
    ]
    superseded = sorted(
        (row["game_id"], row["source_file"], row["source_line"], row["used_file"])
        for row in read.tables["superseded_account"]
    )
    assert superseded == [
        (game(DAYS[0]), "2041CCC.EVA", length + 1, "2041BBB.EVA"),
        (game(DAYS[1]), "2041CCC.EVA", 1, "2041BBB.EVA"),
    ]
    places = {(row["game_id"], row["source_file"]) for row in read.tables["event_file_game"]}
    assert places == {
        (game(DAYS[0]), "2041BBB.EVA"),
        (game(DAYS[1]), "2041BBB.EVA"),
        (game(DAYS[2]), "2041CCC.EVA"),
    }


def test_every_line_is_accounted_for(read: Read):
    counts = sorted(read.plays.counts, key=lambda row: row["file"])
    length = len(quiet_game())
    assert [(row["file"], row["rows_in"], row["rows_out"], row["rows_quarantined"]) for row in counts] == [
        ("2041AAA.EVA", length // 2, 0, length // 2),
        ("2041BBB.EVA", 2 * length, 2 * length, 0),
        ("2041CCC.EVA", 3 * length, 3 * length, 0),
    ]


def test_one_batch_or_several_give_the_same_rows(folder: Path, read: Read):
    together = Read(folder, batch_bytes=1 << 30)
    by_batch = {"event_file_compared", "event_file_person"}
    assert set(read.tables) >= set(RECORD_SETS)
    for name in read.tables.keys() - by_batch:
        assert sorted(map(repr, read.tables[name])) == sorted(map(repr, together.tables[name])), name
    assert sorted(map(repr, read.plays.quarantine)) == sorted(map(repr, together.plays.quarantine))
    for rows in (read.tables, together.tables):
        assert sum(row["compared"] for row in rows["event_file_compared"]) == 6
    mentions = [
        Counter({row["source_id"]: 0 for row in rows["event_file_person"]}) for rows in (read.tables, together.tables)
    ]
    for counted, rows in zip(mentions, (read.tables, together.tables), strict=True):
        for row in rows["event_file_person"]:
            counted[row["source_id"]] += row["mentions"]
    assert mentions[0] == mentions[1]
    assert set(mentions[0].values()) == {3}


def test_a_large_file_is_read_in_parts_with_the_same_rows_and_line_numbers(tmp_path: Path):
    """Once, a file of 300 MB took 4 GB."""
    games = [quiet_game(day=f"204104{day:02}") for day in range(1, 8)]
    games[2][5] = "play,nonsense"
    games[4] = games[4][: len(games[4]) // 2]
    write_events(tmp_path, ["com,before any game"], *games)
    whole, parts = Read(tmp_path, 1 << 20), []
    longest = max(sum(len(line) + 2 for line in one) for one in games)
    listed = list_event_files(tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(season, "BATCH_BYTES", longest)
        patch.setattr(season, "LARGE_BYTES", longest)
        read_usable = scoring.read_usable

        def noted(files: list[EventFile], *given: object) -> object:
            parts.append(sum(len(file.content) for file in files))
            return read_usable(files, *given)

        patch.setattr(scoring, "read_usable", noted)
        plays = SeasonPlays(2041, listed.events, listed.rosters, {})
        written: dict[str, list[pa.Table]] = {}
        for name, rows in plays.tables():
            written.setdefault(name, []).append(rows)
    assert len(parts) > 3
    assert max(parts) <= 2 * longest
    of_lines = {row["line"]: row for row in whole.plays.quarantine}
    assert {row["line"]: row for row in plays.quarantine} == of_lines != {}
    of_seasons = {row["season"]: row for row in whole.plays.counts}
    assert {row["season"]: row for row in plays.counts} == of_seasons
    assert len(plays.counts) == len(of_seasons)
    assert len(whole.tables["event"]) > 100
    for name in ("event", "plate_appearance", "substitution"):
        found = pa.concat_tables(written[name]).to_pylist()
        assert found == whole.tables[name]
    assert plays.records["event_file_game"].to_pylist() == whole.tables["event_file_game"]
