"""A downloader against the tests' server, and files for it to serve."""

import io
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from fetch_server import FetchServer
from skipper.sources.fetch.download import Downloader, Outcome
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.fetch.targets import targets_of
from skipper.sources.fetch.transfer import Client
from skipper.sources.target import Target

NOW = datetime(2020, 5, 1, 12, 0, tzinfo=UTC)


def zipped(text: str, member: str = "GL2016.TXT") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:  # stored, not packed, so that the size follows the text
        archive.writestr(zipfile.ZipInfo(member), text)
    return file.getvalue()


OLD, NEW = zipped("game,of,2016\n" * 4000), zipped("game,of,2016,amended\n" * 3000)
PATH = "/gamelogs/gl2016.zip"


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
        return self.all(targets_of(self.settings, "retrosheet", [year]))[0]

    @property
    def folder(self) -> Path:
        return self.cache / "retrosheet" / "gamelogs"

    def content(self, name: str = "gl2016.zip") -> bytes:
        return (self.folder / name).read_bytes()

    def left_over(self) -> set[str]:
        return {file.name for file in self.folder.iterdir()} - {"index.json", "gl2016.zip"}


def headers(server: FetchServer, number: int) -> dict[str, str]:
    return server.asked[number].headers
