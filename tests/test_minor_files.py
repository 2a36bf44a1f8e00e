"""Play-by-play of the minors, on invented games: the dialect, what it leaves out, and the tables made of it."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

import event_files
import season_tables
from built_lake import build_lake
from event_files import write_events
from minor_files import COORDINATES, half, header, man, play, quiet_game, write_minors
from skipper.build.inputs import Account, Inputs, plan, shared_records
from skipper.sources.managers import reading as managers
from skipper.sources.minorleaguesplits import reading as minorleaguesplits
from skipper.sources.parsed import SourceError
from skipper.sources.plays.events.dialect import MINORLEAGUESPLITS
from skipper.sources.plays.events.event_facts import stated_runs
from skipper.sources.plays.events.event_reader import read_event
from skipper.sources.plays.events.listing import list_event_files
from skipper.sources.plays.events.minor_text import standard_text
from skipper.sources.plays.events.rosters import Rosters
from skipper.sources.retrosheet.event_files.season import SeasonPlays

GAME = "HhhXXL204104010"


def season_of(folder: Path, *games: list[str]) -> SeasonPlays:
    """The season of some games, read, with its tables in `records`."""
    inputs = Inputs(minors=write_minors(folder, *games))
    planned = plan(inputs, Account(), {"minor_player": season_tables.minor_players(folder)})
    files, rosters = list(planned.seasons[2041].texts["minors"]), planned.rosters["minorleaguesplits"]
    season = SeasonPlays(2041, files, rosters, {}, MINORLEAGUESPLITS)
    written: dict[str, list[pa.Table]] = {}
    for name, rows in season.tables():
        written.setdefault(name, []).append(rows)
    season.records |= {name: pa.concat_tables(tables) for name, tables in written.items()}
    assert sum(counts["rows_in"] for counts in season.counts) == sum(map(len, games))
    assert all(counts["rows_in"] == counts["rows_out"] + counts["rows_quarantined"] for counts in season.counts)
    return season


def rows(season: SeasonPlays, name: str) -> list[dict[str, object]]:
    """The rows of a table; none where no game has any."""
    return season.records[name].to_pylist() if name in season.records else []


@pytest.mark.parametrize(
    ("text", "standard"),
    [
        ("63/G", "63/G"),
        ("PO1(E?).1-2", "PO1(E99).1-2"),
        ("PO1(?3)", "PO1(U3)"),
        ("PO?(E?).1-2;2-3", "POU(E99).1-2;2-3"),
        ("E?/G.1-2", "E99/G.1-2"),
        ("SB2;1-3(E2)(E2/TH)", "SB2.1-3(E2/TH)"),
        ("K+SB2;1-3(E2)(E2/TH);3-H", "K+SB2.1-3(E2/TH);3-H"),
        ("SB3.2-H;SB2;1-3(E4)(E4)", "SB3;SB2.2-H;1-3(E4)"),
        ("CS3;.1-2", "CS3.1-2"),
        ("SB2+WP.2-3", "SB2.1-3(WP)"),
        ("SB2.2-3(E2/TH);3-H", "SB2.1-3(E2/TH);3-H"),
        ("SH.1-2;B-1", "FC/SH.1-2;B-1"),
        ("64/G.1X2;B-1", "64(1)/G/FO.B-1"),
        ("64/G.1X2", "64(1)/G/FO"),
        ("63/G.1X2", "63/G.1X2"),
        ("1(B)16()/LDP.2X2", "1(B)16(2)/LDP"),
        ("1(B)13()/LDP", "1(B)13(1)/LDP#"),
        ("16(-)3/GDP/G1", "16(1)3/GDP/G1#"),
        ("9/F.?X?(93)", "9/F.1X1(93)#"),
        ("9/F.?X?(95);1-2", "9/F.3X3(95);1-2#"),
    ],
)
def test_event_texts_are_rewritten_in_retrosheets_grammar(text: str, standard: str) -> None:
    assert standard_text(text) == standard
    read_event(standard)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("xxx.1-2;3-H", 1),
        ("HR/F.1-H;3-H", 3),
        ("T9/L.B-H", 1),
        ("H/L9", 1),
        ("HP.3-H", 1),
        ("K+SBH", 1),
        ("5(1)4/GDP.3-H;B-1", 1),
    ],
)
def test_an_unreadable_text_still_states_its_runs(text: str, runs: int) -> None:
    assert stated_runs(text) == runs


def test_a_game_becomes_rows_with_its_players_hands_and_league(tmp_path: Path) -> None:
    season = season_of(tmp_path, quiet_game())
    (game,) = rows(season, "event_file_game")
    assert (game["game_id"], game["date"], game["game_number"]) == (GAME, date(2041, 4, 1), "0")
    assert (game["visitor_score"], game["home_score"], game["source"]) == (1, 0, "minorleaguesplits")
    assert game["game_type"] is None
    visitors, home = rows(season, "event_file_club_game")
    assert (visitors["club"], visitors["league"], home["opponent"]) == ("VvvXXL", "XXL", "VvvXXL")
    assert (home["starting_pitcher_id"], visitors["opposing_starter_throws"]) == (man(1, 10), "L")
    first = rows(season, "event_file_lineup")[0]
    assert (first["player_id"], first["player_person_id"]) == ("1001", "mlbam:1001")
    assert (first["player_name"], first["bats"]) == ("First1 Last1", "R")


def test_a_batter_whom_nobody_names_is_the_one_whose_turn_it_is(tmp_path: Path) -> None:
    top = [play(1, 0, 1, "W"), play(1, 0, "placeholder", "PO1(23)"), *half(1, 0, 2, 2)]
    season = season_of(tmp_path, [*header(), *top, *half(1, 1, 1), play(2, 0, 4, "HR/F"), *half(2, 0, 5)])
    picked_off = rows(season, "event")[1]
    assert (picked_off["batter_id"], picked_off["slot"], picked_off["event_type"]) == (man(0, 2), 2, "pickoff")


def test_a_substitute_without_a_slot_is_known_if_in_the_game(tmp_path: Path) -> None:
    moved = quiet_game()
    moved.insert(len(header()) + 4, f"sub,{man(1, 3)},A Man,1,?,6")
    unknown = quiet_game(day="20410402")
    unknown.insert(len(header()) + 4, "sub,3001,A Stranger,1,?,6")
    season = season_of(tmp_path, moved, unknown)
    assert [(row["slot"], row["position"]) for row in rows(season, "substitution")] == [(3, 6)]
    (rejected,) = season.quarantine
    assert rejected["text"] == "sub,3001,A Stranger,1,?,6"
    assert [game["has_plays"] for game in rows(season, "event_file_game")] == [True, False]


def test_a_game_whose_plays_contradict_one_another_keeps_lineups_and_score(tmp_path: Path) -> None:
    lines = quiet_game()
    lines.insert(len(header()) + 1, play(1, 0, 2, "S8.3-H", COORDINATES))
    season = season_of(tmp_path, lines)
    (game,) = rows(season, "event_file_game")
    assert (game["visitor_score"], game["home_score"], game["has_plays"]) == (2, 0, False)
    assert game["innings"] is game["outs"] is None
    assert len(rows(season, "event_file_lineup")) == 18
    assert rows(season, "event") == []
    visitors, home = rows(season, "event_file_club_game")
    assert visitors["hits"] is visitors["pitchers_used"] is None
    assert home["starting_pitcher_id"] == man(1, 10)
    (rejected,) = season.quarantine
    assert (rejected["line"], rejected["lines"]) == (len(header()) + 2, len(lines) - len(header()))
    assert "empty base" in rejected["reason"]


def test_of_two_men_at_one_position_neither_is_known_to_have_played_there(tmp_path: Path) -> None:
    lines = [line.replace("1,4,5", "1,4,4") for line in quiet_game()]
    lines = [line for line in lines if not line.startswith(f"start,{man(1, 5)},")]
    season = season_of(tmp_path, [line for line in lines if f",{man(1, 5)}," not in line])
    (first, *_) = rows(season, "event")
    assert first["second_baseman_id"] is first["third_baseman_id"] is first["shortstop_id"] is None
    assert first["first_baseman_id"] == man(1, 2)
    assert sorted(row["slot"] for row in rows(season, "event_file_lineup") if row["club"] == "HhhXXL") == [
        *(1, 2, 3, 4),
        *(6, 7, 8, 9),
    ]


@pytest.mark.parametrize(
    ("place", "clubs", "evidence"),
    [
        ((1, 4), {"VvvXXL", "HhhXXL"}, "is in both lineups: slot 4 of HhhXXL, slot 4 of VvvXXL"),
        ((0, 5), {"VvvXXL"}, "is listed twice: slots 4, 5"),
    ],
)
def test_one_id_in_two_places_costs_the_lineups_and_the_plays(
    tmp_path: Path, place: tuple[int, int], clubs: set[str], evidence: str
) -> None:
    spoiled = [line.replace(man(*place), man(0, 4)) for line in quiet_game()]
    read = season_tables.records(2041, minors=write_minors(tmp_path, spoiled))
    made = season_tables.made("game", "club_game", "lineup", "exception", **read)
    (game,) = made["game"]
    assert (game["visitor_score"], game["home_score"], game["has_plays"]) == (1, 0, False)
    assert {row["club"] for row in made["club_game"] if not row["has_lineup"]} == clubs
    assert {row["club"] for row in made["lineup"]} == {"VvvXXL", "HhhXXL"} - clubs
    withheld = {row["club"]: row["evidence"] for row in made["exception"] if row["kind"] == "withheld_lineup"}
    assert {
        club: reason.endswith(evidence) and man(0, 4) in reason for club, reason in withheld.items()
    } == dict.fromkeys(clubs, True)


def test_a_slot_listed_twice_costs_that_lineup_and_the_plays(tmp_path: Path) -> None:
    spoiled = [line.replace(",1,4,5", ",1,3,5") if line.startswith("start") else line for line in quiet_game()]
    read = season_tables.records(2041, minors=write_minors(tmp_path, spoiled))
    made = season_tables.made("game", "club_game", "lineup", **read)
    (game,) = made["game"]
    assert (game["visitor_score"], game["home_score"], game["has_plays"]) == (1, 0, False)
    assert {row["club"]: row["has_lineup"] for row in made["club_game"]} == {"VvvXXL": True, "HhhXXL": False}
    assert {row["club"] for row in made["lineup"]} == {"VvvXXL"}
    (home,) = [row for row in made["club_game"] if row["is_home"]]
    assert (home["result"], home["starting_pitcher_id"]) == ("L", None)


def test_players_without_a_file_of_them_have_unknown_hands(tmp_path: Path) -> None:
    folder = write_minors(tmp_path, quiet_game())
    listed = list_event_files(folder, dialect=MINORLEAGUESPLITS)
    season = SeasonPlays(2041, listed.events, Rosters(), {}, MINORLEAGUESPLITS)
    for _ in season.tables():
        pass
    assert [game["has_plays"] for game in season.records["event_file_game"].to_pylist()] == [True]
    assert {row["bats"] for row in season.records["event_file_lineup"].to_pylist()} == {None}
    assert [(row["lines"], row["reason"][:9]) for row in season.quarantine] == [(0, "no roster")] * 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (f"id,{GAME}", "id,Hhh204104010", "a game's id is a club, a date and a number: BroNYP201006240"),
        (",K", ",in,territory,K", "a wrong number of fields"),
    ],
)
def test_what_cannot_be_repaired_is_in_quarantine_whole(tmp_path: Path, old: str, new: str, reason: str) -> None:
    lines = quiet_game()
    at = next(at for at, line in enumerate(lines) if old in line)
    lines[at] = lines[at].replace(old, new) + (",1,2,3" if reason.startswith("a wrong") else "")
    season = season_of(tmp_path, quiet_game(day="20410402"), lines)
    (rejected,) = season.quarantine
    assert (rejected["reason"], rejected["lines"]) == (reason, len(lines))


def test_a_player_without_an_id_costs_the_plays(tmp_path: Path) -> None:
    named = [line.replace(f"start,{man(0, 10)},A Man", "start,Smith,Smith") for line in quiet_game()]
    season = season_of(tmp_path, named)
    visitors, home = rows(season, "event_file_club_game")
    assert visitors["starting_pitcher_id"] is home["opposing_starter_id"] is None
    assert (visitors["runs"], home["starting_pitcher_id"]) == (1, man(1, 10))
    assert len(rows(season, "event_file_lineup")) == 18
    assert "Smith" not in {row["source_id"] for row in rows(season, "event_file_person")}
    (rejected,) = season.quarantine
    assert (rejected["reason"], rejected["text"]) == (
        "a player without a known id (plays not used)",
        "start,Smith,Smith,0,0,1",
    )


def test_a_copy_that_can_be_followed_goes_before_one_that_cannot(tmp_path: Path) -> None:
    spoiled = quiet_game()
    spoiled.insert(len(header()) + 1, play(1, 0, 2, "S8.3-H"))
    season = season_of(tmp_path, spoiled, quiet_game())
    assert [row["has_plays"] for row in rows(season, "event_file_game")] == [True]
    assert season.quarantine == []
    (superseded,) = rows(season, "superseded_account")
    used = season.records["event_file_game"].to_pylist()[0]
    assert (superseded["game_id"], superseded["source_line"]) == (GAME, 1)
    assert used["source_line"] == len(spoiled) + 1


@pytest.mark.parametrize("form", ["as published", "upper case", "packed", "zipped"])
def test_the_files_of_any_season_are_read_in_any_form(tmp_path: Path, form: str) -> None:
    """Neither the letter case nor the packing of a name loses games, hands or organizations: here a season of 2006."""
    folder = write_minors(tmp_path, quiet_game(day="20060401"), season=2006)
    (folder / "minorLeagueSplitsTeams.csv").write_text("TeamID,City,Nickname,League,06Aff\nHhhXXL,Hh,Owls,XXL,Iro\n")
    franchises = "franchiseID,franchiseCity,franchiseNickname\nIro,Ironmoor,Anvils\n"
    (folder / "minorLeagueSplitsFranchises.csv").write_text(franchises)
    for file in list(folder.iterdir()):
        if form == "upper case":
            file.rename(folder / file.name.upper())
        elif form == "packed":
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes()))
            file.unlink()
        elif form == "zipped" and "PlayByPlay" in file.name:
            with zipfile.ZipFile(folder / "2006.zip", "w") as archive:
                archive.write(file, f"MinorLeagueSplits/{file.name}")
            file.unlink()
    inputs = Inputs(minors=folder)
    read = season_tables.records(2006, minors=folder)
    (game,) = season_tables.one("game", **read)
    assert (game["season"], game["visitor_score"], game["has_plays"]) == (2006, 1, True)
    assert {row["bats"] for row in season_tables.one("lineup", **read)} == {"L", "R", "B"}
    affiliates = shared_records(inputs, Account())["affiliate"].to_pylist()
    assert [(row["season"], row["name"], row["organization_name"]) for row in affiliates] == [
        (2006, "Hh Owls", "Ironmoor Anvils")
    ]


def test_two_files_of_players_cost_the_players_and_not_the_games(tmp_path: Path) -> None:
    """Once, one of them was read and the other's hands were lost; later, the build was refused."""
    folder = write_minors(tmp_path, quiet_game())
    (folder / "minorLeagueSplitsPlayers.csv.gz").write_bytes(gzip.compress(b"MLBAM,First,Last,Bats,Throws,M,D,Y\n"))
    account = Account()
    assert shared_records(Inputs(minors=folder), account)["minor_player"].num_rows == 0
    (withheld,) = account.withheld
    names = "minorLeagueSplitsPlayers.csv and minorLeagueSplitsPlayers.csv.gz"
    assert withheld.says == f"{names} are the same table: keep one: nothing of the file is used"
    planned = plan(Inputs(minors=folder), Account())
    assert list(planned.seasons) == [2041]


