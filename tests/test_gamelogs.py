"""Game logs as they are found: sound, odd and damaged."""

from __future__ import annotations

import io
import os
import re
import struct
import threading
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import season_tables
from gamelog_lines import line
from skipper.sources.archive import MAX_BYTES, read_texts
from skipper.sources.parsed import Parsed, Rejected, SourceError, quarantine_row
from skipper.sources.retrosheet.gamelogs import reading as gamelogs
from skipper.sources.retrosheet.gamelogs.record import read_record
from skipper.sources.retrosheet.gamelogs.season import GamelogText, list_gamelogs, read_season, split


def write(folder: Path, *lines: str, name: str = "gl2030.txt", end: str = "\n") -> Path:
    path = folder / name
    path.write_bytes(end.join([*lines, ""]).encode())
    return path


def games(parsed: Parsed) -> list[dict[str, object]]:
    return [row for table in parsed.records.get("gamelog", []) for row in table.to_pylist()]


def lineups(parsed: Parsed) -> list[dict[str, object]]:
    return [row for table in parsed.records.get("gamelog_lineup", []) for row in table.to_pylist()]


def only_reason(parsed: Parsed) -> str:
    (rejected,) = parsed.rejected
    return rejected.reason


def test_a_record_becomes_a_game_and_two_lineups(tmp_path: Path) -> None:
    parsed = gamelogs.parse(write(tmp_path, line()))
    (game,) = games(parsed)
    assert game["game_id"] == "BLY203005010"
    assert (game["visitor_score"], game["home_score"], game["season"]) == (3, 5, 2030)
    assert (game["source_file"], game["source_line"]) == ("gl2030.txt", 1)
    cards = lineups(parsed)
    assert len(cards) == 18
    fifth = next(row for row in cards if row["club"] == "AYR" and row["slot"] == 5)
    assert (fifth["player_id"], fifth["position"], fifth["game_id"]) == ("ayrma005", 5, game["game_id"])


