"""The distinct event texts read so far, in a table that grows from file to file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from skipper.sources.plays.events.advances import EventTextError
from skipper.sources.plays.events.event_columns import EVENT_COLUMNS
from skipper.sources.plays.events.event_facts import CURRENT, event_row, stated_runs
from skipper.sources.plays.events.event_reader import read_event
from skipper.sources.plays.events.text_facts import RUNS

_ROOM = 1 << 13  # initial rows of a table; a season has 5,500 texts


class EventVocabulary:
    """Event texts, each with the integers parsed from the text.

    `table` has a row of EVENT_COLUMNS per text, `texts` has the texts in the same order, and `strings` the play and
    location strings to which the table's indices point. `reasons` gives, by row, the reason why a text was not
    understood; the row for such a text has only the text's runs. `standard_text` rewrites a text in Retrosheet's
    grammar. `chadwick` is the version of Chadwick that `event_row` follows.
    """

    def __init__(self, standard_text: Callable[[str], str] = str, chadwick: str = CURRENT) -> None:
        self._standard_text, self._chadwick = standard_text, chadwick
        self.texts: list[str] = []
        self.strings: list[str] = [""]
        self.reasons: dict[int, str] = {}
        self._rows: dict[bytes, int] = {}
        self._string_index: dict[str, int] = {"": 0}
        self._table = np.zeros((_ROOM, len(EVENT_COLUMNS)), np.int32)
        self._columns = self._table[:0].T

    @classmethod
    def of_rows(
        cls,
        texts: Sequence[bytes],
        facts: np.ndarray,
        strings: Sequence[str],
        standard_text: Callable[[str], str] = str,
    ) -> EventVocabulary:
        """Return a vocabulary of these texts, with their rows of EVENT_COLUMNS and the strings that the rows index."""
        known = cls(standard_text)
        known.texts = [text.decode("ascii", "backslashreplace") for text in texts]
        known.strings = list(strings)
        known._rows = {text: row for row, text in enumerate(texts)}
        known._string_index = {string: index for index, string in enumerate(strings)}
        known._table = np.concatenate([facts, np.zeros((_ROOM, len(EVENT_COLUMNS)), np.int32)])
        return known

    def understood(self) -> tuple[list[bytes], np.ndarray]:
        """Return the texts that are in the grammar, with their rows."""
        rows = [row for row in range(len(self)) if row not in self.reasons]
        texts = list(self._rows)
        return [texts[row] for row in rows], self._table[rows]

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def table(self) -> np.ndarray:
        """Return the rows read so far, one int32 per column of EVENT_COLUMNS."""
        return self._table[: len(self.texts)]

    @property
    def columns(self) -> np.ndarray:
        """Return the rows read so far, transposed: one contiguous row per column of EVENT_COLUMNS.

        Rebuilt only for new texts.
        """
        if self._columns.shape[1] != len(self.texts):
            self._columns = np.ascontiguousarray(self.table.T)
        return self._columns

    def rows_of(self, events: Sequence[bytes]) -> np.ndarray:
        """Return the row number of each text, parsing new texts."""
        return np.fromiter((self._row_of(event) for event in events), np.int32, len(events))

    def _row_of(self, event: bytes) -> int:
        row = self._rows.get(event)
        return self._read(event) if row is None else row

    def _read(self, event: bytes) -> int:
        row = self._rows[event] = len(self.texts)
        self.texts.append(event.decode("ascii", "backslashreplace"))
        if row == len(self._table):
            self._table = np.concatenate([self._table, np.zeros_like(self._table)])
        try:
            read = read_event(self._standard_text(self.texts[row]))
            self._table[row] = event_row(read, self._index_of_string, self._chadwick)
        except EventTextError as error:
            self.reasons[row] = str(error)
            self._table[row, RUNS] = stated_runs(self.texts[row])
        return row

    def _index_of_string(self, text: str) -> int:
        index = self._string_index.get(text)
        if index is None:
            index = self._string_index[text] = len(self.strings)
            self.strings.append(text)
        return index
