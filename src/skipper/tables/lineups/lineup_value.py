"""Table `lineup_value`: the expected runs of each batting order before the game, and of the best available order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
import pyarrow as pa

from skipper.definitions.columns import GAME_OF_DAY, MANAGER, SHARED
from skipper.definitions.lineups import DESIGNATED_HITTER, LACKS_ADVANCES, LACKS_RATES, PITCHER, fielding
from skipper.lake.contract import Check, Column, Table, pick
from skipper.lineups.advancement import Advancement, of_rows
from skipper.lineups.batting import Batting, UnknownAdvanceError, batting
from skipper.lineups.chain import NINE, expected_runs, runs_alone
from skipper.lineups.nines import likely_nine
from skipper.lineups.rates import Floats
from skipper.lineups.search import good_order
from skipper.lineups.season_rules import scheduled_innings

Row = dict[str, Any]

_RUNS = "expected runs, if all scheduled innings are batted, of"
TABLE = Table(
    name="lineup_value",
    grain="one row per club-game with play-by-play and a lineup",
    key=("game_id", "club"),
    sources="lineup_batter, advancement, club_game, game",
    notes="Against the starting pitcher and the relievers of lineup_batter. The best order is found by a search that "
        "exchanges two batters at a time, from two starting orders (docs/lineup_model.md gives its error); `skipper "
        "lineup` tries every order. The best nine is the nine with the greatest sum of runs alone or, if that "
        "nine is worth less, the nine used; another nine may be worth more. Players who sat out may have been injured.",
    columns=pick(
        SHARED,
        *GAME_OF_DAY,
        "game_type",
        "level",
        "league",
        "club",
        "opponent",
        Column("is_home", "boolean", "whether the club was the home club", required=True),
        *(Column(name, "string", "as in club_game; null if unknown") for name in MANAGER),
        Column("opposing_starter_id", "string", "as in club_game; null if unknown"),
        Column("opposing_starter_throws", "string", "as in club_game; null if unknown"),
        Column("innings", "int", "scheduled innings; if no source gives the number, seven for a doubleheader under the "
               "rule of its season, if known (docs/lineup_model.md), and otherwise nine", required=True),
        Column("batters", "int", "rows of lineup_batter", required=True),
        Column("runs", "double", f"{_RUNS} the lineup used; null if unknown, with the reason in `unknown`"),
        Column("best_order_runs", "double", f"{_RUNS} the best order of the same nine; null if runs is null"),
        Column("best_nine_runs", "double", f"{_RUNS} the best nine (see the notes) in lineup_batter, at positions "
               "played before; null if runs is null or the lineup's positions are unknown"),
        Column("loss_of_order", "double", "best_order_runs minus runs; null if either is null"),
        Column("loss_of_nine", "double", "best_nine_runs minus runs; null if either is null"),
        Column("best_order", "array<string>", "player_id by slot; null if best_order_runs is null"),
        Column("best_nine", "array<string>", "player_id by slot; null if best_nine_runs is null"),
        Column("unknown", "string", "why runs are unknown; null if they are known"),
    ),
    checks=(
        Check(
            "lineup_value: the best is no worse than the lineup used",
            "SELECT game_id, club FROM lineup_value WHERE loss_of_order < 0 OR loss_of_nine < loss_of_order "
            "OR runs <= 0 OR abs(runs + loss_of_order - best_order_runs) > 1e-9",
            "a lineup has more runs than the best order",
        ),
        Check(
            "lineup_value: runs or the reason for their absence is given",
            "SELECT game_id, club FROM lineup_value WHERE (runs IS NULL) <> (unknown IS NOT NULL) "
            "OR (runs IS NULL) <> (best_order_runs IS NULL)",
            "a row has both runs and a reason, or neither",
        ),
        Check(
            "lineup_value: every club-game with plays and a lineup has a row",
            "SELECT game_id, club FROM club_game JOIN game USING (game_id) LEFT JOIN lineup_value AS v USING (game_id, "
            "club) WHERE has_plays AND has_lineup AND v.game_id IS NULL "
            "AND club_game.season IN (SELECT season FROM lineup_value)",
            "a club-game is missing",
        ),
    ),
    rows_need=("plate_appearance",),
    looks_back=0,
)  # fmt: skip

_PART = "hash(g.game_id) % $parts = $part"
INPUTS = {
    "club_games": f"""
SELECT c.*, g.scheduled_innings AS innings
FROM club_game AS c JOIN game AS g ON g.game_id = c.game_id
WHERE g.has_plays AND c.has_lineup AND {_PART}
ORDER BY c.game_id, c.club
""",
    "batters": f"FROM lineup_batter AS g WHERE {_PART} ORDER BY g.game_id, g.club, g.slot, g.player_id",
    "advances": "FROM advancement",
}


def lineup_value(season: int, club_games: pa.Table, batters: pa.Table, advances: pa.Table) -> pa.Table:
    """Return the values of a season's lineups, from its `batters` in order of club-game and slot."""
    del season  # every input has only its rows
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
    return pa.Table.from_pylist(rows, TABLE.arrow_schema)


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
