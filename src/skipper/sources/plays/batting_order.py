"""Find, in each club's batting order, who was due and who batted out of turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from skipper.sources.plays.batch import HOME, NOBODY, VISITORS, Batch
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.state_columns import BATTER_POSITION, CHARGED_BATTER_POSITION, SLOT

DESIGNATED_HITTER = 10
NO_POSITION = 0  # for a player who has only pinch-hit or pinch-run


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """A plate appearance out of order.

    `play` is its last play, and `before` is the last play of the club's previous plate appearance (NOBODY for the
    club's first).
    """

    play: int
    before: int


def out_of_turn(batch: Batch) -> Iterator[OutOfTurn]:
    """Yield the plate appearances that do not follow the batting order, the visitors' first."""
    ended, slots = batch.flag("batter_event"), batch.small("slot")
    for side in (VISITORS, HOME):
        appearances = np.flatnonzero(ended & (batch.small("side") == side))
        game, slot = batch.game.take(appearances), slots.take(appearances)
        first = np.append(True, game[1:] != game[:-1])[: len(appearances)]
        due = np.where(first, 1, np.roll(slot, 1) % lf.PLACES + 1)
        for at in np.flatnonzero(slot != due).tolist():
            yield OutOfTurn(int(appearances[at]), NOBODY if first[at] else int(appearances[at - 1]))


def in_own_slots(batch: Batch) -> Batch:
    """Return the batch with each courtesy runner at bat in the runner's own slot.

    Until the replaced runner is back, a courtesy runner is in two slots, and cwevent reports the other player's slot.
    If the courtesy runner's own slot is due, use that slot.
    """
    slots = batch.small("slot")
    due_there: dict[int, tuple[int, int]] = {}  # by the turn's last play: the slot, and the batter's position
    for turn in out_of_turn(batch):
        before = due_there[turn.before][0] if turn.before in due_there else int(slots[turn.before])
        due = 1 if turn.before == NOBODY else before % lf.PLACES + 1
        position = _position_in(batch, turn.play, due)
        if slots[turn.play] != due and position is not None:
            due_there[turn.play] = due, position
    return _with_slots(batch, due_there) if due_there else batch


def _position_in(batch: Batch, play: int, slot: int) -> int | None:
    """Return the batter's position on a play from the slot's last record; null if that names another player."""
    lines, game = batch.plays.lines, int(batch.game[play])
    first, until = batch.plays.games.spans[game, 0], batch.ids("line")[play]
    records = lines.of_players[(lines.of_players >= first) & (lines.of_players < until)]
    fields = lines.fields[records]
    of_slot = fields[(fields[:, lf.SIDE] == batch.small("side")[play]) & (fields[:, lf.SLOT] == slot)]
    if not len(of_slot) or of_slot[-1, lf.PLAYER] != batch.ids("batter")[play]:
        return None
    position = int(of_slot[-1, lf.FIELD_POSITION])
    return position if position <= DESIGNATED_HITTER else NO_POSITION


def _with_slots(batch: Batch, of_appearances: dict[int, tuple[int, int]]) -> Batch:
    """Return the batch with a different batter's slot and position in some plate appearances, given by their last
    plays."""
    small = batch.plays.small.copy()
    begins = np.flatnonzero(batch.small("new_appearance"))
    for play, (slot, position) in of_appearances.items():
        first = begins[np.searchsorted(begins, play, "right") - 1]
        small[SLOT, first : play + 1], small[BATTER_POSITION, first : play + 1] = slot, position
        if batch.ids("charged_batter")[play] == batch.ids("batter")[play]:
            small[CHARGED_BATTER_POSITION, first : play + 1] = position
    return batch.with_plays(replace(batch.plays, small=small))
