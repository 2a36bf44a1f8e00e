"""Fetching whole, again, and from a server that drops what it sends: the cache is never the worse for it."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest

from fetch_server import Answer, Drop, FetchServer, HeedlessRange, LengthUntold, Trickle, WholeAlways
from fetching import NEW, OLD, PATH, Fetching, headers
from skipper.sources.fetch.download import Downloader, Outcome, Status
from skipper.sources.fetch.targets import targets_of
from skipper.sources.fetch.transfer import Client


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
            for target in targets_of(settings, "retrosheet", [2016, 2017, 2016]):
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

            patched.setattr("skipper.sources.fetch.cache.write_text", full)
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

    def test_all_attempts_together_have_a_deadline(self, server: FetchServer, fetching: Fetching) -> None:
        server.faults[PATH] = [Trickle(0.01)] * 5
        fetching.settings = replace(fetching.settings, file_deadline=0.3)
        failed = fetching.season()
        assert (failed.status, len(server.asked)) == (Status.FAILED, 1)
        assert "not complete after" in failed.detail

    def test_a_slow_server_is_not_asked_for_the_next_file(self, server: FetchServer, fetching: Fetching) -> None:
        """Sixteen files of the Register at one byte a second would take three quarters of an hour to fail."""
        server.faults[PATH] = [Trickle(0.01)] * 5
        fetching.settings = replace(fetching.settings, attempts=1, rate_grace=0.05, min_rate=10_000)
        slow, next_one = fetching.all(targets_of(fetching.settings, "retrosheet", [2016, 2017]))
        assert "is too slow" in slow.detail
        assert "not requested, because" in next_one.detail
        assert len(server.asked) == 1

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
        return fetching.all(targets_of(fetching.settings, "lahman")[:1])[0]

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
            patched.setattr("skipper.sources.fetch.part.write_text", written_then_killed)
            with pytest.raises(KeyboardInterrupt):
                self.fetch(dropped)
        assert self.fetch(dropped).status is Status.FETCHED
        assert self.content(dropped) == self.NEW
