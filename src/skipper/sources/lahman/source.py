"""The Lahman database as a source."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePosixPath

from skipper.definitions import notices
from skipper.sources.source import Fetched, Site, Source
from skipper.sources.target import Target, column


class Lahman(Source):
    """The record book: appointed managers, final standings, series, awards and people."""

    name, order = "lahman", 7
    help = "Folder with the tables of the Lahman database."
    title, in_tables = "Lahman", "lahman"
    publisher, notice = "lahman", notices.LAHMAN
    fetched = Fetched(
        PurePosixPath("lahman"),
        "lahman",
        Site("lahman", "SKIPPER_LAHMAN_URL", ""),  # without an address, from the package index
        f"{notices.LAHMAN}\nTerms: https://creativecommons.org/licenses/by-sa/3.0/",
        on_request=False,
        is_expected=True,
    )
    reader = "skipper.sources.lahman.reading"

    def targets(self, base: str, seasons: Collection[int], kinds: Collection[str]) -> list[Target]:
        """Return the tables that Skipper reads, or the zip archive of them, at an address."""
        if base.lower().endswith(".zip"):
            held = re.compile(r"people\.(csv|parquet)$", re.IGNORECASE)
            return [Target(base, self.name, "lahman.zip", held)]
        # Since 2022, the repository has the awards next to its core folder.
        beside = f"{base.removesuffix('/core')}/contrib" if base.endswith("/core") else base
        return [
            Target(
                f"{beside if table.startswith('Awards') else base}/{table}.csv",
                self.name,
                f"{table}.csv",
                self.first_column(table),
            )
            for table in self.reading.FILES
        ]

    def first_column(self, table: str) -> re.Pattern[str]:
        """Return a pattern for the first column that Skipper reads of one of Lahman's tables."""
        _record_set, columns = self.reading.FILES[table]
        return column(next(iter(columns.values()))[0], self.reading.RENAMED)


SOURCE = Lahman()
