"""Fetching what is refused, damaged or redirected, or without a network: the cache is never the worse for it."""

import gzip
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest

from fetch_server import Answer, FetchServer
from fetching import NEW, OLD, PATH, Fetching, zipped
from skipper.sources.fetch.download import Status, from_cache
from skipper.sources.fetch.integrity import DamagedError, check
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.targets import targets_of
from skipper.sources.fetch.transfer import Client, FetchError
from skipper.sources.lahman import reading as lahman
from skipper.sources.target import Target


class TestRefused:
    def test_missing_season_is_asked_for_once(self, server: FetchServer, fetching: Fetching) -> None:
        outcomes = fetching.all(targets_of(fetching.settings, "retrosheet", [2015, 2016]))
        assert [outcome.status for outcome in outcomes] == [Status.MISSING, Status.FETCHED]
        assert server.paths() == ["/gamelogs/gl2015.zip", PATH]
        assert "gl2015.zip: the server does not have it" in outcomes[0].detail

    def test_withdrawn_file_is_kept(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        del server.files[PATH]
        outcome = fetching.season()
        assert outcome.status is Status.KEPT
        assert "cached copy of 2020-05-01" in outcome.detail
        assert fetching.content() == OLD

    def test_forbidden_is_asked_for_once(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Answer(403)]
        outcome = fetching.season()
        assert outcome.status is Status.FAILED
        assert "403 Forbidden" in outcome.detail
        assert len(server.asked) == 1

    def test_waits_as_long_as_asked(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Answer(429, {"Retry-After": "77"}), Answer(503)]
        assert fetching.season().status is Status.FETCHED
        first, second = fetching.slept
        assert first == 77
        assert 0 < second < 77

    def test_waits_until_the_date_asked(self, server: FetchServer, fetching: Fetching) -> None:
        at = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
        server.faults[PATH] = [Answer(503, {"Retry-After": at})]
        assert fetching.season().status is Status.FETCHED
        assert 30 < fetching.slept[0] <= 100  # more than any backoff of ours

    def test_asked_to_wait_too_long_gives_the_host_up(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Answer(429, {"Retry-After": "3600"})]
        outcomes = fetching.all(targets_of(fetching.settings, "retrosheet", [2016, 2017]))
        assert [outcome.status for outcome in outcomes] == [Status.FAILED, Status.FAILED]
        assert "asks to wait 3600 s" in outcomes[0].detail
        assert server.paths() == [PATH]
        assert fetching.slept == []

    def test_backoff_grows_and_ends(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Answer(500)] * 9
        outcome = fetching.season()
        assert outcome.status is Status.FAILED
        assert len(server.asked) == fetching.settings.attempts
        assert all(2**n <= slept <= 2**n + 1 for n, slept in enumerate(fetching.slept))
        assert fetching.slept != [1, 2, 4, 8]  # jitter

    def test_server_error_keeps_the_cached_copy(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        server.faults[PATH] = [Answer(500)] * 9
        assert fetching.season().status is Status.KEPT
        assert fetching.content() == OLD


class TestDamaged:
    CASES = (
        ("flipped", OLD[:500] + b"\x00" + OLD[501:], "does not match its checksum"),
        ("directory", OLD[:-6] + b"\xff" * 4 + OLD[-2:], "not a sound zip archive"),
        ("cut", OLD[:-200], "not a sound zip archive"),
        ("page", b"<html>Service page</html>", "not a sound zip archive"),
        ("other", zipped("x", "readme.txt"), "no file of the expected name, only readme.txt"),
        ("empty", b"", "not a sound zip archive"),
    )

    @pytest.mark.parametrize(("content", "reason"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
    def test_damaged_zip_never_replaces_a_good_one(
        self, server: FetchServer, fetching: Fetching, content: bytes, reason: str
    ) -> None:
        fetching.season()
        server.files[PATH] = content
        outcome = fetching.season()
        assert outcome.status is Status.FAILED
        assert reason in outcome.detail
        assert server.url + PATH in outcome.detail
        assert "cached copy stays" in outcome.detail
        assert len(server.asked) == 2  # sent whole and damaged: not asked for again
        assert fetching.content() == OLD
        assert fetching.left_over() == set()

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (b"<!DOCTYPE html>\n<html>\n", "begins with '<!DOCTYPE html>'"),
            (b"playerID,birthYear\n", "no rows"),
            (b"playerID,birthYear\na,1\n\0\0", "null byte"),
        ],
    )
    def test_table_that_is_none(self, server: FetchServer, fetching: Fetching, content: bytes, reason: str) -> None:
        server.files["/People.csv"] = content
        people = targets_of(fetching.settings, "lahman")[:1]
        outcome = fetching.all(people)[0]
        assert outcome.status is Status.FAILED
        assert reason in outcome.detail

    def test_gzip(self, tmp_path: Path) -> None:
        file, column = tmp_path / "people-0.csv.gz.part", re.compile("key_person$")
        packed = gzip.compress(b"key_person,key_uuid\n1,2\n")
        file.write_bytes(packed)
        check(file, "people-0.csv.gz", column)
        for bad in (packed[:-4], packed[:-8] + b"\0\0\0\0" + packed[-4:], b"key_person\n1\n"):
            file.write_bytes(bad)
            with pytest.raises(DamagedError, match="gzip"):
                check(file, "people-0.csv.gz", column)


class TestLahman:
    @pytest.fixture
    def home_games(self, fetching: Fetching) -> Target:
        return next(target for target in targets_of(fetching.settings, "lahman") if target.name == "HomeGames.csv")

    @pytest.mark.parametrize("header", ["year.key,league.key,games", "yearkey,leaguekey,games"], ids=["old", "2023"])
    def test_home_games_of_either_release(
        self, server: FetchServer, fetching: Fetching, home_games: Target, header: str
    ) -> None:
        server.files["/HomeGames.csv"] = f"{header}\n1957,NL,77\n1957,AL,x\n".encode()
        assert fetching.all([home_games])[0].status is Status.FETCHED
        parsed = lahman.parse(fetching.cache / "lahman" / "HomeGames.csv")
        assert parsed.records["lahman_home_games"][0].to_pylist() == [{"season": 1957, "league": "NL", "games": 77}]
        assert [rejected.line for rejected in parsed.rejected] == [3]

    def test_home_games_without_the_column(self, server: FetchServer, fetching: Fetching, home_games: Target) -> None:
        server.files["/HomeGames.csv"] = b"year,games\n1957,77\n"
        outcome = fetching.all([home_games])[0]
        assert outcome.status is Status.FAILED
        assert "column year.key or yearkey" in outcome.detail

    def test_awards_lie_beside_the_core(self) -> None:
        def folders(base: str) -> dict[str, str]:
            urls = {**FetchSettings().base_urls, "lahman": base}
            targets = targets_of(replace(FetchSettings(), base_urls=urls), "lahman")
            return {target.name: target.url.rsplit("/", 1)[0] for target in targets}

        repository, folder = folders("https://host/db/core"), folders("https://host/lahman")
        assert repository["People.csv"] == "https://host/db/core"
        assert repository["AwardsManagers.csv"] == "https://host/db/contrib"
        assert set(folder.values()) == {"https://host/lahman"}


class TestRedirected:
    def test_to_another_host_is_refused(self, server: FetchServer, fetching: Fetching) -> None:
        with FetchServer().running() as other:
            other.files[PATH] = NEW
            server.faults[PATH] = [Answer(302, {"Location": other.url + PATH})]
            outcome = fetching.season()
            assert outcome.status is Status.FAILED
            assert f"from {server.host} to another host, {other.host}" in outcome.detail
            assert other.asked == []
        assert len(server.asked) == 1

    def test_to_an_allowed_host(self, server: FetchServer, fetching: Fetching) -> None:
        with FetchServer().running() as other:
            other.files[PATH] = NEW
            server.faults[PATH] = [Answer(302, {"Location": other.url + PATH})]
            fetching.settings = replace(fetching.settings, redirect_hosts=frozenset({other.host}))
            assert fetching.season().status is Status.FETCHED
        assert fetching.content() == NEW

    def test_within_the_host(self, server: FetchServer, fetching: Fetching) -> None:
        server.files["/moved.zip"] = NEW
        server.faults[PATH] = [Answer(301, {"Location": "/moved.zip"})]
        assert fetching.season().status is Status.FETCHED
        assert fetching.content() == NEW

    def test_for_ever(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Answer(302, {"Location": PATH})] * 50
        outcome = fetching.season()
        assert outcome.status is Status.FAILED
        assert "more than 5 redirects" in outcome.detail

    def test_from_https_to_http(self) -> None:
        here, there = httpx.URL("https://www.retrosheet.org/a"), httpx.URL("http://www.retrosheet.org/b")
        with Client(FetchSettings()) as client:
            client._may_follow(str(there), there, here)
            with pytest.raises(FetchError, match="unprotected"):
                client._may_follow(str(here), here, there)


class TestWithoutNetwork:
    def test_unreachable_host(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        server.stop()
        targets = targets_of(fetching.settings, "retrosheet", [2016, 2017])
        kept, failed = fetching.all(targets)
        assert (kept.status, failed.status) == (Status.KEPT, Status.FAILED)
        assert f"{server.host} cannot be reached" in kept.detail
        assert "not requested, because" in failed.detail
        assert len(fetching.slept) == fetching.settings.attempts - 1  # for the first file alone

    def test_from_the_cache(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        held, lacking = targets_of(fetching.settings, "retrosheet", [2016, 2017])
        assert from_cache(fetching.cache, held).status is Status.CACHED
        assert "not in the cache" in from_cache(fetching.cache, lacking).detail
        (fetching.folder / "gl2016.zip").write_bytes(NEW)
        assert "is damaged" in from_cache(fetching.cache, held).detail
        assert len(server.asked) == 1

    def test_put_there_by_hand(self, fetching: Fetching) -> None:
        (target,) = targets_of(fetching.settings, "retrosheet", [2016])
        fetching.folder.mkdir(parents=True)
        (fetching.folder / "gl2016.zip").write_bytes(OLD)
        assert from_cache(fetching.cache, target).status is Status.CACHED
        (fetching.folder / "gl2016.zip").write_bytes(OLD[:-9])
        assert from_cache(fetching.cache, target).status is Status.ABSENT
