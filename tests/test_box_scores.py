"""Box-score event files: games, lineups and figures without plays, beside other accounts of the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import season_tables
from box_files import batting, box_game, fielding, pitching, write
from event_files import header, man, quiet_game, roster, write_events
from skipper.sources.plays.events.accounts import account_of
from skipper.sources.plays.events.listing import Listed, list_event_files
from skipper.sources.plays.game_type import type_by_file
from skipper.sources.retrosheet.event_files import season as season_module
from skipper.sources.retrosheet.event_files.season import SeasonPlays
from trials import trials

SEASON = 2041


class Read:
    """What a season's event files give."""

    def __init__(self, listed: Listed, season: int = SEASON) -> None:
        self.plays = SeasonPlays(season, [one for one in listed.events if one.season == season], listed.rosters, {})
        written: dict[str, list[pa.Table]] = {}
        for name, rows in self.plays.tables():
            written.setdefault(name, []).append(rows)
        self.written = {name: pa.concat_tables(rows).to_pylist() for name, rows in written.items()}
        for row in self.plays.counts:
            assert row["rows_in"] == row["rows_out"] + row["rows_quarantined"]
        self.reasons = [(row["line"], row["lines"], row["reason"]) for row in self.plays.quarantine]

    def rows(self, name: str) -> list[dict[str, Any]]:
        return self.plays.records[name].to_pylist()


def read(folder: Path, season: int = SEASON) -> Read:
    return Read(list_event_files(folder), season)


def test_a_box_score_gives_game_clubs_lineups_and_people(tmp_path: Path) -> None:
    info = {"site": "HHH01", "attendance": "812", "timeofgame": "101", "wp": "vvvx0010", "lp": "hhhx0010"}
    found = read(write(tmp_path, "2041.EBA", box_game(**info, fieldcon="unknown", ump2b="(none)", umphome="umpsx901")))
    (game,) = found.rows("event_file_game")
    stated = {
        "game_id": "HHH204104010",
        "account": "box_score",
        "has_plays": False,
        "game_type": "regular",
        "visitor_club": "VVV",
        "home_club": "HHH",
        "visitor_score": 2,
        "home_score": 1,
        "innings": 9,
        "outs": 51,
        "park_id": "HHH01",
        "attendance": 812,
        "duration_minutes": 101,
        "winning_pitcher_id": "vvvx0010",
        "losing_pitcher_id": "hhhx0010",
        "save_pitcher_id": None,
        "plate_umpire_id": "umpsx901",
        "field_condition": None,
        "source_file": "2041.EBA",
        "source_line": 1,
    }
    assert {name: game[name] for name in stated} == stated
    visitors, home = found.rows("event_file_club_game")
    figures = (
        "club",
        "league",
        "runs",
        "hits",
        "errors",
        "left_on_base",
        "outs_pitched",
        "pitchers_used",
        "batters_runs",
    )
    assert [visitors[name] for name in figures] == ["VVV", "AL", 2, 3, 1, 7, 24, 2, 2]
    assert [home[name] for name in figures] == ["HHH", "AL", 1, 3, 1, 5, 27, 2, 1]
    assert (visitors["starting_pitcher_id"], visitors["opposing_starter_throws"]) == (man(0, 10), "L")
    assert sorted(row["slot"] for row in found.rows("event_file_lineup") if row["club"] == "HHH") == list(range(1, 10))
    assert len(found.rows("event_file_person")) == 24  # 18 of the lineups, two starting pitchers and four substitutes
    assert found.plays.quarantine == []
    assert set(found.written) <= {"superseded_account"}
    (counts,) = found.plays.counts
    assert counts["rows_in"] == counts["rows_out"] == len(box_game(**info)) + 3


