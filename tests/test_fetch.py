"""Fetching from a server that drops, refuses, redirects and lies: the cache is never the worse for it."""

import gzip
import io
import json
import os
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result
from filelock import FileLock
from rich.console import Console
from rich.progress import TimeRemainingColumn

from fetch_server import Answer, Drop, FetchServer, HeedlessRange, LengthUntold, WholeAlways
from skipper.fetch import command
from skipper.fetch.cache import cache_folder, cached_folder
from skipper.fetch.download import Downloader, Outcome, Status, from_cache
from skipper.fetch.integrity import DamagedError, check
from skipper.fetch.settings import FetchSettings, SettingError
from skipper.fetch.targets import NOTICES, Target, lahman_targets, register_targets, retrosheet_targets
from skipper.fetch.transfer import Client, FetchError
from skipper.sources import lahman
from skipper.sources.parsed import SourceError
from skipper.sources.retrosheet import gamelogs

NOW = datetime(2020, 5, 1, 12, 0, tzinfo=UTC)


def zipped(text: str, member: str = "GL2016.TXT") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:  # stored, not packed, so that the size follows the text
        archive.writestr(zipfile.ZipInfo(member), text)
    return file.getvalue()


OLD, NEW = zipped("game,of,2016\n" * 4000), zipped("game,of,2016,amended\n" * 3000)
PATH = "/gamelogs/gl2016.zip"


@pytest.fixture
def server() -> Iterator[FetchServer]:
    with FetchServer().running() as running:
        yield running


class Fetching:
    """A downloader against the server, with a sleep that only takes notes."""

    def __init__(self, server: FetchServer, cache: Path, **settings: object) -> None:
        urls = dict.fromkeys(("retrosheet", "lahman", "register"), server.url)
        self.settings = replace(FetchSettings(base_urls=urls, min_interval=0), **settings)
        self.cache = cache
        self.slept: list[float] = []
        self.seen: list[tuple[int, int | None]] = []

    def all(self, targets: list[Target]) -> list[Outcome]:
        with Client(self.settings, self.slept.append) as client:
            downloader = Downloader(client, self.cache, self.slept.append, lambda: NOW)
            return [downloader.fetch(target, lambda *seen: self.seen.append(seen)) for target in targets]

    def season(self, year: int = 2016) -> Outcome:
        return self.all(retrosheet_targets(self.settings, [year], False))[0]

    @property
    def folder(self) -> Path:
        return self.cache / "retrosheet" / "gamelogs"

    def content(self, name: str = "gl2016.zip") -> bytes:
        return (self.folder / name).read_bytes()

    def left_over(self) -> set[str]:
        return {file.name for file in self.folder.iterdir()} - {"index.json", "gl2016.zip"}


