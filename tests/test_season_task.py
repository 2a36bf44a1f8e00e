"""The task of one season, run without Spark: what it writes, and that running it again changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import date, timedelta
from multiprocessing import get_context
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest

import season_tables
from event_files import lively_game, quiet_game, write_events
from gamelog_files import games_as_logged, write_gamelogs
from season_builds import committed, rows, shared_of
from skipper.build import season
from skipper.build.graph import graph
from skipper.build.inputs import Account, Inputs, Plan, plan
from skipper.build.season import MEMORY, build_seasons
from skipper.build.season_writing import SeasonWriter, by_season
from skipper.build.withholding import Withheld, placed
from skipper.lake.manifest import Manifest
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter
from skipper.sources.retrosheet.gamelogs.season import GamelogText

YEAR = 2041
TIGHT = "110MB"  # with 130 MB the season does not fit, with 85 it still spills


@pytest.fixture
def inputs(tmp_path: Path) -> Inputs:
    """A season of two games in both sources, a line of the log twice."""
    events = write_events(tmp_path / "events", quiet_game(), lively_game())
    games = list(games_as_logged(season_tables.records(YEAR, events=events)).values())
    return Inputs(gamelogs=write_gamelogs(tmp_path / "logs", [*games, games[0]]), events=events)


def test_a_task_that_is_run_again_leaves_each_row_once(inputs: Inputs, tmp_path: Path) -> None:
    """Only what the second attempt reports is committed; the first's files lie in the lake's folder, unread."""
    planned = plan(inputs, Account())
    files = planned.seasons[YEAR]
    once, again = tmp_path / "once", tmp_path / "again"
    with LakeWriter(once, graph().published) as writer:
        alone = rows(committed(writer, build_seasons([files], shared_of(planned, once, "one"))))
    with LakeWriter(again, graph().published) as writer:
        shared = shared_of(planned, again, "two")
        first, second = build_seasons([files], shared), build_seasons([files], shared)
        reader = committed(writer, second)
        for name, written in second.tables.items():
            ours, theirs = ({file.path for file in one.tables[name].files} for one in (first, second))
            assert not ours & theirs
            folder = (shared.staging if graph().nodes[name].table.small else again) / name
            assert all((folder / path).is_file() for path in ours | theirs)
            assert len(written.files) == len(first.tables[name].files) <= 1
        assert rows(reader) == alone
    assert len(alone["event"]) > 50
    assert len(alone["game"]) == 2
    assert first.account == second.account
    assert first.withheld == second.withheld == []


def test_of_two_attempts_at_the_same_time_either_one_may_be_committed(inputs: Inputs, tmp_path: Path) -> None:
    """Speculative execution: two processes make the same season, and the driver takes the report that comes first."""
    planned = plan(inputs, Account())
    files, lake = planned.seasons[YEAR], tmp_path / "lake"
    found: list[dict[str, list[str]]] = []
    with LakeWriter(lake, graph().published) as writer:
        shared = shared_of(planned, lake, "speculative")
        with ProcessPoolExecutor(2, get_context("spawn")) as workers:
            attempts = [future.result() for future in [workers.submit(build_seasons, [files], shared) for _ in "ab"]]
        for name in attempts[0].tables:
            ours, theirs = ({file.path for file in one.tables[name].files} for one in attempts)
            assert not ours & theirs
        for attempt in attempts:
            found.append(rows(committed(writer, attempt)))
    assert found[0] == found[1]
    assert len(found[0]["event"]) > 50


@pytest.fixture
def large(tmp_path: Path) -> Plan:
    """A season of four thousand games between a hundred clubs."""
    clubs = [f"{first}{second}X" for first in "ABCDEFGHIJ" for second in "KLMNOPQRST"]
    days = [f"{date(YEAR, 4, 1) + timedelta(days):%Y%m%d}" for days in range(80)]
    pairs = zip(clubs[::2], clubs[1::2], strict=True)
    cards = {
        club: {f"{part}_{slot}_id": f"{club.lower()}{part[0]}{slot:03}" for part in SIDES for slot in range(1, 10)}
        for club in clubs
    }
    games = [
        {"date": day, "visitor_club": visitor, "home_club": home, **_side(cards, visitor, 0), **_side(cards, home, 1)}
        for visitor, home in pairs
        for day in days
    ]
    return plan(Inputs(gamelogs=write_gamelogs(tmp_path / "large", games)), Account())


SIDES = ("visitor", "home")


def _side(cards: dict[str, dict[str, str]], club: str, side: int) -> dict[str, str]:
    return {name: player for name, player in cards[club].items() if name.startswith(SIDES[side])}


def test_a_season_larger_than_its_memory_spills_to_disk(
    large: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the folder, the same season fails: with it, it has the rows that it has with more memory."""
    found: dict[str, dict[str, list[str]]] = {}
    for memory in (MEMORY, TIGHT):
        monkeypatch.setattr(season, "MEMORY", memory)
        lake = tmp_path / memory
        with LakeWriter(lake, graph().published) as writer:
            shared = shared_of(large, lake, memory)
            found[memory] = rows(committed(writer, build_seasons([large.seasons[YEAR]], shared)))
    assert found[TIGHT] == found[MEMORY]
    assert len(found[TIGHT]["game"]) == 4000
    monkeypatch.setattr(season, "spill_folder", lambda staging: "")
    with pytest.raises(MemoryError, match=f"^the tables of {YEAR} need more than the {TIGHT} of memory"):
        build_seasons([large.seasons[YEAR]], shared_of(large, tmp_path / "none", "none"))