def test_a_level_game_has_no_result_and_keeps_its_lineups(tmp_path: Path) -> None:
    folder = write_minors(tmp_path, quiet_game(runs=0), quiet_game(day="20410402"))
    read = season_tables.records(2041, minors=folder)
    made = season_tables.made("game", "club_game", "lineup", "exception", **read)
    level, won = sorted(made["game"], key=lambda game: game["date"])
    assert (level["home_score"], level["visitor_score"], won["visitor_score"]) == (None, None, 1)
    results = {(row["game_id"], row["club"]): (row["result"], row["decided_by"]) for row in made["club_game"]}
    assert results[GAME, "VvvXXL"] == results[GAME, "HhhXXL"] == ("N", "none")
    assert results[won["game_id"], "VvvXXL"] == ("W", "play")
    assert len(made["lineup"]) == 36
    assert {(row["kind"], row["club"]) for row in made["exception"]} == {
        ("level_at_end", "VvvXXL"),
        ("level_at_end", "HhhXXL"),
    }
    assert all(row["manager_id"] is None for row in made["club_game"])


def test_the_regular_season_ends_when_fewer_than_half_of_the_clubs_play(tmp_path: Path) -> None:
    clubs = {"home": "AaaXXL", "visitors": "BbbXXL"}
    games = [quiet_game(day="20410401"), quiet_game(day="20410401", **clubs)]  # four clubs
    games += [quiet_game(day="20410403", **clubs), quiet_game(day="20410405")]
    games += [quiet_game(day="20410406", home="AaaXXL", visitors="CccXXL")]  # a fifth: two of five are fewer than half
    read = season_tables.records(2041, minors=write_minors(tmp_path, *games))
    made = season_tables.made("game", "club_game", **read)
    types = {row["game_id"]: (row["game_type"], row["game_type_source"]) for row in made["game"]}
    assert types == {
        GAME: ("regular", "inferred"),
        "AaaXXL204104010": ("regular", "inferred"),
        "AaaXXL204104030": ("postseason", "inferred"),
        "HhhXXL204104050": ("postseason", "inferred"),
        "AaaXXL204104060": ("postseason", "inferred"),
    }


