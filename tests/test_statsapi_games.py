"""Games, lineups and managers of a season by the Stats API: from stored responses to tables, without Spark."""

from __future__ import annotations

import re
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import season_tables
from skipper.sources.affiliations import reading as affiliations
from skipper.sources.leagues import reading as leagues
from skipper.sources.managers.reading import MANAGER
from skipper.sources.parsed import Parsed
from skipper.sources.statsapi.reading import RECORD_SETS, only_final, read_season, read_teams
from skipper.sources.statsapi.store import Store
from statsapi_league import SEASON, Api, Json, entry, invented, real
from test_statsapi import stored

WANTED = ("game", "game_difference", "club_game", "lineup", "club", "affiliation", "player_usage")
HAND = {"season": SEASON, "role": "manager", "source": "https://example.org/", "given_by": "user"}

Tables = dict[str, list[dict[str, Any]]]


class Season:
    """The invented season: its API, to be changed, and the tables that are made of it and of what else is given."""

    def __init__(self, folder: Path) -> None:
        self.api: Api = invented()
        self.folder = folder
        self.year = SEASON

    def store(self) -> Store:
        return stored(self.folder, self.api, self.year)

    def parsed(self, store: Store | None = None) -> Parsed:
        return only_final(read_season(store or self.store(), self.year))

    def made(self, name: str, **given: Any) -> list[dict[str, Any]]:
        """Return the rows of one table."""
        return self.tables(wanted=(name,), **given)[name]

    def tables(self, affiliates: list[Json] = (), wanted: tuple[str, ...] = WANTED, **given: Any) -> Tables:
        store = self.store()
        parsed = self.parsed(store)
        records = {name: parsed.records[name][0] for name in RECORD_SETS}
        teams = read_teams(store)
        listed = leagues.read_leagues(None)
        beside = pa.Table.from_pylist(affiliates, affiliations.AFFILIATE)
        shared = {
            "league_file": pa.concat_tables([listed, leagues.unlisted(teams, listed)]),
            "affiliate": pa.concat_tables([beside, affiliations.of_teams(teams, [beside])]),
            "mlbam_source": pa.table({"source": ["statsapi"]}),
        }
        return season_tables.made(*wanted, **shared, **records, **given)

    def staff(self, club: int, *jobs: tuple[int, str]) -> None:
        """Replace a club's coaches: person and job of each."""
        roster = [{"person": {"id": who, "fullName": f"Coach {who}"}, "job": job, "jobId": job} for who, job in jobs]
        self.api.documents[f"/api/v1/teams/{club}/coaches?season={SEASON}"] = {"roster": roster}


@pytest.fixture
def season(tmp_path: Path) -> Season:
    return Season(tmp_path)


def managers(tables: Tables, club: str) -> set[tuple[str | None, str | None]]:
    return {(row["manager_name"], row["manager_source"]) for row in tables["club_game"] if row["club"] == club}


def hand(**row: Any) -> pa.Table:
    return pa.Table.from_pylist([{**HAND, "club": "Alder Foxes", "league": "International League", **row}], MANAGER)


def test_a_worker_without_the_store_does_not_lose_the_season(season: Season) -> None:
    store = season.store()
    shutil.rmtree(store.folder)
    with pytest.raises(FileNotFoundError, match=str(store.folder)):
        season.parsed(store)


def test_a_game_under_three_dates_is_one_and_an_unfinished_one_is_counted(season: Season) -> None:
    games = {row["game_id"]: row for row in season.tables()["game"]}
    assert len(games) == 23
    assert games["901201605020"]["home_score"] == 5001 % 10
    assert "901201604110" not in games
    suspended = games["901201605130"]
    assert (suspended["date"], suspended["completed_on"]) == (date(2016, 5, 13), date(2016, 6, 1))
    (lost,) = season.parsed().rejected
    assert (lost.line, lost.reason) == (3, "not final: Cancelled")


def test_a_game_without_box_score_has_its_result_and_no_lineup(season: Season) -> None:
    sides = [row for row in season.tables()["club_game"] if row["date"] == date(2016, 6, 18) and row["level"] == "AAA"]
    assert [(row["has_lineup"], row["starting_pitcher_id"]) for row in sides] == [(False, None)] * 2
    assert {row["result"] for row in sides} == {"W", "L"}


