"""Event files in more than one of Spark's batches: a game that two of them have is in the lake once."""

from __future__ import annotations

from collections import Counter

import pyarrow.parquet as pq
import pytest
from pyspark.sql import SparkSession

from event_files import quiet_game, write_events
from skipper.sources import event_staging
from skipper.sources.event_staging import StagedPlays, stage_plays
from skipper.sources.retrosheet.events.listing import list_event_files

DAYS = ("20410401", "20410402", "20410403")


def game(day: str) -> str:
    return f"HHH{day}0"


@pytest.fixture(scope="module")
def staged(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> StagedPlays:
    """Three files of a season, a batch each: the first day's game in all of them, broken off in the first; the second
    day's in the second and the third."""
    folder = tmp_path_factory.mktemp("batches")
    first, second, third = (quiet_game(day=day) for day in DAYS)
    broken = first[: len(first) // 2]
    for name, games in {"AAA": (broken,), "BBB": (first, second), "CCC": (second, first, third)}.items():
        write_events(folder / "events", *games, name=name)
    listed = list_event_files(folder / "events")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(event_staging, "LEAST_BYTES", 1)
        patch.setattr(event_staging, "BATCH_BYTES", 1)
        assert len(event_staging.batches(listed.events, 1)) == 3
        return stage_plays(spark, listed, folder / "lake", folder / "staging", {}, None)


def test_every_game_is_in_the_files_of_each_table_once(staged: StagedPlays):
    for name in ("event_game", "event", "plate_appearance"):
        lake = staged.folder.parent / "lake" / name
        rows = [
            row
            for file in staged.written[name]
            for row in pq.read_table(lake / file.path, partitioning=None, columns=["game_id"]).to_pylist()
        ]
        counts = Counter(row["game_id"] for row in rows)
        assert set(counts) == {game(day) for day in DAYS}
        assert len(set(counts.values())) == 1, name


def test_the_first_sound_copy_is_kept_and_the_others_are_told_with_their_place(staged: StagedPlays):
    in_quarantine = sorted((row["file"], row["line"], row["reason"].split(":")[0]) for row in staged.quarantined)
    length = len(quiet_game())
    assert in_quarantine == [
        ("2041AAA.EVA", length // 2, "the game breaks off before it can be over, and no data record follows"),
        ("2041CCC.EVA", 1, "a duplicate"),
        ("2041CCC.EVA", length + 1, "a duplicate"),
    ]


def test_the_batch_that_was_read_again_left_nothing_of_its_first_reading(staged: StagedPlays):
    assert sorted((row["batch"], row["game_id"]) for row in staged.rows("games")) == [
        (1, game(DAYS[0])),
        (1, game(DAYS[1])),
        (2, game(DAYS[2])),
    ]
    of_games = Counter(row["game_id"] for row in staged.rows("event_club_game"))
    assert of_games == {game(day): 2 for day in DAYS}
    files = [row for row in staged.counts if row["file"].endswith(".EVA")]
    assert all(row["rows_in"] == row["rows_out"] + row["rows_quarantined"] for row in files)
    assert [row["rows_out"] for row in sorted(files, key=lambda row: row["file"])] == [
        0,
        2 * len(quiet_game()),
        len(quiet_game()),
    ]
