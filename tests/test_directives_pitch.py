"""Pitch directives: against an evaluator written from docs/directives.md, and case by case."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from directive_lake import SEASON, MemoryLake, Outing, Play, Side
from directive_pitch_oracle import PitchOracle
from skipper.answers.directives.check import Checked, check
from skipper.answers.directives.check_answer import answer, result_words
from skipper.answers.directives.check_document import document
from skipper.answers.directives.plan_file import PlanError, parse_plan
from skipper.answers.directives.season_people import SeasonPeople
from skipper.render.html.directives_page import plan_page
from test_directives_rules import game_of, judged_of
from test_directives_transactions import LISTED, with_availability
from trials import trials

MAN, NAME = "boydx001", "Bo Boyd"
OPENING = date(SEASON, 4, 7)
LIMITS = {
    "max_pitches": (60, 110),
    "max_batters": (3, 27),
    "max_times_through_order": (1, 3),
    "max_innings": (1, 8),
    "max_innings_season": (10, 90),
    "min_rest_days": (0, 6),
}


def season(rng: random.Random, days: int = 60) -> list[Side]:
    """Games of two clubs, some without play-by-play or game log, some suspended and resumed days later before he came
    in, and a pitcher who is moved once or twice."""
    at, often, sides = "ALP", rng.choice([0.2, 0.5, 0.8]), []
    unseen = rng.choice([0, 0, 0.02, 0.3])
    for number in range(days):
        at = ("GAM" if at == "ALP" else "ALP") if rng.random() < 0.03 else at
        for club in ("ALP", "GAM"):
            if rng.random() < 0.12:
                continue
            numbers = ("1", "2") if rng.random() < 0.1 else ("0",)
            day = OPENING + timedelta(number)
            sides += [_side(rng, club, day, game, unseen, at == club and rng.random() < often) for game in numbers]
    return sides


def _side(rng: random.Random, club: str, day: date, number: str, unseen: float, pitches: bool) -> Side:
    manager = rng.choice(["mgr1", "mgr2", None])
    kind = rng.choices(["regular", "postseason", "all_star"], [0.9, 0.05, 0.05])[0]
    if rng.random() < unseen:
        return Side(club, day, number, "R", manager, game_type=kind)
    started = rng.random() < 0.6
    turns = [_outing(rng, started)] + ([_outing(rng, False)] if rng.random() < 0.05 else [])
    if rng.random() < 0.1:
        resumed, at = day + timedelta(rng.randint(1, 20)), rng.randrange(len(turns))
        turns[at:] = [replace(one, day=resumed) for one in turns[at:]]
    outings = {MAN: turns} if pitches else {"other001": [Outing()]}
    return Side(club, day, number, "R", manager, outings=outings, logged=rng.random() < 0.8, game_type=kind)


def _outing(rng: random.Random, started: bool) -> Outing:
    outs = rng.randint(0, 27 if started else 6)
    batters = outs + rng.randint(1, 10)
    pitches = None if rng.random() < 0.1 else 3 * batters + rng.randint(0, 30)
    return Outing(started, outs, batters, pitches, (batters + 8) // 9)


def asked(rng: random.Random) -> str:
    """One limit or several, in the plan's own words."""
    words = [f"{name}: {rng.randint(*ends)}" for name, ends in LIMITS.items()]
    words += ["not_consecutive_days: true", f"role: {rng.choice(['starter', 'bullpen'])}"]
    return ", ".join(rng.sample(words, rng.choice([1, 1, 1, 2, 3])))


def plan_text(rng: random.Random, number: int = 6) -> str:
    lines = ["organization: Alpha Town", f"season: {SEASON}"]
    if rng.random() < 0.3:
        first = OPENING + timedelta(rng.randint(0, 50))
        lines += ["unavailable:", f"  - {{player: {NAME}, from: {first}, to: {first + timedelta(9)}, source: club}}"]
    lines.append("directives:")
    for at in range(number):
        days = ""
        if rng.random() < 0.4:
            first = OPENING + timedelta(rng.randint(0, 40))
            days = f", from: {first}, to: {first + timedelta(rng.randint(5, 40))}"
        club = rng.choice(["club: Alpha Town", "clubs: [ALP, Gamma City]", "club: GAM"])
        lines.append(f"  - {{id: d{at}, player: {NAME}, {club}{days}, pitch: {{{asked(rng)}}}}}")
    return "\n".join(lines)


