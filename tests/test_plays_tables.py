"""The tables of plays, made from small games written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from event_files import half, header, man, play, quiet_game, sub, write_events
from made_plays import TABLES, column, game_of, read
from skipper.sources.plays.events.pitches import PITCH_COLUMNS


def test_a_quiet_game_is_told_by_every_table(made):
    tables = made(quiet_game())
    (game,) = tables["event_file_game"]
    assert (game["visitor_score"], game["home_score"], game["outs"], game["innings"]) == (1, 0, 54, 9)
    assert (game["game_id"], str(game["date"]), game["game_number"]) == ("HHH204104010", "2041-04-01", "0")
    assert len(tables["event"]) == len(tables["plate_appearance"]) == 55
    visitors, home = tables["event_file_club_game"]
    assert (visitors["runs"], visitors["hits"], visitors["left_on_base"], visitors["outs_pitched"]) == (1, 1, 0, 27)
    assert (home["starting_pitcher_id"], home["opposing_starter_throws"]) == (man(1, 10), "L")
    assert (home["league"], home["opponent"], home["is_home"]) == ("AL", "VVV", True)
    first, second = tables["event_file_pitching"]
    assert (first["pitcher_id"], first["outs"], first["batters_faced"], first["runs"]) == (man(0, 10), 27, 27, 0)
    assert (second["pitcher_id"], second["outs"], second["batters_faced"], second["runs"]) == (man(1, 10), 27, 28, 1)
    assert len(tables["event_file_lineup"]) == 18
    assert tables["event_file_lineup"][0]["player_name"] == "First1 Last1"
    assert tables["event_file_lineup"][1]["bats"] == "L"
    assert (
        tables["event_file_earned_run"]
        == tables["play_exception"]
        == tables["event_file_ejection"]
        == tables["substitution"]
        == []
    )


def test_unknowns_are_null(made):
    tables = made(quiet_game())
    first = tables["event"][0]
    for name in (
        "balls",
        "strikes",
        "pitches",
        "pitches_thrown",
        "pitchouts",
        "runner_going",
        "runner_on_first_id",
        "runner_on_first_destination",
        "fielded_by",
        "hit_location",
    ):
        assert first[name] is None, name
    assert (first["batter_destination"], first["event_type"], first["hit_bases"]) == (4, "home_run", 4)
    assert tables["event_file_game"][0]["attendance"] is None
    assert tables["event_file_pitching"][0]["pitches"] is None


def test_people_have_their_person_id_or_the_source_s_with_a_prefix(made):
    events = made(quiet_game())["event"]
    assert events[0]["batter_person_id"] == "p-first"
    assert events[1]["batter_person_id"] == f"retrosheet:{man(0, 2)}"


def test_a_plate_appearance_is_as_it_began(made):
    tables = made(
        game_of(
            play(1, 0, 1, "S7", "10", "BX"),
            play(1, 0, 2, "SB2", "11", "BC>B"),
            play(1, 0, 2, "SB3", "21", "BC>B.>B"),
            play(1, 0, 2, "54/SH/B54.3-H", "21", "BC>B.>BX"),
            play(1, 0, 3, "K", "02", "CSS"),
            play(1, 0, 4, "K", "02", "CSS"),
        )
    )
    _, second, *_ = tables["plate_appearance"]
    assert (second["bases_before"], second["bases_at_end"], second["first_event"], second["last_event"]) == (1, 4, 2, 4)
    assert (second["steal_of_second_chance"], second["steal_of_third_chance"], second["bunt_chance"]) == (
        True,
        False,
        True,
    )
    assert (second["is_sacrifice_bunt"], second["runs"], second["runs_batted_in"], second["pitches"]) == (True, 1, 1, 5)
    stolen = tables["event"][1:3]
    assert [(row["steals_second"], row["steals_third"], row["runner_going"]) for row in stolen] == [
        (True, False, True),
        (False, True, True),
    ]
    assert column(tables["event"][:5], "pitches_thrown") == [2, 3, 4, 5, 3]
    assert tables["event"][3]["runner_going"] is False


@pytest.mark.parametrize(
    ("text", "outs", "is_sacrifice"),
    [
        ("54/SH/BG.1-2", 1, True),
        ("S5/BG.1-2", 0, False),
        ("E1/BG.1-2", 0, False),
        ("FC1/BG.1X2(16)", 1, False),
        ("16(1)/FO/BG", 1, False),
        ("2/BP", 1, False),
        ("K/BF", 1, False),
    ],
)
def test_a_bunt_that_ends_a_turn_is_one_whatever_came_of_it(made, text: str, outs: int, is_sacrifice: bool):
    behind = [play(1, 0, slot, "K") for slot in (3, 4, 5)][outs:]
    event = made(game_of(play(1, 0, 1, "S7"), play(1, 0, 2, text), *behind))["event"][1]
    assert (event["is_bunt"], event["ends_plate_appearance"]) == (True, True)
    assert event["is_sacrifice_bunt"] is is_sacrifice


def test_a_pitchout_is_one_whatever_the_batter_does_with_it(made, tmp_path: Path):
    tables = made(
        game_of(
            play(1, 0, 1, "S7", "12", "PQRY"),
            play(1, 0, 2, "SB2", "10", "BP"),
            play(1, 0, 2, "K", "12", "BP.RCS"),
            play(1, 0, 3, "K", "02", "CSS"),
            play(1, 0, 4, "K"),
        )
    )
    assert column(tables["event"][:5], "pitchouts") == [4, 1, 2, 0, None]
    plays, _ = read(tmp_path / "events")
    counts = dict(zip(PITCH_COLUMNS, plays.pitch_counts[plays.ids_of("pitches")[0]].tolist(), strict=True))
    # The first is what cwevent's PA_PITCHOUT_BALL_CT is.
    kinds = ("pitchout_balls", "swinging_strikes", "fouls", "in_play", "balls", "strikes", "pitches")
    assert [counts[kind] for kind in kinds] == [1, 1, 1, 1, 1, 3, 4]


def test_a_plate_appearance_is_all_of_the_man_who_is_charged_with_it(made):
    """A starter leaves with two strikes; the pinch hitter for him strikes out, and the next one walks."""
    tables = made(
        [
            *header(),
            play(1, 0, 1, "NP", "12"),
            sub(0, 11, 1, 11),
            play(1, 0, 11, "K", "13"),
            play(1, 0, 2, "NP", "12"),
            sub(0, 12, 2, 11),
            play(1, 0, 12, "W", "42"),
            *half(1, 0, 3, 2),
            *half(1, 1, 1),
            f"data,er,{man(0, 10)},0",
        ]
    )
    names = ("batter_id", "batter_position", "is_starter", "is_pinch_hitter")
    struck_out, walked = ([row[name] for name in names] for row in tables["plate_appearance"][:2])
    assert struck_out == [man(0, 1), 2, True, False]
    assert walked == [man(0, 12), 11, False, True]
    assert column(tables["event"][:2], "is_pinch_hitter") == [True, True]


def test_the_pitcher_faces_the_order_again(made):
    turns = made(quiet_game())["plate_appearance"]
    times = [row["times_through_order"] for row in turns if row["batting_club"] == "VVV"]
    assert times == [1] * 9 + [2] * 9 + [3] * 9 + [4]


def test_pitches_of_a_turn_are_his_who_threw_them(made):
    tables = made(
        game_of(
            play(1, 0, 1, "S7", "10", "BX"),
            play(1, 0, 2, "NP", "20", "BB"),
            sub(1, 11, 0, 1),
            play(1, 0, 2, "SB2", "30", "BB.B"),
            play(1, 0, 2, "NP", "31", "BB.BC"),
            sub(1, 12, 0, 1),
            play(1, 0, 2, "NP", "32", "BB.BC.F"),
            sub(1, 13, 0, 1),
            play(1, 0, 2, "K", "32", "BB.BC.FFS"),
            play(1, 0, 3, "K", "02", "CSS"),
            play(1, 0, 4, "K", "02", "CSS"),
        )
    )
    assert column(tables["plate_appearance"], "pitches")[:2] == [2, 7]
    thrown = {row["pitcher_id"]: row["pitches"] for row in tables["event_file_pitching"] if row["club"] == "HHH"}
    assert {name: thrown[name] for name in (man(1, 10), man(1, 11), man(1, 12))} == {
        man(1, 10): 4,
        man(1, 11): 2,
        man(1, 12): 1,
    }


def test_a_reliever_in_mid_inning_takes_over_the_state_and_leaves_the_runners_charged(made):
    tables = made(
        game_of(
            play(1, 0, 1, "S7"),
            play(1, 0, 2, "W.1-2", "31", "BBCBB"),
            sub(1, 11, 0, 1),
            play(1, 0, 3, "HR.2-H;1-H"),
            *[play(1, 0, n, "K") for n in (4, 5, 6)],
        )
    )
    starter, reliever = (row for row in tables["event_file_pitching"] if row["club"] == "HHH")
    assert (starter["runs"], starter["runs_scored_during"], starter["exit_bases"], starter["finished_game"]) == (
        2,
        0,
        3,
        False,
    )
    assert (reliever["runs"], reliever["runs_scored_during"], reliever["entry_bases"]) == (1, 3, 3)
    assert (reliever["entry_mid_inning"], reliever["entry_score_difference"], reliever["outs"]) == (True, 0, 27)
    (change,) = tables["substitution"]
    assert (change["kind"], change["replaced_id"], change["slot"]) == ("pitching_change", man(1, 10), None)
    assert (change["event_number"], change["mid_inning"], change["bases"]) == (3, True, 3)


@pytest.mark.parametrize(
    ("count", "pitches", "mid_inning"),
    [
        ("21", "BCB", True),
        ("21", "", True),
        ("??", "B", True),
        ("00", "", False),
        ("??", "", False),
        ("00", "1", False),
    ],
)
def test_a_half_inning_has_begun_once_a_pitch_was_thrown(made, count: str, pitches: str, mid_inning: bool):
    behind = [play(1, 0, 1, "NP", count, pitches), play(1, 0, 1, "NP")]
    tables = made(game_of(*behind, sub(0, 2, 2, 4), sub(1, 11, 0, 1), *half(1, 0, 1)))
    assert column(tables["substitution"], "mid_inning") == [mid_inning] * 2
    reliever = next(row for row in tables["event_file_pitching"] if row["pitcher_id"] == man(1, 11))
    assert (reliever["entry_mid_inning"], reliever["entry_outs"]) == (mid_inning, 0)


def test_pitches_of_another_half_inning_do_not_tell_that_it_had_begun(made):
    last = [play(1, 0, 3, "NP", "21", "BCB"), play(1, 0, 3, "K", "22", "BCBSS")]
    second = [sub(0, 12, 0, 1), *half(1, 1, 1)]
    records = [*half(1, 0, 1, 2), *last, sub(0, 11, 0, 1), play(1, 1, 1, "NP", "10", "B"), *second]
    tables = made([*header(), *records, f"data,er,{man(0, 10)},0"])
    assert column(tables["substitution"], "mid_inning") == [False, True]
    entries = {row["pitcher_id"]: row["entry_mid_inning"] for row in tables["event_file_pitching"]}
    assert entries == {man(0, 11): False, man(0, 12): True, man(1, 10): False}  # man(0, 10) never threw a pitch


def test_a_starter_who_returns_to_the_mound_has_two_turns_on_it_and_starts_with_the_first(made):
    without_designated_hitter = [*header(), sub(1, 10, 2, 1)]
    waits = [play(1, 0, 1, "K"), sub(1, 11, 3, 1), sub(1, 10, 2, 4), play(1, 0, 2, "HR")]
    back = [sub(1, 10, 2, 1), sub(1, 11, 3, 4), *half(1, 0, 3, 2)]
    tables = made([*without_designated_hitter, *waits, *back, f"data,er,{man(1, 10)},0"])
    rows = [row for row in tables["event_file_pitching"] if row["club"] == "HHH"]
    assert column(rows, "pitcher_id") == [man(1, 10), man(1, 11), man(1, 10)]
    assert column(rows, "is_starter") == [True, False, False]
    assert column(rows, "pitcher_order") == [1, 2, 3]
    assert column(rows, "outs") == [1, 0, 2]
    assert column(rows, "runs") == [0, 1, 0]
    assert column(tables["event_file_club_game"], "pitchers_used") == [1, 3]


def test_ejections_have_role_umpire_and_reason(made):
    rows = made(
        game_of(
            f'com,"ej,{man(0, 3)},P,umpsx901,Threw his bat, and the helmet"',
            f'com,"ej,2,{man(1, 3)},,umpsx901"',
            'com,"ej,bossx801,M,umpsx901,Arguing"',
            'com,"ejected nobody"',
            *half(1, 0, 1),
        )
    )["event_file_ejection"]
    assert column(rows, "role") == ["player", None, "manager"]
    assert column(rows, "club") == ["VVV", "HHH", None]
    assert column(rows, "reason") == ["Threw his bat, and the helmet", None, "Arguing"]
    assert column(rows, "ejected_person_id") == [f"retrosheet:{man(0, 3)}", f"retrosheet:{man(1, 3)}", None]
    assert column(rows, "sequence") == [1, 2, 3]


def test_batting_out_of_turn_and_a_short_half_inning_are_exceptions(made):
    tables = made(game_of(play(1, 0, 1, "K"), play(1, 0, 3, "K")))
    assert [(row["kind"], row["event_number"], row["club"]) for row in tables["play_exception"]] == [
        ("out_of_turn", 2, "VVV"),
        ("out_of_turn", 6, "VVV"),
        ("short_half_inning", 2, "VVV"),
    ]
    assert "does not say why" in tables["play_exception"][0]["evidence"]


def test_a_game_that_does_not_begin_with_the_first_slot_is_an_exception(made):
    tables = made(game_of(*[play(1, 0, slot, "K") for slot in (2, 3, 4)]))
    first, *_ = tables["play_exception"]
    assert (first["kind"], first["event_number"], first["evidence"]) == (
        "out_of_turn",
        1,
        "slot 2 batted first; the file does not say why",
    )


def test_a_count_that_there_can_not_be_is_null_and_an_exception_and_the_game_stays(made):
    tables = made(game_of(play(1, 0, 1, "K", "53"), play(1, 0, 2, "K", "3-2"), play(1, 0, 3, "K", "12")))
    counts = [(row["balls"], row["strikes"]) for row in tables["event"][:3]]
    assert counts == [(None, None), (None, None), (1, 2)]
    odd = [row for row in tables["play_exception"] if row["kind"] == "unreadable_count"]
    assert [(row["event_number"], row["club"], row["evidence"]) for row in odd] == [
        (1, "VVV", "the count is written 53"),
        (2, "VVV", "the count is written 3-2"),
    ]


def test_earned_runs_that_the_file_gives_otherwise_are_differences(made):
    game = [line if line != f"data,er,{man(1, 10)},1" else f"data,er,{man(1, 10)},3" for line in quiet_game()]
    (row,) = made(game)["event_file_earned_run"]
    assert (row["figure"], row["pitcher_id"], row["club"], row["plays"], row["other"]) == (
        "earned_runs",
        man(1, 10),
        "HHH",
        1,
        3,
    )


def test_a_pitcher_whom_the_file_s_earned_runs_leave_out_or_invent_is_a_difference(made):
    game = [line.replace(f"data,er,{man(1, 10)},1", f"data,er,{man(1, 11)},1") for line in quiet_game()]
    rows = made(game)["event_file_earned_run"]
    assert {(row["pitcher_id"], row["club"], row["plays"], row["other"]) for row in rows} == {
        (man(1, 10), "HHH", 1, None),
        (man(1, 11), None, 0, 1),
    }


def test_what_the_info_records_say(made):
    said = {"attendance": "0", "temp": "0", "windspeed": "-1", "sky": "unknown", "usedh": "true", "timeofgame": "151"}
    said |= {"starttime": "0:00PM", "umphome": "(none)", "innings": "9", "tiebreaker": "2"}
    (game,) = made(game_of(*half(1, 0, 1), **said))["event_file_game"]
    for name in ("attendance", "temperature_fahrenheit", "wind_speed_mph", "sky", "start_time", "plate_umpire_id"):
        assert game[name] is None, name
    assert (game["uses_designated_hitter"], game["duration_minutes"]) == (True, 151)
    assert (game["scheduled_innings"], game["extra_inning_runner_on"]) == (9, 2)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("HHH204104010", "HHH204113990", "date in the game's id is invalid"),
        ("hometeam,HHH", "hometeam,VVV", "plays itself"),
    ],
)
def test_a_game_that_no_table_can_hold_is_rejected_whole_and_the_rest_stays(tmp_path, old: str, new: str, reason: str):
    bad = [line.replace(old, new) for line in quiet_game()]
    plays, made = read(write_events(tmp_path, bad, quiet_game(day="20410402")))
    (rejected,) = plays.rejected
    assert reason in rejected.reason
    assert rejected.last_line - rejected.first_line + 1 == len(bad)
    assert {row["game_id"] for row in made["event"].to_pylist()} == {"HHH204104020"}
    assert made["event_file_game"].num_rows == 1


def test_leaving_a_game_out_keeps_the_others_as_they_are(tmp_path):
    good = [game_of(play(1, 0, 1, "S7"), sub(1, 11, 0, 1), *half(1, 0, 2)), quiet_game(day="20410403")]
    bad = [line.replace("hometeam,HHH", "hometeam,VVV") for line in quiet_game(day="20410402")]
    _, alone = read(write_events(tmp_path / "alone", *good))
    _, among = read(write_events(tmp_path / "among", bad, good[0], bad, good[1]))
    for name in TABLES:
        table = alone[name]
        places = [column for column in ("source_line",) if column in table.column_names]
        assert among[name].drop_columns(places).to_pylist() == table.drop_columns(places).to_pylist(), name


@pytest.mark.parametrize("text", ["E99", "FLE99", "FLE0"])
def test_an_error_by_nobody_known_is_an_error_of_the_club_and_charged_to_no_position(made, text: str):
    lines = quiet_game(runs=2)
    second = lines.index(play(1, 0, 2, "HR"))
    lines[second : second + 1] = [play(1, 0, 2, text)] if text == "E99" else [play(1, 0, 2, text), lines[second]]
    tables = made(lines)
    (event,) = (row for row in tables["event"] if row["event_text"] == text)
    assert (event["errors"], event["error_positions"], event["error_kinds"]) == (1, [], [])
    assert column(tables["event_file_club_game"], "errors") == [0, 1]
