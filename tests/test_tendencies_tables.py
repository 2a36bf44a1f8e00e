"""Table manager_tendency: small plays counted by hand, and the intervals of its rates."""

from __future__ import annotations

from datetime import timedelta
from statistics import NormalDist, mean, variance
from typing import Any

import pytest

import season_tables
from play_rows import DAY, counts, in_games, sides, tables, tendencies, turn
from skipper.answers.interval import wilson as wilson_of_pages
from skipper.definitions.tendencies import BY_NAME, TENDENCIES


def test_chances_are_judged_as_the_plate_appearance_begins():
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
    found = in_games(event=events)
    assert found["steal_of_second"] == (3, 3, 1, 1)
    assert found["steal_of_third"] == (2, 2, 1, 1)


def test_bunts_are_of_non_pitchers_with_fewer_than_two_out():
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
    found = in_games(event=events)
    assert found["sacrifice_bunt"] == (4, 3, 2, 1)


def test_intentional_walks_and_pitchouts_are_of_the_club_in_the_field():
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
    found = in_games(event=events)
    assert found["intentional_walk"] == (4, 1, None, None)
    assert found["pitchout"] == (5, 2, None, 1)
    assert in_games("BET", event=events)["intentional_walk"] == (1, 1, None, None)


def test_runners_going_are_unknown_where_pitches_are():
    marked = [
        turn(1, 1, pitches="B>S>X", pitches_thrown=3),
        turn(2, 2, pitches="BX", pitches_thrown=2),
        turn(3, 1),
    ]
    found = in_games(event=marked)
    assert found["runner_going"] == (2, 1, None, None)


def test_what_a_season_never_marks_and_the_rates_of_no_known_league_are_null():
    rows = sides()
    for row in rows["club_game"]:
        row["league"] = None
    found = tendencies(event=[turn(1, 1, pitches="BSX", pitches_thrown=3)], **rows)
    for name in ("runner_going", "manager_ejection"):
        row = found["ALP", name]
        assert counts(row) == (None, None, None, None)
        assert {row[field] for field in ("rate", "rate_low", "rate_high", "league_rate", "index")} == {None}
    row = found["ALP", "pitchers_used"]
    assert (row["rate"], row["league_rate"], row["index"], row["rate_low"]) == (3.0, None, None, None)


@pytest.mark.parametrize(
    ("season", "walked_by", "known"),
    [
        (1954, (), ()),
        (1955, (), ("ALP", "BET", "GAM", "DEL")),
        (2020, (), ("ALP", "BET", "GAM", "DEL")),
        (1954, ("BET",), ("ALP", "BET")),
        (1920, ("ALP", "GAM"), ("ALP", "BET", "GAM", "DEL")),
    ],
)
def test_intentional_walks_of_an_old_league_without_one_are_not_known(
    season: int, walked_by: tuple[str, ...], known: tuple[str, ...]
):
    games, club_games, events = [], [], []
    for number, pair in enumerate((("ALP", "BET"), ("GAM", "DEL"))):  # a league each
        game = {"game_id": f"g{number}", "season": season}
        games.append({**game, "game_type": "regular", "has_plays": True})
        for club, opponent in (pair, pair[::-1]):
            man = {"manager_id": club, "manager_person_id": club, "manager_source": "game_log"}
            club_games.append({**game, "club": club, "opponent": opponent, "league": f"L{number}", **man})
            kind = {"event_type": "intentional_walk"} if club in walked_by else {}
            sides_of_it = {"batting_club": opponent, "fielding_club": club}
            events.append(turn(len(events) + 1, 1, **game, **sides_of_it) | sides_of_it | kind)
    found = tendencies(game=games, club_game=club_games, event=events)
    fields = ("chances", "attempts", "rate", "league_chances", "league_rate")
    for club in ("ALP", "BET", "GAM", "DEL"):
        row = found[club, "intentional_walk"]
        walked = int(club in walked_by)
        of_league = sum(one in walked_by for one in (("ALP", "BET") if club in ("ALP", "BET") else ("GAM", "DEL")))
        wanted = (1, walked, float(walked), 2, of_league / 2) if club in known else (None,) * 5
        assert tuple(row[field] for field in fields) == wanted
        assert row["season"] == season
        assert found[club, "steal_of_second"]["attempts"] == 0  # what else is counted stays known


