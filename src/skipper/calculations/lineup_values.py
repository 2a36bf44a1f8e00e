"""What a season's lineups are worth, against the best orders: see table `lineup_value`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from skipper.definitions.lineups import DESIGNATED_HITTER, FIELD, LACKS_ADVANCES, LACKS_RATES, LEAST_KNOWN, PITCHER
from skipper.lineups.advancement import of_rows
from skipper.lineups.chain import NINE, runs_alone
from skipper.lineups.nines import likely_nine
from skipper.lineups.rates import OUT, OUTCOMES, STRIKEOUT, Floats
from skipper.lineups.search import good_orders
from skipper.lineups.season_rules import scheduled_innings
from skipper.lineups.slots import SlotModel, slot_model
from skipper.lineups.transitions import Transitions

Row = dict[str, Any]
Indices = NDArray[np.int64]

_ALIKE = 512  # club-games that share a model: a model takes as long as a few dozen of them
_AT_ONCE = 64  # club-games whose batters' tables, 80 kB for each, are in memory together


def lineup_values(club_games: pa.Table, batters: pa.Table, advances: pa.Table) -> list[Row]:
    """Return the value of each club-game's lineup, from its `batters` in order of club-game and slot."""
    rows = []
    known = _Batters.of(batters)
    levels: dict[str | None, list[int]] = defaultdict(list)
    for number, club_game in enumerate(club_games.to_pylist()):
        innings = club_game["innings"] or scheduled_innings(*(club_game[n] for n in ("date", "level", "game_number")))
        here = known.of_club_game(club_game["game_id"], club_game["club"])
        rows.append({**club_game, "innings": innings, "batters": len(here)})
        used = here[known.slot[here] > 0]
        if len(used) != NINE:
            rows[-1]["unknown"] = f"a lineup of {len(used)}"
        elif not known.is_rated[used].all():
            rows[-1]["unknown"] = LACKS_RATES
        else:
            levels[club_game["level"]].append(number)
    transitions = _transitions(advances)
    for level, numbers in levels.items():
        lineups = [_Lineup(number, rows[number], known) for number in numbers]
        if level not in transitions:
            values: Iterator[tuple[int, Row]] = ((lineup.number, {"unknown": LACKS_RATES}) for lineup in lineups)
        else:
            values = _of_level(lineups, transitions[level], known)
        for number, value in values:
            rows[number].update(value)
    return rows


@dataclass(frozen=True)
class _Batters:
    """The rows of lineup_batter as arrays; `slot` and `position` are 0 if null, `rates` NaN.

    `on_base` is the share of plate appearances without an out. `is_little_known` marks batters with fewer than
    LEAST_KNOWN plate appearances before the game, except pitchers. `fields` [row, position of FIELD] says where a
    player has started. `ranges` has the first row and the end of each club-game.
    """

    rates: Floats
    on_base: Floats
    is_rated: NDArray[np.bool_]
    pitches: NDArray[np.bool_]
    is_little_known: NDArray[np.bool_]
    slot: Indices
    position: Indices
    fields: NDArray[np.bool_]
    player_id: list[str]
    ranges: dict[tuple[str, str], tuple[int, int]]

    @classmethod
    def of(cls, batters: pa.Table) -> _Batters:
        rows = batters.combine_chunks()
        count = len(rows)
        games, clubs = rows["game_id"], rows["club"]
        codes = [each.combine_chunks().dictionary_encode().indices.to_numpy() for each in (games, clubs)]
        changes = np.flatnonzero(np.any([np.diff(code, prepend=-1) != 0 for code in codes], axis=0))
        keys = zip(games.take(pa.array(changes)).to_pylist(), clubs.take(pa.array(changes)).to_pylist(), strict=True)
        ranges = dict(zip(keys, pairwise([*changes.tolist(), count]), strict=True))
        rates, fields = np.full((count, len(OUTCOMES)), np.nan), np.zeros((count, len(FIELD)), bool)
        listed, positions = rows["rates"].combine_chunks(), rows["positions"].combine_chunks()
        is_rated = listed.is_valid().to_numpy(zero_copy_only=False)
        rates[is_rated] = listed.flatten().to_numpy().reshape(-1, len(OUTCOMES))
        for position in FIELD:
            there = pc.equal(positions.flatten(), position)
            fields[pc.list_parent_indices(positions).filter(there).to_numpy(), position - FIELD.start] = True
        pitches = rows["bats_as_pitcher"].to_numpy()
        is_little_known = (rows["plate_appearances"].to_numpy() < LEAST_KNOWN) & ~pitches
        return cls(
            rates, 1 - rates[:, [STRIKEOUT, OUT]].sum(1), is_rated, pitches, is_little_known,
            _numbers(rows["slot"]), _numbers(rows["position"]), fields, rows["player_id"].to_pylist(), ranges,
        )  # fmt: skip

    def of_club_game(self, game_id: str, club: str) -> Indices:
        """Return the rows of a club-game."""
        return np.arange(*self.ranges.get((game_id, club), (0, 0)))


def _numbers(column: pa.ChunkedArray) -> Indices:
    return np.asarray(pc.fill_null(column, 0).to_numpy(), np.int64)


