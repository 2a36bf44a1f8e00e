"""Hand-written games for what seasons rarely show, each expectation reasoned from the rules or the description.

Visitors bat men `vvvx0001` to `vvvx0009` in slots 1 to 9, the ninth as designated hitter; `vvvx0010` pitches. The
home side is `hhhx1001` to `hhhx1009` and `hhhx1010`. Slot n plays position n + 1.
"""

from __future__ import annotations

from simulated_plays import SimulatedGame
from simulated_reading import read
from skipper.sources.plays.events.plays import Plays

HEADER = [line for line in SimulatedGame(1).lines if line.split(",")[0] in ("id", "version", "info", "start")]
V, H = "vvvx0{:03d}".format, "hhhx1{:03d}".format
DATA = "data,er,vvvx0010,0"


def played(*records: str, header: list[str] = HEADER) -> Plays:
    plays = read("".join(line + "\n" for line in [*header, *records, DATA]).encode())
    assert plays.rejected == []
    return plays


def top(slot: int, event: str, inning: int = 1, count: str = "??") -> str:
    return f"play,{inning},0,{V(slot)},{count},,{event}"


def sub(man: str, side: int, slot: int, position: int) -> str:
    return f'sub,{man},"A Man",{side},{slot},{position}'


def names(plays: Plays, column: str) -> list[str]:
    return [plays.lines.words[word].decode() if word >= 0 else "" for word in plays.ids_of(column)]


def numbers(plays: Plays, column: str) -> list[int]:
    return plays.small_of(column).tolist()


def three_out(side: int, inning: int, man: str) -> list[str]:
    return [f"play,{inning},{side},{man},??,,K"] * 3


def to_extra_inning() -> list[str]:
    records = []
    for inning in range(1, 10):
        records += three_out(0, inning, V(1)) + three_out(1, inning, H(1))
    return records


def test_placed_runner_is_charged_to_the_pitcher_who_begins_the_inning_and_scores_as_placed():
    plays = played(
        *to_extra_inning(),
        top(2, "NP", 10, "00"),
        sub("hhhx1150", 1, 0, 1),
        f"radj,{V(1)},2",
        top(2, "S8.2-H", 10),
    )
    assert names(plays, "runner2")[-1] == V(1)
    assert names(plays, "runner2_pitcher")[-1] == "hhhx1150"
    assert numbers(plays, "runner2_origin")[-1] == 0
    assert numbers(plays, "runner2_to")[-1] == 7  # cwevent's documentation: an automatic runner who scores
    assert numbers(plays, "runner2_placed")[-1] == 1


def test_placed_runner_may_be_written_before_the_half_begins_and_be_run_for():
    plays = played(
        *to_extra_inning(),
        f"radj,{V(1)},2",
        top(2, "NP", 10, "00"),
        sub("vvvx0150", 0, 1, 12),
        top(2, "64(2)/FO.B-1", 10),
        top(3, "D7.1-H", 10),
    )
    assert names(plays, "runner2")[-2] == "vvvx0150"
    assert names(plays, "runner2_for")[-2] == V(1)
    assert names(plays, "runner1")[-1] == V(2)
    assert numbers(plays, "runner1_placed")[-1] == 1  # the man who replaces him on a force is the placed runner now


def test_placed_runner_charged_by_hand_before_the_first_play_keeps_the_catcher_of_that_play():
    runner = sub("hhhx1150", 1, 0, 1), f"radj,{V(1)},2", f"presadj,{H(10)},2"
    plays = played(*to_extra_inning(), top(2, "NP", 10), *runner, top(2, "S8.2-H", 10))
    assert names(plays, "pitcher")[-1] == "hhhx1150"
    assert names(plays, "runner2_pitcher")[-1] == H(10)
    assert names(plays, "runner2_catcher")[-1] == names(plays, "fielder2")[-1]


def test_pitcher_who_loses_the_designated_hitter_bats_in_the_slot_he_takes():
    plays = played(
        top(9, "NP"),
        sub(H(9), 1, 9, 3),
        sub(H(10), 1, 2, 1),
        top(9, "S8"),
        *three_out(0, 1, V(1)),
        f"play,1,1,{H(10)},??,,63",
    )
    assert names(plays, "fielder3")[0] == H(9)
    assert names(plays, "pitcher")[0] == H(10)
    assert (numbers(plays, "slot")[-1], numbers(plays, "batter_position")[-1]) == (2, 1)