def test_without_lineups_managers_and_starters_they_are_null(tmp_path: Path) -> None:
    blank = {
        f"{side}_{slot}_{part}": ""
        for side in ("visitor", "home")
        for slot in range(1, 10)
        for part in ("id", "name", "position")
    }
    parsed = gamelogs.parse(write(tmp_path, line(**blank, home_manager_id="", home_manager_name="(none)")))
    (game,) = games(parsed)
    assert game["home_manager_id"] is None
    assert game["home_has_lineup"] is False
    assert lineups(parsed) == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"home_score": "x"}, "field 11 (home_score): 'x' is not a number"),
        ({"home_score": -1}, "field 11 (home_score): '-1' is not a number"),
        ({"visitor_score": ""}, "field 10 (visitor_score): there is no score"),
        ({"date": "20300231"}, "field 1 (date): '20300231' is not a date"),
        ({"date": "00010501"}, "field 1 (date): 0001 is not a season"),
        ({"date": "99990501"}, "field 1 (date): 9999 is not a season"),
        ({"date": "May 1"}, "field 1 (date): 'May 1' is not a date"),
        ({"game_number": "9"}, "field 2 (game_number): '9' is not 0 to 3, A or B"),
        ({"home_club": "AYR"}, "field 7 (home_club): AYR plays itself"),
        ({"home_club": "B"}, "field 7 (home_club): 'B' is not a club code"),
        ({"forfeit": "Q"}, "field 15 (forfeit): 'Q' is not V, H or T"),
        ({"home_club": "BL\xdf"}, "field 7 (home_club): 'BL\xdf' is not a club code"),
    ],
)
def test_an_unsound_record_is_quarantined_with_its_reason(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    good = line()
    parsed = gamelogs.parse(write(tmp_path, good, line(**{"game_number": "1", **changes})))
    assert only_reason(parsed) == reason
    assert parsed.rejected[0].line == 2
    assert len(games(parsed)) == 1
    assert sum(parsed.read.values()) == 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"attendance": "12k"}, "field 18 (attendance): '12k' is not a number"),
        ({"visitor_hits": "ten"}, "field 23 (visitor_hits): 'ten' is not a number"),
        ({"outs_played": -2}, "field 12 (outs_played): '-2' is not a number"),
        ({"home_manager_name": "Bob\x01Bbb"}, "field 93 (home_manager_name): 'Bob\\x01Bbb' has a control character"),
        ({"home_3_position": 12}, "field 141 (home_3_position): 12 is not a position (1 to 10)"),
    ],
)
def test_a_fact_that_cannot_be_read_is_null_and_the_game_stays(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    parsed = gamelogs.parse(write(tmp_path, line(**changes), line(game_number="1")))
    spoiled, sound = games(parsed)
    different = {name for name in sound if sound[name] != spoiled[name]} - {"game_id", "game_number", "source_line"}
    assert different == {name for name in changes if sound.get(name) is not None}
    assert {spoiled[name] for name in different} <= {None}
    assert [row["slot"] for row in lineups(parsed) if row["position"] is None] == [3] * ("home_3_position" in changes)
    (rejected,) = parsed.rejected
    assert rejected.reason.startswith(reason)
    assert rejected.reason.endswith(": the record is used without it")
    assert (rejected.line, rejected.lines) == (1, 0)
    assert sum(parsed.read.values()) == sum(parsed.kept.values()) == 2


def test_retrosheets_minus_one_is_unknown(tmp_path: Path) -> None:
    (game,) = games(gamelogs.parse(write(tmp_path, line(visitor_sacrifice_flies=-1, attendance=-1))))
    assert game["attendance"] is None


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_either_line_end_and_none_at_the_last(tmp_path: Path, end: str) -> None:
    path = tmp_path / "GL2030.TXT"
    path.write_bytes(end.join([line(), line(game_number="1")]).encode())
    assert [row["source_line"] for row in games(gamelogs.parse(path))] == [1, 2]


def test_blank_lines_and_the_dos_end_mark_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "gl2030.txt"
    path.write_bytes(f"{line()}\n\n{line(game_number='1')}\n\x1a".encode())
    parsed = gamelogs.parse(path)
    assert [row["source_line"] for row in games(parsed)] == [1, 3]
    assert parsed.rejected == []


def test_a_truncated_last_line_is_quarantined(tmp_path: Path) -> None:
    path = tmp_path / "gl2030.txt"
    path.write_text(f"{line()}\n{line()[:300]}")
    parsed = gamelogs.parse(path)
    assert len(games(parsed)) == 1
    assert parsed.rejected[0].line == 2


def test_bad_bytes_cost_only_their_field(tmp_path: Path) -> None:
    path = tmp_path / "gl2030.txt"
    path.write_bytes(line().encode() + b"\n" + line(game_number="1").encode().replace(b"Ann", b"A\xffn") + b"\n")
    parsed = gamelogs.parse(path)
    assert [game["visitor_manager_name"] for game in games(parsed)] == ["Ann Aaa", None]
    assert "is not UTF-8" in only_reason(parsed)
    assert "\\xff" in str(parsed.rejected[0].text)


def test_names_with_accents_are_kept(tmp_path: Path) -> None:
    (game,) = games(gamelogs.parse(write(tmp_path, line(home_manager_name="José Bbb"))))
    assert game["home_manager_name"] == "José Bbb"


def test_wrong_field_count(tmp_path: Path) -> None:
    parsed = gamelogs.parse(write(tmp_path, line(), line() + ",1"))
    assert only_reason(parsed) == "162 fields, but a game log record has 161"


def test_an_empty_file(tmp_path: Path) -> None:
    parsed = gamelogs.parse(write(tmp_path))
    assert only_reason(parsed) == "the file is empty"
    assert parsed.rejected[0].season == 2030


def test_a_very_long_line_is_cut_in_quarantine(tmp_path: Path) -> None:
    parsed = gamelogs.parse(write(tmp_path, "x" * 5_000_000))
    (rejected,) = parsed.rejected
    row = quarantine_row(parsed.source, rejected)
    assert "field larger than field limit" in row["reason"]
    assert len(row["text"]) < 2_100
    assert row["text"].endswith("… (5,000,000 characters)")


def zipped(folder: Path, members: dict[str, bytes], name: str = "gl2030.zip") -> Path:
    path = folder / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return path


def test_a_zip_is_read_in_either_case_and_other_members_are_not(tmp_path: Path) -> None:
    path = zipped(tmp_path, {"GL2030.TXT": line().encode(), "readme.txt": b"no game"}, "GL2030.ZIP")
    (game,) = games(gamelogs.parse(path))
    assert game["source_file"] == "GL2030.ZIP/GL2030.TXT"


def test_a_corrupt_zip_is_one_quarantine_row(tmp_path: Path) -> None:
    path = zipped(tmp_path, {"GL2030.TXT": line().encode() * 50})
    path.write_bytes(path.read_bytes()[:200])
    parsed = gamelogs.parse(path)
    assert "not a readable zip archive" in only_reason(parsed)
    assert (parsed.rejected[0].line, parsed.rejected[0].season) == (None, 2030)


def test_a_damaged_member_is_one_quarantine_row(tmp_path: Path) -> None:
    path = zipped(tmp_path, {"GL2030.TXT": line().encode() * 50})
    content = bytearray(path.read_bytes())
    content[60:80] = bytes(20)
    path.write_bytes(content)
    assert "the member cannot be read" in only_reason(gamelogs.parse(path))


@pytest.mark.parametrize("name", ["../gl2030.txt", "/gl2030.txt", "a/../../gl2030.txt", "..\\gl2030.txt"])
def test_a_member_that_would_escape_its_folder(tmp_path: Path, name: str) -> None:
    assert only_reason(gamelogs.parse(zipped(tmp_path, {name: line().encode()}))) == (
        "the member's name points outside its folder"
    )


def test_a_member_that_expands_absurdly(tmp_path: Path) -> None:
    path = zipped(tmp_path, {"gl2030.txt": b"0" * 40_000_000})
    assert "times, more than 200" in only_reason(gamelogs.parse(path))


def test_a_member_that_claims_an_absurd_size(tmp_path: Path) -> None:
    path = zipped(tmp_path, {"gl2030.txt": line().encode()})
    content = bytearray(path.read_bytes())
    directory = content.index(b"PK\x01\x02")
    struct.pack_into("<I", content, directory + 24, MAX_BYTES + 1)
    path.write_bytes(content)
    assert "unpacks to 536,870,913 bytes" in only_reason(gamelogs.parse(path))


def test_a_folder_gives_its_game_logs_and_not_its_other_files(tmp_path: Path) -> None:
    for name in ("gl2030.txt", "GL2031.TXT", "glfields.txt", "notes.txt", "gl2010_19.zip", "glws.txt", "glpost.zip"):
        (tmp_path / name).write_text("x")
    found = [path.name for path in gamelogs.find_files(tmp_path)]
    assert sorted(found) == ["GL2031.TXT", "gl2010_19.zip", "gl2030.txt", "glpost.zip", "glws.txt"]
    some = [path.name for path in gamelogs.find_files(tmp_path, {2030})]
    assert sorted(some) == ["gl2010_19.zip", "gl2030.txt", "glpost.zip", "glws.txt"]


def test_a_folder_without_game_logs_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no game logs"):
        gamelogs.find_files(tmp_path)
    with pytest.raises(SourceError, match="no such file or folder"):
        gamelogs.find_files(tmp_path / "absent")


def test_a_folder_whose_name_is_not_utf_8_gives_its_games(tmp_path: Path) -> None:
    """Once, the build ended with a traceback."""
    folder = tmp_path / "donn\udce9es"  # Latin-1, as Python has such a name
    folder.mkdir()
    write(folder, line(), line(home_score="x"))
    found = parts(tmp_path)[0][2030]
    assert [row["source_file"] for row in games(found)] == ["donn\\udce9es/gl2030.txt"]
    assert [item.file for item in found.rejected] == ["donn\\udce9es/gl2030.txt"]


def test_a_link_to_a_missing_file_is_quarantined(tmp_path: Path) -> None:
    """Once, the build went on without the season and without a word; later, it ended the build."""
    write(tmp_path, line())
    (tmp_path / "gl2031.txt").symlink_to(tmp_path / "absent" / "gl2031.txt")
    texts, unreadable = list_gamelogs(tmp_path)
    assert [text.label for text in texts] == ["gl2030.txt"]
    assert unreadable == [Rejected("gl2031.txt", None, 2031, None, "a link to a missing file")]


def test_postseason_files_are_postseason_games(tmp_path: Path) -> None:
    for name, kind in (("glws.txt", "postseason"), ("glas.txt", "all_star"), ("gl2030.txt", "regular")):
        assert games(gamelogs.parse(write(tmp_path, line(), name=name)))[0]["game_type"] == kind


def test_only_the_wanted_seasons_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path, line(), line(date="20310501"), name="gl2030_39.txt")
    parsed = gamelogs.parse(path, {2031})
    assert [row["season"] for row in games(parsed)] == [2031]
    assert parsed.read == {("gl2030_39.txt", 2031): 1}


