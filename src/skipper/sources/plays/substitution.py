"""Build table `substitution` from a batch of games."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from skipper.definitions.plays import SUBSTITUTION_KINDS as KINDS
from skipper.sources.plays import situation
from skipper.sources.plays.batch import NOBODY, Batch
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.gathering import flags, halves, numbers, texts
from skipper.sources.plays.pitchers import ListedPitchers

PITCHER, RIGHT_FIELDER, DESIGNATED_HITTER, PINCH_HITTER, PINCH_RUNNER = 1, 9, 10, 11, 12


def substitution(batch: Batch, listed: ListedPitchers) -> pa.Table:
    """Return table `substitution`: one row per `sub` record."""
    plays = batch.plays
    game, side, slot = (plays.substitutions_of(name) for name in ("game", "side", "slot"))
    at = plays.substitutions_of("event").astype(np.int64)
    player = plays.substitutions_of("player")
    kinds, relieved = _kinds(batch, listed)
    same = plays.substitutions_of("same_player") != 0
    replaced = np.where(same, NOBODY, plays.substitutions_of("replaced"))
    replaced = np.where((kinds == KINDS.index("pitching_change")) & (slot > 0) & same, relieved, replaced)
    then = situation.before(batch, at, game, plays.substitutions_of("line"))
    columns = {
        **batch.texts_of_games(game),
        **batch.places(plays.substitutions_of("line")),
        "sequence": numbers(_sequence(game)),
        "event_number": numbers(at - batch.first_play.take(game) + 1),
        "inning": numbers(then.inning),
        "half": halves(then.bats_last),
        "club": batch.club_of(game, side),
        "kind": texts(kinds, pa.array(KINDS)),
        "player_id": batch.people(player),
        "player_person_id": batch.people_ids(player),
        "replaced_id": batch.people(replaced),
        "replaced_person_id": batch.people_ids(replaced),
        "slot": numbers(slot, slot == 0),
        "position": numbers(plays.substitutions_of("position")),
        "outs": numbers(then.outs),
        "bases": numbers(then.bases),
        "score_difference": numbers(then.lead_of(side)),
        "mid_inning": flags(then.mid_inning),
    }
    return pa.table(columns)


def _sequence(game: np.ndarray) -> np.ndarray:
    new = np.concatenate([[True], game[1:] != game[:-1]])[: len(game)]
    return np.arange(len(game)) - np.flatnonzero(new).take(np.cumsum(new) - 1) + 1


def _kinds(batch: Batch, listed: ListedPitchers) -> tuple[np.ndarray, np.ndarray]:
    """Return each substitution's kind as an index into KINDS, and the pitcher relieved in a pitching change."""
    position = batch.plays.substitutions_of("position")
    kinds = np.full(len(position), KINDS.index("defensive"), np.int32)
    kinds[position == DESIGNATED_HITTER] = KINDS.index("designated_hitter")
    kinds[_was_in_game(batch)] = KINDS.index("position_change")
    kinds[position == PINCH_HITTER] = KINDS.index("pinch_hitter")
    # With a designated hitter, the pitcher may run for that hitter as any bench player would.
    courtesy = _was_in_game(batch, least_slot=1)
    kinds[position == PINCH_RUNNER] = KINDS.index("pinch_runner")
    kinds[(position == PINCH_RUNNER) & courtesy] = KINDS.index("courtesy_runner")
    kinds[position == PITCHER] = KINDS.index("position_change")  # unless it is a pitching change
    changes = listed.relieving
    relieved = np.full(len(position), NOBODY, np.int32)
    relieved[listed.change[changes]] = listed.player[changes - 1]
    kinds[listed.change[changes]] = KINDS.index("pitching_change")
    for switch in _double_switches(batch, listed):
        kinds[switch] = KINDS.index("double_switch")
    return kinds, relieved


def _was_in_game(batch: Batch, least_slot: int = 0) -> np.ndarray:
    """Return whether the player was in the game already, in the starting lineup or through an earlier substitution.

    With `least_slot` 1, only batting slots count, not slot 0 of a pitcher with a designated hitter.
    """
    lines, of_line, plays = batch.plays.lines, batch.plays.games.of_line, batch.plays
    starts = np.flatnonzero((lines.kinds == lf.START) & (of_line >= 0))
    game = np.concatenate([of_line[starts], plays.substitutions_of("game")]).astype(np.int64)
    side = np.concatenate([lines.fields[starts, lf.SIDE], plays.substitutions_of("side")])
    player = np.concatenate([lines.fields[starts, lf.PLAYER], plays.substitutions_of("player")])
    slot = np.concatenate([lines.fields[starts, lf.SLOT], plays.substitutions_of("slot")])
    players, index = np.unique((game * 2 + side) << 32 | player, return_inverse=True)
    first = np.full(len(players), len(index))
    counted = np.flatnonzero(slot >= least_slot)
    np.minimum.at(first, index[counted], counted)
    return (first[index] < np.arange(len(index)))[len(starts) :]


def _double_switches(batch: Batch, listed: ListedPitchers) -> tuple[np.ndarray, np.ndarray]:
    """Return the pitchers' substitutions that are double switches, and those of the fielders who entered with them.

    The new pitcher bats in a different slot from the relieved one, and a new fielder who enters at the same moment
    takes the relieved pitcher's slot.
    """
    plays = batch.plays
    changes = listed.relieving
    elsewhere = changes[(listed.slot[changes] > 0) & (listed.slot[changes - 1] > 0)]
    elsewhere = elsewhere[listed.slot[elsewhere] != listed.slot[elsewhere - 1]]
    position = plays.substitutions_of("position")
    fielders = np.flatnonzero((position > PITCHER) & (position <= RIGHT_FIELDER) & ~_was_in_game(batch))
    moment = plays.substitutions_of("event").astype(np.int64) * 2 + plays.substitutions_of("side")
    key = moment * 10 + plays.substitutions_of("slot")
    left_slot = moment[listed.change[elsewhere]] * 10 + listed.slot[elsewhere - 1]
    switched = np.isin(left_slot, key[fielders])
    with_them = fielders[np.isin(key[fielders], left_slot)]
    return listed.change[elsewhere[switched]], with_them
