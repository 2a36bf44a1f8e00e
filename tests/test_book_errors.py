"""Places, names and series of the record book that its own figures contradict."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import season_tables
from trials import trials

YEAR = 2041
LEAGUES = [
    {"league": league, "name": f"{league} League", "first_season": 2000, "level": "MLB"} for league in ("AL", "NL")
]
Row = dict[str, Any]


def team(code: str, wins: int, losses: int, finish: int, **more: Any) -> Row:
    row = {"season": YEAR, "lahman_club": code, "club": code, "league": "AL", "division": "E", "name": f"{code} Nine"}
    return {**row, "finish": finish, "wins": wins, "losses": losses, "games": wins + losses, **more}


def games(teams: list[Row]) -> list[Row]:
    """Each club's games, in which the results are the book's, against a club that is in none."""
    return [
        {
            **{"season": YEAR, "game_id": f"{row['club']}{number:03}", "game_type": "regular", "decided_by": "play"},
            **{"club": row["club"], "opponent": "XXX", "manager_id": f"{row['club']}801", "result": result},
            **{"credited_manager_id": f"{row['club']}801", "game_number": "0", "is_home": True},
        }
        for row in teams
        for number, result in enumerate("W" * row["wins"] + "L" * row["losses"])
    ]


def judged(teams: list[Row], played: list[Row] | None = None, **more: Any) -> dict[str, list[Row]]:
    played = games(teams) if played is None else played
    names = ("record_difference", "manager_season", "book_standing")
    return season_tables.made(*names, club_game=played, lahman_team=teams, league_file=LEAGUES, **more)


def of(comparison: str, made: dict[str, list[Row]]) -> dict[str, Row]:
    return {row["club"]: row for row in made["record_difference"] if row["comparison"] == comparison}


def finishes(made: dict[str, list[Row]]) -> dict[str, int]:
    return {row["club"]: row["finish"] for row in made["manager_season"] if row["rule"] == "managed"}


def test_two_firsts_in_one_division() -> None:
    """2022 American League East, in which Lahman has Tampa Bay first beside New York."""
    teams = [team("AAA", 99, 63, 1), team("BBB", 92, 70, 2), team("CCC", 86, 76, 1), team("DDD", 83, 79, 4)]
    made = judged(teams)
    found = of("club_rank", made)
    assert list(found) == ["CCC"]
    row = found["CCC"]
    assert (row["category"], row["reference"], row["manager_id"]) == ("reference_error", "Lahman Teams Rank", None)
    assert (row["wins"], row["losses"], row["reference_wins"], row["reference_losses"]) == (86, 76, 86, 76)
    assert "in place 1 of the AL E, and its records allow place 3, behind AAA 99-63, BBB 92-70" in row["evidence"]
    assert "the games give place 3" in row["evidence"]
    assert finishes(made) == {"AAA": 1, "BBB": 2, "CCC": 3, "DDD": 4}


@pytest.mark.parametrize(
    "records",
    [
        [(87, 67), (86, 66)],  # level in games behind, first by percentage either way (1915 Federal League)
        [(42, 38), (41, 34)],  # ranked by wins (1882 American Association)
        [(82, 71), (81, 70)],
        [(60, 49), (59, 48)],
    ],
)
def test_every_way_of_ranking_is_accepted(records: list[tuple[int, int]]) -> None:
    for places in ((1, 2), (2, 1)):
        teams = [team(code, *won, place) for code, won, place in zip(("AAA", "BBB"), records, places, strict=True)]
        assert of("club_rank", judged(teams)) == {}


def test_clubs_with_one_record_may_share_a_place_or_not() -> None:
    for places in ((1, 1), (1, 2), (2, 1)):
        teams = [team(code, 80, 82, place) for code, place in zip(("AAA", "BBB"), places, strict=True)]
        assert of("club_rank", judged(teams)) == {}


def test_a_place_stays_where_games_are_missing() -> None:
    teams = [team("AAA", 9, 6, 1), team("BBB", 3, 12, 1)]
    made = judged(teams, [game for game in games(teams) if game["club"] == "BBB" or game["result"] == "W"])
    assert list(of("club_rank", made)) == ["BBB"]
    assert "the games give" not in of("club_rank", made)["BBB"]["evidence"]
    assert finishes(made)["BBB"] == 1


@settings(deadline=None, max_examples=trials(25))
@given(st.lists(st.integers(0, 12), min_size=2, max_size=6), st.data())
def test_twisted_places_are_found_and_mended(wins: list[int], data: st.DataObject) -> None:
    """With all games in the lake, no club's place is one that its record forbids."""
    order = sorted(wins, reverse=True)
    places = data.draw(st.permutations(range(1, len(wins) + 1)))
    codes = [f"{chr(65 + at)}AA" for at in range(len(order))]
    teams = [team(code, won, 12 - won, place) for code, won, place in zip(codes, order, places, strict=True)]
    made = judged(teams)
    wrong = {
        code
        for code, won, place in zip(codes, order, places, strict=True)
        if not 1 + sum(other > won for other in order) <= place <= sum(other >= won for other in order)
    }
    assert set(of("club_rank", made)) == wrong
    shown = finishes(made)
    for code, won in zip(codes, order, strict=True):
        assert 1 + sum(other > won for other in order) <= shown[code] <= sum(other >= won for other in order)


def seasons(names: dict[str, str], *years: int) -> list[Row]:
    return [team(code, 5, 5, 1, season=year, name=name) for year in years for code, name in names.items()]


def exchanged(teams: list[Row]) -> dict[tuple[int, str], tuple[str, str]]:
    rows = season_tables.one("club_name", lahman_team=teams)
    return {
        (row["season"], row["club"]): (row["stated_name"], row["name"])
        for row in rows
        if row["stated_name"] is not None
    }