def test_a_game_of_another_season_than_the_files_is_quarantined(tmp_path: Path) -> None:
    parsed = gamelogs.parse(write(tmp_path, line(), line(date="20310501"), line(date="20310502", home_score="x")))
    assert [(item.line, item.season, item.reason) for item in parsed.rejected] == [
        (2, 2030, "a 2031 game in a 2030 file"),
        (3, 2030, "field 11 (home_score): 'x' is not a number"),
    ]
    assert parsed.rejected[0].text == line(date="20310501")
    assert [row["season"] for row in games(parsed)] == [2030]
    assert parsed.read == {("gl2030.txt", 2030): 3}


def season_of_files(folder: Path, season: int = 2030) -> Parsed:
    texts, unreadable = list_gamelogs(folder, {season})
    assert unreadable == []
    return read_season(texts)


def test_the_first_of_a_games_records_is_kept_and_the_others_are_quarantined_with_their_text(tmp_path: Path) -> None:
    """By file and line, whichever folder or archive they are in."""
    again = line(attendance=7)
    zipped(tmp_path, {"GL2030.TXT": f"{line(game_number='1')}\r\n{again}\r\n".encode()}, "gl2030.zip")
    (tmp_path / "copy").mkdir()
    write(tmp_path / "copy", line(game_number="2"), line())
    write(tmp_path, line(game_number="3"), line(game_number="2"), line(game_number="3"))
    parsed = season_of_files(tmp_path)
    assert {(row["source_file"], row["source_line"]) for row in games(parsed)} == {
        ("copy/gl2030.txt", 1),
        ("copy/gl2030.txt", 2),
        ("gl2030.txt", 1),
        ("gl2030.zip/GL2030.TXT", 1),
    }
    assert [(item.file, item.line, item.season, item.text, item.reason) for item in parsed.rejected] == [
        ("gl2030.txt", 2, 2030, line(game_number="2"), "duplicate of the game in copy/gl2030.txt, line 1"),
        ("gl2030.txt", 3, 2030, line(game_number="3"), "duplicate of the game in gl2030.txt, line 1"),
        ("gl2030.zip/GL2030.TXT", 2, 2030, again, "duplicate of the game in copy/gl2030.txt, line 2"),
    ]
    assert {row["attendance"] for row in games(parsed)} == {1200}
    assert len(lineups(parsed)) == 4 * 18
    mentions = [row for table in parsed.records["gamelog_person"] for row in table.to_pylist()]
    assert {row["mentions"] for row in mentions if row["name"] == "Bob Bbb"} == {4}
    for (file, season), read in parsed.read.items():
        bad = sum(item.file == file for item in parsed.rejected)
        assert read == parsed.kept[file, season] + bad, file


