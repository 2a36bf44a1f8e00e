"""Bad event files: a defect costs the fact in which it is, a game stays if its score is sure, and no line is lost."""

from __future__ import annotations

import os
import random
import re
import zipfile
from pathlib import Path

import pytest

from deadline import deadline
from simulated_plays import SimulatedGame, event_file, roster
from simulated_reading import YEAR, read, simulated_rosters
from skipper.sources.plays.events.event_vocabulary import EventVocabulary
from skipper.sources.plays.events.faults import REASONS
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.games import DEFECTS
from skipper.sources.plays.events.plays import UTF16, Plays, lost_records, quarantined, read_plays
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.events.text_score import is_proved, is_readable
from skipper.sources.plays.soundness import read_usable
from skipper.sources.retrosheet.event_files.season import line_counts
from trials import trials

MUTATIONS = int(os.environ.get("SKIPPER_MUTATIONS", trials(300)))


def game_lines(seed: int = 1) -> list[str]:
    return list(SimulatedGame(seed).lines)


def as_file(lines: list[str]) -> bytes:
    return "".join(line + "\r\n" for line in lines).encode("latin-1")


def lines_accounted_for(plays: Plays) -> int:
    used = 0
    for game, (start, end) in enumerate(plays.games.spans.tolist()):
        used += (end - start) * plays.kept[game] + int(plays.first_plays[game] - start) * plays.scored[game]
    not_used = sum(item.last_line - item.first_line + 1 for item in quarantined(plays))
    return used - len(lost_records(plays)) + not_used + plays.blank_lines


def first(lines: list[str], pattern: str, after: int = 0) -> int:
    return next(i for i, line in enumerate(lines) if i >= after and re.match(pattern, line))


def spoil(lines: list[str], pattern: str, new: str) -> int:
    """Put another line in place of the first that matches; returns its number from 1."""
    at = first(lines, pattern)
    lines[at] = re.sub(pattern, new, lines[at])
    return at + 1


@pytest.mark.parametrize(
    ("pattern", "new", "reason"),
    [
        (r"(play,1,0,\w+,\?\?,,).*", r"\1ZZ9", "outside Retrosheet's grammar"),
        (r"(play,1,0,\w+,\?\?,,).*", r"\1S8.3-H", "an empty base"),
        (r"(play,1,0,\w+,\?\?,,).*", r"\1S8.1~2", "outside Retrosheet's grammar"),
        (r"(play,1,0,\w+,\?\?,,).*", r"\1" + "K\xff", "not ASCII"),
        (r"play,2,0,", "play,4,0,", "inning or side out of order"),
        (r"play,1,0,", "play,one,0,", "in place of a number"),
        (r"play,1,0,(\w+),\?\?,,", r"play,1,0,\1,??,", "number of fields"),
        (r"id,HHH", "id,H-H", "a game's id"),
        (r"info,visteam.*", "info,sky,overcast", "no visteam"),
    ],
)
def test_a_spoiled_line_rejects_its_game_with_line_and_reason(pattern, new, reason):
    lines = game_lines()
    at = spoil(lines, pattern, new)
    plays = read(as_file(game_lines(2) + lines + game_lines(3)))
    (rejected,) = plays.rejected
    before = len(game_lines(2))
    assert reason in rejected.reason
    assert (rejected.first_line, rejected.last_line) == (before + 1, before + len(lines))
    if "visteam" not in reason:
        assert rejected.line == before + at
    assert plays.kept.tolist() == [True, False, True]
    assert lines_accounted_for(plays) == len(plays.lines.kinds)


def test_a_man_who_left_and_bats_again_rejects_the_game():
    lines = game_lines()
    second = first(lines, "play,2,0,")
    batter = lines[second].split(",")[3]
    slot = next(line.split(",")[4] for line in lines if line.startswith((f"start,{batter},", f"sub,{batter},")))
    lines.insert(second, f'sub,vvvx0150,"New Man",0,{slot},11')
    (rejected,) = read(as_file(lines)).rejected
    assert (rejected.reason, rejected.line) == ("a batter who is not in the lineup (plays not used)", second + 2)