def test_every_entry_read_is_kept_or_quarantined(season: Season) -> None:
    parsed = season.parsed()
    rejected = sum(item.line is not None for item in parsed.rejected)
    assert parsed.read.total() == parsed.kept.total() + rejected


def test_two_games_of_a_day_are_numbered_and_a_short_one_says_so(season: Season) -> None:
    day, _first = season.api.games[12][0]
    second = season.api.games[12][1][1]
    second |= {"officialDate": str(day), "gameNumber": 2, "scheduledInnings": 7}
    games = {row["game_id"]: row["scheduled_innings"] for row in season.tables()["game"] if row["date"] == day}
    assert {game: games[game] for game in games if game.startswith("903")} == {"903201604101": 9, "903201604102": 7}


def test_lineups_hands_leagues_and_levels(season: Season) -> None:
    tables = season.tables()
    lineup = [row for row in tables["lineup"] if row["game_id"] == "903201604100" and row["club"] == "904"]
    assert [
        (row["player_id"], row["position"], row["bats"]) for row in sorted(lineup, key=lambda row: row["slot"])
    ] == [(f"9040{slot}", slot + 1, "B") for slot in range(1, 10)]
    clubs = {row["club"]: (row["name"], row["league"], row["level"]) for row in tables["club"]}
    assert clubs["901"] == ("Alder Foxes", "IL", "AAA")
    assert clubs["904"] == ("Dogwood Rams", "EL", "AA")
    assert {row["opposing_starter_throws"] for row in tables["club_game"] if row["has_lineup"]} == {"R"}
    assert {row["club"] for row in tables["affiliation"] if row["organization_name"] == "New York Mets"} == {
        "901",
        "903",
    }


def test_a_league_that_no_list_has_gets_its_level_from_the_snapshot(season: Season) -> None:
    for club in season.api.documents[f"/api/v1/teams?season={SEASON}&sportIds=12"]["teams"]:
        club["league"] = {"id": 999, "name": "Ridge League"}
    tables = season.tables()
    assert {(row["league"], row["level"]) for row in tables["club"] if row["club"] in ("903", "904")} == {("999", "AA")}


def test_a_starting_pitcher_without_a_feed_is_named_by_a_roster() -> None:
    sides = [{"season": SEASON, "game_pk": str(pk), "team_id": "901", "starting_pitcher_id": pitcher}
             for pk, pitcher in ((1, "90140"), (2, "90141"), (3, "90141"))]  # fmt: skip
    rosters = [{"season": year, "team_id": club, "player_id": player, "name": name} for year, club, player, name in
               ((SEASON, "901", "90141", "Al Arm"), (SEASON, "902", "90141", "Al Arm"),
                (SEASON - 1, "901", "90140", "Bo Arm"))]  # fmt: skip
    rows = season_tables.one("statsapi_named", statsapi_side=sides, statsapi_rostered=rosters)
    assert {(row["source_id"], row["name"], row["mentions"]) for row in rows} == {
        ("90140", None, 1),
        ("90141", "Al Arm", 2),
    }


@pytest.mark.parametrize(
    ("jobs", "named"),
    [
        ([(1, "MNGR"), (1, "MNGR"), (3, "ASSM")], ("Coach 1", "statsapi_coaches")),
        ([(1, "MNGR"), (2, "NTRM")], (None, None)),
        ([(1, "MNGR"), (2, "MNGR")], (None, None)),
        ([(2, "NTRM")], (None, None)),
        ([(3, "ASSM")], (None, None)),
    ],
)
def test_a_single_manager_among_the_coaches_is_named(
    season: Season, jobs: list[tuple[int, str]], named: tuple[str | None, str | None]
) -> None:
    season.staff(901, *jobs)
    assert managers(season.tables(), "901") == {named}


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ({}, {("By Hand", "file")}),
        ({"last_day": date(2016, 5, 31), "to": "2016-05-31"}, {("By Hand", "file"), (None, None)}),
    ],
)
def test_the_file_kept_by_hand_comes_first_and_its_gaps_stay(
    season: Season, row: Json, named: set[tuple[str | None, str | None]]
) -> None:
    season.staff(901, (1, "MNGR"))
    season.staff(902, (2, "MNGR"))
    tables = season.tables(manager_file=hand(manager="By Hand", **row))
    assert managers(tables, "901") == named
    assert managers(tables, "902") == {("Coach 2", "statsapi_coaches")}


