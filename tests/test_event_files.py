"""Finding event files and rosters: folders, files, archives, whatever the case of their names."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from simulated_plays import SimulatedGame, event_file, roster
from skipper.sources.parsed import SourceError
from skipper.sources.plays.events.files import find_event_files
from skipper.sources.plays.events.listing import list_event_files
from skipper.sources.plays.events.plays import read_plays


def contents(year: int = 2041) -> dict[str, bytes]:
    files = {f"{year}hhh.eva": event_file(range(1))[0].replace(b"HHH2041", f"HHH{year}".encode())}
    files |= {f"{side.code}{year}.ROS": roster(side) for side in SimulatedGame(0).sides}
    return files | {f"TEAM{year}": b"HHH,A,Home,Ones\r\nVVV,N,Visiting,Ones\r\n"}


def archive(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as out:
        for name, content in files.items():
            out.writestr(name, content)
    return path


def test_an_archive_and_a_folder_hold_the_same(tmp_path):
    for name, content in contents().items():
        (tmp_path / name).write_bytes(content)
    packed = find_event_files(archive(tmp_path / "2041eve.zip", contents()))
    (tmp_path / "2041eve.zip").unlink()
    loose = find_event_files(tmp_path)
    for found in (packed, loose):
        assert [file.label.rsplit("/", 1)[-1] for file in found.events] == ["2041hhh.eva"]
        assert set(found.rosters.numbers) == {("HHH", 2041), ("VVV", 2041)}
        assert found.rosters.leagues == {("HHH", 2041): "A", ("VVV", 2041): "N"}
        assert read_plays(found.events, found.rosters).kept.all()


def test_an_event_file_by_itself_takes_the_rosters_beside_it(tmp_path):
    for name, content in contents().items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "2041xxx.eva").write_bytes(b"")
    found = find_event_files(tmp_path / "2041hhh.eva")
    assert [file.label for file in found.events] == ["2041hhh.eva"]
    assert read_plays(found.events, found.rosters).kept.all()


def test_a_season_is_chosen_by_the_files_names(tmp_path):
    for year in (2041, 2042):
        archive(tmp_path / f"{year}eve.zip", contents(year))
    assert len(find_event_files(tmp_path).events) == 2
    (file,) = find_event_files(tmp_path, 2042).events
    assert b"id,HHH2042" in file.content
    with pytest.raises(SourceError, match="no event file"):
        find_event_files(tmp_path, 2040)


def test_a_damaged_archive_is_named_and_the_rest_is_read(tmp_path):
    archive(tmp_path / "2041eve.zip", contents())
    for name in ("2042eve.zip", "2040seve.zip"):  # the second has the seasons of ten years
        (tmp_path / name).write_bytes(b"PK\x03\x04 not a zip")
    found = find_event_files(tmp_path)
    assert len(found.events) == 1
    assert {item.file for item in found.unreadable} == {"2042eve.zip", "2040seve.zip"}
    listed = list_event_files(tmp_path)
    assert {item.file: item.season for item in listed.unreadable} == {"2042eve.zip": 2042, "2040seve.zip": None}


def test_a_roster_line_that_is_none_is_told_and_a_man_without_hands_is_unknown(tmp_path):
    files = contents()
    files["VVV2041.ROS"] = b"vvvx0001,One,Some,,R,VVV,X\r\nhalf a line\r\n\x1a"
    found = find_event_files(archive(tmp_path / "2041eve.zip", files))
    ((label, line, text, reason),) = found.rosters.rejected
    assert (label, line, text) == ("2041eve.zip/VVV2041.ROS", 2, "half a line")
    assert "five fields" in reason
    plays = read_plays(found.events, found.rosters)
    assert chr(plays.small_of("batter_hand")[0]) == "?"


def test_an_open_quotation_mark_costs_a_roster_its_own_line(tmp_path):
    files = contents()
    files["VVV2041.ROS"] = (
        b'vvvx0001,"One,Some,R,R,VVV,X\r\nvvvx0002,Two,Some,R,R,VVV,X\r\nvvvx0003,"Three,Some,R,R,VVV,X'
    )
    rosters = find_event_files(archive(tmp_path / "2041eve.zip", files)).rosters
    assert [(label, line) for label, line, _, _ in rosters.rejected] == [
        ("2041eve.zip/VVV2041.ROS", at) for at in (1, 3)
    ]
    assert rosters.lines["2041eve.zip/VVV2041.ROS"] == 3
    assert rosters.names_in({2041})[b"vvvx0002"] == ("Some", "Two")


def test_what_is_no_path_or_holds_no_event_file_is_an_error(tmp_path):
    with pytest.raises(SourceError, match="no such"):
        find_event_files(tmp_path / "none")
    with pytest.raises(SourceError, match="no event file"):
        find_event_files(tmp_path)