LEAGUES = "league,name,first_season,last_season,level,source\nXXL,Example,2041,,A-,own\n"


def test_leagues_come_from_skippers_list_and_the_users(tmp_path: Path) -> None:
    own = tmp_path / "leagues.csv"
    own.write_text(LEAGUES)
    records = shared_records(Inputs(leagues=own), Account())
    levels = {row["league"]: (row["level"], row["first_season"]) for row in records["league_file"].to_pylist()}
    assert {name: levels[name] for name in ("XXL", "APP", "GCL")} == {
        "XXL": ("A-", 2041),
        "APP": ("Rk+", 1963),
        "GCL": ("Rk", 1966),
    }


def test_a_player_of_the_register_has_one_id_from_either_source(tmp_path: Path) -> None:
    people = [
        {"person_id": "0a", "retrosheet_id": "smitj001", "mlbam_id": "1001", "first_name": "Jo", "last_name": "Smith"}
    ]
    given = {"register_people": people, "mlbam_source": [{"source": "minors"}]}
    known = season_tables.one("known_person", **given)
    assert {(row["source_id"], row["id_source"], row["person_id"]) for row in known} == {
        ("smitj001", "retrosheet", "0a"),
        ("1001", "mlbam", "0a"),
    }
    read = season_tables.records(2041, minors=write_minors(tmp_path, quiet_game()))
    named = season_tables.one("person_name", **given, event_file_person=read["event_file_person"])
    assert {row["id"]: (row["source"], row["person_id"]) for row in named if row["id"] in ("1001", "1002")} == {
        "1001": ("mlbam", "0a"),
        "1002": ("mlbam", "mlbam:1002"),
    }


