"""Readers of the lake's last complete build, replaced when a new build is published."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import LifoQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

import duckdb

from skipper.answers.errors import AnswerError
from skipper.lake.location import Location, folder_of
from skipper.lake.manifest import BrokenManifestError, Manifest, OlderLakeError, manifest_version, read_manifest
from skipper.lake.reader import LakeReader, NoLakeError, Settings
from skipper.version import __version__

DUCKDB: Settings = {"memory_limit": "1GB"}  # of each reader; larger work spills to disk
LOOK_SECONDS = 1.0
PREPARE_SECONDS = 300.0  # far more than a lake of all games needs
_log = logging.getLogger("skipper.service")


@dataclass(frozen=True)
class Build:
    """A published build. `tag` is different for each manifest and each version of Skipper.

    `readers` holds the readers that no request is using; None stands for a reader that has not been opened yet.
    """

    manifest: Manifest
    tag: str
    readers: LifoQueue[LakeReader | None]


class LiveLake:
    """A lake that may be rebuilt while it is read.

    A request calls `build()` once and reads only from that build, so that no answer mixes two builds. Raises
    NoLakeError, BrokenManifestError, OlderLakeError or OSError if there is no readable build at the start; later, an
    unreadable manifest is logged and the last readable build stays in use. The manifest's file is checked at most once
    every `seconds` seconds, because in an object store each check is a request. `prepare`, which may take long, is
    called with a reader of each build before the build is used. `warm`, which may be set later, is then called with
    each new build and the last one. Meanwhile requests are answered from the last build.
    """

    def __init__(
        self,
        lake: Location,
        readers: int = 2,
        seconds: float = LOOK_SECONDS,
        prepare: Callable[[LakeReader], Any] | None = None,
    ) -> None:
        folder = folder_of(lake)
        self.lake = lake if folder is None else folder.absolute()
        self._prepare = prepare
        self.warm: Callable[[Build, Build], Any] = lambda new, last: None
        self._count = readers
        self._seconds = seconds
        self._lock = Lock()
        # Why the lake's current manifest is not the one in use, with the lake's address.
        self.trouble: str | None = None
        self._seen = manifest_version(lake)
        self._looked = monotonic()
        self._build = self._open()

    @property
    def current(self) -> Build | None:
        """Return the last complete build, None if a check for another is due and nobody is checking."""
        looked = monotonic() - self._looked < self._seconds
        return self._build if looked or self._lock.locked() else None

    @property
    def last(self) -> Build:
        """Return the last complete build that is ready, without a check for another."""
        return self._build

    def build(self) -> Build:
        """Return the last complete build, after checking the manifest's file if a check is due.

        Requests that arrive during the check are answered from the last build.
        """
        if self.current is None and self._lock.acquire(blocking=False):
            try:
                self._looked = monotonic()
                self._renew()
            finally:
                self._lock.release()
        return self._build

    def hidden(self, text: str) -> str:
        """Return the text of a reply with a word in place of the lake's address."""
        address = str(self.lake)
        return text.replace(json.dumps(address)[1:-1], "LAKE").replace(address, "LAKE")

    @contextmanager
    def reader(self, build: Build, seconds: float) -> Iterator[LakeReader]:
        """Yield a reader of the build that no other request uses; after `seconds`, every query is interrupted.

        Waits for a free reader. An interrupted query raises duckdb.InterruptException.
        """
        reader, ended = build.readers.get(), Event()
        try:
            reader = reader or LakeReader(self.lake, build.manifest, DUCKDB)
            watch = Thread(target=_interrupt, args=(reader, seconds, ended), daemon=True)
            watch.start()
            try:
                yield reader
            finally:
                ended.set()
                watch.join()
        finally:
            build.readers.put(reader)

    def _renew(self) -> None:
        """Open the build of a new manifest. On failure, the next look tries again."""
        try:
            state = manifest_version(self.lake)
            if state != self._seen:
                build = self._open()
                self.warm(build, self._build)
                self._build, self._seen = build, state
                _log.info("build", extra={"build": self._build.manifest.build})
            self.trouble = None
        except (NoLakeError, BrokenManifestError, OlderLakeError, OSError) as error:
            if self.trouble != str(error):
                _log.warning("lake", extra={"error": str(error), "build": self._build.manifest.build})
            self.trouble = str(error)

    def _open(self) -> Build:
        manifest = read_manifest(self.lake)
        if manifest is None:
            raise NoLakeError(f"{self.lake}: no complete build")
        stated = f"{__version__} {manifest!r}"
        digest = hashlib.blake2b(stated.encode(), digest_size=6).hexdigest()
        readers: LifoQueue[LakeReader | None] = LifoQueue()
        for _ in range(self._count):
            readers.put(None)
        build = Build(manifest, f"{manifest.build}-{digest}", readers)
        self._make_ready(build)
        return build

    def _make_ready(self, build: Build) -> None:
        """Prepare a build. If that fails, the requests that need what is lacking will say why."""
        if self._prepare is None:
            return
        try:
            with self.reader(build, PREPARE_SECONDS) as lake:
                self._prepare(lake)
        except (AnswerError, NoLakeError, OSError, duckdb.Error) as error:
            _log.warning("unprepared", extra={"error": str(error), "build": build.manifest.build})


def _interrupt(reader: LakeReader, seconds: float, ended: Event) -> None:
    """Interrupt a reader's queries from `seconds` on until it is free; one interrupt may fall between two queries."""
    if not ended.wait(seconds):
        while not ended.wait(0.05):
            reader.connection.interrupt()
