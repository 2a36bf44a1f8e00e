"""Small lakes for directives: an invented league of 2031, in memory or as Delta tables, without Spark.

Two clubs of interest: Alpha (ALP, in the majors) and Gamma (GAM, Triple-A); the others are only opponents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from skipper.build.graph import graph
from skipper.lake import storage
from skipper.lake.manifest import LakeFile, Manifest
from skipper.lake.reader import LakeReader
from skipper.lake.store import LakeWriter

SEASON = 2031
LOGS, EVENTS = "retrosheet_gamelog", "retrosheet_event"
CLUBS = {"ALP": ("Alpha Town", "MLB"), "GAM": ("Gamma City", "AAA"), "BET": ("Beta Town", "MLB")}
PLAYERS = {"manno001": "Al Mann", "boydx001": "Bo Boyd"}
NEEDED = (
    "book_record",
    "club_game",
    "lineup",
    "club",
    "club_name",
    "coverage",
    "player_usage",
    "playing_time",
    "affiliation",
    "person",
    "person_alias",
    "person_name",
    "manager_career",
    "game",
    "pitching_appearance",
    "plate_appearance",
    "substitution",
    "ejection",
    "manager_season",
    "transaction",
    "availability",
    "other_name",
)


@dataclass(frozen=True)
class Play:
    """What a player did in a game: a slot (null: none) and a position (null: unknown)."""

    slot: int | None
    position: int | None
    turns: int = 0  # plate appearances, where there is play-by-play
    replaced_by: str | None = None  # kind of the substitution that took him out
    ejected: bool = False


@dataclass(frozen=True)
class Outing:
    """A pitcher's turn on the mound; null pitches: unknown; `day`: the one on which a suspended game was resumed, if he
    took the mound then."""

    started: bool = True
    outs: int = 18
    batters: int = 24
    pitches: int | None = 90
    times: int = 3
    day: date | None = None


@dataclass(frozen=True)
class Side:
    """One club's game. `hand` is that of the opposing starter; `starts` are by player; null as in club_game.

    `outings` are the turns of each pitcher; null: no play-by-play for the game. `logged`: the game logs have the game,
    else an event file.
    """

    club: str
    day: date
    number: str = "0"
    hand: str | None = "R"
    manager: str | None = "mgr1"
    starts: dict[str, Play] | None = None
    has_lineup: bool = True
    outings: dict[str, list[Outing]] | None = None
    logged: bool = True
    game_type: str = "regular"
    turns: dict[int, int] = field(default_factory=dict)  # plate appearances of slots, whoever batted

    @property
    def game_id(self) -> str:
        return f"{self.club}{self.day:%Y%m%d}{self.number}"

    @property
    def order(self) -> tuple[date, str]:
        return self.day, self.number

    def pitched_on(self, man: str) -> date:
        """The day on which he first took the mound in it."""
        return min(turn.day or self.day for turn in (self.outings or {})[man])


def _people(sides: list[Side]) -> dict[str, list[dict[str, Any]]]:
    """The tables of the people who played, and of those named here."""
    pitchers = {player for side in sides for player in side.outings or ()}
    players = sorted({player for side in sides for player in side.starts or ()} | pitchers | set(PLAYERS))
    return {
        "person": [{"person_id": f"p-{man}", "name": PLAYERS.get(man), "retrosheet_id": man} for man in players],
        "person_alias": [
            {"source": "retrosheet", "id": man, "person_id": f"p-{man}", "tied_by": "itself"} for man in players
        ],
    }


def rows_of(sides: list[Side], complete: bool = True) -> dict[str, list[dict[str, Any]]]:
    """The tables that checks read, of those games."""
    clubs = [{"season": SEASON, "club": club, "name": n, "league": lv, "level": lv} for club, (n, lv) in CLUBS.items()]
    source = LOGS if all(side.logged for side in sides) else EVENTS
    coverage = [
        {"source": source, "season": SEASON, "league": level, "level": level, "games_present": 1}
        | {"games_expected": 1 if complete else 2, "complete": complete}
        for level in ("MLB", "AAA")
    ]
    return {
        "game": [_game(side) for side in sides],
        "club_game": [_club_game(side) for side in sides],
        "lineup": [row for side in sides for row in _lineup(side)],
        "pitching_appearance": [*_pitching_appearances(sides)],
        "plate_appearance": [row for side in sides for row in _plate_appearances(side)],
        "substitution": [row for side in sides for row in _substitutions(side)],
        "ejection": [row for side in sides for row in _ejections(side)],
        **_people(sides),
        "club": clubs,
        "coverage": coverage,
        "player_usage": _usage(sides),
        "playing_time": _usage(sides),
    }


def _game(side: Side) -> dict[str, Any]:
    source = LOGS if side.logged else EVENTS
    return _of(side, date=side.day, game_type=side.game_type, source=source, has_plays=side.outings is not None)


def _club_game(side: Side) -> dict[str, Any]:
    pitcher = next((man for man, play in (side.starts or {}).items() if play.position == 1), None)
    return {
        "game_id": side.game_id,
        "season": SEASON,
        "date": side.day,
        "game_number": side.number,
        "game_type": side.game_type,
        "level": CLUBS[side.club][1],
        "league": CLUBS[side.club][1],
        "club": side.club,
        "manager_id": side.manager,
        "manager_name": None if side.manager is None else side.manager.upper(),
        "manager_source": None if side.manager is None else "game_log" if side.logged else "lahman_whole_season",
        "source": LOGS if side.logged else EVENTS,
        "opposing_starter_throws": side.hand,
        "starting_pitcher_id": pitcher,
        "starting_pitcher_person_id": None if pitcher is None else f"p-{pitcher}",
        "has_lineup": side.has_lineup,
    }


def _pitching_appearances(sides: list[Side]) -> Iterator[dict[str, Any]]:
    """The turns in order, with rest and outs before the game as the table has them."""
    last: dict[str, date] = {}
    outs: dict[str, int] = {}
    pitched = [(side, man, turns) for side in sides for man, turns in (side.outings or {}).items()]
    for side, man, turns in sorted(pitched, key=lambda one: (one[0].pitched_on(one[1]), *one[0].order, one[0].game_id)):
        day = side.pitched_on(man)
        rest = max((day - last[man]).days - 1, 0) if man in last else None
        for order, turn in enumerate(turns, 1):
            yield {
                "game_id": side.game_id,
                "season": SEASON,
                "date": side.day,
                "pitched_on": turn.day or side.day,
                "game_number": side.number,
                "club": side.club,
                "pitcher_id": man,
                "pitcher_person_id": f"p-{man}",
                "pitcher_order": order if turn.started else order + 1,
                "is_starter": turn.started,
                "batters_faced": turn.batters,
                "outs": turn.outs,
                "pitches": turn.pitches,
                "times_through_order_max": turn.times,
                "days_rest": rest,
                "season_outs_before": outs.get(man, 0),
            }
        last[man] = day
        outs[man] = outs.get(man, 0) + sum(turn.outs for turn in turns)


def _of(side: Side, **known: Any) -> dict[str, Any]:
    return {"game_id": side.game_id, "season": SEASON, **known}


def _seen(side: Side) -> Iterator[tuple[str, Play]]:
    """The starts of a game with play-by-play."""
    return iter((side.starts or {}).items() if side.outings is not None else ())


def _plate_appearances(side: Side) -> Iterator[dict[str, Any]]:
    """His turns; and of the slots that nobody's turns are told of, as many as the side has."""
    number = 0
    for slot, turns in (side.turns if side.outings is not None else {}).items():
        for _ in range(turns):
            number += 1
            yield _of(side, number=number, batting_club=side.club, slot=slot)
    for man, play in _seen(side):
        for _ in range(play.turns):
            number += 1
            batter = {"batter_id": man, "batter_person_id": f"p-{man}", "is_starter": True}
            yield _of(side, number=number, batting_club=side.club, slot=play.slot, **batter)


