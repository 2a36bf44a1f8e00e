"""`benchmarks/parity.py`, and invented and real games compared with cwevent.

The reference is chadwickpy's cwevent, a development dependency, run as a program. Its cells are those of Chadwick 0.11;
what is known to be otherwise here is in docs/chadwick.md.
"""

from __future__ import annotations

import re
import sys
import zipfile
from itertools import product
from pathlib import Path

import pytest

from parity import FIELDS, Parity, cells, compare, ours, theirs
from simulated_plays import SimulatedGame, event_file, roster
from simulated_reading import YEAR
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import read_plays
from test_event_cases import CLUBS, HITS_BY_BASE, as_file, roster_of, rosters, single_plays
from test_event_text import CASES

CWEVENT = Path(sys.executable).with_name("cwevent")


def laid_down(folder: Path, name: str, content: bytes, rosters_of: dict[str, bytes]) -> Path:
    """A folder of an event file with what cwevent wants beside it. One before 0.8 wants a date in each game too."""
    year = name[:4]
    dated = rb"\1info,date,\2/\3/\4\r\ninfo,number,\5\r\ninfo,usedh,true\r\n"
    content = re.sub(rb"(id,\w{3}(\d{4})(\d\d)(\d\d)(\d)\r\n(?:version,2\r\n)?)", dated, content)
    (folder / name).write_bytes(content)
    for club, men in rosters_of.items():
        (folder / f"{club}{year}.ROS").write_bytes(men)
    clubs = (f"{club},A,Some,Ones\r\n" for club in rosters_of)
    (folder / f"TEAM{year}").write_text("".join(clubs))
    return folder


