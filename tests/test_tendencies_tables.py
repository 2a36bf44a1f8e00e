"""Tables manager_tendency and run_expectancy: small plays counted by hand, random ones by plain Python, a real season
by DuckDB straight from cwevent's output."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import cwevent_frames
from skipper.pages.interval import wilson as wilson_of_pages
from skipper.tables import (
    ejection,
    event,
    event_game,
    event_lineup,
    manager_tendency,
    pitching_appearance,
    plate_appearance,
    run_expectancy,
    substitution,
)
from skipper.tables.tendency import running
from skipper.tables.tendency.definitions import BY_NAME, TENDENCIES
from skipper.tables.tendency.interval import Z, count_score, wilson
from skipper.tables.tendency.pitching import appearances, closers

CONTRACTS = {
    "events": event.TABLE,
    "plate_appearances": plate_appearance.TABLE,
    "pitched": pitching_appearance.TABLE,
    "made": substitution.TABLE,
    "sent_off": ejection.TABLE,
    "games": event_game.GAME,
    "club_games": event_game.CLUB_GAME,
    "lineup": event_lineup.TABLE,
}
DAY = date(2031, 4, 1)
EMPTY = {"int": 0, "long": 0, "string": "", "boolean": False, "date": DAY}


def frames(spark: SparkSession, **rows: Iterable[dict[str, Any]]) -> dict[str, DataFrame]:
    """The tables of plays with these rows; a required column that a row does not name is nought or empty."""
    made = {}
    for name, contract in CONTRACTS.items():
        blank = {c.name: EMPTY.get(c.type, []) if c.required else None for c in contract.columns}
        blank["season"] = 2031
        full = [tuple({**blank, **row}[column] for column in blank) for row in rows.get(name, ())]
        made[name] = spark.createDataFrame(full, contract.ddl)
    return made


def tendencies(spark: SparkSession, **rows: Iterable[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """Rows of manager_tendency by club and tendency."""
    table = manager_tendency.manager_tendency(**frames(spark, **rows))
    assert table.columns == manager_tendency.TABLE.column_names
    assert [kind for _, kind in table.dtypes] == [column.type for column in manager_tendency.TABLE.columns]
    return {(row["club"], row["tendency"]): row.asDict() for row in table.collect()}


def sides(games: int = 1, **more: Any) -> dict[str, list[dict[str, Any]]]:
    """Games of Alpha, visitor, against Beta, a day each, with a manager for Alpha alone."""
    game_rows, club_rows = [], []
    for number in range(games):
        game = {"game_id": f"g{number}", "date": DAY + timedelta(number)}
        game_rows.append({**game, "uses_designated_hitter": True, **more})
        for club, opponent in (("ALP", "BET"), ("BET", "ALP")):
            man = {"manager_id": "m", "manager_person_id": "p-m", "manager_source": "game_log"} if club == "ALP" else {}
            starters = {"starting_pitcher_id": f"{club}-s", "opposing_starter_id": f"{opponent}-s"}
            side = {"club": club, "opponent": opponent, "league": "IL", "is_home": club == "BET", "pitchers_used": 3}
            club_rows.append({**game, **side, **starters, **man})
    return {"games": game_rows, "club_games": club_rows}


def turn(number: int, bases: int, outs: int = 0, **more: Any) -> dict[str, Any]:
    """One event that is a whole plate appearance of Alpha."""
    return {
        "game_id": "g0",
        "event_number": number,
        "plate_appearance_number": number,
        "batting_club": "ALP",
        "fielding_club": "BET",
        "bases_before": bases,
        "outs_before": outs,
        "starts_plate_appearance": True,
        "ends_plate_appearance": True,
        "batter_position": 7,
        "event_type": "other",
        **more,
    }


def in_games(frame: DataFrame, club: str = "ALP") -> dict[str, tuple[int | None, ...]]:
    """Counts per tendency of one kind's frame (a row per game and club), summed over the club's games."""
    found: dict[str, tuple[int | None, ...]] = {}
    for row in frame.where(F.col("club") == club).collect():
        for name in set(frame.columns) & set(BY_NAME):
            both = zip(found.get(name, (None,) * 4), row[name], strict=True)
            found[name] = tuple(None if a is None and b is None else (a or 0) + (b or 0) for a, b in both)
    return found


def counts(row: dict[str, Any]) -> tuple[int | None, ...]:
    return row["chances"], row["attempts"], row["successes"], row["outside_chances"]


# Counted by hand


def test_chances_are_judged_as_the_plate_appearance_begins(spark: SparkSession):
    events = [
        turn(1, 1, steals_second=True, ends_plate_appearance=False),
        # He is on second now: the same turn goes on, and was no chance to steal third.
        turn(2, 2, steals_third=True, starts_plate_appearance=False, plate_appearance_number=1),
        turn(3, 3, steals_third=True, steals_second=True),  # a double steal: a chance of third, none of second
        turn(4, 5, caught_stealing_second=True),
        turn(5, 6),
        turn(6, 2, caught_stealing_third=True),
        turn(7, 0),
        turn(8, 1, outs=2, ends_plate_appearance=False, caught_stealing_second=True, outs_on_play=1),  # cut short
    ]
    found = in_games(running.at_bat(running.turns(frames(spark, events=events)["events"])))
    assert found["steal_of_second"] == (3, 3, 1, 1)
    assert found["steal_of_third"] == (2, 2, 1, 1)


def test_bunts_are_of_non_pitchers_with_fewer_than_two_out(spark: SparkSession):
    sacrifice = {"is_bunt": True, "is_sacrifice_bunt": True}
    events = [
        turn(1, 1, **sacrifice),
        turn(2, 2, outs=1, is_bunt=True),  # bunted and failed
        turn(3, 3, **sacrifice),  # second is taken, third is not: a chance
        turn(4, 1, outs=2, is_bunt=True),  # two out: for a hit
        turn(5, 4, **sacrifice),  # a squeeze
        turn(6, 1, batter_position=1, **sacrifice),  # the pitcher
        turn(7, 7, outs=1),
        turn(8, 1, outs=1),
        turn(9, 1, outs=1, ends_plate_appearance=False),  # cut short: no batter's chance
    ]
    found = in_games(running.at_bat(running.turns(frames(spark, events=events)["events"])))
    assert found["sacrifice_bunt"] == (4, 3, 2, 1)


def test_intentional_walks_and_pitchouts_are_of_the_club_in_the_field(spark: SparkSession):
    other = {"batting_club": "BET", "fielding_club": "ALP"}
    events = [
        turn(1, 1, **other, event_type="intentional_walk", pitches="PB", pitches_thrown=2, pitchouts=1),
        turn(2, 0, **other, pitches="PX", pitches_thrown=2, pitchouts=1),
        turn(3, 2, **other, pitches="B", pitches_thrown=1, pitchouts=0, ends_plate_appearance=False),
        turn(4, 2, **other, pitches="BPX", pitches_thrown=3, pitchouts=1, starts_plate_appearance=False)
        | {"plate_appearance_number": 3},
        turn(5, 1, **other),  # pitches not known
        turn(6, 0, event_type="intentional_walk"),
    ]
    turns = running.turns(frames(spark, events=events)["events"])
    found = in_games(running.in_the_field(turns))
    assert found["intentional_walk"] == (4, 1, None, None)
    assert found["pitchout"] == (5, 2, None, 1)
    assert in_games(running.in_the_field(turns), "BET")["intentional_walk"] == (1, 1, None, None)


def test_runners_going_are_unknown_where_pitches_are(spark: SparkSession):
    marked = [
        turn(1, 1, pitches="B>S>X", pitches_thrown=3),
        turn(2, 2, pitches="BX", pitches_thrown=2),
        turn(3, 1),
    ]
    found = in_games(running.at_bat(running.turns(frames(spark, events=marked)["events"])))
    assert found["runner_going"] == (2, 1, None, None)


def test_what_a_season_never_marks_and_the_rates_of_no_known_league_are_null(spark: SparkSession):
    rows = sides()
    for row in rows["club_games"]:
        row["league"] = None
    found = tendencies(spark, events=[turn(1, 1, pitches="BSX", pitches_thrown=3)], **rows)
    for name in ("runner_going", "manager_ejection"):
        row = found["ALP", name]
        assert counts(row) == (None, None, None, None)
        assert {row[field] for field in ("rate", "rate_low", "rate_high", "league_rate", "index")} == {None}
    row = found["ALP", "pitchers_used"]
    assert (row["rate"], row["league_rate"], row["index"], row["rate_low"]) == (3.0, None, None, None)


def starts(game: int, slot: int, man: str, position: int = 7, bats: str | None = "R") -> dict[str, Any]:
    known = {"game_id": f"g{game}", "club": "ALP", "slot": slot, "player_id": man}
    return {**known, "position": position, "bats": bats}


def faces(slot: int, hand: str | None, **more: Any) -> dict[str, Any]:
    first = {"is_starter": True, "times_through_order": 1, "pitcher_id": "BET-s", "batting_club": "ALP"}
    return {"game_id": "g0", "number": slot, "slot": slot, "batter_hand": hand, **first, **more}


def test_platoon_advantage_and_lineups_are_of_starters_who_do_not_pitch(spark: SparkSession):
    lineup = [
        starts(0, 1, "left", bats="L"),
        starts(0, 2, "right"),
        starts(0, 3, "unknown", bats=None),
        starts(0, 4, "both, with the advantage", bats="B"),
        starts(0, 5, "both, without it", bats="B"),
        starts(0, 6, "both, never faced him", bats="B"),
        starts(0, 9, "pitcher", position=1, bats="L"),
        starts(1, 1, "left", position=8, bats="L"),
        starts(1, 2, "pitcher", position=1),
        starts(2, 1, "left", bats="L"),
        starts(3, 1, "right"),
    ]
    turns = [faces(4, "L"), faces(5, "R"), faces(6, "R", pitcher_id="BET-r"), faces(1, "R", times_through_order=2)]
    rows = sides(games=4)
    for row in rows["club_games"]:
        row["opposing_starter_throws"] = None if row["game_id"] == "g3" else "R"
    found = tendencies(spark, lineup=lineup, plate_appearances=turns, **rows)
    assert counts(found["ALP", "platoon_advantage"]) == (7, 5, None, None)
    assert counts(found["ALP", "lineups_used"])[:2] == (4, 3)
    assert found["ALP", "lineups_used"]["index"] == pytest.approx(100)
    assert found["ALP", "lineups_used"]["rate_low"] is None


def test_changes_and_ejections_are_counted_per_game_and_double_switches_where_pitchers_bat(spark: SparkSession):
    made = [
        {"game_id": "g0", "club": "ALP", "kind": kind, "position": position}
        for kind, position in (
            ("pinch_hitter", 11),
            ("pinch_hitter", 11),
            ("pinch_runner", 12),
            ("defensive", 8),
            ("double_switch", 1),
            ("double_switch", 4),
            ("position_change", 6),
            ("pitching_change", 1),
        )
    ]
    rows = sides(games=2)
    rows["games"][0]["uses_designated_hitter"] = False
    sent_off = [{"game_id": "g1", "club": "ALP", "role": "manager"}, {"game_id": "g1", "club": None, "role": "coach"}]
    found = tendencies(spark, made=made, sent_off=sent_off, **rows)
    assert counts(found["ALP", "manager_ejection"])[:2] == (2, 1)
    assert counts(found["ALP", "coach_ejection"])[:2] == (None, None)  # of no known club
    got = {name: counts(found["ALP", name])[:2] for name in BY_NAME if (BY_NAME[name].measure == "count")}
    assert got["pinch_hitter"] == (2, 2)
    assert got["pinch_runner"] == (2, 1)
    assert got["defensive_substitution"] == (2, 1)
    assert got["double_switch"] == (1, 1)
    assert got["pitchers_used"] == (2, 6)
    assert found["ALP", "pinch_hitter"]["league_rate"] == pytest.approx(0.5)
    assert found["ALP", "pinch_hitter"]["index"] == pytest.approx(200)


def pitcher(game: int, order: int, man: str, **more: Any) -> dict[str, Any]:
    known = {"is_starter": order == 1, "date": DAY + timedelta(game), "entry_inning": 1 if order == 1 else 9}
    return {"game_id": f"g{game}", "club": "ALP", "pitcher_order": order, "pitcher_id": man, **known, **more}


def test_starters_and_relievers(spark: SparkSession):
    pitched = [
        pitcher(0, 1, "ALP-s", times_through_order_max=3, pitches=101),
        pitcher(0, 2, "r", entry_mid_inning=True),
        pitcher(1, 1, "ALP-s", times_through_order_max=2, pitches=121),
        pitcher(1, 2, "r", days_rest=0),
        pitcher(2, 1, "q", times_through_order_max=1),
        pitcher(3, 1, "ALP-s", times_through_order_max=4, pitches=100),
        pitcher(3, 2, "r", days_rest=1),  # the third day of four
        pitcher(3, 3, "q", days_rest=0),
    ]
    made = frames(spark, pitched=pitched, **sides(games=4))
    found = in_games(appearances(made["pitched"], made["games"]))
    wanted = {
        "third_time_through": (4, 2),
        "over_100_pitches": (3, 2),
        "over_120_pitches": (3, 1),
        "mid_inning_change": (4, 1),
        "consecutive_days": (4, 2),
        "three_in_four_days": (4, 1),
    }
    assert {name: found[name][:2] for name in wanted} == wanted


def test_the_closer_is_defined_before_he_is_counted(spark: SparkSession):
    pitched = [
        row
        for game in range(4)
        for row in (
            pitcher(game, 1, "s"),
            pitcher(
                game,
                2,
                "closer" if game else "other",
                finished_game=True,
                entry_inning=8 if game == 1 else 9,
                entry_score_difference=0 if game < 3 else 2,
            ),
        )
    ]
    for scheduled, early in ((None, 1), (7, 0)):
        made = frames(spark, pitched=pitched, **sides(games=4, scheduled_innings=scheduled))
        found = in_games(appearances(made["pitched"], made["games"]))
        assert found["closer_in_tie"][:2] == (3, 2)
        assert found["closer_in_eighth"][:2] == (3, early)


@pytest.mark.parametrize(
    ("finished", "closer"),
    [({"a": 2, "b": 1}, "a"), ({"a": 1, "b": 1}, None), ({"a": 1}, None)],
    ids=["more than any other", "two level", "fewer than one in ten"],
)
def test_who_is_the_closer(spark: SparkSession, finished: dict[str, int], closer: str | None):
    games = 11
    rows = [pitcher(game, 1, "s", finished_game=True) for game in range(games)]
    rows += [pitcher(0, 2, man, finished_game=True) for man, times in finished.items() for _ in range(times)]
    found = [row["closer_id"] for row in closers(frames(spark, pitched=rows)["pitched"]).collect()]
    assert found == ([closer] if closer else [])


def test_managers_come_from_the_logs_else_from_the_record_book_and_nobodys_games_count_in_the_league(
    spark: SparkSession,
):
    rows = sides(games=3)
    alpha = [row for row in rows["club_games"] if row["club"] == "ALP"]
    alpha[0] |= {"manager_name": "Jose Marsh"}
    alpha[1] |= {"manager_id": None, "credited_manager_id": "m", "manager_source": "lahman_whole_season"}
    alpha[1] |= {"manager_name": "José Marsh", "league": None}  # the book spells him otherwise: the same man
    alpha[2] |= {"manager_id": None, "manager_person_id": None, "manager_source": None}
    found = tendencies(spark, **rows)
    assert {club for club, _ in found} == {"ALP"}
    row = found["ALP", "pitchers_used"]
    assert (row["manager_source"], row["manager_id"], row["games"]) == ("both", "m", 2)
    assert (row["chances"], row["league_chances"], row["manager_name"]) == (2, 6, "Jose Marsh")
    assert len(found) == len(TENDENCIES)


# Random plays, counted by plain Python


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
            row = found[bats, f"steal_of_{base}"]
            stolen = sum(one[f"steals_{base}"] for one in steps)
            tries = stolen + sum(one[f"caught_stealing_{base}"] for one in steps)
            row["chances"] += open_
            row["attempts" if open_ else "outside_chances"] += tries
            row["successes"] += stolen * open_
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
            pitchouts = max(one["pitchouts"] or 0 for one in steps)
            if either:
                found[fields, "pitchout"].update(chances=2, attempts=pitchouts)
                found[bats, "runner_going"].update(chances=1, attempts=any(">" in (o["pitches"] or "") for o in steps))
            else:
                found[fields, "pitchout"]["outside_chances"] += pitchouts
    return found


@pytest.fixture(scope="module")
def random_league(spark: SparkSession) -> tuple[list[dict[str, Any]], DataFrame, DataFrame]:
    """Random events, manager_tendency of them shuffled, and the club-games."""
    events = random_events(seed=6)
    rows = sides(games=60)
    for row in rows["club_games"]:
        row |= {"manager_id": f"m{row['club']}", "manager_person_id": f"p{row['club']}", "manager_source": "game_log"}
    made = frames(spark, events=random.Random(7).sample(events, len(events)), **rows)
    return events, manager_tendency.manager_tendency(**made).localCheckpoint(), made["club_games"]


def test_random_plays_are_counted_as_plain_python_counts_them(random_league):
    events, table, _ = random_league
    wanted = python_counts(events)
    found = {(row["club"], row["tendency"]): row for row in table.collect()}
    for (club, tendency), counted in wanted.items():
        row = found[club, tendency]
        for field in ("chances", "attempts", "successes", "outside_chances"):
            if row[field] is not None or counted[field]:
                assert row[field] == counted[field], (club, tendency, field)
        total = sum(wanted[other, tendency]["chances"] for other in ("ALP", "BET"))
        assert row["league_chances"] == total
    assert len(wanted) == 2 * 6


def test_every_manager_has_every_tendency_and_the_contracts_checks_pass(random_league):
    _, table, club_games = random_league
    counted = table.toArrow()
    assert sorted(counted["tendency"].to_pylist()) == sorted(2 * [one.name for one in TENDENCIES])
    connection = duckdb.connect()
    connection.register("manager_tendency", counted)
    connection.register("event_club_game", club_games.toArrow())
    for check in manager_tendency.TABLE.checks:
        assert connection.execute(check.violations).fetchall() == [], check.name


# Intervals


def test_wilsons_interval_is_that_of_the_pages(spark: SparkSession):
    rows = [(part, whole) for whole in (1, 7, 162, 6000) for part in sorted({0, 1, whole // 3, whole})]
    low, high = wilson(F.col("part").cast("double"), F.col("whole").cast("double"))
    found = spark.createDataFrame(rows, "part int, whole int").select("part", "whole", low, high).collect()
    for part, whole, *ends in found:
        assert ends == pytest.approx(wilson_of_pages(part, whole), abs=1e-12)


def test_the_interval_of_a_count_holds_the_means_that_a_score_test_does_not_reject(spark: SparkSession):
    rows = [(0, 162, 0.5), (40, 162, 1.0), (700, 162, 0.4), (3, 10, 2.0)]
    low, high = count_score(*(F.col(name).cast("double") for name in ("count", "games", "dispersion")))
    found = spark.createDataFrame(rows, "count int, games int, dispersion double").select("*", low, high).collect()
    for count, games, dispersion, *ends in found:
        for mean in ends:
            if mean > 0:
                assert (count - games * mean) ** 2 == pytest.approx(Z**2 * dispersion * games * mean)
        assert ends[0] <= count / games <= ends[1]


# Run expectancy


def half(game: str, inning: int, side: str, *plays: tuple[int, int, int, int, int]) -> list[dict[str, Any]]:
    """Events of a half: (outs before, bases before, outs made, bases after, runs)."""
    score, rows = 0, []
    for number, (outs, bases, made, after, runs) in enumerate(plays):
        state = {"outs_before": outs, "bases_before": bases, "outs_on_play": made, "bases_after": after}
        state |= {"runs_on_event": runs, "batting_score_before": score, "event_number": number}
        rows.append({"game_id": game, "inning": inning, "half": side, **state})
        score += runs
    return rows


OUT = [(0, 0, 1, 0, 0), (1, 0, 1, 0, 0), (2, 0, 1, 0, 0)]


def expectancy(spark: SparkSession, events: list[dict[str, Any]], **game: Any) -> dict[tuple[int, int], Any]:
    made = frames(spark, events=events, **sides(**game))
    table = run_expectancy.run_expectancy(made["events"], made["games"], made["club_games"])
    assert table.columns == run_expectancy.TABLE.column_names
    return {(row["outs"], row["bases"]): row for row in table.collect()}


def test_runs_to_the_end_of_the_half_by_state(spark: SparkSession):
    scored = [(0, 0, 0, 1, 0), (0, 1, 0, 1, 0), (0, 1, 0, 0, 2), (0, 0, 1, 0, 0), (1, 0, 1, 0, 0), (2, 0, 1, 0, 0)]
    found = expectancy(spark, [*half("g0", 1, "top", *OUT), *half("g0", 1, "bottom", *scored)])
    assert (found[0, 0]["events"], found[0, 0]["mean_runs"]) == (3, pytest.approx(2 / 3))
    assert (found[0, 1]["events"], found[0, 1]["mean_runs"]) == (1, 2.0)  # the event that changed nothing is out
    assert found[0, 1]["standard_error"] is None
    assert found[0, 0]["standard_error"] == pytest.approx((4 / 3) ** 0.5 / 3**0.5)


def test_incomplete_halves_and_the_last_bottom_halves_are_left_out(spark: SparkSession):
    cut = half("g0", 2, "top", *OUT[:2])
    events = [*half("g0", 9, "bottom", *OUT), *half("g0", 10, "bottom", *OUT), *half("g0", 9, "top", *OUT), *cut]
    assert {state: row["events"] for state, row in expectancy(spark, events).items()} == {
        (0, 0): 1,
        (1, 0): 1,
        (2, 0): 1,
    }
    seven = half("g0", 7, "bottom", *OUT)
    assert len(expectancy(spark, seven)) == 3
    assert expectancy(spark, seven, scheduled_innings=7) == {}


# A real season, straight from the reference's columns


@pytest.fixture(scope="module")
def season(real_data: Path) -> duckdb.DuckDBPyConnection:
    return cwevent_frames.connect(real_data / "chadwick", 2019)


@pytest.fixture(scope="module")
def real(spark: SparkSession, season: duckdb.DuckDBPyConnection, tmp_path_factory) -> dict[str, DataFrame]:
    import pyarrow.parquet as pq

    folder = tmp_path_factory.mktemp("cwevent")
    for name, table in cwevent_frames.arrow(season).items():
        pq.write_table(table, folder / f"{name}.parquet")
    return {name: spark.read.parquet(str(folder / f"{name}.parquet")) for name in cwevent_frames.TABLES}


ORACLE = """
WITH began AS (
    SELECT *, EVENT_ID::INTEGER AS number,
        sum(if(PA_NEW_FL = 'T', 1, 0)) OVER (PARTITION BY GAME_ID ORDER BY EVENT_ID::INTEGER) AS turn
    FROM cw
), turns AS (
    SELECT GAME_ID, turn, any_value(BAT_TEAM_ID) AS bats, any_value(FLD_TEAM_ID) AS fields,
        arg_min(coalesce(BASE1_RUN_ID, '') <> '', number) AS on1,
        arg_min(coalesce(BASE2_RUN_ID, '') <> '', number) AS on2,
        arg_min(coalesce(BASE3_RUN_ID, '') <> '', number) AS on3,
        arg_min(OUTS_CT::INTEGER, number) AS outs,
        arg_max(BAT_EVENT_FL = 'T', number) AS finished, arg_max(BAT_FLD_CD = '1', number) AS pitcher,
        arg_max(SH_FL = 'T', number) AS sacrifice, arg_max(EVENT_CD = '15', number) AS intentional,
        count(*) FILTER (RUN1_SB_FL = 'T') AS stole2, count(*) FILTER (RUN1_CS_FL = 'T') AS caught2,
        count(*) FILTER (RUN2_SB_FL = 'T') AS stole3, count(*) FILTER (RUN2_CS_FL = 'T') AS caught3,
        max(PA_BALL_CT::INTEGER + PA_STRIKE_CT::INTEGER) AS pitches, max(PA_PITCHOUT_BALL_CT::INTEGER) AS pitchouts
    FROM began GROUP BY GAME_ID, turn
)
SELECT bats AS club, 'steal_of_second' AS tendency, count(*) FILTER (on1 AND NOT on2) AS chances,
    sum(stole2 + caught2) FILTER (on1 AND NOT on2) AS attempts, sum(stole2) FILTER (on1 AND NOT on2) AS successes