@settings(max_examples=trials(80), deadline=None)
@given(st.integers(0, 10**9))
def test_every_limit_as_the_documentation_says(seed: int) -> None:
    rng = random.Random(seed)
    sides = [*season(rng), *always_seen()]
    through = rng.choice([None, None, OPENING + timedelta(rng.randint(0, 65))])
    plan = parse_plan(plan_text(rng))
    for one in check(MemoryLake(sides), [plan], through).directed:
        oracle = PitchOracle(one.asked.directive, MAN, one.asked.clubs, sides, list(plan.plan.unavailable), through)
        assert [game_of(row) for row in one.games] == [judged_of(game) for game in oracle.judge()]
        expected = oracle.status()
        status = {name: one.status[name] for name in expected}
        assert status == {n: pytest.approx(v) if isinstance(v, float) else v for n, v in expected.items()}


def always_seen() -> list[Side]:
    """Games on the eve of the season, so that each club has play-by-play and the man is known."""
    eve = OPENING - timedelta(1)
    first = Side("ALP", eve, starts={MAN: Play(9, 7)}, outings={MAN: [Outing(False, 1, 2, 8, 1)]})
    return [first, Side("GAM", eve, outings={})]


def test_the_seasons_reach_every_reason_and_verdict() -> None:
    reasons, verdicts, sources = set(), set(), set()
    for seed in range(12):
        rng = random.Random(seed)
        sides, plan = [*season(rng), *always_seen()], parse_plan(plan_text(rng))
        for one in check(MemoryLake(sides), [plan], rng.choice([None, OPENING + timedelta(30)])).directed:
            reasons |= {row["reason"].split(":")[0] for row in one.games if row["reason"]}
            verdicts.add(one.status["verdict"])
            sources |= {row["manager_source"] for row in one.games}
    assert reasons == {
        "no play-by-play for the game",
        "did not pitch",
        "unavailable",
        "pitches unknown",
        "no play-by-play for an earlier game",
    }
    assert verdicts == {"met", "missed", "too early to say"}
    assert sources == {"game_log", "lahman_whole_season", None}


# Case by case


def outings(*given: Outing | None, every: int = 1) -> list[Side]:
    """A game every so many days from the opening on; null: he does not pitch."""
    return [
        Side("ALP", OPENING + timedelta(at * every), outings={"other001": [Outing()]} if one is None else {MAN: [one]})
        for at, one in enumerate(given)
    ]


def checked(sides: list[Side], limits: str, **days: date) -> Checked:
    text = (
        f"organization: Alpha Town\nseason: {SEASON}\ndirectives:\n  - {{id: a, player: {NAME}, pitch: {{{limits}}}}}"
    )
    return check(MemoryLake(sides), [parse_plan(text)], **days)


def games(sides: list[Side], limits: str) -> list[dict[str, Any]]:
    return checked(sides, limits).directed[0].games


@pytest.mark.parametrize(
    ("limits", "followed"),
    [
        ("max_pitches: 90", [True, False, None]),
        ("max_pitches: 90, max_batters: 20", [False, False, False]),
        ("max_innings: 6", [True, False, True]),
        ("max_innings_season: 12", [True, False, False]),
        ("max_times_through_order: 2", [False, False, False]),
        ("min_rest_days: 4", [True, True, True]),
        ("min_rest_days: 5", [True, False, False]),
        ("role: bullpen", [False, False, False]),
        ("not_consecutive_days: true", [True, True, True]),
    ],
)
def test_each_limit(limits: str, followed: list[bool | None]) -> None:
    """An unknown number of pitches leaves a game unjudged, unless another limit was broken."""
    sides = outings(Outing(), Outing(outs=19, pitches=91), Outing(pitches=None), every=5)
    assert [game["followed"] for game in games(sides, limits)] == followed