@pytest.mark.parametrize(
    ("adjustment", "rejected"),
    [
        ("badj,nobod001,L", True),
        ("badj,vvvx0001,L", False),
        ("badj,hhhx1010,R", False),
        ("padj,nobod001,L", True),
        ("padj,hhhx1010,L", False),
        ("presadj,nobod001,1", True),
        ("presadj,hhhx1003,1", True),  # in the game, and never its pitcher
        ("presadj,hhhx1010,1", False),
    ],
)
def test_an_adjustment_of_nobody_in_the_game_rejects_it(adjustment: str, rejected: bool):
    lines = game_lines()
    at = first(lines, "play,1,0,") + 1
    lines.insert(at, adjustment)
    reason = "an adjustment for someone not in the game, or to an invalid base, side or slot (plays not used)"
    found = [(item.reason, item.line) for item in read(as_file(lines)).rejected]
    assert found == ([(reason, at + 1)] if rejected else [])


def test_a_fourth_out_rejects_the_game():
    lines = game_lines()
    lines.insert(first(lines, "play,1,1,"), lines[first(lines, "play,1,0,")].rsplit(",", 1)[0] + ",K")
    (rejected,) = read(as_file(lines)).rejected
    assert "fourth out" in rejected.reason


def test_a_game_that_breaks_off_is_rejected():
    lines = game_lines()
    (rejected,) = read(as_file(lines[: first(lines, "play,7,0,")])).rejected
    assert "cut off" in rejected.reason


def test_a_game_that_comes_twice_is_kept_once_even_in_another_file():
    content, seen = as_file(game_lines()), set()
    files = [EventFile("2041HHH.EVA", content), EventFile("2041HHH (1).EVA", content)]
    plays = read_plays(files, simulated_rosters(), seen=seen)
    assert plays.kept.tolist() == [True, False]
    assert "duplicate" in plays.rejected[0].reason
    assert plays.rejected[0].file == "2041HHH (1).EVA"
    assert not read_plays(files[:1], simulated_rosters(), seen=seen).kept.any()


def test_a_broken_copy_does_not_make_a_sound_one_a_duplicate():
    sound = game_lines()
    broken = sound[: first(sound, "play,7,0,")]
    spoiled = game_lines()
    spoil(spoiled, r"play,1,0,", "plai,1,0,")
    files = [
        EventFile(f"2041{name}.EVA", as_file(lines))
        for name, lines in zip("ABCDE", (broken, spoiled, sound, broken, sound), strict=True)
    ]
    plays, alone = read_plays(files, simulated_rosters()), read(as_file(sound))
    assert plays.kept.tolist() == [False, False, True, False, False]
    reasons = {item.file[4]: item.reason.split(":")[0] for item in plays.rejected}
    assert reasons == {
        "A": "the game is cut off before it could have ended, and no data record follows",
        "B": "an unknown kind of record",
        "D": "the game is cut off before it could have ended, and no data record follows",
        "E": "a duplicate",
    }
    assert lines_accounted_for(plays) == len(plays.lines.kinds)
    assert len(plays) == len(alone)
    assert plays.substitutions_of("event").tolist() == alone.substitutions_of("event").tolist()
    seen: set[str] = set()  # and from one call to the next
    kept = [read_plays([file], simulated_rosters(), seen=seen).kept.tolist() for file in files]
    assert kept == [[False], [False], [True], [False], [False]]


def test_a_copy_that_no_table_can_hold_does_not_make_a_usable_one_a_duplicate():
    sound, unusable = game_lines(), game_lines()
    spoil(unusable, "info,visteam,VVV", "info,visteam,HHH")
    files = [EventFile(f"2041{name}.EVA", as_file(lines)) for name, lines in zip("AB", (unusable, sound), strict=True)]
    plays = read_usable(files, simulated_rosters(), EventVocabulary(), ())
    assert plays.kept.tolist() == [False, True]
    assert [item.reason for item in plays.rejected] == ["a club plays itself"]


