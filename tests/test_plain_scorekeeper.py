"""The compiled kernels against plain Python that says what they have to: `plain_lines` and `plain_scorekeeper`."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plain_lines
import test_event_cases as cases
from deadline import deadline
from plain_lines import Record, records_of
from plain_scorekeeper import Scored, keep_score
from simulated_plays import SimulatedGame, event_file
from simulated_reading import simulated_rosters
from skipper.sources.plays.events import faults
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.event_columns import EVENT_COLUMNS
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.lines import Lines, read_lines
from skipper.sources.plays.events.listing import list_event_files, read_batch
from skipper.sources.plays.events.plays import Plays, read_plays
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.events.state_columns import ID_COLUMNS, SMALL_COLUMNS, SUBSTITUTION_COLUMNS
from test_event_quarantine import mutated
from trials import trials

MUTATIONS = int(os.environ.get("SKIPPER_MUTATIONS", trials(150)))
REAL_CLUBS = ("CHN", "LAN", "NYA", "NYN", "OAK", "TBA")  # with and without a designated hitter
KINDS = lf.KIND_NAMES | {"unknown": lf.OTHER, "blank": lf.BLANK}
DEFECTS = {
    None: lf.SOUND,
    plain_lines.WRONG_FIELDS: lf.WRONG_FIELDS,
    plain_lines.NOT_A_NUMBER: lf.NOT_A_NUMBER,
    plain_lines.BAD_BYTES: lf.BAD_BYTES,
    plain_lines.UNKNOWN_KIND: lf.UNKNOWN_KIND,
}


def scored_games(files: list[EventFile], rosters: Rosters, plays: Plays) -> list[Scored]:
    """Every game found that is sound at first sight, scored by plain Python; of the others an empty score."""
    hands = {
        number: {man.decode(): (chr(bats), chr(throws)) for man, (bats, throws) in men.items()}
        for number, men in rosters.hands.items()
    }
    facts, found = facts_of(plays), []
    for file in files:
        games = games_of(records_of(file.content))
        earned_runs = any(record.kind == "data" for game in games for record in game)
        for number, game in enumerate(games):
            which = len(found)
            of_clubs = tuple(hands.get(roster, {}) for roster in plays.games.rosters[which].tolist())
            may_be_called = not earned_runs and number < len(games) - 1
            sound = plays.games.sound[which]
            found.append(keep_score(game, of_clubs, facts, may_be_called) if sound else Scored())
    return found


def games_of(records: list[Record]) -> list[list[Record]]:
    """Records by game, each of which begins with its `id`; what comes before any is of none."""
    games: list[list[Record]] = []
    for record in records:
        if record.kind == "id":
            games.append([])
        if games:
            games[-1].append(record)
    return games


def facts_of(plays: Plays) -> Callable[[str], Mapping[str, int]]:
    @cache
    def facts(text: str) -> Mapping[str, int]:
        (row,) = plays.vocabulary.rows_of([text.encode("latin-1")])
        return dict(zip(EVENT_COLUMNS, plays.vocabulary.table[row].tolist(), strict=True))

    return facts


def read_by_kernel(plays: Plays, name: str) -> list[str | int]:
    """A column of plays as the plain scorekeeper writes it."""
    if name in SMALL_COLUMNS:
        values = plays.small_of(name).tolist()
        return list(map(chr, values)) if name.endswith("hand") else values
    values = plays.ids_of(name)
    if name == "line":
        return (values - plays.games.spans[plays.ids_of("game"), 0]).tolist()
    texts = {"event_row": plays.vocabulary.texts, "pitches": plays.lines.pitches.to_pylist()}.get(name)
    return [texts[value] for value in values.tolist()] if texts else men(plays, values.tolist())


def men(plays: Plays, words: list[int]) -> list[str]:
    assert min(words, default=0) >= -1
    return [plays.lines.words[word].decode("latin-1") if word >= 0 else "" for word in words]


def assert_alike(files: list[EventFile], rosters: Rosters, plays: Plays) -> None:
    """Every column of every play and substitution, and what is wrong with the games that are left out."""
    scored = scored_games(files, rosters, plays)
    kept = [(number, game) for number, game in enumerate(scored) if plays.kept[number]]
    rows = [row | {"game": number} for number, game in kept for row in game.plays]
    assert len(plays) == len(rows)
    for name in (*ID_COLUMNS, *SMALL_COLUMNS):
        wanted = [row[name] for row in rows]
        found = plays.ids_of(name).tolist() if name == "game" else read_by_kernel(plays, name)
        if found != wanted:
            at = next(i for i, pair in enumerate(zip(found, wanted, strict=True)) if pair[0] != pair[1])
            pytest.fail(f"{name} of {rows[at]}: {found[at]!r}, not {wanted[at]!r}")
    assert_substitutions_alike(plays, [row | {"game": number} for number, game in kept for row in game.substitutions])
    reasons = {
        (number, faults.REASONS[game.fault[1]], int(plays.games.spans[number, 0]) + game.fault[0])
        for number, game in enumerate(scored)
        if game.fault
    }
    assert {(number, re.split(r": | \(", reason)[0], line) for number, reason, line in left_out(plays)} == reasons


def left_out(plays: Plays) -> list[tuple[int, str, int]]:
    """Games sound at first sight that were not kept: number, reason and line of all lines. Sound copies are none. Of a
    game that keeps its score, the lines from its first play are rejected."""
    begins = {
        plays.place_of(line): (number, line)
        for number, lines in enumerate(zip(plays.games.spans[:, 0].tolist(), plays.first_plays.tolist(), strict=True))
        for line in lines
        if line < plays.games.spans[number, 1]
    }
    games = [
        (*begins[rejected.file, rejected.first_line], rejected)
        for rejected in plays.rejected
        if rejected.reason != "a record before any id record" and not rejected.reason.startswith("a duplicate: ")
    ]
    return [
        (number, rejected.reason, begin + rejected.line - rejected.first_line)
        for number, begin, rejected in games
        if plays.games.sound[number]
    ]


def assert_substitutions_alike(plays: Plays, rows: list[dict[str, str | int]]) -> None:
    assert len(plays.substitutions) == len(rows)
    game = plays.substitutions_of("game")
    first_play = {number: at for at, number in reversed(list(enumerate(plays.ids_of("game").tolist())))}
    for name in SUBSTITUTION_COLUMNS:
        found = plays.substitutions_of(name).tolist()
        if name in ("player", "replaced"):
            found = men(plays, found)
        elif name == "line":
            found = (plays.substitutions_of(name) - plays.games.spans[game, 0]).tolist()
        elif name == "event":
            found = [event - first_play[number] + 1 for event, number in zip(found, game.tolist(), strict=True)]
        assert found == [row[name] for row in rows], name


def compare(content: bytes, rosters: Rosters) -> Plays:
    files = [EventFile("2041HHH.EVA", content)]
    assert_split_alike(content)
    plays = read_plays(files, rosters)
    assert_alike(files, rosters, plays)
    return plays


def assert_split_alike(content: bytes) -> None:
    """Every line's kind, defect and values."""
    lines, records = read_lines([content]), records_of(content)
    assert len(lines.kinds) == len(records)
    texts = {
        "words": lines.words,
        "events": lines.events,
        "pitches": [text.encode() for text in lines.pitches.to_pylist()],
    }
    assert all(len(set(known)) == len(known) for known in texts.values())
    for at, record in enumerate(records):
        found = lines.kinds[at], lines.defects[at]
        assert found == (KINDS[record.kind], DEFECTS[record.defect]), lines.text(at)
        if record.defect is None or record.kind == "id":
            assert values_of(lines, at, record) == record.values, lines.text(at)