def _substitutions(side: Side) -> Iterator[dict[str, Any]]:
    for sequence, (man, play) in enumerate(_seen(side), 1):
        if play.replaced_by is not None:
            replaced = {"replaced_id": man, "replaced_person_id": f"p-{man}", "kind": play.replaced_by}
            yield _of(side, sequence=sequence, club=side.club, **replaced)


def _ejections(side: Side) -> Iterator[dict[str, Any]]:
    for sequence, (man, play) in enumerate(_seen(side), 1):
        if play.ejected:
            yield _of(side, sequence=sequence, date=side.day, ejected_id=man, ejected_person_id=f"p-{man}")


def _lineup(side: Side) -> list[dict[str, Any]]:
    return [
        {
            "game_id": side.game_id,
            "season": SEASON,
            "club": side.club,
            "slot": play.slot,
            "player_id": man,
            "player_person_id": f"p-{man}",
            "player_name": PLAYERS.get(man),
            "position": play.position,
        }
        for man, play in (side.starts or {}).items()
        if play.slot is not None
    ]


def _usage(sides: list[Side]) -> list[dict[str, Any]]:
    started = sorted({(side.club, man) for side in sides for man in side.starts or ()})
    return [
        {
            "season": SEASON,
            "club": club,
            "manager_id": "mgr1",
            "player_id": man,
            "player_person_id": f"p-{man}",
            "player_name": PLAYERS.get(man, man),
            "lineup_starts": 1,
        }
        for club, man in started
    ]


