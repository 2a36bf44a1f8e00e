"""Plays of Stats API feeds: as event records, through the reader of event files, against the feeds' box scores."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from skipper.simulate.farm import play_farm
from skipper.simulate.lineup_card import Policy
from skipper.simulate.people import Registrar
from skipper.simulate.statsapi_files import feed
from skipper.sources.parsed import Parsed
from skipper.sources.statsapi.event_text import Movement, Situation, UnreadablePlayError, result_text, running_text
from skipper.sources.statsapi.feeds import Identity, SeasonFeeds
from skipper.sources.statsapi.records import Game
from skipper.sources.statsapi.requests import Request
from skipper.sources.statsapi.store import Header, Response, Store
from statsapi_league import with_new_fields
from trials import trials

Json = dict[str, Any]
SEASON = 2024
FEEDS = ("liveGameV1_game_pk-747175_4240fc08a038.json.gz", "livefeed.json")
EARNED = (4, 6)
BATTING = (
    "plateAppearances",
    "atBats",
    "runs",
    "hits",
    "doubles",
    "triples",
    "homeRuns",
    "rbi",
    "baseOnBalls",
    "intentionalWalks",
    "strikeOuts",
    "hitByPitch",
    "sacFlies",
    "sacBunts",
    "stolenBases",
    "caughtStealing",
    "groundIntoDoublePlay",
)


class Read:
    """Feeds read into tables: those of the plays, and the record sets."""

    def __init__(
        self, folder: Path, documents: list[Json], season: int = SEASON, in_parts: bool = False, **known: Any
    ) -> None:
        self.store, self.parsed = Store(folder), Parsed("statsapi")
        games = []
        for number, document in enumerate(documents):
            runs = document["liveData"]["plays"]["allPlays"][-1]["result"]
            game = {
                "game_pk": str(number),
                "season": season,
                "scheduled_innings": 9,
                "official_date": date(SEASON, 7, 1),
                "state": "F",
            }
            scores = {"visitor_score": runs["awayScore"], "home_score": runs["homeScore"]}
            games.append(Game.model_construct(**{**game, **scores, **known}))
            live = document["liveData"]
            apart = {"boxscore": live["boxscore"], "playByPlay": {"allPlays": live["plays"]["allPlays"]}}
            for endpoint, body in apart.items() if in_parts else [("feed", document)]:
                request = Request(endpoint, {"gamePk": str(number)})
                header = Header(endpoint, request.params, request.address, 200, "2025-01-01T00:00:00+00:00")
                self.store.put(request, Response(header, json.dumps(body).encode()))
        identities = {game.game_pk: Identity(f"H{game.game_pk}202407010", "V", "H") for game in games}
        feeds = SeasonFeeds(self.store, season, games, identities, {}, self.parsed)
        found: dict[str, list[pa.Table]] = {}
        for name, rows in feeds.tables():
            found.setdefault(name, []).append(rows)
        self.tables = {name: pa.concat_tables(rows).to_pylist() for name, rows in found.items()}
        self.tables |= {name: rows.to_pylist() for name, rows in feeds.records.items()}

    @property
    def reasons(self) -> list[tuple[int | None, str]]:
        return [(item.line, item.reason) for item in self.parsed.rejected]


@pytest.fixture(params=FEEDS)
def real(request: pytest.FixtureRequest, real_data: Path) -> Json:
    path = real_data / "statsapi" / request.param
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    document = json.loads(text)
    return dict(document.get("response", document))


@pytest.fixture(scope="module")
def simulated() -> Json:
    """A simulated feed with relief pitchers and pinch hitters."""
    policy = Policy(starter_batters=20, hook_runs=4, pinch_inning=6)
    farm = play_farm(Registrar(np.random.default_rng(3)), np.random.default_rng(4), policy)
    return feed(farm.games[0], {person.retro_id: person for person in farm.people})


# Real games


def test_a_real_game_has_the_lines_of_its_box_score(real: Json, tmp_path: Path) -> None:
    """Every batter's and every pitcher's line, and both clubs' runs, hits, errors and runners left on base."""
    read = Read(tmp_path, [real])
    assert read.parsed.rejected == []
    batting, pitching = batting_lines(read), pitching_lines(read)
    batters, pitchers = 0, 0
    for where in ("away", "home"):
        for player in real["liveData"]["boxscore"]["teams"][where]["players"].values():
            person, stats = str(player["person"]["id"]), player["stats"]
            if stats["batting"].get("plateAppearances") is not None:
                line = batting.get(person, dict.fromkeys(BATTING, 0))  # a fielder who did not bat
                assert line == {name: stats["batting"][name] for name in BATTING}, person
                batters += 1
            if stats["pitching"]:
                assert pitching[person] == {name: stats["pitching"][name] for name in pitching[person]}, person
                pitchers += 1
    assert batters >= 18
    assert pitchers == len(pitching) > 6
    line = real["liveData"]["linescore"]["teams"]
    for side in read.tables["converted_club_game"]:
        told = line["home" if side["is_home"] else "away"]
        ours = side["runs"], side["hits"], side["errors"], side["left_on_base"]
        assert ours == (told["runs"], told["hits"], told["errors"], told["leftOnBase"])


