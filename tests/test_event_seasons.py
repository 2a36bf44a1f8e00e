"""Event files whose names give no season, or another than their games'."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import season_tables
from event_files import CLUBS, quiet_game, roster
from skipper.build.inputs import Account, Inputs, plan, split_text
from skipper.sources.retrosheet.event_files.season import SeasonPlays


def write(folder: Path, name: str, *games: list[str], first: bytes = b"") -> Path:
    """Write the games as one event file, with the rosters of two seasons."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(first + "".join(line + "\r\n" for game in games for line in game).encode())
    for side, club in enumerate(CLUBS):
        for season in (2041, 2042):
            (folder / f"{club}{season}.ROS").write_text(roster(side))
    return folder


class Built:
    """The event files of a folder, shared out and read as a build does: by season the games, and every account."""

    def __init__(self, folder: Path, seasons: frozenset[int] | None = None) -> None:
        account = Account()
        planned = plan(Inputs(events=folder, seasons=seasons), account)
        for source, file in planned.unsplit:
            parts = split_text(source, file, folder / "parts", seasons)
            planned.add_split(parts)
            account.add_all(parts.account)
        self.quarantine: list[dict[str, Any]] = account.quarantine
        self.counts: list[dict[str, Any]] = account.counts
        self.games: dict[int, list[str]] = {}
        self.superseded: list[tuple[str, int, int]] = []
        for season, files in planned.seasons.items():
            plays = SeasonPlays(season, list(files.texts["events"]), planned.rosters["retrosheet_event"], {})
            tables = [(name, row) for name, rows in plays.tables() for row in rows.to_pylist()]
            events = {row["game_id"] for name, row in tables if name == "event"}
            self.superseded += [
                (row["source_file"], row["source_line"], row["season"])
                for name, row in tables
                if name == "superseded_account"
            ]
            self.games[season] = sorted(row["game_id"] for row in plays.records["event_file_game"].to_pylist())
            assert events == set(self.games[season])
            self.quarantine += plays.quarantine
            self.counts += plays.counts

    def lines(self, file: str) -> tuple[int, int, int]:
        """The lines of a file, read, used and quarantined, over all seasons."""
        total: Counter[str] = Counter()
        for row in self.counts:
            if row["file"] == file:
                total.update({name: row[name] for name in ("rows_in", "rows_out", "rows_quarantined")})
        told = sum(row["lines"] for row in self.quarantine if row["file"] == file)
        assert total["rows_quarantined"] == told
        return total["rows_in"], total["rows_out"], total["rows_quarantined"]


GAMES = {day: quiet_game(day=day) for day in ("20410401", "20410402", "20420401")}
LENGTH = len(quiet_game())


def test_one_file_of_several_seasons_is_shared_out_and_every_line_counted_once(tmp_path: Path):
    stray = ["com,a line before any game"]
    built = Built(write(tmp_path, "all.EVA", stray, *GAMES.values(), GAMES["20410401"]))
    assert built.games == {2041: ["HHH204104010", "HHH204104020"], 2042: ["HHH204204010"]}
    assert [(row["line"], row["season"], row["lines"]) for row in built.quarantine] == [
        (1, None, 1),
    ]
    assert built.superseded == [("all.EVA", 3 * LENGTH + 2, 2041)]
    assert built.lines("all.EVA") == (4 * LENGTH + 1, 4 * LENGTH, 1)


def test_one_file_of_several_seasons_gives_the_rows_of_a_file_each(tmp_path: Path):
    """Row by row, but for where the source has them."""
    together = write(tmp_path / "together", "all.EVA", *GAMES.values())
    apart = tmp_path / "apart"
    for season in ("2041", "2042"):
        write(apart, f"{season}HHH.EVA", *(game for day, game in GAMES.items() if day.startswith(season)))
    places = ["source_file", "source_line"]
    for season in (2041, 2042):
        one, other = (season_tables.records(season, events=folder) for folder in (together, apart))
        assert one["event"].num_rows > 50
        for name in one:
            without = [column for column in places if column in one[name].column_names]
            assert one[name].drop_columns(without) == other[name].drop_columns(without), name


def test_a_file_in_which_seasons_alternate_keeps_its_order_and_its_line_numbers(tmp_path: Path):
    games = [GAMES[day] for day in ("20410401", "20420401", "20410402")]
    repeated = [*games, GAMES["20420401"], ["id,HHH204199990", "version,2", "play,1"]]
    folder = write(tmp_path, "all.EVA", *repeated)
    built = Built(folder)
    assert built.games == {2041: ["HHH204104010", "HHH204104020"], 2042: ["HHH204204010"]}
    assert sorted((row["line"], row["season"], row["lines"]) for row in built.quarantine) == [
        (4 * LENGTH + 3, 2041, 3),
    ]
    assert built.superseded == [("all.EVA", 3 * LENGTH + 1, 2042)]
    assert built.lines("all.EVA") == (4 * LENGTH + 3, 4 * LENGTH, 3)
    lines = (folder / "all.EVA").read_text().split("\n")
    rows = season_tables.records(2041, events=folder)["event"]
    numbers = {row["game_id"]: row["source_line"] for row in rows.to_pylist() if row["event_number"] == 1}
    for game, day in (("HHH204104010", "20410401"), ("HHH204104020", "20410402")):
        first = GAMES[day].index(next(line for line in GAMES[day] if line.startswith("play,")))
        assert numbers[game] == lines.index(f"id,{game}") + first + 1