FROM turns GROUP BY bats
UNION ALL SELECT bats, 'steal_of_third', count(*) FILTER (on2 AND NOT on3),
    sum(stole3 + caught3) FILTER (on2 AND NOT on3), sum(stole3) FILTER (on2 AND NOT on3) FROM turns GROUP BY bats
UNION ALL SELECT bats, 'sacrifice_bunt', count(*), NULL, count(*) FILTER (sacrifice) FROM turns
WHERE finished AND NOT pitcher AND outs < 2 AND ((on1 AND NOT on2) OR (on2 AND NOT on3)) GROUP BY bats
UNION ALL SELECT fields, 'intentional_walk', count(*) FILTER (finished), count(*) FILTER (intentional), NULL
FROM turns GROUP BY fields
UNION ALL SELECT fields, 'pitchout', sum(pitches), sum(pitchouts), NULL FROM turns
WHERE (on1 AND NOT on2) OR (on2 AND NOT on3) GROUP BY fields
"""


def test_a_season_is_counted_as_duckdb_counts_it(
    spark: SparkSession, real: dict[str, DataFrame], season: duckdb.DuckDBPyConnection
):
    nothing = frames(spark)
    table = manager_tendency.manager_tendency(
        real["event"],
        real["plate_appearance"],
        real["pitching_appearance"],
        nothing["made"],
        nothing["sent_off"],
        real["event_game"],
        real["event_club_game"],
        real["event_lineup"],
    )
    found = {(row["club"], row["tendency"]): row for row in table.collect()}
    wanted = season.execute(ORACLE).fetchall()
    assert len(wanted) == 5 * 30
    for club, tendency, *numbers in wanted:
        for field, number in zip(("chances", "attempts", "successes"), numbers, strict=True):
            if number is not None:
                assert found[club, tendency][field] == number, (club, tendency, field)
    every = season.execute("SELECT count(*) FILTER (RUN1_SB_FL = 'T' OR RUN1_CS_FL = 'T') FROM cw").fetchone()[0]
    steals = [row for (_, tendency), row in found.items() if tendency == "steal_of_second"]
    assert sum(row["attempts"] + row["outside_chances"] for row in steals) == every
    used = season.execute("SELECT BAT_TEAM_ID FROM cw GROUP BY ALL").fetchall()
    assert {club for club, _ in found} == {club for (club,) in used}


def test_a_seasons_run_expectancy_is_that_of_duckdb(real: dict[str, DataFrame], season: duckdb.DuckDBPyConnection):
    table = run_expectancy.run_expectancy(real["event"], real["event_game"], real["event_club_game"])
    found = {(row["league"], row["outs"], row["bases"]): row for row in table.collect()}
    wanted = season.execute("""
        WITH halves AS (
            SELECT GAME_ID, INN_CT, BAT_HOME_ID, sum(EVENT_OUTS_CT::INTEGER) AS outs,
                sum(EVENT_RUNS_CT::INTEGER) AS runs
            FROM cw GROUP BY ALL
        )
        SELECT HOME_TEAM_LEAGUE_ID, cw.OUTS_CT::INTEGER, START_BASES_CD::INTEGER, count(*),
            avg(runs - INN_RUNS_CT::INTEGER), stddev_samp(runs - INN_RUNS_CT::INTEGER) / sqrt(count(*))
        FROM cw JOIN halves USING (GAME_ID, INN_CT, BAT_HOME_ID) JOIN cwgame USING (GAME_ID)
        WHERE outs = 3 AND (BAT_HOME_ID = '0' OR cw.INN_CT::INTEGER < 9)
            AND (START_BASES_CD <> END_BASES_CD OR EVENT_OUTS_CT <> '0' OR EVENT_RUNS_CT <> '0')
        GROUP BY ALL
    """).fetchall()
    assert len(wanted) == len(found) == 2 * 24
    for league, outs, bases, events, mean, error in wanted:
        row = found[league, outs, bases]
        assert (row["events"], row["mean_runs"], row["standard_error"]) == (
            events,
            pytest.approx(mean),
            pytest.approx(error),
        )
