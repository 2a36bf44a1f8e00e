"""Readers of the lake's last complete build, replaced when a new build is published."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import LifoQueue
from threading import Lock, Timer

from skipper.lake.location import Location
from skipper.lake.manifest import BrokenManifestError, Manifest, OlderLakeError, manifest_version, read_manifest
from skipper.lake.reader import LakeReader, NoLakeError
from skipper.version import __version__

MEMORY = "1GB"  # memory limit of each reader's DuckDB; larger work spills to disk
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
    NoLakeError, BrokenManifestError or OlderLakeError if there is no readable build when it starts; later, an
    unreadable manifest is logged and the last readable build stays in use.
    """

    def __init__(self, lake: Location, readers: int = 2) -> None:
        self.lake = lake
        self._count = readers
        self._lock = Lock()
        self.trouble: str | None = None  # why the lake's current manifest is not the one in use
        self._seen = manifest_version(lake)
        self._build = self._open()

    def build(self) -> Build:
        """Return the last complete build. If nothing has changed, this only checks the manifest's file."""
        state = manifest_version(self.lake)
        if state != self._seen:
            with self._lock:
                if state != self._seen:
                    self._seen = state
                    self._renew()
        return self._build

    @contextmanager
    def reader(self, build: Build, seconds: float) -> Iterator[LakeReader]:
        """Yield a reader for the build that no other request is using; a query is interrupted after `seconds`.

        Waits for a free reader. An interrupted query raises duckdb.InterruptException.
        """
        reader = build.readers.get() or LakeReader(self.lake, build.manifest, MEMORY)
        timer = Timer(seconds, reader.connection.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield reader
        finally:
            timer.cancel()
            build.readers.put(reader)

    def _renew(self) -> None:
        try:
            self._build, self.trouble = self._open(), None
            _log.info("build", extra={"build": self._build.manifest.build})
        except (NoLakeError, BrokenManifestError, OlderLakeError, OSError) as error:
            self.trouble = str(error)
            _log.warning("lake", extra={"error": str(error), "build": self._build.manifest.build})

    def _open(self) -> Build:
        manifest = read_manifest(self.lake)
        if manifest is None:
            raise NoLakeError(f"{self.lake}: no complete build")
        stated = f"{__version__} {manifest!r}"
        digest = hashlib.blake2b(stated.encode(), digest_size=6).hexdigest()
        readers: LifoQueue[LakeReader | None] = LifoQueue()
        for _ in range(self._count):
            readers.put(None)
        return Build(manifest, f"{manifest.build}-{digest}", readers)