def test_the_minors_alone_are_enough_and_carry_their_notice(tmp_path: Path) -> None:
    inputs = Inputs(minors=write_minors(tmp_path, quiet_game()))
    inputs.require()
    assert inputs.notices() == [minorleaguesplits.NOTICE, managers.NOTICE]
    assert inputs.sources() == {"minors": str(tmp_path)}
    with pytest.raises(SourceError, match="absent: no such file or folder"):
        Inputs(minors=tmp_path / "absent").require()
    with pytest.raises(SourceError, match=r"2010_NYP_PlayByPlay\.csv"):
        plan(Inputs(minors=tmp_path / "minorLeagueSplitsLeagues.csv"), Account())


def test_a_lake_holds_the_minors_beside_the_majors_of_the_same_season(spark: SparkSession, tmp_path: Path) -> None:
    events = write_events(tmp_path / "events", event_files.quiet_game())
    minors = write_minors(tmp_path / "minors", quiet_game(), quiet_game(runs=0, day="20410402"))
    (tmp_path / "leagues.csv").write_text(LEAGUES)
    given = Inputs(events=events, minors=minors, leagues=tmp_path / "leagues.csv")
    built = build_lake(spark, given, tmp_path / "lake")
    games = (
        built.reader().query("SELECT source, level, has_plays, home_score FROM game ORDER BY source, date").fetchall()
    )
    assert games == [
        ("minorleaguesplits", "A-", True, 0),
        ("minorleaguesplits", "A-", True, None),
        ("retrosheet_event", "MLB", True, 0),
    ]
    people = (
        built.reader()
        .query("SELECT source, count(*) FROM person WHERE source <> 'managers' GROUP BY source ORDER BY source")
        .fetchall()
    )
    assert people == [("mlbam", 20), ("retrosheet", 20)]
    assert built.report.exceptions == {}
    logged = built.reader().query(
        "SELECT sum(rows_in), sum(rows_out), sum(rows_quarantined) FROM build_log WHERE source = 'minorleaguesplits'"
    )
    lines = len(quiet_game()) + len(quiet_game(runs=0)) + 20  # the last are players
    assert logged.fetchone() == (lines, lines, 0)


