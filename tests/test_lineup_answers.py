"""What `skipper lineup` answers, its pages, and the price of directives, against direct evaluation by the tables."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from click.testing import CliRunner
from scipy.stats import t

from built_lake import Built
from deadline import deadline
from page_markup import Page, rows
from plain_innings import solved
from skipper.answers.best_lineup import LITTLE, Limits, best, usual
from skipper.answers.directives.check import check
from skipper.answers.directives.check_document import document
from skipper.answers.directives.one_game import Required, required_in
from skipper.answers.directives.plan_file import parse_plan
from skipper.answers.directives.price import fewest_off
from skipper.answers.lineup_value import (
    Candidates,
    NoLineupError,
    advancement_of,
    by_manager,
    candidates,
    evaluate,
    win_probability,
)
from skipper.answers.roster_lineup import best_of_roster, shrunk_to_level
from skipper.answers.unavailable import unavailable
from skipper.cli import main
from skipper.cli.serving import questions
from skipper.lake.reader import LakeReader
from skipper.lineups.batting import Batting, batting
from skipper.lineups.chain import after_innings, innings
from skipper.lineups.orders import Orders, all_orders
from skipper.lineups.rates import OUTCOMES
from skipper.render.html.answer_page import answer_page
from skipper.render.html.lineup_chart import lineup_charts
from skipper.render.html.manager_file import gather
from skipper.render.html.page import file_page
from skipper.service.question import BadRequestError

Row = dict[str, Any]


@pytest.fixture(scope="module")
def lake(simulated: Built) -> LakeReader:
    return simulated.reader()


@pytest.fixture(scope="module")
def game(lake: LakeReader) -> Row:
    """A club's game from the middle of a season, with a player on the bench who started before and after it."""
    (row,) = lake.rows(
        "FROM lineup_value AS v WHERE unknown IS NULL AND game_type = 'regular' AND game_number = '0' "
        "AND date >= (SELECT median(date) FROM lineup_value) AND EXISTS (FROM lineup_batter AS b "
        "WHERE b.game_id = v.game_id AND b.club = v.club AND b.slot IS NULL AND EXISTS (FROM lineup_batter AS s "
        "WHERE s.club = b.club AND s.player_id = b.player_id AND s.slot IS NOT NULL AND s.date > b.date)) "
        "ORDER BY date, club LIMIT 1"
    )
    return row


@pytest.fixture(scope="module")
def players(lake: LakeReader, game: Row) -> list[Row]:
    """The batters at hand: the lineup by slot, then the bench, who starts last first."""
    return lake.rows(
        "FROM lineup_batter AS b WHERE game_id = $game_id AND club = $club ORDER BY slot NULLS LAST, (SELECT max(date) "
        "FROM lineup_batter AS s WHERE s.club = b.club AND s.player_id = b.player_id AND s.slot IS NOT NULL) DESC",
        {name: game[name] for name in ("game_id", "club")},
    )


def order_of(lake: LakeReader, game: Row, players: Sequence[Row], rates: str = "rates") -> Batting:
    advances = advancement_of(lake, game["season"], game["level"])
    return batting([row[rates] for row in players], advances, [row["bats_as_pitcher"] for row in players])


def runs_of(lake: LakeReader, game: Row, players: Sequence[Row], rates: str = "rates") -> float:
    """Expected runs by one linear system for all states."""
    return solved(order_of(lake, game, players, rates), game["innings"])


def test_a_lake_without_plays_says_what_it_lacks(tiny_reader: LakeReader, game: Row) -> None:
    for ask in (lambda: by_manager(tiny_reader), lambda: evaluate(tiny_reader, "ALP", game["date"])):
        with pytest.raises(NoLineupError, match="which require play-by-play"):
            ask()


def test_the_value_of_a_lineup_is_that_of_direct_evaluation(lake: LakeReader, game: Row, players: list[Row]) -> None:
    answer = evaluate(lake, game["club"], game["date"])
    (value,) = answer.tables[1].rows
    assert value["runs"] == pytest.approx(runs_of(lake, game, players[:9]), abs=1e-8)
    assert value["runs"] == pytest.approx(game["runs"], abs=1e-8)
    assert value["worst_order_runs"] <= value["runs"] <= value["best_order_runs"]
    assert game["best_order_runs"] <= value["best_order_runs"] + 1e-8
    assert value["loss"] == pytest.approx(value["best_order_runs"] - value["runs"])
    assert (value["rank"] == 1) == (value["loss"] < 1e-9)
    by_id = {row["player_id"]: row for row in players}
    best_order = [by_id[row["best_order_player_id"]] for row in answer.main.rows]
    assert runs_of(lake, game, best_order) == pytest.approx(value["best_order_runs"], abs=1e-8)
    assert [row["player_id"] for row in answer.main.rows] == [row["player_id"] for row in players[:9]]
    turns = [row["plate_appearances"] for row in answer.main.rows]
    assert turns == sorted(turns, reverse=True)
    first = answer.main.rows[0]
    assert first["runs_alone"] == pytest.approx(runs_of(lake, game, [players[0]] * 9), abs=1e-8)


