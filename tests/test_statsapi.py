"""Stored responses as record sets, and what of them goes to quarantine."""

import gzip
import json
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest

from skipper.build.inputs import Account, Inputs, shared_records
from skipper.build.source_files import find_files
from skipper.sources.parsed import Parsed
from skipper.sources.statsapi import requests
from skipper.sources.statsapi.levels import level_of
from skipper.sources.statsapi.reading import RECORD_SETS, read_season
from skipper.sources.statsapi.requests import Request
from skipper.sources.statsapi.store import Header, Response, Store
from statsapi_league import NO_FEED, NOWHERE, SEASON, Api, Json, entry, invented, real, with_new_fields

GAME = "/api/v1.1/game/5000/feed/live"
AAA_CLUBS = f"/api/v1/teams?season={SEASON}&sportIds=11"


@pytest.fixture
def api() -> Api:
    return invented()


def stored(folder: Path, api: Api, season: int = SEASON) -> Store:
    """Store what the API answers to a season's requests, without a server."""
    store = Store(folder)
    sports = list(api.games)
    months = [(sport, month) for sport in sports for month in requests.MONTHS]
    wanted = [requests.schedule(str(sport), season, month) for sport, month in months]
    wanted += [requests.teams(str(sport), season) for sport in sports]
    wanted += [requests.transactions(season, month) for month in requests.MONTHS]
    wanted += [requests.standings(league, season) for league in ("117", "113", "128")]
    for club in (901, 902, 903, 904):
        wanted += [requests.coaches(str(club), season), requests.roster(str(club), season)]
    for game in [game for games in api.games.values() for _listed, game in games if api.documents]:
        wanted += [Request(endpoint, {"gamePk": str(game["gamePk"])}) for endpoint in ("feed", "boxscore")]
    for request in wanted:
        try:
            status, body = 200, api[request.address]
        except KeyError:
            status, body = 404, b""
        header = Header(request.endpoint, request.params, request.address, status, "2020-05-01T00:00:00+00:00")
        store.put(request, Response(header, body))
    return store


@pytest.fixture
def reading(tmp_path: Path, api: Api) -> Callable[[], Parsed]:
    return lambda: read_season(stored(tmp_path, api), SEASON)


def rows(parsed: Parsed, name: str) -> list[Json]:
    (table,) = parsed.records[name]
    return table.to_pylist()


def by(parsed: Parsed, name: str, **wanted: object) -> list[Json]:
    return [row for row in rows(parsed, name) if all(row[key] == value for key, value in wanted.items())]


def accounted(parsed: Parsed) -> None:
    """Every record read is in the record sets or in quarantine, file by file."""
    for (file, season), read in parsed.read.items():
        lines = [item for item in parsed.rejected if item.file == file and item.line is not None]
        assert read == parsed.kept[file, season] + len(lines), file


def test_new_fields_at_every_level_change_no_record(tmp_path: Path, api: Api) -> None:
    """In lists, schedules, feeds and box scores alike; only the text of what is quarantined has them."""
    known = read_season(stored(tmp_path / "known", api), SEASON)
    documents = {address: with_new_fields(document) for address, document in api.documents.items()}
    games = {sport: [(listed, with_new_fields(game)) for listed, game in own] for sport, own in api.games.items()}
    new = read_season(stored(tmp_path / "new", Api(documents, games)), SEASON)
    assert {name: rows(new, name) for name in RECORD_SETS} == {name: rows(known, name) for name in RECORD_SETS}
    told = [[(item.file, item.line, item.reason) for item in parsed.rejected] for parsed in (new, known)]
    assert told[0] == told[1]
    assert (new.read, new.kept) == (known.read, known.kept)


