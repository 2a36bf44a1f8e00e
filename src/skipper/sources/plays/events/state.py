"""The state of games, line by line: one compiled kernel over the split lines, built from the smaller kernels next to
it.

It tracks lineups, fielders, bases, outs and score, the pitcher charged with each runner, and each batter's and runner's
fate, and writes them for every play (see `state_columns`). It does not read any strings.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from skipper.sources.plays.events import faults
from skipper.sources.plays.events import figures as f
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events import lineup_card as lc
from skipper.sources.plays.events import state_columns as out
from skipper.sources.plays.events.compiled import kernel, part
from skipper.sources.plays.events.halves import close_half
from skipper.sources.plays.events.one_play import play_line
from skipper.sources.plays.events.substitutions import adjust, substitution

PLAYS_A_COPY = 1 << 10  # plays on a score sheet before it is copied: some thirty cache lines per column


class GameLines(NamedTuple):
    """The lines of games, in the arrays that the state kernel reads.

    `kinds`, `fields` and `defects` have one element per line. `spans` holds each game's first line and the line after
    its last, `rosters` the indices of its two clubs' rosters, `innings` its scheduled innings, and `may_end` where it
    can end (see `Games`). `any_card` is true if lineups may lack players. `event_rows` maps an event text in the lines
    to its row of `table`. `keys` and `hands` give how players bat and throw (see `Rosters`).
    """

    spans: np.ndarray
    rosters: np.ndarray
    innings: np.ndarray
    may_end: np.ndarray
    any_card: bool
    kinds: np.ndarray
    fields: np.ndarray
    defects: np.ndarray
    event_rows: np.ndarray
    table: np.ndarray
    keys: np.ndarray
    hands: np.ndarray


class ScoreSheet(NamedTuple):
    """Plays in file order, with a row per column of ID_COLUMNS (`ids`) and SMALL_COLUMNS (`small`).

    The values of one play are adjacent in memory, and a sheet fits in the processor's cache; writing every play into
    ninety long columns takes twice as long.
    """

    ids: np.ndarray
    small: np.ndarray


def blank_sheet(longest_game: int) -> ScoreSheet:
    """Return a score sheet with room for a game with this many lines and for earlier plays not yet copied."""
    plays = PLAYS_A_COPY + longest_game
    ids, small = np.empty((plays, len(out.ID_COLUMNS)), np.int32), np.empty((plays, len(out.SMALL_COLUMNS)), np.int16)
    return ScoreSheet(ids.T, small.T)


@part
def hands_of(roster, keys, hands, player):
    """Return how a player bats and throws, as letters from the club's roster; `?` if the roster does not say."""
    key = (np.int64(roster) << 32) | np.int64(player)
    at = np.searchsorted(keys, key)
    if at < keys.size and keys[at] == key:
        return hands[at, 0], hands[at, 1]
    return lc.UNKNOWN_HAND, lc.UNKNOWN_HAND


@part
def start(game, fields, bats, throws):
    """Enter a player in the starting lineup."""
    if game.now[f.FIRST_SIDE] != f.NONE:
        return faults.START_AFTER_PLAY
    side, slot, position = fields[lf.SIDE], fields[lf.SLOT], fields[lf.FIELD_POSITION]
    if not lc.write_starter(game.card, game.field, side, slot, fields[lf.PLAYER], position, bats, throws):
        return faults.BAD_LINEUP
    if position == lc.PITCHER:
        game.starters[side] = fields[lf.PLAYER]
    return faults.SOUND


@part
def enter_man(game, given, number, line, note):
    """Execute a `start` or `sub` record, writing a substitution into `note`. Returns the record's fault."""
    fields = given.fields[line]
    if fields[lf.PLAYER] == lf.UNKNOWN:
        return faults.UNKNOWN_PLAYER
    side = fields[lf.SIDE]
    roster = given.rosters[number, side] if 0 <= side <= 1 else f.NONE
    bats, throws = hands_of(roster, given.keys, given.hands, fields[lf.PLAYER])
    if given.kinds[line] == lf.START:
        return start(game, fields, bats, throws)
    if not substitution(game, line, fields, bats, throws, note):
        return faults.BAD_SUBSTITUTION
    note[0] = number
    return faults.SOUND


