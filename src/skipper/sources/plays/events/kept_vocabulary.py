"""The event texts that a worker has parsed, stored next to the compiled kernels for later workers.

The folder name depends on this package's sources, so a changed grammar starts with an empty store.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa

from skipper.sources.plays.events.compiled import kept_folder
from skipper.sources.plays.events.dialect import RETROSHEET, Dialect
from skipper.sources.plays.events.event_columns import EVENT_COLUMNS
from skipper.sources.plays.events.event_vocabulary import EventVocabulary

MOST_TEXTS = 1 << 18  # maximum number of texts kept by a worker: more than occur in all seasons, about 70 MB
WORTH_KEEPING = 500  # minimum number of new texts before rewriting the file; also at least a tenth of those stored
_SCHEMA = pa.schema([("text", pa.binary()), ("facts", pa.list_(pa.int32(), len(EVENT_COLUMNS)))])
_STRINGS = b"strings"


class KeptVocabulary:
    """A process's vocabulary for one dialect, loaded from `file`; if `file` is None, it starts empty and is never
    stored.

    An unreadable file is treated as absent. If two workers write at once, the last write wins; texts known only to the
    other worker are parsed again later.
    """

    def __init__(self, file: Path | None, dialect: Dialect = RETROSHEET) -> None:
        self._file = file
        self._dialect = dialect
        self._vocabulary: EventVocabulary | None = None
        self._kept = 0

    @classmethod
    def of_user(cls, dialect: Dialect) -> KeptVocabulary:
        """Return the vocabulary from the user's cache; it is not stored if the cache is not writable."""
        folder = kept_folder()
        return cls(folder / f"{dialect.source}.arrow" if folder else None, dialect)

    def begin(self) -> EventVocabulary:
        """Return the vocabulary for the next files, or a new one if it exceeds MOST_TEXTS."""
        if self._vocabulary is None:
            self._vocabulary = self._load()
            self._kept = len(self._vocabulary)
        if len(self._vocabulary) > MOST_TEXTS:
            self._vocabulary = self._empty()
        return self._vocabulary

    def keep(self) -> None:
        """Store the known texts, if enough of them are new."""
        known = self._vocabulary
        if self._file is None or known is None or len(known) < self._kept + max(WORTH_KEEPING, self._kept // 10):
            return
        _save(known, self._file)
        self._kept = len(known)

    def _empty(self) -> EventVocabulary:
        return EventVocabulary(self._dialect.standard_text)

    def _load(self) -> EventVocabulary:
        if self._file is None or not self._file.exists():
            return self._empty()
        try:
            with pa.OSFile(str(self._file)) as source, pa.ipc.open_file(source) as reader:
                kept, strings = reader.read_all(), json.loads(reader.schema.metadata[_STRINGS])
        except (OSError, pa.ArrowInvalid, KeyError, TypeError, ValueError):
            return self._empty()
        if kept.schema.remove_metadata() != _SCHEMA:
            return self._empty()
        facts = kept["facts"].combine_chunks().flatten().to_numpy().reshape(-1, len(EVENT_COLUMNS))
        return EventVocabulary.of_rows(kept["text"].to_pylist(), facts, strings, self._dialect.standard_text)


def _save(vocabulary: EventVocabulary, file: Path) -> None:
    """Write the texts that were understood; ignore OSError, because the next worker can read the texts itself."""
    texts, facts = vocabulary.understood()
    columns = [pa.array(texts, pa.binary()), pa.FixedSizeListArray.from_arrays(facts.ravel(), len(EVENT_COLUMNS))]
    table = pa.table(columns, schema=_SCHEMA.with_metadata({_STRINGS: json.dumps(vocabulary.strings)}))
    mine = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        with pa.OSFile(str(mine), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        mine.replace(file)
    except OSError:
        mine.unlink(missing_ok=True)