class TestInventedSeason:
    def test_rows(self, reading: Callable[[], Parsed]) -> None:
        parsed = reading()
        assert set(parsed.records) == set(RECORD_SETS)
        assert {name: len(rows(parsed, name)) for name in RECORD_SETS} == {
            "statsapi_team": 4,
            "statsapi_standing": 4,
            "statsapi_coach": 4 * 3,  # the manager once, though he has two numbers
            "statsapi_rostered": 4 * 12,
            "statsapi_transaction": 2 * 10,
            "statsapi_game": 24,
            "statsapi_side": 22 * 2,  # one game was cancelled, one has neither feed nor box score
            "statsapi_lineup": 22 * 2 * 9,
            "statsapi_player": 4 * 10,
        }
        assert parsed.rejected == []
        accounted(parsed)

    def test_club(self, reading: Callable[[], Parsed]) -> None:
        (club,) = by(reading(), "statsapi_team", team_id="903")
        assert club == {
            "season": SEASON,
            "team_id": "903",
            "name": "Cedar Larks",
            "code": "ced",
            "file_code": None,
            "abbreviation": None,
            "sport_id": "12",
            "league_id": "113",
            "league": "Eastern League",
            "parent_id": "121",
            "parent": "New York Mets",
            "level": "AA",
        }

    def test_game_under_three_dates(self, reading: Callable[[], Parsed]) -> None:
        (game,) = by(reading(), "statsapi_game", game_pk="5001")
        assert (game["state"], game["official_date"], game["listed"]) == (
            "F",
            date(SEASON, 5, 2),
            date(SEASON, 4, 11),
        )
        assert (game["entries"], game["visitor_score"], game["home_score"]) == (3, 5001 % 7, 5001 % 10)

    def test_game_suspended_into_the_next_month(self, reading: Callable[[], Parsed]) -> None:
        (game,) = [game for game in rows(reading(), "statsapi_game") if game["resume_date"]]
        assert (game["state"], game["entries"], game["resume_date"]) == ("F", 2, date(SEASON, 6, 1))
        assert game["official_date"] == game["listed"] == game["resumed_from"]

    def test_cancelled_game(self, reading: Callable[[], Parsed]) -> None:
        (game,) = by(reading(), "statsapi_game", game_pk="5004")
        assert (game["state"], game["home_score"], game["visitor_score"]) == ("C", None, None)

    def test_lineup_is_of_starters_where_they_started(self, reading: Callable[[], Parsed]) -> None:
        lineup = by(reading(), "statsapi_lineup", game_pk="5000", team_id="901")
        assert [(row["slot"], row["player_id"], row["position"]) for row in lineup] == [
            (slot, str(90100 + slot), 10 if slot == 9 else slot + 1) for slot in range(1, 10)
        ]

    def test_starting_pitcher_is_the_first(self, reading: Callable[[], Parsed]) -> None:
        sides = by(reading(), "statsapi_side", game_pk="5000")
        assert [(side["team_id"], side["is_home"], side["starting_pitcher_id"]) for side in sides] == [
            ("902", False, "90240"),
            ("901", True, "90140"),
        ]

    def test_box_score_in_place_of_a_feed(self, reading: Callable[[], Parsed]) -> None:
        parsed = reading()
        assert len(by(parsed, "statsapi_lineup", game_pk=str(NO_FEED))) == 18
        assert by(parsed, "statsapi_side", game_pk=str(NOWHERE)) == []

    def test_hands(self, reading: Callable[[], Parsed]) -> None:
        (player,) = by(reading(), "statsapi_player", player_id="90105")
        assert (player["bats"], player["throws"], player["born"]) == ("S", "L", date(1994, 2, 3))

    def test_jobs(self, reading: Callable[[], Parsed]) -> None:
        staff = by(reading(), "statsapi_coach", team_id="901")
        assert [(coach["job_id"], coach["person_id"]) for coach in staff] == [
            ("NTRM", "9012"),
            ("MNGR", "9011"),
            ("ASSM", "9013"),
        ]

    def test_other_seasons_are_left_out(self, tmp_path: Path, api: Api) -> None:
        parsed = read_season(stored(tmp_path, api), SEASON + 1)
        assert all(rows(parsed, name) == [] for name in RECORD_SETS)

    def test_a_build_of_one_season_reads_the_clubs_of_all(self, tmp_path: Path, api: Api) -> None:
        store = stored(tmp_path, api)
        shared = shared_records(Inputs(statsapi=store.folder, seasons=frozenset({SEASON + 1})), Account())
        assert set(shared["affiliate"]["season"].to_pylist()) == {SEASON}


