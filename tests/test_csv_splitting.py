"""Texts of several seasons of Retrosheet's CSV distribution: split by season, streamed, and nothing lost in silence."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock
from zipfile import ZIP_DEFLATED, ZipFile

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csv_files import PLAY_COLUMNS, CsvScorer, csv_game, csv_players, write_csv, write_csvs
from skipper.build.inputs import Account, Inputs, plan, split_text
from skipper.build.season import SeasonFiles
from skipper.build.source_files import by_path, find_files, split_file
from skipper.sources import archive
from skipper.sources.parsed import SourceError
from skipper.sources.retrosheet.csvs import splitting
from skipper.sources.retrosheet.csvs.games import SeasonGames, read_games
from skipper.sources.retrosheet.csvs.plays import SeasonCsvPlays
from skipper.sources.retrosheet.csvs.splitting import SOURCE

REAL = Path(os.environ.get("SKIPPER_DATA", "/nowhere"), "releases", "retrosheet", "negro_leagues")
SEASONS = (2039, 2040, 2041)
ENDINGS = ("\n", "\r\n", "\r")


def planned(folder: Path, seasons: frozenset[int] | None = None) -> tuple[dict[int, SeasonFiles], Account]:
    """Each season's files, as a build distributes them, and what is in none."""
    account = Account()
    found = plan(Inputs(csvs=folder, seasons=seasons), account)
    for source, file in found.unsplit:
        parts = split_text(source, file, folder / "parts", seasons)
        found.add_split(parts)
        account.add_all(parts.account)
    return found.seasons, account


def read(files: SeasonFiles) -> tuple[SeasonGames, dict[str, pa.Table]]:
    """A season's games and the tables of its plays."""
    found = read_games(files.texts["csvs"], files.season)
    plays = SeasonCsvPlays(files.texts["csvs"], found, frozenset(), {})
    written = {
        name: rows.drop_columns("source_line") if "source_line" in rows.column_names else rows
        for name, rows in plays.tables()
    }
    return found, written


def rows_of(found: SeasonGames, name: str) -> list[dict[str, Any]]:
    """The rows of a record set without their places."""
    rows = pa.concat_tables(found.parsed.records[name]).to_pylist()
    places = ("source_file", "source_line")
    return sorted(({key: value for key, value in row.items() if key not in places} for row in rows), key=repr)


def games_of(season: int) -> list[CsvScorer]:
    """Two short games of a season."""
    games = [CsvScorer(csv_game(f"INK{season}070{day}0")) for day in (4, 5)]
    for place, game in enumerate(games):
        for event in ("S7", "HR")[place:]:
            game.play(event)
        while game.inning < 2:
            game.play("K")
    return games


def write_season(folder: Path, season: int) -> None:
    """The files of one season."""
    games = games_of(season)
    write_csvs(folder, season, [game.final() for game in games])
    write_csv(folder / f"{season}plays.csv", PLAY_COLUMNS, [row for game in games for row in game.rows])


def joined(folder: Path, into: Path, ending: str = "\n", shuffled: random.Random | None = None) -> None:
    """The seasons' files of a folder as files of all seasons."""
    into.mkdir(parents=True)
    for kind in ("gameinfo", "teamstats", "allplayers", "plays"):
        texts = [(folder / f"{season}{kind}.csv").read_text().splitlines() for season in SEASONS]
        lines = [line for text in texts for line in text[1:]]
        if shuffled is not None and kind != "plays":
            shuffled.shuffle(lines)
        (into / f"{kind}.csv").write_bytes("".join(line + ending for line in [texts[0][0], *lines]).encode())


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    ending=st.sampled_from(ENDINGS),
    chunk=st.integers(1, 5000),
    buffered=st.integers(0, 20_000),
)
def test_a_file_of_all_seasons_gives_what_the_seasons_files_give(
    seed: int, ending: str, chunk: int, buffered: int
) -> None:
    with (
        TemporaryDirectory() as name,
        mock.patch.object(archive, "CHUNK", chunk),
        mock.patch.object(splitting, "BUFFERED", buffered),
    ):
        apart, whole = Path(name, "apart"), Path(name, "whole")
        for season in SEASONS:
            write_season(apart, season)
        joined(apart, whole, ending, random.Random(seed))
        expected, _ = planned(apart)
        found, account = planned(whole)
        assert account == Account()
        assert set(found) == set(SEASONS)
        for season in SEASONS:
            (ours, plays), (theirs, their_plays) = read(found[season]), read(expected[season])
            assert ours.parsed.rejected == theirs.parsed.rejected == []
            assert ours.parsed.read == ours.parsed.kept
            assert sum(ours.parsed.read.values()) == sum(theirs.parsed.read.values())
            for record_set in ours.parsed.records:
                assert rows_of(ours, record_set) == rows_of(theirs, record_set)
            assert plays["event"].drop_columns("source_file").equals(their_plays["event"].drop_columns("source_file"))


def test_lines_keep_their_numbers_in_the_whole_file(tmp_path: Path) -> None:
    for season in SEASONS:
        write_season(tmp_path / "apart", season)
    joined(tmp_path / "apart", tmp_path / "whole")
    path = tmp_path / "whole" / "gameinfo.csv"
    lines = path.read_text().splitlines()
    lines[4] += ",one field too many"
    lines.insert(2, "")
    path.write_text("\n".join(lines) + "\n")
    found, account = planned(tmp_path / "whole")
    (item,) = [item for item in read(found[2040])[0].parsed.rejected if item.file == "gameinfo.csv"]
    assert (item.line, item.season) == (6, 2040)
    (game, *_rest) = pa.concat_tables(read(found[2041])[0].parsed.records["csv_game"]).to_pylist()
    assert (game["source_file"], game["source_line"]) == ("gameinfo.csv", 7)
    assert account == Account()