@pytest.mark.parametrize(
    ("effects", "plan", "figures", "reasons"),
    [
        # Nothing is stated: from the first game pitched to the last.
        ([], "", [7, 3, 1, None, 4], []),
        ([(3, "listed")], "", [7, 1, 1, 4, 2], [("listed ALP", 4)]),
        ([(0, "listed"), (1, "joined"), (5, "left")], "", [7, 4, 1, 3, 0], [("left ALP", 2), ("listed ALP", 1)]),
        ([], "{player: Bo Boyd, from: 2031-04-09, to: 2031-04-10, source: club}", [7, 1, 1, 2, 4], [("club", 2)]),
    ],
)
def test_a_pitcher_is_available_in_games_that_are_not_pitched_too(
    effects: list[tuple[int, str]], plan: str, figures: list[int | None], reasons: list[tuple[str, int]]
) -> None:
    """Seven games, of which the second is started and the fourth pitched in relief, unless the plan has that day."""
    relief = None if plan or effects else Outing(started=False, outs=3)
    sides = outings(None, Outing(), None, relief, None, None, None)
    more = with_availability(
        [
            {"source": "statsapi", "season": SEASON, "transaction_id": str(day), "date": OPENING + timedelta(day)}
            | {"effective_date": OPENING + timedelta(day), "player_person_id": f"p-{MAN}", "to_club": "ALP"}
            | {"effect": effect, "description": f"{effect} ALP"}
            for day, effect in effects
        ]
    )
    text = f"organization: Alpha Town\nseason: {SEASON}\n" + (f"unavailable:\n  - {plan}\n" if plan else "")
    text += f"directives:\n  - {{id: a, player: {NAME}, pitch: {{max_pitches: 90}}}}"
    done = check(MemoryLake(sides, more={**LISTED, **more}), [parse_plan(text)])
    (row,) = answer(done).table("availability").rows
    assert [row[name] for name in ("games", "available", "started", "unavailable", "unknown")] == figures
    assert [(one["reason"], one["games"]) for one in row["unavailable_reasons"]] == reasons
    (entry,) = document(done)["directives"]
    assert entry["availability_by_manager"][0]["available"] == figures[1]


def test_the_second_game_of_a_day_has_no_rest_and_counts_from_the_day_before() -> None:
    sides = [
        Side("ALP", OPENING + timedelta(day), number, outings={MAN: [Outing(False, 3, 4, 12, 1)]})
        for day, number in ((0, "0"), (1, "1"), (1, "2"), (3, "1"), (3, "2"))
    ]
    assert [game["followed"] for game in games(sides, "min_rest_days: 0")] == [True, True, False, True, False]
    assert [game["followed"] for game in games(sides, "not_consecutive_days: true")] == [True, False, False, True, True]
    observed = [game["observed"].removeprefix("in relief, ") for game in games(sides, "min_rest_days: 0")]
    assert observed[1:4] == [
        "0 days of rest",
        "second game of the day",
        "1 days of rest",
    ]


def test_in_a_suspended_game_rest_and_innings_go_by_the_day_on_which_he_took_the_mound() -> None:
    """The opening game is resumed five days later, and he comes in then; he pitched on the day before, and will on that
    day and the next."""
    resumed = Outing(False, 6, 7, 20, 1, OPENING + timedelta(5))
    days = {0: resumed, 4: Outing(False, 3, 4, 12, 1), 5: Outing(False, 3, 4, 12, 1), 6: Outing(False, 3, 4, 12, 1)}
    sides = [Side("ALP", OPENING + timedelta(day), outings={MAN: [turn]}) for day, turn in days.items()]
    asked = {
        "not_consecutive_days: true": [False, True, False, False],
        "min_rest_days: 0": [True, True, False, True],
        "max_innings_season: 1": [False, True, False, False],
    }
    assert {limit: [game["followed"] for game in games(sides, limit)] for limit in asked} == asked
    assert games(sides, "min_rest_days: 0")[0]["date"] == OPENING
    unseen = [*sides, Side("ALP", OPENING + timedelta(3))]
    assert [game["reason"] for game in games(unseen, "max_innings_season: 9")][:2] == [
        "no play-by-play for an earlier game",
        "no play-by-play for the game",
    ]


