"""Fetching from the Stats API: what is asked for, how often, and what a kill or a bad server leaves in the store."""

import gzip
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from click.testing import CliRunner, Result

from fetch_server import Answer, Drop, FetchServer, Interrupt, Trickle
from skipper.cli import fetch as command
from skipper.sources.fetch.download import Status
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.statsapi import FAILURES_IN_A_ROW, Fetcher, Outcome, Scope, StoppedError, walk
from skipper.sources.fetch.transfer import Client
from skipper.sources.statsapi import requests
from skipper.sources.statsapi.requests import Request
from skipper.sources.statsapi.store import Header, Response, Store, read
from statsapi_league import NO_FEED, NOWHERE, SEASON, Api, Json, entry, feed, invented, real

ALL = Scope(frozenset({"AAA", "AA"}), (SEASON,), date(2030, 1, 1))
NOW = datetime(2020, 5, 1, 12, 0, tzinfo=UTC)
CLUBS = requests.teams("11", SEASON)
ADDRESS = CLUBS.address


class Fetching:
    """A fetcher against the server, with a sleep that only takes notes and a clock of the test's."""

    def __init__(self, server: FetchServer, cache: Path) -> None:
        self.server = server
        self.settings = FetchSettings(base_urls={"statsapi": server.url}, min_interval=0)
        self.store = Store(cache)
        self.slept: list[float] = []
        self.now = NOW

    def _with(self, use: Callable[[Fetcher], object]) -> object:
        with Client(self.settings, self.slept.append, encoding="gzip") as client:
            return use(Fetcher(client, self.store, self.slept.append, lambda: self.now))

    def all(self, scope: Scope = ALL) -> Counter[Status]:
        return self._with(lambda fetcher: Counter(outcome.status for outcome in walk(scope, fetcher.obtain)))

    def one(self, request: Request = CLUBS) -> Outcome:
        return self._with(lambda fetcher: fetcher.obtain(request))


@pytest.fixture
def api() -> Api:
    return invented()