class TestQuarantine:
    def faults(self, parsed: Parsed) -> list[tuple[str, int | None, str]]:
        accounted(parsed)
        return [(item.file, item.line, item.reason) for item in parsed.rejected]

    def test_missing_fields_and_null_objects(self, api: Api, reading: Callable[[], Parsed]) -> None:
        clubs = api.documents[AAA_CLUBS]["teams"]
        del clubs[0]["name"]
        clubs[1].update(league=None, sport=None)
        clubs.append(None)
        parsed = reading()
        file = f"teams/season={SEASON}&sportIds=11.json.gz"
        assert self.faults(parsed) == [
            (file, 1, "name: Field required"),
            (file, 3, "record: Input should be a valid dictionary or instance of Team"),
        ]
        (club,) = by(parsed, "statsapi_team", team_id="902")
        assert (club["league"], club["level"]) == (None, None)
        assert json.loads(parsed.rejected[0].text)["id"] == 901

    def test_another_season_than_asked_for(self, api: Api, reading: Callable[[], Parsed]) -> None:
        api.documents[AAA_CLUBS]["teams"][0]["season"] = 2026
        assert [fault[1:] for fault in self.faults(reading())] == [(1, f"season: not {SEASON}")]

    @pytest.mark.parametrize(
        ("document", "reason"),
        [
            ({"teams": None}, "no list 'teams'"),
            ({"message": "Internal error"}, "no list 'teams': Internal error"),
            ([], "no list 'teams'"),
        ],
    )
    def test_list_that_is_none(self, api: Api, reading: Callable[[], Parsed], document: Json, reason: str) -> None:
        api.documents[AAA_CLUBS] = document
        assert [fault[1:] for fault in self.faults(reading())] == [(None, reason)]

    def test_damaged_file(self, api: Api, tmp_path: Path) -> None:
        store = stored(tmp_path, api)
        path = store.path(requests.teams("11", SEASON))
        path.write_bytes(path.read_bytes()[:-9])
        parsed = read_season(store, SEASON)
        assert [(item.file, item.line) for item in parsed.rejected] == [(f"teams/{path.name}", None)]
        assert "damaged" in parsed.rejected[0].reason

    def test_a_damaged_file_is_found_with_the_others(self, api: Api, tmp_path: Path) -> None:
        """Once, the digest of such a file ended every build."""
        store = stored(tmp_path, api)
        path = store.path(requests.teams("11", SEASON))
        sound = find_files(Inputs(statsapi=store.folder))
        for damaged in (path.read_bytes()[:-9], b"", b"xx", gzip.compress(b"{}\n[]")):
            path.write_bytes(damaged)
            found = find_files(Inputs(statsapi=store.folder))
            unlike = [file.path for file, before in zip(found, sound, strict=True) if file.digest != before.digest]
            assert unlike == [str(SEASON), "teams"]

    def test_entry_without_a_club_or_date(self, api: Api, reading: Callable[[], Parsed]) -> None:
        entries = api.games[12]
        entries[0][1]["teams"]["home"]["team"] = None
        entries[1][1]["officialDate"] = "soon"
        reasons = [fault[2] for fault in self.faults(reading())]
        assert reasons[0] == "teams.home.team.id: Field required"
        assert reasons[1].startswith("officialDate: Input should be a valid date")

    @pytest.mark.parametrize(
        ("spoil", "reason"),
        [
            (lambda side: side.update(players=None), "no starting lineup"),
            (lambda side: side["players"].pop("ID90104"), "0 starters in slot 4"),
            (lambda side: side["players"]["ID90104"].update(battingOrder="500"), "0 starters in slot 4; 2 starters"),
            (
                lambda side: side["players"]["ID90104"].update(battingOrder="1000"),
                "Value error, 1000 is not a place",
            ),
            (
                lambda side: side["players"]["ID90104"].update(battingOrder="000"),
                "Value error, 000 is not a place",
            ),
            (lambda side: side["players"]["ID90104"].update(person=None), "person.id: Field required"),
            (lambda side: side["players"]["ID90104"].update(allPositions=[{"code": "11"}]), "allPositions.0.code"),
        ],
    )
    def test_lineup_without_each_slot_once(
        self, api: Api, reading: Callable[[], Parsed], spoil: Callable[[Json], object], reason: str
    ) -> None:
        spoil(api.documents[GAME]["liveData"]["boxscore"]["teams"]["home"])
        parsed = reading()
        ((file, line, why),) = self.faults(parsed)
        assert (file, line) == ("feed/gamePk=5000.json.gz", 2)
        assert reason in why
        assert by(parsed, "statsapi_lineup", game_pk="5000", team_id="901") == []
        assert len(by(parsed, "statsapi_lineup", game_pk="5000", team_id="902")) == 9
        assert len(by(parsed, "statsapi_side", game_pk="5000")) == 2

    def test_unknown_position_and_pitcher_are_null(self, api: Api, reading: Callable[[], Parsed]) -> None:
        home = api.documents[GAME]["liveData"]["boxscore"]["teams"]["home"]
        home["players"]["ID90104"]["allPositions"] = None
        home["pitchers"] = []
        parsed = reading()
        assert self.faults(parsed) == []
        assert by(parsed, "statsapi_lineup", game_pk="5000", slot=4, team_id="901")[0]["position"] is None
        assert by(parsed, "statsapi_side", game_pk="5000", is_home=True)[0]["starting_pitcher_id"] is None

    @pytest.mark.parametrize("document", [{}, {"liveData": None}, {"liveData": {"boxscore": {"teams": None}}}])
    def test_feed_without_a_box_score(self, api: Api, reading: Callable[[], Parsed], document: Json) -> None:
        api.documents[GAME] = document
        parsed = reading()
        assert [fault[1] for fault in self.faults(parsed)] == [1, 2]
        assert by(parsed, "statsapi_side", game_pk="5000") == []