def test_several_files_without_a_season_in_the_name(tmp_path: Path):
    write(tmp_path, "first.EVA", GAMES["20410401"], GAMES["20420401"])
    built = Built(write(tmp_path, "second.EVN", GAMES["20420401"], GAMES["20410402"]))
    assert built.games == {2041: ["HHH204104010", "HHH204104020"], 2042: ["HHH204204010"]}
    assert built.quarantine == []
    assert built.superseded == [("second.EVN", 1, 2042)]
    assert built.lines("first.EVA") == (2 * LENGTH, 2 * LENGTH, 0)
    assert built.lines("second.EVN") == (2 * LENGTH, 2 * LENGTH, 0)


def test_with_seasons_asked_for_the_others_are_passed_over(tmp_path: Path):
    built = Built(write(tmp_path, "all.EVA", *GAMES.values()), frozenset({2042}))
    assert built.games == {2042: ["HHH204204010"]}
    assert built.quarantine == []


def test_a_game_of_another_season_than_the_files_is_quarantined_with_its_place(tmp_path: Path):
    built = Built(write(tmp_path, "2041HHH.EVA", *GAMES.values()))
    assert built.games == {2041: ["HHH204104010", "HHH204104020"]}
    (row,) = built.quarantine
    assert (row["file"], row["line"], row["season"], row["lines"]) == ("2041HHH.EVA", 2 * LENGTH + 1, 2041, LENGTH)
    assert row["reason"] == "a 2042 game in a 2041 file"
    assert row["text"] == "id,HHH204204010"
    assert built.lines("2041HHH.EVA") == (3 * LENGTH, 2 * LENGTH, LENGTH)


@pytest.mark.parametrize(
    ("archive", "is_read"),
    [("2041eve.zip", True), ("2040seve.zip", True), ("2042eve.zip", False), ("2050seve.zip", False)],
)
def test_a_file_named_after_another_season_than_its_archive_is_quarantined(tmp_path: Path, archive: str, is_read: bool):
    source = write(tmp_path / "source", "2041HHH.EVA", GAMES["20410401"])
    (tmp_path / "events").mkdir()
    with zipfile.ZipFile(tmp_path / "events" / archive, "w") as packed:
        for file in sorted(source.iterdir()):
            packed.write(file, file.name)
    built = Built(tmp_path / "events")
    assert built.games == ({2041: ["HHH204104010"]} if is_read else {})
    assert [(row["file"], row["reason"]) for row in built.quarantine] == (
        [] if is_read else [(f"{archive}/2041HHH.EVA", f"named after another season than {archive}")]
    )


def test_a_folder_whose_name_is_not_utf_8_gives_its_games(tmp_path: Path):
    """Once, the build ended with a traceback."""
    write(tmp_path / "donn\udce9es", "2041HHH.EVA", GAMES["20410401"])
    built = Built(tmp_path)
    assert built.games == {2041: ["HHH204104010"]}
    assert built.lines("donn\\udce9es/2041HHH.EVA") == (LENGTH, LENGTH, 0)


def test_a_link_to_a_missing_file_is_quarantined(tmp_path: Path):
    """Once, the build went on without its games and without a word; later, it ended the build."""
    write(tmp_path, "2041HHH.EVA", GAMES["20410401"])
    (tmp_path / "2042HHH.EVA").symlink_to(tmp_path / "absent")
    built = Built(tmp_path)
    assert built.games == {2041: ["HHH204104010"]}
    assert [(row["file"], row["reason"]) for row in built.quarantine] == [("2042HHH.EVA", "a link to a missing file")]


def test_a_file_without_season_or_game_is_quarantined(tmp_path: Path):
    write(tmp_path, "2041HHH.EVA", GAMES["20410401"])
    built = Built(write(tmp_path, "notes.EVA", ["com,nothing", "play,1"]))
    assert built.games == {2041: ["HHH204104010"]}
    assert [(row["file"], row["line"], row["season"], row["lines"]) for row in built.quarantine] == [
        ("notes.EVA", 1, None, 2)
    ]
    assert built.lines("notes.EVA") == (2, 0, 2)


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf"], ids=["UTF-8"])
def test_a_mark_before_the_text_hides_no_game(tmp_path: Path, mark: bytes):
    built = Built(write(tmp_path, "all.EVA", GAMES["20420401"], first=mark))
    assert built.games == {2042: ["HHH204204010"]}
    assert built.lines("all.EVA") == (LENGTH, LENGTH, 0)


def test_a_text_in_utf_16_is_quarantined_even_without_a_season_in_its_name(tmp_path: Path):
    write(tmp_path, "2041HHH.EVA", GAMES["20410401"])
    (tmp_path / "all.EVA").write_bytes("\r\n".join(GAMES["20420401"]).encode("utf-16"))
    built = Built(tmp_path)
    assert built.games == {2041: ["HHH204104010"]}
    assert {row["file"] for row in built.quarantine} == {"all.EVA"}
    read, used, quarantined = built.lines("all.EVA")
    assert read == quarantined > 0
    assert used == 0


def test_a_season_has_the_names_of_its_own_rosters(tmp_path: Path):
    """Whichever seasons are read with it: a later roster may spell a name otherwise."""
    folder = write(tmp_path, "all.EVA", *GAMES.values())
    later = folder / f"{CLUBS[0]}2042.ROS"
    later.write_text(later.read_text().replace(",", ",Later ", 1))
    names = {
        season: set(season_tables.records(season, events=folder)["event_file_lineup"]["player_name"].to_pylist())
        for season in (2041, 2042)
    }
    assert not [name for name in names[2041] if "Later" in name]
    assert [name for name in names[2042] if "Later" in name]