@pytest.fixture
def fetching(server: FetchServer, api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fetching:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    server.files = api
    return Fetching(server, tmp_path / "cache")


def content(store: Store) -> dict[str, Response]:
    """The store by file, without the times of fetching."""
    found = {}
    for path in sorted(store.folder.rglob("*.json.gz")):
        response = read(path)
        header = replace(response.header, fetched_at="", address=urlsplit(response.header.address).path)
        found[str(path.relative_to(store.folder))] = replace(response, header=header)
    return found


class TestSeason:
    def test_every_address_once(self, server: FetchServer, fetching: Fetching) -> None:
        counts = fetching.all()
        paths = server.paths()
        assert len(paths) == len(set(paths)) == counts.total()
        # No feed for one game, which has a box score and play-by-play; neither for another.
        assert counts == {Status.FETCHED: counts.total() - 4, Status.MISSING: 4}
        assert f"/api/v1/game/{NO_FEED}/boxscore" in paths
        assert f"/api/v1/game/{NOWHERE}/playByPlay" in paths
        assert len(content(fetching.store)) == counts.total()

    def test_schedules_by_month(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.all()
        asked = [dict(parse_qsl(urlsplit(path).query)) for path in server.paths() if "/schedule" in path]
        assert len(asked) == 2 * len(requests.MONTHS)
        assert all(query["startDate"][:7] == query["endDate"][:7] for query in asked)
        whole = f"/api/v1/schedule?sportId=11&startDate={SEASON}-01-01&endDate={SEASON}-12-31"
        assert server.files[whole].status == 500  # so that asking for a season would fail here too

    def test_played_games_alone_and_each_once(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.all()
        feeds = [path for path in server.paths() if path.endswith("/feed/live")]
        assert len(feeds) == 23  # of 24: one was cancelled, one stands under three dates and one under two
        assert feeds.count("/api/v1.1/game/5001/feed/live") == 1

    def test_second_run_asks_nothing(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.all()
        before = len(server.asked)
        fetching.all()
        assert len(server.asked) == before
        fetching.now = datetime(2020, 6, 1, tzinfo=UTC)
        counts = fetching.all()
        assert server.paths()[before:] == []
        assert counts[Status.UNCHANGED] == 0

    def test_organization_and_day(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.all(replace(ALL, organization="new york mets", through=date(SEASON, 4, 12)))
        paths = server.paths()
        for staff in ("/coaches?", "/roster/fullSeason?"):
            assert {path.split("/")[4] for path in paths if staff in path} == {"901", "903"}
        feeds = [path.split("/")[4] for path in paths if path.endswith("/feed/live")]
        assert feeds == ["5000", "5002", "5100", "5101", "5102"]
        months = [path for path in paths if "/schedule" in path]
        assert len(months) == 2 * 4  # January to April

    @pytest.mark.parametrize("asked", ["Mets", "mets ", "York Mets", "121"])
    def test_organization_by_its_nickname_or_id(self, server: FetchServer, fetching: Fetching, asked: str) -> None:
        fetching.all(replace(ALL, organization=asked, through=date(SEASON, 4, 12)))
        assert {path.split("/")[4] for path in server.paths() if "coaches" in path} == {"901", "903"}

    @pytest.mark.parametrize(
        ("asked", "refused"),
        [
            ("Gulls", "no organization 'Gulls' in 2016: Cleveland Indians, New York Mets, Salem Mets"),
            ("ets", "no organization 'ets' in 2016"),
            ("New York", "no organization 'New York' in 2016"),
            ("Mets", "more than one organization 'Mets' in 2016: New York Mets, Salem Mets"),
        ],
    )
    def test_organization_that_is_none_or_several(self, api: Api, fetching: Fetching, asked: str, refused: str) -> None:
        clubs = api.documents[f"/api/v1/teams?season={SEASON}&sportIds=1"]["teams"]
        clubs.append({**clubs[0], "id": 99, "name": "Salem Mets"})
        with pytest.raises(StoppedError, match=refused):
            fetching.all(replace(ALL, organization=asked))

    def test_organizations_that_could_not_be_listed(
        self, server: FetchServer, api: Api, fetching: Fetching, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No club is fetched then, nor one without an organization; the failure is counted."""
        for club in api.documents[f"/api/v1/teams?season={SEASON}&sportIds=11"]["teams"]:
            club.pop("parentOrgId", None)
        server.faults[requests.teams("1", SEASON).address] = [Answer(403)]
        counts = fetching.all(replace(ALL, organization="Mets"))
        assert counts[Status.FAILED] == 1
        assert not [path for path in server.paths() if "coaches" in path or "feed" in path]

    def test_null_where_a_list_was(self, api: Api, fetching: Fetching) -> None:
        api.documents[ADDRESS.replace("sportIds=11&season=2016", "season=2016&sportIds=11")]["teams"].append(None)
        api.documents["/api/v1/teams?season=2016&sportIds=12"]["teams"] = None
        api.games[11][0][1]["teams"]["home"] = None
        counts = fetching.all()
        assert counts[Status.FAILED] == 0
        assert not fetching.store.path(Request("feed", {"gamePk": "5000"})).exists()
        assert fetching.store.path(Request("feed", {"gamePk": "5002"})).exists()


class TestAgain:
    GAME = requests.game("feed", "5000", date(SEASON, 4, 10), "F 1", True)

    def test_unchanged(self, server: FetchServer, fetching: Fetching) -> None:
        request = replace(CLUBS, settles=None)
        first = fetching.one(request).response
        fetching.now = datetime(2020, 5, 2, tzinfo=UTC)
        outcome = fetching.one(request)
        assert outcome.status is Status.UNCHANGED
        asked = server.asked[1].headers
        assert (asked["if-none-match"], asked["if-modified-since"]) == (server.etag(ADDRESS), server.last_modified)
        assert outcome.response.body == first.body
        assert outcome.response.header == replace(first.header, fetched_at="2020-05-02T00:00:00+00:00")

    def test_state_of_a_game(self, server: FetchServer, fetching: Fetching) -> None:
        suspended = replace(self.GAME, state="U", final=False)
        for request, asked in (
            (suspended, 1),
            (suspended, 1),  # the same day
            (self.GAME, 2),  # over now
            (self.GAME, 2),
            (replace(self.GAME, state="F 2"), 3),  # another score
        ):
            fetching.one(request)
            assert len(server.asked) == asked

    def test_unfinished_game_every_day_for_a_month(self, server: FetchServer, fetching: Fetching) -> None:
        suspended = replace(self.GAME, state="U", final=False)
        for month, day, asked in ((4, 10, 1), (4, 11, 2), (5, 11, 3), (5, 12, 3)):
            fetching.now = datetime(SEASON, month, day, tzinfo=UTC)
            fetching.one(suspended)
            assert len(server.asked) == asked

    def test_feed_behind_the_schedule_is_not_final(self, server: FetchServer, api: Api, fetching: Fetching) -> None:
        api.documents[self.GAME.address]["gameData"]["status"]["codedGameState"] = "I"
        fetching.now = datetime(SEASON, 4, 11, tzinfo=UTC)
        fetching.one(self.GAME)
        api.documents[self.GAME.address]["gameData"]["status"]["codedGameState"] = "F"
        fetching.now = datetime(SEASON, 4, 12, tzinfo=UTC)
        assert fetching.one(self.GAME).status is Status.FETCHED
        fetching.now = datetime(SEASON, 4, 13, tzinfo=UTC)
        assert fetching.one(self.GAME).status is Status.CACHED
        assert len(server.asked) == 2

    def test_missing_game_is_asked_for_again_while_it_may_come(self, server: FetchServer, fetching: Fetching) -> None:
        request = requests.game("feed", str(NOWHERE), date(SEASON, 4, 10), "F", True)
        for month, asked in ((4, 1), (5, 2), (6, 3), (7, 3)):
            fetching.now = datetime(SEASON, month, 10, tzinfo=UTC)
            assert fetching.one(request).lacking
            assert len(server.asked) == asked

    def test_damaged_file_is_fetched_again(self, fetching: Fetching) -> None:
        fetching.one()
        path = fetching.store.path(CLUBS)
        whole = content(fetching.store)
        for bad in (path.read_bytes()[:-5], gzip.compress(b"{}\n{}"), b"", b"{}"):
            path.write_bytes(bad)
            assert fetching.one().status is Status.FETCHED
            assert content(fetching.store) == whole


class TestBadServer:
    def test_waits_and_tries_again(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[ADDRESS] = [
            Answer(429, {"Retry-After": "77"}),
            Answer(503),
            Drop(20),
            Answer(200, {}, b'{"teams": ['),  # cut short, and its length with it
        ]
        assert fetching.one().status is Status.FETCHED
        assert fetching.slept[0] == 77
        assert all(0 < slept < 77 for slept in fetching.slept[1:])
        assert json.loads(read(fetching.store.path(CLUBS)).body) == json.loads(server.files[ADDRESS])

    def test_compressed_in_transit(self, server: FetchServer, fetching: Fetching) -> None:
        body = server.files[ADDRESS]
        packed = gzip.compress(body)
        server.faults[ADDRESS] = [Answer(200, {"Content-Encoding": "gzip"}, cut) for cut in (packed[:-30], packed)]
        assert fetching.one().response.body == body
        assert server.asked[0].headers["accept-encoding"] == "gzip"
        assert len(server.asked) == 2

    def test_unchanged_without_a_stored_response(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[ADDRESS] = [Answer(304)]
        assert fetching.one().status is Status.FAILED
        assert content(fetching.store) == {}

    def test_older_response_outlives_an_error(self, server: FetchServer, fetching: Fetching) -> None:
        request = replace(CLUBS, settles=None)
        whole = fetching.one(request).response
        fetching.now = datetime(2020, 5, 2, tzinfo=UTC)
        server.faults[ADDRESS] = [Answer(500)] * 5
        outcome = fetching.one(request)
        assert (outcome.status, outcome.response) == (Status.KEPT, whole)
        assert "500" in outcome.detail

    @pytest.mark.parametrize("fault", [Trickle(0.01), Trickle(0.01, headers=True)], ids=["body", "headers"])
    def test_a_byte_at_a_time_meets_the_deadline(self, server: FetchServer, fetching: Fetching, fault: Trickle) -> None:
        fetching.settings = replace(fetching.settings, deadline=0.5, attempts=2)
        server.faults[ADDRESS] = [fault]
        assert fetching.one().status is Status.FETCHED
        fetching.settings = replace(fetching.settings, attempts=1)
        server.faults[ADDRESS] = [fault]
        fetching.now = datetime(2020, 5, 2, tzinfo=UTC)
        outcome = fetching.one(replace(CLUBS, settles=None))
        assert outcome.status is Status.KEPT
        assert "not complete after" in outcome.detail

    def test_a_byte_at_a_time_is_too_slow(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.settings = replace(fetching.settings, rate_grace=0.05, min_rate=10_000, attempts=1)
        server.faults[ADDRESS] = [Trickle(0.01)]
        with pytest.raises(StoppedError, match="is too slow"):
            fetching.one()
        assert content(fetching.store) == {}

    def test_a_feed_of_errors_has_a_box_score(self, server: FetchServer, api: Api, fetching: Fetching) -> None:
        address = "/api/v1.1/game/5000/feed/live"
        api.documents["/api/v1/game/5000/boxscore"] = api.documents[f"/api/v1/game/{NO_FEED}/boxscore"]
        server.faults[address] = [Answer(500)] * 5
        assert fetching.all()[Status.FAILED] == 1
        assert "/api/v1/game/5000/boxscore" in server.paths()

    def test_a_host_that_asks_for_an_hour_is_left_alone(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[ADDRESS] = [Answer(429, {"Retry-After": "3600"})]
        with pytest.raises(StoppedError, match="asks to wait 3600 s"):
            fetching.all()
        assert server.paths() == [ADDRESS]
        assert fetching.slept == []

    def test_a_host_of_errors_is_left_alone(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.settings = replace(fetching.settings, attempts=1)
        server.files = {}
        for path in [*invented(), ADDRESS, requests.teams("12", SEASON).address]:
            server.faults[path] = [Answer(500)] * 9
        for month in requests.MONTHS:
            server.faults[requests.transactions(SEASON, month).address] = [Answer(500)]
        with pytest.raises(StoppedError, match="500"):
            fetching.all()
        assert len(server.asked) == FAILURES_IN_A_ROW


class TestCommand:
    @pytest.fixture
    def run(self, fetching: Fetching, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
        monkeypatch.setenv("SKIPPER_CACHE", str(fetching.store.folder.parent))
        monkeypatch.setenv("SKIPPER_FETCH_INTERVAL", "0")
        monkeypatch.setenv("SKIPPER_STATSAPI_URL", fetching.server.url)
        monkeypatch.setattr(command, "sleep", lambda _seconds: None)
        return lambda *more: CliRunner().invoke(
            command.fetch, ["statsapi", "--levels", "AAA,AA", "--seasons", str(SEASON), *more]
        )

    def test_notice_and_count(self, server: FetchServer, run: Callable[..., Result], fetching: Fetching) -> None:
        first, second = run(), run()
        assert (first.exit_code, second.exit_code) == (0, 0), first.output
        total = len(server.asked)
        assert f"{total} wanted: {total - 4} fetched, 4 missing. Store: {fetching.store.folder}" in first.stdout
        assert f"{total} wanted: {total} cached." in second.stdout
        assert first.stdout.count("individual, non-commercial use") == 1
        assert "non-commercial" not in second.stdout
        assert "non-commercial" in (fetching.store.folder / "NOTICE.txt").read_text()

    def test_dry_run_foretells_a_run(self, server: FetchServer, run: Callable[..., Result], fetching: Fetching) -> None:
        before = run("--dry-run")
        assert "teams               2\ntransactions       12\n14 requests" in before.stdout
        assert "at least 0:00:00 at one per 0 s" in before.stdout
        assert "so the games and other responses that depend on them are not counted" in before.stdout
        assert server.asked == []
        assert not fetching.store.folder.exists()
        run()
        for path in (fetching.store.folder / "feed").iterdir():
            path.unlink()
        asked = len(server.asked)
        told = run("--dry-run").stdout
        assert "feed               23\n23 requests" in told
        assert "not counted" not in told
        assert len(server.asked) == asked
        run()
        assert len(server.asked) == asked + 23

    def test_a_name_of_no_organization_is_refused_before_a_request(
        self, server: FetchServer, run: Callable[..., Result], fetching: Fetching
    ) -> None:
        for more in (["--dry-run"], []):
            result = run("--organization", "Metz", *more)
            assert result.exit_code == 2
            assert "no organization of 2016 has the name 'Metz'" in result.stderr
            assert "Did you mean New York Mets?" in result.stderr
        assert run("--organization", "9999", "--dry-run").exit_code == 0  # an id that only the API can know
        assert server.asked == []
        assert not fetching.store.folder.exists()

    def test_a_dry_run_says_what_only_the_api_knows(
        self, run: Callable[..., Result], server: FetchServer, api: Api
    ) -> None:
        """Two organizations of the API bear a name of one in Skipper's list."""
        clubs = api.documents[f"/api/v1/teams?season={SEASON}&sportIds=1"]["teams"]
        clubs.append({**clubs[0], "id": 99, "name": "Salem Mets"})
        unread = "The store lacks the API's list of organizations for 2016. A run reads it first, and stops if 'Mets'"
        before = run("--organization", "Mets", "--dry-run")
        assert before.exit_code == 0
        assert unread in before.stdout
        for more in ([], ["--dry-run"]):
            result = run("--organization", "Mets", *more)
            assert result.exit_code == 2
            assert "more than one organization 'Mets' in 2016: New York Mets, Salem Mets" in result.stderr
            assert unread not in result.stdout
        asked = len(server.asked)
        assert run("--organization", "Metz", "--dry-run").exit_code == 2
        assert len(server.asked) == asked
        assert unread not in run("--organization", "New York Mets", "--dry-run").stdout

    def test_failure(self, server: FetchServer, run: Callable[..., Result]) -> None:
        server.faults[ADDRESS] = [Answer(403)]
        result = run()
        assert result.exit_code == 1
        assert "403 Forbidden" in result.stdout
        assert "1 failed" in result.stdout

    def test_independent_leagues_are_a_level(
        self, server: FetchServer, api: Api, run: Callable[..., Result], fetching: Fetching
    ) -> None:
        """Sport 23 lists them; the Mexican League there is a level of its own."""
        day = date(SEASON, 6, 1)
        clubs = ((901, 999), (902, 999), (903, 125), (904, 125))
        api.documents[f"/api/v1/teams?season={SEASON}&sportIds=23"] = {
            "teams": [
                {"id": club, "name": f"Club {club}", "season": SEASON, "sport": {"id": 23}, "league": {"id": league}}
                for club, league in clubs
            ]
        }
        api.games[23] = [(day, entry(6000, day, 901, 902)), (day, entry(6001, day, 903, 904))]
        api.documents["/api/v1.1/game/6000/feed/live"] = feed(901, 902)
        result = run("--levels", "Ind")
        assert result.exit_code == 0, result.output
        assert [path for path in server.paths() if path.endswith("/feed/live")] == ["/api/v1.1/game/6000/feed/live"]

    @pytest.mark.parametrize("levels", ["AAAA", "", "AAA,", "aaa"])
    def test_levels_that_are_none(self, server: FetchServer, run: Callable[..., Result], levels: str) -> None:
        result = run("--levels", levels)
        assert result.exit_code == 2
        assert "the levels are MLB, AAA, AA" in result.stderr
        assert server.asked == []


class TestKilled:
    def test_ten_times(self, server: FetchServer, api: Api, fetching: Fetching, tmp_path: Path) -> None:
        """Killed before, within and right after an answer, the run goes on until the store is that of a single run."""
        fetching.all()
        whole, log = content(fetching.store), server.paths()
        server.asked.clear()
        store = Store(tmp_path / "killed")
        environment = {
            **os.environ,
            "SKIPPER_CACHE": str(tmp_path / "killed"),
            "SKIPPER_STATSAPI_URL": server.url,
            "SKIPPER_FETCH_INTERVAL": "0",
        }
        arguments = [sys.executable, "-m", "skipper", "fetch", "statsapi", "--levels", "AAA,AA", "--seasons", "2016"]
        running: list[subprocess.Popen] = []
        answered = [path for path in log if path in api]  # a 404 has no body in which to be killed
        moments = [answered[(number + 1) * len(answered) // 11] for number in range(10)]
        for number, path in enumerate(moments):
            share = (0, 0.5, 1)[number % 3]
            server.faults[path].append(Interrupt(share, lambda: os.kill(running[-1].pid, signal.SIGKILL)))
        for killed in [True] * 10 + [False]:
            stored = {"/" + read(path).header.address.split("/", 3)[3] for path in store.folder.rglob("*.json.gz")}
            before = len(server.asked)
            running.append(
                subprocess.Popen([*arguments, "--seasons", str(SEASON)], env=environment, stdout=subprocess.DEVNULL)
            )
            assert running[-1].wait() == (-signal.SIGKILL if killed else 0)
            assert not stored & set(server.paths()[before:])
        assert content(store) == whole
        left_over = {path.name for path in store.folder.iterdir() if path.is_file()}
        assert left_over == {"NOTICE.txt", ".lock"}
        # An address was asked for again only where a kill came before its response was stored.
        again = Counter(server.paths()) - Counter(log)
        assert set(again) <= set(moments)
        assert again.total() <= 10


class TestRealSchedules:
    def test_two_weeks_of_2023(self, server: FetchServer, fetching: Fetching, real_data: Path) -> None:
        server.files = api = real(real_data)
        scope = Scope(frozenset({"AAA", "AA"}), (2023,), date(2023, 4, 20), "New York Mets")
        fetching.all(scope)
        feeds = [path.split("/")[4] for path in server.paths() if path.endswith("/feed/live")]
        listed = {
            str(game["gamePk"])
            for games in api.games.values()
            for _day, game in games
            if {game["teams"][side]["team"]["id"] for side in ("home", "away")} & {505, 552}
            and game["officialDate"] <= "2023-04-20"
            and game["status"]["codedGameState"] == "F"
        }
        assert len(feeds) == len(set(feeds))
        assert set(feeds) == listed
        assert len(listed) > 20


def test_a_winter_season_is_requested_to_february_and_nothing_twice() -> None:
    """The next year's January and February have the season's last games, which that year's season requests no more."""
    clubs = {"teams": [{"id": 901, "name": "Palm Herons", "season": 2010, "sport": {"id": 17}, "league": {"id": 135}}]}
    game = entry(77, date(2011, 1, 5), 901, 902, season="2010")
    january = {"dates": [{"date": "2011-01-05", "games": [game]}]}
    asked: list[Request] = []

    def obtain(request: Request) -> Outcome:
        asked.append(request)
        body: Json = {"dates": []}
        if request.endpoint == "teams":
            body = clubs
        elif request == requests.schedule("17", 2011, 1):
            body = january
        header = Header(request.endpoint, request.params, request.address, 200, "2012-01-01T00:00:00+00:00")
        return Outcome(request, Status.FETCHED, Response(header, json.dumps(body).encode()))

    outcomes = [*walk(Scope(frozenset({"Win"}), (2010, 2011), date(2012, 1, 1)), obtain)]
    assert [outcome.request for outcome in outcomes] == asked
    addresses = Counter(request.address for request in asked)
    assert set(addresses.values()) == {1}
    assert [request.params["gamePk"] for request in asked if request.endpoint == "feed"] == ["77"]
    of_schedules = [request.params["startDate"] for request in asked if request.endpoint == "schedule"]
    assert of_schedules[:14] == [f"2010-{month:02}-01" for month in range(1, 13)] + ["2011-01-01", "2011-02-01"]