def starts(game: int, slot: int, man: str, position: int = 7, bats: str | None = "R") -> dict[str, Any]:
    known = {"game_id": f"g{game}", "club": "ALP", "slot": slot, "player_id": man}
    return {**known, "position": position, "bats": bats}


def faces(slot: int, hand: str | None, **more: Any) -> dict[str, Any]:
    first = {"is_starter": True, "times_through_order": 1, "pitcher_id": "BET-s", "batting_club": "ALP"}
    return {"game_id": "g0", "number": slot, "slot": slot, "batter_hand": hand, **first, **more}


def test_platoon_advantage_and_lineups_are_of_starters_who_do_not_pitch():
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
    for row in rows["club_game"]:
        row["opposing_starter_throws"] = None if row["game_id"] == "g3" else "R"
    found = tendencies(lineup=lineup, plate_appearance=turns, **rows)
    assert counts(found["ALP", "platoon_advantage"]) == (7, 5, None, None)
    assert counts(found["ALP", "lineups_used"])[:2] == (4, 3)
    assert found["ALP", "lineups_used"]["index"] == pytest.approx(100)
    assert found["ALP", "lineups_used"]["rate_low"] is None


def test_changes_and_ejections_are_counted_per_game_and_double_switches_where_pitchers_bat():
    made = [
        {"game_id": "g0", "club": "ALP", "kind": kind, "position": position}
        for kind, position in (
            ("pinch_hitter", 11),
            ("pinch_hitter", 11),
            ("pinch_runner", 12),
            ("courtesy_runner", 12),
            ("defensive", 8),
            ("designated_hitter", 10),
            ("double_switch", 1),
            ("double_switch", 4),
            ("position_change", 6),
            ("pitching_change", 1),
        )
    ]
    rows = sides(games=2)
    rows["game"][0]["uses_designated_hitter"] = False
    coaches = [{"game_id": game, "club": club, "role": "coach"} for game, club in (("g0", "ALP"), ("g1", None))]
    sent_off = [{"game_id": "g1", "club": "ALP", "role": "manager"}, *coaches]
    found = tendencies(substitution=made, ejection=sent_off, **rows)
    assert counts(found["ALP", "manager_ejection"])[:2] == (2, 1)
    assert counts(found["ALP", "coach_ejection"])[:2] == (None, None)  # whose the other was is not known
    got = {name: counts(found["ALP", name])[:2] for name in BY_NAME if (BY_NAME[name].measure == "count")}
    assert got["pinch_hitter"] == (2, 2)
    assert got["pinch_runner"] == (2, 1)
    assert got["defensive_substitution"] == (2, 1)
    assert got["double_switch"] == (1, 1)
    assert got["pitchers_used"] == (2, 6)
    assert found["ALP", "pinch_hitter"]["league_rate"] == pytest.approx(0.5)
    assert found["ALP", "pinch_hitter"]["index"] == pytest.approx(200)


def test_coaches_sent_off_are_counted_in_a_season_in_which_each_one_s_club_is_known():
    sent_off = [{"game_id": "g1", "club": "ALP", "role": "coach"}]
    found = tendencies(ejection=sent_off, **sides(games=2))
    assert counts(found["ALP", "coach_ejection"])[:2] == (2, 1)


def pitcher(game: int, order: int, man: str, **more: Any) -> dict[str, Any]:
    known = {
        "season": 2031,
        "is_starter": order == 1,
        "date": DAY + timedelta(game),
        "entry_inning": 1 if order == 1 else 9,
    }
    row = {"game_id": f"g{game}", "club": "ALP", "pitcher_order": order, "pitcher_id": man, **known, **more}
    return {"pitched_on": row["date"], **row}


def test_starters_and_relievers():
    pitched = [
        pitcher(0, 1, "ALP-s", times_through_order_max=3, pitches=101),
        pitcher(0, 2, "r", entry_mid_inning=True),
        pitcher(1, 1, "ALP-s", times_through_order_max=2, pitches=121),
        pitcher(1, 2, "r"),
        pitcher(2, 1, "q", times_through_order_max=1),
        pitcher(3, 1, "ALP-s", times_through_order_max=4, pitches=100),
        pitcher(3, 2, "r"),  # the third day of four
        pitcher(3, 3, "q"),
        pitcher(4, 1, "ALP-s", date=DAY + timedelta(3)),  # the second game of that day
        pitcher(4, 2, "q", date=DAY + timedelta(3)),
        pitcher(4, 3, "r", date=DAY + timedelta(3)),
    ]
    found = in_games(pitching_appearance=pitched, **sides(games=5))
    wanted = {
        "third_time_through": (5, 2),
        "over_100_pitches": (3, 2),
        "over_120_pitches": (3, 1),
        "mid_inning_change": (6, 1),
        "consecutive_days": (6, 3),  # r once, q in both games of the last day
        "three_in_four_days": (6, 2),
    }
    assert {name: found[name][:2] for name in wanted} == wanted


