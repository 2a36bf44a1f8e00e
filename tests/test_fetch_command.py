"""The command that fetches, its settings, and real files through it."""

import gzip
import io
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from filelock import FileLock
from rich.console import Console
from rich.progress import TimeRemainingColumn

from fetch_server import Answer, Drop, FetchServer
from fetching import NEW, OLD, PATH, Fetching, zipped
from skipper.cli import fetch as command
from skipper.lake.manifest import Manifest
from skipper.settings import SettingError
from skipper.sources.fetch import targets
from skipper.sources.fetch.cache import cache_folder, cached_folder
from skipper.sources.fetch.download import Downloader
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.targets import targets_of, terms_of
from skipper.sources.fetch.transfer import Client
from skipper.sources.minorleaguesplits.source import LEAGUES
from skipper.sources.register import reading as register
from skipper.sources.retrosheet.gamelogs import reading as gamelogs


@pytest.fixture
def run(server: FetchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("SKIPPER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SKIPPER_FETCH_INTERVAL", "0")
    for source in ("RETROSHEET", "LAHMAN", "REGISTER", "MINORS", "SCORES"):
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
        assert first.stdout.count(terms_of("retrosheet")) == 1
        assert terms_of("retrosheet") not in second.stdout
        for collection in ("gamelogs", "events"):
            notice = tmp_path / "cache" / "retrosheet" / collection / "NOTICE.txt"
            assert notice.read_text() == terms_of("retrosheet") + "\n"
        server.stop()
        third = run(*arguments)
        assert third.exit_code == 0
        assert "2 wanted: 2 kept." in third.stdout
        assert "Warning: 2 could not be compared" in third.stderr
        offline = run(*arguments, "--offline")
        assert offline.exit_code == 0
        assert "2 wanted: 2 cached." in offline.stdout

    def test_an_unreachable_server_is_named_once(self, server: FetchServer, run) -> None:
        run("retrosheet", "--seasons", "2016")
        server.stop()
        result = run("retrosheet", "--seasons", "2015-2017", "--events")
        lines = [line for line in result.stdout.splitlines() if line.startswith(("failed", "kept"))]
        assert (result.exit_code, result.stdout.count("cannot be reached")) == (1, 1)
        assert lines[0].startswith("failed     gl2015.zip  http://127.0.0.1")
        assert lines[1:3] == [
            "failed     2015eve.zip …  4 files were not requested after this",
            "kept       gl2016.zip  1 file was not requested after this; the cached copies are used",
        ]
        assert len(lines) == 3
        assert "6 wanted: 1 kept, 5 failed." in result.stdout

    def test_an_update_fetches_what_a_lake_has_of_the_cache(
        self, server: FetchServer, run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The last season's files and the books; a source elsewhere, and files that the cache lacks, are left out."""
        assert run("retrosheet", "--seasons", "2016", "--events").exit_code == 0
        cache = tmp_path / "cache" / "retrosheet"
        sources = {"gamelogs": str(cache / "gamelogs"), "events": str(tmp_path / "own"), "statsapi": str(tmp_path)}
        lake = Manifest("b", "2017-01-01", "0", {}, [2015, 2016], sources, [])
        server.files[PATH] = NEW
        server.asked.clear()
        command.fetch_again(lake)
        assert server.paths() == [PATH]
        assert (cache / "gamelogs" / "gl2016.zip").read_bytes() == NEW
        assert "gl2016.zip" in capsys.readouterr().out
        server.faults[PATH] = [Answer(403)] * 9
        with pytest.raises(click.ClickException, match=r"not fetched: gl2016\.zip"):
            command.fetch_again(replace(lake, seasons=[2016]))
        assert (cache / "gamelogs" / "gl2016.zip").read_bytes() == NEW

    def test_missing_season(self, run) -> None:
        result = run("retrosheet", "--seasons", "2015-2016")
        assert result.exit_code == 1
        assert "missing    gl2015.zip" in result.stdout
        assert "2 wanted: 1 fetched, 1 missing." in result.stdout

    def test_offline_says_what_is_absent(self, server: FetchServer, run, tmp_path: Path) -> None:
        result = run("register", "--offline")
        assert result.exit_code == 1
        assert "18 wanted: 18 absent." in result.stdout
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
        assert "another `skipper fetch` is running" in result.stderr

    def test_cache_that_cannot_be_made(self, run, tmp_path: Path) -> None:
        (tmp_path / "cache").write_text("in the way")
        result = run("lahman")
        assert result.exit_code == 1
        assert str(tmp_path / "cache") in result.stderr
        assert result.exception is None or isinstance(result.exception, SystemExit)

    @pytest.mark.parametrize("seasons", ["16", "2018-2010", "1856", "2016,", "2016-", "9999", "all"])
    def test_seasons_that_are_none(self, server: FetchServer, run, seasons: str) -> None:
        result = run("retrosheet", "--seasons", seasons)
        assert result.exit_code == 2
        assert server.asked == []

    def test_seasons_are_fetched_in_order(self, run) -> None:
        result = run("retrosheet", "--seasons", "2012, 2010-2011,2011")
        named = [line.split()[1] for line in result.stdout.splitlines() if line.startswith("missing")]
        assert named == ["gl2010.zip", "gl2011.zip", "gl2012.zip"]

    def test_bar_counts_files(self, fetching: Fetching) -> None:
        targets = targets_of(fetching.settings, "retrosheet", [2015, 2016])
        with command._progress(Console(file=io.StringIO(), force_terminal=True)) as progress:
            with Client(fetching.settings, fetching.slept.append) as client:
                outcomes = list(command._watched(Downloader(client, fetching.cache), targets, progress))
            assert any(isinstance(column, TimeRemainingColumn) for column in progress.columns)
            (task,) = progress.tasks
            assert (task.completed, task.total, task.description) == (2, 2, "gl2016.zip")
        assert [outcome.there for outcome in outcomes] == [False, True]


class TestMinors:
    GAMES, SCORES = b"id,BroNYP201006240\ninfo,visteam,AbeNYP\n", b"04/09/04,League,A vs. B,AAA,BBB,8,3\n"
    LISTS = (
        ("Players", b"MLBAM,First"),
        ("Teams", b"TeamID"),
        ("Leagues", b"LeagueID"),
        ("Franchises", b"franchiseID"),
    )

    def test_play_by_play_and_scores(self, server: FetchServer, run, tmp_path: Path) -> None:
        server.files |= {f"/2010_{league}_PlayByPlay.csv": self.GAMES for league in LEAGUES}
        server.files |= {f"/minorLeagueSplits{name}.csv": header + b"\n1\n" for name, header in self.LISTS}
        server.files["/2004.csv"] = self.SCORES * 2
        result = run("minors", "--seasons", "2004,2010,2016")
        assert result.exit_code == 0, result.output
        assert "20 wanted: 20 fetched." in result.stdout
        assert result.stdout.count("CC BY-NC-SA 4.0: for non-commercial use") == 1
        folder = tmp_path / "cache" / "minors"
        assert (folder / "scores" / "minors-scores-2004.csv").read_bytes() == self.SCORES * 2
        assert (folder / "playbyplay" / "2010_NYP_PlayByPlay.csv").read_bytes() == self.GAMES
        for collection in ("playbyplay", "scores"):
            assert "octonion/baseball-public), MIT" in (folder / collection / "NOTICE.txt").read_text()

    def test_page_in_place_of_a_file(self, server: FetchServer, run) -> None:
        server.files["/2004.csv"] = b"<!DOCTYPE html>\n<html>\n"
        result = run("minors", "--seasons", "2004")
        assert result.exit_code == 1
        assert "begins with '<!DOCTYPE html>'" in result.stdout

    def test_everything_the_publishers_have(self) -> None:
        wanted = targets.targets_of(FetchSettings(), "minors", range(1990, 2020))
        names = [target.name for target in wanted]
        assert len(names) == len(set(names)) == 2 * 16 + 4 * 15 + 8 + 4
        assert "2006_PCL_PlayByPlay.csv" in names
        assert "2007_PCL_PlayByPlay.csv" not in names

    def test_season_that_neither_has(self, server: FetchServer, run) -> None:
        result = run("minors", "--seasons", "2016")
        assert result.exit_code == 2
        assert "the seasons available are 1997 to 2010" in result.stderr
        assert server.asked == []

    def test_real_files(self, server: FetchServer, run, real_data: Path) -> None:
        source = real_data / "minors"
        for file in source.glob("playbyplay/*"):
            content = file.read_bytes()
            server.files[f"/{file.name.removesuffix('.gz')}"] = (
                gzip.decompress(content) if file.suffix == ".gz" else content
            )
        for file in source.glob("scores/*.gz"):
            server.files[f"/{file.name[-11:-3]}"] = gzip.decompress(file.read_bytes())
        result = run("minors", "--seasons", "2000-2004,2009-2010")
        assert result.exit_code == 0, result.output
        assert "39 wanted: 39 fetched." in result.stdout


class TestSettings:
    def test_environment(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SKIPPER_LAHMAN_URL", "https://example.org/lahman/")
        monkeypatch.setenv("SKIPPER_FETCH_HOSTS", "cdn.example.org, Other.example.org:8080")
        settings = FetchSettings.from_environment()
        assert targets_of(settings, "lahman")[0].url == "https://example.org/lahman/People.csv"
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


class TestRealFiles:
    def test_retrosheet(self, server: FetchServer, run, real_data: Path, tmp_path: Path) -> None:
        source = real_data / "retrosheet"
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

    def test_events(self, server: FetchServer, run, real_data: Path) -> None:
        for year in (2019, 2020):
            server.files[f"/gamelogs/gl{year}.zip"] = zipped("x", f"GL{year}.TXT")
            server.files[f"/events/{year}eve.zip"] = (real_data / f"retrosheet/events/{year}eve.zip").read_bytes()
        result = run("retrosheet", "--seasons", "2019-2020", "--events")
        assert result.exit_code == 0, result.output
        assert [file.name for file in sorted(cached_folder("events").glob("*.zip"))] == [
            "2019eve.zip",
            "2020eve.zip",
        ]

    def test_retrosheet_from_a_server_on_its_worst_day(
        self, server: FetchServer, run, real_data: Path, tmp_path: Path
    ) -> None:
        """Once all is well, then every misfortune at once: what was good stays, and the exit status is 1."""
        source, cache = real_data / "retrosheet" / "gamelogs", tmp_path / "cache" / "retrosheet" / "gamelogs"
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

    def test_lahman(self, server: FetchServer, run, real_data: Path) -> None:
        wanted = targets_of(FetchSettings(), "lahman")
        for target in wanted:
            server.files[f"/{target.name}"] = (real_data / "lahman" / target.name).read_bytes()
        result = run("lahman")
        assert result.exit_code == 0, result.output
        assert f"{len(wanted)} wanted: {len(wanted)} fetched." in result.stdout

    def test_register_of_2026(self, server: FetchServer, run, real_data: Path, tmp_path: Path) -> None:
        """Its people files have new columns, and lists of other names and ids lie beside them."""
        source = real_data / "releases" / "register2026"
        people = gzip.decompress((source / "people-0.csv.gz").read_bytes())
        server.files |= {f"/people-{digit}.csv": people for digit in "0123456789abcdef"}
        server.files["/names.csv"] = (source / "names.csv").read_bytes()
        server.files["/links.csv"] = gzip.decompress((source / "links.csv.gz").read_bytes())
        result = run("register")
        assert result.exit_code == 0, result.output
        assert "18 wanted: 18 fetched." in result.stdout
        parsed = register.parse(register.find_files(tmp_path / "cache" / "register")[0])
        assert parsed.records["register_people"][0].num_rows == people.count(b"\n") - 1
        assert parsed.rejected == []

    def test_register_with_three_files_missing(self, server: FetchServer, run, real_data: Path) -> None:
        for target in targets_of(FetchSettings(), "register"):
            packed = real_data / "register" / f"{target.name}.gz"
            if packed.is_file():
                server.files[f"/{target.name}"] = gzip.decompress(packed.read_bytes())
        result = run("register")
        assert result.exit_code == 1
        assert "18 wanted: 13 fetched, 5 missing." in result.stdout
        assert "no failure: 2 of these files" in result.stdout
