"""What stands out without a plan."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import sqrt
from statistics import NormalDist, mean, variance
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import fisher_exact

from directive_lake import LOGS, SEASON, MemoryLake
from directive_plans import games, plan_of
from skipper.answers.directives.check import check
from skipper.answers.directives.discovery.answer import discover, on_duckdb, ranked
from skipper.answers.directives.discovery.comparisons import ROWS
from skipper.answers.directives.discovery.significance import with_p_values
from skipper.answers.errors import UnknownSeasonError
from skipper.lake.contract import arrow_type
from trials import trials


@settings(max_examples=trials(25), deadline=None)
@given(st.lists(st.tuples(st.integers(1, 30), st.integers(1, 60), st.integers(0, 30), st.integers(0, 60)), min_size=1))
def test_the_tests_are_fishers_and_the_discoveries_controlled(counts: list[tuple[int, int, int, int]]) -> None:
    blank = dict.fromkeys(ROWS) | {"season": SEASON, "club": "ALP", "player_id": "x"}
    rows = [
        blank | {"list": name, "starts_a": min(a, m), "games_a": m, "starts_b": min(b, n), "games_b": n}
        for m, n, a, b in counts
        for name in ("platoon", "playing_time")
    ]
    schema = pa.schema([(name, arrow_type(kind.replace("bigint", "long"))) for name, kind in ROWS.items()])
    tested = with_p_values(pa.Table.from_pylist(rows, schema)).to_pylist()
    for row in tested:
        table = [
            [row["starts_a"], row["games_a"] - row["starts_a"]],
            [row["starts_b"], row["games_b"] - row["starts_b"]],
        ]
        less, greater = (fisher_exact(table, alternative=way).pvalue for way in ("less", "greater"))
        expected = min(1.0, 2 * min(less, greater)) if row["list"] == "platoon" else less
        assert row["p_value"] == pytest.approx(expected, abs=1e-9)
    with_schema = pa.Table.from_pylist(tested)
    for name in ("platoon", "playing_time"):
        own = [row for row in ranked(with_schema) if row["list"] == name]
        values = [row["p_value"] for row in own]
        assert values == sorted(values)
        expected = [
            min(len(own) * p / place for place, p in enumerate(values, 1) if place >= at)
            for at in range(1, len(own) + 1)
        ]
        assert [row["q_value"] for row in own] == pytest.approx([min(1.0, q) for q in expected])


# The batting order, by play-by-play

RESULTS = ("walk", "hit_by_pitch", "single", "error", "double", "triple", "home_run", "strikeout", "intentional_walk")
WEIGHTS = dict(zip(RESULTS, (0.72, 0.75, 0.90, 0.92, 1.24, 1.56, 1.95, 0.0), strict=False))
NINE = [f"man{slot}x001" for slot in range(1, 10)]


@dataclass
class Season:
    """Games of one club in which men bat in fixed slots; `turns` are (game, slot, result), `cards` the orders."""

    cards: list[list[str]] = field(default_factory=list)
    turns: list[tuple[int, int, str]] = field(default_factory=list)

    def play(self, rng: random.Random, card: list[str], good: dict[str, float]) -> None:
        """A game: four turns for each slot, a hit of some kind as often as `good` says of the man."""
        self.cards.append(card)
        for slot, man in enumerate(card, 1):
            for _ in range(4):
                hit = rng.random() < good.get(man, 0.3)
                result = rng.choice(RESULTS[:7]) if hit else rng.choice(["strikeout", "strikeout", "intentional_walk"])
                self.turns.append((len(self.cards) - 1, slot, result))

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """The rows of the tables that the list reads."""
        days = [date(SEASON, 4, 1) + timedelta(at) for at in range(len(self.cards))]
        games = [{"game_id": f"ALP{day:%Y%m%d}0", "season": SEASON, "club": "ALP"} for day in days]
        known = [
            {**game, "date": day, "game_number": "0", "manager_name": "Al Skipper", "league": "MLB", "is_home": True}
            | {"game_type": "regular", "source": LOGS}
            for game, day in zip(games, days, strict=True)
        ]
        cards = [
            {**game, "slot": slot, "player_id": man, "player_person_id": f"p-{man}", "player_name": man.upper()}
            | {"position": slot + 1}
            for game, card in zip(games, self.cards, strict=True)
            for slot, man in enumerate(card, 1)
        ]
        turns = [
            {"game_id": games[at]["game_id"], "season": SEASON, "number": number, "batting_club": "ALP", "slot": slot}
            | {"is_starter": True, "result": result}
            for number, (at, slot, result) in enumerate(self.turns)
        ]
        facts = {"season": SEASON, "game_type": "regular", "has_plays": True}
        kinds = [{"game_id": game["game_id"], **facts} for game in games]
        return {"game": kinds, "club_game": known, "lineup": cards, "plate_appearance": turns}

    def values(self, man: str) -> list[float]:
        """wOBA's weight of each of his turns."""
        return [WEIGHTS[r] for at, slot, r in self.turns if self.cards[at][slot - 1] == man and r in WEIGHTS]

    def values_ahead(self, man: str) -> list[float]:
        """Those of the turns of whoever batted before him, in the games that he started."""
        return [
            WEIGHTS[r]
            for at, slot, r in self.turns
            if man in self.cards[at] and slot < self.cards[at].index(man) + 1 and r in WEIGHTS
        ]