def batting_lines(read: Read) -> dict[str, Counter[str]]:
    """Return each batter's line, counted from the events."""
    lines: dict[str, Counter[str]] = {}
    for event in read.tables["event"]:
        line = lines.setdefault(event["batter_id"], Counter(dict.fromkeys(BATTING, 0)))
        kind = event["event_type"]
        line["plateAppearances"] += event["ends_plate_appearance"]
        line["atBats"] += event["is_at_bat"]
        line["hits"] += event["hit_bases"] > 0
        for bases, name in enumerate(("doubles", "triples", "homeRuns"), 2):
            line[name] += event["hit_bases"] == bases
        line["rbi"] += event["runs_batted_in"]
        line["baseOnBalls"] += kind in ("walk", "intentional_walk")
        line["intentionalWalks"] += kind == "intentional_walk"
        line["strikeOuts"] += kind == "strikeout"
        line["hitByPitch"] += kind == "hit_by_pitch"
        line["sacFlies"] += event["is_sacrifice_fly"]
        line["sacBunts"] += event["is_sacrifice_bunt"]
        line["groundIntoDoublePlay"] += "GDP" in event["event_text"]
        for runner, stolen in (("first", "second"), ("second", "third"), ("third", "home")):
            if who := event[f"runner_on_{runner}_id"]:
                lines[who]["runs"] += (event[f"runner_on_{runner}_destination"] or 0) >= 4
                lines[who]["stolenBases"] += event[f"steals_{stolen}"]
                lines[who]["caughtStealing"] += event[f"caught_stealing_{stolen}"]
        line["runs"] += (event["batter_destination"] or 0) >= 4
    return lines


def pitching_lines(read: Read) -> dict[str, Counter[str]]:
    """Return each pitcher's line, from the appearances and the events."""
    lines: dict[str, Counter[str]] = {}
    for turn in read.tables["event_file_pitching"]:
        told = {"outs": turn["outs"], "runs": turn["runs"], "battersFaced": turn["batters_faced"]}
        lines[turn["pitcher_id"]] = Counter(told, pitchesThrown=turn["pitches"], earnedRuns=0)
    for event in read.tables["event"]:
        line = lines[event["pitcher_id"]]
        kind = event["event_type"]
        line["hits"] += event["hit_bases"] > 0
        line["homeRuns"] += event["hit_bases"] == 4
        line["strikeOuts"] += kind == "strikeout"
        line["baseOnBalls"] += kind in ("walk", "intentional_walk")
        line["wildPitches"] += event["is_wild_pitch"]
        line["earnedRuns"] += event["batter_destination"] in EARNED
        for runner in ("first", "second", "third"):
            if event[f"runner_on_{runner}_destination"] in EARNED:
                lines[event[f"runner_on_{runner}_responsible_pitcher_id"]]["earnedRuns"] += 1
    return lines


