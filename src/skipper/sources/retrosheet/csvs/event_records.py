"""Write a game's rows of `plays` as the records of an event file: `id`, `info`, `start`, `sub`, `radj`, `badj`, `play`.

One grammar and one state machine then read the plays of every source. A row of `plays` has the batting club's lineup
(`l1` to `l9`, positions `lf1` to `lf9`) and the fielders (`pitcher`, `f2` to `f9`) at the play; substitutions are the
differences from the row before. A fielder who enters has no slot there: it is the slot in which he stands when his club
next bats or, if he leaves before, the slot of a player who left with his coming.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from skipper.sources.retrosheet.csvs.reading import LINE

Row = Mapping[str, Any]
Lineup = dict[int, tuple[str, int | None]]

VISITORS, HOME = 0, 1
PITCHER, DESIGNATED_HITTER, PINCH_HITTER, PINCH_RUNNER = 1, 10, 11, 12
_SLOTS, _FIELDERS, _BASES = range(1, 10), range(2, 10), (1, 2, 3)
_NOBODY = (None, "", "?")
_NO_PLAY = "NP"  # a row before a substitution
_OPPOSITE = {"L": "R", "R": "L"}
PLAY_COLUMNS = (
    *("gid", "event", "inning", "top_bot", "vis_home", "batter", "pitcher", "bathand", "pithand"),
    *("balls", "strikes", "count", "pitches", "outs_pre", "score_v", "score_h", "pn"),
    *(f"br{base}_pre" for base in _BASES),
    *(f"l{slot}" for slot in _SLOTS),
    *(f"lf{slot}" for slot in _SLOTS),
    *(f"f{position}" for position in _FIELDERS),
)
REQUIRED = ("gid", "event", "inning", "batter", "pitcher", "l1", "lf1", "f2")


class UnsoundError(Exception):
    """A game's plays cannot be written; `line` is the line of the row at fault."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Card:
    """A club's starting lineup: player and position by slot, and the starting pitcher, who may have no slot."""

    lineup: Lineup
    pitcher: str


@dataclass
class Records:
    """A game's records, the line of `plays` behind each, and by record number the row of each play."""

    lines: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    plays: dict[int, Row] = field(default_factory=dict)

    def write(self, line: str, place: int) -> None:
        """Add a record, written from this line of `plays`."""
        self.lines.append(line)
        self.places.append(place)


@dataclass
class _Side:
    """A club in the game: who bats in each slot (0 is the pitcher's beside a designated hitter) and who fields where.

    `later` has, by row, the slot of each player in the club's next batting order.
    """

    slots: dict[int, str] = field(default_factory=dict)
    fielders: dict[int, str] = field(default_factory=dict)
    later: dict[int, dict[str, int]] = field(default_factory=dict)

    def slot_of(self, player: str) -> int | None:
        return next(
            (slot for slot in sorted(self.slots, key=lambda slot: slot or 10) if self.slots[slot] == player), None
        )


def side_of(row: Row) -> int:
    """Return the side at bat. Raises UnsoundError if the row has none."""
    text = row["vis_home"] or row["top_bot"]
    if text not in ("0", "1"):
        raise UnsoundError(row[LINE], f"vis_home: {text!r} is no side")
    return int(text)


def starting_card(rows: Sequence[Row], side: int, known: Lineup | None, pitcher: str | None) -> Card:
    """Return a club's starting lineup: the known one or, without it, the first one in the plays."""
    batting = next((row for row in rows if side_of(row) == side), None)
    fielding = next((row for row in rows if side_of(row) != side), None)
    if pitcher is None and fielding is not None:
        pitcher = fielding["pitcher"]
    in_plays = {slot: (batting[f"l{slot}"], _position(batting, slot)) for slot in _SLOTS} if batting else {}
    lineup = known or in_plays
    positions = dict(in_plays.values())
    lineup = {slot: (player, at or positions.get(player)) for slot, (player, at) in lineup.items()}
    if len(lineup) < len(_SLOTS) or any(player in _NOBODY for player, _at in lineup.values()) or not pitcher:
        raise UnsoundError(rows[0][LINE], "a starting lineup or a starting pitcher is unknown")
    if any(at is None or at > DESIGNATED_HITTER for _player, at in lineup.values()):
        raise UnsoundError(rows[0][LINE], "the position of a starter is unknown")
    return Card(lineup, pitcher)


def write_records(
    header: Sequence[str],
    rows: Sequence[Row],
    cards: tuple[Card, Card],
    hands: Sequence[Mapping[str, tuple[str | None, str | None]]],
) -> Records:
    """Return a game's records: the header, both lineups and the plays.

    `hands` has how each player of the visitors and of the home club bats and throws (L, R or B; null if unknown).
    Raises UnsoundError for a row that an event file cannot say.
    """
    records = Records()
    for line in header:
        records.write(line, rows[0][LINE])
    sides = [_start(records, side, cards[side], rows[0][LINE]) for side in (VISITORS, HOME)]
    _look_ahead(sides, rows)
    half = None
    for number, row in enumerate(rows):
        batting = side_of(row)
        for text in (row["event"], row["batter"], row["pitcher"], row["pitches"] or "", row["inning"]):
            if text is None or "," in text or not text.isascii():
                raise UnsoundError(row[LINE], "a play without event, batter, pitcher or inning")
        due = _due(sides[batting], row)
        new = [
            *_new_fielders(sides[1 - batting], 1 - batting, number, row),
            *_new_batters(sides[batting], batting, row),
        ]
        if new:  # as in event files, after a record of no play, which begins the half-inning
            records.write(f"play,{row['inning']},{batting},{due},{_count(row)},,{_NO_PLAY}", row[LINE])
        for line in new:
            records.write(line, row[LINE])
        if half != (row["inning"], batting):
            half = row["inning"], batting
            _place_runners(records, row)
        _adjust_hands(records, row, hands[batting], hands[1 - batting])
        if row["event"] != _NO_PLAY:
            records.plays[len(records.lines)] = row
        records.write(
            f"play,{row['inning']},{batting},{row['batter']},{_count(row)},{row['pitches'] or ''},{row['event']}",
            row[LINE],
        )
    return records


