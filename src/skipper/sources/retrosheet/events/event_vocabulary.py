"""Every distinct event text met so far, read once: a table that a worker keeps as long as it lives.

It is not shipped to others: what it holds of a season takes a sixth of a second to make anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skipper.sources.retrosheet.events.advances import EventTextError
from skipper.sources.retrosheet.events.event_columns import EVENT_COLUMNS
from skipper.sources.retrosheet.events.event_facts import event_row
from skipper.sources.retrosheet.events.event_reader import read_event


class EventVocabulary:
    """Event texts and the integers that each was read into.

    `table` has a row of EVENT_COLUMNS per text, `texts` the texts in the same order, `strings` the play and
    location texts that the table's indices stand for, `reasons` by row why a text was not understood.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.strings: list[str] = [""]
        self.reasons: dict[int, str] = {}
        self._rows: dict[bytes, int] = {}
        self._string_index: dict[str, int] = {"": 0}
        self._table = np.zeros((1 << 13, len(EVENT_COLUMNS)), np.int32)

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def table(self) -> np.ndarray:
        """The rows read so far, one int32 per column of EVENT_COLUMNS."""
        return self._table[: len(self.texts)]

    def rows_of(self, events: Sequence[bytes]) -> np.ndarray:
        """The row of each text, reading those that are new."""
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
            self._table[row] = event_row(read_event(self.texts[row]), self._index_of_string)
        except EventTextError as error:
            self.reasons[row] = str(error)
        return row

    def _index_of_string(self, text: str) -> int:
        index = self._string_index.get(text)
        if index is None:
            index = self._string_index[text] = len(self.strings)
            self.strings.append(text)
        return index