def test_one_man_can_pitch_and_be_the_designated_hitter():
    header = [line.replace(V(10), V(9)) for line in HEADER]
    plays = played(top(9, "K"), *three_out(0, 1, V(1))[1:], f"play,1,1,{H(1)},??,,K", header=header)
    assert (numbers(plays, "slot")[0], numbers(plays, "batter_position")[0]) == (9, 10)
    assert names(plays, "pitcher")[-1] == V(9)
    # Another pitcher comes in; the man stays as designated hitter.
    records = [top(1, "K")] * 3 + [f"play,1,1,{H(1)},??,,NP", sub("vvvx0150", 0, 0, 1)]
    plays = played(*records, *three_out(1, 1, H(1)), top(9, "K", 2), header=header)
    assert (numbers(plays, "batter_position")[-1], numbers(plays, "batter_started")[-1]) == (10, 1)
    assert names(plays, "pitcher")[3] == "vvvx0150"


def test_batting_out_of_turn_is_read_in_the_slot_of_the_man_who_bats():
    plays = played(top(1, "K"), "ladj,0,3", top(3, "S8"), top(2, "S8.1-2"))
    assert numbers(plays, "slot") == [1, 3, 2]
    assert names(plays, "on_deck")[1] == V(4)
    assert names(plays, "runner1")[2] == V(3)


def test_runner_who_passes_another_is_out_and_the_others_move():
    plays = played(top(1, "S8"), top(2, "D7/PASS.1-3;BX2(4)"))
    assert numbers(plays, "bases_after")[-1] == 4
    assert numbers(plays, "batter_to")[-1] == 0


def test_appeal_for_a_missed_base_puts_the_runner_out():
    plays = played(top(1, "S8"), top(2, "8/F/DP/AP.1X1(83)"), top(3, "K"))
    assert numbers(plays, "outs") == [0, 0, 2]


def test_interference_by_the_batter_and_the_catcher():
    plays = played(top(1, "C/E2"), top(2, "2/BINT.1-1"), top(3, "K"))
    assert numbers(plays, "batter_to")[0] == 1
    assert [numbers(plays, name)[2] for name in ("outs", "bases")] == [1, 1]


def test_walk_is_charged_to_the_pitcher_who_left_behind_in_the_count():
    records = [top(1, "NP", count="21"), sub("hhhx1150", 1, 0, 1), top(1, "W")]
    plays = played(*records, top(2, "NP", count="00"))
    assert (names(plays, "pitcher")[0], names(plays, "charged_pitcher")[0]) == ("hhhx1150", H(10))
    even = played(top(1, "NP", count="11"), *records[1:])
    assert names(even, "charged_pitcher") == ["hhhx1150"]
    single = played(*records[:2], top(1, "S8"))
    assert names(single, "charged_pitcher") == ["hhhx1150"]


def test_strikeout_is_charged_to_the_batter_who_left_with_two_strikes():
    change = sub("vvvx0150", 0, 1, 11)
    pinch = "play,1,0,vvvx0150,??,,"
    plays = played(top(1, "NP", count="12"), change, pinch + "K")
    assert (names(plays, "batter"), names(plays, "charged_batter")) == (["vvvx0150"], [V(1)])
    assert numbers(plays, "pinch_hit") == [1]
    assert (numbers(plays, "charged_pinch_hit"), numbers(plays, "charged_batter_position")) == ([0], [2])
    assert names(plays, "batter_for") == [V(1)]
    walked = played(top(1, "NP", count="12"), change, pinch + "W")
    assert (numbers(walked, "charged_pinch_hit"), numbers(walked, "charged_batter_position")) == ([1], [11])
    assert names(played(top(1, "NP", count="12"), change, pinch + "W"), "charged_batter") == ["vvvx0150"]
    assert names(played(top(1, "NP", count="11"), change, pinch + "K"), "charged_batter") == ["vvvx0150"]


