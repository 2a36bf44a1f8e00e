"""The rules of directives against an evaluator written from docs/directives.md, and managers made for the purpose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directive_lake import SEASON, MemoryLake, Play, Side
from directive_oracle import Judged, Oracle
from skipper.answers.directives.check import Checked, Directed, check
from skipper.answers.directives.plan_file import PlanFile, parse_plan
from trials import trials

MAN, NAME = "manno001", "Al Mann"
OPENING = date(SEASON, 4, 7)


def season(rng: random.Random, days: int = 60) -> list[Side]:
    """Games of two clubs, with days off, doubleheaders, unknown hands and lineups, and a player who is moved."""
    sides = []
    at, moved, rate, turn = "ALP", rng.random() < 0.4, rng.choice([0.2, 0.6, 0.9]), rng.randint(0, 2 * days)
    for number in range(days):
        rate = 1 - rate if number == turn else rate
        day = OPENING + timedelta(number)
        if moved and rng.random() < 0.04:
            at = "GAM" if at == "ALP" else "ALP"
        for club in ("ALP", "GAM"):
            if rng.random() < 0.12:
                continue
            games = ("1", "2") if rng.random() < 0.08 else ("0",)
            sides += [_side(rng, club, day, game, at == club and rng.random() < rate) for game in games]
    return sides


def _side(rng: random.Random, club: str, day: date, number: str, starts: bool) -> Side:
    manager = rng.choices(["mgr1", "mgr2", None], [8, 3, 1])[0]
    hand = rng.choices(["L", "R", "S", None], [5, 8, 1, 1])[0]
    if not starts:
        return Side(club, day, number, hand, manager, None, has_lineup=rng.random() < 0.95)
    play = rng.choices(
        [Play(rng.randint(1, 9), rng.choice([None, 4, 6, 7, 10])), Play(None, 1), Play(9, 1)], [12, 1, 1]
    )[0]
    return Side(club, day, number, hand, manager, {MAN: play})


def asked(rng: random.Random) -> Iterator[str]:
    """One directive of every kind and rule, in the plan's own words."""
    bound = rng.choice(["at_least", "at_most"])
    share = rng.choice(["10%", "33.3%", "50%", "60%", "80%", "100%" if bound == "at_least" else "0%"])
    against = rng.choice(["", ", against: LHP", ", against: RHP"])
    yield f"bat: {{slots: {rng.choice(['1-5', '7-9', '2', '[1, 3, 8]'])}, {bound}: {share}{against}}}"
    yield f"start: {{{bound}: {share}{against}}}"
    yield f"start: {{games_per_week: {rng.randint(1, 7)}}}"
    yield "start: {not_consecutive_days: true}"
    yield f"field: {{position: {rng.choice(['SS', 'OF', '[2B, DH]', 'P'])}, {bound}: {share}}}"
    yield f"rest: {{max_consecutive: {rng.randint(1, 6)}}}"


def plan_text(rng: random.Random) -> str:
    lines = ["organization: Alpha Town", f"season: {SEASON}"]
    if rng.random() < 0.5:
        first, second = (OPENING + timedelta(rng.randint(0, 50)) for _ in range(2))
        lines += ["unavailable:", f"  - {{player: {NAME}, from: {first}, to: {first + timedelta(9)}, source: club}}"]
        lines += [f"  - {{player: {NAME}, from: {second}, why: hurt, source: {MAN}}}"] * (rng.random() < 0.3)
    lines.append("directives:")
    for number, words in enumerate(asked(rng)):
        lines += [f"  - id: d{number}", f"    player: {rng.choice([NAME, MAN])}", f"    {words}"]
        lines += [
            rng.choice(["    club: Alpha Town", "    clubs: [ALP, Gamma City]", "    club: GAM", "    level: MLB"])
        ]
        if rng.random() < 0.4:
            first = OPENING + timedelta(rng.randint(0, 40))
            lines += [f"    from: {first}", f"    to: {first + timedelta(rng.randint(5, 40))}"]
    return "\n".join(lines)


def oracle_of(plan: PlanFile, one: Directed, sides: list[Side], through: date | None) -> Oracle:
    return Oracle(one.asked.directive, MAN, one.asked.clubs, sides, list(plan.plan.unavailable), through)