class TestLevels:
    @pytest.mark.parametrize(
        ("sport", "league", "level"),
        [
            ("13", "110", "A+"),  # California League until 2019
            ("14", "110", "A"),
            ("15", "127", "A-"),
            ("5442", "128", "Rk+"),
            ("16", "130", "Rk"),
            ("11", "125", "Mex"),
            ("22", "120", "Col"),  # Appalachian League since 2021
            ("51", None, None),
            (None, "117", None),
        ],
    )
    def test_level(self, sport: str | None, league: str | None, level: str | None) -> None:
        assert level_of(sport, league) == level


class TestRealResponses:
    def test_clubs_of_2022(self, real_data: Path, tmp_path: Path) -> None:
        with gzip.open(real_data / "minors" / "statsapi" / "teams_season-2022_all-sports.json.gz") as file:
            body = file.read()
        store = Store(tmp_path)
        request = requests.teams("all", 2022)
        store.put(request, Response(Header("teams", request.params, "", 200, "2022-01-01T00:00:00"), body))
        parsed = read_season(store, 2022)
        assert parsed.rejected == []
        clubs = rows(parsed, "statsapi_team")
        assert len(clubs) == 342
        assert all(club["level"] for club in clubs)
        mets = {(club["level"], club["name"]) for club in clubs if club["parent_id"] == "121"}
        assert mets == {
            ("AAA", "Syracuse Mets"),
            ("AA", "Binghamton Rumble Ponies"),
            ("A+", "Brooklyn Cyclones"),
            ("A", "St. Lucie Mets"),
        }
        assert {club["level"] for club in clubs if club["league_id"] == "125"} == {"Mex"}

    def test_schedules_of_2023(self, real_data: Path, tmp_path: Path) -> None:
        api = real(real_data)
        parsed = read_season(stored(tmp_path, Api({}, api.games), 2023), 2023)
        accounted(parsed)
        games = {game["game_pk"]: game for game in rows(parsed, "statsapi_game")}
        entries = [entry for listed in api.games.values() for _day, entry in listed]
        assert {str(entry["gamePk"]) for entry in entries} == set(games) | {
            str(json.loads(item.text)["gamePk"]) for item in parsed.rejected
        }
        assert sum(game["entries"] for game in games.values()) + len(parsed.rejected) == len(entries)
        final = {str(entry["gamePk"]) for entry in entries if entry["status"]["codedGameState"] == "F"}
        assert {game for game, row in games.items() if row["state"] == "F"} == final
        assert max(game["entries"] for game in games.values()) == 3

    def test_suspended_game_of_2024(self, real_data: Path, tmp_path: Path) -> None:
        folder = real_data / "minors" / "statsapi"
        entry = json.loads((folder / "schedule-game-750975-suspended-AA-2024.json").read_text())
        box = json.loads((folder / "boxscore-750975-excerpt.json").read_text())
        day = date(2024, 8, 1)
        games = [(day, entry), (day + timedelta(days=1), entry)]
        store = stored(tmp_path, Api({"/api/v1/game/750975/boxscore": box}, {12: games}), 2024)
        parsed = read_season(store, 2024)
        (game,) = rows(parsed, "statsapi_game")
        assert (game["official_date"], game["resume_date"]) == (day, day + timedelta(days=1))
        assert (game["visitor_score"], game["home_score"], game["scheduled_innings"]) == (1, 9, 9)
        assert (game["entries"], game["game_type"], game["visitor"]) == (2, "regular", "Akron RubberDucks")
        # The excerpt has three players, so no lineup; the home club's id was not copied.
        (side,) = rows(parsed, "statsapi_side")
        assert (side["team_id"], side["is_home"], side["starting_pitcher_id"]) == ("402", False, None)
        assert [item.line for item in parsed.rejected] == [1, 2]
        assert "0 starters in slot 2" in parsed.rejected[0].reason
        accounted(parsed)

    def test_standings_of_a_retired_league(self, real_data: Path, tmp_path: Path) -> None:
        text = (real_data / "minors" / "statsapi" / "standings-leagueId-128-season-2019.json").read_text()
        api = Api({"/api/v1/standings?leagueId=128&season=2019": json.loads(text)}, {})
        standings = rows(read_season(stored(tmp_path, api, 2019), 2019), "statsapi_standing")
        assert [(row["team_id"], row["wins"], row["losses"], row["league_id"]) for row in standings] == [
            ("518", 40, 36, "128"),
            ("551", 32, 43, "128"),
        ]


