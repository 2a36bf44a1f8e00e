"""Retrosheet's other kinds of files: CSV files, postseason, box scores, Negro Leagues, transactions and lists."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fetch_server import Answer, FetchServer
from skipper.cli import fetch as command
from skipper.sources.fetch.cache import cached_folder
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.targets import targets_of
from skipper.sources.retrosheet.event_files.source import SOME_SEASONS


def archive(*names: str, text: str = "id,NYN201604030\n") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name in names:
            made.writestr(zipfile.ZipInfo(name), text)
    return file.getvalue()


@pytest.fixture
def run(server: FetchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("SKIPPER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SKIPPER_FETCH_INTERVAL", "0")
    monkeypatch.setenv("SKIPPER_RETROSHEET_URL", server.url)
    monkeypatch.setattr(command, "sleep", lambda _seconds: None)
    server.files = {f"/gamelogs/gl{year}.zip": archive(f"gl{year}.txt") for year in range(1934, 1940)}

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(command.fetch, ("retrosheet", *arguments))

    return invoke


def held(collection: str) -> list[str]:
    folder = cached_folder(collection)
    return sorted(file.name for file in folder.glob("*.[cz]*")) if folder else []


class TestAddresses:
    def test_of_every_kind(self) -> None:
        targets = targets_of(FetchSettings(), "retrosheet", [2016], ["events", "csv", *SOME_SEASONS])
        assert {target.url.removeprefix("https://www.retrosheet.org"): target.collection for target in targets} == {
            "/gamelogs/gl2016.zip": "gamelogs",
            "/events/2016eve.zip": "events",
            "/downloads/2016/2016csvs.zip": "csvs",
            "/events/2016post.zip": "events",
            "/events/2016as.zip": "events",
            "/events/2016box.zip": "events",
            "/events/2016ngl.zip": "events",
        }

    def test_over_all_seasons(self) -> None:
        targets = targets_of(FetchSettings(), "retrosheet", (), ("transactions", "reference"))
        assert {target.url.removeprefix("https://www.retrosheet.org"): target.collection for target in targets} == {
            "/transactions/tranDB.zip": "transactions",
            "/ejections.csv": "reference",
            "/biofile.zip": "reference",
            "/teams.zip": "reference",
        }


class TestSomeSeasons:
    def test_season_without_a_postseason_is_no_failure(self, server: FetchServer, run) -> None:
        server.files["/events/1936post.zip"] = archive("1936WS.EVE", "1936NGL.EVR")
        result = run("--seasons", "1936-1937", "--postseason")
        assert result.exit_code == 0, result.output
        assert "6 wanted: 3 fetched, 3 missing." in result.stdout
        assert "no failure: 3 of these files" in result.stdout
        assert held("events") == ["1936post.zip"]

    @pytest.mark.parametrize("kind", SOME_SEASONS)
    def test_no_season_at_all_is_a_failure(self, run, kind: str) -> None:
        result = run("--seasons", "1936-1937", f"--{kind}")
        assert result.exit_code == 1
        assert "no failure" not in result.stdout

    def test_one_kind_does_not_excuse_another(self, server: FetchServer, run) -> None:
        server.files["/events/1936box.zip"] = archive("1936.EBA")
        assert run("--seasons", "1936", "--boxes", "--negro-leagues").exit_code == 1

    def test_offline(self, server: FetchServer, run) -> None:
        server.files["/events/1936box.zip"] = archive("1936.EBA")
        run("--seasons", "1936", "--boxes")
        assert run("--seasons", "1936", "--boxes", "--offline").exit_code == 0
        assert run("--seasons", "1936-1937", "--boxes", "--offline").exit_code == 1  # gl1937.zip is absent

    def test_game_log_or_event_file_is_needed(self, server: FetchServer, run) -> None:
        server.files["/events/1936eve.zip"] = archive("1936NYA.EVA")
        assert run("--seasons", "1936-1937", "--events").exit_code == 1


class TestArchivesOfSeveralSeasons:
    """Where Retrosheet has no archive of a season, its files come from the archive of several seasons."""

    EVENTS = archive("1936.EVR", "1937.EVR", "HOM1936.ROS", "HOM1937.ROS")
    BOXES = archive("allebr/1936.EBR", "allebr/1937.EBR", "allebr/TEAM1936")

    def members(self, name: str) -> list[str]:
        folder = cached_folder("events")
        assert folder is not None
        return zipfile.ZipFile(folder / name).namelist()

    @pytest.fixture
    def leagues(self, server: FetchServer, run):
        server.files |= {"/events/allevr.zip": self.EVENTS, "/events/allebr.zip": self.BOXES}
        return run

    def test_only_the_seasons_wanted(self, server: FetchServer, leagues) -> None:
        result = leagues("--seasons", "1935-1936", "--negro-leagues")
        assert result.exit_code == 0, result.output
        assert "fetched    1936ngl.zip" in result.stdout
        assert "from allevr.zip and allebr.zip" in result.stdout
        assert held("events") == ["1936ngl.zip"]
        assert self.members("1936ngl.zip") == ["1936.EVR", "HOM1936.ROS", "1936.EBR", "TEAM1936"]
        assert server.paths().count("/events/allevr.zip") == 1

    def test_again_and_changed(self, server: FetchServer, leagues, tmp_path: Path) -> None:
        arguments = ("--seasons", "1936", "--negro-leagues")
        leagues(*arguments)
        assert "2 wanted: 2 unchanged." in leagues(*arguments).stdout
        server.files["/events/allevr.zip"] = archive("1936.EVR", text="id,HOM193605100\n")
        assert "changed since" in leagues(*arguments).stdout
        assert "2 wanted: 2 cached." in leagues(*arguments, "--offline").stdout
        index = json.loads((tmp_path / "cache" / "retrosheet" / "events" / "index.json").read_text())
        assert list(index) == ["1936ngl.zip"]

    def test_season_archive_comes_first(self, server: FetchServer, leagues) -> None:
        server.files["/events/1936ngl.zip"] = archive("1936.EVR")
        leagues("--seasons", "1936", "--negro-leagues")
        assert "/events/allevr.zip" not in server.paths()

    def test_one_of_the_archives_is_enough(self, server: FetchServer, leagues) -> None:
        del server.files["/events/allebr.zip"]
        assert leagues("--seasons", "1936", "--negro-leagues").exit_code == 0
        assert self.members("1936ngl.zip") == ["1936.EVR", "HOM1936.ROS"]

    def test_refusing_server(self, server: FetchServer, leagues) -> None:
        """Half of a season's files must not pass for all of them."""
        server.faults["/events/allebr.zip"] = [Answer(500)] * 9
        result = leagues("--seasons", "1936", "--negro-leagues")
        assert result.exit_code == 1
        assert "failed     1936ngl.zip" in result.stdout
        assert held("events") == []

    def test_decade_of_box_scores(self, server: FetchServer, run) -> None:
        server.files["/events/1930sbox.zip"] = archive("1936.EBA", "1936.EBN", "1937.EBA", "NYA1936.ROS")
        assert run("--seasons", "1936", "--boxes").exit_code == 0
        assert self.members("1936box.zip") == ["1936.EBA", "1936.EBN", "NYA1936.ROS"]