def test_seasons_that_share_a_task_come_out_as_they_do_alone(inputs: Inputs, tmp_path: Path) -> None:
    """A third one has no usable game: the lake keeps what it has of it."""
    logs = inputs.places["gamelogs"]
    text = (logs / f"gl{YEAR}.txt").read_text()
    (logs / "gl2042.txt").write_text(text.replace(f'"{YEAR}', '"2042'))
    (logs / "gl2043.txt").write_text("not a game\n")
    planned = plan(Inputs(gamelogs=logs), Account())
    together, alone = tmp_path / "together", tmp_path / "alone"
    with LakeWriter(together, graph().published) as writer:
        shared = shared_of(planned, together, "together")
        one = build_seasons(list(planned.seasons.values()), shared)
        found = rows(committed(writer, one))
    with LakeWriter(alone, graph().published) as writer:
        shared = shared_of(planned, alone, "alone")
        each = [build_seasons([files], shared) for files in planned.seasons.values()]
        for result in each:
            committed(writer, result)
        manifest = Manifest("b", "", "", {}, [YEAR, 2042], {}, [])
        assert rows(LakeReader(alone, writer.described(manifest))) == found
    assert one.built == {YEAR, 2042}
    assert len(found["game"]) == 4
    for name, written in one.tables.items():
        assert written.rows == sum((result.tables[name].rows for result in each if result.tables), Counter()), name
    assert [row["season"] for row in one.account.quarantine] == [YEAR, 2042, 2043]


def test_the_task_accounts_for_every_line(inputs: Inputs, tmp_path: Path) -> None:
    planned = plan(inputs, Account())
    result = build_seasons([planned.seasons[YEAR]], shared_of(planned, tmp_path / "lake", "three"))
    (row,) = result.account.quarantine
    assert (row["file"], row["line"], row["season"]) == ("gl2041.txt", 3, YEAR)
    assert row["text"] == (inputs.places["gamelogs"] / "gl2041.txt").read_text().splitlines()[2]
    read: Counter[str] = Counter()
    for counted in result.account.counts:
        assert counted["rows_in"] == counted["rows_out"] + counted["rows_quarantined"]
        read[counted["file"]] += counted["rows_in"]
    assert read == {"gl2041.txt": 3, "2041HHH.EVA": len(quiet_game()) + len(lively_game())}


def test_a_season_without_a_game_reports_no_table(tmp_path: Path) -> None:
    bad = [text.replace("hometeam,HHH", "hometeam,VVV") for text in quiet_game()]
    planned = plan(Inputs(events=write_events(tmp_path / "events", bad)), Account())
    result = build_seasons([planned.seasons[YEAR]], shared_of(planned, tmp_path / "lake", "four"))
    assert result.tables == {}
    assert [row["season"] for row in result.account.quarantine] == [YEAR]