def _start(records: Records, side: int, card: Card, place: int) -> _Side:
    found = _Side({slot: player for slot, (player, _at) in card.lineup.items()})
    for slot, (player, position) in card.lineup.items():
        records.write(f'start,{player},"",{side},{slot},{position}', place)
        if position is not None and position < DESIGNATED_HITTER:
            found.fielders[position] = player
    if found.fielders.get(PITCHER) != card.pitcher:
        if PITCHER in found.fielders:
            raise UnsoundError(place, "the starting pitcher differs from the one in the lineup")
        records.write(f'start,{card.pitcher},"",{side},0,{PITCHER}', place)
        found.slots[0], found.fielders[PITCHER] = card.pitcher, card.pitcher
    return found


def _look_ahead(sides: Sequence[_Side], rows: Sequence[Row]) -> None:
    following: list[dict[str, int]] = [{}, {}]
    for number in range(len(rows) - 1, -1, -1):
        side = side_of(rows[number])
        following[side] = {rows[number][f"l{slot}"]: slot for slot in _SLOTS}
        sides[1 - side].later[number] = following[1 - side]


def _due(side: _Side, row: Row) -> str:
    """Return who was to bat before the row's substitutions."""
    slot = next((slot for slot in _SLOTS if row[f"l{slot}"] == row["batter"]), 0)
    return side.slots.get(slot) or str(row["batter"])


def _new_batters(side: _Side, at: int, row: Row) -> Iterator[str]:
    """Yield the `sub` records of players who are new in a slot of the batting order."""
    for slot in _SLOTS:
        player = row[f"l{slot}"]
        if player in _NOBODY or side.slots.get(slot) == player:
            continue
        position = _position(row, slot) or (PINCH_HITTER if player == row["batter"] else PINCH_RUNNER)
        yield _enter(side, at, slot, player, position)


def _new_fielders(side: _Side, at: int, number: int, row: Row) -> Iterator[str]:
    """Yield the `sub` records of players who are new at a position in the field."""
    now = {PITCHER: row["pitcher"], **{position: row[f"f{position}"] for position in _FIELDERS}}
    new = {position: player for position, player in now.items() if player not in _NOBODY}
    for position, player in new.items():
        if side.fielders.get(position) == player:
            continue
        slot = side.slot_of(player)
        if slot is None:
            slot = _slot_of_new(side, position, player, set(new.values()), side.later[number])
        if slot is None:
            raise UnsoundError(row[LINE], f"{player} enters without a place in the batting order")
        yield _enter(side, at, slot, player, position)


def _slot_of_new(side: _Side, position: int, player: str, fielding: set[str], later: Mapping[str, int]) -> int | None:
    """Return the slot of a fielder who enters: where he stands when the club next bats, else where somebody left."""
    if player in later:
        return later[player]
    if position == PITCHER and 0 in side.slots:
        return 0
    left = [slot for slot, gone in side.slots.items() if slot and gone not in fielding]
    of_replaced = side.slot_of(side.fielders.get(position, ""))
    if of_replaced in left:
        return of_replaced
    free = [slot for slot in left if side.slots[slot] not in later]
    return next(iter(free or left), None)


def _enter(side: _Side, at: int, slot: int, player: str, position: int) -> str:
    """Put a player into a slot at a position, and return the `sub` record."""
    side.slots[slot] = player
    if slot and position == PITCHER:
        side.slots.pop(0, None)
    if position < DESIGNATED_HITTER:
        side.fielders[position] = player
    return f'sub,{player},"",{at},{slot},{position}'


def _place_runners(records: Records, row: Row) -> None:
    """Write the runners with whom a half-inning begins, as in extra innings since 2020."""
    for base in _BASES:
        if (runner := row[f"br{base}_pre"]) not in _NOBODY and row["outs_pre"] in (None, "0"):
            records.write(f"radj,{runner},{base}", row[LINE])


def _adjust_hands(
    records: Records,
    row: Row,
    batters: Mapping[str, tuple[str | None, str | None]],
    pitchers: Mapping[str, tuple[str | None, str | None]],
) -> None:
    """Write the hands that the row states and that differ from those of the players' list."""
    bats, throws = batters.get(row["batter"], (None, None))[0], pitchers.get(row["pitcher"], (None, None))[1]
    if row["pithand"] in _OPPOSITE and row["pithand"] != throws:
        records.write(f"padj,{row['pitcher']},{row['pithand']}", row[LINE])
        throws = row["pithand"]
    expected = _OPPOSITE.get(throws or "") if bats == "B" else bats
    if row["bathand"] in _OPPOSITE and row["bathand"] != expected:
        records.write(f"badj,{row['batter']},{row['bathand']}", row[LINE])


def _position(row: Row, slot: int) -> int | None:
    text = row[f"lf{slot}"]
    return int(text) if text is not None and text.isdigit() and 1 <= int(text) <= PINCH_RUNNER else None


def _count(row: Row) -> str:
    count = row["count"] or f"{row['balls'] or '?'}{row['strikes'] or '?'}"
    return count if len(count) == 2 else "??"