def _transitions(advances: pa.Table) -> dict[str | None, Transitions]:
    levels: dict[str | None, dict[str, list[Row]]] = {}
    for row in advances.to_pylist():
        levels.setdefault(row["level"], {}).setdefault(row["kind"], []).append(row)
    return {level: Transitions(of_rows(kinds)) for level, kinds in levels.items()}


class _Lineup:
    """A club-game's rated batters, as rows of _Batters, and which of these are the lineup's nine, by slot."""

    def __init__(self, number: int, row: Row, known: _Batters) -> None:
        here = known.of_club_game(row["game_id"], row["club"])
        self.number, self.innings, self.month = number, row["innings"], (row["date"].year, row["date"].month)
        self.rows = here[known.is_rated[here]]
        self.used = np.flatnonzero(known.slot[self.rows] > 0)
        self.nine = self.rows[self.used]
        pitches = known.pitches[self.nine]
        self.has_pitcher = bool(pitches.any())
        self.on_base = float(np.add.reduce(known.on_base[self.nine], where=~pitches) / np.count_nonzero(~pitches))

    def eligible(self, known: _Batters) -> NDArray[np.bool_] | None:
        """Return which of the lineup's positions the batters can fill [batter, position], as `fielding` does; None if
        the lineup's positions are unknown."""
        ninth = {*known.position[self.nine].tolist()} & {PITCHER, DESIGNATED_HITTER}
        if len(ninth) != 1:
            return None
        pitches = known.pitches[self.rows, None]
        return np.concatenate([known.fields[self.rows] & ~pitches, pitches == (PITCHER in ninth)], axis=1)


def _of_level(
    lineups: Sequence[_Lineup], transitions: Transitions, known: _Batters
) -> Iterator[tuple[int, Row]]:  # fmt: skip
    """Yield a level's values with the number of each lineup, or why they are unknown."""
    rows = np.concatenate([lineup.rows for lineup in lineups])
    firsts = np.cumsum([0, *(len(lineup.rows) for lineup in lineups[:-1])])
    refusals = transitions.unknown(known.rates[rows], known.pitches[rows], firsts)
    alike: dict[tuple[tuple[int, int], int, bool], list[_Lineup]] = defaultdict(list)
    for lineup, refusal in zip(lineups, refusals, strict=True):
        if refusal is None:
            alike[lineup.month, lineup.innings, lineup.has_pitcher].append(lineup)
        else:
            yield lineup.number, {"unknown": LACKS_ADVANCES}
    for (_, innings, _), group in alike.items():
        group.sort(key=lambda lineup: lineup.on_base)
        for similar in _parts(group, _ALIKE):
            nines = np.concatenate([lineup.nine for lineup in similar])
            model = slot_model(transitions, known.rates[nines], known.pitches[nines], innings)
            for some in _parts(similar, _AT_ONCE):
                yield from _values(some, model, transitions, known)


def _parts(lineups: list[_Lineup], most: int) -> Iterator[list[_Lineup]]:
    """Yield parts of about the same length."""
    count = -(-len(lineups) // most)
    ends = [len(lineups) * part // count for part in range(count + 1)]
    for first, end in pairwise(ends):
        yield lineups[first:end]


def _values(
    lineups: Sequence[_Lineup], model: SlotModel, transitions: Transitions, known: _Batters
) -> Iterator[tuple[int, Row]]:  # fmt: skip
    """Yield the values of lineups that share a model, with the number of each lineup."""
    rows = np.concatenate([lineup.rows for lineup in lineups])
    ends = np.cumsum([len(lineup.rows) for lineup in lineups])
    firsts = ends - [len(lineup.rows) for lineup in lineups]
    rates, pitches = known.rates[rows], known.pitches[rows]
    tables = transitions.tables(rates, pitches)
    alone = runs_alone(tables)
    used = np.stack([lineup.used for lineup in lineups]) + firsts[:, None]
    found = good_orders(model, rates, pitches, tables, alone, used)
    likely: dict[int, list[int]] = {}
    orders, runs = found.orders.copy(), found.runs.copy()
    for number, lineup in enumerate(lineups):
        eligible = lineup.eligible(known)
        own = alone[firsts[number] : ends[number]]
        nine = None if eligible is None else likely_nine(own, eligible, -known.is_little_known[lineup.rows].astype(int))
        if nine is not None:
            likely[number] = [int(firsts[number]) + batter for batter in nine]
    others = [number for number, nine in likely.items() if set(nine) != set(used[number].tolist())]
    if others:
        best = good_orders(model, rates, pitches, tables, alone, [likely[number] for number in others])
        better = best.runs > runs[others]
        rest = np.asarray(others)[better]
        orders[rest], runs[rest] = best.orders[better], best.runs[better]
    player_id = known.player_id
    for number, lineup in enumerate(lineups):
        value, best_runs = float(found.given[number]), float(found.runs[number])
        row: Row = {"runs": value, "best_order_runs": best_runs, "loss_of_order": best_runs - value}
        row["best_order"] = [player_id[batter] for batter in rows[found.orders[number]].tolist()]
        if number in likely:
            nine_runs = float(runs[number])
            row |= {"best_nine_runs": nine_runs, "loss_of_nine": nine_runs - value}
            row["best_nine"] = [player_id[batter] for batter in rows[orders[number]].tolist()]
        yield lineup.number, row
