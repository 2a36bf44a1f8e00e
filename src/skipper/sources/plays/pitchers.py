"""Each side's pitchers in a game, in order, and each pitcher's plays."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from skipper.sources.plays.batch import Batch
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.pitches import PITCH_COLUMNS

PITCHER = 1
_PITCHES = PITCH_COLUMNS.index("pitches")


@dataclass(frozen=True)
class Pitchers:
    """One entry per pitching appearance, by game and side, in order.

    `order` counts from 1, the starter: who threw the first pitch. A listed starter who was replaced before a pitch has
    no entry. `slot` is the pitcher's batting slot (0 if a designated hitter bats for the
    pitcher). `entry` is the first play on which the pitcher could pitch, or one past the game's last play if there is
    no such play. `first` and `end` bound the pitcher's plays in `in_field[side]`, the plays in all games with that side
    in the field.
    """

    game: np.ndarray
    side: np.ndarray
    order: np.ndarray
    player: np.ndarray
    slot: np.ndarray
    change: np.ndarray
    entry: np.ndarray
    first: np.ndarray
    end: np.ndarray
    in_field: tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class ListedPitchers:
    """One entry per pitcher whom the records put on the mound, by game and side, in order: also starters who were
    replaced before a pitch. `change` is the number of the pitcher's substitution, -1 for starting pitchers; `at` is the
    play that follows it; `slot` is as in Pitchers."""

    game: np.ndarray
    side: np.ndarray
    player: np.ndarray
    slot: np.ndarray
    at: np.ndarray
    change: np.ndarray

    def take(self, entries: np.ndarray) -> ListedPitchers:
        """Return these entries."""
        return ListedPitchers(*(getattr(self, field.name)[entries] for field in fields(self)))

    @property
    def relieving(self) -> np.ndarray:
        """The entries of pitchers who follow another one of their club in the game."""
        return 1 + np.flatnonzero((self.game[1:] == self.game[:-1]) & (self.side[1:] == self.side[:-1]))


def listed_pitchers(batch: Batch) -> ListedPitchers:
    """Return the pitchers whom a batch's `start` and `sub` records put on the mound."""
    plays = batch.plays
    starters, changes = starting_pitchers(batch, plays.kept), _pitching_records(batch)
    game = np.concatenate([starters[0], plays.substitutions_of("game").take(changes)])
    side = np.concatenate([starters[1], plays.substitutions_of("side").take(changes)])
    player = np.concatenate([starters[2], plays.substitutions_of("player").take(changes)])
    slot = np.concatenate([starters[3], plays.substitutions_of("slot").take(changes)])
    at = np.concatenate([batch.first_play.take(starters[0]), plays.substitutions_of("event").take(changes)])
    change = np.concatenate([np.full(len(starters[0]), -1), changes])
    listed = ListedPitchers(game, side, player, slot, at, change).take(np.lexsort((change, side, game)))
    again = listed.relieving[listed.player[listed.relieving] == listed.player[listed.relieving - 1]]
    return listed.take(np.delete(np.arange(len(game)), again))


def pitchers(batch: Batch, listed: ListedPitchers) -> Pitchers:
    """Return a batch's pitchers. `change` is the number of the pitcher's substitution, -1 for starting pitchers."""
    return _with_plays(batch, listed.take(~_scratched(batch, listed)))


def _scratched(batch: Batch, listed: ListedPitchers) -> np.ndarray:
    """Mark the listed starters whom another pitcher replaced before a pitch was thrown to a batter.

    A starter who left during the first plate appearance did start: a record of no play (`NP`) with a count or pitches
    precedes the substitution.
    """
    in_field = np.flatnonzero(batch.small("side") == 1), np.flatnonzero(batch.small("side") == 0)
    scratched = np.zeros(len(listed.game), bool)
    starters = listed.relieving - 1
    lines = batch.plays.substitutions_of("line")
    for starter in starters[listed.change[starters] < 0].tolist():
        game, side = int(listed.game[starter]), int(listed.side[starter])
        plays = in_field[side]
        first = plays[min(int(np.searchsorted(plays, listed.at[starter])), len(plays) - 1)] if len(plays) else -1
        if listed.at[starter + 1] > first >= 0:
            continue
        scratched[starter] = not _pitched_before(batch, game, side, int(lines[listed.change[starter + 1]]))
    return scratched