def arrow_tables(rows: dict[str, list[dict[str, Any]]]) -> dict[str, pa.Table]:
    """The tables by contract; blanks in required columns that a row does not name."""
    empty = {"int": 0, "long": 0, "string": "", "boolean": False, "date": date(SEASON, 4, 1)}
    tables = {}
    for table in graph().published:
        if table.name in NEEDED:
            blank = {c.name: empty.get(c.type, []) if c.required else None for c in table.columns}
            full = [blank | row for row in rows.get(table.name, [])]
            tables[table.name] = pa.Table.from_pylist(full, schema=table.arrow_schema)
    return tables


def manifest(files: dict[str, list[LakeFile]] | None = None) -> Manifest:
    versions = dict.fromkeys(NEEDED, 0)
    return Manifest(
        "directives", "2032-01-01T00:00:00+00:00", "0", versions, [SEASON], {}, ["A notice."], True, files or {}
    )


def _with(
    rows: dict[str, list[dict[str, Any]]], more: Mapping[str, list[dict[str, Any]]] | None
) -> dict[str, list[dict[str, Any]]]:
    return {name: [*rows.get(name, []), *(more or {}).get(name, [])] for name in NEEDED}


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """The database of all lakes in memory: a cursor's temporary tables are its own, and to open a database takes a
    hundred times as long.

    Of rows as few as theirs a second thread does nothing but wait, at a fifth of the processor time of a check.
    """
    return duckdb.connect(config={"threads": 1})


class MemoryLake(LakeReader):
    """A lake whose tables are in DuckDB already."""

    def __init__(
        self, sides: list[Side], complete: bool = True, more: Mapping[str, list[dict[str, Any]]] | None = None
    ) -> None:
        rows = arrow_tables(_with(rows_of(sides, complete), more))
        files = {
            name: [LakeFile("memory", SEASON, table.num_rows, "")] for name, table in rows.items() if table.num_rows
        }
        self.lake, self.manifest = Path("memory"), manifest(files)
        self.contracts = {table.name: table for table in graph().published}
        self.connection = _database().cursor()
        self._made = set(NEEDED)
        self._stored, self._together, self._rows_by_key = {}, (), {}
        for name, table in rows.items():
            self.connection.register("given", table)
            self.connection.execute(f"CREATE TEMP TABLE {name} AS SELECT * FROM given")
            self.connection.unregister("given")


def write_lake(
    folder: Path, sides: list[Side], complete: bool = True, more: Mapping[str, list[dict[str, Any]]] | None = None
) -> LakeReader:
    """The same as a lake of Delta tables, with `more` rows."""
    folder.mkdir(parents=True, exist_ok=True)
    contracts = [table for table in graph().published if table.name in NEEDED]
    rows = arrow_tables(_with(rows_of(sides, complete), more))
    with LakeWriter(folder, contracts) as writer:
        for table in contracts:
            data = rows[table.name]
            if not table.partitioned:
                writer.write_rows(table.name, data, None)
            elif data.num_rows:
                writer.commit(table.name, [storage.write_season(data, folder / table.name, SEASON)], [SEASON])
            else:
                writer.commit(table.name, [], [SEASON])
        writer.publish(manifest())
    return LakeReader(folder)
