"""`benchmarks/parity.py`, and invented games compared with a cwevent where SKIPPER_CWEVENT names one.

An executable before 0.8 is one that somebody has here; what is known to be otherwise in it is in docs/chadwick.md.
"""

from __future__ import annotations

import os
import re
from itertools import product
from pathlib import Path

import pytest

from parity import FIELDS, Parity, cells, compare, ours, theirs
from simulated_plays import SimulatedGame, event_file, roster
from simulated_reading import YEAR
from skipper.sources.retrosheet.events.files import EventFile
from skipper.sources.retrosheet.events.plays import read_plays
from test_event_cases import CLUBS, HITS_BY_BASE, as_file, roster_of, rosters, single_plays
from test_event_text import CASES

# By a cwevent before 0.8: fates of men left on base, positions of pinch hitters and runners on base.
CHANGED_SINCE = {
    *("BAT_FATE_ID", "RUN1_FATE_ID", "RUN2_FATE_ID", "RUN3_FATE_ID"),
    *("RUN1_FLD_CD", "RUN2_FLD_CD", "RUN3_FLD_CD"),
}


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


# Texts that a cwevent before 0.8 reads otherwise, or stops reading: docs/chadwick.md.
READ_OTHERWISE = {
    *("S7/PASS.1-2;BX2", "99", "99/F", "CS2(299)", "C/E1/BG"),
    *("PO1(E1/OBS).1-2", "CSH(E2/OBS)(UR)"),
}


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A folder of simulated games."""
    content, _ = event_file(range(28))
    return laid_down(tmp_path, f"{YEAR}HHH.EVA", content, {side.code: roster(side) for side in SimulatedGame(0).sides})


@pytest.fixture
def cwevent() -> Path:
    """An executable; tests that need it are skipped where SKIPPER_CWEVENT does not name it."""
    named = os.environ.get("SKIPPER_CWEVENT")
    if not named:
        pytest.skip("SKIPPER_CWEVENT names no cwevent")
    return Path(named)


def test_plays_are_compared_by_game_and_number_and_every_cell_that_differs_is_counted(league, capsys):
    printed = ours(league, YEAR)
    left = cells(printed)
    header, first, second, *rest = printed.splitlines(keepends=True)
    changed = first.replace(b'"vvvx0001"', b'"vvvx0002"', 1)
    assert changed != first
    found = compare(left, cells(b"".join([*rest, changed]), header=False))
    assert found.plays == left.num_rows - 1
    assert found.cells == found.plays * len(FIELDS) == found.plays * 160
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


def test_simulated_games_are_cwevent_s(league, cwevent):
    found = compare(cells(ours(league, YEAR)), cells(theirs(cwevent, league, YEAR), header=False))
    print(told(found))
    assert found.only_ours == found.only_theirs == []
    assert set(found.differing) <= CHANGED_SINCE, told(found)


def invented() -> list[list[str]]:
    """A game for every event text of the tests with any men on base and any number of outs, as far as that can be."""
    texts = dict.fromkeys([*(case["event"] for case in single_plays()), *(text for text, _ in CASES)])
    texts = [text for text in texts if text not in READ_OTHERWISE]
    games = []
    for text, outs, on_base in product(texts, range(3), product((False, True), repeat=3)):
        hits = [hit for hit, there in zip(HITS_BY_BASE, on_base, strict=True) if there]
        plays = [*["K"] * outs, *hits, text]
        games.append([f"play,1,0,vis{slot:02d},??,,{play}" for slot, play in enumerate(plays, 1)] + ["data,er,hom10,0"])
    plays = read_plays([EventFile("2031HOM.EVA", as_file(*games))], rosters())
    return [game for game, kept in zip(games, plays.kept, strict=True) if kept]


def test_invented_plays_are_cwevent_s(tmp_path, cwevent):
    games = invented()
    laid_down(tmp_path, "2031HOM.EVA", as_file(*games), {club: roster_of(club) for club in CLUBS})
    found = compare(cells(ours(tmp_path, 2031)), cells(theirs(cwevent, tmp_path, 2031), header=False))
    print(f"{len(games):,} games", told(found))
    assert found.only_ours == found.only_theirs == []
    assert set(found.differing) <= CHANGED_SINCE, told(found)