@pytest.fixture
def fetching(server: FetchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fetching:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    server.files[PATH] = OLD
    return Fetching(server, tmp_path)


def headers(server: FetchServer, number: int) -> dict[str, str]:
    return server.asked[number].headers


class TestWhole:
    def test_file_and_index(self, server: FetchServer, fetching: Fetching) -> None:
        outcome = fetching.season()
        assert (outcome.status, outcome.size) == (Status.FETCHED, len(OLD))
        assert fetching.content() == OLD
        assert fetching.left_over() == set()
        entry = json.loads((fetching.folder / "index.json").read_text())["gl2016.zip"]
        assert (entry["url"], entry["etag"]) == (server.url + PATH, server.etag(PATH))
        assert entry["fetched_at"] == "2020-05-01T12:00:00+00:00"
        assert fetching.seen[-1] == (len(OLD), len(OLD))

    def test_asks_as_skipper_and_uncompressed(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        assert headers(server, 0)["user-agent"].startswith("Skipper/")
        assert headers(server, 0)["accept-encoding"] == "identity"
        assert "range" not in headers(server, 0)

    def test_encoded_all_the_same_is_refused(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Answer(200, {"Content-Encoding": "gzip"}, gzip.compress(OLD))]
        outcome = fetching.season()
        assert outcome.status is Status.FAILED
        assert "gzip-encoded" in outcome.detail

    def test_too_large_is_refused(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.settings = replace(fetching.settings, max_bytes=len(OLD) - 1)
        server.faults[PATH] = [LengthUntold()]
        for reason in (f"more than the {len(OLD) - 1:,} bytes", f"{len(OLD):,} bytes, more than"):
            outcome = fetching.season()
            assert outcome.status is Status.FAILED
            assert reason in outcome.detail
            assert list(fetching.folder.iterdir()) == []

    def test_length_untold(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [LengthUntold()]
        assert fetching.season().status is Status.FETCHED
        assert fetching.content() == OLD
        assert fetching.seen[-1] == (len(OLD), None)

    def test_index_grows_by_each_run(self, server: FetchServer, fetching: Fetching) -> None:
        server.files["/gamelogs/gl2017.zip"] = NEW
        fetching.season(2016)
        fetching.season(2017)
        assert sorted(json.loads((fetching.folder / "index.json").read_text())) == [
            "gl2016.zip",
            "gl2017.zip",
        ]

    def test_requests_are_spaced(self, server: FetchServer, fetching: Fetching) -> None:
        server.files["/gamelogs/gl2017.zip"] = OLD.replace(b"GL2016", b"GL2017")
        now = [100.0]

        def pause(seconds: float) -> None:
            fetching.slept.append(seconds)
            now[0] += seconds

        settings = replace(fetching.settings, min_interval=1.5)
        with Client(settings, pause, lambda: now[0]) as client:
            for target in retrosheet_targets(settings, [2016, 2017, 2016], False):
                Downloader(client, fetching.cache).fetch(target)
                now[0] += 0.5
        assert fetching.slept == [1.0, 1.0]


class TestAgain:
    def test_unchanged_is_not_sent_again(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        assert fetching.season().status is Status.UNCHANGED
        assert headers(server, 1)["if-none-match"] == server.etag(PATH)
        assert headers(server, 1)["if-modified-since"] == server.last_modified

    def test_unchanged_by_date_alone(self, server: FetchServer, fetching: Fetching) -> None:
        server.etags[PATH] = None
        fetching.season()
        assert fetching.season().status is Status.UNCHANGED

    def test_changed_upstream(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        server.files[PATH] = NEW
        outcome = fetching.season()
        assert outcome.status is Status.FETCHED
        assert "changed since 2020-05-01" in outcome.detail
        assert fetching.content() == NEW
        assert fetching.season().status is Status.UNCHANGED

    def test_same_content_from_a_server_without_validators(self, server: FetchServer, fetching: Fetching) -> None:
        server.etags[PATH] = server.last_modified = None
        fetching.season()
        outcome = fetching.season()
        assert (outcome.status, outcome.detail) == (Status.UNCHANGED, "sent again, the same")

    def test_damaged_in_the_cache_is_fetched_anew(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        (fetching.folder / "gl2016.zip").write_bytes(OLD[:-1] + b"x")
        assert fetching.season().status is Status.FETCHED
        assert "if-none-match" not in headers(server, 1)
        assert fetching.content() == OLD

    def test_other_base_url_is_asked_without_conditions(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        server.files["/mirror" + PATH] = NEW
        mirror = dict.fromkeys(fetching.settings.base_urls, f"{server.url}/mirror")
        fetching.settings = replace(fetching.settings, base_urls=mirror)
        assert fetching.season().status is Status.FETCHED
        assert "if-modified-since" not in headers(server, 1)
        assert fetching.content() == NEW

    def test_unchanged_of_a_file_we_lack_is_no_success(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Answer(304)]
        assert fetching.season().status is Status.FAILED

    def test_index_that_could_not_be_written(
        self, server: FetchServer, fetching: Fetching, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fetching.season()
        server.files[PATH] = NEW
        with monkeypatch.context() as patched:

            def full(*_arguments: object) -> None:
                raise OSError(28, "No space left on device")

            patched.setattr("skipper.fetch.cache.write_text", full)
            outcome = fetching.season()
        assert outcome.status is Status.FAILED
        assert "No space left" in outcome.detail
        assert fetching.season().status is Status.FETCHED
        assert fetching.content() == NEW


class TestDropped:
    def test_resumed_at_the_byte_where_it_broke_off(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Drop(20_000)]
        outcome = fetching.season()
        assert outcome.status is Status.RESUMED
        assert fetching.content() == OLD
        assert headers(server, 1)["range"] == "bytes=20000-"
        assert headers(server, 1)["if-range"] == server.etag(PATH)
        assert len(fetching.slept) == 1
        assert fetching.left_over() == set()

    def test_resumed_by_the_next_run(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Drop(9_000)] * 5
        failed = fetching.season()
        assert failed.status is Status.FAILED
        assert server.url + PATH in failed.detail
        assert not (fetching.folder / "gl2016.zip").exists()
        held = (fetching.folder / "gl2016.zip.part").stat().st_size
        assert fetching.season().status is Status.RESUMED
        assert headers(server, 5)["range"] == f"bytes={held}-"
        assert fetching.content() == OLD

    def test_changed_meanwhile_begins_anew(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Drop(20_000)] * 5
        fetching.settings = replace(fetching.settings, attempts=1)
        fetching.season()
        server.faults[PATH], server.files[PATH] = [], NEW
        assert fetching.season().status is Status.FETCHED
        assert fetching.content() == NEW

    def test_rest_of_another_version_is_not_joined(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Drop(20_000)]
        fetching.settings = replace(fetching.settings, attempts=1)
        fetching.season()
        server.files[PATH] = NEW
        server.faults[PATH] = [HeedlessRange()]
        fetching.settings = replace(fetching.settings, attempts=2)
        assert fetching.season().status is Status.FETCHED
        assert fetching.content() == NEW

    def test_joined_wrongly_is_noticed_and_begun_anew(self, server: FetchServer, fetching: Fetching) -> None:
        server.etags[PATH] = '"never changes"'
        server.faults[PATH] = [Drop(20_000)]
        fetching.settings = replace(fetching.settings, attempts=1)
        fetching.season()
        server.files[PATH] = NEW
        fetching.settings = replace(fetching.settings, attempts=2)
        assert fetching.season().status is Status.FETCHED
        assert [("range" in asked.headers) for asked in server.asked] == [False, True, False]
        assert fetching.content() == NEW

    @pytest.mark.parametrize("etag", [None, 'W/"weak"'])
    def test_without_a_strong_validator_nothing_is_joined(
        self, server: FetchServer, fetching: Fetching, etag: str | None
    ) -> None:
        server.etags[PATH], server.last_modified = etag, None
        server.faults[PATH] = [Drop(20_000)]
        assert fetching.season().status is Status.FETCHED
        assert "range" not in headers(server, 1)
        assert fetching.content() == OLD

    def test_resumed_by_date(self, server: FetchServer, fetching: Fetching) -> None:
        server.etags[PATH] = None
        server.faults[PATH] = [Drop(20_000)]
        assert fetching.season().status is Status.RESUMED
        assert headers(server, 1)["if-range"] == server.last_modified

    def test_server_that_knows_no_ranges(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Drop(20_000), WholeAlways()]
        assert fetching.season().status is Status.FETCHED
        assert fetching.content() == OLD

    def test_nothing_more_to_be_had(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Drop(20_000), Answer(416)]
        assert fetching.season().status is Status.FETCHED
        assert "range" not in headers(server, 2)
        assert fetching.content() == OLD

    @pytest.mark.parametrize("span", ["bytes 0-9/10", "bytes 20000-20009/*", "lines 1-2/3"])
    def test_another_range_than_asked_for(self, server: FetchServer, fetching: Fetching, span: str) -> None:
        server.faults[PATH] = [Drop(20_000), Answer(206, {"Content-Range": span}, b"0123456789")]
        assert fetching.season().status is Status.FETCHED
        assert fetching.content() == OLD


class TestDroppedTable:
    """A table has no checksum of its own, so here the joining itself must be right."""

    OLD = b"playerID,birthYear\n" + b"aaronha01,1934\n" * 3000
    NEW = b"playerID,birthYear\n" + b"abbotgl01,1951\n" * 4000

    @pytest.fixture
    def dropped(self, server: FetchServer, fetching: Fetching) -> Fetching:
        """A first run that brought the first 20,000 bytes of OLD."""
        server.files["/People.csv"] = self.OLD
        server.faults["/People.csv"] = [Drop(20_000)]
        fetching.settings = replace(fetching.settings, attempts=1)
        assert self.fetch(fetching).status is Status.FAILED
        fetching.settings = replace(fetching.settings, attempts=2)
        return fetching

    def fetch(self, fetching: Fetching) -> Outcome:
        return fetching.all(lahman_targets(fetching.settings)[:1])[0]

    def content(self, fetching: Fetching) -> bytes:
        return (fetching.cache / "lahman" / "People.csv").read_bytes()

    def test_resumed(self, dropped: Fetching) -> None:
        assert self.fetch(dropped).status is Status.RESUMED
        assert self.content(dropped) == self.OLD

    def test_rest_of_another_version(self, server: FetchServer, dropped: Fetching) -> None:
        server.files["/People.csv"] = self.NEW
        server.faults["/People.csv"] = [HeedlessRange()]
        assert self.fetch(dropped).status is Status.FETCHED
        assert self.content(dropped) == self.NEW

    def test_range_shorter_than_it_says(self, server: FetchServer, dropped: Fetching) -> None:
        span = {"Content-Range": f"bytes 20000-{len(self.OLD) - 1}/{len(self.OLD)}"}
        server.faults["/People.csv"] = [Answer(206, span, self.OLD[20_000:-900])]
        assert self.fetch(dropped).status is Status.FETCHED
        assert self.content(dropped) == self.OLD

    def test_killed_as_a_new_version_begins(
        self, server: FetchServer, dropped: Fetching, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server.files["/People.csv"] = self.NEW

        def written_then_killed(path: Path, text: str) -> None:
            path.write_text(text)
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr("skipper.fetch.part.write_text", written_then_killed)
            with pytest.raises(KeyboardInterrupt):
                self.fetch(dropped)
        assert self.fetch(dropped).status is Status.FETCHED
        assert self.content(dropped) == self.NEW


class TestRefused:
    def test_missing_season_is_asked_for_once(self, server: FetchServer, fetching: Fetching) -> None:
        outcomes = fetching.all(retrosheet_targets(fetching.settings, [2015, 2016], False))
        assert [outcome.status for outcome in outcomes] == [Status.MISSING, Status.FETCHED]
        assert server.paths() == ["/gamelogs/gl2015.zip", PATH]
        assert "gl2015.zip: not there" in outcomes[0].detail

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
        outcomes = fetching.all(retrosheet_targets(fetching.settings, [2016, 2017], False))
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
        people = lahman_targets(fetching.settings)[:1]
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
        return next(target for target in lahman_targets(fetching.settings) if target.name == "HomeGames.csv")

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
        (fetching.cache / "lahman" / "HomeGames.csv").write_bytes(server.files["/HomeGames.csv"])
        with pytest.raises(SourceError, match=r"line 1: no column called year\.key or league\.key"):
            lahman.parse(fetching.cache / "lahman" / "HomeGames.csv")

    def test_awards_lie_beside_the_core(self) -> None:
        def folders(base: str) -> dict[str, str]:
            urls = {**FetchSettings().base_urls, "lahman": base}
            targets = lahman_targets(replace(FetchSettings(), base_urls=urls))
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
        targets = retrosheet_targets(fetching.settings, [2016, 2017], False)
        kept, failed = fetching.all(targets)
        assert (kept.status, failed.status) == (Status.KEPT, Status.FAILED)
        assert f"{server.host} cannot be reached" in kept.detail
        assert "not asked for, since" in failed.detail
        assert len(fetching.slept) == fetching.settings.attempts - 1  # for the first file alone

    def test_from_the_cache(self, server: FetchServer, fetching: Fetching) -> None:
        fetching.season()
        held, lacking = retrosheet_targets(fetching.settings, [2016, 2017], False)
        assert from_cache(fetching.cache, held).status is Status.CACHED
        assert "not in the cache" in from_cache(fetching.cache, lacking).detail
        (fetching.folder / "gl2016.zip").write_bytes(NEW)
        assert "is damaged" in from_cache(fetching.cache, held).detail
        assert len(server.asked) == 1

    def test_put_there_by_hand(self, fetching: Fetching) -> None:
        (target,) = retrosheet_targets(fetching.settings, [2016], False)
        fetching.folder.mkdir(parents=True)
        (fetching.folder / "gl2016.zip").write_bytes(OLD)
        assert from_cache(fetching.cache, target).status is Status.CACHED
        (fetching.folder / "gl2016.zip").write_bytes(OLD[:-9])
        assert from_cache(fetching.cache, target).status is Status.ABSENT


@pytest.fixture
def run(server: FetchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("SKIPPER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SKIPPER_FETCH_INTERVAL", "0")
    for source in ("RETROSHEET", "LAHMAN", "REGISTER"):
        monkeypatch.setenv(f"SKIPPER_{source}_URL", f"{server.url}/")
    monkeypatch.setattr(command, "sleep", lambda _seconds: None)
    server.files |= {PATH: OLD, "/events/2016eve.zip": zipped("id,NYN201604030\n", "2016NYN.EVN")}

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(command.fetch, arguments)

    return invoke


class TestCommand:
    def test_twice_then_without_network(self, server: FetchServer, run, tmp_path: Path) -> None:
        arguments = ("retrosheet", "--seasons", "2016", "--events")
        first, second = run(*arguments), run(*arguments)
        assert (first.exit_code, second.exit_code) == (0, 0)
        assert "2 wanted: 2 fetched." in first.stdout
        assert "2 wanted: 2 unchanged." in second.stdout
        assert first.stdout.count(NOTICES["retrosheet"]) == 1
        assert NOTICES["retrosheet"] not in second.stdout
        for collection in ("gamelogs", "events"):
            notice = tmp_path / "cache" / "retrosheet" / collection / "NOTICE.txt"
            assert notice.read_text() == NOTICES["retrosheet"] + "\n"
        server.stop()
        third = run(*arguments)
        assert third.exit_code == 0
        assert "2 wanted: 2 kept." in third.stdout
        assert "Warning: 2 could not be compared" in third.stderr
        offline = run(*arguments, "--offline")
        assert offline.exit_code == 0
        assert "2 wanted: 2 cached." in offline.stdout

    def test_missing_season(self, run) -> None:
        result = run("retrosheet", "--seasons", "2015-2016")
        assert result.exit_code == 1
        assert "missing    gl2015.zip" in result.stdout
        assert "2 wanted: 1 fetched, 1 missing." in result.stdout

    def test_offline_says_what_is_absent(self, server: FetchServer, run, tmp_path: Path) -> None:
        result = run("register", "--offline")
        assert result.exit_code == 1
        assert "16 wanted: 16 absent." in result.stdout
        assert server.asked == []
        assert not (tmp_path / "cache").exists()

    def test_build_finds_what_was_fetched(self, run, tmp_path: Path) -> None:
        assert cached_folder("gamelogs") is None
        run("retrosheet", "--seasons", "2015")
        assert cached_folder("gamelogs") is None  # its notice alone is no data
        run("retrosheet", "--seasons", "2016")
        folder = cached_folder("gamelogs")
        assert folder == tmp_path / "cache" / "retrosheet" / "gamelogs"
        assert [file.name for file in gamelogs.find_files(folder)] == ["gl2016.zip"]

    def test_one_at_a_time(self, run, tmp_path: Path) -> None:
        folder = tmp_path / "cache" / "retrosheet"
        folder.mkdir(parents=True)
        with FileLock(folder / command.LOCK_FILE):
            result = run("retrosheet", "--seasons", "2016")
        assert result.exit_code == 1
        assert "another `skipper fetch` is at work" in result.stderr

    def test_cache_that_cannot_be_made(self, run, tmp_path: Path) -> None:
        (tmp_path / "cache").write_text("in the way")
        result = run("lahman")
        assert result.exit_code == 1
        assert str(tmp_path / "cache") in result.stderr
        assert result.exception is None or isinstance(result.exception, SystemExit)

    @pytest.mark.parametrize("seasons", ["16", "2018-2010", "1870", "2016,", "2016-", "9999", "all"])
    def test_seasons_that_are_none(self, server: FetchServer, run, seasons: str) -> None:
        result = run("retrosheet", "--seasons", seasons)
        assert result.exit_code == 2
        assert server.asked == []

    def test_seasons_are_fetched_in_order(self, run) -> None:
        result = run("retrosheet", "--seasons", "2012, 2010-2011,2011")
        named = [line.split()[1] for line in result.stdout.splitlines() if line.startswith("missing")]
        assert named == ["gl2010.zip", "gl2011.zip", "gl2012.zip"]

    def test_bar_counts_files(self, fetching: Fetching) -> None:
        targets = retrosheet_targets(fetching.settings, [2015, 2016], False)
        with command._progress(Console(file=io.StringIO(), force_terminal=True)) as progress:
            with Client(fetching.settings, fetching.slept.append) as client:
                outcomes = list(command._watched(Downloader(client, fetching.cache), targets, progress))
            assert any(isinstance(column, TimeRemainingColumn) for column in progress.columns)
            (task,) = progress.tasks
            assert (task.completed, task.total, task.description) == (2, 2, "gl2016.zip")
        assert [outcome.there for outcome in outcomes] == [False, True]


class TestSettings:
    def test_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SKIPPER_LAHMAN_URL", "https://example.org/lahman/")
        monkeypatch.setenv("SKIPPER_FETCH_HOSTS", "cdn.example.org, Other.example.org:8080")
        settings = FetchSettings.from_environment()
        assert lahman_targets(settings)[0].url == "https://example.org/lahman/People.csv"
        assert settings.redirect_hosts == {"cdn.example.org", "other.example.org:8080"}
        assert settings.min_interval == 1

    @pytest.mark.parametrize("url", ["retrosheet.org", "ftp://a/b", "file:///etc", "http://u:p@a", "http://a?b"])
    def test_address_that_is_none(self, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
        monkeypatch.setenv("SKIPPER_RETROSHEET_URL", url)
        with pytest.raises(SettingError, match=r"\$SKIPPER_RETROSHEET_URL"):
            FetchSettings.from_environment()

    @pytest.mark.parametrize("seconds", ["-1", "nan", "soon", "1e9"])
    def test_interval_that_is_none(self, monkeypatch: pytest.MonkeyPatch, seconds: str) -> None:
        monkeypatch.setenv("SKIPPER_FETCH_INTERVAL", seconds)
        with pytest.raises(SettingError, match="SKIPPER_FETCH_INTERVAL"):
            FetchSettings.from_environment()

    def test_cache_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SKIPPER_CACHE", "~/here")
        assert cache_folder() == Path.home() / "here"
        monkeypatch.setenv("SKIPPER_CACHE", "")
        assert cache_folder().name == "skipper"


@pytest.fixture(scope="module")
def data() -> Path:
    named = os.environ.get("SKIPPER_DATA")
    if not named:
        pytest.skip("SKIPPER_DATA does not name the folder of real files")
    return Path(named)


class TestRealFiles:
    def test_retrosheet(self, server: FetchServer, run, data: Path, tmp_path: Path) -> None:
        source = data / "retrosheet"
        for year in range(2010, 2019):
            server.files[f"/gamelogs/gl{year}.zip"] = (source / "gamelogs" / f"gl{year}.zip").read_bytes()
        server.files["/gamelogs/gl1885.zip"] = (source / "gamelogs" / "gl1885.zip").read_bytes()
        server.faults["/gamelogs/gl2012.zip"] = [Drop(100_000), Answer(503), Drop(50_000)]
        server.faults["/gamelogs/gl2014.zip"] = [Answer(429, {"Retry-After": "5"})]
        result = run("retrosheet", "--seasons", "1885,2010-2018")
        assert result.exit_code == 0, result.output
        assert "10 wanted: 9 fetched, 1 resumed." in result.stdout
        for path, content in server.files.items():
            if path.startswith("/gamelogs/"):
                assert (tmp_path / "cache" / "retrosheet" / path[1:]).read_bytes() == content

    def test_events(self, server: FetchServer, run, data: Path) -> None:
        for year in (2019, 2020):
            server.files[f"/gamelogs/gl{year}.zip"] = zipped("x", f"GL{year}.TXT")
            server.files[f"/events/{year}eve.zip"] = (data / f"retrosheet/events/{year}eve.zip").read_bytes()
        result = run("retrosheet", "--seasons", "2019-2020", "--events")
        assert result.exit_code == 0, result.output
        assert [file.name for file in sorted(cached_folder("events").glob("*.zip"))] == [
            "2019eve.zip",
            "2020eve.zip",
        ]

    def test_retrosheet_from_a_server_on_its_worst_day(
        self, server: FetchServer, run, data: Path, tmp_path: Path
    ) -> None:
        """Once all is well, then every misfortune at once: what was good stays, and the exit status is 1."""
        source, cache = data / "retrosheet" / "gamelogs", tmp_path / "cache" / "retrosheet" / "gamelogs"
        served = {year: (source / f"gl{year}.zip").read_bytes() for year in (2010, 2011, 2012, 2013, 2015, 2016)}
        server.files |= {f"/gamelogs/gl{year}.zip": content for year, content in served.items() if year < 2016}
        assert run("retrosheet", "--seasons", "2010-2013,2015").exit_code == 0
        middle = len(served[2010]) // 2
        corrupt = served[2010][:middle] + bytes([served[2010][middle] ^ 0xFF]) + served[2010][middle + 1 :]
        del server.files["/gamelogs/gl2015.zip"]
        server.files["/gamelogs/gl2010.zip"] = corrupt
        server.files["/gamelogs/gl2012.zip"] = changed = served[2016].replace(b"GL2016.TXT", b"GL2012.TXT")
        server.etags["/gamelogs/gl2011.zip"] = '"another"'
        server.faults["/gamelogs/gl2011.zip"] = [Answer(503), Drop(middle)]
        server.faults["/gamelogs/gl2013.zip"] = [Answer(302, {"Location": "http://elsewhere.invalid/gl2013.zip"})]
        result = run("retrosheet", "--seasons", "2010-2015")
        assert result.exit_code == 1
        told = {line.split()[1]: line for line in result.stdout.splitlines() if ".zip" in line}
        assert told["gl2010.zip"].startswith("failed")
        assert "cached copy stays" in told["gl2010.zip"]
        assert told["gl2011.zip"].startswith("unchanged")
        assert "sent again, the same" in told["gl2011.zip"]
        assert "changed since" in told["gl2012.zip"]
        assert "redirect" in told["gl2013.zip"]
        assert told["gl2014.zip"].startswith("missing")
        assert told["gl2015.zip"].startswith("kept")
        expected = {**served, 2012: changed}
        assert {file.name for file in cache.glob("*.zip")} == {f"gl{year}.zip" for year in (*range(2010, 2014), 2015)}
        assert all((cache / f"gl{year}.zip").read_bytes() == expected[year] for year in (*range(2010, 2014), 2015))

    def test_lahman(self, server: FetchServer, run, data: Path) -> None:
        wanted = lahman_targets(FetchSettings())
        for target in wanted:
            server.files[f"/{target.name}"] = (data / "lahman" / target.name).read_bytes()
        result = run("lahman")
        assert result.exit_code == 0, result.output
        assert f"{len(wanted)} wanted: {len(wanted)} fetched." in result.stdout

    def test_register_with_three_files_missing(self, server: FetchServer, run, data: Path) -> None:
        for target in register_targets(FetchSettings()):
            packed = data / "register" / f"{target.name}.gz"
            if packed.is_file():
                server.files[f"/{target.name}"] = gzip.decompress(packed.read_bytes())
        result = run("register")
        assert result.exit_code == 1
        assert "16 wanted: 13 fetched, 3 missing." in result.stdout