def values_of(lines: Lines, at: int, record: Record) -> list[str | int]:
    """What the splitter found in a line, as `plain_lines` writes it."""
    places = {"play": {2: lines.words, 5: lines.pitches, 6: lines.events}, "data": {0: lines.words, 1: lines.words}}
    texts = places.get(record.kind, {0: lines.words, 1: lines.words} if record.kind == "info" else {0: lines.words})
    values = []
    for place, value in enumerate(lines.fields[at, : len(record.values)].tolist()):
        text = texts[place][value] if place in texts and record.kind != "ladj" else value
        text = text.as_py() if isinstance(text, pa.StringScalar) else text
        values.append(text.decode("latin-1") if isinstance(text, bytes) else text)
    return [values[0], chr(values[1])] if record.kind in ("badj", "padj") and len(values) == 2 else values


def test_simulated_seasons_are_scored_alike():
    plays = compare(event_file(range(28))[0], simulated_rosters())
    assert plays.kept.all()


@pytest.mark.parametrize("file", sorted((cases.CASES / "games").glob("*.txt")), ids=lambda file: file.stem)
def test_invented_games_are_scored_alike(file: Path):
    lines = [line for line in file.read_text().splitlines() if not line.startswith(("#", "= "))]
    assert compare(cases.as_file(lines), cases.rosters()).kept.all()


def test_invented_plays_are_scored_alike():
    games = [cases.records_of(case) for case in cases.single_plays()]
    assert compare(cases.as_file(*games), cases.rosters()).kept.all()


def unruly(seed: int, dice: random.Random) -> list[str]:
    """A simulated game with changes before one play in six as no manager or rule would have them.

    Whoever stands in the batter's slot by then bats, so that what follows still is a game.
    """
    slots: dict[str, str] = {}  # of the men as they were simulated
    order: dict[tuple[str, str], str] = {}  # as they are now
    lines: list[str] = []
    for line in SimulatedGame(seed).lines:
        kind, *fields = line.split(",")
        if kind in ("start", "sub"):
            slots[fields[0]] = fields[3]
            order[fields[2], fields[3]] = fields[0]
        if kind != "play":
            lines.append(line)
            continue
        inning, side, batter, _, _, text = fields
        for change in any_changes(side, order, dice) if len(lines) > 40 and dice.random() < 0.17 else ():
            if change.startswith("sub"):
                _, name, _, club, slot, _ = change.split(",")
                order[club, slot] = name
            lines.append(change.replace("BATTER", order[side, slots[batter]]).replace("NOW", f"{inning},{side}"))
        count = dice.choice(("??", "22", "31", "20", "?2", "32", "", "77"))
        lines.append(f"play,{inning},{side},{order[side, slots[batter]]},{count},,{text}")
    return lines