def parts(folder: Path, seasons: set[int] | None = None) -> tuple[dict[int, Parsed], Parsed]:
    """A folder's texts of several seasons, split and read by season, and the lines that tell none."""
    texts, unreadable = list_gamelogs(folder, seasons)
    assert unreadable == []
    found: dict[int, list[GamelogText]] = {}
    rest = Parsed(gamelogs.SOURCE)
    for text in texts:
        own, lines = split(text, folder / "parts", seasons) if text.season is None else ([text], None)
        for part in own:
            found.setdefault(part.season, []).append(part)
        if lines is not None:
            rest.rejected += lines.rejected
            rest.read.update(lines.read)
    return {season: read_season(own) for season, own in found.items()}, rest


def test_a_text_of_several_seasons_is_split_and_every_line_keeps_its_number(tmp_path: Path) -> None:
    text = [line(date="20310501"), line(), "", "half a line", line(date="20310501"), line(date="20310502", forfeit="Q")]
    write(tmp_path, *text, name="glws.txt", end="\r\n")
    found, rest = parts(tmp_path)
    assert sorted(found) == [2030, 2031]
    assert [(row["source_line"], row["game_type"]) for row in games(found[2030])] == [(2, "postseason")]
    assert [row["source_line"] for row in games(found[2031])] == [1]
    assert [(item.line, item.text, item.reason) for item in found[2031].rejected] == [
        (6, text[5], "field 15 (forfeit): 'Q' is not V, H or T"),
        (5, text[4], "duplicate of the game in glws.txt, line 1"),
    ]
    assert [(item.file, item.line, item.season, item.text) for item in rest.rejected] == [
        ("glws.txt", 4, None, "half a line")
    ]
    read = sum(sum(parsed.read.values()) for parsed in (*found.values(), rest))
    assert read == sum(bool(one) for one in text)


