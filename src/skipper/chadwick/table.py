"""Plays as an Arrow table in cwevent's columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from skipper.chadwick.fields import Field
from skipper.sources.retrosheet.events.event_columns import BATTED_BALLS, ERROR_KINDS, POSITION
from skipper.sources.retrosheet.events.pitches import PITCH_COLUMNS
from skipper.sources.retrosheet.events.plays import Plays
from skipper.sources.retrosheet.events.state_columns import EVENT_ROW, PITCHES

_FLAGS = pa.array(["F", "T"])
_HANDS = pa.array([chr(code) for code in range(128)])


class ChadwickColumns:
    """Build cwevent's columns for some plays, building each string that several columns share only once."""

    def __init__(self, plays: Plays) -> None:
        self._plays = plays
        self._game = plays.ids_of("game")
        self._side = plays.small_of("side")
        # There is one more text than there are words: index -1, which means nobody, reads the empty text at the
        # end.
        self._words = pa.array([word.decode("ascii", "replace") for word in plays.lines.words] + [""])
        self._texts: dict[str, Callable[[], pa.Array]] = {
            "word": lambda: self._words,
            "flag": lambda: _FLAGS,
            "hand": lambda: _HANDS,
            "game": lambda: pa.array(plays.games.names, pa.string()),
            "pitch_text": lambda: plays.lines.pitches,
            "event_text": lambda: pa.array(plays.vocabulary.texts, pa.string()),
            "string": lambda: pa.array(plays.vocabulary.strings),
            "batted_ball": lambda: pa.array(BATTED_BALLS),
            "error_kind": lambda: pa.array(ERROR_KINDS),
        }

    def table(self, fields: Sequence[Field]) -> pa.Table:
        """Return the plays as strings and 16-bit integers, with a column per field."""
        return pa.table([self._array(field) for field in fields], names=[field.name for field in fields])

    def _array(self, field: Field) -> pa.Array:
        values = self._values(field)
        if field.kind == "number":
            return pa.array(values)
        if field.kind == "count":
            return pa.array(np.maximum(values, 0))  # cwevent writes an unknown count as 0
        texts = self._texts[field.kind]()
        return texts.take(pa.array(np.where(values < 0, len(texts) - 1, values) if field.kind == "word" else values))

    def _values(self, field: Field) -> np.ndarray:
        plays = self._plays
        if field.source == "ids":
            return plays.ids_of(field.column)
        if field.source == "small":
            return plays.small_of(field.column)
        if field.source == "facts":
            return plays.vocabulary.table[:, POSITION[field.column]].take(plays.ids[EVENT_ROW])
        if field.source == "pitches":
            return plays.pitch_counts[:, PITCH_COLUMNS.index(field.column)].take(plays.ids[PITCHES])
        return self._of_game(field.column)

    def _of_game(self, column: str) -> np.ndarray:
        plays, home = self._plays, self._side == 1
        visitor, host = plays.games.visitors, plays.games.homes
        scores = plays.small_of("visitor_score"), plays.small_of("home_score")
        return {
            "name": lambda: self._game,
            "visitor": lambda: visitor[self._game],
            "home": lambda: host[self._game],
            "batting": lambda: np.where(home, host[self._game], visitor[self._game]),
            "fielding": lambda: np.where(home, visitor[self._game], host[self._game]),
            "batting_score": lambda: np.where(home, scores[1], scores[0]),
            "fielding_score": lambda: np.where(home, scores[0], scores[1]),
        }[column]()