def test_a_box_score_and_a_play_by_play_have_the_plays_of_the_feed(real: Json, tmp_path: Path) -> None:
    """But for the players' names and hands, which only feeds have."""
    feed, parts = (Read(tmp_path / name, [real], in_parts=name == "parts") for name in ("feed", "parts"))
    assert parts.parsed.rejected == []
    texts = [[(row["source_line"], row["event_text"]) for row in read.tables["event"]] for read in (feed, parts)]
    assert texts[0] == texts[1] != []
    assert {row["source_file"] for row in parts.tables["event"]} == {"playByPlay/gamePk=0.json.gz"}


def test_a_real_game_keeps_the_hands_and_the_count(real: Json, tmp_path: Path) -> None:
    events = Read(tmp_path, [real]).tables["event"]
    plays = real["liveData"]["plays"]["allPlays"]
    for event in events:
        play = plays[event["source_line"] - 1]
        assert event["batter_hand"] == play["matchup"]["batSide"]["code"]
        assert event["half"] == play["about"]["halfInning"]
        pitches = [one for one in play["playEvents"] if one["type"] in ("pitch", "no_pitch")]
        if event["ends_plate_appearance"]:
            before = pitches[-2]["count"] if len(pitches) > 1 else {"balls": 0, "strikes": 0}
            assert (event["balls"], event["strikes"]) == (before["balls"], before["strikes"])
            automatic = sum(one["details"]["code"] == "VB" for one in pitches)
            assert event["pitches"].count("V") == automatic
    assert {play["about"]["atBatIndex"] + 1 for play in plays} == {event["source_line"] for event in events}


# Soundness


def test_new_fields_at_every_level_change_no_table(simulated: Json, tmp_path: Path) -> None:
    known, new = (Read(tmp_path / name, [one]) for name, one in (("a", simulated), ("b", with_new_fields(simulated))))
    assert new.reasons == known.reasons == []
    assert new.tables == known.tables
    assert {name: pa.concat_tables(rows) for name, rows in new.parsed.records.items()} == {
        name: pa.concat_tables(rows) for name, rows in known.parsed.records.items()
    }


def change_score(plays: list[Json]) -> None:
    plays[20]["result"]["awayScore"] += 1


def change_outs(plays: list[Json]) -> None:
    plays[20]["count"]["outs"] = 3 if plays[20]["count"]["outs"] != 3 else 2


def move_a_stranger(plays: list[Json]) -> None:
    moved = deepcopy(plays[20]["runners"][0])
    moved["movement"] |= {"start": "2B", "end": "3B", "isOut": False, "outBase": None}
    moved["details"]["runner"] = {"id": 1}
    plays[20]["runners"].append(moved)


def rename_the_event(plays: list[Json]) -> None:
    plays[20]["result"]["eventType"] = "quidditch"


def take_the_runners(plays: list[Json]) -> None:
    plays[20]["runners"] = []


def null_the_events(plays: list[Json]) -> None:
    plays[20]["playEvents"] = None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (change_score, "the feed says"),
        (change_outs, "the feed says"),
        (move_a_stranger, "runner 1 moves from 2B"),
        (rename_the_event, "unknown event type: quidditch"),
        (take_the_runners, "no runner moves"),
        (null_the_events, "an incomplete play"),
    ],
)
def test_unsound_plays_are_quarantined_and_the_lineups_stay(
    simulated: Json, tmp_path: Path, change: Callable[[list[Json]], None], reason: str
) -> None:
    """With the file, the place in the response and the reason; the game beside it is read."""
    wrong = deepcopy(simulated)
    change(wrong["liveData"]["plays"]["allPlays"])
    read = Read(tmp_path, [wrong, simulated])
    ((place, told),) = read.reasons
    assert place == 21
    assert told.startswith("plays: ")
    assert reason in told
    assert read.parsed.rejected[0].file == "feed/gamePk=0.json.gz"
    assert {row["game_id"] for row in read.tables["converted_game"]} == {"H1202407010"}
    assert {row["game_pk"] for row in read.parsed.records["statsapi_lineup"][0].to_pylist()} == {"0", "1"}
    assert read.parsed.read.total() == read.parsed.kept.total() + 1


def test_plays_that_end_in_another_score_than_the_schedule_are_quarantined(simulated: Json, tmp_path: Path) -> None:
    read = Read(tmp_path, [simulated], visitor_score=99)
    ((_place, reason),) = read.reasons
    assert reason.endswith(
        "the schedule says 99-" + str(simulated["liveData"]["plays"]["allPlays"][-1]["result"]["homeScore"])
    )
    assert "event" not in read.tables