@settings(deadline=None, max_examples=trials(25))
@given(st.permutations(["Alphas", "Betas", "Gammas", "Deltas"]), st.sampled_from([YEAR - 1, YEAR, YEAR + 1]))
def test_exchanged_names_are_found_in_any_season(names: list[str], year: int) -> None:
    right = dict(zip(("AAA", "BBB", "CCC", "DDD"), names, strict=True))
    teams = seasons(right, YEAR - 1, YEAR, YEAR + 1)
    assert exchanged(teams) == {}
    twisted = {**right, "AAA": right["BBB"], "BBB": right["AAA"]}
    teams = [row if row["season"] != year else {**row, "name": twisted[row["club"]]} for row in teams]
    assert exchanged(teams) == {
        (year, "AAA"): (right["BBB"], right["AAA"]),
        (year, "BBB"): (right["AAA"], right["BBB"]),
    }


def test_a_new_name_is_not_an_exchange() -> None:
    old = {"AAA": "Alphas", "BBB": "Betas"}
    for new in ({"AAA": "Gammas", "BBB": "Alphas"}, {"AAA": "Betas", "BBB": "Alphas"}):
        assert exchanged(seasons(old, YEAR - 2, YEAR - 1) + seasons(new, YEAR, YEAR + 1)) == {}
    assert exchanged(seasons(old, YEAR - 1) + seasons({"AAA": "Betas", "BBB": "Alphas"}, YEAR)) == {}


def test_exchanged_names_are_differences_and_the_right_ones_are_shown() -> None:
    names = {"AAA": "Alphas", "BBB": "Betas"}
    teams = [*seasons(names, YEAR - 1, YEAR + 1), *seasons({"AAA": "Betas", "BBB": "Alphas"}, YEAR)]
    played = games([row for row in teams if row["season"] == YEAR])
    given_rows = {"club_game": played, "lahman_team": teams, "league_file": LEAGUES}
    (row,) = season_tables.one("book_series", lahman_series_post=[series("WS", "AAA", "BBB")], lahman_team=teams)
    assert (row["winner_name"], row["loser_name"]) == ("Alphas", "Betas")
    made = season_tables.made("record_difference", "club", **given_rows)
    found = of("club_name", made)
    assert set(found) == {"AAA", "BBB"}
    assert found["AAA"]["category"] == "reference_error"
    assert "calls the club Betas, as BBB is called" in found["AAA"]["evidence"]
    assert {row["club"]: row["name"] for row in made["club"]} == names


def series(round_: str, winner: str, loser: str, wins: int = 4, losses: int = 1, ties: int = 0) -> Row:
    return {
        **{"season": YEAR, "round": round_, "winner": winner, "loser": loser},
        **{"wins": wins, "losses": losses, "ties": ties},
    }


TEAMS = [
    *(team(code, 9, 3, place) for place, code in enumerate(("AAA", "ABB"), 1)),
    *(team(code, 9, 3, place, league="NL") for place, code in enumerate(("NAA", "NBB"), 1)),
]


def rounds(*rows: Row) -> dict[str, str | None]:
    made = season_tables.one("book_series", lahman_series_post=rows, lahman_team=TEAMS)
    return {row["round"]: row["stated_round"] for row in made}


def test_a_world_series_under_another_name_is_the_world_series() -> None:
    leagues = series("ALCS", "AAA", "ABB"), series("NLCS", "NAA", "NBB")
    assert rounds(*leagues, series("WC", "AAA", "NAA")) == {"ALCS": None, "NLCS": None, "WS": "WC"}
    assert rounds(*leagues, series("WS", "AAA", "NAA")) == {"ALCS": None, "NLCS": None, "WS": None}
    assert rounds(series("ALWC", "AAA", "ABB")) == {"ALWC": None}


def test_a_series_under_a_wrong_name_is_a_difference() -> None:
    played = [
        {**game, "game_type": "postseason", "opponent": opponent, "game_id": f"{number}", "result": result}
        for number in range(4)
        for club, opponent, result in (("AAA", "NAA", "W"), ("NAA", "AAA", "L"))
        for game in games([team(club, 1, 0, 1)])
    ]
    given_rows = {"lahman_series_post": [series("WC", "AAA", "NAA", 4, 0)], "lahman_team": TEAMS}
    rows = season_tables.one("record_difference", club_game=played, **given_rows)
    found = {row["club"]: row for row in rows if row["comparison"] == "series_round"}
    assert set(found) == {"AAA", "NAA"}
    assert found["AAA"]["reference"] == "Lahman SeriesPost WC"
    assert "clubs of two leagues meet only in the World Series" in found["AAA"]["evidence"]
    assert [row for row in rows if row["comparison"] == "postseason_series"] == []


def test_a_series_under_a_wrong_name_is_a_difference_without_its_games() -> None:
    """Most lakes have the regular season alone."""
    book = [series("WC", "AAA", "NAA", 4, 2), series("NLCS", "NAA", "NBB"), series("WC", "AAA", "NAA") | {"season": 1}]
    given_rows = {"lahman_series_post": book, "lahman_team": TEAMS}
    rows = season_tables.one("record_difference", club_game=games(TEAMS), **given_rows)
    found = [row for row in rows if row["comparison"] in ("series_round", "postseason_series")]
    facts = ("season", "club", "comparison", "games", "reference_wins", "reference_losses")
    assert sorted(tuple(row[name] for name in facts) for row in found) == [
        (YEAR, "AAA", "series_round", 0, 4, 2),
        (YEAR, "NAA", "series_round", 0, 2, 4),
    ]