# Texts outside Retrosheet's grammar, or with unknown fielders, that cwevent reads otherwise: docs/chadwick.md.
READ_OTHERWISE = {
    *("C", "CS2(299)", "6U", "S99.1X3(7U)", "S7.1X3(7U)", "S7.1X3(U)", "S7.1X3(U5)", "S7/PASS.1-2;BX2"),
    *("E99", "E0", "FLE99/P5F", "FLE0/P5F", "S7.1-3(E99)", "S7.1X3(7E99)", "6E99/G6"),
    *("PO1(E1/OBS).1-2", "CSH(E2/OBS)(UR)"),
}


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A folder of simulated games."""
    content, _ = event_file(range(28))
    return laid_down(tmp_path, f"{YEAR}HHH.EVA", content, {side.code: roster(side) for side in SimulatedGame(0).sides})


def test_plays_are_compared_by_game_and_number_and_every_cell_that_differs_is_counted(league, capsys):
    printed = ours(league, YEAR)
    left = cells(printed)
    header, first, second, *rest = printed.splitlines(keepends=True)
    changed = first.replace(b'"vvvx0001"', b'"vvvx0002"', 1)
    assert changed != first
    found = compare(left, cells(b"".join([*rest, changed]), header=False))
    assert found.plays == left.num_rows - 1
    assert found.cells == found.plays * len(FIELDS) == found.plays * 164
    assert found.only_ours == [("HHH204104010", "2")]
    assert found.only_theirs == []
    assert found.differing == {"BAT_ID": 1}
    assert found.examples == {"BAT_ID": [("HHH204104010", "1", "vvvx0001", "vvvx0002")]}
    assert compare(left, cells(header + first + second)).only_theirs == []
    assert capsys.readouterr().out == ""


def test_plays_that_only_they_have_are_named(league):
    left = cells(ours(league, YEAR))
    found = compare(left.slice(1), left)
    assert found.only_theirs == [("HHH204104010", "1")]
    assert found.differing == {}


def told(found: Parity) -> str:
    return f"{found.plays:,} plays, {found.cells:,} cells: {dict(found.differing)} {found.examples}"


def test_simulated_games_are_cwevents(league):
    found = compare(cells(ours(league, YEAR)), cells(theirs(CWEVENT, league, YEAR), header=False))
    assert found.plays > 2_000
    assert found.only_ours == found.only_theirs == []
    assert found.differing == {}, told(found)


# One more of each kind that the texts of the other tests lack.
SHAPES = (
    *("99/SF.3-H", "99/BF", "99/G", "99/DP", "993/G", "6(1)/FO/SF.3-H", "FC6/SF.3-H", "E6/SF.3-H", "C/E2/SF"),
    *("4(1)3/LDP", "4(1)3/L/DP", "6(1)3/FDP", "6(1)/FO/TP.BX1(63)", "5(2)4(1)/FO/TP", "54(1)3/GTP", "6(1)3/BPDP"),
    *("K/BG", "K23/BG", "HP/L", "W/G", "5E3.BX1(3)", "16(1)/FO.BX2(6E3)(36)", "2(B)4(1)/BFDP", "24/BFDP"),
    *("CSH(26E2)(UR).3-H", "POCSH(2E3)(UR).3-H", "S8.3-H(TUR)", "993/G.2-3", "52(3)/FO/TP.BX1(23);2XH(32)"),
)


def invented() -> list[list[str]]:
    """A game for every event text of the tests, as `games_of`."""
    texts = dict.fromkeys([*(case["event"] for case in single_plays()), *(text for text, _ in CASES), *SHAPES])
    return games_of([text for text in texts if text not in READ_OTHERWISE])


def games_of(texts: list[str]) -> list[list[str]]:
    """A game for every event text with any men on base and any number of outs, as far as that can be."""
    games = []
    for text, outs, on_base in product(texts, range(3), product((False, True), repeat=3)):
        hits = [hit for hit, there in zip(HITS_BY_BASE, on_base, strict=True) if there]
        plays = [*["K"] * outs, *hits, text]
        games.append([f"play,1,0,vis{slot:02d},??,,{play}" for slot, play in enumerate(plays, 1)] + ["data,er,hom10,0"])
    plays = read_plays([EventFile("2031HOM.EVA", as_file(*games))], rosters())
    return [game for game, kept in zip(games, plays.kept, strict=True) if kept]


def test_invented_plays_are_cwevents(tmp_path):
    games = invented()
    laid_down(tmp_path, "2031HOM.EVA", as_file(*games), {club: roster_of(club) for club in CLUBS})
    found = compare(cells(ours(tmp_path, 2031)), cells(theirs(CWEVENT, tmp_path, 2031), header=False))
    assert found.plays > 5_000
    assert found.only_ours == found.only_theirs == []
    assert found.differing == {}, told(found)


def test_an_out_by_unknown_fielders_takes_no_credit_from_the_advances(tmp_path):
    """SLN195505140: cwevent drops the fielders of a second out behind `99`."""
    games = games_of(["99/SF/AP/NDP.3-H;2X3(1)"])
    laid_down(tmp_path, "2031HOM.EVA", as_file(*games), {club: roster_of(club) for club in CLUBS})
    found = compare(cells(ours(tmp_path, 2031)), cells(theirs(CWEVENT, tmp_path, 2031), header=False))
    assert found.differing == {"PO1_FLD_CD": len(games)}, told(found)
    assert {(own, other) for _game, _play, own, other in found.examples["PO1_FLD_CD"]} == {("1", "0")}


# A club's home games of a season in which deduced plays, `99` and placed runners are frequent.
@pytest.mark.parametrize(("season", "club"), [(1926, "BSN"), (1958, "PIT"), (1988, "BOS"), (2021, "TBA")])
def test_real_games_are_cwevents(season, club, real_data, tmp_path):
    archive = real_data / "releases" / "retrosheet" / "events" / f"{season}eve.zip"
    if not archive.is_file():
        pytest.skip(f"SKIPPER_DATA has no event files of {season}")
    with zipfile.ZipFile(archive) as packed:
        wanted = [name for name in packed.namelist() if name.startswith(f"{season}{club}") or name[-4:] == ".ROS"]
        packed.extractall(tmp_path, [*wanted, f"TEAM{season}"])
    found = compare(cells(ours(tmp_path, season)), cells(theirs(CWEVENT, tmp_path, season), header=False))
    assert found.plays > 4_000
    assert found.only_ours == found.only_theirs == []
    assert found.differing == {}, told(found)
