"""Plays as one Arrow table: spelled-out column names, dictionary-encoded ids and strings, null for unknown values.

The columns are those of `state_columns`, `event_columns` and `pitches`; a lake table selects and renames them.
Positions and destinations stay numbers; fielder 0 becomes null.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pyarrow as pa

from skipper.sources.retrosheet.events.event_columns import BATTED_BALLS, ERROR_KINDS, EVENT_COLUMNS, POSITION, STAYS
from skipper.sources.retrosheet.events.pitches import PITCH_COLUMNS
from skipper.sources.retrosheet.events.plays import Plays
from skipper.sources.retrosheet.events.state_columns import EVENT_ROW, ID_COLUMNS, PITCHES, SMALL_COLUMNS

PEOPLE = tuple(name for name in ID_COLUMNS if name not in ("game", "line", "event_row", "pitches"))
HANDS = tuple(name for name in SMALL_COLUMNS if name.endswith("_hand"))
STATE_FLAGS = (
    "bats_last",
    "leadoff",
    "pinch_hit",
    "new_game",
    "end_of_game",
    "runner1_pinch",
    "runner2_pinch",
    "runner3_pinch",
    "new_half",
    "end_of_half",
    "new_appearance",
    "cut_short",
    "batter_started",
    "charged_batter_started",
    "charged_pinch_hit",
    "pitcher_started",
    "charged_pitcher_started",
    "runner1_placed",
    "runner2_placed",
    "runner3_placed",
)
EVENT_FLAGS = (
    "batter_event",
    "at_bat",
    "sacrifice_hit",
    "sacrifice_fly",
    "double_play",
    "triple_play",
    "wild_pitch",
    "passed_ball",
    "bunt",
    "foul",
    "batter_safe_on_error",
    "unknown_fielder",
    "uncertain",
    *(f"runner{n}_{what}" for n in (1, 2, 3) for what in ("steals", "caught", "picked")),
    "force2",
    "force3",
    "force4",
)
EVENT_TEXTS = ("location", "batter_play", "runner1_play", "runner2_play", "runner3_play")
ERROR_COLUMNS = ("error1_kind", "error2_kind", "error3_kind")
ZERO_IS_NONE = (
    "fielder",
    *(name for name in EVENT_COLUMNS if name[:-1].rstrip("0123456789") in ("putout", "assist")),
    "error1",
    "error2",
    "error3",
)
# Facts that the state has already resolved for this game, or that only the kernel needs.
NOT_FACTS = (
    "understood",
    "no_play",
    "rbi",
    "rbi_under_two_outs",
    "batter_to",
    "runner1_to",
    "runner2_to",
    "runner3_to",
    "runners_named",
    "retired_by_batter",
)
_RENAMED = {"outs": "outs_on_play", "runs": "runs_on_play"}
_FACTS = {new: old for old, new in _RENAMED.items()}
_UNKNOWN_HAND = ord("?")


def play_table(plays: Plays, columns: Collection[str] | None = None) -> pa.Table:
    """Return the plays as a table; `columns` selects some of its columns, which stay in the table's own order.

    `game_id`, `event_text` and `pitch_sequence` are strings; `line` counts the lines of all files from 0.
    `outs_on_play` and `runs_on_play` are the outs and runs on the play; `outs` are those before it. `trajectory` is the
    batted ball as stated in the text; `batted_ball` adds what Chadwick assumes.
    """
    maker = _Columns(plays)
    names = ["game_id", "line", "event_text", "pitch_sequence", *PEOPLE, *SMALL_COLUMNS]
    names += [_RENAMED.get(name, name) for name in EVENT_COLUMNS if name not in NOT_FACTS]
    names += [f"pitch_{name}" for name in PITCH_COLUMNS]
    wanted = [name for name in names if columns is None or name in columns]
    return pa.table([maker.column(name) for name in wanted], names=wanted)


class _Columns:
    """Build the columns of `play_table`, building each dictionary that several columns share only once."""

    def __init__(self, plays: Plays) -> None:
        self._plays = plays
        self._words = pa.array([word.decode("ascii", "replace") for word in plays.lines.words], pa.string())
        self._strings = pa.array(plays.vocabulary.strings, pa.string())
        self._hands = pa.array([chr(code) for code in range(128)])
        self._no_pitches = plays.lines.pitches.index("").as_py()

    def column(self, name: str) -> pa.Array:
        """Return one column by name."""
        plays = self._plays
        if name == "game_id":
            return _dictionary(plays.ids_of("game"), pa.array(plays.games.names, pa.string()))
        if name == "event_text":
            return _dictionary(plays.ids[EVENT_ROW], pa.array(plays.vocabulary.texts, pa.string()))
        if name == "pitch_sequence":
            return _dictionary(plays.ids[PITCHES], plays.lines.pitches, self._no_pitches)
        if name in PEOPLE:
            return _dictionary(plays.ids_of(name), self._words)
        if name in SMALL_COLUMNS:
            return self._small(name)
        if name.startswith("pitch_"):
            counts = plays.pitch_counts[:, PITCH_COLUMNS.index(name.removeprefix("pitch_"))].take(plays.ids[PITCHES])
            return pa.array(counts, mask=plays.ids[PITCHES] == self._no_pitches)  # no sequence: not recorded
        return pa.array(plays.ids_of("line")) if name == "line" else self._fact(name)

    def _small(self, name: str) -> pa.Array:
        values = self._plays.small_of(name)
        if name in STATE_FLAGS:
            return pa.array(values.astype(bool))
        if name in HANDS:
            return _dictionary(values, self._hands, _UNKNOWN_HAND)
        return pa.array(values, mask=values < 0) if name in ("balls", "strikes") else pa.array(values)

    def _fact(self, name: str) -> pa.Array:
        column = POSITION[_FACTS.get(name, name)]
        values = self._plays.vocabulary.table[:, column].take(self._plays.ids[EVENT_ROW])
        if name in EVENT_FLAGS:
            return pa.array(values.astype(bool))
        if name in EVENT_TEXTS:
            return _dictionary(values, self._strings, 0)
        if name in ("batted_ball", "trajectory"):
            return _dictionary(values, pa.array(BATTED_BALLS), 0)
        if name in ERROR_COLUMNS:
            return _dictionary(values, pa.array(ERROR_KINDS), 0)
        return pa.array(values, mask=values == 0) if name in ZERO_IS_NONE else pa.array(values)


def _dictionary(indices: np.ndarray, texts: pa.Array, none: int | None = STAYS) -> pa.DictionaryArray:
    """Return indices into texts as a dictionary column, null if the index equals `none`."""
    mask = indices == none if none is not None else None
    return pa.DictionaryArray.from_arrays(pa.array(indices, mask=mask), texts)