@pytest.mark.parametrize(
    ("listed", "found"),
    [
        (((2010, 12), (2011, 1)), {2010: {"1", "2"}, 2011: {"3"}}),
        (((2011, 1),), {2011: {"3"}}),
    ],
)
def test_a_winter_league_game_after_new_year_is_of_the_season_that_the_schedule_says(
    tmp_path: Path, listed: tuple[tuple[int, int], ...], found: dict[int, set[str]]
) -> None:
    """Without that season's own schedules it is quarantined, as any entry of another season."""
    store, winter = Store(tmp_path), "2010"
    january = [(2, date(2011, 1, 5), winter), (3, date(2011, 1, 6), "2011"), (4, date(2011, 1, 7), "1999")]
    days = {(2010, 12): [(1, date(2010, 12, 20), winter)], (2011, 1): january}
    for month in listed:
        games = [entry(pk, day, 901, 902, season=said) for pk, day, said in days[month]]
        body = {"dates": [{"date": str(games[0]["officialDate"]), "games": games}]}
        request = requests.schedule("17", *month)
        header = Header(request.endpoint, request.params, request.address, 200, "2012-01-01T00:00:00+00:00")
        store.put(request, Response(header, json.dumps(body).encode()))
    refused = []
    for season, games in found.items():
        parsed = read_season(store, season)
        assert {row["game_pk"] for row in rows(parsed, "statsapi_game")} == games
        assert parsed.read.total() == parsed.kept.total() + len(parsed.rejected)
        refused += [item.reason for item in parsed.rejected]
    assert refused == ["season: not 2011"] * (1 if len(listed) == 2 else 2)