def test_of_a_text_of_several_seasons_only_the_wanted_ones_are_read(tmp_path: Path) -> None:
    write(tmp_path, line(date="20310501"), line(), name="gl2030_39.txt")
    found, _ = parts(tmp_path, {2031})
    assert list(found) == [2031]


@pytest.mark.parametrize("name", ["gl2030_39.txt", "gl2030-2039.txt", "gl2030_39.zip"])
def test_a_game_outside_the_years_of_the_files_name_is_quarantined(tmp_path: Path, name: str) -> None:
    """One typing error in a date must not make or replace a season."""
    texts = [line(), line(date="20401231"), line(date="20391001")]
    if name.endswith("zip"):
        zipped(tmp_path, {"GL2030_39.TXT": "\n".join(texts).encode()}, name)
    else:
        write(tmp_path, *texts, name=name)
    found, rest = parts(tmp_path)
    assert sorted(found) == [2030, 2039]
    assert [(item.line, item.season, item.text, item.reason) for item in rest.rejected] == [
        (2, 2040, texts[1], "a game of 2040 in a file of 2030 to 2039")
    ]
    assert sum(sum(parsed.read.values()) for parsed in (*found.values(), rest)) == 3


DISAGREE = "a game of {}, but the file's name and its archive's have no season in common"


@pytest.mark.parametrize(
    ("archive", "member", "kept", "reason"),
    [
        ("gl2031.zip", "GL2030.TXT", [], DISAGREE),
        ("gl2031_39.zip", "GL2030.TXT", [], DISAGREE),
        ("gl2031_39.zip", "GL2025_35.TXT", [2031], "a game of {} in a file of 2031 to 2035"),
        ("gl2029_31.zip", "GL2031_40.TXT", [2031], "a {} game in a 2031 file"),
        ("gl2031_39.zip", "GLWS.TXT", [2031], "a game of {} in a file of 2031 to 2039"),
    ],
)
def test_an_archives_years_bind_its_members(
    tmp_path: Path, archive: str, member: str, kept: list[int], reason: str
) -> None:
    """Once, GL2015.TXT in gl2016.zip was read as the season of 2015."""
    texts = [line(), line(date="20310501")]
    zipped(tmp_path, {member: "\n".join(texts).encode()}, archive)
    found, rest = parts(tmp_path)
    assert [season for season in sorted(found) if games(found[season])] == kept
    rejected = [*rest.rejected, *(item for parsed in found.values() for item in parsed.rejected)]
    assert [(item.text, item.reason) for item in rejected] == [
        (text, reason.format(season)) for text, season in zip(texts, (2030, 2031), strict=True) if season not in kept
    ]
    assert sum(sum(parsed.read.values()) for parsed in (*found.values(), rest)) == len(texts)


def test_an_archive_of_several_seasons_has_a_member_for_each(tmp_path: Path) -> None:
    members = {"GL2030.TXT": line().encode(), "GL2031.TXT": line(date="20310501").encode()}
    zipped(tmp_path, {**members, "GLWS.TXT": line(date="20310901").encode()}, "gl2030_39.zip")
    found, _ = parts(tmp_path)
    assert {season: [row["source_file"].rsplit("/")[-1] for row in games(found[season])] for season in found} == {
        2030: ["GL2030.TXT"],
        2031: ["GL2031.TXT", "GLWS.TXT"],
    }


@pytest.mark.parametrize("name", ["gl2030.txt", "glws.txt", "gl2030_39.txt"])
def test_an_empty_file_is_told_whatever_its_name(tmp_path: Path, name: str) -> None:
    write(tmp_path, name=name)
    found, rest = parts(tmp_path)
    rejected = [item for parsed in (*found.values(), rest) for item in parsed.rejected]
    assert [(item.file, item.line, item.reason) for item in rejected] == [(name, None, "the file is empty")]


