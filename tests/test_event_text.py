"""Event texts read into integers: the grammar's cases, each worked out from Retrosheet's description."""

from __future__ import annotations

import pickle
import re

import pytest

from skipper.sources.plays.events.advances import EventTextError
from skipper.sources.plays.events.event_columns import BATTED_BALLS, ERROR_KINDS, EVENT_COLUMNS, POSITION
from skipper.sources.plays.events.event_facts import event_row
from skipper.sources.plays.events.event_reader import read_event
from skipper.sources.plays.events.event_vocabulary import EventVocabulary


def facts(text: str) -> dict:
    strings = [""]

    def index(string: str) -> int:
        if string not in strings:
            strings.append(string)
        return strings.index(string)

    found = dict(zip(EVENT_COLUMNS, event_row(read_event(text), index), strict=True))
    for name in found:
        if name in ("batter_play", "runner1_play", "runner2_play", "runner3_play", "location"):
            found[name] = strings[found[name]]
        elif name.endswith("_kind"):
            found[name] = ERROR_KINDS[found[name]]
    found["batted_ball"] = BATTED_BALLS[found["batted_ball"]]
    return found


CASES = [
    ("63/G6", {"event_code": 2, "outs": 1, "assist1": 6, "putout1": 3, "batter_play": "63", "batted_ball": "G"}),
    ("8/F78", {"event_code": 2, "fielder": 8, "batted_ball": "F", "location": "78", "assist1": 0}),
    (
        "64(1)3/GDP/G6",
        {
            "outs": 2,
            "double_play": 1,
            "runner1_to": 0,
            "batter_play": "43",
            "runner1_play": "64",
            "assist1": 6,
            "assist2": 4,
            "putout1": 4,
            "putout2": 3,
            "force2": 1,
        },
    ),
    ("54(1)/FO/G5", {"outs": 1, "batter_to": 1, "force2": 1, "retired_by_batter": 1}),
    (
        "8(B)84(2)/LDP/L8",
        {
            "outs": 2,
            "batter_to": 0,
            "runner2_to": 0,
            "force3": 0,
            "retired_by_batter": 0,
            "putout1": 8,
            "putout2": 4,
            "assist1": 8,
        },
    ),
    ("1(B)16(2)63(1)/LTP/L1", {"outs": 3, "triple_play": 1, "putout3": 3, "batted_ball": "L", "force3": 0}),
    (
        "6E3/G6",
        {
            "event_code": 2,
            "outs": 0,
            "batter_to": 1,
            "error1": 3,
            "error1_kind": "D",
            "assist1": 6,
            "batter_safe_on_error": 1,
            "batter_play": "6E3",
        },
    ),
    ("E6/TH/G6", {"event_code": 18, "error1": 6, "error1_kind": "T", "batter_to": 1, "batter_safe_on_error": 1}),
    ("FLE5/P5F", {"event_code": 13, "batter_event": 0, "error1": 5, "foul": 1}),
    ("K", {"event_code": 3, "outs": 1, "putout1": 2, "batter_play": "2", "at_bat": 1}),
    ("K23", {"putout1": 3, "assist1": 2, "batter_play": "23"}),
    ("K+WP.B-1", {"event_code": 3, "outs": 0, "batter_to": 1, "wild_pitch": 1, "putout1": 0, "batter_play": ""}),
    ("K+CS2(26)/DP", {"event_code": 3, "outs": 2, "runner1_caught": 1, "runner1_to": 0, "double_play": 1}),
    ("K+SB2", {"event_code": 3, "outs": 1, "runner1_steals": 1, "runner1_to": 2}),
    ("IW", {"event_code": 15, "batter_to": 1, "at_bat": 0}),
    ("I+WP.2-3", {"event_code": 15, "wild_pitch": 1, "runner2_to": 3}),
    ("HP.1-2", {"event_code": 16, "runner1_to": 2, "at_bat": 0}),
    ("C/E2.1-2", {"event_code": 17, "error1": 2, "at_bat": 0, "batter_to": 1}),
    ("C/E3", {"error1": 3}),
    ("SB3;SB2", {"event_code": 4, "runner2_to": 3, "runner1_to": 2, "runner2_steals": 1, "batter_event": 0}),
    ("SBH(UR)", {"runner3_to": 5, "runs": 1, "rbi": 0}),
    ("CS2(2E6).1-3", {"event_code": 6, "outs": 0, "runner1_to": 3, "error1": 6, "error1_kind": "D", "assist1": 2}),
    (
        "POCS2(1361)",
        {
            "event_code": 8,
            "outs": 1,
            "assist1": 1,
            "assist2": 3,
            "assist3": 6,
            "putout1": 1,
            "runner1_picked": 1,
            "runner1_caught": 1,
        },
    ),
    ("PO1(E3).1-2", {"outs": 0, "error1": 3, "error1_kind": "D", "runner1_to": 2, "runner1_play": "E3"}),
    ("PO1(E1/OBS).1-2", {"error1": 1, "error1_kind": "F"}),  # these five as cwevent 0.10 prints them
    ("CSH(E2/OBS)(UR)", {"error1": 2, "error1_kind": "F", "runner3_to": 5}),
    ("PO2(E6/OBS)", {"error1": 6, "error1_kind": "F"}),
    ("POCS3(1E5/OBS)", {"error1": 5, "error1_kind": "D"}),
    ("SB3.3-H(E5/OBS)", {"error1": 5, "error1_kind": "D"}),
    ("PO2(14)", {"event_code": 8, "runner2_to": 0, "runner2_picked": 1, "runner2_caught": 0}),
    ("BK.3-H;1-2", {"event_code": 11, "runs": 1, "rbi": 0}),
    ("DI.1-2", {"event_code": 5}),
    ("OA.2X3(25)", {"event_code": 12, "outs": 1, "assist1": 2, "putout1": 5}),
    ("S8.2-H;1X3(85)", {"event_code": 20, "outs": 1, "runs": 1, "rbi": 1, "retired_by_batter": 0}),
    ("S9.2XH(9E2);B-2", {"outs": 0, "runs": 1, "error1": 2, "error1_kind": "D", "runner2_play": "9E2"}),
    ("D7/L.1-H(NR)", {"runs": 1, "rbi": 0}),
    ("E6.3-H(RBI)", {"rbi": 1, "rbi_under_two_outs": 0}),
    ("E6.3-H;2-H", {"rbi": 0, "rbi_under_two_outs": 1, "runs": 2}),
    ("46(1)3/GDP.3-H", {"runs": 1, "rbi": 0}),
    ("DGR/F9LD.1-3", {"event_code": 21, "batter_to": 2, "location": "9LD"}),
    ("HR9/F9LS/IPHR", {"event_code": 23, "fielder": 9, "batter_to": 4, "rbi": 1}),
    ("HR.1-H(TUR);B-H(UR)", {"batter_to": 5, "runner1_to": 6, "rbi": 2}),
    ("13/SH/BG1.1-2", {"sacrifice_hit": 1, "bunt": 1, "at_bat": 0}),
    ("9/SF/F9.3-H", {"sacrifice_fly": 1, "at_bat": 0, "rbi": 1}),
    ("FC5.3XH(52);1-2", {"event_code": 19, "outs": 1, "batter_to": 1, "retired_by_batter": 4}),
    ("S7/PASS.1-2;BX2", {"outs": 1, "batter_to": 0, "putout1": 0}),  # passed a runner: no fielder need be named
    ("9/F/AP.1X1(93)", {"outs": 2, "putout2": 3}),  # out on appeal
    ("2/BINT/G2.1-1", {"event_code": 2, "outs": 1, "runner1_to": 1, "putout1": 2}),
    ("53/RINT", {"event_code": 2, "outs": 1}),
    ("99/F", {"event_code": 2, "outs": 1, "fielder": 0, "putout1": 0, "unknown_fielder": 1}),
    ("99", {"outs": 1, "batter_play": "99", "unknown_fielder": 1}),
    ("CS2(99)", {"outs": 1, "putout1": 0, "unknown_fielder": 1}),
    ("6U", {"outs": 1, "fielder": 6, "putout1": 0, "assist1": 0, "unknown_fielder": 1}),
    ("S99.1X3(7U)", {"outs": 1, "putout1": 0, "assist1": 0, "unknown_fielder": 1, "runner1_play": "7U"}),
    ("S7.1X3(7U)", {"outs": 1, "putout1": 0, "assist1": 0, "unknown_fielder": 1}),
    ("S7.1X3(U)", {"outs": 1, "putout1": 0, "unknown_fielder": 1, "runner1_play": "U"}),
    ("S7.1X3(U5)", {"outs": 1, "putout1": 0, "assist1": 0, "unknown_fielder": 0}),
    ("S7.1X3(74H)", {"outs": 1, "putout1": 4, "assist1": 7, "unknown_fielder": 0, "runner1_play": "74"}),
    ("S7.2-H(UR)", {"outs": 0, "runner2_to": 5, "unknown_fielder": 0}),
    ("S7.2-H(TUR)", {"outs": 0, "runner2_to": 6, "unknown_fielder": 0}),
    ("E99", {"event_code": 18, "batter_to": 1, "errors": 0, "errors_of_somebody": 1, "error1": 0, "fielder": 0}),
    ("E?", {"event_code": 18, "batter_to": 1, "errors": 0, "errors_of_somebody": 1}),
    ("E0", {"event_code": 18, "batter_to": 1, "errors": 0, "errors_of_somebody": 1}),
    ("E6", {"event_code": 18, "errors": 1, "errors_of_somebody": 0}),
    ("FLE99/P5F", {"event_code": 13, "batter_event": 0, "errors": 0, "errors_of_somebody": 1, "fielder": 0, "foul": 1}),
    ("FLE0/P5F", {"event_code": 13, "batter_event": 0, "errors": 0, "errors_of_somebody": 1, "fielder": 0, "foul": 1}),
    ("FLE5/P5F", {"errors": 1, "errors_of_somebody": 0}),
    ("S7.1-3(E99)", {"errors": 0, "errors_of_somebody": 1, "error1": 0, "assist1": 0, "runner1_to": 3}),
    ("S7.1X3(7E99)", {"outs": 0, "errors": 0, "errors_of_somebody": 1, "assist1": 0, "runner1_to": 3}),
    ("6E99/G6", {"outs": 0, "batter_to": 1, "errors": 0, "errors_of_somebody": 1, "assist1": 0}),
    ("S?", {"event_code": 20, "fielder": 0}),
    ("63#", {"outs": 1, "uncertain": 1}),
    ("8!/F8", {"outs": 1, "uncertain": 0}),
    ("7/FL", {"foul": 1, "batted_ball": "F"}),
    ("2/BP2F", {"bunt": 1, "foul": 1, "batted_ball": "P"}),
    ("63/G6/BG", {"bunt": 1, "batted_ball": "G", "location": "6"}),
    ("8/F8/G/F7", {"bunt": 0, "batted_ball": "F", "location": "7"}),
    ("13/G/BG1S", {"bunt": 1, "batted_ball": "G", "location": "1S"}),
    ("S8/78/89", {"batted_ball": "", "location": "89"}),
    ("4(1)3/PDP", {"outs": 2, "double_play": 0, "batted_ball": "G"}),
    ("4(1)3/FTP", {"outs": 2, "triple_play": 0, "batted_ball": "G"}),
    ("C/E1/BG", {"bunt": 1, "batted_ball": "G", "location": ""}),
    ("C/E1/BG15", {"bunt": 1, "batted_ball": "G", "location": "15"}),
    ("NP", {"no_play": 1}),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[text for text, _ in CASES])