def test_the_cost_is_in_batters_faced_beyond_what_was_asked() -> None:
    one = checked(outings(Outing(batters=24, pitches=120), every=5), "max_pitches: 95").directed[0]
    assert one.status["cost"] == pytest.approx(-24 * 25 / 120)
    assert (one.status["cost_low"], one.status["cost_high"]) == (-5, -5)
    (entry,) = document(checked(outings(Outing(batters=25, outs=20), every=5), "max_innings: 6"))["directives"]
    assert entry["cost"]["plate_appearances"] == pytest.approx(-2.5)
    assert (entry["cost"]["low"], entry["cost"]["high"]) == (-3, -2)
    assert entry["cost"]["method"].startswith("Batters faced")
    assert entry["misses"][0]["observed"] == "started, 6.2 innings"


# Innings of a season, by pace while it runs


def rotation(outs: list[int], games: int = 40) -> list[Side]:
    """A game a day; he starts every fifth and makes so many outs, in turn."""
    turns = {5 * at: Outing(outs=made) for at, made in enumerate(outs)}
    return outings(*(turns.get(day) for day in range(games)))


@pytest.mark.parametrize(
    ("limit", "verdict", "by", "on_course"),
    [
        (40, "missed", "heading beyond the limit", False),
        (47, "too early to say", "may or may not pass", False),
        (60, "met", "heading for less than the limit", True),
    ],
)
def test_season_totals_are_judged_by_pace_while_the_season_runs(
    limit: int, verdict: str, by: str, on_course: bool
) -> None:
    """Thirty innings in five starts of 25 games, 15 to come: heading for 48. No game has broken a limit yet."""
    sides = rotation([18, 15, 21, 17, 19, 18, 18, 18])
    one = checked(sides, f"max_innings_season: {limit}", through=OPENING + timedelta(24)).directed[0]
    assert one.status["heading_innings"] == pytest.approx(30 * 40 / 25)
    error = 1.959963984540054 * (5 * 5 * 15 / 25 * 40 / 25) ** 0.5 / 3  # the variance of the five is 5
    assert one.status["heading_innings_high"] - one.status["heading_innings"] == pytest.approx(error)
    assert (one.status["verdict"], one.status["on_course"]) == (verdict, on_course)
    assert by in one.status["verdict_by"]
    assert one.misses == []
    assert "heading for 48 innings" in result_words(one)


def test_at_the_seasons_end_innings_are_counted_and_not_reckoned() -> None:
    sides = rotation([18] * 8)
    for limit, verdict in ((48, "met"), (47, "missed")):
        one = checked(sides, f"max_innings_season: {limit}").directed[0]
        assert (one.status["verdict"], one.status["heading_innings"]) == (verdict, None)


def test_few_outings_or_unseen_games_leave_the_pace_unknown() -> None:
    for limit, verdict in ((20, "missed"), (30, "too early to say")):  # 24 innings in four starts
        few = checked(rotation([18] * 8), f"max_innings_season: {limit}", through=OPENING + timedelta(15)).directed[0]
        assert (few.status["heading_innings"], few.status["verdict"]) == (None, verdict)
    unseen = [*rotation([18] * 8), Side("ALP", OPENING - timedelta(1))]
    one = checked(unseen, "max_innings_season: 300", through=OPENING + timedelta(30)).directed[0]
    assert one.status["heading_innings"] is None


def test_a_season_that_runs_beyond_the_lake_is_taken_to_be_as_long_as_the_last() -> None:
    lake = MemoryLake(rotation([18] * 5, games=25), complete=False)
    lake.manifest.seasons.insert(0, SEASON - 1)
    head = f"organization: Alpha Town\nseason: {SEASON}\ndirectives:\n"
    plan = parse_plan(f"{head}  - {{id: a, player: {NAME}, pitch: {{max_innings_season: 40}}}}")
    assert check(lake, [plan]).directed[0].status["heading_innings"] is None  # no season before: its length is unknown
    for twice in ("x", "y"):  # 25 games, and as many again: 50
        earlier = f"* REPLACE ({SEASON - 1} AS season, concat('{twice}', game_id) AS game_id)"
        lake.connection.execute(f"INSERT INTO club_game SELECT {earlier} FROM club_game WHERE season = {SEASON}")
    one = check(lake, [plan]).directed[0]
    assert one.status["heading_innings"] == pytest.approx(60)
    assert one.status["verdict"] == "missed"


