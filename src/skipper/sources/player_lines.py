"""Players' lines of box scores: batting, pitching and fielding of one player in one game, added up.

Box-score event files (`stat` records) and Retrosheet's CSV files (`batting`, `pitching`, `fielding`) state them row by
row: a batter has a row for each place in the order, a fielder one for each position.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

Figures = Mapping[str, int | None]

BATTING = (
    *("plate_appearances", "at_bats", "runs", "hits", "doubles", "triples", "home_runs", "runs_batted_in"),
    *("sacrifice_bunts", "sacrifice_flies", "hit_by_pitch", "walks", "intentional_walks", "strikeouts"),
    *("stolen_bases", "caught_stealing", "grounded_into_double_plays", "reached_on_interference"),
)
PITCHING = (
    *("outs_pitched", "batters_faced", "hits_allowed", "home_runs_allowed", "runs_allowed", "earned_runs"),
    *("walks_allowed", "strikeouts_pitched", "batters_hit", "wild_pitches", "balks"),
)
FIELDING = ("putouts", "assists", "errors")
PINCH = ("is_pinch_hitter", "is_pinch_runner")
POSITIONS = range(1, 10)
AT_POSITIONS = tuple(f"outs_at_position_{position}" for position in POSITIONS)

_TEXT, _INT, _FLAG = pa.string(), pa.int32(), pa.bool_()
PLAYER_LINE = pa.schema(
    [
        ("game_id", _TEXT),
        ("season", _INT),
        ("club", _TEXT),
        ("player_id", _TEXT),
        ("account", _TEXT),
        ("slot", _INT),
        ("batting_sequence", _INT),
        ("pitching_sequence", _INT),
        ("is_batter", _FLAG),
        ("is_pitcher", _FLAG),
        *((name, _FLAG) for name in PINCH),
        *((name, _INT) for name in (*BATTING, *PITCHING, *FIELDING, *AT_POSITIONS)),
    ]
)
Key = tuple[str, str, str]  # game, club, player


def plate_appearances(figures: Figures) -> int | None:
    """Return at bats, walks, hit batters and sacrifices; null if at bats, walks, hit batters or bunts are unknown.

    Sacrifice flies and interference are added where they are recorded: a score without sacrifice flies has them among
    sacrifice hits or at bats.
    """
    counted = [figures[name] for name in ("at_bats", "walks", "hit_by_pitch", "sacrifice_bunts")]
    if None in counted:
        return None
    return sum(filter(None, (*counted, figures["sacrifice_flies"], figures["reached_on_interference"])))


@dataclass(frozen=True)
class PlayerLines:
    """The lines of a season's players, by game, club and player.

    A figure is null if it is unknown in one of the rows added, or if no row has it: a player who did not pitch has no
    pitching figures.
    """

    season: int
    lines: dict[Key, dict[str, int | bool | None]] = field(default_factory=dict)

    def add_batting(self, key: Key, slot: int | None, sequence: int | None, figures: Figures) -> None:
        """Add a row of batting; `sequence` is 1 for the first batter of the slot."""
        self._first(key, slot=slot or None, batting_sequence=sequence, is_batter=True)
        self._add(key, {name: figures[name] for name in BATTING})

    def add_pitching(self, key: Key, sequence: int | None, figures: Figures) -> None:
        """Add a row of pitching; `sequence` is 1 for the starting pitcher."""
        self._first(key, pitching_sequence=sequence, is_pitcher=True)
        self._add(key, {name: figures[name] for name in PITCHING})

    def add_fielding(self, key: Key, position: int | None, outs: int | None, figures: Figures) -> None:
        """Add a row of fielding at a position, with the outs that the club made meanwhile."""
        at_position = {f"outs_at_position_{position}": outs} if position in POSITIONS else {}
        self._add(key, {**at_position, **{name: figures[name] for name in FIELDING}})

    def mark(self, key: Key, role: str) -> None:
        """Record that the player pinch-hit or pinch-ran; `role` is one of PINCH."""
        self.lines.setdefault(key, {})[role] = True

    def table(self, account_of: Mapping[str, str | None], marked: Collection[str]) -> pa.Table:
        """Return the lines as PLAYER_LINE.

        `account_of` has the account from which each game's lines come. `marked` has the games whose pinch hitters and
        runners are all marked; in others, whether an unmarked player was one is unknown.
        """
        games, clubs, players = zip(*self.lines, strict=True) if self.lines else ((), (), ())
        columns: dict[str, Sequence[object]] = {
            **{"game_id": games, "season": [self.season] * len(games), "club": clubs, "player_id": players},
            "account": [account_of[game] for game in games],
        }
        for name in PLAYER_LINE.names[len(columns) :]:
            columns[name] = [line.get(name) for line in self.lines.values()]
        for name in ("is_batter", "is_pitcher"):
            columns[name] = [value or False for value in columns[name]]
        for name in PINCH:
            columns[name] = [
                value or (False if game in marked else None) for game, value in zip(games, columns[name], strict=True)
            ]
        return pa.table(columns, schema=PLAYER_LINE)

    def _first(self, key: Key, **places: int | bool | None) -> None:
        line = self.lines.setdefault(key, {})
        for name, value in places.items():
            line.setdefault(name, value)

    def _add(self, key: Key, figures: Figures) -> None:
        line = self.lines.setdefault(key, {})
        for name, value in figures.items():
            before = line.get(name, 0)
            line[name] = None if before is None or value is None else before + value
