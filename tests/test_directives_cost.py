"""What a miss costs: plate appearances by slot, of the league's play-by-play or published."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest

from directive_lake import SEASON, MemoryLake, Play, Side
from directive_plans import MAN, plan_of
from skipper.answers.directives.check import Directed, check
from skipper.answers.directives.check_answer import cost_words
from skipper.answers.directives.check_document import document
from skipper.answers.directives.plate_appearances import FEWEST, published, slot_values
from skipper.lake.reader import LakeReader

PUBLISHED = published(SEASON)
OPENING = date(SEASON, 4, 1)


def turns_of(number: int) -> dict[int, int]:
    """Of a club-game: 36 to 44 turns in order, so that the first slots have five and the last four; one rained out."""
    turns = 5 if number == 0 else 36 + number % 9
    return {slot: (turns + 9 - slot) // 9 for slot in range(1, 10)}


def season(number: int, club: str = "ALP") -> list[Side]:
    """Games with play-by-play; Al Mann bats ninth in the last six, and his turns are the slot's."""
    sides = []
    for at in range(number):
        turns, plays = turns_of(at), at >= number - 6
        own = turns.pop(9) if plays else 0
        starts = {MAN: Play(9, 6, own)} if plays else None
        sides.append(Side(club, OPENING + timedelta(at), starts=starts, outings={}, turns=turns))
    return sides


def checked(lake: LakeReader, words: str) -> Directed:
    return check(lake, [plan_of(f"id: a, player: Al Mann, {words}")]).directed[0]


def test_means_and_errors_are_those_of_the_leagues_club_games() -> None:
    games = FEWEST + 7
    values = slot_values(MemoryLake(season(games)), SEASON)["MLB"]
    for slot in range(1, 10):
        turns = [turns_of(number)[slot] for number in range(games)]
        assert values.per_game[slot - 1] == pytest.approx(mean(turns), abs=1e-12)
        assert values.errors[slot - 1] == pytest.approx(1.959963984540054 * stdev(turns) / sqrt(games), abs=1e-12)
    assert (values.share, values.source) == (0.0, f"play-by-play of MLB {SEASON}, {games} club-games")


def test_postseason_games_and_other_leagues_are_left_out() -> None:
    lake = MemoryLake([*season(FEWEST + 3), *season(FEWEST - 1, "GAM")])
    postseason = f"UPDATE club_game SET game_type = 'postseason' WHERE game_id = 'ALP{SEASON}04010'"
    lake.connection.execute(postseason)
    values = slot_values(lake, SEASON)
    assert set(values) == {"MLB"}  # of the other there are too few
    expected = mean(turns_of(number)[1] for number in range(1, FEWEST + 3))
    assert values["MLB"].per_game[0] == pytest.approx(expected, abs=1e-12)


def test_a_postseason_that_only_event_files_have_is_left_out() -> None:
    series = [replace(side, day=date(SEASON, 10, 20), game_type="postseason", logged=False) for side in season(1)]
    regular = season(FEWEST)
    with_series, without = (slot_values(MemoryLake(sides), SEASON) for sides in ([*regular, *series], regular))
    assert with_series == without
    assert set(without) == {"MLB"}


def test_a_start_in_a_wrong_slot_costs_what_the_league_says_and_the_answer_names_it() -> None:
    lake = MemoryLake(season(FEWEST))
    one, values = checked(lake, "bat: {slots: 1-2, at_least: 50%}"), slot_values(lake, SEASON)["MLB"]
    first, second, ninth = (values.per_game[slot - 1] for slot in (1, 2, 9))
    assert one.status["lost_by_all_misses"] == pytest.approx(6 * ((first + second) / 2 - ninth))
    assert one.status["cost"] == pytest.approx(3 * ((first + second) / 2 - ninth))
    margin = max(values.errors[:2]) + values.errors[8]
    assert one.status["cost_low"] == pytest.approx(3 * (second - ninth - margin))
    assert one.status["cost_high"] == pytest.approx(3 * (first - ninth + margin))
    (entry,) = document(check(lake, [one.asked.plan]))["directives"]
    assert entry["cost"]["source"] == f"play-by-play of MLB {SEASON}, {FEWEST} club-games"
    assert "1.96 standard errors" in entry["cost"]["method"]


def test_without_enough_play_by_play_the_published_means_are_used_and_named() -> None:
    one = checked(MemoryLake(season(FEWEST - 1)), "bat: {slots: 1-2, at_least: 50%}")
    first, second, ninth = (PUBLISHED.per_game[slot - 1] for slot in (1, 2, 9))
    assert one.status["cost"] == pytest.approx(3 * ((first + second) / 2 - ninth))
    assert one.status["cost_low"] == pytest.approx(3 * (second - ninth) * 0.96)
    assert one.status["cost_high"] == pytest.approx(3 * (first - ninth) * 1.04)
    assert one.status["cost_source"] == PUBLISHED.source
    assert "2009" in PUBLISHED.source


def test_clubs_of_two_leagues_are_reckoned_each_by_its_own() -> None:
    sides = [*season(FEWEST), Side("GAM", OPENING + timedelta(FEWEST), starts={MAN: Play(9, 6)})]
    lake = MemoryLake(sides)
    one = checked(lake, "clubs: [ALP, GAM], bat: {slots: 1, at_least: 50%}")
    values = slot_values(lake, SEASON)["MLB"]
    lost = [row["plate_appearances_lost"] for row in one.games if row["applicable"]]
    assert lost[:6] == pytest.approx([values.per_game[0] - values.per_game[8]] * 6)
    assert lost[6] == pytest.approx(PUBLISHED.per_game[0] - PUBLISHED.per_game[8])
    assert one.status["cost_source"] == f"play-by-play of MLB {SEASON}, {FEWEST} club-games; {PUBLISHED.source}"


def test_a_lake_without_play_by_play_has_published_means_only(tmp_path: Path) -> None:
    lake = MemoryLake(season(FEWEST))
    lake.manifest.files.clear()
    assert slot_values(lake, SEASON) == {}


@pytest.mark.parametrize(("year", "share"), [(1919, 0.09), (1920, 0.04), (2016, 0.04)])
def test_published_means_are_allowed_more_before_1920(year: int, share: float) -> None:
    assert published(year).share == share


@pytest.mark.parametrize(
    ("kind", "cost", "low", "high", "said"),
    [
        ("bat", 1.2, 1.0, 1.6, "lost 1 plate appearance (1 to 2)"),
        ("bat", -1.0, -1.6, -0.9, "gained 1 plate appearance (1 to 2)"),
        ("start", 51.6, 49.8, 54.1, "lost 52 plate appearances (50 to 54)"),
        ("pitch", 1.0, 1.0, 1.0, "1 batter faced beyond the limits (1 to 1)"),
        ("pitch", 7.0, 5.0, 9.0, "7 batters faced beyond the limits (5 to 9)"),
        ("bat", 0.0, 0.0, 0.0, None),
    ],
)
def test_a_cost_of_one_is_told_in_the_singular(
    kind: str, cost: float, low: float, high: float, said: str | None
) -> None:
    assert cost_words({"kind": kind, "cost": cost, "cost_low": low, "cost_high": high}) == said