def game_of(row: dict[str, Any]) -> tuple:
    reason = row["reason"].split(":")[0] if row["reason"] else None
    return row["club"], row["game_id"], row["in_question"], reason, row["followed"], row["plate_appearances_lost"]


def judged_of(game: Judged) -> tuple:
    lost = pytest.approx(game.lost) if game.lost is not None else None
    return game.side.club, game.side.game_id, game.in_question, game.reason, game.followed, lost


@settings(max_examples=trials(60), deadline=None)
@given(st.integers(0, 10**9))
def test_every_kind_as_the_documentation_says(seed: int) -> None:
    rng = random.Random(seed)
    sides = season(rng)
    through = rng.choice([None, None, OPENING + timedelta(rng.randint(0, 65))])
    plan = parse_plan(plan_text(rng))
    checked = check(MemoryLake(sides), [plan], through)
    assert len(checked.directed) == len(plan.plan.directives)
    for one in checked.directed:
        oracle = oracle_of(plan, one, sides, through)
        assert [game_of(row) for row in one.games] == [judged_of(game) for game in oracle.judge()]
        expected = oracle.status()
        status = {name: one.status[name] for name in expected}
        assert status == {n: pytest.approx(v) if isinstance(v, float) else v for n, v in expected.items()}


def test_the_seasons_reach_every_reason_and_verdict() -> None:
    """The property test would say little if its seasons never led there."""
    reasons, verdicts, changed = set(), set(), False
    for seed in range(10):
        rng = random.Random(seed)
        sides, plan = season(rng), parse_plan(plan_text(rng))
        for one in check(MemoryLake(sides), [plan], rng.choice([None, OPENING + timedelta(30)])).directed:
            reasons |= {row["reason"].split(":")[0] for row in one.games if row["reason"]}
            verdicts.add(one.status["verdict"])
            changed |= one.status["changed_after"] is not None
    assert reasons == {
        "opposing hand unknown",
        "against the other hand",
        "lineup unknown",
        "unavailable",
        "on another club",
        "outside the window of starts for the club",
        "not in the batting order",
        "did not start",
        "position unknown",
        "week not over",
    }
    assert verdicts == {"met", "missed", "too early to say"}
    assert changed


# Three managers, of whom it is known what they did


def managed(follows: dict[date, bool], seed: int) -> Checked:
    """A season in which he starts against left-handers on the days when the manager follows the plan."""
    rng, sides = random.Random(seed), []
    for number in range(150):
        day = date(SEASON, 4, 7) + timedelta(number)
        hand = rng.choice(["L", "R", "R"])
        kept = follows[max(since for since in follows if since <= day)]
        starts = rng.random() < (0.95 if kept else 0.08) if hand == "L" else rng.random() < 0.9
        sides.append(Side("ALP", day, "0", hand, "mgr1", {MAN: Play(5, 7)} if starts else None))
    text = f"organization: Alpha Town\nseason: {SEASON}\ndirectives:\n  - {{id: a, player: {NAME}, "
    return check(MemoryLake(sides), [parse_plan(text + "start: {against: LHP, at_least: 60%}}")])


@pytest.mark.parametrize("seed", range(trials(8)))
def test_a_manager_who_ignores_the_plan(seed: int) -> None:
    status = managed({date.min: False}, seed).directed[0].status
    assert status["verdict"] == "missed"
    assert status["interval_high"] < 0.4
    assert status["changed_after"] is None


@pytest.mark.parametrize("seed", range(trials(8)))
def test_a_manager_who_follows_it(seed: int) -> None:
    status = managed({date.min: True}, seed).directed[0].status
    assert status["verdict"] == "met"
    assert status["interval_low"] > 0.75
    assert status["changed_after"] is None


@pytest.mark.parametrize("seed", range(trials(8)))
def test_a_manager_who_follows_it_after_june_only(seed: int) -> None:
    status = managed({date.min: False, date(SEASON, 7, 1): True}, seed).directed[0].status
    assert date(SEASON, 6, 24) <= status["changed_after"] <= date(SEASON, 7, 7)
    assert status["trend"] > 0.5
    assert status["first_miss"] < date(SEASON, 5, 1)
    assert status["longest_run_to"] < date(SEASON, 7, 7)