def test_a_season_is_the_schedules_and_not_the_years(simulated: Json, tmp_path: Path) -> None:
    """A winter league's game of January belongs to the season that began the year before."""
    read = Read(tmp_path, [simulated], season=SEASON - 1)
    assert {row["game_id"][-9:-5] for row in read.tables["event"]} == {str(SEASON)}
    assert {row["season"] for row in read.tables["event"]} == {SEASON - 1}


@pytest.mark.parametrize("told_as", ["Eelers manager", "Manager"])
def test_an_ejection_has_person_role_and_umpire(simulated: Json, tmp_path: Path, told_as: str) -> None:
    told = deepcopy(simulated)
    play = told["liveData"]["plays"]["allPlays"][10]
    details = {"eventType": "ejection", "description": f"{told_as} Ansel Thornquist ejected by HP umpire A. Ump."}
    play["playEvents"].append(
        {"type": "action", "details": details, "index": 99, "player": {"id": 77}, "umpire": {"id": 88}}
    )
    (row,) = Read(tmp_path, [told]).tables["event_file_ejection"]
    assert (row["ejected_id"], row["role"], row["umpire_id"]) == ("77", "manager", "88")
    del play["playEvents"][-1]["player"]
    (row,) = Read(tmp_path / "without a person", [told]).tables["event_file_ejection"]
    assert (row["ejected_id"], row["ejected_person_id"], row["role"]) == (None, None, "manager")
    assert row["source_line"] == 11


CREDITED = [{"position": {"code": "5"}, "credit": "f_foul_error"}]
DROPPED = "Dropped foul pop error by third baseman Ansel Thornquist."


@pytest.mark.parametrize(
    ("of_pitch", "of_action", "description", "texts"),
    [
        (CREDITED, None, None, ["FLE5"]),
        (CREDITED, [], DROPPED, ["FLE5"]),  # said twice
        (None, CREDITED, DROPPED, ["FLE5"]),
        (None, [], DROPPED, ["FLE5"]),
        (None, [], "Dropped foul fly error by somebody.", ["FLE99"]),
        (None, [], "Throwing error by catcher Ansel Thornquist.", []),
        ([{"credit": "f_assist"}], None, None, []),
    ],
)
def test_an_error_on_a_foul_fly_is_an_event_of_its_own(
    simulated: Json, tmp_path: Path, of_pitch: list[Json] | None, of_action: list[Json] | None,
    description: str | None, texts: list[str],
) -> None:  # fmt: skip
    """The batter stays at bat; nobody is out and nobody moves."""
    told = deepcopy(simulated)
    play = next(play for play in told["liveData"]["plays"]["allPlays"] if len(play["playEvents"]) == 4)
    before, dropped, after = play["playEvents"][:1], play["playEvents"][1], play["playEvents"][2:]
    if of_pitch is not None:
        dropped["credits"] = of_pitch
    told_of = {"type": "action", "isPitch": False, "details": {"eventType": "error", "description": description}}
    actions = [] if of_action is None else [{**told_of, "credits": of_action}]
    play["playEvents"] = [*before, dropped, *actions, *after]
    for index, event in enumerate(play["playEvents"]):
        event["index"] = index
    for entry in play["runners"]:
        entry["details"]["playIndex"] += len(actions)
    read, known = Read(tmp_path / "told", [told]), Read(tmp_path / "known", [simulated])
    assert read.reasons == []
    more = [row for row in read.tables["event"] if row["event_text"].startswith("FLE")]
    assert [row["event_text"] for row in more] == texts
    kinds = {(row["event_type"], row["ends_plate_appearance"], row["outs_on_play"]) for row in more}
    assert kinds <= {("foul_error", False, 0)}
    assert len(read.tables["event"]) == len(known.tables["event"]) + len(texts)


# Texts

BATTER, NOBODY_OUT = 0, Situation(0, False)