def test_the_page_of_a_pitch_directive() -> None:
    sides = outings(Outing(pitches=120), None, Outing(), every=5)
    made = checked(sides, "max_pitches: 95")
    page = plan_page(made, MemoryLake(sides).manifest)
    assert 'aria-label="2031-04-07: missed (started, 120 pitches)"' in page
    assert 'aria-label="2031-04-12: not applicable (did not pitch)"' in page
    assert page.count("<svg viewBox") == 1
    assert "5 batters faced beyond the limits" in page


def test_without_play_by_play_of_the_club_it_is_needed() -> None:
    starts = [Side("ALP", OPENING, starts={MAN: Play(None, 1)})]
    elsewhere = Side("GAM", OPENING, outings={MAN: [Outing()]})
    (one,) = checked([*starts, elsewhere], "max_pitches: 95").directed
    assert (one.status["verdict"], one.games) == ("needs play-by-play", [])


def test_games_that_only_event_files_have() -> None:
    """No game log of the season: lineups are the event file's, the manager Lahman's; every directive is judged."""
    starts = {MAN: Play(None, 1)}
    sides = [Side("ALP", OPENING, starts=starts, outings={MAN: [Outing(pitches=120)]}, logged=False)]
    lake = MemoryLake(sides)
    text = f"organization: ALP\nseason: {SEASON}\ndirectives:\n  - {{id: a, player: {MAN}, "
    (one,) = check(lake, [parse_plan(text + "pitch: {max_pitches: 95}}")]).directed
    miss = one.misses[0]
    assert (miss["manager_id"], miss["manager_name"], miss["manager_source"]) == (
        "mgr1",
        "MGR1",
        "lahman_whole_season",
    )
    (two,) = check(lake, [parse_plan(text + "rest: {max_consecutive: 5}}")]).directed
    assert [(game["applicable"], game["manager_source"]) for game in two.games] == [(True, "lahman_whole_season")]


@pytest.mark.parametrize("logged", [(False, False), (True, True), (False, True)])
def test_it_is_told_where_the_manager_of_a_game_is_lahmans(logged: tuple[bool, bool]) -> None:
    sides = [
        replace(side, logged=log)
        for side, log in zip(outings(Outing(pitches=120), Outing(pitches=120)), logged, strict=True)
    ]
    answered = answer(checked(sides, "max_pitches: 95"))
    assert answered.rule == "managed"
    assert "who ran the game (rule: managed)." in answered.lead[0]
    lahman = f"{SEASON} ALP: the manager comes from Lahman, which lists a single manager for the club's season"
    assert any(line.startswith(lahman) for line in answered.lead) == (False in logged)
    misses = next(table for table in answered.tables if table.name == "misses")
    assert "manager_source" in misses.fields
    sources = ["game_log" if log else "lahman_whole_season" for log in logged]
    assert [row["manager_source"] for row in misses.rows] == sources


def test_a_world_series_is_of_no_regular_season_but_costs_rest() -> None:
    """Of an all-star game too, which stands between regular games; neither has a game log."""
    ace = {MAN: [Outing(outs=9, pitches=120)]}
    kinds = ("regular", "all_star", "regular", "postseason")
    sides = [
        Side("ALP", OPENING + timedelta(at), outings=ace, logged=False, game_type=kind) for at, kind in enumerate(kinds)
    ]
    assert [game["date"].day for game in games(sides, "max_pitches: 95")] == [OPENING.day, OPENING.day + 2]
    assert [game["followed"] for game in games(sides, "max_innings_season: 6")] == [True, True]
    assert [game["followed"] for game in games(sides, "not_consecutive_days: true")] == [True, False]


def test_a_league_is_not_complete_by_its_postseason() -> None:
    sides = [replace(side, logged=False) for side in outings(Outing(), Outing())]
    sides[1] = replace(sides[1], game_type="postseason")
    people = SeasonPeople(MemoryLake(sides, complete=False), SEASON)
    (end,) = people.ends(("ALP",))
    assert (end["complete"], end["last_game"], people.played) == (False, OPENING, {"ALP"})


def test_a_pitcher_whom_nobody_knows_is_an_error_where_there_are_plays() -> None:
    with pytest.raises(PlanError, match=r"line 4, column 21: Bo Boyd .* is known, but pitched no game in this lake"):
        checked(outings(None), "max_pitches: 95")