def test_a_broken_contract_is_reported_with_its_rows(
    inputs: Inputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    select = season.select
    monkeypatch.setattr(
        season, "select", lambda node: f"FROM ({select(node)})" + (" WHERE slot <> 4" if node.name == "lineup" else "")
    )
    planned = plan(inputs, Account())
    result = build_seasons([planned.seasons[YEAR]], shared_of(planned, tmp_path / "lake", "five"))
    broken = {withheld.check_name: withheld for withheld in result.withheld}
    lineups = broken["lineup: every lineup has nine distinct slots and players"]
    assert (lineups.season, lineups.violations) == (YEAR, 4)
    assert (lineups.example or "").count("slots=8") == 3
    assert lineups.source_line is not None
    assert result.built == frozenset()
    assert result.tables == {}


def test_what_is_withheld_has_the_line_of_the_rows_game_or_the_files_of_its_club_or_season() -> None:
    """A line is named only if the row is of one game: another game of the club or season may be innocent."""
    games = [
        ("HHH1", "HHH", "QQQ", "gl.txt", 7),
        ("HHH'1", "HHH", "QQQ", "gl2.txt", 9),
        ("ZZZ1", "ZZZ", "QQQ", "a.txt", 1),
    ]
    games += [("ZZZ2", "ZZZ", "QQQ", "b.txt", 1)]
    with duckdb.connect() as db:
        db.execute(
            "CREATE TABLE game (season INT, game_id TEXT, home_club TEXT, visitor_club TEXT, source_file TEXT, "
            "source_line INT)"
        )
        db.executemany(f"INSERT INTO game VALUES ({YEAR}, ?, ?, ?, ?, ?)", games)

        def place(of_season: int | None, **violation: object) -> tuple[str | None, int | None]:
            def found(sql: str) -> list[dict[str, object]]:
                return db.execute(sql).to_arrow_table().to_pylist()

            withheld = placed(Withheld(of_season, None, "a check", "fails"), found, violation)
            return withheld.source_file, withheld.source_line

        assert place(YEAR, game_id="HHH'1", club="HHH") == ("gl2.txt", 9)
        assert place(YEAR, game_id="gone", club="HHH") == ("gl.txt and 1 other file", None)
        assert place(None, season=YEAR, club="HHH") == ("gl.txt and 1 other file", None)
        assert place(YEAR, player_id="someone") == place(YEAR) == ("a.txt and 3 other files", None)
        assert place(YEAR, club="none") == place(YEAR)
        assert place(YEAR, file="gl2.txt") == ("gl2.txt", None)
        assert place(None) == place(YEAR + 1) == (None, None)


@pytest.mark.parametrize(
    ("table", "column", "value", "check"),
    [
        ("lineup", "slot", "NULL", "lineup: no nulls in "),
        ("event", "inning", "NULL", "event: no nulls in "),
        ("club_game", "manager_person_id", "'nobody'", "club_game: every manager_person_id, "),
    ],
)
def test_a_null_and_an_unknown_person_break_a_contract(
    inputs: Inputs,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    column: str,
    value: str,
    check: str,
) -> None:
    select, write_plays = season.select, SeasonWriter.write_plays
    monkeypatch.setattr(
        season,
        "select",
        lambda node: (
            f"SELECT * REPLACE ({value} AS {column}) FROM ({select(node)})" if node.name == table else select(node)
        ),
    )

    def written(writer: SeasonWriter, tables: Iterable[tuple[str, pa.Table]]) -> None:
        for name, plays in tables:
            at = plays.schema.get_field_index(column)
            blank = pa.nulls(plays.num_rows, plays.schema.types[at]) if name == table else None
            write_plays(writer, [(name, plays if blank is None else plays.set_column(at, column, blank))])

    monkeypatch.setattr(SeasonWriter, "write_plays", written)
    planned = plan(inputs, Account())
    result = build_seasons([planned.seasons[YEAR]], shared_of(planned, tmp_path / "lake", f"six {table}"))
    assert any(withheld.check_name.startswith(check) for withheld in result.withheld)


def test_rebuilding_a_season_of_a_small_table_keeps_the_others(tmp_path: Path) -> None:
    def clubs(season: int, name: str) -> list[dict[str, object]]:
        return [{"season": season, "club": club, "name": f"{name} {club}"} for club in ("AAA", "BBB")]

    with LakeWriter(tmp_path / "lake", graph().published) as writer:
        assert writer.tables["club"].small
        for season in (2042, 2041, 2043):
            assert writer.write_rows("club", clubs(season, "old"), {season}) == 2
        assert writer.write_rows("club", clubs(2042, "new"), {2042}) == 2
        assert len(writer.files["club"]) == 1
        found = [(row["season"], row["club"], row["name"]) for row in writer.read_rows("club").to_pylist()]
        wanted = [
            (season, club, f"{'new' if season == 2042 else 'old'} {club}")
            for season in (2041, 2042, 2043)
            for club in ("AAA", "BBB")
        ]
        assert sorted(found) == wanted
        assert [season for season, _, _ in found] == sorted(season for season, _, _ in found)
        assert writer.write_rows("club", [], {2041}) == 0
        assert {row["season"] for row in writer.read_rows("club").to_pylist()} == {2042, 2043}


@pytest.mark.parametrize("seasons", [[2041, 2041, 2042], [2041, 2042, 2041]], ids=["in turn", "mixed"])
def test_each_season_gets_its_own_rows_in_order(seasons: list[int]) -> None:
    rows = pa.table({"season": pa.array(seasons, pa.int32()), "game": ["a", "b", "c"]})
    found = {season: own.to_pylist() for season, own in by_season(rows).items()}
    assert found == {season: [row for row in rows.to_pylist() if row["season"] == season] for season in (2041, 2042)}


def test_seasons_without_plays_share_tasks_of_about_the_same_size(tmp_path: Path) -> None:
    planned = Plan()
    for year in range(2000, 2100):
        file = tmp_path / f"gl{year}.txt"
        file.write_bytes(b" " * (100_000 if year < 2050 else 400_000))
        planned.add("gamelogs", [GamelogText(str(file), file.name, None, year)])
    tasks = planned.tasks()
    assert sorted(files.season for task in tasks for files in task) == list(range(2000, 2100))
    assert all([files.season for files in task] == list(range(task[0].season, task[-1].season + 1)) for task in tasks)
    sizes = [sum(files.size for files in task) for task in tasks]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) / 25 - 5_100_000 < min(sizes[:-1]) < max(sizes) < sum(sizes) / 25 + 5_100_000  # a season is 5 MB
