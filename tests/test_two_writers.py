"""Two writers of one lake, in a folder without its lock and in an object store: the write of the manifest decides."""

from __future__ import annotations

import contextlib
import itertools
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from deltalake import DeltaTable

from asking import environment
from built_lake import files_of
from skipper.build.graph import graph
from skipper.lake import delta, location, storage, store
from skipper.lake.cleaning import KEEP_HOURS
from skipper.lake.location import ChangedError, Location, folder_of, sizes_in
from skipper.lake.manifest import Manifest, read_manifest
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeInUseError, LakeWriter
from tiny_lake import SEASONS, write_lake

GAME, CLUB = (graph().nodes[name].table for name in ("game", "club"))
TABLES = [GAME, CLUB]
STEPS = ("enter", "game", "club", "publish")
ORDERS = [
    tuple("B" if number in of_b else "A" for number in range(2 * len(STEPS)))
    for of_b in itertools.combinations(range(2 * len(STEPS)), len(STEPS))
]
OF = {"A": SEASONS[0], "B": SEASONS[1]}  # the season that each replaces
ROUNDS, WRITERS = 5, 2  # of the processes


@pytest.fixture(params=["folder", "store"])
def lake(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Location:
    """A lake of few tables that two builds can write at a time."""
    monkeypatch.setattr(store, "locked", lambda _lake: contextlib.nullcontext())
    here = tmp_path / "lake" if request.param == "folder" else request.getfixturevalue("bucket") / request.node.name
    return write_lake(here, tables=TABLES)


def published(lake: Location) -> Manifest:
    found = read_manifest(lake)
    assert found is not None
    return found


@dataclass
class Build:
    """A build that replaces one season of `game`, and every name in `club`, by its own name, step by step."""

    lake: Location
    name: str
    season: int
    outcome: str = "unfinished"

    def __post_init__(self) -> None:
        self._steps = self._run()

    def step(self) -> None:
        next(self._steps, None)

    def _run(self) -> Iterator[None]:
        try:
            with LakeWriter(self.lake, TABLES) as writer:
                yield
                rows = writer.read_rows("game")
                rows = rows.filter(pc.equal(rows["season"], self.season))
                rows = marked(rows, "park_id", self.name)
                file = storage.write_season(rows, self.lake / "game", self.season)
                writer.commit("game", [file], [self.season])
                yield
                writer.write_rows("club", marked(writer.read_rows("club"), "name", self.name), None)
                yield
                writer.publish(writer.described(Manifest(**{**published(self.lake).__dict__, "build": self.name})))
            self.outcome = "published"
        except LakeInUseError as error:
            self.outcome = str(error)


def marked(rows: pa.Table, column: str, name: str) -> pa.Table:
    return rows.set_column(rows.column_names.index(column), column, pa.array([name] * rows.num_rows, pa.string()))


def seen(lake: Location) -> dict[object, set[str]]:
    """The name of the build that wrote each season of `game`, and of the one that wrote `club`."""
    reader = LakeReader(lake)
    found = {
        season: {row["park_id"] for row in reader.rows(f"FROM game WHERE season = {season}")} for season in SEASONS
    }
    return {**found, "club": {row["name"] for row in reader.rows("FROM club")}}


def require_whole(lake: Location) -> None:
    """The version of each table that the manifest names has the files that it names, and all of them exist."""
    for table in TABLES:
        of_manifest = {file.path for file in published(lake).files[table.name]}
        assert {Path(uri).name for uri in files_of(lake, table.name)} == {Path(path).name for path in of_manifest}
        assert of_manifest <= set(sizes_in(lake / table.name))


def test_of_two_builds_in_any_order_the_manifest_names_one_and_all_of_it(lake: Location) -> None:
    orders = random.Random(18).sample(ORDERS, 12 if folder_of(lake) else 6)
    for number, order in enumerate(orders):
        before = seen(lake)
        builds = {name: Build(lake, f"{name}{number}", OF[name]) for name in "AB"}
        for name in order:
            builds[name].step()
        entered = {name: order.index(name) for name in "AB"}
        ended = {name: len(order) - 1 - order[::-1].index(name) for name in "AB"}
        first, second = sorted("AB", key=ended.__getitem__)
        assert builds[first].outcome == "published", order
        expected = {**before, OF[first]: {builds[first].name}, "club": {builds[first].name}}
        if entered[second] > ended[first]:  # it saw the first
            assert builds[second].outcome == "published", order
            expected |= {OF[second]: {builds[second].name}, "club": {builds[second].name}}
        else:
            assert builds[second].outcome == (
                f"{lake}: another build wrote to this lake meanwhile; the lake keeps that build"
            )
        assert seen(lake) == expected, order
        require_whole(lake)
    assert len(ORDERS) == 70


@pytest.mark.parametrize("step", ["game", "club"])
def test_a_commit_between_the_reading_and_the_writing_of_the_log_is_replaced(
    lake: Location, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second build commits while the first has read the table's newest version and not yet written the next."""
    first, second = Build(lake, "first", OF["A"]), Build(lake, "second", OF["B"])
    for build in (first, second):
        build.step()
    if step == "club":
        for build in (first, second):
            build.step()
    write = delta._set
    conflicts: list[Exception] = []

    def meanwhile(table: DeltaTable, *given: object) -> int:
        monkeypatch.setattr(delta, "_set", write)
        second.step()
        try:
            return write(table, *given)
        except Exception as error:
            conflicts.append(error)
            raise

    monkeypatch.setattr(delta, "_set", meanwhile)
    while first.outcome == "unfinished":
        first.step()
    assert [type(error).__name__ for error in conflicts] == ["CommitFailedError"]
    assert seen(lake) == {
        SEASONS[0]: {"first"},
        SEASONS[1]: set(seen(lake)[SEASONS[1]]) - {"second"},
        "club": {"first"},
    }
    require_whole(lake)
    while second.outcome == "unfinished":
        second.step()
    assert "another build wrote" in second.outcome
    require_whole(lake)


def test_of_two_first_commits_of_a_table_each_is_whole(lake: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    new = lake.parent / "new"
    first, second = (LakeWriter(new, [CLUB]) for _ in range(2))
    rows = LakeReader(lake).rows("FROM club")
    create = delta.create_table_with_add_actions

    def meanwhile(*given: object, **named: object) -> None:
        monkeypatch.setattr(delta, "create_table_with_add_actions", create)
        second.write_rows("club", rows[1:], None)
        create(*given, **named)

    with first, second:
        monkeypatch.setattr(delta, "create_table_with_add_actions", meanwhile)
        first.write_rows("club", rows[:1], None)
        second.publish(published(lake))
        with pytest.raises(LakeInUseError):
            first.publish(published(lake))
    assert LakeReader(new).rows("FROM club ORDER BY ALL") == sorted(rows[1:], key=lambda row: list(row.values()))


def test_the_folder_compares_and_replaces_the_manifest_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen the same version; the second compares while the first is about to replace it."""
    file = tmp_path / "manifest.json"
    file.write_bytes(b"old")
    seen_by_both, create = location.version_of(file), location.create
    program = (
        "import sys; from pathlib import Path; from skipper.lake.location import replace\n"
        "replace(Path(sys.argv[1]), b'other', sys.argv[2])"
    )
    others: list[subprocess.Popen[bytes]] = []

    def meanwhile(place: Path, content: bytes) -> None:
        command = [sys.executable, "-c", program, str(file), seen_by_both]
        others.append(subprocess.Popen(command, stderr=subprocess.PIPE, env=environment({})))
        time.sleep(1)
        create(place, content)

    monkeypatch.setattr(location, "create", meanwhile)
    location.replace(file, b"mine", seen_by_both)
    _, said = others[0].communicate()
    assert others[0].returncode == 1
    assert ChangedError.__name__.encode() in said
    assert file.read_bytes() == b"mine"


PROGRAM = """
import contextlib, sys, time
from skipper.build.graph import graph
from skipper.lake import store
from skipper.lake.location import location
from skipper.lake.manifest import Manifest
store.locked = lambda lake: contextlib.nullcontext()
lake, name, rounds = location(sys.argv[1]), sys.argv[2], int(sys.argv[3])
club = graph().nodes["club"].table
lost = number = 0
while number < rounds:
    try:
        with store.LakeWriter(lake, [club]) as writer:
            row = writer.read_rows("club").to_pylist()[0]
            rows = [*writer.read_rows("club").to_pylist(), {**row, "club": f"{name}{number}"}]
            writer.write_rows("club", rows, None)
            writer.publish(Manifest(**{**writer.published.__dict__, "build": f"{name}{number}"}))
        number += 1
    except store.LakeInUseError:
        lost += 1
print(lost)
"""


def test_no_round_of_writers_that_run_at_once_is_lost(lake: Location) -> None:
    """Each adds a row to the table that it found, publishes it, and repeats the rounds that it lost."""
    before = len(LakeReader(lake).rows("FROM club"))
    names = "pq"[:WRITERS]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(lake), name, str(ROUNDS)],
            env=environment({}),
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    lost = [int(process.communicate()[0]) for process in running]
    assert [process.returncode for process in running] == [0] * WRITERS
    clubs = [row["club"] for row in LakeReader(lake).rows("FROM club")]
    assert len(clubs) == before + WRITERS * ROUNDS
    assert {f"{name}{number}" for name in names for number in range(ROUNDS)} <= set(clubs)
    print(f"{WRITERS * ROUNDS} rounds published, {sum(lost)} lost and repeated")
    assert {Path(uri).name for uri in files_of(lake, "club")} == {
        Path(file.path).name for file in published(lake).files["club"]
    }


def aged(lake: Path, seconds: float) -> None:
    """Let every file of the lake, and every removal in its logs, be so much older."""
    for file in lake.rglob("*"):
        if file.is_file():
            if file.parent.name == "_delta_log" and file.suffix == ".json":
                text = file.read_text()
                for word in ("deletionTimestamp", "modificationTime", "timestamp"):
                    parts = text.split(f'"{word}":')
                    text = f'"{word}":'.join([parts[0], *(_earlier(part, seconds) for part in parts[1:])])
                file.write_text(text)
            then = file.stat().st_mtime - seconds
            os.utime(file, (then, then))


def _earlier(part: str, seconds: float) -> str:
    digits = "".join(itertools.takewhile(str.isdigit, part))
    return f"{int(digits) - round(seconds * 1000)}{part[len(digits) :]}" if digits else part


def test_cleaning_keeps_what_the_manifest_and_another_build_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build that was never published replaced files long ago; the manifest, and a reader that began before the next
    build, need them. Nobody needs what that build wrote."""
    monkeypatch.setattr(store, "locked", lambda _lake: contextlib.nullcontext())
    lake = write_lake(tmp_path / "lake", tables=TABLES)
    killed = Build(lake, "killed", OF["A"])
    for _ in STEPS[:-1]:
        killed.step()
    of_killed = {path for path in sizes_in(lake / "club") if path.endswith(".parquet")} - {
        file.path for file in published(lake).files["club"]
    }
    aged(lake, (KEEP_HOURS + 24) * 3600)
    reader, other = LakeReader(lake), Build(lake, "other", OF["B"])
    for _ in STEPS[:-1]:
        other.step()
    with LakeWriter(lake, TABLES) as writer:
        writer.write_rows("club", writer.read_rows("club"), None)
        writer.publish(published(lake))
    require_whole(lake)
    assert len(of_killed) == 1
    assert not of_killed & set(sizes_in(lake / "club"))
    assert reader.rows("SELECT count(*) AS games FROM game")[0]["games"] > 0
    assert reader.rows("SELECT count(*) AS clubs FROM club")[0]["clubs"] > 0
    other.step()
    assert "another build wrote" in other.outcome
    require_whole(lake)


def test_a_killed_build_that_writes_a_checkpoint_leaves_the_manifests_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, the checkpoint deleted the log's entries of a lake older than a month, and no build could follow."""
    lake = write_lake(tmp_path / "lake", tables=TABLES)
    DeltaTable(str(lake / "club")).alter.set_table_properties({"delta.checkpointInterval": "3"})
    aged(lake, 40 * 24 * 3600)
    with LakeWriter(lake, TABLES) as writer:
        rows = writer.read_rows("club")
        for _ in range(4):
            writer.write_rows("club", rows, None)
    assert list((lake / "club" / "_delta_log").glob("*.checkpoint.parquet"))
    with LakeWriter(lake, TABLES) as writer:
        writer.write_rows("club", rows, None)
        writer.publish(published(lake))
    require_whole(lake)
    assert len(LakeReader(lake).rows("FROM club")) == rows.num_rows