@pytest.mark.parametrize("value", ["-1", "NA", "", " "])
def test_an_unknown_figure_of_a_player_makes_the_clubs_unknown(tmp_path: Path, value: str) -> None:
    lines = [
        batting(0, 3, 3, hits=value) if line.startswith(f"stat,bline,{man(0, 3)},") else line for line in box_game()
    ]
    found = read(write(tmp_path, "2041.EBA", lines))
    assert [row["hits"] for row in found.rows("event_file_club_game")] == [None, 3]
    assert [row["batters_runs"] for row in found.rows("event_file_club_game")] == [2, 1]
    assert found.plays.quarantine == []


RECORDS: list[tuple[str, Callable[[str], str], str, str]] = [
    ("stat,bline", lambda line: line + ",0", "a wrong number of fields", "hits"),
    ("stat,bline", lambda line: line.replace(",0,1,1,4,", ",0,1,1,x,"), "text in place of a number", "hits"),
    ("stat,dline", lambda line: line.rsplit(",", 1)[0], "a wrong number of fields", "errors"),
    ("stat,tline,0", lambda _: "stat,tline,0,x,2,0,0", "text in place of a number", "left_on_base"),
    ("stat,pline", lambda line: line + ",0", "a wrong number of fields", "outs_pitched"),
    ("event,dpline", lambda line: "event,dpline", "a wrong number of fields", ""),
    ("event,hpline", lambda line: "event,qqline,0,a,b", "an unknown kind of record", ""),
    ("stat,prline", lambda line: line.replace("prline", "qqline"), "an unknown kind of record", ""),
]


@pytest.mark.parametrize(("begins", "spoil", "reason", "figure"), RECORDS)
def test_a_defective_record_is_quarantined_alone(
    tmp_path: Path, begins: str, spoil: Callable[[str], str], reason: str, figure: str
) -> None:
    lines = box_game()
    at = next(at for at, line in enumerate(lines) if line.startswith(begins))
    lines[at] = spoil(lines[at])
    found = read(write(tmp_path, "2041.EBA", lines))
    assert found.reasons == [(at + 1, 1, reason)]
    (game,) = found.rows("event_file_game")
    assert (game["visitor_score"], game["home_score"]) == (2, 1)
    visitors, home = found.rows("event_file_club_game")
    for name in ("hits", "errors", "outs_pitched"):
        assert (visitors[name] is None) == (name == figure)
        assert home[name] is not None
    assert (visitors["left_on_base"] is None) == (figure == "left_on_base")


def test_a_clubs_totals_are_known_records_and_replace_no_players_figure(tmp_path: Path) -> None:
    totals = ["stat,btline,0,34,9,9" + ",0" * 14 + ",-1", "stat,dtline,0,27,27,9,9,1,0,0"]
    found, without = (
        read(write(tmp_path / name, "2041.EBN", [*box_game(), *more])) for name, more in (("a", totals), ("b", []))
    )
    assert found.plays.quarantine == []
    assert found.rows("event_file_club_game") == without.rows("event_file_club_game")


def test_a_record_of_no_club_makes_the_figures_of_both_unknown(tmp_path: Path) -> None:
    lines = [line.replace("stat,tline,0,", "stat,tline,2,") for line in box_game()]
    found = read(write(tmp_path, "2041.EBA", lines))
    assert [row["left_on_base"] for row in found.rows("event_file_club_game")] == [None, None]
    assert [reason for *_, reason in found.reasons] == ["a side that is neither 0 nor 1"]