def lake_of(rows: dict[str, list[dict[str, Any]]]) -> MemoryLake:
    return MemoryLake([], more=rows)


def random_season(seed: int) -> Season:
    rng, made = random.Random(seed), Season()
    men = [*NINE, "spare01x"]
    for _ in range(45):
        made.play(rng, rng.sample(men, 9) if rng.random() < 0.3 else men[:9], {"man8x001": 0.6})
    return made


@pytest.mark.parametrize("seed", range(trials(4)))
def test_the_batting_order_is_compared_as_a_plain_evaluator_does(seed: int) -> None:
    made = random_season(seed)
    rows = {row["player_id"]: row for row in order_rows(lake_of(made.tables()))}
    slots = {man: [card.index(man) + 1 for card in made.cards if man in card] for man in {*NINE, "spare01x"}}
    regulars = {man for man in slots if len(made.values(man)) >= 100}
    assert set(rows) == {man for man in regulars if mean(slots[man]) >= 5}
    for man, row in rows.items():
        own, ahead = made.values(man), made.values_ahead(man)
        error = sqrt(variance(own) / len(own) + variance(ahead) / len(ahead))
        assert (row["appearances_a"], row["appearances_b"]) == (len(own), len(ahead))
        assert (row["rate_a"], row["rate_b"]) == pytest.approx((mean(own), mean(ahead)))
        assert row["p_value"] == pytest.approx(1 - NormalDist().cdf((mean(own) - mean(ahead)) / error), abs=1e-9)
        assert row["mean_slot"] == pytest.approx(mean(slots[man]))
        assert row["regulars"] == len(regulars)
        assert row["slot_rank"] == 1 + sum(mean(slots[other]) < mean(slots[man]) for other in regulars)
        assert row["production"] == pytest.approx(shrunken(made, regulars)[man], abs=1e-6)
        ahead_of_him = sum(value > shrunken(made, regulars)[man] + 1e-9 for value in shrunken(made, regulars).values())
        assert row["production_rank"] == 1 + ahead_of_him