@pytest.mark.parametrize(
    ("slots", "turns", "entered", "said"),
    [
        (range(1, 9), 0, (), "8 batters, none in slot 9: the source does not say why"),
        (
            range(1, 9),
            8,
            (),
            "8 batters, none in slot 9: the plays end in inning 2, after 8 plate appearances of the club",
        ),
        (range(1, 9), 27, (), "8 batters, none in slot 9: the source does not say why"),
        ((1, 2, 4, 5, 6, 8, 9), 9, (), "7 batters, none in slots 3, 7: the source does not say why"),
        (
            range(1, 9),
            27,
            (("taken", 9), ("changed", 4)),
            "8 batters, none in slot 9: taken enters slot 9 in inning 3 (line 77)",
        ),
        (range(1, 10), 27, (), None),
    ],
)
def test_a_short_lineup_names_the_slots_without_a_batter_and_the_reason(
    slots: Sequence[int], turns: int, entered: Sequence[tuple[str, int]], said: str | None
) -> None:
    """A club that bats round with eight players lacks a batter; one that has not reached the slot may not."""
    of_plays = {"season": 2041, "game_id": "a"}
    game = {**of_plays, "source": "minorleaguesplits"}
    rows = season_tables.one(
        "exception",
        lineup=[{**game, "club": "HHH", "slot": slot} for slot in slots],
        plate_appearance=[
            {
                **of_plays,
                "batting_club": "HHH",
                "number": turn,
                "slot": slots[turn % len(slots)],
                "inning": 1 + turn // 4,
            }
            for turn in range(turns)
        ],
        substitution=[
            {
                **of_plays,
                "club": "HHH",
                "sequence": 1,
                "player_id": player,
                "slot": slot,
                "inning": 3,
                "source_line": 77,
            }
            for player, slot in entered
        ],
        game=[game],
        club_game=[],
    )
    assert [(row["kind"], row["evidence"]) for row in rows] == (
        [("short_lineup", f"the source lists {said}")] if said else []
    )


@pytest.mark.parametrize(
    ("listed", "reason"),
    [
        (
            [(1, "a"), (2, "b"), (2, "c"), *((slot, f"p{slot}") for slot in range(3, 10))],
            "slot 2 is listed twice: B (b), c",
        ),
        ([(slot, f"p{slot}") for slot in range(1, 9)], "8 of nine players are listed, none in slot 9"),
        ([(slot, f"p{slot}") for slot in (1, 2, 5, 6, 7, 8)], "6 of nine players are listed, none in slots 3, 4, 9"),
        ([(slot, f"p{slot}") for slot in range(2, 11)], "a slot is not 1 to 9"),
    ],
)
def test_a_withheld_lineup_says_which_slot(listed: list[tuple[int, str]], reason: str) -> None:
    game = {"season": 2041, "game_id": "a", "source": "retrosheet_event", "precedence": 2, "club": "HHH"}
    rows = season_tables.one(
        "withheld_lineup",
        listed_lineup=[
            {**game, "slot": slot, "player_id": player, "player_name": "B" if player == "b" else None}
            for slot, player in listed
        ],
    )
    assert [row["reason"] for row in rows] == [reason]