@pytest.mark.parametrize(
    ("begins", "becomes", "reason"),
    [
        ("line,1", [], "not one line score of each club"),
        ("line,1", ["line,0,1"], "not one line score of each club"),
        ("line,1", ["line,1,0,-1"], "a line score with unknown runs"),
        ("line,1", ["line,1,0,x"], "not one line score of each club"),
        ("info,hometeam", [], "no visteam or hometeam"),
        ("info,hometeam", ["info,hometeam,VVV"], "a club plays itself"),
        ("id,", ["id,HHH204204010"], "a 2042 game in a 2041 file"),
        ("id,", ["id,HHH204113010"], "the date in the game's id is invalid"),
    ],
)
def test_a_game_without_clubs_or_result_is_quarantined(
    tmp_path: Path, begins: str, becomes: list[str], reason: str
) -> None:
    bad = box_game()
    at = next(at for at, line in enumerate(bad) if line.startswith(begins))
    bad[at : at + 1] = becomes
    folder = write(tmp_path, "2041.EBA", box_game("20410402"), bad, box_game("20410403"))
    if "2042" in reason:
        for side, club in enumerate(("VVV", "HHH")):
            (folder / f"{club}2042.ROS").write_text(roster(side))
    found = read(folder)
    (row,) = found.plays.quarantine
    assert (row["lines"], row["reason"]) == (len(bad), reason)
    assert [game["game_id"] for game in found.rows("event_file_game")] == ["HHH204104020", "HHH204104030"]


@pytest.mark.parametrize(
    ("becomes", "reason", "clubs"),
    [
        ("start,vvvx0001", "a wrong number of fields", {"VVV", "HHH"}),
        ('start,,"A Man",0,1,2', "a missing player id", {"VVV"}),
        ('start,vvvx0001,"A Man",0,2,2', "an invalid or occupied place in a lineup", {"VVV"}),
        ('start,vvvx0001,"A Man",0,one,2', "text in place of a number", {"VVV"}),
    ],
)
def test_a_defect_of_a_lineup_costs_that_lineup(tmp_path: Path, becomes: str, reason: str, clubs: set[str]) -> None:
    bad = box_game()
    at = next(at for at, line in enumerate(bad) if line.startswith("start,"))
    bad[at] = becomes
    found = read(write(tmp_path, "2041.EBA", bad))
    (game,) = found.rows("event_file_game")
    assert (game["visitor_score"], game["home_score"]) == (2, 1)
    sides = {row["club"]: row for row in found.rows("event_file_club_game")}
    assert {club for club, row in sides.items() if not row["has_lineup"]} == clubs
    assert {club for club, row in sides.items() if row["starting_pitcher_id"] is None} == clubs
    assert {row["club"] for row in found.rows("event_file_lineup")} == {"VVV", "HHH"} - clubs
    starts = sum(line.startswith("start,") for line in bad)
    lost = [(lines, why) for _, lines, why in found.reasons]
    assert sum(lines for lines, _ in lost) == starts * len(clubs) // 2
    assert all(reason in why and "not used)" in why for _, why in lost)


def test_a_record_of_unknown_kind_costs_only_itself(tmp_path: Path) -> None:
    lines = box_game()
    lines[1] = "verzion,2"
    found = read(write(tmp_path, "2041.EBA", lines))
    assert len(found.rows("event_file_game")) == 1
    assert found.reasons == [(2, 1, "an unknown kind of record")]
    assert len(found.rows("event_file_lineup")) == 18


def test_a_club_without_a_roster_costs_only_the_hands(tmp_path: Path) -> None:
    found = read(write(tmp_path, "2041.EBR", box_game(hometeam="QQQ")))
    visitors, home = found.rows("event_file_club_game")
    assert (home["club"], home["runs"], home["starting_pitcher_id"]) == ("QQQ", 1, man(1, 10))
    assert (visitors["opposing_starter_throws"], home["opposing_starter_throws"]) == (None, "L")
    assert {row["bats"] for row in found.rows("event_file_lineup") if row["club"] == "QQQ"} == {None}
    assert len(found.rows("event_file_person")) == 24  # 18 of the lineups, two starting pitchers and four substitutes
    ((_, lines, reason),) = found.reasons
    assert (lines, reason) == (0, "no roster (of QQQ in 2041: hands of its players are unknown)")