def test_rows_without_a_season_are_counted_and_reported_once(tmp_path: Path) -> None:
    games = [csv_game(), csv_game("INK999907040"), csv_game("INKJULY04040")]
    write_csvs(tmp_path, 2041, games, sides=[], players=csv_players("INK"), prefix="")
    found, account = planned(tmp_path)
    assert set(found) == {2041}
    (row,) = account.quarantine
    assert (row["file"], row["line"], row["lines"]) == ("gameinfo.csv", 3, 2)
    assert "without the year of a season" in row["reason"]
    (counted,) = account.counts
    assert (counted["rows_in"], counted["rows_out"], counted["rows_quarantined"]) == (2, 0, 2)
    assert len(rows_of(read(found[2041])[0], "csv_game")) == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "an empty file"),
        (b"site,hometeam\nINK01,INK\n", "no column called gid or season"),
        (b"gid,site\nINK204107040," + b"x" * 2_000_000, "a line of more than"),
    ],
)
def test_a_file_that_cannot_be_split_is_reported(tmp_path: Path, content: bytes, reason: str) -> None:
    write_csvs(tmp_path, 2041, [csv_game()])
    (tmp_path / "plays.csv").write_bytes(content)
    found, account = planned(tmp_path)
    ((file, why),) = [(row["file"], row["reason"]) for row in account.quarantine]
    assert (file, why.startswith(reason)) == ("plays.csv", True)
    assert set(found) == {2041}


def test_a_text_whose_content_raises_an_error_is_withheld_alone(tmp_path: Path) -> None:
    write_csvs(tmp_path, 2041, [csv_game()])
    (tmp_path / "plays.csv").write_bytes(b"gid,site\nINK204107040,INK01\n")
    inputs = Inputs(csvs=tmp_path)
    ((source, text),) = plan(inputs, Account()).unsplit
    file = by_path(find_files(inputs))[text.path]
    with mock.patch("skipper.sources.retrosheet.csvs.splitting.split", side_effect=KeyError("odd")):
        found = split_file(source, text, file, tmp_path / "parts", None)
    assert (found.seasons, found.parts) == ([], {})
    assert [(row["source"], row["file"], row["reason"]) for row in found.account.quarantine] == [
        (SOURCE, "plays.csv", "'odd'")
    ]
    assert [(one.season, one.check_name, one.says, one.source_file) for one in found.account.withheld] == [
        (None, "plays.csv: KeyError", "'odd'", "plays.csv")
    ]
    with (
        mock.patch("skipper.sources.retrosheet.csvs.splitting.split", side_effect=SourceError("not on this worker")),
        pytest.raises(SourceError, match="not on this worker"),
    ):
        split_file(source, text, file, tmp_path / "parts", None)


def test_a_damaged_archive_gives_the_rows_before_the_damage(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "csvs.zip", "w", ZIP_DEFLATED) as packed:
        noise = random.Random(1)
        packed.writestr(
            "gameinfo.csv",
            "gid,visteam,hometeam,site\n"
            + "".join(f"INK2041{day % 12 + 1:02}{day % 28 + 1:02}0,BLO,INK,{noise.random()}\n" for day in range(9000)),
        )
    content = bytearray((tmp_path / "csvs.zip").read_bytes())
    content[len(content) // 2] ^= 0xFF
    (tmp_path / "csvs.zip").write_bytes(content)
    with mock.patch.object(archive, "CHUNK", 1000):
        found, account = planned(tmp_path)
    assert [row["file"] for row in account.quarantine] == ["csvs.zip/gameinfo.csv"]
    assert found[2041].texts["csvs"][0].size > 1000


def test_only_the_wanted_seasons_are_staged(tmp_path: Path) -> None:
    for season in SEASONS:
        write_season(tmp_path / "apart", season)
    joined(tmp_path / "apart", tmp_path / "whole")
    found, account = planned(tmp_path / "whole", frozenset({2040}))
    assert (set(found), account) == ({2040}, Account())
    assert len(list((tmp_path / "whole" / "parts").iterdir())) == 4


def texts_of(season: int) -> Iterator[tuple[str, bytes]]:
    with ZipFile(REAL / f"{season}csvs.zip") as packed:
        for member in packed.namelist():
            yield member.removeprefix(str(season)), packed.read(member)


@pytest.mark.skipif(not REAL.exists(), reason="SKIPPER_DATA names no folder with the releases")
def test_the_real_seasons_in_one_archive_are_those_of_their_own_archives(tmp_path: Path) -> None:
    seasons = (1921, 1936)
    whole: dict[str, list[bytes]] = {}
    for season in seasons:
        for name, content in texts_of(season):
            header, _, rest = content.partition(b"\n")
            whole.setdefault(name, [header + b"\n"]).append(rest)
    with ZipFile(tmp_path / "csvdownloads.zip", "w", ZIP_DEFLATED) as packed:
        for name, contents in whole.items():
            packed.writestr(name, b"".join(contents))
    found, account = planned(tmp_path)
    assert (set(found), account) == (set(seasons), Account())
    expected, _ = planned(REAL, frozenset(seasons))
    for season in seasons:
        (ours, plays), (theirs, their_plays) = read(found[season]), read(expected[season])
        for record_set in ours.parsed.records:
            assert rows_of(ours, record_set) == rows_of(theirs, record_set)
        assert plays["event"].num_rows == their_plays["event"].num_rows