def test_rest_is_the_whole_days_between_games_and_none_between_two_of_a_day():
    days = {"g0": (0, "0"), "g1": (1, "1"), "g2": (1, "2"), "g3": (7, "0")}
    pitched = [
        pitcher(0, 1, "r", game_id=game, date=DAY + timedelta(day), game_number=number, outs=3)
        for game, (day, number) in days.items()
    ]
    table = season_tables.one("pitching_appearance", event_file_pitching=pitched)
    found = {row["game_id"]: (row["days_rest"], row["season_outs_before"]) for row in table}
    assert found == {"g0": (None, 0), "g1": (0, 3), "g2": (0, 6), "g3": (5, 9)}


def test_a_suspended_game_has_the_days_on_which_its_men_took_the_mound():
    """Of g0, resumed after five days, r pitched the end: on the day after g4 and before g5 of that day."""
    resumed = DAY + timedelta(5)
    pitched = [
        pitcher(0, 1, "ALP-s", outs=20),
        pitcher(0, 2, "r", pitched_on=resumed, outs=4),
        *(pitcher(game, 1, "ALP-s") for game in (3, 4, 5)),
        *(pitcher(game, 2, "r", outs=game) for game in (3, 4, 5)),
    ]
    found = in_games(pitching_appearance=pitched, **sides(games=6))
    assert (found["consecutive_days"][:2], found["three_in_four_days"][:2]) == ((4, 3), (4, 2))
    table = season_tables.one("pitching_appearance", event_file_pitching=pitched)
    of_r = {row["game_id"]: row for row in table if row["pitcher_id"] == "r"}
    before = {
        game: (row["days_rest"], row["season_games_before"], row["season_outs_before"]) for game, row in of_r.items()
    }
    assert before == {"g3": (None, 0, 0), "g4": (0, 1, 3), "g0": (0, 2, 7), "g5": (0, 3, 11)}
    assert of_r["g0"]["date"] == DAY


def test_the_closer_is_defined_before_he_is_counted():
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
        found = in_games(pitching_appearance=pitched, **sides(games=4, scheduled_innings=scheduled))
        assert found["closer_in_tie"][:2] == (3, 2)
        assert found["closer_in_eighth"][:2] == (3, early)


@pytest.mark.parametrize(
    ("finished", "closer"),
    [({"a": 2, "b": 1}, "a"), ({"a": 1, "b": 1}, None), ({"a": 1}, None)],
    ids=["more than any other", "two level", "fewer than one in ten"],
)
def test_who_is_the_closer(finished: dict[str, int], closer: str | None):
    games = 11
    rows = [pitcher(game, 1, "s", finished_game=True) for game in range(games)]
    rows += [pitcher(0, 2, man, finished_game=True) for man, times in finished.items() for _ in range(times)]
    made = season_tables.one("reliever_rest", **tables(pitching_appearance=rows, **sides(games=games)))
    assert {row["pitcher_id"] for row in made if row["is_closer"]} == ({closer} if closer else set())
    assert not [row for row in made if row["is_closer"] and row["is_starter"]]


def test_only_games_of_the_regular_season_count():
    """A series of the postseason, which would change every figure: of the manager, of his league and of his closer."""
    pitched = [
        row
        for game in range(4)
        for row in (
            pitcher(game, 1, "ALP-s", times_through_order_max=3 if game else 2),
            # "r" finished more of the regular season's games, "q" more of all.
            pitcher(game, 2, "q" if game else "r", finished_game=True, entry_score_difference=0),
        )
    ]
    made = [{"game_id": f"g{game}", "club": "ALP", "kind": "pinch_hitter", "position": 11} for game in range(4)]
    sent_off = [{"game_id": "g3", "club": "ALP", "role": "manager"}]
    events = [turn(1, 1), turn(1, 1, game_id="g1", steals_second=True)]
    rows = sides(games=4)
    for game in rows["game"][1:]:
        game["game_type"] = "postseason"
    plays = {"pitching_appearance": pitched, "substitution": made, "ejection": sent_off, "event": events}
    lineup = [starts(game, 1, f"man {game}") for game in range(4)]
    found = tendencies(lineup=lineup, **plays, **rows)
    wanted = {
        "steal_of_second": (1, 0),
        "pinch_hitter": (1, 1),
        "manager_ejection": (None, None),  # the regular season recorded none
        "lineups_used": (1, 1),
        "third_time_through": (1, 0),
        "closer_in_tie": (1, 1),
    }
    assert {name: counts(found["ALP", name])[:2] for name in wanted} == wanted
    assert (found["ALP", "pinch_hitter"]["games"], found["ALP", "pinch_hitter"]["league_chances"]) == (1, 2)


