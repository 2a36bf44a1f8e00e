"""The rows of lineup tables that an update keeps, against the same tables made whole."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from built_lake import Built
from skipper.build.graph import graph
from skipper.build.kept_rows import kept_rows
from skipper.build.looking_back import rows_of
from skipper.build.task_database import Files, task_database
from skipper.lake import storage
from skipper.lake.manifest import LakeFile, read_manifest

SEASON = 2042
KEEPING = [node.name for node in graph().looking_back if node.table.keeps]
_Change = Callable[[pa.Table], pa.Table]


@pytest.fixture(scope="module")
def files(simulated: Built) -> Files:
    return read_manifest(simulated.lake).files


@pytest.fixture
def lake(simulated: Built, tmp_path: Path) -> Path:
    return Path(shutil.copytree(simulated.lake, tmp_path / "lake"))


def days(lake: Path, files: Files) -> list[date]:
    """The days of the season's games with plays, in order."""
    with task_database(lake, lake, {"game": files["game"]}) as db:
        sql = f"SELECT DISTINCT date FROM game WHERE has_plays AND season = {SEASON} ORDER BY date"
        return [day for (day,) in db.execute(sql).fetchall()]


def changed(lake: Path, files: Files, name: str, change: _Change, season: int = SEASON) -> Files:
    """A lake's files, of which one table's season has changed rows."""
    table = graph().nodes[name].table
    there = [file for file in files[name] if file.season == season]
    with task_database(lake, lake, {name: there}) as db:
        rows = change(db.execute(f"FROM {name}").to_arrow_table()).cast(table.arrow_schema)
    written = storage.write_season(rows, lake / name, season)
    mine = LakeFile(written.path, season, written.rows, written.digest)
    assert there
    return {**files, name: [*(file for file in files[name] if file.season != season), mine]}


def kept(name: str, lake: Path, now: Files, before: Files) -> pa.Table | None:
    node = graph().nodes[name]
    back = node.table.looks_back or 0
    span = range(SEASON - back, SEASON + 1)

    def of(listed: Files, names: tuple[str, ...]) -> Files:
        return {one: [file for file in listed[one] if file.season in span] for one in names}

    return kept_rows(node, SEASON, of(now, node.inputs), of(before, (*node.inputs, name)), lake, lake)


def made(name: str, lake: Path, files: Files, rows: pa.Table | None = None) -> pa.Table:
    node = graph().nodes[name]
    with task_database(lake, lake, {one: files[one] for one in node.inputs}) as db:
        return rows_of(db, node, SEASON, rows).sort_by([(one, "ascending") for one in node.table.key])


def on(day: date) -> _Change:
    """Turn a day's singles into outs."""

    def change(rows: pa.Table) -> pa.Table:
        there = pc.and_(pc.match_substring(rows["game_id"], f"{day:%Y%m%d}"), pc.equal(rows["result"], "single"))
        return rows.set_column(
            rows.schema.get_field_index("result"), "result", pc.if_else(there, "out", rows["result"])
        )

    return change


def test_lineup_tables_keep_rows() -> None:
    assert KEEPING == ["lineup_batter", "lineup_value"]


@pytest.mark.parametrize("name", KEEPING)
def test_without_a_change_every_row_is_kept(name: str, lake: Path, files: Files) -> None:
    rows = kept(name, lake, files, files)
    assert rows is not None
    assert rows.num_rows == sum(file.rows for file in files[name] if file.season == SEASON) > 0


def test_rows_before_the_changed_day_are_kept_and_the_others_made(lake: Path, files: Files) -> None:
    day = days(lake, files)[-3]
    now = changed(lake, files, "plate_appearance", on(day))
    rows = kept("lineup_batter", lake, now, files)
    assert rows is not None
    assert pc.max(rows["date"]).as_py() < day
    whole = made("lineup_batter", lake, now)
    assert 0 < rows.num_rows < whole.num_rows
    assert made("lineup_batter", lake, now, rows).equals(whole)
    assert not whole.equals(made("lineup_batter", lake, files))


def test_a_changed_batter_of_a_kept_day_is_made_anew(lake: Path, files: Files) -> None:
    """A player's hand is that of the whole season, not of the day."""
    rows = made("lineup_batter", lake, files)
    other = pc.if_else(pc.equal(rows["bats"], "L"), "R", rows["bats"])
    wrong = rows.set_column(rows.schema.get_field_index("bats"), "bats", other)
    wrong = wrong.set_column(
        wrong.schema.get_field_index("plate_appearances"), "plate_appearances", pc.negate(wrong["plate_appearances"])
    )
    found = made("lineup_batter", lake, files, wrong)
    is_wrong = pc.less(found["plate_appearances"], 0)
    assert set(found.filter(is_wrong)["bats"].to_pylist()) == {"R", "B"}
    assert found.filter(pc.equal(found["bats"], "L")).equals(rows.filter(pc.equal(rows["bats"], "L")))


def test_values_are_kept_by_the_month(lake: Path, files: Files) -> None:
    """Lineups of a month share the model that the search uses."""
    day = days(lake, files)[-3]
    now = changed(lake, files, "lineup_batter", lambda rows: rows.filter(pc.not_equal(rows["date"], pa.scalar(day))))
    rows = kept("lineup_value", lake, now, files)
    assert rows is not None
    assert pc.max(rows["date"]).as_py() < day.replace(day=1)
    assert made("lineup_value", lake, files, rows).equals(made("lineup_value", lake, files))


def test_a_changed_table_without_games_keeps_nothing(lake: Path, files: Files) -> None:
    now = changed(lake, files, "advancement", lambda rows: rows.slice(1))
    assert kept("lineup_value", lake, now, files) is None


def test_a_changed_season_before_keeps_nothing(lake: Path, files: Files) -> None:
    now = changed(lake, files, "lineup", lambda rows: rows.slice(1), SEASON - 1)
    assert kept("lineup_batter", lake, now, files) is None


def test_a_season_that_the_lake_lacked_keeps_nothing(lake: Path, files: Files) -> None:
    before = {**files, "lineup_batter": [file for file in files["lineup_batter"] if file.season != SEASON]}
    assert kept("lineup_batter", lake, files, before) is None