fields = st.sampled_from(
    [
        "home_score",
        "date",
        "game_number",
        "home_club",
        "forfeit",
        "visitor_4_id",
        "home_2_id",
        "visitor_9_position",
        "attendance",
    ]
)
values = st.one_of(
    st.integers(-2, 30),
    st.sampled_from(["", "x", "V", "T", "20300501", "18700501", "20301301", "AYR", "blyma001", "é"]),
)


@given(st.lists(st.dictionaries(fields, values, max_size=3), min_size=1, max_size=5))
@settings(deadline=None)
def test_columns_and_lines_agree_on_what_is_sound(changes: list[dict[str, object]]) -> None:
    """The check over columns accepts a file only if the check by line accepts every line of it."""
    text = "\n".join(line(**change) for change in changes)
    whole, _numbers = gamelogs._read_whole(text.encode(), None)
    by_line = [read_record(one.encode()) for one in text.split("\n")]
    is_sound = all(record.defect is None and not record.unread for record in by_line)
    assert (whole is not None) == (is_sound and text.isascii())
    of_season, _numbers = gamelogs._read_whole(text.encode(), 2030)
    assert of_season is None or (
        whole is not None and all(date[:4] == "2030" for date in of_season["date"].to_pylist())
    )


@given(st.binary(max_size=400))
@settings(deadline=None)
def test_no_bytes_break_the_reader_and_none_are_lost(content: bytes) -> None:
    parsed = Parsed(gamelogs.SOURCE)
    sound = f"{line()}\n".encode()
    gamelogs.parse_text(sound + content, "gl2030.txt", 2030, parsed)
    stream = io.BytesIO(content.rstrip(b"\x1a"))
    records = sum(bool(one.strip()) for one in stream.read().split(b"\n"))
    assert sum(parsed.read.values()) == 1 + records
    assert len(games(parsed)) + len(parsed.rejected) == 1 + records


def test_a_file_that_does_not_tell_its_size_is_read_whole(tmp_path: Path) -> None:
    pipe, written = tmp_path / "GL1901.TXT", b"a line\r\n" * 1000
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(written,))
    writer.start()
    [(_, content)] = read_texts(pipe, re.compile("GL"))
    writer.join()
    assert content == written


@pytest.mark.parametrize("name", ["gl2030.zip", "gl2030.txt", "gl2030.txt.gz"])
def test_a_file_that_is_gone_is_no_bad_file(tmp_path: Path, name: str) -> None:
    """A worker that does not share the folder must not lose the season's games to quarantine."""
    with pytest.raises(SourceError, match=rf"{name}: .*No such file"):
        list(read_texts(tmp_path / name, re.compile("gl.*")))


@pytest.mark.parametrize("name", ["gl2030.zip", "gl2030.txt", "gl2030.txt.gz"])
def test_what_the_file_system_does_not_deliver_is_no_bad_file(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(SourceError, match=rf"{name}: .*Is a directory"):
        list(read_texts(tmp_path / name, re.compile("gl.*")))


def test_a_side_of_an_all_star_game_is_in_no_league(tmp_path: Path) -> None:
    """Game logs give both sides the code `ML`, which is no league."""
    sides = {"visitor_club": "NLS", "home_club": "ALS", "visitor_league": "ML", "home_league": "ML"}
    (tmp_path / "gl2030.txt").write_text(f"{line()}\n")
    (tmp_path / "glas.txt").write_text(f"{line(date='20300715', **sides)}\n")
    clubs = season_tables.one("club", **season_tables.records(2030, gamelogs=tmp_path))
    leagues = {row["club"]: (row["league"] is not None, row["games_present"]) for row in clubs}
    assert leagues == {"ALS": (False, 0), "NLS": (False, 0), "AYR": (True, 1), "BLY": (True, 1)}


@pytest.mark.parametrize("nobody", ["(none)", "(None)"])
def test_nobody_has_no_id(tmp_path: Path, nobody: str) -> None:
    """Retrosheet writes `(none)` where nobody did what a field is for."""
    unnamed = {"visitor_manager_id": nobody, "visitor_manager_name": nobody, "visitor_starting_pitcher_id": nobody}
    (game,) = games(gamelogs.parse(write(tmp_path, line(**unnamed))))
    assert (game["visitor_manager_id"], game["visitor_starting_pitcher_id"]) == (None, None)
    assert game["home_manager_id"] is not None