def way(origin: int, reached: int | None = None, out: int | None = None, credits: str = "", **more: Any) -> Movement:
    """Return a runner's way; a credit is a letter (as in `kinds`) and a position."""
    kinds = {"p": "f_putout", "a": "f_assist", "b": "f_fielded_ball", "e": "f_fielding_error", "t": "f_throwing_error",
             "d": "f_error_dropped_ball"}  # fmt: skip
    told = [(word[1], kinds[word[0]]) for word in credits.split()]
    given = {"event_type": "", "reason": "", "first_credits": told, "out_at": out, **more}
    return Movement(f"r{origin}", origin, reached=origin if reached is None else reached, **given)


@pytest.mark.parametrize(
    ("event_type", "ways", "hit", "text"),
    [
        ("field_out", [way(0, out=1, credits="a6 p3")], {"trajectory": "ground_ball", "location": "6"}, "63/G6"),
        ("field_out", [way(0, out=1)], {}, "99"),
        ("single", [way(0, 1, credits="b8"), way(2, 4, batted_in=True)], {}, "S8.2-H"),
        ("single", [way(0, 1, credits="b8"), way(2, 4)], {}, "S8.2-H(NR)"),
        ("single", [way(0, 1, out=2, credits="b8")], {}, "S8.BX2(99)"),
        ("single", [way(0, 1, credits="b7"), way(2, out=4, credits="a7 p2")], {"location": "7"}, "S7/7.2XH(72)"),
        ("home_run", [way(0, 4, batted_in=True), way(1, 4, batted_in=True)], {"location": "78"}, "HR/78.1-H"),
        ("grounded_into_double_play", [way(0, out=1, credits="a4 p3", out_number=2),
                                       way(1, out=2, credits="a6 p4", out_number=1)], {}, "64(1)3/GDP"),
        ("double_play", [way(0, out=1, credits="p8", out_number=1), way(2, out=2, credits="a8 p4", out_number=2)],
         {"trajectory": "line_drive"}, "8(B)4(2)/L/DP"),
        ("double_play", [way(0, out=1, credits="p8", out_number=1), way(1, out=2, credits="a8 p4", out_number=2)],
         {"trajectory": "fly_ball"}, "8/F/DP.1X2(84)"),
        ("force_out", [way(0, 1), way(1, out=2, credits="a5 p4"), way(3, 4, batted_in=True)], {}, "54(1)/FO.3-H"),
        ("fielders_choice_out", [way(0, 1), way(3, out=4, credits="a5 p2")], {}, "FC5.3XH(52);B-1"),
        ("fielders_choice", [way(0, 1, credits="b6"), way(1, 2)], {}, "FC6.1-2;B-1"),
        ("field_error", [way(0, 1, credits="e6")], {}, "E6"),
        ("field_error", [way(0, 1, credits="t6")], {"trajectory": "ground_ball"}, "E6/TH/G"),
        ("field_error", [way(0, 1, credits="a6 d3")], {}, "6E3"),
        ("field_error", [way(0, 2, credits="t5"), way(3, 4, earned=False)], {}, "E5/TH.3-H(UR)(NR);B-2"),
        ("sac_fly", [way(0, out=1, credits="p9"), way(3, 4, batted_in=True)], {"location": "9"}, "9/9/SF.3-H"),
        ("sac_bunt", [way(0, out=1, credits="a1 p3"), way(1, 2)], {"trajectory": "bunt_grounder"}, "13/SH/BG.1-2"),
        ("strikeout", [way(0, out=1, credits="p2")], {}, "K"),
        ("strikeout", [way(0, out=1, credits="a2 p3")], {}, "K23"),
        ("strikeout", [way(0, 1, event_type="wild_pitch")], {}, "K+WP.B-1"),
        ("strikeout", [way(0, 1, credits="t2", event_type="strikeout")], {}, "K.B-1(E2/TH)"),
        ("strikeout", [way(0, out=1, credits="p2"), way(1, 2, event_type="stolen_base_2b")], {}, "K+SB2"),
        ("strikeout_double_play", [way(0, out=1, credits="p2"), way(1, out=2, credits="a2 p6",
                                   event_type="strikeout_double_play", reason="r_caught_stealing_2b")], {},
         "K+CS2(26)/DP"),
        ("walk", [way(0, 1, event_type="walk"), way(1, 2, event_type="walk")], {}, "W.1-2"),
        ("intent_walk", [way(0, 1)], {}, "IW"),
        ("hit_by_pitch", [way(0, 1)], {}, "HP"),
        ("catcher_interf", [way(0, 1)], {}, "C/E2"),
    ],
)  # fmt: skip
def test_a_result_is_written_in_retrosheets_grammar(
    event_type: str, ways: list[Movement], hit: Json, text: str
) -> None:
    assert result_text(event_type, ways, hit, NOBODY_OUT) == text