def test_copies_of_a_game_under_other_ids_are_games_of_their_own():
    """The id says which game it is: who makes distinct copies for load need not change what else tells the day."""
    lines = [*game_lines()[:2], "info,date,2041/04/01", *game_lines()[2:]]
    copies = [[f"id,HHH2041041{number}0", *lines[1:]] for number in range(3)]
    files = [EventFile(f"{number}.EVA", as_file(copy)) for number, copy in enumerate(copies)]
    assert read_usable(files, simulated_rosters(), EventVocabulary(), ()).kept.tolist() == [True] * 3


@pytest.mark.parametrize("spoiled", [None, "play,1,0,"])
def test_without_rosters_only_the_hands_are_unknown(spoiled: str | None):
    lines = game_lines()
    if spoiled:
        spoil(lines, r"play,1,0,\w+,", "play,1,0,nobod001,")
    plays = read_plays([EventFile("x.EVA", as_file(lines))], Rosters())
    assert plays.listed.all()
    without = [item for item in quarantined(plays) if item.reason.startswith("no roster")]
    assert [item.reason for item in without] == [
        f"no roster (of {club} in {YEAR}: hands of its players are unknown)" for club in ("VVV", "HHH")
    ]
    assert lines_accounted_for(plays) == len(lines)
    assert [row["rows_in"] - row["rows_out"] - row["rows_quarantined"] for row in line_counts(plays)] == [0]


SIDES = {"VVV": 0, "HHH": 1}
OF_VISITORS = {"VVV"}


@pytest.mark.parametrize(
    ("pattern", "new", "reason", "clubs"),
    [
        (r"play,1,0,\w+,", "play,1,0,nobod001,", "not in the lineup", set()),
        (r"sub,(\w+),(.*),(\d+)$", r"sub,\1,\2,x", "in place of a number", set()),
        (r"start,\w+,.*,0,1,2", "start,vvvx0001,x,0,11,2", "invalid or occupied place in a lineup", OF_VISITORS),
        (r"start,(\w+),(.*),0,2,3", r"start,\1,\2,0,1,3", "invalid or occupied place in a lineup", OF_VISITORS),
        (r"start,(\w+),(.*),0,2,3", r"start,\1,\2,0,2,4", "nine batters and nine fielders", OF_VISITORS),
        (r"start,(\w+),(.*),0,2,3", r"start,\1,\2,0,two,3", "in place of a number", OF_VISITORS),
        (r"start,(\w+),(.*),0,2,3", r"start,\1,\2,0,2", "a wrong number of fields", {"VVV", "HHH"}),
        (r"start,(\w+),(.*),0,2,3", r"start,,\2,0,2,3", "a missing player id", OF_VISITORS),
        (r"start,\w+,(.*),0,2,3", r"start,vvvx0001,\1,0,2,3", "listed twice", OF_VISITORS),
        (r"start,\w+,(.*),0,2,3", r"start,hhhx1001,\1,0,2,3", "listed twice", {"VVV", "HHH"}),
        (r"start,(\w+),.*,0,1,2", r"com,\1", "nine batters and nine fielders", OF_VISITORS),
    ],
)
def test_a_game_keeps_its_score_and_the_lineups_that_are_sound(pattern: str, new: str, reason: str, clubs: set[str]):
    sound = game_lines(2)
    lines = list(sound)
    spoil(lines, pattern, new)
    files = [EventFile(f"{name}.EVA", as_file(text)) for name, text in (("sound", sound), ("spoiled", lines))]
    of_sound, of_spoiled = (read_usable([file], simulated_rosters(), EventVocabulary(), ()) for file in files)
    assert (of_spoiled.kept.tolist(), of_spoiled.scored.tolist()) == ([False], [True])
    assert of_spoiled.runs.tolist() == of_sound.runs.tolist()
    assert [club for club, side in SIDES.items() if not of_spoiled.has_lineup[0, side]] == sorted(clubs, key=SIDES.get)
    items = quarantined(of_spoiled)
    (of_plays,) = [item for item in items if item.reason.endswith("(plays not used)")]
    assert of_plays.last_line == len(lines)
    for club in clubs:
        rows = [item for item in items if f"lineup of {club} not used" in item.reason]
        assert rows
        assert all(reason in item.reason for item in rows)
    assert any(reason in item.reason for item in items)
    assert lines_accounted_for(of_spoiled) == len(lines)
    assert [row["rows_in"] - row["rows_out"] - row["rows_quarantined"] for row in line_counts(of_spoiled)] == [0]