def shrunken(made: Season, regulars: set[str]) -> dict[str, float]:
    """wOBA drawn to the mean, by the analysis of variance of a one-way random effects model."""
    groups = {man: made.values(man) for man in regulars}
    everything = [value for values in groups.values() for value in values]
    grand, turns, men = mean(everything), len(everything), len(groups)
    within = sum((v - mean(values)) ** 2 for values in groups.values() for v in values) / (turns - men)
    among = sum(len(values) * (mean(values) - grand) ** 2 for values in groups.values()) / (men - 1)
    per_man = (turns - sum(len(values) ** 2 for values in groups.values()) / turns) / (men - 1)
    between = max(0.0, (among - within) / per_man)
    weight = {man: between / (between + within / len(values)) if between else 0 for man, values in groups.items()}
    return {man: grand + weight[man] * (mean(values) - grand) for man, values in groups.items()}


def order_rows(lake: MemoryLake) -> list[dict[str, Any]]:
    return [row for row in ranked(on_duckdb(lake, [SEASON], None)) if row["list"] == "order"]


def test_games_of_another_kind_are_left_out_of_the_batting_order() -> None:
    """A World Series that only the event files have."""
    regular, later = random_season(3).tables(), random_season(4).tables()
    series = {
        name: [row | {"game_id": f"WS{row['game_id']}"} for row in rows] for name, rows in later.items()
    }  # of the same clubs and men
    for name in ("game", "club_game"):
        series[name] = [row | {"game_type": "postseason"} for row in series[name]]
    both = {name: rows + series[name] for name, rows in regular.items()}
    assert order_rows(lake_of(both)) == order_rows(lake_of(regular)) != []


def test_who_bats_eighth_and_produces_most_stands_first() -> None:
    made, rng = Season(), random.Random(3)
    for _ in range(140):
        made.play(rng, NINE, dict.fromkeys(NINE, 0.3) | {"man8x001": 0.55, "man1x001": 0.55})
    first, *others = order_rows(lake_of(made.tables()))
    assert (first["player_id"], first["production_rank"] <= 2, first["slot_rank"]) == ("man8x001", True, 8)
    assert first["q_value"] < 0.01
    assert first["manager_name"] == "Al Skipper"
    assert all(row["q_value"] > 0.05 for row in others)
    assert "man1x001" not in {row["player_id"] for row in others}  # he bats first: no lower slot to speak of


def test_without_differences_few_are_found() -> None:
    """Seasons in which everybody is equally good: a discovery in at most a few of them."""
    found = 0
    for seed in range(trials(40)):
        made, rng = Season(), random.Random(1000 + seed)
        for _ in range(45):
            made.play(rng, NINE, {})
        found += any(row["q_value"] <= 0.05 for row in order_rows(lake_of(made.tables())))
    # Of 40 seasons 2 are expected, and more than 6 have a chance of 3 in 1,000; of 10, more than 3 one of 1 in 1,000.
    assert found <= trials(40) // 10 + 2


def test_a_lake_without_the_seasons_play_by_play_says_so() -> None:
    lake = MemoryLake([])
    said = discover(lake, None, SEASON, None, 5)
    assert f"Batting below production: unknown for {SEASON}" in said.notes[1]
    assert "no play-by-play" in said.notes[1]
    assert said.main.views[2].rows == []


def test_a_club_that_did_not_play_then_is_told_so() -> None:
    """Three empty lists would say that nothing stood out."""
    lake = MemoryLake(games("555"))
    assert discover(lake, "ALP", SEASON, None, 5).title == f"Deviations: ALP, {SEASON}"
    lake.manifest.seasons.append(SEASON + 1)
    with pytest.raises(
        UnknownSeasonError, match=f"This lake has no {SEASON + 1} games for ALP; available seasons: {SEASON}"
    ):
        discover(lake, "ALP", SEASON + 1, None, 5)


def test_plans_and_lists_are_asked_of_one_reader() -> None:
    """Both make temporary relations on its connection; none may stand in the other's way."""
    lake = MemoryLake(games("5.5"))
    for _ in range(2):
        assert check(lake, [plan_of("id: a, player: Al Mann, rest: {max_consecutive: 5}")]).directed[0].games
        assert discover(lake, None, SEASON, None, 5).main.rows == []
