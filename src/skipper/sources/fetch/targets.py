"""The files to fetch, which each source declares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.source import Source, sources
from skipper.sources.target import Target


def sources_of(command: str) -> list[Source]:
    """Return the sources that a command of `skipper fetch` downloads, in order."""
    return [source for source in sources().values() if source.fetched and source.fetched.command.split()[0] == command]


def targets_of(
    settings: FetchSettings, command: str, seasons: Collection[int] = (), kinds: Collection[str] = ()
) -> list[Target]:
    """Return the files of a command: those of each season, in the given order, then those over all seasons.

    `kinds` selects files that a command fetches only if they are named, of those in the sources' `kinds`.
    """
    found: list[Target] = []
    fetched = [
        (source, settings.base_urls[source.fetched.site.name]) for source in sources_of(command) if source.fetched
    ]
    for season in seasons:
        for source, base in fetched:
            found += source.season_targets(base, season, kinds)
    for source, base in fetched:
        found += source.targets(base, seasons, kinds)
    return found


def kinds_of(command: str) -> list[str]:
    """Return the kinds of files that a command fetches only if they are named."""
    return [kind for source in sources_of(command) if source.fetched for kind in source.fetched.kinds]


def seasons_of(command: str) -> Sequence[int]:
    """Return the seasons of which a command has files, in order; empty if the sources do not say."""
    return sorted({season for source in sources_of(command) if source.fetched for season in source.fetched.seasons})


def terms_of(command: str) -> str:
    """Return the terms of a command's sources, as they are printed and written beside the files."""
    terms = (source.fetched.terms for source in sources_of(command) if source.fetched)
    return "\n".join(dict.fromkeys(terms))
