"""Score a season's event files a batch at a time: the loop of every source of plays, whose formats yield the files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from skipper.sources.plays.events.dialect import Dialect
from skipper.sources.plays.events.files import EventFile
from skipper.sources.plays.events.kept_vocabulary import KeptVocabulary
from skipper.sources.plays.events.plays import Plays
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.plays.record_sets import COMPARED, OF_PLAYS, RECORD_SETS
from skipper.sources.plays.soundness import read_usable
from skipper.sources.plays.tables import WRITTEN, PlayTables

GAMES_AT_ONCE = 500  # maximum number of games converted to event files that are in memory at the same time
_vocabularies: dict[str, KeptVocabulary] = {}


@dataclass(frozen=True)
class FileBatch:
    """Event files that are in memory at the same time.

    `accept` accounts for what was read of them, and returns it without the games that the source rejects.
    """

    files: Sequence[EventFile]
    accept: Callable[[Plays], Plays]


@dataclass
class Scoring:
    """One season's event files in one dialect.

    `ids_give_season` is false if the games' ids need not show that they are of `season`. `names` has the record sets
    that are called otherwise for this source (see CONVERTED). `seen` has the ids of the games scored so far, which are
    not read from a later batch.

    Iterate over `tables` first: it fills `records`, the record sets of plays.
    """

    season: int
    dialect: Dialect
    rosters: Rosters
    person_ids: Mapping[str, str]
    ids_give_season: bool = True
    names: Mapping[str, str] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    records: dict[str, pa.Table] = field(default_factory=dict)

    def tables(self, batches: Iterable[FileBatch]) -> Iterator[tuple[str, pa.Table]]:
        """Yield (name, rows) for the tables in WRITTEN, batch by batch."""
        gathered = {self._name(name): [schema.empty_table()] for name, schema in RECORD_SETS.items()}
        known, season = vocabulary_of(self.dialect), None if self.ids_give_season else self.season
        for batch in batches:
            plays = read_usable(batch.files, self.rosters, known.begin(), self.seen, self.dialect, season)
            known.keep()
            plays = batch.accept(plays)
            self.seen |= {name for name, listed in zip(plays.games.names, plays.listed, strict=True) if listed}
            if not plays.listed.any():
                continue
            made = PlayTables(plays, self.rosters, self.person_ids)
            yield from ((name, made[name]) for name in WRITTEN)
            for name in OF_PLAYS:
                schema = RECORD_SETS[name]
                gathered[self._name(name)].append(made[name].select(schema.names).cast(schema))
            compared = {"season": self.season, "figure": "earned_runs", "compared": made.earned_runs_compared}
            gathered["event_file_compared"].append(pa.Table.from_pylist([compared], COMPARED))
        self.records = {name: pa.concat_tables(tables) for name, tables in gathered.items()}

    def _name(self, record_set: str) -> str:
        return self.names.get(record_set, record_set)


def vocabulary_of(dialect: Dialect) -> KeptVocabulary:
    """Return the vocabulary of the worker process for a dialect, which its seasons share."""
    if dialect.source not in _vocabularies:
        _vocabularies[dialect.source] = KeptVocabulary.of_user(dialect)
    return _vocabularies[dialect.source]