def test_the_chance_to_win_is_that_of_games_played_out(lake: LakeReader, game: Row, players: list[Row]) -> None:
    """The two clubs' chances sum to 1; by runs in full innings, ties shared by the chances in one more such inning."""
    (found,) = candidates(lake, game["season"], [game])
    chance = win_probability(lake, found)
    (other,) = candidates(lake, game["season"], [{**game, "club": game["opponent"]}])
    assert chance == pytest.approx(1 - win_probability(lake, other), abs=1e-9)
    own, against = (
        after_innings(innings(each.batting.of(each.used)), game["innings"])[-1].sum(0) for each in (found, other)
    )
    ahead, level = np.tril(np.outer(own, against), -1).sum(), own @ against
    assert ahead < chance < ahead + level
    (value,) = evaluate(lake, game["club"], game["date"]).tables[1].rows
    assert value["win_probability"] == chance
    unknown = replace(found, game={**found.game, "level": "Ind"})
    assert win_probability(lake, unknown) is None


def test_the_page_draws_all_orders_and_every_slot(lake: LakeReader, game: Row) -> None:
    answer = evaluate(lake, game["club"], game["date"])
    charts = lineup_charts(lake, answer)
    orders, slots = (chart.view.rows for chart in charts)
    (value,) = answer.tables[1].rows
    runs = {row["orders"]: row["runs"] for row in orders}
    assert (runs["worst"], runs["best"], runs["used"]) == pytest.approx(
        (value["worst_order_runs"], value["best_order_runs"], value["runs"])
    )
    assert runs["worst"] < runs["10 %"] < runs["half"] < runs["90 %"] < runs["best"]
    assert [row["runs_alone"] for row in slots] == [row["runs_alone"] for row in answer.main.rows]
    page = Page(answer_page(answer, lake.manifest, charts))
    assert len(page.texts("figcaption")) == 2
    drawn = CliRunner().invoke(main, ["lineup", "evaluate", "--club", game["club"], "--date", str(game["date"]),
                                      "--lake", str(lake.lake), "--format", "json"])  # fmt: skip
    assert drawn.exit_code == 0, drawn.output