@pytest.mark.parametrize(
    ("pattern", "new"),
    [(r"version,2", "verzion,2"), (r"data,er,(\w+),.*", r"data,er,\1,none"), (r"data,er,.*", "zeit,300")],
)
def test_a_record_on_which_no_play_depends_costs_only_itself(pattern: str, new: str):
    lines = game_lines()
    at = spoil(lines, pattern, new)
    plays, sound = read(as_file(lines)), read(as_file(game_lines()))
    assert (plays.kept.tolist(), len(plays)) == ([True], len(sound))
    (lost,) = quarantined(plays)
    assert (lost.first_line, lost.line, lost.last_line) == (at, at, at)
    assert lines_accounted_for(plays) == len(lines)


def test_a_tab_at_the_end_of_a_line_is_read_over():
    lines = [f"{line}\t" for line in game_lines()]
    assert quarantined(read(as_file(lines))) == []


@pytest.mark.parametrize("spoiled", ["plai,1,0,", "play,3,0,"])
def test_a_score_that_the_texts_do_not_prove_costs_the_game(spoiled: str):
    """A record that may be a play, or a half-inning out of order: nobody knows what is missing."""
    lines = game_lines()
    spoil(lines, r"play,1,0,", spoiled)
    spoil(lines, r"play,1,0,\w+,", "play,1,0,nobod001,")
    plays = read(as_file(lines))
    assert not plays.listed.any()
    assert [(item.first_line, item.last_line) for item in plays.rejected] == [(1, len(lines))]


@pytest.mark.parametrize("out", range(3))
def test_a_game_that_lacks_an_out_keeps_no_score(out: int):
    lines = game_lines()
    outs = [at for at, line in enumerate(lines) if re.match(r"play,\d,0,\w+,[^,]*,[^,]*,(K|8/F8)$", line)]
    lines.insert(first(lines, "play,2,0,"), 'sub,vvvx0150,"New Man",0,11,4')
    assert read(as_file(lines)).scored.all()
    del lines[outs[out]]
    assert not read(as_file(lines)).listed.any()


@pytest.mark.parametrize("seed", range(trials(20)))
def test_the_texts_of_every_sound_game_prove_its_score(seed: int):
    vocabulary = EventVocabulary()
    plays = read_plays([EventFile("x.EVA", as_file(game_lines(seed)))], simulated_rosters(), vocabulary)
    assert plays.kept.all()
    rows = vocabulary.rows_of(plays.lines.events)
    assert is_readable(plays.games, 0)
    assert is_proved(plays.games, 0, rows, vocabulary.table)