@pytest.mark.parametrize(
    ("code", "league"), [("A", "AL"), ("F", "FL"), ("T", "NA"), ("NN1", "NNL"), ("NN2", "NN2"), ("", None)]
)
def test_a_clubs_league_by_the_code_of_the_clubs_file(tmp_path: Path, code: str, league: str | None) -> None:
    """Retrosheet writes T for the National Association of 1871 to 1875."""
    folder = write(tmp_path, "2041HHH.EBA", box_game())
    (folder / f"TEAM{SEASON}").write_text(f"VVV,{code},Verdant,Voles\nHHH,{code},Hollow,Herons\n")
    assert [side["league"] for side in read(folder).rows("event_file_club_game")] == [league, league]


def test_records_before_the_first_game_are_quarantined(tmp_path: Path) -> None:
    found = read(write(tmp_path, "2041.EBA", ["line,0,1,0", "com,lost"], box_game()))
    assert sorted(found.reasons) == [(line, 1, "a record before any id record") for line in (1, 2)]
    assert len(found.rows("event_file_game")) == 1


def test_a_player_in_two_slots_costs_the_lineup_and_not_the_result(tmp_path: Path) -> None:
    lines = [line.replace(f"start,{man(0, 2)},", f"start,{man(0, 1)},") for line in box_game()]
    records = season_tables.records(SEASON, events=write(tmp_path, "2041.EBA", lines))
    made = season_tables.made("game", "club_game", "lineup", "exception", **records)
    assert [row["visitor_score"] for row in made["game"]] == [2]
    assert {row["club"]: row["has_lineup"] for row in made["club_game"]} == {"VVV": False, "HHH": True}
    assert {row["club"] for row in made["lineup"]} == {"HHH"}
    (lost,) = [row for row in made["exception"] if row["kind"] == "withheld_lineup"]
    assert (lost["club"], lost["evidence"], lost["source_file"], lost["source_line"]) == (
        "VVV", f"First1 Last1 ({man(0, 1)}) is listed twice: slots 1, 2", "2041.EBA", 1
    )  # fmt: skip


def test_plays_supersede_a_box_score_which_fills_in_what_they_lack(tmp_path: Path) -> None:
    folder = write(tmp_path, "2041.EBA", box_game(attendance="900", wp="vvvx0010"), box_game("20410402"))
    write_events(folder, [*header(attendance="800"), *quiet_game()[len(header()) :]])
    found = read(folder)
    games = {row["game_id"]: row for row in found.rows("event_file_game")}
    first, second = games["HHH204104010"], games["HHH204104020"]
    assert (first["account"], second["account"]) == ("play_by_play", "box_score")
    assert (first["attendance"], first["winning_pitcher_id"], first["visitor_score"]) == (800, "vvvx0010", 1)
    assert Counter(row["game_id"] for row in found.rows("event_file_lineup")) == dict.fromkeys(games, 18)
    assert Counter(row["game_id"] for row in found.rows("event_file_club_game")) == dict.fromkeys(games, 2)
    assert found.plays.quarantine == []
    (row,) = found.written["superseded_account"]
    assert row == {
        "game_id": "HHH204104010",
        "season": SEASON,
        "source": "retrosheet_event",
        "account": "box_score",
        "used_account": "play_by_play",
        "used_file": "2041HHH.EVA",
        "source_file": "2041.EBA",
        "source_line": 1,
    }


def test_play_by_play_supersedes_deduced_plays_and_the_fullest_of_a_kind_is_used(tmp_path: Path) -> None:
    """A name that sorts first, and a copy that is read first, do not win."""
    folder = write(tmp_path, "2041AAA.EDA", quiet_game(), quiet_game(day="20410402"))
    short, full = quiet_game(5), quiet_game(9)
    (folder / "2041BBB.EVA").write_text("\n".join([*short, ""]))
    (folder / "2041CCC.EVA").write_text("\n".join([*full, ""]))
    found = read(folder)
    games = {row["game_id"]: (row["account"], row["source_file"]) for row in found.rows("event_file_game")}
    assert games["HHH204104020"] == ("deduced", "2041AAA.EDA")
    assert games["HHH204104010"] == ("play_by_play", "2041CCC.EVA")
    superseded = {(row["source_file"], row["account"]) for row in found.written["superseded_account"]}
    assert superseded == {("2041AAA.EDA", "deduced"), ("2041BBB.EVA", "play_by_play")}
    assert found.plays.quarantine == []


