"""What a build reads."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from skipper.lake.manifest import Manifest
from skipper.sources import lahman, register
from skipper.sources.parsed import SourceError
from skipper.sources.retrosheet import gamelogs


@dataclass(frozen=True)
class Inputs:
    """Where the sources are. `gamelogs` or `events` is needed: without the others the columns they fill are null."""

    gamelogs: Path | None = None
    lahman: Path | None = None
    register: Path | None = None
    leagues: Path | None = None
    seasons: frozenset[int] | None = None
    events: Path | None = None

    def files(self) -> list[tuple[str, Path]]:
        """(source, file) pairs, event files apart. Raises SourceError where a folder has not what it should."""
        if self.gamelogs is None and self.events is None:
            raise SourceError("neither game logs nor event files: there is nothing to build from")
        found: list[tuple[str, Path]] = []
        if self.gamelogs is not None:
            found = [(gamelogs.SOURCE, file) for file in gamelogs.find_files(self.gamelogs, self.seasons)]
        for module, folder in ((lahman, self.lahman), (register, self.register)):
            if folder is not None:
                found += [(module.SOURCE, file) for file in module.find_files(folder)]
        return found

    def sources(self) -> dict[str, str]:
        """The sources given, by the name of their option."""
        paths = {name: getattr(self, name) for name in ("gamelogs", "events", "lahman", "register", "leagues")}
        return {name: str(path) for name, path in paths.items() if path is not None}

    def notices(self) -> list[str]:
        """The terms of the sources used; none for simulated ones."""
        if self.simulated():
            return []
        used = [gamelogs.NOTICE]
        used += [lahman.NOTICE] if self.lahman else []
        return used + ([register.NOTICE] if self.register else [])

    def simulated(self) -> bool:
        """Whether the games are fictional. Raises SourceError where only some are."""
        kinds = {gamelogs.is_simulated(path) for path in (self.gamelogs, self.events) if path is not None}
        if len(kinds) > 1:
            raise SourceError("simulated and real games do not go into one lake: give either")
        return kinds == {True}


def require_same_kind(inputs: Inputs, published: Manifest | None) -> None:
    """Raise SourceError for a build that would leave the lake's other seasons without what they rest on."""
    if published is None:
        return
    lost = set(published.sources) - set(inputs.sources())
    if lost:
        given = ", ".join(f"--{name}" for name in sorted(lost))
        raise SourceError(f"the lake's seasons were built with {given}: give it again, or use another lake")
    if published.simulated != inputs.simulated():
        raise SourceError("simulated and real games do not go into one lake: use another lake")