def test_real_schedules_give_each_final_game_once(real_data: Path, tmp_path: Path) -> None:
    """AAA and AA of 2023, to July; by the flattened schedules, whose doubleheaders are of seven innings each."""
    api = real(real_data)
    season = Season(tmp_path)
    season.api, season.year = api, 2023
    entries = [game for games in api.games.values() for _listed, game in games]
    final = {game["gamePk"] for game in entries if game["status"]["codedGameState"] == "F"}
    games = season.tables()["game"]
    assert len({row["game_id"] for row in games}) == len(games) == len(final) == 2620
    assert {row["level"] for row in games} == {"AAA", "AA"}
    short = [row["game_number"] for row in games if row["scheduled_innings"] == 7]
    assert len(short) == 227
    assert {row["scheduled_innings"] for row in games if row["game_number"] in "12"} == {7}


def test_plays_come_before_responses_and_responses_before_scores(season: Season) -> None:
    """One game has plays, a response and a score; the play by play's code of its club is found by the club's name."""
    splits = {"season": SEASON, "source": "minor_league_splits", "name": "Alder Foxes", "league": "IL"}
    day, game_id = date(2016, 6, 16), "AldIL201606160"
    game = {"game_id": game_id, "season": SEASON, "date": day, "game_number": "0", "source_file": "f", "source_line": 1}
    plays = {**game, "game_type": "regular", "source": "minorleaguesplits", "has_plays": True, "outs": 51}
    plays |= {"home_runs_among_steals": 0, "visitor_runs_among_steals": 0}
    sides = [
        {**game, "club": club, "opponent": other, "is_home": club == "AldIL", "league": "IL", "hits": 9}
        for club, other in (("AldIL", "902"), ("902", "AldIL"))
    ]
    for row in sides:
        del row["source_file"], row["source_line"]
    clubs = {"home_club": "AldIL", "visitor_club": "902", "home_score": 8, "visitor_score": 1}
    score = score_of(day, home=7, visitor=1)
    given = {"affiliates": [{**splits, "source_club": "AldIL", "organization": "Nym"}], "score": [score]}

    def told(**more: Any) -> dict[str, Any]:
        (found,) = [row for row in season.tables(**given, **more)["game"] if row["game_id"] == game_id]
        return found

    assert (told()["source"], told()["scheduled_innings"]) == ("statsapi", 9)
    of_plays = told(event_file_game=[{**plays, **clubs}], event_file_club_game=sides)
    assert (of_plays["source"], of_plays["home_score"], of_plays["scheduled_innings"]) == ("minorleaguesplits", 8, 9)
    differing = season.tables(**given, event_file_game=[{**plays, **clubs}], event_file_club_game=sides)[
        "game_difference"
    ]
    scores = {
        (row["club"], row["other_source"], row["value"], row["other_value"])
        for row in differing
        if row["figure"] == "runs_for"
    }
    assert scores == {("AldIL", "statsapi", "8", "6"), ("AldIL", "minors_scores", "8", "7")}


def test_a_stated_game_type_comes_before_an_inferred_one(season: Season) -> None:
    """The play by play does not mark its postseason; the API's type counts, but its scores and id do not."""
    splits = {"season": SEASON, "source": "minor_league_splits", "name": "Alder Foxes", "league": "IL"}
    (day, stated), *_ = [listed for listed in season.api.games[11] if listed[1]["teams"]["home"]["team"]["id"] == 901]
    stated["gameType"] = "F"
    game = {"game_id": f"AldIL{day:%Y%m%d}0", "season": SEASON, "date": day, "game_number": "0"}
    plays = {**game, "source": "minorleaguesplits", "source_file": "f", "source_line": 1, "has_plays": True}
    plays |= {"home_club": "AldIL", "visitor_club": "902", "home_score": 8, "visitor_score": 1}
    sides = [
        {**game, "club": club, "opponent": other, "is_home": club == "AldIL", "league": "IL"}
        for club, other in (("AldIL", "902"), ("902", "AldIL"))
    ]
    tables = season.tables(
        affiliates=[{**splits, "source_club": "AldIL", "organization": "Nym"}],
        event_file_game=[plays],
        event_file_club_game=sides,
    )
    for name in ("game", "club_game"):
        (told,) = {
            (row["source"], row["game_type"], row["game_type_source"])
            for row in tables[name]
            if row["game_id"] == game["game_id"]
        }
        assert told == ("minorleaguesplits", "postseason", "stated")
    assert "game_type" not in {row["figure"] for row in tables["game_difference"]}