def test_identical_copies_in_two_archives_are_one_game(tmp_path: Path) -> None:
    inside = write(tmp_path / "inside", "2041.EBR", box_game())
    for name in ("2041box.zip", "2041ngl.zip"):
        with ZipFile(tmp_path / name, "w") as archive:
            for file in sorted(inside.iterdir()):
                archive.write(file, file.name)
    for file in inside.iterdir():
        file.unlink()
    found = read(tmp_path)
    assert [row["source_file"] for row in found.rows("event_file_game")] == ["2041box.zip/2041.EBR"]
    assert [row["source_file"] for row in found.written["superseded_account"]] == ["2041ngl.zip/2041.EBR"]
    assert len(found.rows("event_file_lineup")) == 18
    assert found.plays.quarantine == []


def mentions(found: Read) -> Counter[tuple[str, str]]:
    """How often each person is mentioned by a name."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in found.rows("event_file_person"):
        counts[row["source_id"], row["name"]] += row["mentions"]
    return counts


def test_box_scores_in_several_batches_give_the_same_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path, "2041A.EBA", box_game(), box_game("20410402"))
    (folder / "2041B.EBN").write_text("\n".join([*box_game("20410403"), *box_game(), ""]))
    together = read(folder)
    monkeypatch.setattr(season_module, "BATCH_BYTES", 1)
    apart = read(folder)
    for name in ("event_file_game", "event_file_club_game", "event_file_lineup", "event_file_player_line"):
        assert sorted(map(repr, together.rows(name))) == sorted(map(repr, apart.rows(name)))
    assert mentions(together) == mentions(apart)
    assert together.written["superseded_account"] == apart.written["superseded_account"]
    assert len(apart.rows("event_file_game")) == 3


@pytest.mark.parametrize(
    ("label", "account", "game_type"),
    [
        ("1914eve.zip/1914BOS.EVA", "play_by_play", "regular"),
        ("1938NYA.EDA", "deduced", "regular"),
        ("1914box.zip/1914.ebf", "box_score", "regular"),
        ("ngl.zip/1938.EBR (2)", "box_score", "regular"),
        ("1906WS.EVE", "play_by_play", "postseason"),
        ("1884WS.EBE", "box_score", "postseason"),
        ("1934AS.EVE", "play_by_play", "all_star"),
        ("2010_NYP_PlayByPlay.csv", "play_by_play", None),
    ],
)
def test_the_account_and_the_type_by_the_file_s_name(label: str, account: str, game_type: str | None) -> None:
    assert account_of(label) == account
    assert type_by_file(label) == game_type


runs = st.lists(st.integers(0, 12), min_size=1, max_size=15)
figures = st.one_of(st.none(), st.integers(0, 9))


@settings(deadline=None, max_examples=trials(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    innings=st.tuples(runs, runs),
    hits=st.lists(figures, min_size=18, max_size=18),
    errors=st.lists(figures, min_size=18, max_size=18),
    outs=st.lists(figures, min_size=2, max_size=6),
    attendance=st.integers(1, 99999),
    order=st.randoms(use_true_random=False),
)
def test_a_box_score_written_from_any_game_is_read_back(
    tmp_path: Path, innings: Any, hits: Any, errors: Any, outs: Any, attendance: int, order: Any
) -> None:
    """The records of the box score come in any order."""

    def written(value: int | None) -> int:
        return -1 if value is None else value

    def total(values: list[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return sum(known) if len(known) == len(values) else None

    lines = []
    for place, (hit, error) in enumerate(zip(hits, errors, strict=True)):
        side, slot = divmod(place, 9)
        lines += [batting(side, slot + 1, slot + 1, 0, written(hit)), fielding(side, slot + 1, written(error))]
    lines += [pitching(at % 2, 10 + at // 2, written(value), at // 2 + 1) for at, value in enumerate(outs)]
    lines += [f"line,{side}," + ",".join(map(str, innings[side])) for side in (0, 1)]
    order.shuffle(lines)
    folder = tmp_path / str(order.random())
    found = read(write(folder, "2041.EBN", [*header(attendance=str(attendance)), *lines]))
    (game,) = found.rows("event_file_game")
    assert (game["visitor_score"], game["home_score"], game["attendance"]) == (*map(sum, innings), attendance)
    assert (game["innings"], game["outs"]) == (max(map(len, innings)), total(outs))
    for side, row in enumerate(found.rows("event_file_club_game")):
        assert row["runs"] == sum(innings[side])
        assert (row["hits"], row["errors"]) == (total(hits[9 * side :][:9]), total(errors[9 * side :][:9]))
        assert (row["outs_pitched"], row["pitchers_used"]) == (total(outs[side::2]), len(outs[side::2]))
        assert row["left_on_base"] is None


@pytest.fixture(scope="module")
def releases(real_data: Path) -> Path:
    folder = real_data / "releases" / "retrosheet"
    if not folder.is_dir():
        pytest.skip("no releases in SKIPPER_DATA")
    return folder


def accounts(listed: Listed, season: int) -> tuple[Read, Read]:
    """The season's games read from the files with plays alone, and from its box scores alone."""
    of_season = [file for file in listed.events if file.season == season]
    with_plays = [file for file in of_season if file.account != "box_score"]
    boxes = [file for file in of_season if file.account == "box_score"]
    return tuple(Read(Listed(files, listed.rosters, []), season) for files in (with_plays, boxes))


