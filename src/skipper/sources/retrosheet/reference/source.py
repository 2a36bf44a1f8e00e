"""Retrosheet's lists as a source."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePosixPath

from skipper.definitions import notices
from skipper.sources.retrosheet.site import SITE, TERMS
from skipper.sources.source import Fetched, Source
from skipper.sources.target import Target, column


class Reference(Source):
    """Retrosheet's lists over all seasons: ejections, clubs and coaches."""

    name, order = "reference", 6
    help = "Retrosheet's lists (ejections.csv, teams.csv, coaches.csv): a folder or a file."
    title, in_tables = "Retrosheet lists", "retrosheet_reference"
    publisher, notice = "retrosheet", notices.RETROSHEET
    fetched = Fetched(PurePosixPath("retrosheet", "reference"), "retrosheet --reference", SITE, TERMS, ("reference",))
    reader = "skipper.sources.retrosheet.reference.reading"

    def targets(self, base: str, seasons: Collection[int], kinds: Collection[str]) -> list[Target]:
        """Return the lists of ejections, people with coaches, and clubs."""
        if "reference" not in kinds:
            return []
        archives = {"biofile.zip": r"(biofile0?|coaches)\.csv$", "teams.zip": r"teams\.csv$"}
        return [
            Target(f"{base}/ejections.csv", self.name, "ejections.csv", column("GAMEID")),
            *(Target(f"{base}/{name}", self.name, name, re.compile(held)) for name, held in archives.items()),
        ]


SOURCE = Reference()
