"""Starting lineups as listed, read without replaying the game: what is wrong with each club's."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from skipper.sources.plays.events import faults
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.games import DEFECTS, Games
from skipper.sources.plays.events.lineup_card import DESIGNATED_HITTER, PITCHER, SLOTS

BOTH = (0, 1)
NO_PLAYER = "a missing player id"
TWICE = "a player listed twice in the lineups"
INCOMPLETE = "a lineup without nine batters and nine fielders"


def starting_records(games: Games, game: int, first_play: int) -> list[int]:
    """Return the `start` records of a game before its first play."""
    begin = int(games.spans[game, 0])
    return (begin + np.flatnonzero(games.lines.kinds[begin:first_play] == lf.START)).tolist()


def sides_of(games: Games, line: int) -> tuple[int, ...]:
    """Return the side of a `start` record, also of a defective one; both sides if the record does not say."""
    fields = games.lines.fields[line]
    if games.lines.defects[line] == lf.SOUND:
        side = str(fields[lf.SIDE])
    else:
        side = [*games.lines.text(line).split(",")[-3:], ""][0].strip()
    return (int(side),) if side in ("0", "1") else BOTH


def faults_of_lineups(games: Games, game: int, first_play: int) -> dict[int, tuple[int, str]]:
    """Map each side whose starting lineup cannot be used to the line and the reason.

    A player or a slot listed twice costs the lineup; a player in both clubs' lineups costs both. Where lineups may lack
    players, a club needs one known player, and a player listed twice costs only that player's slots (`event_lineup`).
    """
    found: dict[int, tuple[int, str]] = {}
    for line, sides, reason in _faults(games, game, first_play):
        for side in sides:
            found.setdefault(side, (line, reason))
    return found


def _faults(games: Games, game: int, first_play: int) -> Iterator[tuple[int, tuple[int, ...], str]]:
    lines, may_lack = games.lines, games.dialect.has_gaps
    nobody = games.word_index.get(b"", lf.UNKNOWN)
    slots: set[tuple[int, int]] = set()
    players: dict[int, int] = {}
    fielders: list[tuple[int, int]] = []
    for line in starting_records(games, game, first_play):
        sides = sides_of(games, line)
        if lines.defects[line] or len(sides) == len(BOTH):
            yield line, sides, DEFECTS.get(int(lines.defects[line]), faults.REASONS[faults.BAD_LINEUP])
            continue
        (side,) = sides
        player, slot, position = (int(lines.fields[line, name]) for name in (lf.PLAYER, lf.SLOT, lf.FIELD_POSITION))
        if (side, slot) in slots or not (0 <= slot < SLOTS and PITCHER <= position <= DESIGNATED_HITTER):
            yield line, sides, faults.REASONS[faults.BAD_LINEUP]
        if player == nobody and nobody != lf.UNKNOWN:
            yield line, sides, NO_PLAYER
        if slot > 0 and player != lf.UNKNOWN and not may_lack:
            if player in players:
                yield line, (side, players[player]), TWICE
            players[player] = side
        slots.add((side, slot))
        if player != lf.UNKNOWN or not may_lack:
            fielders.append((side, position))
    begin, end = (int(line) for line in games.spans[game])
    for side in BOTH:
        own = [position for whose, position in fielders if whose == side]
        if not _is_complete(own, {slot for whose, slot in slots if whose == side}, may_lack=may_lack):
            yield begin, (side,), INCOMPLETE
    for line in (first_play + np.flatnonzero(lines.kinds[first_play:end] == lf.START)).tolist():
        yield line, sides_of(games, line), faults.REASONS[faults.START_AFTER_PLAY]


def _is_complete(positions: list[int], slots: set[int], *, may_lack: bool) -> bool:
    """Return whether a club has nine batters, a pitcher and one fielder at each other position; one known player
    suffices where lineups may lack players."""
    if may_lack:
        return bool(positions) and bool(slots - {0})
    batters = slots >= set(range(1, SLOTS))
    return batters and PITCHER in positions and all(positions.count(position) == 1 for position in range(2, 10))