# Club-games and slots that differ, of 2,673 games of 1914 and 1938, and why: the line score of SLN193805140 lacks a run
# that its batters and the plays have; a few box scores have another official scoring of a hit or an error; two lineups
# have players in each other's slots.
_DIFFERENCES = {"runs": 1, "hits": 4, "errors": 20, "left_on_base": 3, "starting_pitcher_id": 0, "pitchers_used": 0}
_SLOTS_THAT_DIFFER = 4


def test_real_box_scores_agree_with_the_plays_of_the_same_games(releases: Path) -> None:
    listed = list_event_files(releases)
    differing: Counter[str] = Counter(dict.fromkeys(_DIFFERENCES, 0))
    slots = compared = 0
    for season in (1914, 1938):
        plays, boxes = accounts(listed, season)
        assert boxes.plays.quarantine == []
        clubs = {(row["game_id"], row["club"]): row for row in plays.rows("event_file_club_game")}
        for row in boxes.rows("event_file_club_game"):
            other = clubs.get((row["game_id"], row["club"]))
            if other is not None:
                compared += 1
                differing.update(
                    name for name in _DIFFERENCES if None not in (row[name], other[name]) and row[name] != other[name]
                )
        lineups = {(row["game_id"], row["club"], row["slot"]): row for row in plays.rows("event_file_lineup")}
        for row in boxes.rows("event_file_lineup"):
            other = lineups.get((row["game_id"], row["club"], row["slot"]))
            slots += other is not None and other["player_id"] != row["player_id"]
    assert (compared, dict(differing), slots) == (5346, _DIFFERENCES, _SLOTS_THAT_DIFFER)


def test_the_folder_of_real_files_is_listed_whole(releases: Path) -> None:
    """Archives of game logs and of the CSV distribution beside the event files are passed over."""
    listed = list_event_files(releases)
    assert listed.unreadable == []
    kinds = Counter((file.account, file.name[-1]) for file in listed.events)
    assert {("play_by_play", letter) for letter in "AEFNR"} <= set(kinds)
    assert {("deduced", letter) for letter in "AN"} <= set(kinds)
    assert {("box_score", letter) for letter in "AFNR"} <= set(kinds)