def test_a_force_leaves_the_departed_pitcher_charged_with_a_runner():
    plays = played(top(1, "W"), top(2, "NP"), sub("hhhx1150", 1, 0, 1), top(2, "64(1)/FO"), top(3, "S8.1-2"))
    assert names(plays, "runner1") == ["", V(1), V(2)]
    assert names(plays, "runner1_pitcher") == ["", H(10), H(10)]


def test_caught_stealing_takes_the_charge_off_the_departed_pitcher():
    plays = played(top(1, "W"), top(2, "NP"), sub("hhhx1150", 1, 0, 1), top(2, "CS2(26)"), top(2, "S8"), top(3, "K"))
    assert names(plays, "runner1_pitcher")[-1] == "hhhx1150"


def test_run_scored_behind_a_forced_runner_is_charged_as_the_charges_shifted():
    """The case in cwevent's documentation: the charge moves within the play, and the record shows it moved."""
    plays = played(
        top(1, "T8"),
        top(2, "NP"),
        sub("hhhx1150", 1, 0, 1),
        top(2, "W"),
        top(3, "W.1-2"),
        top(4, "52(3)/FO.2-H(E2/TH)(NR);1-3;B-2"),
    )
    assert names(plays, "runner2_pitcher")[-1] == H(10)
    assert names(plays, "runner1_pitcher")[-1] == "hhhx1150"


def test_presadj_charges_a_runner_to_the_pitcher_it_names():
    plays = played(top(1, "NP"), sub("hhhx1150", 1, 0, 1), top(1, "W"), f"presadj,{H(10)},1", top(2, "K"))
    assert names(plays, "pitcher") == ["hhhx1150"] * 2
    assert names(plays, "runner1_pitcher")[1] == H(10)


def test_badj_and_padj_hold_for_one_plate_appearance():
    plays = played(f"badj,{V(1)},R", f"padj,{H(10)},L", top(1, "K"), top(1, "K"))
    hand, arm = numbers(plays, "batter_hand"), numbers(plays, "pitcher_hand")
    assert (chr(hand[0]), chr(arm[0])) == ("R", "L")
    assert chr(arm[1]) == "L" or chr(arm[1]) == "R"
    assert hand[1] == played(top(1, "K")).small_of("batter_hand")[0]


def test_courtesy_runner_gives_his_place_back():
    plays = played(
        top(1, "S8"),
        top(2, "NP"),
        sub(V(5), 0, 1, 12),
        top(2, "SB2"),
        *[top(2, "K")] * 3,
        f"play,1,1,{H(1)},??,,NP",
        sub(V(1), 0, 1, 2),
        f"play,1,1,{H(1)},??,,K",
    )
    assert names(plays, "runner1")[1] == V(5)
    assert names(plays, "runner1_for")[1] == V(1)
    assert names(plays, "runner2")[2] == V(5)
    assert numbers(plays, "runner2_pinch")[2] == 0  # told once
    assert numbers(plays, "batter_started")[0] == 1


def test_home_club_can_bat_first():
    plays = played(*three_out(1, 1, H(1)), *three_out(0, 1, V(1)))
    assert numbers(plays, "side") == [1, 1, 1, 0, 0, 0]
    assert numbers(plays, "bats_last") == [0, 0, 0, 1, 1, 1]


def test_inning_that_ends_on_the_bases_cuts_the_batter_short_and_he_leads_off_again():
    plays = played(*[top(1, "K")] * 2, top(2, "S8"), top(3, "CS2(26)"), *three_out(1, 1, H(1)), top(3, "K", 2))
    assert numbers(plays, "cut_short")[3] == 1
    assert numbers(plays, "new_appearance")[-1] == 1
    assert numbers(plays, "end_of_half")[3] == 1


def test_counts_and_pitches_may_be_unknown():
    plays = played(top(1, "K"), f"play,1,0,{V(2)},3?,.B,W", f"play,1,0,{V(3)},,,K")
    assert numbers(plays, "balls") == [-1, 3, -1]
    assert numbers(plays, "strikes") == [-1, -1, -1]


def test_tied_or_suspended_game_that_has_data_records_is_whole():
    assert played(*to_extra_inning()).kept.all()
    assert played(top(1, "K")).kept.all()