@part
def may_begin(game, any_card):
    """Return whether a first play is possible: complete lineups or, if they may lack players, both pitchers known."""
    if any_card:
        return game.field[0, lc.PITCHER] != lc.NOBODY and game.field[1, lc.PITCHER] != lc.NOBODY
    return lc.is_complete(game.card, game.field)


@part
def is_last_play(given, number, line):
    """Return whether there are no plays after a line in its game."""
    plays = 0
    for after in range(line + 1, given.spans[number, 1]):
        plays += given.kinds[after] == lf.PLAY
    return plays == 0


@part
def run_game(game, given, number, ids, small, subs, notes):
    """Play one game's lines; return the fault, its line, and the number of substitutions."""
    kinds, fields, event_rows, table = given.kinds, given.fields, given.event_rows, given.table
    wrong, at = faults.SOUND, given.spans[number, 0]
    for line in range(given.spans[number, 0], given.spans[number, 1]):
        kind, at = kinds[line], line
        if kind == lf.PLAY:
            row = event_rows[fields[line, lf.PLAY_EVENT]]
            if game.now[f.FIRST_SIDE] == f.NONE and not may_begin(game, given.any_card):
                wrong = faults.PLAY_BEFORE_START
            else:
                wrong = play_line(game, ids, small, line, fields[line], row, table[row])
            if wrong == faults.BASE_TAKEN and is_last_play(given, number, line):
                wrong = faults.SOUND  # after a third out, the text may omit runners who did not matter
        elif kind == lf.START or kind == lf.SUB:
            wrong = enter_man(game, given, number, line, subs[notes])
            notes += kind == lf.SUB
        elif lf.BADJ <= kind <= lf.PRESADJ:
            wrong = faults.SOUND if adjust(game, given, number, line) else faults.BAD_ADJUSTMENT
        elif kind == lf.DATA:
            game.now[f.DATA_LINES] += 1
        if wrong:
            return wrong, at, notes
    return f.verdict(game.now, given.innings[number], given.may_end[number]), at, notes


@part
def copy_plays(sheet, columns, first, plays):
    """Copy the plays on a score sheet into the columns of all plays, starting at index `first`."""
    for column in range(sheet.shape[0]):
        for play in range(plays):
            columns[column, first + play] = sheet[column, play]


@part
def copy_sheet(sheet, ids, small, first, plays):
    """Copy a score sheet that is full or is the last one."""
    copy_plays(sheet.ids, ids, first, plays)
    copy_plays(sheet.small, small, first, plays)


@kernel
def run_games(game, given, sheet, ids, small, subs, results):
    """Play every game in `game`, a one-game record, writing one column per play and one row of `subs` per substitute.

    `sheet` is a ScoreSheet with room for any of the games. `results` receives, for each game, the fault and its line,
    the first play and the number of plays. No plays are kept for a game that has a fault. Returns the numbers of plays
    and substitutions written.
    """
    now = game.now
    copied, events, changes = 0, 0, 0  # `events` are the plays on the sheet
    for number in range(given.spans.shape[0]):
        f.new_game(game, events)
        wrong, at, notes = run_game(game, given, number, sheet.ids, sheet.small, subs, changes)
        results[number, 0], results[number, 1], results[number, 2] = wrong, at, copied + events
        if not wrong:
            close_half(game, sheet.small)
            sheet.small[out.END_OF_GAME, now[f.EVENT] - 1] = 1
            sheet.ids[out.GAME, events : now[f.EVENT]] = number
            for note in range(changes, notes):
                subs[note, out.SUBSTITUTION_EVENT] += copied
            results[number, 3] = now[f.EVENT] - events
            events, changes = now[f.EVENT], notes
        if events >= PLAYS_A_COPY:
            copy_sheet(sheet, ids, small, copied, events)
            copied, events = copied + events, 0
    copy_sheet(sheet, ids, small, copied, events)
    return copied + events, changes