def any_changes(side: str, order: Mapping[tuple[str, str], str], dice: random.Random) -> list[str]:
    """Records that change something before a play: anybody anywhere, a hand, a charge, a runner, a count."""
    club, slot, base = dice.choice("01"), dice.randrange(1, 10), dice.randrange(1, 4)
    in_game = dice.choice([name for (of, _), name in order.items() if of == club])
    name = dice.choice((in_game, f"{'vh'[int(club)] * 3}x{club}{dice.randrange(100, 200)}"))
    known = dice.choice([name for (of, slot), name in order.items() if of == club and slot != "0"])
    pitcher = dice.choice((order["0", "0"], order["1", "0"], "vvvx0010", "hhhx1010"))  # now or at the start
    known, pitcher = (name, name) if dice.random() < 0.01 else (known, pitcher)  # or anybody, of whom it cannot be
    no_play = f"play,NOW,BATTER,{dice.randrange(4)}{dice.randrange(3)},,NP"
    changes = [
        f'sub,{name},"Some One",{club},{slot},{dice.randrange(1, 13)}',
        f'sub,{name},"Some One",{club},{slot},{dice.randrange(10, 13)}',
        f'sub,{name},"Some One",{club},{dice.choice((0, 0, slot))},1',
        f"badj,{dice.choice((known, 'BATTER'))},{dice.choice('LRB?')}",
        f"padj,{dice.choice((known, known, known, order[club, '0']))},{dice.choice('LR')}",
        f"presadj,{pitcher},{base}",
        f"ladj,{side},{slot}",
    ]
    chosen = [no_play, *dice.choices(changes, k=dice.randrange(1, 4)), *dice.choices(changes[:3], k=1)]
    if dice.random() < 0.05:
        runner = f"radj,{order[dice.choice('01'), str(slot)]},{base}"
        chosen += [runner, *dice.sample([no_play, f"presadj,{pitcher},{base}"], 2)]
    return chosen


def test_games_against_all_reason_are_scored_alike():
    dice, kept = random.Random(20410404), 0
    for _ in range(MUTATIONS // 15):
        games = [unruly(seed, dice) for seed in range(28)]
        with deadline():
            plays = compare("".join(line + "\n" for game in games for line in game).encode(), simulated_rosters())
        kept += int(plays.kept.sum())
    assert kept > MUTATIONS // 2


PIECES = ("", "", "0", "1", "32", "-5", "?", "999999", "1234567", "abcd0001", "L", "hometeam", "K", "S8/L.1-3", "BX>C")
ODD_PIECES = (" ", ",", '"', '"a, b"', '"a', "\r", "\x1a", "\xe9", "\t")
FIELDS = st.one_of(
    st.sampled_from(PIECES),
    st.builds('"{}"'.format, st.sampled_from(PIECES)),
    st.builds("".join, st.lists(st.sampled_from(PIECES + ODD_PIECES), max_size=4)),
)
LINES = st.builds(
    lambda kind, fields: ",".join([kind, *fields]),
    st.sampled_from([*plain_lines.FIELDS, *plain_lines.ONLY_KNOWN_BY_KIND, "", "nothing", "no record"]),
    st.lists(FIELDS, max_size=8),
)


@given(st.lists(LINES, max_size=10), st.sampled_from(["\n", "\r\n", " \r\n"]))
@settings(deadline=None, max_examples=10 * MUTATIONS)
def test_lines_of_anything_are_split_alike(lines: list[str], end: str):
    with deadline():
        assert_split_alike(end.join(lines).encode("latin-1"))


def test_mutated_files_are_split_and_scored_alike():
    content, dice, rejected = event_file(range(2))[0], random.Random(20410405), 0
    for _ in range(MUTATIONS):
        with deadline():
            rejected += len(compare(mutated(content, dice), simulated_rosters()).rejected)
    assert rejected > MUTATIONS // 3


def test_real_files_are_scored_alike(real_data: Path):
    """All of 2020 and a fixed quarter of 2019: six clubs' home games."""
    listed = list_event_files(real_data / "retrosheet" / "events")
    files, _ = read_batch([file for file in listed.events if file.season == 2020 or file.name[4:7] in REAL_CLUBS])
    plays = read_plays(files, listed.rosters)
    assert_alike(files, listed.rosters, plays)
    assert plays.kept.all()
    assert len(plays) > 30_000
