"""Invented pitches for played games: the same for every format in which a game is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from skipper.sources.plays.events import event_codes as codes
from skipper.sources.plays.events.event_reader import read_event

Record = list[str]
"""The fields of a `play` or `sub` record."""
_NO_PLAY = "NP"
_IN_PLAY = ("X", "BX", "CBX", "BCFX", "BBFFBX")
_PITCHES = {
    codes.STRIKEOUT: ("CSS", "BCFS", "FBCBFC"),
    codes.WALK: ("BBBB", "CBBBB", "BCBFBB"),
    codes.HIT_BY_PITCH: ("H", "CH"),
}


def at_bats(records: Iterable[str]) -> Iterator[list[Record]]:
    """Yield a game's records by turn at bat, each split into its fields.

    A turn ends with its plate appearance, or with the last play of a half-inning that a runner ends.
    """
    split = [record.split(",", 6) for record in records]
    turn: list[Record] = []
    for number, record in enumerate(split):
        turn.append(record)
        follows = next((one for one in split[number + 1 :] if one[0] == "play"), None)
        if ends_plate_appearance(record) or follows is None or (record[0] == "play" and follows[1:3] != record[1:3]):
            yield turn
            turn = []


def ends_plate_appearance(record: Record) -> bool:
    """Return whether a record is the play that ends a plate appearance."""
    return _is_event(record) and read_event(record[6]).code in codes.BATTER_EVENTS


def pitched(records: Sequence[str]) -> list[str]:
    """Return a game's records with a count and pitches, which depend only on the plays.

    All pitches of a plate appearance come after its steals and substitutions. A turn at bat that a runner's out cuts
    short has none, and its count stays unknown.
    """
    return [",".join(record) for number, turn in enumerate(at_bats(records)) for record in _pitched(turn, number)]


def count_before_last(pitches: str) -> tuple[int, int]:
    """Return the balls and strikes before the last of a plate appearance's pitches."""
    balls = strikes = 0
    for pitch in pitches[:-1]:
        balls += pitch == "B"
        strikes += pitch in "CS" or (pitch == "F" and strikes < 2)
    return balls, strikes


def _pitched(turn: list[Record], number: int) -> Iterator[Record]:
    if not ends_plate_appearance(turn[-1]):
        yield from turn
        return
    given = _PITCHES.get(read_event(turn[-1][6]).code, _IN_PLAY)
    pitches, before = given[number % len(given)], ""
    for record in turn[:-1]:
        yield [*record[:4], "00", before, record[6]] if record[0] == "play" else record
        before += "." if _is_event(record) else ""
    balls, strikes = count_before_last(pitches)
    yield [*turn[-1][:4], f"{balls}{strikes}", before + pitches, turn[-1][6]]


def _is_event(record: Record) -> bool:
    return record[0] == "play" and record[6] != _NO_PLAY