@pytest.mark.parametrize("number", ["1", "2"])
def test_two_games_of_a_day_meet_the_one_game_of_the_plays(season: Season, number: str) -> None:
    """The plays' lone game keeps its number, and the response with its score has it too."""
    splits = {"season": SEASON, "source": "minor_league_splits", "name": "Alder Foxes", "league": "IL"}
    (day, first), *_ = [listed for listed in season.api.games[11] if listed[1]["teams"]["home"]["team"]["id"] == 901]
    season.api.games[11].append((day, entry(5990, day, 901, 902, gameNumber=2)))
    scores = {side: first["teams"][team]["score"] for side, team in (("home", "home"), ("visitor", "away"))}
    game = {"game_id": f"AldIL{day:%Y%m%d}{number}", "season": SEASON, "date": day, "game_number": number}
    plays = {**game, "source": "minorleaguesplits", "source_file": "f", "source_line": 1, "has_plays": True}
    plays |= {"home_club": "AldIL", "visitor_club": "902", "home_runs_among_steals": 0, "visitor_runs_among_steals": 0}
    sides = [
        {**game, "club": club, "opponent": other, "is_home": club == "AldIL", "league": "IL"}
        for club, other in (("AldIL", "902"), ("902", "AldIL"))
    ]
    tables = season.tables(
        affiliates=[{**splits, "source_club": "AldIL", "organization": "Nym"}],
        event_file_game=[{**plays, **{f"{side}_score": runs for side, runs in scores.items()}}],
        event_file_club_game=sides,
    )
    of_day = {
        row["game_id"][-1]: row["source"] for row in tables["game"] if row["date"] == day and row["level"] == "AAA"
    }
    assert of_day == {number: "minorleaguesplits", {"1": "2", "2": "1"}[number]: "statsapi"}
    assert "runs_for" not in {row["figure"] for row in tables["game_difference"]}


def test_a_forfeit_is_decided_by_forfeit(season: Season) -> None:
    (_day, game), *_ = season.api.games[11]
    game["status"] = {"codedGameState": "R", "detailedState": "Forfeit"}
    game["teams"]["home"]["score"], game["teams"]["away"]["score"] = 9, 0
    tables = season.tables()
    (forfeited,) = [row for row in tables["game"] if row["forfeit"] is not None]
    assert forfeited["forfeit"] == "H"
    sides = {row["result"]: row["decided_by"] for row in tables["club_game"] if row["game_id"] == forfeited["game_id"]}
    assert sides == {"W": "forfeit", "L": "forfeit"}


def by_side(row: Json) -> tuple[str, str]:
    return row["game_id"], row["club"]


def score_of(day: date, home: int, visitor: int, number: str = "0", **more: Any) -> Json:
    """Return a line of the scores of Birch at Alder, whose codes are the score file's own."""
    return {
        "game_id": f"ALD-IL{day:%Y%m%d}{number}",
        "season": SEASON,
        "date": day,
        "game_number": number,
        "source_file": "f",
        "source_line": day.toordinal() * 10 + int(number),
        "league": "IL",
        "home_club": "ALD-IL",
        "visitor_club": "BIR-IL",
        "home_name": "Alder",
        "visitor_name": "Birch",
        "home_score": home,
        "visitor_score": visitor,
        **more,
    }


def scores_of_the_api(season: Season, **more: Any) -> list[Json]:
    """Return the season's games of Birch at Alder as lines of scores."""
    games = [row for row in season.made("game") if row["home_club"] == "901"]
    assert len(games) > 10
    return [score_of(row["date"], row["home_score"], row["visitor_score"], **more) for row in games]


def test_a_game_of_the_responses_and_of_the_scores_is_one_game(season: Season) -> None:
    """Each source has its own code of a club; the club is found by its place or, named otherwise, by its games."""
    alone = season.made("club_game")
    for names in ({}, {"home_name": "Old Town", "visitor_name": "Rivermouth"}):
        tables = season.tables(score=scores_of_the_api(season, **names))
        assert {row["source"] for row in tables["game"]} == {"statsapi"}
        assert sorted(tables["club_game"], key=by_side) == sorted(alone, key=by_side)
        assert {row["club"]: row["name"] for row in tables["club"]}["901"] == "Alder Foxes"
        assert [row["figure"] for row in tables["game_difference"]] == []


