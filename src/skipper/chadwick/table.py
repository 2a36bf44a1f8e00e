"""Plays as an Arrow table in cwevent's columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
import pyarrow as pa

from skipper.chadwick.fields import Field
from skipper.sources.plays.events.advances import SCORED
from skipper.sources.plays.events.event_columns import BATTED_BALLS, ERROR_KINDS, POSITION
from skipper.sources.plays.events.event_facts import BEFORE, CURRENT
from skipper.sources.plays.events.line_fields import UNREADABLE
from skipper.sources.plays.events.pitches import PITCH_COLUMNS
from skipper.sources.plays.events.plays import Plays
from skipper.sources.plays.events.state_columns import EVENT_ROW, PITCHES

COUNT = 4  # place of the count among the fields of a `play` record
COUNT_FIELDS = ("BALLS_CT", "STRIKES_CT")
RUNNER_CODES = frozenset(
    f"{runner}_{what}_ID" for runner in ("BAT", "RUN1", "RUN2", "RUN3") for what in ("DEST", "FATE")
)
SCORED_PLACED = 7  # in version 0.10, an earned run by a runner placed on base; 0.11 has fields for such runners
_FLAGS = pa.array(["F", "T"])
_HANDS = pa.array([chr(code) for code in range(128)])


class ChadwickColumns:
    """Build cwevent's columns for some plays, building each string that several columns share only once.

    `version` is Chadwick's, one of VERSIONS; the plays' vocabulary must be of the same version.
    """

    def __init__(self, plays: Plays, version: str = CURRENT) -> None:
        self._plays, self._version = plays, version
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
        if field.kind == "count_text":
            return pa.array(self._counts)
        values = self._values(field)
        if field.kind == "number":
            return pa.array(values)
        if field.kind == "count":
            return pa.array(self._read_count(values, COUNT_FIELDS.index(field.name)))
        texts = self._texts[field.kind]()
        return texts.take(pa.array(np.where(values < 0, len(texts) - 1, values) if field.kind == "word" else values))

    @cached_property
    def _counts(self) -> list[str]:
        """Return the count of each play as written in the file."""
        balls, strikes = (self._plays.small_of(name).tolist() for name in ("balls", "strikes"))
        lines = self._plays.ids_of("line").tolist()
        return [
            f"{ball}{strike}" if ball >= 0 and strike >= 0 else self._plays.lines.text(line).split(",")[COUNT]
            for ball, strike, line in zip(balls, strikes, lines, strict=True)
        ]

    def _read_count(self, values: np.ndarray, place: int) -> np.ndarray:
        """Return balls or strikes as cwevent writes them: an unknown figure as 0; since 0.11, of a longer text the
        first two digits count (`22.`)."""
        figures = np.maximum(values, 0)
        if self._version == BEFORE:
            return figures
        for play in np.flatnonzero(values == UNREADABLE).tolist():
            text = self._counts[play]
            figures[play] = int(text[place]) if text[:2].isdigit() and len(text) > 1 else 0
        return figures

    def _values(self, field: Field) -> np.ndarray:
        plays = self._plays
        if field.name in RUNNER_CODES and self._version != BEFORE:
            codes = plays.small_of(field.column)
            return np.where(codes == SCORED_PLACED, SCORED, codes)
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