class TestWithoutSeasons:
    def test_transactions_and_lists(self, server: FetchServer, run) -> None:
        server.files = {
            "/transactions/tranDB.zip": archive("tran.txt", "readme.txt"),
            "/ejections.csv": b"GAMEID,DATE\nNYN201604030,04/03/2016\n",
            "/biofile.zip": archive("biofile.csv", "coaches.csv"),
            "/teams.zip": archive("teams.csv"),
        }
        result = run("--transactions", "--reference")
        assert result.exit_code == 0, result.output
        assert "4 wanted: 4 fetched." in result.stdout
        assert held("transactions") == ["tranDB.zip"]
        assert held("reference") == ["biofile.zip", "ejections.csv", "teams.zip"]
        assert held("gamelogs") == []

    @pytest.mark.parametrize("arguments", [(), ("--events",), ("--transactions", "--boxes")])
    def test_seasons_needed(self, server: FetchServer, run, arguments: tuple[str, ...]) -> None:
        result = run(*arguments)
        assert result.exit_code == 2
        assert "--seasons" in result.stderr
        assert server.asked == []


class TestRealFiles:
    def test_every_kind(self, server: FetchServer, run, real_data: Path) -> None:
        """Real archives as Retrosheet has them: by season, except for the postseason, which is in one archive here."""
        source = real_data / "releases" / "retrosheet"
        given = {
            "/gamelogs/gl1938.zip": real_data / "retrosheet" / "gamelogs" / "gl1938.zip",
            "/gamelogs/gl1948.zip": real_data / "retrosheet" / "gamelogs" / "gl1948.zip",
            "/events/1938eve.zip": source / "events" / "1938eve.zip",
            "/events/1948eve.zip": source / "events" / "1948eve.zip",
            "/events/1938box.zip": source / "boxes" / "1938box.zip",
            "/events/1938ngl.zip": source / "negro_leagues" / "1938ngl.zip",
            "/events/1948ngl.zip": source / "negro_leagues" / "1948ngl.zip",
            "/downloads/1948/1948csvs.zip": source / "negro_leagues" / "1948csvs.zip",
            "/events/allpost.zip": source / "postseason" / "post-even-years.zip",
            "/events/allas.zip": source / "postseason" / "allstar-even-years.zip",
        }
        server.files = {path: file.read_bytes() for path, file in given.items()}
        result = run("--seasons", "1938,1948", "--events", "--boxes", "--negro-leagues", "--postseason")
        assert result.exit_code == 0, result.output
        assert "12 wanted: 11 fetched, 1 missing." in result.stdout
        assert run("--seasons", "1948", "--csv").exit_code == 0
        events = [f"1938{kind}.zip" for kind in ("as", "box", "eve", "ngl", "post")]
        assert held("events") == [*events, *(f"1948{kind}.zip" for kind in ("as", "eve", "ngl", "post"))]
        assert held("csvs") == ["1948csvs.zip"]
        folder = cached_folder("events")
        assert folder is not None
        assert zipfile.ZipFile(folder / "1938post.zip").namelist() == ["1938WS.EVE"]