def test_event_text(text, expected):
    found = facts(text)
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize("text", ["", "ZZ", "S8.1~2", "S8.4-H", "K+", "K+S8", "SB1", "PO4(13)", "8.1-2-3", "W+K"])
def test_what_is_not_in_the_grammar_is_refused(text):
    with pytest.raises(EventTextError):
        facts(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("WP.B-1", "the turn at bat goes on"),
        ("SB2.BX1", "the turn at bat goes on"),
        ("FLE3.B-1", "the turn at bat goes on"),
        ("NP.1-2", "there was no play"),
        ("64(1)3/GDP.1-2", "a runner who is out advances: 1"),
        ("CS2(26).1-3", "a runner who is out advances: 1"),
        ("K+CS2(26)/DP.1-2", "a runner who is out advances: 1"),
        ("43.B-1", "a runner who is out advances: B"),
        ("S8.1X2(86);1-3", "the advance '1-3'"),
        ("S8.1-3;1-2", "the advance '1-2'"),
        ("SB2;CS2(26)", "a runner who stole a base is out"),
        ("CS2(26);SB2", "a runner who is out runs"),
        ("PO1(13);CS2(26)", "a runner who is out runs"),
    ],
)
def test_what_contradicts_itself_is_refused(text, why):
    with pytest.raises(EventTextError, match=re.escape(why)):
        facts(text)