@pytest.mark.parametrize(
    ("ways", "text"),
    [
        ([way(1, 2, event_type="stolen_base_2b"), way(2, 3, event_type="stolen_base_3b")], "SB3;SB2"),
        ([way(1, 3, credits="t2", event_type="stolen_base_2b")], "SB2.1-3(E2/TH)"),
        ([way(1, out=2, credits="a2 p6", event_type="caught_stealing_2b")], "CS2(26)"),
        ([way(3, out=4, credits="p2", event_type="caught_stealing_home")], "CSH(2)"),
        ([way(1, 2, credits="a2 d6", event_type="caught_stealing_2b")], "CS2(2E6)"),
        ([way(1, out=1, credits="a1 p3", event_type="pickoff_1b")], "PO1(13)"),
        ([way(1, 2, credits="t1", event_type="pickoff_error_1b")], "PO1(E1/TH).1-2"),
        ([way(1, out=2, credits="a1 a3 p6", event_type="pickoff_caught_stealing_2b")], "POCS2(136)"),
        ([way(1, 2, event_type="wild_pitch"), way(3, 4, event_type="wild_pitch")], "WP.3-H;1-2"),
        ([way(2, 3, event_type="balk")], "BK.2-3"),
        ([way(2, 3, event_type="defensive_indiff")], "DI.2-3"),
        ([way(2, out=3, credits="a2 p5", event_type="other_out")], "OA.2X3(25)"),
    ],
)
def test_a_play_on_the_bases_is_written_in_retrosheets_grammar(ways: list[Movement], text: str) -> None:
    assert running_text(ways) == text


def test_an_unknown_type_is_unreadable() -> None:
    with pytest.raises(UnreadablePlayError, match="unknown event type: gremlin"):
        running_text([way(1, 2, event_type="gremlin")])


def places_of(value: Any) -> list[tuple[Any, Any]]:
    """Return every member of a document, as its owner and its key."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in members for place in ((value, key), *places_of(inner))]


def test_mutated_plays_are_read_or_quarantined(simulated: Json, tmp_path: Path) -> None:
    """Each feed has one member replaced; all are read in one run, so that a bad one must not disturb the others."""
    rng = np.random.default_rng(11)
    values = [
        None,
        "",
        "x,\ny",
        "\u00b2",
        -1,
        10**12,
        1.5,
        float("inf"),
        True,
        [],
        {},
        [{}],
        {"id": "7,8"},
        "walk",
        "pickoff_1b",
    ]
    plays, documents = len(simulated["liveData"]["plays"]["allPlays"]), [simulated]
    for _ in range(trials(250)):
        mutated = deepcopy(simulated)
        owner, key = (found := places_of(mutated["liveData"]["plays"]))[rng.integers(len(found))]
        if rng.random() < 0.3:
            del owner[key]
        else:
            owner[key] = values[rng.integers(len(values))]
        documents.append(mutated)
    runs = simulated["liveData"]["plays"]["allPlays"][-1]["result"]
    read = Read(tmp_path, documents, visitor_score=runs["awayScore"], home_score=runs["homeScore"])
    told = Counter(row["game_id"] for row in read.tables["event"])
    events = told["H0202407010"]
    unsound = {item.file for item in read.parsed.rejected}
    assert len(unsound) == len(read.parsed.rejected) > trials(250) // 5
    assert len(told) > trials(250) // 5
    assert max(told.values()) == events
    assert read.parsed.read.total() == read.parsed.kept.total() + len(read.parsed.rejected)
    assert all(1 <= row["source_line"] <= plays for row in read.tables["event"])