def _pitched_before(batch: Batch, game: int, side: int, line: int) -> bool:
    """Return whether a play record before the line, with that side in the field, has a count or pitches."""
    lines = batch.plays.lines
    first = int(batch.plays.games.spans[game, 0])
    for record in (first + np.flatnonzero(lines.kinds[first:line] == lf.PLAY)).tolist():
        fields = lines.fields[record]
        pitches = batch.plays.pitch_counts[fields[lf.PLAY_PITCHES], _PITCHES]  # a throw to first is not a pitch
        if fields[lf.PLAY_SIDE] != side and (max(fields[lf.PLAY_BALLS], fields[lf.PLAY_STRIKES]) > 0 or pitches > 0):
            return True
    return False


def starting_pitchers(batch: Batch, games: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return game, side, player and slot of the marked games' starting pitchers; if two are listed, the last of
    them."""
    lines, of_line = batch.plays.lines, batch.plays.games.of_line
    starts = np.flatnonzero((lines.kinds == lf.START) & (lines.fields[:, lf.FIELD_POSITION] == PITCHER))
    starts = starts[of_line[starts] >= 0]
    starts = of_used_lineups(batch, starts[games[of_line[starts]]])
    by_side = of_line[starts] * 2 + lines.fields[starts, lf.SIDE]
    _, last = np.unique(by_side[::-1], return_index=True)
    starts = starts[::-1][last]
    columns = (lines.fields[starts, column] for column in (lf.SIDE, lf.PLAYER, lf.SLOT))
    return (of_line[starts], *columns)


def of_used_lineups(batch: Batch, starts: np.ndarray) -> np.ndarray:
    """Return those of the `start` records that are in a starting lineup that is used."""
    plays = batch.plays
    starts = starts[plays.used_records[starts] & np.isin(plays.lines.fields[starts, lf.SIDE], (0, 1))]
    game, side = plays.games.of_line[starts], plays.lines.fields[starts, lf.SIDE]
    return starts[plays.kept[game] | plays.has_lineup[game, side]]


def _pitching_records(batch: Batch) -> np.ndarray:
    """Return the substitutions that put a player on the mound, including a player who is already there."""
    return np.flatnonzero(batch.plays.substitutions_of("position") == PITCHER)


def _with_plays(batch: Batch, listed: ListedPitchers) -> Pitchers:
    game, side, at = listed.game, listed.side, listed.at
    batting = batch.small("side")
    in_field = np.flatnonzero(batting == 1), np.flatnonzero(batting == 0)
    over = batch.last_play.take(game) + 1
    first, end, entry = (np.zeros(len(game), np.int64) for _ in range(3))
    for which, plays in enumerate(in_field):
        here = np.flatnonzero(side == which)
        first[here] = np.searchsorted(plays, at[here])
        after = np.searchsorted(plays, over[here])
        follows = np.concatenate([game[here][1:] == game[here][:-1], [False]])[: len(here)]
        end[here] = np.where(follows, np.concatenate([first[here][1:], [0]])[: len(here)], after)
        beyond = np.concatenate([plays, [len(batch)]])
        entry[here] = np.minimum(beyond[first[here]], over[here])
    new_club = np.concatenate([[True], (game[1:] != game[:-1]) | (side[1:] != side[:-1])])[: len(game)]
    begins = np.flatnonzero(new_club)
    order = np.arange(len(game)) - begins.take(np.cumsum(new_club) - 1) + 1
    return Pitchers(game, side, order, listed.player, listed.slot, listed.change, entry, first, end, in_field)