@pytest.mark.parametrize(
    "text",
    [
        *("K+WP.B-1", "K.B-1", "K+PB.B-1", "K/FO.3XH(2);2-3;1-2;B-1", "C/E2.1-2", "HP.1-2", "W+WP.1-3;B-2"),
        *("CS2(2E6).1-3", "PO1(E3).1-2", "SB2;SB3", "SB2.1X3(25)", "SB2.1-3(E2/TH)", "S8.1-2;1X3(85)", "S8.1-1"),
        *("64(1)3.1X2(64)", "S9.1X3(9E5);1-3", "S7/PASS.1-2;BX2", "SB2;PO1(E3)"),
    ],
)
def test_what_does_not_contradict_itself_is_read(text):
    assert facts(text)["understood"] == 1


def test_trajectory_is_what_is_written_and_batted_ball_what_is_assumed():
    found = facts("63")
    assert (BATTED_BALLS[found["trajectory"]], found["batted_ball"]) == ("", "G")


def test_a_vocabulary_can_be_sent_to_another_process():
    vocabulary = EventVocabulary()
    vocabulary.rows_of([b"63/G"])
    copy = pickle.loads(pickle.dumps(vocabulary))
    assert copy.rows_of([b"8/F", b"63/G"]).tolist() == [1, 0]
    assert (copy.table[0] == vocabulary.table[0]).all()


def test_a_vocabulary_reads_a_text_once_and_keeps_why_it_failed():
    vocabulary = EventVocabulary()
    rows = vocabulary.rows_of([b"63/G", b"ZZ", b"63/G"])
    assert rows.tolist() == [0, 1, 0]
    assert vocabulary.table[0, 0] == 1
    assert vocabulary.table[1, 0] == 0
    assert "ZZ" in vocabulary.reasons[1]


def test_a_vocabulary_numbers_more_strings_than_sixteen_bits_hold():
    vocabulary = EventVocabulary()
    vocabulary.rows_of([b"8/F%d" % place for place in range(33_000)])
    assert len(vocabulary.strings) > 1 << 15
    index = vocabulary.table[-1, POSITION["location"]]
    assert vocabulary.strings[index] == "32999"
