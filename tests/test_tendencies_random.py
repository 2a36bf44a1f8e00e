"""Table manager_tendency of random plays, counted by plain Python."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from play_rows import Row, sides, tables, turn
from season_tables import season
from skipper.build.graph import graph
from skipper.definitions.tendencies import TENDENCIES


def random_events(seed: int, games: int = 60) -> list[dict[str, Any]]:
    chosen = random.Random(seed)
    events = []
    for game in range(games):
        number = 0
        for turn_number in range(1, 30):
            side = chosen.choice((("ALP", "BET"), ("BET", "ALP")))
            last = chosen.randrange(1, 4)
            for step in range(1, last + 1):
                number += 1
                known = chosen.random() < 0.8
                flags = ("steals_second", "steals_third", "caught_stealing_second", "caught_stealing_third", "is_bunt")
                events.append(
                    turn(number, chosen.randrange(8), chosen.randrange(3))
                    | {name: chosen.random() < 0.2 for name in flags}
                    | {
                        "game_id": f"g{game}",
                        "plate_appearance_number": turn_number,
                        "batting_club": side[0],
                        "fielding_club": side[1],
                        "starts_plate_appearance": step == 1,
                        "ends_plate_appearance": step == last and chosen.random() < 0.9,
                        "is_sacrifice_bunt": chosen.random() < 0.1 and step == last,
                        "batter_position": chosen.choice((1, 7, None)),
                        "event_type": "intentional_walk" if step == last and chosen.random() < 0.1 else "other",
                        "pitches": chosen.choice(("BX", "B>X")) if known else None,
                        "pitches_thrown": 2 if known else None,
                        "pitchouts": chosen.randrange(2) if known else None,
                    }
                )
    return events


def python_counts(events: list[dict[str, Any]]) -> dict[tuple[str, str], Counter]:
    """What `running` counts, by a loop over each turn's events."""
    turns = defaultdict(list)
    for one in events:
        turns[one["game_id"], one["plate_appearance_number"]].append(one)
    found: dict[tuple[str, str], Counter] = defaultdict(Counter)
    for steps in turns.values():
        first, last = steps[0], steps[-1]
        bats, fields = first["batting_club"], first["fielding_club"]
        runner = {base: bool(first["bases_before"] & 2**place) for place, base in enumerate((1, 2, 3))}
        chance = {"second": runner[1] and not runner[2], "third": runner[2] and not runner[3]}
        for base, open_ in chance.items():
            _count_steals(found[bats, f"steal_of_{base}"], base, open_, steps)
        either = any(chance.values())
        ended = last["ends_plate_appearance"]
        if ended:
            found[fields, "intentional_walk"]["chances"] += 1
        found[fields, "intentional_walk"]["attempts"] += any(o["event_type"] == "intentional_walk" for o in steps)
        if ended and last["batter_position"] != 1:
            row = found[bats, "sacrifice_bunt"]
            bunted = last["is_bunt"] or last["is_sacrifice_bunt"]
            sacrificed = any(one["is_sacrifice_bunt"] for one in steps)
            if either and first["outs_before"] < 2:
                row.update(chances=1, attempts=bunted, successes=sacrificed)
            else:
                row["outside_chances"] += sacrificed
        if any(one["pitches"] for one in steps):
            _count_pitches(found[fields, "pitchout"], found[bats, "runner_going"] if either else None, steps)
    return found


def _count_steals(row: Counter, base: str, open_: bool, steps: list[Row]) -> None:
    stolen = sum(one[f"steals_{base}"] for one in steps)
    tries = stolen + sum(one[f"caught_stealing_{base}"] for one in steps)
    row["chances"] += open_
    row["attempts" if open_ else "outside_chances"] += tries
    row["successes"] += stolen * open_


def _count_pitches(pitchout: Counter, going: Counter | None, steps: list[Row]) -> None:
    """Count the pitches of a turn; `going` is None if no runner could go."""
    pitchouts = max(one["pitchouts"] or 0 for one in steps)
    if going is None:
        pitchout["outside_chances"] += pitchouts
    else:
        pitchout.update(chances=2, attempts=pitchouts)
        going.update(chances=1, attempts=any(">" in (one["pitches"] or "") for one in steps))


@pytest.fixture(scope="module")
def random_league() -> Iterator[tuple[list[Row], duckdb.DuckDBPyConnection]]:
    """Random events, and a database with manager_tendency of them shuffled and the tables it was made from."""
    events = random_events(seed=6)
    rows = sides(games=60)
    for row in rows["club_game"]:
        row |= {"manager_id": f"m{row['club']}", "manager_person_id": f"p{row['club']}", "manager_source": "game_log"}
    made = tables(event=random.Random(7).sample(events, len(events)), **rows)
    with season("manager_tendency", **made) as db:
        yield events, db


def test_random_plays_are_counted_as_plain_python_counts_them(random_league):
    events, db = random_league
    wanted = python_counts(events)
    found = {(row["club"], row["tendency"]): row for row in db.table("manager_tendency").to_arrow_table().to_pylist()}
    for (club, tendency), counted in wanted.items():
        row = found[club, tendency]
        for field in ("chances", "attempts", "successes", "outside_chances"):
            if row[field] is not None or counted[field]:
                assert row[field] == counted[field], (club, tendency, field)
        total = sum(wanted[other, tendency]["chances"] for other in ("ALP", "BET"))
        assert row["league_chances"] == total
    assert len(wanted) == 2 * 6


def test_every_manager_has_every_tendency_and_the_contracts_checks_pass(random_league):
    _, db = random_league
    counted = [name for (name,) in db.execute("SELECT tendency FROM manager_tendency").fetchall()]
    assert sorted(counted) == sorted(2 * [one.name for one in TENDENCIES])
    for check in graph().nodes["manager_tendency"].table.checks:
        assert db.execute(check.violations).fetchall() == [], check.name
