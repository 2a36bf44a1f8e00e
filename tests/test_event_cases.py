"""Invented plays, a rule each, with what cwevent's fields say of them: tests/event_cases."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from skipper.chadwick.fields import EXTENDED, STANDARD
from skipper.chadwick.table import ChadwickColumns
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.plays import Plays, read_plays
from skipper.sources.plays.events.rosters import Rosters

CASES = Path(__file__).parent / "event_cases"
FIELDS = {field.name: field for field in STANDARD + EXTENDED}
POSITIONS = (8, 4, 6, 3, 7, 9, 5, 2)  # of the first eight in the line-up
PLAYERS = 26
CLUBS = ("VIS", "HOM")
HITS_BY_BASE = {"T7/L": "3", "D8/L": "2", "S9/L": "1"}  # hits that fill a base each, the lead one first


def rosters() -> Rosters:
    found = Rosters()
    for club in CLUBS:
        found.read(f"{club}2031.ROS", f"{club}2031.ROS", roster_of(club))
    return found


def roster_of(club: str) -> bytes:
    men = (f"{club.lower()}{i + 1:02d},Last,First,{'RLB'[i % 3]},{'RL'[i // 2 % 2]},{club},X" for i in range(PLAYERS))
    return "".join(man + "\r\n" for man in men).encode()


def line_up(side: int, club: str, designated_hitter: bool) -> list[str]:
    positions = (*POSITIONS, 10 if designated_hitter else 1)
    men = [f'start,{club}{slot:02d},"X",{side},{slot},{position}' for slot, position in enumerate(positions, 1)]
    return [*men, f'start,{club}10,"X",{side},0,1'] if designated_hitter else men


def as_file(*games: list[str]) -> bytes:
    """An event file of games given by their records; those that have a starting pitcher of their own keep him."""
    lines: list[str] = []
    for number, records in enumerate(games):
        men = line_up(0, "vis", "info,usedh,false" not in records) + line_up(
            1, "hom", "info,usedh,false" not in records
        )
        own = {record.split(",", 3)[3] for record in records if record.startswith("start,")}
        lines += [f"id,HOM20310{401 + number // 10}{number % 10}", "info,visteam,VIS", "info,hometeam,HOM"]
        lines += [man for man in men if man.split(",", 3)[3] not in own] + records
    return "".join(line + "\r\n" for line in lines).encode()


def read(*games: list[str]) -> Plays:
    return read_plays([EventFile("2031HOM.EVA", as_file(*games))], rosters())


def printed(plays: Plays, event: int, expected: str) -> str:
    """The fields named in `FIELD=value …` as we print them for an event, in the same form."""
    names = [item.partition("=")[0] for item in expected.split()]
    row = ChadwickColumns(plays).table([FIELDS[name] for name in names]).slice(event - 1, 1).to_pylist()[0]
    return " ".join(f"{name}={row[name]}" for name in names)


def single_plays() -> list[dict[str, str]]:
    with (CASES / "plays.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def records_of(case: dict[str, str]) -> list[str]:
    """A game that ends with the play of a case, outs and hits before it as the case has them."""
    before = ["K"] * int(case["outs"]) + [hit for hit, base in HITS_BY_BASE.items() if base in case["bases"]]
    texts = [*before, case["event"]]
    return [f"play,1,0,vis{slot:02d},??,,{text}" for slot, text in enumerate(texts, 1)] + ["data,er,hom10,0"]


@pytest.mark.parametrize("case", single_plays(), ids=lambda case: f"{case['event']}: {case['case']}")
def test_what_is_printed_of_a_play(case):
    plays = read(records_of(case))
    assert not plays.rejected
    assert printed(plays, len(plays), case["expected"]) == case["expected"]


@pytest.mark.parametrize("file", sorted((CASES / "games").glob("*.txt")), ids=lambda file: file.stem)
def test_what_is_printed_of_a_game(file):
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    plays = read([line for line in lines if not line.startswith("= ")])
    assert not plays.rejected
    told = [line[2:].split(" ", 1) for line in lines if line.startswith("= ")]
    assert told
    assert [printed(plays, int(event), expected) for event, expected in told] == [expected for _, expected in told]


def innings(count: int) -> list[str]:
    """The records of scoreless innings, nobody on base."""
    return [
        f"play,{inning},{side},{club}{(3 * (inning - 1) + man) % 9 + 1:02d},??,,K"
        for inning in range(1, count + 1)
        for side, club in enumerate(("vis", "hom"))
        for man in range(3)
    ]


@pytest.mark.parametrize(("played", "kept"), [(5, True), (9, True), (4, False)])
def test_a_called_game_or_a_tie_is_whole_where_its_file_has_no_earned_runs(played, kept):
    assert read(innings(played), [*innings(9), "play,10,0,vis01,??,,HR"]).kept.tolist() == [kept, False]


def test_such_a_game_is_cut_off_where_its_file_has_earned_runs():
    assert read(innings(5), [*innings(5), "data,er,hom10,0"]).kept.tolist() == [False, True]


def test_the_last_game_of_a_file_without_earned_runs_can_be_cut_off():
    assert read(innings(6), innings(6)).kept.tolist() == [True, False]


def test_a_game_cut_off_within_an_inning_is_never_whole_without_earned_runs():
    assert read(innings(6)[:-1], innings(6)).kept.tolist() == [False, False]
