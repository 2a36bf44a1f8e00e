"""What a season's lineups are worth, against the best orders: see table `lineup_value`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa

from skipper.definitions.lineups import DESIGNATED_HITTER, LACKS_ADVANCES, LACKS_RATES, PITCHER, fielding
from skipper.lineups.advancement import Advancement, of_rows
from skipper.lineups.batting import Batting, UnknownAdvanceError, batting
from skipper.lineups.chain import NINE, expected_runs, runs_alone
from skipper.lineups.nines import likely_nine
from skipper.lineups.rates import Floats
from skipper.lineups.search import good_order
from skipper.lineups.season_rules import scheduled_innings

Row = dict[str, Any]


def lineup_values(club_games: pa.Table, batters: pa.Table, advances: pa.Table) -> list[Row]:
    """Return the value of each club-game's lineup, from its `batters` in order of club-game and slot."""
    advancement = _advancements(advances)
    of_club_game = {
        key: list(rows) for key, rows in groupby(batters.to_pylist(), key=lambda row: (row["game_id"], row["club"]))
    }
    rows = []
    for club_game in club_games.to_pylist():
        here = of_club_game.get((club_game["game_id"], club_game["club"]), [])
        innings = club_game["innings"] or scheduled_innings(*(club_game[n] for n in ("date", "level", "game_number")))
        valued = _valued(here, advancement.get(club_game["level"]), innings)
        rows.append({**club_game, "innings": innings, "batters": len(here), **valued})
    return rows


def _advancements(advances: pa.Table) -> dict[str | None, Advancement]:
    levels: dict[str | None, dict[str, list[Row]]] = {}
    for row in advances.to_pylist():
        levels.setdefault(row["level"], {}).setdefault(row["kind"], []).append(row)
    return {level: of_rows(kinds) for level, kinds in levels.items()}


def _valued(here: Sequence[Row], advancement: Advancement | None, innings: int) -> Row:
    """Return a club-game's values, or why they are unknown."""
    used = [number for number, row in enumerate(here) if row["slot"] is not None]
    if len(used) != NINE:
        return {"unknown": f"a lineup of {len(used)}"}
    if advancement is None or any(here[number]["rates"] is None for number in used):
        return {"unknown": LACKS_RATES}
    known = [row for row in here if row["rates"] is not None]
    used = [number for number, row in enumerate(known) if row["slot"] is not None]
    try:
        bats = batting(
            np.array([row["rates"] for row in known]), advancement, [row["bats_as_pitcher"] for row in known]
        )
    except UnknownAdvanceError:
        return {"unknown": LACKS_ADVANCES}
    return dict(_values(known, used, bats, innings))


def _values(known: Sequence[Row], used: list[int], bats: Batting, innings: int) -> Iterator[tuple[str, Any]]:
    alone = runs_alone(bats.means)
    runs = float(expected_runs(bats, used, innings)[0])
    best, best_runs = good_order(bats, used, innings)
    yield from {"runs": runs, "best_order_runs": best_runs, "loss_of_order": best_runs - runs}.items()
    yield "best_order", [known[player]["player_id"] for player in best]
    nine = _best_nine(known, used, alone)
    if nine is not None:
        best_nine, nine_runs = (best, best_runs) if set(nine) == set(used) else good_order(bats, nine, innings)
        if nine_runs < best_runs:
            best_nine, nine_runs = best, best_runs
        yield from {"best_nine_runs": nine_runs, "loss_of_nine": nine_runs - runs}.items()
        yield "best_nine", [known[player]["player_id"] for player in best_nine]


def _best_nine(known: Sequence[Row], used: Sequence[int], alone: Floats) -> tuple[int, ...] | None:
    """Return the most valuable nine who can fill the lineup's positions; None if these are unknown."""
    ninth = {known[player]["position"] for player in used} & {PITCHER, DESIGNATED_HITTER}
    if len(ninth) != 1:
        return None
    return likely_nine(alone, [fielding(row["positions"], row["bats_as_pitcher"], *ninth) for row in known])