@pytest.mark.parametrize("first_line", [None, "", "com,before any game"])
def test_a_mark_of_utf8_before_a_file_is_read_over(first_line: str | None):
    lines = [*([] if first_line is None else [first_line]), *game_lines()]
    mark = b"\xef\xbb\xbf"
    plain, marked = read(as_file(lines)), read(mark + as_file(lines))
    assert marked.kept.tolist() == [True]
    assert marked.rejected == plain.rejected
    assert list(line_counts(marked)) == list(line_counts(plain))
    assert lines_accounted_for(marked) == len(marked.lines.kinds) == len(lines)
    files = [EventFile(f"{number}.EVA", mark + as_file(game_lines(number))) for number in (1, 2)]
    both = read_plays([*files, EventFile("empty.EVA", mark)], simulated_rosters())  # of each file, not of the first
    assert both.kept.tolist() == [True, True]
    assert [row["rows_in"] for row in line_counts(both)] == [len(game_lines(1)), len(game_lines(2))]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_file_in_utf16_is_one_row_with_its_reason(encoding: str):
    sound, content = as_file(game_lines(2)), ("\ufeff" + "\r\n".join(game_lines())).encode(encoding)
    files = [EventFile("sound.EVA", sound), EventFile("wide.EVA", content), EventFile("sound2.EVA", sound)]
    plays = read_plays(files, simulated_rosters())
    wide, duplicate = sorted(plays.rejected, key=lambda item: item.file, reverse=True)
    assert duplicate.reason.startswith("a duplicate")
    assert (wide.file, wide.first_line, wide.reason) == ("wide.EVA", 1, UTF16)
    assert lines_accounted_for(plays) == len(plays.lines.kinds)
    counts = {row["file"]: row for row in line_counts(plays)}["wide.EVA"]
    assert counts["rows_in"] == counts["rows_quarantined"] == wide.last_line == len(game_lines())


def test_records_outside_games_are_a_row_up_to_a_blank_line_or_the_end_of_the_file():
    stray = ["play,1,0,x,??,,K", "com,one", "nonsense"]
    content = as_file([*stray, "", *stray[:2], *game_lines()])
    files = [EventFile("a.EVA", as_file(stray)), EventFile("b.EVA", content)]
    plays = read_plays(files, simulated_rosters())
    found = [(item.file, item.line, item.first_line, item.last_line, item.text) for item in plays.rejected]
    assert found == [("a.EVA", 1, 1, 3, stray[0]), ("b.EVA", 1, 1, 3, stray[0]), ("b.EVA", 5, 5, 6, stray[0])]
    assert {item.reason for item in plays.rejected} == {"a record before any id record"}
    assert [(item.game, item.season) for item in plays.rejected] == 3 * [(None, None)]
    assert plays.blank_lines == 1
    assert lines_accounted_for(plays) == len(plays.lines.kinds)
    assert [row["rows_quarantined"] for row in line_counts(plays)] == [3, 5, 0]


def test_lines_before_any_game_are_named():
    plays = read(as_file(["", "play,1,0,x,??,,K", *game_lines()]))
    (rejected,) = plays.rejected
    assert (rejected.line, rejected.text, rejected.game) == (2, "play,1,0,x,??,,K", None)
    assert plays.blank_lines == 1
    assert plays.kept.all()


def test_an_empty_file_and_one_without_a_last_newline_are_read():
    assert len(read(b"")) == 0
    assert read(as_file(game_lines())[:-2]).kept.all()


def test_a_file_in_which_no_text_comes_twice_is_split_to_its_end():
    lines = game_lines() + [f"info,key{number},value{number}" for number in range(20_000)]
    plays = read(as_file(lines))
    assert plays.kept.all()
    assert b"value19999" in plays.lines.words


def mutated(content: bytes, dice: random.Random) -> bytes:
    """The file with one thing wrong: bytes, lines or its end."""
    lines = content.splitlines(keepends=True)
    at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    kind = dice.randrange(8)
    if kind == 0:
        spot = dice.randrange(len(content))
        return content[:spot] + bytes([dice.randrange(256)]) + content[spot + 1 :]
    if kind == 1:
        return content[: dice.randrange(len(content))]
    if kind == 2:
        del lines[at]
    elif kind == 3:
        lines.insert(at, lines[other])
    elif kind == 4:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 5:
        fields = lines[at].split(b",")
        fields[dice.randrange(len(fields))] = dice.choice([b"", b"-1", b"99", b"?", b'"', b"\x00", b"A" * 300])
        lines[at] = b",".join(fields)
    elif kind == 6:
        lines[at] = bytes(dice.randrange(256) for _ in range(dice.randrange(60))) + b"\n"
    else:
        spot = dice.randrange(len(content))
        return content[:spot] + bytes(dice.randrange(256) for _ in range(9)) + content[spot + dice.randrange(40) :]
    return b"".join(lines)


