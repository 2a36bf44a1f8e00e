"""Rates and advances of a season's event files, for the lineup model: what the lake's tables will give it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skipper.lineups.advancement import END, SACRIFICE, PlateAppearances
from skipper.lineups.rates import OUTCOMES, Floats, prior_weights, rates_of, shrunk
from skipper.sources.plays.events.listing import list_event_files, read_batch
from skipper.sources.plays.events.plays import read_plays
from skipper.sources.plays.soundness import without_unusable
from skipper.sources.plays.tables import PlayTables
from skipper.tables.lineups.advancement import PLATE_APPEARANCES


@dataclass(frozen=True)
class Season:
    """A season's plate appearances (`table`, walk-offs included), and those from which advances are estimated."""

    table: pa.Table
    seen: PlateAppearances

    def column(self, name: str) -> np.ndarray:
        return self.table[name].to_numpy(zero_copy_only=False)

    @property
    def pitcher_bats(self) -> np.ndarray:
        """Return where the batter is known to have been the pitcher."""
        return self.table["pitcher_bats"].fill_null(False).to_numpy(zero_copy_only=False)

    def counts(self, kept: np.ndarray | None = None) -> tuple[Floats, np.ndarray]:
        """Return counts [batter, outcome] of completed plate appearances without sacrifices, and the batters' ids."""
        kept = np.ones(len(self.table), bool) if kept is None else kept
        kept = kept & (self.column("before") != END) & (self.column("outcome") != SACRIFICE)
        ids, rows = np.unique(self.column("batter_id")[kept].astype(str), return_inverse=True)
        counts = np.zeros((len(ids), len(OUTCOMES)))
        np.add.at(counts, (rows, self.column("outcome")[kept]), 1)
        return counts, ids


def read_season(path: Path) -> Season:
    """Read event files (a zip or folder) through Skipper's own reader."""
    listed = list_event_files(path)
    files, unreadable = read_batch(listed.events)
    if unreadable:
        raise SystemExit(f"unreadable: {unreadable[0]}")
    event = PlayTables(without_unusable(read_plays(files, listed.rosters)), listed.rosters, {})["event"]
    return of_events(event)


def of_events(event: pa.Table) -> Season:
    """Return the plate appearances of rows of table `event`."""
    db = duckdb.connect()
    db.register("event", event)
    table = db.execute(PLATE_APPEARANCES).to_arrow_table()
    kept = table.filter(pc.and_(pc.invert(table["walked_off"]), pc.is_valid(table["pitcher_bats"])))
    seen = {field.name: kept[field.name].to_numpy(zero_copy_only=False) for field in fields(PlateAppearances)}
    return Season(table, PlateAppearances(**seen))


def fitted(season: Season) -> dict[str, Floats]:
    """Return each batter's rates by id, shrunk toward the league's; one line for all pitchers.

    Rates of the season that they are to describe: good for a benchmark, not for a judgment.
    """
    counts, ids = season.counts(~season.pitcher_bats)
    league = rates_of(counts.sum(0))
    return dict(zip(ids, shrunk(counts, league, prior_weights(counts, league)), strict=True))


def starting_nines(season: Season) -> list[tuple[tuple[str, bool], ...]]:
    """Return, per club-game, the first batter of each slot, and whether it was a pitcher: nearly the lineup card."""
    nines: dict[tuple[str, str], dict[int, tuple[str, bool]]] = {}
    names = ("game_id", "half", "slot", "batter_id", "pitcher_bats")
    for game, half, slot, batter, pitcher in zip(*(season.table[name].to_pylist() for name in names), strict=True):
        nines.setdefault((game, half), {}).setdefault(slot, (batter, bool(pitcher)))
    return [tuple(by_slot[slot] for slot in range(1, 10)) for by_slot in nines.values() if len(by_slot) == 9]