def test_managers_come_from_the_logs_else_from_the_record_book_and_nobodys_games_count_in_the_league():
    rows = sides(games=3)
    alpha = [row for row in rows["club_game"] if row["club"] == "ALP"]
    alpha[0] |= {"manager_name": "Jose Marsh"}
    alpha[1] |= {"manager_id": None, "credited_manager_id": "m", "manager_source": "lahman_whole_season"}
    alpha[1] |= {"manager_name": "José Marsh", "league": None}  # the book spells him otherwise: the same man
    alpha[2] |= {"manager_id": None, "manager_person_id": None, "manager_source": None}
    found = tendencies(**rows)
    assert {club for club, _ in found} == {"ALP"}
    row = found["ALP", "pitchers_used"]
    assert (row["manager_source"], row["manager_id"], row["games"]) == ("both", "m", 2)
    assert (row["chances"], row["league_chances"], row["manager_name"]) == (2, 6, "Jose Marsh")
    assert len(found) == len(TENDENCIES)


# Intervals


def side(club: str, game: int, league: str) -> dict[str, Any]:
    man = {"manager_id": club, "manager_person_id": club, "manager_source": "game_log"}
    return {"game_id": f"g{game}", "season": 2031, "club": club, "league": league, **man}


def test_wilsons_interval_is_that_of_the_pages():
    rows = [(part, whole) for whole in (1, 7, 162, 6000) for part in sorted({0, 1, whole // 3, whole})]
    sides, tallies = [], []
    for number, (part, whole) in enumerate(rows):
        sides.append(side(f"C{number}", number, "IL"))
        counted = {"tendency": "steal_of_second", "chances": whole, "attempts": part}
        tallies.append({"game_id": f"g{number}", "club": f"C{number}", **counted})
    table = season_tables.one("manager_tendency", tactics_side=sides, tendency_count=tallies, starter_hand=[])
    found = {row["club"]: row for row in table if row["tendency"] == "steal_of_second"}
    assert len(found) == len(rows)
    for number, (part, whole) in enumerate(rows):
        ends = found[f"C{number}"]["rate_low"], found[f"C{number}"]["rate_high"]
        assert ends == pytest.approx(wilson_of_pages(part, whole), abs=1e-12)


def test_the_interval_of_a_count_holds_the_means_that_a_score_test_does_not_reject():
    """The dispersion is that of the league's games: its variance over its mean, here below 1, about 1 and above."""
    leagues = {"L1": [0, 0, 1, 1, 1, 1, 1, 1], "L2": [0, 1, 1, 1, 2, 3], "L3": [0, 0, 0, 0, 9, 9, 1, 0, 5, 0]}
    sides, tallies, dispersion = [], [], {}
    for league, times in leagues.items():
        dispersion[league] = variance(times) / mean(times)
        for game, attempts in enumerate(times):
            club = f"{league}{game % 2}"
            sides.append(side(club, game, league))
            counted = {"tendency": "pinch_hitter", "chances": 1, "attempts": attempts}
            tallies.append({"game_id": f"g{game}", "club": club, **counted})
    table = season_tables.one("manager_tendency", tactics_side=sides, tendency_count=tallies, starter_hand=[])
    found = [row for row in table if row["tendency"] == "pinch_hitter"]
    assert len(found) == 2 * len(leagues)
    normal = NormalDist().inv_cdf(0.975)
    for row in found:
        count, games = row["attempts"], row["chances"]
        ends = row["rate_low"], row["rate_high"]
        assert ends[0] <= count / games <= ends[1]
        assert ends[1] > 0
        for end in ends:
            if end > 0:
                expected = normal**2 * dispersion[row["league"]] * games * end
                assert (count - games * end) ** 2 == pytest.approx(expected)