def test_a_game_in_the_scores_alone_is_added_to_the_club_of_the_responses(season: Season) -> None:
    lost = score_of(date(SEASON, 9, 1), 2, 3)
    games = {row["game_id"]: row["source"] for row in season.made("game", score=[lost])}
    assert len(games) == 24
    assert games["901201609010"] == "minors_scores"


def test_scores_of_another_league_keep_their_codes(season: Season) -> None:
    other = score_of(date(SEASON, 9, 1), 2, 3, league="PCL")
    games = {row["game_id"] for row in season.made("game", score=[other])}
    assert "ALD-IL201609010" in games


def test_one_of_two_games_of_a_day_is_the_one_with_its_score(season: Season) -> None:
    """The file numbers a game by what it has: a game whose other half was not reported has number 0."""
    day, _first = season.api.games[11][0]
    second = entry(5990, day, 901, 902, gameNumber=2)
    season.api.games[11].append((day, second))
    scores = {side: second["teams"][team]["score"] for side, team in (("home", "home"), ("visitor", "away"))}
    tables = season.tables(score=[score_of(day, **scores)])
    assert sorted(row["game_id"] for row in tables["game"] if row["date"] == day and row["level"] == "AAA") == [
        "901201604101",
        "901201604102",
    ]
    assert tables["game_difference"] == []


def test_two_scores_of_a_day_meet_the_one_game_of_the_responses(season: Season) -> None:
    (game,) = [row for row in season.made("game") if row["game_id"] == "901201604100"]
    scores = [
        score_of(game["date"], 9, 0, "1"),
        score_of(game["date"], game["home_score"], game["visitor_score"], "2"),
    ]
    tables = season.tables(score=scores)
    found = {row["game_id"]: row["source"] for row in tables["game"] if row["date"] == game["date"]}
    assert {"901201604100", "901201604101"} <= set(found)
    assert (found["901201604100"], found["901201604101"]) == ("statsapi", "minors_scores")
    assert tables["game_difference"] == []


def test_a_major_league_club_has_retrosheets_code(season: Season) -> None:
    league = {"id": 104, "name": "National League"}
    for club in season.api.documents[f"/api/v1/teams?season={SEASON}&sportIds=12"]["teams"]:
        club |= {"sport": {"id": 1}, "league": league, "parentOrgId": None}
    named = {"season": SEASON, "club": "CDL", "lahman_club": "CED", "name": "Larks of Cedar County"}
    games = [row for row in season.made("game", lahman_teams=[named]) if row["level"] == "MLB"]
    assert {(row["home_club"], row["visitor_club"]) for row in games} == {("CDL", "904")}
    assert all(row["game_id"].startswith("CDL2016") for row in games)


def test_the_codes_of_the_plays_need_no_list_of_affiliations(season: Season) -> None:
    """The list beside the play-by-play has no organizations of 2005."""
    side = {"game_id": "AldIL201609010", "season": SEASON, "club": "AldIL", "league": "IL"}
    tables = season.tables(
        event_file_club_game=[side], minor_team=[{"club": "AldIL", "place": "Alder", "name": "Alder Riggers"}]
    )
    codes = {row["home_club"] for row in tables["game"] if row["level"] == "AAA"}
    assert codes == {"AldIL"}


def test_completed_games_without_any_response_are_told(season: Season) -> None:
    """Once, a feed that was lost from the store left the game without lineups, and nothing said so."""
    store = season.store()
    feeds = sorted((store.folder / "feed").iterdir())
    before = season.parsed(store)
    assert [item for item in before.rejected if "is stored for" in item.reason] == []
    feeds[0].unlink()
    game = feeds[0].name.removesuffix(".json.gz").removeprefix("gamePk=")
    shutil.rmtree(store.folder / "boxscore")
    (told,) = (item for item in season.parsed(store).rejected if "is stored for" in item.reason)
    assert re.search(
        rf"no feed and no box score is stored for \d+ of \d+ completed games, such as gamePk {game}", told.reason
    )
    assert (told.file, told.line, told.season) == ("feed", None, SEASON)
    shutil.rmtree(store.folder / "feed")
    assert [item for item in season.parsed(store).rejected if "is stored for" in item.reason] == []