def test_the_best_at_hand_is_no_worse_than_the_table_and_follows_the_hand(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    for versus, rates in ((None, "rates"), ("L", "rates_vs_left")):
        answer = best(lake, game["club"], game["date"], versus=versus)
        by_id = {row["player_id"]: row for row in players}
        chosen = [by_id[row["player_id"]] for row in answer.main.rows]
        (value,) = answer.tables[1].rows
        assert value["runs"] == pytest.approx(runs_of(lake, game, chosen, rates), abs=1e-8)
        assert len({row["player_id"] for row in chosen}) == 9
        places = [row["position"] for row in answer.main.rows]
        assert len(set(places)) == 9
        for row, place in zip(chosen, places, strict=True):
            assert place in (1, 10) or place in row["positions"]
        if versus is None:
            assert value["runs"] >= game["best_nine_runs"] - 1e-8


def could_fill(nine: Sequence[Row]) -> bool:
    """Whether nine batters can be put at nine positions, one after another."""
    orders: set[frozenset[int]] = {frozenset()}
    for row in nine:
        orders = {used | {place} for used in orders for place in {*row["positions"], 10} - used}
    return bool(orders)


def test_the_best_nine_has_as_few_with_little_evidence_as_the_positions_allow(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    known = sorted(row["plate_appearances"] for row in players)
    for least in (0, round(known[2]), round(known[len(known) // 2])):
        answer = best(lake, game["club"], game["date"], limits=Limits(least))
        little = {row["player_id"] for row in players if row["plate_appearances"] < least}
        fewest = min(
            len(little & {row["player_id"] for row in nine}) for nine in combinations(players, 9) if could_fill(nine)
        )
        rows = answer.main.rows
        assert sum(row["is_little_known"] for row in rows) == fewest
        for row in rows:
            assert row["is_little_known"] == (row["player_id"] in little)
            assert (LITTLE in row["known_words"]) == row["is_little_known"]
        assert any(note.startswith(LITTLE) for note in answer.notes) == bool(fewest)
        assert any(f"Fewer than {least} plate" in note for note in answer.notes) == (len(little) > fewest)


def test_players_left_out_are_named_and_an_unknown_name_lists_the_players(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    out = best(lake, game["club"], game["date"]).main.rows[0]
    for name in (out["player_id"], out["player_name"], out["player_name"].upper()):
        answer = best(lake, game["club"], game["date"], limits=Limits(without=(name,)))
        assert out["player_id"] not in {row["player_id"] for row in answer.main.rows}
        assert f"Left out: {out['player_name']} (as asked)." in answer.notes
    with pytest.raises(NoLineupError, match=f"'Nobody' is none of the players: .*{out['player_name']}"):
        best(lake, game["club"], game["date"], limits=Limits(without=("Nobody",)))


def test_a_player_who_could_not_play_is_left_out_with_the_reason(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    """A spell on a list, begun after the last game; one contradicted by a game since; and a game for another club."""
    sat, day = players[9], game["date"]
    person = sat["player_person_id"]
    assert unavailable(lake, game["club"], day, [person]) == {}
    others = [date for (date,) in lake.query(
        "SELECT date FROM club_game AS g WHERE season = $season AND club = $club AND date < $day ORDER BY date DESC",
        {"season": game["season"], "club": game["club"], "day": day}).fetchall()]  # fmt: skip
    for first, is_out in ((day, True), (others[-1], False)):
        spell = {"season": [game["season"]], "player_person_id": [person], "club": [None], "is_available": [False],
                 "reason": ["unavailable: hurt"], "first_day": [first], "known_from": [first],
                 "known_through": [day + timedelta(9)]}  # fmt: skip
        with_spell = Overlaid(lake, "availability", pa.table(spell))
        expected = {person: "unavailable: hurt"} if is_out else {}
        assert unavailable(with_spell, game["club"], day, [person]) == expected
        answer = best(with_spell, game["club"], day)
        note = f"Left out: {sat['player_name']} (unavailable: hurt)."
        assert (note in answer.notes) == is_out
        assert not is_out or sat["player_id"] not in {row["player_id"] for row in answer.main.rows}
    (other,) = lake.rows("SELECT club FROM club_game WHERE season = $season AND date = $day AND club NOT IN ($club, "
                         "$opponent) LIMIT 1", {**game, "day": day})  # fmt: skip
    moved = lake.query(
        "SELECT * REPLACE (if(date = $day AND club = $other, $person, player_person_id) AS "
        "player_person_id) FROM (SELECT l.*, g.date FROM lineup AS l JOIN club_game AS g "
        "USING (season, game_id, club))",
        {"day": day, "other": other["club"], "person": person},
    )
    elsewhere = Overlaid(lake, "lineup", moved.to_arrow_table())
    assert unavailable(elsewhere, game["club"], day, [person]) == {person: f"with {other['club']} on {day}"}


class Overlaid:
    """A lake in which one table has other rows."""

    def __init__(self, lake: LakeReader, name: str, rows: pa.Table) -> None:
        self._lake, self._name, self._rows = lake, name, rows
        self.manifest = replace(lake.manifest, files={**lake.manifest.files, name: ["one"]})
        self.rows_among, self.rows_of = lake.rows_among, lake.rows_of

    def rows(self, sql: str, parameters: Row | None = None) -> list[Row]:
        if self._name not in sql:
            return self._lake.rows(sql, parameters)
        self._lake.connection.register("overlaid", self._rows)
        return self._lake.rows(re.sub(rf"(FROM|JOIN) {self._name} ", r"\1 overlaid ", sql), parameters)


@pytest.mark.parametrize("versus", ["L", None])
def test_a_seasons_usual_nine_has_the_most_starts_and_the_best_order(
    lake: LakeReader, game: Row, versus: str | None
) -> None:
    season, club = game["season"], game["club"]
    answer = usual(lake, club, season, versus, Limits(0))
    counted = {
        (player, position): starts for player, position, starts in lake.query(
            "SELECT player_id, position, count(*) FILTER ($hand IS NULL OR opposing_starter_throws = $hand) "
            "FROM lineup AS l JOIN club_game AS g USING (season, game_id, club) "
            "WHERE season = $season AND club = $club AND game_type = 'regular' GROUP BY ALL",
            {"season": season, "club": club, "hand": versus},
        ).fetchall()
    }  # fmt: skip
    rows = answer.main.rows
    assert [row["starts"] for row in rows] == [counted[row["player_id"], row["position"]] for row in rows]
    assert len({row["position"] for row in rows}) == len({row["player_id"] for row in rows}) == 9
    sums: dict[frozenset[str], int] = {frozenset(): 0}
    for position in {row["position"] for row in rows}:
        longer: dict[frozenset[str], int] = {}
        for used, total in sums.items():
            for (player, place), starts in counted.items():
                if place == position and player not in used:
                    longer[used | {player}] = max(longer.get(used | {player}, 0), total + starts)
        sums = longer
    assert sum(row["starts"] for row in rows) == max(sums.values())
    assert [row["slot"] for row in rows] == list(range(1, 10))
    regular = rows[0]["player_name"]
    other = usual(lake, club, season, versus, Limits(0, (regular,)))
    assert regular not in {row["player_name"] for row in other.main.rows}
    assert other.tables[1].rows[0]["runs"] > 0


def test_the_command_takes_a_day_or_a_season(lake: LakeReader, game: Row) -> None:
    def run(*words: str) -> tuple[int, str]:
        shown = CliRunner().invoke(main, ["lineup", "best", "--lake", str(lake.lake), *words])
        return shown.exit_code, shown.output

    club = ("--club", game["club"])
    status, text = run(*club, "--season", str(game["season"]), "--vs", "L", "--min-pa", "20")
    assert status == 0, text
    assert "the usual nine against left-handed starters" in " ".join(text.split())
    for words in ((), ("--date", str(game["date"]), "--season", "2042"), ("--season", "2042", "--game", "0")):
        assert run(*club, *words)[0] == 2


def plan_text(lake: LakeReader, game: Row, player: Row, words: str) -> str:
    (club,) = lake.rows("FROM club WHERE season = $season AND club = $club",
                        {"season": game["season"], "club": game["club"]})  # fmt: skip
    return (
        f"organization: {club['organization']}\nseason: {game['season']}\ndirectives:\n"
        f"  - {{id: one, player: '{player['player_person_id']}', club: {club['name']}, {words}, "
        f"from: {game['date']}, to: {game['date']}}}\n"
    )


def test_a_plans_slots_bind_the_best_lineup(lake: LakeReader, game: Row, players: list[Row]) -> None:
    weakest = min(players[:9], key=lambda row: sum(row["rates"][1:7]))
    plan = parse_plan(plan_text(lake, game, weakest, "bat: {slots: 1-2, at_least: 80%}"))
    answer = best(lake, game["club"], game["date"], plan=plan)
    slots = {row["player_id"]: row["slot"] for row in answer.main.rows}
    assert slots[weakest["player_id"]] in (1, 2)
    (free,) = best(lake, game["club"], game["date"]).tables[1].rows
    assert answer.tables[1].rows[0]["runs"] <= free["runs"] + 1e-9


def test_directives_that_do_not_apply_bind_nothing_and_are_named(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    player, ninth = players[0]["player_person_id"], "bat: {slots: 9, at_least: 80%}"
    day, other_hand = f"from: {game['date']}, to: {game['date']}", "LR"[game["opposing_starter_throws"] == "L"]
    text = plan_text(lake, game, players[0], ninth)
    away = text.replace("directives:", f"unavailable: [{{player: '{player}', {day}, source: club}}]\ndirectives:")
    against = text.replace(ninth, f"bat: {{slots: 9, at_least: 80%, against: {other_hand}}}")
    cases = {
        text.replace(day, f"to: {game['date'] - timedelta(days=1)}"): "not on this day or for this club",
        away: "unavailable: club",
        against: "against the other hand",
        text.replace(ninth, "start: {games_per_week: 5}"): "does not require slots in a single game",
    }
    for plan, reason in cases.items():
        found = required_in(lake, parse_plan(plan), game, {player})
        assert found == Required({}, {"one": reason}, frozenset({player} if plan == away else ()))
    assert required_in(lake, parse_plan(text), game, {}).why == {
        "one": "player not seen for the club in the seven days before"
    }
    for plan, versus in ((text, None), (text, other_hand), (against, other_hand)):
        found = required_in(lake, parse_plan(plan), game, {player}, versus)
        assert found == Required({player: frozenset({9})}, {}, frozenset())
    answer = best(lake, game["club"], game["date"], plan=parse_plan(away))
    assert players[0]["player_id"] not in {row["player_id"] for row in answer.main.rows}
    assert "Directives not applied: one (unavailable: club)." in answer.notes


def test_the_price_of_a_slot_is_the_gain_of_the_best_move(lake: LakeReader, game: Row, players: list[Row]) -> None:
    (directed,) = check(
        lake, [parse_plan(plan_text(lake, game, players[7], "bat: {slots: 1-3, at_least: 80%}"))]
    ).directed
    rest = [row for row in players[:9] if row is not players[7]]
    moved = [runs_of(lake, game, [*rest[:slot], players[7], *rest[slot:]]) for slot in range(3)]
    assert directed.status["runs"] == pytest.approx(max(moved) - runs_of(lake, game, players[:9]), abs=1e-7)
    assert (directed.status["runs_games"], len(directed.misses)) == (1, 1)


def test_the_price_of_a_start_is_the_gain_at_the_best_position(lake: LakeReader, game: Row, players: list[Row]) -> None:
    sat = players[9]
    (directed,) = check(lake, [parse_plan(plan_text(lake, game, sat, "start: {at_least: 80%}"))]).directed
    instead = [
        runs_of(lake, game, [sat if row is out else row for row in players[:9]])
        for out in players[:9] if out["position"] in (*sat["positions"], 10)
    ]  # fmt: skip
    assert len(directed.misses) == 1
    assert directed.status["runs"] == pytest.approx(max(instead) - runs_of(lake, game, players[:9]), abs=1e-7)


def test_the_command_gives_the_price_beside_the_plate_appearances(
    lake: LakeReader, game: Row, players: list[Row], tmp_path: Path
) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(plan_text(lake, game, players[7], "bat: {slots: 1-3, at_least: 80%}"), encoding="utf-8")
    (directed,) = check(lake, [parse_plan(plan.read_text(encoding="utf-8"))]).directed
    ask = ["directives", "check", str(plan), "--lake", str(lake.lake)]
    answer = CliRunner().invoke(main, [*ask, "--format", "json"])
    assert answer.exit_code == 0, answer.output
    (cost,) = [each["cost"] for each in json.loads(answer.stdout)["directives"]]
    assert cost["runs"] == pytest.approx(directed.status["runs"])
    heading, *lines = [line.split() for line in CliRunner().invoke(main, ask).stdout.splitlines() if "Runs" in line
                       or f"{directed.status['runs']:+.1f}" in line]  # fmt: skip
    assert "Runs" in heading
    assert any(line.count(f"{directed.status['runs']:+.1f}") == 1 for line in lines)


def test_the_price_of_slots_to_avoid_is_the_gain_of_the_best_of_the_others(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    (directed,) = check(
        lake, [parse_plan(plan_text(lake, game, players[7], "bat: {slots: [1, 2, 3, 4, 7, 8, 9], at_most: 20%}"))]
    ).directed
    rest = [row for row in players[:9] if row is not players[7]]
    moved = [runs_of(lake, game, [*rest[:slot], players[7], *rest[slot:]]) for slot in (4, 5)]
    assert directed.status["runs"] == pytest.approx(max(moved) - runs_of(lake, game, players[:9]), abs=1e-7)
    assert (directed.status["runs_games"], len(directed.misses)) == (1, 1)


def test_the_price_of_a_start_too_many_is_the_gain_with_the_best_substitute(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    prices, substitutes = [], players[9:]
    for starter in players[:9]:
        (directed,) = check(lake, [parse_plan(plan_text(lake, game, starter, "start: {at_most: 20%}"))]).directed
        assert len(directed.misses) == 1
        instead = [
            runs_of(lake, game, [row if each is starter else each for each in players[:9]])
            for row in substitutes if starter["position"] in (*row["positions"], 10)
        ]  # fmt: skip
        prices.append(directed.status["runs"])
        assert directed.status["runs_games"] == bool(instead)
        if instead:
            assert prices[-1] == pytest.approx(max(instead) - runs_of(lake, game, players[:9]), abs=1e-7)
    assert {price is None for price in prices} == {True, False}


def test_the_price_of_a_position_is_the_gain_of_the_best_exchange(
    lake: LakeReader, game: Row, players: list[Row]
) -> None:
    """Whoever holds the position takes the player's, or a substitute does; forbidden, the player goes elsewhere."""
    names = {2: "C", 3: "1B", 4: "2B", 5: "3B", 6: "SS", 7: "LF", 8: "CF", 9: "RF", 10: "DH"}
    used, bench = players[:9], players[9:]
    base, priced = runs_of(lake, game, used), 0

    def exchanges(player: Row, holder: Row) -> list[float]:
        left = player["position"]
        same = [base] if left in (*holder["positions"], 10) else []
        return same + [
            runs_of(lake, game, [sub if row is holder else row for row in used])
            for sub in bench if left in (*sub["positions"], 10)
        ]  # fmt: skip

    for player, holder in ((used[0], used[1]), (used[1], used[0]), (used[3], used[7])):
        words = f"field: {{position: {names[holder['position']]}, at_least: 80%}}"
        checked = check(lake, [parse_plan(plan_text(lake, game, player, words))])
        (directed,), (entry,) = checked.directed, document(checked)["directives"]
        assert (entry["cost"] or {}).get("runs") == directed.status["runs"]
        possible = exchanges(player, holder)
        assert directed.status["runs_games"] == bool(possible)
        assert directed.status["runs"] == (pytest.approx(max(possible) - base, abs=1e-7) if possible else None)
        words = f"field: {{position: {names[player['position']]}, at_most: 20%}}"
        (directed,) = check(lake, [parse_plan(plan_text(lake, game, player, words))]).directed
        possible = [
            runs for other in used if other is not player and other["position"] in (*player["positions"], 10)
            for runs in exchanges(player, other)
        ]  # fmt: skip
        assert directed.status["runs"] == (pytest.approx(max(possible) - base, abs=1e-7) if possible else None)
        priced += directed.status["runs_games"]
    assert priced > 0


def test_the_fewest_days_off_are_those_of_all_choices_that_cost_least() -> None:
    rng = np.random.default_rng(6)
    for _ in range(200):
        length, most = int(rng.integers(1, 10)), int(rng.integers(1, 4))
        losses = [None if rng.random() < 0.2 else float(rng.normal()) for _ in range(length)]
        possible = [
            (len(off), sum(losses[turn] or 0.0 for turn in off))
            for number in range(length + 1) for off in combinations(range(length), number)
            if all(losses[turn] is not None for turn in off)
            and max(map(len, "".join("-x"[turn not in off] for turn in range(length)).split("-"))) <= most
        ]  # fmt: skip
        found = fewest_off(losses, most)
        assert (found is None) == (not possible)
        if found is not None:
            assert found == pytest.approx(min(possible))


def loss_of(lake: LakeReader, found: Candidates, person: str) -> float | None:
    """What a lineup without the player, with the best substitute in the place, has less."""
    rows = found.rows
    used = [rows[number] for number in found.used]
    (own,) = [row for row in used if row["player_person_id"] == person]
    instead = [
        runs_of(lake, found.game, [sub if row is own else row for row in used])
        for sub in rows if sub not in used and own["position"] in (*sub["positions"], 10)
    ]  # fmt: skip
    return runs_of(lake, found.game, used) - max(instead) if instead else None


def longest_run(started: list[list[Row]], turns: list[list[Row]], by_game: bool, off: tuple[int, ...]) -> int:
    """The most turns in a row that the player starts with some of them off."""
    run = longest = 0
    before = None
    for number, turn in enumerate(started):
        on = bool(turn) and number not in off
        adjoins = by_game or before is None or (turns[number][0]["date"] - before).days == 1
        run = (run if adjoins else 0) + 1 if on else 0
        before, longest = turns[number][0]["date"], max(longest, run)
    return longest


@pytest.mark.parametrize("words", ["rest: {max_consecutive: 2}", "start: {not_consecutive_days: true}"])
def test_the_price_of_rest_is_that_of_the_days_off_that_cost_least(
    lake: LakeReader, game: Row, players: list[Row], words: str
) -> None:
    """Over nine days, by trying all days off; both games of a day are off together under the second rule."""
    person, last = players[0]["player_person_id"], game["date"] + timedelta(8)
    text = plan_text(lake, game, players[0], words).replace(f"to: {game['date']}", f"to: {last}")
    (directed,) = check(lake, [parse_plan(text)]).directed
    found = {
        each.game["game_id"]: each
        for each in candidates(lake, game["season"], directed.games)
    }  # fmt: skip

    by_game = words.startswith("rest")
    turns: list[list[Row]] = []
    for one in directed.games:
        if by_game or not turns or turns[-1][0]["date"] != one["date"]:
            turns.append([])
        turns[-1].append(one)
    most, losses = (2 if by_game else 1), []
    started = [[one for one in turn if one["slot"] is not None] for turn in turns]
    for turn in started:
        each = [loss_of(lake, found[one["game_id"]], person) for one in turn]
        losses.append(None if not turn or None in each else sum(each))

    possible = [
        (len(off), sum(losses[number] for number in off))
        for size in range(len(turns) + 1) for off in combinations(range(len(turns)), size)
        if all(losses[number] is not None for number in off) and longest_run(started, turns, by_game, off) <= most
    ]  # fmt: skip
    assert directed.misses
    assert directed.status["runs"] == pytest.approx(-min(possible)[1], abs=1e-7)
    assert directed.status["runs_games"] == len(directed.misses)


def test_what_has_no_price_is_null(lake: LakeReader, game: Row, players: list[Row]) -> None:
    (first,) = lake.rows("FROM lineup_value WHERE club = $club ORDER BY date LIMIT 1", {"club": game["club"]})
    assert first["unknown"]
    text = plan_text(lake, {**game, "date": first["date"]}, players[0], "bat: {slots: 9, at_least: 80%}")
    (directed,) = check(lake, [parse_plan(text)]).directed
    assert (directed.status["runs"], directed.status["runs_games"]) == (None, 0)


def test_means_by_manager_are_those_of_the_games(lake: LakeReader, game: Row) -> None:
    """Intervals come from sums of deviations over blocks of 28 days, taken as independent."""
    found = by_manager(lake, game["season"], game["club"]).main.rows
    losses = lake.rows("FROM lineup_value WHERE season = $season AND club = $club AND runs IS NOT NULL "
                       "AND game_type = 'regular'", {name: game[name] for name in ("season", "club")})  # fmt: skip
    assert sum(row["games"] for row in found) == len(losses)
    for row in found:
        own = [each for each in losses if each["manager_id"] == row["manager_id"]]
        first = min(each["date"] for each in own)
        block = np.array([(each["date"] - first).days // 28 for each in own])
        for name in ("loss_of_order", "loss_of_nine"):
            values = np.array([each[name] for each in own])
            sums = [(values - values.mean())[block == each].sum() for each in np.unique(block)]
            half = t.ppf(0.975, len(sums) - 1) * np.std(sums, ddof=1) * len(sums) ** 0.5 / len(own)
            low, high = max(values.mean() - half, 0), values.mean() + half
            assert row[name] == pytest.approx(values.mean())
            assert (row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx((low, high))
            assert row[f"{name}_interval"] == f"{row[f'{name}_low']:.3f} to {row[f'{name}_high']:.3f}"


def test_games_that_resemble_one_another_widen_the_interval_and_a_single_block_has_none(lake: LakeReader) -> None:
    """The same losses, alternating or in two runs: the mean is known far less well if they come in runs."""

    def interval(losses: Sequence[float], days: int) -> tuple[float | None, float | None]:
        values = pa.table({
            "season": [2042] * len(losses), "club": ["X"] * len(losses), "manager_id": ["m"] * len(losses),
            "manager_person_id": ["m"] * len(losses), "manager_name": ["M"] * len(losses), "runs": [4.5] * len(losses),
            "game_type": ["regular"] * len(losses), "loss_of_order": losses, "loss_of_nine": losses,
            "date": [date(2042, 4, 1) + timedelta(place * days // len(losses)) for place in range(len(losses))],
        })  # fmt: skip
        (row,) = by_manager(Values(lake, values)).main.rows
        assert row["loss_of_order"] == pytest.approx(np.mean(losses))
        return row["loss_of_order_low"], row["loss_of_order_high"]

    alternating, runs = interval([0.02, 0.04] * 60, 112), interval([0.02] * 60 + [0.04] * 60, 112)
    assert runs[1] - runs[0] > 5 * (alternating[1] - alternating[0])
    assert interval([0.02, 0.04] * 10, 20) == (None, None)


class Values:
    """A lake whose lineup_value has other rows."""

    def __init__(self, lake: LakeReader, values: pa.Table) -> None:
        self.manifest, self._lake, self._values = lake.manifest, lake, values
        self.rows_among = lake.rows_among

    def rows(self, sql: str, parameters: Row) -> list[Row]:
        if "lineup_value" not in sql:
            return self._lake.rows(sql, parameters)
        with duckdb.connect() as db:
            db.register("lineup_value", self._values)
            used = {name: value for name, value in parameters.items() if f"${name}" in sql}
            return db.execute(sql, used).to_arrow_table().to_pylist()


def test_a_managers_file_has_the_means_and_intervals_of_the_managers_lineups(lake: LakeReader) -> None:
    every = by_manager(lake).main.rows
    person = max(every, key=itemgetter("games"))["manager_person_id"]
    means = [row for row in every if row["manager_person_id"] == person]
    file = gather(lake, person)
    page = file_page(file)
    assert Page(page).texts("h2").count("Lineups in runs") == 1
    printed = rows(page, "Value of the lineups")
    assert len(printed) == len(means)
    assert means[0]["loss_of_order_interval"]
    for row in means:
        figures = [f"{row[name]:.3f}" for name in ("runs", "loss_of_order", "loss_of_nine")]
        intervals = [row["loss_of_order_interval"], row["loss_of_nine_interval"]]
        expected = [str(row["games"]), *figures[:2], intervals[0], figures[2], intervals[1]]
        assert any(line[-6:] == expected for line in printed), (expected, printed)
    assert "Lineups in runs" not in file_page(replace(file, values=None))


# A roster of one's own

HEADER = f"player,positions,{','.join(OUTCOMES)}\n"


def roster_of(tmp_path: Path, rows: Sequence[str]) -> Path:
    file = tmp_path / "roster.csv"
    file.write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return file


def counts(home_runs: int, singles: int) -> str:
    return f"120,50,{home_runs},0,0,25,{singles},{405 - home_runs - singles}"


def test_the_best_of_a_roster_leaves_out_the_weakest_who_can_be_spared(lake: LakeReader, tmp_path: Path) -> None:
    """Two shortstops, the weaker of them the weakest batter but one; the weakest is the only catcher and must start."""
    rows = [f"P{place},{place},{counts(10 + place, 90 + place)}" for place in range(3, 10)]
    rows += [f"Weak catcher,2,{counts(1, 60)}", f"Spare shortstop,6,{counts(2, 70)}", f"Hitter,10,{counts(30, 110)}"]
    file = roster_of(tmp_path, rows)
    answer = best_of_roster(lake, file)
    names = [row["player_name"] for row in answer.main.rows]
    assert sorted(names) == sorted([*(f"P{place}" for place in range(3, 10)), "Weak catcher", "Hitter"])
    assert {row["player_name"]: row["position"] for row in answer.main.rows} == {
        **{f"P{place}": place for place in range(3, 10)}, "Weak catcher": 2, "Hitter": 10,
    }  # fmt: skip
    shown = CliRunner().invoke(main, ["lineup", "best", "--roster", str(file), "--lake", str(lake.lake)])
    assert shown.exit_code == 0, shown.output
    assert "Weak catcher" in shown.stdout
    assert "Spare shortstop" not in shown.stdout
    assert "another nine may be worth more" in " ".join(shown.stdout.split())


def test_a_pitcher_bats_only_if_asked_and_a_byte_order_mark_is_no_part_of_the_header(
    lake: LakeReader, tmp_path: Path
) -> None:
    """In the lake's leagues no pitcher bats, so how often one would bunt is unknown."""
    rows = [f"P{place},{place},{counts(4, 90)}" for place in range(2, 11)]
    file = roster_of(tmp_path, [*rows, f"Ace,1,{counts(30, 110)}"])
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert {row["player_name"] for row in best_of_roster(lake, file).main.rows} == {
        f"P{place}" for place in range(2, 11)
    }
    with pytest.raises(NoLineupError, match="sacrifices are unknown"):
        best_of_roster(lake, file, pitcher_bats=True)
    with pytest.raises(NoLineupError, match="No nine"):
        best_of_roster(lake, roster_of(tmp_path, rows), pitcher_bats=True)


def test_the_order_of_a_roster_is_the_best_of_its_distinct_orders(lake: LakeReader, tmp_path: Path) -> None:
    """Two kinds of batter: 36 distinct orders of two sluggers among seven others, each by the linear system."""
    rows = [f"P{place},{place},{counts(40 if place < 4 else 4, 90)}" for place in range(2, 11)]
    answer = best_of_roster(lake, roster_of(tmp_path, rows))
    (value,) = answer.tables[1].rows
    slugger, other = (np.array(list(map(float, counts(home_runs, 90).split(",")))) for home_runs in (40, 4))
    assert lake.rows("SELECT max(season) AS season FROM advancement WHERE level = 'AAA'") == [{"season": 2042}]
    rates = shrunk_to_level(lake, 2042, "AAA", [slugger, other], [False, False])
    two = batting(rates, advancement_of(lake, 2042, "AAA"))
    orders = [[0 if slot in sluggers else 1 for slot in range(9)] for sluggers in combinations(range(9), 2)]
    assert value["runs"] == pytest.approx(max(solved(two.of(order), 9) for order in orders), abs=1e-8)


def test_a_rosters_rates_are_shrunk_toward_the_level_by_sample_size(lake: LakeReader) -> None:
    """A home run in half of the plate appearances: 2, 200 and two million of them. Nobody pitched and batted there.

    That nobody strikes out or walks moves what is expected of home runs, so only very many plate appearances decide."""
    few = np.zeros(len(OUTCOMES))
    few[[OUTCOMES.index("home_run"), OUTCOMES.index("out")]] = 1
    found = shrunk_to_level(lake, 2042, "AAA", [few, 100 * few, 1_000_000 * few, few], [False, False, False, True])
    share = found[:, OUTCOMES.index("home_run")]
    (seen,) = lake.rows(
        "SELECT count(*) FILTER (result = 'home_run') / count(*) AS share FROM plate_appearance AS p "
        "JOIN game AS g USING (season, game_id) WHERE season = 2042 AND level = 'AAA' AND NOT is_sacrifice_bunt"
    )
    assert seen["share"] < share[0] < 2 * seen["share"] < share[1] < share[2] == pytest.approx(0.5, abs=0.02)
    assert share[3] == 0.5
    assert found.sum(1) == pytest.approx(1)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (["A,2,1,1,1,1,1,1,1,x"], "line 2"),
        (["A,2,0,0,0,0,0,0,0,0"], "line 2: there are no plate appearances"),
        (["A,11,1,1,1,1,1,1,1,1"], "line 2: .*position is not"),
        ([f"P{place},2,1,1,1,0,0,1,1,1" for place in range(9)], "No nine"),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused(lake: LakeReader, tmp_path: Path, rows: list[str], why: str) -> None:
    with pytest.raises(NoLineupError, match=why):
        best_of_roster(lake, roster_of(tmp_path, rows))
    (tmp_path / "bare.csv").write_text("player,positions\nA,2\n", encoding="utf-8")
    with pytest.raises(NoLineupError, match="has no column strikeout"):
        best_of_roster(lake, tmp_path / "bare.csv")


def test_the_service_takes_a_season_and_names_to_leave_out(lake: LakeReader, game: Row) -> None:
    best_of = questions()["lineup_best"]
    asked = {"club": game["club"], "season": str(game["season"]), "vs": "L", "min_pa": "20"}
    nine = best_of.ask(lake, asked).main.rows
    out = nine[0]["player_name"]
    without = best_of.ask(lake, {**asked, "without": [out]}).main.rows
    assert len(nine) == len(without) == 9
    assert out not in {row["player_name"] for row in without}
    with pytest.raises(BadRequestError, match="club and date, or club and season"):
        best_of.ask(lake, {**asked, "date": str(game["date"])})
    with pytest.raises(BadRequestError, match="require date"):
        best_of.ask(lake, {**asked, "game": "0"})


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("words", [("best", "--vs", "L"), ("evaluate",)])
def test_a_signal_ends_a_long_valuation_with_a_sentence(
    words: tuple[str, ...], number: signal.Signals, lake: LakeReader, game: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All orders are valued again and again, until the signal comes from another thread between two or within one."""

    def endless(nine: Batting, innings: float) -> Orders:
        threading.Thread(target=os.kill, args=(os.getpid(), number)).start()
        while True:
            all_orders(nine, innings)

    monkeypatch.setattr("skipper.lineups.orders.all_orders", endless)
    command, *more = words
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    with deadline():
        done = CliRunner().invoke(
            main,
            ["lineup", command, "--club", game["club"], "--date", str(game["date"]), *more, "--lake", str(lake.lake)],
        )
    signal.signal(signal.SIGINT, before)
    assert f"stopped by {number.name} before the end" in done.output
    assert done.exit_code == 128 + number
