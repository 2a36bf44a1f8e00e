"""The probabilities of runners' advances by level, from plate appearances: see table `advancement`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from skipper.definitions.lineups import LEAST_PLAYED
from skipper.lineups.advancement import BUNTS, KINDS, PlateAppearances, estimated


def advance_probabilities(season: int, plays: pa.Table) -> list[dict[str, object]]:
    """Return a season's probabilities by level, from `plays` in that season and earlier seasons."""
    rows: list[dict[str, object]] = []
    for level in sorted(plays["level"].unique().to_pylist(), key=str):
        of_level = plays.filter(pc.equal(plays["level"], level) if level else pc.is_null(plays["level"]))
        earlier = of_level.filter(pc.less(of_level["season"], season))
        enough = earlier.num_rows >= LEAST_PLAYED
        if season in of_level["season"].unique().to_pylist():
            known = {"season": season, "level": level, "from_season": not enough}
            rows += [{**known, **row} for row in _chances(earlier if enough else of_level, plays)]
    return rows


def _chances(plays: pa.Table, of_any_level: pa.Table) -> Iterator[dict[str, object]]:
    found = estimated(_seen(plays), _seen(of_any_level))
    for kind, chances in zip(KINDS, (found.running, *found.on_outcome), strict=True):
        for before, after, runs in np.argwhere(np.nan_to_num(chances) > 0).tolist():
            chance = float(chances[before, after, runs])
            yield {"kind": kind, "state_before": before, "state_after": after, "runs": runs, "chance": chance}
    for kind, rates in zip(BUNTS, found.sacrifice_rate, strict=True):
        for before in np.flatnonzero(~np.isnan(rates)).tolist():
            yield {"kind": kind, "state_before": before, "chance": float(rates[before])}


def _seen(plays: pa.Table) -> PlateAppearances:
    names = [field.name for field in fields(PlateAppearances)]
    return PlateAppearances(**{name: plays[name].to_numpy(zero_copy_only=False) for name in names})