def mutated_rosters(files: dict[str, bytes], dice: random.Random) -> Rosters:
    """The rosters of these files, one of them with one thing wrong."""
    rosters, spoiled = Rosters(), dice.choice(sorted(files))
    for name, content in files.items():
        rosters.read(name, name, mutated(content, dice) if name == spoiled else content)
    assert all(label in files and line > 0 and reason for label, line, _, reason in rosters.rejected)
    return rosters


def rejected_of_mutated(content: bytes, rosters: dict[str, bytes], times: int) -> int:
    """Read the file so many times, with something wrong in it or, one time in four, in a roster; how often a game of
    it was left out. No line may be lost."""
    dice = random.Random(20410401)
    sound, rejected = Rosters(), 0
    for name, roster_file in rosters.items():
        sound.read(name, name, roster_file)
    for number in range(times):
        in_roster = number % 4 == 3
        file = EventFile("a.EVA", content if in_roster else mutated(content, dice))
        with deadline():
            plays = read_plays([file], mutated_rosters(rosters, dice) if in_roster else sound)
        assert lines_accounted_for(plays) == len(plays.lines.kinds)
        assert len(plays) == int(plays.kept[plays.ids_of("game")].sum())
        assert all(item.reason and item.line > 0 for item in quarantined(plays))
        rejected += bool(quarantined(plays))
    return rejected


def test_mutated_files_never_crash_and_lose_no_line():
    content, _ = event_file(range(2))
    rosters = {f"{side.code}{YEAR}.ROS": roster(side) for side in SimulatedGame(0).sides}
    assert rejected_of_mutated(content, rosters, MUTATIONS) > MUTATIONS // 3


def test_a_mutated_real_file_never_crashes_and_loses_no_line(real_data: Path):
    times = MUTATIONS // 3
    with zipfile.ZipFile(real_data / "retrosheet" / "events" / "2019eve.zip") as archive:
        name = min(name for name in archive.namelist() if re.fullmatch(r"2019\w{3}\.EV\w", name))
        games = re.split(rb"(?=^id,)", archive.read(name), flags=re.MULTILINE)
        game = next(part for part in games if part.startswith(b"id,"))
        clubs = re.findall(rb"^info,(?:visteam|hometeam),(\w{3})", game, re.MULTILINE)
        names = [f"{club.decode()}2019.ROS" for club in clubs]
        rosters = {name: archive.read(name) for name in names}
    assert rejected_of_mutated(game, rosters, times) > times // 4


@pytest.mark.parametrize("ending", [b"\r", b"\r\n", b"\n"])
def test_a_roster_is_read_whatever_ends_its_lines(ending: bytes):
    club = SimulatedGame(0).sides[0]
    plain, other, name = Rosters(), Rosters(), f"{club.code}{YEAR}.ROS"
    plain.read(name, name, roster(club))
    other.read(name, name, b"\xef\xbb\xbf" + ending.join(roster(club).splitlines()))
    assert (other.hands, other.names, other.lines, other.rejected) == (plain.hands, plain.names, plain.lines, [])
    assert len(other.names[0]) > 9


def test_every_reason_is_on_the_page_of_plays() -> None:
    page = (Path(__file__).parents[1] / "docs" / "plays.md").read_text(encoding="utf-8")
    for reason in (*REASONS.values(), *DEFECTS.values(), UTF16):
        assert reason in page
